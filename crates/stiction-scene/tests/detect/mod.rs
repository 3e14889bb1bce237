//! Contacts between touching shapes: the corpus, worked scenes and laws.

#![allow(clippy::unwrap_used)] // What cannot be made fails the test, also in its generators.

mod cases;
mod cylinders;
mod laws;
mod plane;
mod scenes;
mod space;
