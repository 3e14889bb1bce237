//! Contacts between touching shapes: the corpus, worked scenes and laws.

#![allow(clippy::unwrap_used)] // What cannot be made fails the test, also in its generators.

mod cases;
mod cylinders;
mod laws;
mod plane;
mod scenes;
#[path = "../sources/mod.rs"]
#[allow(dead_code)] // Only reading is needed here.
mod sources;
mod space;
