//! Laws and twins of robots.

#![allow(clippy::unwrap_used)] // What cannot be made fails the test, also in its helpers.

mod bounds;
mod coupled;
mod laws;
mod operational;
mod random;
mod twins;
