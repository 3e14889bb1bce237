//! Laws of mechanics that hold for every input, tried on many.

#![allow(clippy::unwrap_used)] // What cannot be made fails the test, also in its generators.

mod closure;
#[path = "../grasps/mod.rs"]
mod grasps;
mod loads;
mod proofs;
mod quality;
mod screw;
mod stand;
