//! From a guessed basis to the end of a program, in integers.
//!
//! At a basis `B` the values of its columns are `x = B⁻¹b` and the prices of the rows `y = B⁻ᵀc`.  What is
//! negative among the values is made less first, with a cost of −1 for each of them: where that ends, the
//! prices show that there is no solution. Then the cost itself.  Every sign is that of an integer, and once
//! exchanges gain nothing Bland's rule makes the method end \[Bland\].

use super::lifting::{Fractions, Lifting};
use super::{Basis, Whole};
use dashu_int::IBig;
use std::cmp::Ordering;

/// How the exact method ended, in integers of the scaled program.
pub(super) enum ExactEnd {
    /// Values of the basic columns, and prices of the rows.
    Best { values: Fractions, prices: Fractions },
    /// Prices `y` with `y·Aⱼ ≤ 0` for every column and `y·b > 0`.
    Impossible { prices: Fractions },
    /// Values of the basic columns, the column that may grow without end, and by how much the basic ones
    /// shrink with it.
    Unbounded { values: Fractions, entering: usize, step: Fractions },
}

/// Exchanges without gain after which the first column that gains is taken, not the best one.
const PATIENCE: usize = 20;

/// Ends the program from a basis, which it leaves at the last one.
pub(super) fn settle(whole: &Whole, basis: &mut Basis) -> ExactEnd {
    let mut idle = 0;
    loop {
        let lifting = whole.lifting(basis);
        let values = lifting.solve(&whole.right);
        let astray: Vec<i8> =
            (0..basis.len()).map(|place| whole.astray(basis[place], &values, place)).collect();
        let first = astray.iter().any(|&side| side != 0);
        let cost: Vec<IBig> = if first {
            astray.iter().map(|&side| IBig::from(side)).collect()
        } else {
            basis.iter().map(|&index| whole.cost.get(index).cloned().unwrap_or_default()).collect()
        };
        let prices = lifting.solve_transposed(&cost);
        let Some(entering) = entering(whole, basis, &prices, first, idle > PATIENCE) else {
            return if first { ExactEnd::Impossible { prices } } else { ExactEnd::Best { values, prices } };
        };
        let step = lifting.solve(&whole.dense(entering));
        let Some(leaving) = leaving(whole, basis, &values, &astray, &step) else {
            return ExactEnd::Unbounded { values, entering, step };
        };
        let gains = !values.numerators[leaving].is_zero();
        idle = if gains { 0 } else { idle + 1 };
        basis[leaving] = entering;
    }
}

/// A column with negative reduced cost: the first one, or the one with the least by its entries' size.
fn entering(whole: &Whole, basis: &Basis, prices: &Fractions, first: bool, patient: bool) -> Option<usize> {
    let mut basic = vec![false; whole.columns.len()];
    for &index in basis.iter().filter(|index| !whole.is_artificial(**index)) {
        basic[index] = true;
    }
    let mut best: Option<(usize, IBig)> = None;
    for (index, column) in whole.columns.iter().enumerate().filter(|(index, _)| !basic[*index]) {
        let mut reduced = if first { IBig::ZERO } else { &whole.cost[index] * &prices.denominator };
        for (row, entry) in column {
            reduced -= entry * &prices.numerators[*row];
        }
        if reduced < IBig::ZERO {
            if patient {
                return Some(index);
            }
            let size: IBig = column.iter().fold(IBig::ONE, |sum, (_, entry)| sum + whole.magnitude(entry));
            let score = reduced / size;
            if best.as_ref().is_none_or(|(_, least)| score < *least) {
                best = Some((index, score));
            }
        }
    }
    best.map(|(index, _)| index)
}

/// The place that reaches zero first when a column enters, of several the one of the lowest column (Bland).
fn leaving(
    whole: &Whole,
    basis: &Basis,
    values: &Fractions,
    astray: &[i8],
    step: &Fractions,
) -> Option<usize> {
    let stops = |place: &usize| {
        let direction = step.numerators[*place].cmp(&IBig::ZERO);
        match astray[*place] {
            0 => direction.is_gt() || (direction.is_ne() && whole.is_artificial(basis[*place])),
            side => direction == side.cmp(&0),
        }
    };
    // Ratios value/step, of the same sign or zero; an artificial column at zero stops at once.
    let ratio = |place: usize| {
        let (value, step) = (&values.numerators[place], &step.numerators[place]);
        if *step < IBig::ZERO { (-value, -step) } else { (value.clone(), step.clone()) }
    };
    let earlier = |&a: &usize, &b: &usize| -> Ordering {
        let ((over_a, under_a), (over_b, under_b)) = (ratio(a), ratio(b));
        (over_a * under_b).cmp(&(over_b * under_a)).then_with(|| {
            // Artificial columns leave first; they never come back.
            whole.is_artificial(basis[b]).cmp(&whole.is_artificial(basis[a])).then(basis[a].cmp(&basis[b]))
        })
    };
    (0..basis.len()).filter(stops).min_by(earlier)
}

impl Whole {
    /// The basis, factored; artificial columns take the place of those that depend on others.
    pub(super) fn lifting<'a>(&'a self, basis: &mut Basis) -> Lifting<'a> {
        loop {
            match Lifting::new(basis.iter().map(|&index| self.column(index)).collect()) {
                Ok(lifting) => return lifting,
                Err(dependent) => {
                    for (&place, &row) in dependent.columns.iter().zip(&dependent.rows) {
                        basis[place] = self.columns.len() + row;
                    }
                }
            }
        }
    }

    /// −1 below zero, 1 above it for an artificial column, else 0.
    fn astray(&self, index: usize, values: &Fractions, place: usize) -> i8 {
        match values.numerators[place].cmp(&IBig::ZERO) {
            Ordering::Less => -1,
            Ordering::Greater if self.is_artificial(index) => 1,
            _ => 0,
        }
    }

    fn dense(&self, index: usize) -> Vec<IBig> {
        let mut dense = vec![IBig::ZERO; self.right.len()];
        self.columns[index].iter().for_each(|(row, entry)| dense[*row] = entry.clone());
        dense
    }
}
