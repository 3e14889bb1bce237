//! A cylinder on a solid with flat faces, and that solid's edges and corners on the cylinder.

use super::super::edges::{Part, above, beside_border, common_parts, nearest_on_lines};
use super::super::exact::{
    cross, crossing, difference, foot_on_line, foot_on_plane, from_doubles, reversed, sum, to_doubles,
};
use super::super::flat::{Edge, Face, Flat};
use super::super::sites::{Patch, Sites, touch};
use super::super::{Trouble, common_zone};
use super::on_cylinder::chord;
use super::rim::{Rim, RimPlace};
use super::{
    Cylinder, GRAZING, PARALLEL, depth, end, found_in_doubles, grazes, grazing_reach, rounded_touch,
};
use crate::detect::Finding;
use nalgebra::Vector3;
use stiction_geometry::shape::Point3;

/// Finds where a cylinder touches a solid with flat faces.
pub fn on_flat(cylinder: &Cylinder<'_>, flat: &Flat<'_>, sites: &mut Sites) -> Result<(), Trouble> {
    if !flat.is_half_space() {
        sites.zone = common_zone(&cylinder.bounds(), &flat.bounds(), sites.tolerance);
    }
    let deepest = depth::in_flat(cylinder, flat, sites);
    if let Some((depth, place)) = deepest.filter(|(depth, _)| *depth > sites.tolerance) {
        return Err((Finding::Overlap { depth }, place));
    }
    flat.faces_near(sites).into_iter().for_each(|face| on_face(cylinder, flat, face, sites));
    let rims = [0, 1].map(|cap| cylinder.rim(cap));
    for cap in [0, 1] {
        add_edges_on_end(cylinder, cap, flat, sites);
        add_corners_on_end(cylinder, cap, flat, sites);
    }
    for edge in flat.edges_near(sites) {
        on_edge(cylinder, flat, edge, sites);
        rims.iter().for_each(|rim| rim_on_edge(rim, flat, edge, sites));
    }
    flat.corners_near(sites).into_iter().for_each(|corner| on_corner(cylinder, flat, corner, sites));
    note_meetings(&rims, flat, sites);
    // Shallow overlaps are told from points that may lie less deep than the solids do.
    match deepest.filter(|(depth, _)| sites.is_empty() && *depth > 0.0) {
        Some((depth, place)) => Err((Finding::Overlap { depth }, place)),
        None => Ok(()),
    }
}

fn on_face(cylinder: &Cylinder<'_>, flat: &Flat<'_>, face: &Face, sites: &mut Sites) {
    let tolerance = sites.tolerance;
    let lowest = cylinder.lowest(&face.normal);
    let near = lowest.map(|at| face.height(&at).abs() <= tolerance);
    let level = 2.0 * cylinder.dip(&face.normal) <= tolerance;
    match near {
        [true, true] => add_line(cylinder, flat, face, &lowest, sites),
        [false, false] => {}
        [first, _] if level => end::on_face(cylinder, usize::from(!first), flat, face, sites),
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
            let exact = exact_end(cylinder, flat, face, &normal, &part, k).filter(|_| !rounded);
            let contact = match exact {
                Some(point) => touch(point, normal.clone(), Vec::new()),
                None => rounded_touch(&places[k], normal.clone(), rounded),
            };
            (places[k], contact)
        };
        sites.add(Patch::new(face.normal, vec![point(0), point(1)]));
    }
}

/// An end of the line along which a cylinder lies on a face: below the centre of its flat end, or where the line below
/// the axis crosses the border of the face.
fn exact_end(
    cylinder: &Cylinder<'_>,
    flat: &Flat<'_>,
    face: &Face,
    normal: &Point3,
    part: &Part,
    end: usize,
) -> Option<Point3> {
    let below = |point: &Point3| foot_on_plane(point, &flat.exact_base(face), normal);
    match part.sides[end] {
        None => cylinder.exact_cap(end).map(|cap| below(&cap)),
        Some(side) => {
            let far = sum(cylinder.exact_center, cylinder.exact_axis);
            let [from, to] = side.map(|i| flat.exact_vertex(i));
            crossing(&below(cylinder.exact_center), &below(&far), &from, &to, normal)
        }
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
    for edge in flat.edges_near(sites).into_iter().filter(|edge| edge.stands_on(&outward, tolerance)) {
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
    for corner in flat.corners_near(sites) {
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
    if near && flat.corner_stands_on(corner, &-normal, 0.0) {
        sites.add_point(at, normal, || {
            let exact = flat.exact_vertex(corner);
            let foot = foot_on_line(&exact, cylinder.exact_center, cylinder.exact_axis);
            let normal = difference(&foot, &exact);
            touch(exact, normal, Vec::new())
        });
    }
}

/// A rim across an edge: one point, its normal across both.
fn rim_on_edge(rim: &Rim, flat: &Flat<'_>, edge: &Edge, sites: &mut Sites) {
    let (from, tolerance) = (flat.vertices[edge.ends[0]], sites.tolerance);
    for (place, at, along) in meetings(rim, &from, edge, tolerance) {
        let across = place.tangent.cross(&edge.along);
        if !(tolerance..=edge.length - tolerance).contains(&along) || across.norm() <= GRAZING {
            continue;
        }
        let normal = across.normalize();
        let stands = |normal: &Vector3<f64>| {
            rim.stands_on(&place, normal, tolerance) && edge.stands_on(&-normal, tolerance)
        };
        if let Some(normal) = [normal, -normal].into_iter().find(stands) {
            sites.add_point(at, normal, || found_in_doubles(&at, &normal));
        }
    }
}

/// Where a rim comes within the tolerance of an edge: the place of the rim, that of the edge, and how far along.
fn meetings(
    rim: &Rim,
    from: &Vector3<f64>,
    edge: &Edge,
    tolerance: f64,
) -> Vec<(RimPlace, Vector3<f64>, f64)> {
    let along = edge.along.dot(&(rim.center - from)).clamp(0.0, edge.length);
    if (from + edge.along * along - rim.center).norm() > rim.radius + tolerance {
        return Vec::new();
    }
    let near = rim.nearest_to_line(from, &edge.along).into_iter();
    near.map(|(place, at)| (place, at, edge.along.dot(&(at - from))))
        .filter(|(place, at, along)| {
            (place.at - at).norm() <= tolerance && (-tolerance..=edge.length + tolerance).contains(along)
        })
        .collect()
}

/// Notes rims that graze an edge or pass a corner, where nothing else was found.
fn note_meetings(rims: &[Rim; 2], flat: &Flat<'_>, sites: &mut Sites) {
    let tolerance = sites.tolerance;
    for rim in rims {
        let corners = flat.corners_near(sites).into_iter().map(|corner| flat.vertices[corner]);
        let near = corners.filter(|at| (rim.nearest(at) - at).norm() <= tolerance).map(|at| (at, tolerance));
        let reach = grazing_reach(rim.radius, tolerance);
        let grazing = flat.edges_near(sites).into_iter().flat_map(|edge| {
            let places = meetings(rim, &flat.vertices[edge.ends[0]], edge, tolerance).into_iter();
            let grazes =
                |place: &RimPlace| grazes(place.tangent.cross(&edge.along).norm(), rim.radius, tolerance);
            places.filter(move |(place, ..)| grazes(place)).map(move |(_, at, _)| (at, reach))
        });
        for (at, reach) in near.chain(grazing).collect::<Vec<_>>() {
            if !sites.knows_within(&at, reach) && !sites.knows_area(&at, &rim.outward) {
                sites.note(Finding::EdgeLine, &at);
            }
        }
    }
}
