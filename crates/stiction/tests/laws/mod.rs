//! Laws of mechanics that hold for every input, tried on many.

#![allow(clippy::unwrap_used)] // What cannot be made fails the test, also in its generators.

mod closure;
mod closure_space;
mod cone;
mod cone_affine;
mod cone_open;
mod gradients;
mod insert;
mod jam;
mod jam_compliant;
mod jam_grid;
mod jam_space;
mod loads;
mod proofs;
mod quality;
mod screw;
mod second_order;
mod stand;
