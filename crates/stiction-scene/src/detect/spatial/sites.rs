//! What two solids have in common, while it is being found.

use crate::detect::Finding;
use crate::detect::broad::Bounds;
use crate::detect::pairs::{CommonPart, PairContacts, Touch};
use nalgebra::Vector3;
use std::cmp::Ordering;
use stiction_geometry::screw::Spatial;
use stiction_geometry::shape::Point3;

/// Cosine of the angle below which two normals at one place are one.
const SAME_NORMAL: f64 = 0.9999;

/// Step in which the components of normals are compared for their order.
const NORMAL_STEP: f64 = 1e-9;

/// A patch: one point, the two ends of a line, or a convex polygon, with one normal.
pub struct Patch {
    /// Into the first solid.
    normal: Vector3<f64>,
    /// Its corners in order.
    corners: Vec<Vector3<f64>>,
    /// The contacts that stand for it, at its corners in order.
    points: Vec<(Vector3<f64>, Touch<Spatial>)>,
}

/// What was found so far.
pub struct Sites {
    pub tolerance: f64,
    /// Whether the solids came in exchanged order, so that everything added is to be turned round.
    pub exchanged: bool,
    /// The common part of their boxes, grown by the tolerance: nothing beyond it needs a look.
    pub zone: Bounds,
    patches: Vec<Patch>,
    findings: Vec<(Finding, Vec<f64>)>,
}

/// A contact, exact but for what is named.
pub fn touch(point: Point3, normal: Point3, rounded: Vec<&'static str>) -> Touch<Spatial> {
    Touch { point, normal, curvature: None, rounded }
}

impl Sites {
    pub fn new(tolerance: f64) -> Self {
        let zone = [[f64::NEG_INFINITY; 3], [f64::INFINITY; 3]];
        Self { tolerance, exchanged: false, zone, patches: Vec::new(), findings: Vec::new() }
    }

    /// Whether the box around some points meets the zone.
    pub fn reaches(&self, points: impl Iterator<Item = Vector3<f64>> + Clone) -> bool {
        let [low, high] = &self.zone;
        let below = |k: usize| points.clone().all(|point| point[k] < low[k]);
        let above = |k: usize| points.clone().all(|point| point[k] > high[k]);
        (0..3).all(|k| !below(k) && !above(k))
    }

    /// Adds a patch whose normal points into the solid that is now called the first.
    pub fn add(&mut self, mut patch: Patch) {
        if self.exchanged {
            patch.normal = -patch.normal;
            patch.points.reverse();
            for (_, touch) in &mut patch.points {
                touch.normal = super::exact::reversed(&touch.normal);
            }
        }
        self.patches.push(patch);
    }

    /// Adds a single point unless a patch with its normal holds it.
    pub fn add_point(
        &mut self,
        at: Vector3<f64>,
        normal: Vector3<f64>,
        touch: impl FnOnce() -> Touch<Spatial>,
    ) {
        if !self.covers(&at, &normal) {
            self.add(Patch::new(normal, vec![(at, touch())]));
        }
    }

    /// Whether a patch with almost this normal (into the solid now called first) holds the place.
    pub fn covers(&self, at: &Vector3<f64>, normal: &Vector3<f64>) -> bool {
        let normal = if self.exchanged { -normal } else { *normal };
        let same = |patch: &&Patch| patch.normal.dot(&normal) > SAME_NORMAL;
        self.patches.iter().filter(same).any(|patch| patch.distance(at) <= self.tolerance)
    }

    /// Whether some patch is at the place, whatever its normal.
    pub fn knows(&self, at: &Vector3<f64>) -> bool {
        self.knows_within(at, 2.0 * self.tolerance)
    }

    /// Whether some patch comes this near to the place, whatever its normal.
    pub fn knows_within(&self, at: &Vector3<f64>, reach: f64) -> bool {
        self.patches.iter().any(|patch| patch.distance(at) <= reach)
    }

    /// Whether there is an area of contact in the plane through a place across a direction, either way.
    pub fn knows_area(&self, at: &Vector3<f64>, across: &Vector3<f64>) -> bool {
        let level = |patch: &Patch| patch.normal.dot(&(at - patch.corners[0])).abs() <= 2.0 * self.tolerance;
        let area = |patch: &&Patch| patch.corners.len() >= 3 && patch.normal.dot(across).abs() > SAME_NORMAL;
        self.patches.iter().filter(area).any(level)
    }

    pub fn is_empty(&self) -> bool {
        self.patches.is_empty() && self.findings.is_empty()
    }

    pub fn note(&mut self, finding: Finding, place: &Vector3<f64>) {
        let near = |(other, at): &(Finding, Vec<f64>)| {
            *other == finding && (Vector3::from_column_slice(at) - place).norm() <= 2.0 * self.tolerance
        };
        if !self.findings.iter().any(near) {
            self.findings.push((finding, place.as_slice().to_vec()));
        }
    }

