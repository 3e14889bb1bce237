//! Laws of cones with open faces, of their unions, and of what is measured on them.

use crate::cone_families::{Random, rows, table, trials};
use std::f64::consts::PI;
use stiction_geometry::cone::{Cone, LinearMap, OpenCone, Polyhedron, Rows, Union};
use stiction_proof::Rational;

fn small(width: usize, count: usize, random: &mut Random) -> Rows {
    let size = 1 + random.below(3) as i64;
    let row = |random: &mut Random| (0..width).map(|_| random.around(size)).collect::<Vec<i64>>();
    rows(width, &(0..count).map(|_| row(random)).collect::<Vec<_>>())
}

/// A few inequalities, some of them strict, sometimes an equality.
fn open(width: usize, random: &mut Random) -> OpenCone {
    let [loose, strict, flat] = [random.below(4), random.below(3), usize::from(random.below(5) == 0)];
    let [loose, strict, flat] = [loose, strict, flat].map(|count| small(width, count, random));
    OpenCone::new(&loose, &flat, &strict).unwrap()
}

fn every(few: u64, mut law: impl FnMut(usize, &mut Random)) {
    for trial in 0..trials(few) {
        let mut random = Random(trial ^ 0x0fe1);
        let width = 1 + random.below(3);
        law(width, &mut random);
    }
}

fn point(width: usize, random: &mut Random) -> Vec<Rational> {
    (0..width).map(|_| Rational::from(random.around(2))).collect()
}

/// A few points.
fn points(width: usize, random: &mut Random) -> Vec<Vec<Rational>> {
    (0..10).map(|_| point(width, random)).collect()
}

#[test]
fn a_difference_and_what_is_shared_are_disjoint_and_make_the_whole() {
    every(150, |width, random| {
        let (one, other) = (open(width, random), open(width, random));
        let shared = one.meet(&other).unwrap();
        let pieces = one.difference(&other).unwrap();
        for (at, piece) in pieces.iter().enumerate() {
            assert!(!piece.is_empty());
            assert!(piece.meet(&other).unwrap().is_empty());
            assert!(pieces[..at].iter().all(|before| before.meet(piece).unwrap().is_empty()));
        }
        let sets: Vec<Union> = pieces.into_iter().chain([shared]).map(Union::from).collect();
        let all = sets.iter().fold(Union::empty(width), |all, set| all.union(set).unwrap());
        assert!(all.is_same_as(&one.clone().into()).unwrap());
        for point in points(width, random) {
            assert_eq!(all.contains(&point).unwrap(), one.contains(&point).unwrap());
        }
    });
}

#[test]
fn a_point_is_in_a_set_or_in_its_complement_and_never_in_both() {
    every(100, |width, random| {
        let set = Union::from(open(width, random)).union(&open(width, random).into()).unwrap();
        let rest = set.complement();
        assert!(set.meet(&rest).unwrap().is_empty());
        assert!(set.union(&rest).unwrap().is_same_as(&Union::whole(width)).unwrap());
        assert!(rest.complement().is_same_as(&set).unwrap());
        assert!(set.disjoint().is_same_as(&set).unwrap());
        for point in points(width, random) {
            assert_ne!(set.contains(&point).unwrap(), rest.contains(&point).unwrap());
        }
    });
}

#[test]
fn one_set_has_one_shape_however_it_is_written() {
    every(150, |width, random| {
        let set = open(width, random);
        let (closed, strict) = (set.closure(), set.strict());
        assert_eq!(OpenCone::new(closed.normals(), closed.equalities(), strict).unwrap(), set);
        assert_eq!(set.meet(&set).unwrap(), set);
        assert!(set.difference(&set).unwrap().is_empty());
        let other = open(width, random);
        let same = Union::from(set.clone()).is_same_as(&other.clone().into()).unwrap();
        assert_eq!(set == other, same, "{set:?} {other:?}");
        assert_eq!(set.point().is_none(), set.is_empty());
        if let Some(point) = set.point() {
            let point: Vec<Rational> = point.into_iter().map(Rational::from).collect();
            assert!(set.contains(&point).unwrap());
        }
    });
}

#[test]
fn images_sums_and_inverse_images_fit_together() {
    every(100, |width, random| {
        let set = open(width, random);
        let height = 1 + random.below(3);
        let matrix: Vec<Vec<i64>> =
            (0..height).map(|_| (0..width).map(|_| random.around(2)).collect()).collect();
        let map = LinearMap::from_integers(width, &matrix).unwrap();
        let image = set.image(&map).unwrap();
        assert_eq!(image.is_empty(), set.is_empty());
        // Nothing is lost on the way there and back.
        assert!(set.difference(&image.inverse_image(&map).unwrap()).unwrap().is_empty());
        let origin = OpenCone::closed(Cone::origin(width));
        assert_eq!(set.join(&origin).unwrap(), set);
        let other = open(width, random);
        assert_eq!(set.join(&other).unwrap(), other.join(&set).unwrap());
        let moved = set.join(&other).unwrap().image(&map).unwrap();
        assert_eq!(moved, image.join(&other.image(&map).unwrap()).unwrap());
    });
}

#[test]
fn a_mode_whose_strict_row_only_the_boundary_meets_is_empty() {
    // Two contacts whose normals are opposite: neither can break strictly while the other holds.
    let normals = Rows::from_integers(3, &[[0, 0, 1]]).unwrap();
    let breaks = Rows::from_integers(3, &[[0, 0, -1]]).unwrap();
    let mode = OpenCone::new(&normals, &Rows::none(3), &breaks).unwrap();
    assert!(mode.is_empty());
    let closed = Cone::from_halfspaces(&normals, &Rows::none(3)).unwrap();
    assert_eq!(closed.meet(&Cone::from_halfspaces(&breaks, &Rows::none(3)).unwrap()).unwrap().dimension(), 2);
    assert!(mode.image(&LinearMap::from_integers(3, &[[1, 0, 0]]).unwrap()).unwrap().is_empty());
}

