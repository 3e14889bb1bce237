//! Exact linear programs with many rows and few entries a column: minimise `c·x` such that `A x = b`, `x ≥ 0`.
//!
//! The ends are those of [`super::Solution`], each its own proof.  A basis is guessed in doubles (`guess`);
//! its values and prices are computed exactly, digit by digit (`lifting`), and where a sign is wrong exact
//! exchanges go on from there (`settle`) until none is.  So doubles save time and decide nothing: however
//! the sizes of a program differ, and however near it is to a boundary, its end is the true one.
//!
//! References: \[Dixon\], \[Bland\], \[Markowitz\].

mod factor;
mod field;
mod guess;
mod lifting;
mod settle;

use super::Solution;
use crate::integers;
use dashu_int::ops::{Gcd, UnsignedAbs};
use dashu_int::{IBig, UBig};
use guess::{Doubles, guess};
use lifting::Fractions;
use settle::{ExactEnd, settle};
use stiction_proof::{NonZero, Rational};

/// A program given by columns of entries that are not zero.
#[derive(Debug, Clone, Default)]
pub struct SparseProgram {
    /// The columns `Aⱼ`: rows with their entries.
    pub columns: Vec<Vec<(usize, Rational)>>,
    /// The right-hand side `b`.
    pub right: Vec<Rational>,
    /// The cost `cⱼ` of each column.
    pub cost: Vec<Rational>,
}

/// The basic column of each place; numbers beyond the columns are artificial ones, of one row each.
type Basis = Vec<usize>;

/// A program in integers, with the scales that were applied: `A'ᵢⱼ = rowᵢ·columnⱼ·Aᵢⱼ` and so on.
#[derive(Clone)]
struct Whole {
    columns: Vec<Vec<(usize, IBig)>>,
    right: Vec<IBig>,
    cost: Vec<IBig>,
    /// Unit columns.
    artificial: Vec<[(usize, IBig); 1]>,
    row_scales: Vec<NonZero>,
    column_scales: Vec<NonZero>,
    right_scale: NonZero,
    cost_scale: NonZero,
}

impl Whole {
    fn new(program: &SparseProgram) -> Self {
        let size = program.right.len();
        let (mut columns, mut column_scales) = (Vec::new(), Vec::new());
        for column in &program.columns {
            let entries: Vec<Rational> = column.iter().map(|(_, entry)| entry.clone()).collect();
            let (whole, scale) = integers::scaled(&entries);
            let rows = column.iter().map(|(row, _)| *row);
            columns.push(rows.zip(whole).filter(|(_, entry)| !entry.is_zero()).collect::<Vec<_>>());
            column_scales.push(scale);
        }
        let (mut right, right_scale) = integers::scaled(&program.right);
        let row_scales = shorten_rows(&mut columns, &mut right);
        let priced = program.cost.iter().zip(&column_scales);
        let costs: Vec<Rational> = priced
            .map(|(cost, scale)| if cost.is_zero() { Rational::zero() } else { cost * scale })
            .collect();
        let (cost, cost_scale) = integers::scaled(&costs);
        let artificial = (0..size).map(|row| [(row, IBig::ONE)]).collect();
        Self { columns, right, cost, artificial, row_scales, column_scales, right_scale, cost_scale }
    }

    /// One more column: as many times as makes its entries and its cost whole.
    fn push(&mut self, column: &[(usize, Rational)], cost: &Rational) {
        self.columns.push(Vec::new());
        self.cost.push(IBig::ZERO);
        self.column_scales.push(NonZero::one());
        self.replace(self.columns.len() - 1, column, cost);
    }

    fn replace(&mut self, index: usize, column: &[(usize, Rational)], cost: &Rational) {
        let entries = column.iter().map(|(row, entry)| entry * &self.row_scales[*row]);
        let all: Vec<Rational> = entries.chain([cost * &self.cost_scale]).collect();
        let (mut all, scale) = integers::scaled(&all);
        self.cost[index] = all.pop().unwrap_or_default();
        let rows = column.iter().map(|(row, _)| *row);
        self.columns[index] = rows.zip(all).filter(|(_, entry)| !entry.is_zero()).collect();
        self.column_scales[index] = scale;
    }

    fn is_artificial(&self, index: usize) -> bool {
        index >= self.columns.len()
    }

    fn column(&self, index: usize) -> &[(usize, IBig)] {
        match self.columns.get(index) {
            Some(column) => column,
            None => &self.artificial[index - self.columns.len()],
        }
    }

    fn magnitude(&self, entry: &IBig) -> IBig {
        entry.unsigned_abs().into()
    }

