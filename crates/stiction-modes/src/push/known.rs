//! Known pressure: the motion that balances, by Newton's method, and rotations about a point that presses.

use super::search::Asked;
use nalgebra::{DMatrix, DVector};
use stiction_exact::elimination::kernel;
use stiction_exact::integers::primitive;
use stiction_proof::push::{Balance, Near, Sense, Support};
use stiction_proof::{ConeRow, Rational};

/// Steps of Newton's method.
const STEPS: usize = 40;
/// How much an edge is pushed that nothing asks to push, as a part of the weight: forces that are not unique are
/// made to have none at zero.
const SMALL: f64 = 1.0 / 32.0;

/// Known pressures, in doubles.
fn given<'a>(asked: &'a Asked<'_>) -> Option<&'a [f64]> {
    let known = matches!(asked.problem.support, Support::Points { pressure: Some(_), .. });
    asked.sight.pressure.as_deref().filter(|_| known)
}

/// A rotation about a point that presses and rests.
pub(super) fn pinned(asked: &Asked<'_>) -> Option<Balance> {
    let pressure = given(asked)?;
    let sign = match asked.turn {
        Sense::Ccw => Rational::one(),
        Sense::Cw => -Rational::one(),
        Sense::None => return None,
    };
    (0..pressure.len()).filter(|&at| pressure[at] > 0.0).find_map(|at| {
        let [x, y] = &asked.sight.places[at];
        let direction = [sign.clone(), &sign * y, -(&sign * x)];
        let twist = asked.at_speed(&direction)?;
        held(asked, pressure, twist, Vec::new(), Some(at))
    })
}

/// A motion near a direction of twists.
pub(super) fn moving(asked: &Asked<'_>, direction: &[Rational; 3]) -> Option<Balance> {
    let pressure = given(asked)?;
    let start = asked.at_speed(direction)?;
    let moves = directions(&asked.rows);
    let twist = newton(asked, pressure, &start, &moves)?;
    held(asked, pressure, twist, moves, None)
}

/// The directions in which a twist may change within its mode.
fn directions(rows: &[ConeRow]) -> Vec<[Rational; 3]> {
    let kept: Vec<_> = rows.iter().filter(|row| row.equality).map(|row| primitive(&row.row[1..])).collect();
    let free = kernel(kept, 3).map(|vector| {
        let largest =
            vector.iter().map(|entry| Rational::from(entry.clone()).abs()).max().unwrap_or_default();
        let scale = largest.recip().unwrap_or_else(Rational::one);
        let entries: Vec<Rational> = vector.into_iter().map(|entry| Rational::from(entry) * &scale).collect();
        <[Rational; 3]>::try_from(entries).ok()
    });
    free.flatten().collect()
}

/// The wrench of friction and its change with the twist, in units of length.
fn friction(
    asked: &Asked<'_>,
    pressure: &[f64],
    twist: &[f64; 3],
    moves: &[[f64; 3]],
) -> (DVector<f64>, DMatrix<f64>) {
    let mut wrench = DVector::zeros(3);
    let mut change = DMatrix::zeros(3, moves.len());
    for (&[x, y], &one) in asked.sight.scaled.iter().zip(pressure) {
        let at = |[w, vx, vy]: &[f64; 3]| [vx - w * y, vy + w * x];
        let [vx, vy] = at(twist);
        let speed = vx.hypot(vy).max(1e-300);
        let (fx, fy) = (-vx / speed, -vy / speed);
        wrench += DVector::from_row_slice(&[x * fy - y * fx, fx, fy]) * one;
        for (column, direction) in moves.iter().enumerate() {
            let [ux, uy] = at(direction);
            // Across the velocity, towards which it turns.
            let turn = (-vy * ux + vx * uy) / (speed * speed);
            let (gx, gy) = (-fy * turn, fx * turn);
            let part = DVector::from_row_slice(&[x * gy - y * gx, gx, gy]) * one;
            change.set_column(column, &(change.column(column) + part));
        }
    }
    (wrench, change)
}

