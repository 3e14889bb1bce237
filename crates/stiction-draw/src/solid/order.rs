//! Which face is painted before which: what is further from the viewer first.
//!
//! Of two faces that overlap on the page the nearer one is painted later.  That is a relation between faces, and
//! any order that respects it for all pairs shows everything rightly (the painter's order); faces that do not
//! overlap need none.  Where the relation runs in a ring, or two faces pass through each other, there is no such
//! order until some are cut: the strongly connected parts of the relation are ordered by a tree of planes, which
//! cuts, and every other face stays whole.
//!
//! References: Newell, Newell and Sancha, *A solution to the hidden surface problem*, 1972; Tarjan, *Depth-first
//! search and linear graph algorithms*, 1972, who lists the parts of a relation so that each comes after those
//! that it points to.

use super::camera::Camera;
use super::shade::{Over, Shade};
use super::surface::Facet;
use super::tree;
use crate::grid::Grid;
use crate::vector::Rect;

/// With more pairs of faces to be compared than this, they are sorted by their distance alone.
const PAIRS: usize = 6_000_000;

/// Faces in the order in which they are painted.
pub(crate) struct Painted {
    pub facets: Vec<Facet>,
    /// Whether the order is right everywhere, and not merely likely.
    pub exact: bool,
}

/// Orders faces that are all turned to the viewer; `convex` tells of a surface that no face covers another.
pub(crate) fn painted(facets: Vec<Facet>, camera: &Camera, convex: impl Fn(usize) -> bool) -> Painted {
    let Some(under) = relation(&facets, camera, &convex) else {
        return Painted { facets: tree::by_distance(facets, camera.toward), exact: false };
    };
    let mut facets: Vec<Option<Facet>> = facets.into_iter().map(Some).collect();
    let mut painted = Painted { facets: Vec::with_capacity(facets.len()), exact: true };
    for part in parts(&under) {
        let mut part: Vec<Facet> =
            part.into_iter().filter_map(|index| facets[index as usize].take()).collect();
        if part.len() == 1 {
            painted.facets.append(&mut part);
            continue;
        }
        let cut = tree::divided_up(part, camera.toward, &convex);
        painted.facets.extend(cut.facets);
        painted.exact &= cut.exact;
    }
    painted
}

/// For each face those that must be painted before it; `None` where too many lie over each other.
fn relation(facets: &[Facet], camera: &Camera, convex: impl Fn(usize) -> bool) -> Option<Vec<Vec<u32>>> {
    let shades: Vec<Option<Shade>> = facets.iter().map(|facet| Shade::new(facet, camera)).collect();
    let bounds = shades.iter().flatten().flat_map(|shade| [shade.bounds.min, shade.bounds.max]);
    let area = Rect::around(bounds).unwrap_or(Rect::new(0.0, 0.0, 1.0, 1.0)).grown(1e-6);
    let cells = (facets.len() as f64).sqrt().ceil().clamp(1.0, 256.0) as usize;
    let mut grid = Grid::new(area, cells, cells);
    let mut under = vec![Vec::new(); facets.len()];
    let mut pairs = 0;
    for (index, shade) in shades.iter().enumerate() {
        let Some(shade) = shade else { continue };
        for earlier in grid.near_polygon(shade.outer()) {
            let Some(other) = &shades[earlier as usize] else { continue };
            let one_solid =
                facets[index].surface == facets[earlier as usize].surface && convex(facets[index].surface);
            if one_solid || !shade.touches(&other.bounds) {
                continue;
            }
            pairs += 1;
            let over = shade.over(other);
            if matches!(over, Over::First | Over::Both) {
                under[index].push(earlier);
            }
            if matches!(over, Over::Second | Over::Both) {
                under[earlier as usize].push(index as u32);
            }
        }
        grid.put_polygon(index as u32, shade.outer());
        if pairs > PAIRS {
            return None;
        }
    }
    Some(under)
}

