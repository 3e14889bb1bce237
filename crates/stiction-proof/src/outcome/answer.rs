//! What is claimed about a problem of modes, and whether it is so.

use super::rows::{ConeEdge, Laid};
use super::{Motion, OutcomeProblem};
use crate::Rational;
use crate::choice::{Choices, Condition, Family, Objection, Partial, Scaled, are_combinations, whole};
use crate::lcp::Exclusion;
use dashu_int::IBig;
use serde::{Deserialize, Serialize};

/// A mode with solutions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// A letter for each contact.
    pub mode: String,
    /// A solution, as multiples of the cone edges.
    pub point: Vec<Rational>,
    /// All of them, as the hull of corners and rays; left out where it has too many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<Family>,
    /// Another one where they are left out, with other accelerations if there is any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<Vec<Rational>>,
}

/// All modes: those with solutions, and proofs that no other has any.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcomes {
    /// The modes with solutions.
    pub held: Vec<Held>,
    /// Partial modes without any.
    pub excluded: Vec<Exclusion>,
}

/// One motion with its forces.
#[derive(Debug, Clone, PartialEq)]
pub struct OutcomeSolution<const A: usize = 3, const F: usize = 2> {
    /// The accelerations of all bodies.
    pub accelerations: Vec<[Rational; A]>,
    /// The force of each contact: in the plane multiples of its normal and tangent, in space a vector.
    pub forces: Vec<[Rational; F]>,
}

/// How far the solutions of one mode are determined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Determined {
    /// All of them have the same accelerations.
    pub acceleration: bool,
    /// And the same forces.
    pub force: bool,
}

impl<const A: usize, const F: usize> Laid<A, F> {
    /// The motion and the forces of multiples of the edges.
    pub fn solution(&self, point: &[Rational]) -> OutcomeSolution<A, F> {
        let (mut accelerations, mut forces) = (self.unforced.clone(), self.given.clone());
        for ((edge, response), multiple) in self.edges.iter().zip(&self.responses).zip(point) {
            if multiple.is_zero() {
                continue;
            }
            let force = &mut forces[edge.contact];
            force.iter_mut().zip(&edge.force).for_each(|(sum, part)| *sum += multiple * part);
            for (body, change) in response {
                accelerations[*body].iter_mut().zip(change).for_each(|(a, change)| *a += multiple * change);
            }
        }
        OutcomeSolution { accelerations, forces }
    }

    /// What a direction of multiples changes in the accelerations and the forces.
    pub fn change(&self, direction: &[Rational]) -> OutcomeSolution<A, F> {
        let mut change = self.solution(direction);
        let rest = self.solution(&vec![Rational::zero(); direction.len()]);
        for (change, rest) in
            change.accelerations.iter_mut().flatten().zip(rest.accelerations.iter().flatten())
        {
            *change -= rest;
        }
        for (change, rest) in change.forces.iter_mut().flatten().zip(rest.forces.iter().flatten()) {
            *change -= rest;
        }
        change
    }

    /// How far a family determines motion and forces; two edges of one contact may give the same force.
    pub fn determined(&self, family: &Family) -> Determined {
        if family.vertices.len() == 1 && family.rays.is_empty() {
            return Determined { acceleration: true, force: true };
        }
        let corners: Vec<Scaled> = family.vertices.iter().map(|vertex| Scaled::new(vertex)).collect();
        let rays: Vec<Scaled> = family.rays.iter().map(|ray| Scaled::new(ray)).collect();
        // A number that is linear in the multiples is the same at all corners, and does not change along a ray.
        let fixed = |form: Vec<IBig>| {
            let mut values = corners.iter().map(|corner| (corner.value(&form), corner.denominator()));
            let Some((first, over)) = values.next() else { return false };
            values.all(|(value, other)| value * over == &first * other)
                && rays.iter().all(|ray| ray.value(&form).is_zero())
        };
        Determined {
            acceleration: (0..A * self.unforced.len()).all(|part| fixed(self.acceleration_form(part))),
            force: (0..F * self.given.len()).all(|part| fixed(self.force_form(part))),
        }
    }

