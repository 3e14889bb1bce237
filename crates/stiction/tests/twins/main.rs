//! Everything decided twice, by methods that share nothing: the library against brute force, closed forms,
//! sampling, and cases that were worked out without it.

#![allow(clippy::unwrap_used)] // What cannot be made fails the test, also in its generators.

mod brute;
mod cases;
mod cone;
#[path = "../laws/cone_families.rs"]
mod cone_families;
mod cone_open;
mod doubles;
#[path = "../grasps/mod.rs"]
mod grasps;
mod hull;
mod hull_cases;
mod loads;
mod loads_in_space;
mod planar_quality;
mod sampled;
mod second_order;
mod spatial;
#[path = "../../../stiction-proof/tests/statements/mod.rs"]
mod statements;
mod three_fingers;
mod two_fingers;
