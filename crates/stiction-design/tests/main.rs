//! Where contacts should be, and whether an answer survives numbers that are a little off.

mod place;
mod robust;
