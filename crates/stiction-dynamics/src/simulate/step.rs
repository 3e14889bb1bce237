//! One step of a smooth motion: Gragg's midpoint rule, extrapolated.
//!
//! The midpoint rule with `n` substeps has an error in even powers of `1/n`; a table of its results for n = 2,
//! 4, 6, …, extrapolated to `1/n = 0` by Aitken and Neville, has order `2k` in its k-th row.  Polynomials of
//! time of low degree, as of a block that slides or a disc that rolls, come out exactly up to rounding.  The
//! difference of the last two entries measures the error of the one before the last; where the columns converge, that
//! of the last is smaller by as much as this difference is than the one before it.
//!
//! References: \[HNW II.9\].

/// Rows of the table before a step counts as too long.
const MOST_ROWS: usize = 8;

/// The part of each number's scale that the error may be: a few hundred roundings.
const SHARP: f64 = 2e-14;

/// Columns of the table converge where each is this part as far from the one before as that one was.
const CONVERGES: f64 = 1e-2;

/// A column is taken to gain so many times less than the one before it did.
const SAFETY: f64 = 8.0;

/// The part that is taken from the last row, where rounding leaves no better.
const ENOUGH: f64 = 1e-12;

/// The state after a step from a state and its rates, or nothing where the step is too long for the rows.
pub(super) fn stepped(
    rate: &mut impl FnMut(f64, &[f64]) -> Vec<f64>,
    time: f64,
    state: &[f64],
    first: &[f64],
    step: f64,
    scale: f64,
) -> Option<Vec<f64>> {
    let mut table: Vec<Vec<f64>> = Vec::with_capacity(MOST_ROWS);
    for row in 0..MOST_ROWS {
        let mut next = midpoint(rate, time, state, first, step, 2 * (row + 1));
        // How far each entry of the row is from the one before it; the first from that of the row before.
        let (mut error, mut coarser) = (f64::INFINITY, f64::INFINITY);
        for (column, before) in table.iter_mut().enumerate() {
            if column == 0 {
                error = apart(&next, before, scale);
            }
            let ratio = (row + 1) as f64 / (row - column) as f64;
            let factor = 1.0 / (ratio * ratio - 1.0);
            let better: Vec<f64> = next
                .iter()
                .zip(before.iter())
                .map(|(next, before)| next + (next - before) * factor)
                .collect();
            *before = std::mem::replace(&mut next, better);
            (coarser, error) = (error, apart(&next, before, scale));
        }
        table.push(next);
        // Each column is nearer by as much as the one before it was, once they converge.
        let gained = if error <= CONVERGES * coarser { SAFETY * error / coarser } else { 1.0 };
        if row >= 1 && (error * gained <= SHARP || row + 1 == MOST_ROWS && error <= ENOUGH) {
            return table.pop();
        }
        if table.last().is_some_and(|last| last.iter().any(|entry| !entry.is_finite())) {
            return None;
        }
    }
    None
}

/// The largest difference of two states, as a part of each number's scale.
fn apart(one: &[f64], other: &[f64], scale: f64) -> f64 {
    one.iter().zip(other).map(|(one, other)| (one - other).abs() / (scale + one.abs())).fold(0.0, f64::max)
}

fn midpoint(
    rate: &mut impl FnMut(f64, &[f64]) -> Vec<f64>,
    time: f64,
    state: &[f64],
    first: &[f64],
    step: f64,
    parts: usize,
) -> Vec<f64> {
    let part = step / parts as f64;
    let mut before = state.to_vec();
    let mut now: Vec<f64> = state.iter().zip(first).map(|(state, rate)| state + part * rate).collect();
    for index in 1..parts {
        let rates = rate(time + index as f64 * part, &now);
        for ((before, now), rate) in before.iter_mut().zip(now.iter_mut()).zip(&rates) {
            let next = *before + 2.0 * part * rate;
            *before = std::mem::replace(now, next);
        }
    }
    let last = rate(time + step, &now);
    now.iter()
        .zip(&before)
        .zip(&last)
        .map(|((now, before), rate)| 0.5 * (now + before + part * rate))
        .collect()
}

/// A state between two, by the cubic through both with their rates.
pub(super) fn between(ends: [&[f64]; 2], rates: [&[f64]; 2], step: f64, part: f64) -> Vec<f64> {
    let rest = 1.0 - part;
    let weights = [
        (1.0 + 2.0 * part) * rest * rest,
        part * part * (3.0 - 2.0 * part),
        step * part * rest * rest,
        -step * part * part * rest,
    ];
    (0..ends[0].len())
        .map(|at| {
            weights[0] * ends[0][at]
                + weights[1] * ends[1][at]
                + weights[2] * rates[0][at]
                + weights[3] * rates[1][at]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pendulum_swings_as_the_cosine_says() {
        let mut rate = |_: f64, state: &[f64]| vec![state[1], -state[0]];
        let mut state = vec![1.0, 0.0];
        for step in 0..10 {
            let first = rate(0.0, &state);
            state = stepped(&mut rate, 0.3 * f64::from(step), &state, &first, 0.3, 1.0).unwrap();
        }
        assert!((state[0] - 3.0_f64.cos()).abs() < 1e-13 && (state[1] + 3.0_f64.sin()).abs() < 1e-13);
    }

    #[test]
    fn a_fall_is_exact_in_one_step() {
        let mut rate = |_: f64, state: &[f64]| vec![state[1], -10.0];
        let state = stepped(&mut rate, 0.0, &[1.0, 3.0], &[3.0, -10.0], 2.0, 1.0).unwrap();
        assert!((state[0] + 13.0).abs() < 1e-14 && (state[1] + 17.0).abs() < 1e-14);
    }
}
