//! Symmetric positive matrices made of small square blocks, one for each pair of bodies that touch, and their Cholesky
//! factors.
//!
//! The bodies are eliminated in an order of approximate minimum degree, and the factor is computed column by
//! column from those to its left, block by block.
//!
//! References: \[AMD\].

/// A small square block, by rows.
pub type Block<const B: usize> = [[f64; B]; B];

/// A symmetric matrix of blocks with its factor; the pattern is fixed.
pub struct BlockMatrix<const B: usize> {
    /// For each place in the order of elimination the node there, and back.
    nodes: Vec<usize>,
    places: Vec<usize>,
    /// Of the factor: for each column where its rows begin, the rows below the diagonal, and for each entry its block.
    starts: Vec<usize>,
    rows: Vec<usize>,
    /// Blocks of the matrix in the pattern of the factor, and of the factor.
    diagonal: Vec<Block<B>>,
    below: Vec<Block<B>>,
    factor_diagonal: Vec<Block<B>>,
    factor_below: Vec<Block<B>>,
    /// For each column where its list of entries in its own row begins, and those entries: each with the end
    /// of its column.
    lefts: Vec<usize>,
    left: Vec<(usize, usize)>,
    /// For each pair given at the start, where its block is, and whether it is stored transposed.
    pairs: Vec<(usize, bool)>,
}

impl<const B: usize> BlockMatrix<B> {
    /// A matrix with blocks on the diagonal and for these pairs of different nodes.
    pub fn new(count: usize, pairs: &[(usize, usize)]) -> Self {
        let nodes = order(count, pairs);
        let mut places = vec![0; count];
        nodes.iter().enumerate().for_each(|(place, &node)| places[node] = place);
        let mut adjacent: Vec<Vec<usize>> = vec![Vec::new(); count];
        for &(one, other) in pairs {
            let (one, other) = (places[one], places[other]);
            adjacent[one.min(other)].push(one.max(other));
        }
        let (starts, rows) = pattern(adjacent);
        let find = |&(one, other): &(usize, usize)| {
            let (one, other) = (places[one], places[other]);
            let column = one.min(other);
            let range = starts[column]..starts[column + 1];
            let found = rows[range].binary_search(&one.max(other)).unwrap_or_default();
            (starts[column] + found, one < other)
        };
        let pairs = pairs.iter().map(find).collect();
        let (lefts, left) = by_rows(&starts, &rows);
        let zero = [[0.0; B]; B];
        let entries = rows.len();
        Self {
            nodes,
            places,
            starts,
            rows,
            diagonal: vec![zero; count],
            below: vec![zero; entries],
            factor_diagonal: vec![zero; count],
            factor_below: vec![zero; entries],
            lefts,
            left,
            pairs,
        }
    }

    /// All entries zero.
    pub fn clear(&mut self) {
        self.diagonal.iter_mut().chain(&mut self.below).for_each(|block| *block = [[0.0; B]; B]);
    }

    /// Adds to the block of a node with itself.
    pub fn add_diagonal(&mut self, node: usize, part: &Block<B>) {
        add(&mut self.diagonal[self.places[node]], part);
    }

    /// Adds to the block in the row of the first node of a pair and the column of the second, and to its transpose.
    pub fn add_pair(&mut self, pair: usize, part: &Block<B>) {
        let (entry, transposed) = self.pairs[pair];
        if transposed {
            add(&mut self.below[entry], &transpose(part));
        } else {
            add(&mut self.below[entry], part);
        }
    }

