//! Two algorithms for one question that share no code.

#![allow(clippy::unwrap_used)] // What cannot be made fails the test.

mod cone;
mod cone_open;
