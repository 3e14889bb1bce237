//! Elimination that never leaves the integers: every division is exact.
//!
//! After step k the entry (i, j) is the determinant of the leading k rows and columns extended by row i and
//! column j, so numbers grow no faster than determinants do \[Bareiss\].

use crate::work;
use dashu_int::IBig;

/// The determinant of a square matrix given by rows (or columns: it is the same).
///
/// ```
/// use stiction_exact::elimination::determinant;
/// let row = |a: [i32; 2]| a.iter().map(|&x| x.into()).collect::<Vec<_>>();
/// assert_eq!(determinant(vec![row([1, 2]), row([3, 4])]), (-2).into());
/// ```
pub fn determinant(mut rows: Vec<Vec<IBig>>) -> IBig {
    let size = rows.len();
    let mut previous = IBig::ONE;
    let mut negative = false;
    for step in 0..size {
        let Some(pivot) = (step..size).find(|&row| !rows[row][step].is_zero()) else { return IBig::ZERO };
        negative ^= pivot != step;
        rows.swap(pivot, step);
        eliminate(&mut rows, step, step, &previous);
        previous = rows[step][step].clone();
    }
    if negative { -previous } else { previous }
}

/// Clears column `column` below row `step`, which holds the pivot.
fn eliminate(rows: &mut [Vec<IBig>], step: usize, column: usize, previous: &IBig) {
    let (done, below) = rows.split_at_mut(step + 1);
    let pivot = &done[step];
    let lead = &pivot[column];
    for row in below {
        // What is left of the column is zero in all of these rows.
        let factor = std::mem::take(&mut row[column]);
        for (entry, other) in row.iter_mut().zip(pivot).skip(column + 1) {
            let crossed = match (entry.is_zero(), factor.is_zero() || other.is_zero()) {
                (true, true) => continue,
                (false, true) => &*entry * lead,
                (true, false) => -(&factor * other),
                (false, false) => &*entry * lead - &factor * other,
            };
            *entry = if previous.is_one() { crossed } else { crossed / previous };
        }
    }
}

/// The rank of a matrix given by rows.
pub fn rank(mut rows: Vec<Vec<IBig>>) -> usize {
    echelon(&mut rows).len()
}

/// Brings rows to echelon form and returns the pivot columns.
fn echelon(rows: &mut [Vec<IBig>]) -> Vec<usize> {
    let width = rows.first().map_or(0, Vec::len);
    let mut pivots = Vec::new();
    let mut previous = IBig::ONE;
    for column in 0..width {
        let step = pivots.len();
        let Some(pivot) = (step..rows.len()).find(|&row| !rows[row][column].is_zero()) else { continue };
        rows.swap(pivot, step);
        work::spend((rows.len() - step) * (width - column));
        eliminate(rows, step, column, &previous);
        previous = rows[step][column].clone();
        pivots.push(column);
    }
    pivots
}

/// A non-zero vector that every row is orthogonal to, or `None` if the rows have full column rank.
///
/// ```
/// use stiction_exact::elimination::kernel_vector;
/// let row = |a: [i32; 3]| a.iter().map(|&x| x.into()).collect::<Vec<_>>();
/// assert_eq!(kernel_vector(vec![row([1, 0, 1]), row([0, 1, 1])], 3), Some(row([-1, -1, 1])));
/// ```
pub fn kernel_vector(rows: Vec<Vec<IBig>>, width: usize) -> Option<Vec<IBig>> {
    kernel(rows, width).next()
}

/// Independent vectors that span all those that every row is orthogonal to.
pub fn kernel(mut rows: Vec<Vec<IBig>>, width: usize) -> impl Iterator<Item = Vec<IBig>> {
    let pivots = echelon(&mut rows);
    let mut free = vec![true; width];
    pivots.iter().for_each(|&pivot| free[pivot] = false);
    (0..width).filter(move |&column| free[column]).map(move |free| orthogonal(&rows, &pivots, free, width))
}

/// The vector that is orthogonal to rows in echelon form, with one free entry and the others zero.
fn orthogonal(rows: &[Vec<IBig>], pivots: &[usize], free: usize, width: usize) -> Vec<IBig> {
    // Back substitution with x[free] = 1 and the other free entries 0, over a common denominator.
    let mut solution = vec![IBig::ZERO; width];
    solution[free] = IBig::ONE;
    for (row, &pivot) in rows.iter().zip(pivots).rev() {
        let rest: IBig = (pivot + 1..width).map(|column| &row[column] * &solution[column]).sum();
        if rest.is_zero() {
            continue;
        }
        let lead = &row[pivot];
        let common = gcd(lead, &rest);
        let factor = lead / &common;
        solution.iter_mut().for_each(|entry| *entry = &*entry * &factor);
        solution[pivot] = -(rest / common);
    }
    if solution[free] < IBig::ZERO {
        solution.iter_mut().for_each(|entry| *entry = -&*entry);
    }
    solution
}

