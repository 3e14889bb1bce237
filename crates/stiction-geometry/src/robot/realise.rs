//! Torques that act like a wrench at a frame, within what the motors can do.
//!
//! Torques τ act on a frame like the wrench f exactly when they accelerate it like f:
//!
//! ```text
//!     A τ = Φ f,    A = J M⁻¹                                                                     (1)
//! ```
//!
//! τ = Jᵀ f is one solution, and an arm with more axes than the frame has freedoms has others, Jᵀ f + z with A z = 0.
//! Among those within the limits |τᵢ| ≤ eᵢ the one nearest to the preferred torques is taken, in the norm Σ (Δτᵢ/eᵢ)²;
//! being strictly convex, the problem has exactly one.  If there is none within the limits, there are weights w with
//!
//! ```text
//!     w·z = 0 for every z with A z = 0,      Σ |wᵢ| eᵢ  <  w·Jᵀ f                                 (2)
//! ```
//!
//! for then w·τ = w·Jᵀ f for every solution, which no torques within the limits reach (Farkas).  The method is the dual
//! one of Goldfarb and Idnani: it starts at the best point without limits and takes in what is violated.
//!
//! Which directions count as solutions of A z = 0 is decided in doubles; whatever is chosen, the residual of
//! (1) is computed from the torques that are returned, and (2) is accepted only if it outweighs the largest
//! w·z that is possible.
//!
//! References: \[Goldfarb\], \[Farkas\].

use super::fault::{StateFault, expect};
use super::frame::Reference;
use super::state::State;
use super::tree::{Frame, Tree};
use crate::screw::{Spatial, Twist, Wrench};
use nalgebra::{DMatrix, DVector};

/// What became of a wrench.
#[derive(Debug, Clone, PartialEq)]
pub enum Realised {
    /// These torques act like it.
    Within {
        /// Torques within the limits, in the order of the file.
        torques: Vec<f64>,
        /// The largest entry of A τ − Φ f, computed from these torques.
        residual: f64,
        /// The freedoms whose motor gives all it has.
        saturated: Vec<usize>,
    },
    /// No torques within the limits do: equation (2).
    Beyond {
        /// w.
        weights: Vec<f64>,
        /// w·Jᵀ f, which every solution has.
        needed: f64,
        /// Σ |wᵢ| eᵢ, which torques within the limits have at most.
        most: f64,
    },
    /// Neither was shown: the limits are touched within rounding.
    Unsettled,
}

/// Singular values below this part of the largest count as zero: a choice among solutions, see the module.
const NULL: f64 = 1e-10;
/// How far beyond a limit, as a part of it, a step may end; torques are cut to their limits at last.
const SLACK: f64 = 1e-12;

impl Tree {
    /// Torques within the limits that act on a frame like this wrench, nearest to the preferred ones.
    pub fn realise(
        &self,
        state: &mut State,
        frame: Frame,
        reference: Reference,
        wrench: &Wrench<Spatial>,
        preferred: &[f64],
    ) -> Result<Realised, StateFault> {
        let n = self.freedoms();
        expect("preferred torques", preferred, n)?;
        let accelerating = self.accelerating(state, frame, reference)?;
        let mut columns = vec![Twist::zero(); n];
        self.jacobian(state, frame, reference, &mut columns)?;
        let direct: Vec<f64> = columns.iter().map(|column| column.power(wrench)).collect();
        // Where nothing is limited, one is as good as another.
        let efforts: Vec<f64> = self.limits().iter().map(|limits| limits.effort).collect();
        let scales: Vec<f64> = efforts
            .iter()
            .map(|effort| if effort.is_finite() && *effort > 0.0 { *effort } else { 1.0 })
            .collect();
        let scaled = DMatrix::from_fn(6, n, |row, column| accelerating[(row, column)] * scales[column]);
        let free = null_space(&scaled);
        let start = DVector::from_fn(n, |i, _| direct[i] / scales[i]);
        let wanted = DVector::from_fn(n, |i, _| preferred[i] / scales[i]);
        let walls: Vec<f64> = (0..n).map(|i| efforts[i] / scales[i]).collect();
        Ok(match nearest(&free, &start, &wanted, &walls) {
            Nearest::Found(x) => {
                let torques: Vec<f64> =
                    (0..n).map(|i| (x[i] * scales[i]).clamp(-efforts[i], efforts[i])).collect();
                let missing = |row: usize| -> f64 {
                    (0..n).map(|i| accelerating[(row, i)] * (torques[i] - direct[i])).sum()
                };
                let residual = (0..6).map(missing).fold(0.0, |most: f64, x| most.max(x.abs()));
                let saturated = (0..n).filter(|&i| torques[i].abs() == efforts[i]).collect();
                Realised::Within { torques, residual, saturated }
            }
            Nearest::None(weights) => refuted(&weights, &free, &start, &walls, &scales),
            Nearest::Unsettled => Realised::Unsettled,
        })
    }

    /// A = J M⁻¹.
    fn accelerating(
        &self,
        state: &mut State,
        frame: Frame,
        reference: Reference,
    ) -> Result<DMatrix<f64>, StateFault> {
        let n = self.freedoms();
        self.compose(state);
        self.factor(state)?;
        let (axes, point) = self.view(state, frame, reference);
        let mut rows = DMatrix::zeros(6, n);
        for row in 0..6 {
            state.scratch.fill(0.0);
            for k in self.support(frame) {
                state.scratch[k] = self.column(state, k, &axes, point)[row];
            }
            self.push_towards_root(state);
            self.solve_from_root(state);
            for (k, freedom) in self.freedoms.iter().enumerate() {
                rows[(row, freedom.file)] = state.scratch[k];
            }
        }
        Ok(rows)
    }
}

