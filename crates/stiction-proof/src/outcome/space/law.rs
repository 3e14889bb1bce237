//! Newton, Euler and Coulomb in space, put to one motion with its forces, without the rows.

use super::cells::Cell;
use super::{
    SpatialForceState, SpatialMotion, SpatialOutcomeContact, SpatialOutcomeProblem, SpatialSituation, Vector,
    cross, dot, is_zero, minus,
};
use crate::Rational;
use crate::choice::Objection;
use crate::outcome::answer::{ContactLaw, OutcomeSolution, is_frozen};
use crate::outcome::groups::Group;
use crate::outcome::rows::Laid;

impl ContactLaw<6, 3> for SpatialOutcomeProblem {
    fn laid(&self) -> Result<Laid<6, 3>, Objection> {
        self.lay()
    }

    fn counts(&self) -> [usize; 2] {
        [self.bodies.len(), self.contacts.len()]
    }

    fn parties(&self, contact: usize) -> [Option<usize>; 2] {
        [self.contacts[contact].on, self.contacts[contact].against]
    }

    fn is_free_body(&self, body: usize) -> bool {
        self.is_free(Some(body))
    }

    fn is_still(&self, body: usize) -> bool {
        let body = &self.bodies[body];
        let driven = match &body.motion {
            SpatialMotion::Free { .. } => false,
            SpatialMotion::Given { acceleration } => acceleration.iter().any(|entry| !entry.is_zero()),
        };
        !driven && body.twist.iter().all(Rational::is_zero)
    }

    fn acting(&self, body: usize) -> [Rational; 6] {
        self.acting_on(body)
    }

    fn opening(&self, contact: usize, accelerations: &[[Rational; 6]]) -> Option<Rational> {
        self.rates(&self.contacts[contact], accelerations).map(|(normal, _)| normal)
    }

    fn normal_force(&self, contact: usize) -> Vector {
        self.contacts[contact].normal.clone()
    }

    fn part(&self, group: &Group) -> Self {
        let kept = |body: &usize| !self.is_free(Some(*body)) || group.bodies.contains(body);
        let bodies: Vec<usize> = (0..self.bodies.len()).filter(kept).collect();
        let place = |body: Option<usize>| bodies.iter().position(|&other| Some(other) == body);
        let contact = |&index: &usize| {
            let contact = &self.contacts[index];
            SpatialOutcomeContact {
                on: place(contact.on),
                against: place(contact.against),
                ..contact.clone()
            }
        };
        Self {
            contacts: group.contacts.iter().map(contact).collect(),
            bodies: bodies.iter().map(|&body| self.bodies[body].clone()).collect(),
        }
    }

    /// Labels are letters, and stand without spaces, where no contact needs a longer one.
    fn labels<'a>(&self, mode: &'a str) -> Vec<&'a str> {
        if mode.contains(' ') || self.contacts.len() == 1 {
            mode.split(' ').collect()
        } else {
            mode.split_inclusive(|_| true).collect()
        }
    }

    fn accelerates(&self, body: usize, solution: &OutcomeSolution<6, 3>) -> Result<bool, Objection> {
        let acceleration = &solution.accelerations[body];
        match &self.bodies[body].motion {
            SpatialMotion::Given { acceleration: given } => Ok(acceleration == given),
            SpatialMotion::Free { freedoms, .. } => {
                let rest = self.residual(body, acceleration, &solution.forces).ok_or(Objection::Shape)?;
                Ok(is_frozen(freedoms, acceleration) && rest.iter().all(Rational::is_zero))
            }
        }
    }

    fn lawful(&self, index: usize, label: &str, solution: &OutcomeSolution<6, 3>) -> Result<bool, Objection> {
        let (contact, force) = (&self.contacts[index], &solution.forces[index]);
        let situation = self.situation(index)?;
        let rates = || self.rates(contact, &solution.accelerations).ok_or(Objection::Row(index));
        Ok(match (&situation, label) {
            (SpatialSituation::Unconstrained, "u") => match &contact.force {
                SpatialForceState::Given(given) => given == force,
                _ => is_zero(force),
            },
            (SpatialSituation::Leaving, "s") => is_zero(force),
            (SpatialSituation::Slides(_) | SpatialSituation::AtRest, "s") => {
                is_zero(force) && rates()?.0.is_positive()
            }
            (SpatialSituation::Slides(edges), label) => {
                label == Cell::of(contact, &self.velocity(contact)).signs_label()
                    && rates()?.0.is_zero()
                    && is_sum(&self.sliding_edges(index, edges), force)
            }
            (SpatialSituation::AtRest, label) => {
                let (normal, parting) = rates()?;
                // Across the normal; the part along it is zero with `an`, for nothing moves.
                let at = minus(&parting, &along(&contact.normal, &parting));
                normal.is_zero()
                    && if is_zero(&at) {
                        label.chars().all(|sign| sign == '0')
                            && label.len() == contact.tangents.len()
                            && contact.holds(force)
                    } else {
                        let cell = Cell::of(contact, &at);
                        label == cell.label(contact.across.len())
                            && is_sum(&self.sliding_edges(index, &cell.edges), force)
                    }
            }
            _ => false,
        })
    }
}

impl SpatialOutcomeContact {
    /// Whether a force is inside the static cone: the normal alone, or within the sides of the pyramid.
    fn holds(&self, force: &Vector) -> bool {
        let normal = dot(force, &self.normal);
        let across = minus(force, &along(&self.normal, force));
        if self.is_smooth() || normal.is_zero() {
            return !normal.is_negative() && is_zero(&across);
        }
        let square = dot(&self.normal, &self.normal);
        let turn = |a: &Vector, b: &Vector| dot(&self.normal, &cross(a, b));
        let count = self.across.len();
        let edge = |k: usize| -> Vector {
            let part = (&self.friction[0] * &normal).checked_div(&square).unwrap_or_default();
            self.across[k % count].each_ref().map(|entry| entry * &part)
        };
        let left = count > 2 && turn(&self.across[0], &self.across[1]).is_positive();
        normal.is_positive()
            && count > 2
            && (0..count).all(|k| {
                let side = turn(&minus(&edge(k + 1), &edge(k)), &minus(&across, &edge(k)));
                if left { !side.is_negative() } else { !side.is_positive() }
            })
    }
}

/// The part of a vector along another.
fn along(direction: &Vector, vector: &Vector) -> Vector {
    let part = dot(direction, vector).checked_div(&dot(direction, direction)).unwrap_or_default();
    direction.each_ref().map(|entry| entry * &part)
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
