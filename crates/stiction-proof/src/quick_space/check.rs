//! The check itself.

use super::frame::{greater, largest};
use super::{Frame, Push, Pushes, Pyramid, QuickModel, QuickSpatialContact, QuickSpatialProof, UNIT, length};
use crate::quick::weight;
use std::ops::RangeInclusive;

/// Magnitudes whose squares neither overflow nor underflow.
const MAGNITUDES: RangeInclusive<f64> = 1e-140..=1e140;
/// Components of scaled normals.
const SCALED: RangeInclusive<f64> = 1.0..=2.0;
/// Forces of pushes: none so small that a square underflows.
const FORCES: RangeInclusive<f64> = 1e-6..=1e100;
/// Far above anything underflow can lose, far below any bound that matters.
const UNDERFLOW: f64 = 1e-250;

/// Whether the proof is certainly one.
///
/// ```
/// use stiction_proof::quick_space::{QuickModel, QuickSpatialContact, QuickSpatialProof, check};
/// let floor = [QuickSpatialContact {
///     point: [0.0, 0.0, -1.0], normal: [0.0, 0.0, 1.0], friction: 0.5, torsion: 0.0,
/// }];
/// let up = QuickSpatialProof::Open([0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
/// let down = QuickSpatialProof::Open([0.0, 0.0, 0.0, 0.0, 0.0, -1.0]);
/// assert!(check(&floor, &QuickModel::Round, &up));
/// assert!(!check(&floor, &QuickModel::Round, &down));
/// ```
pub fn check(contacts: &[QuickSpatialContact], model: &QuickModel, proof: &QuickSpatialProof) -> bool {
    let frames: Option<Vec<Frame>> = contacts.iter().map(Frame::of).collect();
    frames.is_some_and(|frames| check_frames(&frames, model, proof))
}

/// The same of contacts whose frames were made before.
#[inline]
pub fn check_frames(frames: &[Frame], model: &QuickModel, proof: &QuickSpatialProof) -> bool {
    match proof {
        QuickSpatialProof::Closed { pushes, inverse } => closed(frames, model, pushes, inverse),
        QuickSpatialProof::Open(twist) => open(frames, model, twist),
        QuickSpatialProof::Turn { axis, backwards } => turns(frames, model, *axis, *backwards),
        QuickSpatialProof::Aligned => frames.len() <= 2 && frames.iter().all(|frame| frame.torsion == 0.0),
    }
}

#[inline]
fn open(frames: &[Frame], model: &QuickModel, &[wx, wy, wz, vx, vy, vz]: &[f64; 6]) -> bool {
    let (w, v) = ([wx, wy, wz], [vx, vy, vz]);
    let (turn, speed) = (sum(&w), sum(&v));
    let breaks = |frame: &Frame| {
        let turned = cross(&w, &frame.point);
        let velocity = [v[0] + turned[0], v[1] + turned[1], v[2] + turned[2]];
        breaks(frame, model, &Motion { w, turn, velocity, most: speed + 2.0 * turn * largest(&frame.point) })
    };
    // Without contacts any motion escapes, but not none.
    (frames.is_empty() && MAGNITUDES.contains(&(speed + turn)))
        || !frames.is_empty() && frames.iter().all(breaks)
}

#[inline]
fn turns(frames: &[Frame], model: &QuickModel, [from, to]: [usize; 2], backwards: bool) -> bool {
    let (Some(start), Some(end)) = (frames.get(from), frames.get(to)) else { return false };
    let along = difference(&end.point, &start.point);
    let w = if backwards { along.map(|entry| -entry) } else { along };
    let turn = sum(&w);
    let breaks = |frame: &Frame| {
        let arm = difference(&frame.point, &start.point);
        breaks(frame, model, &Motion { w, turn, velocity: cross(&w, &arm), most: 2.0 * turn * largest(&arm) })
    };
    let others = frames.iter().enumerate().filter(|(index, _)| *index != from && *index != to);
    MAGNITUDES.contains(&turn)
        && start.torsion == 0.0
        && end.torsion == 0.0
        && others.map(|(_, frame)| frame).all(breaks)
}

