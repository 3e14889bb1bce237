//! All tests of the crate in one program: each links all that it tests, and many programs take minutes to link.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

mod assemblies;
mod grasps;
mod laws;
mod moving;
mod papers;
mod piles;
mod quality_proofs;
#[path = "../../stiction-proof/tests/statements/mod.rs"]
mod statements;
mod twins;
