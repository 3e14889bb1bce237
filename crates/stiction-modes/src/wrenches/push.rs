//! Where on the outline may a finger push, so that its wrench is in a given set?
//!
//! Along a straight edge from `p` with direction `d` the finger's wrench at `p + s·d` has a moment that is
//! linear in `s`; with friction it pushes with `n + λt`, and since `t` is along the edge the wrench is linear
//! in `s` and `λ` together:
//!
//! ```text
//!     w(s, λ) = F(p, n) + s·(d × n, 0) + λ·F(p, t)                                                            (1)
//! ```
//!
//! On an arc about `c` the inward normal at direction `e` from the centre is `∓e`, and `w(e) = (c × n, n)` is
//! linear in `e`.  So the places are inverse images of cones in two dimensions, with rational ends and open
//! where a face is missing; nothing is sampled.  A rough finger must have every force of its cone in the set:
//! the places are what the images of the set's complement leave, and on arcs those of the room beside this
//! one.
//!
//! References: \[BT 7\], \[BT 8\] for Figures 5, 6, 10 and 11.

use super::rough_arc::Quarter;
use dashu_int::IBig;
use std::cmp::Ordering;
use stiction_exact::integers;
use stiction_exact::vector::{minus, quarter_turn as turned};
use stiction_geometry::cone::{Cone, ConeFault, LinearMap, OpenCone, Rows, Union};
use stiction_geometry::shape::plane::cross;
use stiction_geometry::shape::{Outline, Piece, Turn};
use stiction_proof::Rational;

type Pair = [Rational; 2];

/// A part of an outline.
#[derive(Debug, Clone, PartialEq)]
pub struct Stretch {
    /// Which ring: 0 is the outer one, then the holes.
    pub ring: usize,
    /// Which piece of the ring.
    pub piece: usize,
    /// Where it begins.
    pub from: End,
    /// Where it ends.
    pub to: End,
}

/// An end of a stretch.
#[derive(Debug, Clone, PartialEq)]
pub struct End {
    /// Where along the piece.
    pub at: Along,
    /// The point there.
    pub point: [f64; 2],
    /// Whether the end itself is left out.
    pub open: bool,
}

/// A place along a piece of an outline.
#[derive(Debug, Clone, PartialEq)]
pub enum Along {
    /// A part of the way along a straight piece.
    Part(Rational),
    /// A direction from the centre of an arc.
    Direction(Pair),
}

/// The finger that pushes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Finger {
    /// Its coefficient of friction.
    pub friction: Rational,
}

/// The stretches of an outline's [`rings`] where a finger's wrench about `reference` is in a set, whatever
/// its friction does.  With friction the ends of stretches on arcs are rounded inwards, by less than a part
/// of 2⁻²⁰ of a quarter turn.
///
/// # Errors
/// A set that is not one of planar wrenches.
pub fn push(
    rings: &[Vec<Piece>],
    reference: &Pair,
    set: &Union,
    finger: &Finger,
) -> Result<Vec<Stretch>, ConeFault> {
    let mut found = Vec::new();
    let outside = if finger.friction.is_zero() { Union::empty(3) } else { set.complement() };
    for (ring, pieces) in rings.iter().enumerate() {
        for (piece, shape) in pieces.iter().enumerate() {
            let places = match shape {
                Piece::Segment { from, to } => {
                    let edge = Edge { from, to, reference };
                    let good = if finger.friction.is_zero() {
                        edge.smooth(set)?
                    } else {
                        edge.rough(&outside, &finger.friction)?
                    };
                    edge.stretches(&good)
                }
                Piece::Arc { from, to, center, turn } => {
                    let arc = Bow { from, to, center, turn: *turn, reference };
                    if finger.friction.is_zero() {
                        arc.stretches(set)?
                    } else {
                        arc.rough_stretches(set, &outside, &finger.friction)?
                    }
                }
            };
            found.extend(places.into_iter().map(|[from, to]| Stretch { ring, piece, from, to }));
        }
    }
    Ok(found)
}

