//! Do the contacts close, and does it stand?  Closure of one body and the balance of many, with proofs.

pub mod closure;
pub mod stand;
