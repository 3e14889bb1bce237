//! Symmetric matrices of rationals: are they positive semidefinite, of which rank, and their part of a given rank.

use stiction_exact::matrix::{Rows, product, solve, transposed};
use stiction_proof::{NonZero, Rational};

/// Why a symmetric matrix is not positive semidefinite.
#[derive(Debug, Clone, PartialEq)]
pub struct NotSemidefinite {
    /// The index at which elimination leaves a negative diagonal, or a zero one with something beside it.
    pub index: usize,
    /// What is left there.
    pub left: Rational,
}

/// The rank of a positive semidefinite matrix, by symmetric elimination: each step takes any positive diagonal entry.
pub fn semidefinite_rank(matrix: &[Vec<Rational>]) -> Result<usize, NotSemidefinite> {
    let mut rows = matrix.to_vec();
    let mut open: Vec<usize> = (0..rows.len()).collect();
    while !open.is_empty() {
        if let Some(&index) = open.iter().find(|&&index| rows[index][index].is_negative()) {
            return Err(NotSemidefinite { index, left: rows[index][index].clone() });
        }
        let diagonal = |&index: &usize| NonZero::new(rows[index][index].clone());
        let Some((at, over)) =
            open.iter().map(diagonal).enumerate().find_map(|(at, entry)| Some((at, entry?)))
        else {
            break;
        };
        let pivot = open.swap_remove(at);
        let lead = rows[pivot].clone();
        for &row in &open {
            let factor = &rows[row][pivot] / &over;
            rows[row].iter_mut().zip(&lead).for_each(|(entry, other)| *entry -= &(&factor * other));
        }
    }
    let beside = open.iter().find(|&&row| open.iter().any(|&column| !rows[row][column].is_zero()));
    match beside {
        Some(&index) => Err(NotSemidefinite { index, left: Rational::zero() }),
        None => Ok(matrix.len() - open.len()),
    }
}

/// The part of rank `rank` of a matrix that is nearly of that rank: `Φ[·,P] Φ[P,P]⁻¹ Φ[P,·]` for the indices
/// P that elimination with the largest scaled diagonal takes first.  It agrees with `Φ` in the rows and
/// columns P.  None where a diagonal entry that is needed is not positive.
pub fn rank_part(matrix: &[Vec<Rational>], rank: usize) -> Option<Rows> {
    let size = matrix.len();
    if rank == 0 {
        return Some(vec![vec![Rational::zero(); size]; size]);
    }
    let mut rows = matrix.to_vec();
    let mut taken: Vec<usize> = Vec::new();
    for _ in 0..rank {
        // Only a choice among sound pivots; doubles will do.
        let share = |index: usize| (rows[index][index].to_f64() / matrix[index][index].to_f64()).max(0.0);
        let open = (0..size).filter(|index| !taken.contains(index) && rows[*index][*index].is_positive());
        let pivot = open.max_by(|&a, &b| share(a).total_cmp(&share(b)))?;
        let lead = rows[pivot].clone();
        for row in 0..size {
            let factor = rows[row][pivot].checked_div(&lead[pivot])?;
            rows[row].iter_mut().zip(&lead).for_each(|(entry, other)| *entry -= &(&factor * other));
        }
        taken.push(pivot);
    }
    taken.sort_unstable();
    let across: Rows = taken.iter().map(|&row| matrix[row].clone()).collect();
    let corner: Rows =
        across.iter().map(|row| taken.iter().map(|&column| row[column].clone()).collect()).collect();
    let solved = solve(&corner, &transposed(&across))?;
    Some(product(&transposed(&across), &transposed(&solved)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(entries: &[&[i64]]) -> Rows {
        entries.iter().map(|row| row.iter().map(|&x| x.into()).collect()).collect()
    }

    #[test]
    fn ranks_of_sums_of_squares() {
        assert_eq!(semidefinite_rank(&rows(&[&[0, 0], &[0, 0]])), Ok(0));
        assert_eq!(semidefinite_rank(&rows(&[&[1, 2], &[2, 4]])), Ok(1));
        assert_eq!(semidefinite_rank(&rows(&[&[0, 0, 0], &[0, 2, 1], &[0, 1, 2]])), Ok(2));
        assert_eq!(semidefinite_rank(&rows(&[&[1, 2], &[2, 3]])).unwrap_err().left, (-1).into());
        assert_eq!(semidefinite_rank(&rows(&[&[0, 1], &[1, 0]])).unwrap_err().index, 0);
    }

    #[test]
    fn a_part_of_its_own_rank_is_the_matrix() {
        let matrix = rows(&[&[4, 2, 6], &[2, 1, 3], &[6, 3, 9]]);
        assert_eq!(rank_part(&matrix, 1), Some(matrix.clone()));
        assert_eq!(rank_part(&matrix, 2), None);
        let near = rows(&[&[4000, 2000], &[2000, 1001]]);
        let part = rank_part(&near, 1).unwrap();
        assert_eq!(semidefinite_rank(&part), Ok(1));
        assert_eq!(rank_part(&near, 0), Some(rows(&[&[0, 0], &[0, 0]])));
    }
}
