//! A rigid body: what it weighs, where it is, how it may move.

use super::{ToleranceSection, all_freedoms};
use stiction_geometry::screw::{Planar, Space};
use stiction_geometry::shape::{Geometry, Outline};
use stiction_proof::Rational;

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
    /// Where it may press on a table, in world coordinates; with no points, and where it is not given, anywhere under
    /// its shape.
    pub support: Option<Vec<S::Vector>>,
    /// How hard it presses at each of these points, where that is known.
    pub pressure: Option<Vec<Rational>>,
    /// How far its numbers may be off, instead of what the scene says of all.
    pub tolerance: Option<ToleranceSection>,
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

impl<S: Geometry> Body<S> {
    /// A free body at rest at the origin, of unknown mass and without shape.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            role: Role::Free,
            mass: None,
            inertia: None,
            mass_matrix: None,
            com: S::Vector::default(),
            shape: None,
            freedoms: all_freedoms::<S>(),
            twist: S::Screw::default(),
            acceleration: None,
            trajectory: None,
            wrench: S::Screw::default(),
            support: None,
            pressure: None,
            tolerance: None,
        }
    }

    /// The body with this role.
    pub fn with_role(self, role: Role) -> Self {
        Self { role, ..self }
    }

    /// The body with this mass.
    pub fn with_mass(self, mass: impl Into<Rational>) -> Self {
        Self { mass: Some(mass.into()), ..self }
    }

    /// Whether the mass is known, by itself or within a mass matrix.
    pub fn mass_is_known(&self) -> bool {
        self.mass.is_some() || self.mass_matrix.is_some()
    }

    /// Whether mass and inertia are known, so that the body's acceleration follows from the forces on it.
    pub fn inertia_is_known(&self) -> bool {
        self.mass_matrix.is_some() || (self.mass.is_some() && self.inertia.is_some())
    }

    /// Whether the body is at rest now.
    pub fn is_at_rest(&self) -> bool {
        self.twist.as_ref().iter().all(Rational::is_zero)
    }
}

impl Body<Planar> {
    /// The body with its centre of mass here.
    pub fn with_com(self, com: [impl Into<Rational>; 2]) -> Self {
        Self { com: com.map(Into::into), ..self }
    }

    /// The body with this inertia about its centre of mass.
    pub fn with_inertia(self, inertia: impl Into<Rational>) -> Self {
        Self { inertia: Some(inertia.into()), ..self }
    }

    /// The body with this outline, in world coordinates, and its centre of mass at the centroid.
    pub fn with_shape(self, shape: Outline) -> Self {
        let com = shape.moments().map_or(self.com, |moments| moments.centroid);
        Self { shape: Some(shape), com, ..self }
    }

    /// The body with this velocity `[w, vx, vy]`.
    pub fn with_twist(self, twist: [impl Into<Rational>; 3]) -> Self {
        Self { twist: twist.map(Into::into), ..self }
    }

    /// The body under this wrench `[m, fx, fy]` besides gravity.
    pub fn with_wrench(self, wrench: [impl Into<Rational>; 3]) -> Self {
        Self { wrench: wrench.map(Into::into), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shaped_body_has_its_mass_at_the_centroid() {
        let brick = Outline::rectangle([0.into(), 0.into()], [4.into(), 2.into()]);
        let body = Body::<Planar>::new("brick").with_shape(brick);
        assert_eq!(body.com, [2.into(), 1.into()]);
        assert!(!body.mass_is_known() && body.is_at_rest());
    }

    #[test]
    fn a_mass_matrix_tells_mass_and_inertia() {
        let mut body = Body::<Planar>::new("part").with_mass(1);
        assert!(body.mass_is_known() && !body.inertia_is_known());
        body.mass = None;
        body.mass_matrix = Some(Vec::new());
        assert!(body.mass_is_known() && body.inertia_is_known());
    }
}
