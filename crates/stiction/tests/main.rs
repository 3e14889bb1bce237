//! All tests of the crate in one program: each links all that it tests, and many programs take minutes to link.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

mod assemblies;
mod citations;
#[path = "laws/cone_families.rs"]
mod cone_families;
mod detect;
mod front_door;
mod grasps;
mod hybrid;
mod laws;
mod layers;
mod modes;
mod motions;
mod moving;
mod outcomes;
mod papers;
mod push;
mod quality_proofs;
mod robot;
mod simulate;
mod slow;
mod sources;
#[path = "../../stiction-proof/tests/statements/mod.rs"]
mod statements;
mod twins;
mod wrenches;
