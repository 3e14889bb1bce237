//! Subspaces of motions and forces: what a contact allows, and what it can push back with.
//!
//! A subspace is the range of a matrix S whose columns are a basis of it.
//!
//! ```text
//!     S ⊥ T    if  s · t = 0  for every motion s of S and force t of T         reciprocal          (1)
//!     T = S⊥   if  S ⊥ T  and  dim S + dim T = n                               complement          (2)
//!     (S⊥)⊥ = S,   (S + T)⊥ = S⊥ ∩ T⊥                                                              (3)
//!     v = S₁ α₁ + S₂ α₂,  uniquely, if S₁ ⊕ S₂ is the whole space                                  (4)
//! ```
//!
//! The complement of a space of motions is a space of forces; no angle between motions enters.
//!
//! References: \[Featherstone 3.3\] for (1) to (4).

use super::kind::{self, Kind};
use super::screw::dot;
use super::{Basis, BasisFault, Map, Pose, Screw, Space};
use std::fmt;

/// How far, as a part of its length, a vector must stand out of the span of others to count as independent of
/// them; and the sine below which two vectors count as reciprocal.
///
/// Lengths are Euclidean in the components (rad/s and m/s, or N·m and N).  Rounding alone leaves about 1e-15
/// and coordinates computed from others perhaps a thousand times that, well below; a genuine freedom that
/// stands out by less than 1e-10 should be described in other units or about a nearer point.
pub const RANK_TOLERANCE: f64 = 1e-10;

/// A subspace of screws, with a basis.
///
/// ```
/// use stiction_geometry::screw::{Motions, Planar, Twist, Wrench};
/// // A frictionless slider along x: free to move that way, and stopped in the other two.
/// let slides = Motions::span(&[Twist::planar(0.0, [1.0, 0.0])]).unwrap();
/// let stops = slides.complement();
/// assert_eq!(stops.dimension(), 2);
/// assert!(stops.contains(&Wrench::<Planar>::push([5.0, 0.0], [0.0, 1.0])));
/// assert!(slides.is_reciprocal_to(&stops));
/// ```
/// ```compile_fail,E0308
/// # use stiction_geometry::screw::{Motions, Planar, Twist, Wrench};
/// # let slides = Motions::span(&[Twist::planar(0.0, [1.0, 0.0])]).unwrap();
/// slides.is_reciprocal_to(&slides);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Subspace<K: Kind, S: Space> {
    basis: Vec<Screw<K, S>>,
}

/// A space of directions of motion.
pub type Motions<S> = Subspace<kind::Twist, S>;
/// A space of forces.
pub type Forces<S> = Subspace<kind::Wrench, S>;

/// Why screws do not describe a subspace, or a basis of one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SubspaceFault {
    /// Every component is a finite number.
    NotFinite {
        /// Index of the first screw with one that is not.
        index: usize,
    },
    /// The vectors of a basis are independent.
    Dependent {
        /// How many were given.
        found: usize,
        /// How many of them are independent, to [`RANK_TOLERANCE`].
        rank: usize,
    },
}

impl fmt::Display for SubspaceFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { index } => {
                write!(out, "subspace: vector {index} is not finite; give numbers")
            }
            Self::Dependent { found, rank } => {
                write!(out, "subspace: only {rank} of {found} vectors are independent; leave out the others")
            }
        }
    }
}

impl std::error::Error for SubspaceFault {}

/// A screw as the sum of its parts in two subspaces: equation (4).
#[derive(Debug, Clone, PartialEq)]
pub struct Decomposition<K: Kind, S: Space> {
    /// Coordinates α₁ and α₂ in the bases of the subspaces.
    pub coordinates: [Vec<f64>; 2],
    /// The parts S₁ α₁ and S₂ α₂.
    pub parts: [Screw<K, S>; 2],
}

