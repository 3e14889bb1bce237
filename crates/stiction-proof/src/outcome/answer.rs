//! What is claimed about a problem of modes, and whether it is so.

use super::rows::{ConeEdge, OutcomeRows};
use super::{ForceState, Group, Meets, Motion, OutcomeProblem, Situation, is_frozen};
use crate::Rational;
use crate::choice::{
    Choices, Condition, Entry, Family, Objection, Partial, WholePoint, are_combinations, whole,
};
use crate::lcp::Exclusion;
use crate::vectors::is_zero;
use dashu_int::IBig;
use serde::{Deserialize, Serialize};

/// A mode with solutions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolvedMode {
    /// A letter for each contact.
    pub mode: String,
    /// A solution, as multiples of the cone edges.
    pub point: Vec<Rational>,
    /// All of them, as the hull of corners and rays; left out where it has too many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<Family>,
    /// Another one where they are left out: with other forces, and other accelerations, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<Vec<Rational>>,
    /// Multipliers of the rows, then of the accelerations of all bodies, that show which multiples are zero
    /// in all solutions; left out where none needs to be shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixed: Option<Vec<Rational>>,
}

/// All modes: those with solutions, and proofs that no other has any.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcomes {
    /// The modes with solutions.
    pub held: Vec<SolvedMode>,
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

impl<const A: usize, const F: usize> OutcomeRows<A, F> {
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
        let corners: Vec<WholePoint> = family.vertices.iter().map(|vertex| WholePoint::new(vertex)).collect();
        let rays: Vec<WholePoint> = family.rays.iter().map(|ray| WholePoint::new(ray)).collect();
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

    /// A component of the accelerations as it grows with the multiples of the edges, up to a positive factor;
    /// the constant is left out.
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

    /// A component of the accelerations as a row: what each multiple adds to it, then what it is without forces.
    pub fn acceleration_row(&self, part: usize) -> Vec<Rational> {
        let (body, axis) = (part / A, part % A);
        let entry = |response: &Vec<(usize, [Rational; A])>| -> Rational {
            response
                .iter()
                .filter(|(other, _)| *other == body)
                .map(|(_, change)| &change[axis])
                .cloned()
                .sum()
        };
        let constant = self.unforced[body][axis].clone();
        self.responses.iter().map(entry).chain([constant]).collect()
    }

    /// The equations of a mode: rows of the choices, and components of the accelerations of bodies that rest in it.
    pub fn equations(&self, mode: &[u32], excluded: &[Entry]) -> Equations {
        let allowed = self.choices.allowed(mode);
        let rows = (0..allowed.rows.len()).filter(|&row| allowed.rows[row] == Condition::Zero);
        let rests = self.resting(mode, excluded);
        let resting: Vec<usize> = (0..rests.len()).filter(|&body| rests[body]).collect();
        let parts = resting.iter().flat_map(|body| A * body..A * (body + 1)).collect();
        Equations { open: allowed.open, rows: rows.collect(), parts, resting }
    }

    /// The multiples that may be positive in some solution of a mode: those that multipliers of its equations
    /// do not show to be zero.
    ///
    /// Multipliers `y` with `y·a ≥ 0` for each multiple and `y·b = 0` for the constants make
    /// `Σ (y·a)ⱼxⱼ = 0`, so `xⱼ = 0` where `(y·a)ⱼ > 0`.
    fn loose(&self, equations: &Equations, fixed: Option<&[Rational]>) -> Option<Vec<usize>> {
        let open = (0..self.edges.len()).filter(|&edge| equations.open[edge]);
        let Some(fixed) = fixed else { return Some(open.collect()) };
        let (rows, parts) = fixed.split_at_checked(self.choices.rows().len())?;
        let of_equations = |used: &[usize], all: &[Rational]| {
            (0..all.len()).all(|index| all[index].is_zero() || used.contains(&index))
        };
        let fits = parts.len() == A * self.unforced.len()
            && of_equations(&equations.rows, rows)
            && of_equations(&equations.parts, parts);
        if !fits {
            return None;
        }
        let used =
            |all: &[Rational]| (0..all.len()).filter(|&index| !all[index].is_zero()).collect::<Vec<_>>();
        let mut sum = vec![Rational::zero(); self.edges.len() + 1];
        for row in used(rows) {
            let entries = self.choices.rows()[row].iter().zip(&mut sum);
            entries.for_each(|(entry, sum)| *sum += Rational::from(entry.clone()) * &rows[row]);
        }
        for part in used(parts) {
            let entries = self.acceleration_row(part);
            entries.iter().zip(&mut sum).for_each(|(entry, sum)| *sum += entry * &parts[part]);
        }
        let balanced = sum.last().is_some_and(Rational::is_zero);
        let sound = balanced && open.clone().all(|edge| !sum[edge].is_negative());
        sound.then(|| open.filter(|&edge| sum[edge].is_zero()).collect())
    }

