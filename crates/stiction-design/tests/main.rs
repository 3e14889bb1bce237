//! Laws of the rooms of this crate.
