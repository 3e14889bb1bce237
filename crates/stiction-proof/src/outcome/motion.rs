//! Velocities and accelerations of the points of a contact.

use super::{Motion, OutcomeBody, OutcomeContact, OutcomeProblem};
use crate::{Bound, Rational};

impl OutcomeProblem {
    fn body(&self, body: Option<usize>) -> Option<&OutcomeBody> {
        self.bodies.get(body?)
    }

    /// The relative velocity `[n·v, t·v]` of `on` minus `against` at a contact.
    pub fn velocity(&self, contact: &OutcomeContact) -> [Rational; 2] {
        if self.is_at_rest(contact) {
            return Default::default();
        }
        let [ox, oy] = self.point_velocity(contact.on, &contact.point);
        let [ax, ay] = self.point_velocity(contact.against, &contact.point);
        in_frame(contact, &[ox - ax, oy - ay])
    }

    /// Whether neither body of a contact moves.
    fn is_at_rest(&self, contact: &OutcomeContact) -> bool {
        let rests =
            |body: Option<usize>| self.body(body).is_none_or(|body| body.twist.iter().all(Rational::is_zero));
        rests(contact.on) && rests(contact.against)
    }

    fn point_velocity(&self, body: Option<usize>, point: &[Rational; 2]) -> [Rational; 2] {
        let Some(body) = self.body(body) else { return Default::default() };
        let [w, vx, vy] = &body.twist;
        let [rx, ry] = lever(body, point);
        [vx - w * ry, vy + w * rx]
    }

    /// The rates `[an, at]` of (2) for these accelerations of all bodies.
    pub fn rates(&self, contact: &OutcomeContact, accelerations: &[[Rational; 3]]) -> Option<[Rational; 2]> {
        let [ox, oy] = self.point_acceleration(contact.on, &contact.point, accelerations);
        let [ax, ay] = self.point_acceleration(contact.against, &contact.point, accelerations);
        let [normal, tangent] = in_frame(contact, &[ox - ax, oy - ay]);
        Some([normal + self.velocity_product(contact)?, tangent])
    }

    fn point_acceleration(
        &self,
        index: Option<usize>,
        point: &[Rational; 2],
        accelerations: &[[Rational; 3]],
    ) -> [Rational; 2] {
        let (Some(body), Some([alpha, ax, ay])) =
            (self.body(index), index.and_then(|index| accelerations.get(index)))
        else {
            return Default::default();
        };
        let [rx, ry] = lever(body, point);
        if body.twist[0].is_zero() {
            return [ax - alpha * &ry, ay + alpha * &rx];
        }
        let square = &body.twist[0] * &body.twist[0];
        [ax - alpha * &ry - &square * &rx, ay + alpha * &rx - &square * &ry]
    }

    /// Whether the bodies of a contact slip or turn relative to each other, so that its curvatures matter.
    pub fn bends(&self, contact: &OutcomeContact) -> bool {
        let [_, slip] = self.velocity(contact);
        !slip.is_zero() || !self.turning(contact)[0].is_zero()
    }

    /// `[w_on − w_against, w_against]`.
    fn turning(&self, contact: &OutcomeContact) -> [Rational; 2] {
        let rate =
            |body: Option<usize>| self.body(body).map(|body| body.twist[0].clone()).unwrap_or_default();
        let against = rate(contact.against);
        [rate(contact.on) - &against, against]
    }

    /// What the velocities add to `an` in (2); none where the curvatures that it needs are not known.
    pub fn velocity_product(&self, contact: &OutcomeContact) -> Option<Rational> {
        if self.is_at_rest(contact) {
            return Some(Rational::zero());
        }
        let [_, slip] = self.velocity(contact);
        let [turn, against] = self.turning(contact);
        let carried = Rational::from(2) * &against * &slip;
        if slip.is_zero() && turn.is_zero() {
            return Some(carried);
        }
        let [on, other] = contact.curvature.as_ref()?;
        let square = &slip * &slip;
        let bent = match (on.bound(Bound::Lower), other.bound(Bound::Lower)) {
            (None, None) => return None,
            (Some(on), None) => on * square + Rational::from(2) * turn * slip,
            (None, Some(other)) => other * square,
            (Some(on), Some(other)) => {
                let products = on * other * square + Rational::from(2) * other * &turn * slip - &turn * &turn;
                products.checked_div(&(on + other)).filter(|_| (on + other).is_positive())?
            }
        };
        Some(carried + bent)
    }

    /// The wrench of the force `along·n + across·t` of a contact on one of its bodies, about that body's centre of mass.
    pub fn wrench(
        &self,
        contact: &OutcomeContact,
        body: &OutcomeBody,
        along: &Rational,
        across: &Rational,
    ) -> [Rational; 3] {
        let [nx, ny] = &contact.normal;
        let fx = along * nx - across * ny;
        let fy = along * ny + across * nx;
        let [rx, ry] = lever(body, &contact.point);
        [rx * &fy - ry * &fx, fx, fy]
    }

    /// What is left of (1) at a free body: `g + J f − M A`, in its freedoms.
    pub fn residual(
        &self,
        index: usize,
        acceleration: &[Rational; 3],
        forces: &[[Rational; 2]],
    ) -> Option<[Rational; 3]> {
        let body = self.bodies.get(index)?;
        let Motion::Free { mass, load, freedoms } = &body.motion else { return None };
        let mut rest = load.clone();
        for (contact, [along, across]) in self.contacts.iter().zip(forces) {
            let sign = match index {
                _ if contact.on == Some(index) => Rational::one(),
                _ if contact.against == Some(index) => -Rational::one(),
                _ => continue,
            };
            let wrench = self.wrench(contact, body, along, across);
            rest.iter_mut().zip(wrench).for_each(|(rest, part)| *rest += &sign * &part);
        }
        for (row, rest) in mass.iter().zip(rest.iter_mut()) {
            *rest -= &row.iter().zip(acceleration).map(|(mass, a)| mass * a).sum::<Rational>();
        }
        Some(std::array::from_fn(|row| if freedoms[row] { rest[row].clone() } else { Rational::zero() }))
    }
}

pub(super) fn lever(body: &OutcomeBody, point: &[Rational; 2]) -> [Rational; 2] {
    [&point[0] - &body.com[0], &point[1] - &body.com[1]]
}

/// `[n·v, t·v]`.
fn in_frame(contact: &OutcomeContact, [x, y]: &[Rational; 2]) -> [Rational; 2] {
    let [nx, ny] = &contact.normal;
    [nx * x + ny * y, nx * y - ny * x]
}
