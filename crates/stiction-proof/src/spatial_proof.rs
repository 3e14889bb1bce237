//! Statements about a spatial problem, each with what makes it evident.

use crate::planar::FrictionUse;
use crate::rational::Rational;
use crate::spatial::Push;
use serde::{Deserialize, Serialize};

/// A statement and its witness, as [`crate::Proof`] in the plane.  "Resists" is the opposite of equation (4) of the
/// spatial problem.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[allow(clippy::large_enum_variant)] // An accepted proof is in a box.
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
    /// **The contacts can balance the load.**  Witness: pushes in the cones and limits that do.
    Rests {
        /// The coefficients meant.
        friction: FrictionUse,
        /// The total external wrench about the reference.
        load: [Rational; 6],
        /// The pushes.
        forces: Vec<Push>,
    },
    /// **The contacts cannot balance the load.**  Witness (Farkas): a motion on which the load does more work than the
    /// contacts can take up, `load·V > Σ mostᵢ·resistanceᵢ`, and none where there is no limit.  A contact takes up at
    /// most `rᵢ` for one normal, `rᵢ = √(μ²(|u|²|n|² − (n·u)²) + γ²(n·w)²) − n·u`; a resistance bounds it from above.
    Falls {
        /// The coefficients meant.
        friction: FrictionUse,
        /// The total external wrench about the reference.
        load: [Rational; 6],
        /// The collapse.
        twist: [Rational; 6],
        /// For each contact a number that is neither negative nor below `rᵢ`.
        resistance: Vec<Rational>,
    },
    /// **The contacts cannot balance `load + s·direction` for any `s > multiple`.**  Witness: a motion as for
    /// [`SpatialProof::Falls`] on which `direction` does positive work and nothing is left at `multiple`.
    FallsBeyond {
        /// The load at `s = 0`.
        load: [Rational; 6],
        /// What is added.
        direction: [Rational; 6],
        /// The bound.
        multiple: Rational,
        /// The collapse.
        twist: [Rational; 6],
        /// For each contact a number that is neither negative nor below `rᵢ`.
        resistance: Vec<Rational>,
    },
    /// **Every balance of the load has `Σ weightsᵢ·aᵢ ≥ bound`**, `aᵢ` being the multiples of the normals.  Witness: a
    /// motion with `load·V − Σ mostᵢ·resistanceᵢ ≥ bound`, the resistances being bounds of `rᵢ − weightsᵢ`.
    AtLeast {
        /// The total external wrench about the reference.
        load: [Rational; 6],
        /// One for each contact, of either sign.
        weights: Vec<Rational>,
        /// The bound.
        bound: Rational,
        /// The motion.
        twist: [Rational; 6],
        /// For each contact a number that is neither negative nor below `rᵢ − weightsᵢ`.
        resistance: Vec<Rational>,
    },
}