    /// A component of the accelerations as it grows with the multiples of the edges, up to a positive factor; the constant is left out.
    fn acceleration_form(&self, part: usize) -> Vec<IBig> {
        let (body, axis) = (part / A, part % A);
        let entry = |response: &Vec<(usize, [Rational; A])>| -> Rational {
            let mut parts =
                response.iter().filter(|(other, _)| *other == body).map(|(_, change)| &change[axis]);
            let first = parts.next().cloned().unwrap_or_default();
            parts.fold(first, |sum, part| sum + part)
        };
        whole(&self.responses.iter().map(entry).collect::<Vec<_>>())
    }

    /// The same of a component of the forces.
    fn force_form(&self, part: usize) -> Vec<IBig> {
        let (contact, axis) = (part / F, part % F);
        let entry = |edge: &ConeEdge<F>| {
            if edge.contact == contact { edge.force[axis].clone() } else { Rational::zero() }
        };
        whole(&self.edges.iter().map(entry).collect::<Vec<_>>())
    }

    /// Whether the rows that vanish in a mode fix its accelerations: whether these are combinations of them.
    pub fn fixes_accelerations(&self, mode: &[u32]) -> bool {
        let allowed = self.choices.allowed(mode);
        let open: Vec<usize> = (0..self.edges.len()).filter(|&edge| allowed.open[edge]).collect();
        let inner = |row: &[IBig]| -> Vec<IBig> { open.iter().map(|&edge| row[edge].clone()).collect() };
        let vanish = self
            .choices
            .rows()
            .iter()
            .zip(&allowed.rows)
            .filter(|(_, condition)| **condition == Condition::Zero);
        let equations: Vec<Vec<IBig>> = vanish.map(|(row, _)| inner(row)).collect();
        let parts = (0..A * self.unforced.len()).map(|part| inner(&self.acceleration_form(part))).collect();
        are_combinations(parts, equations)
    }

    /// How far a mode is determined, by its corners or else by its equations and another solution; `None` where neither tells.
    pub fn told(&self, mode: &[u32], held: &Held) -> Option<Determined> {
        self.told_knowing(held, || self.fixes_accelerations(mode))
    }

    /// The same, where it is known or can be asked whether the equations of the mode fix its accelerations.
    pub fn told_knowing(&self, held: &Held, fixes: impl FnOnce() -> bool) -> Option<Determined> {
        match (&held.family, &held.other) {
            (Some(family), _) => Some(self.determined(family)),
            // Its corners are too many to list: the accelerations are fixed when they are combinations of rows that vanish; another
            // solution shows that they are not, or that the forces are not.
            (None, Some(other)) => {
                let (one, other) = (self.solution(&held.point), self.solution(other));
                let acceleration = fixes();
                let moves = other.accelerations != one.accelerations;
                let differ = other.forces != one.forces;
                (differ && acceleration != moves).then_some(Determined { acceleration, force: false })
            }
            (None, None) => None,
        }
    }
}

impl Held {
    /// The mode, if it is one at every contact, its point solves it, and its family is what it says.
    pub fn accepted(&self, choices: &Choices) -> Result<Partial, Objection> {
        let mode = choices.read(&self.mode)?;
        if !mode.iter().all(|mask| mask.is_power_of_two()) {
            return Err(Objection::Letters(self.mode.clone()));
        }
        choices.holds(&mode, &self.point, false)?;
        if let Some(other) = &self.other {
            choices.holds(&mode, other, false)?;
        }
        if let Some(family) = &self.family {
            choices.spans(&mode, family)?;
        }
        Ok(mode)
    }
}

/// A problem whose modes are systems of choices: bodies in the plane or in space.
pub trait ContactLaw<const A: usize, const F: usize> {
    /// The problem as rows, edges and choices.
    fn laid(&self) -> Result<Laid<A, F>, Objection>;

    /// How many bodies and contacts there are.
    fn counts(&self) -> [usize; 2];

