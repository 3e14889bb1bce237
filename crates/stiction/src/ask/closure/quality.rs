//! How well a grasp holds: the largest ball of wrenches that it can resist, and what its wrenches span.
//!
//! Two bodies of wrenches, both in `(m/length, f)` with the Euclidean norm and friction edges of unit normal
//! part `Eⱼ`:
//!
//! ```text
//!     l1      conv {Eⱼ}                               one unit of normal force, shared
//!     l∞      Σᵢ conv {0, limitᵢ·Eⱼ : j of i}         each contact up to its own limit      [MR 12.15]
//! ```
//!
//! The radius of the ball is the distance from the origin to the boundary, [`crate::hull`]; of an open grasp it is
//! the negative distance to the body.  Whether the origin is inside is decided exactly by the caller; these
//! numbers are doubles.
//!
//! References: \[MR 12.1.7.3\], ERRATA of it for open grasps.

pub use crate::hull::Origin;

use super::gradient::{Gradient, Gripped, gradient};
use super::singular::singular_values;
use crate::contact::edges;
use crate::hull::{self, Distance, Effort, Points, Refusal, Support, Tree, Triangles, Workspace};
use stiction_proof::{FrictionUse, NonZero, PlanarContact, PlanarProblem, Rational};

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

type Vector = [f64; 3];

pub(super) const NO_CONTACTS: &str = "there are no contacts";
pub(super) const TOO_LARGE: &str = "the wrenches do not fit into doubles";
pub(super) const NOT_FOUND: &str = "not found to nine digits within the effort of this version";

/// A bracket wider than this part of distance and body is not reported as a number.
const NARROW: f64 = 1e-9;
/// A sum has many facets that are nearly equally far; twelve digits of it are enough.
const TWELVE_DIGITS: Effort = Effort { tolerance: 1e-12, facets: 4_000_000 };

/// Signed distance from the origin to the boundary of the l1 body; negative outside, 0 on the boundary.
pub fn epsilon_l1(
    problem: &PlanarProblem,
    friction: &FrictionUse,
    metric: Metric,
    origin: Origin,
) -> Measure {
    if problem.contacts.is_empty() {
        return Err(NO_CONTACTS);
    }
    if origin == Origin::Boundary {
        return Ok(0.0);
    }
    let points: Vec<Vector> = unit_edges(problem, friction, metric).into_iter().flatten().collect();
    match many(&points) {
        Some(tree) => signed_distance(&tree, origin, Effort::default()),
        None => signed_distance(&Points(&points), origin, Effort::default()),
    }
}

/// Points in boxes, where there are many of them.
fn many(points: &[Vector]) -> Option<Tree<'_, 3>> {
    Tree::new(points).filter(|_| points.len() > hull::MANY)
}

/// How [`epsilon_l1`] changes with each contact; empty on the boundary, where it has a kink.
pub fn epsilon_l1_gradient(
    problem: &PlanarProblem,
    friction: &FrictionUse,
    metric: Metric,
    origin: Origin,
) -> Vec<Gradient> {
    let edges = unit_edges(problem, friction, metric);
    let owners: Vec<usize> =
        edges.iter().enumerate().flat_map(|(contact, edges)| edges.iter().map(move |_| contact)).collect();
    let points: Vec<Vector> = edges.into_iter().flatten().collect();
    if points.is_empty() || origin == Origin::Boundary {
        return Vec::new();
    }
    let found = match many(&points) {
        Some(tree) => Workspace::new().distance(&tree, origin, Effort::default()),
        None => Workspace::new().distance(&Points(&points), origin, Effort::default()),
    };
    let Ok(found) = found else { return Vec::new() };
    let coefficients = problem.coefficients(friction);
    let mut gradients = vec![Gradient::default(); problem.contacts.len()];
    for (share, index) in found.face.iter().filter_map(|share| Some((share, share.index?))) {
        let owner = owners[index];
        let gripped =
            gripped(problem, owner, &coefficients[owner].friction, metric, &points[index], &found.normal);
        gradients[owner].add(share.weight, &gradient(&gripped));
    }
    gradients
}

/// The force of a wrench at a contact, and the motion that the normal of a body of wrenches is.
fn gripped(
    problem: &PlanarProblem,
    index: usize,
    friction: &Rational,
    metric: Metric,
    &[_, fx, fy]: &Vector,
    &[turn, vx, vy]: &Vector,
) -> Gripped {
    let contact = &problem.contacts[index];
    let arm = |axis: usize| (&contact.point[axis] - &problem.reference[axis]).to_f64();
    let [nx, ny] = unit_normal(contact);
    Gripped {
        point: [arm(0), arm(1), 0.0],
        normal: [nx, ny, 0.0],
        force: [fx, fy, 0.0],
        moment: [0.0; 3],
        friction: friction.to_f64(),
        turn: [0.0, 0.0, turn / metric.length],
        slide: [vx, vy, 0.0],
    }
}

