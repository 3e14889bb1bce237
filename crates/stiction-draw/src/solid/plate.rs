//! Half-spaces: a finite plate around the rest of the scene, thick enough to tell its solid side.

use super::clip::clipped;
use super::figure::{SolidPanel, SolidShape};
use super::surface::{Kind, Surface};
use super::vector::{Bounds, Vector3};

/// How far a plate reaches beyond the scene, and how thick it is, as parts of the scene.
const MARGIN: f64 = 0.22;
const THICKNESS: f64 = 0.035;
/// A corner of two half-spaces is shown when it is at most this far from the middle of the scene.
const NEAR: f64 = 1.1;

/// A plane with the solid below it.
#[derive(Debug, Clone, Copy)]
struct Plane {
    body: usize,
    point: Vector3,
    normal: Vector3,
}

/// The plates of all half-spaces, each cut off where it would run into another's solid.
pub(crate) fn plates(panel: &SolidPanel, seen: &[Vector3]) -> Vec<Surface> {
    let planes: Vec<Plane> = panel
        .cast
        .bodies
        .iter()
        .enumerate()
        .filter_map(|(i, body)| match body.shape {
            Some(SolidShape::HalfSpace { point, normal }) => {
                Some(Plane { body: i, point: point.into(), normal: Vector3::from(normal).unit()? })
            }
            _ => None,
        })
        .collect();
    planes.iter().filter_map(|plane| plate(plane, &planes, seen)).collect()
}

fn plate(plane: &Plane, others: &[Plane], seen: &[Vector3]) -> Option<Surface> {
    let [first, second] = plane.normal.across();
    let mut points: Vec<Vector3> = seen.to_vec();
    points.extend(others.iter().filter_map(|other| corner(plane, other, seen)).flatten());
    let local = points.iter().map(|&point| {
        let from = point - plane.point;
        Vector3 { x: from.dot(first), y: from.dot(second), z: 0.0 }
    });
    let around = Bounds::around(local).unwrap_or(Bounds { min: Vector3::default(), max: Vector3::default() });
    let reach = (around.max - around.min).largest().max(0.25) * MARGIN;
    let (low, high) = (around.min, around.max);
    let place = |x: f64, y: f64| plane.point + first * x + second * y;
    let top = vec![
        place(low.x - reach, low.y - reach),
        place(high.x + reach, low.y - reach),
        place(high.x + reach, high.y + reach),
        place(low.x - reach, high.y + reach),
    ];
    let cut = |polygon: Vec<Vector3>| {
        let solids = others.iter().filter(|other| other.body != plane.body);
        solids.fold(polygon, |polygon, other| clipped(&polygon, other.normal, other.normal.dot(other.point)))
    };
    let down = plane.normal * -THICKNESS;
    let side = |i: usize| vec![top[(i + 1) % 4], top[i], top[i] + down, top[(i + 1) % 4] + down];
    let mut polygons = vec![top.clone()];
    polygons.extend((0..4).map(side));
    let polygons: Vec<Vec<Vector3>> = polygons.into_iter().map(cut).collect();
    // Without its upper face there is nothing to see.
    polygons.first().filter(|top| top.len() >= 3)?;
    let mut vertices = Vec::new();
    let mut rings = Vec::new();
    for polygon in polygons.into_iter().filter(|polygon| polygon.len() >= 3) {
        rings.push(vec![(vertices.len()..vertices.len() + polygon.len()).collect()]);
        vertices.extend(polygon);
    }
    let surface = Surface::new(plane.body, Kind::Plate, vertices, rings);
    let top = surface.faces.first().is_some_and(|face| face.normal.dot(plane.normal) > 0.5);
    // It has no lower side, but nobody looks at it from there.
    top.then_some(Surface { closed: true, ..surface })
}

/// The line in which two planes meet, as far as the scene reaches along it.
fn corner(one: &Plane, other: &Plane, seen: &[Vector3]) -> Option<[Vector3; 2]> {
    let along = one.normal.cross(other.normal);
    let slope = along.dot(along);
    if slope < 1e-6 {
        return None;
    }
    let (p, q) = (one.normal.dot(one.point), other.normal.dot(other.point));
    let foot = (other.normal.cross(along) * p + along.cross(one.normal) * q) * (1.0 / slope);
    let along = along.unit()?;
    let places = seen.iter().map(|point| point.dot(along));
    let (low, high) = places.fold((0.0f64, 0.0f64), |(low, high), place| (low.min(place), high.max(place)));
    (foot.length() < NEAR).then(|| [foot + along * low, foot + along * high])
}

#[cfg(test)]
mod tests {
    use super::super::figure::SolidBody;
    use super::*;
    use crate::figure::Cast;

    #[test]
    fn two_walls_end_in_the_corner_where_they_meet() {
        let wall = |normal| SolidBody {
            shape: Some(SolidShape::HalfSpace { point: [0.0; 3], normal }),
            ..SolidBody::default()
        };
        let panel = SolidPanel {
            cast: Cast { bodies: vec![wall([1.0, 0.0, 1.0]), wall([-1.0, 0.0, 1.0])], ..Cast::default() },
            ..SolidPanel::default()
        };
        let plates =
            plates(&panel, &[Vector3 { x: 0.0, y: -0.5, z: 0.4 }, Vector3 { x: 0.0, y: 0.5, z: 0.4 }]);
        assert_eq!(plates.len(), 2);
        for plate in &plates {
            let top = plate.faces[0].rings[0].iter().map(|&corner| plate.vertices[corner]);
            let lowest = top.map(|corner| corner.z).fold(f64::INFINITY, f64::min);
            assert!(lowest.abs() < 1e-9, "{lowest}");
        }
    }
}
