//! Exact arithmetic behind every decision: signs first in doubles with an error bound, then in integers.
//!
//! A vector of rationals points the same way as a vector of integers ([`integers::primitive`]), and cones
//! only know directions; so decisions are made on integers, by elimination that never leaves them
//! ([`elimination`]).  [`Sign`] is the one notion of certainty, and a quantity whose computed size does not
//! exceed its error bound has none ([`Sign::certain`]).  What that means for numbers that were rounded is said once,
//! in [`doubt`].

pub mod double;
pub mod doubt;
pub mod elimination;
pub mod equations;
pub mod hull;
pub mod integers;
pub mod linear;
pub mod matrix;
pub mod root;
mod sign;
pub mod vector;
pub mod whole;
pub mod work;

pub use sign::{Sign, determinant_sign};
