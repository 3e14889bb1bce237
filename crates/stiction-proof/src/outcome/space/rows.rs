//! The contact law in space as a system of choices over multiples of the pyramids' edges.

use super::cells::{Cell, cells};
use super::{
    SpatialForceState, SpatialMotion, SpatialOutcomeProblem, SpatialSituation, Vector, dot, joined, lever,
    minus,
};
use crate::Rational;
use crate::choice::{Choice, Choices, Objection, Signs, Site};
use crate::mass::is_mass_in;
use crate::outcome::groups::grouped;
use crate::outcome::rows::{ConeEdge, Laid};
use crate::spatial::cross;
use std::cmp::Ordering;

/// A body's side of a contact: which body, and whether it is the one that the normal points away from.
struct Side {
    body: usize,
    away: bool,
}

/// A row of a contact: `direction·(aP − aQ)` and what does not depend on forces.
struct Row {
    contact: usize,
    direction: Vector,
    constant: Rational,
}

/// Edges, rows and sites while they are being laid.
#[derive(Default)]
struct Laying {
    edges: Vec<ConeEdge<3>>,
    rows: Vec<Row>,
    sites: Vec<Site>,
}

impl Laying {
    fn edge(&mut self, contact: usize, force: Vector) -> usize {
        let new = ConeEdge { contact, force };
        self.edges.iter().position(|edge| *edge == new).unwrap_or_else(|| {
            self.edges.push(new);
            self.edges.len() - 1
        })
    }

    fn row(&mut self, contact: usize, direction: Vector, constant: Rational) -> usize {
        self.rows.push(Row { contact, direction, constant });
        self.rows.len() - 1
    }
}

impl SpatialOutcomeProblem {
    /// The problem as rows, edges and choices.
    pub(super) fn lay(&self) -> Result<Laid<6, 3>, Objection> {
        self.well_formed()?;
        let inverses = self.inverses()?;
        let unforced = self.unforced(&inverses);
        let mut laying = Laying::default();
        for index in 0..self.contacts.len() {
            self.lay_contact(index, &unforced, &mut laying)?;
        }
        let Laying { edges, rows, sites } = laying;
        let sides: Vec<Vec<Side>> = (0..self.contacts.len()).map(|contact| self.sides(contact)).collect();
        let mut responses: Vec<Vec<(usize, [Rational; 6])>> = Vec::with_capacity(edges.len());
        for edge in &edges {
            let contact = &self.contacts[edge.contact];
            let response = |side: &Side| {
                let body = &self.bodies[side.body];
                let wrench = self.wrench(contact, body, &turned(&edge.force, side.away));
                inverses[side.body].as_ref().map(|inverse| (side.body, times(inverse, &wrench)))
            };
            responses.push(sides[edge.contact].iter().filter_map(response).collect());
        }
        let dense = |row: &Row| -> Vec<Rational> {
            let contact = &self.contacts[row.contact];
            let parts: Vec<(usize, [Rational; 6])> = sides[row.contact]
                .iter()
                .map(|side| {
                    let direction = turned(&row.direction, side.away);
                    let arm = lever(&self.bodies[side.body], &contact.point);
                    (side.body, joined(&cross(&arm, &direction), &direction))
                })
                .collect();
            let entry = |response: &Vec<(usize, [Rational; 6])>| -> Rational {
                let pairs = parts.iter().flat_map(|part| response.iter().map(move |other| (part, other)));
                let same = pairs.filter(|((body, _), (other, _))| body == other);
                same.map(|((_, part), (_, change))| product(part, change)).sum()
            };
            responses.iter().map(entry).chain([row.constant.clone()]).collect()
        };
        let rows: Vec<Vec<Rational>> = rows.iter().map(dense).collect();
        let choices = Choices::new(edges.len(), &rows, sites)?;
        let given = self.contacts.iter().map(|contact| match &contact.force {
            SpatialForceState::Given(force) => force.clone(),
            _ => Vector::default(),
        });
        let given = given.collect();
        let between = vec![None; self.contacts.len()];
        grouped(self, Laid { edges, unforced, responses, given, choices, groups: Vec::new(), between })
    }