/// The pieces of an outline; a disc is one arc that ends where it begins.
pub fn rings(outline: &Outline) -> Vec<Vec<Piece>> {
    let Outline::Disc { center, radius } = outline else { return outline.rings() };
    let from = [&center[0] + radius, center[1].clone()];
    vec![vec![Piece::Arc { to: from.clone(), from, center: center.clone(), turn: Turn::Left }]]
}

/// The directions of gravity, as arcs from one to the other counter-clockwise, under which a part's weight
/// about its centre of mass is in a set.
///
/// # Errors
/// A set that is not one of planar wrenches.
pub fn tilts(set: &Union) -> Result<Vec<[End; 2]>, ConeFault> {
    let east = [Rational::one(), Rational::zero()];
    let zero = Rational::zero();
    let map = LinearMap::from_rationals(
        2,
        &[[zero.clone(), zero.clone()], [Rational::one(), zero.clone()], [zero.clone(), Rational::one()]],
    )?;
    let ends = |direction: &[IBig], open| end_on_circle(direction, &[0.0, 0.0], 1.0, open);
    around(&quarters(&east, &east), set, &map, &ends)
}

struct Edge<'a> {
    from: &'a Pair,
    to: &'a Pair,
    reference: &'a Pair,
}

impl Edge<'_> {
    /// The columns of (1): of one, of `s` and of `λ`.
    fn columns(&self) -> [[Rational; 3]; 3] {
        let along = minus(self.to, self.from);
        let normal = turned(&along);
        let tangent = turned(&normal);
        let lever = minus(self.from, self.reference);
        let wrench = |force: &Pair| [cross(&lever, force), force[0].clone(), force[1].clone()];
        [wrench(&normal), [cross(&along, &normal), Rational::zero(), Rational::zero()], wrench(&tangent)]
    }

    fn map(&self, count: usize) -> Result<LinearMap, ConeFault> {
        let columns = self.columns();
        let rows: Vec<Vec<Rational>> =
            (0..3).map(|row| (0..count).map(|column| columns[column][row].clone()).collect()).collect();
        LinearMap::from_rationals(count, &rows)
    }

    /// `0 ≤ s ≤ τ`, `τ > 0`.
    fn strip() -> Result<OpenCone, ConeFault> {
        let sides = Rows::from_integers(2, &[[0, 1], [1, -1]])?;
        OpenCone::new(&sides, &Rows::none(2), &Rows::from_integers(2, &[[1, 0]])?)
    }

    fn smooth(&self, set: &Union) -> Result<Union, ConeFault> {
        let (map, strip) = (self.map(2)?, Self::strip()?);
        let mut good = Union::empty(2);
        for cone in set.cones() {
            good = good.union(&Union::from(cone.inverse_image(&map)?.meet(&strip)?))?;
        }
        Ok(good)
    }

    /// What no force of the finger's cone leads out of.
    fn rough(&self, outside: &Union, friction: &Rational) -> Result<Union, ConeFault> {
        let map = self.map(3)?;
        let (zero, one) = (Rational::zero, Rational::one);
        let sides = [
            [zero(), one(), zero()],
            [one(), -one(), zero()],
            [friction.clone(), zero(), one()],
            [friction.clone(), zero(), -one()],
        ];
        let slab = OpenCone::new(
            &Rows::from_rationals(3, &sides)?,
            &Rows::none(3),
            &Rows::from_integers(3, &[[1, 0, 0]])?,
        )?;
        let flat = LinearMap::from_integers(3, &[[1, 0, 0], [0, 1, 0]])?;
        let mut good = Union::from(Self::strip()?);
        for cone in outside.cones() {
            let bad = cone.inverse_image(&map)?.meet(&slab)?.image(&flat)?;
            good = good.difference(&Union::from(bad))?;
        }
        Ok(good)
    }

    fn stretches(&self, good: &Union) -> Vec<[End; 2]> {
        let mut found: Vec<[(Rational, bool); 2]> = Vec::new();
        for cone in good.cones() {
            let mut ends: Vec<(Rational, bool)> = cone
                .closure()
                .rays()
                .iter()
                .filter_map(|ray| {
                    let part = Rational::from_parts(ray[1].clone(), ray[0].clone())?;
                    let belongs = cone.contains(&[Rational::one(), part.clone()]).unwrap_or(false);
                    Some((part, !belongs))
                })
                .collect();
            ends.sort();
            if let (Some(first), Some(last)) = (ends.first().cloned(), ends.last().cloned()) {
                found.push([first, last]);
            }
        }
        let merged = merged(found, |a, b| a.cmp(b));
        let end = |(part, open): (Rational, bool)| {
            let ratio = part.to_f64();
            let point = std::array::from_fn(|i| {
                let (from, to) = (self.from[i].to_f64(), self.to[i].to_f64());
                from + ratio * (to - from)
            });
            End { at: Along::Part(part), point, open }
        };
        merged.into_iter().map(|[from, to]| [end(from), end(to)]).collect()
    }
}

