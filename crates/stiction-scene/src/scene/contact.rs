//! A contact: where two bodies touch, in which direction they push, with how much friction.

use super::{Party, ToleranceSection};
use stiction_geometry::screw::{Planar, Space};
use stiction_proof::Rational;

/// Coulomb's coefficients.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Friction {
    /// While sticking.
    pub at_rest: Rational,
    /// While sliding; never more than at rest.
    pub sliding: Rational,
}

impl Friction {
    /// One coefficient, sticking or sliding.
    pub fn new(coefficient: impl Into<Rational>) -> Self {
        let at_rest = coefficient.into();
        Self { sliding: at_rest.clone(), at_rest }
    }

    /// At rest, then sliding.
    pub fn both(&self) -> [Rational; 2] {
        [self.at_rest.clone(), self.sliding.clone()]
    }
}

/// The purely kinematic contact models of \[MR 12.1.5\].
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
    /// Normal force of a preloaded contact, whose friction reacts, N.
    pub preload: Option<Rational>,
    /// Stiffness of the spring behind a preloaded contact, N/m; without one it pushes alike wherever the part is.
    pub stiffness: Option<Rational>,
    /// How far `on` has moved into that spring since it pushed with the preload, m.
    pub approach: Rational,
    /// Curvatures of `on` and of `against`.
    pub curvature: Option<[Curvature; 2]>,
    /// Directions across the normal (space only).
    pub tangents: Vec<S::Vector>,
    /// How far its numbers may be off, instead of what the scene says of all.
    pub tolerance: Option<ToleranceSection>,
}

/// A line, an arc or an area along which two bodies touch, and the contacts that stand for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Patch<V> {
    /// Unique name among patches: the `id` of an entry with `points`, or `on/against:k` of a detected one.
    pub id: String,
    /// The ids of its contacts, in order along it or around it; neighbouring patches may share some.
    pub contacts: Vec<String>,
    /// The ends of a line, points along an arc, or the corners of a flat convex area in order: to be drawn, and
    /// not used in any decision.
    pub outline: Vec<V>,
}

impl Contact<Planar> {
    /// A touching, frictionless contact of `on` against the ground, its normal pointing into `on`.
    pub fn planar(on: Party, point: [impl Into<Rational>; 2], normal: [impl Into<Rational>; 2]) -> Self {
        Self::new(on, point.map(Into::into), normal.map(Into::into))
    }
}

impl<S: Space> Contact<S> {
    /// A touching, frictionless contact of `on` against the ground, its normal pointing into `on`.
    pub fn new(on: Party, point: S::Vector, normal: S::Vector) -> Self {
        Self {
            id: String::new(),
            on,
            against: Party::Ground,
            point,
            normal,
            friction: Friction::default(),
            gap: Rational::zero(),
            model: ContactModel::Frictionless,
            soft: None,
            limit: None,
            force: None,
            preload: None,
            stiffness: None,
            approach: Rational::zero(),
            curvature: None,
            tangents: Vec::new(),
            tolerance: None,
        }
    }

    /// The contact under this name.
    pub fn with_id(self, id: impl Into<String>) -> Self {
        Self { id: id.into(), ..self }
    }

    /// The contact with this partner instead of the ground.
    pub fn with_against(self, against: Party) -> Self {
        Self { against, ..self }
    }

    /// The contact with one coefficient of friction.
    pub fn with_friction(self, coefficient: impl Into<Rational>) -> Self {
        Self { friction: Friction::new(coefficient), ..self }
    }

    /// The contact with this normal force, whatever the rest does.
    pub fn with_preload(self, preload: impl Into<Rational>) -> Self {
        Self { preload: Some(preload.into()), ..self }
    }

    /// The contact with a spring of this stiffness behind its preload.
    pub fn with_stiffness(self, stiffness: impl Into<Rational>) -> Self {
        Self { stiffness: Some(stiffness.into()), ..self }
    }

    /// The normal force of a preloaded contact: the preload, and what its spring adds where the part has moved.
    pub fn pushed(&self) -> Option<Rational> {
        let preload = self.preload.as_ref()?;
        Some(match &self.stiffness {
            Some(stiffness) => preload + stiffness * &self.approach,
            None => preload.clone(),
        })
    }

    /// The contact as a near one, this far from touching.
    pub fn with_gap(self, gap: impl Into<Rational>) -> Self {
        Self { gap: gap.into(), ..self }
    }

    /// Whether the bodies touch here.
    pub fn is_touching(&self) -> bool {
        self.gap.is_zero()
    }
}
