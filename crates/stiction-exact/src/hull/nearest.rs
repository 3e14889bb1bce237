//! The point of a body that is nearest to the origin, by Wolfe's method.
//!
//! A few corners with weights are kept whose point is the nearest of their affine hull.  The corner farthest
//! against that point comes in, weights move toward the new nearest point until one of them vanishes, and its
//! corner goes:
//!
//! ```text
//!     x in the body              the distance is at most |x|                                    (1)
//!     h(V) < 0, |V| = 1          the distance is at least −h(V);  V = −x/|x| is best           (2)
//! ```
//!
//! References: \[Wolfe\].

use super::support::Support;
use super::surface::Corner;
use crate::double::{across, dot, length, minus, reach, times, unit};
use crate::work;

/// Corners with positive weights that sum to 1.
#[derive(Debug, Clone)]
pub(super) struct Nearest<const D: usize> {
    pub(super) corners: Vec<Corner<D>>,
    pub(super) weights: Vec<f64>,
    trial: Vec<f64>,
}

/// What was found.
pub(super) struct Outside<const D: usize> {
    /// (1), with its rounding.
    pub(super) most: f64,
    /// (2), with its rounding; negative where nothing separates.
    pub(super) least: f64,
    /// The best separating direction.
    pub(super) normal: [f64; D],
}

impl<const D: usize> Nearest<D> {
    pub(super) fn new() -> Self {
        Nearest { corners: Vec::new(), weights: Vec::new(), trial: Vec::new() }
    }

    /// Brackets the distance of the origin from a body with coordinates of at most `size`, until the bracket is
    /// narrower than `tolerance` of it or nothing comes nearer.
    pub(super) fn find<B: Support<D>>(
        &mut self,
        body: &B,
        size: &[f64; D],
        tolerance: f64,
        most_steps: usize,
    ) -> Outside<D> {
        self.corners.clear();
        self.weights.clear();
        let mut start = [0.0; D];
        start[0] = 1.0;
        self.corners.push(Corner::new(body.farthest(&start), &start));
        self.weights.push(1.0);
        let blur = (D as f64 + 2.0) * f64::EPSILON + body.rounding();
        let mut found = Outside { most: f64::INFINITY, least: f64::NEG_INFINITY, normal: start };
        for _ in 0..most_steps {
            work::spend(body.steps());
            let x = self.nearest_of_flat();
            let nearer = length(&x);
            let Some(normal) = unit(&x.map(|entry| -entry)) else {
                // The origin itself, as far as doubles tell.
                found.most = found.most.min(nearer);
                break;
            };
            let reached = reach(&times(&normal, size)) * blur;
            let corner = Corner::new(body.farthest(&normal), &normal);
            let height = dot(&corner.at, &normal);
            if -height - reached > found.least {
                (found.least, found.normal) = (-height - reached, normal);
            }
            let progress = nearer < found.most;
            found.most = found.most.min(nearer);
            let gap = nearer + height;
            let known = self.corners.iter().any(|old| old.at == corner.at);
            if !progress || known || gap <= tolerance * nearer || gap <= reached {
                break;
            }
            self.corners.push(corner);
            self.weights.push(0.0);
            if !self.settle() {
                break;
            }
        }
        // The point is a sum of corners with weights that are rounded: it is in the body to within this.
        found.most += length(size) * 2.0 * blur;
        found
    }

    /// Moves the weights to the nearest point of the corners' hull; `false` when rounding gets in the way.
    fn settle(&mut self) -> bool {
        for _ in 0..4 * (D + 2) {
            if !affine_weights(&self.corners, &mut self.trial) {
                // The last corner depends on the others: there is nothing to gain.
                return false;
            }
            if self.trial.iter().all(|weight| *weight > 0.0) {
                self.weights.copy_from_slice(&self.trial);
                return true;
            }
            let mut step = 1.0_f64;
            for (old, new) in self.weights.iter().zip(&self.trial) {
                if *new <= 0.0 {
                    step = step.min(old / (old - new));
                }
            }
            for (old, new) in self.weights.iter_mut().zip(&self.trial) {
                *old += step.max(0.0) * (new - *old);
            }
            let least = self.weights.iter().zip(&self.trial).filter(|(_, new)| **new <= 0.0);
            let least = least.map(|(old, _)| *old).fold(f64::INFINITY, f64::min);
            let mut at = 0;
            while at < self.corners.len() && self.corners.len() > 1 {
                if self.trial[at] <= 0.0 && self.weights[at] <= least {
                    self.corners.swap_remove(at);
                    self.weights.swap_remove(at);
                    self.trial.swap_remove(at);
                } else {
                    at += 1;
                }
            }
        }
        false
    }

    /// The nearest point of the flat through the corners, computed as what is across all its directions, so that
    /// small distances keep their direction.
    fn nearest_of_flat(&self) -> [f64; D] {
        let base = self.corners[0].at;
        let mut axes = [[0.0; D]; D];
        let mut found = 0;
        for corner in &self.corners[1..] {
            if found < D
                && let Some(axis) = unit(&across(&minus(&corner.at, &base), &axes[..found]))
            {
                axes[found] = axis;
                found += 1;
            }
        }
        across(&base, &axes[..found])
    }
}

/// The weights, of any sign, of the nearest point of the flat through corners; `false` when these depend on each other.
pub(super) fn affine_weights<const D: usize>(corners: &[Corner<D>], weights: &mut Vec<f64>) -> bool {
    let count = corners.len() - 1;
    weights.clear();
    weights.resize(count + 1, 0.0);
    if count > D {
        return false;
    }
    let base = corners[0].at;
    let mut axes = [[0.0; D]; D];
    // Edge j is the sum of triangle[i][j] axes[i].
    let mut triangle = [[0.0; D]; D];
    for j in 0..count {
        let edge = minus(&corners[j + 1].at, &base);
        let rest = across(&edge, &axes[..j]);
        let extent = length(&rest);
        if extent <= 8.0 * f64::EPSILON * length(&edge) {
            return false;
        }
        axes[j] = rest.map(|entry| entry / extent);
        for i in 0..=j {
            triangle[i][j] = dot(&edge, &axes[i]);
        }
    }
    let mut others = 0.0;
    for i in (0..count).rev() {
        let mut sum = -dot(&base, &axes[i]);
        for j in i + 1..count {
            sum -= triangle[i][j] * weights[j + 1];
        }
        weights[i + 1] = sum / triangle[i][i];
        others += weights[i + 1];
    }
    weights[0] = 1.0 - others;
    true
}

#[cfg(test)]
mod tests {
    use super::super::{Effort, Origin, Points, Workspace};

    #[test]
    fn a_body_that_touches_the_origin_within_rounding_is_no_distance_away() {
        // The origin is on the edge from the first corner to the last.
        let corners = [[-2.0, -1.0, 0.5], [0.0, -0.5, 1.0], [-6.0, -0.5, 2.0], [4.0, 2.0, -1.0]];
        let found = Workspace::new().distance(&Points(&corners), Origin::Outside, Effort::default());
        let found = found.unwrap();
        assert!(found.upper == 0.0 && found.lower > -1e-13, "{found:?}");
    }
}
