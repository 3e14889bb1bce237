//! Linear equations between contacts that hang together: most contacts share no body with most others, so that
//! eliminating them one by one, the one with the fewest neighbours first, fills little.
//!
//! ```text
//!     a pivot that is rounding beside its own diagonal is put off
//!     what was put off is eliminated last, with full pivoting
//!     what is redundant ends with an empty row and column; a column without pivot is free
//! ```
//!
//! Off the diagonal nothing is searched for before: friction alone makes the matrix unsymmetric, and where it makes a
//! pivot small that pivot is put off like a redundant one.

use stiction_exact::double::elimination::{largest, reduce_by};

/// A force at one contact and the rates at another: normal and tangent of the one, normal and tangent of the other,
/// `[nn, nt, tn, tt]`; none where no free body joins them.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Gram {
    pub rows: Vec<Vec<(usize, [f64; 4])>>,
}

impl Gram {
    /// The block of two contacts.
    pub(super) fn block(&self, row: usize, column: usize) -> [f64; 4] {
        let found = self.rows[row].iter().find(|(other, _)| *other == column);
        found.map_or([0.0; 4], |(_, block)| *block)
    }
}

/// An unknown of a contact: the rate that its row asks for, and the force that is one of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Column {
    pub contact: usize,
    pub row: usize,
    pub force: [f64; 2],
}

/// A solution of linear equations and the directions along which there are more.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Solved {
    pub point: Vec<f64>,
    pub free: Vec<Vec<f64>>,
}

/// Pivots below this part of their diagonal are rounding: entries come from products of a few terms, each rounded
/// once, and up to a few hundred eliminations.
const RANK: f64 = 1e-10;

/// A matrix whose rows and columns belong to contacts.
struct Work {
    size: usize,
    entries: Vec<f64>,
    right: Vec<f64>,
    /// The unknowns of each node, and the nodes beside it.
    unknowns: Vec<Vec<usize>>,
    beside: Vec<Vec<usize>>,
    diagonal: Vec<f64>,
    done: Vec<bool>,
    /// The unknowns that were eliminated, each with those that were left.
    order: Vec<(usize, Vec<usize>)>,
}

/// Solves for the unknowns of contacts; `right` belongs to their rows.
pub(super) fn solve(gram: &Gram, columns: &[Column], right: Vec<f64>) -> Solved {
    let mut work = Work::new(gram, columns, right);
    work.eliminate();
    work.finish()
}

impl Work {
    fn new(gram: &Gram, columns: &[Column], right: Vec<f64>) -> Self {
        let size = columns.len();
        let mut node_of = vec![usize::MAX; gram.rows.len()];
        let mut unknowns: Vec<Vec<usize>> = Vec::new();
        let mut contacts = Vec::new();
        for (at, column) in columns.iter().enumerate() {
            if node_of[column.contact] == usize::MAX {
                node_of[column.contact] = unknowns.len();
                unknowns.push(Vec::new());
                contacts.push(column.contact);
            }
            unknowns[node_of[column.contact]].push(at);
        }
        let mut entries = vec![0.0; size * size];
        let mut beside = vec![Vec::new(); unknowns.len()];
        for (node, &contact) in contacts.iter().enumerate() {
            for (other, block) in &gram.rows[contact] {
                let there = node_of[*other];
                if there == usize::MAX {
                    continue;
                }
                if there != node {
                    beside[node].push(there);
                }
                for &row in &unknowns[node] {
                    let axis = 2 * columns[row].row;
                    for &column in &unknowns[there] {
                        let [normal, tangent] = columns[column].force;
                        entries[row * size + column] = block[axis] * normal + block[axis + 1] * tangent;
                    }
                }
            }
        }
        let diagonal = (0..size).map(|at| entries[at * size + at].abs()).collect();
        Self { size, entries, right, unknowns, beside, diagonal, done: vec![false; size], order: Vec::new() }
    }

    /// Eliminates node by node, the one with the fewest neighbours first.
    fn eliminate(&mut self) {
        let nodes = self.unknowns.len();
        let mut open: Vec<usize> = (0..nodes).collect();
        while let Some(place) = (0..open.len()).min_by_key(|&place| self.beside[open[place]].len()) {
            let node = open.swap_remove(place);
            let mut own = self.unknowns[node].clone();
            if let [a, b] = own[..]
                && self.entries[a * self.size + a].abs() < self.entries[b * self.size + b].abs()
            {
                own = vec![b, a];
            }
            for pivot in own {
                self.pivot(node, pivot);
            }
            // Its neighbours are neighbours now; it stays among them while something of it was put off.
            let neighbours = std::mem::take(&mut self.beside[node]);
            let stays = self.unknowns[node].iter().any(|&at| !self.done[at]);
            for &one in &neighbours {
                if !stays {
                    self.beside[one].retain(|other| *other != node);
                }
                for &other in &neighbours {
                    if other != one && !self.beside[one].contains(&other) {
                        self.beside[one].push(other);
                    }
                }
            }
            if stays {
                self.beside[node] = neighbours;
            }
        }
    }

    fn pivot(&mut self, node: usize, pivot: usize) {
        let size = self.size;
        let value = self.entries[pivot * size + pivot];
        if value.abs() <= RANK * self.diagonal[pivot] {
            return;
        }
        let near = self.beside[node].iter().chain([&node]).flat_map(|one| &self.unknowns[*one]);
        let left: Vec<usize> = near.copied().filter(|&at| at != pivot && !self.done[at]).collect();
        let row: Vec<f64> = left.iter().map(|&column| self.entries[pivot * size + column]).collect();
        for &other in &left {
            let factor = self.entries[other * size + pivot] / value;
            if factor == 0.0 {
                continue;
            }
            for (&column, entry) in left.iter().zip(&row) {
                self.entries[other * size + column] -= factor * entry;
            }
            self.right[other] -= factor * self.right[pivot];
        }
        self.done[pivot] = true;
        self.order.push((pivot, left));
    }

