//! Laws and twins of robots.

mod bounds;
mod laws;
mod operational;
mod random;
mod twins;
