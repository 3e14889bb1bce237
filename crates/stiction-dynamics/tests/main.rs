//! All tests of the crate in one program: each links all that it tests, and many programs take minutes to link.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

mod contacts_in_time;
mod laws;
mod outcomes;
mod papers;
#[path = "../../stiction-statics/tests/piles/mod.rs"]
mod piles;
mod simulate;
mod strong;