/// How a contact moves: the velocity there with a bound of its components, and the turn with one.
struct Motion {
    w: [f64; 3],
    turn: f64,
    velocity: [f64; 3],
    most: f64,
}

/// The contact opens beyond doubt, bounds (6).
#[inline(always)]
fn breaks(frame: &Frame, model: &QuickModel, motion: &Motion) -> bool {
    let Motion { w, turn, velocity: u, most } = motion;
    let n = &frame.normal;
    let apart = dot(n, u);
    let reach = sum(n);
    let spin = frame.torsion * dot(n, w).abs();
    let spin_bound = frame.torsion * (reach * turn);
    let in_range =
        SCALED.contains(&largest(n)) && MAGNITUDES.contains(most) && spin_bound <= *MAGNITUDES.end();
    in_range
        && match model {
            QuickModel::Round => {
                let along = cross(n, u);
                let mu = frame.friction;
                let resisted = ((mu * mu) * dot(&along, &along) + spin * spin).sqrt();
                let bound = 24.0 * UNIT * ((1.0 + mu) * reach * most + spin_bound) + UNDERFLOW;
                apart - resisted > bound
            }
            QuickModel::Pyramid(pyramid) => {
                let [first, second] = &frame.slopes;
                let bound = 24.0 * UNIT * ((reach + (sum(first) + sum(second))) * most + spin_bound);
                let resisted = greater(resistance(pyramid, dot(first, u), dot(second, u)), spin);
                apart - resisted > bound + UNDERFLOW
            }
        }
}

/// The largest of `−(a cos + b sin)` over the edges.
#[inline(always)]
fn resistance(pyramid: &Pyramid, a: f64, b: f64) -> f64 {
    let mut most = [f64::NEG_INFINITY; 4];
    let mut fours = pyramid.directions().chunks_exact(4);
    for four in &mut fours {
        for lane in 0..4 {
            most[lane] = greater(-(a * four[lane][0] + b * four[lane][1]), most[lane]);
        }
    }
    for (most, [cosine, sine]) in most.iter_mut().zip(fours.remainder()) {
        *most = greater(-(a * cosine + b * sine), *most);
    }
    greater(greater(most[0], most[1]), greater(most[2], most[3]))
}

#[inline]
fn closed(frames: &[Frame], model: &QuickModel, pushes: &Pushes, inverse: &[[f64; 6]; 6]) -> bool {
    let length = length(frames);
    if !MAGNITUDES.contains(&length) {
        return false;
    }
    let per_length = 1.0 / length;
    let Some(Load { target, weights, force }) = load(frames, model, per_length) else { return false };
    let Some((columns, push_force)) = columns(frames, model, pushes, per_length) else { return false };
    positive(&columns, inverse, &target, weights, greater(force, push_force), frames.len())
}

/// The reversed weighted sum of the interior pushes, the sum of the weights and a bound of the forces.
struct Load {
    target: [f64; 6],
    weights: f64,
    force: f64,
}

#[inline(always)]
fn load(frames: &[Frame], model: &QuickModel, per_length: f64) -> Option<Load> {
    let mut load = Load { target: [0.0; 6], weights: 0.0, force: 0.0 };
    let pyramid = matches!(model, QuickModel::Pyramid(_));
    for (index, frame) in frames.iter().enumerate() {
        let inside = !pyramid || frame.interior_is_inside_the_pyramid();
        if !inside || !SCALED.contains(&largest(&frame.normal)) {
            return None;
        }
        let (push, spin) = frame.interior(index);
        let wrench = wrench(frame, &push, spin, per_length);
        let weight = weight(index);
        for (sum, entry) in load.target.iter_mut().zip(&wrench) {
            *sum -= weight * entry;
        }
        load.weights += weight;
        load.force = greater(load.force, frame.reach());
    }
    Some(load)
}

/// `[m / length, f]` of a push.
#[inline(always)]
fn wrench(frame: &Frame, force: &[f64; 3], spin: f64, per_length: f64) -> [f64; 6] {
    let point = frame.point.map(|entry| entry * per_length);
    let (moment, spin) = (cross(&point, force), spin * per_length);
    let turned = |axis: usize| moment[axis] + spin * frame.normal[axis];
    [turned(0), turned(1), turned(2), force[0], force[1], force[2]]
}

