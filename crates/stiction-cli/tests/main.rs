//! All tests of the crate in one program: each links all that it tests, and many programs take minutes to link.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

mod asked;
mod command;
mod folder;
mod many;
mod output;
mod robot;
mod running;
mod sets;
mod text;
mod time;
mod wrenches;
