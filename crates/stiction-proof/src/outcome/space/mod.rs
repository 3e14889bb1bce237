//! Bodies in space in contact, now: which accelerations and contact forces are possible.
//!
//! As in the plane, with `M·A = g − (w × Iw, 0) + J f` in the freedoms of each body, and at a contact with normal `n`
//!
//! ```text
//!     aP = a + α × r + w × (w × r)                                                                    (1)
//!     an = n·(aP − aQ) + 2·(w_flat × n)·v      v the relative velocity, across n                      (2)
//!     at = aP − aQ across n, needed where v = 0
//! ```
//!
//! (2) is the second derivative of the gap to a plane that turns with one of the bodies, `w_flat`: of a
//! vertex on a flat, and of whatever else slides on a flat without rolling, `w_on − w_against ∥ n`, when both
//! `w` give the same number.  A touching contact does one of these, with the directions `dₖ` of its pyramid
//! and its tangents `tⱼ`:
//!
//! ```text
//!     s       an > 0                                    no force
//!     00      an = 0, at = 0                            Σ kⱼ(n + μs·dⱼ), kⱼ ≥ 0                only where v = 0
//!     +-:e2   an = 0, signs of tⱼ·at, d₂·at least       k(n + μk·d₂), k ≥ 0
//!     +-:e2-3 the same, d₂·at and d₃·at both least      sums of both edges                                (3)
//!     +-      an = 0, signs of tⱼ·v                     where v ≠ 0: on the edges that take up most of v, or,
//!                                                       where the cone is round, on n + μk·d with the d
//!                                                       against v that the problem names
//! ```
//!
//! One without friction has no edges to tell apart: its labels are signs alone.  Each acceleration belongs to
//! exactly one mode.
//!
//! References: \[MR 12.2\] for (3); (2) is [`super`]'s (2) where one curvature is zero.

mod cells;

use super::meets::{Meeting, Meets, Now};
use super::rows::{Laying, separates};
use super::{ForceState, Situation};
use crate::Rational;
use crate::choice::{Choice, Objection, Signs, Site};
use crate::spatial::{Vector, is_polygon};
use crate::vectors::{cross, dot, is_zero, minus, plus, scaled};
use cells::{Cell, cells};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// A contact between two bodies, or a body and something that does not move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpatialOutcomeContact {
    /// Its name.
    pub id: String,
    /// The body the normal points into; none if that does not move.
    pub on: Option<usize>,
    /// The other one.
    pub against: Option<usize>,
    /// The place where the two bodies touch.
    pub point: Vector,
    /// Direction into `on`; any length but zero.
    pub normal: Vector,
    /// Coefficients of friction, static and kinetic.
    pub friction: [Rational; 2],
    /// The directions `dₖ` of its pyramid, in order about the normal; none of a round cone, or without friction.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub across: Vec<Vector>,
    /// The directions along which the signs of a label are taken; the first two are not parallel.
    pub tangents: Vec<Vector>,
    /// Of a round cone that slides: the direction of its friction, against the slip.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drag: Option<Vector>,
    /// Which side is flat there, and how the other touches it; needed only in motion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flat: Option<Flat>,
    /// Where its force comes from.
    pub force: ForceState<3>,
}

/// A flat, and what lies on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flat {
    /// Whether the flat is that of `on`.
    pub of_on: bool,
    /// Whether the other body touches it with a vertex, so that it may roll.
    pub vertex: bool,
}

impl Meets<6, 3> for SpatialOutcomeContact {
    /// The edges of the pyramid that take up most; none of a round cone, or without friction.
    type Slide = Vec<usize>;
    const IDLE_ROWS: usize = 0;

