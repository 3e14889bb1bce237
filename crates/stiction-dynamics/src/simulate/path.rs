//! A step as a path: where every body is at any instant of it, how far that may be off, and how far from straight a
//! gap can be along it.
//!
//! The step is made in two halves, and each half is the cubic through both of its ends with their velocities.
//!
//! ```text
//!     a cubic through y(0), y'(0), y(h), y'(h)    is off by u²·(1 − u)²·h⁴/24·y''''  at  u·h                    (1)
//!     so at u = ½ it is off by h⁴/384·y'''', which the state in the middle measures: `off`
//!     the cubics through the halves               are off by  u²·(1 − u)²·off   at u of their own half, as far as
//!                                                 y'''' is the same all over the step; four times that is allowed
//!     its second derivative is linear             so its largest acceleration is at an end                      (2)
//!     a gap with |gap''| ≤ B                      is above its chord, less B·(t − a)·(b − t)/2                  (3)
//!     and with |gap'| ≤ V                         is above the mean of its ends, less V·(b − a)/2               (4)
//!     values and rates at both ends and in the middle are those of one polynomial of degree 5, and with
//!     accelerations of degree 8: off by h⁶/311040·y⁽⁶⁾ at most, and by 3.1e-10·h⁹·y⁽⁹⁾                          (5)
//! ```
//!
//! What is proved of gaps is proved along (1); where something ends is guessed along (5), so that one true step to
//! there is enough most often.
//!
//! A body that nothing touches flies along its cubic exactly: its acceleration is constant.
//!
//! `gap''` of a centre `c` against a body O: seen from O it accelerates by `a_c − a_O`, by Coriolis' `2·w_O × u` and by
//! what O's turning gives at the arm `c − com_O`, and against a round piece the line of centres turns by
//! `u_t²/|c − c_O|` besides.

use super::feature::Feature;
use super::meet::Site;
use super::plane::{Vector, minus};
use super::step::between;
use super::world::{Placed, Rule, World};

/// How much more than (1) measures a path may be off.
const SAFETY: f64 = 4.0;

/// The state at one end of a piece of a path.
#[derive(Debug, Clone)]
pub(super) struct Knot {
    pub numbers: Vec<f64>,
    pub rates: Vec<f64>,
}

/// The largest rates of a body along a step.
#[derive(Debug, Clone, Copy, Default)]
struct Most {
    spin: f64,
    turning: f64,
    speed: f64,
    acceleration: f64,
    /// By how much its cubic may be off: its points, for each unit of u²·(1 − u)².
    off: f64,
}

/// A step, in one piece or in two halves.
#[derive(Debug, Clone)]
pub(super) struct Path<'a> {
    pub world: &'a World,
    pub start: f64,
    pub step: f64,
    pub knots: Vec<Knot>,
    most: Vec<Most>,
}

/// What bounds a gap along a step: its rate, its second rate, and by how much it may be off.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    pub rate: f64,
    pub bend: f64,
    pub off: f64,
    /// The gap, to either side, up to which the bend holds: beyond, the centres of round pieces may be too near.
    pub reach: f64,
}

impl<'a> Path<'a> {
    /// From two or three knots, evenly apart.
    pub(super) fn new(world: &'a World, start: f64, step: f64, knots: Vec<Knot>) -> Self {
        let mut path = Self { world, start, step, knots, most: Vec::new() };
        path.most = (0..world.bodies.len()).map(|index| path.most_of(index)).collect();
        path
    }

    /// The largest deviation of the whole step's cubic in the middle, m.
    pub(super) fn largest_off(&self) -> f64 {
        self.most.iter().map(|most| most.off).fold(0.0, f64::max)
    }

    fn pieces(&self) -> usize {
        self.knots.len() - 1
    }

    /// The piece of a part of the step, and the part of that piece.
    fn piece(&self, part: f64) -> (usize, f64) {
        let scaled = part * self.pieces() as f64;
        let piece = (scaled.max(0.0) as usize).min(self.pieces() - 1);
        (piece, scaled - piece as f64)
    }

    /// All numbers at a part of the step.
    fn numbers(&self, part: f64) -> Vec<f64> {
        let (piece, inner) = self.piece(part);
        let [a, b] = [&self.knots[piece], &self.knots[piece + 1]];
        let step = self.step / self.pieces() as f64;
        between([&a.numbers, &b.numbers], [&a.rates, &b.rates], step, inner)
    }

    /// All bodies at a part of the step, as near as the knots tell it: (5) where there are three of them.
    pub(super) fn placed(&self, part: f64) -> Vec<Placed> {
        let time = self.start + part * self.step;
        let [a, b, c] = &self.knots[..] else { return self.world.placed(time, &self.numbers(part)) };
        let (with_bends, without) = (third(part, self.step), second(part, self.step));
        let number = |at: usize| match at % 6 {
            0..3 if at < 6 * self.world.free.len() => self.nearest(at, &with_bends),
            _ => [a, b, c]
                .into_iter()
                .zip(&without)
                .map(|(knot, weights)| weights[0] * knot.numbers[at] + weights[1] * knot.rates[at])
                .sum(),
        };
        self.world.placed(time, &(0..a.numbers.len()).map(number).collect::<Vec<_>>())
    }

