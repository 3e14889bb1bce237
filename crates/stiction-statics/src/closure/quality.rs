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
//! The radius of the ball is the distance from the origin to the boundary, [`stiction_exact::hull`]; of an open grasp
//! it is the negative distance to the body. Whether the origin is inside is decided exactly by the caller; these
//! numbers are doubles.
//!
//! References: \[MR 12.1.7.3\], ERRATA of it for open grasps.

pub use stiction_exact::hull::Origin;

use super::gradient::{Gradient, Gripped, gradient};
use super::singular::singular_values;
use stiction_exact::hull::{self, Distance, Effort, Points, Refusal, Support, Tree, Triangles, Workspace};
use stiction_proof::{FrictionUse, NonZero, PlanarContact, PlanarProblem, Problem, Rational, Touch};
use stiction_scene::contact::edges;

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

/// Which ball of wrenches is sought.
#[derive(Debug, Clone, Copy)]
pub struct Ball<'f> {
    /// The coefficients meant.
    pub friction: &'f FrictionUse,
    /// What wrenches are measured by.
    pub metric: Metric,
    /// Where the origin is, by the verdict.
    pub origin: Origin,
}

impl<'f> Ball<'f> {
    /// With these coefficients, in this metric, about an origin that is there.
    pub fn new(friction: &'f FrictionUse, metric: Metric, origin: Origin) -> Self {
        Self { friction, metric, origin }
    }
}

/// A number, or why there is none.
pub type Measure = Result<f64, &'static str>;

/// A radius and how it changes with each contact, or why there is none.
pub type Graded<R> = Result<(R, Vec<Gradient>), &'static str>;

type Vector = [f64; 3];

pub(super) const NO_CONTACTS: &str = "there are no contacts";
pub(super) const TOO_LARGE: &str = "the wrenches do not fit into doubles";
pub(super) const NOT_FOUND: &str = "not found to nine digits within the effort of this version";

/// A bracket wider than this part of distance and body is not reported as a number.
const NARROW: f64 = 1e-9;
/// A sum has many facets that are nearly equally far; twelve digits of it are enough.
const TWELVE_DIGITS: Effort = Effort { tolerance: 1e-12, facets: 4_000_000 };

/// Contacts of the plane or of space, of whose grasps the quality is asked.
pub trait Measuring: Touch {
    /// The radius of a ball of wrenches: a number in the plane, with bounds in space.
    type Radius;

