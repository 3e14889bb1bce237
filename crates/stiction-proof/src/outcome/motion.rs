//! Velocities and accelerations of the points of a contact, and the balance of a body.

use super::{Meets, Motion, OutcomeBody, OutcomeProblem};
use crate::Rational;
use crate::vectors::{dot, is_zero, minus, plus, zeros};

impl<C: Meets<A, F>, const A: usize, const F: usize> OutcomeProblem<C, A, F> {
    pub(super) fn body(&self, body: Option<usize>) -> Option<&OutcomeBody<A, F>> {
        self.bodies.get(body?)
    }

    /// Whether neither body of a contact moves.
    fn is_at_rest(&self, contact: &C) -> bool {
        let parties = contact.meeting().parties;
        parties.into_iter().all(|body| self.body(body).is_none_or(|body| is_zero(&body.twist)))
    }

    /// The relative velocity of `on` minus `against` at a contact, in its components: `[n·v, t·v]` in the plane.
    pub fn velocity(&self, contact: &C) -> [Rational; F] {
        if self.is_at_rest(contact) {
            return zeros();
        }
        let meeting = contact.meeting();
        let [on, against] = meeting.parties.map(|body| {
            let body = self.body(body);
            body.map_or_else(zeros, |body| C::carried(&body.arm(meeting.point), &body.twist))
        });
        contact.components(minus(&on, &against))
    }

    /// The rate `an` with which the points of a contact part along the normal for these accelerations of all
    /// bodies, and `aP − aQ` in the components of the contact: `[n·a, t·a]` in the plane.  None where it is
    /// not known how the bodies are curved there.
    pub fn rates(&self, contact: &C, accelerations: &[[Rational; A]]) -> Option<(Rational, [Rational; F])> {
        let meeting = contact.meeting();
        let [on, against] = meeting.parties.map(|index| {
            let known = index.and_then(|index| Some((self.bodies.get(index)?, accelerations.get(index)?)));
            known.map_or_else(zeros, |(body, acceleration)| {
                let arm = body.arm(meeting.point);
                let straight = C::carried(&arm, acceleration);
                C::inwards(&arm, &body.twist)
                    .map_or_else(|| straight.clone(), |inwards| plus(&straight, &inwards))
            })
        });
        let parting = contact.components(minus(&on, &against));
        Some((contact.along(&parting) + self.velocity_product(contact)?, parting))
    }

    /// What the velocities add to `an`; none where it is not known how the bodies are curved there.
    pub fn velocity_product(&self, contact: &C) -> Option<Rational> {
        if self.is_at_rest(contact) {
            return Some(Rational::zero());
        }
        let still = zeros();
        let twists = contact.meeting().parties.map(|body| self.body(body).map_or(&still, |body| &body.twist));
        contact.velocity_product(twists, &self.velocity(contact))
    }

    /// The wrench of a force of a contact on one of its bodies, about that body's centre of mass.
    pub fn wrench(&self, contact: &C, body: &OutcomeBody<A, F>, force: &[Rational; F]) -> [Rational; A] {
        C::screw(&body.arm(contact.meeting().point), &contact.vector(force))
    }

    /// What acts on a free body besides its contacts: the load less what its turning asks for.
    fn loaded(body: &OutcomeBody<A, F>) -> [Rational; A] {
        let Motion::Free { mass, load, .. } = &body.motion else { return zeros() };
        C::spinning(mass, &body.twist).map_or_else(|| load.clone(), |asked| minus(load, &asked))
    }

    /// The same with some forces of contacts.
    pub(super) fn driven<'f>(
        &self,
        index: usize,
        forces: impl Iterator<Item = (&'f C, &'f [Rational; F])>,
    ) -> [Rational; A]
    where
        C: 'f,
    {
        let body = &self.bodies[index];
        let mut total = Self::loaded(body);
        for (contact, force) in forces {
            let [on, against] = contact.meeting().parties.map(|party| party == Some(index));
            if on {
                total = plus(&total, &self.wrench(contact, body, force));
            } else if against {
                total = minus(&total, &self.wrench(contact, body, force));
            }
        }
        total
    }

    /// What is left of (1) at a free body: `g + J f − M A`, in its freedoms.
    pub fn residual(
        &self,
        index: usize,
        acceleration: &[Rational; A],
        forces: &[[Rational; F]],
    ) -> Option<[Rational; A]> {
        let Motion::Free { mass, freedoms, .. } = &self.bodies.get(index)?.motion else { return None };
        let driven = self.driven(index, self.contacts.iter().zip(forces));
        Some(std::array::from_fn(|row| {
            if freedoms[row] { &driven[row] - dot(&mass[row], acceleration) } else { Rational::zero() }
        }))
    }
}

impl<const A: usize, const F: usize> OutcomeBody<A, F> {
    /// From the centre of mass to a point.
    pub(super) fn arm(&self, point: &[Rational; F]) -> [Rational; F] {
        minus(point, &self.com)
    }
}
