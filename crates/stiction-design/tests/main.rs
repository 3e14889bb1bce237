//! Where contacts should be, and whether an answer survives numbers that are a little off.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

mod place;
mod robust;
