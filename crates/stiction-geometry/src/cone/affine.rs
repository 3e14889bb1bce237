//! Polyhedra: sets of points bounded by planes that need not pass through the origin.
//!
//! A polyhedron in Rⁿ is where the cone over it, one dimension higher, has first coordinate one:
//!
//! ```text
//!     {x : N x ≥ b, E x = d}  =  {x : (1, x) ∈ C},   C = {(t, x) : N x ≥ t b, E x = t d, t ≥ 0}                  (1)
//! ```
//!
//! Rays of C with `t > 0` are vertices, those with `t = 0` are rays.

use super::linear_map::same;
use super::polyhedral::{Cone, Place};
use super::rows::{ConeFault, Rows, dot};
use dashu_int::IBig;
use stiction_proof::Rational;

/// A polyhedron in both forms: `normals·x ≥ offsets` and `equalities·x = offsets`, or the hull of vertices,
/// rays and lines.
///
/// ```
/// use stiction_geometry::cone::Polyhedron;
/// use stiction_proof::Rational;
/// // x ≥ 1, y ≥ 0, x + y ≤ 3.
/// let row = |entries: [i64; 2]| entries.map(Rational::from).to_vec();
/// let triangle = Polyhedron::from_halfspaces(2, &[
///     (row([1, 0]), 1.into()), (row([0, 1]), 0.into()), (row([-1, -1]), (-3).into()),
/// ], &[])?;
/// assert_eq!(triangle.vertices(), [row([1, 0]), row([1, 2]), row([3, 0])]);
/// # Ok::<(), stiction_geometry::cone::ConeFault>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Polyhedron {
    over: Cone,
}

/// A plane or half-space: a normal, and the product with it.
pub type Bound = (Vec<Rational>, Rational);

impl Polyhedron {
    /// All `x` with `normal·x ≥ offset` and `normal·x = offset`.
    pub fn from_halfspaces(
        dimension: usize,
        normals: &[Bound],
        equalities: &[Bound],
    ) -> Result<Self, ConeFault> {
        let normals = lifted(dimension, normals)?.with(&first_axis(dimension));
        Cone::from_halfspaces(&normals, &lifted(dimension, equalities)?).map(Self::settled)
    }

    /// The hull of points, rays and lines; without a point it is empty.
    pub fn from_generators(
        dimension: usize,
        vertices: &[Vec<Rational>],
        rays: &[Vec<Rational>],
        lines: &[Vec<Rational>],
    ) -> Result<Self, ConeFault> {
        let lift = |vectors: &[Vec<Rational>], first: i64| -> Result<Vec<Vec<Rational>>, ConeFault> {
            check(dimension, vectors.iter())?;
            Ok(vectors.iter().map(|vector| [&[Rational::from(first)], &vector[..]].concat()).collect())
        };
        let all = [lift(vertices, 1)?, lift(rays, 0)?].concat();
        let rows = |rows: &[Vec<Rational>]| Rows::from_rationals(dimension + 1, rows);
        Cone::from_generators(&rows(&all)?, &rows(&lift(lines, 0)?)?).map(Self::settled)
    }

    /// The points of which `(1, x)` is in a cone whose first coordinate is never negative.
    pub fn from_cone(over: Cone) -> Self {
        Self::settled(over)
    }

    /// A polyhedron without a point is the cone of nothing, whatever its rays were.
    pub(super) fn settled(over: Cone) -> Self {
        let has_point = over.rays().iter().any(|ray| !ray[0].is_zero());
        Self { over: if has_point { over } else { Cone::origin(over.space()) } }
    }

    /// The cone over it, equation (1).
    pub fn cone_over(&self) -> &Cone {
        &self.over
    }

    /// The dimension of the space.
    pub fn space(&self) -> usize {
        self.over.space() - 1
    }

    /// Whether it has no point.
    pub fn is_empty(&self) -> bool {
        self.over.rays().is_empty()
    }

    /// The vertices, modulo the lines.
    pub fn vertices(&self) -> Vec<Vec<Rational>> {
        let points = self.over.rays().iter().filter(|ray| !ray[0].is_zero());
        let mut vertices: Vec<Vec<Rational>> = points
            .map(|ray| ray[1..].iter().map(|entry| Rational::quotient(entry, &ray[0])).collect())
            .collect();
        vertices.sort();
        vertices
    }

    /// The extreme rays of the directions in which it has no end, modulo the lines.
    pub fn rays(&self) -> Rows {
        self.tails(self.over.rays().iter().filter(|ray| ray[0].is_zero()))
    }

    /// The lines in it.
    pub fn lines(&self) -> Rows {
        self.tails(self.over.lines().iter())
    }

    fn tails<'a>(&self, rows: impl Iterator<Item = &'a [IBig]>) -> Rows {
        let mut tails = Rows::none(self.space());
        rows.for_each(|row| tails.push(row[1..].iter().cloned()));
        tails
    }

    /// The half-spaces of its facets.
    pub fn normals(&self) -> Vec<Bound> {
        bounds(self.over.normals(), &self.over)
    }

    /// The planes in which it lies.
    pub fn equalities(&self) -> Vec<Bound> {
        self.over.equalities().iter().map(bound).collect()
    }

    /// Where a point lies; indices of tight normals are those of the cone over it.
    pub fn place(&self, point: &[Rational]) -> Result<Place, ConeFault> {
        same(self.space(), point.len())?;
        self.over.place(&[&[Rational::one()], point].concat())
    }

    /// Whether a point is in it.
    pub fn contains(&self, point: &[Rational]) -> Result<bool, ConeFault> {
        Ok(!matches!(self.place(point)?, Place::Outside { .. }))
    }

    /// What lies in both.
    pub fn meet(&self, other: &Self) -> Result<Self, ConeFault> {
        Ok(Self::settled(self.over.meet(&other.over)?))
    }
}

/// The rows that are tight at some vertex: a face without one lies at infinity, and belongs to the cone alone.
pub(super) fn bounds(rows: &Rows, over: &Cone) -> Vec<Bound> {
    let vertices = || over.rays().iter().filter(|ray| !ray[0].is_zero());
    rows.iter().filter(|row| vertices().any(|ray| dot(row, ray).is_zero())).map(bound).collect()
}

/// Half-spaces as rows of the cone over them.
pub(super) fn lifted(dimension: usize, bounds: &[Bound]) -> Result<Rows, ConeFault> {
    check(dimension, bounds.iter().map(|(normal, _)| normal))?;
    let row = |(normal, offset): &Bound| [&[-offset.clone()], &normal[..]].concat();
    Rows::from_rationals(dimension + 1, &bounds.iter().map(row).collect::<Vec<_>>())
}

/// The first coordinate in the space of the cone over.
pub(super) fn first_axis(dimension: usize) -> Rows {
    let mut rows = Rows::none(dimension + 1);
    rows.push((0..=dimension).map(|at| IBig::from(u8::from(at == 0))));
    rows
}

fn bound(row: &[IBig]) -> Bound {
    (row[1..].iter().cloned().map(Rational::from).collect(), Rational::from(-&row[0]))
}

fn check<'a>(expected: usize, rows: impl Iterator<Item = &'a Vec<Rational>>) -> Result<(), ConeFault> {
    match rows.enumerate().find(|(_, row)| row.len() != expected) {
        Some((row, found)) => Err(ConeFault::Length { row, found: found.len(), expected }),
        None => Ok(()),
    }
}
