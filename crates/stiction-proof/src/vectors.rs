//! Vectors and small matrices of fractions, and the one elimination of the checkers.

use crate::Rational;

/// The origin.
pub(crate) fn zeros<const N: usize>() -> [Rational; N] {
    std::array::from_fn(|_| Rational::zero())
}

/// `a·b`; parts that are zero cost nothing.
pub(crate) fn dot(a: &[Rational], b: &[Rational]) -> Rational {
    let parts = a.iter().zip(b).filter(|(a, b)| !a.is_zero() && !b.is_zero());
    parts.fold(Rational::zero(), |sum, (a, b)| sum + a * b)
}

/// `a × b` in space.
pub(crate) fn cross(a: &[Rational; 3], b: &[Rational; 3]) -> [Rational; 3] {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &a[j] * &b[k] - &a[k] * &b[j]
    })
}

/// The third component of the cross product in the plane.
pub(crate) fn turn(a: &[Rational; 2], b: &[Rational; 2]) -> Rational {
    &a[0] * &b[1] - &a[1] * &b[0]
}

/// A vector of the plane turned by +90°.
pub(crate) fn quarter_turn([x, y]: &[Rational; 2]) -> [Rational; 2] {
    [-y, x.clone()]
}

/// `sum += factor·a`; parts that are zero cost nothing.
pub(crate) fn add(sum: &mut [Rational], factor: &Rational, a: &[Rational]) {
    for (sum, entry) in sum.iter_mut().zip(a).filter(|(_, entry)| !entry.is_zero()) {
        *sum += &(factor * entry);
    }
}

/// `Σ factorₖ·columnₖ`, of columns of `size` entries.
pub(crate) fn combined(columns: &[Vec<Rational>], factors: &[Rational], size: usize) -> Vec<Rational> {
    let mut total = vec![Rational::zero(); size];
    columns.iter().zip(factors).for_each(|(column, factor)| add(&mut total, factor, column));
    total
}

