//! Interior points of programs on bodies that touch: what thousands of blocks need.
//!
//! **Inside on either side.** Of thousands of blocks an interior-point method in doubles follows a path that
//! ends in the relative interior of what it finds: forces strictly inside their cones, or a motion that opens
//! every contact. Either is stopped as soon as it is strictly inside, rounded to few bits, made exact and
//! checked. Forces are made exact along a tree of patches: what rounding leaves on a body is carried to its
//! neighbour, down to the ground, by as many equations as a body has freedoms, so fractions do not grow from
//! block to block. The matrix of a step has one block for each pair of bodies that touch; a contact costs a
//! few products. Memory is that of the factor, 8·36 bytes a block in space: about 50 MB for a wall of 5000.

pub mod blocks;
pub mod embed;
pub mod normal;
pub mod scaling;
pub mod system;

pub use embed::{Aim, Embedding, PathEnd};
pub use system::{Group, Patch, Rows, System};
