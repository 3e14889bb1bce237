//! Linear equations in rationals, solved close to a guess.
//!
//! Solvers in doubles come close to a solution; what is needed is one.  The unknowns that the equations leave free keep
//! the guess's values, the others follow exactly.

use super::{elimination, integers};
use dashu_int::IBig;
use stiction_proof::{NonZero, Rational};

/// The one `x` with `Σ xⱼ·columnsⱼ = right`, or `None` if there is none or the columns are dependent.
///
/// ```
/// use stiction_exact::equations::combination;
/// use stiction_proof::{NonZero, Rational};
/// let numbers = |entries: [i64; 2]| entries.map(Rational::from).to_vec();
/// let columns = [numbers([2, 0]), numbers([1, 1])];
/// assert_eq!(combination(&columns, &numbers([3, 1])), Some(numbers([1, 1])));
/// assert_eq!(combination(&[numbers([2, 0]), numbers([4, 0])], &numbers([3, 1])), None);
/// ```
pub fn combination(columns: &[Vec<Rational>], right: &[Rational]) -> Option<Vec<Rational>> {
    let size = right.len();
    let whole: Vec<(Vec<IBig>, NonZero)> = columns.iter().map(|column| integers::scaled(column)).collect();
    let (target, target_scale) = integers::scaled(right);
    let row = |row: usize| {
        whole.iter().map(|(column, _)| column[row].clone()).chain([target[row].clone()]).collect()
    };
    let count = columns.len();
    let solution = elimination::kernel_vector((0..size).map(row).collect(), count + 1)?;
    // Σ yⱼ·(sⱼ·columnⱼ) + y·(s·right) = 0
    let last = NonZero::new(-(Rational::from(solution[count].clone()) * &target_scale))?;
    Some(
        whole.iter().zip(solution).map(|((_, scale), entry)| Rational::from(entry) * scale / &last).collect(),
    )
}

/// The one elimination in rationals: brings rows to reduced echelon form, each pivot where `next` finds it
/// among the rows that have none yet, told the columns that have one; the columns of the pivots, row by row.
pub fn reduce_by<R: AsRef<[Rational]> + AsMut<[Rational]>>(
    rows: &mut [R],
    mut next: impl FnMut(&[R], &[usize]) -> Option<(usize, usize)>,
) -> Vec<usize> {
    let mut pivots = Vec::new();
    while let Some((row, column)) = next(&rows[pivots.len()..], &pivots) {
        let (done, left) = rows.split_at_mut(pivots.len());
        let Some(lead) = NonZero::new(left[row].as_ref()[column].clone()) else { break };
        left.swap(0, row);
        let Some((top, below)) = left.split_first_mut() else { break };
        top.as_mut().iter_mut().filter(|entry| !entry.is_zero()).for_each(|entry| *entry = &*entry / &lead);
        for row in done.iter_mut().chain(below) {
            let factor = row.as_ref()[column].clone();
            if factor.is_zero() {
                continue;
            }
            let parts = row.as_mut().iter_mut().zip(top.as_ref()).filter(|(_, part)| !part.is_zero());
            parts.for_each(|(entry, part)| *entry -= &(&factor * part));
        }
        pivots.push(column);
    }
    pivots
}

/// The same over the first columns, one after the other.
pub fn reduce<R: AsRef<[Rational]> + AsMut<[Rational]>>(rows: &mut [R], columns: usize) -> Vec<usize> {
    let mut open = 0..columns;
    reduce_by(rows, |left, _| {
        open.find_map(|column| {
            let found = left.iter().position(|row| !row.as_ref()[column].is_zero());
            found.map(|row| (row, column))
        })
    })
}

/// A vector to which every row is orthogonal, close to `guess` if one is: the entries that the rows leave free keep
/// the guess's values.  Rows and guess are all of one length.
///
/// ```
/// use stiction_exact::equations::orthogonal_near;
/// use stiction_proof::{NonZero, Rational};
/// let numbers = |entries: [i64; 3]| entries.map(Rational::from);
/// let near = orthogonal_near(&[numbers([1, -2, 0])], &numbers([4, 1, 7]));
/// assert_eq!(near, [Rational::from(4), Rational::from(2), Rational::from(7)]);
/// ```
pub fn orthogonal_near<const D: usize>(rows: &[[Rational; D]], guess: &[Rational; D]) -> [Rational; D] {
    let mut rows: Vec<[Rational; D]> = rows.to_vec();
    let pivots = reduce_by(&mut rows, largest);
    let mut solution = guess.clone();
    for (row, &pivot) in rows.iter().zip(&pivots) {
        let free = (0..D).filter(|column| !pivots.contains(column));
        solution[pivot] = -free.map(|column| &row[column] * &guess[column]).sum::<Rational>();
    }
    solution
}

/// Place of the largest entry, each row measured by its own largest one so that long rows do not win.
fn largest<const D: usize>(rows: &[[Rational; D]], without: &[usize]) -> Option<(usize, usize)> {
    let mut best = None;
    for (index, row) in rows.iter().enumerate() {
        let size = NonZero::largest(row);
        for (column, entry) in row.iter().enumerate().filter(|(column, _)| !without.contains(column)) {
            let part = (entry.abs() / &size).to_f64();
            if part > best.map_or(0.0, |(_, _, most)| most) {
                best = Some((index, column, part));
            }
        }
    }
    best.map(|(row, column, _)| (row, column))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependent_rows_leave_what_they_leave_and_full_rank_leaves_nothing() {
        let numbers = |entries: [i64; 3]| entries.map(Rational::from);
        let rows = [numbers([1, 2, 3]), numbers([2, 4, 6]), numbers([0, 1, -1]), numbers([0, 0, 0])];
        let near = orthogonal_near(&rows, &numbers([5, -1, -1]));
        for row in &rows {
            assert!(row.iter().zip(&near).map(|(a, b)| a * b).sum::<Rational>().is_zero());
        }
        assert!(near.iter().any(|entry| !entry.is_zero()));
        let all = [numbers([1, 0, 0]), numbers([1, 1, 0]), numbers([1, 1, 1])];
        assert_eq!(orthogonal_near(&all, &numbers([5, -1, -1])), numbers([0, 0, 0]));
        assert_eq!(orthogonal_near(&[], &numbers([5, -1, -1])), numbers([5, -1, -1]));
    }

    #[test]
    fn a_combination_gives_back_its_right_side() {
        let numbers = |entries: [i64; 3]| entries.iter().map(|&x| Rational::new(x, 7)).collect::<Vec<_>>();
        let columns = [numbers([3, -1, 4]), numbers([1, 5, 9]), numbers([-2, 6, 7])];
        let right = numbers([3, 5, -8]);
        let x = combination(&columns, &right).unwrap();
        for row in 0..3 {
            let sum: Rational = columns.iter().zip(&x).map(|(column, x)| &column[row] * x).sum();
            assert_eq!(sum, right[row]);
        }
        let zero = combination(&columns, &numbers([0, 0, 0])).unwrap();
        assert!(zero.iter().all(Rational::is_zero));
    }
}