    /// Signed distance from the origin to the boundary of the l1 body, negative outside and 0 on the boundary; and
    /// how it changes with each contact, which is empty on the boundary, where it has a kink.
    fn shared(problem: &Problem<Self>, ball: &Ball<'_>) -> Graded<Self::Radius>;
    /// Distance from the origin to the boundary of the l∞ body, 0 for open grasps; and how it changes with each
    /// contact, its limit staying the same, which is empty where the grasp is not closed, and where two sides of the
    /// body are equally near, so that it has a kink.
    fn each(problem: &Problem<Self>, ball: &Ball<'_>) -> Graded<Self::Radius>;
    /// Volume of the l1 body where it is the hull of edges; 0 of a flat one.
    fn volume(problem: &Problem<Self>, friction: &FrictionUse, metric: Metric) -> Measure;
    /// The least and the largest singular value of the grasp matrix, whose columns are the wrenches of unit forces
    /// along the normal of each contact, across it where there is friction, and of a unit moment where it is soft.
    fn singular_extremes(
        problem: &Problem<Self>,
        friction: &FrictionUse,
        metric: Metric,
    ) -> Result<[f64; 2], &'static str>;
}

/// The radius of [`Measuring::shared`].
pub fn epsilon_l1<T: Measuring>(problem: &Problem<T>, ball: &Ball<'_>) -> Result<T::Radius, &'static str> {
    T::shared(problem, ball).map(|(radius, _)| radius)
}

/// The radius of [`Measuring::each`].
pub fn epsilon_linf<T: Measuring>(problem: &Problem<T>, ball: &Ball<'_>) -> Result<T::Radius, &'static str> {
    T::each(problem, ball).map(|(radius, _)| radius)
}

/// Points in boxes, where there are many of them.
fn many(points: &[Vector]) -> Option<Tree<'_, 3>> {
    Tree::new(points).filter(|_| points.len() > hull::MANY)
}

impl Measuring for PlanarContact {
    type Radius = f64;

    fn shared(problem: &PlanarProblem, ball: &Ball<'_>) -> Graded<f64> {
        let Ball { friction, metric, origin } = *ball;
        let edges = unit_edges(problem, friction, metric)?;
        if origin == Origin::Boundary {
            return Ok((0.0, Vec::new()));
        }
        let owned = |(contact, edges): (usize, &Vec<Vector>)| std::iter::repeat_n(contact, edges.len());
        let owners: Vec<usize> = edges.iter().enumerate().flat_map(owned).collect();
        let points: Vec<Vector> = edges.into_iter().flatten().collect();
        let graded = |found: &Distance<3>| {
            let mut gradients = Gradients::new(problem, friction, metric, found);
            for (share, index) in found.face.iter().filter_map(|share| Some((share, share.index?))) {
                gradients.add(share.weight, owners[index], &points[index]);
            }
            gradients.sums
        };
        match many(&points) {
            Some(tree) => measured(&tree, origin, Effort::default(), graded),
            None => measured(&Points(&points), origin, Effort::default(), graded),
        }
    }

    fn each(problem: &PlanarProblem, ball: &Ball<'_>) -> Graded<f64> {
        let Ball { friction, metric, origin } = *ball;
        let triangles = triangles(problem, friction, metric)?;
        if origin != Origin::Inside {
            return Ok((0.0, Vec::new()));
        }
        let body = Triangles(&triangles);
        measured(&body, origin, TWELVE_DIGITS, |found| {
            if found.face.is_empty() || found.is_tied(&body, TWELVE_DIGITS) {
                return Vec::new();
            }
            // Each corner of the nearest side is a sum with one edge, or nothing, of every contact.
            let mut gradients = Gradients::new(problem, friction, metric, found);
            for share in &found.face {
                for (index, pair) in triangles.iter().enumerate() {
                    let part = Triangles(std::slice::from_ref(pair)).farthest(&share.asked).point;
                    if part != [0.0; 3] {
                        gradients.add(share.weight, index, &part);
                    }
                }
            }
            gradients.sums
        })
    }

    fn volume(problem: &PlanarProblem, friction: &FrictionUse, metric: Metric) -> Measure {
        let points: Vec<Vector> = unit_edges(problem, friction, metric)?.into_iter().flatten().collect();
        volume_of(&points)
    }

    fn singular_extremes(
        problem: &PlanarProblem,
        friction: &FrictionUse,
        metric: Metric,
    ) -> Result<[f64; 2], &'static str> {
        let mut columns: Vec<Vector> = Vec::with_capacity(2 * problem.contacts.len());
        let (one, zero) = (Rational::from(1), Rational::zero());
        for (contact, mu) in problem.contacts.iter().zip(problem.coefficients(friction)) {
            columns.push(unit_wrench(contact, problem.wrench(contact, &one, &zero), metric));
            if !mu.friction.is_zero() {
                columns.push(unit_wrench(contact, problem.wrench(contact, &zero, &one), metric));
            }
        }
        extremes(&columns)
    }
}

/// Volume of the hull of some wrenches.
pub(super) fn volume_of<const D: usize>(points: &[[f64; D]]) -> Measure {
    hull::volume(points, &mut Workspace::new()).filter(|volume| volume.is_finite()).ok_or(TOO_LARGE)
}

/// The least and the largest singular value of some columns.
pub(super) fn extremes<const D: usize>(columns: &[[f64; D]]) -> Result<[f64; 2], &'static str> {
    if columns.is_empty() {
        return Err(NO_CONTACTS);
    }
    let values = singular_values(columns).ok_or(TOO_LARGE)?;
    Ok([values[D - 1], values[0]])
}

/// The distance with the sign that is known exactly, and how it changes.
fn measured(
    body: &impl Support<3>,
    origin: Origin,
    effort: Effort,
    gradient: impl Fn(&Distance<3>) -> Vec<Gradient>,
) -> Graded<f64> {
    match Workspace::new().distance(body, origin, effort) {
        Ok(found) if is_narrow(&found, body) => Ok((signed(found.value, origin), gradient(&found))),
        Ok(_) => Err(NOT_FOUND),
        Err(Refusal::Elsewhere) => Ok((signed(0.0, origin), Vec::new())),
        Err(Refusal::NotFinite) => Err(TOO_LARGE),
    }
}

/// A distance with its sign.  Where rounding would lose it, the smallest number of that sign stands in.
pub(super) fn signed(distance: f64, origin: Origin) -> f64 {
    match origin {
        Origin::Inside => distance.max(f64::MIN_POSITIVE),
        _ => distance.min(-f64::MIN_POSITIVE),
    }
}

/// How a distance changes with each contact, summed up.
struct Gradients<'a> {
    problem: &'a PlanarProblem,
    metric: Metric,
    frictions: Vec<f64>,
    /// The normal of the body where it is nearest, which is a motion.
    normal: Vector,
    sums: Vec<Gradient>,
}

