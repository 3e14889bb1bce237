//! The contact law as a system of choices over multiples of the cone edges.

use super::groups::{Group, grouped};
use super::motion::lever;
use super::{ForceState, Motion, OutcomeProblem, Situation};
use crate::Rational;
use crate::choice::{Choice, Choices, Objection, Signs, Site, multiple, scaled};
use crate::mass::is_mass_in;
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
pub struct Laid<const A: usize = 3, const F: usize = 2> {
    /// The unknowns: multiples of these edges.
    pub edges: Vec<ConeEdge<F>>,
    /// Accelerations of all bodies without contact forces, except those that are given.
    pub unforced: Vec<[Rational; A]>,
    /// What a unit of each edge adds to the acceleration of the bodies it touches.
    pub responses: Vec<Vec<(usize, [Rational; A])>>,
    /// The force of each contact that is controlled, zero of the others.
    pub given: Vec<[Rational; F]>,
    /// The contact law: in the plane rows `an`, `at` of each contact, in order; then the work on each group that is at rest.
    pub choices: Choices,
    /// Bodies that contacts join.
    pub groups: Vec<Group>,
    /// For each contact that lies between two others, those; what it does follows.
    pub between: Vec<Option<[usize; 2]>>,
}

/// A body's side of a contact: its normal and tangent as wrenches, and what they do to its acceleration.
struct Side {
    body: usize,
    frame: [[Rational; 3]; 2],
    response: [[Rational; 3]; 2],
}

impl OutcomeProblem {
    /// The problem as rows, edges and choices.
    pub(super) fn lay(&self) -> Result<Laid, Objection> {
        self.well_formed()?;
        let inverses = self.inverses()?;
        let unforced = self.unforced(&inverses);
        let situations: Vec<Situation> =
            self.contacts.iter().map(|contact| self.situation(contact)).collect::<Result<_, _>>()?;
        let sides: Vec<Vec<Side>> =
            (0..self.contacts.len()).map(|contact| self.sides(contact, &inverses)).collect();
        let (edges, sites) = self.sites(&situations);
        let mut responses = Vec::with_capacity(edges.len());
        for edge in &edges {
            responses.push(
                sides[edge.contact]
                    .iter()
                    .map(|side| (side.body, combined(&side.response, &edge.force[1])))
                    .collect(),
            );
        }
        let changes: Vec<Whole> = responses
            .iter()
            .map(|response: &Vec<(usize, [Rational; 3])>| {
                Whole::new(response.iter().map(|(body, change)| (*body, change)))
            })
            .collect();
        let mut rows = Vec::with_capacity(2 * self.contacts.len());
        for (index, contact) in self.contacts.iter().enumerate() {
            if situations[index] == Situation::Unconstrained || situations[index] == Situation::Leaving {
                let nothing = vec![IBig::ZERO; edges.len() + 1];
                rows.extend([nothing.clone(), nothing]);
                continue;
            }
            let constant = self.rates(contact, &unforced).ok_or(Objection::Row(index))?;
            for (component, constant) in constant.iter().enumerate() {
                let frame = Whole::new(sides[index].iter().map(|side| (side.body, &side.frame[component])));
                rows.push(frame.row(&changes, constant));
            }
        }
        let choices = Choices::of_integers(edges.len(), rows, sites)?;
        let given = self.contacts.iter().map(|contact| match &contact.force {
            ForceState::Given(force) => force.clone(),
            _ => Default::default(),
        });
        let given = given.collect();
        let between = self.between(&situations);
        grouped(self, Laid { edges, unforced, responses, given, choices, groups: Vec::new(), between })
    }

    /// Inverse mass matrices in the freedoms of the free bodies.
    fn inverses(&self) -> Result<Vec<Option<[[Rational; 3]; 3]>>, Objection> {
        let inverse = |(index, body): (usize, &super::OutcomeBody)| match &body.motion {
            Motion::Given { .. } => Ok(None),
            Motion::Free { mass, freedoms, .. } => {
                let inverse = invert(mass, freedoms).filter(|_| is_mass_in(mass, freedoms));
                inverse.map(Some).ok_or(Objection::Mass(index))
            }
        };
        self.bodies.iter().enumerate().map(inverse).collect()
    }