/// The strongly connected parts of a relation, each after those that its members point to.
fn parts(points_to: &[Vec<u32>]) -> Vec<Vec<u32>> {
    const NEW: u32 = u32::MAX;
    let count = points_to.len();
    let (mut number, mut lowest, mut waiting) = (vec![NEW; count], vec![0u32; count], vec![false; count]);
    let (mut path, mut stack, mut parts, mut next) = (Vec::new(), Vec::new(), Vec::new(), 0u32);
    for root in 0..count {
        if number[root] == NEW {
            path.push((root, 0));
        }
        while let Some((node, step)) = path.pop() {
            if step == 0 {
                (number[node], lowest[node]) = (next, next);
                next += 1;
                waiting[node] = true;
                stack.push(node as u32);
            } else {
                let child = points_to[node][step - 1] as usize;
                if waiting[child] {
                    lowest[node] = lowest[node].min(lowest[child]);
                }
            }
            if let Some(&child) = points_to[node].get(step) {
                path.push((node, step + 1));
                if number[child as usize] == NEW {
                    path.push((child as usize, 0));
                }
            } else if lowest[node] == number[node] {
                let start = stack.iter().rposition(|&member| member as usize == node).unwrap_or(0);
                let mut part = stack.split_off(start);
                part.iter().for_each(|&member| waiting[member as usize] = false);
                part.sort_unstable();
                parts.push(part);
            }
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::super::camera::Camera;
    use super::super::figure::{SolidBody, SolidShape};
    use super::super::surface::{Fineness, Surface};
    use super::super::vector::Vector3;
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
        painted(facets, camera, |surface| surfaces[surface].convex)
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

    #[test]
    fn boxes_of_a_heap_are_painted_from_the_back_and_none_is_cut() {
        let cell = |k: i32| f64::from(k) * 0.2 - 0.6;
        let mut shapes = Vec::new();
        for (x, y, z) in (0..216).map(|i| (i % 6, i / 6 % 6, i / 36)) {
            let low = [cell(x), cell(y), cell(z)];
            shapes.push(SolidShape::cuboid(low, low.map(|entry| entry + 0.2)));
        }
        // The order in which they are given does not matter.
        shapes.sort_by_key(|shape| match shape {
            SolidShape::Faces { vertices, .. } => (vertices[0].iter().sum::<f64>() * 7919.0) as i64 % 101,
            _ => 0,
        });
        for azimuth in [0.3, 1.9, 4.0] {
            let camera = Camera::from_above(Z, azimuth, 0.5).unwrap();
            let painted = order(&shapes, &camera);
            assert!(painted.exact && painted.facets.len() == 3 * 216, "{} pieces", painted.facets.len());
            nearer_is_later(&painted, &camera);
        }
    }

    #[test]
    fn blocks_that_sink_into_each_other_a_little_are_not_cut_apart() {
        // Numbers of a file are rounded: a joint that overlaps by a millionth is a joint.
        let stone = |k: i32| {
            let (x, z) = (f64::from(k % 10) * 0.1 - 0.5, f64::from(k / 10) * 0.1 - 0.5);
            SolidShape::cuboid([x - 1e-6, -0.1, z - 1e-6], [x + 0.1 + 1e-6, 0.1, z + 0.1 + 1e-6])
        };
        let shapes: Vec<SolidShape> = (0..100).map(stone).collect();
        let camera = Camera::from_above(Z, 0.9, 0.4).unwrap();
        let painted = order(&shapes, &camera);
        assert_eq!((painted.exact, painted.facets.len()), (true, 300));
        nearer_is_later(&painted, &camera);
    }

    #[test]
    fn the_parts_of_a_relation_come_after_what_they_point_to() {
        // 0 → 1 → 2 → 0 is a ring, 3 points to it and 4 is pointed to.
        let found = parts(&[vec![1], vec![2, 4], vec![0], vec![1], vec![]]);
        assert_eq!(found, [vec![4], vec![0, 1, 2], vec![3]]);
        let chain: Vec<Vec<u32>> =
            (0..200_000u32).map(|i| if i == 0 { vec![] } else { vec![i - 1] }).collect();
        assert!(parts(&chain).iter().map(|part| part[0]).eq(0..200_000));
        let down: Vec<Vec<u32>> =
            (1..=200_000u32).map(|i| if i == 200_000 { vec![] } else { vec![i] }).collect();
        assert!(parts(&down).iter().map(|part| part[0]).eq((0..200_000).rev()));
    }
}
