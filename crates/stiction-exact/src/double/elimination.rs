//! The one elimination in doubles.
//!
//! It proposes and decides nothing: what follows from it is proved by what stands behind it, a checker or an error
//! bound.  Pivots are the largest entries that are left, of a column or of all; what does not exceed `small` is none.

/// A pivot: its row as rows were given, its column, and its size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pivot {
    /// The number of its row before any exchange.
    pub row: usize,
    /// Its column.
    pub column: usize,
    /// Its magnitude, before its row was divided by it.
    pub size: f64,
}

/// Gauss and Jordan: each pivot where `next` finds it among the rows that have none yet.  The rows with pivots come
/// first, each with a one where its pivot was and zeros there in all other rows.
pub fn reduce_by<R: AsRef<[f64]> + AsMut<[f64]>>(
    rows: &mut [R],
    mut next: impl FnMut(&[R]) -> Option<(usize, usize)>,
) -> Vec<Pivot> {
    let mut names: Vec<usize> = (0..rows.len()).collect();
    let mut pivots: Vec<Pivot> = Vec::new();
    while let Some((found, column)) = next(&rows[pivots.len()..]) {
        let step = pivots.len();
        rows.swap(step, step + found);
        names.swap(step, step + found);
        let (done, left) = rows.split_at_mut(step);
        let Some((top, below)) = left.split_first_mut() else { break };
        let lead = top.as_ref()[column];
        top.as_mut().iter_mut().for_each(|entry| *entry /= lead);
        for row in done.iter_mut().chain(below) {
            let factor = row.as_ref()[column];
            if factor != 0.0 {
                row.as_mut().iter_mut().zip(top.as_ref()).for_each(|(entry, part)| *entry -= factor * part);
            }
        }
        pivots.push(Pivot { row: names[step], column, size: lead.abs() });
    }
    pivots
}

/// The largest entry that is left in the columns that are open, which then is no longer.
pub fn largest<R: AsRef<[f64]>>(left: &[R], open: &mut Vec<usize>, small: f64) -> Option<(usize, usize)> {
    let mut best = (small, None);
    for (row, entries) in left.iter().enumerate() {
        for (place, &column) in open.iter().enumerate() {
            let size = entries.as_ref()[column].abs();
            if size > best.0 {
                best = (size, Some((row, place)));
            }
        }
    }
    best.1.map(|(row, place)| (row, open.swap_remove(place)))
}

/// Column after column with the largest pivots: whether every one of the first `columns` has its own.  Then row k
/// holds, behind them, the k-th unknown of each right-hand side.
///
/// ```
/// use stiction_exact::double::elimination::solve;
/// let mut rows = [[0.0, 2.0, 6.0], [4.0, 1.0, 7.0]];
/// assert!(solve(&mut rows, 2, 0.0));
/// assert_eq!([rows[0][2], rows[1][2]], [1.0, 3.0]);
/// assert!(!solve(&mut [[1.0, 2.0], [2.0, 4.0]], 2, 0.0));
/// ```
pub fn solve<R: AsRef<[f64]> + AsMut<[f64]>>(rows: &mut [R], columns: usize, small: f64) -> bool {
    let mut open = 0..columns;
    let pivots = reduce_by(rows, |left| {
        let column = open.next()?;
        let size = |row: &R| row.as_ref()[column].abs();
        let found = left.iter().enumerate().max_by(|(_, a), (_, b)| size(a).total_cmp(&size(b)));
        // What is not a number exceeds nothing.
        found.filter(|(_, row)| size(row) > small).map(|(row, _)| (row, column))
    });
    pivots.len() == columns
}

/// The determinant of a square matrix.
pub fn determinant<const D: usize>(mut rows: [[f64; D]; D]) -> f64 {
    let mut product = 1.0;
    for step in 0..D {
        let row = (step + 1..D).fold(step, |row, other| {
            if rows[other][step].abs() > rows[row][step].abs() { other } else { row }
        });
        if rows[row][step] == 0.0 {
            return 0.0;
        }
        if row != step {
            rows.swap(step, row);
            product = -product;
        }
        product *= rows[step][step];
        for other in step + 1..D {
            let factor = rows[other][step] / rows[step][step];
            for k in step..D {
                rows[other][k] -= factor * rows[step][k];
            }
        }
    }
    product
}

