//! Bounds of friction over twists and places, in doubles with radii.
//!
//! Velocities `v = Σ cᵢ·vᵢ`, c ≥ 0, of places of a triangle under twists of a piece are mixtures of those of the
//! corners.  For any `u`
//!
//! ```text
//!     u·v ≤ b·|v|    for b = maxᵢ u·vᵢ/|vᵢ|        where that is negative, since |v| ≤ Σ cᵢ|vᵢ|
//!                    for b = maxᵢ u·vᵢ/(ĉ·vᵢ)      where it is not, for a unit vector ĉ with ĉ·vᵢ > 0, since |v| ≥ ĉ·v
//!                    for b = |u|                   always, and where v may be zero
//! ```
//!
//! An affine function of a place is a mixture of its values at the corners, and so is `u`: what holds at every
//! corner of a triangle with all velocities of the triangle holds in it.  A triangle where it cannot be seen is
//! halved.

use super::{Piece, Place, Support};
use crate::rational::Rational;
use crate::robot::ball::Ball;
use serde::{Deserialize, Serialize};

/// Triangles that the support is cut into at most, for one piece of twists.
const MOST_TRIANGLES: usize = 20_000;
/// Halvings of a triangle at most.
const MOST_HALVINGS: usize = 40;
/// A little more than one, for quotients of doubles that must not be too small.
const ABOVE: f64 = 1.0 + 4.0 * f64::EPSILON;

/// A virtual twist, and the slope of an affine function that is zero at the centre of mass.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Virtual {
    /// `U`.
    pub twist: [Rational; 3],
    /// The slope of `a`; it does not count where the pressure is known.
    pub slope: Place,
}

/// A number in doubles: at most half a unit of the last place away, or a little more for long ones.
pub(super) fn ball(value: &Rational) -> Ball {
    let mid = value.to_f64();
    Ball { mid, rad: mid.abs() * f64::EPSILON + 1e-290 }
}

/// A place or a velocity.
pub(super) type Pair = [Ball; 2];

pub(super) fn pair(place: &Place) -> Pair {
    [ball(&place[0]), ball(&place[1])]
}

pub(super) fn along(a: Pair, b: Pair) -> Ball {
    a[0].times(b[0]).plus(a[1].times(b[1]))
}

pub(super) fn least(value: Ball) -> f64 {
    (value.mid - value.rad) - f64::EPSILON * (value.mid.abs() + value.rad)
}

pub(super) fn most(value: Ball) -> f64 {
    (value.mid + value.rad) + f64::EPSILON * (value.mid.abs() + value.rad)
}

/// At least, and at most, the length of a vector; without bound where the numbers are out of range.
pub(super) fn lengths(vector: Pair) -> [f64; 2] {
    let square = along(vector, vector);
    let (low, high) = (least(square), most(square));
    if !(low.is_finite() && high.is_finite()) {
        return [0.0, f64::INFINITY];
    }
    [low.max(0.0).sqrt() / ABOVE, high.max(0.0).sqrt() * ABOVE]
}

/// The velocities that a twist gives to places.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field([Ball; 3]);

impl Field {
    pub(super) fn exactly(twist: &[Rational; 3]) -> Self {
        Self([ball(&twist[0]), ball(&twist[1]), ball(&twist[2])])
    }

    pub(super) fn of(twist: [Ball; 3]) -> Self {
        Self(twist)
    }

    /// `(vx − w·y, vy + w·x)`.
    pub(super) fn at(&self, [x, y]: Pair) -> Pair {
        let [w, vx, vy] = self.0;
        [vx.minus(w.times(y)), vy.plus(w.times(x))]
    }

    fn doubles(&self) -> [f64; 3] {
        self.0.map(|entry| entry.mid)
    }
}

