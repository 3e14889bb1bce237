//! Outlines and solids: where their surface is, how it curves, what it weighs.

mod boundary;
mod crossing;
mod moments;
mod nearest;
mod outline;
pub(crate) mod plane;
mod pose;
mod solid;
mod validity;

pub use boundary::Boundary;
pub use moments::Moments;
pub use nearest::{Feature, Nearest};
pub use outline::{Outline, Piece, Point, Turn};
pub use pose::Pose;
pub use solid::{Mesh, Point3, Polyhedron, Solid};
pub use validity::{ShapeFault, ShapePlace};

use crate::screw::{Planar, Space, Spatial};
use std::fmt::Debug;

/// The shapes of a space: outlines in the plane, solids in space.
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

impl Geometry for Spatial {
    type Shape = Solid;
    type Inertia = [[stiction_proof::Rational; 3]; 3];
}
