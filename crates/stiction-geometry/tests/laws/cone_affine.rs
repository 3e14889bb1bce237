//! Laws of polyhedra with open faces, of outlines and boundaries, and of cones in spaces of dimension 0 and 1.

use crate::cone_families::{Random, rows, table, trials};
use dashu_int::IBig;
use std::f64::consts::PI;
use stiction_geometry::cone::{
    AffineMap, Arc, Bound, Cone, LinearMap, OpenCone, OpenPolyhedron, Polyhedron, Rows, Union,
};
use stiction_proof::Rational;

fn whole(random: &mut Random) -> Rational {
    Rational::from(random.around(2))
}

fn vector(width: usize, random: &mut Random) -> Vec<Rational> {
    (0..width).map(|_| whole(random)).collect()
}

fn bounds(width: usize, most: usize, random: &mut Random) -> Vec<Bound> {
    let count = random.below(most);
    (0..count).map(|_| (vector(width, random), Rational::new(random.around(3), 2))).collect()
}

fn dot(left: &[Rational], right: &[Rational]) -> Rational {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}

/// A set by its bounds, and those.
struct Set {
    loose: Vec<Bound>,
    flat: Vec<Bound>,
    strict: Vec<Bound>,
    set: OpenPolyhedron,
}

impl Set {
    fn random(width: usize, random: &mut Random) -> Self {
        let flat = if random.below(5) == 0 { 2 } else { 1 };
        let [loose, flat, strict] = [4, flat, 3].map(|most| bounds(width, most, random));
        let set = OpenPolyhedron::new(width, &loose, &flat, &strict).unwrap();
        Self { loose, flat, strict, set }
    }

    fn holds(&self, point: &[Rational]) -> bool {
        self.loose.iter().all(|(normal, offset)| dot(normal, point) >= *offset)
            && self.flat.iter().all(|(normal, offset)| dot(normal, point) == *offset)
            && self.strict.iter().all(|(normal, offset)| dot(normal, point) > *offset)
    }
}

fn sum(one: &[Rational], other: &[Rational]) -> Vec<Rational> {
    one.iter().zip(other).map(|(a, b)| a + b).collect()
}

fn every(few: u64, mut law: impl FnMut(usize, &mut Random)) {
    for trial in 0..trials(few) {
        let mut random = Random(trial ^ 0xaff1);
        let width = 1 + random.below(3);
        law(width, &mut random);
    }
}

/// Points of a half-integer grid, and corners and middles of the closure.
fn points(set: &OpenPolyhedron, width: usize, random: &mut Random) -> Vec<Vec<Rational>> {
    let half = |random: &mut Random| Rational::new(random.around(6), 2);
    let mut points: Vec<Vec<Rational>> =
        (0..12).map(|_| (0..width).map(|_| half(random)).collect()).collect();
    let corners = set.closure().vertices();
    for pair in corners.windows(2) {
        points.push(sum(&pair[0], &pair[1]).iter().map(|x| x * &Rational::new(1, 2)).collect());
    }
    points.extend(corners);
    points.extend(set.point());
    points
}

#[test]
fn a_point_is_in_an_open_polyhedron_exactly_when_every_bound_holds() {
    let mut missing = 0;
    every(150, |width, random| {
        let given = Set::random(width, random);
        for point in points(&given.set, width, random) {
            let inside = given.set.contains(&point).unwrap();
            assert_eq!(inside, given.holds(&point));
            let closed = OpenPolyhedron::from(given.set.closure());
            missing += usize::from(!inside && closed.contains(&point).unwrap());
        }
        assert_eq!(given.set.point().is_none(), given.set.is_empty());
        assert!(given.set.point().is_none_or(|point| given.holds(&point)));
    });
    assert!(missing > 30, "few points on missing faces: {missing}");
}

#[test]
fn an_open_polyhedron_is_its_closure_and_its_strict_bounds() {
    every(150, |width, random| {
        let set = Set::random(width, random).set;
        let closure = set.closure();
        let again =
            OpenPolyhedron::new(width, &closure.normals(), &closure.equalities(), &set.strict()).unwrap();
        assert_eq!(again, set);
        let closed = OpenPolyhedron::from(closure.clone());
        assert_eq!(
            (closed.closure(), closed.strict().len()),
            (closure.clone(), usize::from(closure.is_empty()))
        );
        assert!(set.difference(&closed).unwrap().is_empty());
    });
}

#[test]
fn a_difference_of_polyhedra_and_what_they_share_make_the_whole() {
    every(100, |width, random| {
        let (one, other) = (Set::random(width, random), Set::random(width, random));
        let pieces = one.set.difference(&other.set).unwrap();
        let shared = one.set.meet(&other.set).unwrap();
        for point in points(&one.set, width, random) {
            let [in_one, in_other] = [&one, &other].map(|set| set.holds(&point));
            assert_eq!(shared.contains(&point).unwrap(), in_one && in_other);
            let count = pieces.iter().filter(|piece| piece.contains(&point).unwrap()).count();
            assert_eq!(count, usize::from(in_one && !in_other));
        }
        assert!(pieces.iter().all(|piece| piece.meet(&other.set).unwrap().is_empty()));
    });
}

