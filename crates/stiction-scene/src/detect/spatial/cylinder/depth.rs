//! How deep does a cylinder lie in another solid?  The deepest of points one of which is inside when they overlap.
//!
//! What two solids have in common is bounded by pieces of both surfaces.  Either an edge of the one passes through the
//! other, or a rim does, or a surface pierces the other's within its borders, and then its axis passes there too.  The
//! middles of all these parts, and corners and ends, are tried; each depth is one that is reached at least.

use super::super::edges::{above, nearest_on_lines};
use super::super::flat::{Face, Flat};
use super::super::overlap;
use super::super::sites::Sites;
use super::Cylinder;
use nalgebra::Vector3;
use std::f64::consts::TAU;

/// A depth with its place.
type Deep = (f64, Vector3<f64>);

/// The deepest tried point that a cylinder and a solid with flat faces share; negative where they share none.
pub fn in_flat(cylinder: &Cylinder<'_>, flat: &Flat<'_>, sites: &Sites) -> Option<Deep> {
    let faces = flat.faces_near(sites);
    let [from, to] = cylinder.caps();
    let mut own: Vec<Vector3<f64>> = vec![from, to, cylinder.center];
    own.extend(faces.iter().flat_map(|face| lowest_below(cylinder, face, flat, sites)));
    own.extend(overlap::middles(&from, &to, flat, &faces, sites.tolerance));
    own.extend([0, 1].into_iter().flat_map(|cap| rim_middles(cylinder, cap, flat, &faces, sites)));
    let of_own = own.into_iter().filter(|place| sites.reaches(std::iter::once(*place)));
    let of_own = of_own.map(|place| (inside(flat, &place), place));
    let edges = flat.edges.iter().map(|edge| (edge, edge.ends.map(|i| flat.vertices[i])));
    let near = edges.filter(|(_, ends)| sites.reaches(ends.iter().copied()));
    let on_edges = near.flat_map(|(edge, [from, to])| {
        let [along, _] = nearest_on_lines(&from, &edge.along, &cylinder.center, &cylinder.axis);
        let along = if along.is_finite() { along } else { edge.length / 2.0 };
        let middle =
            cylinder.clipped(&from, &to).map(|[low, high]| from + (to - from) * ((low + high) / 2.0));
        [Some(from + edge.along * along.clamp(0.0, edge.length)), middle].into_iter().flatten()
    });
    let corners = flat.corners_near(sites).into_iter().map(|corner| flat.vertices[corner]);
    let of_other = corners.chain(on_edges).map(|place| (cylinder.inside(&place), place));
    of_own.chain(of_other).max_by(|x, y| x.0.total_cmp(&y.0))
}

/// The lowest points of the rims below a face.
fn lowest_below(cylinder: &Cylinder<'_>, face: &Face, flat: &Flat<'_>, sites: &Sites) -> Vec<Vector3<f64>> {
    let lowest = cylinder.lowest(&face.normal).into_iter();
    lowest.filter(|at| face.height(at) < 0.0 && above(flat, face, at, sites.tolerance)).collect()
}

/// The middles of the parts into which faces cut a rim.
fn rim_middles(
    cylinder: &Cylinder<'_>,
    cap: usize,
    flat: &Flat<'_>,
    faces: &[&Face],
    sites: &Sites,
) -> Vec<Vector3<f64>> {
    let rim = cylinder.rim(cap);
    let cut = |face: &&Face| {
        let angles = rim.plane_crossings(&face.normal, face.offset).into_iter().flatten();
        let within = |angle: &f64| above(flat, face, &rim.place(*angle).at, sites.tolerance);
        angles.filter(within).collect::<Vec<_>>()
    };
    let angles = faces.iter().flat_map(cut).map(|angle| angle.rem_euclid(TAU)).collect();
    middles(angles).into_iter().map(|angle| rim.place(angle).at).collect()
}

/// The angles half way between neighbours around a circle.
fn middles(mut angles: Vec<f64>) -> Vec<f64> {
    angles.sort_by(f64::total_cmp);
    let next = |k: usize| angles.get(k + 1).copied().unwrap_or(angles[0] + TAU);
    (0..angles.len()).map(|k| (angles[k] + next(k)) / 2.0).collect()
}

/// How deep a place lies in a solid; quick for a convex one, where outside it is no distance but negative.
fn inside(flat: &Flat<'_>, place: &Vector3<f64>) -> f64 {
    if flat.convex {
        return flat.faces.iter().map(|face| -face.height(place)).fold(f64::INFINITY, f64::min);
    }
    overlap::inside(flat, place)
}

/// The deepest tried point that two cylinders share.
pub fn in_cylinder(a: &Cylinder<'_>, b: &Cylinder<'_>) -> Option<Deep> {
    let of = |own: &Cylinder<'_>, other: &Cylinder<'_>| {
        let [from, to] = own.caps();
        let axis = other.clipped(&from, &to).map(|[low, high]| from + (to - from) * ((low + high) / 2.0));
        let rims = [0, 1].into_iter().flat_map(|cap| rim_trials(own, cap, other));
        let places: Vec<Vector3<f64>> = axis.into_iter().chain([own.center, from, to]).chain(rims).collect();
        places.into_iter().map(|place| (other.inside(&place), place)).max_by(|x, y| x.0.total_cmp(&y.0))
    };
    let crossed = [0, 1].into_iter().flat_map(|own| [0, 1].map(|other| (own, other)));
    let between = crossed.flat_map(|(own, other)| a.rim(own).nearest_to_rim(&b.rim(other)));
    let shared = between.map(|(place, foot)| {
        let middle = (place.at + foot) / 2.0;
        (2.0 * a.inside(&middle).min(b.inside(&middle)), middle)
    });
    of(a, b).into_iter().chain(of(b, a)).chain(shared).max_by(|x, y| x.0.total_cmp(&y.0))
}

/// Points of a rim that may lie in another cylinder: nearest to its axis, and between its flat ends.
fn rim_trials(own: &Cylinder<'_>, cap: usize, other: &Cylinder<'_>) -> Vec<Vector3<f64>> {
    let rim = own.rim(cap);
    let nearest = rim.nearest_to_line(&other.center, &other.axis).into_iter().map(|(place, _)| place.at);
    let cuts = other
        .caps()
        .into_iter()
        .flat_map(|base| rim.plane_crossings(&other.axis, other.axis.dot(&base)).into_iter().flatten());
    let between = middles(cuts.map(|angle| angle.rem_euclid(TAU)).collect());
    nearest.chain(between.into_iter().map(|angle| rim.place(angle).at)).collect()
}
