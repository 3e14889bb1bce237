//! The laws at a contact in space, of round cones and of pyramids.
//!
//! What is exact, products with the normal and parts across it, is taken in fractions; lengths are roots, and come in doubles.  Of a pyramid
//! with directions `dₖ` and a force whose multiple of the normal is `a`, forces that slide lie on `μk·a·dₖ` of the edges that take up most, or
//! between two of them, and those that stick within the polygon of all `μs·a·dₖ`:
//!
//! ```text
//!     outside   the largest distance of ft beyond the line through a side                              (1)
//!     ratio     the largest m·ft / (m·μ·a·dₖ) over the sides, m across the side from dₖ to its neighbour   (2)
//! ```
//!
//! Where slip begins, edges count as taking up most that do within the tolerance: noise of an engine would else choose between two that tie,
//! and a force between them would be far off either.

use super::{AtContact, AtRest, Inertia, Refereed};
use crate::exact::root::square_root;
use crate::exact::vector::{cross, dot};
use crate::screw::Spatial;
use stiction_proof::{
    AssemblyBody, AssemblyContact, AssemblyProblem, ContactLaw, Rational, SpatialContact, SpatialForceState,
    SpatialMotion, SpatialOutcomeContact, SpatialOutcomeProblem, SpatialSituation, Vector,
};

/// Angles are told to a millionth of a degree: arcs are not rounded alike on all machines.
const PARTS_OF_A_DEGREE: f64 = 1e6;

impl Refereed<6, 3> for SpatialOutcomeProblem {
    type World = Spatial;

    fn free_named(&self) -> Vec<(usize, &str)> {
        self.free().into_iter().map(|body| (body, self.bodies[body].name.as_str())).collect()
    }

    fn contact_names(&self) -> Vec<&str> {
        self.contacts.iter().map(|contact| contact.id.as_str()).collect()
    }

    fn force_of(&self, contact: usize, newtons: &Vector) -> Vector {
        let contact = &self.contacts[contact];
        let directions = std::iter::once(&contact.normal).chain(&contact.tangents);
        let mut force = Vector::default();
        for (part, direction) in newtons.iter().zip(directions) {
            let length = square_root(&dot(direction, direction)).value;
            let factor = part.checked_div(&length).unwrap_or_default();
            force.iter_mut().zip(direction).for_each(|(sum, entry)| *sum += &(&factor * entry));
        }
        force
    }

    fn controlled(&self, contact: usize) -> Vector {
        match &self.contacts[contact].force {
            SpatialForceState::Given(force) => force.clone(),
            _ => Vector::default(),
        }
    }

