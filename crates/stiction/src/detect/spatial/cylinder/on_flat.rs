//! A cylinder on a solid with flat faces, and that solid's edges and corners on the cylinder.

use super::super::Trouble;
use super::super::edges::{above, beside_border, common_parts, nearest_on_lines};
use super::super::exact::{
    cross, crossing, difference, foot_on_line, foot_on_plane, from_doubles, reversed, sum, to_doubles,
};
use super::super::flat::{Edge, Face, Flat};
use super::super::overlap;
use super::super::sites::{Patch, Sites, touch};
use super::on_cylinder::chord;
use super::{Cylinder, rounded_touch};
use crate::detect::Finding;
use crate::detect::pairs::Touch;
use crate::screw::Spatial;
use crate::shape::Point3;
use nalgebra::Vector3;

/// Sine of the angle below which an edge lies along the axis.
const PARALLEL: f64 = 1e-6;

/// Finds where a cylinder touches a solid with flat faces.
pub fn on_flat(cylinder: &Cylinder<'_>, flat: &Flat<'_>, sites: &mut Sites) -> Result<(), Trouble> {
    if let Some((depth, place)) = deepest(cylinder, flat).filter(|(depth, _)| *depth > sites.tolerance) {
        return Err((Finding::Overlap { depth }, place));
    }
    flat.faces.iter().for_each(|face| on_face(cylinder, flat, face, sites));
    for cap in [0, 1] {
        add_edges_on_end(cylinder, cap, flat, sites);
        add_corners_on_end(cylinder, cap, flat, sites);
    }
    flat.edges.iter().filter(|edge| edge.convex).for_each(|edge| on_edge(cylinder, flat, edge, sites));
    (0..flat.leaving.len()).for_each(|corner| on_corner(cylinder, flat, corner, sites));
    if sites.is_empty() && !are_apart(cylinder, flat, sites.tolerance) {
        let finding = Finding::NotCompared { why: "the rim of a cylinder against an edge is not looked at" };
        return Err((finding, cylinder.center));
    }
    Ok(())
}

/// The deepest of some points of one in the other.
fn deepest(cylinder: &Cylinder<'_>, flat: &Flat<'_>) -> Option<(f64, Vector3<f64>)> {
    let lowest = flat.faces.iter().flat_map(|face| cylinder.lowest(&face.normal));
    let own = lowest.chain(cylinder.caps()).chain([cylinder.center]);
    let of_own = own.map(|place| (overlap::inside(flat, &place), place));
    let on_edge = |edge: &Edge| {
        let from = flat.vertices[edge.ends[0]];
        let [along, _] = nearest_on_lines(&from, &edge.along, &cylinder.center, &cylinder.axis);
        let along = if along.is_finite() { along } else { edge.length / 2.0 };
        from + edge.along * along.clamp(0.0, edge.length)
    };
    let corners = (0..flat.leaving.len()).map(|corner| flat.vertices[corner]);
    let of_other =
        corners.chain(flat.edges.iter().map(on_edge)).map(|place| (cylinder.inside(&place), place));
    of_own.chain(of_other).max_by(|x, y| x.0.total_cmp(&y.0))
}

fn on_face(cylinder: &Cylinder<'_>, flat: &Flat<'_>, face: &Face, sites: &mut Sites) {
    let tolerance = sites.tolerance;
    let lowest = cylinder.lowest(&face.normal);
    let near = lowest.map(|at| face.height(&at).abs() <= tolerance);
    let level = 2.0 * cylinder.dip(&face.normal) <= tolerance;
    match near {
        [true, true] => add_line(cylinder, flat, face, &lowest, sites),
        [false, false] => {}
        [first, _] if level => add_end(cylinder, usize::from(!first), flat, face, sites),
        [first, _] => {
            let at = lowest[usize::from(!first)];
            let (normal, rounded) = flat.exact_normal(face);
            if above(flat, face, &at, 0.0) && !beside_border(flat, face, &at, tolerance) {
                sites.add_point(at, face.normal, || rounded_touch(&at, normal, rounded));
            }
        }
    }
}