    /// A label for each contact.
    fn labels<'a>(&self, mode: &'a str) -> Vec<&'a str>;

    /// Equation (1): whether a body accelerates as given, or by the forces on it and in its freedoms alone.
    fn accelerates(&self, body: usize, solution: &OutcomeSolution<A, F>) -> Result<bool, Objection>;

    /// The line of (3) that a label names.
    fn lawful(
        &self,
        contact: usize,
        label: &str,
        solution: &OutcomeSolution<A, F>,
    ) -> Result<bool, Objection>;

    /// Whether a motion and its forces obey Newton, Euler and Coulomb in this mode, (1) to (3), without the rows.
    fn is_solved_by(&self, mode: &str, solution: &OutcomeSolution<A, F>) -> Result<(), Objection> {
        let (labels, [bodies, contacts]) = (self.labels(mode), self.counts());
        let shape = [labels.len(), solution.forces.len(), solution.accelerations.len()];
        if shape != [contacts, contacts, bodies] {
            return Err(Objection::Shape);
        }
        for body in 0..bodies {
            self.accelerates(body, solution)?.then_some(()).ok_or(Objection::Value(body))?;
        }
        for (contact, label) in labels.iter().enumerate() {
            self.lawful(contact, label, solution)?.then_some(()).ok_or(Objection::Row(contact))?;
        }
        Ok(())
    }

    /// Whether the modes that are held have solutions, and no other mode has.
    fn answers(&self, laid: &Laid<A, F>, outcomes: &Outcomes) -> Result<(), Objection> {
        let choices = &laid.choices;
        let mut covered: Vec<Partial> = Vec::with_capacity(outcomes.held.len() + outcomes.excluded.len());
        for held in &outcomes.held {
            covered.push(held.accepted(choices)?);
            self.is_solved_by(&held.mode, &laid.solution(&held.point))?;
        }
        for exclusion in &outcomes.excluded {
            covered.push(exclusion.accepted(choices)?);
        }
        choices.covered(&covered)
    }
}

impl ContactLaw<3, 2> for OutcomeProblem {
    fn laid(&self) -> Result<Laid, Objection> {
        self.lay()
    }

    fn counts(&self) -> [usize; 2] {
        [self.bodies.len(), self.contacts.len()]
    }

    fn labels<'a>(&self, mode: &'a str) -> Vec<&'a str> {
        mode.split_inclusive(|_| true).collect()
    }

    fn accelerates(&self, body: usize, solution: &OutcomeSolution) -> Result<bool, Objection> {
        let acceleration = &solution.accelerations[body];
        match &self.bodies[body].motion {
            Motion::Given { acceleration: given } => Ok(acceleration == given),
            Motion::Free { freedoms, .. } => {
                let rest = self.residual(body, acceleration, &solution.forces).ok_or(Objection::Shape)?;
                Ok(is_frozen(freedoms, acceleration) && rest.iter().all(Rational::is_zero))
            }
        }
    }

    fn lawful(&self, contact: usize, label: &str, solution: &OutcomeSolution) -> Result<bool, Objection> {
        use super::Situation::{AtRest, Leaving, SlidesLeft, SlidesRight, Unconstrained};
        let (contact, [along, across]) = (&self.contacts[contact], &solution.forces[contact]);
        let situation = self.situation(contact)?;
        let unforced = along.is_zero() && across.is_zero();
        let rates = || self.rates(contact, &solution.accelerations).ok_or(Objection::Shape);
        let [at_rest, sliding] = &contact.friction;
        let kinetic = sliding * along;
        Ok(match (situation, label) {
            (Unconstrained, "u") => match &contact.force {
                super::ForceState::Given([given_along, given_across]) => {
                    given_along == along && given_across == across
                }
                _ => unforced,
            },
            (Leaving, "s") => unforced,
            (SlidesLeft | SlidesRight | AtRest, "s") => unforced && rates()?[0].is_positive(),
            (SlidesLeft, "l") => !along.is_negative() && *across == -&kinetic && rates()?[0].is_zero(),
            (SlidesRight, "r") => !along.is_negative() && *across == kinetic && rates()?[0].is_zero(),
            (AtRest, "n" | "l" | "r") => {
                let [normal, tangent] = rates()?;
                let law = match label {
                    "n" => tangent.is_zero() && across.abs() <= at_rest * along,
                    "l" => tangent.is_positive() && *across == -&kinetic,
                    _ => tangent.is_negative() && *across == kinetic,
                };
                law && !along.is_negative() && normal.is_zero()
            }
            _ => false,
        })
    }
}

/// Whether the components that a body does not have are zero.
pub(super) fn is_frozen(freedoms: &[bool], acceleration: &[Rational]) -> bool {
    freedoms.iter().zip(acceleration).all(|(free, entry)| *free || entry.is_zero())
}
