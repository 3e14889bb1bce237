//! Statements about a spatial problem, each with what makes it evident.

use crate::planar::FrictionUse;
use crate::rational::Rational;
use crate::spatial::Push;
use serde::{Deserialize, Serialize};

/// A statement and its witness, as [`crate::Proof`] in the plane.  "Resists" is the opposite of equation (4) of the
/// spatial problem.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "proves", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SpatialProof {
    /// **The contacts close**: they resist every wrench.  Witness (Stiemke): pushes that cancel, each strictly inside
    /// its cone or absent, at contacts whose directions span the wrench space.
    Closed {
        /// The coefficients meant.
        friction: FrictionUse,
        /// Ids of contacts that are left out of the statement; they do nothing.
        without: Vec<String>,
        /// The squeeze.
        forces: Vec<Push>,
    },
    /// **The contacts do not close.**  Witness: a motion that no contact resists.
    Open {
        /// The coefficients meant.
        friction: FrictionUse,
        /// Ids of contacts that are left out of the statement.
        without: Vec<String>,
        /// The escape.
        twist: [Rational; 6],
    },
    /// **The contacts close for every common coefficient above `mu`.**  Witness: pushes that cancel, in the cones of
    /// `mu` and never at the end of a torsional limit, at contacts whose directions span.
    ClosedAbove {
        /// The bound.
        mu: Rational,
        /// The squeeze.
        forces: Vec<Push>,
    },
    /// **The contacts do not close for any common coefficient up to `mu`**, itself included.
    OpenUpTo {
        /// The bound.
        mu: Rational,
        /// The escape.
        twist: [Rational; 6],
    },
    /// **The contacts do not close for any common coefficient at all.**  Witness: a motion without slip where there is
    /// friction that no contact resists.
    NeverClosed {
        /// The escape.
        twist: [Rational; 6],
    },
    /// **Some motion breaks every contact.**  Witness: a motion that satisfies (4) strictly everywhere.
    Breaks {
        /// The coefficients meant.
        friction: FrictionUse,
        /// The escape.
        twist: [Rational; 6],
    },
    /// **No motion breaks every contact.**  Witness (Gordan): pushes in the cones, not all zero, that cancel.
    Touching {
        /// The coefficients meant.
        friction: FrictionUse,
        /// The forces.
        forces: Vec<Push>,
    },
}
