//! A motion, a pressure and forces that balance.
//!
//! Directions of velocities are not rational, so that most balances can only be named nearly.  Some of the numbers
//! are unknowns `z`, as many as there are equations `H(z) = 0`; with an inverse `C` of the matrix of derivatives in
//! doubles, a box of half-widths `ρ` about `z̃` holds a solution if
//!
//! ```text
//!     |C·H(z̃)| + |1 − C·H′(box)|·ρ ≤ ρ                                                           (Krawczyk, Brouwer)
//! ```
//!
//! which is seen in doubles with radii; then what must be positive is positive in the whole box.  Where every point
//! that presses moves in one direction, friction has that direction too, and everything is exact.

use super::bound::{Field, Pair, along, ball, least, lengths, most, pair};
use super::{Place, PushProblem, Sense, Support, centred};
use crate::check::{Check, Refusal, require};
use crate::rational::Rational;
use crate::robot::ball::Ball;
use crate::robot::solve::approximate_inverse;
use crate::vectors::dot;
use serde::{Deserialize, Serialize};

/// A report says pressure and forces without a bound, so what it says is a solution to this part, or no proof: a
/// number that is changed in its seventh digit or above is refused. Doubles come within 1e-12, so that a proof never
/// fails by it.
const SAID_WITHIN: f64 = 1e-6;

/// What balances.  There is one for a mode and a sense, so that its size does not matter.
#[allow(clippy::large_enum_variant)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Balance {
    /// Nothing moves and nothing pushes.
    Rest,
    /// All points that press move in the direction of the centre of mass, exactly.
    Along {
        /// The twist of the part.
        twist: [Rational; 3],
        /// Where it presses; empty where the pressure is known.
        points: Vec<Place>,
        /// How hard.
        pressure: Vec<Rational>,
        /// A multiple of each edge of the mode, up to a common factor.
        forces: Vec<Rational>,
    },
    /// Nearly, with a solution nearby.
    Near(Box<Near>),
}

/// Numbers that nearly balance, and which of them are unknowns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Near {
    /// The twist of the part.
    pub twist: [Rational; 3],
    /// Directions of twists along which it is unknown.
    pub moves: Vec<[Rational; 3]>,
    /// Where it presses; empty where the pressure is known.
    pub points: Vec<Place>,
    /// How hard, one in all.
    pub pressure: Vec<Rational>,
    /// Which of these are unknowns.
    pub free_pressure: Vec<usize>,
    /// A multiple of each edge of the mode.
    pub forces: Vec<Rational>,
    /// Which of these are unknowns.
    pub free_forces: Vec<usize>,
    /// A point that does not move, and the force of the table on it, which is unknown.
    pub pin: Option<(usize, Place)>,
}

impl Balance {
    /// The twist that it names.
    pub fn twist(&self) -> [Rational; 3] {
        match self {
            Self::Rest => std::array::from_fn(|_| Rational::zero()),
            Self::Along { twist, .. } => twist.clone(),
            Self::Near(near) => near.twist.clone(),
        }
    }

    /// Whether it balances in a mode with these edges; how far the true twist is at most.
    pub(super) fn check(
        &self,
        problem: &PushProblem,
        mode: &str,
        sense: Sense,
        edges: &[[Rational; 3]],
    ) -> Result<f64, Refusal> {
        match self {
            Self::Rest => Ok(0.0),
            Self::Along { twist, points, pressure, forces } => {
                let (points, pressure) = pressing(&problem.support, points, pressure)?;
                in_line(twist, points, pressure)?;
                pushes(edges, forces, twist)?;
                Ok(0.0)
            }
            Self::Near(near) => {
                let (points, pressure) = pressing(&problem.support, &near.points, &near.pressure)?;
                near.moves_within(problem, mode, sense)?;
                let system = System::new(problem, near, points, pressure, edges)?;
                let radii = system.radii()?;
                near.stays_strict(problem, mode, sense, &radii)
            }
        }
    }
}