/// How [`epsilon_linf`] changes with each contact, its limit staying the same; empty where the grasp is not closed, and where
/// two sides of the body are equally near, so that it has a kink.
///
/// Each corner of the nearest side is a sum with one edge, or nothing, of every contact, and counts with its weight.
pub fn epsilon_linf_gradient(
    problem: &PlanarProblem,
    friction: &FrictionUse,
    metric: Metric,
    origin: Origin,
) -> Vec<Gradient> {
    if problem.contacts.is_empty() || origin != Origin::Inside {
        return Vec::new();
    }
    let triangles = triangles(problem, friction, metric);
    let body = Triangles(&triangles);
    let Ok(found) = Workspace::new().distance(&body, origin, TWELVE_DIGITS) else { return Vec::new() };
    if !is_narrow(&found, &body) || found.face.is_empty() || found.is_tied(&body, TWELVE_DIGITS) {
        return Vec::new();
    }
    let coefficients = problem.coefficients(friction);
    let mut gradients = vec![Gradient::default(); problem.contacts.len()];
    for share in &found.face {
        for (index, pair) in triangles.iter().enumerate() {
            let part = Triangles(std::slice::from_ref(pair)).farthest(&share.asked).point;
            if part != [0.0; 3] {
                let gripped =
                    gripped(problem, index, &coefficients[index].friction, metric, &part, &found.normal);
                gradients[index].add(share.weight, &gradient(&gripped));
            }
        }
    }
    gradients
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
        Origin::Inside => {
            let triangles = triangles(problem, friction, metric);
            signed_distance(&Triangles(&triangles), origin, TWELVE_DIGITS)
        }
    }
}

/// Volume of the l1 body; 0 of a flat one.
pub fn volume(problem: &PlanarProblem, friction: &FrictionUse, metric: Metric) -> Measure {
    if problem.contacts.is_empty() {
        return Err(NO_CONTACTS);
    }
    let points: Vec<Vector> = unit_edges(problem, friction, metric).into_iter().flatten().collect();
    hull::volume(&points, &mut Workspace::new()).filter(|volume| volume.is_finite()).ok_or(TOO_LARGE)
}

/// The least and the largest singular value of the grasp matrix, whose columns are the wrenches of a unit force along
/// the normal of each contact and, where there is friction, along its tangent.
pub fn singular_extremes(
    problem: &PlanarProblem,
    friction: &FrictionUse,
    metric: Metric,
) -> Result<[f64; 2], &'static str> {
    let mut columns: Vec<Vector> = Vec::with_capacity(2 * problem.contacts.len());
    let (one, zero) = (Rational::from(1), Rational::zero());
    for (contact, mu) in problem.contacts.iter().zip(problem.coefficients(friction)) {
        columns.push(unit_wrench(contact, problem.wrench(contact, &one, &zero), metric));
        let mu = mu.friction;
        if !mu.is_zero() {
            columns.push(unit_wrench(contact, problem.wrench(contact, &zero, &one), metric));
        }
    }
    if columns.is_empty() {
        return Err(NO_CONTACTS);
    }
    let [largest, .., least] = singular_values(&columns).ok_or(TOO_LARGE)?;
    Ok([least, largest])
}

/// The distance with the sign that is known exactly.
fn signed_distance(body: &impl Support<3>, origin: Origin, effort: Effort) -> Measure {
    // Where rounding would lose the sign, the smallest number of that sign stands in.
    let least = if origin == Origin::Inside { f64::MIN_POSITIVE } else { -f64::MIN_POSITIVE };
    match Workspace::new().distance(body, origin, effort) {
        Ok(found) if is_narrow(&found, body) && origin == Origin::Inside => Ok(found.value.max(least)),
        Ok(found) if is_narrow(&found, body) => Ok(found.value.min(least)),
        Ok(_) => Err(NOT_FOUND),
        Err(Refusal::Elsewhere) => Ok(least),
        Err(Refusal::NotFinite) => Err(TOO_LARGE),
    }
}

/// Whether a bracket is narrow beside the distance, or beside the body where the distance is nearly 0.
fn is_narrow(found: &Distance<3>, body: &impl Support<3>) -> bool {
    let size = |axis: usize| -> f64 {
        let along = |side: f64| {
            let mut direction = [0.0; 3];
            direction[axis] = side;
            body.farthest(&direction).point[axis].abs()
        };
        along(1.0).max(along(-1.0))
    };
    let size = (0..3).map(size).fold(found.value.abs(), f64::max);
    found.upper - found.lower <= NARROW * size
}

/// The friction edges of each contact with unit normal part.
fn unit_edges(problem: &PlanarProblem, friction: &FrictionUse, metric: Metric) -> Vec<Vec<Vector>> {
    let mut grouped = vec![Vec::new(); problem.contacts.len()];
    for edge in edges(problem, friction) {
        let wrench = unit_wrench(&problem.contacts[edge.contact], edge.wrench, metric);
        grouped[edge.contact].push(wrench);
    }
    grouped
}

/// A wrench per unit length of a contact's normal.
fn unit_wrench(contact: &PlanarContact, wrench: [Rational; 3], metric: Metric) -> Vector {
    let (largest, norm) = length(&contact.normal);
    let [m, fx, fy] = wrench.map(|entry| (entry / &largest).to_f64() / norm);
    [m / metric.length, fx, fy]
}

/// The normal with length 1.
pub(super) fn unit_normal(contact: &PlanarContact) -> [f64; 2] {
    let (largest, norm) = length(&contact.normal);
    contact.normal.each_ref().map(|entry| (entry / &largest).to_f64() / norm)
}

/// The length of a normal as two factors: its largest entry, exactly, and a double between 1 and 2.
fn length([x, y]: &[Rational; 2]) -> (NonZero, f64) {
    let largest = NonZero::largest([x, y]);
    let part = |entry: &Rational| (entry / &largest).to_f64();
    let norm = part(x).hypot(part(y));
    (largest, norm)
}

/// The limited edges of each contact; without friction both are the normal.
fn triangles(problem: &PlanarProblem, friction: &FrictionUse, metric: Metric) -> Vec<[Vector; 2]> {
    let ends = |edges: &Vec<Vector>| Some([*edges.first()?, *edges.last()?]);
    limited_edges(problem, friction, metric).iter().filter_map(ends).collect()
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
