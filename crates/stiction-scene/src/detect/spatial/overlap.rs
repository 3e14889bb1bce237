//! Do two solids with flat faces overlap by more than the tolerance, and how deep?
//!
//! Convex solids are separated by the normal of a face or by the cross product of two edges, or not at all, so
//! that the least overlap along these directions is the depth.  For others the corners, the middles of edges cut by
//! the other's faces and points a little below each face are tried: the depth is then a lower bound.

use super::edges::above;
use super::flat::{Face, Flat};
use super::sites::{Sites, distance_to_convex};
use nalgebra::Vector3;

/// Steps that a face, an edge or a corner is worth beside those of the other solid, some microseconds.
const FEATURE: usize = 100;

/// How far apart two convex solids are along the best direction that was tried; negative where they overlap.
pub fn separation(a: &Flat<'_>, b: &Flat<'_>, enough: f64) -> f64 {
    let by_faces = face_separation(a, b, enough).max(face_separation(b, a, enough));
    if by_faces >= enough { by_faces } else { by_faces.max(edge_separation(a, b, by_faces)) }
}

/// The least height of the other's corners above a face, largest over the faces; stops at `enough`.
fn face_separation(a: &Flat<'_>, b: &Flat<'_>, enough: f64) -> f64 {
    // A half-space has no corners: it is always the one with the face.
    if b.is_half_space() {
        return f64::NEG_INFINITY;
    }
    let mut best = f64::NEG_INFINITY;
    for face in &a.faces {
        stiction_exact::work::spend(FEATURE);
        let least = b.vertices.iter().map(|vertex| face.height(vertex)).fold(f64::INFINITY, f64::min);
        best = best.max(least);
        if best >= enough {
            break;
        }
    }
    best
}

fn edge_separation(a: &Flat<'_>, b: &Flat<'_>, known: f64) -> f64 {
    let (own, other) = (directions(a), directions(b));
    let axes = own.iter().flat_map(|u| other.iter().map(move |w| u.cross(w)));
    let long = axes.filter(|axis| axis.norm() > 1e-9).map(|axis| axis.normalize());
    long.map(|axis| gap_along(a, b, &axis)).fold(known, f64::max)
}

/// The directions of the edges, parallel ones once.
fn directions(flat: &Flat<'_>) -> Vec<Vector3<f64>> {
    let mut found: Vec<Vector3<f64>> = Vec::new();
    for edge in &flat.edges {
        if found.iter().all(|known| known.cross(&edge.along).norm() > 1e-9) {
            found.push(edge.along);
        }
    }
    found
}

fn gap_along(a: &Flat<'_>, b: &Flat<'_>, axis: &Vector3<f64>) -> f64 {
    let range = |flat: &Flat<'_>| {
        let along = flat.vertices.iter().map(|vertex| vertex.dot(axis));
        along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
    };
    let ((low, high), (other_low, other_high)) = (range(a), range(b));
    (other_low - high).max(low - other_high)
}

/// A place where two overlapping convex solids meet: the middle of the common part of their boxes.
pub fn meeting_place(a: &Flat<'_>, b: &Flat<'_>) -> Vector3<f64> {
    if b.is_half_space() {
        let height = |vertex: &Vector3<f64>| b.faces.first().map_or(0.0, |face| face.height(vertex));
        let lowest = a.vertices.iter().min_by(|p, q| height(p).total_cmp(&height(q)));
        return lowest.copied().unwrap_or_default();
    }
    let ([low, high], [other_low, other_high]) = (a.bounds(), b.bounds());
    Vector3::from_fn(|k, _| (low[k].max(other_low[k]) + high[k].min(other_high[k])) / 2.0)
}

/// The deepest tried point of one solid in the other, if deeper than the tolerance; for solids that are not convex.
pub fn deepest(a: &Flat<'_>, b: &Flat<'_>, sites: &Sites) -> Option<(f64, Vector3<f64>)> {
    let of_a = trials(a, b, sites).into_iter().map(|place| (inside(b, &place), place));
    let of_b = trials(b, a, sites).into_iter().map(|place| (inside(a, &place), place));
    let deepest = of_a.chain(of_b).max_by(|x, y| x.0.total_cmp(&y.0));
    deepest.filter(|(depth, _)| *depth > sites.tolerance)
}

