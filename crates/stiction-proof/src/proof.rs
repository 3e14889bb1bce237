//! Statements about a planar problem, each with what makes it evident.

use crate::planar::FrictionUse;
use crate::rational::Rational;
use crate::second_order::Spoke;
use serde::{Deserialize, Serialize};

/// A force at each contact as `[a, b]` in `a·n + b·t`, in the problem's order.
pub type Forces = Vec<[Rational; 2]>;

/// A statement and its witness.  `u` is the velocity of the body's point at a contact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "proves", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Proof {
    /// **The contacts close**: they resist every wrench.  Witness (Stiemke): forces that cancel,
    /// each strictly inside its cone or absent, at contacts whose edges span the wrench space.
    Closed {
        /// The coefficients meant.
        friction: FrictionUse,
        /// Ids of contacts that are left out of the statement; their forces are zero.
        without: Vec<String>,
        /// The squeeze.
        forces: Forces,
    },
    /// **The contacts do not close.**  Witness: a motion that no contact resists, `n·u ≥ μ|t·u|`.
    Open {
        /// The coefficients meant.
        friction: FrictionUse,
        /// Ids of contacts that are left out of the statement.
        without: Vec<String>,
        /// The escape.
        twist: [Rational; 3],
    },
    /// **The contacts close for every common coefficient above `mu`.**  Witness: forces that cancel and
    /// have `|b| ≤ mu·a`, at contacts whose directions span; so they are strictly inside every wider cone.
    ClosedAbove {
        /// The bound.
        mu: Rational,
        /// The squeeze.
        forces: Forces,
    },
    /// **The contacts do not close for any common coefficient up to `mu`**, itself included.
    OpenUpTo {
        /// The bound.
        mu: Rational,
        /// The escape.
        twist: [Rational; 3],
    },
    /// **The contacts do not close for any common coefficient at all.**  Witness: a motion with `n·u ≥ 0`
    /// everywhere and `t·u = 0` where there is friction.
    NeverClosed {
        /// The escape.
        twist: [Rational; 3],
    },
    /// **Some motion breaks every contact**: the grasp is open beyond its boundary.  Witness: a motion with
    /// `n·u > μ|t·u|` everywhere.
    Breaks {
        /// The coefficients meant.
        friction: FrictionUse,
        /// The escape.
        twist: [Rational; 3],
    },
    /// **No motion breaks every contact**: the grasp is on the boundary.  Witness (Gordan): forces in the
    /// cones, not all zero, that cancel.
    Touching {
        /// The coefficients meant.
        friction: FrictionUse,
        /// The forces.
        forces: Forces,
    },
    /// **The contacts can balance the load.**  Witness: forces in the cones and limits that do.
    Rests {
        /// The coefficients meant.
        friction: FrictionUse,
        /// The total external wrench `[m, fx, fy]` about the reference.
        load: [Rational; 3],
        /// The forces.
        forces: Forces,
    },
    /// **The contacts cannot balance the load.**  Witness (Farkas): a motion on which the load does more
    /// work than the contacts can take up within their limits.
    Falls {
        /// The coefficients meant.
        friction: FrictionUse,
        /// The total external wrench `[m, fx, fy]` about the reference.
        load: [Rational; 3],
        /// The collapse.
        twist: [Rational; 3],
    },
    /// **The contacts cannot balance `load + s·direction` for any `s > multiple`.**  Witness: a motion as
    /// for [`Proof::Falls`] on which `direction` does positive work and nothing is left at `multiple`.
    FallsBeyond {
        /// The load at `s = 0`.
        load: [Rational; 3],
        /// What is added.
        direction: [Rational; 3],
        /// The bound.
        multiple: Rational,
        /// The collapse.
        twist: [Rational; 3],
    },
    /// **The body cannot move at all**, without friction: curvature holds it.  Witness: equilibria of the normal
    /// forces, and a fan of motions around all that first order leaves, each sector of it blocked.
    Immobile {
        /// Multiples of the normals that cancel, one list an equilibrium, in the problem's order.
        equilibria: Vec<Vec<Rational>>,
        /// The directions around the plane of motions that are left, or the two of a line.
        fan: Vec<Spoke>,
    },
    /// **The body can move away**, without friction, whatever higher orders say.  Witness: a velocity and an acceleration
    /// that open every gap, to first or to second order.
    Mobile {
        /// The velocity.
        twist: [Rational; 3],
        /// The acceleration `[α, ax, ay]` of body and reference point.
        acceleration: [Rational; 3],
    },
    /// **The body can move along its contacts**, without friction: at each that does not open, an outline that is an
    /// arc, straight or a vertex moves in itself.
    Glides {
        /// The velocity.
        twist: [Rational; 3],
    },
    /// **Every balance of the load has `Σ weightsᵢ·aᵢ ≥ bound`**, `aᵢ` being the multiples of the normals.  Witness: a
    /// motion.  A contact takes up work `aᵢrᵢ` at most on it, `rᵢ = μ|t·u| − n·u`, so
    /// `load·V ≤ Σ aᵢrᵢ ≤ Σ weightsᵢ·aᵢ + Σ mostᵢ·max(0, rᵢ − weightsᵢ)`, where without limit `rᵢ ≤ weightsᵢ` must hold.
    AtLeast {
        /// The total external wrench `[m, fx, fy]` about the reference.
        load: [Rational; 3],
        /// One for each contact, of either sign.
        weights: Vec<Rational>,
        /// The bound.
        bound: Rational,
        /// The motion.
        twist: [Rational; 3],
    },
}
