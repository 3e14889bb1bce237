//! A contact in space: where a body is touched, and the cone of force there.
//!
//! A contact pushes with a force `f` and, if it is soft, with a moment `s·n` about its normal `n` (into the body,
//! of any length).  Written so that no square root is needed, with `a = f·n` and `T = |f|²|n|² − a²`,
//!
//! ```text
//!     round      a ≥ 0,   T ≤ μ²·a²                        that is |ft| ≤ μ·fn             (1)
//!     soft       a ≥ 0,   T/μ² + s²|n|⁴/γ² ≤ a²            that is (|ft|/μ)² + (m/γ)² ≤ fn² (2)
//!     pyramid    f = Σ kⱼ(n + μ·dⱼ),  kⱼ ≥ 0               edges, and (n, ±γ) if soft      (3)
//! ```
//!
//! and the wrench about the reference point `r` is `(m, f) = ((p − r) × f + s·n, f)`.
//!
//! A twist `(w, v)` about `r` moves the body's point at `p` with `u = v + w × (p − r)`; no force of the cone does
//! negative work on it exactly when
//!
//! ```text
//!     n·u ≥ 0,   (n·u)² ≥ μ²(|u|²|n|² − (n·u)²) + γ²(n·w)²                                 (4)
//! ```
//!
//! and for a pyramid when no edge does.
//!
//! References: \[MR 12.2\] for (1), \[MR 12.1.5\] for soft fingers; (4) is the dual cone.
//!
//! The round cone is \[MR (12.16)\].

use crate::vectors::{cross, dot, minus};
use crate::{Rational, SpatialProblem};
use serde::{Deserialize, Serialize};

/// A vector of space.
pub type Vector = [Rational; 3];

/// One contact of the body with something that does not give way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpatialContact {
    /// Its name in the scene.
    pub id: String,
    /// Where it touches.
    pub point: Vector,
    /// Direction into the body; any length but zero.
    pub normal: Vector,
    /// Coefficient of static friction.
    pub friction: Rational,
    /// Torsional coefficient `γ` of a soft contact, a length.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub torsion: Option<Rational>,
    /// The directions `dⱼ` of a pyramid: across the normal, their sum zero, as long as the normal where the
    /// pyramid is inscribed.  Without them the cone is round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub across: Option<Vec<Vector>>,
    /// Largest multiple of the normal that the contact can push with, if it is limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<Rational>,
}

/// What one contact does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Push {
    /// A force `f`, and a moment `spin·n`.
    Force {
        /// The force.
        force: Vector,
        /// Multiple of the normal that is the moment.
        #[serde(default, skip_serializing_if = "Rational::is_zero")]
        spin: Rational,
    },
    /// Multiples of the edges of a pyramid, in the order of [`SpatialContact::edges`].
    Edges {
        /// The multiples.
        edges: Vec<Rational>,
    },
}

/// An edge of a pyramid, or any generator of a cone: a force and a multiple of the normal as moment.
#[derive(Debug, Clone, PartialEq)]
pub struct Generator {
    /// The force.
    pub force: Vector,
    /// Multiple of the normal that is the moment.
    pub spin: Rational,
}

/// The coefficients that hold at one contact.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Coefficients {
    /// `μ`.
    pub friction: Rational,
    /// `γ`, zero where the contact is not soft.
    pub torsion: Rational,
}

impl SpatialContact {
    /// A contact with a round cone, not soft and without limit.
    pub fn new(id: &str, point: Vector, normal: Vector, friction: Rational) -> Self {
        Self { id: id.to_owned(), point, normal, friction, torsion: None, across: None, most: None }
    }

    /// The edges of the pyramid with these coefficients: `n + μdⱼ`, then `(n, γ)` and `(n, −γ)` if it is soft.
    /// A round cone has none.
    pub fn edges(&self, coefficients: &Coefficients) -> Vec<Generator> {
        let Some(across) = &self.across else { return Vec::new() };
        let along = |d: &Vector| std::array::from_fn(|i| &self.normal[i] + &(&coefficients.friction * &d[i]));
        let mut edges: Vec<Generator> =
            across.iter().map(|d| Generator { force: along(d), spin: Rational::zero() }).collect();
        if coefficients.torsion.is_positive() {
            for spin in [coefficients.torsion.clone(), -&coefficients.torsion] {
                edges.push(Generator { force: self.normal.clone(), spin });
            }
        }
        edges
    }

    /// The directions of force and moment that the contact has at all: the normal, everything across it where there
    /// is friction, the moment where it is soft.
    pub fn directions(&self, rubs: bool, twists: bool) -> Vec<Generator> {
        let zero = Rational::zero;
        let plain = |force: Vector| Generator { force, spin: zero() };
        let mut directions = vec![plain(self.normal.clone())];
        match &self.across {
            _ if !rubs => {}
            Some(across) => directions.extend(across.iter().cloned().map(plain)),
            None => {
                let axis = |i: usize| plain(std::array::from_fn(|j| Rational::from(i64::from(i == j))));
                directions.extend((0..3).map(axis));
            }
        }
        if twists {
            directions.push(Generator { force: Default::default(), spin: Rational::one() });
        }
        directions
    }
}

impl SpatialProblem {
    /// Wrench about the reference of a force and moment at a contact.
    pub fn wrench(&self, contact: &SpatialContact, push: &Generator) -> [Rational; 6] {
        let moment = cross(&self.lever(contact), &push.force);
        let [mx, my, mz]: Vector = std::array::from_fn(|i| &moment[i] + &(&push.spin * &contact.normal[i]));
        let [fx, fy, fz] = push.force.clone();
        [mx, my, mz, fx, fy, fz]
    }

    /// The velocity `u` that a twist gives the body's point at a contact, and `n·w`.
    pub fn velocity(&self, contact: &SpatialContact, twist: &[Rational; 6]) -> (Vector, Rational) {
        let [wx, wy, wz, vx, vy, vz] = twist.clone();
        let (turn, slide) = ([wx, wy, wz], [vx, vy, vz]);
        let moved = cross(&turn, &self.lever(contact));
        let spin = dot(&contact.normal, &turn);
        (std::array::from_fn(|i| &slide[i] + &moved[i]), spin)
    }

    fn lever(&self, contact: &SpatialContact) -> Vector {
        std::array::from_fn(|i| &contact.point[i] - &self.reference[i])
    }
}

/// Whether directions are across a normal and the corners, in order, of a convex polygon about it: seen along
/// each side, all other corners and the normal's foot lie on one hand.
pub(crate) fn is_polygon(normal: &Vector, across: &[Vector]) -> bool {
    let count = across.len();
    let turn = |a: &Vector, b: &Vector| dot(normal, &cross(a, b));
    if count < 3 || across.iter().any(|direction| !dot(direction, normal).is_zero()) {
        return false;
    }
    let left = turn(&across[0], &across[1]).is_positive();
    let inside = |value: Rational| if left { value.is_positive() } else { value.is_negative() };
    (0..count).all(|at| {
        let (from, to) = (&across[at], &across[(at + 1) % count]);
        let along = minus(to, from);
        let mut others = (0..count).filter(|&other| other != at && other != (at + 1) % count);
        inside(turn(from, to)) && others.all(|other| inside(turn(&along, &minus(&across[other], from))))
    })
}
