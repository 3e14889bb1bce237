//! The validated scene: bodies, contacts, what is driven, what is applied.
//!
//! Every number is exact.  A scene read from a file has passed `stiction-files`; one made in a program is
//! written with [`plane`] or [`space`], or built with [`Scene::new`], and checked by the question that is asked of it.
//!
//! ```
//! use stiction_scene::scene::{Body, Contact, Party, Scene};
//! use stiction_geometry::screw::Planar;
//!
//! let scene = Scene::<Planar>::new()
//!     .with_gravity([0, -10])
//!     .with_body(Body::new("part").with_mass(2).with_com([0, 1]))
//!     .with_contact(Contact::planar(Party::Body(0), [-1, 0], [0, 1]))
//!     .with_contact(Contact::planar(Party::Body(0), [1, 0], [0, 1]));
//! assert_eq!(scene.contacts[1].id, "2");
//! assert_eq!(scene.party_name(scene.contacts[1].against), "ground");
//! ```

mod axis;
mod body;
mod contact;
mod draft;
mod driven;
mod hybrid;
mod jam;
mod load;
mod misfit;
mod name;
mod overlooked;
mod peg;
mod place;
mod quantity;
mod robot;
mod tolerance;
mod touching;

pub use axis::{Axis, MOST_VALUES, Varied};
pub use body::{Body, Role, Trajectory};
pub use contact::{Contact, ContactModel, Curvature, Friction, Patch};
pub use draft::{
    BodyDraft, Components, ContactDraft, Coordinates, Draft, Drafted, Inertia, Number, body, contact, plane,
    space,
};
pub use hybrid::{HybridSection, RunSection, Wrist};
pub use jam::JamSection;
pub use load::Load;
pub use misfit::{Misfit, NoAnswer};
pub use name::{is_hidden, plain, push_quoted, visible};
pub use overlooked::{Doubt, Near, Overlooked};
pub use peg::PegSection;
pub use place::PlaceSection;
pub use quantity::{Quantity, quantity};
pub use robot::{ENVIRONMENT, Joints, ROBOT, RobotSection};
pub use tolerance::{Spread, ToleranceSection};
pub use touching::{Touching, TouchingLaw};

use stiction_geometry::screw::{Planar, Space, Spatial};
use stiction_geometry::shape::Geometry;
pub use stiction_proof::Rounding;
use stiction_proof::slow::MeterStick;
use stiction_proof::{NonZero, Rational};

/// The name under which the ground is known in files and reports.
pub const GROUND: &str = "ground";

/// A scene in the plane or in space: what the front ends hand to `answer`.
#[derive(Debug, Clone, PartialEq)]
pub enum AnyScene {
    /// A scene in the plane.
    Planar(Scene<Planar>),
    /// A scene in space.
    Spatial(Scene<Spatial>),
}

impl AnyScene {
    /// The load cases, in the order in which the file names them first.
    pub fn cases(&self) -> Vec<&str> {
        match self {
            Self::Planar(scene) => scene.cases(),
            Self::Spatial(scene) => scene.cases(),
        }
    }

    /// The load case that it is in.
    pub fn case(&self) -> Option<&str> {
        match self {
            Self::Planar(scene) => scene.case.as_deref(),
            Self::Spatial(scene) => scene.case.as_deref(),
        }
    }

    /// The scene in one of its load cases; none where it has no such case, or is in another one.
    pub fn in_case(&self, case: &str) -> Option<Self> {
        match self {
            Self::Planar(scene) => scene.in_case(case).map(Self::Planar),
            Self::Spatial(scene) => scene.in_case(case).map(Self::Spatial),
        }
    }
}

impl From<Scene<Planar>> for AnyScene {
    fn from(scene: Scene<Planar>) -> Self {
        Self::Planar(scene)
    }
}

impl From<Scene<Spatial>> for AnyScene {
    fn from(scene: Scene<Spatial>) -> Self {
        Self::Spatial(scene)
    }
}

/// Bodies and the contacts between them.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene<S: Geometry> {
    /// What the file calls itself.
    pub title: Option<String>,
    /// What the file counts its lengths in, for what is printed to be pasted into it; the scene itself is in metres.
    pub unit: Option<LengthUnit>,
    /// Acceleration of gravity.
    pub gravity: S::Vector,
    /// The bodies in the order of the file; the ground only if it was written.
    pub bodies: Vec<Body<S>>,
    /// The contacts in the order of the file, line contacts expanded.
    pub contacts: Vec<Contact<S>>,
    /// Which contacts stand for one line or area.
    pub patches: Vec<Patch<S::Vector>>,
    /// Loads where they act; each that acts is part of its body's wrench.
    pub loads: Vec<Load<S>>,
    /// The load case that the scene is in; without one the loads of no case act.
    pub case: Option<String>,
    /// What passed through a rounding on its way here.
    pub rounded: Vec<Rounding>,
    /// Pairs of bodies that may touch although no contact of theirs was taken.
    pub overlooked: Vec<Overlooked>,
    /// How bodies rub and bounce wherever they touch: the section `[detect]`.
    pub touching: Option<Touching>,
    /// The section `[jam]`.
    pub jam: Option<JamSection>,
    /// The section `[peg]`.
    pub peg: Option<PegSection>,
    /// The section `[meter_stick]`.
    pub meter_stick: Option<MeterStick>,
    /// The section `[hybrid]`.
    pub hybrid: Option<HybridSection>,
    /// The section `[robot]`.
    pub robot: Option<RobotSection>,
    /// The section `[place]`.
    pub place: Option<PlaceSection<S>>,
    /// The section `[tolerance]`.
    pub tolerance: Option<ToleranceSection>,
}

