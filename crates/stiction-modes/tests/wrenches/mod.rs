//! Wrenches of contact modes and stability: laws, twins, the worked example of the source, and proofs that
//! were tampered with.

#![allow(clippy::unwrap_used)] // What cannot be made fails the test, also in its generators.

mod balkcom_trinkle;
mod figures;
mod laws;
mod one_more;
mod parts;
mod refused;
mod round;
mod scenes;
mod stability;
mod twins;
