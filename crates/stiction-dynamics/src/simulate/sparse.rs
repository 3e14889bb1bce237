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
/// `[nn, nt, tn, tt]`; none where no free body joins them. Row after row in one list.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Gram {
    /// Where each row begins, and where the last one ends.
    starts: Vec<usize>,
    blocks: Vec<(usize, [f64; 4])>,
}

impl Gram {
    /// Made by telling the blocks of each row; a block that is told twice is the sum of both.
    pub(super) fn of(count: usize, mut tell: impl FnMut(usize, &mut dyn FnMut(usize, [f64; 4]))) -> Self {
        let (mut starts, mut blocks): (Vec<usize>, Vec<(usize, [f64; 4])>) =
            (Vec::with_capacity(count + 1), Vec::with_capacity(8 * count));
        for row in 0..count {
            let begins = blocks.len();
            starts.push(begins);
            tell(
                row,
                &mut |other, block| match blocks[begins..].iter_mut().find(|(known, _)| *known == other) {
                    Some((_, sum)) => sum.iter_mut().zip(block).for_each(|(sum, part)| *sum += part),
                    None => blocks.push((other, block)),
                },
            );
        }
        starts.push(blocks.len());
        Self { starts, blocks }
    }

    /// How many contacts there are.
    pub(super) fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The blocks of a row.
    pub(super) fn row(&self, row: usize) -> &[(usize, [f64; 4])] {
        &self.blocks[self.starts[row]..self.starts[row + 1]]
    }

