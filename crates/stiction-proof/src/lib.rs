//! Problems of contact mechanics in rationals, proofs, and the checkers that accept or refuse them.
//!
//! This crate depends on big numbers and serde alone, so that Cargo itself guarantees: no checker
//! shares code with a solver.

mod rational;

pub use rational::{ParseRationalError, Rational};
