//! Small matrices of rationals, by rows.

use crate::equations::{reduce, reduce_by};
pub use crate::vector::dot;
use crate::{elimination, integers};
use stiction_proof::{NonZero, Rational};

/// Rows of a matrix.
pub type Rows = Vec<Vec<Rational>>;

/// `M v`.
pub fn times(rows: &[Vec<Rational>], vector: &[Rational]) -> Vec<Rational> {
    rows.iter().map(|row| dot(row, vector)).collect()
}

/// `A B`.
pub fn product(left: &[Vec<Rational>], right: &[Vec<Rational>]) -> Rows {
    let columns = transposed(right);
    left.iter().map(|row| columns.iter().map(|column| dot(row, column)).collect()).collect()
}

/// `Aᵀ`; of no rows, none.
pub fn transposed(rows: &[Vec<Rational>]) -> Rows {
    let width = rows.first().map_or(0, Vec::len);
    (0..width).map(|column| rows.iter().map(|row| row[column].clone()).collect()).collect()
}

/// The determinant of a square matrix; of one without rows it is 1.
pub fn determinant(rows: &[Vec<Rational>]) -> Rational {
    let scaled: Vec<_> = rows.iter().map(|row| integers::scaled(row)).collect();
    let scale = scaled.iter().fold(NonZero::one(), |product, (_, scale)| product * scale);
    let whole = elimination::determinant(scaled.into_iter().map(|(row, _)| row).collect());
    Rational::from(whole) / &scale
}

/// Reduced echelon form: its rows, and the column of each row's leading one.
pub fn reduced(rows: &[Vec<Rational>]) -> (Rows, Vec<usize>) {
    let mut rows = rows.to_vec();
    let width = rows.first().map_or(0, Vec::len);
    let pivots = reduce(&mut rows, width);
    rows.truncate(pivots.len());
    (rows, pivots)
}

/// Whether a symmetric matrix is positive definite: elimination down its diagonal meets nothing but positive pivots.
pub fn is_positive_definite(rows: &[Vec<Rational>]) -> bool {
    let mut rows = rows.to_vec();
    for step in 0..rows.len() {
        let (above, below) = rows.split_at_mut(step + 1);
        let lead = &above[step];
        let Some(over) = NonZero::new(lead[step].clone()).filter(|over| over.get().is_positive()) else {
            return false;
        };
        for row in below.iter_mut().filter(|row| !row[step].is_zero()) {
            let factor = &row[step] / &over;
            row.iter_mut().zip(lead).for_each(|(entry, other)| *entry -= &(&factor * other));
        }
    }
    true
}

/// The rank.
pub fn rank(rows: &[Vec<Rational>]) -> usize {
    elimination::rank(rows.iter().map(|row| integers::primitive(row)).collect())
}

/// An entry is taken as a pivot while a larger one is left only if it is at least this part of it.
const SMALL_PIVOT: f64 = 1e-6;

/// Reduced echelon form of which every pivot, among the first `width` columns, is the first that is not small
/// beside what is left: its rows, and the column of each row's one.  What follows from it is of the size of
/// what is given, also where entries are roundings.
pub fn reduced_by_size(rows: &[Vec<Rational>], width: usize) -> (Rows, Vec<usize>) {
    let mut rows = rows.to_vec();
    let pivots = reduce_by(&mut rows, |left, _| next_pivot(left, width));
    (rows, pivots)
}

fn next_pivot(rows: &[Vec<Rational>], width: usize) -> Option<(usize, usize)> {
    let size = |row: usize, column: usize| rows[row][column].to_f64().abs();
    let largest = |column: usize| {
        let nonzero = (0..rows.len()).filter(|row| !rows[*row][column].is_zero());
        nonzero.map(|row| (size(row, column), row)).max_by(|a, b| a.0.total_cmp(&b.0))
    };
    let columns: Vec<(usize, (f64, usize))> =
        (0..width).filter_map(|column| Some((column, largest(column)?))).collect();
    let most = columns.iter().map(|(_, (size, _))| *size).fold(0.0, f64::max);
    columns
        .iter()
        .find(|(_, (size, _))| *size >= SMALL_PIVOT * most)
        .map(|(column, (_, row))| (*row, *column))
}

