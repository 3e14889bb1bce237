//! Maps of points: linear with a shift.

use super::linear_map::{LinearMap, same};
use super::rows::ConeFault;
use stiction_proof::Rational;

/// The map `x ↦ M x + s` of points, as the linear map `(t, x) ↦ (t, M x + t s)` of the cones over them.
///
/// ```
/// use stiction_geometry::cone::AffineMap;
/// use stiction_proof::Rational;
/// let row = |entries: [i64; 2]| entries.map(Rational::from).to_vec();
/// let shadow = AffineMap::new(2, &[row([1, 2])], &[Rational::new(1, 2)])?;
/// assert_eq!(shadow.apply(&row([3, 1]))?, [Rational::new(11, 2)]);
/// # Ok::<(), stiction_geometry::cone::ConeFault>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AffineMap {
    matrix: Vec<Vec<Rational>>,
    shift: Vec<Rational>,
    over: LinearMap,
}

impl AffineMap {
    /// The map whose matrix has these rows, from a space of dimension `from`, with a shift for each row.
    pub fn new(from: usize, matrix: &[Vec<Rational>], shift: &[Rational]) -> Result<Self, ConeFault> {
        same(matrix.len(), shift.len())?;
        if let Some((row, found)) = matrix.iter().enumerate().find(|(_, found)| found.len() != from) {
            return Err(ConeFault::Length { row, found: found.len(), expected: from });
        }
        let mut rows = vec![[vec![Rational::one()], vec![Rational::zero(); from]].concat()];
        rows.extend(
            matrix.iter().zip(shift).map(|(row, shift)| [std::slice::from_ref(shift), &row[..]].concat()),
        );
        let over = LinearMap::from_rationals(from + 1, &rows)?;
        Ok(Self { matrix: matrix.to_vec(), shift: shift.to_vec(), over })
    }

    /// The map without a shift.
    pub fn linear(from: usize, matrix: &[Vec<Rational>]) -> Result<Self, ConeFault> {
        Self::new(from, matrix, &vec![Rational::zero(); matrix.len()])
    }

    /// The map of the cones over the points.
    pub fn over(&self) -> &LinearMap {
        &self.over
    }

    /// The image of a point.
    pub fn apply(&self, point: &[Rational]) -> Result<Vec<Rational>, ConeFault> {
        same(self.over.from() - 1, point.len())?;
        let entry = |(row, shift): (&Vec<Rational>, &Rational)| {
            shift + &row.iter().zip(point).map(|(a, b)| a * b).sum::<Rational>()
        };
        Ok(self.matrix.iter().zip(&self.shift).map(entry).collect())
    }
}
