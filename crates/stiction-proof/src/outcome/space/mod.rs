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
//! (2) is the second derivative of the gap to a plane that turns with one of the bodies, `w_flat`: of a vertex on a flat, and of
//! whatever else slides on a flat without rolling, `w_on − w_against ∥ n`, when both `w` give the same number.  A touching contact
//! does one of these, with the directions `dₖ` of its pyramid and its tangents `tⱼ`:
//!
//! ```text
//!     s       an > 0                                    no force
//!     00      an = 0, at = 0                            Σ kⱼ(n + μs·dⱼ), kⱼ ≥ 0                only where v = 0
//!     +-:e2   an = 0, signs of tⱼ·at, d₂·at least       k(n + μk·d₂), k ≥ 0
//!     +-:e2-3 the same, d₂·at and d₃·at both least      sums of both edges                                (3)
//!     +-      an = 0, signs of tⱼ·v                     where v ≠ 0: on the edges that take up most of v, or, where the cone is round, on
//!                                                       n + μk·d with the d against v that the problem names
//! ```
//!
//! One without friction has no edges to tell apart: its labels are signs alone.  Each acceleration belongs to exactly one mode.
//!
//! References: \[MR 12.2\] for (3); (2) is [`super`]'s (2) where one curvature is zero.

mod cells;
mod law;
mod rows;

use crate::Rational;
use crate::choice::Objection;
use crate::spatial::{Vector, cross, dot};
use serde::{Deserialize, Serialize};

/// What a problem of modes in space is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpatialOutcomeProblem {
    /// The bodies that move, freely or as given.
    pub bodies: Vec<SpatialOutcomeBody>,
    /// The contacts.
    pub contacts: Vec<SpatialOutcomeContact>,
}

/// A body that moves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpatialOutcomeBody {
    /// Its name.
    pub name: String,
    /// Its centre of mass: twists, wrenches and accelerations are about it.
    pub com: Vector,
    /// Its velocity `[wx, wy, wz, vx, vy, vz]`.
    pub twist: [Rational; 6],
    /// What decides its acceleration.
    pub motion: SpatialMotion,
}

/// What decides the acceleration of a body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
#[allow(clippy::large_enum_variant)] // nearly all bodies are free
pub enum SpatialMotion {
    /// The forces on it.
    Free {
        /// Mass matrix, angular first.
        mass: [[Rational; 6]; 6],
        /// The wrench of everything but contacts; what its own turning asks for is not in it.
        load: [Rational; 6],
        /// Which components of its motion it has.
        freedoms: [bool; 6],
    },
    /// It is given.
    Given {
        /// The acceleration.
        acceleration: [Rational; 6],
    },
}

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
    /// Where.
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
    pub force: SpatialForceState,
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

/// Where the force of a contact comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SpatialForceState {
    /// From the motion: it touches.
    Touching,
    /// It does not touch, and has none.
    Near,
    /// It is controlled: the force on `on`.
    Given(Vector),
}

/// What a contact does now, before anything is decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SpatialSituation {
    /// Nothing is asked of it: near, force-controlled, or between bodies that do not move freely.
    Unconstrained,
    /// It touched, and is leaving.
    Leaving,
    /// It slides already; on these edges of its pyramid, or with the friction that the problem names.
    Slides(Vec<usize>),
    /// It touches without slip.
    AtRest,
}

impl SpatialOutcomeProblem {
    fn body(&self, body: Option<usize>) -> Option<&SpatialOutcomeBody> {
        self.bodies.get(body?)
    }

    /// Whether a body moves as the forces tell it.
    pub fn is_free(&self, body: Option<usize>) -> bool {
        self.body(body).is_some_and(|body| matches!(body.motion, SpatialMotion::Free { .. }))
    }

    /// The free bodies, by index.
    pub fn free(&self) -> Vec<usize> {
        (0..self.bodies.len()).filter(|&body| self.is_free(Some(body))).collect()
    }