    fn meeting(&self) -> Meeting<'_, 3> {
        let Self { id, on, against, point, normal, friction, force, .. } = self;
        Meeting { id, parties: [*on, *against], point, normal, friction, force }
    }

    fn between(&self, [on, against]: [Option<usize>; 2]) -> Self {
        Self { on, against, ..self.clone() }
    }

    fn is_sound(&self) -> bool {
        self.has_sound_cone()
    }

    fn screw(arm: &Vector, force: &Vector) -> [Rational; 6] {
        joined(&cross(arm, force), force)
    }

    fn carried(arm: &Vector, twist: &[Rational; 6]) -> Vector {
        let (turn, slide) = halves(twist);
        plus(&slide, &cross(&turn, arm))
    }

    fn inwards(arm: &Vector, twist: &[Rational; 6]) -> Option<Vector> {
        let (turn, _) = halves(twist);
        (!is_zero(&turn)).then(|| cross(&turn, &cross(&turn, arm)))
    }

    fn spinning(mass: &[[Rational; 6]; 6], twist: &[Rational; 6]) -> Option<[Rational; 6]> {
        let (turn, _) = halves(twist);
        let momentum = std::array::from_fn(|row| dot(&mass[row][..3], &turn));
        (!is_zero(&turn)).then(|| joined(&cross(&turn, &momentum), &Vector::default()))
    }

    fn components(&self, vector: Vector) -> Vector {
        vector
    }

    fn along(&self, components: &Vector) -> Rational {
        dot(&self.normal, components)
    }

    fn vector(&self, force: &Vector) -> Vector {
        force.clone()
    }

    fn normal_force(&self) -> Vector {
        self.normal.clone()
    }

    fn velocity_product(&self, twists: [&[Rational; 6]; 2], slip: &Vector) -> Option<Rational> {
        let [on, against] = twists.map(|twist| halves(twist).0);
        let relative = minus(&on, &against);
        if is_zero(&relative) && is_zero(slip) {
            return Some(Rational::zero());
        }
        let flat = self.flat?;
        let rolls = !is_zero(&cross(&relative, &self.normal));
        let carrier = if flat.of_on { &on } else { &against };
        (flat.vertex || !rolls).then(|| Rational::from(2) * dot(&cross(carrier, &self.normal), slip))
    }

    fn slide(&self, velocity: &Vector) -> Option<Vec<usize>> {
        if self.is_smooth() {
            return Some(Vec::new());
        }
        let Some(drag) = &self.drag else {
            return Some(self.least(velocity)).filter(|edges| !edges.is_empty());
        };
        // Against the slip, and along it.
        let opposed = dot(drag, velocity).is_negative() && is_zero(&cross(drag, velocity));
        opposed.then(Vec::new)
    }

    fn lay(&self, now: &Now<Vec<usize>, 3>, laying: &mut Laying<3>) -> Result<(), Objection> {
        let Situation::Slides(edges) = &now.situation else { return self.lay_at_rest(now, laying) };
        let normal = laying.row(now.index, self.normal.clone(), now.opening.clone());
        let open = laying.edges(now.index, self.sliding_edges(edges));
        let label = Cell::of(self, &now.velocity).signs_label();
        let slides = Choice { label: label.into(), signs: vec![(normal, Signs::ZERO)], open };
        laying.site(Site { choices: vec![separates(normal), slides], groups: vec![] });
        Ok(())
    }

    fn is_kept(&self, label: &str, now: &Now<Vec<usize>, 3>, force: &Vector) -> bool {
        if let Situation::Slides(edges) = &now.situation {
            let signs = Cell::of(self, &now.velocity).signs_label();
            return label == signs && is_sum(&self.sliding_edges(edges), force);
        }
        // Across the normal; the part along it is zero with `an`, for nothing moves.
        let Some(at) = self.across_normal(&now.parting) else { return false };
        if is_zero(&at) {
            return label.chars().all(|sign| sign == '0')
                && label.len() == self.tangents.len()
                && self.holds(force);
        }
        let cell = Cell::of(self, &at);
        label == cell.label(self.across.len()) && is_sum(&self.sliding_edges(&cell.edges), force)
    }

    /// Labels are letters, and stand without spaces, where no contact needs a longer one.
    fn labels(mode: &str, contacts: usize) -> Vec<&str> {
        if mode.contains(' ') || contacts == 1 {
            mode.split(' ').collect()
        } else {
            mode.split_inclusive(|_| true).collect()
        }
    }
}

/// Squares of lengths that passed through a root differ by less than one part in so many.
const ROUNDED: i64 = 1_000_000_000_000;

