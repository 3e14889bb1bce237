//! A state of a tree, and room for everything that is computed in it.

use super::fault::{StateFault, expect};
use super::frame::Reference;
use super::model::JointKind;
use super::tree::{Body, Frame, Tree};
use super::vector::{Matrix, Symmetric, Vector};
use crate::screw::{Spatial, Wrench};

/// A body in a state, in the axes of the world and about its own point.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moving {
    pub(super) rotation: Matrix,
    /// The own point, from the world's origin and from the parent's own point.
    pub(super) point: Vector,
    pub(super) from_parent: Vector,
    /// Centre of mass from the own point, inertia about it.
    pub(super) center: Vector,
    pub(super) inertia: Symmetric,
    /// Angular velocity, and velocity of the own point.
    pub(super) turning: Vector,
    pub(super) moving: Vector,
    /// What the joint's velocities add to the parent's angular and linear acceleration, apart from v̇.
    pub(super) turning_product: Vector,
    pub(super) moving_product: Vector,
    /// Wrench from outside: moment about the own point, and force.
    pub(super) load: (Vector, Vector),
    /// Angular acceleration, classical acceleration of the own point less gravity; with v̇ = 0 after `bias`.
    pub(super) spin: Vector,
    pub(super) acceleration: Vector,
    /// Wrench on the body through its joint.
    pub(super) moment: Vector,
    pub(super) force: Vector,
}

/// Symmetric in blocks: what wrench an articulated body needs to accelerate.
#[derive(Debug, Clone, Copy)]
pub(super) struct Articulated {
    /// Moments of turning.
    pub(super) turning: Symmetric,
    /// Moments of moving; its transpose gives the forces of turning.
    pub(super) mixed: Matrix,
    /// Forces of moving.
    pub(super) moving: Symmetric,
    /// Moment and force at rest.
    pub(super) moment: Vector,
    pub(super) force: Vector,
}

impl Moving {
    const STILL: Self = Self {
        rotation: Matrix::UNIT,
        point: Vector::ZERO,
        from_parent: Vector::ZERO,
        center: Vector::ZERO,
        inertia: Symmetric::ZERO,
        turning: Vector::ZERO,
        moving: Vector::ZERO,
        turning_product: Vector::ZERO,
        moving_product: Vector::ZERO,
        load: (Vector::ZERO, Vector::ZERO),
        spin: Vector::ZERO,
        acceleration: Vector::ZERO,
        moment: Vector::ZERO,
        force: Vector::ZERO,
    };
}

impl Articulated {
    pub(super) const NONE: Self = Self {
        turning: Symmetric::ZERO,
        mixed: Matrix::ZERO,
        moving: Symmetric::ZERO,
        moment: Vector::ZERO,
        force: Vector::ZERO,
    };
}

/// A state of a [`Tree`], made once and used for every question in a loop.
#[derive(Debug, Clone)]
pub struct State {
    pub(super) bodies: Vec<Moving>,
    /// Axis of each freedom, in the order of the bodies.
    pub(super) axes: Vec<Vector>,
    /// M, then its factors L and D: rows of the lower triangle, in the order of the bodies.
    pub(super) matrix: Vec<f64>,
    /// 1 / D.
    pub(super) reciprocals: Vec<f64>,
    pub(super) articulated: Vec<Articulated>,
    /// U of each freedom: wrench of a unit acceleration along it.
    pub(super) wrenches: Vec<(Vector, Vector)>,
    pub(super) columns: Vec<[f64; 6]>,
    /// Torques and accelerations in the order of the file.
    pub(super) torques: Vec<f64>,
    pub(super) rates: Vec<f64>,
    /// One number a freedom, in the order of the bodies.
    pub(super) scratch: Vec<f64>,
    /// M in the order of the file, row by row.
    pub(super) mass: Vec<f64>,
}

impl State {
    /// Room for the states of a tree.  It stands nowhere until [`Tree::place`] puts it somewhere.
    pub fn new(tree: &Tree) -> Self {
        let (bodies, n) = (tree.bodies.len(), tree.freedoms());
        Self {
            bodies: vec![Moving::STILL; bodies],
            axes: vec![Vector::ZERO; n],
            matrix: vec![0.0; n * n],
            reciprocals: vec![0.0; n],
            articulated: vec![Articulated::NONE; bodies],
            wrenches: vec![(Vector::ZERO, Vector::ZERO); n],
            columns: vec![[0.0; 6]; n],
            torques: vec![0.0; n],
            rates: vec![0.0; n],
            scratch: vec![0.0; n],
            mass: vec![0.0; n * n],
        }
    }
}

