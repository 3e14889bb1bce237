//! Face on face: the common polygons.
//!
//! Pieces of the first face are clipped by pieces of the second in the plane of the second; pieces of the common
//! part that meet along a whole side are joined again while they stay convex.  Contacts are at the corners of the
//! whole common region, so that they do not depend on how it was cut.

use super::exact::{crossing, from_doubles, middle};
use super::flat::{Face, Flat};
use super::polygon::{self, Corner, PolygonSide, clipped, diameter, real_corners, twice_area};
use super::sites::{Patch, Sites, touch};
use nalgebra::Vector2;
use stiction_geometry::shape::Point3;

/// Steps that a face, an edge or a corner is worth beside those of the other solid, some microseconds.
const FEATURE: usize = 100;

/// Cosine of the angle between outward normals above which faces cannot lie on each other.
const OPPOSED: f64 = -0.9;

/// Part of the polygons' size below which two corners of a plane are one.
const TOGETHER: f64 = 1e-11;

/// A corner of a common polygon, with what it comes from.
#[derive(Debug, Clone, Copy)]
struct Place {
    at: Vector2<f64>,
    origin: Origin,
}

/// Corners of the first and of the second solid there, or the edges that cross there.
#[derive(Debug, Clone, Copy)]
enum Origin {
    Corners { first: Option<usize>, second: Option<usize> },
    Crossing { first: [usize; 2], second: [usize; 2] },
    Unknown,
}

/// Adds every polygon that two solids have in common.
pub fn add_faces(a: &Flat<'_>, b: &Flat<'_>, sites: &mut Sites) {
    let others = b.faces_near(sites);
    for own in a.faces_near(sites) {
        stiction_exact::work::spend(FEATURE);
        for other in others.iter().filter(|other| own.normal.dot(&other.normal) <= OPPOSED) {
            if comes_near(a, own, other, sites.tolerance) {
                add_common(a, own, b, other, sites);
            }
        }
    }
}

/// Whether some corner of a face is within the tolerance of a plane, or corners lie on both sides of it.
fn comes_near(a: &Flat<'_>, own: &Face, plane: &Face, tolerance: f64) -> bool {
    let heights = own.pieces.iter().flatten().map(|&i| plane.height(&a.vertices[i]));
    let (low, high) = heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)));
    low <= tolerance && high >= -tolerance
}

fn add_common(a: &Flat<'_>, own: &Face, b: &Flat<'_>, other: &Face, sites: &mut Sites) {
    let mut polygons: Vec<Vec<Place>> = Vec::new();
    for piece in &own.pieces {
        for cutter in &other.pieces {
            let places = common(a, piece, b, cutter, other);
            let near = |place: &Place| gap(own, other, &place.at).abs() <= sites.tolerance;
            if places.len() >= 3 && places.iter().all(near) {
                polygons.push(places);
            }
        }
    }
    let kept: Vec<Vec<Place>> = joined(polygons)
        .into_iter()
        .map(|polygon| without_short_sides(polygon, sites.tolerance))
        .filter(|polygon| is_wide(polygon, sites.tolerance))
        .collect();
    if kept.is_empty() {
        return;
    }
    let (normal, rounded) = b.exact_normal(other);
    let flats: Vec<Vec<Vector2<f64>>> = kept.iter().map(|polygon| flat(polygon)).collect();
    for polygon in &kept {
        let corners = polygon.iter().filter(|place| polygon::is_corner_of_union(&place.at, &flats));
        let points = corners.map(|place| {
            let (point, mut parts) = exact_point(a, b, other, place, &normal);
            parts.extend(rounded.then_some("normal"));
            (other.raised(&place.at), touch(point, normal.clone(), parts))
        });
        let outline = polygon.iter().map(|place| other.raised(&place.at)).collect();
        sites.add(Patch::new(other.normal, points.collect()).with_corners(outline));
    }
}

/// Height of the first face above the second, along its normal.
fn gap(own: &Face, other: &Face, at: &Vector2<f64>) -> f64 {
    -own.height(&other.raised(at)) / own.normal.dot(&other.normal)
}

