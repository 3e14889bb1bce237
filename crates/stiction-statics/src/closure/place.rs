//! How far may a contact be moved along its edge before the verdict changes?
//!
//! Along a straight edge a contact's normal stays and its point moves linearly, so the wrenches `F(s)` of its
//! cone edges have a moment that is linear in the place `s`.  The contacts are open at `s` when some `V ≠ 0`
//! has `F·V ≥ 0` for all of them, and where they span, such a `V` can be taken square to two of them:
//!
//! ```text
//!     V = ±Fₐ × F_b,   V₀ does not depend on s, V₁ and V₂ are linear in it;  so is every F·V               (1)
//! ```
//!
//! Each pair and sign thus gives one closed interval of places that are open, with rational ends, and all of them
//! together are the open places.  The verdict changes at their ends and nowhere else: nothing is sampled.
//!
//! That the verdict is the same all the way to a change is proved by two places.  A force of this contact
//! with normal part one, `n + τt`, at `s` has a wrench that is linear in `(s, τ)` together, for `t` along the
//! edge adds no moment; so
//!
//! ```text
//!     the places that close are an interval:  they are where −F(s, τ), |τ| < μ, is in the relative interior of
//!     what the others push, a convex set of (s, τ), and spanning does not end within it                            (2)
//! ```
//!
//! Closed now and just before the change is closed between; open at a place before one that closes is open
//! all the way from here, where it is open.
//!
//! References: \[MR 12.1.7\]; Exercise 12.27 for the test of pairs.

use super::closure;
use stiction_geometry::shape::Piece;
use stiction_proof::{FrictionUse, PlanarProblem, Rational, Verified};
use stiction_scene::contact::edges;
use stiction_scene::{Decision, Refused};

/// Where the verdict changes.
#[derive(Debug, Clone, PartialEq)]
pub struct Flip {
    /// The place: a part of the way from the first to the second end of the edge.
    pub part: Rational,
    /// The point there.
    pub point: [Rational; 2],
    /// A point with the other verdict: this one if it is open there, else one just beyond.
    pub shown_at: [Rational; 2],
    /// The other verdict at that point.
    pub proof: Verified,
    /// A point with the verdict of now: this one if it is open there, else one just before.
    pub kept_at: [Rational; 2],
    /// The verdict of now at that point.
    pub kept: Verified,
}

/// The nearest changes along an edge.
#[derive(Debug, Clone, PartialEq)]
pub struct Flips {
    /// Where the contact is now.
    pub part: Rational,
    /// Towards the first end.
    pub backward: Option<Flip>,
    /// Towards the second end.
    pub forward: Option<Flip>,
}

/// Finds where moving contact `index` along the edge with these ends changes whether the contacts close; `None` if the
/// contact is not on the edge.
///
/// ```
/// use stiction_statics::closure::flips_along;
/// use stiction_proof::{PlanarContact, PlanarProblem, Rational};
/// let whole = |x: i64, y: i64| [Rational::from(x), Rational::from(y)];
/// let finger = |id: &str, x: i64| PlanarContact::new(id, whole(x, 0), whole(-x, 0), Rational::new(1, 4));
/// let grip = PlanarProblem::new(whole(0, 0), vec![finger("left", -1), finger("right", 1)]);
/// // The line between the fingers leaves the cones at a slope of 1/4: half a metre up over two metres.
/// let flips = flips_along(&grip, 1, [&whole(1, -1), &whole(1, 1)]).unwrap().unwrap();
/// assert_eq!(flips.forward.unwrap().point, [Rational::from(1), Rational::new(1, 2)]);
/// ```
pub fn flips_along(
    problem: &PlanarProblem,
    index: usize,
    ends: [&[Rational; 2]; 2],
) -> Result<Option<Flips>, Refused> {
    let Some(contact) = problem.contacts.get(index) else { return Ok(None) };
    let Some(part) = part_of(&contact.point, ends) else { return Ok(None) };
    let open = open_places(problem, index, ends);
    let sought = PlaceGoal { problem, index, ends, open: &open };
    Ok(Some(Flips { backward: sought.backward(&part)?, forward: sought.forward(&part)?, part }))
}