/// At least the largest `u·v/|v|` over mixtures `v` of velocities; where they may be zero, `|u|`.
fn steepest(velocities: &[Pair], u: Pair) -> f64 {
    let whole = lengths(u)[1];
    let (mut x, mut y) = (0.0, 0.0);
    for [a, b] in velocities.iter().map(|v| [v[0].mid, v[1].mid]) {
        let length = a.hypot(b);
        (x, y) = (x + a / length, y + b / length);
    }
    // Not longer than one.
    let shrink = 1.0 / (x.hypot(y) * ABOVE * ABOVE);
    let middle = [Ball::exactly(x * shrink), Ball::exactly(y * shrink)];
    let (mut negative, mut positive) = (f64::NEG_INFINITY, 0.0_f64);
    for &velocity in velocities {
        let (ahead, power) = (least(along(velocity, middle)), most(along(velocity, u)));
        // NaN, of a velocity that is zero, is not positive.
        let is_ahead = ahead > 0.0 && power.is_finite();
        if !is_ahead {
            return whole;
        }
        if power < 0.0 {
            negative = negative.max(power / lengths(velocity)[1] / ABOVE);
        } else {
            negative = 0.0;
            positive = positive.max(power / ahead * ABOVE);
        }
    }
    let found = if negative < 0.0 { negative } else { positive };
    found.min(whole)
}

/// The triangles that cover a piece, and the disc outside of which they do not count.
type Covered = (Vec<[Pair; 3]>, Option<(Pair, Ball)>);

/// The support in doubles with radii.
pub(super) enum Ground<'p> {
    Region(Vec<Covered>),
    Unknown(Vec<Pair>),
    Known(Vec<Pair>, &'p [Rational]),
}

impl<'p> Ground<'p> {
    pub(super) fn new(support: &'p Support) -> Self {
        match support {
            Support::Region(pieces) => Self::Region(pieces.iter().map(triangles).collect()),
            Support::Points { points, pressure: None } => Self::Unknown(points.iter().map(pair).collect()),
            Support::Points { points, pressure: Some(pressure) } => {
                Self::Known(points.iter().map(pair).collect(), pressure)
            }
        }
    }

    /// Whether equation (3) is seen to hold for every mixture of these twists; `eᵢ·U > 0` apart.
    pub(super) fn is_below(&self, twists: &[Field], against: &Virtual) -> bool {
        let u = Field::exactly(&against.twist);
        let slope = pair(&against.slope);
        match self {
            Self::Region(pieces) => {
                let mut left = MOST_TRIANGLES;
                let mut whole = |(roots, disc): &Covered| {
                    let cut = TriangleCut { twists, u, slope, disc: *disc };
                    roots.iter().all(|root| cut.holds(root, MOST_HALVINGS, &mut left))
                };
                pieces.iter().all(&mut whole)
            }
            Self::Unknown(points) => points.iter().all(|&place| {
                let velocities: Vec<Pair> = twists.iter().map(|twist| twist.at(place)).collect();
                most(along(slope, place)) + steepest(&velocities, u.at(place)) <= 0.0
            }),
            Self::Known(points, pressure) => {
                // A sum of numbers that may be negative: each part and each sum rounded upwards.
                let mut sum = 0.0;
                for (&place, pressure) in points.iter().zip(*pressure) {
                    let velocities: Vec<Pair> = twists.iter().map(|twist| twist.at(place)).collect();
                    let part = Ball::exactly(steepest(&velocities, u.at(place))).times(ball(pressure));
                    sum = most(part.plus(Ball::exactly(sum)));
                }
                sum <= 0.0
            }
        }
    }
}

/// The triangles that cover a piece, and the disc outside of which they do not count.
fn triangles(piece: &Piece) -> Covered {
    match piece {
        Piece::Polygon(corners) => {
            let corners: Vec<Pair> = corners.iter().map(pair).collect();
            (corners[1..].windows(2).map(|edge| [corners[0], edge[0], edge[1]]).collect(), None)
        }
        Piece::Disc { center, radius } => {
            let (low, high) = (|axis: usize| &center[axis] - radius, |axis: usize| &center[axis] + radius);
            let corners = [[low(0), low(1)], [high(0), low(1)], [high(0), high(1)], [low(0), high(1)]];
            let [a, b, c, d] = corners.each_ref().map(pair);
            (vec![[a, b, c], [a, c, d]], Some((pair(center), ball(radius))))
        }
    }
}