    /// Whether every part of it makes sense.
    pub fn well_formed(&self) -> Result<(), Objection> {
        let exists = |body: Option<usize>| body.is_none_or(|body| body < self.bodies.len());
        for (index, contact) in self.contacts.iter().enumerate() {
            let same = contact.on.is_some() && contact.on == contact.against;
            if !exists(contact.on) || !exists(contact.against) || same || !contact.is_well_formed() {
                return Err(Objection::Value(index));
            }
        }
        let frozen = self.bodies.iter().all(|body| match &body.motion {
            SpatialMotion::Given { .. } => true,
            SpatialMotion::Free { freedoms, .. } => {
                body.twist.iter().zip(freedoms).all(|(velocity, free)| *free || velocity.is_zero())
            }
        });
        if frozen { Ok(()) } else { Err(Objection::Shape) }
    }

    /// The relative velocity of `on` minus `against` at a contact.
    pub fn velocity(&self, contact: &SpatialOutcomeContact) -> Vector {
        let [on, against] =
            [contact.on, contact.against].map(|body| self.point_velocity(body, &contact.point));
        minus(&on, &against)
    }

    fn point_velocity(&self, body: Option<usize>, point: &Vector) -> Vector {
        let Some(body) = self.body(body) else { return Vector::default() };
        let (turn, slide) = halves(&body.twist);
        plus(&slide, &cross(&turn, &lever(body, point)))
    }

    /// `aP − aQ` of (1) for these accelerations of all bodies.
    fn parting(&self, contact: &SpatialOutcomeContact, accelerations: &[[Rational; 6]]) -> Vector {
        let of = |index: Option<usize>| {
            let known = index.and_then(|index| Some((self.bodies.get(index)?, accelerations.get(index)?)));
            let Some((body, acceleration)) = known else { return Vector::default() };
            let ((turning, straight), (turn, _)) = (halves(acceleration), halves(&body.twist));
            let arm = lever(body, &contact.point);
            let inwards = cross(&turn, &cross(&turn, &arm));
            plus(&plus(&straight, &cross(&turning, &arm)), &inwards)
        };
        minus(&of(contact.on), &of(contact.against))
    }

    /// What the velocities add to `an` in (2); none where it is not known what touches what.
    pub fn velocity_product(&self, contact: &SpatialOutcomeContact) -> Option<Rational> {
        let turn =
            |body: Option<usize>| self.body(body).map(|body| halves(&body.twist).0).unwrap_or_default();
        let (on, against) = (turn(contact.on), turn(contact.against));
        let (relative, slip) = (minus(&on, &against), self.velocity(contact));
        if is_zero(&relative) && is_zero(&slip) {
            return Some(Rational::zero());
        }
        let flat = contact.flat?;
        let rolls = !is_zero(&cross(&relative, &contact.normal));
        let carrier = if flat.of_on { &on } else { &against };
        (flat.vertex || !rolls).then(|| Rational::from(2) * dot(&cross(carrier, &contact.normal), &slip))
    }

    /// `an` of (2), and `aP − aQ`.
    pub fn rates(
        &self,
        contact: &SpatialOutcomeContact,
        accelerations: &[[Rational; 6]],
    ) -> Option<(Rational, Vector)> {
        let parting = self.parting(contact, accelerations);
        Some((dot(&contact.normal, &parting) + self.velocity_product(contact)?, parting))
    }

    /// What a contact does now.  An impact is none of these, and neither is a slip whose friction is not known.
    pub fn situation(&self, index: usize) -> Result<SpatialSituation, Objection> {
        let contact = &self.contacts[index];
        let engaged = self.is_free(contact.on) || self.is_free(contact.against);
        if contact.force != SpatialForceState::Touching || !engaged {
            return Ok(SpatialSituation::Unconstrained);
        }
        let velocity = self.velocity(contact);
        let along = dot(&contact.normal, &velocity);
        if along.is_negative() {
            return Err(Objection::Row(index));
        }
        Ok(if along.is_positive() {
            SpatialSituation::Leaving
        } else if is_zero(&velocity) {
            SpatialSituation::AtRest
        } else if contact.is_smooth() {
            SpatialSituation::Slides(Vec::new())
        } else if let Some(drag) = &contact.drag {
            // Against the slip, and along it.
            let opposed = dot(drag, &velocity).is_negative() && is_zero(&cross(drag, &velocity));
            opposed.then_some(SpatialSituation::Slides(Vec::new())).ok_or(Objection::Row(index))?
        } else {
            let edges = contact.least(&velocity);
            (!edges.is_empty()).then_some(SpatialSituation::Slides(edges)).ok_or(Objection::Row(index))?
        })
    }