#[test]
fn images_and_sums_of_polyhedra_hold_images_and_sums_of_their_points_and_fit_together() {
    every(80, |width, random| {
        let width = width.min(2);
        let (one, other) = (Set::random(width, random), Set::random(width, random));
        let height = 1 + random.below(2);
        let matrix: Vec<Vec<Rational>> = (0..height).map(|_| vector(width, random)).collect();
        let shift: Vec<Rational> = (0..height).map(|_| Rational::new(random.around(3), 3)).collect();
        let map = AffineMap::new(width, &matrix, &shift).unwrap();
        let image = one.set.image(&map).unwrap();
        assert_eq!(image.is_empty(), one.set.is_empty());
        assert!(one.set.difference(&image.inverse_image(&map).unwrap()).unwrap().is_empty());
        let total = one.set.plus(&other.set).unwrap();
        assert_eq!(total, other.set.plus(&one.set).unwrap());
        assert_eq!(total.is_empty(), one.set.is_empty() || other.set.is_empty());
        for point in points(&one.set, width, random) {
            if one.holds(&point) {
                assert!(image.contains(&map.apply(&point).unwrap()).unwrap());
                let more = points(&other.set, width, random);
                assert!(
                    more.iter().all(|more| !other.holds(more) || total.contains(&sum(&point, more)).unwrap())
                );
            }
        }
        // A linear map goes through a sum.
        let linear = AffineMap::linear(width, &matrix).unwrap();
        let [there, mapped] = [&one.set, &other.set].map(|set| set.image(&linear).unwrap());
        assert_eq!(total.image(&linear).unwrap(), there.plus(&mapped).unwrap());
    });
}

#[test]
fn adding_a_cone_is_adding_the_polyhedron_that_it_is() {
    every(80, |width, random| {
        let width = width.min(2);
        let set = Set::random(width, random).set;
        let [loose, strict] = [random.below(3), random.below(3)]
            .map(|count| (0..count).map(|_| vector(width, random)).collect::<Vec<_>>());
        let rows = |table: &[Vec<Rational>]| Rows::from_rationals(width, table).unwrap();
        let cone = OpenCone::new(&rows(&loose), &Rows::none(width), &rows(&strict)).unwrap();
        let bounds = |table: &[Vec<Rational>]| -> Vec<Bound> {
            table.iter().map(|row| (row.clone(), Rational::zero())).collect()
        };
        let same = OpenPolyhedron::new(width, &bounds(&loose), &[], &bounds(&strict)).unwrap();
        assert_eq!(set.plus_cone(&cone).unwrap(), set.plus(&same).unwrap());
    });
}

#[test]
fn a_shifted_open_interval_keeps_its_missing_end() {
    // 0 ≤ x < 1/3 along x ↦ 2 − 3x: from 1, which is missing, to 2, which is not.
    let bound = |normal: i64, offset: Rational| (vec![Rational::from(normal)], offset);
    let set = OpenPolyhedron::new(1, &[bound(1, Rational::zero())], &[], &[bound(-1, Rational::new(-1, 3))])
        .unwrap();
    let map = AffineMap::new(1, &[vec![Rational::from(-3)]], &[Rational::from(2)]).unwrap();
    let image = set.image(&map).unwrap();
    for (value, inside) in [(Rational::one(), false), (Rational::new(1000, 999), true), (2.into(), true)] {
        assert_eq!(image.contains(&[value]).unwrap(), inside);
    }
    assert!(!image.contains(&[Rational::new(2001, 1000)]).unwrap());
    // With the open ray of positive numbers the kept end goes too.
    let positive = OpenCone::new(&Rows::none(1), &Rows::none(1), &Rows::axes(1)).unwrap();
    assert!(!image.plus_cone(&positive).unwrap().contains(&[Rational::one()]).unwrap());
    assert!(set.plus_cone(&positive).unwrap().contains(&[Rational::new(1, 1000)]).unwrap());
    assert!(!set.plus_cone(&positive).unwrap().contains(&[Rational::zero()]).unwrap());
}

fn turn(arc: &Arc, point: &[IBig]) -> IBig {
    let (a, b) = (&arc.from, &arc.to);
    let cross = |j: usize, k: usize| &a[j] * &b[k] - &a[k] * &b[j];
    cross(1, 2) * &point[0] + cross(2, 0) * &point[1] + cross(0, 1) * &point[2]
}

