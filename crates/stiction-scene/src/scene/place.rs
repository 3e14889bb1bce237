//! The section `[place]`: where contacts may be put, and what is wanted of them.

use stiction_geometry::shape::Geometry;
use stiction_proof::Rational;
use stiction_proof::place::Aim;

/// Contacts that are still to be placed on a body.
#[derive(Debug, Clone, PartialEq)]
pub struct PlaceSection<S: Geometry> {
    /// The index of the body.
    pub on: usize,
    /// How many contacts are to be placed; those of the scene stay.
    pub contacts: usize,
    /// Coefficient of friction of the new ones.
    pub friction: Rational,
    /// What is to be as good as possible.
    pub measure: Aim,
    /// Numbers of the edges of the outline, or of the faces, that may be touched, as the file counts them; all, if
    /// left out.
    pub edges: Option<Vec<usize>>,
    /// Distance to keep from corners.
    pub inset: Rational,
    /// Shapes inside of which no contact point may lie, in world coordinates.
    pub keep_out: Vec<S::Shape>,
    /// Least distance between contacts.
    pub spacing: Rational,
    /// Whether some wrench must seat the part against all its contacts.
    pub insertable: bool,
    /// Total wrenches under which the part must be strongly stable.
    pub holds: Vec<Vec<Rational>>,
    /// For each ring of the outline, whether the file lists it the other way round.
    pub reversed: Vec<bool>,
}

impl<S: Geometry> PlaceSection<S> {
    /// So many contacts on this body, anywhere, frictionless.
    pub fn new(on: usize, contacts: usize) -> Self {
        Self {
            on,
            contacts,
            friction: Rational::zero(),
            measure: Aim::default(),
            edges: None,
            inset: Rational::zero(),
            keep_out: Vec::new(),
            spacing: Rational::zero(),
            insertable: false,
            holds: Vec::new(),
            reversed: Vec::new(),
        }
    }

    /// The same with friction.
    pub fn with_friction(self, friction: impl Into<Rational>) -> Self {
        Self { friction: friction.into(), ..self }
    }
}
