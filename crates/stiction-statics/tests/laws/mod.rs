//! Laws that hold whatever the data.

#![allow(clippy::unwrap_used)] // What cannot be made fails the test.

mod closure;
mod closure_space;
mod gradients;
mod loads;
mod proofs;
mod quality;
mod second_order;
mod stand;
