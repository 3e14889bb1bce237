//! A sparse matrix as a product of two triangles.
//!
//! Gauss elimination, where each step takes the pivot that fills in least: an entry in a row with `r` entries
//! and a column with `c` can make `(r − 1)(c − 1)` others \[Markowitz\].  In doubles only entries count that
//! are not small in their column.

use super::field::Field;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Entries of a row or column with their places.
pub(super) type Sparse<F> = Vec<(usize, F)>;

/// One step of the elimination.
struct Step<F> {
    row: usize,
    column: usize,
    /// `1 / pivot`.
    inverse: F,
    /// Rows below from which a multiple of the pivot's row was taken.
    taken: Sparse<F>,
    /// The rest of the pivot's row.
    rest: Sparse<F>,
}

/// A square matrix, factored.
pub(super) struct Factor<F> {
    steps: Vec<Step<F>>,
    size: usize,
}

/// Columns that depend on the others, and the rows that no pivot took; as many of one as of the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Dependent {
    pub(super) columns: Vec<usize>,
    pub(super) rows: Vec<usize>,
}

/// Part of the largest entry of a column below which an entry is no pivot.
const THRESHOLD: f64 = 0.05;
/// Columns in which a pivot is sought.
const LOOKED_AT: usize = 4;

/// The part of a matrix that is not eliminated yet.
struct Active<F> {
    rows: Vec<Sparse<F>>,
    /// For each column the rows that have or had an entry in it.
    places: Vec<Vec<usize>>,
    counts: Vec<usize>,
    /// Columns by their number of entries; counts that are out of date are passed over.
    queue: BinaryHeap<Reverse<(usize, usize)>>,
    done: Vec<bool>,
}

impl<F: Field> Active<F> {
    fn new(columns: &[Sparse<F>]) -> Self {
        let size = columns.len();
        let mut rows: Vec<Sparse<F>> = vec![Vec::new(); size];
        let mut places: Vec<Vec<usize>> = vec![Vec::new(); size];
        for (column, entries) in columns.iter().enumerate() {
            for &(row, entry) in entries.iter().filter(|(_, entry)| !entry.is_zero()) {
                rows[row].push((column, entry));
                places[column].push(row);
            }
        }
        let counts: Vec<usize> = places.iter().map(Vec::len).collect();
        let queue = counts.iter().enumerate().map(|(column, &count)| Reverse((count, column))).collect();
        Self { rows, places, counts, queue, done: vec![false; size] }
    }

    fn entry(&self, row: usize, column: usize) -> Option<F> {
        self.rows[row].iter().find(|(at, _)| *at == column).map(|(_, entry)| *entry)
    }

    /// Rows that have an entry in a column, with it.
    fn column(&mut self, column: usize) -> Sparse<F> {
        let mut places = std::mem::take(&mut self.places[column]);
        let mut entries = Vec::with_capacity(places.len());
        places.retain(|&row| match self.entry(row, column) {
            Some(entry) => {
                entries.push((row, entry));
                true
            }
            None => false,
        });
        self.counts[column] = places.len();
        self.places[column] = places;
        entries
    }

    /// The pivot that fills in least among a few short columns.
    fn pivot(&mut self) -> Option<(usize, usize, F)> {
        let mut best: Option<(usize, usize, usize, F)> = None;
        let mut looked_at = Vec::new();
        while looked_at.len() < LOOKED_AT {
            let Some(Reverse((count, column))) = self.queue.pop() else { break };
            if self.done[column] || count != self.counts[column] {
                continue;
            }
            let entries = self.column(column);
            if entries.len() != count {
                if !entries.is_empty() {
                    self.queue.push(Reverse((entries.len(), column)));
                }
                continue;
            }
            looked_at.push(Reverse((count, column)));
            let most = entries.iter().map(|(_, entry)| entry.size()).fold(0.0, f64::max);
            for (row, entry) in entries.into_iter().filter(|(_, entry)| entry.size() >= THRESHOLD * most) {
                let fill = (self.rows[row].len() - 1) * (count - 1);
                if best.is_none_or(|(least, ..)| fill < least) {
                    best = Some((fill, row, column, entry));
                }
            }
            if best.is_some_and(|(fill, ..)| fill == 0) {
                break;
            }
        }
        self.queue.extend(looked_at);
        best.map(|(_, row, column, entry)| (row, column, entry))
    }

    fn eliminate(&mut self, row: usize, column: usize, pivot: F) -> Step<F> {
        let inverse = pivot.inverse();
        let mut rest = std::mem::take(&mut self.rows[row]);
        rest.retain(|(at, _)| *at != column);
        let mut taken = Vec::new();
        for (other, entry) in self.column(column) {
            if other == row {
                continue;
            }
            let factor = entry.times(inverse);
            taken.push((other, factor));
            self.subtract(other, column, factor, &rest);
        }
        for &(at, _) in &rest {
            self.counts[at] -= 1;
            self.queue.push(Reverse((self.counts[at], at)));
        }
        self.done[column] = true;
        Step { row, column, inverse, taken, rest }
    }

