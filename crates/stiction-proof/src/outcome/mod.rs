//! Bodies in contact, now: which accelerations and contact forces are possible.
//!
//! In the plane a contact force on `on` is `a·n + b·t` with the contact's own normal, of any length, and
//! `t = rot90(n)`; `against` feels the opposite.  With mass matrices `M`, loads `g` and the wrenches `J f` of
//! all contact forces, Newton and Euler say
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
//! where `aP = a + α × r − w²·r` and the curvatures are divided by the length of `n`.  A touching contact
//! does one of these:
//!
//! ```text
//!     s   an > 0                 no force
//!     n   an = 0, at = 0         a ≥ 0, |b| ≤ μs·a                       only where vt = 0
//!     l   an = 0, at > 0         a ≥ 0,  b = −μk·a                       where vt > 0: whatever at is
//!     r   an = 0, at < 0         a ≥ 0,  b = +μk·a                       where vt < 0: whatever at is   (3)
//! ```
//!
//! One that already separates (`vn > 0`) has no force, and neither has a near one; a force-controlled one has
//! the force that is given.  By (1) the accelerations are affine in the multiples of the cone edges, so (3)
//! is a system of [`Choices`], and each acceleration belongs to exactly one mode.
//!
//! What differs in space is in [`space`]; what a contact has in either is [`Meets`].
//!
//! References: \[MR 12.2\] for (3), \[Erdmann 5\] for (2) at a vertex, \[BT 4\] for the letters.
//!
//! That a kept contact has no normal velocity is \[Erdmann (12)\]; the equations of motion are \[MR
//! (12.31)\].

mod answer;
mod between;
mod groups;
mod meets;
mod motion;
mod plane;
mod rest;
mod rows;
mod space;

pub use answer::{ContactLaw, Determined, Equations, OutcomeSolution, Outcomes, SolvedMode};
pub use groups::Group;
pub use meets::{Meeting, Meets, Now};
pub use plane::{OutcomeContact, Side};
pub use rest::RestProof;
pub use rows::{ConeEdge, Laying, OutcomeRows};
pub use space::{Flat, SpatialOutcomeContact};

use crate::Rational;
use crate::choice::Objection;
use crate::vectors::is_zero;
use serde::{Deserialize, Serialize};

/// What a problem of modes is about: contacts of the plane or of space, screws of `A` components and vectors of `F`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    bound(
        serialize = "C: Serialize, OutcomeBody<A, F>: Serialize",
        deserialize = "C: Deserialize<'de>, OutcomeBody<A, F>: Deserialize<'de>"
    )
)]
pub struct OutcomeProblem<C = OutcomeContact, const A: usize = 3, const F: usize = 2> {
    /// The bodies that move, freely or as given.
    pub bodies: Vec<OutcomeBody<A, F>>,
    /// The contacts.
    pub contacts: Vec<C>,
}

/// A problem of modes in space.
pub type SpatialOutcomeProblem = OutcomeProblem<SpatialOutcomeContact, 6, 3>;

/// A body that moves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    bound(
        serialize = "[Rational; A]: Serialize, [Rational; F]: Serialize, Motion<A>: Serialize",
        deserialize = "[Rational; A]: Deserialize<'de>, [Rational; F]: Deserialize<'de>, Motion<A>: Deserialize<'de>"
    )
)]
pub struct OutcomeBody<const A: usize = 3, const F: usize = 2> {
    /// Its name.
    pub name: String,
    /// Its centre of mass: twists, wrenches and accelerations are about it.
    pub com: [Rational; F],
    /// Its velocity, angular first.
    pub twist: [Rational; A],
    /// What decides its acceleration.
    pub motion: Motion<A>,
}

/// What decides the acceleration of a body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(
    rename_all = "lowercase",
    deny_unknown_fields,
    bound(
        serialize = "[Rational; A]: Serialize, [[Rational; A]; A]: Serialize, [bool; A]: Serialize",
        deserialize = "[Rational; A]: Deserialize<'de>, [[Rational; A]; A]: Deserialize<'de>, [bool; A]: Deserialize<'de>"
    )
)]
#[allow(clippy::large_enum_variant)] // nearly all bodies are free
pub enum Motion<const A: usize = 3> {
    /// The forces on it.
    Free {
        /// Mass matrix, angular first.
        mass: [[Rational; A]; A],
        /// The wrench of everything but contacts; what its own turning asks for is not in it.
        load: [Rational; A],
        /// Which components of its motion it has.
        freedoms: [bool; A],
    },
    /// It is given, angular first.
    Given {
        /// The acceleration.
        acceleration: [Rational; A],
    },
}

