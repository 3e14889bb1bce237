//! The contact law as a system of choices over multiples of the cone edges.

use super::groups::{Group, grouped};
use super::{ForceState, Meets, Motion, Now, OutcomeProblem, Situation};
use crate::Rational;
use crate::choice::{Choice, Choices, Objection, Signs, Site, multiple, scaled};
use crate::mass::is_mass_in;
use crate::vectors::{inverse_in, times, zeros};
use dashu_int::{IBig, UBig};

/// An edge of a friction cone at a contact.
#[derive(Debug, Clone, PartialEq)]
pub struct ConeEdge<const F: usize = 2> {
    /// Which contact.
    pub contact: usize,
    /// Its force: in the plane multiples of `n` and `t`, the first of them one; in space a vector.
    pub force: [Rational; F],
}

/// A problem of modes with what follows from it: accelerations of `A` components, contact forces of `F`.
#[derive(Debug, Clone, PartialEq)]
pub struct OutcomeRows<const A: usize = 3, const F: usize = 2> {
    /// The unknowns: multiples of these edges.
    pub edges: Vec<ConeEdge<F>>,
    /// Accelerations of all bodies without contact forces, except those that are given.
    pub unforced: Vec<[Rational; A]>,
    /// What a unit of each edge adds to the acceleration of the bodies it touches.
    pub responses: Vec<Vec<(usize, [Rational; A])>>,
    /// The force of each contact that is controlled, zero of the others.
    pub given: Vec<[Rational; F]>,
    /// The contact law: in the plane rows `an`, `at` of each contact, in order; then the work on each group
    /// that is at rest.
    pub choices: Choices,
    /// Bodies that contacts join.
    pub groups: Vec<Group>,
    /// For each contact that lies between two others, those; what it does follows.
    pub between: Vec<Option<[usize; 2]>>,
}

/// A row of a contact: `direction·(aP − aQ)` and what does not depend on forces.
#[derive(Debug)]
struct Row<const F: usize> {
    contact: usize,
    direction: [Rational; F],
    constant: Rational,
}

/// Edges, rows and choices while they are being laid.
#[derive(Debug)]
pub struct Laying<const F: usize> {
    edges: Vec<ConeEdge<F>>,
    rows: Vec<Row<F>>,
    sites: Vec<Site>,
}

impl<const F: usize> Laying<F> {
    /// The place of an edge, one of each.
    pub(super) fn edge(&mut self, contact: usize, force: [Rational; F]) -> usize {
        let new = ConeEdge { contact, force };
        self.edges.iter().position(|edge| *edge == new).unwrap_or_else(|| {
            self.edges.push(new);
            self.edges.len() - 1
        })
    }

    /// The places of several.
    pub(super) fn edges(&mut self, contact: usize, forces: Vec<[Rational; F]>) -> Vec<usize> {
        forces.into_iter().map(|force| self.edge(contact, force)).collect()
    }

    /// The place of a new row.
    pub(super) fn row(&mut self, contact: usize, direction: [Rational; F], constant: Rational) -> usize {
        self.rows.push(Row { contact, direction, constant });
        self.rows.len() - 1
    }

    /// The choices at the next contact.
    pub(super) fn site(&mut self, site: Site) {
        self.sites.push(site);
    }

    /// A contact with one thing to do.
    fn idle(&mut self, contact: usize, label: &'static str, rows: usize) {
        (0..rows).for_each(|_| _ = self.row(contact, zeros(), Rational::zero()));
        let choices = vec![Choice { label: label.into(), signs: vec![], open: vec![] }];
        self.site(Site { choices, groups: vec![] });
    }
}

/// The choice of a contact whose points part.
pub(super) fn separates(normal: usize) -> Choice {
    Choice { label: "s".into(), signs: vec![(normal, Signs::POSITIVE)], open: vec![] }
}

/// A free body's side of a contact.
struct BodySide<const F: usize> {
    body: usize,
    /// Whether the normal points away from it.
    away: bool,
    arm: [Rational; F],
}

impl<const F: usize> BodySide<F> {
    fn screw<C: Meets<A, F>, const A: usize>(&self, direction: &[Rational; F]) -> [Rational; A] {
        let screw = C::screw(&self.arm, direction);
        if self.away { screw.map(|entry| -entry) } else { screw }
    }
}

/// Accelerations of bodies, or wrenches on them.
type Screws<const A: usize> = Vec<(usize, [Rational; A])>;

