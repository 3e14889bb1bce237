//! Laws that hold whatever the data.

#![allow(clippy::unwrap_used)] // What cannot be made fails the test.

mod cone;
mod cone_affine;
mod cone_open;
mod screw;
