//! Where along an arc every force of a finger with friction is in a set.
//!
//! From the direction `e` of length `r`, the radius, a quarter of the arc is
//! `e(u) = (1 − u²)e + 2u·rot90(e)`, `0 ≤ u ≤ 1`, of length `(1 + u²)r`.  With `n = ±e(u)`, `t = rot90(n)`
//! and the centre `c`, a force `n + λt` at the place has the wrench
//!
//! ```text
//!     w(u, λ) = (c × (n + λt) ± λr²(1 + u²),  n + λt)                                                            (1)
//! ```
//!
//! quadratic in `u` and linear in `λ`, with rational coefficients although `r` need not be rational.  Over
//! `[a, b]` a quadratic curve lies in the triangle of its three control points, so all forces of the finger
//! lie in the cone of six points: where that cone is in the set, so is every force (2).  Intervals are halved
//! until (2) holds, or one edge or the middle of the finger's cone is outside throughout, or they are short.
//! So what is told is proved; what is left out beside its ends is shorter than a part of 2⁻²⁰.

use stiction_exact::vector::{dot, quarter_turn as turned};
use stiction_geometry::cone::{Cone, ConeFault, OpenCone, Rows, Union};
use stiction_geometry::shape::plane::cross;
use stiction_proof::Rational;

type Pair = [Rational; 2];
type Triple = [Rational; 3];

/// Halvings of a quarter.
const DEPTH: u32 = 20;

/// Intervals that are looked at in one quarter.
const EFFORT: usize = 4000;

/// A quarter of an arc at most, counter-clockwise.
pub(super) struct Quarter<'a> {
    /// From the centre to where it begins, as long as the radius.
    pub(super) start: &'a Pair,
    /// From the reference to the centre.
    pub(super) center: &'a Pair,
    /// Whether the normal points to the centre.
    pub(super) inward: bool,
    /// Friction of the finger.
    pub(super) friction: &'a Rational,
}

fn mixed(a: &Rational, one: &Pair, b: &Rational, other: &Pair) -> Pair {
    std::array::from_fn(|i| a * &one[i] + b * &other[i])
}

impl Quarter<'_> {
    /// The direction `e(u)`.
    pub(super) fn direction(&self, u: &Rational) -> Pair {
        let (one, two) = (Rational::one(), Rational::from(2));
        mixed(&(&one - &(u * u)), self.start, &(&two * u), &turned(self.start))
    }

    /// Where a direction of the quarter is: the tangent of half the angle.
    pub(super) fn place(&self, direction: &Pair) -> Option<Rational> {
        let size = dot(self.start, self.start);
        cross(self.start, direction).checked_div(&(size + dot(self.start, direction)))
    }

    /// The coefficients of (1) for one `λ`: of 1, `u` and `u²`.
    fn curve(&self, across: &Rational) -> [Triple; 3] {
        let sign = if self.inward { Rational::from(-1) } else { Rational::one() };
        let other = turned(self.start);
        let size = dot(self.start, self.start) * &sign * across;
        let force = |along: &Pair| mixed(&sign, along, &(&sign * across), &turned(along));
        let minus = self.start.each_ref().map(|entry| -entry);
        let twice = other.map(|entry| entry * &Rational::from(2));
        [(force(self.start), &size), (force(&twice), &Rational::zero()), (force(&minus), &size)]
            .map(|(force, spin)| [cross(self.center, &force) + spin, force[0].clone(), force[1].clone()])
    }

    /// The control points of a curve over an interval.
    fn control(curve: &[Triple; 3], [a, b]: [&Rational; 2]) -> [Triple; 3] {
        let half = Rational::new(1, 2);
        let at = |mean: &Rational, product: &Rational| -> Triple {
            std::array::from_fn(|i| &curve[0][i] + &(mean * &curve[1][i]) + product * &curve[2][i])
        };
        [at(a, &(a * a)), at(&((a + b) * &half), &(a * b)), at(b, &(b * b))]
    }

    /// The cone of some wrenches over an interval, without its apex.
    fn hull(&self, curves: &[&[Triple; 3]], [a, b]: [&Rational; 2]) -> Result<OpenCone, ConeFault> {
        let points: Vec<Triple> = curves.iter().flat_map(|curve| Self::control(curve, [a, b])).collect();
        let cone = Cone::from_generators(&Rows::from_rationals(3, &points)?, &Rows::none(3))?;
        // All forces have a part along the normal in the middle.
        let middle = self.direction(&((a + b) * Rational::new(1, 2)));
        let [x, y] = if self.inward { middle.map(|entry| -entry) } else { middle };
        let strict = Rows::from_rationals(3, &[[Rational::zero(), x, y]])?;
        OpenCone::new(cone.normals(), cone.equalities(), &strict)
    }

    /// The places from 0 to `end` where every force is in the set, as closed intervals in order.
    pub(super) fn places(
        &self,
        end: &Rational,
        set: &Union,
        outside: &Union,
    ) -> Result<Vec<[Rational; 2]>, ConeFault> {
        let zero = Rational::zero();
        let curves = [self.friction.clone(), -self.friction, zero.clone()].map(|across| self.curve(&across));
        let mut open = vec![([zero, end.clone()], 0)];
        let mut found: Vec<[Rational; 2]> = Vec::new();
        for _ in 0..EFFORT {
            let Some(([a, b], depth)) = open.pop() else { break };
            let all = Union::from(self.hull(&[&curves[0], &curves[1]], [&a, &b])?);
            if all.meet(outside)?.is_empty() {
                match found.last_mut() {
                    Some([_, last]) if *last == a => *last = b,
                    _ => found.push([a, b]),
                }
                continue;
            }
            let mut lost = false;
            for curve in &curves {
                lost |= Union::from(self.hull(&[curve], [&a, &b])?).meet(set)?.is_empty();
            }
            if lost || depth == DEPTH {
                continue;
            }
            let middle = (&a + &b) * Rational::new(1, 2);
            open.push(([middle.clone(), b], depth + 1));
            open.push(([a, middle], depth + 1));
        }
        Ok(found)
    }
}