/// The common part of two pieces, in the plane of the second.
fn common(a: &Flat<'_>, piece: &[usize], b: &Flat<'_>, cutter: &[usize], plane: &Face) -> Vec<Place> {
    // Seen from outside the second solid the first one's face is walked clockwise.
    let own: Vec<usize> = piece.iter().rev().copied().collect();
    let own_at: Vec<Vector2<f64>> = own.iter().map(|&i| plane.flat(&a.vertices[i])).collect();
    let cutter_at: Vec<Vector2<f64>> = cutter.iter().map(|&i| plane.flat(&b.vertices[i])).collect();
    if apart(&own_at, &cutter_at) {
        return Vec::new();
    }
    let slack = TOGETHER * (diameter(&own_at) + diameter(&cutter_at));
    let beside =
        |corners: &[Vector2<f64>], at: &Vector2<f64>| corners.iter().position(|c| (c - at).norm() <= slack);
    let side = |ring: &[usize], i: usize| [ring[i], ring[(i + 1) % ring.len()]];
    let place = |corner: &Corner| {
        let (first, second) = (beside(&own_at, &corner.at), beside(&cutter_at, &corner.at));
        let origin = match (first, second, corner.sides) {
            (
                None,
                None,
                [PolygonSide::Own(i), PolygonSide::Cutter(j)] | [PolygonSide::Cutter(j), PolygonSide::Own(i)],
            ) => Origin::Crossing { first: side(&own, i), second: side(cutter, j) },
            (None, None, _) => Origin::Unknown,
            _ => Origin::Corners { first: first.map(|i| own[i]), second: second.map(|j| cutter[j]) },
        };
        Place { at: corner.at, origin }
    };
    clipped(&own_at, &cutter_at).iter().map(place).collect()
}

/// Whether the boxes of two rings do not meet.
fn apart(a: &[Vector2<f64>], b: &[Vector2<f64>]) -> bool {
    let range = |ring: &[Vector2<f64>], k: usize| {
        ring.iter().map(|at| at[k]).fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)))
    };
    (0..2).any(|k| {
        let ((low, high), (other_low, other_high)) = (range(a, k), range(b, k));
        high < other_low || other_high < low
    })
}

/// Joins polygons along common sides while they stay convex, and drops corners that are none.
fn joined(polygons: Vec<Vec<Place>>) -> Vec<Vec<Place>> {
    let mut places: Vec<Place> = Vec::new();
    let size = polygons.iter().map(|p| diameter(&flat(p))).fold(0.0, f64::max);
    let mut known = |place: Place| {
        let found = places.iter().position(|other| (other.at - place.at).norm() <= 1e3 * TOGETHER * size);
        found.unwrap_or_else(|| {
            places.push(place);
            places.len() - 1
        })
    };
    let rings: Vec<Vec<usize>> = polygons
        .into_iter()
        .map(|polygon| {
            let mut ring: Vec<usize> = polygon.into_iter().map(&mut known).collect();
            ring.dedup();
            if ring.len() > 1 && ring.first() == ring.last() {
                ring.pop();
            }
            ring
        })
        .filter(|ring| ring.len() >= 3)
        .collect();
    let rings = polygon::joined(rings, |i| places[i].at);
    let cleaned = |ring: Vec<usize>| {
        let corners: Vec<Place> = ring.into_iter().map(|i| places[i]).collect();
        real_corners(&flat(&corners)).into_iter().map(|i| corners[i]).collect()
    };
    rings.into_iter().map(cleaned).collect()
}

/// Corners closer than the tolerance made one, the first of them.
fn without_short_sides(polygon: Vec<Place>, tolerance: f64) -> Vec<Place> {
    let mut kept: Vec<Place> = Vec::new();
    for place in polygon {
        if kept.iter().all(|other| (other.at - place.at).norm() > tolerance) {
            kept.push(place);
        }
    }
    kept
}

/// Whether a polygon is no sliver: its mean width is above the tolerance.
fn is_wide(polygon: &[Place], tolerance: f64) -> bool {
    let at = flat(polygon);
    at.len() >= 3 && twice_area(&at) / 2.0 > tolerance * diameter(&at)
}

fn flat(places: &[Place]) -> Vec<Vector2<f64>> {
    places.iter().map(|place| place.at).collect()
}

/// The exact coordinates of a corner of the common polygon, and what of it is rounded.
fn exact_point(
    a: &Flat<'_>,
    b: &Flat<'_>,
    plane: &Face,
    place: &Place,
    normal: &Point3,
) -> (Point3, Vec<&'static str>) {
    let rounded = || (from_doubles(&plane.raised(&place.at)), vec!["point"]);
    match place.origin {
        Origin::Corners { first: Some(i), second: Some(j) } => {
            (middle(&a.exact_vertex(i), &b.exact_vertex(j)), Vec::new())
        }
        Origin::Corners { first: Some(i), second: None } => (a.exact_vertex(i), Vec::new()),
        Origin::Corners { first: None, second: Some(j) } => (b.exact_vertex(j), Vec::new()),
        Origin::Crossing { first, second } => {
            edge_crossing(a, first, b, second, normal).map_or_else(rounded, |point| (point, Vec::new()))
        }
        _ => rounded(),
    }
}

/// Where an edge of `a` crosses an edge of `b`, seen along `normal`: a point of the edge of `a`.
pub fn edge_crossing(
    a: &Flat<'_>,
    own: [usize; 2],
    b: &Flat<'_>,
    other: [usize; 2],
    normal: &Point3,
) -> Option<Point3> {
    let [p, q] = own.map(|i| a.exact_vertex(i));
    let [c, d] = other.map(|i| b.exact_vertex(i));
    crossing(&p, &q, &c, &d, normal)
}