/// Solves `rows`, each its coefficients and its right-hand side: numerators and the denominator of all;
/// `None` where the rows contradict each other.  Each division by the last pivot is exact, since the entries
/// are determinants (Bareiss), and nothing is reduced on the way.
pub fn solve(mut rows: Vec<Vec<IBig>>, unknowns: usize) -> Option<(Vec<IBig>, IBig)> {
    let (mut pivots, mut last) = (Vec::new(), IBig::ONE);
    for column in 0..unknowns {
        let next = pivots.len();
        let Some(found) = (next..rows.len()).find(|&row| !rows[row][column].is_zero()) else { continue };
        rows.swap(next, found);
        let top = std::mem::take(&mut rows[next]);
        for row in rows.iter_mut().filter(|row| !row.is_empty()) {
            let factor = std::mem::take(&mut row[column]);
            // Columns that were pivots before are diagonal: in the rows of pivots they grow with the others,
            // below they are zero.
            for (entry, top_entry) in row.iter_mut().zip(&top) {
                if !entry.is_zero() {
                    *entry *= &top[column];
                }
                if !factor.is_zero() && !top_entry.is_zero() {
                    *entry -= &factor * top_entry;
                }
                if !entry.is_zero() && !last.is_one() {
                    *entry /= &last;
                }
            }
            row[column] = IBig::ZERO;
        }
        last = top[column].clone();
        rows[next] = top;
        pivots.push(column);
    }
    if rows[pivots.len()..].iter().any(|row| !row[unknowns].is_zero()) {
        return None;
    }
    let mut solution = vec![IBig::ZERO; unknowns];
    for (row, &column) in rows.iter_mut().zip(&pivots) {
        solution[column] = std::mem::take(&mut row[unknowns]);
    }
    Some((solution, last))
}

fn gcd(a: &IBig, b: &IBig) -> IBig {
    use dashu_int::ops::Gcd;
    IBig::from(a.gcd(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(rows: &[&[i64]]) -> Vec<Vec<IBig>> {
        rows.iter().map(|row| row.iter().map(|&x| IBig::from(x)).collect()).collect()
    }

    #[test]
    fn determinants_of_known_matrices() {
        assert_eq!(determinant(matrix(&[&[0, 2, 0], &[3, 0, 0], &[0, 0, 5]])), IBig::from(-30));
        assert_eq!(determinant(matrix(&[&[1, 2, 3], &[4, 5, 6], &[7, 8, 9]])), IBig::ZERO);
        assert_eq!(determinant(matrix(&[])), IBig::ONE);
    }

    #[test]
    fn rank_counts_independent_rows() {
        assert_eq!(rank(matrix(&[&[0, 0, 0], &[0, 1, 2], &[0, 2, 4], &[3, 1, 2]])), 2);
        assert_eq!(rank(Vec::new()), 0);
    }

    #[test]
    fn a_kernel_vector_is_orthogonal_to_every_row() {
        for rows in [
            matrix(&[&[2, 4, 6], &[1, 2, 3]]),
            matrix(&[&[0, 0, 5]]),
            matrix(&[&[3, -7, 2], &[1, 1, 1]]),
            matrix(&[&[-6, 4, 9], &[0, -3, 5]]),
        ] {
            let vector = kernel_vector(rows.clone(), 3).unwrap();
            assert!(vector.iter().any(|x| !x.is_zero()));
            for row in rows {
                assert_eq!(row.iter().zip(&vector).map(|(a, b)| a * b).sum::<IBig>(), IBig::ZERO);
            }
        }
        let all: Vec<Vec<IBig>> = kernel(matrix(&[&[1, 2, 3, 4], &[0, 0, 1, -1]]), 4).collect();
        assert_eq!(all, matrix(&[&[-2, 1, 0, 0], &[-7, 0, 1, 1]]));
        assert_eq!(kernel_vector(matrix(&[&[1, 0, 0], &[0, 1, 0], &[1, 1, 1]]), 3), None);
        assert_eq!(kernel_vector(Vec::new(), 2), Some(vec![IBig::ONE, IBig::ZERO]));
    }

    #[test]
    fn equations_are_solved_exactly_and_contradictions_are_seen() {
        // 3x + 2y − 6z = 6, 14x − 7z = 1, y + 5z = −3: put in, it fits.
        let system = matrix(&[&[3, 2, -6, 6], &[14, 0, -7, 1], &[0, 1, 5, -3]]);
        let (solution, under) = solve(system.clone(), 3).unwrap();
        for row in &system {
            let sum: IBig = row.iter().zip(&solution).map(|(a, x)| a * x).sum();
            assert_eq!(sum, &row[3] * &under);
        }
        // Two rows that say the same, and two that do not.
        let same = matrix(&[&[1, 2, 3], &[2, 4, 6]]);
        assert_eq!(solve(same, 2), Some((vec![IBig::from(3), IBig::ZERO], IBig::ONE)));
        assert_eq!(solve(matrix(&[&[1, 2, 3], &[2, 4, 5]]), 2), None);
    }
}