/// The straight edge of an outline, given ring by ring, that a point is on and whose inward normal has this
/// direction, walked with the solid on the left.
pub fn straight_edge(
    rings: &[Vec<Piece>],
    point: &[Rational; 2],
    normal: &[Rational; 2],
) -> Option<[[Rational; 2]; 2]> {
    let straight = |piece: &Piece| match piece {
        Piece::Segment { from, to } => Some([from.clone(), to.clone()]),
        Piece::Arc { .. } => None,
    };
    let mut edges = rings.iter().flatten().filter_map(straight);
    edges.find(|[from, to]| {
        let along = [&to[0] - &from[0], &to[1] - &from[1]];
        // The inward normal is `along` turned left.
        let square = (&along[0] * &normal[0] + &along[1] * &normal[1]).is_zero();
        let inwards = (&along[0] * &normal[1] - &along[1] * &normal[0]).is_positive();
        square && inwards && part_of(point, [from, to]).is_some()
    })
}

/// The part of the way from one end to the other at which a point is, if it is between them.
fn part_of(point: &[Rational; 2], [a, b]: [&[Rational; 2]; 2]) -> Option<Rational> {
    let along = [&b[0] - &a[0], &b[1] - &a[1]];
    let to = [&point[0] - &a[0], &point[1] - &a[1]];
    let aside = &along[0] * &to[1] - &along[1] * &to[0];
    let square = &along[0] * &along[0] + &along[1] * &along[1];
    let part = (&along[0] * &to[0] + &along[1] * &to[1]).checked_div(&square)?;
    (aside.is_zero() && !part.is_negative() && part <= Rational::one()).then_some(part)
}

fn at([a, b]: [&[Rational; 2]; 2], part: &Rational) -> [Rational; 2] {
    std::array::from_fn(|i| &a[i] + &(part * &(&b[i] - &a[i])))
}

/// `constant + slope·s`.
#[derive(Clone, PartialEq)]
struct Line {
    constant: Rational,
    slope: Rational,
}

impl Line {
    fn new(constant: Rational, slope: Rational) -> Self {
        Self { constant, slope }
    }

    fn times(&self, factor: &Rational) -> Self {
        Self::new(&self.constant * factor, &self.slope * factor)
    }

    fn plus(&self, other: &Self) -> Self {
        Self::new(&self.constant + &other.constant, &self.slope + &other.slope)
    }

    fn is_zero(&self) -> bool {
        self.constant.is_zero() && self.slope.is_zero()
    }

    fn at(&self, part: &Rational) -> Rational {
        &self.constant + &(part * &self.slope)
    }
}

/// A wrench whose moment is linear in `s`.
struct Moving {
    moment: Line,
    force: [Rational; 2],
}

/// A motion as in (1).
struct Motion {
    turn: Rational,
    slide: [Line; 2],
}

fn square_to(a: &Moving, b: &Moving, sign: i64) -> Motion {
    let sign = Rational::from(sign);
    let turn = (&a.force[0] * &b.force[1] - &a.force[1] * &b.force[0]) * &sign;
    let x = b.moment.times(&a.force[1]).plus(&a.moment.times(&-&b.force[1])).times(&sign);
    let y = a.moment.times(&b.force[0]).plus(&b.moment.times(&-&a.force[0])).times(&sign);
    Motion { turn, slide: [x, y] }
}

impl Motion {
    /// `F·V`.
    fn work(&self, wrench: &Moving) -> Line {
        let [x, y] = &self.slide;
        wrench.moment.times(&self.turn).plus(&x.times(&wrench.force[0])).plus(&y.times(&wrench.force[1]))
    }

    fn is_zero(&self) -> bool {
        self.turn.is_zero() && self.slide.iter().all(Line::is_zero)
    }

    fn is_zero_at(&self, part: &Rational) -> bool {
        self.turn.is_zero() && self.slide.iter().all(|line| line.at(part).is_zero())
    }
}

/// A closed interval of places.
type Interval = (Rational, Rational);

/// Wrenches of all edges while contact `index` is anywhere on its edge.
fn moving(problem: &PlanarProblem, index: usize, ends: [&[Rational; 2]; 2]) -> Vec<Moving> {
    let at_end = |part: Rational| {
        let mut moved = problem.clone();
        moved.contacts[index].point = at(ends, &part);
        edges(&moved, &FrictionUse::Given)
    };
    let (first, second) = (at_end(Rational::zero()), at_end(Rational::one()));
    let both = first.into_iter().zip(second);
    both.map(|(first, second)| {
        let [moment, fx, fy] = first.wrench;
        let slope = &second.wrench[0] - &moment;
        Moving { moment: Line::new(moment, slope), force: [fx, fy] }
    })
    .collect()
}