impl<K: Kind, S: Space> Subspace<K, S> {
    /// The subspace that these screws span.  Those that depend on the others are left out of its basis.
    pub fn span(screws: &[Screw<K, S>]) -> Result<Self, SubspaceFault> {
        if let Some(index) = screws.iter().position(|screw| !screw.is_finite()) {
            return Err(SubspaceFault::NotFinite { index });
        }
        Ok(Self::independent_of(screws))
    }

    /// The subspace with exactly these screws as its basis.
    pub fn from_basis(basis: &[Screw<K, S>]) -> Result<Self, SubspaceFault> {
        let spanned = Self::span(basis)?;
        let (found, rank) = (basis.len(), spanned.dimension());
        if found == rank { Ok(spanned) } else { Err(SubspaceFault::Dependent { found, rank }) }
    }

    /// The subspace that holds nothing but zero.
    pub fn zero() -> Self {
        Self { basis: Vec::new() }
    }

    /// All screws of this kind.
    pub fn whole() -> Self {
        Self::zero().complement_of_kind()
    }

    /// The number of independent screws in it.
    pub fn dimension(&self) -> usize {
        self.basis.len()
    }

    /// Its basis: the columns of S.
    pub fn basis(&self) -> &[Screw<K, S>] {
        &self.basis
    }

    /// The screw S α, if there is one coordinate for each vector of the basis.
    pub fn combine(&self, coordinates: &[f64]) -> Option<Screw<K, S>> {
        let fits = coordinates.len() == self.dimension();
        fits.then(|| self.basis.iter().zip(coordinates).map(|(&vector, &x)| vector * x).sum())
    }

    /// Whether a screw lies in it, to [`RANK_TOLERANCE`] of its length.
    pub fn contains(&self, screw: &Screw<K, S>) -> bool {
        screw.is_finite() && self.frame().extend(&directions(&[*screw]), RANK_TOLERANCE).is_empty()
    }

    /// Whether it holds the same screws as another, whatever their bases.
    pub fn is_same_as(&self, other: &Self) -> bool {
        self.dimension() == other.dimension() && other.basis.iter().all(|vector| self.contains(vector))
    }

    /// The reciprocal complement: all screws of the dual kind that have no power with any of these, (2).
    pub fn complement(&self) -> Subspace<K::Dual, S> {
        self.complement_of_kind()
    }

    /// Whether no screw of one has power with any of the other, (1), to [`RANK_TOLERANCE`].
    pub fn is_reciprocal_to(&self, dual: &Subspace<K::Dual, S>) -> bool {
        let (ours, theirs) = (directions(&self.basis), directions(&dual.basis));
        ours.iter().all(|s| theirs.iter().all(|t| dot(s, t).abs() <= RANK_TOLERANCE))
    }

    /// The sum: all screws that are one of these plus one of those.
    pub fn sum(&self, other: &Self) -> Self {
        Self::independent_of(&[self.basis(), other.basis()].concat())
    }

    /// The meet: all screws that are in both, by equation (3).
    pub fn meet(&self, other: &Self) -> Self {
        self.complement().sum(&other.complement()).complement_of_kind()
    }

    /// Whether every screw is one of these plus one of those in exactly one way: S₁ ⊕ S₂ is the whole space.
    pub fn is_direct_sum_with(&self, other: &Self) -> bool {
        let together = self.dimension() + other.dimension();
        together == S::FREEDOMS && self.sum(other).dimension() == S::FREEDOMS
    }

    /// The parts of a screw in this subspace and another: equation (4).  A fault unless their direct sum is
    /// the whole space.
    pub fn decompose(&self, other: &Self, screw: &Screw<K, S>) -> Result<Decomposition<K, S>, BasisFault> {
        let coordinates = Basis::of_sum(self, other)?.coordinates(screw);
        let (first, second) = coordinates.as_ref().split_at(self.dimension());
        let part = |space: &Self, x: &[f64]| space.combine(x).unwrap_or_default();
        let parts = [part(self, first), part(other, second)];
        Ok(Decomposition { coordinates: [first.to_vec(), second.to_vec()], parts })
    }

