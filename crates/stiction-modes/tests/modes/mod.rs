//! Contact modes: laws, brute force beside the enumeration, data on the edge, and scenes that are too large.

#![allow(clippy::unwrap_used)] // What cannot be made fails the test, also in its generators.

mod book;
mod breakage;
mod laws;
pub mod scenes;
mod twins;
