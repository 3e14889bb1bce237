//! Two algorithms for one question that share no code.

#![allow(clippy::unwrap_used)] // What cannot be made fails the test.

mod brute;
mod cases;
mod doubles;
mod loads;
mod loads_in_space;
mod planar_quality;
mod sampled;
mod second_order;
mod spatial;
mod three_fingers;
mod two_fingers;
