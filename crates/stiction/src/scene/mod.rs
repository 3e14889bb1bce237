//! The validated scene: bodies, contacts, what is driven, what is applied.
//!
//! Every number is exact.  A scene read from a file has passed `stiction-files`; one made in a program is
//! built with [`Scene::new`] and checked by the question that is asked of it.

use crate::screw::{Planar, Space};
use crate::shape::Geometry;
use stiction_proof::Rational;

/// A scene in the plane or, later, in space: what the front ends hand to `answer`.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum AnyScene {
    /// A scene in the plane.
    Planar(Scene<Planar>),
}

/// Bodies and the contacts between them.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene<S: Geometry> {
    /// What the file calls itself.
    pub title: Option<String>,
    /// Acceleration of gravity.
    pub gravity: S::Vector,
    /// The bodies in the order of the file; the ground only if it was written.
    pub bodies: Vec<Body<S>>,
    /// The contacts in the order of the file, line contacts expanded.
    pub contacts: Vec<Contact<S>>,
    /// What passed through a rounding on its way here.
    pub rounded: Vec<Rounding>,
}

/// A quantity that is not exactly what the file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rounding {
    /// Path of the quantity in the scene, e.g. `bodies.part.com`.
    pub path: String,
    /// Why: e.g. `turned by 0.3 rad`.
    pub why: String,
}

/// One of the two partners of a contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Party {
    /// The ground, which always exists and is fixed.
    Ground,
    /// The body with this index in [`Scene::bodies`].
    Body(usize),
}

/// Whether a body may move, and who decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Role {
    /// Moves as the forces tell it.
    #[default]
    Free,
    /// Does not move.
    Fixed,
    /// Moves as given, whatever the forces.
    Driven,
}

/// A rigid body.
#[derive(Debug, Clone, PartialEq)]
pub struct Body<S: Geometry> {
    /// Its name in the file.
    pub name: String,
    /// Free, fixed or driven.
    pub role: Role,
    /// Mass, if known.
    pub mass: Option<Rational>,
    /// Rotational inertia about the centre of mass, if known.
    pub inertia: Option<S::Inertia>,
    /// A full mass matrix about the centre of mass, rows, angular first, given instead of the two above.
    pub mass_matrix: Option<Vec<Vec<Rational>>>,
    /// Centre of mass in world coordinates: the reference point of the body's twists and wrenches.
    pub com: S::Vector,
    /// Its shape in world coordinates.
    pub shape: Option<S::Shape>,
    /// For each component of a twist, whether the body may make it.
    pub freedoms: Vec<bool>,
    /// Current velocity, about `com`.
    pub twist: S::Screw,
    /// Acceleration of a driven body, about its `com`.
    pub acceleration: Option<S::Screw>,
    /// Prescribed motion of a driven body.
    pub trajectory: Option<Trajectory<S>>,
    /// Wrench applied besides gravity, about `com`.
    pub wrench: S::Screw,
}

/// Displacement of a driven body as polynomials of time, lowest power first.
#[derive(Debug, Clone, PartialEq)]
pub struct Trajectory<S: Space> {
    /// One list of coefficients for each freedom, angular first.
    pub coefficients: Vec<Vec<Rational>>,
    /// The world point about which it turns, at time 0.
    pub pivot: S::Vector,
    /// How long it lasts, s.
    pub duration: Rational,
}

/// Coulomb's coefficients.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Friction {
    /// While sticking.
    pub at_rest: Rational,
    /// While sliding; never more than at rest.
    pub sliding: Rational,
}

/// The purely kinematic contact models of [MR 12.1.5].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ContactModel {
    /// Only penetration is forbidden.
    #[default]
    Frictionless,
    /// Rolling is enforced.
    Point,
    /// Rolling is enforced, and no spin about the normal.
    Soft,
}

/// Curvature of an outline at a contact, convex positive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Curvature {
    /// A smooth piece.
    Finite(Rational),
    /// A vertex.
    Vertex,
}

/// A point where two bodies touch, or nearly so.
#[derive(Debug, Clone, PartialEq)]
pub struct Contact<S: Space> {
    /// Unique name.
    pub id: String,
    /// The body the normal points into.
    pub on: Party,
    /// The other one.
    pub against: Party,
    /// Where, in world coordinates.
    pub point: S::Vector,
    /// Direction into `on`; any length but zero.
    pub normal: S::Vector,
    /// Coulomb's coefficients.
    pub friction: Friction,
    /// Distance still to go; 0 when touching.
    pub gap: Rational,
    /// Kinematic model.
    pub model: ContactModel,
    /// Torsional coefficient of a soft contact, m.
    pub soft: Option<Rational>,
    /// Largest normal force.
    pub limit: Option<Rational>,
    /// Force of a force-controlled contact: normal component, then tangential, for a unit normal.
    pub force: Option<Vec<Rational>>,
    /// Curvatures of `on` and of `against`.
    pub curvature: Option<[Curvature; 2]>,
    /// Directions across the normal (space only).
    pub tangents: Vec<S::Vector>,
}
