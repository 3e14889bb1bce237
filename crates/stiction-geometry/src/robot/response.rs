//! What a wrench on a frame does to its acceleration: Φ and b.
//!
//! ```text
//!     M = Lᵀ D L,   y = L⁻ᵀ Jᵀ,   z = L⁻ᵀ (τ − h)                                                 (1)
//!     Φ = Σ yₖ yₖᵀ / Dₖ,   b = Σ yₖ zₖ / Dₖ + J̇ v                                                (2)
//! ```
//!
//! y has rows on the way from the frame to the root alone, for L⁻ᵀ pushes entries only towards the root.  The
//! bodies aside enter through D and L.
//!
//! References: \[Featherstone 4\] for a = Φ f + b; the module for M, L and D.

use super::fault::{StateFault, expect};
use super::frame::Reference;
use super::state::State;
use super::tree::{Frame, NONE, Tree};
use super::vector::{Matrix, Vector};
use crate::screw::{Acceleration, ClassicalAcceleration, InverseInertiaMap, Spatial, Twist};

/// The acceleration of a frame as a function of the wrench f on it: `a = Φ f + b`.
///
/// The two accelerations do not mix:
///
/// ```
/// # use stiction_geometry::robot::Response;
/// use stiction_geometry::screw::{Acceleration, Spatial, Wrench};
/// fn pushed(response: &Response, push: &Wrench<Spatial>) -> Acceleration<Spatial> {
///     response.phi.apply(push) + response.bias
/// }
/// ```
/// ```compile_fail,E0308
/// # use stiction_geometry::robot::Response;
/// # use stiction_geometry::screw::{Acceleration, Spatial, Wrench};
/// fn pushed(response: &Response, push: &Wrench<Spatial>) -> Acceleration<Spatial> {
///     response.phi.apply(push) + response.classical_bias()
/// }
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Response {
    /// Φ: inverse operational inertia, symmetric and never negative.
    pub phi: InverseInertiaMap<Spatial>,
    /// b: the spatial acceleration without the wrench.
    pub bias: Acceleration<Spatial>,
    /// The frame's twist, about the same point and in the same axes.
    pub twist: Twist<Spatial>,
}

impl Response {
    /// The classical acceleration without the wrench.  Φ is the same for both kinds.
    pub fn classical_bias(&self) -> ClassicalAcceleration<Spatial> {
        self.bias.to_classical(&self.twist)
    }
}

/// The terms of (2) one by one, about a point and in the axes of the world.
///
/// `Φ` as a sum of squares is never negative, whatever its terms are rounded to; summed up in doubles it may be.
#[derive(Debug, Clone, PartialEq)]
pub struct ResponseParts {
    /// y: one column for each freedom on the way from the frame to the root.
    pub columns: Vec<[f64; 6]>,
    /// 1 / D, positive.
    pub weights: Vec<f64>,
    /// z.
    pub rests: Vec<f64>,
    /// `J̇ v`.
    pub product: Acceleration<Spatial>,
    /// The frame's twist.
    pub twist: Twist<Spatial>,
}

impl Tree {
    /// The terms of Φ and b of a frame about a point of the world, under these torques and the loads of the state.
    pub fn response_parts(
        &self,
        state: &mut State,
        frame: Frame,
        point: [f64; 3],
        torques: &[f64],
    ) -> Result<ResponseParts, StateFault> {
        self.prepare(state, torques)?;
        let (axes, point) = (Matrix::UNIT, Vector(point));
        self.fill_columns(state, frame, &axes, point);
        self.support(frame).for_each(|k| self.push_column(state, k));
        let of = |list: &[f64]| self.support(frame).map(|k| list[k]).collect();
        Ok(ResponseParts {
            columns: self.support(frame).map(|k| state.columns[k]).collect(),
            weights: of(&state.reciprocals),
            rests: of(&state.scratch),
            product: self.spatial_acceleration(state, frame, &axes, point),
            twist: self.twist(state, frame, Reference::World).shifted_to(point.0),
        })
    }

