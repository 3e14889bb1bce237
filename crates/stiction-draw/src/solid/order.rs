//! Which face is painted before which: what is further from the viewer first.
//!
//! The plane of a face divides space; seen from the face's front, nothing below its plane can cover anything
//! above it.  Sorting the faces below, then the face, then those above, and cutting what lies on both sides,
//! therefore gives an order that is right for any faces that do not pass through each other, and for those
//! that do as well.
//!
//! References: Fuchs, Kedem and Naylor, *On visible surface generation by a priori tree structures*, 1980.

use super::clip::split;
use super::surface::Facet;
use super::vector::Vector3;

/// Scenes are one unit across: what is nearer to a plane lies on it.
const FLUSH: f64 = 1e-7;
/// With more faces than this, faces are sorted by their distance alone.
const MANY: usize = 9000;
/// How many pieces the faces may be cut into, beyond three for each.
const PIECES: usize = 4000;

/// Faces in the order in which they are painted.
pub(crate) struct Painted {
    pub facets: Vec<Facet>,
    /// Whether the order is right everywhere, and not merely likely.
    pub exact: bool,
}

/// Work that is left, the next at the end.
enum Task {
    Paint(Vec<Facet>),
    Sort(Vec<Facet>),
}

/// Orders faces that are all turned to the viewer; `convex` tells of a surface that no face covers another.
pub(crate) fn painted(facets: Vec<Facet>, toward: Vector3, convex: impl Fn(usize) -> bool) -> Painted {
    if facets.len() > MANY {
        return Painted { facets: by_distance(facets, toward), exact: false };
    }
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

fn by_distance(mut facets: Vec<Facet>, toward: Vector3) -> Vec<Facet> {
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

#[cfg(test)]
mod tests {
    use super::super::camera::Camera;
    use super::super::figure::{SolidBody, SolidShape};
    use super::super::surface::{Fineness, Surface};
    use super::super::vector::Z;
    use super::*;
    use crate::parts::shape::surrounded;
    use crate::vector::{Vector, at};
    use proptest::prelude::*;

    /// The faces of some shapes as seen from a direction, in the order of painting.
    fn order(shapes: &[SolidShape], camera: &Camera) -> Painted {
        let body = |shape: &SolidShape| SolidBody { shape: Some(shape.clone()), ..SolidBody::default() };
        let fineness = Fineness { sides: 12, most: 5000 };
        let surfaces: Vec<Surface> = shapes
            .iter()
            .enumerate()
            .filter_map(|(i, shape)| Surface::of(i, &body(shape), Z, fineness))
            .collect();
        let facets = surfaces.iter().enumerate().flat_map(|(i, surface)| surface.facets(camera, i)).collect();
        painted(facets, camera.toward, |surface| surfaces[surface].convex)
    }

    /// The distances of the faces over a place, in the order of painting.
    fn depths(painted: &Painted, camera: &Camera, place: Vector) -> Vec<f64> {
        let covers = |facet: &&Facet| {
            let flat = |ring: &Vec<Vector3>| ring.iter().map(|&point| camera.flat(point)).collect();
            surrounded(&facet.rings.iter().map(flat).collect::<Vec<Vec<Vector>>>(), place)
        };
        let depth = |facet: &Facet| {
            let foot = camera.right * place.x + camera.up * place.y;
            (facet.offset - facet.normal.dot(foot)) / facet.normal.dot(camera.toward)
        };
        painted.facets.iter().filter(covers).map(depth).collect()
    }

    fn nearer_is_later(painted: &Painted, camera: &Camera) {
        for i in 0..40 {
            for j in 0..40 {
                let place = at(f64::from(i) * 0.0717 - 1.43, f64::from(j) * 0.0713 - 1.41);
                let depths = depths(painted, camera, place);
                assert!(depths.windows(2).all(|pair| pair[0] < pair[1] + 1e-5), "{depths:?} at {place:?}");
            }
        }
    }

    fn cuboid() -> impl Strategy<Value = SolidShape> {
        let side = || (-0.7..0.5, 0.05..0.6);
        [side(), side(), side()].prop_map(|sides| {
            SolidShape::cuboid(sides.map(|(low, _)| low), sides.map(|(low, length)| low + length))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(24) })]

        #[test]
        fn a_nearer_face_is_painted_later_than_one_it_covers(
            shapes in prop::collection::vec(cuboid(), 1..7),
            azimuth in 0.0..6.3,
            elevation in 0.1..1.4,
        ) {
            let camera = Camera::from_above(Z, azimuth, elevation).unwrap();
            let painted = order(&shapes, &camera);
            prop_assert!(painted.exact);
            nearer_is_later(&painted, &camera);
        }
    }

    #[test]
    fn solids_that_are_not_convex_cover_themselves_rightly() {
        let ell = [[-0.6, -0.6], [0.6, -0.6], [0.6, -0.2], [-0.2, -0.2], [-0.2, 0.6], [-0.6, 0.6]];
        let shapes = [
            SolidShape::prism(&ell, -0.3, 0.3),
            SolidShape::Sphere { center: [0.2, 0.2, 0.0], radius: 0.3 },
            SolidShape::Cylinder { center: [0.0, 0.0, 0.5], axis: [1.0, 0.2, 0.0], radius: 0.1, height: 1.0 },
        ];
        for azimuth in 0..12 {
            let camera = Camera::from_above(Z, f64::from(azimuth) * 0.53, 0.6).unwrap();
            nearer_is_later(&order(&shapes, &camera), &camera);
        }
    }

    #[test]
    fn three_bars_in_a_cycle_are_cut_apart() {
        // Each lies over the next and under the one before: no order without cutting exists.
        let bar = |turn: f64| {
            let (sin, cos) = (turn * std::f64::consts::TAU / 3.0).sin_cos();
            let place = |x: f64, y: f64, z: f64| [x * cos - y * sin, x * sin + y * cos, z];
            let (low, high) = (-0.2, 0.2);
            let vertices = vec![
                place(-0.8, -0.4, low),
                place(0.8, -0.4, high),
                place(0.8, -0.2, high),
                place(-0.8, -0.2, low),
            ];
            SolidShape::Faces {
                vertices,
                faces: vec![super::super::figure::SolidFace::polygon(&[0, 1, 2, 3])],
            }
        };
        let camera = Camera::new(Z, Vector3 { x: 0.0, y: 1.0, z: 0.0 }).unwrap();
        let painted = order(&[bar(0.0), bar(1.0), bar(2.0)], &camera);
        assert!(painted.facets.len() > 3);
        nearer_is_later(&painted, &camera);
    }
}