/// A vector that is across the first `D − 1` rows; none when these are dependent.
pub fn null_vector<const D: usize>(mut rows: [[f64; D]; D]) -> Option<[f64; D]> {
    let mut order: [usize; D] = std::array::from_fn(|k| k);
    for step in 0..D - 1 {
        let (mut row, mut column, mut pivot) = (step, step, 0.0_f64);
        for (i, entries) in rows.iter().enumerate().take(D - 1).skip(step) {
            for j in step..D {
                if entries[j].abs() > pivot {
                    (row, column, pivot) = (i, j, entries[j].abs());
                }
            }
        }
        if pivot == 0.0 {
            return None;
        }
        rows.swap(step, row);
        order.swap(step, column);
        rows.iter_mut().for_each(|entries| entries.swap(step, column));
        for i in step + 1..D - 1 {
            let factor = rows[i][step] / rows[step][step];
            for j in step..D {
                rows[i][j] -= factor * rows[step][j];
            }
        }
    }
    let mut solved = [0.0; D];
    solved[D - 1] = 1.0;
    for step in (0..D - 1).rev() {
        let mut sum = 0.0;
        for j in step + 1..D {
            sum += rows[step][j] * solved[j];
        }
        solved[step] = -sum / rows[step][step];
    }
    let mut vector = [0.0; D];
    for (place, value) in order.into_iter().zip(solved) {
        vector[place] = value;
    }
    Some(vector)
}

/// The lower factor `L` of `LLᵀ`, of the leading `size` rows; none where a pivot is not positive, as of what is not a
/// number.
pub fn cholesky<const D: usize>(matrix: &[[f64; D]; D], size: usize) -> Option<[[f64; D]; D]> {
    let mut factor = [[0.0; D]; D];
    for row in 0..size {
        for column in 0..=row {
            let mut rest = matrix[row][column];
            for k in 0..column {
                rest -= factor[row][k] * factor[column][k];
            }
            if row == column {
                if !(rest > 0.0 && rest.is_finite()) {
                    return None;
                }
                factor[row][row] = rest.sqrt();
            } else {
                factor[row][column] = rest / factor[column][column];
            }
        }
    }
    Some(factor)
}

/// Solves `LLᵀx = v` in place.
pub fn substitute<const D: usize>(factor: &[[f64; D]; D], vector: &mut [f64; D], size: usize) {
    for row in 0..size {
        for k in 0..row {
            vector[row] -= factor[row][k] * vector[k];
        }
        vector[row] /= factor[row][row];
    }
    for row in (0..size).rev() {
        for k in row + 1..size {
            vector[row] -= factor[k][row] * vector[k];
        }
        vector[row] /= factor[row][row];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_entries_are_pivots_and_dependent_rows_have_none() {
        let mut rows = vec![vec![1.0, 2.0, 3.0], vec![2.0, 4.0, 6.0], vec![0.0, 1.0, -1.0]];
        let mut open = vec![0, 1, 2];
        let pivots = reduce_by(&mut rows, |left| largest(left, &mut open, 1e-12));
        assert_eq!((pivots[0].row, pivots[0].column, pivots[0].size), (1, 2, 6.0));
        assert_eq!((pivots.len(), open.len()), (2, 1));
        assert!(rows[2].iter().all(|entry| entry.abs() < 1e-15));
    }

    #[test]
    fn what_is_not_a_number_is_no_pivot() {
        assert!(!solve(&mut [[f64::NAN, 1.0], [1.0, 1.0]], 2, 0.0));
        assert_eq!(cholesky(&[[f64::NAN]], 1), None);
    }

    #[test]
    fn a_factor_solves_and_an_indefinite_matrix_has_none() {
        let matrix = [[4.0, 2.0], [2.0, 5.0]];
        let mut x = [10.0, 13.0];
        substitute(&cholesky(&matrix, 2).unwrap(), &mut x, 2);
        assert!((x[0] - 1.5).abs() < 1e-15 && (x[1] - 2.0).abs() < 1e-15);
        assert_eq!(cholesky(&[[1.0, 2.0], [2.0, 1.0]], 2), None);
        assert_eq!(determinant([[0.0, 2.0], [3.0, 4.0]]), -6.0);
    }
}
