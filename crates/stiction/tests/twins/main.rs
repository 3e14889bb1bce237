//! Everything decided twice, by methods that share nothing: the library against brute force, closed forms,
//! sampling, and cases that were worked out without it.

#![allow(clippy::unwrap_used)] // What cannot be made fails the test, also in its generators.

mod brute;
mod cases;
mod doubles;
#[path = "../grasps/mod.rs"]
mod grasps;
mod loads;
mod loads_in_space;
mod sampled;
mod two_fingers;