/// Points of the solid `own` that might lie in `other`; for a half-space its corners are enough.
fn trials(own: &Flat<'_>, other: &Flat<'_>, sites: &Sites) -> Vec<Vector3<f64>> {
    let corners = own.corners_near(sites).into_iter().map(|i| own.vertices[i]);
    if own.is_half_space() || other.is_half_space() {
        return corners.collect();
    }
    let in_zone = |place: &Vector3<f64>| sites.reaches(std::iter::once(*place));
    let pieces = own.faces.iter().flat_map(|face| face.pieces.iter().map(move |piece| (face, piece)));
    let below = pieces.map(|(face, piece)| center(own, piece) - face.normal * (3.0 * sites.tolerance));
    let middle = center(own, &(0..own.vertices.len()).collect::<Vec<_>>());
    let within = below.chain([middle]).filter(in_zone).filter(|place| inside(own, place) > sites.tolerance);
    let faces = other.faces_near(sites);
    let edges = own.edges.iter().map(|edge| edge.ends.map(|i| own.vertices[i]));
    let edges = edges.filter(|ends| sites.reaches(ends.iter().copied()));
    let on_edges = edges.flat_map(|[from, to]| middles(&from, &to, other, &faces, sites.tolerance));
    corners.chain(within).chain(on_edges.filter(in_zone)).collect()
}

/// The middles of the parts into which faces cut a segment; a cut beside a face, within `slack`, does no harm.
pub fn middles(
    from: &Vector3<f64>,
    to: &Vector3<f64>,
    other: &Flat<'_>,
    faces: &[&Face],
    slack: f64,
) -> Vec<Vector3<f64>> {
    let cut = |face: &&Face| {
        let (begin, end) = (face.height(from), face.height(to));
        let part = (begin * end < 0.0).then(|| begin / (begin - end))?;
        above(other, face, &(from + (to - from) * part), slack).then_some(part)
    };
    let mut cuts: Vec<f64> = faces.iter().filter_map(cut).chain([0.0, 1.0]).collect();
    cuts.sort_by(f64::total_cmp);
    cuts.windows(2).map(|pair| from + (to - from) * ((pair[0] + pair[1]) / 2.0)).collect()
}

fn center(flat: &Flat<'_>, corners: &[usize]) -> Vector3<f64> {
    corners.iter().map(|&i| flat.vertices[i]).sum::<Vector3<f64>>() / corners.len().max(1) as f64
}

/// How deep a place lies in a solid; negative outside.
pub fn inside(flat: &Flat<'_>, place: &Vector3<f64>) -> f64 {
    if flat.convex && flat.faces.iter().all(|face| face.height(place) <= 0.0) {
        return flat.faces.iter().map(|face| -face.height(place)).fold(f64::INFINITY, f64::min);
    }
    let pieces = flat.faces.iter().flat_map(|face| face.pieces.iter().map(move |piece| (face, piece)));
    let corners = |piece: &Vec<usize>| piece.iter().map(|&i| flat.vertices[i]).collect::<Vec<_>>();
    let distances = pieces.map(|(face, piece)| distance_to_convex(place, &corners(piece), &face.normal));
    let distance = distances.fold(f64::INFINITY, f64::min);
    if !flat.convex && solid_angle(flat, place) > std::f64::consts::TAU { distance } else { -distance }
}

/// The angle under which a surface is seen, 4π from inside and 0 from outside (Van Oosterom and Strackee).
fn solid_angle(flat: &Flat<'_>, place: &Vector3<f64>) -> f64 {
    let mut total = 0.0;
    for piece in flat.faces.iter().flat_map(|face| &face.pieces) {
        let to = |i: usize| (flat.vertices[i] - place).normalize();
        for pair in piece[1..].windows(2) {
            let (a, b, c) = (to(piece[0]), to(pair[0]), to(pair[1]));
            let whole = 1.0 + a.dot(&b) + b.dot(&c) + c.dot(&a);
            total += 2.0 * a.dot(&b.cross(&c)).atan2(whole);
        }
    }
    total
}