    fn lay_contact(
        &self,
        index: usize,
        unforced: &[[Rational; 6]],
        laying: &mut Laying,
    ) -> Result<(), Objection> {
        let contact = &self.contacts[index];
        let free = |label: &'static str| Site {
            choices: vec![Choice { label: label.into(), signs: vec![], open: vec![] }],
            groups: vec![],
        };
        let situation = self.situation(index)?;
        match &situation {
            SpatialSituation::Unconstrained => laying.sites.push(free("u")),
            SpatialSituation::Leaving => laying.sites.push(free("s")),
            SpatialSituation::Slides(edges) => {
                let (constant, _) = self.rates(contact, unforced).ok_or(Objection::Row(index))?;
                let normal = laying.row(index, contact.normal.clone(), constant);
                let open =
                    self.sliding_edges(index, edges).into_iter().map(|force| laying.edge(index, force));
                let open: Vec<usize> = open.collect();
                let label = Cell::of(contact, &self.velocity(contact)).signs_label();
                let slides = Choice { label: label.into(), signs: vec![(normal, Signs::ZERO)], open };
                laying.sites.push(Site { choices: vec![separates(normal), slides], groups: vec![] });
            }
            SpatialSituation::AtRest => self.lay_at_rest(index, unforced, laying)?,
        }
        Ok(())
    }

    /// The edges on which a sliding contact's force lies: of its pyramid, of the friction that is named, or the normal alone.
    pub(super) fn sliding_edges(&self, index: usize, edges: &[usize]) -> Vec<Vector> {
        let contact = &self.contacts[index];
        let kinetic = &contact.friction[1];
        match (&contact.drag, contact.is_smooth()) {
            (_, true) => vec![contact.normal.clone()],
            (Some(drag), _) => vec![contact.edge(drag, kinetic)],
            _ => edges.iter().map(|&edge| contact.edge(&contact.across[edge], kinetic)).collect(),
        }
    }

    fn lay_at_rest(
        &self,
        index: usize,
        unforced: &[[Rational; 6]],
        laying: &mut Laying,
    ) -> Result<(), Objection> {
        let contact = &self.contacts[index];
        // A round cone at rest has more edges than a system of choices.
        if !contact.is_smooth() && contact.across.is_empty() {
            return Err(Objection::Value(index));
        }
        let (constant, parting) = self.rates(contact, unforced).ok_or(Objection::Row(index))?;
        let normal = laying.row(index, contact.normal.clone(), constant);
        let tangents: Vec<usize> = contact
            .tangents
            .iter()
            .map(|tangent| laying.row(index, tangent.clone(), dot(tangent, &parting)))
            .collect();
        let count = contact.across.len();
        let sides: Vec<usize> = (0..count)
            .map(|k| {
                let side = minus(&contact.across[(k + 1) % count], &contact.across[k]);
                let constant = dot(&side, &parting);
                laying.row(index, side, constant)
            })
            .collect();
        let forces: Vec<Vector> = if contact.is_smooth() {
            vec![contact.normal.clone()]
        } else {
            contact.across.iter().map(|direction| contact.edge(direction, &contact.friction[0])).collect()
        };
        let mut open: Vec<usize> = forces.into_iter().map(|force| laying.edge(index, force)).collect();
        open.dedup();
        let still = tangents.iter().map(|&row| (row, Signs::ZERO));
        let sticks = Choice {
            label: "0".repeat(tangents.len()).into(),
            signs: std::iter::once((normal, Signs::ZERO)).chain(still).collect(),
            open,
        };
        let mut choices = vec![separates(normal), sticks];
        for cell in cells(contact) {
            let mut signs = vec![(normal, Signs::ZERO)];
            for (&row, sign) in tangents.iter().zip(&cell.signs) {
                signs.push((
                    row,
                    match sign {
                        Ordering::Less => Signs::NEGATIVE,
                        Ordering::Equal => Signs::ZERO,
                        Ordering::Greater => Signs::POSITIVE,
                    },
                ));
            }
            signs.extend(compared(&cell.edges, &sides));
            let open =
                self.sliding_edges(index, &cell.edges).into_iter().map(|force| laying.edge(index, force));
            let open = open.collect();
            choices.push(Choice { label: cell.label(count).into(), signs, open });
        }
        let kept = choices.len() as u32;
        if kept > 32 {
            return Err(Objection::Effort);
        }
        let all = ((1_u64 << kept) - 1) as u32;
        laying.sites.push(Site { choices, groups: vec![("m".into(), all & !1)] });
        Ok(())
    }

    fn inverses(&self) -> Result<Vec<Option<[[Rational; 6]; 6]>>, Objection> {
        let inverse = |(index, body): (usize, &super::SpatialOutcomeBody)| match &body.motion {
            SpatialMotion::Given { .. } => Ok(None),
            SpatialMotion::Free { mass, freedoms, .. } => {
                let inverse = invert(mass, freedoms).filter(|_| is_mass_in(mass, freedoms));
                inverse.map(Some).ok_or(Objection::Mass(index))
            }
        };
        self.bodies.iter().enumerate().map(inverse).collect()
    }

    fn unforced(&self, inverses: &[Option<[[Rational; 6]; 6]>]) -> Vec<[Rational; 6]> {
        let mut all = Vec::with_capacity(self.bodies.len());
        for (index, (body, inverse)) in self.bodies.iter().zip(inverses).enumerate() {
            all.push(match (&body.motion, inverse) {
                (SpatialMotion::Free { .. }, Some(inverse)) => times(inverse, &self.acting_on(index)),
                (SpatialMotion::Given { acceleration }, _) => acceleration.clone(),
                _ => Default::default(),
            });
        }
        all
    }

    /// What moves a free body besides its contacts, and the contacts whose force is given.
    pub(super) fn acting_on(&self, index: usize) -> [Rational; 6] {
        let body = &self.bodies[index];
        let mut total = self.driving(body);
        for contact in &self.contacts {
            let SpatialForceState::Given(force) = &contact.force else { continue };
            let wrench = self.wrench(contact, body, force);
            if contact.on == Some(index) {
                total.iter_mut().zip(&wrench).for_each(|(total, part)| *total += part);
            } else if contact.against == Some(index) {
                total.iter_mut().zip(&wrench).for_each(|(total, part)| *total -= part);
            }
        }
        total
    }

    fn sides(&self, index: usize) -> Vec<Side> {
        let contact = &self.contacts[index];
        let parties = [(contact.on, false), (contact.against, true)];
        let free = parties.into_iter().filter(|(party, _)| self.is_free(*party));
        free.filter_map(|(party, away)| Some(Side { body: party?, away })).collect()
    }
}