/// A cylinder that lies on a face: the ends of the common line.
fn add_line(
    cylinder: &Cylinder<'_>,
    flat: &Flat<'_>,
    face: &Face,
    ends: &[Vector3<f64>; 2],
    sites: &mut Sites,
) {
    let (normal, rounded) = flat.exact_normal(face);
    for part in common_parts(ends, flat, face) {
        let places = part.range.map(|t| ends[0] + (ends[1] - ends[0]) * t);
        let middle = (places[0] + places[1]) / 2.0;
        if (places[1] - places[0]).norm() <= sites.tolerance
            || beside_border(flat, face, &middle, sites.tolerance)
        {
            continue;
        }
        let point = |k: usize| {
            let whole = part.range[k] == k as f64 && !rounded;
            let foot = cylinder.exact_cap(k).filter(|_| whole);
            let contact = match foot.map(|cap| foot_on_plane(&cap, &flat.exact_base(face), &normal)) {
                Some(point) => touch(point, normal.clone(), Vec::new()),
                None => rounded_touch(&places[k], normal.clone(), rounded),
            };
            (places[k], contact)
        };
        sites.add(Patch::new(face.normal, vec![point(0), point(1)]));
    }
}

/// A flat end on a face: rim points inside the face, corners of the face inside the disc, and crossings of both.
fn add_end(cylinder: &Cylinder<'_>, cap: usize, flat: &Flat<'_>, face: &Face, sites: &mut Sites) {
    let (normal, rounded) = flat.exact_normal(face);
    let base = cylinder.caps()[cap];
    for piece in &face.pieces {
        let corners: Vec<Vector3<f64>> = piece.iter().map(|&i| flat.vertices[i]).collect();
        let in_piece = |at: &Vector3<f64>| {
            (0..corners.len()).all(|k| {
                let (from, to) = (corners[k], corners[(k + 1) % corners.len()]);
                face.normal.cross(&(to - from)).normalize().dot(&(at - from)) >= -sites.tolerance
            })
        };
        let mut points: Vec<Vector3<f64>> =
            cylinder.rim(cap, &face.normal).into_iter().filter(in_piece).collect();
        for k in 0..corners.len() {
            let side = [corners[k], corners[(k + 1) % corners.len()]];
            points.extend(chord(&side, &base, cylinder.radius).into_iter().flatten());
        }
        let contact = |at: &Vector3<f64>| {
            let corner = piece.iter().find(|&&i| {
                !flat.is_half_space() && (flat.vertices[i] - at).norm() <= 1e-12 * cylinder.radius
            });
            match corner {
                Some(&i) => touch(
                    flat.exact_vertex(i),
                    normal.clone(),
                    if rounded { vec!["normal"] } else { Vec::new() },
                ),
                None => rounded_touch(at, normal.clone(), rounded),
            }
        };
        add_convex(points, &face.normal, contact, sites);
    }
}

/// Adds points on the border of a convex region as a patch, in order about `up`; fewer than three give nothing.
pub fn add_convex(
    points: Vec<Vector3<f64>>,
    up: &Vector3<f64>,
    contact: impl Fn(&Vector3<f64>) -> Touch<Spatial>,
    sites: &mut Sites,
) {
    let mut kept: Vec<Vector3<f64>> = Vec::new();
    for point in points {
        if kept.iter().all(|other| (other - point).norm() > sites.tolerance) {
            kept.push(point);
        }
    }
    let middle = kept.iter().sum::<Vector3<f64>>() / kept.len().max(1) as f64;
    let [first, second] = super::super::flat::axes_across(up);
    let angle = |at: &Vector3<f64>| second.dot(&(at - middle)).atan2(first.dot(&(at - middle)));
    kept.sort_by(|p, q| angle(p).total_cmp(&angle(q)));
    if kept.len() >= 3 {
        let points = kept.iter().map(|at| (*at, contact(at))).collect();
        sites.add(Patch::new(*up, points));
    }
}

