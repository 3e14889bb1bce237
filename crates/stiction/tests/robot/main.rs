//! Laws and twins of robots.

mod bounds;
mod laws;
mod random;
mod twins;