/// Orthonormal columns z with A z = 0: the right singular vectors of small singular values, rows of zeros
/// making A square.
fn null_space(matrix: &DMatrix<f64>) -> DMatrix<f64> {
    let n = matrix.ncols();
    let tall = matrix.clone().resize_vertically(n.max(6), 0.0);
    let decomposed = tall.svd(false, true);
    let largest = decomposed.singular_values.iter().copied().fold(0.0, f64::max);
    let Some(right) = decomposed.v_t else { return DMatrix::zeros(n, 0) };
    let small: Vec<usize> =
        (0..right.nrows()).filter(|&k| decomposed.singular_values[k] <= NULL * largest).collect();
    DMatrix::from_fn(n, small.len(), |row, k| right[(small[k], row)])
}

enum Nearest {
    Found(DVector<f64>),
    None(DVector<f64>),
    Unsettled,
}

/// A wall: coordinate `index` at most its limit (`sign` = 1), or at least minus its limit.
#[derive(Clone, Copy, PartialEq)]
struct Wall {
    index: usize,
    sign: f64,
}

/// The point start + Z u nearest to `wanted` between the walls |xᵢ| ≤ wᵢ.
fn nearest(free: &DMatrix<f64>, start: &DVector<f64>, wanted: &DVector<f64>, walls: &[f64]) -> Nearest {
    let normal = |wall: &Wall| free.row(wall.index).transpose() * wall.sign;
    let mut u = free.transpose() * (wanted - start);
    let (mut active, mut weights): (Vec<Wall>, Vec<f64>) = (Vec::new(), Vec::new());
    // Every step raises the dual value, so that no active set comes twice; the bound is for rounding.
    for _ in 0..64 * (walls.len() + 1) {
        let x = start + free * &u;
        let Some(wall) = most_violated(&x, walls) else { return Nearest::Found(x) };
        let (added, mut weight) = (normal(&wall), 0.0);
        loop {
            let (steps, left) = split(&active.iter().map(normal).collect::<Vec<_>>(), &added);
            let violated = wall.sign * (start + free * &u)[wall.index] - walls[wall.index];
            let square = left.norm_squared();
            let full = if square > SLACK * added.norm_squared() && square > 0.0 {
                violated / square
            } else {
                f64::INFINITY
            };
            let blocking = (0..active.len()).filter(|&k| steps[k] > 0.0);
            let blocked = blocking.map(|k| (weights[k] / steps[k], k)).min_by(|a, b| a.0.total_cmp(&b.0));
            let step = blocked.map_or(full, |(most, _)| most.min(full));
            if !step.is_finite() {
                return Nearest::None(combination(walls.len(), &wall, &active, &steps));
            }
            if full.is_finite() {
                u -= &left * step;
            }
            for k in 0..active.len() {
                weights[k] -= step * steps[k];
            }
            weight += step;
            match blocked {
                Some((most, k)) if most < full => {
                    active.remove(k);
                    weights.remove(k);
                }
                _ => {
                    active.push(wall);
                    weights.push(weight);
                    break;
                }
            }
        }
    }
    Nearest::Unsettled
}

fn most_violated(x: &DVector<f64>, walls: &[f64]) -> Option<Wall> {
    let beyond = |index: &usize| x[*index].abs() - walls[*index];
    let worst = (0..walls.len()).max_by(|a, b| beyond(a).total_cmp(&beyond(b)))?;
    (beyond(&worst) > SLACK).then(|| Wall { index: worst, sign: x[worst].signum() })
}

/// A vector as a combination of others, and what is left of it: least squares.
fn split(columns: &[DVector<f64>], vector: &DVector<f64>) -> (Vec<f64>, DVector<f64>) {
    if columns.is_empty() {
        return (Vec::new(), vector.clone());
    }
    let matrix = DMatrix::from_columns(columns);
    let gram = matrix.transpose() * &matrix;
    let right = matrix.transpose() * vector;
    // Active normals are independent, for each was added with something left.
    let steps = gram.lu().solve(&right).unwrap_or_else(|| DVector::zeros(columns.len()));
    let left = vector - &matrix * &steps;
    (steps.iter().copied().collect(), left)
}

/// The weights of walls that contradict each other: n = Σ rₖ nₖ with r ≤ 0.
fn combination(count: usize, wall: &Wall, active: &[Wall], steps: &[f64]) -> DVector<f64> {
    let mut weights = DVector::zeros(count);
    weights[wall.index] += wall.sign;
    for (other, step) in active.iter().zip(steps) {
        weights[other.index] += other.sign * (-step).max(0.0);
    }
    weights
}

/// Equation (2), if it outweighs what rounding leaves of w·z.
fn refuted(
    weights: &DVector<f64>,
    free: &DMatrix<f64>,
    start: &DVector<f64>,
    walls: &[f64],
    scales: &[f64],
) -> Realised {
    let needed: f64 = weights.dot(start);
    let most: f64 =
        (0..walls.len()).filter(|&i| weights[i] != 0.0).map(|i| weights[i].abs() * walls[i]).sum();
    // z = x − start, with x between the walls that matter.
    let reach: f64 = (0..walls.len())
        .map(|i| (if walls[i].is_finite() { walls[i] } else { 0.0 } + start[i].abs()).powi(2))
        .sum::<f64>()
        .sqrt();
    let across = (free.transpose() * weights).norm();
    if needed - most > across * reach {
        let weights = (0..walls.len()).map(|i| weights[i] / scales[i]).collect();
        Realised::Beyond { weights, needed, most }
    } else {
        Realised::Unsettled
    }
}