/// The comparisons that make these edges the ones with the least work: `s_k = (d_{k+1} − d_k)·at` falls before them, and rises after.
fn compared(edges: &[usize], sides: &[usize]) -> Vec<(usize, Signs)> {
    let count = sides.len();
    let before = |edge: usize| (sides[(edge + count - 1) % count], Signs::NEGATIVE);
    match *edges {
        [edge] => vec![before(edge), (sides[edge], Signs::POSITIVE)],
        [first, second] => {
            // The one after which the other comes.
            let lead = if (first + 1) % count == second { first } else { second };
            vec![before(lead), (sides[lead], Signs::ZERO), (sides[(lead + 1) % count], Signs::POSITIVE)]
        }
        _ => Vec::new(),
    }
}

fn separates(normal: usize) -> Choice {
    Choice { label: "s".into(), signs: vec![(normal, Signs::POSITIVE)], open: vec![] }
}

fn turned(vector: &Vector, away: bool) -> Vector {
    if away { vector.clone().map(|entry| -entry) } else { vector.clone() }
}

fn product(a: &[Rational; 6], b: &[Rational; 6]) -> Rational {
    let terms = a.iter().zip(b).filter(|(a, b)| !a.is_zero() && !b.is_zero());
    terms.fold(Rational::zero(), |sum, (a, b)| sum + a * b)
}

fn times(matrix: &[[Rational; 6]; 6], vector: &[Rational; 6]) -> [Rational; 6] {
    matrix.each_ref().map(|row| product(row, vector))
}

/// The inverse of the part of a matrix that belongs to the freedoms, zero elsewhere.
fn invert(matrix: &[[Rational; 6]; 6], freedoms: &[bool; 6]) -> Option<[[Rational; 6]; 6]> {
    let mut rows: [[Rational; 12]; 6] = std::array::from_fn(|row| {
        std::array::from_fn(|column| {
            if column < 6 && freedoms[row] && freedoms[column] {
                matrix[row][column].clone()
            } else {
                Rational::from(i64::from(column == row || column == row + 6))
            }
        })
    });
    for step in 0..6 {
        let pivot = (step..6).find(|&row| !rows[row][step].is_zero())?;
        rows.swap(step, pivot);
        let scale = rows[step][step].recip()?;
        rows[step].iter_mut().filter(|entry| !entry.is_zero()).for_each(|entry| *entry = &*entry * &scale);
        let top = rows[step].clone();
        for (index, row) in rows.iter_mut().enumerate() {
            if index != step && !row[step].is_zero() {
                let factor = row[step].clone();
                row.iter_mut().zip(&top).for_each(|(entry, other)| *entry -= &(&factor * other));
            }
        }
    }
    Some(std::array::from_fn(|row| {
        std::array::from_fn(|column| {
            if freedoms[row] && freedoms[column] { rows[row][column + 6].clone() } else { Rational::zero() }
        })
    }))
}
