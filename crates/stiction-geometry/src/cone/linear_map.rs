//! Linear maps of one space into another, up to a positive factor: all that cones need.

use super::rows::{ConeFault, Rows, dot};
use dashu_int::IBig;
use stiction_exact::integers;
use stiction_proof::Rational;

/// A linear map `x ↦ c·M x` with some `c > 0`, in integers.
///
/// ```
/// use stiction_geometry::cone::{LinearMap, Rows};
/// let shadow = LinearMap::from_integers(3, &[[1, 0, 0], [0, 1, 0]])?;
/// assert_eq!(shadow.apply(&Rows::from_integers(3, &[[2, 4, 5]])?)?, Rows::from_integers(2, &[[1, 2]])?);
/// # Ok::<(), stiction_geometry::cone::ConeFault>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinearMap {
    from: usize,
    to: usize,
    entries: Vec<IBig>,
}

impl LinearMap {
    /// The map whose matrix has these rows, from a space of dimension `from`.
    pub fn from_integers<R: AsRef<[i64]>>(from: usize, matrix: &[R]) -> Result<Self, ConeFault> {
        let lengths = matrix.iter().map(|row| row.as_ref().len());
        check(from, lengths)?;
        let entries = matrix.iter().flat_map(|row| row.as_ref().iter().map(|&entry| entry.into())).collect();
        Ok(Self { from, to: matrix.len(), entries })
    }

    /// The map whose matrix has these rows, from a space of dimension `from`.
    pub fn from_rationals<R: AsRef<[Rational]>>(from: usize, matrix: &[R]) -> Result<Self, ConeFault> {
        check(from, matrix.iter().map(|row| row.as_ref().len()))?;
        let all: Vec<Rational> = matrix.iter().flat_map(|row| row.as_ref().iter().cloned()).collect();
        Ok(Self { from, to: matrix.len(), entries: integers::primitive(&all) })
    }

    /// `(x, y) ↦ x + y` of two vectors of this dimension.
    pub(super) fn sum(dimension: usize) -> Self {
        let entry = |at: usize| IBig::from(u8::from(at / (2 * dimension) == at % dimension));
        let entries = (0..2 * dimension * dimension).map(entry).collect();
        Self { from: 2 * dimension, to: dimension, entries }
    }

    /// The dimension of the space it maps from.
    pub fn from(&self) -> usize {
        self.from
    }

    /// The dimension of the space it maps to.
    pub fn to(&self) -> usize {
        self.to
    }

    /// The images of directions.
    pub fn apply(&self, rows: &Rows) -> Result<Rows, ConeFault> {
        same(self.from, rows.width())?;
        let mut images = Rows::none(self.to);
        let line = |at: usize| &self.entries[at * self.from..(at + 1) * self.from];
        rows.iter().for_each(|row| images.push((0..self.to).map(|at| dot(line(at), row))));
        Ok(images)
    }

    /// Normals of the target as normals of the source: `n·(M x) = (Mᵀn)·x`.
    pub fn pull_back(&self, normals: &Rows) -> Result<Rows, ConeFault> {
        same(self.to, normals.width())?;
        let mut pulled = Rows::none(self.from);
        for normal in normals.iter() {
            let column =
                |c: usize| normal.iter().enumerate().map(|(r, n)| n * &self.entries[r * self.from + c]).sum();
            pulled.push((0..self.from).map(column));
        }
        Ok(pulled)
    }
}

fn check(expected: usize, lengths: impl Iterator<Item = usize>) -> Result<(), ConeFault> {
    match lengths.enumerate().find(|(_, found)| *found != expected) {
        Some((row, found)) => Err(ConeFault::Length { row, found, expected }),
        None => Ok(()),
    }
}

/// Both dimensions are one.
pub(super) fn same(expected: usize, found: usize) -> Result<(), ConeFault> {
    if found == expected { Ok(()) } else { Err(ConeFault::Dimension { found, expected }) }
}
