//! How well a grasp holds: the largest ball of wrenches that it can resist.
//!
//! Two bodies of wrenches, both in `(m/length, f)` with the Euclidean norm and friction edges of unit normal
//! part `Eⱼ`:
//!
//! ```text
//!     l1      conv {Eⱼ}                               one unit of normal force, shared
//!     l∞      Σᵢ conv {0, limitᵢ·Eⱼ : j of i}         each contact up to its own limit      [MR 12.15]
//! ```
//!
//! With the support function `h(V) = max x·V` over a body, its distance from the origin to the boundary is
//! `min h(V)` over unit `V` when the origin is inside, and `−max −h(−V)` when it is outside.  Both extremes
//! are attained at a normal of a face: of a facet inside, of any face outside.  So it is enough to evaluate `h` at
//! the normals that pairs and triples of generators define, and no tolerance is needed: a
//! direction that is not a face's normal only gives a weaker bound.
//!
//! Whether the origin is inside is decided exactly by the caller; these numbers are doubles.
//!
//! References: \[MR 12.1.7.3\], ERRATA of it for open grasps.

use crate::contact::edges;
use stiction_proof::{FrictionUse, PlanarProblem, Rational};

/// How moments and forces are made comparable.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Metric {
    /// Moments are divided by this length, m.
    pub length: f64,
}

impl Default for Metric {
    fn default() -> Self {
        Self { length: 1.0 }
    }
}

/// A number, or why there is none.
pub type Measure = Result<f64, &'static str>;

/// Where the origin is, as decided exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Inside: the grasp is closed.
    Inside,
    /// On the boundary.
    Boundary,
    /// Outside: some motion breaks every contact.
    Outside,
}

type Vector = [f64; 3];

/// Edges above which the normals of all triples are too many: 96 edges have 142 880.
const MOST_EDGES: usize = 96;
/// Contacts above which the pairs of edge directions are too many.
const MOST_CONTACTS: usize = 200;

const NO_CONTACTS: &str = "there are no contacts";
const TOO_MANY: &str = "not computed for so many contacts by this version";

/// Signed distance from the origin to the boundary of the l1 body; negative outside, 0 on the boundary.
pub fn epsilon_l1(
    problem: &PlanarProblem,
    friction: &FrictionUse,
    metric: Metric,
    origin: Origin,
) -> Measure {
    let points: Vec<Vector> = unit_edges(problem, friction, metric).into_iter().flatten().collect();
    match origin {
        _ if points.is_empty() => Err(NO_CONTACTS),
        Origin::Boundary => Ok(0.0),
        _ if points.len() > MOST_EDGES => Err(TOO_MANY),
        // The sign is known exactly; where rounding would lose it, the smallest number of that sign stands in.
        Origin::Inside => Ok(inside(&points).max(f64::MIN_POSITIVE)),
        Origin::Outside => Ok(-outside(&points).max(f64::MIN_POSITIVE)),
    }
}

/// Distance from the origin to the boundary of the l∞ body; 0 for open grasps.
pub fn epsilon_linf(
    problem: &PlanarProblem,
    friction: &FrictionUse,
    metric: Metric,
    origin: Origin,
) -> Measure {
    match origin {
        _ if problem.contacts.is_empty() => Err(NO_CONTACTS),
        Origin::Boundary | Origin::Outside => Ok(0.0),
        Origin::Inside if problem.contacts.len() > MOST_CONTACTS => Err(TOO_MANY),
        Origin::Inside => Ok(inside_sum(&limited_edges(problem, friction, metric)).max(f64::MIN_POSITIVE)),
    }
}

/// The friction edges of each contact with unit normal part.
fn unit_edges(problem: &PlanarProblem, friction: &FrictionUse, metric: Metric) -> Vec<Vec<Vector>> {
    let mut grouped = vec![Vec::new(); problem.contacts.len()];
    for edge in edges(problem, friction) {
        let (largest, norm) = length(&problem.contacts[edge.contact].normal);
        let [m, fx, fy] =
            edge.wrench.map(|entry| entry.checked_div(&largest).unwrap_or_default().to_f64() / norm);
        grouped[edge.contact].push([m / metric.length, fx, fy]);
    }
    grouped
}

/// The length of a normal as two factors: its largest entry, exactly, and a double between 1 and 2.
fn length([x, y]: &[Rational; 2]) -> (Rational, f64) {
    let largest = x.abs().max(y.abs());
    let part = |entry: &Rational| entry.checked_div(&largest).unwrap_or_default().to_f64();
    let norm = part(x).hypot(part(y));
    (largest, norm)
}

/// Unit edges times the contact's largest normal force, 1 where none is given.
fn limited_edges(problem: &PlanarProblem, friction: &FrictionUse, metric: Metric) -> Vec<Vec<Vector>> {
    let mut grouped = unit_edges(problem, friction, metric);
    for (contact, edges) in problem.contacts.iter().zip(&mut grouped) {
        let Some(most) = &contact.most else { continue };
        let (largest, norm) = length(&contact.normal);
        let limit = (most * &largest).to_f64() * norm;
        edges.iter_mut().for_each(|edge| *edge = edge.map(|entry| entry * limit));
    }
    grouped
}