impl SpatialOutcomeContact {
    /// Whether it has no friction at all.
    pub fn is_smooth(&self) -> bool {
        self.friction[0].is_zero()
    }

    fn has_sound_cone(&self) -> bool {
        let [at_rest, sliding] = &self.friction;
        let across = |direction: &Vector| dot(direction, &self.normal).is_zero() && !is_zero(direction);
        let directed = !is_zero(&self.normal);
        let spanning = match &self.tangents[..] {
            [first, second, ..] => !is_zero(&cross(first, second)),
            _ => false,
        };
        let pyramid = self.across.is_empty() || is_polygon(&self.normal, &self.across);
        let controlled = match &self.force {
            ForceState::Given(force) => !dot(force, &self.normal).is_negative(),
            _ => true,
        };
        !sliding.is_negative()
            && sliding <= at_rest
            && directed
            && spanning
            && self.tangents.iter().chain(&self.drag).all(across)
            && self.drag.iter().all(|drag| self.is_as_long(drag))
            && pyramid
            && controlled
    }

    /// Whether a direction is as long as the normal, up to the rounding of a root: friction is μ times the
    /// normal force.
    fn is_as_long(&self, direction: &Vector) -> bool {
        let [one, other] = [direction, &self.normal].map(|vector| dot(vector, vector));
        (one - &other).abs() * Rational::from(ROUNDED) <= other
    }

    /// The edges of the pyramid that take up most of a slip: those with the least `dₖ·v`.
    fn least(&self, slip: &Vector) -> Vec<usize> {
        let works: Vec<Rational> = self.across.iter().map(|direction| dot(direction, slip)).collect();
        let least = works.iter().min();
        (0..works.len()).filter(|&edge| Some(&works[edge]) == least).collect()
    }

    /// The force `n + coefficient·d`.
    fn edge(&self, direction: &Vector, coefficient: &Rational) -> Vector {
        std::array::from_fn(|i| &self.normal[i] + &(coefficient * &direction[i]))
    }

    /// The edges on which a sliding contact's force lies: of its pyramid, of the friction that is named, or
    /// the normal alone.
    fn sliding_edges(&self, edges: &[usize]) -> Vec<Vector> {
        let kinetic = &self.friction[1];
        match (&self.drag, self.is_smooth()) {
            (_, true) => vec![self.normal.clone()],
            (Some(drag), _) => vec![self.edge(drag, kinetic)],
            _ => edges.iter().map(|&edge| self.edge(&self.across[edge], kinetic)).collect(),
        }
    }

    fn lay_at_rest(&self, now: &Now<Vec<usize>, 3>, laying: &mut Laying<3>) -> Result<(), Objection> {
        let Now { index, opening, parting, .. } = now;
        // A round cone at rest has more edges than a system of choices.
        if !self.is_smooth() && self.across.is_empty() {
            return Err(Objection::Value(*index));
        }
        let normal = laying.row(*index, self.normal.clone(), opening.clone());
        let mut row = |direction: Vector| {
            let constant = dot(&direction, parting);
            laying.row(*index, direction, constant)
        };
        let tangents: Vec<usize> = self.tangents.iter().cloned().map(&mut row).collect();
        let count = self.across.len();
        let next = |k: usize| minus(&self.across[(k + 1) % count], &self.across[k]);
        let sides: Vec<usize> = (0..count).map(next).map(&mut row).collect();
        let forces: Vec<Vector> = if self.is_smooth() {
            vec![self.normal.clone()]
        } else {
            self.across.iter().map(|direction| self.edge(direction, &self.friction[0])).collect()
        };
        let mut open = laying.edges(*index, forces);
        open.dedup();
        let still = tangents.iter().map(|&row| (row, Signs::ZERO));
        let sticks = Choice {
            label: "0".repeat(tangents.len()).into(),
            signs: std::iter::once((normal, Signs::ZERO)).chain(still).collect(),
            open,
        };
        let mut choices = vec![separates(normal), sticks];
        for cell in cells(self) {
            let sign = |sign: &Ordering| match sign {
                Ordering::Less => Signs::NEGATIVE,
                Ordering::Equal => Signs::ZERO,
                Ordering::Greater => Signs::POSITIVE,
            };
            let mut signs = vec![(normal, Signs::ZERO)];
            signs.extend(tangents.iter().copied().zip(cell.signs.iter().map(sign)));
            signs.extend(compared(&cell.edges, &sides));
            let open = laying.edges(*index, self.sliding_edges(&cell.edges));
            choices.push(Choice { label: cell.label(count).into(), signs, open });
        }
        let kept = choices.len() as u32;
        if kept > 32 {
            return Err(Objection::Effort);
        }
        let all = ((1_u64 << kept) - 1) as u32;
        laying.site(Site { choices, groups: vec![("m".into(), all & !1)] });
        Ok(())
    }