/// `a + b` of any number of entries.
pub(crate) fn sum(a: &[Rational], b: &[Rational]) -> Vec<Rational> {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

/// `a − b` of any number of entries.
pub(crate) fn difference(a: &[Rational], b: &[Rational]) -> Vec<Rational> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

/// `a·(b × c)`.
pub(crate) fn triple(a: &[Rational], b: &[Rational], c: &[Rational]) -> Rational {
    let minor = |i: usize, j: usize| &b[i] * &c[j] - &b[j] * &c[i];
    &a[0] * minor(1, 2) + &a[1] * minor(2, 0) + &a[2] * minor(0, 1)
}

/// `a + b`.
pub(crate) fn plus<const N: usize>(a: &[Rational; N], b: &[Rational; N]) -> [Rational; N] {
    std::array::from_fn(|i| &a[i] + &b[i])
}

/// `a − b`.
pub(crate) fn minus<const N: usize>(a: &[Rational; N], b: &[Rational; N]) -> [Rational; N] {
    std::array::from_fn(|i| &a[i] - &b[i])
}

/// `factor·a`.
pub(crate) fn scaled<const N: usize>(a: &[Rational; N], factor: &Rational) -> [Rational; N] {
    a.each_ref().map(|entry| entry * factor)
}

/// Whether every entry is zero.
pub(crate) fn is_zero(vector: &[Rational]) -> bool {
    vector.iter().all(Rational::is_zero)
}

/// A matrix times a vector.
pub(crate) fn times<const N: usize>(matrix: &[[Rational; N]; N], vector: &[Rational; N]) -> [Rational; N] {
    matrix.each_ref().map(|row| dot(row, vector))
}

/// Brings rows to reduced echelon form in their first columns, and names the columns of the pivots, in order:
/// the rows after as many as these are zero there.
pub(crate) fn reduce<R: AsRef<[Rational]> + AsMut<[Rational]>>(rows: &mut [R], columns: usize) -> Vec<usize> {
    eliminate(rows, columns, |_, _| {})
}

/// The number of dimensions that rows span.
pub(crate) fn rank(rows: &[Vec<Rational>]) -> usize {
    reduce(&mut rows.to_vec(), rows.first().map_or(0, Vec::len)).len()
}

/// The determinant of a square matrix; zero of another.
pub(crate) fn determinant(mut rows: Vec<Vec<Rational>>) -> Rational {
    let (size, mut product) = (rows.len(), Rational::one());
    if rows.iter().any(|row| row.len() != size) {
        return Rational::zero();
    }
    let pivots = eliminate(&mut rows, size, |pivot, swapped| {
        product = &product * pivot;
        if swapped {
            product = -&product;
        }
    });
    if pivots.len() == size { product } else { Rational::zero() }
}

/// The one elimination: each pivot is told before its row is divided by it, and whether that row was
/// exchanged with another.
fn eliminate<R: AsRef<[Rational]> + AsMut<[Rational]>>(
    rows: &mut [R],
    columns: usize,
    mut tell: impl FnMut(&Rational, bool),
) -> Vec<usize> {
    let mut pivots = Vec::new();
    for column in 0..columns {
        let (done, left) = rows.split_at_mut(pivots.len());
        let entry = |row: &R| row.as_ref()[column].clone();
        let Some((found, scale)) =
            left.iter().enumerate().find_map(|(at, row)| Some((at, entry(row).recip()?)))
        else {
            continue;
        };
        tell(&left[found].as_ref()[column], found > 0);
        left.swap(0, found);
        let Some((top, below)) = left.split_first_mut() else { break };
        top.as_mut().iter_mut().filter(|entry| !entry.is_zero()).for_each(|entry| *entry = &*entry * &scale);
        for row in done.iter_mut().chain(below) {
            let factor = entry(row);
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

/// The inverse of the part of a matrix that belongs to the freedoms, zero elsewhere; none where that part is singular.
pub(crate) fn inverse_in<const N: usize>(
    matrix: &[[Rational; N]; N],
    freedoms: &[bool; N],
) -> Option<[[Rational; N]; N]> {
    let free: Vec<usize> = (0..N).filter(|&at| freedoms[at]).collect();
    let unit = |same: bool| if same { Rational::one() } else { Rational::zero() };
    let row = |&row: &usize| -> Vec<Rational> {
        let left = free.iter().map(|&column| matrix[row][column].clone());
        left.chain(free.iter().map(|&column| unit(row == column))).collect()
    };
    let mut rows: Vec<Vec<Rational>> = free.iter().map(row).collect();
    if reduce(&mut rows, free.len()).len() < free.len() {
        return None;
    }
    let mut inverse: [[Rational; N]; N] = std::array::from_fn(|_| zeros());
    for (&row, entries) in free.iter().zip(rows) {
        let right = entries.into_iter().skip(free.len());
        free.iter().zip(right).for_each(|(&column, entry)| inverse[row][column] = entry);
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows<const N: usize, const M: usize>(numbers: [[i64; N]; M]) -> [[Rational; N]; M] {
        numbers.map(|row| row.map(Rational::from))
    }

    #[test]
    fn a_matrix_times_its_inverse_changes_nothing_in_the_freedoms() {
        let matrix = rows([[0, 2, 1], [2, 0, 5], [1, 5, 4]]);
        let inverse = inverse_in(&matrix, &[true; 3]).unwrap();
        for axis in 0..3 {
            let unit: [Rational; 3] = std::array::from_fn(|at| Rational::from(i64::from(at == axis)));
            assert_eq!(times(&matrix, &times(&inverse, &unit)), unit);
        }
        let part = inverse_in(&matrix, &[false, false, true]).unwrap();
        assert_eq!(part, [zeros(), zeros(), [Rational::zero(), Rational::zero(), Rational::new(1, 4)]]);
        assert!(inverse_in(&matrix, &[true, false, false]).is_none());
    }

    #[test]
    fn dependent_rows_have_no_pivot_of_their_own() {
        let mut dependent = rows([[0, 0, 1, 2], [0, 3, 0, 0], [0, 3, 2, 4]]);
        assert_eq!(reduce(&mut dependent, 4), [1, 2]);
        assert_eq!(dependent, rows([[0, 1, 0, 0], [0, 0, 1, 2], [0, 0, 0, 0]]));
    }

    #[test]
    fn an_exchange_of_rows_turns_the_determinant_around() {
        let of = |numbers: [[i64; 3]; 3]| determinant(rows(numbers).map(|row| row.to_vec()).to_vec());
        assert_eq!(of([[0, 2, 1], [2, 0, 5], [1, 5, 4]]), Rational::from(4));
        assert_eq!(of([[2, 0, 5], [0, 2, 1], [1, 5, 4]]), Rational::from(-4));
        assert_eq!(of([[1, 2, 3], [2, 4, 6], [0, 1, 1]]), Rational::zero());
        assert_eq!(determinant(vec![vec![Rational::one(), Rational::one()]]), Rational::zero());
    }
}
