//! How far the numbers of a scene may be off: the section `[tolerance]`, and that of one body or contact.

use super::{Body, Contact, Scene};
use stiction_geometry::screw::Space;
use stiction_geometry::shape::Geometry;
use stiction_proof::Rational;

/// By how much a number may be off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Spread {
    /// By so much, in its own unit.
    By(Rational),
    /// By this part of itself: `"10%"` is 1/10.
    Part(Rational),
}

impl Spread {
    /// The half width about a value.
    pub fn about(&self, value: &Rational) -> Rational {
        match self {
            Self::By(by) => by.clone(),
            Self::Part(part) => part * value.abs(),
        }
    }
}

/// How far numbers may be off; what is left out is exact.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ToleranceSection {
    /// Half width of the square or cube that a contact point may lie in, along the contact's own axes, m.
    pub point: Option<Rational>,
    /// Largest turn of a normal, rad.
    pub normal: Option<Rational>,
    /// Of a coefficient of friction.
    pub friction: Option<Spread>,
    /// Of a mass.
    pub mass: Option<Spread>,
    /// Half width of the square or cube that a centre of mass may lie in, along the axes of the world, m.
    pub com: Option<Rational>,
    /// Of each component of a body's wrench and of each load.
    pub load: Option<Spread>,
}

impl ToleranceSection {
    /// Whether everything is exact.
    pub fn is_exact(&self) -> bool {
        let zero = |number: &Option<Rational>| number.as_ref().is_none_or(Rational::is_zero);
        let none = |spread: &Option<Spread>| match spread {
            None => true,
            Some(Spread::By(by) | Spread::Part(by)) => by.is_zero(),
        };
        zero(&self.point)
            && zero(&self.normal)
            && zero(&self.com)
            && none(&self.friction)
            && none(&self.mass)
            && none(&self.load)
    }
}

impl<S: Space> Contact<S> {
    /// The contact with numbers of its own that may be off.
    pub fn with_tolerance(self, tolerance: ToleranceSection) -> Self {
        Self { tolerance: Some(tolerance), ..self }
    }
}

impl<S: Geometry> Body<S> {
    /// The body with numbers of its own that may be off.
    pub fn with_tolerance(self, tolerance: ToleranceSection) -> Self {
        Self { tolerance: Some(tolerance), ..self }
    }
}

impl<S: Geometry> Scene<S> {
    /// The scene whose numbers may be off.
    pub fn with_tolerance(self, tolerance: ToleranceSection) -> Self {
        Self { tolerance: Some(tolerance), ..self }
    }

    /// What may be off at a contact: its own table instead of the scene's.
    pub fn tolerance_at(&self, contact: &Contact<S>) -> ToleranceSection {
        contact.tolerance.as_ref().or(self.tolerance.as_ref()).cloned().unwrap_or_default()
    }

    /// What may be off of a body: its own table instead of the scene's.
    pub fn tolerance_of(&self, body: &Body<S>) -> ToleranceSection {
        body.tolerance.as_ref().or(self.tolerance.as_ref()).cloned().unwrap_or_default()
    }

    /// Whether anything may be off.
    pub fn has_tolerance(&self) -> bool {
        self.tolerance.is_some()
            || self.bodies.iter().any(|body| body.tolerance.is_some())
            || self.contacts.iter().any(|contact| contact.tolerance.is_some())
    }
}
