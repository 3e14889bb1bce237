//! All tests of the crate in one program: each links all that it tests, and many programs take minutes to link.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

mod citations;
mod comments;
mod front_door;
mod layers;
mod packages;
mod sources;