    /// Ones on the diagonal for components of nodes that are held: their unknowns are what stands on their right.
    pub fn ground<'a>(&mut self, held: impl Iterator<Item = &'a (usize, usize)>) {
        for &(node, component) in held {
            self.diagonal[self.places[node]][component][component] = 1.0;
        }
    }

    /// Computes the factor.  A pivot that is lost in rounding, of rows that depend on others, becomes small
    /// instead: where the right-hand side contradicts itself along them the solution is then long, and points
    /// to the contradiction.
    pub fn factor(&mut self) {
        let count = self.nodes.len();
        self.factor_below.copy_from_slice(&self.below);
        self.factor_diagonal.copy_from_slice(&self.diagonal);
        let mut at = vec![usize::MAX; count];
        for column in 0..count {
            let range = self.starts[column]..self.starts[column + 1];
            for entry in range.clone() {
                at[self.rows[entry]] = entry;
            }
            for &(first, end) in &self.left[self.lefts[column]..self.lefts[column + 1]] {
                let (done, rest) = self.factor_below.split_at_mut(self.starts[column]);
                // Transposed once, so that the inner loops of all products run along rows.
                let turned = transpose(&done[first]);
                subtract_product(&mut self.factor_diagonal[column], &done[first], &turned);
                for (block, &row) in done[first + 1..end].iter().zip(&self.rows[first + 1..end]) {
                    subtract_product(&mut rest[at[row] - self.starts[column]], block, &turned);
                }
            }
            cholesky(&mut self.factor_diagonal[column], &self.diagonal[column]);
            let root = self.factor_diagonal[column];
            for entry in range {
                solve_right(&mut self.factor_below[entry], &root);
            }
        }
    }

    /// Solves with the factor, for one vector a node.
    pub fn solve(&self, right: &[[f64; B]]) -> Vec<[f64; B]> {
        let count = self.nodes.len();
        let mut x: Vec<[f64; B]> = self.nodes.iter().map(|&node| right[node]).collect();
        for column in 0..count {
            forward(&mut x[column], &self.factor_diagonal[column]);
            let value = x[column];
            for entry in self.starts[column]..self.starts[column + 1] {
                let row = self.rows[entry];
                subtract_times(&mut x[row], &self.factor_below[entry], &value);
            }
        }
        for column in (0..count).rev() {
            let mut value = x[column];
            for entry in self.starts[column]..self.starts[column + 1] {
                subtract_transposed(&mut value, &self.factor_below[entry], &x[self.rows[entry]]);
            }
            backward(&mut value, &self.factor_diagonal[column]);
            x[column] = value;
        }
        let mut solution = vec![[0.0; B]; count];
        self.nodes.iter().zip(x).for_each(|(&node, x)| solution[node] = x);
        solution
    }
}

/// An order of elimination.
fn order(count: usize, pairs: &[(usize, usize)]) -> Vec<usize> {
    let mut columns: Vec<Vec<i64>> = (0..count).map(|node| vec![node as i64]).collect();
    for &(one, other) in pairs {
        columns[one].push(other as i64);
        columns[other].push(one as i64);
    }
    let (mut starts, mut rows) = (vec![0_i64], Vec::new());
    for column in &mut columns {
        column.sort_unstable();
        column.dedup();
        rows.extend_from_slice(column);
        starts.push(rows.len() as i64);
    }
    match amd::order(count as i64, &starts, &rows, &amd::Control::default()) {
        Ok((order, _, _)) => order.into_iter().map(|node| node as usize).collect(),
        Err(_) => (0..count).collect(),
    }
}

/// The rows below the diagonal of each column of the factor.
fn pattern(mut columns: Vec<Vec<usize>>) -> (Vec<usize>, Vec<usize>) {
    let (mut starts, mut rows) = (vec![0], Vec::new());
    for column in 0..columns.len() {
        let mut own = std::mem::take(&mut columns[column]);
        own.sort_unstable();
        own.dedup();
        if let Some((&parent, rest)) = own.split_first() {
            columns[parent].extend_from_slice(rest);
        }
        rows.extend_from_slice(&own);
        starts.push(rows.len());
    }
    (starts, rows)
}

/// For each row the entries in it, each with the end of its column, and where each row's begin.
fn by_rows(starts: &[usize], rows: &[usize]) -> (Vec<usize>, Vec<(usize, usize)>) {
    let count = starts.len() - 1;
    let mut begins = vec![0; count + 1];
    rows.iter().for_each(|&row| begins[row + 1] += 1);
    (0..count).for_each(|row| begins[row + 1] += begins[row]);
    let mut next = begins.clone();
    let mut entries = vec![(0, 0); rows.len()];
    for column in 0..count {
        for entry in starts[column]..starts[column + 1] {
            let place = &mut next[rows[entry]];
            entries[*place] = (entry, starts[column + 1]);
            *place += 1;
        }
    }
    (begins, entries)
}

fn add<const B: usize>(sum: &mut Block<B>, part: &Block<B>) {
    for (sum, part) in sum.iter_mut().zip(part) {
        sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
    }
}

pub(super) fn transpose<const B: usize>(block: &Block<B>) -> Block<B> {
    std::array::from_fn(|i| std::array::from_fn(|j| block[j][i]))
}

/// `target −= a·b`.
fn subtract_product<const B: usize>(target: &mut Block<B>, a: &Block<B>, b: &Block<B>) {
    for (target, a) in target.iter_mut().zip(a) {
        let mut row = *target;
        for (a, b) in a.iter().zip(b) {
            for k in 0..B {
                row[k] -= a * b[k];
            }
        }
        *target = row;
    }
}