/// Direction out of a flat end, and its exact reverse: into the cylinder.
fn end_normal(cylinder: &Cylinder<'_>, cap: usize) -> (Vector3<f64>, Point3) {
    match cap {
        1 => (cylinder.axis, reversed(cylinder.exact_axis)),
        _ => (-cylinder.axis, cylinder.exact_axis.clone()),
    }
}

/// Edges that lie on a flat end: the ends of the common chord.
fn add_edges_on_end(cylinder: &Cylinder<'_>, cap: usize, flat: &Flat<'_>, sites: &mut Sites) {
    let (outward, normal) = end_normal(cylinder, cap);
    let (tolerance, base) = (sites.tolerance, cylinder.caps()[cap]);
    for edge in flat.edges.iter().filter(|edge| edge.convex && edge.stands_on(&outward, tolerance)) {
        let ends = edge.ends.map(|i| flat.vertices[i]);
        let level = ends.iter().all(|end| outward.dot(&(end - base)).abs() <= sites.tolerance);
        let Some(places) = chord(&ends, &base, cylinder.radius).filter(|_| level) else { continue };
        let covered = places.iter().all(|at| sites.covers(at, &-outward));
        if covered || (places[1] - places[0]).norm() <= sites.tolerance {
            continue;
        }
        let point = |k: usize| {
            let contact = match places[k] == ends[k] {
                true => touch(flat.exact_vertex(edge.ends[k]), normal.clone(), Vec::new()),
                false => rounded_touch(&places[k], normal.clone(), false),
            };
            (places[k], contact)
        };
        sites.add(Patch::new(-outward, vec![point(0), point(1)]));
    }
}

/// Corners that stand on a flat end.
fn add_corners_on_end(cylinder: &Cylinder<'_>, cap: usize, flat: &Flat<'_>, sites: &mut Sites) {
    let (outward, normal) = end_normal(cylinder, cap);
    let base = cylinder.caps()[cap];
    for corner in (0..flat.leaving.len()).filter(|&corner| !flat.leaving[corner].is_empty()) {
        let at = flat.vertices[corner];
        let offset = at - base;
        let touches = outward.dot(&offset).abs() <= sites.tolerance
            && offset.norm() < cylinder.radius - sites.tolerance
            && flat.corner_stands_on(corner, &outward, sites.tolerance);
        if touches {
            sites.add_point(at, -outward, || touch(flat.exact_vertex(corner), normal.clone(), Vec::new()));
        }
    }
}

/// An edge against the side: along it, or across it at one point.
fn on_edge(cylinder: &Cylinder<'_>, flat: &Flat<'_>, edge: &Edge, sites: &mut Sites) {
    if edge.along.cross(&cylinder.axis).norm() <= PARALLEL {
        return along_edge(cylinder, flat, edge, sites);
    }
    let from = flat.vertices[edge.ends[0]];
    let [s, t] = nearest_on_lines(&from, &edge.along, &cylinder.center, &cylinder.axis);
    let (at, on_axis) = (from + edge.along * s, cylinder.center + cylinder.axis * t);
    let apart = on_axis - at;
    let near = (apart.norm() - cylinder.radius).abs() <= sites.tolerance;
    let inside = (0.0..=edge.length).contains(&s) && t.abs() < cylinder.half - sites.tolerance;
    let normal = apart.normalize();
    if near && inside && edge.stands_on(&-normal, 0.0) {
        sites.add_point(at, normal, || {
            let [p, q] = edge.ends.map(|i| flat.exact_vertex(i));
            let exact = cross(&difference(&q, &p), cylinder.exact_axis);
            let exact = if to_doubles(&exact).dot(&normal) < 0.0 { reversed(&exact) } else { exact };
            let far = sum(cylinder.exact_center, cylinder.exact_axis);
            match crossing(&p, &q, cylinder.exact_center, &far, &exact) {
                Some(point) => touch(point, exact, Vec::new()),
                None => rounded_touch(&at, exact, false),
            }
        });
    }
}

