//! The parts of a drawing, one file each: how far it reaches, its marks, its labels.

pub(crate) mod blocked;
pub(crate) mod contact;
pub(crate) mod force;
pub(crate) mod ground;
pub(crate) mod legend;
pub(crate) mod line_of_force;
pub(crate) mod motion;
pub(crate) mod region;
pub(crate) mod shape;
pub(crate) mod span;
pub(crate) mod stretch;
pub(crate) mod thrust;