struct Bow<'a> {
    from: &'a Pair,
    to: &'a Pair,
    center: &'a Pair,
    turn: Turn,
    reference: &'a Pair,
}

impl Bow<'_> {
    /// Where every force of a finger with friction is in the set.
    fn rough_stretches(
        &self,
        set: &Union,
        outside: &Union,
        friction: &Rational,
    ) -> Result<Vec<[End; 2]>, ConeFault> {
        let (mut start, mut stop) = (minus(self.from, self.center), minus(self.to, self.center));
        let inward = self.turn == Turn::Left;
        if !inward {
            std::mem::swap(&mut start, &mut stop);
        }
        let lever = minus(self.center, self.reference);
        let center = [self.center[0].to_f64(), self.center[1].to_f64()];
        let radius = start[0].to_f64().hypot(start[1].to_f64());
        let end = |direction: &Pair| end_on_circle(&integers::primitive(direction), &center, radius, false);
        let mut found: Vec<[Pair; 2]> = Vec::new();
        for [from, to] in quarters(&start, &stop) {
            let quarter = Quarter { start: &from, center: &lever, inward, friction };
            let last = quarter.place(&to).unwrap_or_else(Rational::one);
            for [a, b] in quarter.places(&last, set, outside)? {
                let (a, b) = (quarter.direction(&a), quarter.direction(&b));
                match found.last_mut() {
                    Some([_, before]) if integers::primitive(before) == integers::primitive(&a) => {
                        *before = b
                    }
                    _ => found.push([a, b]),
                }
            }
        }
        let mut stretches: Vec<[End; 2]> = found.iter().map(|[from, to]| [end(from), end(to)]).collect();
        if !inward {
            stretches.iter_mut().for_each(|ends| ends.reverse());
            stretches.reverse();
        }
        Ok(stretches)
    }

    fn stretches(&self, set: &Union) -> Result<Vec<[End; 2]>, ConeFault> {
        let (mut start, mut stop) = (minus(self.from, self.center), minus(self.to, self.center));
        let inward = match self.turn {
            Turn::Left => Rational::from(-1),
            Turn::Right => {
                std::mem::swap(&mut start, &mut stop);
                Rational::one()
            }
        };
        let [x, y] = minus(self.center, self.reference);
        // n = ±e, and c × n = cx·ny − cy·nx.
        let map = LinearMap::from_rationals(
            2,
            &[
                [-(&inward * &y), &inward * &x],
                [inward.clone(), Rational::zero()],
                [Rational::zero(), inward.clone()],
            ],
        )?;
        let center = [self.center[0].to_f64(), self.center[1].to_f64()];
        let radius = start[0].to_f64().hypot(start[1].to_f64());
        let ends = |direction: &[IBig], open| end_on_circle(direction, &center, radius, open);
        let mut found = around(&quarters(&start, &stop), set, &map, &ends)?;
        if self.turn == Turn::Right {
            found.iter_mut().for_each(|ends| ends.reverse());
            found.reverse();
        }
        Ok(found)
    }
}

fn end_on_circle(direction: &[IBig], center: &[f64; 2], radius: f64, open: bool) -> End {
    let doubles = integers::to_doubles(direction);
    let size = doubles[0].hypot(doubles[1]);
    let point = std::array::from_fn(|i| center[i] + radius * doubles[i] / size);
    let exact = [Rational::from(direction[0].clone()), Rational::from(direction[1].clone())];
    End { at: Along::Direction(exact), point, open }
}