    /// L, D and z.
    #[inline(always)]
    fn prepare(&self, state: &mut State, torques: &[f64]) -> Result<(), StateFault> {
        expect("tau", torques, self.freedoms())?;
        self.bias(state);
        self.compose(state);
        self.factor(state)?;
        for (freedom, rest) in self.freedoms.iter().zip(&mut state.scratch) {
            *rest = torques[freedom.file] - state.torques[freedom.file];
        }
        self.push_towards_root(state);
        Ok(())
    }

    /// The columns of J.
    #[inline(always)]
    fn fill_columns(&self, state: &mut State, frame: Frame, axes: &Matrix, point: Vector) {
        for k in self.support(frame) {
            state.columns[k] = self.column(state, k, axes, point);
        }
    }

    /// What a column of y, which is done, takes from those below it.
    #[inline(always)]
    fn push_column(&self, state: &mut State, k: usize) {
        let n = self.freedoms();
        let (y, row) = (state.columns[k], &state.matrix[k * n..(k + 1) * n]);
        let mut j = self.freedoms[k].parent;
        while j != NONE {
            let factor = row[j];
            for i in 0..6 {
                state.columns[j][i] -= factor * y[i];
            }
            j = self.freedoms[j].parent;
        }
    }

    /// Φ and b of a frame under these torques and the loads of the state: equations (1) and (2).
    pub fn response(
        &self,
        state: &mut State,
        frame: Frame,
        reference: Reference,
        torques: &[f64],
    ) -> Result<Response, StateFault> {
        self.prepare(state, torques)?;
        let (axes, point) = self.view(state, frame, reference);
        self.fill_columns(state, frame, &axes, point);
        let (mut phi, mut bias) = ([[0.0; 6]; 6], [0.0; 6]);
        for k in self.support(frame) {
            self.push_column(state, k);
            let y = state.columns[k];
            let scaled = y.map(|x| x * state.reciprocals[k]);
            let rest = state.scratch[k];
            for i in 0..6 {
                bias[i] += scaled[i] * rest;
                for j in 0..=i {
                    phi[i][j] += scaled[i] * y[j];
                }
            }
        }
        for i in 0..6 {
            for j in 0..i {
                phi[j][i] = phi[i][j];
            }
        }
        let bias = Acceleration::from_array(bias) + self.spatial_acceleration(state, frame, &axes, point);
        Ok(Response {
            phi: InverseInertiaMap::from_rows(phi),
            bias,
            twist: self.twist(state, frame, reference),
        })
    }

    /// z = L⁻ᵀ of what stands in `scratch`, in place.
    #[inline(always)]
    pub(super) fn push_towards_root(&self, state: &mut State) {
        let n = self.freedoms();
        for k in (0..n).rev() {
            let rest = state.scratch[k];
            let row = &state.matrix[k * n..(k + 1) * n];
            let mut j = self.freedoms[k].parent;
            while j != NONE {
                state.scratch[j] -= row[j] * rest;
                j = self.freedoms[j].parent;
            }
        }
    }

    /// M⁻¹ of what stands in `scratch` after (1), in place: D⁻¹, then L⁻¹ from the root out.
    #[inline(always)]
    pub(super) fn solve_from_root(&self, state: &mut State) {
        let n = self.freedoms();
        for k in 0..n {
            let mut value = state.scratch[k] * state.reciprocals[k];
            let row = &state.matrix[k * n..(k + 1) * n];
            let mut j = self.freedoms[k].parent;
            while j != NONE {
                value -= row[j] * state.scratch[j];
                j = self.freedoms[j].parent;
            }
            state.scratch[k] = value;
        }
    }

    /// The accelerations v̇ under these torques and the loads, from the factors of M: the twin of
    /// [`Tree::forward_dynamics`], in the order of the file.
    pub fn forward_dynamics_by_factors<'s>(
        &self,
        state: &'s mut State,
        torques: &[f64],
    ) -> Result<&'s [f64], StateFault> {
        self.prepare(state, torques)?;
        self.solve_from_root(state);
        for (freedom, value) in self.freedoms.iter().zip(&state.scratch) {
            state.rates[freedom.file] = *value;
        }
        Ok(&state.rates)
    }
}