/// The open places, as intervals by where they begin.
fn open_places(problem: &PlanarProblem, index: usize, ends: [&[Rational; 2]; 2]) -> Vec<Interval> {
    let wrenches = moving(problem, index, ends);
    let mut open = Vec::new();
    let mut spans_a_plane = false;
    for (second, b) in wrenches.iter().enumerate() {
        for a in &wrenches[..second] {
            for sign in [1, -1] {
                let motion = square_to(a, b, sign);
                if motion.is_zero() {
                    continue;
                }
                spans_a_plane = true;
                open.extend(unresisted(&motion, &wrenches));
            }
        }
    }
    if !spans_a_plane {
        return vec![(Rational::zero(), Rational::one())];
    }
    open.sort();
    open
}

/// The places where no edge resists a motion, unless the motion is none there.
fn unresisted(motion: &Motion, wrenches: &[Moving]) -> Option<Interval> {
    let (mut low, mut high) = (Rational::zero(), Rational::one());
    for wrench in wrenches {
        let work = motion.work(wrench);
        match (-&work.constant).checked_div(&work.slope) {
            None if work.constant.is_negative() => return None,
            None => {}
            Some(root) if work.slope.is_positive() => low = low.max(root),
            Some(root) => high = high.min(root),
        }
        if low > high {
            return None;
        }
    }
    (low != high || !motion.is_zero_at(&low)).then_some((low, high))
}

struct PlaceGoal<'a> {
    problem: &'a PlanarProblem,
    index: usize,
    ends: [&'a [Rational; 2]; 2],
    open: &'a [Interval],
}

impl PlaceGoal<'_> {
    fn forward(&self, part: &Rational) -> Result<Option<Flip>, Refused> {
        let Some((place, beyond)) = next_change(self.open, part) else { return Ok(None) };
        self.flip(part, place, &beyond)
    }

    /// The same on the mirrored edge.
    fn backward(&self, part: &Rational) -> Result<Option<Flip>, Refused> {
        let mirror = |place: &Rational| Rational::one() - place;
        let mut open: Vec<Interval> =
            self.open.iter().map(|(low, high)| (mirror(high), mirror(low))).collect();
        open.sort();
        let Some((place, beyond)) = next_change(&open, &mirror(part)) else { return Ok(None) };
        self.flip(part, mirror(&place), &mirror(&beyond))
    }

    /// The other verdict at `beyond`, and that of `now` as far as the change, proved.
    fn flip(&self, now: &Rational, part: Rational, beyond: &Rational) -> Result<Option<Flip>, Refused> {
        let opens = part == *beyond;
        let kept = if opens { near(&part, now) } else { part.clone() };
        let (shown_at, kept_at) = (at(self.ends, beyond), at(self.ends, &kept));
        let (Some(proof), Some(kept)) = (self.proved(&shown_at, !opens)?, self.proved(&kept_at, opens)?)
        else {
            return Ok(None);
        };
        Ok(Some(Flip { point: at(self.ends, &part), part, shown_at, proof, kept_at, kept }))
    }

    /// The proof that the contacts close, or do not, when this one is moved to a point.
    fn proved(&self, point: &[Rational; 2], closes: bool) -> Result<Option<Verified>, Refused> {
        let mut moved = self.problem.clone();
        moved.contacts[self.index].point = point.clone();
        Ok(match closure(&moved, &FrictionUse::Given)? {
            Decision::No(escape) if !closes => Some(escape),
            Decision::Yes(squeeze) if closes => Some(squeeze),
            _ => None,
        })
    }
}

/// A place next to one, on the way to another: 2⁻⁴⁰ of it away.
fn near(place: &Rational, other: &Rational) -> Rational {
    place + &((other - place) * Rational::new(1, 1 << 40))
}

/// Where places of the other sort begin, and one of them: the first open one, or one between the last open one and the
/// next.
fn next_change(open: &[Interval], part: &Rational) -> Option<(Rational, Rational)> {
    let is_open = open.iter().any(|(low, high)| low <= part && part <= high);
    if !is_open {
        let next = open.iter().map(|(low, _)| low).find(|low| *low > part)?;
        return Some((next.clone(), next.clone()));
    }
    let mut reach = part.clone();
    for (low, high) in open {
        if *low > reach {
            let beyond = near(&reach, low);
            return Some((reach, beyond));
        }
        reach = reach.max(high.clone());
    }
    let beyond = near(&reach, &Rational::one());
    (reach < Rational::one()).then_some((reach, beyond))
}
