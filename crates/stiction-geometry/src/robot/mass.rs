//! The mass matrix by composite bodies, and its factors.
//!
//! What a joint carries moves as one body of mass m, first moment h and inertia J about the own point:
//!
//! ```text
//!     m ← Σ m,   h ← Σ (h + m r),   J ← Σ (J + 2 (h·r) 1 − h rᵀ − r hᵀ + m (r·r 1 − r rᵀ))       (1)
//!     (n, f) = (J a, a × h) of a turn about a,   (h × a, m a) of a slide                          (2)
//!     M_kj = S_jᵀ (n, f) for every j on the way to the root, with n ← n + r × f at each body      (3)
//!     M = Lᵀ D L,   L unit and lower triangular, L_kj = 0 unless j is on the way from k           (4)
//! ```
//!
//! Elimination from the leaves makes no new entries in (4), since M_kj = 0 unless one of k, j is on the way from the
//! other.

use super::fault::StateFault;
use super::state::State;
use super::tree::{NONE, Tree};
use super::vector::{Symmetric, Vector};

impl Tree {
    /// The mass matrix in the order of the file, row by row.
    pub fn mass_matrix<'s>(&self, state: &'s mut State) -> &'s [f64] {
        self.compose(state);
        let n = self.freedoms();
        state.mass.fill(0.0);
        for k in 0..n {
            let row = self.freedoms[k].file;
            for j in self.ancestors(k) {
                let (column, entry) = (self.freedoms[j].file, state.matrix[k * n + j]);
                state.mass[row * n + column] = entry;
                state.mass[column * n + row] = entry;
            }
        }
        &state.mass
    }

    /// The velocity's kinetic energy, ½ vᵀ M v, from the velocities of the bodies.
    pub fn kinetic_energy(&self, state: &State) -> f64 {
        let of_body = |(body, own): (&super::tree::Body, &super::state::Moving)| {
            let velocity = own.moving + own.turning.cross(own.center);
            0.5 * (body.mass * velocity.dot(velocity) + own.turning.dot(own.inertia.times(own.turning)))
        };
        self.bodies.iter().zip(&state.bodies).skip(1).map(of_body).sum()
    }

    /// The energy of the bodies in the field of gravity, zero at the world's origin.
    pub fn potential_energy(&self, state: &State) -> f64 {
        let of_body = |(body, own): (&super::tree::Body, &super::state::Moving)| {
            -body.mass * self.gravity.dot(own.point + own.center)
        };
        self.bodies.iter().zip(&state.bodies).skip(1).map(of_body).sum()
    }

    /// Equations (1) to (3), into the lower triangle in the order of the bodies.
    #[inline]
    pub(super) fn compose(&self, state: &mut State) {
        let n = self.freedoms();
        for (index, body) in self.bodies.iter().enumerate() {
            let own = &state.bodies[index];
            let composite = &mut state.articulated[index];
            composite.turning = own.inertia.plus(&Symmetric::of_point_mass(body.mass, own.center));
            // The composite body's mass and first moment.
            composite.moving.0[0] = body.mass;
            composite.moment = own.center * body.mass;
        }
        for (index, body) in self.bodies.iter().enumerate().skip(1).rev() {
            let (below, rest) = state.articulated.split_at_mut(index);
            let (below, own) = (&mut below[body.parent], &rest[0]);
            let (mass, first, inertia) = (own.moving.0[0], own.moment, own.turning);
            for k in body.freedom..body.freedom + body.kind.freedoms() {
                let axis = state.axes[k];
                let wrench = if self.freedoms[k].turns {
                    (inertia.times(axis), axis.cross(first))
                } else {
                    (first.cross(axis), axis * mass)
                };
                self.fill_row(&mut state.matrix[k * n..(k + 1) * n], &state.bodies, &state.axes, k, wrench);
            }
            let lever = state.bodies[index].from_parent;
            below.turning = below.turning.plus(&shifted(mass, first, &inertia, lever));
            below.moving.0[0] += mass;
            below.moment += first + lever * mass;
        }
    }

    /// Equation (3).
    #[inline(always)]
    fn fill_row(
        &self,
        row: &mut [f64],
        bodies: &[super::state::Moving],
        axes: &[Vector],
        k: usize,
        (mut moment, force): (Vector, Vector),
    ) {
        let (mut j, mut body) = (k, self.freedoms[k].body);
        while j != NONE {
            let freedom = &self.freedoms[j];
            if freedom.body != body {
                moment += bodies[body].from_parent.cross(force);
                body = freedom.body;
            }
            row[j] = axes[j].dot(if freedom.turns { moment } else { force });
            j = freedom.parent;
        }
    }

    /// Equation (4), in place: L below the diagonal, 1/D aside.  Expects M from [`Self::compose`].
    #[inline]
    pub(super) fn factor(&self, state: &mut State) -> Result<(), StateFault> {
        let n = self.freedoms();
        for k in (0..n).rev() {
            let (above, rest) = state.matrix.split_at_mut(k * n);
            let row = &mut rest[..n];
            let reciprocal = 1.0 / row[k];
            // Written so that NaN is refused.
            if !(row[k] > 0.0 && reciprocal.is_finite()) {
                return Err(StateFault::Massless { freedom: self.freedoms[k].file });
            }
            state.reciprocals[k] = reciprocal;
            let mut i = self.freedoms[k].parent;
            while i != NONE {
                let factor = row[i] * reciprocal;
                let target = &mut above[i * n..i * n + n];
                let mut j = i;
                while j != NONE {
                    target[j] -= factor * row[j];
                    j = self.freedoms[j].parent;
                }
                row[i] = factor;
                i = self.freedoms[i].parent;
            }
        }
        Ok(())
    }
}

/// The inertia of a body about another point: equation (1).
#[inline(always)]
fn shifted(mass: f64, first: Vector, inertia: &Symmetric, lever: Vector) -> Symmetric {
    let twice = 2.0 * first.dot(lever);
    let ([a, b, c], [x, y, z]) = (first.0, lever.0);
    let mixed = Symmetric([
        twice - 2.0 * a * x,
        twice - 2.0 * b * y,
        twice - 2.0 * c * z,
        -(a * y + b * x),
        -(a * z + c * x),
        -(b * z + c * y),
    ]);
    inertia.plus(&mixed).plus(&Symmetric::of_point_mass(mass, lever))
}
