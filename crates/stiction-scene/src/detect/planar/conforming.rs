//! Rounds that lie in each other: a disc in a socket of its own radius.
//!
//! They touch along whole arcs.  Of each common arc the points of `arc` become contacts, with normals through the
//! common centre, and a note says how many; an arc shorter than the tolerance gives nothing.

use super::Sites;
use super::boundary::Round;
use super::points::UpperOutline;
use crate::detect::pairs::Touch;
use crate::detect::{Finding, arc};
use nalgebra::Vector2;
use std::f64::consts::TAU;
use stiction_geometry::screw::Planar;
use stiction_geometry::shape::Point;
use stiction_geometry::shape::plane::{difference, from_doubles};

/// Part of the radius within which a place is an end of an arc.
const TOGETHER: f64 = 1e-9;

/// An arc walked counter-clockwise.
#[derive(Debug, Clone, Copy)]
struct Arc {
    start: f64,
    sweep: f64,
}

/// Adds the points that stand for the common arcs of a convex round and a hollow one around it.
pub fn add_arcs(inner: &Round<'_>, outer: &Round<'_>, side: UpperOutline, sites: &mut Sites) {
    for arc in common(inner, outer) {
        if arc.sweep * outer.radius <= sites.tolerance {
            continue;
        }
        let angles: Vec<f64> = match arc.sweep >= TAU {
            true => (0..arc::EIGHT.len()).map(|k| k as f64 * TAU / 8.0).collect(),
            false => arc::parts(arc.sweep).map(|part| arc.start + part * arc.sweep).collect(),
        };
        let place = |angle: &f64| {
            let outward = arc::direction(*angle);
            let at = outer.center + outer.radius * outward;
            side.add(sites, at, -outward, || touch(inner, outer, at))
        };
        let part = angles.iter().map(place).collect();
        sites.parts.push(part);
        let middle = outer.center + outer.radius * arc::direction(arc.start + arc.sweep / 2.0);
        sites.findings.push((Finding::Conforming { points: angles.len() }, vec![middle.x, middle.y]));
    }
}

/// The arcs that two rounds of one circle share: none, one or two.
fn common(a: &Round<'_>, b: &Round<'_>) -> Vec<Arc> {
    let [own, other] = [a, b].map(|round| Arc { start: round.least_angle(), sweep: round.sweep.abs() });
    match (a.is_whole(), b.is_whole()) {
        (true, true) => vec![Arc { start: 0.0, sweep: TAU }],
        (true, false) => vec![other],
        (false, true) => vec![own],
        (false, false) => {
            // The other begins this far behind the beginning of the first; a turn earlier it may reach into it again.
            let behind = (other.start - own.start).rem_euclid(TAU);
            let overlap = |from: f64| {
                let (low, high) = (from.max(0.0), (from + other.sweep).min(own.sweep));
                (low < high).then_some(Arc { start: own.start + low, sweep: high - low })
            };
            [overlap(behind - TAU), overlap(behind)].into_iter().flatten().collect()
        }
    }
}

/// The contact at a place of the arc: exact at an end of a round, and its normal always through the centre.
fn touch(inner: &Round<'_>, outer: &Round<'_>, at: Vector2<f64>) -> Touch<Planar> {
    let end = [outer, inner].into_iter().find_map(|round| end_at(round, &at));
    let known = end.is_some();
    let point = end.cloned().or_else(|| from_doubles(at.into())).unwrap_or_default();
    let normal = difference(outer.exact_center, &point);
    let rounded = if known { Vec::new() } else { vec!["point", "normal"] };
    Touch { point, normal, curvature: None, rounded }
}

/// The end of a round at a place.
fn end_at<'a>(round: &Round<'a>, at: &Vector2<f64>) -> Option<&'a Point> {
    let near = |part: f64| (round.at(part) - at).norm() <= TOGETHER * round.radius;
    let [from, to] = round.ends.filter(|_| !round.is_whole())?;
    if near(0.0) {
        return Some(from);
    }
    near(1.0).then_some(to)
}
