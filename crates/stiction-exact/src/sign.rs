//! Signs: certain in doubles where the error bound allows, else from integers.

use super::{elimination, integers};
use dashu_int::IBig;

/// Which side of zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// Less than zero.
    Negative,
    /// Exactly zero.
    Zero,
    /// Greater than zero.
    Positive,
}

impl Sign {
    /// The sign of a quantity known up to `error`, or `None`: doubt.  NaN on either side is doubt.
    pub fn certain(value: f64, error: f64) -> Option<Self> {
        if value > error {
            Some(Self::Positive)
        } else if -value > error {
            Some(Self::Negative)
        } else {
            None
        }
    }

    /// The sign of an integer.
    pub fn of(value: &IBig) -> Self {
        match value.cmp(&IBig::ZERO) {
            std::cmp::Ordering::Less => Self::Negative,
            std::cmp::Ordering::Equal => Self::Zero,
            std::cmp::Ordering::Greater => Self::Positive,
        }
    }
}

/// The exact sign of the determinant of three columns of doubles, or `None` if one is not finite.
///
/// The filter: six products of three entries, each with two roundings, summed with five: with
/// `u = 2⁻⁵³` the error is at most `8u·Σ|products|`, and the computed sum of magnitudes is itself short by no more
/// than the same factor, which the constant 16 covers \[Higham 3.1\].  Behind it stand integers.
///
/// ```
/// use stiction_exact::{determinant_sign, Sign};
/// let flat = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [5.0, 7.0, 9.0]];
/// assert_eq!(determinant_sign(&flat), Some(Sign::Zero));
/// ```
pub fn determinant_sign(columns: &[[f64; 3]; 3]) -> Option<Sign> {
    let [a, b, c] = columns;
    let terms = [
        a[0] * b[1] * c[2],
        -(a[0] * b[2] * c[1]),
        -(b[0] * a[1] * c[2]),
        b[0] * a[2] * c[1],
        c[0] * a[1] * b[2],
        -(c[0] * a[2] * b[1]),
    ];
    let value: f64 = terms.iter().sum();
    let size: f64 = terms.iter().map(|term| term.abs()).sum();
    // No product of two or three such entries leaves the normal doubles; of others the integers decide.
    let trusted = columns.iter().flatten().all(|x| *x == 0.0 || (1e-100..=1e100).contains(&x.abs()));
    Sign::certain(value, 8.0 * f64::EPSILON * size).filter(|_| trusted).or_else(|| exactly(columns))
}

fn exactly(columns: &[[f64; 3]; 3]) -> Option<Sign> {
    let rows: Option<Vec<Vec<IBig>>> = columns.iter().map(|column| integers::from_doubles(column)).collect();
    Some(Sign::of(&elimination::determinant(rows?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearly_flat_columns_are_told_apart_by_one_ulp() {
        let mut columns = [[0.1, 0.2, 0.3], [0.4, 0.5, 0.6], [0.0; 3]];
        columns[2] = [0.1 + 0.4, 0.2 + 0.5, 0.3 + 0.6];
        let at = determinant_sign(&columns);
        columns[2][2] = f64::from_bits(columns[2][2].to_bits() + 8);
        let above = determinant_sign(&columns);
        columns[2][2] = f64::from_bits(columns[2][2].to_bits() - 16);
        let below = determinant_sign(&columns);
        assert_eq!((above, below), (Some(Sign::Negative), Some(Sign::Positive)));
        assert!(at.is_some());
    }

    #[test]
    fn a_product_that_underflows_on_the_way_is_not_forgotten() {
        // a·b·c = 1e-100 outweighs 1e-150, but 1e-200 · 1e-200 alone is zero in doubles.
        let columns = [[1e-200, 0.0, 0.0], [0.0, 1e-200, 1e-50], [0.0, 1e100, 1e300]];
        assert_eq!(determinant_sign(&columns), Some(Sign::Positive));
    }

    #[test]
    fn scale_does_not_change_a_sign_and_nan_has_none() {
        let columns = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 10.0]];
        for scale in [1e-300, 1e-150, 1.0, 1e150, 1e300] {
            assert_eq!(
                determinant_sign(&columns.map(|c| c.map(|x| x * scale))),
                Some(Sign::Negative),
                "{scale}"
            );
        }
        assert_eq!(determinant_sign(&[[f64::NAN; 3]; 3]), None);
        assert_eq!(Sign::certain(f64::NAN, 0.0), None);
        assert_eq!(Sign::certain(1.0, f64::NAN), None);
    }
}
