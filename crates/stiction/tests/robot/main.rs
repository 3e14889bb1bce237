//! Laws and twins of robots.

mod laws;
mod random;
mod twins;
