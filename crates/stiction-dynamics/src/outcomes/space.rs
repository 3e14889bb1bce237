//! A contact in space, from a scene and in a report that is judged.
//!
//! At rest friction needs a pyramid: a round cone at rest is no system of choices. In motion the direction of slip is
//! known, and a round cone gives one edge, `n − μk·|n|·v/|v|`, rounded where that root is.
//!
//! Where a reported motion is judged, what is exact, products with the normal and parts across it, is taken in
//! fractions; lengths are roots, and come in doubles. Of a pyramid with directions `dₖ` and a force whose multiple of
//! the normal is `a`, forces that slide lie on `μk·a·dₖ` of the edges that take up most, or between two of them, and
//! those that stick within the polygon of all `μs·a·dₖ`:
//!
//! ```text
//!     outside   the largest distance of ft beyond the line through a side                              (1)
//!     ratio     the largest m·ft / (m·μ·a·dₖ) over the sides, m across the side from dₖ to its neighbour   (2)
//! ```
//!
//! Where slip begins, edges count as taking up most that do within the tolerance: noise of an engine would else
//! choose between two that tie, and a force between them would be far off either.

use super::happens::{Cones, ContactMotion, Happens, Outcoming};
use super::referee::{AtContact, parting};
use stiction_exact::root::square_root;
use stiction_exact::vector::{
    across, cross, default_tangent, dot, is_zero, minus, multiple_of, norm, plus, scaled,
};
use stiction_geometry::screw::Spatial;
use stiction_geometry::shape::SolidFeature;
use stiction_proof::{
    Flat, ForceState, Meets, Rational, Situation, SpatialContact, SpatialOutcomeContact,
    SpatialOutcomeProblem, Vector,
};
use stiction_scene::lower::{ConeModel, Misfit, pyramid_of};
use stiction_scene::scene::{Contact, Party, Rounding, Scene};

/// Edges of a pyramid beyond which a contact has more ways to begin to slide than a choice has bits.
const MOST_EDGES: usize = 8;

/// Angles are told to a millionth of a degree: arcs are not rounded alike on all machines.
const PARTS_OF_A_DEGREE: f64 = 1e6;

impl Outcoming<6, 3> for Spatial {
    type Contact = SpatialOutcomeContact;
}

impl Happens<6, 3> for SpatialOutcomeContact {
    type World = Spatial;
    const FORCE: &'static str = "give `[fn, ft1, ft2]` with `fn >= 0` and `|ft| <= mu·fn`";

    fn unfit(cones: Cones) -> Option<Misfit> {
        let (ConeModel::Inner(count) | ConeModel::Outer(count)) = cones.model else { return None };
        (count > MOST_EDGES).then(|| {
            let message = format!("a pyramid of {count} edges has too many ways to begin to slide");
            Misfit::new("pyramid", &["--cone"], message, "give `--cone inner:8` or fewer edges")
        })
    }

    type Surroundings<'s> = &'s Scene<Spatial>;

    fn known(scene: &Scene<Spatial>) -> &Scene<Spatial> {
        scene
    }

    fn contact(
        from: &Contact<Spatial>,
        ([on, against], force): ([Option<usize>; 2], ForceState<3>),
        scene: &&Scene<Spatial>,
        _: &mut Vec<Rounding>,
    ) -> Self {
        let Contact { id, point, normal, friction, .. } = from.clone();
        let (friction, across, drag) = (friction.both(), Vec::new(), None);
        let (tangents, flat) = (tangents(from), flat(scene, from));
        Self { id, on, against, point, normal, friction, across, tangents, drag, flat, force }
    }

    fn summed(directions: &[Vector], multiples: Vec<Rational>) -> Vector {
        let parts =
            directions.iter().zip(multiples).map(|(direction, multiple)| scaled(direction, &multiple));
        parts.fold(Vector::default(), |sum, part| plus(&sum, &part))
    }

    fn unknown(id: &str, _: bool) -> Misfit {
        let message = format!("contact \"{id}\" moves, and what is flat there is not known");
        let help = "give the bodies shapes: a vertex on a flat may roll, anything on a flat may slide";
        Misfit::new("missing-curvature", &["contacts", id], message, help)
    }

