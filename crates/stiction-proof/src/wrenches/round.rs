//! Round cones in a system: what a force must satisfy, and what a separating normal must, both without roots.
//!
//! A contact at the lever `r` with normal `n` and coefficient `μ` pushes with any
//!
//! ```text
//!     f·n ≥ 0,  (1 + μ²)(f·n)² ≥ |f|²|n|²                                                                      (1)
//! ```
//!
//! A normal `y = (w, v)` of wrench space is not positive on all their wrenches `(r × f, f)` exactly when
//! `u = −(v + w × r)` is in the dual cone:
//!
//! ```text
//!     u·n ≥ 0,  (1 + μ²)(u·n)² ≥ μ²|u|²|n|²                                                                    (2)
//! ```

use crate::rational::Rational;
use crate::spatial::Vector;
use crate::vectors::{cross, dot};

/// A contact that pushes with a round cone.
#[derive(Debug, Clone, PartialEq)]
pub struct Round {
    /// Position of the contact.
    pub contact: usize,
    /// From the reference to the contact.
    pub lever: Vector,
    /// Direction into the part.
    pub normal: Vector,
    /// Coefficient of friction.
    pub friction: Rational,
}

impl Round {
    /// The wrench of a force.
    pub fn wrench(&self, force: &Vector) -> Vec<Rational> {
        cross(&self.lever, force).iter().chain(force).cloned().collect()
    }

    /// Equation (1).
    pub fn holds(&self, force: &Vector) -> bool {
        let along = dot(force, &self.normal);
        let square = &self.friction * &self.friction;
        let sizes = dot(force, force) * dot(&self.normal, &self.normal);
        !along.is_negative() && (square + Rational::one()) * &along * &along >= sizes
    }

    /// Minus the velocity of the contact's point under a motion.
    pub fn against(&self, motion: &[Rational]) -> Option<Vector> {
        let [wx, wy, wz, vx, vy, vz] = motion else { return None };
        let turning = cross(&[wx.clone(), wy.clone(), wz.clone()], &self.lever);
        let [tx, ty, tz] = &turning;
        Some([-(vx + tx), -(vy + ty), -(vz + tz)])
    }

    /// Equation (2): no force of the cone does work on a motion.
    pub fn resists_nothing(&self, motion: &[Rational]) -> bool {
        let Some(against) = self.against(motion) else { return false };
        let along = dot(&against, &self.normal);
        let square = &self.friction * &self.friction;
        let sizes = dot(&against, &against) * dot(&self.normal, &self.normal) * &square;
        !along.is_negative() && (square + Rational::one()) * &along * &along >= sizes
    }
}