impl<'a> Gradients<'a> {
    fn new(problem: &'a PlanarProblem, friction: &FrictionUse, metric: Metric, found: &Distance<3>) -> Self {
        let frictions = problem.coefficients(friction).iter().map(|own| own.friction.to_f64()).collect();
        let sums = vec![Gradient::default(); problem.contacts.len()];
        Self { problem, metric, frictions, normal: found.normal, sums }
    }

    /// Adds the share of a wrench of a contact.
    fn add(&mut self, weight: f64, index: usize, &[_, fx, fy]: &Vector) {
        let contact = &self.problem.contacts[index];
        let arm = |axis: usize| (&contact.point[axis] - &self.problem.reference[axis]).to_f64();
        let ([nx, ny], [turn, vx, vy]) = (unit_normal(contact), self.normal);
        let of_wrench = gradient(&Gripped {
            point: [arm(0), arm(1), 0.0],
            normal: [nx, ny, 0.0],
            force: [fx, fy, 0.0],
            moment: [0.0; 3],
            friction: self.frictions[index],
            turn: [0.0, 0.0, turn / self.metric.length],
            slide: [vx, vy, 0.0],
        });
        self.sums[index].add(weight, &of_wrench);
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
fn unit_edges(
    problem: &PlanarProblem,
    friction: &FrictionUse,
    metric: Metric,
) -> Result<Vec<Vec<Vector>>, &'static str> {
    if problem.contacts.is_empty() {
        return Err(NO_CONTACTS);
    }
    let mut grouped = vec![Vec::new(); problem.contacts.len()];
    for edge in edges(problem, friction) {
        let wrench = unit_wrench(&problem.contacts[edge.contact], edge.wrench, metric);
        grouped[edge.contact].push(wrench);
    }
    Ok(grouped)
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

/// The edges of each contact times its largest normal force, 1 where none is given; without friction both are the
/// normal.
fn triangles(
    problem: &PlanarProblem,
    friction: &FrictionUse,
    metric: Metric,
) -> Result<Vec<[Vector; 2]>, &'static str> {
    let limit = |contact: &PlanarContact| {
        let (largest, norm) = length(&contact.normal);
        contact.most.as_ref().map(|most| (most * &largest).to_f64() * norm)
    };
    let ends = |(edges, contact): (Vec<Vector>, &PlanarContact)| {
        let ends = [*edges.first()?, *edges.last()?];
        Some(limit(contact).map_or(ends, |limit| ends.map(|edge| edge.map(|entry| entry * limit))))
    };
    let edges = unit_edges(problem, friction, metric)?;
    Ok(edges.into_iter().zip(&problem.contacts).filter_map(ends).collect())
}