    /// Whether numbers that are linear in the multiples, such as accelerations or forces, are combinations of
    /// the equations, where only some multiples may be positive.
    fn follow(&self, forms: Vec<Vec<IBig>>, equations: &Equations, loose: &[usize]) -> bool {
        let inner = |row: &[IBig]| -> Vec<IBig> { loose.iter().map(|&edge| row[edge].clone()).collect() };
        let rows = equations.rows.iter().map(|&row| inner(&self.choices.rows()[row]));
        let parts = equations.parts.iter().map(|&part| inner(&self.acceleration_form(part)));
        are_combinations(forms.iter().map(|form| inner(form)).collect(), rows.chain(parts).collect())
    }

    /// The bodies that rest in a mode: those of groups of which a law refutes that they move in it.
    fn resting(&self, mode: &[u32], excluded: &[Entry]) -> Vec<bool> {
        let mut rests = vec![false; self.unforced.len()];
        for group in &self.groups {
            let around = |entry: &Entry| {
                let within = mode.iter().zip(&entry.all).all(|(mode, all)| mode & !all == 0);
                group.law.is_some() && entry.law == group.law && within
            };
            if excluded.iter().any(around) {
                group.bodies.iter().for_each(|&body| rests[body] = true);
            }
        }
        rests
    }

    /// How far a mode is determined: by its corners, or by its equations and the multiples that are zero,
    /// with another solution where motion or forces are not; `None` where that is not shown.
    pub fn told(&self, mode: &[u32], held: &SolvedMode, excluded: &[Entry]) -> Option<Determined> {
        if let Some(family) = &held.family {
            return Some(self.determined(family));
        }
        let equations = self.equations(mode, excluded);
        let loose = self.loose(&equations, held.fixed.as_deref())?;
        let one = self.solution(&held.point);
        let other = held.other.as_ref().map(|other| self.solution(other));
        let moves = other.as_ref().is_some_and(|other| other.accelerations != one.accelerations);
        let differ = other.as_ref().is_some_and(|other| other.forces != one.forces);
        let moving = (0..self.unforced.len()).filter(|body| !equations.resting.contains(body));
        let parts = moving.flat_map(|body| A * body..A * (body + 1));
        let accelerations = || parts.map(|part| self.acceleration_form(part)).collect();
        let forces = || (0..F * self.given.len()).map(|part| self.force_form(part)).collect();
        let acceleration = !moves && self.follow(accelerations(), &equations, &loose);
        let force = !differ && self.follow(forces(), &equations, &loose);
        // What is not determined is shown to be so.
        ((acceleration || moves) && (force || differ)).then_some(Determined { acceleration, force })
    }
}

/// What holds with equality in a mode.
#[derive(Debug, Clone, PartialEq)]
pub struct Equations {
    /// The multiples that may be positive.
    pub open: Vec<bool>,
    /// Rows of the choices that vanish.
    pub rows: Vec<usize>,
    /// Components of accelerations that vanish, of the bodies that rest.
    pub parts: Vec<usize>,
    /// The bodies that rest.
    pub resting: Vec<usize>,
}

impl SolvedMode {
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
    fn laid(&self) -> Result<OutcomeRows<A, F>, Objection>;

    /// How many bodies and contacts there are.
    fn counts(&self) -> [usize; 2];

    /// The bodies of a contact, `on` and `against`; none for what does not move.
    fn parties(&self, contact: usize) -> [Option<usize>; 2];

    /// Whether a body moves as the forces tell it.
    fn is_free_body(&self, body: usize) -> bool;

    /// Whether a body does not move, and is not driven to.
    fn is_still(&self, body: usize) -> bool;

    /// The wrench on a free body of everything but the contacts whose force follows from the motion.
    fn acting(&self, body: usize) -> [Rational; A];

    /// With what acceleration the points of a contact part along the normal, for these accelerations of all bodies.
    fn opening(&self, contact: usize, accelerations: &[[Rational; A]]) -> Option<Rational>;

    /// The force of one normal.
    fn normal_force(&self, contact: usize) -> [Rational; F];

    /// The problem of one group alone, with the bodies that are driven.
    fn part(&self, group: &Group) -> Self
    where
        Self: Sized;

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

    /// Whether the modes that are held have solutions, and no other mode has: how far each of those is determined.
    fn answers(&self, laid: &OutcomeRows<A, F>, outcomes: &Outcomes) -> Result<Vec<Determined>, Objection> {
        self.looked_through(laid, outcomes, true)
    }

