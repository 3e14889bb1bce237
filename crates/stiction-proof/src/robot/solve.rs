//! Φ and b from M, J, τ − h and J̇ v, all in balls: equations (3) and (4) of the module.

use super::ball::Ball;

/// Φ, b, and the number of pivots of Φ that are surely positive.
pub(super) struct FrameResponse {
    pub(super) phi: Vec<Vec<Ball>>,
    pub(super) bias: Vec<Ball>,
    pub(super) rank: usize,
}

/// Solves with every column of Jᵀ and with τ − h.
pub(super) fn solve(
    mass: &[Vec<Ball>],
    jacobian: &[Vec<Ball>],
    rest: &[Ball],
    drift: &[Ball; 6],
) -> Result<FrameResponse, String> {
    let n = mass.len();
    // With a diagonal near 1, by powers of two, which are exact.
    let scales: Vec<f64> = (0..n).map(|k| power_of_two_near(1.0 / mass[k][k].mid.max(0.0).sqrt())).collect();
    let scaled: Vec<Vec<Ball>> =
        (0..n).map(|i| (0..n).map(|j| mass[i][j].scaled(scales[i]).scaled(scales[j])).collect()).collect();
    let inverse = approximate_inverse(&scaled).ok_or("the mass matrix has no inverse in doubles")?;
    let rho = (0..n).map(|i| row_of_defect(&inverse[i], &scaled, i)).fold(0.0, larger);
    if rho.is_nan() || rho >= 0.5 {
        return Err(format!("the mass matrix is too close to singular: 1 − V M has norm {rho:.1e}"));
    }
    let solution = |right: &[Ball]| {
        let right: Vec<Ball> = right.iter().zip(&scales).map(|(x, s)| x.scaled(*s)).collect();
        let found = correct(&scaled, &inverse, &right, rho);
        found.into_iter().zip(&scales).map(|(x, s)| x.scaled(*s)).collect::<Vec<Ball>>()
    };
    let columns: Vec<Vec<Ball>> = jacobian.iter().map(|row| solution(row)).collect();
    let phi: Vec<Vec<Ball>> =
        jacobian.iter().map(|row| columns.iter().map(|column| dot(row, column)).collect()).collect();
    let rates = solution(rest);
    let bias = jacobian.iter().zip(drift).map(|(row, drift)| dot(row, &rates).plus(*drift)).collect();
    let rank = rank(&phi);
    Ok(FrameResponse { phi, bias, rank })
}

fn dot(left: &[Ball], right: &[Ball]) -> Ball {
    left.iter().zip(right).fold(Ball::ZERO, |sum, (x, y)| sum.plus(x.times(*y)))
}

fn power_of_two_near(value: f64) -> f64 {
    let bounded = if value.is_finite() { value.clamp(1e-100, 1e100) } else { 1.0 };
    f64::from_bits(bounded.to_bits() & !((1 << 52) - 1))
}

/// X within bounds: equation (4).
fn correct(matrix: &[Vec<Ball>], inverse: &[Vec<f64>], right: &[Ball], rho: f64) -> Vec<Ball> {
    let middle: Vec<f64> =
        inverse.iter().map(|row| row.iter().zip(right).map(|(v, b)| v * b.mid).sum::<f64>()).collect();
    let exact: Vec<Ball> = middle.iter().map(|&x| Ball::exactly(x)).collect();
    let left: Vec<Ball> = matrix.iter().zip(right).map(|(row, b)| b.minus(dot(row, &exact))).collect();
    let steps: Vec<f64> = inverse
        .iter()
        .map(|row| {
            let row: Vec<Ball> = row.iter().map(|&v| Ball::exactly(v)).collect();
            dot(&row, &left).magnitude()
        })
        .collect();
    let largest = steps.iter().copied().fold(0.0, larger);
    // `magnitude` and `scaled` round upwards; the quotient gets room for its three roundings.
    let spread = rho / (1.0 - rho) * largest * (1.0 + 8.0 * f64::EPSILON);
    middle
        .iter()
        .zip(steps)
        .map(|(&mid, step)| Ball { mid, rad: Ball { mid: step, rad: spread }.magnitude() })
        .collect()
}

/// The larger of two, NaN if one is: `f64::max` would pass over it.
fn larger(most: f64, next: f64) -> f64 {
    if next.is_nan() || next > most { next } else { most }
}

/// The sum of |1 − V M| along a row.
fn row_of_defect(row: &[f64], matrix: &[Vec<Ball>], index: usize) -> f64 {
    let row: Vec<Ball> = row.iter().map(|&v| Ball::exactly(v)).collect();
    let entry = |column: usize| {
        let column_of: Vec<Ball> = matrix.iter().map(|line| line[column]).collect();
        let unit = Ball::exactly(if column == index { 1.0 } else { 0.0 });
        unit.minus(dot(&row, &column_of)).magnitude()
    };
    let sum: f64 = (0..row.len()).map(entry).sum();
    sum * (1.0 + row.len() as f64 * f64::EPSILON)
}

/// Gauss and Jordan in doubles: a witness, whose errors (4) accounts for.
pub(crate) fn approximate_inverse(matrix: &[Vec<Ball>]) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    let mut rows: Vec<Vec<f64>> = (0..n)
        .map(|i| {
            let unit = (0..n).map(|j| if i == j { 1.0 } else { 0.0 });
            matrix[i].iter().map(|ball| ball.mid).chain(unit).collect()
        })
        .collect();
    for k in 0..n {
        let pivot = (k..n).max_by(|&a, &b| rows[a][k].abs().total_cmp(&rows[b][k].abs()))?;
        rows.swap(k, pivot);
        let factor = 1.0 / rows[k][k];
        if !factor.is_finite() {
            return None;
        }
        rows[k].iter_mut().for_each(|entry| *entry *= factor);
        let own = rows[k].clone();
        for (i, row) in rows.iter_mut().enumerate() {
            let factor = row[k];
            if i != k && factor != 0.0 {
                row.iter_mut().zip(&own).for_each(|(entry, own)| *entry -= factor * own);
            }
        }
    }
    Some(rows.into_iter().map(|row| row[n..].to_vec()).collect())
}

/// Pivots of a symmetric matrix that are surely positive, the most certain first: so many rows are independent.
fn rank(phi: &[Vec<Ball>]) -> usize {
    let mut left: Vec<Vec<Ball>> = phi.to_vec();
    let mut waiting: Vec<usize> = (0..phi.len()).collect();
    let mut rank = 0;
    loop {
        let certainty =
            |&k: &usize| (left[k][k].mid - left[k][k].rad) / phi[k][k].mid.abs().max(f64::MIN_POSITIVE);
        let best = waiting.iter().copied().max_by(|a, b| certainty(a).total_cmp(&certainty(b)));
        let Some(k) = best.filter(|&k| left[k][k].is_positive()) else { return rank };
        rank += 1;
        waiting.retain(|&other| other != k);
        let reciprocal = left[k][k].reciprocal();
        for &i in &waiting {
            let factor = left[i][k].times(reciprocal);
            for &j in &waiting {
                left[i][j] = left[i][j].minus(factor.times(left[k][j]));
            }
        }
    }
}