impl<C: Meets<A, F>, const A: usize, const F: usize> OutcomeProblem<C, A, F> {
    /// The problem as rows, edges and choices.
    pub(super) fn lay(&self) -> Result<OutcomeRows<A, F>, Objection> {
        self.well_formed()?;
        let inverses = self.inverses()?;
        let unforced = self.unforced(&inverses);
        let mut laying = Laying { edges: Vec::new(), rows: Vec::new(), sites: Vec::new() };
        let mut situations = Vec::with_capacity(self.contacts.len());
        for (index, contact) in self.contacts.iter().enumerate() {
            let situation = self.situation(contact)?;
            match situation {
                Situation::Unconstrained => laying.idle(index, "u", C::IDLE_ROWS),
                Situation::Leaving => laying.idle(index, "s", C::IDLE_ROWS),
                _ => {
                    let now = self.now(index, situation.clone(), &unforced).ok_or(Objection::Row(index))?;
                    contact.lay(&now, &mut laying)?;
                }
            }
            situations.push(situation);
        }
        let Laying { edges, rows, sites } = laying;
        let sides: Vec<Vec<BodySide<F>>> = self.contacts.iter().map(|contact| self.sides(contact)).collect();
        let response = |edge: &ConeEdge<F>| -> Screws<A> {
            let force = self.contacts[edge.contact].vector(&edge.force);
            let one = |side: &BodySide<F>| {
                let inverse = inverses[side.body].as_ref()?;
                Some((side.body, times(inverse, &side.screw::<C, A>(&force))))
            };
            sides[edge.contact].iter().filter_map(one).collect()
        };
        let responses: Vec<Screws<A>> = edges.iter().map(response).collect();
        let changes: Vec<Whole<A>> = responses.iter().map(Whole::new).collect();
        let dense = |row: &Row<F>| {
            let frame = |side: &BodySide<F>| (side.body, side.screw::<C, A>(&row.direction));
            let frame: Screws<A> = sides[row.contact].iter().map(frame).collect();
            Whole::new(&frame).row(&changes, &row.constant)
        };
        let choices = Choices::of_integers(edges.len(), rows.iter().map(dense).collect(), sites)?;
        let given = self.contacts.iter().map(|contact| self.given(contact).cloned().unwrap_or_else(zeros));
        let given = given.collect();
        let between = C::in_between(self, &situations);
        grouped(self, OutcomeRows { edges, unforced, responses, given, choices, groups: Vec::new(), between })
    }

    /// A contact with the accelerations of all bodies; none where it is not known how the bodies are curved there.
    pub(super) fn now(
        &self,
        index: usize,
        situation: Situation<C::Slide>,
        accelerations: &[[Rational; A]],
    ) -> Option<Now<C::Slide, F>> {
        let contact = self.contacts.get(index)?;
        let (opening, parting) = self.rates(contact, accelerations)?;
        Some(Now { index, situation, velocity: self.velocity(contact), opening, parting })
    }

    /// Inverse mass matrices in the freedoms of the free bodies.
    fn inverses(&self) -> Result<Vec<Option<[[Rational; A]; A]>>, Objection> {
        let inverse = |(index, body): (usize, &super::OutcomeBody<A, F>)| match &body.motion {
            Motion::Given { .. } => Ok(None),
            Motion::Free { mass, freedoms, .. } => {
                let inverse = inverse_in(mass, freedoms).filter(|_| is_mass_in(mass, freedoms));
                inverse.map(Some).ok_or(Objection::Mass(index))
            }
        };
        self.bodies.iter().enumerate().map(inverse).collect()
    }

    fn unforced(&self, inverses: &[Option<[[Rational; A]; A]>]) -> Vec<[Rational; A]> {
        let one = |(index, inverse): (usize, &Option<[[Rational; A]; A]>)| match (
            &self.bodies[index].motion,
            inverse,
        ) {
            (Motion::Given { acceleration }, _) => acceleration.clone(),
            (_, Some(inverse)) => times(inverse, &self.driving(index)),
            _ => zeros(),
        };
        inverses.iter().enumerate().map(one).collect()
    }

    /// The force of a contact that is controlled.
    fn given<'c>(&self, contact: &'c C) -> Option<&'c [Rational; F]> {
        match contact.meeting().force {
            ForceState::Given(force) => Some(force),
            _ => None,
        }
    }

    /// The wrench on a body of its load, less what its turning asks for, and of the contacts whose force is given.
    pub(super) fn driving(&self, index: usize) -> [Rational; A] {
        self.driven(index, self.contacts.iter().filter_map(|contact| Some((contact, self.given(contact)?))))
    }

    fn sides(&self, contact: &C) -> Vec<BodySide<F>> {
        let meeting = contact.meeting();
        let parties = meeting.parties.into_iter().zip([false, true]);
        let free = parties.filter(|(party, _)| self.is_free(*party));
        let side = |(party, away): (Option<usize>, bool)| {
            let body = party?;
            Some(BodySide { body, away, arm: self.bodies[body].arm(meeting.point) })
        };
        free.filter_map(side).collect()
    }
}

/// Screws of some bodies over one positive denominator.
struct Whole<const A: usize> {
    parts: Vec<(usize, [IBig; A])>,
    denominator: UBig,
}

impl<const A: usize> Whole<A> {
    fn new(parts: &Screws<A>) -> Self {
        let entries = parts.iter().flat_map(|(_, screw)| screw);
        let denominator = entries.fold(UBig::ONE, |common, entry| multiple(common, entry.denominator()));
        let scaled = |entry: &Rational| scaled(entry.numerator(), entry.denominator(), &denominator);
        let parts = parts.iter().map(|(body, screw)| (*body, screw.each_ref().map(scaled))).collect();
        Self { parts, denominator }
    }

    /// The product with another one, times both denominators.
    fn product(&self, other: &Self) -> IBig {
        let mut sum = IBig::ZERO;
        for (body, screw) in &self.parts {
            for (_, change) in other.parts.iter().filter(|(other, _)| other == body) {
                for (a, b) in screw.iter().zip(change) {
                    if !a.is_zero() && !b.is_zero() {
                        sum += a * b;
                    }
                }
            }
        }
        sum
    }

    /// A row in integers: products with the changes that the edges make, and the constant; times this
    /// denominator and those of all of them.
    fn row(&self, changes: &[Self], constant: &Rational) -> Vec<IBig> {
        let common = changes
            .iter()
            .fold(constant.denominator().clone(), |common, change| multiple(common, &change.denominator));
        let entry = |change: &Self| scaled(&self.product(change), &change.denominator, &common);
        let last = scaled(constant.numerator(), constant.denominator(), &common)
            * IBig::from(self.denominator.clone());
        changes.iter().map(entry).chain([last]).collect()
    }
}
