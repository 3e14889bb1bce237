//! Accelerations from torques: articulated bodies.
//!
//! With everything it carries free to move, a body needs the wrench `I a + p` for the acceleration a of its own point.
//! A freedom S of its joint, with torque τ, takes the part along S away:
//!
//! ```text
//!     U = I S,   d = S·U,   u = τ − S·p                                                           (1)
//!     I ← I − U Uᵀ / d,   p ← p + U u / d                                                        (2)
//!     v̇ = (u − U·a′) / d,   a = a′ + S v̇                        on the way out                   (3)
//! ```
//!
//! Several freedoms of one joint are taken one after the other.

use super::fault::{StateFault, expect};
use super::state::{Articulated, Moving, State};
use super::tree::{Body, Tree};
use super::vector::{Matrix, Symmetric, Vector};

impl Tree {
    /// The accelerations v̇ that these torques and the loads of the state give, in the order of the file.
    pub fn forward_dynamics<'s>(
        &self,
        state: &'s mut State,
        torques: &[f64],
    ) -> Result<&'s [f64], StateFault> {
        expect("tau", torques, self.freedoms())?;
        for (index, body) in self.bodies.iter().enumerate() {
            state.articulated[index] = rigid(body, &state.bodies[index]);
        }
        for index in (1..self.bodies.len()).rev() {
            self.eliminate(state, index, torques)?;
        }
        self.unroll(state);
        Ok(&state.rates)
    }

    /// Equations (1) and (2) for every freedom of a body, then its part in the parent.
    fn eliminate(&self, state: &mut State, index: usize, torques: &[f64]) -> Result<(), StateFault> {
        let body = &self.bodies[index];
        let (below, rest) = state.articulated.split_at_mut(index);
        let (below, own) = (&mut below[body.parent], &mut rest[0]);
        let moving = &state.bodies[index];
        // p of the acceleration that the joint's velocities alone give.
        let (moment, force) = own.wrench(moving.turning_product, moving.moving_product);
        own.moment += moment;
        own.force += force;
        for k in (body.freedom..body.freedom + body.kind.freedoms()).rev() {
            let (axis, freedom) = (state.axes[k], &self.freedoms[k]);
            let (turn, slide) = if freedom.turns { (axis, Vector::ZERO) } else { (Vector::ZERO, axis) };
            let wrench = own.wrench(turn, slide);
            let d = turn.dot(wrench.0) + slide.dot(wrench.1);
            let reciprocal = 1.0 / d;
            if !(d > 0.0 && reciprocal.is_finite()) {
                return Err(StateFault::Massless { freedom: freedom.file });
            }
            let rest = torques[freedom.file] - turn.dot(own.moment) - slide.dot(own.force);
            own.release(wrench, reciprocal, rest);
            (state.wrenches[k], state.reciprocals[k], state.scratch[k]) = (wrench, reciprocal, rest);
        }
        below.add_shifted(own, moving.from_parent);
        Ok(())
    }

    /// Equation (3), from the root out.
    fn unroll(&self, state: &mut State) {
        state.bodies[0].acceleration = -self.gravity;
        for (index, body) in self.bodies.iter().enumerate().skip(1) {
            let (below, rest) = state.bodies.split_at_mut(index);
            let (below, own) = (&below[body.parent], &mut rest[0]);
            let mut carried = (below.spin, below.acceleration + below.spin.cross(own.from_parent));
            for k in body.freedom..body.freedom + body.kind.freedoms() {
                let (freedom, wrench) = (&self.freedoms[k], state.wrenches[k]);
                let felt = wrench.0.dot(carried.0) + wrench.1.dot(carried.1);
                let rate = (state.scratch[k] - felt) * state.reciprocals[k];
                state.rates[freedom.file] = rate;
                let step = state.axes[k] * rate;
                if freedom.turns {
                    carried.0 += step;
                } else {
                    carried.1 += step;
                }
            }
            own.spin = carried.0 + own.turning_product;
            own.acceleration = carried.1 + own.moving_product;
        }
    }
}

