//! How a margin changes when a contact is moved, turned or made rougher.
//!
//! A margin is the power of some forces on some motion, stationary in both: so to first order only the contact itself
//! changes.  With the force `f` at the point `p` and the velocity `u = v + w × p` there,
//!
//! ```text
//!     d(f·u) = (f × w)·dp                      moved                                        (1)
//!            + ((f·n)u − (u·n)f)·dn            turned with its cone, n a unit vector        (2)
//!            + ((m·n)w − (w·n)m)·dn            and with a moment m about it                  (2')
//!            + (f_t·u/μ)·dμ                    rougher                                      (3)
//! ```
//!
//! (2) is `f` turned by `n × dn`.
//!
//! At the least friction `μ` a squeeze and an escape exist together and do no work on each other, so that
//! `Σ d(f·u) = 0` with the change of `μ` itself:
//!
//! ```text
//!     dμ = Σ ((1) + (2)) / Σ fn|u_t|                                                        (4)
//! ```
//!
//! Reference: \[MR 12.1.7.4\], of which these are the gradients, not the choice of contacts.

use stiction_exact::double::{cross, dot};

/// The change of a margin per unit change of one contact.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Gradient {
    /// Per metre that the point is moved.
    pub point: [f64; 3],
    /// Per radian that the unit normal is turned this way; across the normal.
    pub normal: [f64; 3],
    /// Per unit of the coefficient of friction; 0 where there is none.
    pub friction: f64,
}

impl Gradient {
    /// Adds a multiple of another one.
    pub(super) fn add(&mut self, weight: f64, other: &Self) {
        self.point.iter_mut().zip(other.point).for_each(|(sum, part)| *sum += weight * part);
        self.normal.iter_mut().zip(other.normal).for_each(|(sum, part)| *sum += weight * part);
        self.friction += weight * other.friction;
    }
}

/// A force at a contact and a motion, in space; a planar one lies in z = 0 and turns about z.
pub(super) struct Gripped {
    /// From the point that the motion is about.
    pub(super) point: [f64; 3],
    pub(super) normal: [f64; 3],
    pub(super) force: [f64; 3],
    /// Of a soft finger, about the normal.
    pub(super) moment: [f64; 3],
    pub(super) friction: f64,
    pub(super) turn: [f64; 3],
    pub(super) slide: [f64; 3],
}

/// Equations (1) to (3).
pub(super) fn gradient(gripped: &Gripped) -> Gradient {
    let Gripped { point, normal, force, moment, friction, turn, slide } = gripped;
    let moved = cross(turn, point);
    let velocity: [f64; 3] = std::array::from_fn(|k| slide[k] + moved[k]);
    let (along, apart) = (dot(force, normal), dot(&velocity, normal));
    let (twisting, spinning) = (dot(moment, normal), dot(turn, normal));
    let across: f64 = (0..3).map(|k| (force[k] - along * normal[k]) * velocity[k]).sum();
    Gradient {
        point: cross(force, turn),
        normal: std::array::from_fn(|k| {
            along * velocity[k] - apart * force[k] + twisting * turn[k] - spinning * moment[k]
        }),
        friction: if *friction > 0.0 { across / friction } else { 0.0 },
    }
}

/// Equation (4): the forces are a squeeze and the motion an escape at the least friction, each contact with that
/// coefficient, or with none where it does not share it.
pub(super) fn threshold_gradient(gripped: &[Gripped]) -> Vec<Gradient> {
    let gradients: Vec<Gradient> = gripped.iter().map(gradient).collect();
    let work: f64 = gradients.iter().map(|gradient| -gradient.friction).sum();
    if !(work > 0.0 && work.is_finite()) {
        return Vec::new();
    }
    let over = |gradient: &Gradient| Gradient {
        point: gradient.point.map(|entry| entry / work),
        normal: gradient.normal.map(|entry| entry / work),
        friction: 0.0,
    };
    gradients.iter().map(over).collect()
}