/// `min h(V)` over the normals of all triples.
fn inside(points: &[Vector]) -> f64 {
    let mut least = f64::INFINITY;
    each_triple_normal(points, |normal| {
        least = least.min(support(points, normal)).min(support(points, &scale(normal, -1.0)));
    });
    least
}

/// `max min pⱼ·V` over the normals of vertices, edges and triples.
fn outside(points: &[Vector]) -> f64 {
    let mut most = 0.0_f64;
    let mut consider = |normal: &Vector| most = most.max(-support(points, &scale(normal, -1.0)));
    for (index, point) in points.iter().enumerate() {
        unit(point).iter().for_each(&mut consider);
        for other in &points[index + 1..] {
            nearest_on_line(point, other).as_ref().and_then(unit).iter().for_each(&mut consider);
        }
    }
    each_triple_normal(points, |normal| {
        consider(normal);
        consider(&scale(normal, -1.0));
    });
    most
}

/// `min h(V)` for a sum of triangles `conv {0, a, b}`: a facet of the sum is spanned by edges of two of them, or
/// is a facet of one.
fn inside_sum(contacts: &[Vec<Vector>]) -> f64 {
    let directions: Vec<Vector> = contacts.iter().flat_map(|edges| directions(edges)).collect();
    let height =
        |normal: &Vector| -> f64 { contacts.iter().map(|edges| support(edges, normal).max(0.0)).sum() };
    let mut least = f64::INFINITY;
    for (index, first) in directions.iter().enumerate() {
        for second in &directions[index + 1..] {
            let Some(normal) = unit(&cross(first, second)) else { continue };
            least = least.min(height(&normal)).min(height(&scale(&normal, -1.0)));
        }
    }
    least
}

/// The directions of the sides of `conv {0, a, b}`.
fn directions(edges: &[Vector]) -> Vec<Vector> {
    let mut directions = edges.to_vec();
    if let [a, b] = edges {
        directions.push(minus(a, b));
    }
    directions
}

fn each_triple_normal(points: &[Vector], mut visit: impl FnMut(&Vector)) {
    for (i, a) in points.iter().enumerate() {
        for (j, b) in points.iter().enumerate().skip(i + 1) {
            let first = minus(b, a);
            for c in &points[j + 1..] {
                if let Some(normal) = unit(&cross(&first, &minus(c, a))) {
                    visit(&normal);
                }
            }
        }
    }
}

/// `h(V)` of the hull of points.
fn support(points: &[Vector], normal: &Vector) -> f64 {
    points.iter().map(|point| dot(point, normal)).fold(f64::NEG_INFINITY, f64::max)
}

/// The point of a line that is nearest to the origin.
fn nearest_on_line(a: &Vector, b: &Vector) -> Option<Vector> {
    let along = unit(&minus(b, a))?;
    Some(minus(a, &scale(&along, dot(a, &along))))
}

fn unit(vector: &Vector) -> Option<Vector> {
    let largest = vector.iter().fold(0.0_f64, |largest, entry| largest.max(entry.abs()));
    let scaled = scale(vector, 1.0 / largest);
    let length = dot(&scaled, &scaled).sqrt();
    (largest > 0.0 && length.is_finite()).then(|| scale(&scaled, 1.0 / length))
}

fn dot(a: &Vector, b: &Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn minus(a: &Vector, b: &Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn scale(a: &Vector, factor: f64) -> Vector {
    a.map(|entry| entry * factor)
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[cfg(test)]
mod tests {
    use super::*;

    const CUBE: [Vector; 8] = [
        [1.0, 1.0, 1.0],
        [1.0, 1.0, -1.0],
        [1.0, -1.0, 1.0],
        [1.0, -1.0, -1.0],
        [-1.0, 1.0, 1.0],
        [-1.0, 1.0, -1.0],
        [-1.0, -1.0, 1.0],
        [-1.0, -1.0, -1.0],
    ];

    #[test]
    fn the_ball_in_a_cube_has_radius_one_although_its_faces_have_four_corners() {
        assert!((inside(&CUBE) - 1.0).abs() < 1e-15);
        let axes: Vec<Vec<Vector>> = [
            [2.0, 0.0, 0.0],
            [-2.0, 0.0, 0.0],
            [0.0, 2.0, 0.0],
            [0.0, -2.0, 0.0],
            [0.0, 0.0, 2.0],
            [0.0, 0.0, -2.0],
        ]
        .map(|axis| vec![axis])
        .to_vec();
        assert!((inside_sum(&axes) - 2.0).abs() < 1e-15);
    }

    #[test]
    fn distance_to_a_vertex_an_edge_and_a_face() {
        let moved = |by: Vector| CUBE.map(|corner| minus(&corner, &scale(&by, -1.0)));
        assert!((outside(&moved([3.0, 0.0, 0.0])) - 2.0).abs() < 1e-15);
        assert!((outside(&moved([4.0, 5.0, 0.0])) - 5.0).abs() < 1e-14);
        assert!((outside(&moved([3.0, 3.0, 3.0])) - 12f64.sqrt()).abs() < 1e-14);
        assert!((outside(&[[0.0, 3.0, 4.0]]) - 5.0).abs() < 1e-15);
    }
}