/// An arc counter-clockwise from one direction to another as sectors of at most a quarter turn; equal
/// directions mean the whole circle.
fn quarters(start: &Pair, stop: &Pair) -> Vec<[Pair; 2]> {
    let mut sectors = Vec::new();
    let mut from = start.clone();
    for _ in 0..4 {
        let next = turned(&from);
        let after = !cross(&from, stop).is_negative() && !cross(stop, &next).is_negative();
        let at_start =
            cross(&from, stop).is_zero() && (&from[0] * &stop[0] + &from[1] * &stop[1]).is_positive();
        if after && !at_start {
            sectors.push([from, stop.clone()]);
            return sectors;
        }
        sectors.push([from, next.clone()]);
        from = next;
    }
    sectors
}

/// The directions of consecutive sectors whose image is in a set.
fn around(
    sectors: &[[Pair; 2]],
    set: &Union,
    map: &LinearMap,
    end: &dyn Fn(&[IBig], bool) -> End,
) -> Result<Vec<[End; 2]>, ConeFault> {
    type Place = (usize, Vec<IBig>);
    let mut found: Vec<[(Place, bool); 2]> = Vec::new();
    for (index, [from, to]) in sectors.iter().enumerate() {
        let rays = Rows::from_rationals(2, &[from.clone(), to.clone()])?;
        let sector = OpenCone::closed(Cone::from_generators(&rays, &Rows::none(2))?);
        for cone in set.cones() {
            let places = cone.inverse_image(map)?.meet(&sector)?;
            let mut ends: Vec<(Place, bool)> = (places.closure().rays().iter())
                .map(|ray| {
                    let exact: Vec<Rational> = ray.iter().cloned().map(Rational::from).collect();
                    ((index, ray.to_vec()), !places.contains(&exact).unwrap_or(false))
                })
                .collect();
            ends.sort_by(|(one, _), (other, _)| before(one, other, sectors));
            if let (Some(first), Some(last)) = (ends.first().cloned(), ends.last().cloned()) {
                found.push([first, last]);
            }
        }
    }
    let merged = merged(found, |one, other| before(one, other, sectors));
    Ok(merged
        .into_iter()
        .map(|[(from, open), (to, closed)]| [end(&from.1, open), end(&to.1, closed)])
        .collect())
}

/// Which of two directions of consecutive sectors comes first; the border of two sectors is one place.
fn before(one: &(usize, Vec<IBig>), other: &(usize, Vec<IBig>), sectors: &[[Pair; 2]]) -> Ordering {
    if one.0.abs_diff(other.0) == 1 && one.1 == other.1 {
        let border = &sectors[one.0.max(other.0)][0];
        if integers::primitive(border) == one.1 {
            return Ordering::Equal;
        }
    }
    let turn = &one.1[0] * &other.1[1] - &one.1[1] * &other.1[0];
    one.0.cmp(&other.0).then(IBig::ZERO.cmp(&turn))
}

/// Joins what overlaps or meets in a place that belongs to one of both.
fn merged<P: Clone>(
    mut found: Vec<[(P, bool); 2]>,
    order: impl Fn(&P, &P) -> Ordering,
) -> Vec<[(P, bool); 2]> {
    found.sort_by(|a, b| order(&a[0].0, &b[0].0).then(a[0].1.cmp(&b[0].1)));
    let mut joined: Vec<[(P, bool); 2]> = Vec::new();
    for [from, to] in found {
        if let Some([_, end]) = joined.last_mut() {
            let meets = order(&from.0, &end.0);
            if meets == Ordering::Less || meets == Ordering::Equal && !(from.1 && end.1) {
                match order(&end.0, &to.0) {
                    Ordering::Less => *end = to,
                    Ordering::Equal => end.1 &= to.1,
                    Ordering::Greater => {}
                }
                continue;
            }
        }
        joined.push([from, to]);
    }
    joined
}