    /// What was put off, by full pivoting; then everything backwards.
    fn finish(self) -> Solved {
        let late: Vec<usize> = (0..self.size).filter(|&at| !self.done[at]).collect();
        let largest = self.diagonal.iter().copied().fold(0.0, f64::max);
        let rows = late.iter().map(|&row| {
            let entries = late.iter().map(|&column| self.entries[row * self.size + column]);
            entries.chain([self.right[row]]).collect()
        });
        let last = fully(rows.collect(), late.len(), RANK * largest);
        let back = |values: &[f64], right: bool| {
            let mut solution = vec![0.0; self.size];
            for (&at, value) in late.iter().zip(values) {
                solution[at] = *value;
            }
            for (pivot, left) in self.order.iter().rev() {
                let known = if right { self.right[*pivot] } else { 0.0 };
                let rest =
                    left.iter().map(|&at| self.entries[pivot * self.size + at] * solution[at]).sum::<f64>();
                solution[*pivot] = (known - rest) / self.entries[pivot * self.size + pivot];
            }
            solution
        };
        Solved {
            point: back(&last.point, true),
            free: last.free.iter().map(|one| back(one, false)).collect(),
        }
    }
}

/// Gauss and Jordan with full pivoting; rows have the right side last.
pub(super) fn fully(mut rows: Vec<Vec<f64>>, unknowns: usize, small: f64) -> Solved {
    let mut open: Vec<usize> = (0..unknowns).collect();
    let pivots = reduce_by(&mut rows, |left| largest(left, &mut open, small));
    let mut point = vec![0.0; unknowns];
    for (row, pivot) in rows.iter().zip(&pivots) {
        point[pivot.column] = row[unknowns];
    }
    let free = open.iter().map(|&open| {
        let mut direction = vec![0.0; unknowns];
        direction[open] = 1.0;
        for (row, pivot) in rows.iter().zip(&pivots) {
            direction[pivot.column] = -row[open];
        }
        direction
    });
    Solved { point, free: free.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_that_say_one_thing_twice_leave_a_direction_free() {
        let Solved { point, free } = fully(vec![vec![1.0, 1.0, 2.0], vec![2.0, 2.0, 4.0]], 2, 1e-12);
        assert!((point[0] + point[1] - 2.0).abs() < 1e-12);
        assert_eq!(free.len(), 1);
        assert!((free[0][0] + free[0][1]).abs() < 1e-12);
    }

    /// A ring of contacts, each joined with the two beside it, one of them twice.
    #[test]
    fn contact_by_contact_and_all_at_once_come_to_the_same() {
        let count = 40;
        let mut rows: Vec<Vec<(usize, [f64; 4])>> = Vec::new();
        for at in 0..count {
            let lean = 0.1 * (at as f64).sin();
            let beside = [(at + 1) % count, (at + count - 1) % count];
            let mut row = vec![(at, [2.0 + lean, 0.1, 0.1, 3.0])];
            row.extend(beside.map(|other| (other, [0.4, -0.2 * lean, 0.3, -0.5])));
            rows.push(row);
        }
        let gram = Gram { rows };
        let columns: Vec<Column> = (0..count)
            .flat_map(|contact| {
                let tangent = Column { contact, row: 1, force: [0.0, 1.0] };
                let normal =
                    Column { contact, row: 0, force: [1.0, if contact % 3 == 0 { 0.3 } else { 0.0 }] };
                [Some(normal), (contact % 3 != 0).then_some(tangent)].into_iter().flatten()
            })
            .collect();
        let right: Vec<f64> = (0..columns.len()).map(|at| (0.7 * at as f64).cos()).collect();
        let sparse = solve(&gram, &columns, right.clone());
        let entry = |row: &Column, column: &Column| {
            let block = gram.block(row.contact, column.contact);
            block[2 * row.row] * column.force[0] + block[2 * row.row + 1] * column.force[1]
        };
        let dense = columns
            .iter()
            .zip(&right)
            .map(|(row, right)| columns.iter().map(|column| entry(row, column)).chain([*right]).collect());
        let dense = fully(dense.collect(), columns.len(), 1e-12);
        assert!(sparse.free.is_empty() && dense.free.is_empty());
        for (a, b) in sparse.point.iter().zip(&dense.point) {
            assert!((a - b).abs() < 1e-12, "{a} {b}");
        }
    }

    /// Two contacts that move one body in one way: their difference moves nothing.
    #[test]
    fn what_is_redundant_is_free_and_the_rest_is_solved() {
        let one = [1.0, 0.0, 0.0, 1.0];
        let gram = Gram { rows: vec![vec![(0, one), (1, one)], vec![(0, one), (1, one)]] };
        let columns: Vec<Column> =
            (0..2).map(|contact| Column { contact, row: 0, force: [1.0, 0.0] }).collect();
        let Solved { point, free } = solve(&gram, &columns, vec![3.0, 3.0]);
        assert!((point[0] + point[1] - 3.0).abs() < 1e-12 && free.len() == 1);
        assert!((free[0][0] + free[0][1]).abs() < 1e-12);
    }
}
