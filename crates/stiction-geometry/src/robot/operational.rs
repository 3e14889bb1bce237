//! The same dynamics in operational space: what a wrench at a frame must overcome.
//!
//! With F the wrench that the motors exert at the frame, τ = Jᵀ F, and Φ regular:
//!
//! ```text
//!     Λ ẍ + μ + p = F                                                                             (1)
//!     Λ = Φ⁻¹,    μ + p = −Λ b(τ = 0),    p = Λ J M⁻¹ h_g                                         (2)
//! ```
//!
//! with h_g the torques that carry gravity and loads at rest; μ is what is left, the velocity products.  ẍ is
//! the spatial acceleration about the point of the reference.
//!
//! References: \[Featherstone 2\] and its Figure 3a, after Khatib.

use super::fault::StateFault;
use super::frame::Reference;
use super::state::State;
use super::tree::{Frame, Tree};
use super::vector::Vector;
use crate::screw::{Acceleration, InertiaMap, Singular, Spatial, Wrench};
use std::fmt;

/// Λ, μ and p of a frame: equation (1).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Operational {
    /// Λ: the inertia that a wrench at the frame meets.
    pub lambda: InertiaMap<Spatial>,
    /// μ: velocity products.
    pub mu: Wrench<Spatial>,
    /// p: gravity, and the loads of the state.
    pub p: Wrench<Spatial>,
}

impl Operational {
    /// The wrench F that gives the frame this spatial acceleration.
    pub fn wrench(&self, acceleration: &Acceleration<Spatial>) -> Wrench<Spatial> {
        self.lambda.apply(acceleration) + self.mu + self.p
    }
}

/// Why a frame has no operational space.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum OperationalFault {
    /// The state cannot be asked about.
    State(StateFault),
    /// Some direction does not give way: Φ has no inverse.
    Rigid(Singular),
}

impl fmt::Display for OperationalFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::State(fault) => write!(out, "{fault}"),
            Self::Rigid(singular) => {
                write!(
                    out,
                    "the frame cannot accelerate in every direction, so that Phi has no inverse: {singular}"
                )
            }
        }
    }
}

impl std::error::Error for OperationalFault {}

impl Tree {
    /// Λ, μ and p of a frame: equation (2).
    pub fn operational(
        &self,
        state: &mut State,
        frame: Frame,
        reference: Reference,
    ) -> Result<Operational, OperationalFault> {
        // Room of the state for torques of zero.
        let mut still = std::mem::take(&mut state.rates);
        still.fill(0.0);
        let response = self.response(state, frame, reference, &still);
        state.rates = still;
        let response = response.map_err(OperationalFault::State)?;
        let at_rest = self.bias_at_rest(state, frame);
        let lambda = response.phi.inverse().map_err(OperationalFault::Rigid)?;
        let p = -lambda.apply(&at_rest);
        let mu = -lambda.apply(&response.bias) - p;
        Ok(Operational { lambda, mu, p })
    }

    /// −J M⁻¹ h_g, from what [`Tree::response`] left of L, D and y.
    fn bias_at_rest(&self, state: &mut State, frame: Frame) -> Acceleration<Spatial> {
        for (body, own) in self.bodies.iter().zip(&mut state.bodies) {
            let weight = self.gravity * body.mass;
            own.force = -weight - own.load.1;
            own.moment = Vector::ZERO - own.center.cross(weight) - own.load.0;
        }
        self.collect(state);
        for (freedom, rest) in self.freedoms.iter().zip(&mut state.scratch) {
            *rest = -state.torques[freedom.file];
        }
        self.push_towards_root(state);
        let mut sum = [0.0; 6];
        for k in self.support(frame) {
            let step = state.scratch[k] * state.reciprocals[k];
            sum.iter_mut().zip(state.columns[k]).for_each(|(total, y)| *total += y * step);
        }
        Acceleration::from_array(sum)
    }
}