    /// Whether the modes that are held have solutions, whatever others have.
    fn knows(&self, laid: &OutcomeRows<A, F>, outcomes: &Outcomes) -> Result<Vec<Determined>, Objection> {
        self.looked_through(laid, outcomes, false)
    }

    #[doc(hidden)]
    fn looked_through(
        &self,
        laid: &OutcomeRows<A, F>,
        outcomes: &Outcomes,
        all: bool,
    ) -> Result<Vec<Determined>, Objection> {
        let choices = &laid.choices;
        let excluded: Vec<Entry> =
            outcomes.excluded.iter().map(|one| one.accepted(choices)).collect::<Result<_, _>>()?;
        let mut modes: Vec<Partial> = Vec::with_capacity(outcomes.held.len());
        let mut determined = Vec::with_capacity(outcomes.held.len());
        for held in &outcomes.held {
            let mode = held.accepted(choices)?;
            if modes.contains(&mode) {
                return Err(Objection::Twice(held.mode.clone()));
            }
            self.is_solved_by(&held.mode, &laid.solution(&held.point))?;
            determined.push(laid.told(&mode, held, &excluded).ok_or(Objection::Unlisted)?);
            modes.push(mode);
        }
        if all {
            laid.leaves_nothing_out(&modes, &excluded)?;
        }
        Ok(determined)
    }
}

impl<C: Meets<A, F>, const A: usize, const F: usize> ContactLaw<A, F> for OutcomeProblem<C, A, F> {
    fn laid(&self) -> Result<OutcomeRows<A, F>, Objection> {
        self.lay()
    }

    fn counts(&self) -> [usize; 2] {
        [self.bodies.len(), self.contacts.len()]
    }

    fn parties(&self, contact: usize) -> [Option<usize>; 2] {
        self.contacts[contact].meeting().parties
    }

    fn is_free_body(&self, body: usize) -> bool {
        self.is_free(Some(body))
    }

    fn is_still(&self, body: usize) -> bool {
        let body = &self.bodies[body];
        let driven = match &body.motion {
            Motion::Free { .. } => false,
            Motion::Given { acceleration } => !is_zero(acceleration),
        };
        !driven && is_zero(&body.twist)
    }

    fn acting(&self, body: usize) -> [Rational; A] {
        self.driving(body)
    }

    fn opening(&self, contact: usize, accelerations: &[[Rational; A]]) -> Option<Rational> {
        self.rates(&self.contacts[contact], accelerations).map(|(opening, _)| opening)
    }

    fn normal_force(&self, contact: usize) -> [Rational; F] {
        self.contacts[contact].normal_force()
    }

    fn part(&self, group: &Group) -> Self {
        let kept = |body: &usize| !self.is_free(Some(*body)) || group.bodies.contains(body);
        let bodies: Vec<usize> = (0..self.bodies.len()).filter(kept).collect();
        let place = |body: Option<usize>| bodies.iter().position(|&other| Some(other) == body);
        let contact = |&index: &usize| {
            let contact = &self.contacts[index];
            contact.between(contact.meeting().parties.map(place))
        };
        Self {
            contacts: group.contacts.iter().map(contact).collect(),
            bodies: bodies.iter().map(|&body| self.bodies[body].clone()).collect(),
        }
    }

    fn labels<'a>(&self, mode: &'a str) -> Vec<&'a str> {
        C::labels(mode, self.contacts.len())
    }

    fn accelerates(&self, body: usize, solution: &OutcomeSolution<A, F>) -> Result<bool, Objection> {
        let acceleration = &solution.accelerations[body];
        match &self.bodies[body].motion {
            Motion::Given { acceleration: given } => Ok(acceleration == given),
            Motion::Free { freedoms, .. } => {
                let rest = self.residual(body, acceleration, &solution.forces).ok_or(Objection::Shape)?;
                Ok(is_frozen(freedoms, acceleration) && is_zero(&rest))
            }
        }
    }

    fn lawful(&self, index: usize, label: &str, solution: &OutcomeSolution<A, F>) -> Result<bool, Objection> {
        let (contact, force) = (&self.contacts[index], &solution.forces[index]);
        let situation = self.situation(contact)?;
        match (&situation, label) {
            (Situation::Unconstrained, "u") => Ok(match contact.meeting().force {
                ForceState::Given(given) => given == force,
                _ => is_zero(force),
            }),
            (Situation::Leaving, "s") => Ok(is_zero(force)),
            (Situation::Unconstrained | Situation::Leaving, _) => Ok(false),
            (Situation::Slides(_) | Situation::AtRest, _) => {
                let now = self.now(index, situation, &solution.accelerations).ok_or(Objection::Row(index))?;
                Ok(match label {
                    "s" => is_zero(force) && now.opening.is_positive(),
                    _ => now.opening.is_zero() && contact.is_kept(label, &now, force),
                })
            }
        }
    }
}
