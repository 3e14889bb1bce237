//! Is a matrix a mass matrix?
//!
//! A symmetric matrix is positive definite if and only if every pivot of its elimination is positive, and
//! semidefinite if and only if every pivot is positive or begins a row of zeros: the pivots are the squares'
//! factors in `xᵀMx = Σ dₖ(lₖ·x)²` (Lagrange).  Without that, `M·A = g` describes no bodies: a push could
//! pull, and whatever is proved of such accelerations proves nothing.

use crate::Rational;

/// Whether a matrix is symmetric and positive definite.
pub(crate) fn is_mass(matrix: &[Vec<Rational>]) -> bool {
    has_pivots(matrix, false)
}

/// Whether a matrix is symmetric and positive semidefinite.
pub(crate) fn is_semidefinite(matrix: &[Vec<Rational>]) -> bool {
    has_pivots(matrix, true)
}

/// Whether a matrix is symmetric and, in the freedoms, positive definite.
pub(crate) fn is_mass_in<const D: usize>(matrix: &[[Rational; D]; D], freedoms: &[bool; D]) -> bool {
    let free: Vec<usize> = (0..D).filter(|&k| freedoms[k]).collect();
    let part: Vec<Vec<Rational>> =
        free.iter().map(|&i| free.iter().map(|&j| matrix[i][j].clone()).collect()).collect();
    (0..D).all(|i| (0..i).all(|j| matrix[i][j] == matrix[j][i])) && is_mass(&part)
}

fn has_pivots(matrix: &[Vec<Rational>], semidefinite: bool) -> bool {
    let size = matrix.len();
    let symmetric = (0..size).all(|i| matrix[i].len() == size)
        && (0..size).all(|i| (0..i).all(|j| matrix[i][j] == matrix[j][i]));
    let mut rows = matrix.to_vec();
    symmetric
        && (0..size).all(|step| {
            let pivot = rows[step].clone();
            if pivot[step].is_zero() {
                return semidefinite && pivot[step..].iter().all(Rational::is_zero);
            }
            for row in rows.iter_mut().skip(step + 1).filter(|row| !row[step].is_zero()) {
                let Some(factor) = row[step].checked_div(&pivot[step]) else { return false };
                row.iter_mut().zip(&pivot).for_each(|(entry, other)| *entry -= &(&factor * other));
            }
            pivot[step].is_positive()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix<const D: usize>(rows: [[i64; D]; D]) -> Vec<Vec<Rational>> {
        rows.iter().map(|row| row.iter().copied().map(Rational::from).collect()).collect()
    }

    #[test]
    fn every_motion_of_a_mass_has_energy() {
        assert!(is_mass(&matrix([[2, 1], [1, 1]])));
        assert!(!is_mass(&matrix([[2, 2], [2, 2]])) && is_semidefinite(&matrix([[2, 2], [2, 2]])));
        assert!(!is_semidefinite(&matrix([[1, 2], [2, 1]])));
        assert!(!is_semidefinite(&matrix([[0, 1], [1, 1]])));
        assert!(!is_mass(&matrix([[2, 1], [0, 1]])));
        assert!(!is_semidefinite(&matrix([[1, 0, 0], [0, 1, 0], [0, 0, -1]])));
        assert!(is_semidefinite(&matrix([[0, 0, 0], [0, 1, 0], [0, 0, 1]])));
        assert!(!is_mass(&[vec![Rational::one(), Rational::zero()]]));
    }

    #[test]
    fn a_frozen_component_needs_no_inertia() {
        let [zero, one] = [Rational::zero(), Rational::one()];
        let rows = [[zero.clone(), zero.clone()], [zero, one]];
        assert!(is_mass_in(&rows, &[false, true]));
        assert!(!is_mass_in(&rows, &[true, true]));
    }
}
