//! Whether a symmetric matrix is positive definite, by Cholesky's method in doubles with an error bound.
//!
//! Let `S` be scaled on both sides by powers of two, which round nothing, and `Ã = fl(S) − c·1`.  If the
//! method ends with a factor `R` and no pivot that is not positive, then \[Higham, theorem 10.5\], with the
//! unit roundoff `u` and n rows,
//!
//! ```text
//!     |RᵀR − Ã| ≤ γ/(1 − γ)·d dᵀ,  dᵢ² = ãᵢᵢ,  γ = (n + 1)u/(1 − (n + 1)u),                              (1)
//!     so Ã ≥ −γ/(1 − γ)·tr Ã ≥ −2(n + 1)u·tr fl(S)             since RᵀR ≥ 0 and (n + 1)u < 1/100,       (2)
//!     and S ≥ c − 2(n + 1)u·tr fl(S) − 4u·(maxᵢ Σⱼ |fl(sᵢⱼ)| + 1),                                       (3)
//! ```
//!
//! where the last part bounds what was rounded in the entries, in the subtraction of `c` and below the
//! smallest normal double.  With `c` twice what is taken off in (3) the matrix is definite; the twos in (2)
//! and (3), of which little more than one each is needed, bound what is rounded in `c` itself.  Otherwise
//! nothing is said.

use crate::Rational;

/// Rows up to which (2) holds with room to spare, and a matrix is held in memory.
const MOST_ROWS: usize = 4000;

/// Sizes of entries whose scaled products stay far from the ends of doubles.
const SIZES: std::ops::Range<f64> = 1e-280..1e280;

/// Whether doubles show that a symmetric matrix is positive definite.
pub(crate) fn is_definite_in_doubles(matrix: &[Vec<Rational>]) -> bool {
    let size = matrix.len();
    if size > MOST_ROWS || matrix.iter().any(|row| row.len() != size) {
        return false;
    }
    let mut entries: Vec<f64> = matrix.iter().flatten().map(Rational::to_f64).collect();
    let usable = matrix
        .iter()
        .flatten()
        .zip(&entries)
        .all(|(exact, entry)| exact.is_zero() || SIZES.contains(&entry.abs()));
    if !usable || (0..size).any(|at| entries[at * size + at] <= 0.0) {
        return false;
    }
    let half = |at: usize| (0.5 * entries[at * size + at].log2()).floor();
    let scale: Vec<f64> = (0..size).map(|at| (-half(at)).exp2()).collect();
    // A power of two, or nothing is known.
    if !scale.iter().all(|scale| scale.is_normal() && scale.to_bits() << 12 == 0) {
        return false;
    }
    for (place, entry) in entries.iter_mut().enumerate() {
        *entry *= scale[place / size];
        *entry *= scale[place % size];
    }
    let row_sum = |row: &[f64]| row.iter().map(|entry| entry.abs()).sum::<f64>();
    let (trace, widest) = (
        (0..size).map(|at| entries[at * size + at]).sum::<f64>(),
        entries.chunks(size.max(1)).map(row_sum).fold(0.0, f64::max),
    );
    let unit = f64::EPSILON / 2.0;
    let shift = 2.0 * (2.0 * (size as f64 + 1.0) * unit * trace + 4.0 * unit * (widest + 1.0));
    (0..size).for_each(|at| entries[at * size + at] -= shift);
    shift.is_finite() && factors(size, &mut entries)
}

/// Cholesky's method by rows, in place: whether every pivot is positive.
fn factors(size: usize, entries: &mut [f64]) -> bool {
    for row in 0..size {
        for column in 0..=row {
            let mut rest = entries[row * size + column];
            for k in 0..column {
                rest -= entries[row * size + k] * entries[column * size + k];
            }
            let factor = if column < row { rest / entries[column * size + column] } else { rest.sqrt() };
            // The root of what is negative is no number.
            if !factor.is_finite() || column == row && factor <= 0.0 {
                return false;
            }
            entries[row * size + column] = factor;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `k` on the diagonal and ones elsewhere: the least eigenvalue is `k − 1`.
    fn ones(size: usize, diagonal: &Rational) -> Vec<Vec<Rational>> {
        let entry = |i, j| if i == j { diagonal.clone() } else { Rational::one() };
        (0..size).map(|i| (0..size).map(|j| entry(i, j)).collect()).collect()
    }

    #[test]
    fn what_is_definite_by_a_margin_is_shown_and_what_is_singular_never() {
        let close = |by: i64| Rational::one() + Rational::from(1).checked_div(&Rational::from(by)).unwrap();
        assert!(is_definite_in_doubles(&ones(150, &Rational::from(2))));
        assert!(is_definite_in_doubles(&ones(60, &close(1 << 20))));
        for diagonal in [Rational::one(), close(-(1 << 50)), close(-2), Rational::from(-1)] {
            assert!(!is_definite_in_doubles(&ones(60, &diagonal)));
        }
        // Definite, and nearer to singular than doubles can tell.
        assert!(!is_definite_in_doubles(&ones(60, &close(1 << 52))));
        assert!(is_definite_in_doubles(&[]));
    }

    #[test]
    fn sizes_of_rows_are_no_matter() {
        let scaled = |matrix: Vec<Vec<Rational>>| -> Vec<Vec<Rational>> {
            let factor = |at: usize| Rational::from_f64(10.0_f64.powi(3 * at as i32 - 30)).unwrap();
            let row = |(i, row): (usize, Vec<Rational>)| {
                row.into_iter().enumerate().map(|(j, entry)| entry * &(&factor(i) * &factor(j))).collect()
            };
            matrix.into_iter().enumerate().map(row).collect()
        };
        assert!(is_definite_in_doubles(&scaled(ones(20, &Rational::from(3)))));
        assert!(!is_definite_in_doubles(&scaled(ones(20, &Rational::one()))));
    }
}