#[test]
fn an_edge_may_belong_to_the_shadow_of_a_cone_that_misses_the_edge_below_it() {
    // A tetrahedral cone without one facet: in its shadow that facet's edges are covered by the others or not.
    let rays = [[1, 0, 0, 1], [-1, 0, 0, 1], [0, 1, 1, 1], [0, -1, 1, 1]];
    let cone = Cone::from_generators(&Rows::from_integers(4, &rays).unwrap(), &Rows::none(4)).unwrap();
    let mut facet = Rows::none(4);
    for normal in cone.normals().iter() {
        facet = Rows::from_big(4, &[normal.to_vec()]).unwrap();
    }
    let set = OpenCone::new(cone.normals(), cone.equalities(), &facet).unwrap();
    let shadow = LinearMap::from_integers(4, &[[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1]]).unwrap();
    let image = set.image(&shadow).unwrap();
    // The square of the shadow keeps what some kept ray lies above: all but the edge and the corners of the facet
    // alone.
    let corner = |ray: [i64; 4]| [ray[0], ray[1], ray[3]].map(Rational::from);
    let on_facet = |ray: &[i64; 4]| {
        let row: i64 = facet.iter().flatten().zip(ray).map(|(a, b)| i64::try_from(a).unwrap() * b).sum();
        row == 0
    };
    for ray in rays {
        assert_eq!(image.contains(&corner(ray)).unwrap(), !on_facet(&ray));
    }
    assert!(image.contains(&[0, 0, 1].map(Rational::from)).unwrap());
}

#[test]
fn solid_angles_add_up() {
    for trial in 0..trials(60) {
        let mut random = Random(trial ^ 0x50);
        let (one, other) = (open(3, &mut random), open(3, &mut random));
        let shared = one.meet(&other).unwrap().solid_angle().unwrap();
        let rest: f64 =
            one.difference(&other).unwrap().iter().map(|piece| piece.solid_angle().unwrap()).sum();
        assert!((shared + rest - one.solid_angle().unwrap()).abs() < 1e-12);
        let set = Union::from(one).union(&other.into()).unwrap();
        let whole = set.solid_angle().unwrap() + set.complement().solid_angle().unwrap();
        assert!((whole - 4.0 * PI).abs() < 1e-12);
    }
}

#[test]
fn a_thin_cone_keeps_the_digits_of_its_solid_angle() {
    // Seen from the origin a small square about the first axis: the angle is its area to first order.
    let side = 1_000_000;
    let rays = [[side, 1, 1], [side, -1, 1], [side, -1, -1], [side, 1, -1]];
    let cone = Cone::from_generators(&Rows::from_integers(3, &rays).unwrap(), &Rows::none(3)).unwrap();
    let angle = cone.solid_angle().unwrap();
    let area = 4.0 / (side as f64 * side as f64);
    // The next term is of the size of the area squared.
    assert!((angle / area - 1.0).abs() < 1e-11, "{angle}");
}

#[test]
fn no_direction_is_deeper_than_the_deepest() {
    for trial in 0..trials(100) {
        let mut random = Random(trial ^ 0xdee9);
        let width = 2 + random.below(4);
        let count = 1 + random.below(9);
        let given = rows(width, &table(&mut random, width, count));
        let cone = Cone::from_generators(&given, &Rows::none(width)).unwrap();
        let Some(deepest) = cone.deepest() else {
            assert!(cone.normals().is_empty());
            continue;
        };
        assert!(deepest.depth <= deepest.at_most);
        assert!(deepest.at_most - deepest.depth < 1e-13 * deepest.at_most, "{deepest:?} {cone:?}");
        let inside: Vec<Rational> = cone.relative_interior_point().into_iter().map(Rational::from).collect();
        let depth = cone.depth(&inside).unwrap();
        assert!(depth > 0.0 && depth <= deepest.at_most);
    }
}

#[test]
fn vertices_and_planes_of_a_polyhedron_are_one_polyhedron() {
    for trial in 0..trials(150) {
        let mut random = Random(trial ^ 0xaff);
        let width = 1 + random.below(3);
        let vectors = |count: usize, random: &mut Random| {
            (0..count).map(|_| point(width, random)).collect::<Vec<Vec<Rational>>>()
        };
        let [corners, rays, lines] =
            [1 + random.below(4), random.below(3), usize::from(random.below(6) == 0)]
                .map(|count| vectors(count, &mut random));
        let set = Polyhedron::from_generators(width, &corners, &rays, &lines).unwrap();
        assert_eq!(Polyhedron::from_halfspaces(width, &set.normals(), &set.equalities()).unwrap(), set);
        let dot = |normal: &[Rational], point: &[Rational]| -> Rational {
            normal.iter().zip(point).map(|(a, b)| a * b).sum()
        };
        for (normal, offset) in set.normals() {
            assert!(corners.iter().all(|corner| dot(&normal, corner) >= offset));
            assert!(set.vertices().iter().any(|corner| dot(&normal, corner) == offset));
        }
        let apart: Vec<(Vec<Rational>, Rational)> = vec![
            (vec![Rational::one(); width], Rational::from(1)),
            (vec![-Rational::one(); width], Rational::from(1)),
        ];
        let nothing = Polyhedron::from_halfspaces(width, &apart, &[]).unwrap();
        assert!(nothing.is_empty() && nothing.vertices().is_empty());
        assert!(set.meet(&nothing).unwrap().is_empty() && !set.is_empty());
    }
}
