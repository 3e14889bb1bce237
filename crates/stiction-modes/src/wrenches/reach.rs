//! How far a wrench may be disturbed before the part may move: numbers in doubles, never a decision.
//!
//! Under a wrench of the strong set the part must stay; it stays under every disturbance smaller than
//!
//! ```text
//!     min( distance to the facets of the weak cone, distances to the cones of all moving modes )                  (1)
//! ```
//!
//! Euclidean on `(m/length, f)`.  The nearest point of a cone lies in the relative interior of one of its
//! faces, so it is the projection of the wrench on the planes of at most two facets \[BT 7\].

use super::stability::Stability;
use stiction_exact::double::dot;
use stiction_exact::integers;
use stiction_geometry::cone::{Cone, OpenCone};

type Triple = [f64; 3];

/// A closed cone of wrenches in the metric: unit normals over `(m/length, f)`.
struct Bounds {
    normals: Vec<Triple>,
    planes: Vec<Triple>,
}

impl Bounds {
    fn of(cone: &Cone, length: f64) -> Self {
        let unit = |row: &[dashu_int::IBig]| {
            let entries = integers::to_doubles(row);
            // n·g = (length·n₀)(m/length) + …
            let scaled = [entries[0] * length, entries[1], entries[2]];
            let size = dot(&scaled, &scaled).sqrt();
            scaled.map(|entry| entry / size)
        };
        Self {
            normals: cone.normals().iter().map(unit).collect(),
            planes: cone.equalities().iter().map(unit).collect(),
        }
    }

    /// The distance of a point from the cone.
    fn distance(&self, point: &Triple) -> f64 {
        let floor = projected(point, &self.planes);
        let mut best = f64::INFINITY;
        let mut consider = |tight: &[Triple]| {
            let all: Vec<Triple> = self.planes.iter().chain(tight).copied().collect();
            let candidate = projected(point, &all);
            let size = dot(point, point).sqrt().max(f64::MIN_POSITIVE);
            if self.normals.iter().all(|normal| dot(normal, &candidate) >= -1e-12 * size) {
                let gap = [0, 1, 2].map(|i| point[i] - candidate[i]);
                best = best.min(dot(&gap, &gap).sqrt());
            }
        };
        consider(&[]);
        for (at, one) in self.normals.iter().enumerate() {
            if dot(one, &floor) >= 0.0 {
                continue;
            }
            consider(&[*one]);
            self.normals.iter().enumerate().filter(|(other, _)| *other != at).for_each(|(_, other)| {
                consider(&[*one, *other]);
            });
        }
        // The apex, or the lines through it.
        consider(&self.normals);
        best
    }
}

/// A point without its parts along vectors, made orthogonal first.
fn projected(point: &Triple, across: &[Triple]) -> Triple {
    let mut basis: Vec<Triple> = Vec::new();
    for vector in across {
        let mut rest = *vector;
        for other in &basis {
            let part = dot(&rest, other);
            rest = [0, 1, 2].map(|i| rest[i] - part * other[i]);
        }
        let size = dot(&rest, &rest).sqrt();
        if size > 1e-9 {
            basis.push(rest.map(|entry| entry / size));
        }
    }
    let mut rest = *point;
    for other in &basis {
        let part = dot(&rest, other);
        rest = [0, 1, 2].map(|i| rest[i] - part * other[i]);
    }
    rest
}

/// Measures disturbances against the sets of one part.
pub struct Disturbances {
    weak: Bounds,
    moving: Vec<Bounds>,
    length: f64,
}

impl Disturbances {
    /// Of these sets, with moments counted as forces at this length.
    pub fn new(sets: &Stability, length: f64) -> Self {
        let moving = sets.moving.iter().map(|(_, cone)| Bounds::of(cone.closure(), length)).collect();
        Self { weak: Bounds::of(&sets.weak, length), moving, length }
    }

    /// Equation (1) for a wrench `[m, fx, fy]`; 0 where the weak set is flat or a moving mode touches the wrench.
    pub fn radius(&self, wrench: &[f64; 3]) -> f64 {
        self.scaled_radius(&[wrench[0] / self.length, wrench[1], wrench[2]])
    }

    fn scaled_radius(&self, point: &Triple) -> f64 {
        if !self.weak.planes.is_empty() {
            return 0.0;
        }
        let inside = self.weak.normals.iter().map(|normal| dot(normal, point)).fold(f64::INFINITY, f64::min);
        let mut least = inside;
        for bounds in &self.moving {
            if least <= 0.0 {
                return 0.0;
            }
            least = least.min(bounds.distance(point));
        }
        least.max(0.0)
    }

    /// A direction of the strong set that bears the largest disturbance for its size, found by search from
    /// the middles of its pieces; `[m, fx, fy]` with `(m/length, f)` of length one, and its radius.  None if
    /// no piece has an inside.
    pub fn bias(&self, sets: &Stability) -> Option<([f64; 3], f64)> {
        let solid = |cone: &&OpenCone| cone.closure().equalities().is_empty();
        let starts = sets.strong.cones().iter().filter(solid).map(|cone| {
            let point = integers::to_doubles(&cone.closure().relative_interior_point());
            unit([point[0] / self.length, point[1], point[2]])
        });
        let starts: Vec<Triple> = if sets.weak.lines().len() == 3 && sets.moving.is_empty() {
            vec![[0.0, 1.0, 0.0]]
        } else {
            starts.collect()
        };
        let climbed = starts.into_iter().map(|start| self.climb(start));
        let best = climbed.filter(|(_, radius)| *radius > 0.0).max_by(|a, b| a.1.total_cmp(&b.1))?;
        Some(([best.0[0] * self.length, best.0[1], best.0[2]], best.1))
    }

    /// Steps along three axes, each half as long when none helps.
    fn climb(&self, start: Triple) -> (Triple, f64) {
        let (mut at, mut best, mut step) = (start, self.scaled_radius(&start), 0.25);
        while step > 1e-6 {
            let mut helped = false;
            for axis in 0..3 {
                for sign in [1.0, -1.0] {
                    let mut next = at;
                    next[axis] += sign * step;
                    let next = unit(next);
                    let radius = self.scaled_radius(&next);
                    if radius > best {
                        (at, best, helped) = (next, radius, true);
                    }
                }
            }
            if !helped {
                step /= 2.0;
            }
        }
        (at, best)
    }
}

fn unit(vector: Triple) -> Triple {
    let size = dot(&vector, &vector).sqrt();
    if size > 0.0 { vector.map(|entry| entry / size) } else { vector }
}
