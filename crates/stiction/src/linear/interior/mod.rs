//! Interior points of programs on bodies that touch: what thousands of blocks need.

pub(crate) mod blocks;
pub(crate) mod embed;
pub(crate) mod normal;
pub(crate) mod scaling;
pub(crate) mod system;

pub(crate) use embed::{Aim, Embedding, Found};
pub(crate) use system::{Group, Patch, Rows, System};
