//! What `compiler` does to the mass and moments of a body after they are known: bounds, and balance.
//!
//! With the principal moments A ≤ B ≤ C of a body about its centre of mass, MuJoCo takes in this order
//!
//! ```text
//!     boundmass       m = max(m, boundmass)
//!     boundinertia    A, B, C = max(·, boundinertia), about the same axes
//!     balanceinertia  A = B = C = (A + B + C)/3 where A + B < C
//! ```
//!
//! The last needs no axes: a multiple of the identity is the same in all of them.

use stiction::robot::LinkInertia;

/// Turns of Jacobi's method: each sweep squares what is off the diagonal, so that six end at the rounding of doubles.
const SWEEPS: usize = 12;

/// The bounds of `compiler`.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Bounds {
    pub(super) mass: f64,
    pub(super) inertia: f64,
    pub(super) balance: bool,
}

/// What the bounds changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Changed {
    Bound,
    Balanced,
}

impl Bounds {
    /// Whether a body without mass gets one.
    pub(super) fn give_mass(&self) -> bool {
        self.mass > 0.0 || self.inertia > 0.0
    }

    /// Puts mass and moments within the bounds; what was changed.
    pub(super) fn apply(&self, body: &mut LinkInertia) -> Vec<Changed> {
        let mut changed = Vec::new();
        if body.mass < self.mass {
            body.mass = self.mass;
            changed.push(Changed::Bound);
        }
        if !self.balance && self.inertia <= 0.0 {
            return changed;
        }
        let (mut moments, axes) = principal(body.rotational);
        if moments.iter().any(|moment| *moment < self.inertia) {
            moments = moments.map(|moment| moment.max(self.inertia));
            let entry =
                |i: usize, j: usize| (0..3).map(|k| axes[i][k] * moments[k] * axes[j][k]).sum::<f64>();
            body.rotational = std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j)));
            if changed.is_empty() {
                changed.push(Changed::Bound);
            }
        }
        moments.sort_by(f64::total_cmp);
        if self.balance && moments[0] + moments[1] < moments[2] {
            let mean = moments.iter().sum::<f64>() / 3.0;
            body.rotational =
                std::array::from_fn(|i| std::array::from_fn(|j| if i == j { mean } else { 0.0 }));
            changed.push(Changed::Balanced);
        }
        changed
    }
}

/// Principal moments and, in columns, their axes, by Jacobi's method (Golub and Van Loan, §8.5); a diagonal matrix is
/// left as it is, to the last bit.
fn principal(mut matrix: [[f64; 3]; 3]) -> ([f64; 3], [[f64; 3]; 3]) {
    let mut axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for _ in 0..SWEEPS {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            if matrix[p][q] == 0.0 {
                continue;
            }
            let theta = (matrix[q][q] - matrix[p][p]) / (2.0 * matrix[p][q]);
            let tangent = theta.signum() / (theta.abs() + theta.hypot(1.0));
            let cosine = 1.0 / tangent.hypot(1.0);
            let sine = tangent * cosine;
            // A ← A R, V ← V R, then A ← Rᵀ A, with R the turn by which A[p][q] vanishes.
            for row in matrix.iter_mut().chain(axes.iter_mut()) {
                (row[p], row[q]) = (cosine * row[p] - sine * row[q], sine * row[p] + cosine * row[q]);
            }
            for k in 0..3 {
                (matrix[p][k], matrix[q][k]) = (
                    cosine * matrix[p][k] - sine * matrix[q][k],
                    sine * matrix[p][k] + cosine * matrix[q][k],
                );
            }
        }
    }
    ([matrix[0][0], matrix[1][1], matrix[2][2]], axes)
}

#[cfg(test)]
mod tests {
    use super::{Bounds, principal};
    use stiction::robot::LinkInertia;
    use stiction::screw::Pose;

    #[test]
    fn principal_moments_and_axes_give_the_matrix_back() {
        let matrix = [[1.0, 0.2, 0.1], [0.2, 0.9, 0.05], [0.1, 0.05, 0.35]];
        let (moments, axes) = principal(matrix);
        for (i, row) in matrix.iter().enumerate() {
            for (j, entry) in row.iter().enumerate() {
                let back: f64 = (0..3).map(|k| axes[i][k] * moments[k] * axes[j][k]).sum();
                assert!((back - entry).abs() < 1e-14);
            }
        }
        let apart = [[3.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 2.0]];
        assert_eq!(principal(apart).0, [3.0, 1.0, 2.0]);
    }

    #[test]
    fn a_turned_body_is_bound_about_its_own_axes() {
        // Moments 1 and 3 about the diagonals of x and y: with a bound of 2 they are 2 and 3.
        let rotational = [[2.0, 1.0, 0.0], [1.0, 2.0, 0.0], [0.0, 0.0, 3.0]];
        let mut body = LinkInertia { mass: 1.0, place: Pose::identity(), rotational };
        let bounds = Bounds { inertia: 2.0, ..Bounds::default() };
        assert_eq!(bounds.apply(&mut body).len(), 1);
        let expected = [[2.5, 0.5, 0.0], [0.5, 2.5, 0.0], [0.0, 0.0, 3.0]];
        for i in 0..9 {
            assert!((body.rotational[i / 3][i % 3] - expected[i / 3][i % 3]).abs() < 1e-14);
        }
        // A second time there is nothing to do, up to rounding.
        let again = Bounds { inertia: 2.0 - 1e-12, ..Bounds::default() };
        assert!(again.apply(&mut body).is_empty());
    }
}