    /// What a map makes of the whole subspace: the span of the images.
    pub fn image<To: Kind>(&self, map: &Map<K, To, S>) -> Result<Subspace<To, S>, SubspaceFault> {
        Subspace::span(&self.basis.iter().map(|vector| map.apply(vector)).collect::<Vec<_>>())
    }

    /// The same directions for another kind on the same side: directions of twists as directions of
    /// accelerations, of wrenches as of momenta.
    pub fn of_kind<L: Kind<Side = K::Side>>(&self) -> Subspace<L, S> {
        Subspace { basis: self.basis.iter().map(|vector| Screw::from_array(vector.to_array())).collect() }
    }

    /// The subspace about another reference point, seen from the present one.
    pub fn shifted_to(&self, point: S::Triple) -> Self {
        self.each(|vector| vector.shifted_to(point))
    }

    /// The subspace carried along by a pose; see [`Screw::moved_by`].
    pub fn moved_by(&self, pose: &Pose<S>) -> Self {
        self.each(|vector| vector.moved_by(pose))
    }

    /// The subspace in the coordinates of the frame that `pose` describes.
    pub fn expressed_in(&self, pose: &Pose<S>) -> Self {
        self.each(|vector| vector.expressed_in(pose))
    }

    /// The span of the most independent of these screws, in the order given.
    fn independent_of(screws: &[Screw<K, S>]) -> Self {
        let mut kept = Frame::default().extend(&directions(screws), RANK_TOLERANCE);
        kept.sort_unstable();
        Self { basis: kept.into_iter().map(|index| screws[index]).collect() }
    }

    fn each(&self, change: impl Fn(&Screw<K, S>) -> Screw<K, S>) -> Self {
        Self { basis: self.basis.iter().map(change).collect() }
    }

    /// The basis was found independent when the subspace was made, so all of it is taken now: a change of
    /// point, however far, must not change the dimension.
    fn frame(&self) -> Frame {
        let mut frame = Frame::default();
        frame.extend(&directions(&self.basis), 0.0);
        frame
    }

    /// The components at right angles to ours, read as screws of the other kind: only there do they mean
    /// something, namely (1).
    fn complement_of_kind<L: Kind>(&self) -> Subspace<L, S> {
        let mut frame = self.frame();
        let taken = frame.vectors.len();
        let units = (0..S::FREEDOMS).map(|i| S::array(|j| if i == j { 1.0 } else { 0.0 }));
        frame.extend(&units.map(|unit| unit.as_ref().to_vec()).collect::<Vec<_>>(), RANK_TOLERANCE);
        let rest = frame.vectors[taken..].iter();
        Subspace { basis: rest.map(|vector| Screw::from_array(S::array(|i| vector[i]))).collect() }
    }
}

/// Orthonormal columns, for numbers only: they grow by the column that stands out most.
#[derive(Default)]
struct Frame {
    vectors: Vec<Vec<f64>>,
}

impl Frame {
    /// Takes up, one after the other, whichever unit vector stands out most, until none stands out by more than
    /// `tolerance`.  Returns which were taken, first the most independent.
    fn extend(&mut self, candidates: &[Vec<f64>], tolerance: f64) -> Vec<usize> {
        let mut taken = Vec::new();
        while let Some((length, index, rest)) = self.most_independent(candidates, &taken) {
            if length <= tolerance || self.vectors.len() == rest.len() {
                break;
            }
            self.vectors.push(rest.iter().map(|x| x / length).collect());
            taken.push(index);
        }
        taken
    }