    fn inertia(&self, body: usize) -> Inertia<'_, 6> {
        match &self.bodies[body].motion {
            SpatialMotion::Free { mass, freedoms, .. } => Ok((mass, freedoms)),
            SpatialMotion::Given { acceleration } => Err(acceleration),
        }
    }

    fn left(&self, body: usize, acceleration: &[Rational; 6], forces: &[Vector]) -> Option<[Rational; 6]> {
        self.residual(body, acceleration, forces)
    }

    fn judge_contact(
        &self,
        index: usize,
        accelerations: &[[Rational; 6]],
        force: &Vector,
        still: f64,
    ) -> AtContact {
        let contact = &self.contacts[index];
        let length = norm(&contact.normal);
        let normal = dot(force, &contact.normal).to_f64() / length;
        let rubbed = across(&contact.normal, force);
        let rates = self.rates(contact, accelerations);
        let situation = self.situation(index);
        let engaged = matches!(situation, Ok(SpatialSituation::AtRest | SpatialSituation::Slides(_)));
        let opening = rates.as_ref().filter(|_| engaged).map(|(opening, _)| opening.to_f64() / length);
        let parting = opening
            .map_or(0.0, |opening| if opening < 0.0 { -opening } else { opening.min(normal.max(0.0)) });
        let begins = rates.map(|(_, parting)| across(&contact.normal, &parting)).unwrap_or_default();
        let law = Law { contact, normal, rubbed: &rubbed, multiple: multiple(contact, force), length };
        let (off, slip) = match &situation {
            Ok(SpatialSituation::Slides(_)) => {
                let slip = across(&contact.normal, &self.velocity(contact));
                (law.off_edge(&slip, 0.0), slip)
            }
            Ok(SpatialSituation::AtRest) => {
                let sticks = law.outside().max(norm(&begins));
                let off = if is_zero(&begins) { sticks } else { sticks.min(law.off_edge(&begins, still)) };
                // A direction that is noise is none.
                (off, if norm(&begins) > still { begins } else { Vector::default() })
            }
            // It asks for nothing, and pushes with what it is told to, or not at all.
            _ => (norm(&minus(force, &self.controlled(index))), Vector::default()),
        };
        AtContact {
            coulomb: off.max(-normal).max(0.0),
            contact: parting,
            normal,
            ratio: law.ratio(matches!(situation, Ok(SpatialSituation::Slides(_)))),
            angle: angle(&rubbed, &slip),
        }
    }

    fn with_velocities(&self, velocities: &[(usize, [Rational; 6])]) -> Self {
        let mut moved = self.clone();
        velocities.iter().for_each(|(body, twist)| moved.bodies[*body].twist = twist.clone());
        moved
    }

    fn drift(&self, there: &Self, index: usize) -> f64 {
        let contact = &self.contacts[index];
        norm(&minus(&self.velocity(contact), &there.velocity(contact)))
    }

    fn at_rest(&self) -> AtRest<Spatial> {
        let free = self.free();
        let place = |body: Option<usize>| free.iter().position(|&other| Some(other) == body);
        let touching = self.contacts.iter().filter(|contact| contact.force == SpatialForceState::Touching);
        let contacts = touching.filter_map(|contact| {
            let (on, against) = (place(contact.on), place(contact.against));
            let touch = SpatialContact {
                id: contact.id.clone(),
                point: contact.point.clone(),
                normal: contact.normal.clone(),
                friction: contact.friction[0].clone(),
                torsion: None,
                across: None,
                most: None,
            };
            (on.is_some() || against.is_some()).then_some(AssemblyContact { on, against, touch })
        });
        let body = |&index: &usize| {
            let body = &self.bodies[index];
            let all = [true; 6];
            let freedoms = self.inertia(index).map_or(&all, |(_, freedoms)| freedoms);
            AssemblyBody {
                name: body.name.clone(),
                reference: body.com.clone(),
                freedoms: (*freedoms != all).then(|| freedoms.to_vec()),
            }
        };
        let problem =
            AssemblyProblem { bodies: free.iter().map(body).collect(), contacts: contacts.collect() };
        (problem, free.iter().map(|&body| self.acting(body)).collect())
    }
}

/// Friction of one contact, and the force that is held against it.
struct Law<'a> {
    contact: &'a SpatialOutcomeContact,
    /// N along the normal.
    normal: f64,
    /// The force across the normal.
    rubbed: &'a Vector,
    /// The multiple of the normal that the force has.
    multiple: Rational,
    /// The length of the normal.
    length: f64,
}

