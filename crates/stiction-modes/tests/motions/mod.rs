//! Motions that contacts allow and wrenches that they exert: the sources' examples, laws, and what is meant to break.

#![allow(clippy::unwrap_used)] // What cannot be made fails the test.

mod hard;
mod laws;
mod papers;
mod plane;
