//! Which columns are basic at the end, as far as doubles tell: the revised simplex method.
//!
//! Its answer is a basis and no number.  The first phase makes the sum of what is negative small, from
//! whatever basis it is given; an artificial column, of one row alone, may be neither negative nor positive.
//! Bounds are moved a little and at random at first, so that the method does not stand still where many
//! bounds meet, and moved back at the end \[Orchard-Hays\].

use super::factor::{Factor, Sparse};
use super::{Basis, Whole};
use crate::work;
use dashu_int::IBig;
use dashu_int::ops::{BitTest, UnsignedAbs};
use stiction_proof::Rational;

/// A program in doubles, rows and columns scaled by powers of two so that entries are about one.
#[derive(Clone)]
pub(super) struct Doubles {
    columns: Vec<Sparse<f64>>,
    right: Vec<f64>,
    cost: Vec<f64>,
    /// Lengths of the columns.
    sizes: Vec<f64>,
    /// Exponents of two by which rows, and costs, were multiplied.
    rows: Vec<f64>,
    priced: f64,
}

/// A number as `mantissa · 2^exponent`, the mantissa about one.
fn parts(value: &IBig) -> (f64, i64) {
    let bits = value.unsigned_abs().bit_len();
    if bits <= 64 {
        return (value.to_f64().value(), 0);
    }
    let shift = bits - 64;
    ((value >> shift).to_f64().value(), shift as i64)
}

/// The logarithm of a size to base two; the number is not zero.
fn logarithm(value: &IBig) -> f64 {
    let (mantissa, exponent) = parts(value);
    mantissa.abs().log2() + exponent as f64
}

/// `value · 2^exponent`, within the range of doubles.
fn scaled(value: &IBig, exponent: i64) -> f64 {
    let (mantissa, own) = parts(value);
    let power = (own + exponent).clamp(-1000, 900) as i32;
    mantissa * f64::from(power / 2).exp2() * f64::from(power - power / 2).exp2()
}

/// Passes in which rows and columns are scaled in turn.
const PASSES: usize = 6;

impl Doubles {
    pub(super) fn new(whole: &Whole) -> Self {
        let sizes: Vec<Vec<(usize, f64)>> = whole
            .columns
            .iter()
            .map(|column| column.iter().map(|(row, entry)| (*row, logarithm(entry))).collect())
            .collect();
        let right: Vec<Option<f64>> =
            whole.right.iter().map(|entry| (!entry.is_zero()).then(|| logarithm(entry))).collect();
        let (rows, columns, unit) = balanced(&sizes, &right);
        let right = whole.right.iter().zip(&rows).map(|(entry, row)| scaled(entry, (row + unit) as i64));
        let costs = whole.cost.iter().zip(&columns).filter(|(cost, _)| !cost.is_zero());
        let dearest = costs.map(|(cost, own)| logarithm(cost) + own).fold(f64::NEG_INFINITY, f64::max);
        let priced = if dearest.is_finite() { -dearest.round() } else { 0.0 };
        let right = right.collect();
        let (entries, cost, sizes) = (Vec::new(), Vec::new(), Vec::new());
        let mut doubles = Self { columns: entries, right, cost, sizes, rows, priced };
        for (index, own) in columns.into_iter().enumerate() {
            doubles.add(&whole.columns[index], &whole.cost[index], own);
        }
        doubles
    }

    /// The last column of a program.
    pub(super) fn push(&mut self, whole: &Whole) {
        let (Some(column), Some(cost)) = (whole.columns.last(), whole.cost.last()) else { return };
        let sizes = column.iter().map(|(row, entry)| logarithm(entry) + self.rows[*row]);
        let own = middle(sizes.fold(NOTHING, wider));
        self.add(column, cost, own);
    }

    fn add(&mut self, column: &[(usize, IBig)], cost: &IBig, own: f64) {
        let entry = |(row, entry): &(usize, IBig)| (*row, scaled(entry, (self.rows[*row] + own) as i64));
        let column: Sparse<f64> = column.iter().map(entry).collect();
        self.sizes.push(column.iter().map(|(_, entry)| entry * entry).sum::<f64>().sqrt());
        self.columns.push(column);
        self.cost.push(if cost.is_zero() { 0.0 } else { scaled(cost, (own + self.priced) as i64) });
    }

    /// Prices of the rows of the program in integers.
    fn prices(&self, prices: &[f64], first: bool) -> Vec<Rational> {
        let power = |row: f64| if first { row } else { row - self.priced };
        let price = |(price, row): (&f64, &f64)| {
            Rational::from_f64(*price).unwrap_or_default() * Rational::power_of_two(power(*row) as i64)
        };
        prices.iter().zip(&self.rows).map(price).collect()
    }
}