impl Law<'_> {
    /// How far the force is from that of sliding along a direction, which is not zero: on the edge against it, or on those that take up most.
    fn off_edge(&self, slip: &Vector, near: f64) -> f64 {
        let kinetic = &self.contact.friction[1];
        if self.contact.across.is_empty() {
            // ft + μk·fn·v/|v|
            let along = kinetic.to_f64() * self.normal / norm(slip);
            let parts =
                self.rubbed.iter().zip(slip).map(|(rubbed, slip)| rubbed.to_f64() + along * slip.to_f64());
            return parts.map(|part| part * part).sum::<f64>().sqrt();
        }
        let reach = kinetic * &self.multiple;
        let corners: Vec<Vector> = self
            .least(slip, near)
            .into_iter()
            .map(|edge| scaled(&self.contact.across[edge], &reach))
            .collect();
        // One edge, or between any two.
        let apart = |one: &Vector| {
            corners.iter().map(|other| to_segment(self.rubbed, one, other)).fold(f64::MAX, f64::min)
        };
        corners.iter().map(apart).fold(f64::MAX, f64::min)
    }

    /// The edges that take up most of a slip, and those that take up as much but for this slip.
    fn least(&self, slip: &Vector, near: f64) -> Vec<usize> {
        let works: Vec<Rational> = self.contact.across.iter().map(|edge| dot(edge, slip)).collect();
        let Some(least) = works.iter().min() else { return Vec::new() };
        let ties = |edge: &usize| (&works[*edge] - least).to_f64() / self.length <= near;
        (0..works.len()).filter(ties).collect()
    }

    /// N by which the force is outside of the static cone.
    fn outside(&self) -> f64 {
        let at_rest = &self.contact.friction[0];
        if self.contact.across.is_empty() || !self.multiple.is_positive() {
            return (norm(self.rubbed) - at_rest.to_f64() * self.normal.max(0.0)).max(0.0);
        }
        let reach = at_rest * &self.multiple;
        let beyond = |(outwards, from): (Vector, &Vector)| {
            let over = dot(&outwards, self.rubbed) - &reach * dot(&outwards, from);
            over.to_f64() / norm(&outwards)
        };
        self.sides().map(beyond).fold(0.0, f64::max)
    }

    /// The sides of the pyramid: a direction outwards, and a corner.
    fn sides(&self) -> impl Iterator<Item = (Vector, &Vector)> {
        let corners = &self.contact.across;
        (0..corners.len()).map(move |at| {
            let (from, to) = (&corners[at], &corners[(at + 1) % corners.len()]);
            let outwards = cross(&minus(to, from), &self.contact.normal);
            let inside = dot(&outwards, from).is_negative();
            (if inside { outwards.map(|entry| -entry) } else { outwards }, from)
        })
    }

    fn ratio(&self, slides: bool) -> Option<f64> {
        let friction = &self.contact.friction[usize::from(slides)];
        if !self.multiple.is_positive() || !friction.is_positive() {
            return None;
        }
        if self.contact.across.is_empty() {
            return Some(norm(self.rubbed) / (friction.to_f64() * self.normal));
        }
        let reach = friction * &self.multiple;
        let wider = |(outwards, from): (Vector, &Vector)| {
            dot(&outwards, self.rubbed).checked_div(&(&reach * dot(&outwards, from)))
        };
        self.sides().filter_map(wider).max().map(|ratio| ratio.to_f64())
    }
}

/// Degrees between a friction and what opposes a slip.
fn angle(rubbed: &Vector, slip: &Vector) -> Option<f64> {
    if is_zero(rubbed) || is_zero(slip) {
        return None;
    }
    let (opposed, aside) = (-dot(rubbed, slip).to_f64(), norm(&cross(rubbed, slip)));
    Some((aside.atan2(opposed).to_degrees() * PARTS_OF_A_DEGREE).round() / PARTS_OF_A_DEGREE)
}

/// The multiple of the normal in a force.
fn multiple(contact: &SpatialOutcomeContact, force: &Vector) -> Rational {
    let square = dot(&contact.normal, &contact.normal);
    dot(force, &contact.normal).checked_div(&square).unwrap_or_default()
}

/// The part of a vector across a normal.
fn across(normal: &Vector, vector: &Vector) -> Vector {
    let part = dot(normal, vector).checked_div(&dot(normal, normal)).unwrap_or_default();
    std::array::from_fn(|at| &vector[at] - &part * &normal[at])
}

fn to_segment(point: &Vector, one: &Vector, other: &Vector) -> f64 {
    let (along, from) = (minus(other, one), minus(point, one));
    let place = dot(&from, &along).checked_div(&dot(&along, &along)).unwrap_or_default();
    let place = place.max(Rational::zero()).min(Rational::one());
    norm(&minus(&from, &scaled(&along, &place)))
}

fn scaled(vector: &Vector, factor: &Rational) -> Vector {
    vector.each_ref().map(|entry| entry * factor)
}

fn minus(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|at| &a[at] - &b[at])
}

fn is_zero(vector: &Vector) -> bool {
    vector.iter().all(Rational::is_zero)
}

fn norm(vector: &Vector) -> f64 {
    dot(vector, vector).to_f64().sqrt()
}