    /// The values of all columns of the program.
    fn solution(&self, basis: &Basis, values: &Fractions) -> Vec<Rational> {
        let mut x = vec![Rational::zero(); self.columns.len()];
        for (&index, value) in basis.iter().zip(&values.numerators) {
            if !self.is_artificial(index) && !value.is_zero() {
                let whole = Rational::quotient(value, &values.denominator) * &self.column_scales[index];
                x[index] = whole / &self.right_scale;
            }
        }
        x
    }

    /// Prices of the rows of the program, divided by a scale of costs.
    fn prices(&self, prices: &Fractions, scale: &NonZero) -> Vec<Rational> {
        let price =
            |(value, row): (&IBig, &NonZero)| Rational::quotient(value, &prices.denominator) * row / scale;
        prices.numerators.iter().zip(&self.row_scales).map(price).collect()
    }
}

/// Divides every row by what its entries have in common; the factors by which rows were multiplied.
fn shorten_rows(columns: &mut [Vec<(usize, IBig)>], right: &mut [IBig]) -> Vec<NonZero> {
    let mut common: Vec<UBig> = right.iter().map(UnsignedAbs::unsigned_abs).collect();
    for (row, entry) in columns.iter().flatten() {
        let entry = entry.unsigned_abs();
        let own = &mut common[*row];
        if own.is_zero() {
            *own = entry;
        } else if *own != UBig::ONE {
            *own = (&*own).gcd(&entry);
        }
    }
    let divisors: Vec<IBig> =
        common.into_iter().map(|own| if own.is_zero() { IBig::ONE } else { own.into() }).collect();
    for (row, entry) in columns.iter_mut().flatten().filter(|(row, _)| divisors[*row] != IBig::ONE) {
        *entry = std::mem::take(entry) / &divisors[*row];
    }
    for (entry, divisor) in right.iter_mut().zip(&divisors).filter(|(_, divisor)| **divisor != IBig::ONE) {
        *entry = std::mem::take(entry) / divisor;
    }
    divisors.into_iter().map(|divisor| NonZero::quotient(&IBig::ONE, &divisor)).collect()
}

/// A program that may get more columns, and goes on from the basis where it ended.
#[derive(Clone)]
pub struct Growing {
    whole: Whole,
    doubles: Doubles,
    basis: Basis,
    cost: Vec<Rational>,
}

/// Prices of the rows as far as doubles know them, and whether they show that there is no solution.
pub struct GuessedPrices {
    /// One price for each row.
    pub prices: Vec<Rational>,
    /// Whether they show that nothing solves the program.
    pub impossible: bool,
}

impl Growing {
    /// A program with columns that are believed to be basic, the likeliest first.
    pub fn new(program: &SparseProgram, hint: &[usize]) -> Self {
        let whole = Whole::new(program);
        let doubles = Doubles::new(&whole);
        let basis = doubles.start(hint);
        Self { basis, whole, doubles, cost: program.cost.clone() }
    }

    /// One more column.
    pub fn push(&mut self, column: &[(usize, Rational)], cost: Rational) {
        let count = self.whole.columns.len();
        self.whole.push(column, &cost);
        self.doubles.push(&self.whole);
        self.cost.push(cost);
        // Artificial columns are numbered after the others.
        self.basis.iter_mut().filter(|index| **index >= count).for_each(|index| *index += 1);
    }

    /// Columns that there are.
    pub fn columns(&self) -> usize {
        self.whole.columns.len()
    }

    /// The same program at the same basis with some columns replaced.
    pub fn with_columns(&self, others: impl Iterator<Item = (usize, Vec<(usize, Rational)>)>) -> Self {
        let mut other = self.clone();
        for (index, column) in others {
            other.whole.replace(index, &column, &self.cost[index]);
        }
        other.doubles = Doubles::new(&other.whole);
        other
    }

    /// Goes to the basis at which doubles see nothing more to gain.
    pub fn guess(&mut self) -> GuessedPrices {
        let (basis, prices, impossible) = guess(&self.doubles, std::mem::take(&mut self.basis));
        self.basis = basis;
        let scale = if impossible { NonZero::one() } else { self.whole.cost_scale.clone() };
        let scaled = prices.iter().zip(&self.whole.row_scales);
        GuessedPrices { prices: scaled.map(|(price, row)| price * row / &scale).collect(), impossible }
    }