/// Part of a pivot that must be left of the matrix's own diagonal entry, else it is rounding: what sixteen digits minus
/// two for sums leave.
const LOST: f64 = 1e-14;
/// Part of the largest diagonal entry of a block below which a row is nothing but rounding: the square of
/// twelve digits.
const ABSENT: f64 = 1e-24;
/// What a lost pivot becomes, as a part of the same entry: far above rounding, far below what counts.
const SMALL: f64 = 1e-10;

/// The lower factor of a block in place; above the diagonal zero.
fn cholesky<const B: usize>(block: &mut Block<B>, original: &Block<B>) {
    let most = (0..B).map(|i| original[i][i]).fold(0.0, f64::max);
    for i in 0..B {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| block[i][k] * block[j][k]).sum();
            let rest = block[i][j] - sum;
            if i == j {
                let scale = original[i][i];
                let kept = if rest > LOST * scale { rest } else { SMALL * scale };
                // An unknown that appears nowhere, but for rounding, stays zero.
                block[i][i] = if kept > 0.0 && scale > ABSENT * most { kept.sqrt() } else { 1e100 };
            } else {
                block[i][j] = rest / block[j][j];
            }
        }
        for j in i + 1..B {
            block[i][j] = 0.0;
        }
    }
}

/// `block ← block·L⁻ᵀ`, all rows side by side: none waits for another's quotient.
fn solve_right<const B: usize>(block: &mut Block<B>, lower: &Block<B>) {
    let mut columns = transpose(block);
    for j in 0..B {
        let mut column = columns[j];
        for k in 0..j {
            (0..B).for_each(|row| column[row] -= columns[k][row] * lower[j][k]);
        }
        columns[j] = column.map(|entry| entry / lower[j][j]);
    }
    *block = transpose(&columns);
}

fn forward<const B: usize>(x: &mut [f64; B], lower: &Block<B>) {
    for i in 0..B {
        let sum: f64 = (0..i).map(|k| lower[i][k] * x[k]).sum();
        x[i] = (x[i] - sum) / lower[i][i];
    }
}

fn backward<const B: usize>(x: &mut [f64; B], lower: &Block<B>) {
    for i in (0..B).rev() {
        let sum: f64 = (i + 1..B).map(|k| lower[k][i] * x[k]).sum();
        x[i] = (x[i] - sum) / lower[i][i];
    }
}

fn subtract_times<const B: usize>(target: &mut [f64; B], block: &Block<B>, x: &[f64; B]) {
    for (target, row) in target.iter_mut().zip(block) {
        *target -= row.iter().zip(x).map(|(a, b)| a * b).sum::<f64>();
    }
}

fn subtract_transposed<const B: usize>(target: &mut [f64; B], block: &Block<B>, x: &[f64; B]) {
    for (row, x) in block.iter().zip(x) {
        for k in 0..B {
            target[k] -= row[k] * x;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_factor_solves_what_was_multiplied() {
        // A ring of seven nodes with a chord, diagonally dominant.
        let pairs: Vec<(usize, usize)> = (0..7).map(|k| (k, (k + 1) % 7)).chain([(1, 5)]).collect();
        let mut matrix = BlockMatrix::<3>::new(7, &pairs);
        let entry = |pair: usize, i: usize, j: usize| ((pair * 9 + i * 3 + j) as f64 * 0.7).sin();
        let blocks: Vec<Block<3>> = (0..pairs.len())
            .map(|p| std::array::from_fn(|i| std::array::from_fn(|j| entry(p, i, j))))
            .collect();
        let diagonal: Block<3> =
            std::array::from_fn(|i| std::array::from_fn(|j| if i == j { 12.0 } else { 0.5 }));
        (0..7).for_each(|node| matrix.add_diagonal(node, &diagonal));
        blocks.iter().enumerate().for_each(|(pair, block)| matrix.add_pair(pair, block));
        let x: Vec<[f64; 3]> =
            (0..7).map(|node| std::array::from_fn(|i| (node as f64 - 2.5) * (i as f64 + 0.3))).collect();
        let mut right = vec![[0.0; 3]; 7];
        for node in 0..7 {
            subtract_times(&mut right[node], &diagonal, &x[node]);
        }
        for (&(one, other), block) in pairs.iter().zip(&blocks) {
            subtract_times(&mut right[one], block, &x[other]);
            subtract_times(&mut right[other], &transpose(block), &x[one]);
        }
        right.iter_mut().flatten().for_each(|entry| *entry = -*entry);
        matrix.factor();
        let found = matrix.solve(&right);
        for (found, x) in found.iter().flatten().zip(x.iter().flatten()) {
            assert!((found - x).abs() < 1e-12);
        }
    }
}
