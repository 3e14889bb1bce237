//! Everything decided twice, by methods that share nothing: the library against brute force, closed forms,
//! sampling, and cases that were worked out without it.

#![allow(clippy::unwrap_used)] // What cannot be made fails the test, also in its generators.

mod brute;
mod cases;
mod cone;
mod cone_open;
mod doubles;
mod hull;
mod hull_cases;
mod loads;
mod loads_in_space;
mod planar_quality;
mod sampled;
mod second_order;
mod spatial;
mod three_fingers;
mod two_fingers;
