//! Torques from accelerations: Newton and Euler for every body, from the root out and back.
//!
//! ```text
//!     α = α_p + ω_p × u + S_α v̇                                                                  (1)
//!     a = a_p + α_p × r + ω_p × (ω_p × r) + (ω_p + ω) × s + S_a v̇       of the own point         (2)
//!     f = m (a + α × c + ω × (ω × c)),    n = I α + ω × I ω + c × f                              (3)
//!     wrench on the parent  += (n + r × f, f),    τ = Sᵀ (n, f)                                  (4)
//! ```
//!
//! with u and s the angular and linear velocity of the joint.  The root accelerates upwards with gravity.

use super::fault::{StateFault, expect};
use super::state::State;
use super::tree::{Body, Tree};
use super::vector::Vector;

impl Tree {
    /// The torques that give these accelerations v̇ against the loads of the state, in the order of the file.
    pub fn inverse_dynamics<'s>(&self, state: &'s mut State, rates: &[f64]) -> Result<&'s [f64], StateFault> {
        expect("accelerations", rates, self.freedoms())?;
        self.accelerate::<true>(state, |freedom| rates[self.freedoms[freedom].file]);
        self.collect(state);
        Ok(&state.torques)
    }

    /// The torques h of (1) of the module that hold v̇ = 0: velocity products, gravity and loads.
    pub fn bias_torques<'s>(&self, state: &'s mut State) -> &'s [f64] {
        self.bias(state);
        &state.torques
    }

    /// Accelerations with v̇ = 0, and the torques for them.
    #[inline]
    pub(super) fn bias(&self, state: &mut State) {
        self.accelerate::<false>(state, |_| 0.0);
        self.collect(state);
    }

    /// Equations (1) to (3); with `DRIVEN` false v̇ = 0, and `rate` is not asked.
    #[inline(always)]
    pub(super) fn accelerate<const DRIVEN: bool>(&self, state: &mut State, rate: impl Fn(usize) -> f64) {
        let root = &mut state.bodies[0];
        (root.acceleration, root.moment, root.force) = (-self.gravity, Vector::ZERO, Vector::ZERO);
        for (index, body) in self.bodies.iter().enumerate().skip(1) {
            let (below, rest) = state.bodies.split_at_mut(index);
            let (below, own) = (&below[body.parent], &mut rest[0]);
            own.spin = below.spin + own.turning_product;
            own.acceleration = below.acceleration + below.spin.cross(own.from_parent) + own.moving_product;
            if DRIVEN {
                let (turn, slide) = joint_rates(self, body, &state.axes, &rate);
                own.spin += turn;
                own.acceleration += slide;
            }
            let streaming = own.turning.cross(own.turning.cross(own.center));
            let force = (own.acceleration + own.spin.cross(own.center) + streaming) * body.mass;
            let gyroscopic = own.turning.cross(own.inertia.times(own.turning));
            let moment = own.inertia.times(own.spin) + gyroscopic + own.center.cross(force);
            own.moment = moment - own.load.0;
            own.force = force - own.load.1;
        }
    }

    /// Equation (4).
    #[inline(always)]
    pub(super) fn collect(&self, state: &mut State) {
        for (index, body) in self.bodies.iter().enumerate().skip(1).rev() {
            let (below, rest) = state.bodies.split_at_mut(index);
            let (below, own) = (&mut below[body.parent], &rest[0]);
            for freedom in body.freedom..body.freedom + body.kind.freedoms() {
                let (axis, known) = (state.axes[freedom], &self.freedoms[freedom]);
                let part = if known.turns { own.moment } else { own.force };
                state.torques[known.file] = axis.dot(part);
            }
            below.moment += own.moment + own.from_parent.cross(own.force);
            below.force += own.force;
        }
    }
}

/// S v̇ of a joint: angular and linear.
#[inline(always)]
pub(super) fn joint_rates(
    tree: &Tree,
    body: &Body,
    axes: &[Vector],
    rate: &impl Fn(usize) -> f64,
) -> (Vector, Vector) {
    let (mut turn, mut slide) = (Vector::ZERO, Vector::ZERO);
    for freedom in body.freedom..body.freedom + body.kind.freedoms() {
        let step = axes[freedom] * rate(freedom);
        if tree.freedoms[freedom].turns {
            turn += step;
        } else {
            slide += step;
        }
    }
    (turn, slide)
}