/// The points that press and how hard, if they are of the support; what is known comes from there.
fn pressing<'a>(
    support: &'a Support,
    points: &'a [Place],
    pressure: &'a [Rational],
) -> Result<(&'a [Place], &'a [Rational]), Refusal> {
    let within = |inside: &dyn Fn(&Place) -> bool| {
        require(points.len() == pressure.len(), Refusal::Shape)?;
        require(points.iter().all(inside), Refusal::Push("the part presses beside its support"))?;
        let positive = pressure.iter().all(|one| !one.is_negative());
        require(positive, Refusal::Push("a pressure is negative"))
    };
    match support {
        Support::Points { points: known, pressure: Some(given) } => {
            require(points.is_empty() && pressure.is_empty(), Refusal::Push("the pressure is known"))?;
            return Ok((known, given));
        }
        Support::Points { points: listed, .. } => within(&|place| listed.contains(place))?,
        Support::Region(pieces) => within(&|place| pieces.iter().any(|piece| piece.contains(place)))?,
    }
    Ok((points, pressure))
}

/// Every point that presses moves along the centre of mass, and they are centred about it.
fn in_line([w, vx, vy]: &[Rational; 3], points: &[Place], pressure: &[Rational]) -> Check {
    require(centred(points, pressure), Refusal::Push("the pressure is not centred"))?;
    require(pressure.iter().any(Rational::is_positive), Refusal::Push("nothing presses"))?;
    for ([x, y], _) in points.iter().zip(pressure).filter(|(_, one)| one.is_positive()) {
        let (ahead, aside) = (vx - w * y, vy + w * x);
        let parallel = (vx * &aside - vy * &ahead).is_zero() && (vx * &ahead + vy * &aside).is_positive();
        require(parallel, Refusal::Push("a point that presses moves in another direction"))?;
    }
    Ok(())
}

/// The edges sum to a force through the centre of mass in the direction of its motion.
fn pushes(edges: &[[Rational; 3]], forces: &[Rational], [_, vx, vy]: &[Rational; 3]) -> Check {
    require(forces.len() == edges.len(), Refusal::Shape)?;
    require(forces.iter().all(|one| !one.is_negative()), Refusal::Push("an edge pulls"))?;
    let sum: [Rational; 3] =
        std::array::from_fn(|i| edges.iter().zip(forces).map(|(edge, force)| force * &edge[i]).sum());
    let [moment, fx, fy] = &sum;
    let balanced = moment.is_zero() && (vx * fy - vy * fx).is_zero() && (vx * fx + vy * fy).is_positive();
    require(balanced, Refusal::Unbalanced(sum.to_vec()))
}

impl Near {
    /// The unknown directions of the twist keep what the mode keeps.
    fn moves_within(&self, problem: &PushProblem, mode: &str, sense: Sense) -> Check {
        for row in problem.rows(mode, sense)?.iter().filter(|row| row.equality) {
            let keeps = |direction: &[Rational; 3]| dot(&row.row[1..], direction).is_zero();
            require(self.moves.iter().all(keeps), Refusal::Push("the twist would leave its mode"))?;
        }
        Ok(())
    }

    /// What is strict stays so while the twist is unknown by radii; the largest change of an entry of the twist.
    fn stays_strict(
        &self,
        problem: &PushProblem,
        mode: &str,
        sense: Sense,
        radii: &[f64],
    ) -> Result<f64, Refusal> {
        for row in problem.rows(mode, sense)?.iter().filter(|row| !row.equality) {
            let rests = &row.row[0] + dot(&row.row[1..], &self.twist);
            let change = self.moves.iter().zip(radii).fold(Ball::ZERO, |sum, (direction, radius)| {
                let along = ball(&dot(&row.row[1..], direction));
                sum.plus(Ball::exactly(along.magnitude()).times(Ball::exactly(*radius)))
            });
            let strict = least(ball(&rests).minus(change)) > 0.0;
            require(strict, Refusal::Push("the twist is not known well enough to have its mode"))?;
        }
        let change = |entry: usize| {
            self.moves
                .iter()
                .zip(radii)
                .map(|(direction, radius)| ball(&direction[entry]).magnitude() * radius)
                .sum::<f64>()
        };
        Ok((0..3).map(change).fold(0.0, f64::max) * 1.0001)
    }