impl Doubles {
    /// A basis with as many of these columns as are independent, the first ones first.
    pub(super) fn start(&self, hint: &[usize]) -> Basis {
        let (size, count) = (self.right.len(), self.columns.len());
        let mut basis: Basis = (count..count + size).collect();
        let mut taken = vec![false; size];
        // Columns are eliminated one after the other; each takes the row of its largest entry that is left.
        let mut done: Vec<(usize, Sparse<f64>)> = Vec::new();
        for &index in hint.iter().filter(|index| **index < count) {
            let mut column = vec![0.0; size];
            self.columns[index].iter().for_each(|&(row, entry)| column[row] = entry);
            for (row, before) in &done {
                let factor = column[*row];
                if factor != 0.0 {
                    before.iter().for_each(|&(other, part)| column[other] -= factor * part);
                }
            }
            let open = (0..size).filter(|&row| !taken[row]);
            let Some(row) = open.max_by(|&a, &b| column[a].abs().total_cmp(&column[b].abs())) else { break };
            if column[row].abs() <= DEPENDENT {
                continue;
            }
            taken[row] = true;
            basis[row] = index;
            let pivot = column[row];
            let rest = column.iter().enumerate().filter(|(_, entry)| entry.abs() > 0.0);
            done.push((row, rest.map(|(row, entry)| (row, entry / pivot)).collect()));
        }
        basis
    }
}

/// What is left of a column of entries about one that depends on others.
const DEPENDENT: f64 = 1e-7;

/// No range of sizes yet.
const NOTHING: (f64, f64) = (f64::INFINITY, f64::NEG_INFINITY);

/// A range with one more size.
fn wider((low, high): (f64, f64), size: f64) -> (f64, f64) {
    (low.min(size), high.max(size))
}

/// The exponent that brings the middle of a range to one.
fn middle((low, high): (f64, f64)) -> f64 {
    if low <= high { -((low + high) / 2.0).round() } else { 0.0 }
}

/// Exponents of two for rows, columns and the right-hand side that bring entries near to one: the middle between the
/// largest and the smallest, of rows and columns in turn.
fn balanced(sizes: &[Vec<(usize, f64)>], right: &[Option<f64>]) -> (Vec<f64>, Vec<f64>, f64) {
    let mut rows = vec![0.0; right.len()];
    let mut columns = vec![0.0; sizes.len()];
    let mut unit = 0.0;
    for _ in 0..PASSES {
        let mut ranges = vec![NOTHING; right.len()];
        for (entries, own) in sizes.iter().zip(&columns) {
            for &(row, size) in entries {
                ranges[row] = wider(ranges[row], size + own);
            }
        }
        for (range, size) in ranges.iter_mut().zip(right) {
            if let Some(size) = size {
                *range = wider(*range, size + unit);
            }
        }
        for (row, range) in rows.iter_mut().zip(ranges) {
            *row = middle(range);
        }
        for (own, entries) in columns.iter_mut().zip(sizes) {
            *own = middle(entries.iter().fold(NOTHING, |range, &(row, size)| wider(range, size + rows[row])));
        }
        let entries = right.iter().zip(&rows).filter_map(|(size, row)| Some((*size)? + row));
        unit = -entries.fold(f64::NEG_INFINITY, f64::max).round();
        if !unit.is_finite() {
            unit = 0.0;
        }
    }
    (rows, columns, unit)
}

/// What a value may be beyond its bound, and a reduced cost beyond zero relative to its terms, and count as none.
const NEGLIGIBLE: f64 = 1e-9;
/// By how much bounds are moved.
const MOVED: f64 = 1e-6;
/// Exchanges after which the basis is factored anew.
const UPDATES: usize = 50;
/// Entries of a step that are no pivots, as a part of the largest.
const NO_PIVOT: f64 = 1e-9;

/// The method at work.
struct Walk<'a> {
    doubles: &'a Doubles,
    basis: Basis,
    /// For each column its place in the basis.
    place: Vec<Option<usize>>,
    factor: Factor<f64>,
    /// Exchanges since the basis was factored: the place, and the step.
    updates: Vec<(usize, Vec<f64>)>,
    /// Values of the basic columns.
    values: Vec<f64>,
    /// Bounds from below.
    lower: Vec<f64>,
    random: u64,
}