/// A unit of length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LengthUnit {
    /// How files write it: `mm`.
    pub word: String,
    /// Its length in metres.
    pub metres: NonZero,
}

/// One of the two partners of a contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Party {
    /// The ground, which always exists and is fixed, whether or not it was written as a body.
    Ground,
    /// The body with this index in [`Scene::bodies`].
    Body(usize),
}

impl<S: Geometry> Default for Scene<S> {
    fn default() -> Self {
        Self {
            title: None,
            unit: None,
            gravity: S::Vector::default(),
            bodies: Vec::new(),
            contacts: Vec::new(),
            patches: Vec::new(),
            loads: Vec::new(),
            case: None,
            rounded: Vec::new(),
            overlooked: Vec::new(),
            touching: None,
            jam: None,
            peg: None,
            meter_stick: None,
            hybrid: None,
            robot: None,
            place: None,
            tolerance: None,
        }
    }
}

impl<S: Geometry> Scene<S> {
    /// A scene with nothing but the ground, and no gravity.
    pub fn new() -> Self {
        Self::default()
    }

    /// The scene with a title.
    pub fn with_title(self, title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..self }
    }

    /// The scene with one more body.
    pub fn with_body(mut self, body: Body<S>) -> Self {
        self.bodies.push(body);
        self
    }

    /// The scene with one more contact; without an id it is called by its position, from `"1"`.
    pub fn with_contact(mut self, mut contact: Contact<S>) -> Self {
        if contact.id.is_empty() {
            contact.id = (self.contacts.len() + 1).to_string();
        }
        self.contacts.push(contact);
        self
    }

    /// The body of this name.
    pub fn body(&self, name: &str) -> Option<&Body<S>> {
        self.bodies.iter().find(|body| body.name == name)
    }

    /// The contact of this id.
    pub fn contact(&self, id: &str) -> Option<&Contact<S>> {
        self.contacts.iter().find(|contact| contact.id == id)
    }

    /// The party of this name; the ground is always [`Party::Ground`], even when written as a body.
    pub fn party(&self, name: &str) -> Option<Party> {
        if name == GROUND {
            return Some(Party::Ground);
        }
        self.bodies.iter().position(|body| body.name == name).map(Party::Body)
    }

    /// The name of a party.
    pub fn party_name(&self, party: Party) -> &str {
        match party {
            Party::Ground => GROUND,
            Party::Body(index) => self.bodies.get(index).map_or("?", |body| &body.name),
        }
    }

    /// The body of a party; of the ground only if it was written.
    pub fn body_of(&self, party: Party) -> Option<&Body<S>> {
        match party {
            Party::Ground => self.body(GROUND),
            Party::Body(index) => self.bodies.get(index),
        }
    }

    /// Whether a party moves as the forces tell it.
    pub fn is_free(&self, party: Party) -> bool {
        party != Party::Ground && self.body_of(party).is_some_and(|body| body.role == Role::Free)
    }

    /// The free bodies with their indices, in the order of the file.
    pub fn free_bodies(&self) -> impl Iterator<Item = (usize, &Body<S>)> {
        self.bodies.iter().enumerate().filter(|(_, body)| body.role == Role::Free)
    }

    /// The contacts that a body takes part in, with their indices.
    pub fn contacts_of(&self, party: Party) -> impl Iterator<Item = (usize, &Contact<S>)> {
        let takes_part = move |contact: &Contact<S>| contact.on == party || contact.against == party;
        self.contacts.iter().enumerate().filter(move |(_, contact)| takes_part(contact))
    }

    /// Those of them that touch.
    pub fn touching(&self, party: Party) -> Vec<&Contact<S>> {
        self.contacts_of(party).map(|(_, contact)| contact).filter(|contact| contact.is_touching()).collect()
    }
}

impl Scene<Planar> {
    /// The scene with gravity.
    pub fn with_gravity(self, gravity: [impl Into<Rational>; 2]) -> Self {
        Self { gravity: gravity.map(Into::into), ..self }
    }
}

/// All freedoms of a body of this space.
fn all_freedoms<S: Space>() -> Vec<bool> {
    vec![true; S::FREEDOMS]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ground_exists_without_being_written() {
        let scene = Scene::<Planar>::new().with_body(Body::new("part"));
        assert_eq!(scene.party("ground"), Some(Party::Ground));
        assert_eq!(scene.party("part"), Some(Party::Body(0)));
        assert_eq!(scene.party("other"), None);
        assert!(scene.is_free(Party::Body(0)) && !scene.is_free(Party::Ground));
        assert_eq!(scene.body_of(Party::Ground), None);
    }

    #[test]
    fn contacts_are_counted_from_one() {
        let contact = || Contact::planar(Party::Body(0), [0, 0], [0, 1]);
        let scene = Scene::<Planar>::new()
            .with_body(Body::new("part"))
            .with_contact(contact())
            .with_contact(contact().with_id("thumb"))
            .with_contact(contact());
        let ids: Vec<_> = scene.contacts.iter().map(|c| c.id.as_str()).collect();
        assert_eq!(ids, ["1", "thumb", "3"]);
        assert_eq!(scene.contacts_of(Party::Ground).count(), 3);
    }

    #[test]
    fn only_free_bodies_are_free() {
        let scene = Scene::<Planar>::new()
            .with_body(Body::new("jig").with_role(Role::Fixed))
            .with_body(Body::new("part"))
            .with_body(Body::new("belt").with_role(Role::Driven));
        let free: Vec<_> = scene.free_bodies().map(|(index, body)| (index, body.name.as_str())).collect();
        assert_eq!(free, [(1, "part")]);
    }
}