    /// The twist with its unknown part within radii.
    fn twist_within(&self, radii: &[f64]) -> [Ball; 3] {
        std::array::from_fn(|entry| {
            self.moves.iter().zip(radii).fold(ball(&self.twist[entry]), |sum, (direction, radius)| {
                sum.plus(Ball { mid: 0.0, rad: *radius }.times(ball(&direction[entry])))
            })
        })
    }
}

/// The equations of a balance, in doubles with radii.
struct System<'n> {
    near: &'n Near,
    /// Whether the pressure is unknown, so that it must be one in all and centred.
    presses: bool,
    places: Vec<Pair>,
    pressure: Vec<Ball>,
    forces: Vec<Ball>,
    edges: Vec<[Ball; 3]>,
    moves: Vec<Field>,
    pin: Option<(usize, Pair)>,
}

impl<'n> System<'n> {
    fn new(
        problem: &PushProblem,
        near: &'n Near,
        points: &[Place],
        pressure: &[Rational],
        edges: &[[Rational; 3]],
    ) -> Result<Self, Refusal> {
        require(near.forces.len() == edges.len(), Refusal::Shape)?;
        let known = matches!(problem.support, Support::Points { pressure: Some(_), .. });
        require(!known || near.free_pressure.is_empty(), Refusal::Push("the pressure is known"))?;
        let within = |list: &[usize], count: usize| {
            list.iter().all(|one| *one < count) && list.windows(2).all(|pair| pair[0] < pair[1])
        };
        let listed = within(&near.free_pressure, points.len()) && within(&near.free_forces, edges.len());
        require(listed, Refusal::Shape)?;
        require(near.forces.iter().all(|one| !one.is_negative()), Refusal::Push("an edge pulls"))?;
        if let Some((at, _)) = &near.pin {
            let [x, y] = points.get(*at).ok_or(Refusal::Shape)?;
            let [w, vx, vy] = &near.twist;
            let still = (vx - w * y).is_zero() && (vy + w * x).is_zero() && near.moves.is_empty();
            require(still, Refusal::Push("the point that is said to rest moves"))?;
        }
        let system = Self {
            near,
            presses: !known,
            places: points.iter().map(pair).collect(),
            pressure: pressure.iter().map(ball).collect(),
            forces: near.forces.iter().map(ball).collect(),
            edges: edges.iter().map(|edge| edge.each_ref().map(ball)).collect(),
            moves: near.moves.iter().map(Field::exactly).collect(),
            pin: near.pin.as_ref().map(|(at, force)| (*at, pair(force))),
        };
        require(system.unknowns() == system.equations(), Refusal::Push("not as many unknowns as equations"))?;
        Ok(system)
    }

    fn equations(&self) -> usize {
        if self.presses { 6 } else { 3 }
    }

    fn unknowns(&self) -> usize {
        let near = self.near;
        near.moves.len() + near.free_pressure.len() + near.free_forces.len() + 2 * self.pin.iter().len()
    }

