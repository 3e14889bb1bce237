//! Cutting polygons of space with planes (Sutherland and Hodgman, *Reentrant polygon clipping*, 1974).

use super::surface::Facet;
use super::vector::Vector3;

/// The part of a polygon where `normal · p ≥ offset`.
///
/// Of a polygon that is not convex, parts may stay joined by a seam of no width along the cut, which fills
/// correctly.
pub(crate) fn clipped(polygon: &[Vector3], normal: Vector3, offset: f64) -> Vec<Vector3> {
    let height = |point: Vector3| normal.dot(point) - offset;
    let mut kept = Vec::with_capacity(polygon.len() + 2);
    for (&here, &next) in polygon.iter().zip(polygon.iter().cycle().skip(1)) {
        let (from, to) = (height(here), height(next));
        if from >= 0.0 {
            kept.push(here);
        }
        if (from > 0.0 && to < 0.0) || (from < 0.0 && to > 0.0) {
            kept.push(here + (next - here) * (from / (from - to)));
        }
    }
    kept
}

/// The parts of a facet below and above a plane.
pub(crate) fn split(facet: &Facet, normal: Vector3, offset: f64) -> [Option<Facet>; 2] {
    let part = |normal: Vector3, offset: f64| {
        let rings = facet.rings.iter().map(|ring| clipped(ring, normal, offset));
        let rings: Vec<Vec<Vector3>> = rings.filter(|ring| ring.len() >= 3).collect();
        (!rings.is_empty()).then(|| Facet { rings, ..facet.clone() })
    };
    [part(-normal, -offset), part(normal, offset)]
}
