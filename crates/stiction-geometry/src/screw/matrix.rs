//! Between the rows of the public interface and the matrices of the linear algebra.

use super::kind::Kind;
use super::{Screw, Space};
use nalgebra::DMatrix;

/// The matrix with these rows.
pub(super) fn from_rows<S: Space>(rows: &S::Square) -> DMatrix<f64> {
    DMatrix::from_fn(S::FREEDOMS, S::FREEDOMS, |row, column| rows.as_ref()[row].as_ref()[column])
}

/// The rows of a square matrix.
pub(super) fn to_rows<S: Space>(matrix: &DMatrix<f64>) -> S::Square {
    S::square(|row, column| matrix[(row, column)])
}

/// The matrix with these screws as columns.
pub(super) fn from_columns<K: Kind, S: Space>(columns: &[Screw<K, S>]) -> DMatrix<f64> {
    DMatrix::from_fn(S::FREEDOMS, columns.len(), |row, column| columns[column].to_array().as_ref()[row])
}

/// The columns of a matrix as screws.
pub(super) fn to_columns<K: Kind, S: Space>(matrix: &DMatrix<f64>) -> Vec<Screw<K, S>> {
    matrix.column_iter().map(|column| Screw::from_array(S::array(|row| column[row]))).collect()
}

/// The matrix of a linear change of screws, from what it does to the unit screws.
pub(super) fn of_change<K: Kind, S: Space>(change: impl Fn(Screw<K, S>) -> Screw<K, S>) -> DMatrix<f64> {
    let unit = |column| Screw::from_array(S::array(|row| if row == column { 1.0 } else { 0.0 }));
    from_columns(&(0..S::FREEDOMS).map(|column| change(unit(column))).collect::<Vec<_>>())
}

/// A matrix or set of screws that has no inverse, or none that rounding leaves meaningful.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Singular {
    /// Smallest over largest singular value, once rows and columns are scaled; NaN if an entry is not finite.
    pub reciprocal_condition: f64,
}

impl std::fmt::Display for Singular {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { reciprocal_condition } = self;
        write!(
            out,
            "matrix is singular: reciprocal condition {reciprocal_condition:e}; give independent columns"
        )
    }
}

impl std::error::Error for Singular {}

/// The inverse of a square matrix, unless it is singular to rounding.
///
/// Rows, then columns, are first scaled to a largest entry of 1, so that the verdict does not depend on units.
/// It is *singular* if an error of one unit in the last place of every entry could make it so: an n × n matrix
/// of entries ≤ 1 moves its singular values by at most n ε.
pub(super) fn inverse(matrix: &DMatrix<f64>) -> Result<DMatrix<f64>, Singular> {
    let singular = |reciprocal_condition| Err(Singular { reciprocal_condition });
    if !matrix.iter().all(|x| x.is_finite()) {
        return singular(f64::NAN);
    }
    let rows: Vec<f64> = matrix.row_iter().map(|row| scale(row.amax())).collect();
    let by_rows = DMatrix::from_fn(rows.len(), rows.len(), |i, j| matrix[(i, j)] * rows[i]);
    let columns: Vec<f64> = by_rows.column_iter().map(|column| scale(column.amax())).collect();
    let scaled = DMatrix::from_fn(rows.len(), rows.len(), |i, j| by_rows[(i, j)] * columns[j]);
    let values = scaled.singular_values();
    let (smallest, largest) = (values.min(), values.max());
    match scaled.try_inverse() {
        Some(inverse) if smallest > rows.len() as f64 * f64::EPSILON * largest => {
            Ok(DMatrix::from_fn(rows.len(), rows.len(), |i, j| columns[i] * inverse[(i, j)] * rows[j]))
        }
        _ => singular(if largest > 0.0 { smallest / largest } else { 0.0 }),
    }
}

/// The inverse of a symmetric matrix that is never negative, unless it is singular to rounding.
///
/// It is L⁻ᵀ L⁻¹ with Cholesky's L of the matrix scaled to a diagonal near 1: symmetric to the last bit, where
/// the mean of an inverse and its transpose would be off by another factor of the condition.
pub(super) fn symmetric_inverse(matrix: &DMatrix<f64>) -> Result<DMatrix<f64>, Singular> {
    inverse(matrix)?;
    let n = matrix.nrows();
    let units: Vec<f64> = matrix.diagonal().iter().map(|x| scale(x.sqrt())).collect();
    let scaled = DMatrix::from_fn(n, n, |i, j| matrix[(i, j)] * units[i] * units[j]);
    let root = scaled.cholesky().and_then(|root| root.l().solve_lower_triangular(&DMatrix::identity(n, n)));
    // Invertible, but negative by a hair: what should have been zero has been rounded away from it.
    let root = root.ok_or(Singular { reciprocal_condition: 0.0 })?;
    let product = root.transpose() * root;
    Ok(DMatrix::from_fn(n, n, |i, j| product[(i.max(j), i.min(j))] * units[i] * units[j]))
}

/// What a row or column is multiplied with: a power of two, so that scaling rounds nothing.
fn scale(largest: f64) -> f64 {
    if largest > 0.0 { (-largest.log2().ceil()).exp2() } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_do_not_make_a_matrix_singular() {
        let matrix = DMatrix::from_row_slice(2, 2, &[1e-150, 0.0, 1.0, 1e150]);
        let product = inverse(&matrix).unwrap() * &matrix;
        assert!((product - DMatrix::identity(2, 2)).amax() <= 4.0 * f64::EPSILON);
    }

    #[test]
    fn columns_one_ulp_apart_are_singular() {
        let matrix = DMatrix::from_row_slice(2, 2, &[1.0, 1.0 + f64::EPSILON, 1.0, 1.0]);
        assert!(inverse(&matrix).unwrap_err().reciprocal_condition < 1e-15);
        assert!(inverse(&DMatrix::zeros(3, 3)).is_err());
        assert!(inverse(&DMatrix::from_element(3, 3, f64::NAN)).is_err());
    }
}