/// A body alone: its inertia about its own point, and the wrench it needs to move on as it does.
fn rigid(body: &Body, own: &Moving) -> Articulated {
    let [x, y, z] = (own.center * body.mass).0;
    let streaming = own.turning.cross(own.turning.cross(own.center)) * body.mass;
    let gyroscopic = own.turning.cross(own.inertia.times(own.turning));
    Articulated {
        turning: own.inertia.plus(&Symmetric::of_point_mass(body.mass, own.center)),
        mixed: Matrix([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]]),
        moving: Symmetric([body.mass, body.mass, body.mass, 0.0, 0.0, 0.0]),
        moment: gyroscopic + own.center.cross(streaming) - own.load.0,
        force: streaming - own.load.1,
    }
}

impl Articulated {
    /// I a.
    #[inline(always)]
    fn wrench(&self, spin: Vector, acceleration: Vector) -> (Vector, Vector) {
        (
            self.turning.times(spin) + self.mixed.times(acceleration),
            self.mixed.transposed_times(spin) + self.moving.times(acceleration),
        )
    }

    /// Equation (2).
    #[inline(always)]
    fn release(&mut self, (moment, force): (Vector, Vector), reciprocal: f64, rest: f64) {
        let [a, b, c] = (moment * reciprocal).0;
        let [x, y, z] = (force * reciprocal).0;
        let ([ma, mb, mc], [fx, fy, fz]) = (moment.0, force.0);
        let less = |from: &mut Symmetric, by: [f64; 6]| {
            from.0.iter_mut().zip(by).for_each(|(entry, less)| *entry -= less);
        };
        less(&mut self.turning, [a * ma, b * mb, c * mc, a * mb, a * mc, b * mc]);
        less(&mut self.moving, [x * fx, y * fy, z * fz, x * fy, x * fz, y * fz]);
        for (row, factor) in self.mixed.0.iter_mut().zip([a, b, c]) {
            row.iter_mut().zip(force.0).for_each(|(entry, part)| *entry -= factor * part);
        }
        self.moment += moment * (rest * reciprocal);
        self.force += force * (rest * reciprocal);
    }

    /// Adds another, about a point that lies `lever` from this one's.
    #[inline(always)]
    fn add_shifted(&mut self, other: &Self, lever: Vector) {
        // With a at the other point = a + α × r:  mixed′ = B + r× C,  turning′ = A + r× Bᵀ + (r× Bᵀ)ᵀ + r× C r×ᵀ.
        let moving = other.moving.rows();
        let columns = |rows: &[[f64; 3]; 3], k: usize| Vector([rows[0][k], rows[1][k], rows[2][k]]);
        let lifted = [0, 1, 2].map(|k| lever.cross(columns(&moving, k)));
        let mut mixed = other.mixed;
        for k in 0..3 {
            for row in 0..3 {
                mixed.0[row][k] += lifted[k].0[row];
            }
        }
        // r× Bᵀ and mixed′ r×ᵀ: rows of B crossed with r.
        let first = other.mixed.0.map(|row| lever.cross(Vector(row)).0);
        let second = mixed.0.map(|row| lever.cross(Vector(row)).0);
        // turning′ = A + (r× Bᵀ) + mixed′ r×ᵀ, whose entries (i, j) are first[j][i] and second[i][j].
        let entry = |i: usize, j: usize| first[j][i] + second[i][j];
        let extra = Symmetric([entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)]);
        self.turning = self.turning.plus(&other.turning).plus(&extra);
        for row in 0..3 {
            for k in 0..3 {
                self.mixed.0[row][k] += mixed.0[row][k];
            }
        }
        self.moving = self.moving.plus(&other.moving);
        self.moment += other.moment + lever.cross(other.force);
        self.force += other.force;
    }
}