    fn rub(
        &mut self,
        contact: &Contact<Spatial>,
        slip: &Vector,
        cones: Cones,
        rounded: &mut Vec<Rounding>,
    ) -> Result<(), Misfit> {
        if contact.soft.is_some() {
            let message = "a soft contact is not taken by this question";
            let path = ["contacts", contact.id.as_str(), "soft"];
            return Err(Misfit::new("soft", &path, message, "leave `soft` out"));
        }
        if self.is_smooth() || self.along(slip).is_positive() {
            return Ok(());
        }
        if let Some(across) = pyramid_of(contact, &contact.normal, cones.model, rounded) {
            self.across = across;
        } else if let Some(ratio) = dot(&self.normal, &self.normal).checked_div(&dot(slip, slip)) {
            let root = square_root(&ratio);
            if !root.exact {
                let why = "friction is against the slip, whose length is an irrational root".to_owned();
                rounded.push(Rounding { path: format!("contacts.{}.friction", contact.id), why });
            }
            self.drag = Some(slip.each_ref().map(|entry| -(entry * &root.value)));
        } else if !cones.judged {
            let message = format!("contact \"{}\" is at rest, and its friction cone is round", contact.id);
            let help = "ask with a pyramid: `--cone inner:4`, `outer:4`, … `inner:8`";
            return Err(Misfit::new("round-cone", &["contacts", &contact.id], message, help));
        }
        Ok(())
    }

    fn directions(&self) -> Vec<Vector> {
        std::iter::once(&self.normal).chain(&self.tangents).cloned().collect()
    }

    fn size(&self, components: &Vector) -> f64 {
        norm(components)
    }

    fn touch(&self, friction: Rational) -> SpatialContact {
        SpatialContact::new(&self.id, self.point.clone(), self.normal.clone(), friction)
    }

    fn judged(&self, seen: &ContactMotion<Self, 6, 3>, force: &Vector, still: f64) -> AtContact {
        let length = norm(&self.normal);
        let normal = dot(force, &self.normal).to_f64() / length;
        // The normal of a contact is not zero.
        let sideways = |vector: &Vector| across(&self.normal, vector).unwrap_or_else(|| vector.clone());
        let rubbed = sideways(force);
        let begins = seen.rates.as_ref().map(|(_, parting)| sideways(parting)).unwrap_or_default();
        let multiple = multiple_of(&self.normal, force).unwrap_or_else(Rational::zero);
        let law = Law { contact: self, normal, rubbed: &rubbed, multiple, length };
        let (off, slip) = match &seen.situation {
            Some(Situation::Slides(_)) => {
                let slip = sideways(&seen.velocity);
                (law.off_edge(&slip, 0.0), slip)
            }
            Some(Situation::AtRest) => {
                let sticks = law.outside().max(norm(&begins));
                let off = if is_zero(&begins) { sticks } else { sticks.min(law.off_edge(&begins, still)) };
                // A direction that is noise is none.
                (off, if norm(&begins) > still { begins } else { Vector::default() })
            }
            // It asks for nothing, and pushes with what it is told to, or not at all.
            _ => (norm(&minus(force, &seen.controlled)), Vector::default()),
        };
        AtContact {
            broken: [off.max(-normal).max(0.0), parting(seen, length, normal)],
            normal,
            ratio: law.ratio(matches!(seen.situation, Some(Situation::Slides(_)))),
            angle: angle(&rubbed, &slip),
        }
    }
}

/// Whether some contact at rest has a round cone, so that its modes cannot be listed.
pub fn is_round_at_rest(problem: &SpatialOutcomeProblem) -> bool {
    problem.contacts.iter().any(|contact| {
        let round = contact.across.is_empty() && contact.drag.is_none() && !contact.is_smooth();
        round && problem.situation(contact) == Ok(Situation::AtRest)
    })
}

fn tangents(contact: &Contact<Spatial>) -> Vec<Vector> {
    if !contact.tangents.is_empty() {
        return contact.tangents.clone();
    }
    let first = default_tangent(&contact.normal);
    let second = cross(&contact.normal, &first);
    vec![first, second]
}

/// Which side is flat at a contact, by the shapes, and whether the other touches it with a vertex.
fn flat(scene: &Scene<Spatial>, contact: &Contact<Spatial>) -> Option<Flat> {
    let feature = |party: Party| {
        let nearest = scene.body_of(party)?.shape.as_ref()?.nearest(&contact.point)?;
        nearest.on_surface.then_some(nearest.feature)
    };
    let (on, against) = (feature(contact.on), feature(contact.against));
    let is_face = |feature: &Option<SolidFeature>| matches!(feature, Some(SolidFeature::Face { .. }));
    let is_vertex = |feature: &Option<SolidFeature>| matches!(feature, Some(SolidFeature::Vertex { .. }));
    match (is_face(&on), is_face(&against)) {
        (_, true) => Some(Flat { of_on: false, vertex: is_vertex(&on) }),
        (true, _) => Some(Flat { of_on: true, vertex: is_vertex(&against) }),
        _ => None,
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
    /// How far the force is from that of sliding along a direction, which is not zero: on the edge against it, or on
    /// those that take up most.
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

fn to_segment(point: &Vector, one: &Vector, other: &Vector) -> f64 {
    let (along, from) = (minus(other, one), minus(point, one));
    // A segment of one point is that point.
    let Some(place) = multiple_of(&along, &from) else { return norm(&from) };
    let place = place.max(Rational::zero()).min(Rational::one());
    norm(&minus(&from, &scaled(&along, &place)))
}