fn along_edge(cylinder: &Cylinder<'_>, flat: &Flat<'_>, edge: &Edge, sites: &mut Sites) {
    let ends = edge.ends.map(|i| flat.vertices[i]);
    let [(first, radial), (last, _)] = ends.map(|end| cylinder.coordinates(&end));
    let near = (radial.norm() - cylinder.radius).abs() <= sites.tolerance;
    let (low, high) = (first.min(last).max(-cylinder.half), first.max(last).min(cylinder.half));
    let normal = -radial.normalize();
    if !near || high - low <= sites.tolerance || !edge.stands_on(&-normal, 0.0) {
        return;
    }
    let exact_normal = || {
        let corner = flat.exact_vertex(edge.ends[0]);
        difference(&foot_on_line(&corner, cylinder.exact_center, cylinder.exact_axis), &corner)
    };
    let point = |along: f64| {
        let at = cylinder.center + cylinder.axis * along + radial;
        let corner = edge.ends.iter().zip([first, last]).find(|(_, own)| *own == along);
        let contact = match corner {
            Some((&i, _)) => touch(flat.exact_vertex(i), exact_normal(), Vec::new()),
            None => touch(from_doubles(&at), exact_normal(), vec!["point"]),
        };
        (at, contact)
    };
    let points = vec![point(low), point(high)];
    if !points.iter().all(|(at, _)| sites.covers(at, &normal)) {
        sites.add(Patch::new(normal, points));
    }
}

/// A corner against the side.
fn on_corner(cylinder: &Cylinder<'_>, flat: &Flat<'_>, corner: usize, sites: &mut Sites) {
    let at = flat.vertices[corner];
    let (along, radial) = cylinder.coordinates(&at);
    let near = (radial.norm() - cylinder.radius).abs() <= sites.tolerance
        && along.abs() < cylinder.half - sites.tolerance;
    let normal = -radial.normalize();
    if near && !flat.leaving[corner].is_empty() && flat.corner_stands_on(corner, &-normal, 0.0) {
        sites.add_point(at, normal, || {
            let exact = flat.exact_vertex(corner);
            let foot = foot_on_line(&exact, cylinder.exact_center, cylinder.exact_axis);
            let normal = difference(&foot, &exact);
            touch(exact, normal, Vec::new())
        });
    }
}

/// Whether a face of a convex solid, an end of the cylinder or its side keeps both apart.
fn are_apart(cylinder: &Cylinder<'_>, flat: &Flat<'_>, tolerance: f64) -> bool {
    let above_face = |face: &Face| cylinder.lowest(&face.normal).iter().all(|at| face.height(at) > tolerance);
    if flat.convex && flat.faces.iter().any(above_face) {
        return true;
    }
    let gap_along = |axis: &Vector3<f64>| {
        let reach = cylinder.half * cylinder.axis.dot(axis).abs() + cylinder.dip(axis);
        let heights = flat.vertices.iter().map(|vertex| axis.dot(&(vertex - cylinder.center)));
        heights.fold(f64::INFINITY, f64::min) - reach
    };
    let across =
        flat.edges.iter().map(|edge| edge.along.cross(&cylinder.axis)).filter(|axis| axis.norm() > PARALLEL);
    let radial =
        flat.vertices.iter().map(|vertex| cylinder.coordinates(vertex).1).filter(|axis| axis.norm() > 0.0);
    let axes = across.chain(radial).chain([cylinder.axis]).map(|axis| axis.normalize());
    !flat.is_half_space()
        && axes.into_iter().any(|axis| gap_along(&axis) > tolerance || gap_along(&-axis) > tolerance)
}
