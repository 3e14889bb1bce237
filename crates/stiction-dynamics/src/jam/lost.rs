//! What a jam takes away: where a force goes to infinity the sliding stops.
//!
//! ```text
//!     Φ̂ᵢ q̇ = −Φ̂ₜᵢ     at each constraint i whose force takes part in the jam                 (28)
//! ```
//!
//! Reference: \[DY 28\].

use super::lower::System;
use stiction_proof::{Constraint, Rational};

/// A sliding that a jam stops: the new constraint (28), by its row.
#[derive(Debug, Clone, PartialEq)]
pub struct Lost<'s> {
    /// The id of the constraint that was slid along.
    pub constraint: &'s str,
    /// `Φ̂ᵢ` for a normal of unit length.
    pub row: Vec<f64>,
    /// How fast it slides until then, where that is known.
    pub slip: Option<f64>,
}

impl System {
    /// The freedoms that a jam with these forces takes away: those along friction rows whose force is not zero.
    pub fn lost(&self, forces: &[Rational]) -> Vec<Lost<'_>> {
        let rubs = |one: &Constraint| !one.mu.is_zero() && one.friction.iter().any(|entry| !entry.is_zero());
        let constraints = self.problem.constraints.iter().zip(forces).enumerate();
        constraints
            .filter(|(_, (one, force))| !force.is_zero() && rubs(one))
            .map(|(index, (one, _))| {
                let unit = |entry: &Rational| entry.to_f64() / one.square.to_f64().sqrt();
                let slip = self.driven.slips.as_ref().and_then(|slips| slips.get(index)).map(unit);
                Lost { constraint: &one.id, row: one.friction.iter().map(unit).collect(), slip }
            })
            .collect()
    }
}