    /// Length, index and rest of the candidate that stands out most.
    fn most_independent(&self, candidates: &[Vec<f64>], taken: &[usize]) -> Option<(f64, usize, Vec<f64>)> {
        let free = (0..candidates.len()).filter(|index| !taken.contains(index));
        let rests = free.map(|index| (index, self.outside(&candidates[index])));
        let measured = rests.map(|(index, rest)| (dot(&rest, &rest).sqrt(), index, rest));
        measured.max_by(|(one, ..), (other, ..)| one.total_cmp(other))
    }

    /// The part of a vector outside our span, subtracted twice: once leaves rounding of the order of ε over
    /// the remaining length, twice leaves ε.
    fn outside(&self, vector: &[f64]) -> Vec<f64> {
        let mut rest = vector.to_vec();
        for ours in self.vectors.iter().chain(&self.vectors) {
            let along = dot(ours, &rest);
            rest.iter_mut().zip(ours).for_each(|(x, y)| *x -= along * y);
        }
        rest
    }
}

/// Components scaled to length 1; those of zero stay zero.
fn directions<K: Kind, S: Space>(screws: &[Screw<K, S>]) -> Vec<Vec<f64>> {
    screws.iter().map(|screw| direction(screw.to_array().as_ref(), screw.max_abs())).collect()
}

/// Scaled by the largest component first, so that squares neither overflow nor vanish.
fn direction(components: &[f64], largest: f64) -> Vec<f64> {
    let scaled: Vec<f64> = components.iter().map(|x| if largest > 0.0 { x / largest } else { 0.0 }).collect();
    let length = dot(&scaled, &scaled).sqrt();
    scaled.iter().map(|x| if length > 0.0 { x / length } else { 0.0 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screw::{Planar, Spatial, Twist, Wrench};

    #[test]
    fn nothing_and_everything_are_complements() {
        assert_eq!(Motions::<Spatial>::zero().complement().dimension(), 6);
        assert_eq!(Motions::<Planar>::whole().complement(), Forces::zero());
        assert!(Motions::<Planar>::whole().is_direct_sum_with(&Motions::zero()));
    }

    #[test]
    fn twins_a_few_ulps_apart_are_one_freedom() {
        let (slide, twin) = (Twist::planar(1.0, [1.0, 0.0]), Twist::planar(1.0, [1.0 + 4e-16, 0.0]));
        assert_eq!(Motions::span(&[slide, twin]).unwrap().dimension(), 1);
        let fault = Motions::from_basis(&[slide, twin]).unwrap_err();
        assert_eq!(fault, SubspaceFault::Dependent { found: 2, rank: 1 });
    }

    #[test]
    fn vectors_of_any_size_span_and_zero_spans_nothing() {
        let (huge, tiny) = (Wrench::planar(1e300, [0.0, 1e300]), Wrench::planar(0.0, [1e-300, 0.0]));
        assert_eq!(Forces::span(&[huge, tiny, Wrench::zero()]).unwrap().dimension(), 2);
        assert_eq!(Forces::<Planar>::span(&[]).unwrap(), Forces::zero());
    }

    #[test]
    fn a_nan_spans_nothing_and_is_nowhere() {
        let wild = Twist::planar(f64::NAN, [0.0, 1.0]);
        assert_eq!(Motions::span(&[Twist::zero(), wild]), Err(SubspaceFault::NotFinite { index: 1 }));
        assert!(!Motions::whole().contains(&wild));
    }

    #[test]
    fn subspaces_that_share_a_direction_decompose_nothing() {
        let turn = Motions::span(&[Twist::<Planar>::turning_about([1.0, 0.0], 1.0)]).unwrap();
        let turns = Motions::span(&[
            Twist::<Planar>::turning_about([1.0, 0.0], 1.0),
            Twist::<Planar>::turning_about([0.0, 1.0], 1.0),
        ]);
        let turns = turns.unwrap();
        assert!(!turn.is_direct_sum_with(&turns));
        assert!(turn.decompose(&turns, &Twist::zero()).is_err());
        assert!(turn.meet(&turns).is_same_as(&turn));
    }
}
