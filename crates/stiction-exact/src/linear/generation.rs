//! Programs with few rows and very many columns: most columns never matter.
//!
//! The program is solved over the columns that are known so far.  Its end has multipliers `p` of the rows, and
//! any column whose reduced cost
//!
//! ```text
//!     c − p·A   (with c = 0 while the program is still impossible)                         (1)
//! ```
//!
//! is negative may improve it; the worst one is added.  When there is none, the end is that of the whole
//! program.  Every round adds a new column, so it ends; in three or four rows a few dozen are enough.
//!
//! (1) is priced in doubles with an error bound, and in rationals only where that bound does not decide.
//!
//! References: \[DantzigWolfe\].

use super::program::{Growing, Program, Solution};
use stiction_proof::Rational;

/// The multipliers by which columns are priced, equation (1).
pub struct Prices {
    /// `p`.
    pub rows: Vec<Rational>,
    /// Whether costs count.
    pub costs: bool,
}

/// Minimises over columns that `supply` finds: it must return one of negative reduced cost, or `None` if there is
/// none.  The solution is over the columns of `first`, then those supplied, in order.
pub fn generate(
    first: Program,
    mut supply: impl FnMut(&Prices) -> Option<(Vec<Rational>, Rational)>,
) -> Solution {
    let mut program = Growing::new(first);
    loop {
        let end = program.solve();
        let prices = match &end {
            Solution::Unbounded { .. } => return end,
            Solution::Best { y, .. } => Prices { rows: y.clone(), costs: true },
            Solution::Impossible { y } => {
                Prices { rows: y.iter().map(|entry| -entry).collect(), costs: false }
            }
        };
        let Some((column, cost)) = supply(&prices) else { return end };
        program.push(column, cost);
    }
}

/// Columns with their doubles, to be priced quickly.
pub struct Screen<'a> {
    columns: Vec<&'a [Rational]>,
    cost: Option<&'a [Rational]>,
    /// Entries, then the cost, of one column after the other; NaN where a double is not near enough.
    doubles: Vec<f64>,
    rows: usize,
}

/// A reduced cost, as far as doubles know it.
enum Priced {
    /// Certainly of this sign, and within `error` of this much.
    Sure { value: f64, error: f64 },
    /// Too near to zero, or too large or small, to tell.
    Unsure,
}

/// Unit roundoffs in a sum of at most nine rounded products of rounded numbers, generously.
const ROUNDOFFS: f64 = 32.0 * f64::EPSILON;

impl<'a> Screen<'a> {
    /// The columns of a program, priced in doubles: what they cost, or without a cost all alike.
    pub fn new(columns: Vec<&'a [Rational]>, rows: usize, cost: Option<&'a [Rational]>) -> Self {
        let mut doubles = Vec::with_capacity(columns.len() * (rows + 1));
        for (index, column) in columns.iter().enumerate() {
            doubles.extend(column.iter().map(double));
            doubles.push(cost.map_or(0.0, |cost| double(&cost[index])));
        }
        Self { columns, cost, doubles, rows }
    }

    /// The column of the least reduced cost for its size, if some are negative.
    pub fn worst(&self, prices: &Prices) -> Option<usize> {
        let rows = doubled(prices);
        let (mut worst, mut unsure) = (None, Vec::new());
        for index in 0..self.columns.len() {
            match self.quick(index, &rows, prices.costs) {
                Priced::Unsure => unsure.push(index),
                Priced::Sure { value, .. } if value < 0.0 => {
                    let score = value / self.size(index);
                    if worst.is_none_or(|(_, least)| score < least) {
                        worst = Some((index, score));
                    }
                }
                Priced::Sure { .. } => {}
            }
        }
        worst.map(|(index, _)| index).or_else(|| self.worst_exactly(&unsure, prices))
    }

    fn worst_exactly(&self, candidates: &[usize], prices: &Prices) -> Option<usize> {
        let priced = candidates.iter().map(|&index| (self.exact(index, prices), index));
        priced.filter(|(value, _)| value.is_negative()).min().map(|(_, index)| index)
    }

    /// The one of `candidates` with the least reduced cost, if that is negative; exactly, where doubles cannot
    /// tell which it is.
    pub fn least(&self, candidates: &[usize], prices: &Prices, rows: &[f64]) -> Option<usize> {
        let mut best: Option<(usize, f64, f64)> = None;
        for &index in candidates {
            let Priced::Sure { value, error } = self.quick(index, rows, prices.costs) else {
                return self.worst_exactly(candidates, prices);
            };
            if value > 0.0 {
                continue;
            }
            match best {
                Some((_, other, bound)) if (value - other).abs() <= error + bound => {
                    return self.worst_exactly(candidates, prices);
                }
                Some((_, other, _)) if value > other => {}
                _ => best = Some((index, value, error)),
            }
        }
        best.map(|(index, ..)| index)
    }

    fn quick(&self, index: usize, rows: &[f64], costs: bool) -> Priced {
        let column = &self.doubles[index * (self.rows + 1)..][..self.rows + 1];
        let cost = if costs { column[self.rows] } else { 0.0 };
        let (mut sum, mut size) = (cost, cost.abs());
        for (entry, row) in column[..self.rows].iter().zip(rows) {
            let product = entry * row;
            sum -= product;
            size += product.abs();
        }
        let error = ROUNDOFFS * size;
        let sure = sum.abs() > error && (LEAST..MOST).contains(&size);
        if sure { Priced::Sure { value: sum, error } } else { Priced::Unsure }
    }

    fn size(&self, index: usize) -> f64 {
        let column = &self.doubles[index * (self.rows + 1)..][..self.rows + 1];
        column.iter().map(|entry| entry.abs()).sum()
    }

    /// Equation (1).
    pub fn exact(&self, index: usize, prices: &Prices) -> Rational {
        let column = self.columns[index];
        let cost = self.cost.filter(|_| prices.costs).map_or_else(Rational::zero, |cost| cost[index].clone());
        column.iter().zip(&prices.rows).fold(cost, |sum, (entry, row)| sum - &(entry * row))
    }
}

/// Sizes between which doubles neither overflow nor lose digits by underflow.
const LEAST: f64 = 1e-200;
const MOST: f64 = 1e250;

/// A double with full relative accuracy, or NaN.
fn double(value: &Rational) -> f64 {
    let double = value.to_f64();
    if value.is_zero() || (LEAST..MOST).contains(&double.abs()) { double } else { f64::NAN }
}

/// Multipliers as doubles.
pub fn doubled(prices: &Prices) -> Vec<f64> {
    prices.rows.iter().map(double).collect()
}