/// The wrenches of the pushes, each certainly in its cone, and the largest component of their forces.
#[inline(always)]
fn columns(
    frames: &[Frame],
    model: &QuickModel,
    pushes: &Pushes,
    per_length: f64,
) -> Option<([[f64; 6]; 6], f64)> {
    let mut columns = [[0.0; 6]; 6];
    let mut most = 0.0;
    match (pushes, model) {
        (Pushes::Edges(edges), QuickModel::Pyramid(pyramid)) => {
            for (column, edge) in columns.iter_mut().zip(edges) {
                let stride = pyramid.edges() + 2;
                let (frame, side) = (frames.get(edge / stride)?, edge % stride);
                *column = match pyramid.directions().get(side) {
                    Some(direction) => wrench(frame, &frame.force(*direction), 0.0, per_length),
                    None if side == pyramid.edges() => {
                        wrench(frame, &frame.normal, frame.torsion, per_length)
                    }
                    None => wrench(frame, &frame.normal, -frame.torsion, per_length),
                };
            }
        }
        (Pushes::Round(pushes), QuickModel::Round) => {
            for (column, push) in columns.iter_mut().zip(pushes) {
                let frame = frames.get(push.contact)?;
                let inside = in_round_cone(frame, push);
                if !inside {
                    return None;
                }
                most = greater(most, largest(&push.force));
                *column = wrench(frame, &push.force, push.spin, per_length);
            }
        }
        _ => return None,
    }
    Some((columns, most))
}

/// Bound (5).
#[inline(always)]
fn in_round_cone(frame: &Frame, push: &Push) -> bool {
    let (n, f, mu) = (&frame.normal, &push.force, frame.friction);
    if push.force == frame.normal {
        return push.spin.abs() <= frame.torsion;
    }
    let share = if push.spin == 0.0 { 0.0 } else { push.spin / frame.torsion };
    let (along, across, spin) = (dot(f, n), cross(f, n), mu * share * dot(n, n));
    let root = (dot(&across, &across) + spin * spin).sqrt();
    FORCES.contains(&sum(f))
        && push.spin.abs() <= frame.torsion
        && along > 0.0
        && mu * along - root > 16.0 * UNIT * ((1.0 + mu) * (sum(f) * sum(n)))
}

/// (1) by (2), with the bounds (3) and (4).
#[inline(always)]
fn positive(
    columns: &[[f64; 6]; 6],
    inverse: &[[f64; 6]; 6],
    target: &[f64; 6],
    weights: f64,
    force: f64,
    contacts: usize,
) -> bool {
    let (mut off, mut rows, mut parts) = ([0.0; 6], [0.0; 6], [0.0; 6]);
    for (row, unit) in inverse.iter().enumerate() {
        for part in 0..6 {
            rows[part] += unit[part].abs();
            parts[part] += unit[part] * target[row];
        }
    }
    for (index, column) in columns.iter().enumerate() {
        let mut product = [0.0; 6];
        for (unit, entry) in inverse.iter().zip(column) {
            for part in 0..6 {
                product[part] += unit[part] * entry;
            }
        }
        product[index] -= 1.0;
        for part in 0..6 {
            off[part] += product[part].abs();
        }
    }
    let scale = 1.001 * UNIT * force;
    let spread = (3 * contacts + 40) as f64 * weights * scale;
    let (mut worst, mut most) = (0.0, 0.0);
    for part in 0..6 {
        off[part] = 1.001 * off[part] + 192.0 * scale * rows[part] + UNDERFLOW;
        worst = greater(worst, off[part]);
        most = greater(most, parts[part].abs() + spread * rows[part]);
    }
    // `greater` may drop NaN, the comparisons below do not: NaN in a row makes its own `off` or `parts` NaN.
    let most = 1.001 * most / (1.0 - worst);
    let certain =
        |part: usize| off[part] < 0.5 && parts[part] > off[part] * most + spread * rows[part] + UNDERFLOW;
    (0..6).all(certain)
}

#[inline(always)]
fn difference(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[inline(always)]
fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
fn sum(a: &[f64; 3]) -> f64 {
    a[0].abs() + a[1].abs() + a[2].abs()
}