/// The basis at which doubles see nothing more to gain, from a basis to begin with; the prices of the rows
/// there, of the program in integers, and whether these show that there is no solution.
pub(super) fn guess(doubles: &Doubles, start: Basis) -> (Basis, Vec<Rational>, bool) {
    let none = |basis: Basis| (basis, vec![Rational::zero(); doubles.right.len()], false);
    let Some(mut walk) = Walk::new(doubles, start.clone()) else { return none(start) };
    walk.run();
    // Back to the true bounds.
    walk.lower.iter_mut().for_each(|bound| *bound = 0.0);
    if !walk.refactor() {
        return none(walk.basis);
    }
    walk.run();
    let (prices, first) = walk.prices();
    (walk.basis, doubles.prices(&prices, first), first)
}

/// The end of a step.
enum Stepped {
    Onward,
    Ended,
}

impl<'a> Walk<'a> {
    fn new(doubles: &'a Doubles, basis: Basis) -> Option<Self> {
        let mut walk = Self {
            doubles,
            basis,
            place: Vec::new(),
            factor: Factor::new(&[]).ok()?,
            updates: Vec::new(),
            values: Vec::new(),
            lower: vec![0.0; doubles.columns.len()],
            random: 0x9E37_79B9_7F4A_7C15,
        };
        for column in 0..walk.lower.len() {
            walk.lower[column] = -MOVED * (0.5 + 0.5 * walk.chance());
        }
        walk.refactor().then_some(walk)
    }

    /// A number between 0 and 1, the same ones in every run.
    fn chance(&mut self) -> f64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn column(&self, index: usize) -> Sparse<f64> {
        let count = self.doubles.columns.len();
        if index < count { self.doubles.columns[index].clone() } else { vec![(index - count, 1.0)] }
    }

    /// Factors the basis, artificial columns taking the place of those that depend on others.
    fn refactor(&mut self) -> bool {
        let count = self.doubles.columns.len();
        for _ in 0..3 {
            let columns: Vec<Sparse<f64>> = self.basis.iter().map(|&index| self.column(index)).collect();
            match Factor::new(&columns) {
                Ok(factor) => {
                    self.factor = factor;
                    self.updates.clear();
                    self.place = vec![None; count];
                    for (place, &index) in self.basis.iter().enumerate().filter(|(_, index)| **index < count)
                    {
                        self.place[index] = Some(place);
                    }
                    self.evaluate();
                    return true;
                }
                Err(dependent) => {
                    for (&place, &row) in dependent.columns.iter().zip(&dependent.rows) {
                        self.basis[place] = count + row;
                    }
                }
            }
        }
        false
    }

    /// The values of the basic columns.
    fn evaluate(&mut self) {
        let mut right = self.doubles.right.clone();
        for (index, column) in self.doubles.columns.iter().enumerate() {
            if self.place[index].is_none() && self.lower[index] != 0.0 {
                column.iter().for_each(|&(row, entry)| right[row] -= entry * self.lower[index]);
            }
        }
        self.values = self.forward(right);
    }

    /// `B⁻¹ right`.
    fn forward(&self, mut right: Vec<f64>) -> Vec<f64> {
        let mut x = self.factor.solve(&mut right);
        for (place, step) in &self.updates {
            let part = x[*place] / step[*place];
            if part != 0.0 {
                x.iter_mut().zip(step).for_each(|(x, step)| *x -= step * part);
            }
            x[*place] = part;
        }
        x
    }

    /// `B⁻ᵀ cost`.
    fn backward(&self, mut cost: Vec<f64>) -> Vec<f64> {
        for (place, step) in self.updates.iter().rev() {
            let sum: f64 = cost.iter().zip(step).map(|(cost, step)| cost * step).sum();
            cost[*place] = (cost[*place] * (1.0 + step[*place]) - sum) / step[*place];
        }
        self.factor.solve_transposed(&mut cost)
    }

    fn is_artificial(&self, place: usize) -> bool {
        self.basis[place] >= self.doubles.columns.len()
    }

    fn bound(&self, place: usize) -> f64 {
        self.lower.get(self.basis[place]).copied().unwrap_or(0.0)
    }

    /// −1 below its bound, 1 above the one of an artificial column, else 0.
    fn astray(&self, place: usize) -> f64 {
        let beyond = self.values[place] - self.bound(place);
        if beyond < -NEGLIGIBLE {
            -1.0
        } else if beyond > NEGLIGIBLE && self.is_artificial(place) {
            1.0
        } else {
            0.0
        }
    }

