//! How the outlines bend where they touch, and how a gap opens with the square of time.
//!
//! The reference point moves straight with `v` while the body turns at the constant rate `w`.  At a contact that
//! is kept to first order, `n·u = 0`, let `τ = t·u`, `κ` the curvature of the body and `κ'` that of what touches
//! it, convex positive.  The gap, times the length of `n`, then grows with half the square of time times
//!
//! ```text
//!     h(V) = (κκ'τ² + 2κ'wτ − w²)/(κ + κ') − w²·n·(p − r)                                   (1)
//!     κ' infinite, a point finger:   κτ² + 2wτ − w²·n·(p − r)
//!     κ infinite, a vertex:          κ'τ² − w²·n·(p − r)
//! ```
//!
//! and an acceleration `A = (α, a)` of body and reference point adds `F·A`.  With a normal of length `ℓ` instead of 1,
//! (1) holds if `κ` and `κ'` are the curvatures divided by `ℓ`; that is how a problem holds them, so that no root is
//! needed.  Where `ℓ` is irrational they lie between two fractions, and since
//!
//! ```text
//!     ∂h/∂κ = (κ'τ − w)²/(κ + κ')² ≥ 0,   ∂h/∂κ' = (κτ + w)²/(κ + κ')² ≥ 0                   (2)
//! ```
//!
//! the upper ends bound `h` from above and the lower ones from below.
//!
//! A motion that turns about the centre of curvature of an outline, or slides along a straight one, has `κτ + w = 0`
//! for the body's and `κ'τ − w = 0` for the other.  If that outline is an arc, it moves in itself: the contact stays.
//!
//! References: \[MR 12.2\] of the distance's second derivative; \[RB\].
//!
//! The derivatives of the distance are \[MR (12.1)\].

use crate::rational::Rational;
use crate::{PlanarContact, PlanarProblem};
use serde::{Deserialize, Serialize};

/// Curvature of an outline at a contact, convex positive, divided by the length of the contact's normal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Curvature {
    /// Infinite: a vertex, or a point finger.
    Vertex,
    /// Known at the point itself.
    Exactly(Rational),
    /// The same all along a piece of the outline: an arc, or straight where it is 0.
    Arc(Rational),
    /// Between two bounds.
    Between([Rational; 2]),
}

/// Which end of what is known of curvatures and gaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// Not less than this.
    Lower,
    /// Not more than this.
    Upper,
}

impl Curvature {
    /// A bound on the curvature; none of a vertex.
    pub fn bound(&self, bound: Bound) -> Option<&Rational> {
        match (self, bound) {
            (Self::Vertex, _) => None,
            (Self::Exactly(value) | Self::Arc(value), _) => Some(value),
            (Self::Between([lower, _]), Bound::Lower) => Some(lower),
            (Self::Between([_, upper]), Bound::Upper) => Some(upper),
        }
    }

    fn is_ordered(&self) -> bool {
        !matches!(self, Self::Between([lower, upper]) if lower > upper)
    }

    /// Whether an outline that is known to be an arc moves in itself: `κτ + w = 0`.
    fn moves_in_itself(&self, slip: &Rational, turn: &Rational) -> bool {
        match self {
            Self::Vertex => slip.is_zero(),
            Self::Arc(curvature) => (curvature * slip + turn).is_zero(),
            Self::Exactly(_) | Self::Between(_) => false,
        }
    }
}

impl PlanarContact {
    /// The contact between outlines of these curvatures, the body's first.
    pub fn with_curvature(self, of_body: Curvature, of_finger: Curvature) -> Self {
        Self { curvature: Some([of_body, of_finger]), ..self }
    }

    /// Whether outlines of these curvatures can touch in a point: their sum is positive, and one at most infinite.
    pub fn may_touch(&self) -> bool {
        let Some([body, finger]) = &self.curvature else { return true };
        let sum = match (body.bound(Bound::Lower), finger.bound(Bound::Lower)) {
            (None, None) => return false,
            (Some(body), Some(finger)) => (body + finger).is_positive(),
            _ => true,
        };
        sum && body.is_ordered() && finger.is_ordered()
    }
}

impl PlanarProblem {
    /// A bound on `h(V)` of equation (1), for a motion that keeps the contact; none without curvatures.
    pub fn opening(
        &self,
        contact: &PlanarContact,
        [w, vx, vy]: &[Rational; 3],
        bound: Bound,
    ) -> Option<Rational> {
        let [body, finger] = contact.curvature.as_ref()?;
        let [nx, ny] = &contact.normal;
        let lever = [&contact.point[0] - &self.reference[0], &contact.point[1] - &self.reference[1]];
        let [_, slip] = self.velocity(contact, &[w.clone(), vx.clone(), vy.clone()]);
        let (square, spin) = (&slip * &slip, w * w);
        let bent = match (body.bound(bound), finger.bound(bound)) {
            (None, None) => return None,
            (Some(body), None) => body * square + Rational::from(2) * w * slip,
            (None, Some(finger)) => finger * square,
            (Some(body), Some(finger)) => {
                let products = body * finger * square + Rational::from(2) * finger * w * slip - &spin;
                products.checked_div(&(body + finger))?
            }
        };
        Some(bent - spin * (nx * &lever[0] + ny * &lever[1]))
    }

    /// Whether one of the two outlines is an arc, or a vertex, that moves in itself: then the contact stays as it is.
    pub(crate) fn stays(&self, contact: &PlanarContact, twist: &[Rational; 3]) -> bool {
        let Some([body, finger]) = &contact.curvature else { return false };
        let [normal, slip] = self.velocity(contact, twist);
        normal.is_zero()
            && (body.moves_in_itself(&slip, &twist[0]) || finger.moves_in_itself(&slip, &-&twist[0]))
    }
}
