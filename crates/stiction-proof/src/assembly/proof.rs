//! What can be said about an assembly, each with its witness.

use crate::{FrictionUse, Rational, Touch};
use serde::{Deserialize, Serialize};

/// A statement about an [`AssemblyProblem`](super::AssemblyProblem) with what makes it evident.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", rename_all = "snake_case", deny_unknown_fields)]
pub enum AssemblyProof<T: Touch> {
    /// **The contacts can balance the load**, equation (1).
    Rests {
        /// The coefficients meant.
        friction: FrictionUse,
        /// What pulls at each body, about its reference point.
        load: Vec<T::Screw>,
        /// What each contact does to its `on`.
        forces: Vec<T::Push>,
    },
    /// **The contacts cannot balance the load**, equation (2).
    Falls {
        /// The coefficients meant.
        friction: FrictionUse,
        /// What pulls at each body, about its reference point.
        load: Vec<T::Screw>,
        /// The collapse: a twist of each body about its reference point.
        twists: Vec<T::Screw>,
        /// For each contact a number that is neither negative nor below `rᵢ`; all zero where this is left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        resistance: Vec<Rational>,
    },
    /// **Where `load + Σ sₖ·directionₖ` can be balanced within the limits `mostᵢ − Σ sₖ·takenₖᵢ`,
    /// `Σ sₖ·normalₖ ≤ bound`.** Witness: twists with `directionₖ·V + Σ takenₖᵢ·rᵢ = normalₖ` and
    /// `Σ mostᵢ·rᵢ − load·V ≤ bound`.
    Bounds {
        /// The coefficients meant.
        friction: FrictionUse,
        /// What pulls at each body besides the directions.
        load: Vec<T::Screw>,
        /// What is added.
        directions: Vec<Vec<T::Screw>>,
        /// By how much each direction takes from the limit of each contact; nothing where this is left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        taken: Vec<Vec<Rational>>,
        /// One number a direction.
        normal: Vec<Rational>,
        /// The bound.
        bound: Rational,
        /// The twists.
        twists: Vec<T::Screw>,
        /// For each contact a number that is neither negative nor below `rᵢ`; all zero where this is left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        resistance: Vec<Rational>,
    },
    /// **Every balance of the load has `Σ weightsᵢ·aᵢ ≥ bound`**, `aᵢ` being the multiples of the normals.  Witness:
    /// twists with `load·V − Σ mostᵢ·resistanceᵢ ≥ bound`, the resistances being bounds of `rᵢ − weightsᵢ`.
    AtLeast {
        /// The coefficients meant.
        friction: FrictionUse,
        /// What pulls at each body, about its reference point.
        load: Vec<T::Screw>,
        /// One for each contact, of either sign.
        weights: Vec<Rational>,
        /// The bound.
        bound: Rational,
        /// The twists.
        twists: Vec<T::Screw>,
        /// For each contact a number that is neither negative nor below `rᵢ − weightsᵢ`; all zero where this
        /// is left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        resistance: Vec<Rational>,
    },
    /// **In every balance of the load the force of one contact on its `on` has `direction·f ≥ bound`.**
    /// Witness: twists with `load·V − Σ mostᵢ·resistanceᵢ ≥ bound`, where the resistances bound `rᵢ`, of that
    /// contact for the relative velocity `direction` besides its own.
    ForceAtLeast {
        /// The coefficients meant.
        friction: FrictionUse,
        /// What pulls at each body, about its reference point.
        load: Vec<T::Screw>,
        /// The place of the contact.
        contact: usize,
        /// Along which its force counts.
        direction: T::Vector,
        /// The bound.
        bound: Rational,
        /// The twists.
        twists: Vec<T::Screw>,
        /// For each contact a number that is neither negative nor below `rᵢ`; all zero where this is left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        resistance: Vec<Rational>,
    },
}