/// What is to be seen on triangles.
struct TriangleCut<'t> {
    twists: &'t [Field],
    u: Field,
    slope: Pair,
    disc: Option<(Pair, Ball)>,
}

impl TriangleCut<'_> {
    fn holds(&self, triangle: &[Pair; 3], halvings: usize, left: &mut usize) -> bool {
        if *left == 0 || halvings == 0 {
            return false;
        }
        *left -= 1;
        if self.is_seen(triangle) || self.is_outside(triangle) {
            return true;
        }
        if self.is_violated(triangle) {
            return false;
        }
        halves(triangle).iter().all(|half| self.holds(half, halvings - 1, left))
    }

    fn is_seen(&self, triangle: &[Pair; 3]) -> bool {
        let below = triangle.map(|place| -most(along(self.slope, place)));
        let virtually = triangle.map(|place| self.u.at(place));
        if (0..3).all(|m| lengths(virtually[m])[1] <= below[m]) {
            return true;
        }
        let mut velocities = [[Ball::ZERO; 2]; 9];
        let count = 3 * self.twists.len();
        let Some(velocities) = velocities.get_mut(..count) else { return false };
        for (index, velocity) in velocities.iter_mut().enumerate() {
            *velocity = self.twists[index / 3].at(triangle[index % 3]);
        }
        (0..3).all(|m| steepest(velocities, virtually[m]) <= below[m])
    }

    /// Whether every place is farther from the centre of the disc than its radius.
    fn is_outside(&self, triangle: &[Pair; 3]) -> bool {
        let Some((center, radius)) = self.disc else { return false };
        let away = [0, 1].map(|axis| {
            let offsets = triangle.map(|place| place[axis].minus(center[axis]));
            let low = offsets.iter().map(|one| least(*one)).fold(f64::INFINITY, f64::min);
            let high = offsets.iter().map(|one| most(*one)).fold(f64::NEG_INFINITY, f64::max);
            low.max(-high).max(0.0)
        });
        away[0].hypot(away[1]) / ABOVE > most(radius)
    }

    /// Whether it surely, as far as doubles tell, does not hold: a quick end for what is no proof.
    fn is_violated(&self, triangle: &[Pair; 3]) -> bool {
        let [x, y] = [0, 1].map(|axis| triangle.iter().map(|place| place[axis].mid).sum::<f64>() / 3.0);
        if let Some((center, radius)) = self.disc
            && (x - center[0].mid).hypot(y - center[1].mid) > radius.mid
        {
            return false;
        }
        let velocity = |[w, vx, vy]: [f64; 3]| [vx - w * y, vy + w * x];
        let [ux, uy] = velocity(self.u.doubles());
        let level = self.slope[0].mid * x + self.slope[1].mid * y;
        self.twists.iter().any(|twist| {
            let [vx, vy] = velocity(twist.doubles());
            level * vx.hypot(vy) + vx * ux + vy * uy > 0.0
        })
    }
}

/// Both halves of a triangle, cut across its longest side.
fn halves(triangle: &[Pair; 3]) -> [[Pair; 3]; 2] {
    let length = |i: usize| {
        let (a, b) = (triangle[i], triangle[(i + 1) % 3]);
        (a[0].mid - b[0].mid).hypot(a[1].mid - b[1].mid)
    };
    let longest = if length(0) >= length(1) && length(0) >= length(2) {
        0
    } else if length(1) >= length(2) {
        1
    } else {
        2
    };
    let [a, b, c] = [0, 1, 2].map(|i| triangle[(longest + i) % 3]);
    let middle = [0, 1].map(|axis| a[axis].plus(b[axis]).scaled(0.5));
    [[a, middle, c], [middle, b, c]]
}