impl Tree {
    /// Puts a state at these positions with these velocities, in the order of the file, and takes all loads away.
    ///
    /// A floating joint has the positions `[x, y, z, qw, qx, qy, qz]`, with a quaternion of any length but zero, and
    /// as velocities the twist of its child about the child's origin in the child's axes, angular first.  A ball has
    /// the quaternion and the angular velocity alone.
    pub fn place(&self, state: &mut State, q: &[f64], v: &[f64]) -> Result<(), StateFault> {
        expect("q", q, self.positions)?;
        expect("v", v, self.freedoms())?;
        for index in 1..self.bodies.len() {
            let body = &self.bodies[index];
            let (below, rest) = state.bodies.split_at_mut(index);
            let axes = &mut state.axes[body.freedom..];
            put(body, &below[body.parent], &mut rest[0], axes, q, v)?;
        }
        Ok(())
    }

    /// Adds a wrench on a frame, about the point and in the axes of the reference, until the state is placed again.
    ///
    /// A wrench on the root pushes the world, and moves nothing.
    pub fn push(&self, state: &mut State, frame: Frame, reference: Reference, wrench: &Wrench<Spatial>) {
        let body = self.fixtures[frame.0].body;
        if body == 0 {
            return;
        }
        let (axes, point) = self.view(state, frame, reference);
        let force = axes.times(Vector(wrench.force()));
        let lever = point - state.bodies[body].point;
        let load = &mut state.bodies[body].load;
        load.0 += axes.times(Vector(wrench.moment())) + lever.cross(force);
        load.1 += force;
    }

    /// Takes all loads away.
    pub fn release(&self, state: &mut State) {
        state.bodies.iter_mut().for_each(|body| body.load = (Vector::ZERO, Vector::ZERO));
    }
}

/// Place, velocity and velocity products of a body, given those of its parent.
#[inline(always)]
fn put(
    body: &Body,
    below: &Moving,
    own: &mut Moving,
    axes: &mut [Vector],
    q: &[f64],
    v: &[f64],
) -> Result<(), StateFault> {
    let joint = below.rotation.compose(&body.rotation);
    let mut lever = below.rotation.times(body.offset);
    // Velocities of the joint in the axes of the world: turning, sliding.
    let (mut turn, mut slide) = (Vector::ZERO, Vector::ZERO);
    match body.kind {
        JointKind::Floating => {
            let (rotation, place) = floating(&q[body.position..body.position + 7], body.position)?;
            lever += joint.times(place);
            own.rotation = joint.compose(&rotation);
            let velocity = &v[body.velocity..body.velocity + 6];
            turn = own.rotation.times(Vector([velocity[0], velocity[1], velocity[2]]));
            slide = own.rotation.times(Vector([velocity[3], velocity[4], velocity[5]]));
            for k in 0..6 {
                axes[k] = own.rotation.column(k % 3);
            }
        }
        JointKind::Ball => {
            own.rotation = joint.compose(&turned(&q[body.position..body.position + 4], body.position)?);
            let velocity = &v[body.velocity..body.velocity + 3];
            turn = own.rotation.times(Vector([velocity[0], velocity[1], velocity[2]]));
            for (k, axis) in axes.iter_mut().take(3).enumerate() {
                *axis = own.rotation.column(k);
            }
        }
        JointKind::Prismatic => {
            let axis = joint.column(2);
            axes[0] = axis;
            lever += axis * q[body.position];
            slide = axis * v[body.velocity];
            own.rotation = joint;
        }
        _ => {
            let (sine, cosine) = q[body.position].sin_cos();
            own.rotation = joint.turned_about_z(sine, cosine);
            let axis = joint.column(2);
            axes[0] = axis;
            turn = axis * v[body.velocity];
        }
    }
    own.from_parent = lever;
    own.point = below.point + lever;
    own.center = own.rotation.times(body.center);
    own.inertia = body.inertia.turned_by(&own.rotation);
    own.turning = below.turning + turn;
    let carried = below.turning.cross(lever);
    own.moving = below.moving + carried + slide;
    own.turning_product = below.turning.cross(turn);
    own.moving_product = below.turning.cross(carried) + (below.turning + own.turning).cross(slide);
    own.load = (Vector::ZERO, Vector::ZERO);
    Ok(())
}

/// The rotation and place that the positions of a floating joint stand for.
fn floating(q: &[f64], index: usize) -> Result<(Matrix, Vector), StateFault> {
    Ok((turned(&q[3..7], index + 3)?, Vector([q[0], q[1], q[2]])))
}

/// The rotation of a quaternion that begins at this position.
fn turned(q: &[f64], index: usize) -> Result<Matrix, StateFault> {
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    if !(length.is_finite() && length > 0.0) {
        return Err(StateFault::Quaternion { index, length });
    }
    let [w, x, y, z] = [q[0] / length, q[1] / length, q[2] / length, q[3] / length];
    Ok(Matrix([
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
        [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]))
}
