//! An assembly: several bodies, what touches what, and whether it can stand.
//!
//! Contact i pushes on one body with a force in its cone, on the other with the opposite.  With `Wᵢ(f)` for
//! the wrenches of a push `f` on all bodies together, each about its own reference point, and a load `w`,
//! exactly one of these holds (Farkas; for round cones, one of them or neither on the boundary):
//!
//! ```text
//!     rests    pushes fᵢ in the cones and limits with  Σ Wᵢ(fᵢ) + w = 0  in every freedom          (1)
//!     falls    twists V of the bodies, in their freedoms, with  w·V > Σ mostᵢ·rᵢ,                   (2)
//!              rᵢ the most that contact i takes up for one normal, and rᵢ = 0 where it has no limit
//! ```
//!
//! A twist of both bodies moves the contact's points with `u` relative to each other, and
//! `rᵢ = max(0, μ|ut| − n·u)` in the plane; in space the bound `r` is part of the proof, and round cones are
//! compared by squares (conventions).
//!
//! (2) bounds more than one load: where `w + Σ sₖdₖ` stands, `Σ sₖ(dₖ·V) ≤ Σ mostᵢ·rᵢ − w·V`, a half-space of
//! everything that stands.
//!
//! References: \[MR 12.3\].

mod check;
mod face;
mod indeterminacy;
mod proof;

pub use face::{Faced, RoundTaken};
pub use indeterminacy::{Indeterminacy, TightMotion};
pub use proof::AssemblyProof;

use crate::touch::{Relative, Touch};
use crate::{FrictionUse, PlanarContact, SpatialContact};
use serde::{Deserialize, Serialize};

/// An assembly in the plane.
pub type PlanarAssembly = AssemblyProblem<PlanarContact>;
/// An assembly in space.
pub type SpatialAssembly = AssemblyProblem<SpatialContact>;

/// A body of an assembly that moves as the forces tell it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct AssemblyBody<T: Touch> {
    /// Its name in the scene.
    pub name: String,
    /// The point about which its wrenches and twists are taken.
    pub reference: T::Vector,
    /// For each component of a twist, whether the body may make it; all of them where this is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub freedoms: Option<Vec<bool>>,
}

/// A contact between two bodies of an assembly, or of one with something that stays where it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct AssemblyContact<T: Touch> {
    /// The body that the normal points into; none if that one stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<usize>,
    /// The other body; none if that one stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<usize>,
    /// Where and how they touch.
    pub touch: T,
}

/// Bodies and the contacts between them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct AssemblyProblem<T: Touch> {
    /// The bodies that may move.
    pub bodies: Vec<AssemblyBody<T>>,
    /// The contacts that touch.
    pub contacts: Vec<AssemblyContact<T>>,
}

impl<T: Touch> AssemblyBody<T> {
    /// A body with all its freedoms.
    pub fn new(name: &str, reference: T::Vector) -> Self {
        Self { name: name.to_owned(), reference, freedoms: None }
    }

    /// Whether the body may make this component of a twist.
    pub fn is_free(&self, component: usize) -> bool {
        self.freedoms.as_ref().is_none_or(|freedoms| freedoms.get(component).copied().unwrap_or(false))
    }
}

impl<T: Touch> AssemblyContact<T> {
    /// The bodies that feel the contact, each with the sign of the push on it.
    pub fn sides(&self) -> impl Iterator<Item = (usize, bool)> {
        let on = self.on.map(|body| (body, true));
        on.into_iter().chain(self.against.map(|body| (body, false)))
    }
}

impl<T: Touch> AssemblyProblem<T> {
    /// The coefficients of each contact under `friction`.
    pub fn coefficients(&self, friction: &FrictionUse) -> Vec<crate::Coefficients> {
        crate::problem::coefficients(self.contacts.iter().map(|contact| &contact.touch), friction)
    }

    /// The velocity of `on` relative to `against` at a contact, for one twist a body.
    pub fn relative(&self, contact: &AssemblyContact<T>, twists: &[T::Screw]) -> Relative<T> {
        let mut relative = Relative::default();
        for (body, positive) in contact.sides() {
            let part = contact.touch.velocity(&self.bodies[body].reference, &twists[body]);
            relative.add(&part, positive);
        }
        relative
    }

    /// No wrench on any body.
    pub fn no_load(&self) -> Vec<T::Screw> {
        vec![T::Screw::default(); self.bodies.len()]
    }
}
