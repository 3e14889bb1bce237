//! Curvatures of a contact as its problem holds them: seen from the body, divided by the normal's length.
//!
//! Where that length is irrational, or a radius was, the curvature lies between two fractions.  Where the
//! outline of a body shows that it is an arc or straight at the contact, with that very curvature, the
//! problem says so.

use super::length;
use crate::scene::{Contact, Curvature as Given, Party, Scene};
use stiction_exact::root::Root;
use stiction_geometry::screw::Planar;
use stiction_geometry::shape::{Boundary, Feature};
use stiction_proof::{Curvature, PlanarContact, Rational};

/// The outlines of a scene's bodies.
pub struct Outlines<'s> {
    boundaries: Vec<Option<Boundary<'s>>>,
    ground: Option<usize>,
    /// Whether some curvature passed through a root.
    rounded: bool,
}

impl<'s> Outlines<'s> {
    /// The outlines of a scene in which some curvature is asked for.
    pub fn new(scene: &'s Scene<Planar>) -> Self {
        let asked = scene.contacts.iter().any(|contact| contact.curvature.is_some());
        let outline =
            |body: &'s crate::scene::Body<Planar>| body.shape.as_ref().filter(|_| asked).map(Boundary::new);
        Self {
            boundaries: scene.bodies.iter().map(outline).collect(),
            ground: scene.bodies.iter().position(|body| body.name == crate::scene::GROUND),
            rounded: scene.rounded.iter().any(|rounding| is_of_curvature(&rounding.path)),
        }
    }

    /// The curvatures of the body and of its partner, if the contact has some.
    pub fn curvatures(&self, contact: &Contact<Planar>, body: usize) -> Option<[Curvature; 2]> {
        let [on, against] = contact.curvature.as_ref()?;
        let length = length(&contact.normal);
        let on_side = self.one(contact, on, contact.on, false, &length)?;
        let other_side = self.one(contact, against, contact.against, true, &length)?;
        Some(if contact.on == Party::Body(body) { [on_side, other_side] } else { [other_side, on_side] })
            .filter(|[body, finger]| may_touch(body, finger))
    }

    fn one(
        &self,
        contact: &Contact<Planar>,
        given: &Given,
        party: Party,
        turned: bool,
        length: &Root,
    ) -> Option<Curvature> {
        let Given::Finite(value) = given else { return Some(Curvature::Vertex) };
        let scaled = value.checked_div(&length.value)?;
        if value.is_zero() || length.exact && !self.rounded {
            let arc = self.is_arc(contact, value, party, turned);
            return Some(if arc { Curvature::Arc(scaled) } else { Curvature::Exactly(scaled) });
        }
        let part = scaled.abs() * Rational::new(1, 1 << if self.rounded { ROUNDED } else { DIVIDED });
        Some(Curvature::Between([&scaled - &part, scaled + part]))
    }

    /// Whether the party's outline goes through the contact, square to its normal and with this curvature.
    fn is_arc(&self, contact: &Contact<Planar>, value: &Rational, party: Party, turned: bool) -> bool {
        let index = match party {
            Party::Ground => self.ground,
            Party::Body(index) => Some(index),
        };
        let boundary = index.and_then(|index| self.boundaries.get(index)?.as_ref());
        let Some(nearest) = boundary.and_then(|boundary| boundary.nearest(&contact.point)) else {
            return false;
        };
        let Feature::Smooth { normal, curvature, rounded: false } = &nearest.feature else { return false };
        let [[nx, ny], [x, y]] = [normal, &contact.normal];
        let (along, across) = (nx * x + ny * y, nx * y - ny * x);
        let same_way = if turned { along.is_negative() } else { along.is_positive() };
        nearest.on_outline && curvature.as_ref() == Some(value) && across.is_zero() && same_way
    }
}

/// A curvature that passed through a root is off by less than 2⁻⁴⁸ of it.
const ROUNDED: u32 = 48;
/// A curvature that was divided by a root is off by less than 2⁻⁶² of it.
const DIVIDED: u32 = 62;

/// Whether outlines of these curvatures touch in a point, for all that is known of them.
fn may_touch(body: &Curvature, finger: &Curvature) -> bool {
    let touch = PlanarContact::new("", Default::default(), Default::default(), Rational::zero());
    touch.with_curvature(body.clone(), finger.clone()).may_touch()
}

/// Whether a rounded quantity is a curvature, which a problem holds with its bounds.
pub fn is_of_curvature(path: &str) -> bool {
    path.starts_with("contacts") && path.ends_with(".curvature")
}
