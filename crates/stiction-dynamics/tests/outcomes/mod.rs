//! What happens now: twins, laws and the worked rules of the sources.

#![allow(clippy::unwrap_used)] // What cannot be made fails the test, also in its generators.

mod brute;
mod complementarity;
mod erdmann;
mod large;
mod laws;
mod map;
mod one;
mod proofs;
mod random;
mod referee;