/// Newton's method for twist and forces, where there are three unknowns.
fn newton(
    asked: &Asked<'_>,
    pressure: &[f64],
    start: &[Rational; 3],
    moves: &[[Rational; 3]],
) -> Option<[Rational; 3]> {
    let edges = &asked.sight.edges;
    if moves.is_empty() {
        return Some(start.clone());
    }
    if moves.len() + edges.len() != 3 {
        return None;
    }
    let directions: Vec<[f64; 3]> = moves.iter().map(|one| asked.sight.twist(one)).collect();
    let origin = asked.sight.twist(start);
    let columns = DMatrix::from_fn(3, edges.len(), |row, column| edges[column][row]);
    let at = |theta: &DVector<f64>| -> [f64; 3] {
        std::array::from_fn(|i| {
            origin[i] + directions.iter().zip(theta.iter()).map(|(d, t)| d[i] * t).sum::<f64>()
        })
    };
    // With V fixed, forces that leave least.
    let (wrench, _) = friction(asked, pressure, &origin, &directions);
    let mut forces = columns.clone().svd(true, true).solve(&(-wrench), 1e-12).ok()?;
    let mut theta = DVector::zeros(moves.len());
    let left = |theta: &DVector<f64>, forces: &DVector<f64>| {
        let (wrench, change) = friction(asked, pressure, &at(theta), &directions);
        (&columns * forces + wrench, change)
    };
    let (mut rest, mut change) = left(&theta, &forces);
    for _ in 0..STEPS {
        let mut matrix = DMatrix::zeros(3, 3);
        matrix.columns_mut(0, moves.len()).copy_from(&change);
        matrix.columns_mut(moves.len(), edges.len()).copy_from(&columns);
        let step = matrix.lu().solve(&rest)?;
        let mut part = 1.0;
        loop {
            let theta_next = &theta - step.rows(0, moves.len()) * part;
            let forces_next = &forces - step.rows(moves.len(), edges.len()) * part;
            let (next, next_change) = left(&theta_next, &forces_next);
            if next.norm() < rest.norm() {
                (theta, forces, rest, change) = (theta_next, forces_next, next, next_change);
                break;
            }
            part /= 2.0;
            if part < 1e-3 {
                return rounded(start, moves, &theta);
            }
        }
    }
    rounded(start, moves, &theta)
}

fn rounded(start: &[Rational; 3], moves: &[[Rational; 3]], theta: &DVector<f64>) -> Option<[Rational; 3]> {
    let mut twist = start.clone();
    for (direction, theta) in moves.iter().zip(theta.iter()) {
        let theta = Rational::from_f64(*theta)?;
        twist.iter_mut().zip(direction).for_each(|(entry, along)| *entry += &theta * along);
    }
    Some(twist)
}

/// Forces that balance friction at a twist, as many of them unknown as there are equations for.
fn held(
    asked: &Asked<'_>,
    pressure: &[f64],
    twist: [Rational; 3],
    moves: Vec<[Rational; 3]>,
    pin: Option<usize>,
) -> Option<Balance> {
    let sight = &asked.sight;
    let still: Vec<f64> =
        pressure.iter().enumerate().map(|(at, one)| if Some(at) == pin { 0.0 } else { *one }).collect();
    let (wrench, _) = friction(asked, &still, &sight.twist(&twist), &[]);
    let unknown = 3_usize.checked_sub(moves.len() + 2 * usize::from(pin.is_some()))?;
    let total: f64 = pressure.iter().sum();
    let fixed = std::iter::once(None).chain((0..sight.edges.len()).map(Some));
    for (fixed, free) in
        fixed.flat_map(|fixed| subsets(sight.edges.len(), unknown).into_iter().map(move |free| (fixed, free)))
    {
        if fixed.is_some_and(|one| free.contains(&one)) {
            continue;
        }
        let mut right = -&wrench;
        if let Some(one) = fixed {
            right -= DVector::from_row_slice(&sight.edges[one]) * (SMALL * total);
        }
        let mut columns: Vec<[f64; 3]> = free.iter().map(|&at| sight.edges[at]).collect();
        if let Some(at) = pin {
            let [x, y] = sight.scaled[at];
            columns.extend([[-y, 1.0, 0.0], [x, 0.0, 1.0]]);
        }
        let matrix = DMatrix::from_fn(3, columns.len(), |row, column| columns[column][row]);
        // With an unknown twist the equations are not solved by forces alone, but nearly.
        let Some(found) = matrix.svd(true, true).solve(&right, 1e-14).ok() else { continue };
        if found.iter().take(free.len()).any(|force| *force <= 0.0) {
            continue;
        }
        let exact = |value: f64| Rational::from_f64(value).unwrap_or_default();
        let mut forces = vec![Rational::zero(); sight.edges.len()];
        free.iter().zip(found.iter()).for_each(|(&at, value)| forces[at] = exact(value / sight.sizes[at]));
        if let Some(one) = fixed {
            forces[one] = exact(SMALL * total / sight.sizes[one]);
        }
        let near = Near {
            twist: twist.clone(),
            moves: moves.clone(),
            points: Vec::new(),
            pressure: Vec::new(),
            free_pressure: Vec::new(),
            forces,
            free_forces: free.clone(),
            pin: pin.map(|at| (at, [exact(found[free.len()]), exact(found[free.len() + 1])])),
        };
        let balance = Balance::Near(Box::new(near));
        if asked.accepts(&balance) {
            return Some(balance);
        }
    }
    None
}

/// All sets of so many numbers below a count, in order.
fn subsets(count: usize, size: usize) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..size {
        found = found
            .into_iter()
            .flat_map(|set| {
                let from = set.last().map_or(0, |last| last + 1);
                (from..count).map(move |next| [&set[..], &[next]].concat())
            })
            .collect();
    }
    found
}