/// A basis of the vectors of this length that every row is orthogonal to, of the size of what is given.
pub fn kernel_by_size(rows: &[Vec<Rational>], width: usize) -> Rows {
    kernel_of(reduced_by_size(rows, width), width)
}

/// A basis of the vectors of this length that every row is orthogonal to.
pub fn kernel(rows: &[Vec<Rational>], width: usize) -> Rows {
    kernel_of(reduced(rows), width)
}

/// The kernel that an echelon form shows.
pub fn kernel_of((reduced, pivots): (Rows, Vec<usize>), width: usize) -> Rows {
    let free = (0..width).filter(|column| !pivots.contains(column));
    let basis = |free: usize| {
        let mut vector = vec![Rational::zero(); width];
        vector[free] = Rational::one();
        for (row, &pivot) in reduced.iter().zip(&pivots) {
            vector[pivot] = -&row[free];
        }
        vector
    };
    free.map(basis).collect()
}

/// The rows of a matrix, each with its entries of the right-hand sides behind it.
pub fn joined(matrix: &[Vec<Rational>], rights: &[Vec<Rational>]) -> Rows {
    let behind = |row: usize| rights.iter().map(move |right| right[row].clone());
    matrix
        .iter()
        .enumerate()
        .map(|(row, entries)| entries.iter().cloned().chain(behind(row)).collect())
        .collect()
}

/// The solution of `A x = b` for each right-hand side; none if `A` is singular.
pub fn solve(matrix: &[Vec<Rational>], rights: &[Vec<Rational>]) -> Option<Rows> {
    let size = matrix.len();
    let (reduced, pivots) = reduced(&joined(matrix, rights));
    (pivots.iter().copied().eq(0..size)).then(|| {
        (0..rights.len()).map(|k| reduced.iter().map(|row| row[size + k].clone()).collect()).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows<const N: usize>(entries: &[[i64; N]]) -> Rows {
        entries.iter().map(|row| row.iter().map(|&x| Rational::new(x, 3)).collect()).collect()
    }

    #[test]
    fn a_solution_solves_and_a_singular_matrix_has_none() {
        let matrix = rows(&[[0, 2, 1], [3, 1, 4], [1, 5, 9]]);
        let right = vec![rows(&[[2, 6, 5]])[0].clone()];
        let x = solve(&matrix, &right).unwrap();
        assert_eq!(times(&matrix, &x[0]), right[0]);
        assert_eq!(solve(&rows(&[[1, 2], [2, 4]]), &rows(&[[1, 1]])), None);
        assert_eq!(solve(&[], &[]), Some(vec![]));
    }

    #[test]
    fn a_matrix_is_positive_definite_when_its_leading_minors_are_positive() {
        assert!(is_positive_definite(&rows(&[[2, 1], [1, 1]])));
        assert!(!is_positive_definite(&rows(&[[1, 1], [1, 1]])));
        assert!(!is_positive_definite(&rows(&[[1, 2], [2, 1]])));
        assert!(!is_positive_definite(&rows(&[[0, 1], [1, 0]])));
    }

    #[test]
    fn kernel_and_rank_fill_the_space() {
        let matrix = rows(&[[1, 2, 3, 4], [2, 4, 6, 8], [0, 1, 0, 1]]);
        let kernel = kernel(&matrix, 4);
        assert_eq!((rank(&matrix), kernel.len()), (2, 2));
        assert!(kernel.iter().all(|vector| times(&matrix, vector).iter().all(Rational::is_zero)));
        assert_eq!(determinant(&rows(&[[0, 3], [6, 0]])), Rational::from(-2));
        assert_eq!(determinant(&[]), Rational::one());
    }
}
