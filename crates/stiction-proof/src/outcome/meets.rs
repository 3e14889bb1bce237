//! What differs between a contact of the plane and one of space in a problem of modes.

use super::rows::Laying;
use super::{ForceState, OutcomeProblem, Situation};
use crate::Rational;
use crate::choice::Objection;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// What every contact has.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Meeting<'a, const F: usize> {
    /// Its name.
    pub id: &'a str,
    /// The bodies, `on` that the normal points into and `against`; none for what does not move.
    pub parties: [Option<usize>; 2],
    /// The place where the two bodies touch.
    pub point: &'a [Rational; F],
    /// Direction into `on`.
    pub normal: &'a [Rational; F],
    /// Coefficients of friction, static and kinetic.
    pub friction: &'a [Rational; 2],
    /// Where its force comes from.
    pub force: &'a ForceState<F>,
}

/// A contact now: what it does, and how its points move.
#[derive(Debug, Clone, PartialEq)]
pub struct Now<S, const F: usize> {
    /// Which contact.
    pub index: usize,
    /// What it does, before anything is decided.
    pub situation: Situation<S>,
    /// The relative velocity in the components of the contact.
    pub velocity: [Rational; F],
    /// The acceleration with which its points part along the normal.
    pub opening: Rational,
    /// `aP − aQ` in the components of the contact.
    pub parting: [Rational; F],
}

/// A contact of the plane or of space, with screws of `A` components and forces of `F`.
///
/// A relative velocity or acceleration, and a force, has the *components of the contact*: in the plane its
/// products with the normal and the tangent, and multiples of them; in space the vector itself.
pub trait Meets<const A: usize, const F: usize>:
    Debug + Clone + PartialEq + Serialize + DeserializeOwned
{
    /// How a contact slides that does.
    type Slide: Debug + Clone + PartialEq + Eq;
    /// Rows of a contact of which nothing is asked.
    const IDLE_ROWS: usize;

    /// What every contact has.
    fn meeting(&self) -> Meeting<'_, F>;
    /// The same contact between other bodies.
    fn between(&self, parties: [Option<usize>; 2]) -> Self;
    /// Whether its friction is one, its normal has a direction, and a force that is given pushes.
    fn is_sound(&self) -> bool;

    /// The wrench `(r × f, f)` of a force at the end of an arm.
    fn screw(arm: &[Rational; F], force: &[Rational; F]) -> [Rational; A];
    /// The velocity `v + w × r` at the end of an arm.
    fn carried(arm: &[Rational; F], twist: &[Rational; A]) -> [Rational; F];
    /// The acceleration `w × (w × r)` at the end of an arm; none where nothing turns.
    fn inwards(arm: &[Rational; F], twist: &[Rational; A]) -> Option<[Rational; F]>;
    /// What a body's own turning asks of the forces, `(w × Iw, 0)`; none where it asks for nothing.
    fn spinning(mass: &[[Rational; A]; A], twist: &[Rational; A]) -> Option<[Rational; A]>;

    /// A relative velocity or acceleration in the components of the contact.
    fn components(&self, vector: [Rational; F]) -> [Rational; F];
    /// The part along the normal, times its length, of what has such components.
    fn along(&self, components: &[Rational; F]) -> Rational;
    /// A force of the contact as a vector.
    fn vector(&self, force: &[Rational; F]) -> [Rational; F];
    /// The force of one normal.
    fn normal_force(&self) -> [Rational; F];
    /// What the velocities add to `an`, with the twists of the two bodies and the relative velocity; none
    /// where that is not known.
    fn velocity_product(&self, twists: [&[Rational; A]; 2], velocity: &[Rational; F]) -> Option<Rational>;
    /// How it slides with a relative velocity that has no part along the normal; none of friction that is not
    /// known, and none at rest.
    fn slide(&self, velocity: &[Rational; F]) -> Option<Self::Slide>;

    /// Edges, rows and choices of a contact that slides or is at rest.
    fn lay(&self, now: &Now<Self::Slide, F>, laying: &mut Laying<F>) -> Result<(), Objection>;
    /// Whether a label names what a contact does that keeps touching, with this force.
    fn is_kept(&self, label: &str, now: &Now<Self::Slide, F>, force: &[Rational; F]) -> bool;
    /// A label for each of so many contacts.
    fn labels(mode: &str, contacts: usize) -> Vec<&str>;
    /// For each contact that lies between two others, those.
    fn in_between(
        problem: &OutcomeProblem<Self, A, F>,
        _: &[Situation<Self::Slide>],
    ) -> Vec<Option<[usize; 2]>> {
        vec![None; problem.contacts.len()]
    }
}