/// Where the force of a contact comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(
    rename_all = "lowercase",
    bound(serialize = "[Rational; F]: Serialize", deserialize = "[Rational; F]: Deserialize<'de>")
)]
pub enum ForceState<const F: usize = 2> {
    /// From the motion: it touches.
    Touching,
    /// It does not touch, and has none.
    Near,
    /// It is controlled: in the plane multiples of `n` and `t`, in space the force on `on`.
    Given([Rational; F]),
}

/// What a contact does now, before anything is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Situation<S = Side> {
    /// Nothing is asked of it: near, force-controlled, or between bodies that do not move freely.
    Unconstrained,
    /// It touched, and is leaving.
    Leaving,
    /// It slides already: in the plane to the left or the right, in space on these edges of its pyramid, or
    /// with the friction that the problem names.
    Slides(S),
    /// It touches without slip.
    AtRest,
}

impl<S> Situation<S> {
    /// Whether something is asked of the contact.
    pub fn is_engaged(&self) -> bool {
        matches!(self, Self::Slides(_) | Self::AtRest)
    }
}

impl<C: Meets<A, F>, const A: usize, const F: usize> OutcomeProblem<C, A, F> {
    /// Whether every part of it makes sense, and no body moves in a way that it does not have.
    pub fn well_formed(&self) -> Result<(), Objection> {
        let exists = |body: Option<usize>| body.is_none_or(|body| body < self.bodies.len());
        for (index, contact) in self.contacts.iter().enumerate() {
            let [on, against] = contact.meeting().parties;
            let same = on.is_some() && on == against;
            if !exists(on) || !exists(against) || same || !contact.is_sound() {
                return Err(Objection::Value(index));
            }
        }
        let frozen = self.bodies.iter().all(|body| match &body.motion {
            Motion::Given { .. } => true,
            Motion::Free { freedoms, .. } => is_frozen(freedoms, &body.twist),
        });
        if frozen { Ok(()) } else { Err(Objection::Shape) }
    }

    /// Whether a body moves as the forces tell it.
    pub fn is_free(&self, body: Option<usize>) -> bool {
        self.body(body).is_some_and(|body| matches!(body.motion, Motion::Free { .. }))
    }

    /// The free bodies, by index.
    pub fn free(&self) -> Vec<usize> {
        (0..self.bodies.len()).filter(|&body| self.is_free(Some(body))).collect()
    }

    /// Whether a contact touches a body that moves as the forces tell it, with a force that follows from the motion.
    pub fn is_engaged(&self, contact: &C) -> bool {
        let meeting = contact.meeting();
        *meeting.force == ForceState::Touching && meeting.parties.iter().any(|&body| self.is_free(body))
    }

    /// What a contact does now.  An impact, `vn < 0`, is none of these, and neither is a slip whose friction
    /// is not known.
    pub fn situation(&self, contact: &C) -> Result<Situation<C::Slide>, Objection> {
        let id = contact.meeting().id;
        let objection = || {
            Objection::Row(
                self.contacts.iter().position(|other| other.meeting().id == id).unwrap_or_default(),
            )
        };
        if !self.is_engaged(contact) {
            return Ok(Situation::Unconstrained);
        }
        let velocity = self.velocity(contact);
        let along = contact.along(&velocity);
        if along.is_negative() {
            return Err(objection());
        }
        Ok(if along.is_positive() {
            Situation::Leaving
        } else if is_zero(&velocity) {
            Situation::AtRest
        } else {
            Situation::Slides(contact.slide(&velocity).ok_or_else(objection)?)
        })
    }
}

/// Whether the components that a body does not have are zero.
fn is_frozen(freedoms: &[bool], components: &[Rational]) -> bool {
    freedoms.iter().zip(components).all(|(free, entry)| *free || entry.is_zero())
}
