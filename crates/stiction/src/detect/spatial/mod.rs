//! Solids two by two.
