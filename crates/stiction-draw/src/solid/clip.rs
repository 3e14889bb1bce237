//! Cutting polygons of space with planes.

use super::surface::Facet;
use super::vector::Vector3;
use crate::vector::cut;

/// The part of a polygon where `normal · p ≥ offset`.
pub(crate) fn clipped(polygon: &[Vector3], normal: Vector3, offset: f64) -> Vec<Vector3> {
    cut(polygon, |point| normal.dot(point) - offset)
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