    /// Half-widths of a box that holds a solution with positive pressures and forces.
    fn radii(&self) -> Result<Vec<f64>, Refusal> {
        let refused = || Refusal::Push("no solution is shown to be near");
        let size = self.equations();
        let still = vec![0.0; size];
        let matrix = self.derivatives(&still).ok_or_else(refused)?;
        let inverse = approximate_inverse(&matrix).ok_or_else(refused)?;
        let left = self.left(&still).ok_or_else(refused)?;
        let multiply = |row: &[f64], column: &dyn Fn(usize) -> Ball| {
            row.iter()
                .enumerate()
                .fold(Ball::ZERO, |sum, (at, &entry)| sum.plus(Ball::exactly(entry).times(column(at))))
        };
        let away: Vec<f64> = inverse.iter().map(|row| multiply(row, &|at| left[at]).magnitude()).collect();
        let radii: Vec<f64> =
            away.iter().zip(self.middle()).map(|(away, z)| 4.0 * away + 1e-13 * (1.0 + z.abs())).collect();
        let widened = self.derivatives(&radii).ok_or_else(refused)?;
        for (at, row) in inverse.iter().enumerate() {
            let mut reach = Ball::exactly(away[at]);
            for column in 0..size {
                let product = multiply(row, &|k| widened[k][column]);
                let own = Ball::exactly(if at == column { 1.0 } else { 0.0 });
                let rest = Ball::exactly(own.minus(product).magnitude());
                reach = reach.plus(rest.times(Ball::exactly(radii[column])));
            }
            require(most(reach) <= radii[at], refused())?;
        }
        let sharp =
            radii.iter().zip(self.middle()).all(|(radius, z)| *radius <= SAID_WITHIN * (1.0 + z.abs()));
        require(
            sharp,
            Refusal::Push("what is said of pressure and forces is not within a millionth of a solution"),
        )?;
        self.is_positive(&radii)
            .then_some(radii)
            .ok_or(Refusal::Push("a pressure or a force may be negative"))
    }

    /// The unknowns as they are named.
    fn middle(&self) -> Vec<f64> {
        let near = self.near;
        let pressure = near.free_pressure.iter().map(|&at| self.pressure[at].mid);
        let forces = near.free_forces.iter().map(|&at| self.forces[at].mid);
        let pin = self.pin.iter().flat_map(|(_, force)| force.map(|entry| entry.mid));
        std::iter::repeat_n(0.0, near.moves.len()).chain(pressure).chain(forces).chain(pin).collect()
    }

    /// The unknowns within radii, put to their places: pressure, forces and the force on the pin.
    fn widened(&self, radii: &[f64]) -> (Vec<Ball>, Vec<Ball>, Option<(usize, Pair)>) {
        let near = self.near;
        let mut radii = radii[near.moves.len()..].iter();
        let mut wider = |value: &mut Ball| value.rad += radii.next().copied().unwrap_or(0.0);
        let (mut pressure, mut forces, mut pin) = (self.pressure.clone(), self.forces.clone(), self.pin);
        near.free_pressure.iter().for_each(|&at| wider(&mut pressure[at]));
        near.free_forces.iter().for_each(|&at| wider(&mut forces[at]));
        pin.iter_mut().for_each(|(_, force)| force.iter_mut().for_each(&mut wider));
        (pressure, forces, pin)
    }

    /// Whether every pressure and force stays positive, some force is there, and the pinned point is held by no more
    /// than its pressure.
    fn is_positive(&self, radii: &[f64]) -> bool {
        let (pressure, forces, pin) = self.widened(radii);
        let free = |list: &[usize], values: &[Ball]| list.iter().all(|&at| least(values[at]) > 0.0);
        let held = pin.is_none_or(|(at, force)| lengths(force)[1] <= least(pressure[at]));
        let pushed = forces.iter().any(|force| least(*force) > 0.0);
        held && pushed && free(&self.near.free_pressure, &pressure) && free(&self.near.free_forces, &forces)
    }

