//! A piece of an outline that may be touched.
//!
//! A point of an arc is `c + d(t)` with
//!
//! ```text
//!     d(t) = ((1 − t²)·d ± 2t·rot90(d))/(1 + t²)                                                            (1)
//! ```
//!
//! rational in `t`, which is the tangent of half the angle; the tangents at `t` and `u` meet at
//!
//! ```text
//!     c + ((1 − tu)·d ± (t + u)·rot90(d))/(1 + tu)                                                          (2)
//! ```

use crate::Rational;
use crate::vectors::{minus, plus, quarter_turn, scaled, turn as cross};
use serde::{Deserialize, Serialize};

type Pair = [Rational; 2];

/// A piece of an edge, walked with the solid on the left.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Track {
    /// The number of the edge, as the file counts them.
    pub edge: usize,
    /// How it runs.
    pub course: Course,
}

/// How a track runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Course {
    /// Straight.
    Straight {
        /// Where it begins.
        from: Pair,
        /// Where it ends.
        to: Pair,
    },
    /// Part of a circle, at most a quarter of it.
    Arc {
        /// Its centre.
        center: Pair,
        /// From the centre to where it begins.
        start: Pair,
        /// The tangent of half its angle; at most 1.
        extent: Rational,
        /// Whether it turns to the left, around the solid.
        left: bool,
    },
}

impl Track {
    /// Whether it is a track: not a point, and of a circle no more than a quarter.
    pub fn is_sound(&self) -> bool {
        match &self.course {
            Course::Straight { from, to } => from != to,
            Course::Arc { start, extent, .. } => {
                start.iter().any(|entry| !entry.is_zero())
                    && extent.is_positive()
                    && *extent <= Rational::one()
            }
        }
    }

    /// The point at a part of the way, and the direction into the solid there.
    pub fn place(&self, part: &Rational) -> (Pair, Pair) {
        match &self.course {
            Course::Straight { from, to } => {
                let along = minus(to, from);
                (plus(from, &scaled(&along, part)), quarter_turn(&along))
            }
            Course::Arc { center, extent, left, .. } => {
                let out = self.between(&(part * extent), &(part * extent));
                let normal = if *left { scaled(&out, &-Rational::one()) } else { out.clone() };
                (plus(center, &out), normal)
            }
        }
    }

    /// Whether a contact here pushes at the point along the normal, exactly; the normal's length is free.
    pub fn carries(&self, point: &Pair, normal: &Pair) -> bool {
        let same = |inward: &Pair| {
            let along = &inward[0] * &normal[0] + &inward[1] * &normal[1];
            cross(inward, normal).is_zero() && along.is_positive()
        };
        let one = Rational::one();
        match &self.course {
            Course::Straight { from, to } => {
                let (along, way) = (minus(to, from), minus(point, from));
                let square = &along[0] * &along[0] + &along[1] * &along[1];
                let part = (&along[0] * &way[0] + &along[1] * &way[1]).checked_div(&square);
                let on = part.is_some_and(|part| !part.is_negative() && part <= one);
                on && cross(&along, &way).is_zero() && same(&quarter_turn(&along))
            }
            Course::Arc { center, start, extent, left } => {
                let out = minus(point, center);
                let square = |x: &Pair| &x[0] * &x[0] + &x[1] * &x[1];
                // With d and d(t) equally long, t = d×d(t) / (d² + d·d(t)).
                let along = &start[0] * &out[0] + &start[1] * &out[1];
                let turned = cross(start, &out);
                let turned = if *left { turned } else { -turned };
                let t = turned.checked_div(&(square(start) + along));
                let on = t.is_some_and(|t| !t.is_negative() && t <= *extent);
                let inward = if *left { scaled(&out, &-one) } else { out.clone() };
                on && square(start) == square(&out) && same(&inward)
            }
        }
    }

    /// Equation (2), and (1) where both are the same.
    fn between(&self, t: &Rational, u: &Rational) -> Pair {
        let Course::Arc { start, left, .. } = &self.course else { return Pair::default() };
        let one = Rational::one();
        let product = t * u;
        let across = quarter_turn(start);
        let turn = if *left { t + u } else { -(t + u) };
        let top = plus(&scaled(start, &(&one - &product)), &scaled(&across, &turn));
        // t and u are not negative.
        let below = (&one + &product).recip().unwrap_or_default();
        scaled(&top, &below)
    }

    /// Points whose hull holds the stretch between two parts.
    pub(super) fn around(&self, parts: [&Rational; 2]) -> Vec<Pair> {
        match &self.course {
            Course::Straight { .. } => parts.iter().map(|part| self.place(part).0).collect(),
            Course::Arc { center, .. } => self.outs(parts).iter().map(|out| plus(center, out)).collect(),
        }
    }

    /// The same of an arc, from its centre.
    fn outs(&self, [a, b]: [&Rational; 2]) -> [Pair; 3] {
        let Course::Arc { extent, .. } = &self.course else { return Default::default() };
        let (t, u) = (a * extent, b * extent);
        [self.between(&t, &t), self.between(&t, &u), self.between(&u, &u)]
    }

    /// The square of the length of its normals, which is the same everywhere.
    pub(super) fn square(&self) -> Rational {
        let long = match &self.course {
            Course::Straight { from, to } => minus(to, from),
            Course::Arc { start, .. } => start.clone(),
        };
        &long[0] * &long[0] + &long[1] * &long[1]
    }

    /// Wrenches about `reference`, of the forces `n ± μt`, whose hull holds those of the stretch between two parts.
    pub(super) fn wrenches(
        &self,
        parts: [&Rational; 2],
        reference: &Pair,
        friction: &Rational,
    ) -> Vec<[Rational; 3]> {
        let across =
            if friction.is_zero() { vec![Rational::zero()] } else { vec![-friction, friction.clone()] };
        let force = |normal: &Pair, across: &Rational| plus(normal, &scaled(&quarter_turn(normal), across));
        let mut found = Vec::new();
        match &self.course {
            Course::Straight { .. } => {
                for (point, normal) in parts.map(|part| self.place(part)) {
                    for across in &across {
                        let [fx, fy] = force(&normal, across);
                        let lever = minus(&point, reference);
                        found.push([cross(&lever, &[fx.clone(), fy.clone()]), fx, fy]);
                    }
                }
            }
            Course::Arc { center, left, .. } => {
                let lever = minus(center, reference);
                let sign = if *left { -Rational::one() } else { Rational::one() };
                let square = self.square();
                for out in self.outs(parts) {
                    let normal = scaled(&out, &sign);
                    for across in &across {
                        let [fx, fy] = force(&normal, across);
                        // About the centre the moment is that of the tangential part, at the circle itself.
                        let moment = cross(&lever, &[fx.clone(), fy.clone()]) + &sign * across * &square;
                        found.push([moment, fx, fy]);
                    }
                }
            }
        }
        found
    }
}
