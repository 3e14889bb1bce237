//! Linear maps between kinds of screw, and how each changes with the basis.
//!
//! A dual system has four sorts of map, each with a rule of its own for a change of basis with motion
//! transform X_m and force transform X_f = X_m⁻ᵀ:
//!
//! ```text
//!     M → M    A′ = X_m A X_m⁻¹    similarity    keeps eigenvalues                               (1)
//!     M → F    B′ = X_f B X_m⁻¹    congruence    keeps symmetry and definiteness                 (2)
//!     F → M    C′ = X_m C X_f⁻¹    congruence                                                    (3)
//!     F → F    D′ = X_f D X_f⁻¹    similarity                                                    (4)
//! ```
//!
//! All four are `X_To · A · X_From⁻¹`, and that is how they are written here: the kinds choose the rule.
//!
//! References: \[Featherstone Table 1\] for (1)–(4), \[Featherstone 3.2\] for X_f.

use super::kind::{self, Kind, Side};
use super::matrix::{self, Singular};
use super::screw::dot;
use super::{Basis, Pose, Screw, Space};
use nalgebra::DMatrix;
use std::marker::PhantomData;
use std::ops::{Add, Mul};

/// A linear map from screws of one kind to screws of another.
///
/// ```
/// use stiction_geometry::screw::{kind, Acceleration, Inertia, Map, Planar, Wrench};
/// let disc = Inertia::planar(2.0, [0.0, 0.0], 1.0).unwrap();
/// let response: Map<kind::Wrench, kind::Acceleration, Planar> = disc.inverse().unwrap();
/// let faster = Acceleration::planar(0.0, [1.0, 0.0]);
/// let load: Wrench<Planar> = disc.wrench_map().apply(&faster);
/// let again = (response * disc.wrench_map()).apply(&faster);
/// assert!((again - faster).max_abs() < 1e-15);
/// ```
///
/// An inertia is not applied to a wrench:
///
/// ```compile_fail,E0308
/// # use stiction_geometry::screw::{Inertia, Wrench};
/// # let disc = Inertia::planar(2.0, [0.0, 0.0], 1.0).unwrap();
/// # let load = Wrench::planar(0.0, [1.0, 0.0]);
/// let nonsense = disc.wrench_map().apply(&load);
/// ```
///
/// and maps follow one another only where the kinds agree:
///
/// ```compile_fail,E0308
/// # use stiction_geometry::screw::{kind, Inertia, Map, Planar};
/// # let disc = Inertia::planar(2.0, [0.0, 0.0], 1.0).unwrap();
/// let nonsense = disc.wrench_map() * disc.wrench_map();
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Map<From: Kind, To: Kind, S: Space> {
    rows: S::Square,
    kinds: PhantomData<(From, To)>,
}

/// M → M, e.g. a projector onto the allowed motions.
pub type MotionMap<S> = Map<kind::Twist, kind::Twist, S>;
/// M → F, e.g. an inertia.
pub type InertiaMap<S> = Map<kind::Acceleration, kind::Wrench, S>;
/// F → M, e.g. an inverse inertia.
pub type InverseInertiaMap<S> = Map<kind::Wrench, kind::Acceleration, S>;
/// F → F, e.g. a projector onto the constraint forces.
pub type ForceMap<S> = Map<kind::Wrench, kind::Wrench, S>;

/// How the matrix of a map changes with the basis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transform {
    /// Within M or within F: eigenvalues are kept.
    Similarity,
    /// Between M and F: symmetry and definiteness are kept.
    Congruence,
}

impl<K: Kind, S: Space> Map<K, K, S> {
    /// The map that changes nothing.
    pub fn identity() -> Self {
        Self::from_rows(S::square(|row, column| if row == column { 1.0 } else { 0.0 }))
    }
}

impl<From: Kind, To: Kind, S: Space> Map<From, To, S> {
    /// Which of the two sorts of rule of \[Featherstone Table 1\] applies.
    pub const TRANSFORM: Transform = transform::<From, To>();

    /// The map whose matrix, in the components of screws, has these rows.
    pub fn from_rows(rows: S::Square) -> Self {
        Self { rows, kinds: PhantomData }
    }

    /// The rows of its matrix, in the components of screws.
    pub fn rows(&self) -> S::Square {
        self.rows
    }

    /// What the map makes of a screw.
    pub fn apply(&self, screw: &Screw<From, S>) -> Screw<To, S> {
        let components = screw.to_array();
        Screw::from_array(S::array(|row| dot(self.rows.as_ref()[row].as_ref(), components.as_ref())))
    }

