//! Planar bodies in contact, now: which accelerations and contact forces are possible.
//!
//! A contact force on `on` is `a·n + b·t` with the contact's own normal, of any length, and `t = rot90(n)`; `against` feels the
//! opposite.  With mass matrices `M`, loads `g` and the wrenches `J f` of all contact forces, Newton and Euler say
//!
//! ```text
//!     M·A = g + J f                     in the freedoms of each body, A = 0 in the others             (1)
//! ```
//!
//! and the contact's points part with the accelerations (both times the length of `n`)
//!
//! ```text
//!     an = n·(aP − aQ) + 2·w_against·vt + (κκ'vt² + 2κ'·w_rel·vt − w_rel²)/(κ + κ')                   (2)
//!     at = t·(aP − aQ)
//! ```
//!
//! where `aP = a + α × r − w²·r` and the curvatures are divided by the length of `n`.  A touching contact does one of these:
//!
//! ```text
//!     s   an > 0                 no force
//!     n   an = 0, at = 0         a ≥ 0, |b| ≤ μs·a                       only where vt = 0
//!     l   an = 0, at > 0         a ≥ 0,  b = −μk·a                       where vt > 0: whatever at is
//!     r   an = 0, at < 0         a ≥ 0,  b = +μk·a                       where vt < 0: whatever at is   (3)
//! ```
//!
//! One that already separates (`vn > 0`) has no force, and neither has a near one; a force-controlled one has the force that is
//! given.  By (1) the accelerations are affine in the multiples of the cone edges, so (3) is a system of [`Choices`], and each
//! acceleration belongs to exactly one mode.
//!
//! References: \[MR 12.2\] for (3), \[Erdmann 5\] for (2) at a vertex, \[BT 4\] for the letters.

mod answer;
mod between;
mod groups;
mod motion;
mod rest;
mod rows;
mod space;

pub use answer::{ContactLaw, Determined, Equations, Held, OutcomeSolution, Outcomes};
pub use groups::Group;
pub use rest::RestProof;
pub use rows::{ConeEdge, Laid};
pub use space::{
    Flat, SpatialForceState, SpatialMotion, SpatialOutcomeBody, SpatialOutcomeContact, SpatialOutcomeProblem,
    SpatialSituation,
};

use crate::choice::Objection;
use crate::{Curvature, Rational};
use serde::{Deserialize, Serialize};

/// What a problem of modes is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutcomeProblem {
    /// The bodies that move, freely or as given.
    pub bodies: Vec<OutcomeBody>,
    /// The contacts.
    pub contacts: Vec<OutcomeContact>,
}

/// A body that moves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutcomeBody {
    /// Its name.
    pub name: String,
    /// Its centre of mass: twists, wrenches and accelerations are about it.
    pub com: [Rational; 2],
    /// Its velocity `[w, vx, vy]`.
    pub twist: [Rational; 3],
    /// What decides its acceleration.
    pub motion: Motion,
}

/// What decides the acceleration of a body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
#[allow(clippy::large_enum_variant)] // nearly all bodies are free
pub enum Motion {
    /// The forces on it.
    Free {
        /// Mass matrix, angular first.
        mass: [[Rational; 3]; 3],
        /// The wrench of everything but contacts.
        load: [Rational; 3],
        /// Which components of its motion it has.
        freedoms: [bool; 3],
    },
    /// It is given, `[α, ax, ay]`.
    Given {
        /// The acceleration.
        acceleration: [Rational; 3],
    },
}

/// A contact between two bodies, or a body and something that does not move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutcomeContact {
    /// Its name.
    pub id: String,
    /// The body the normal points into; none if that does not move.
    pub on: Option<usize>,
    /// The other one.
    pub against: Option<usize>,
    /// Where.
    pub point: [Rational; 2],
    /// Direction into `on`; any length but zero.
    pub normal: [Rational; 2],
    /// Coefficients of friction, static and kinetic.
    pub friction: [Rational; 2],
    /// Curvatures of `on` and of `against`, divided by the length of the normal; needed only in motion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub curvature: Option<[Curvature; 2]>,
    /// Where its force comes from.
    pub force: ForceState,
}

/// Where the force of a contact comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ForceState {
    /// From the motion: it touches.
    Touching,
    /// It does not touch, and has none.
    Near,
    /// It is controlled: multiples of `n` and `t`.
    Given([Rational; 2]),
}

/// What a contact does now, before anything is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Situation {
    /// Nothing is asked of it: near, force-controlled, or between bodies that do not move freely.
    Unconstrained,
    /// It touched, and is leaving.
    Leaving,
    /// It slides already, to the left.
    SlidesLeft,
    /// It slides already, to the right.
    SlidesRight,
    /// It touches without slip.
    AtRest,
}

impl OutcomeContact {
    /// The tangent: the normal turned by +90°.
    pub fn tangent(&self) -> [Rational; 2] {
        [-&self.normal[1], self.normal[0].clone()]
    }
}

impl OutcomeProblem {
    /// Whether every part of it makes sense, and nothing runs into anything.
    pub fn well_formed(&self) -> Result<(), Objection> {
        let exists = |body: Option<usize>| body.is_none_or(|body| body < self.bodies.len());
        for (index, contact) in self.contacts.iter().enumerate() {
            let [at_rest, sliding] = &contact.friction;
            let frictional = !sliding.is_negative() && sliding <= at_rest;
            let directed = contact.normal.iter().any(|entry| !entry.is_zero());
            let fits = exists(contact.on) && exists(contact.against) && frictional && directed;
            let pushes = match &contact.force {
                ForceState::Given([along, across]) => !along.is_negative() && across.abs() <= at_rest * along,
                _ => true,
            };
            if !fits || !pushes || contact.on.is_some() && contact.on == contact.against {
                return Err(Objection::Value(index));
            }
        }
        let frozen = self.bodies.iter().all(|body| match &body.motion {
            Motion::Given { .. } => true,
            Motion::Free { freedoms, .. } => {
                body.twist.iter().zip(freedoms).all(|(velocity, free)| *free || velocity.is_zero())
            }
        });
        if frozen { Ok(()) } else { Err(Objection::Shape) }
    }

    /// Whether a body moves as the forces tell it.
    pub fn is_free(&self, body: Option<usize>) -> bool {
        let body = body.and_then(|body| self.bodies.get(body));
        body.is_some_and(|body| matches!(body.motion, Motion::Free { .. }))
    }

    /// The free bodies, by index.
    pub fn free(&self) -> Vec<usize> {
        (0..self.bodies.len()).filter(|&body| self.is_free(Some(body))).collect()
    }

    /// What a contact does now.  An impact, `vn < 0`, and a motion without the curvatures that it needs, are none of these.
    pub fn situation(&self, contact: &OutcomeContact) -> Result<Situation, Objection> {
        let index = || self.contacts.iter().position(|other| other.id == contact.id).unwrap_or_default();
        let engaged = self.is_free(contact.on) || self.is_free(contact.against);
        if contact.force != ForceState::Touching || !engaged {
            return Ok(Situation::Unconstrained);
        }
        let [normal, tangent] = self.velocity(contact);
        if normal.is_negative() {
            return Err(Objection::Row(index()));
        }
        Ok(if normal.is_positive() {
            Situation::Leaving
        } else if tangent.is_positive() {
            Situation::SlidesLeft
        } else if tangent.is_negative() {
            Situation::SlidesRight
        } else {
            Situation::AtRest
        })
    }
}