    /// Takes `factor · rest` from a row, whose entry in `column` vanishes.
    fn subtract(&mut self, row: usize, column: usize, factor: F, rest: &Sparse<F>) {
        let mut entries = std::mem::take(&mut self.rows[row]);
        entries.retain(|(at, _)| *at != column);
        for &(at, entry) in rest {
            match entries.iter().position(|(other, _)| *other == at) {
                Some(place) => {
                    let left = entries[place].1.less(factor, entry);
                    if left.is_zero() {
                        entries.swap_remove(place);
                        self.counts[at] -= 1;
                    } else {
                        entries[place].1 = left;
                    }
                }
                None => {
                    entries.push((at, F::ZERO.less(factor, entry)));
                    // The row may be listed from an entry that vanished; the list is read once for each row.
                    if !self.places[at].contains(&row) {
                        self.places[at].push(row);
                    }
                    self.counts[at] += 1;
                }
            }
        }
        self.rows[row] = entries;
    }
}

impl<F: Field> Factor<F> {
    /// Factors the matrix of these columns, or says which of them depend on the others.
    pub(super) fn new(columns: &[Sparse<F>]) -> Result<Self, Dependent> {
        let size = columns.len();
        let mut active = Active::new(columns);
        let mut steps = Vec::with_capacity(size);
        while let Some((row, column, pivot)) = active.pivot() {
            steps.push(active.eliminate(row, column, pivot));
        }
        if steps.len() == size {
            return Ok(Self { steps, size });
        }
        let (mut columns, mut rows) = (vec![true; size], vec![true; size]);
        for step in &steps {
            (columns[step.column], rows[step.row]) = (false, false);
        }
        let left = |open: Vec<bool>| (0..size).filter(|&place| open[place]).collect();
        Err(Dependent { columns: left(columns), rows: left(rows) })
    }

    /// Solves `B x = right`; `x` has an entry a column.
    pub(super) fn solve(&self, right: &mut [F]) -> Vec<F> {
        for step in &self.steps {
            let value = right[step.row];
            if !value.is_zero() {
                for &(row, factor) in &step.taken {
                    right[row] = right[row].less(factor, value);
                }
            }
        }
        let mut x = vec![F::ZERO; self.size];
        for step in self.steps.iter().rev() {
            let mut value = right[step.row];
            for &(column, entry) in &step.rest {
                value = value.less(entry, x[column]);
            }
            x[step.column] = value.times(step.inverse);
        }
        x
    }

    /// Solves `Bᵀy = right`; `y` has an entry a row.
    pub(super) fn solve_transposed(&self, right: &mut [F]) -> Vec<F> {
        let mut y = vec![F::ZERO; self.size];
        for step in &self.steps {
            let value = right[step.column].times(step.inverse);
            y[step.row] = value;
            if !value.is_zero() {
                for &(column, entry) in &step.rest {
                    right[column] = right[column].less(entry, value);
                }
            }
        }
        for step in self.steps.iter().rev() {
            let mut value = y[step.row];
            for &(row, factor) in &step.taken {
                value = value.less(factor, y[row]);
            }
            y[step.row] = value;
        }
        y
    }
}

#[cfg(test)]
mod tests {
    use super::super::field::Residue;
    use super::*;

    const P: u64 = (1 << 61) - 1;

    /// Sparse columns of small numbers, the same for one seed.
    fn random(seed: u64, size: usize) -> Vec<Vec<(usize, i64)>> {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let column = |at: usize, next: &mut dyn FnMut() -> u64| {
            let mut entries: Vec<(usize, i64)> = vec![(at, 1 + (next() % 5) as i64)];
            for _ in 0..3 {
                let row = (next() % size as u64) as usize;
                if entries.iter().all(|(other, _)| *other != row) {
                    entries.push((row, (next() % 9) as i64 - 4));
                }
            }
            entries
        };
        (0..size).map(|at| column(at, &mut next)).collect()
    }

    fn residue(value: i64) -> Residue<P> {
        Residue::new(value.rem_euclid(P as i64) as u64)
    }

    #[test]
    fn solutions_put_back_give_the_right_side() {
        let mut solved = 0;
        for seed in 1..60 {
            let size = 1 + seed as usize % 17;
            let columns = random(seed, size);
            let modular: Vec<Sparse<Residue<P>>> =
                columns.iter().map(|c| c.iter().map(|&(row, e)| (row, residue(e))).collect()).collect();
            let Ok(factor) = Factor::new(&modular) else { continue };
            solved += 1;
            let right: Vec<Residue<P>> = (0..size).map(|row| residue(row as i64 * 7 - 11)).collect();
            let x = factor.solve(&mut right.clone());
            let mut left = right.clone();
            for (column, x) in modular.iter().zip(&x) {
                for &(row, entry) in column {
                    left[row] = left[row].less(entry, *x);
                }
            }
            assert!(left.iter().all(|entry| entry.is_zero()));
            let y = factor.solve_transposed(&mut right.clone());
            for (column, right) in modular.iter().zip(&right) {
                let left = column.iter().fold(*right, |left, &(row, entry)| left.less(entry, y[row]));
                assert!(left.is_zero());
            }
        }
        assert!(solved > 30, "{solved}");
    }

    #[test]
    fn dependent_columns_are_named() {
        let columns: Vec<Sparse<f64>> =
            vec![vec![(0, 1.0), (1, 2.0)], vec![(0, 2.0), (1, 4.0)], vec![(2, 3.0)]];
        let Err(dependent) = Factor::new(&columns) else { panic!("two columns are parallel") };
        assert_eq!(dependent.columns.len(), 1);
        assert_eq!(dependent.rows.len(), 1);
        assert!(dependent.columns[0] < 2 && dependent.rows[0] < 2);
    }
}
