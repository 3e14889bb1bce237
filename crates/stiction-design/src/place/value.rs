//! How good a placement is, in doubles: to search by, never to decide by.

use super::field::{Field, Wrench};
use stiction_exact::double::{cross, dot, minus};
use stiction_exact::hull::{Effort, Farthest, Origin, Points, Support, Workspace};
use stiction_proof::place::Aim;

/// Wrenches up to which every plane through three of them is tried.
const FEW: usize = 20;

/// The signed distance from the origin to the boundary of a hull; outside it is only known to be no more than it says.
pub(super) fn radius(points: &[Wrench]) -> f64 {
    if points.len() < 4 {
        return -1.0;
    }
    if points.len() > FEW {
        let found = Workspace::new().distance(
            &Points(points),
            Origin::Inside,
            Effort { tolerance: 1e-9, facets: 10_000 },
        );
        return found.map_or(-1.0, |found| found.value);
    }
    let size = points.iter().flatten().fold(0.0_f64, |most, entry| most.max(entry.abs()));
    let mut least = f64::INFINITY;
    for (i, a) in points.iter().enumerate() {
        for (j, b) in points.iter().enumerate().skip(i + 1) {
            let ab = minus(b, a);
            for c in &points[j + 1..] {
                let normal = cross(&ab, &minus(c, a));
                let long = dot(&normal, &normal).sqrt();
                if long <= 1e-12 * size * size {
                    continue;
                }
                let unit = normal.map(|entry| entry / long);
                let height = dot(&unit, a);
                let (mut above, mut below) = (false, false);
                for point in points {
                    let off = dot(&unit, point) - height;
                    above |= off > 1e-11 * size;
                    below |= off < -1e-11 * size;
                }
                if !above {
                    least = least.min(height);
                }
                if !below {
                    least = least.min(-height);
                }
                if least < 0.0 {
                    return least;
                }
            }
        }
    }
    if least.is_finite() { least } else { -1.0 }
}

/// The sum over contacts of what they give, or the hull of all of it.
pub(super) struct Body<'b> {
    /// Wrenches of one contact, or of all contacts of a stretch, with how often it counts.
    pub(super) groups: Vec<(&'b [Wrench], f64)>,
    pub(super) each: bool,
}

impl Body<'_> {
    /// The height along a direction.
    pub(super) fn height(&self, direction: &Wrench) -> f64 {
        let most = |points: &[Wrench]| {
            points.iter().map(|point| dot(point, direction)).fold(f64::NEG_INFINITY, f64::max)
        };
        if self.each {
            self.groups.iter().map(|(points, count)| count * most(points).max(0.0)).sum()
        } else {
            self.groups.iter().map(|(points, _)| most(points)).fold(f64::NEG_INFINITY, f64::max)
        }
    }
}

impl Support<3> for Body<'_> {
    fn farthest(&self, direction: &Wrench) -> Farthest<3> {
        let best = |points: &[Wrench]| {
            points.iter().map(|point| (dot(point, direction), *point)).fold(
                (f64::NEG_INFINITY, [f64::NAN; 3]),
                |best, next| if next.0 > best.0 { next } else { best },
            )
        };
        if self.each {
            let mut sum = [0.0; 3];
            for (points, count) in &self.groups {
                let (height, point) = best(points);
                if height > 0.0 {
                    sum.iter_mut().zip(point).for_each(|(sum, entry)| *sum += count * entry);
                }
            }
            return Farthest { point: sum, index: None };
        }
        let most = self
            .groups
            .iter()
            .map(|(points, _)| best(points))
            .fold((f64::NEG_INFINITY, [f64::NAN; 3]), |best, next| if next.0 > best.0 { next } else { best });
        Farthest { point: most.1, index: None }
    }

    fn rounding(&self) -> f64 {
        8.0 * f64::EPSILON * self.groups.len() as f64
    }

    fn steps(&self) -> usize {
        1 + self.groups.iter().map(|(points, _)| points.len()).sum::<usize>() / 8
    }
}

/// How good contacts at these places are: the larger the better, of the least friction its negative; not positive where
/// they are open, or too near to each other.
pub(super) fn value(field: &Field, aim: Aim, places: &[f64]) -> f64 {
    if !field.keeps_apart(places) {
        return -2.0;
    }
    let edges: Vec<Vec<Wrench>> = places.iter().map(|&place| field.edges_at(place)).collect();
    let all: Vec<Wrench> =
        field.standing.iter().map(|(edges, _)| edges).chain(&edges).flatten().copied().collect();
    let shared = radius(&all);
    if aim != Aim::EpsilonLinf || shared <= 0.0 {
        return shared;
    }
    let limited: Vec<Vec<Wrench>> = field
        .standing
        .iter()
        .map(|(edges, limit)| edges.iter().map(|edge| edge.map(|entry| entry * limit)).collect())
        .collect();
    let groups = limited.iter().chain(&edges).map(|edges| (&edges[..], 1.0)).collect();
    let body = Body { groups, each: true };
    let effort = Effort { tolerance: 1e-7, facets: 10_000 };
    Workspace::new().distance(&body, Origin::Inside, effort).map_or(-1.0, |found| found.value)
}