    /// A number of a place by (5).
    fn nearest(&self, at: usize, weights: &[[f64; 3]; 3]) -> f64 {
        let knot = |(knot, weights): (&Knot, &[f64; 3])| {
            weights[0] * knot.numbers[at] + weights[1] * knot.rates[at] + weights[2] * knot.rates[at + 3]
        };
        self.knots.iter().zip(weights).map(knot).sum()
    }

    /// The gap of a site by (5), where there are three knots.
    pub(super) fn nearest_gap(&self, site: &Site, part: f64) -> f64 {
        if self.knots.len() != 3 {
            return self.gap(site, part);
        }
        let weights = third(part, self.step);
        let place = |index: usize| match self.world.bodies[index].rule {
            Rule::Free(own) => {
                let [angle, x, y] = [0, 1, 2].map(|axis| self.nearest(6 * own + axis, &weights));
                Placed { angle, com: [x, y], ..Placed::default() }
            }
            _ => self.world.given(&self.world.bodies[index], self.start + part * self.step),
        };
        site.gap_of(self.world, &place(site.round[0]), &place(site.other[0]))
    }

    /// One body's place at a part of the step; its twist is left at zero.
    fn place(&self, index: usize, part: f64) -> Placed {
        let body = &self.world.bodies[index];
        let Rule::Free(own) = body.rule else {
            return self.world.given(body, self.start + part * self.step);
        };
        let (piece, inner) = self.piece(part);
        let [a, b] = [&self.knots[piece], &self.knots[piece + 1]];
        let range = 6 * own..6 * own + 3;
        let step = self.step / self.pieces() as f64;
        let [from, to] = [a, b].map(|knot| &knot.numbers[range.clone()]);
        let [out, into] = [a, b].map(|knot| &knot.rates[range.clone()]);
        let own = between([from, to], [out, into], step, inner);
        Placed { angle: own[0], com: [own[1], own[2]], ..Placed::default() }
    }

    /// The gap of a site at a part of the step.
    pub(super) fn gap(&self, site: &Site, part: f64) -> f64 {
        site.gap_of(self.world, &self.place(site.round[0], part), &self.place(site.other[0], part))
    }

    /// By how much a gap may be off within parts of the step.
    pub(super) fn off(&self, bounds: &Bounds, from: f64, to: f64) -> f64 {
        let pieces = self.pieces() as f64;
        let (piece, low) = self.piece(from);
        let high = to * pieces - piece as f64;
        let nearest = 0.5_f64.clamp(low, high.max(low));
        bounds.off * (nearest * (1.0 - nearest)).powi(2)
    }

    /// The same within parts that begin with the step, for each part of it from there.
    pub(super) fn off_from_start(&self, bounds: &Bounds, to: f64) -> f64 {
        let pieces = self.pieces() as f64;
        bounds.off * pieces * pieces * to
    }

    fn most_of(&self, index: usize) -> Most {
        let body = &self.world.bodies[index];
        let own = match &body.rule {
            Rule::Fixed => return Most::default(),
            Rule::Driven(drive) => {
                let [spin, turning, speed, acceleration] = drive.most(body.start, self.start, self.step);
                return Most { spin, turning, speed, acceleration, off: 0.0 };
            }
            Rule::Free(own) => 6 * own,
        };
        let mut most = Most::default();
        let step = self.step / self.pieces() as f64;
        for pair in self.knots.windows(2) {
            let [spin, turning] = rates(pair, own, 1, step);
            let [speed, acceleration] = rates(pair, own + 1, 2, step);
            most.spin = most.spin.max(spin);
            most.turning = most.turning.max(turning);
            most.speed = most.speed.max(speed);
            most.acceleration = most.acceleration.max(acceleration);
        }
        if let [a, middle, b] = &self.knots[..] {
            let range = own..own + 3;
            let whole = between(
                [&a.numbers[range.clone()], &b.numbers[range.clone()]],
                [&a.rates[range.clone()], &b.rates[range.clone()]],
                self.step,
                0.5,
            );
            let at = |axis: usize| whole[axis] - middle.numbers[own + axis];
            let reach = if body.reach.is_finite() { body.reach } else { self.world.scales.length };
            most.off = SAFETY * (at(1).hypot(at(2)) + at(0).abs() * reach);
        }
        most
    }

    /// How far the centre of mass of a body gets at most, and whether the body turns.
    pub(super) fn way(&self, index: usize) -> (f64, bool) {
        let most = self.most[index];
        (most.speed * self.step + most.off, most.spin > 0.0)
    }