    /// The dual map: `f · (A m) = (Aᵀ f) · m` for every `m` and `f`.
    ///
    /// The transpose of an inertia as a map of twists is the same inertia as a map of accelerations.
    pub fn transpose(&self) -> Map<To::Dual, From::Dual, S> {
        Map::from_rows(S::square(|row, column| self.rows.as_ref()[column].as_ref()[row]))
    }

    /// The map back, unless this one loses something.
    pub fn inverse(&self) -> Result<Map<To, From, S>, Singular> {
        Ok(Map::from_matrix(&matrix::inverse(&self.matrix())?))
    }

    /// The rows of its matrix in the coordinates of a reciprocal basis: equations (1) to (4).
    pub fn in_basis(&self, basis: &Basis<S>) -> S::Square {
        let [to, from] = [basis.transform::<To>(), basis.inverse_transform::<From>()];
        matrix::to_rows::<S>(&(matrix::from_rows::<S>(&to) * self.matrix() * matrix::from_rows::<S>(&from)))
    }

    /// The map whose matrix in the coordinates of a reciprocal basis has these rows: undoes
    /// [`Map::in_basis`].
    pub fn from_basis(rows: S::Square, basis: &Basis<S>) -> Self {
        let [to, from] = [basis.inverse_transform::<To>(), basis.transform::<From>()];
        let inner = matrix::from_rows::<S>(&rows);
        Self::from_matrix(&(matrix::from_rows::<S>(&to) * inner * matrix::from_rows::<S>(&from)))
    }

    /// The map of screws about another reference point, seen from the present one.
    pub fn shifted_to(&self, point: S::Triple) -> Self {
        self.expressed_in(&Pose::translation_by(point))
    }

    /// The map carried along by a pose; see [`Screw::moved_by`].
    pub fn moved_by(&self, pose: &Pose<S>) -> Self {
        let to = matrix::of_change::<To, S>(|screw| screw.moved_by(pose));
        let from = matrix::of_change::<From, S>(|screw| screw.expressed_in(pose));
        Self::from_matrix(&(to * self.matrix() * from))
    }

    /// The map of screws in the coordinates of the frame that `pose` describes.
    pub fn expressed_in(&self, pose: &Pose<S>) -> Self {
        self.moved_by(&pose.inverse())
    }

    pub(super) fn matrix(&self) -> DMatrix<f64> {
        matrix::from_rows::<S>(&self.rows)
    }

    pub(super) fn from_matrix(matrix: &DMatrix<f64>) -> Self {
        Self::from_rows(matrix::to_rows::<S>(matrix))
    }

    /// The mean of the matrix and its transpose, which rounding has moved apart.
    pub(super) fn symmetrized(&self) -> Self {
        let rows = self.rows.as_ref();
        let entry = |row: usize, column: usize| rows[row].as_ref()[column];
        Self::from_rows(S::square(|row, column| 0.5 * (entry(row, column) + entry(column, row))))
    }
}

const fn transform<From: Kind, To: Kind>() -> Transform {
    if <From::Side as Side>::IS_MOTION == <To::Side as Side>::IS_MOTION {
        Transform::Similarity
    } else {
        Transform::Congruence
    }
}

/// One map after another: `(a * b).apply(x)` is `a.apply(b.apply(x))`.
impl<From: Kind, Middle: Kind, To: Kind, S: Space> Mul<Map<From, Middle, S>> for Map<Middle, To, S> {
    type Output = Map<From, To, S>;
    fn mul(self, first: Map<From, Middle, S>) -> Map<From, To, S> {
        Map::from_matrix(&(self.matrix() * first.matrix()))
    }
}

impl<From: Kind, To: Kind, S: Space> Add for Map<From, To, S> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::from_matrix(&(self.matrix() + other.matrix()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screw::{Planar, Spatial};

    #[test]
    fn maps_within_a_space_are_similar_and_between_spaces_congruent() {
        assert_eq!(MotionMap::<Planar>::TRANSFORM, Transform::Similarity);
        assert_eq!(ForceMap::<Spatial>::TRANSFORM, Transform::Similarity);
        assert_eq!(InertiaMap::<Planar>::TRANSFORM, Transform::Congruence);
        assert_eq!(InverseInertiaMap::<Spatial>::TRANSFORM, Transform::Congruence);
    }

    #[test]
    fn a_map_that_forgets_a_direction_has_no_inverse() {
        let flat = MotionMap::<Planar>::from_rows([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]]);
        assert_eq!(flat.inverse(), Err(Singular { reciprocal_condition: 0.0 }));
        assert_eq!(MotionMap::<Spatial>::identity().inverse(), Ok(Map::identity()));
    }
}
