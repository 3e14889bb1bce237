//! One body and what it touches: the problem that closure and standing of a single body are about, in the
//! plane and in space.
//!
//! What differs between the two is in the contact, a [`Touch`]: cones, pushes, velocities.  A body alone is
//! an assembly of one, [`Problem::as_assembly`].

use crate::{
    AssemblyBody, AssemblyContact, AssemblyProblem, Coefficients, FrictionUse, PlanarContact, Rational,
    SpatialContact, Touch,
};
use serde::{Deserialize, Serialize};

/// A body and its contacts; every moment is about `reference`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Problem<T: Touch> {
    /// The point about which moments and twists are taken.
    pub reference: T::Vector,
    /// The contacts that touch.
    pub contacts: Vec<T>,
}

/// A body in the plane.
///
/// A contact pushes with a force `a·n + b·t` of its friction cone; the motions that it does not resist move
/// the body's point there with a velocity `u` of the dual cone.  The edges of one are normal to those of the
/// other, and friction that widens the first narrows the second (here μ = 1/2):
///
/// <svg xmlns="http://www.w3.org/2000/svg" width="480" height="190" viewBox="0 0 480 190" role="img"
/// font-family="sans-serif" font-size="13" fill="none" stroke-width="1.5">
/// <title>The friction cone of forces and its dual cone of velocities, for μ = 1/2</title>
/// <path d="M20 150h200M260 150h200" stroke="#808890"/>
/// <path d="M120 150 68.6 47.1A115 115 0 0 1 171.4 47.1Z" fill="#0072b2" fill-opacity=".2" stroke="#0072b2"/>
/// <path d="M120 150V50m-4 8 4-8 4 8M120 150H75m8-4-8 4 8 4" stroke="#808890"/>
/// <path d="M360 150 257.1 98.6A115 115 0 0 1 462.9 98.6Z" fill="#d55e00" fill-opacity=".2" stroke="#d55e00"/>
/// <path d="M360 150V50m-4 8 4-8 4 8M360 150H315m8-4-8 4 8 4" stroke="#808890"/>
/// <g fill="currentColor" stroke="none" text-anchor="middle">
/// <circle cx="120" cy="150" r="3"/><circle cx="360" cy="150" r="3"/>
/// <text x="130" y="66">n</text><text x="68" y="145">t</text>
/// <text x="370" y="66">n</text><text x="308" y="145">t</text>
/// <text x="42" y="44">n + μt</text><text x="198" y="44">n − μt</text>
/// <text x="120" y="180">forces: |b| ≤ μ·a</text><text x="360" y="180">velocities: n·u ≥ μ·|t·u|</text></g>
/// </svg>
pub type PlanarProblem = Problem<PlanarContact>;

/// A body in space.
pub type SpatialProblem = Problem<SpatialContact>;

/// Which coefficients a common one replaces: those of contacts with friction, or all if no contact has any.
fn sharing<'t, T: Touch + 't>(touches: impl Iterator<Item = &'t T> + Clone) -> impl Iterator<Item = bool> {
    let none = !touches.clone().any(|touch| touch.friction().is_positive());
    touches.map(move |touch| none || touch.friction().is_positive())
}

/// The coefficients of contacts under `friction`.  A common one leaves the torsional ones as they are; a
/// factor applies to both.
pub(crate) fn coefficients<'t, T: Touch + 't>(
    touches: impl Iterator<Item = &'t T> + Clone,
    friction: &FrictionUse,
) -> Vec<Coefficients> {
    let one = |(touch, shares): (&T, bool)| {
        let torsion = touch.torsion().cloned().unwrap_or_default();
        match friction {
            FrictionUse::Given => Coefficients { friction: touch.friction().clone(), torsion },
            FrictionUse::None => Coefficients::default(),
            FrictionUse::Scaled(factor) => {
                Coefficients { friction: touch.friction() * factor, torsion: torsion * factor }
            }
            FrictionUse::Common(mu) if shares => Coefficients { friction: mu.clone(), torsion },
            FrictionUse::Common(_) => Coefficients { friction: Rational::zero(), torsion },
        }
    };
    touches.clone().zip(sharing(touches)).map(one).collect()
}

impl<T: Touch> Problem<T> {
    /// A problem with moments about `reference`.
    pub fn new(reference: T::Vector, contacts: Vec<T>) -> Self {
        Self { reference, contacts }
    }

    /// For each contact, whether a common coefficient applies to it: where there is friction, or everywhere if
    /// no contact has any.
    pub fn sharing(&self) -> Vec<bool> {
        sharing(self.contacts.iter()).collect()
    }

    /// The coefficients of each contact under `friction`.  A common coefficient leaves the torsional ones as they
    /// are; a factor applies to both.
    pub fn coefficients(&self, friction: &FrictionUse) -> Vec<Coefficients> {
        coefficients(self.contacts.iter(), friction)
    }

    /// The body as an assembly of its own.
    pub fn as_assembly(&self, name: &str) -> AssemblyProblem<T> {
        let on_it = |touch: &T| AssemblyContact { on: Some(0), against: None, touch: touch.clone() };
        AssemblyProblem {
            bodies: vec![AssemblyBody::new(name, self.reference.clone())],
            contacts: self.contacts.iter().map(on_it).collect(),
        }
    }
}