    /// The block of two contacts.
    pub(super) fn block(&self, row: usize, column: usize) -> [f64; 4] {
        let found = self.row(row).iter().find(|(other, _)| *other == column);
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

/// Rows of what is not yet eliminated, each with its entries in no order; the pattern is symmetric, zeros count.
struct Work {
    rows: Vec<Vec<(usize, f64)>>,
    right: Vec<f64>,
    /// The unknowns of each contact that has some.
    nodes: Vec<[Option<usize>; 2]>,
    diagonal: Vec<f64>,
    /// The unknowns that were eliminated, each with its pivot and the rest of its row.
    order: Vec<Eliminated>,
    /// Where a column is in the row that is worked on, from one; zero where it is not.
    places: Vec<usize>,
}

/// An unknown, its pivot and the rest of its row.
type Eliminated = (usize, f64, Vec<(usize, f64)>);

/// Solves for the unknowns of contacts; `right` belongs to their rows.
pub(super) fn solve(gram: &Gram, columns: &[Column], right: Vec<f64>) -> Solved {
    let mut work = Work::new(gram, columns, right);
    let late = work.eliminate();
    work.finish(&late)
}

impl Work {
    fn new(gram: &Gram, columns: &[Column], right: Vec<f64>) -> Self {
        let mut own: Vec<[Option<usize>; 2]> = vec![[None; 2]; gram.len()];
        for (at, column) in columns.iter().enumerate() {
            own[column.contact][column.row] = Some(at);
        }
        let row = |column: &Column| {
            let blocks = gram.row(column.contact);
            let mut row = Vec::with_capacity(4 * blocks.len());
            for (other, block) in blocks {
                for at in own[*other].into_iter().flatten() {
                    let ([normal, tangent], axis) = (columns[at].force, 2 * column.row);
                    row.push((at, block[axis] * normal + block[axis + 1] * tangent));
                }
            }
            row
        };
        let rows: Vec<Vec<(usize, f64)>> = columns.iter().map(row).collect();
        let diagonal = (0..rows.len()).map(|at| entry(&rows[at], at).abs()).collect();
        let nodes = own.into_iter().filter(|node| node.iter().any(Option::is_some)).collect();
        let places = vec![0; rows.len()];
        Self { order: Vec::with_capacity(rows.len()), rows, right, nodes, diagonal, places }
    }

    /// Eliminates contact by contact, the one with the fewest neighbours first; returns what was put off.
    fn eliminate(&mut self) -> Vec<usize> {
        let mut open = std::mem::take(&mut self.nodes);
        let mut late = Vec::new();
        let neighbours = |rows: &[Vec<(usize, f64)>], node: &[Option<usize>; 2]| {
            node.iter().flatten().next().map(|at| rows[*at].len())
        };
        while let Some(place) = (0..open.len()).min_by_key(|&place| neighbours(&self.rows, &open[place])) {
            let mut own = open.swap_remove(place);
            if let [Some(a), Some(b)] = own
                && entry(&self.rows[a], a).abs() < entry(&self.rows[b], b).abs()
            {
                own = [Some(b), Some(a)];
            }
            for pivot in own.into_iter().flatten() {
                if !self.pivot(pivot) {
                    late.push(pivot);
                }
            }
        }
        late.sort_unstable();
        late
    }

    /// Eliminates an unknown, unless its pivot is rounding.
    fn pivot(&mut self, pivot: usize) -> bool {
        let value = entry(&self.rows[pivot], pivot);
        if value.abs() <= RANK * self.diagonal[pivot] {
            return false;
        }
        let mut own = std::mem::take(&mut self.rows[pivot]);
        own.retain(|(column, _)| *column != pivot);
        for &(other, _) in &own {
            let row = &mut self.rows[other];
            let Some(place) = row.iter().position(|(column, _)| *column == pivot) else { continue };
            let factor = row.swap_remove(place).1 / value;
            for (place, (column, _)) in row.iter().enumerate() {
                self.places[*column] = place + 1;
            }
            for (column, part) in &own {
                match self.places[*column] {
                    0 => row.push((*column, -factor * part)),
                    place => row[place - 1].1 -= factor * part,
                }
            }
            for (column, _) in row.iter() {
                self.places[*column] = 0;
            }
            self.right[other] -= factor * self.right[pivot];
        }
        self.order.push((pivot, value, own));
        true
    }

    /// What was put off, by full pivoting; then everything backwards.
    fn finish(self, late: &[usize]) -> Solved {
        let largest = self.diagonal.iter().copied().fold(0.0, f64::max);
        let rows = late.iter().map(|&row| {
            let entries = late.iter().map(|&column| entry(&self.rows[row], column));
            entries.chain([self.right[row]]).collect()
        });
        let last = fully(rows.collect(), late.len(), RANK * largest);
        let back = |values: &[f64], right: bool| {
            let mut solution = vec![0.0; self.right.len()];
            for (&at, value) in late.iter().zip(values) {
                solution[at] = *value;
            }
            for (pivot, value, left) in self.order.iter().rev() {
                let known = if right { self.right[*pivot] } else { 0.0 };
                let rest = left.iter().map(|(at, part)| part * solution[*at]).sum::<f64>();
                solution[*pivot] = (known - rest) / value;
            }
            solution
        };
        Solved {
            point: back(&last.point, true),
            free: last.free.iter().map(|one| back(one, false)).collect(),
        }
    }
}

/// The entry of a row in a column.
fn entry(row: &[(usize, f64)], column: usize) -> f64 {
    row.iter().find(|(at, _)| *at == column).map_or(0.0, |(_, value)| *value)
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
        let gram = Gram::of(count, |at, add| {
            let lean = 0.1 * (at as f64).sin();
            add(at, [2.0 + lean, 0.1, 0.1, 3.0]);
            let beside = [(at + 1) % count, (at + count - 1) % count];
            beside.into_iter().for_each(|other| add(other, [0.4, -0.2 * lean, 0.3, -0.5]));
        });
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
        let gram = Gram::of(2, |_, add| (0..2).for_each(|other| add(other, one)));
        let columns: Vec<Column> =
            (0..2).map(|contact| Column { contact, row: 0, force: [1.0, 0.0] }).collect();
        let Solved { point, free } = solve(&gram, &columns, vec![3.0, 3.0]);
        assert!((point[0] + point[1] - 3.0).abs() < 1e-12 && free.len() == 1);
        assert!((free[0][0] + free[0][1]).abs() < 1e-12);
    }
}
