//! Where frames are, how they move, and how velocities of joints move them.
//!
//! A twist, wrench or acceleration of a frame is about a point and in axes that the reference chooses; the body is
//! always the frame's.

use super::fault::{StateFault, expect};
use super::state::State;
use super::tree::{Frame, Tree};
use super::vector::{Matrix, Vector};
use crate::screw::{Acceleration, ClassicalAcceleration, Pose, Spatial, Twist};

/// About which point, and in which axes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Reference {
    /// The frame's origin and axes.
    #[default]
    Local,
    /// The frame's origin, the axes of the world.
    Aligned,
    /// The origin and axes of the world.
    World,
}

impl Tree {
    /// Where a frame is, seen from the world.
    pub fn pose(&self, state: &State, frame: Frame) -> Pose<Spatial> {
        let (axes, point) = self.view(state, frame, Reference::Local);
        // Rotations of chains miss orthonormality by a few roundings a joint; a quaternion is unit again.
        Pose::from_matrix(axes.0, point.0).unwrap_or_else(|_| Pose::translation_by(point.0))
    }

    /// Where a frame is, seen from the world: rows of its rotation, and its origin.
    pub fn place_of(&self, state: &State, frame: Frame) -> ([[f64; 3]; 3], [f64; 3]) {
        let (axes, point) = self.view(state, frame, Reference::Local);
        (axes.0, point.0)
    }

    /// The twist of a frame.
    pub fn twist(&self, state: &State, frame: Frame, reference: Reference) -> Twist<Spatial> {
        let own = &state.bodies[self.fixtures[frame.0].body];
        let (axes, point) = self.view(state, frame, reference);
        let linear = own.moving + own.turning.cross(point - own.point);
        screw(&axes, own.turning, linear, Twist::spatial)
    }

    /// The Jacobian of a frame: into `columns` the twist that each velocity gives it, in the order of the file.
    pub fn jacobian(
        &self,
        state: &State,
        frame: Frame,
        reference: Reference,
        columns: &mut [Twist<Spatial>],
    ) -> Result<(), StateFault> {
        if columns.len() != self.freedoms() {
            let (found, needed) = (columns.len(), self.freedoms());
            return Err(StateFault::Length { what: "columns", found, needed });
        }
        columns.fill(Twist::zero());
        let (axes, point) = self.view(state, frame, reference);
        for k in self.support(frame) {
            columns[self.freedoms[k].file] = Twist::from_array(self.column(state, k, &axes, point));
        }
        Ok(())
    }

    /// The spatial acceleration of a frame whose joints have the accelerations v̇.
    pub fn acceleration(
        &self,
        state: &mut State,
        frame: Frame,
        reference: Reference,
        rates: &[f64],
    ) -> Result<Acceleration<Spatial>, StateFault> {
        expect("accelerations", rates, self.freedoms())?;
        self.accelerate::<true>(state, |freedom| rates[self.freedoms[freedom].file]);
        let (axes, point) = self.view(state, frame, reference);
        Ok(self.spatial_acceleration(state, frame, &axes, point))
    }

    /// The classical acceleration of a frame whose joints have the accelerations v̇.
    pub fn classical_acceleration(
        &self,
        state: &mut State,
        frame: Frame,
        reference: Reference,
        rates: &[f64],
    ) -> Result<ClassicalAcceleration<Spatial>, StateFault> {
        let spatial = self.acceleration(state, frame, reference, rates)?;
        Ok(spatial.to_classical(&self.twist(state, frame, reference)))
    }

    /// The axes and the point of a reference.
    #[inline(always)]
    pub(super) fn view(&self, state: &State, frame: Frame, reference: Reference) -> (Matrix, Vector) {
        let fixture = &self.fixtures[frame.0];
        let body = &state.bodies[fixture.body];
        match reference {
            Reference::World => (Matrix::UNIT, Vector::ZERO),
            Reference::Aligned => (Matrix::UNIT, body.point + body.rotation.times(fixture.offset)),
            Reference::Local => {
                (body.rotation.compose(&fixture.rotation), body.point + body.rotation.times(fixture.offset))
            }
        }
    }

    /// The twist of a unit velocity of a freedom, about a point and in these axes.
    #[inline(always)]
    pub(super) fn column(&self, state: &State, freedom: usize, axes: &Matrix, point: Vector) -> [f64; 6] {
        let (known, axis) = (&self.freedoms[freedom], state.axes[freedom]);
        let (angular, linear) = if known.turns {
            (axis, axis.cross(point - state.bodies[known.body].point))
        } else {
            (Vector::ZERO, axis)
        };
        let ([a, b, c], [x, y, z]) = (axes.transposed_times(angular).0, axes.transposed_times(linear).0);
        [a, b, c, x, y, z]
    }

    /// The spatial acceleration of a frame after accelerations were spread over the bodies.
    #[inline(always)]
    pub(super) fn spatial_acceleration(
        &self,
        state: &State,
        frame: Frame,
        axes: &Matrix,
        point: Vector,
    ) -> Acceleration<Spatial> {
        let own = &state.bodies[self.fixtures[frame.0].body];
        // Classical less ω × v; the two terms ω × (ω × lever) cancel.
        let linear = own.acceleration + self.gravity + own.spin.cross(point - own.point)
            - own.turning.cross(own.moving);
        screw(axes, own.spin, linear, Acceleration::spatial)
    }
}

/// A screw of world axes in other axes.
#[inline(always)]
fn screw<S>(axes: &Matrix, angular: Vector, linear: Vector, make: fn([f64; 3], [f64; 3]) -> S) -> S {
    make(axes.transposed_times(angular).0, axes.transposed_times(linear).0)
}
