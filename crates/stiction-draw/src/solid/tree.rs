//! An order of painting for faces that have none without being cut: in a ring, or through each other.
//!
//! The plane of a face divides space; seen from the face's front, nothing below its plane can cover anything
//! above it.  Sorting the faces below, then the face, then those above, and cutting what lies on both sides,
//! therefore gives an order that is right for any faces that do not pass through each other, and for those
//! that do as well.
//!
//! References: Fuchs, Kedem and Naylor, *On visible surface generation by a priori tree structures*, 1980.

use super::clip::split;
use super::order::Painted;
use super::surface::Facet;
use super::vector::Vector3;

/// Scenes are one unit across: what is nearer to a plane lies on it.
const FLUSH: f64 = 1e-7;
/// How many pieces the faces may be cut into, beyond three for each.
const PIECES: usize = 4000;

/// Work that is left, the next at the end.
enum Task {
    Paint(Vec<Facet>),
    Sort(Vec<Facet>),
}

/// Orders faces that are all turned to the viewer; `convex` tells of a surface that no face covers another.
pub(super) fn divided_up(facets: Vec<Facet>, toward: Vector3, convex: impl Fn(usize) -> bool) -> Painted {
    let most = 3 * facets.len() + PIECES;
    let mut painted = Painted { facets: Vec::with_capacity(facets.len()), exact: true };
    let mut pieces = facets.len();
    let mut tasks = vec![Task::Sort(facets)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Paint(facets) => painted.facets.extend(facets),
            Task::Sort(facets) if facets.len() < 2 || alone(&facets, &convex) => {
                painted.facets.extend(facets)
            }
            Task::Sort(facets) if pieces > most => {
                painted.exact = false;
                painted.facets.extend(by_distance(facets, toward));
            }
            Task::Sort(facets) => {
                let before = facets.len();
                let [below, on, above] = divided(facets);
                pieces += (below.len() + on.len() + above.len()).saturating_sub(before);
                // The last is done first.
                tasks.extend([Task::Sort(above), Task::Paint(on), Task::Sort(below)]);
            }
        }
    }
    painted
}

/// Whether all faces belong to one surface that cannot cover itself.
fn alone(facets: &[Facet], convex: impl Fn(usize) -> bool) -> bool {
    facets.iter().all(|facet| facet.surface == facets[0].surface) && convex(facets[0].surface)
}

pub(super) fn by_distance(mut facets: Vec<Facet>, toward: Vector3) -> Vec<Facet> {
    let nearest = |facet: &Facet| {
        let (sum, count) =
            facet.rings[0].iter().fold((0.0, 0.0), |(sum, n), p| (sum + p.dot(toward), n + 1.0));
        sum / count
    };
    facets.sort_by(|a, b| nearest(a).total_cmp(&nearest(b)));
    facets
}

/// Faces below, on and above the plane of one of them.
fn divided(facets: Vec<Facet>) -> [Vec<Facet>; 3] {
    let chosen = divider(&facets);
    let (normal, offset) = (facets[chosen].normal, facets[chosen].offset);
    let [mut below, mut on, mut above] = [Vec::new(), Vec::new(), Vec::new()];
    for (index, facet) in facets.into_iter().enumerate() {
        match side(&facet, normal, offset) {
            _ if index == chosen => on.push(facet),
            Side::On => on.push(facet),
            Side::Below => below.push(facet),
            Side::Above => above.push(facet),
            Side::Both => {
                let [low, high] = split(&facet, normal, offset);
                below.extend(low);
                above.extend(high);
            }
        }
    }
    [below, on, above]
}

/// The face, among some, whose plane cuts the fewest others, and then divides them most evenly.
fn divider(facets: &[Facet]) -> usize {
    let tried = if facets.len() > 1500 { 4 } else { 10 };
    let step = facets.len().div_ceil(tried);
    let price = |&index: &usize| {
        let Facet { normal, offset, .. } = facets[index];
        let (mut cut, mut below, mut above) = (0usize, 0usize, 0usize);
        for facet in facets {
            match side(facet, normal, offset) {
                Side::Both => cut += 1,
                Side::Below => below += 1,
                Side::Above => above += 1,
                Side::On => {}
            }
        }
        8 * cut + below.abs_diff(above)
    };
    (0..facets.len()).step_by(step).min_by_key(price).unwrap_or(0)
}

enum Side {
    Below,
    On,
    Above,
    Both,
}

fn side(facet: &Facet, normal: Vector3, offset: f64) -> Side {
    let (mut below, mut above) = (false, false);
    for point in facet.rings.iter().flatten() {
        let height = normal.dot(*point) - offset;
        below |= height < -FLUSH;
        above |= height > FLUSH;
    }
    match (below, above) {
        (true, true) => Side::Both,
        (true, false) => Side::Below,
        (false, true) => Side::Above,
        (false, false) => Side::On,
    }
}