    fn run(&mut self) {
        // A few exchanges for each row are usual; what takes many more goes in circles of rounding, and is
        // left to exact steps.
        let most = 20 * self.doubles.right.len() + 500;
        for _ in 0..most {
            // Three solutions and a look at every column.
            work::spend(self.doubles.columns.len() / 4 + self.basis.len());
            if matches!(self.step(), Stepped::Ended) {
                return;
            }
        }
    }

    /// Prices of the rows, and whether they are those of the first phase.
    fn prices(&self) -> (Vec<f64>, bool) {
        let astray: Vec<f64> = (0..self.basis.len()).map(|place| self.astray(place)).collect();
        let first = astray.iter().any(|&side| side != 0.0);
        let own = |index: &usize| self.doubles.cost.get(*index).copied().unwrap_or(0.0);
        let cost = if first { astray } else { self.basis.iter().map(own).collect() };
        (self.backward(cost), first)
    }

    fn step(&mut self) -> Stepped {
        let (prices, first) = self.prices();
        let Some(entering) = self.entering(&prices, first) else { return self.fresh() };
        let mut column = vec![0.0; self.basis.len()];
        self.doubles.columns[entering].iter().for_each(|&(row, entry)| column[row] = entry);
        let step = self.forward(column);
        let Some(leaving) = self.leaving(&step) else { return self.fresh() };
        if !self.updates.is_empty() && step[leaving].abs() < 1e-6 {
            // A small pivot after many exchanges may be rounding.
            return self.fresh();
        }
        self.exchange(entering, leaving, step)
    }

    /// The end, unless the factor is an old one.
    fn fresh(&mut self) -> Stepped {
        if self.updates.is_empty() || !self.refactor() { Stepped::Ended } else { Stepped::Onward }
    }

    /// The column of the steepest gain.
    fn entering(&self, prices: &[f64], first: bool) -> Option<usize> {
        let mut best: Option<(usize, f64)> = None;
        for (index, column) in self.doubles.columns.iter().enumerate() {
            if self.place[index].is_some() {
                continue;
            }
            let own = if first { 0.0 } else { self.doubles.cost[index] };
            let (mut reduced, mut size) = (own, own.abs());
            for &(row, entry) in column {
                let product = prices[row] * entry;
                reduced -= product;
                size += product.abs();
            }
            if reduced < -NEGLIGIBLE * size {
                let score = -reduced / (1.0 + self.doubles.sizes[index]);
                if best.is_none_or(|(_, most)| score > most) {
                    best = Some((index, score));
                }
            }
        }
        best.map(|(index, _)| index)
    }

    /// The place of the column that reaches its bound first; of those at about the same step, the one with
    /// the largest entry \[Harris\].
    fn leaving(&self, step: &[f64]) -> Option<usize> {
        let largest = step.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
        let stop = |place: usize| -> Option<f64> {
            let entry = step[place];
            if entry.abs() <= NO_PIVOT * largest {
                return None;
            }
            let beyond = self.values[place] - self.bound(place);
            let side = self.astray(place);
            // What is astray stops where it comes home; what is not, where it would go astray.
            let stops = if side < 0.0 {
                entry < 0.0
            } else if side > 0.0 {
                entry > 0.0
            } else {
                entry > 0.0 || self.is_artificial(place)
            };
            stops.then(|| if side == 0.0 && self.is_artificial(place) { 0.0 } else { beyond / entry })
        };
        let stops: Vec<(usize, f64)> =
            (0..step.len()).filter_map(|place| Some((place, stop(place)?.max(0.0)))).collect();
        let relaxed = |&(place, ratio): &(usize, f64)| ratio + NEGLIGIBLE / step[place].abs();
        let reach = stops.iter().map(relaxed).fold(f64::INFINITY, f64::min);
        let near = stops.iter().filter(|(_, ratio)| *ratio <= reach);
        near.max_by(|a, b| step[a.0].abs().total_cmp(&step[b.0].abs())).map(|&(place, _)| place)
    }

    fn exchange(&mut self, entering: usize, leaving: usize, step: Vec<f64>) -> Stepped {
        let before = self.basis[leaving];
        let length = ((self.values[leaving] - self.bound(leaving)) / step[leaving]).max(0.0);
        let start = self.lower[entering];
        self.values.iter_mut().zip(&step).for_each(|(value, step)| *value -= length * step);
        self.values[leaving] = start + length;
        if let Some(place) = self.place.get_mut(before) {
            *place = None;
        }
        self.basis[leaving] = entering;
        self.place[entering] = Some(leaving);
        self.updates.push((leaving, step));
        if self.updates.len() >= UPDATES && !self.refactor() {
            return Stepped::Ended;
        }
        Stepped::Onward
    }
}
