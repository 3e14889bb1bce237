//! Reciprocal bases: coordinates in which power is the sum of products, whatever the basis.
//!
//! A basis of motions d₁ … dₙ has exactly one *reciprocal* basis of forces e₁ … eₙ, and back.  With the
//! vectors as columns of D and E:
//!
//! ```text
//!     dᵢ · eⱼ = 1 if i = j, else 0,   that is   Dᵀ E = 1                                        (1)
//!     m′ = X_m m,   f′ = X_f f,   m = X_m⁻¹ m′,   f = X_f⁻¹ f′                                  (2)
//!     X_m = Eᵀ,   X_f = Dᵀ,   X_m⁻¹ = D,   X_f⁻¹ = E,   hence   X_f = X_m⁻ᵀ                     (3)
//!     m · f = m′ᵀ f′                                                                             (4)
//! ```
//!
//! By (3), coordinate i of a screw is its power with the i-th vector of the other half of the basis.
//!
//! References: \[Featherstone 3.1\] for (1) and (4), \[Featherstone 3.2\] for (2) and (3).

use super::kind::{self, Kind, Side};
use super::matrix::{self, Singular};
use super::screw::{dot, largest};
use super::{Pose, Screw, Space, Subspace};
use nalgebra::DMatrix;
use std::fmt;

/// A reciprocal basis of a dual system: motions and forces that satisfy (1).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Basis<S: Space> {
    /// Rows of D, whose columns are the motions.
    motions: S::Square,
    /// Rows of E, whose columns are the forces.
    forces: S::Square,
}

/// Why screws are not a basis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum BasisFault {
    /// A basis has as many vectors as a body has freedoms.
    Count {
        /// How many were given.
        found: usize,
        /// How many are needed.
        needed: usize,
    },
    /// The vectors of a basis are independent.
    Dependent(Singular),
}

impl fmt::Display for BasisFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count { found, needed } => {
                write!(out, "basis: {found} vectors; give {needed}, one a freedom")
            }
            Self::Dependent(singular) => write!(out, "basis: {singular}"),
        }
    }
}

impl std::error::Error for BasisFault {}

impl<S: Space> Basis<S> {
    /// The basis that belongs to the components of screws.
    pub fn standard() -> Self {
        let unit = S::square(|row, column| if row == column { 1.0 } else { 0.0 });
        Self { motions: unit, forces: unit }
    }

    /// The basis with these motions, or these forces, and their reciprocals: equation (1).
    ///
    /// ```
    /// use stiction_geometry::screw::{kind, Basis, Planar, Twist};
    /// // Turning about three points, and the forces that each stop one of the turns.
    /// let turns = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(|p| Twist::<Planar>::turning_about(p, 1.0));
    /// let basis = Basis::reciprocal_to(&turns).unwrap();
    /// let forces = basis.vectors::<kind::Wrench>();
    /// assert_eq!(turns[1].power(&forces[1]), 1.0);
    /// assert_eq!(turns[1].power(&forces[2]), 0.0);
    /// ```
    pub fn reciprocal_to<K: Kind>(vectors: &[Screw<K, S>]) -> Result<Self, BasisFault> {
        if vectors.len() != S::FREEDOMS {
            return Err(BasisFault::Count { found: vectors.len(), needed: S::FREEDOMS });
        }
        let given = matrix::from_columns(vectors);
        let reciprocal = matrix::inverse(&given).map_err(BasisFault::Dependent)?.transpose();
        let [given, reciprocal] = [given, reciprocal].map(|half| matrix::to_rows::<S>(&half));
        let (motions, forces) = K::Side::choose((given, reciprocal), (reciprocal, given));
        Ok(Self { motions, forces })
    }

    /// The basis of the unit screws of a frame: coordinates in it are the components that
    /// [`Screw::expressed_in`] gives.
    pub fn of_frame(pose: &Pose<S>) -> Self {
        let motions = matrix::of_change::<kind::Twist, S>(|screw| screw.moved_by(pose));
        let forces = matrix::of_change::<kind::Wrench, S>(|screw| screw.moved_by(pose));
        Self { motions: matrix::to_rows::<S>(&motions), forces: matrix::to_rows::<S>(&forces) }
    }

    /// The basis [S₁ S₂] of two subspaces that together make up the whole space, and its reciprocal.
    ///
    /// References: \[Featherstone 3.3\].
    pub fn of_sum<K: Kind>(first: &Subspace<K, S>, second: &Subspace<K, S>) -> Result<Self, BasisFault> {
        Self::reciprocal_to(&[first.basis(), second.basis()].concat())
    }

    /// The motions or the forces of the basis.
    pub fn vectors<K: Kind>(&self) -> Vec<Screw<K, S>> {
        matrix::to_columns::<K, S>(&matrix::from_rows::<S>(&self.inverse_transform::<K>()))
    }

    /// The coordinates of a screw in this basis: equation (2).
    pub fn coordinates<K: Kind>(&self, screw: &Screw<K, S>) -> S::Array {
        multiply::<S>(&self.transform::<K>(), &screw.to_array())
    }

    /// The screw with these coordinates in this basis: equation (2).
    pub fn screw<K: Kind>(&self, coordinates: &S::Array) -> Screw<K, S> {
        Screw::from_array(multiply::<S>(&self.inverse_transform::<K>(), coordinates))
    }

    /// The rows of the transform X from components to coordinates in this basis: X_m for motions, X_f for
    /// forces, equation (3).
    pub fn transform<K: Kind>(&self) -> S::Square {
        let dual = K::Side::choose(self.forces, self.motions);
        S::square(|row, column| dual.as_ref()[column].as_ref()[row])
    }

    /// The rows of the transform from coordinates in this basis back to components, equation (3).
    pub fn inverse_transform<K: Kind>(&self) -> S::Square {
        K::Side::choose(self.motions, self.forces)
    }

    /// By how much rounding has left equation (1) unsatisfied: the largest entry of Dᵀ E − 1.
    pub fn defect(&self) -> f64 {
        let [motions, forces] = [self.motions, self.forces].map(|half| matrix::from_rows::<S>(&half));
        let product = motions.transpose() * forces;
        largest((product - DMatrix::identity(S::FREEDOMS, S::FREEDOMS)).as_slice())
    }
}

fn multiply<S: Space>(rows: &S::Square, column: &S::Array) -> S::Array {
    S::array(|row| dot(rows.as_ref()[row].as_ref(), column.as_ref()))
}
