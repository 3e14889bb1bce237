//! Outlines and solids: where their surface is, how it curves, what it weighs.

mod outline;

pub use outline::{Outline, Piece, Turn};

use crate::screw::{Planar, Space};
use std::fmt::Debug;

/// The shapes of a space: outlines in the plane.
pub trait Geometry: Space {
    /// A closed region of this space.
    type Shape: Debug + Clone + PartialEq;
    /// Rotational inertia about the centre of mass.
    type Inertia: Debug + Clone + PartialEq;
}

impl Geometry for Planar {
    type Shape = Outline;
    type Inertia = stiction_proof::Rational;
}
