//! Statements about closure of one body and about its motions to second order, each with what makes it evident. What
//! is said about balance is said of assemblies, of which a body alone is one
//! ([`AssemblyProof`](crate::AssemblyProof)).

use crate::second_order::Spoke;
use crate::{FrictionUse, PlanarContact, Rational, SpatialContact, Touch};
use serde::{Deserialize, Serialize};

/// A statement about a body in space.
pub type SpatialProof = Proof<SpatialContact>;

/// A statement about a [`Problem`](crate::Problem) and its witness. A contact *resists* a motion if some push of its
/// cone does negative work on it: in the plane, where it moves the body's point at the contact with `u`, unless `n·u
/// ≥ μ|t·u|`; in space, unless equation (4) of
/// [`SpatialContact`] holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[allow(clippy::large_enum_variant)] // An accepted proof is in a box.
#[serde(bound = "", tag = "proves", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Proof<T: Touch = PlanarContact> {
    /// **The contacts close**: they resist every wrench.  Witness (Stiemke): pushes that cancel,
    /// each strictly inside its cone or absent, at contacts whose directions span the wrench space.
    Closed {
        /// The coefficients meant.
        friction: FrictionUse,
        /// Ids of contacts that are left out of the statement; their forces are zero.
        without: Vec<String>,
        /// The squeeze.
        forces: Vec<T::Push>,
    },
    /// **The contacts do not close.**  Witness: a motion that no contact resists.
    Open {
        /// The coefficients meant.
        friction: FrictionUse,
        /// Ids of contacts that are left out of the statement.
        without: Vec<String>,
        /// The escape.
        twist: T::Screw,
    },
    /// **The contacts close for every common coefficient above `mu`.** Witness: pushes that cancel, in the cones of
    /// `mu` and never at the end of a torsional limit, at contacts whose directions span; so they are strictly inside
    /// every wider cone.
    ClosedAbove {
        /// The bound.
        mu: Rational,
        /// The squeeze.
        forces: Vec<T::Push>,
    },
    /// **The contacts do not close for any common coefficient up to `mu`**, itself included.
    OpenUpTo {
        /// The bound.
        mu: Rational,
        /// The escape.
        twist: T::Screw,
    },
    /// **The contacts do not close for any common coefficient at all.**  Witness: a motion without slip where
    /// there is friction, that no contact resists.
    NeverClosed {
        /// The escape.
        twist: T::Screw,
    },
    /// **Some motion breaks every contact**: the grasp is open beyond its boundary.  Witness: a motion on
    /// which every push of every cone does work.
    Breaks {
        /// The coefficients meant.
        friction: FrictionUse,
        /// The escape.
        twist: T::Screw,
    },
    /// **No motion breaks every contact**: the grasp is on the boundary.  Witness (Gordan): forces in the
    /// cones, not all zero, that cancel.
    Touching {
        /// The coefficients meant.
        friction: FrictionUse,
        /// The forces.
        forces: Vec<T::Push>,
    },
    /// **The body cannot move at all**, without friction: curvature holds it.  Witness: equilibria of the normal
    /// forces, and a fan of motions around all that first order leaves, each sector of it blocked.
    Immobile {
        /// Multiples of the normals that cancel, one list an equilibrium, in the problem's order.
        equilibria: Vec<Vec<Rational>>,
        /// The directions around the plane of motions that are left, or the two of a line.
        fan: Vec<Spoke>,
    },
    /// **The body can move away**, without friction, whatever higher orders say. Witness: a velocity and an
    /// acceleration that open every gap, to first or to second order.
    Mobile {
        /// The velocity.
        twist: T::Screw,
        /// The acceleration of body and reference point.
        acceleration: T::Screw,
    },
    /// **The body can move along its contacts**, without friction: at each that does not open, an outline that is an
    /// arc, straight or a vertex moves in itself.
    Glides {
        /// The velocity.
        twist: T::Screw,
    },
}

impl<T: Touch> Proof<T> {
    /// The forces of a squeeze.
    pub fn forces(&self) -> Option<&Vec<T::Push>> {
        match self {
            Self::Closed { forces, .. }
            | Self::ClosedAbove { forces, .. }
            | Self::Touching { forces, .. } => Some(forces),
            _ => None,
        }
    }

    /// The forces of a squeeze, to be changed.
    pub fn forces_mut(&mut self) -> Option<&mut Vec<T::Push>> {
        match self {
            Self::Closed { forces, .. }
            | Self::ClosedAbove { forces, .. }
            | Self::Touching { forces, .. } => Some(forces),
            _ => None,
        }
    }

    /// The motion of an escape, to be changed.
    pub fn twist_mut(&mut self) -> Option<&mut T::Screw> {
        match self {
            Self::Open { twist, .. }
            | Self::OpenUpTo { twist, .. }
            | Self::NeverClosed { twist }
            | Self::Breaks { twist, .. } => Some(twist),
            _ => None,
        }
    }
}