    /// The multiple of the normal in a vector; none where there is no normal.
    fn multiple(&self, vector: &Vector) -> Option<Rational> {
        dot(&self.normal, vector).checked_div(&dot(&self.normal, &self.normal))
    }

    /// The part of a vector across the normal; none where there is no normal.
    fn across_normal(&self, vector: &Vector) -> Option<Vector> {
        Some(minus(vector, &scaled(&self.normal, &self.multiple(vector)?)))
    }

    /// Whether a force is inside the static cone: the normal alone, or within the sides of the pyramid.  With
    /// `a` the multiple of the normal, the corners of the polygon there are `μ·a·dₖ`.
    fn holds(&self, force: &Vector) -> bool {
        let (Some(multiple), Some(across)) = (self.multiple(force), self.across_normal(force)) else {
            return false;
        };
        if self.is_smooth() || multiple.is_zero() {
            return !multiple.is_negative() && is_zero(&across);
        }
        let reach = &self.friction[0] * &multiple;
        let turn = |a: &Vector, b: &Vector| dot(&self.normal, &cross(a, b));
        let count = self.across.len();
        let corner = |k: usize| scaled(&self.across[k % count], &reach);
        let left = count > 2 && turn(&self.across[0], &self.across[1]).is_positive();
        multiple.is_positive()
            && count > 2
            && (0..count).all(|k| {
                let side = turn(&minus(&corner(k + 1), &corner(k)), &minus(&across, &corner(k)));
                if left { !side.is_negative() } else { !side.is_positive() }
            })
    }
}

/// The comparisons that make these edges the ones with the least work: `s_k = (d_{k+1} − d_k)·at` falls
/// before them, and rises after.
fn compared(edges: &[usize], sides: &[usize]) -> Vec<(usize, Signs)> {
    let count = sides.len();
    let before = |edge: usize| (sides[(edge + count - 1) % count], Signs::NEGATIVE);
    match *edges {
        [edge] => vec![before(edge), (sides[edge], Signs::POSITIVE)],
        [first, second] => {
            // The one after which the other comes.
            let lead = if (first + 1) % count == second { first } else { second };
            vec![before(lead), (sides[lead], Signs::ZERO), (sides[(lead + 1) % count], Signs::POSITIVE)]
        }
        _ => Vec::new(),
    }
}

fn halves([a, b, c, d, e, f]: &[Rational; 6]) -> (Vector, Vector) {
    ([a.clone(), b.clone(), c.clone()], [d.clone(), e.clone(), f.clone()])
}

fn joined(moment: &Vector, force: &Vector) -> [Rational; 6] {
    std::array::from_fn(|i| if i < 3 { moment[i].clone() } else { force[i - 3].clone() })
}

/// Whether a force is a sum of multiples, none negative, of one edge or of two.
fn is_sum(edges: &[Vector], force: &Vector) -> bool {
    let parallel =
        |edge: &Vector, force: &Vector| is_zero(&cross(edge, force)) && !dot(edge, force).is_negative();
    match edges {
        [edge] => parallel(edge, force),
        [one, other] => {
            let plane = cross(one, other);
            if is_zero(&plane) {
                return parallel(one, force);
            }
            // In their plane, and on the inner side of each.
            dot(&plane, force).is_zero()
                && !dot(&plane, &cross(one, force)).is_negative()
                && !dot(&plane, &cross(force, other)).is_negative()
        }
        _ => false,
    }
}