    fn unforced(&self, inverses: &[Option<[[Rational; 3]; 3]>]) -> Vec<[Rational; 3]> {
        let mut all = Vec::with_capacity(self.bodies.len());
        for (index, (body, inverse)) in self.bodies.iter().zip(inverses).enumerate() {
            let acceleration = match (&body.motion, inverse) {
                (Motion::Free { .. }, Some(inverse)) => times(inverse, &self.driving(index)),
                (Motion::Given { acceleration }, _) => acceleration.clone(),
                _ => Default::default(),
            };
            all.push(acceleration);
        }
        all
    }

    /// The wrench on a body of its load and of the contacts whose force is given.
    pub(super) fn driving(&self, index: usize) -> [Rational; 3] {
        let body = &self.bodies[index];
        let Motion::Free { load, .. } = &body.motion else { return Default::default() };
        let mut total = load.clone();
        for contact in &self.contacts {
            let ForceState::Given([along, across]) = &contact.force else { continue };
            let wrench = self.wrench(contact, body, along, across);
            if contact.on == Some(index) {
                total.iter_mut().zip(&wrench).for_each(|(total, part)| *total += part);
            } else if contact.against == Some(index) {
                total.iter_mut().zip(&wrench).for_each(|(total, part)| *total -= part);
            }
        }
        total
    }

    fn sides(&self, index: usize, inverses: &[Option<[[Rational; 3]; 3]>]) -> Vec<Side> {
        let contact = &self.contacts[index];
        let mut sides = Vec::with_capacity(2);
        for (party, away) in [(contact.on, false), (contact.against, true)] {
            let Some((body, inverse)) = party.and_then(|body| Some((body, inverses.get(body)?.as_ref()?)))
            else {
                continue;
            };
            let [rx, ry] = lever(&self.bodies[body], &contact.point);
            let frame = [contact.normal.clone(), contact.tangent()].map(|[x, y]| {
                let [x, y] = if away { [-x, -y] } else { [x, y] };
                [&rx * &y - &ry * &x, x, y]
            });
            let response = frame.each_ref().map(|wrench| times(inverse, wrench));
            sides.push(Side { body, frame, response });
        }
        sides
    }

    /// The edges of all contacts and the choices at each, (3).
    fn sites(&self, situations: &[Situation]) -> (Vec<ConeEdge>, Vec<Site>) {
        let mut edges: Vec<ConeEdge> = Vec::new();
        let mut sites = Vec::with_capacity(self.contacts.len());
        for (index, (contact, situation)) in self.contacts.iter().zip(situations).enumerate() {
            let (normal, tangent) = (2 * index, 2 * index + 1);
            let mut edge = |across: Rational| -> usize {
                let new = ConeEdge { contact: index, force: [Rational::one(), across] };
                edges.iter().position(|edge| *edge == new).unwrap_or_else(|| {
                    edges.push(new);
                    edges.len() - 1
                })
            };
            let [at_rest, sliding] = &contact.friction;
            let free = |label: &'static str| Choice { label: label.into(), signs: vec![], open: vec![] };
            let separates =
                || Choice { label: "s".into(), signs: vec![(normal, Signs::POSITIVE)], open: vec![] };
            let slides = |label: &'static str, edge: usize, sign: Option<Signs>| Choice {
                label: label.into(),
                signs: [(normal, Signs::ZERO)].into_iter().chain(sign.map(|sign| (tangent, sign))).collect(),
                open: vec![edge],
            };
            sites.push(match situation {
                Situation::Unconstrained => Site { choices: vec![free("u")], groups: vec![] },
                Situation::Leaving => Site { choices: vec![free("s")], groups: vec![] },
                Situation::SlidesLeft => {
                    Site { choices: vec![separates(), slides("l", edge(-sliding), None)], groups: vec![] }
                }
                Situation::SlidesRight => Site {
                    choices: vec![separates(), slides("r", edge(sliding.clone()), None)],
                    groups: vec![],
                },
                Situation::AtRest => {
                    let mut cone = vec![edge(-at_rest), edge(at_rest.clone())];
                    cone.dedup();
                    let sticks = Choice {
                        label: "n".into(),
                        signs: vec![(normal, Signs::ZERO), (tangent, Signs::ZERO)],
                        open: cone,
                    };
                    let left = slides("l", edge(-sliding), Some(Signs::POSITIVE));
                    let right = slides("r", edge(sliding.clone()), Some(Signs::NEGATIVE));
                    Site {
                        choices: vec![separates(), sticks, left, right],
                        groups: vec![("m".into(), 0b1110)],
                    }
                }
            });
        }
        (edges, sites)
    }
}

