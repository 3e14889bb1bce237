//! The planar contact problem: one body, the points where it is touched, friction there.
//!
//! A contact force is written `a·n + b·t` with the contact's own normal `n` (into the body, of any length)
//! and `t`, which is `n` turned by +90°.  Since `n` and `t` are equally long, Coulomb's law reads
//!
//! ```text
//!     a ≥ 0,   |b| ≤ μ·a                                                                   (1)
//! ```
//!
//! without a square root, and the wrench about the reference point `r` is that of a force at `p`:
//!
//! ```text
//!     (m, f) = ((p − r) × f, f),   f = a·n + b·t                                           (2)
//! ```
//!
//! A twist `(w, v)` about `r` moves the body's point at `p` with `u = v + w·rot90(p − r)`, and the power of
//! the force on it is `f·u = a·(n·u) + b·(t·u)`.  So a force in the cone (1) can do no negative work on
//! the twist exactly when
//!
//! ```text
//!     n·u ≥ μ·|t·u|                                                                        (3)
//! ```
//!
//! References: \[MR 12.1.2\] for (2), \[MR 12.2\] for (1); (3) is the dual cone.

use crate::{Curvature, Rational};
use serde::{Deserialize, Serialize};

/// One contact of the body with something that does not give way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanarContact {
    /// Its name in the scene.
    pub id: String,
    /// Where it touches.
    pub point: [Rational; 2],
    /// Direction into the body; any length but zero.
    pub normal: [Rational; 2],
    /// Coefficient of static friction.
    pub friction: Rational,
    /// Largest multiple `a` of the normal that the contact can push with, if it is limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<Rational>,
    /// Curvatures of the body and of what touches it, where they are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub curvature: Option<[Curvature; 2]>,
}

/// A body and its contacts; every moment is about `reference`.
///
/// A contact pushes with a force `a·n + b·t` of its friction cone; the motions that it does not resist move
/// the body's point there with a velocity `u` of the dual cone.  The edges of one are normal to those of the
/// other, and friction that widens the first narrows the second (here μ = 1/2):
///
/// <svg xmlns="http://www.w3.org/2000/svg" width="480" height="190" viewBox="0 0 480 190" role="img" font-family="sans-serif" font-size="13" fill="none" stroke-width="1.5">
/// <title>The friction cone of forces and its dual cone of velocities, for μ = 1/2</title>
/// <path d="M20 150h200M260 150h200" stroke="#808890"/>
/// <path d="M120 150 68.6 47.1A115 115 0 0 1 171.4 47.1Z" fill="#0072b2" fill-opacity=".2" stroke="#0072b2"/>
/// <path d="M120 150V50m-4 8 4-8 4 8M120 150H75m8-4-8 4 8 4" stroke="#808890"/>
/// <path d="M360 150 257.1 98.6A115 115 0 0 1 462.9 98.6Z" fill="#d55e00" fill-opacity=".2" stroke="#d55e00"/>
/// <path d="M360 150V50m-4 8 4-8 4 8M360 150H315m8-4-8 4 8 4" stroke="#808890"/>
/// <g fill="currentColor" stroke="none" text-anchor="middle"><circle cx="120" cy="150" r="3"/><circle cx="360" cy="150" r="3"/>
/// <text x="130" y="66">n</text><text x="68" y="145">t</text><text x="370" y="66">n</text><text x="308" y="145">t</text>
/// <text x="42" y="44">n + μt</text><text x="198" y="44">n − μt</text>
/// <text x="120" y="180">forces: |b| ≤ μ·a</text><text x="360" y="180">velocities: n·u ≥ μ·|t·u|</text></g>
/// </svg>
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanarProblem {
    /// The point about which moments and twists are taken.
    pub reference: [Rational; 2],
    /// The contacts that touch.
    pub contacts: Vec<PlanarContact>,
}

/// Which coefficients of friction a statement speaks of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FrictionUse {
    /// Those of the problem.
    Given,
    /// None at all: first-order form closure.
    None,
    /// This one at every contact that has friction, or at all of them if none has.
    Common(Rational),
    /// Those of the problem, multiplied by this factor.
    Scaled(Rational),
}

impl PlanarContact {
    /// A contact without limit.
    pub fn new(id: &str, point: [Rational; 2], normal: [Rational; 2], friction: Rational) -> Self {
        Self { id: id.to_owned(), point, normal, friction, most: None, curvature: None }
    }

    /// The tangent: the normal turned by +90°.
    pub fn tangent(&self) -> [Rational; 2] {
        [-&self.normal[1], self.normal[0].clone()]
    }
}

impl PlanarProblem {
    /// A problem with moments about `reference`.
    pub fn new(reference: [Rational; 2], contacts: Vec<PlanarContact>) -> Self {
        Self { reference, contacts }
    }

    /// For each contact, whether a common coefficient applies to it: where there is friction, or everywhere if
    /// no contact has any.
    pub fn sharing(&self) -> Vec<bool> {
        let none = !self.contacts.iter().any(|contact| contact.friction.is_positive());
        self.contacts.iter().map(|contact| none || contact.friction.is_positive()).collect()
    }

    /// The coefficient of each contact under `friction`.
    pub fn coefficients(&self, friction: &FrictionUse) -> Vec<Rational> {
        let given = self.contacts.iter().map(|contact| &contact.friction);
        match friction {
            FrictionUse::Given => given.cloned().collect(),
            FrictionUse::None => vec![Rational::zero(); self.contacts.len()],
            FrictionUse::Scaled(factor) => given.map(|mu| mu * factor).collect(),
            FrictionUse::Common(mu) => {
                let shared = |shares: bool| if shares { mu.clone() } else { Rational::zero() };
                self.sharing().into_iter().map(shared).collect()
            }
        }
    }

    /// Wrench about the reference of the force `along·n + across·t` at a contact, equation (2).
    pub fn wrench(&self, contact: &PlanarContact, along: &Rational, across: &Rational) -> [Rational; 3] {
        let [nx, ny] = &contact.normal;
        let fx = along * nx - across * ny;
        let fy = along * ny + across * nx;
        let rx = &contact.point[0] - &self.reference[0];
        let ry = &contact.point[1] - &self.reference[1];
        [rx * &fy - ry * &fx, fx, fy]
    }

    /// `(n·u, t·u)`: the components of the velocity that a twist gives the body's point at a contact.
    pub fn velocity(&self, contact: &PlanarContact, twist: &[Rational; 3]) -> [Rational; 2] {
        let [w, vx, vy] = twist;
        let rx = &contact.point[0] - &self.reference[0];
        let ry = &contact.point[1] - &self.reference[1];
        let ux = vx - w * ry;
        let uy = vy + w * rx;
        let [nx, ny] = &contact.normal;
        [nx * &ux + ny * &uy, nx * &uy - ny * &ux]
    }
}
