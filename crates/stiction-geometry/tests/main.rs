//! All tests of the crate in one program: each links all that it tests, and many programs take minutes to link.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

#[path = "laws/cone_families.rs"]
mod cone_families;
mod laws;
mod papers;
mod twins;