    /// The end of the program, exactly, from the basis where it is.
    pub fn settle(&mut self) -> Solution {
        let (whole, basis) = (&self.whole, &mut self.basis);
        match settle(whole, basis) {
            ExactEnd::Best { values, prices } => {
                let x = whole.solution(basis, &values);
                let spent = x.iter().zip(&self.cost).filter(|(x, _)| !x.is_zero());
                let cost = spent.map(|(x, cost)| x * cost).sum();
                Solution::Best { x, y: whole.prices(&prices, &whole.cost_scale), cost }
            }
            ExactEnd::Impossible { prices } => {
                let y = whole.prices(&prices, &NonZero::one());
                Solution::Impossible { y: y.into_iter().map(|entry| -entry).collect() }
            }
            ExactEnd::Unbounded { values, entering, step } => {
                let mut ray = vec![Rational::zero(); whole.columns.len()];
                ray[entering] = whole.column_scales[entering].get().clone();
                for (&index, change) in basis.iter().zip(&step.numerators) {
                    if !whole.is_artificial(index) && !change.is_zero() {
                        ray[index] =
                            -(Rational::quotient(change, &step.denominator) * &whole.column_scales[index]);
                    }
                }
                Solution::Unbounded { x: whole.solution(basis, &values), ray }
            }
        }
    }
}

/// Solves a program, from columns that are believed to be basic, the likeliest first; the basis at its end besides.
pub fn minimise(program: &SparseProgram, hint: &[usize]) -> (Solution, Vec<usize>) {
    let mut growing = Growing::new(program, hint);
    growing.guess();
    (growing.settle(), growing.basis)
}

/// The rank of columns, and as many independent rows `y` with `y·Aⱼ = 0` for every column as it is less than
/// the number of rows.
pub fn span(columns: Vec<Vec<(usize, Rational)>>, rows: usize) -> (usize, Vec<Vec<Rational>>) {
    let cost = vec![Rational::zero(); columns.len()];
    let whole = Whole::new(&SparseProgram { columns, right: vec![Rational::zero(); rows], cost });
    let order: Vec<usize> = (0..whole.columns.len()).collect();
    let mut basis = Doubles::new(&whole).start(&order);
    loop {
        let lifting = whole.lifting(&mut basis);
        let open = basis.iter().enumerate().filter(|(_, index)| whole.is_artificial(**index));
        let mut across: Vec<Fractions> = Vec::new();
        let mut missed = None;
        for (place, _) in open {
            let mut unit = vec![IBig::ZERO; rows];
            unit[place] = IBig::ONE;
            // Nothing of the basis does work on this row but the artificial column itself.
            let row = lifting.solve_transposed(&unit);
            let works = |column: &Vec<(usize, IBig)>| {
                let work: IBig = column.iter().map(|(row_of, entry)| entry * &row.numerators[*row_of]).sum();
                !work.is_zero()
            };
            // A column that doubles took to depend on others.
            missed = whole.columns.iter().position(works).map(|index| (place, index));
            if missed.is_some() {
                break;
            }
            across.push(row);
        }
        match missed {
            Some((place, index)) => basis[place] = index,
            None => {
                let rows_across = across.iter().map(|row| whole.prices(row, &NonZero::one())).collect();
                return (rows - across.len(), rows_across);
            }
        }
    }
}

/// The solution of `A x = b` near a guess, if there is one: the columns that are first in `order` and
/// independent are solved for, the others keep the guess's values.
pub fn near(
    columns: Vec<Vec<(usize, Rational)>>,
    right: Vec<Rational>,
    guess: &[Rational],
    order: &[usize],
) -> Option<Vec<Rational>> {
    let cost = vec![Rational::zero(); columns.len()];
    let program = SparseProgram { columns, right, cost };
    let whole = Whole::new(&program);
    let mut basis = Doubles::new(&whole).start(order);
    let lifting = whole.lifting(&mut basis);
    let mut kept = guess.to_vec();
    for &index in basis.iter().filter(|index| !whole.is_artificial(**index)) {
        kept[index] = Rational::zero();
    }
    let mut rest = program.right.clone();
    for (column, value) in program.columns.iter().zip(&kept).filter(|(_, value)| !value.is_zero()) {
        column.iter().for_each(|(row, entry)| rest[*row] -= &(entry * value));
    }
    let scaled = rest.iter().zip(&whole.row_scales).map(|(entry, scale)| entry * scale);
    let (rest, scale) = integers::scaled(&scaled.collect::<Vec<_>>());
    let values = lifting.solve(&rest);
    for (&index, value) in basis.iter().zip(&values.numerators).filter(|(_, value)| !value.is_zero()) {
        if whole.is_artificial(index) {
            return None;
        }
        kept[index] = Rational::quotient(value, &values.denominator) * &whole.column_scales[index] / &scale;
    }
    Some(kept)
}

#[cfg(test)]
mod tests;