    /// Everything in order: patches by normal and first point, the points of each from the least one on.
    pub fn found(self) -> PairContacts<Spatial> {
        let step = self.tolerance.max(f64::MIN_POSITIVE);
        let mut patches = self.patches;
        for patch in &mut patches {
            let least = |&i: &usize, &j: &usize| {
                key(&patch.points[i].0, step).total_cmp(&key(&patch.points[j].0, step))
            };
            let first = (0..patch.points.len()).min_by(least).unwrap_or(0);
            patch.points.rotate_left(first);
        }
        let rank = |patch: &Patch| {
            let first = patch.points.first().map_or_else(Vector3::zeros, |(at, _)| *at);
            (key(&patch.normal, NORMAL_STEP), key(&first, step))
        };
        patches.sort_by(|a, b| {
            let (a, b) = (rank(a), rank(b));
            a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        let (touches, parts) = without_repeats(patches, self.tolerance);
        PairContacts { touches, parts, findings: self.findings }
    }
}

/// Coordinates in whole steps, so that rounding does not decide an order.
struct Key([f64; 3]);

fn key(vector: &Vector3<f64>, step: f64) -> Key {
    Key([0, 1, 2].map(|k: usize| (vector[k] / step).round() + 0.0))
}

impl Key {
    /// By x, then by y, then by z.
    fn total_cmp(&self, other: &Self) -> Ordering {
        let mut orders = self.0.iter().zip(&other.0).map(|(a, b)| a.total_cmp(b));
        orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }
}

/// The contacts of all patches, and which of them belong together; a corner that two patches of one normal share
/// comes once and belongs to both.
fn without_repeats(patches: Vec<Patch>, tolerance: f64) -> (Vec<Touch<Spatial>>, Vec<CommonPart<Spatial>>) {
    let mut taken: Vec<(Vector3<f64>, Vector3<f64>)> = Vec::new();
    let (mut touches, mut parts): (Vec<Touch<Spatial>>, _) = (Vec::new(), Vec::new());
    for Patch { normal, corners, points } in patches {
        let mut own = Vec::with_capacity(points.len());
        for (at, touch) in points {
            let same = |(place, other): &(Vector3<f64>, Vector3<f64>)| {
                (place - at).norm() <= tolerance && other.dot(&normal) > SAME_NORMAL
            };
            let index = taken.iter().position(same).unwrap_or_else(|| {
                taken.push((at, normal));
                touches.push(touch);
                touches.len() - 1
            });
            own.push(index);
        }
        if corners.len() >= 2 {
            let known =
                |corner: &Vector3<f64>| own.iter().find(|&&k| (taken[k].0 - corner).norm() <= tolerance);
            let exact = |corner: &Vector3<f64>| match known(corner) {
                Some(&k) => touches[k].point.clone(),
                None => super::exact::from_doubles(corner),
            };
            let outline = corners.iter().map(exact).collect();
            parts.push(CommonPart { touches: own, outline });
        }
    }
    (touches, parts)
}

impl Patch {
    /// A patch with a contact at each of its corners.
    pub fn new(normal: Vector3<f64>, points: Vec<(Vector3<f64>, Touch<Spatial>)>) -> Self {
        Self { normal, corners: points.iter().map(|(corner, _)| *corner).collect(), points }
    }

    /// A polygon with contacts at some of its corners.
    pub fn with_corners(self, corners: Vec<Vector3<f64>>) -> Self {
        Self { corners, ..self }
    }

    /// Distance of a place from the patch.
    fn distance(&self, at: &Vector3<f64>) -> f64 {
        distance_to_convex(at, &self.corners, &self.normal)
    }
}

/// Distance of a place from a point, a line or a convex polygon across `normal`, walked either way.
pub fn distance_to_convex(at: &Vector3<f64>, corners: &[Vector3<f64>], normal: &Vector3<f64>) -> f64 {
    let count = corners.len();
    let side = |i: usize| {
        let (from, to) = (corners[i], corners[(i + 1) % count]);
        normal.cross(&(to - from)).dot(&(at - from))
    };
    let inside = count >= 3 && ((0..count).all(|i| side(i) >= 0.0) || (0..count).all(|i| side(i) <= 0.0));
    if inside {
        return normal.dot(&(at - corners[0])).abs();
    }
    let sides = (0..count).map(|i| distance_to_segment(at, &corners[i], &corners[(i + 1) % count]));
    sides.fold(f64::INFINITY, f64::min)
}

/// Distance of a place from a segment.
pub fn distance_to_segment(at: &Vector3<f64>, from: &Vector3<f64>, to: &Vector3<f64>) -> f64 {
    let along = to - from;
    let part = along.dot(&(at - from)) / along.norm_squared().max(f64::MIN_POSITIVE);
    (from + along * part.clamp(0.0, 1.0) - at).norm()
}
