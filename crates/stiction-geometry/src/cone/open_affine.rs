//! Polyhedra some of whose faces do not belong to them.
//!
//! Where contacts already move, the accelerations that keep, break or turn them are bounded by planes that
//! miss the origin, and some of the bounds are strict.  As a polyhedron is where the cone over it has first
//! coordinate one, so is a polyhedron with open faces, of a cone with open faces:
//!
//! ```text
//!     S = {x : (1, x) ∈ K},   K = {(t, x) : N x ≥ t b, E x = t d, F x > t f, t > 0}                              (1)
//!     M S + s  =  {y : (1, y) ∈ image of K under (t, x) ↦ (t, M x + t s)}                                        (2)
//!     S + D    =  {x : (1, x) ∈ K + {0} × D}                                             for a cone D            (3)
//! ```
//!
//! K has no point with t = 0, so that it is S and nothing else: equal sets have equal K.

use super::affine::{Bound, Polyhedron, bounds, first_axis, lifted};
use super::affine_map::AffineMap;
use super::linear_map::{LinearMap, same};
use super::open::OpenCone;
use super::rows::{ConeFault, Rows};
use dashu_int::IBig;
use stiction_proof::Rational;

/// A polyhedron with open faces, equation (1).  Two are equal as sets exactly when they are equal as values.
///
/// ```
/// use stiction_geometry::cone::OpenPolyhedron;
/// use stiction_proof::Rational;
/// // 0 ≤ x < 1 and y > 2.
/// let bound = |entries: [i64; 2], offset: i64| (entries.map(Rational::from).to_vec(), Rational::from(offset));
/// let strip = OpenPolyhedron::new(2, &[bound([1, 0], 0)], &[], &[bound([-1, 0], -1), bound([0, 1], 2)])?;
/// assert!(strip.contains(&[0.into(), 3.into()])?);
/// assert!(!strip.contains(&[1.into(), 3.into()])? && !strip.contains(&[0.into(), 2.into()])?);
/// assert_eq!(strip.strict().len(), 2);
/// # Ok::<(), stiction_geometry::cone::ConeFault>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OpenPolyhedron {
    over: OpenCone,
}

impl From<Polyhedron> for OpenPolyhedron {
    fn from(closed: Polyhedron) -> Self {
        let dimension = closed.space();
        let over = closed.cone_over();
        // All are of one width; of the empty set the first coordinate is nowhere positive.
        let over = OpenCone::new(over.normals(), over.equalities(), &first_axis(dimension));
        Self { over: over.unwrap_or_else(|_| OpenCone::empty(dimension + 1)) }
    }
}

impl OpenPolyhedron {
    /// All `x` with `normal·x ≥ offset`, `normal·x = offset` and, of the strict ones, `normal·x > offset`.
    pub fn new(
        dimension: usize,
        normals: &[Bound],
        equalities: &[Bound],
        strict: &[Bound],
    ) -> Result<Self, ConeFault> {
        let strict = lifted(dimension, strict)?.with(&first_axis(dimension));
        let over = OpenCone::new(&lifted(dimension, normals)?, &lifted(dimension, equalities)?, &strict)?;
        Ok(Self { over })
    }

    /// The set without any point.
    pub fn empty(dimension: usize) -> Self {
        Self { over: OpenCone::empty(dimension + 1) }
    }

    /// The cone over it, equation (1).
    pub fn cone_over(&self) -> &OpenCone {
        &self.over
    }

    /// The dimension of the space.
    pub fn space(&self) -> usize {
        self.over.space() - 1
    }

    /// Whether it has no point.
    pub fn is_empty(&self) -> bool {
        self.over.is_empty()
    }

    /// The smallest closed polyhedron that holds it.
    pub fn closure(&self) -> Polyhedron {
        Polyhedron::settled(self.over.closure().clone())
    }

    /// The strict bounds: one for every largest face that is missing, tight there and nowhere else; of the
    /// empty set `0 > 0`.
    pub fn strict(&self) -> Vec<Bound> {
        if self.is_empty() {
            return vec![(vec![Rational::zero(); self.space()], Rational::zero())];
        }
        bounds(self.over.strict(), self.over.closure())
    }

    /// Whether a point is in the set.
    pub fn contains(&self, point: &[Rational]) -> Result<bool, ConeFault> {
        same(self.space(), point.len())?;
        self.over.contains(&[&[Rational::one()], point].concat())
    }

    /// A point of the set, if it has one.
    pub fn point(&self) -> Option<Vec<Rational>> {
        let point = self.over.point()?;
        let (first, rest) = point.split_first()?;
        rest.iter().map(|entry| Rational::from_parts(entry.clone(), first.clone())).collect()
    }

    /// What lies in both.
    pub fn meet(&self, other: &Self) -> Result<Self, ConeFault> {
        same(self.space(), other.space())?;
        Ok(Self { over: self.over.meet(&other.over)? })
    }

    /// What is in this set and not in the other, as disjoint polyhedra.
    pub fn difference(&self, other: &Self) -> Result<Vec<Self>, ConeFault> {
        same(self.space(), other.space())?;
        Ok(self.over.difference(&other.over)?.into_iter().map(|over| Self { over }).collect())
    }

    /// The image under a map, equation (2).
    pub fn image(&self, map: &AffineMap) -> Result<Self, ConeFault> {
        Ok(Self { over: self.over.image(map.over())? })
    }

    /// All points whose image under a map lies in the set.
    pub fn inverse_image(&self, map: &AffineMap) -> Result<Self, ConeFault> {
        Ok(Self { over: self.over.inverse_image(map.over())? })
    }

    /// All sums of a point and a vector of a cone, equation (3).
    pub fn plus_cone(&self, cone: &OpenCone) -> Result<Self, ConeFault> {
        same(self.space(), cone.space())?;
        let [rays, lines] = [cone.closure().rays(), cone.closure().lines()].map(|rows| behind_zero(rows, 1));
        let closed = super::Cone::from_generators(&rays, &lines)?;
        let strict = behind_zero(cone.strict(), 1);
        let level = OpenCone::new(closed.normals(), closed.equalities(), &strict)?;
        Ok(Self { over: self.over.join(&level)? })
    }

    /// All sums of a point of the one and a point of the other: pairs of points at the same `t`, added.
    pub fn plus(&self, other: &Self) -> Result<Self, ConeFault> {
        same(self.space(), other.space())?;
        let dimension = self.space();
        let entry = |at: usize| match at {
            0 => IBig::ONE,
            at if at == dimension + 1 => -IBig::ONE,
            _ => IBig::ZERO,
        };
        let mut level = Rows::none(2 * dimension + 2);
        level.push((0..2 * dimension + 2).map(entry));
        let all = Rows::none(2 * dimension + 2);
        let pairs = self.over.product(&other.over).meet(&OpenCone::new(&all, &level, &all)?)?;
        let line = |row: usize| {
            let is_summand = |at: usize| at == row || (row > 0 && at == dimension + 1 + row);
            (0..2 * dimension + 2).map(|at| i64::from(is_summand(at))).collect::<Vec<_>>()
        };
        let matrix: Vec<Vec<i64>> = (0..=dimension).map(line).collect();
        Ok(Self { over: pairs.image(&LinearMap::from_integers(2 * dimension + 2, &matrix)?)? })
    }
}

/// Rows with zeros before them.
fn behind_zero(rows: &Rows, zeros: usize) -> Rows {
    let mut behind = Rows::none(rows.width() + zeros);
    rows.iter()
        .for_each(|row| behind.push(std::iter::repeat_n(IBig::ZERO, zeros).chain(row.iter().cloned())));
    behind
}
