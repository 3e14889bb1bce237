//! The section `[jam]`: a system under constraints with friction, given by its matrices.

use stiction_proof::{ForceSign, Rational};

/// What the section says \[DY 4\].
#[derive(Debug, Clone, PartialEq)]
pub struct JamSection {
    /// The mass matrix M, n rows.
    pub mass: Vec<Vec<Rational>>,
    /// The rows of Φ_q, one for each constraint.
    pub constraints: Vec<Vec<Rational>>,
    /// The rows of Φ̂_q for coefficients of one.
    pub friction: Vec<Vec<Rational>>,
    /// The coefficients.
    pub mu: Vec<Rational>,
    /// τ − h, where it was given.
    pub force: Option<Vec<Rational>>,
    /// Γ, where it was given.
    pub gamma: Option<Vec<Rational>>,
    /// q̇, where it was given.
    pub rate: Option<Vec<Rational>>,
    /// Signs of λ.
    pub signs: Vec<ForceSign>,
}