    /// What bounds the gap of a site along the step.
    pub(super) fn bounds(&self, site: &Site, placed: &[Placed]) -> Bounds {
        let [r, o] = [site.round, site.other].map(|[body, _]| self.most[body]);
        let (own, center) = match &self.world.bodies[site.round[0]].features[site.round[1]] {
            Feature::Round { center, radius, .. } => (*radius, *center),
            Feature::Flat { from, .. } => (0.0, *from),
        };
        let arm = center[0].hypot(center[1]);
        let speed = r.speed + r.spin * arm;
        let pull = r.acceleration + (r.turning + r.spin * r.spin) * arm;
        // How far the centre gets from the other body's centre of mass, where that turns.
        let away = if o.spin > 0.0 || o.turning > 0.0 {
            let at = placed[site.round[0]].point(center);
            let [x, y]: Vector = minus(&at, &placed[site.other[0]].com);
            x.hypot(y) + (speed + o.speed) * self.step
        } else {
            0.0
        };
        let rate = speed + o.speed + o.spin * away;
        let mut bend = pull + o.acceleration + 2.0 * o.spin * rate + (o.turning + o.spin * o.spin) * away;
        let mut reach = f64::INFINITY;
        if let Feature::Round { radius, .. } = &self.world.bodies[site.other[0]].features[site.other[1]] {
            // The line of centres turns; centres are no nearer than half of where they touch.
            reach = 0.5 * if *radius < 0.0 { -radius - own } else { own + radius };
            bend += rate * rate / reach;
        }
        Bounds { rate, bend, off: r.off + o.off, reach }
    }
}

/// The polynomial of each of three knots at 0, ½ and 1 that is one there and zero at the others, with its slope and its
/// bend there.
fn own(knot: usize, part: f64) -> (f64, [f64; 2]) {
    match knot {
        0 => (2.0 * (part - 0.5) * (part - 1.0), [-3.0, 4.0]),
        1 => (-4.0 * part * (part - 1.0), [0.0, -8.0]),
        _ => (2.0 * part * (part - 0.5), [3.0, 4.0]),
    }
}

/// What values, rates and second rates at three knots count at a part of a step.
fn third(part: f64, step: f64) -> [[f64; 3]; 3] {
    [0, 1, 2].map(|knot| {
        let (value, [slope, bend]) = own(knot, part);
        let (cube, away) = (value * value * value, part - 0.5 * knot as f64);
        let second = 6.0 * slope * slope - 1.5 * bend;
        [
            cube * (1.0 - 3.0 * slope * away + second * away * away),
            cube * away * (1.0 - 3.0 * slope * away) * step,
            cube * 0.5 * away * away * step * step,
        ]
    })
}

/// What values and rates at three knots count at a part of a step.
fn second(part: f64, step: f64) -> [[f64; 2]; 3] {
    [0, 1, 2].map(|knot| {
        let (value, [slope, _]) = own(knot, part);
        let (square, away) = (value * value, part - 0.5 * knot as f64);
        [square * (1.0 - 2.0 * slope * away), square * away * step]
    })
}

/// The largest rate and second rate of some numbers along a cubic.
fn rates(knots: &[Knot], from: usize, count: usize, step: f64) -> [f64; 2] {
    let [a, b] = knots else { return [0.0; 2] };
    let norm = |of: &dyn Fn(usize) -> f64| (from..from + count).map(|at| of(at).powi(2)).sum::<f64>().sqrt();
    let chord = |at: usize| (b.numbers[at] - a.numbers[at]) / step;
    let first = norm(&|at| (6.0 * chord(at) - 4.0 * a.rates[at] - 2.0 * b.rates[at]) / step);
    let last = norm(&|at| (4.0 * b.rates[at] + 2.0 * a.rates[at] - 6.0 * chord(at)) / step);
    let bend = first.max(last);
    // No instant is further than half the step from an end.
    [norm(&|at| a.rates[at]).max(norm(&|at| b.rates[at])) + 0.5 * bend * step, bend]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_knots_know_a_polynomial_of_degree_eight_and_its_rates_one_of_degree_five() {
        let step = 0.7;
        let power = |degree: i32, time: f64| {
            let n = f64::from(degree);
            let below = |order: i32| if degree >= order { time.powi(degree - order) } else { 0.0 };
            [below(0), n * below(1), n * (n - 1.0) * below(2)]
        };
        for (most, with_bends) in [(8, true), (5, false)] {
            for degree in 0..=most {
                for part in [0.0, 0.13, 0.5, 0.77, 1.0] {
                    let knots = [0.0, 0.5, 1.0].map(|at| power(degree, at * step));
                    let found: f64 = if with_bends {
                        let weights = third(part, step);
                        (0..3).map(|k| (0..3).map(|of| weights[k][of] * knots[k][of]).sum::<f64>()).sum()
                    } else {
                        let weights = second(part, step);
                        (0..3).map(|k| (0..2).map(|of| weights[k][of] * knots[k][of]).sum::<f64>()).sum()
                    };
                    let wanted = power(degree, part * step)[0];
                    assert!((found - wanted).abs() < 1e-14, "{degree} at {part}: {found} {wanted}");
                }
            }
        }
    }
}
