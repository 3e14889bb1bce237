//! Multipliers in integers, from a basis that doubles propose or from an exact program.

use super::quick::Basis;
use dashu_int::{IBig, UBig};
use stiction_exact::linear::{Program, Solution, minimise};
use stiction_exact::{elimination, integers};
use stiction_proof::Rational;
use stiction_proof::choice::{Allowed, Choices, Condition};

/// What an exact program says of a partial choice.
pub(super) enum Exactly {
    /// This point meets every condition.
    Possible(Vec<Rational>),
    /// Nothing does, by these multipliers.
    Impossible(Vec<IBig>),
}

/// Which way a row is turned so that it is at least zero.
fn turned(condition: Condition) -> IBig {
    if matches!(condition, Condition::AtMost { .. }) { IBig::NEG_ONE } else { IBig::ONE }
}

fn is_strict(condition: Condition) -> bool {
    matches!(condition, Condition::AtLeast { strict: true } | Condition::AtMost { strict: true })
}

/// The multipliers of the tight rows with which the coefficients of the basic unknowns cancel.
pub(super) fn multipliers(
    choices: &Choices,
    allowed: &Allowed,
    basis: &Basis,
    shifts: &[usize],
) -> Option<Vec<IBig>> {
    let rows = choices.rows();
    let most = basis.violated.iter().map(|(row, _)| shifts[*row]).max().unwrap_or(0);
    // In doubles a violated row has multiplier one; its integers are longer by a power of two.
    let given: Vec<(usize, IBig)> = basis
        .violated
        .iter()
        .map(|&(row, above)| {
            let size = turned(allowed.rows[row]) << (most - shifts[row]);
            (row, if above { -size } else { size })
        })
        .collect();
    let width = basis.tight.len() + usize::from(!given.is_empty());
    let equation = |&unknown: &usize| -> Vec<IBig> {
        let mut equation: Vec<IBig> = basis.tight.iter().map(|&row| rows[row][unknown].clone()).collect();
        if !given.is_empty() {
            equation.push(given.iter().map(|(row, weight)| &rows[*row][unknown] * weight).sum());
        }
        equation
    };
    let solution = elimination::kernel_vector(basis.basic.iter().map(equation).collect(), width)?;
    let mut multipliers = vec![IBig::ZERO; rows.len()];
    for (&row, value) in basis.tight.iter().zip(&solution) {
        multipliers[row] = value.clone();
    }
    let forward = if given.is_empty() {
        let strict = basis.tight.iter().filter(|&&row| is_strict(allowed.rows[row]));
        strict.map(|&row| &multipliers[row] * turned(allowed.rows[row])).sum::<IBig>()
    } else {
        let weight = solution[width - 1].clone();
        given.iter().for_each(|(row, size)| multipliers[*row] = size * &weight);
        weight
    };
    if forward < IBig::ZERO {
        multipliers.iter_mut().for_each(|entry| *entry = -&*entry);
    }
    Some(shortest(multipliers))
}

/// Decides a partial choice: raises a common part `t ≤ 1` of all strict rows.
pub(super) fn decide(choices: &Choices, allowed: &Allowed) -> Exactly {
    let total = choices.unknowns();
    let open: Vec<usize> = (0..total).filter(|&unknown| allowed.open[unknown]).collect();
    let rows: Vec<usize> =
        (0..choices.rows().len()).filter(|&row| allowed.rows[row] != Condition::Free).collect();
    let entry = |row: usize, column: usize| -> Rational {
        Rational::from(&choices.rows()[row][column] * turned(allowed.rows[row]))
    };
    // A x − s − t = −b for each row, and t + u = 1.
    let size = rows.len() + 1;
    let mut columns: Vec<Vec<Rational>> = Vec::new();
    for &unknown in &open {
        columns.push(rows.iter().map(|&row| entry(row, unknown)).chain([Rational::zero()]).collect());
    }
    let unit = |place: usize, value: i64| -> Vec<Rational> {
        (0..size).map(|row| Rational::from(if row == place { value } else { 0 })).collect()
    };
    for (place, &row) in rows.iter().enumerate() {
        if allowed.rows[row] != Condition::Zero {
            columns.push(unit(place, -1));
        }
    }
    let strict = |&row: &usize| Rational::from(-i64::from(is_strict(allowed.rows[row])));
    columns.push(rows.iter().map(strict).chain([Rational::one()]).collect());
    columns.push(unit(size - 1, 1));
    let right = rows.iter().map(|&row| -entry(row, total)).chain([Rational::one()]).collect();
    let mut cost = vec![Rational::zero(); columns.len()];
    let height = columns.len() - 2;
    cost[height] = Rational::from(-1);
    let has_strict = rows.iter().any(|&row| is_strict(allowed.rows[row]));
    let spread = |y: &[Rational], sign: i64| {
        let mut all = vec![Rational::zero(); choices.rows().len()];
        for (&row, y) in rows.iter().zip(y) {
            all[row] = y * Rational::from(turned(allowed.rows[row])) * Rational::from(sign);
        }
        Exactly::Impossible(shortest(integers::primitive(&all)))
    };
    match minimise(&Program { columns, right, cost }) {
        // y·A ≥ 0 for every column, also the slacks: −y ≥ 0.
        Solution::Impossible { y } => spread(&y, -1),
        // y·A ≤ 0 for every column, so of the slacks: y ≥ 0; and the strict rows have some of it.
        Solution::Best { x, y, .. } if has_strict && x[height].is_zero() => spread(&y, 1),
        Solution::Best { x, .. } | Solution::Unbounded { x, .. } => {
            let mut point = vec![Rational::zero(); total];
            open.iter().zip(x).for_each(|(&unknown, value)| point[unknown] = value);
            Exactly::Possible(point)
        }
    }
}

/// The shortest integers in the same proportion.
fn shortest(vector: Vec<IBig>) -> Vec<IBig> {
    use dashu_int::ops::{Gcd, UnsignedAbs};
    let nonzero = vector.iter().filter(|entry| !entry.is_zero());
    let common = nonzero.fold(UBig::ZERO, |common, entry| {
        if common.is_zero() { entry.unsigned_abs() } else { common.gcd(entry.unsigned_abs()) }
    });
    if common <= UBig::ONE {
        return vector;
    }
    let common = IBig::from(common);
    vector.into_iter().map(|entry| entry / &common).collect()
}