    /// The wrench on one of its bodies of a force of a contact, about that body's centre of mass.
    fn wrench(
        &self,
        contact: &SpatialOutcomeContact,
        body: &SpatialOutcomeBody,
        force: &Vector,
    ) -> [Rational; 6] {
        joined(&cross(&lever(body, &contact.point), force), force)
    }

    /// What moves a free body besides its contacts: the load less what its turning asks for.
    fn driving(&self, body: &SpatialOutcomeBody) -> [Rational; 6] {
        let SpatialMotion::Free { mass, load, .. } = &body.motion else { return Default::default() };
        let (turn, _) = halves(&body.twist);
        if is_zero(&turn) {
            return load.clone();
        }
        let momentum: Vector = std::array::from_fn(|i| (0..3).map(|j| &mass[i][j] * &turn[j]).sum());
        let (moment, force) = halves(load);
        joined(&minus(&moment, &cross(&turn, &momentum)), &force)
    }

    /// What is left of Newton and Euler at a free body, in its freedoms.
    pub fn residual(
        &self,
        index: usize,
        acceleration: &[Rational; 6],
        forces: &[Vector],
    ) -> Option<[Rational; 6]> {
        let body = self.bodies.get(index)?;
        let SpatialMotion::Free { mass, freedoms, .. } = &body.motion else { return None };
        let mut rest = self.driving(body);
        for (contact, force) in self.contacts.iter().zip(forces) {
            let wrench = self.wrench(contact, body, force);
            if contact.on == Some(index) {
                rest.iter_mut().zip(&wrench).for_each(|(rest, part)| *rest += part);
            } else if contact.against == Some(index) {
                rest.iter_mut().zip(&wrench).for_each(|(rest, part)| *rest -= part);
            }
        }
        for (row, rest) in mass.iter().zip(rest.iter_mut()) {
            *rest -= &row.iter().zip(acceleration).map(|(mass, a)| mass * a).sum::<Rational>();
        }
        Some(std::array::from_fn(|row| if freedoms[row] { rest[row].clone() } else { Rational::zero() }))
    }
}

/// Squares of lengths that passed through a root differ by less than one part in so many.
const ROUNDED: i64 = 1_000_000_000_000;

impl SpatialOutcomeContact {
    /// Whether it has no friction at all.
    pub fn is_smooth(&self) -> bool {
        self.friction[0].is_zero()
    }

    fn is_well_formed(&self) -> bool {
        let [at_rest, sliding] = &self.friction;
        let across = |direction: &Vector| dot(direction, &self.normal).is_zero() && !is_zero(direction);
        let directed = !is_zero(&self.normal);
        let spanning = match &self.tangents[..] {
            [first, second, ..] => !is_zero(&cross(first, second)),
            _ => false,
        };
        let pyramid = self.across.is_empty() || cells::is_polygon(&self.normal, &self.across);
        let controlled = match &self.force {
            SpatialForceState::Given(force) => !dot(force, &self.normal).is_negative(),
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

    /// Whether a direction is as long as the normal, up to the rounding of a root: friction is μ times the normal force.
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
}

fn lever(body: &SpatialOutcomeBody, point: &Vector) -> Vector {
    minus(point, &body.com)
}

fn halves([a, b, c, d, e, f]: &[Rational; 6]) -> (Vector, Vector) {
    ([a.clone(), b.clone(), c.clone()], [d.clone(), e.clone(), f.clone()])
}

fn joined(moment: &Vector, force: &Vector) -> [Rational; 6] {
    std::array::from_fn(|i| if i < 3 { moment[i].clone() } else { force[i - 3].clone() })
}

fn minus(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|i| &a[i] - &b[i])
}

fn plus(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|i| &a[i] + &b[i])
}

fn is_zero(vector: &Vector) -> bool {
    vector.iter().all(Rational::is_zero)
}