#[test]
fn an_outline_goes_round_the_cone_once_with_the_inside_on_its_left() {
    let mut shapes = std::collections::BTreeSet::new();
    for trial in 0..trials(400) {
        let mut random = Random(trial ^ 0x0a7c);
        let count = random.below(8);
        let cone = Cone::from_generators(&rows(3, &table(&mut random, 3, count)), &Rows::none(3)).unwrap();
        let outline = cone.outline().unwrap();
        let (lines, rays) = (cone.lines().len(), cone.rays().len());
        shapes.insert((lines, rays.min(3)));
        let expected = match (lines, rays) {
            (0, 2) => 1,
            (0, rays) => rays,
            (1, 0 | 1) => 2,
            (1 | 2, _) => 4,
            _ => 0,
        };
        assert_eq!(outline.len(), expected, "{cone:?}");
        for arc in &outline {
            assert!(arc.belongs);
            for ray in cone.rays().iter().filter(|_| cone.dimension() == 3) {
                assert!(turn(arc, ray) >= IBig::ZERO, "{cone:?} {arc:?}");
            }
        }
        if cone.dimension() == 3 || (lines, rays) == (2, 0) {
            let ends = outline.iter().zip(outline.iter().cycle().skip(1));
            assert!(ends.into_iter().all(|(one, next)| one.to == next.from), "{outline:?}");
        }
        let inner = OpenCone::relative_interior(cone.clone()).outline().unwrap();
        assert!(cone.dimension() < 3 || inner.iter().all(|arc| !arc.belongs));
    }
    assert!(shapes.len() >= 9, "{shapes:?}");
}

#[test]
fn the_boundary_of_a_set_is_that_of_its_complement_and_holds_no_inner_point() {
    for trial in 0..trials(60) {
        let mut random = Random(trial ^ 0xb0);
        let mut open = || {
            let [loose, strict] = [random.below(3), random.below(3)].map(|count| {
                let row = |random: &mut Random| (0..3).map(|_| random.around(2)).collect::<Vec<i64>>();
                rows(3, &(0..count).map(|_| row(&mut random)).collect::<Vec<_>>())
            });
            Union::from(OpenCone::new(&loose, &Rows::none(3), &strict).unwrap())
        };
        let set = open().union(&open()).unwrap();
        let boundary = set.boundary();
        assert!(boundary.is_same_as(&set.complement().boundary()).unwrap());
        assert!(boundary.cones().iter().all(|cone| cone.closure().dimension() < 3));
        // Whoever steps off the boundary a little, some way stays in the set and some way leaves it.
        for cone in boundary.cones() {
            let at = cone.point().unwrap();
            let mut found = [false; 2];
            for step in 0..27 {
                let near = |axis: usize| {
                    Rational::from(&at[axis] * IBig::from(10_000))
                        + Rational::from([-1, 0, 1][step / 3usize.pow(axis as u32) % 3])
                };
                found[usize::from(set.contains(&[near(0), near(1), near(2)]).unwrap())] = true;
            }
            assert_eq!(found, [true; 2], "{set:?} {cone:?}");
        }
    }
}

#[test]
fn sets_in_a_space_without_dimensions_are_empty_or_all() {
    assert!(OpenCone::empty(0).is_empty() && !OpenCone::closed(Cone::whole(0)).is_empty());
    assert!(Union::whole(0).complement().is_empty() && !Union::empty(0).complement().is_empty());
    let nothing =
        OpenCone::empty(2).image(&LinearMap::from_integers(2, &[] as &[[i64; 2]]).unwrap()).unwrap();
    assert_eq!(nothing, OpenCone::empty(0));
    let point = OpenPolyhedron::new(0, &[], &[], &[]).unwrap();
    assert!(point.contains(&[]).unwrap() && !OpenPolyhedron::empty(0).contains(&[]).unwrap());
    let never = (Vec::new(), Rational::one());
    assert!(OpenPolyhedron::new(0, std::slice::from_ref(&never), &[], &[]).unwrap().is_empty());
    assert!(Polyhedron::from_halfspaces(0, &[never], &[]).unwrap().is_empty());
    let strict = Rows::from_integers(0, &[[0i64; 0]]).unwrap();
    assert!(OpenCone::new(&Rows::none(0), &Rows::none(0), &strict).unwrap().is_empty());
}

#[test]
fn rows_of_zeros_say_nothing_unless_they_are_strict() {
    for width in 1..5 {
        let zeros = rows(width, &vec![vec![0; width]; 3]);
        let none = Rows::none(width);
        assert_eq!(Cone::from_halfspaces(&zeros, &zeros).unwrap(), Cone::whole(width));
        assert_eq!(Cone::from_generators(&zeros, &zeros).unwrap(), Cone::origin(width));
        assert!(OpenCone::new(&none, &none, &zeros).unwrap().is_empty());
    }
}

#[test]
fn a_direction_off_a_flat_cone_lies_below_its_depth_zero() {
    let flat = Cone::from_generators(&rows(3, &[vec![1, 0, 0], vec![0, 1, 0]]), &Rows::none(3)).unwrap();
    let depth = |entries: [i64; 3]| flat.depth(&entries.map(Rational::from)).unwrap();
    assert!((depth([1, 1, 0]) - (PI / 4.0).sin()).abs() < 1e-15);
    assert!((depth([3, 0, 4]) + 0.8).abs() < 1e-15 && (depth([0, 0, -1]) + 1.0).abs() < 1e-15);
}
