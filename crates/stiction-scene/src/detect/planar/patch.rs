//! Edges that lie on each other: the ends of the common part.
//!
//! The solid is on the left of both edges, so that edges which touch run in opposite directions.  An end of the
//! common part is the corner that comes first; where both edges end together it is half way between their
//! corners, which is the corner itself unless there is a gap.

use super::Sites;
use super::boundary::{Boundary, ExactLine, Joint, Line};
use crate::detect::pairs::Touch;
use crate::scene::Curvature;
use nalgebra::Vector2;
use stiction_geometry::screw::Planar;
use stiction_geometry::shape::Point;
use stiction_geometry::shape::plane::{from_doubles, scaled, sum};
use stiction_proof::Rational;

/// Part of the edges' lengths below which two ends are one.
const TOGETHER: f64 = 1e-12;

/// Sine of the angle below which two common parts lie on one line.
const ONE_LINE: f64 = 1e-6;

/// The common part of two lines.
struct Patch<'a> {
    /// Its ends, along the first line.
    ends: [End<'a>; 2],
    along: Vector2<f64>,
    /// Into the first outline.
    normal: Vector2<f64>,
    /// The line of the second outline.
    against: ExactLine<'a>,
}

/// An end of a common part, with the corners of the first and the second outline that end there.
#[derive(Clone, Copy)]
struct End<'a> {
    at: Vector2<f64>,
    corners: [Option<(&'a Point, Joint)>; 2],
}

/// Adds the ends of all common edges.
pub fn add_patches(first: &Boundary<'_>, second: &Boundary<'_>, sites: &mut Sites) {
    let tolerance = sites.tolerance;
    let mut patches: Vec<Patch<'_>> = Vec::new();
    for a in &first.lines {
        for b in &second.lines {
            join(&mut patches, common_part(a, b, tolerance), tolerance);
        }
    }
    for patch in patches.iter().filter(|patch| patch.length() > tolerance) {
        let normal = patch.against.outward();
        let ends = patch.ends.iter().map(|end| sites.add(end.at, patch.normal, || end.touch(&normal)));
        let ends = ends.collect();
        sites.parts.push(ends);
    }
}

fn common_part<'a>(a: &Line<'a>, b: &Line<'a>, tolerance: f64) -> Option<Patch<'a>> {
    if a.along.dot(&b.along) >= 0.0 {
        return None;
    }
    // b from its end to its beginning, along a.
    let ((begin, first), (end, last)) = (a.coordinates(&b.to), a.coordinates(&b.from));
    let (low, high) = (begin.max(0.0), end.min(a.length));
    let height = |s: f64| first + (last - first) * (s - begin) / (end - begin);
    let near = low < high && height(low).abs() <= tolerance && height(high).abs() <= tolerance;
    near.then(|| {
        let slack = TOGETHER * (a.length + b.length);
        let ([a_from, a_to], [b_from, b_to]) = (a.end_points(), b.end_points());
        let low_end = [a_from.filter(|_| begin <= slack), b_to.filter(|_| begin >= -slack)];
        let past = end - a.length;
        let high_end = [a_to.filter(|_| past >= -slack), b_from.filter(|_| past <= slack)];
        let end = |s: f64, corners| End { at: a.from + s * a.along, corners };
        Patch {
            ends: [end(low, low_end), end(high, high_end)],
            along: a.along,
            normal: -a.outward,
            against: b.exact,
        }
    })
}

/// Adds a common part, as one with those that it continues: a corner in the middle of a straight edge is none.
fn join<'a>(patches: &mut Vec<Patch<'a>>, patch: Option<Patch<'a>>, tolerance: f64) {
    let Some(mut patch) = patch else { return };
    let mut index = 0;
    while index < patches.len() {
        let other = &patches[index];
        let one_line = other.along.dot(&patch.along) > 0.0 && other.along.perp(&patch.along).abs() < ONE_LINE;
        let meets = |end: &End<'_>, begin: &End<'_>| (end.at - begin.at).norm() <= tolerance;
        let longer = if other.length() > patch.length() { other.against } else { patch.against };
        if one_line && meets(&other.ends[1], &patch.ends[0]) {
            patch.ends[0] = other.ends[0];
        } else if one_line && meets(&patch.ends[1], &other.ends[0]) {
            patch.ends[1] = other.ends[1];
        } else {
            index += 1;
            continue;
        }
        patch.against = longer;
        patches.remove(index);
    }
    patches.push(patch);
}

impl Patch<'_> {
    fn length(&self) -> f64 {
        (self.ends[1].at - self.ends[0].at).dot(&self.along)
    }
}

impl End<'_> {
    fn touch(&self, normal: &Point) -> Touch<Planar> {
        let (point, rounded) = match self.corners {
            [Some((a, _)), Some((b, _))] if a != b => (scaled(&sum(a, b), &Rational::new(1, 2)), Vec::new()),
            [Some((corner, _)), _] | [None, Some((corner, _))] => (corner.clone(), Vec::new()),
            [None, None] => (from_doubles(self.at.into()).unwrap_or_default(), vec!["point"]),
        };
        let flat = || Curvature::Finite(Rational::zero());
        let curvature = match self.corners {
            [Some((_, Joint::Convex)), None] => Some([Curvature::Vertex, flat()]),
            [None, Some((_, Joint::Convex))] => Some([flat(), Curvature::Vertex]),
            _ => None,
        };
        Touch { point, normal: normal.clone(), curvature, rounded }
    }
}

impl<'a> Line<'a> {
    /// The exact ends of an edge; a half-plane has none.
    fn end_points(&self) -> [Option<(&'a Point, Joint)>; 2] {
        match self.exact {
            ExactLine::Edge { from, to } => [Some((from, self.joints[0])), Some((to, self.joints[1]))],
            ExactLine::HalfPlane { .. } => [None, None],
        }
    }
}
