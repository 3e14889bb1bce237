//! A contact in the plane: where a body is touched, in which direction, and friction there.
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
//!
//! **No square roots in decisions.** Normals are never normalised. With `t = rot90(n)`, `n` and `t` are
//! equally long, so `a·n + b·t` is in the cone when `a ≥ 0` and `|b| ≤ μ·a`, in rationals. Roots, sines and π
//! enter only where the scene asks for them (poses, arcs, limits along oblique normals), once, and are listed
//! as `rounded`; then a verdict on the boundary is `undecided`.

use crate::check::{Check, Refusal};
use crate::touch::{Inside, Law, Relative, Touch, Unresisted};
use crate::{Coefficients, Curvature, PlanarProblem, Problem, Proof, Rational};
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

impl Touch for PlanarContact {
    type Vector = [Rational; 2];
    type Screw = [Rational; 3];
    /// `[along, across]`: multiples of the normal and of the tangent.
    type Push = [Rational; 2];
    const TURNS: usize = 1;
    const ALWAYS_EDGES: bool = true;

    fn law(&self) -> Law<'_> {
        Law { id: &self.id, friction: &self.friction, torsion: None, most: self.most.as_ref() }
    }

    fn law_mut(&mut self) -> (&mut Rational, &mut Option<Rational>) {
        (&mut self.friction, &mut self.most)
    }

    fn place(&self) -> (&[Rational; 2], &[Rational; 2]) {
        (&self.point, &self.normal)
    }

    fn placed(&self, point: [Rational; 2], normal: [Rational; 2]) -> Self {
        Self { point, normal, curvature: None, ..self.clone() }
    }

    fn is_sound(&self) -> bool {
        let directed = self.normal.iter().any(|x| !x.is_zero());
        let signs = !self.friction.is_negative() && !self.most.as_ref().is_some_and(Rational::is_negative);
        directed && signs && self.may_touch()
    }

    fn normal_square(&self) -> Rational {
        self.normal.iter().map(|entry| entry * entry).sum()
    }

    fn along_normal(&self, [along, _]: &[Rational; 2]) -> Option<Rational> {
        Some(along.clone())
    }

    fn is_absent([along, across]: &[Rational; 2]) -> bool {
        along.is_zero() && across.is_zero()
    }

    fn wrench_inside(
        &self,
        coefficients: &Coefficients,
        push @ [along, across]: &[Rational; 2],
        inside: Inside,
    ) -> Option<[Rational; 3]> {
        let (mu, reach) = (&coefficients.friction, &coefficients.friction * along);
        let fits = match inside {
            Inside::Closed | Inside::Growing => !along.is_negative() && across.abs() <= reach,
            // Positive on every edge; without friction there is one.
            Inside::Strict if mu.is_zero() => along.is_positive() && across.is_zero(),
            Inside::Strict => along.is_positive() && across.abs() < reach,
        };
        fits.then(|| self.wrench_about_origin(push))
    }

    fn span(&self, rubs: bool, _: bool) -> Vec<[Rational; 3]> {
        let (zero, one) = (Rational::zero, Rational::one);
        let mut wrenches = vec![self.wrench_about_origin(&[one(), zero()])];
        if rubs {
            wrenches.push(self.wrench_about_origin(&[zero(), one()]));
        }
        wrenches
    }

    fn gives(&self, coefficients: &Coefficients, relative: &Relative<Self>, strictly: Unresisted) -> bool {
        strictly.is_enough(&-self.taken(coefficients, relative))
    }

    fn slips(&self, relative: &Relative<Self>) -> bool {
        !self.across(relative).is_zero()
    }

    fn is_within_limit(&self, _: &Coefficients, [along, _]: &[Rational; 2]) -> bool {
        self.most.as_ref().is_none_or(|most| along <= most)
    }

    fn about([m, fx, fy]: [Rational; 3], [x, y]: &[Rational; 2]) -> [Rational; 3] {
        [m - (x * &fy - y * &fx), fx, fy]
    }

    fn velocity(&self, reference: &[Rational; 2], [w, vx, vy]: &[Rational; 3]) -> Relative<Self> {
        let (rx, ry) = (&self.point[0] - &reference[0], &self.point[1] - &reference[1]);
        Relative { linear: [vx - w * ry, vy + w * rx], spin: Rational::zero() }
    }

    fn resistance(&self, coefficients: &Coefficients, relative: &Relative<Self>) -> Option<Rational> {
        Some(self.taken(coefficients, relative))
    }

    fn second_order(problem: &Problem<Self>, proof: &Proof<Self>) -> Check {
        match proof {
            Proof::Immobile { equilibria, fan } => problem.immobile(equilibria, fan),
            Proof::Mobile { twist, acceleration } => problem.mobile(twist, acceleration),
            Proof::Glides { twist } => problem.glides(twist),
            _ => Err(Refusal::SecondOrder),
        }
    }
}

impl PlanarContact {
    /// The wrench (2) about the world origin.
    fn wrench_about_origin(&self, [along, across]: &[Rational; 2]) -> [Rational; 3] {
        let ([nx, ny], [px, py]) = (&self.normal, &self.point);
        let (fx, fy) = (along * nx - across * ny, along * ny + across * nx);
        [px * &fy - py * &fx, fx, fy]
    }

    /// `t·u`.
    fn across(&self, relative: &Relative<Self>) -> Rational {
        let ([nx, ny], [ux, uy]) = (&self.normal, &relative.linear);
        nx * uy - ny * ux
    }

    /// `μ|t·u| − n·u`.
    fn taken(&self, coefficients: &Coefficients, relative: &Relative<Self>) -> Rational {
        let ([nx, ny], [ux, uy]) = (&self.normal, &relative.linear);
        &coefficients.friction * self.across(relative).abs() - (nx * ux + ny * uy)
    }
}