/// Screws of some bodies over one positive denominator.
struct Whole {
    parts: Vec<(usize, [IBig; 3])>,
    denominator: UBig,
}

impl Whole {
    fn new<'a>(parts: impl Iterator<Item = (usize, &'a [Rational; 3])> + Clone) -> Self {
        let entries = parts.clone().flat_map(|(_, screw)| screw);
        let denominator = entries.fold(UBig::ONE, |common, entry| multiple(common, entry.denominator()));
        let scaled = |entry: &Rational| scaled(entry.numerator(), entry.denominator(), &denominator);
        let parts = parts.map(|(body, screw)| (body, screw.each_ref().map(scaled))).collect();
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

    /// A row in integers: products with the changes that the edges make, and the constant; times this denominator and those of all of them.
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

fn combined([normal, tangent]: &[[Rational; 3]; 2], across: &Rational) -> [Rational; 3] {
    std::array::from_fn(|index| &normal[index] + across * &tangent[index])
}

fn dot(a: &[Rational; 3], b: &[Rational; 3]) -> Rational {
    let terms = a.iter().zip(b).filter(|(a, b)| !a.is_zero() && !b.is_zero());
    terms.fold(Rational::zero(), |sum, (a, b)| sum + a * b)
}

fn times(matrix: &[[Rational; 3]; 3], vector: &[Rational; 3]) -> [Rational; 3] {
    matrix.each_ref().map(|row| dot(row, vector))
}

/// The inverse of the part of a matrix that belongs to the freedoms, zero elsewhere.
fn invert(matrix: &[[Rational; 3]; 3], freedoms: &[bool; 3]) -> Option<[[Rational; 3]; 3]> {
    let mut rows: [[Rational; 6]; 3] = std::array::from_fn(|row| {
        std::array::from_fn(|column| {
            let unit = Rational::from(i64::from(column == row || column == row + 3));
            let inside = freedoms[row] && column < 3 && freedoms[column];
            if inside {
                matrix[row][column].clone()
            } else if column == row || column == row + 3 {
                unit
            } else {
                Rational::zero()
            }
        })
    });
    for step in 0..3 {
        let pivot = (step..3).find(|&row| !rows[row][step].is_zero())?;
        rows.swap(step, pivot);
        let scale = rows[step][step].recip()?;
        rows[step].iter_mut().filter(|entry| !entry.is_zero()).for_each(|entry| *entry = &*entry * &scale);
        let top = rows[step].clone();
        for (_, row) in
            rows.iter_mut().enumerate().filter(|(index, row)| *index != step && !row[step].is_zero())
        {
            let factor = row[step].clone();
            row.iter_mut().zip(&top).for_each(|(entry, other)| *entry -= &(&factor * other));
        }
    }
    Some(std::array::from_fn(|row| {
        std::array::from_fn(|column| {
            if freedoms[row] && freedoms[column] { rows[row][column + 3].clone() } else { Rational::zero() }
        })
    }))
}
