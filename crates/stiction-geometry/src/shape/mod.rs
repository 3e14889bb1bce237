//! Outlines and solids: where their surface is, how it curves, what it weighs.

mod boundary;
mod crossing;
mod cuboid;
mod holes;
mod mesh;
mod mesh_nearest;
mod mesh_shells;
mod mesh_validity;
mod moments;
mod nearest;
mod outline;
mod piercing;
pub mod plane;
mod polyhedron;
mod pose;
mod solid;
mod solid_moments;
mod solid_nearest;
mod solid_validity;
pub mod space;
mod spatial_pose;
mod surface;
#[cfg(test)]
mod testing;
mod validity;

pub use boundary::Boundary;
pub use mesh::Mesh;
pub use moments::Moments;
pub use nearest::{Feature, Nearest};
pub use outline::{Outline, Piece, Point, Turn};
pub use polyhedron::Polyhedron;
pub use pose::{Pose, degrees};
pub use solid::{Point3, Solid};
pub use solid_moments::SolidMoments;
pub use solid_nearest::{SolidFeature, SolidNearest};
pub use solid_validity::{SolidFault, SolidPlace};
pub use spatial_pose::SpatialPose;
pub use validity::{ShapeFault, ShapePlace};

use crate::screw::{Planar, Space, Spatial};
use std::fmt::Debug;

/// The shapes of a space: outlines in the plane, solids in space.
pub trait Geometry: Space {
    /// A closed region of this space.
    type Shape: Debug + Clone + PartialEq + Send + Sync;
    /// Rotational inertia about the centre of mass.
    type Inertia: Debug + Clone + PartialEq + Send + Sync;
}

impl Geometry for Planar {
    type Shape = Outline;
    type Inertia = stiction_proof::Rational;
}

impl Geometry for Spatial {
    type Shape = Solid;
    type Inertia = [[stiction_proof::Rational; 3]; 3];
}