    /// Where it presses and moves: place, direction, one over the speed; none where a point may be at rest.
    fn rubbed(&self, radii: &[f64]) -> Option<Vec<Option<(Pair, Ball)>>> {
        let field = Field::of(self.near.twist_within(&radii[..self.near.moves.len()]));
        let pinned = self.pin.map(|(at, _)| at);
        let one = |(at, place): (usize, &Pair)| {
            let silent = self.pressure[at].mid == 0.0 && !self.near.free_pressure.contains(&at);
            if pinned == Some(at) || silent {
                return Some(None);
            }
            let velocity = field.at(*place);
            let square = along(velocity, velocity);
            let sure = square.is_positive() && square.rad < square.mid / 2.0;
            let slowness = sure.then(|| square.root().reciprocal())?;
            Some(Some((velocity.map(|entry| entry.times(slowness)), slowness)))
        };
        self.places.iter().enumerate().map(one).collect()
    }

    /// What the equations leave: wrench, then total and moments of the pressure.
    fn left(&self, radii: &[f64]) -> Option<Vec<Ball>> {
        let (pressure, forces, pin) = self.widened(radii);
        let mut left = vec![Ball::ZERO; self.equations()];
        for (edge, force) in self.edges.iter().zip(&forces) {
            add(&mut left, edge, *force);
        }
        for ((place, rubbed), one) in self.places.iter().zip(self.rubbed(radii)?).zip(&pressure) {
            if let Some((direction, _)) = rubbed {
                add(&mut left, &wrench(*place, direction), negative(*one));
            }
            if self.presses {
                add(&mut left[3..], &[Ball::exactly(1.0), place[0], place[1]], *one);
            }
        }
        if self.presses {
            left[3] = left[3].minus(Ball::exactly(1.0));
        }
        if let Some((at, force)) = pin {
            add(&mut left, &wrench(self.places[at], force), Ball::exactly(1.0));
        }
        Some(left)
    }

    /// The matrix of derivatives over a box, by rows.
    fn derivatives(&self, radii: &[f64]) -> Option<Vec<Vec<Ball>>> {
        let (pressure, _, pin) = self.widened(radii);
        let rubbed = self.rubbed(radii)?;
        let blank = || vec![Ball::ZERO; self.equations()];
        let mut columns: Vec<Vec<Ball>> = Vec::new();
        for direction in &self.moves {
            let mut column = blank();
            for ((place, rubbed), one) in self.places.iter().zip(&rubbed).zip(&pressure) {
                let Some((ahead, slowness)) = rubbed else { continue };
                // What is across the velocity turns it.
                let across = [negative(ahead[1]), ahead[0]];
                let turned = along(across, direction.at(*place)).times(*slowness);
                add(&mut column, &wrench(*place, across), negative(one.times(turned)));
            }
            columns.push(column);
        }
        for &at in &self.near.free_pressure {
            let mut column = blank();
            if let Some((direction, _)) = rubbed[at] {
                add(&mut column, &wrench(self.places[at], direction), Ball::exactly(-1.0));
            }
            add(
                &mut column[3..],
                &[Ball::exactly(1.0), self.places[at][0], self.places[at][1]],
                Ball::exactly(1.0),
            );
            columns.push(column);
        }
        for &at in &self.near.free_forces {
            let mut column = blank();
            add(&mut column, &self.edges[at], Ball::exactly(1.0));
            columns.push(column);
        }
        if let Some((at, _)) = pin {
            for unit in [[1.0, 0.0], [0.0, 1.0]] {
                let mut column = blank();
                add(&mut column, &wrench(self.places[at], unit.map(Ball::exactly)), Ball::exactly(1.0));
                columns.push(column);
            }
        }
        Some((0..self.equations()).map(|row| columns.iter().map(|column| column[row]).collect()).collect())
    }
}

fn negative(value: Ball) -> Ball {
    Ball { mid: -value.mid, rad: value.rad }
}

/// The wrench about the centre of mass of a force at a place.
fn wrench([x, y]: Pair, [fx, fy]: Pair) -> [Ball; 3] {
    [x.times(fy).minus(y.times(fx)), fx, fy]
}

fn add(sums: &mut [Ball], parts: &[Ball; 3], factor: Ball) {
    sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum = sum.plus(part.times(factor)));
}
