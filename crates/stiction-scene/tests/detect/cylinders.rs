//! Cylinders against everything: touching, a hair beside it, and clearly apart or inside, in two poses and both orders.

use super::laws::{placed, rotation, turned};
use super::scenes::{ball, brick, cylinder, findings, number, point, polyhedron, scene, settings};
use stiction_geometry::screw::Spatial;
use stiction_geometry::shape::{Mesh, Point3, Polyhedron, Solid};
use stiction_proof::Rational;
use stiction_scene::detect::{Detected, Finding, detect};

fn table() -> Solid {
    Solid::HalfSpace { point: point("0 0 0"), normal: point("0 0 2") }
}

/// A roof with its ridge at z = 0, from (−3, 0) to (3, 0) or from (0, −3) to (0, 3).
fn ridge(along_y: bool) -> Solid {
    let corners = ["-3 0 0", "3 0 0", "-3 -2 -2", "3 -2 -2", "-3 2 -2", "3 2 -2"];
    let turned = ["0 -3 0", "0 3 0", "2 -3 -2", "2 3 -2", "-2 -3 -2", "-2 3 -2"];
    let faces: [&[usize]; 5] = [&[0, 1, 3, 2], &[0, 4, 5, 1], &[2, 3, 5, 4], &[0, 2, 4], &[1, 5, 3]];
    polyhedron(if along_y { &turned } else { &corners }, &faces)
}

/// A pyramid with its tip at the origin.
fn tip() -> Solid {
    let corners = ["0 0 0", "-2 -2 -2", "2 -2 -2", "2 2 -2", "-2 2 -2"];
    polyhedron(&corners, &[&[0, 1, 2], &[0, 2, 3], &[0, 3, 4], &[0, 4, 1], &[4, 3, 2, 1]])
}

/// The roof as a mesh.
fn ridge_mesh() -> Solid {
    let vertices = [[-3, 0, 0], [3, 0, 0], [-3, -2, -2], [3, -2, -2], [-3, 2, -2], [3, 2, -2]];
    let triangles = [[0, 3, 1], [0, 2, 3], [0, 1, 5], [0, 5, 4], [2, 5, 3], [2, 4, 5], [0, 4, 2], [1, 3, 5]];
    Solid::Mesh(Mesh { vertices: vertices.map(|v| v.map(f64::from)).to_vec(), triangles: triangles.to_vec() })
}

/// An L from above with its top at z = 0, its arms 2 wide and 4 long from (−2, −2).
fn angle() -> Solid {
    let outline = [[-2, -2], [2, -2], [2, 0], [0, 0], [0, 2], [-2, 2]];
    let level = |z: i64| outline.map(|[x, y]| [x, y, z].map(Rational::from));
    let mut faces = vec![vec![5, 4, 3, 2, 1, 0], vec![6, 7, 8, 9, 10, 11]];
    faces.extend((0..6).map(|i| vec![i, (i + 1) % 6, 6 + (i + 1) % 6, 6 + i]));
    Solid::Polyhedron(Polyhedron { vertices: [level(-1), level(0)].concat(), faces })
}

/// A cylinder of radius 1 and height 2 whose rim touches the plane z = 0 from above at the origin, along y.
fn tilted_along_y() -> Solid {
    cylinder("1/5 0 7/5", "3 0 -4", "1", "2")
}

/// The same along x.
fn tilted_along_x() -> Solid {
    cylinder("0 1/5 7/5", "0 3 -4", "1", "2")
}

/// The same from below, along x.
fn tilted_below() -> Solid {
    cylinder("0 1/5 -7/5", "0 3 4", "1", "2")
}

/// Two solids that touch, the normal up into the first.
struct Case {
    what: &'static str,
    solids: [Solid; 2],
    /// How many contacts, and those of them whose places do not depend on a choice.
    count: usize,
    points: Vec<[f64; 3]>,
}

fn case(what: &'static str, a: Solid, b: Solid, count: usize, points: &[[f64; 3]]) -> Case {
    Case { what, solids: [a, b], count, points: points.to_vec() }
}

const H: f64 = std::f64::consts::FRAC_1_SQRT_2;
const ORIGIN: [f64; 3] = [0.0; 3];

/// Every way in which a cylinder touches; the common plane is z = 0.
fn cases() -> Vec<Case> {
    let standing = || cylinder("0 0 1", "0 0 3", "1", "2");
    let lying = || cylinder("0 0 1", "2 0 0", "1", "4");
    let under = || cylinder("0 0 -1", "0 0 1", "1", "2");
    let bar = || cylinder("0 0 -1", "1 0 0", "1", "6");
    let ends = [[-2.0, 0.0, 0.0], [2.0, 0.0, 0.0]];
    // The ends of half a disc over the border x = 2 of a slab, and three points between.
    let half = [[2.0, -1.0, 0.0], [2.0 - H, -H, 0.0], [1.0, 0.0, 0.0], [2.0 - H, H, 0.0], [2.0, 1.0, 0.0]];
    // Two circles of radius 1, their centres 1 apart, cross at (1/2, ±√3/2).
    let sharp = 0.75f64.sqrt();
    let sine = 20f64.to_radians();
    let lens = [
        [0.5, -sharp, 0.0],
        [0.5, sharp, 0.0],
        [sine.cos(), sine.sin(), 0.0],
        [sine.cos(), -sine.sin(), 0.0],
        [1.0 - sine.cos(), sine.sin(), 0.0],
        [1.0 - sine.cos(), -sine.sin(), 0.0],
    ];
    let slab = || brick("0 0 -1", "4 4 2");
    let cut = 0.19f64.sqrt();
    let chord = [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
    vec![
        case("side on a half-space", lying(), table(), 2, &ends),
        case("side on a face", lying(), brick("0 0 -1", "9 4 2"), 2, &ends),
        case("side on a smaller face", lying(), brick("0 0 -1", "2 4 2"), 2, &chord),
        case("side along the border of a face", lying(), brick("0 2 -1", "9 4 2"), 2, &ends),
        case("end on a half-space", standing(), table(), 8, &[]),
        case("end on a face", standing(), slab(), 8, &[]),
        case("end on a face as wide as it", standing(), brick("0 0 -1", "2 2 2"), 8, &[]),
        case("end half over the border", cylinder("2 0 1", "0 0 1", "1", "2"), slab(), 5, &half),
        case(
            "end almost off the border",
            cylinder("29/10 0 1", "0 0 1", "1", "2"),
            slab(),
            3,
            &[[2.0, -cut, 0.0], [1.9, 0.0, 0.0], [2.0, cut, 0.0]],
        ),
        case(
            "end on a smaller face",
            standing(),
            brick("0 0 -1", "1 1 2"),
            4,
            &[[-0.5, -0.5, 0.0], [0.5, -0.5, 0.0], [0.5, 0.5, 0.0], [-0.5, 0.5, 0.0]],
        ),
        // Three quarters of the disc: an arc of 270° in six steps, and the inner corner of the angle.
        case("end on an angle", standing(), angle(), 8, &[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
        case("rim on a half-space", tilted_along_y(), table(), 1, &[ORIGIN]),
        case("rim on a face", tilted_along_x(), slab(), 1, &[ORIGIN]),
        case("rim across an edge", tilted_along_y(), ridge(false), 1, &[ORIGIN]),
        case("rim across the edge of a mesh", tilted_along_y(), ridge_mesh(), 1, &[ORIGIN]),
        case("rim across the other edge", tilted_along_x(), ridge(true), 1, &[ORIGIN]),
        case("rim across a rim", tilted_along_y(), tilted_below(), 1, &[ORIGIN]),
        case("rim across a side", tilted_along_y(), bar(), 1, &[ORIGIN]),
        case("rim along a side", tilted_along_x(), bar(), 1, &[ORIGIN]),
        case("rim on an end", tilted_along_x(), under(), 1, &[ORIGIN]),
        case("side across an edge", lying(), ridge(true), 1, &[ORIGIN]),
        case("side along an edge", lying(), ridge(false), 2, &ends),
        case("side on a corner", lying(), tip(), 1, &[ORIGIN]),
        case("end on a corner", standing(), tip(), 1, &[ORIGIN]),
        case("end on an edge", standing(), ridge(false), 2, &chord),
        case("side along a side", lying(), bar(), 2, &ends),
        case("side across a side", cylinder("0 0 1", "3 4 0", "1", "9"), bar(), 1, &[ORIGIN]),
        case("side on an end", lying(), under(), 2, &chord),
        case("end on an end", standing(), cylinder("0 0 -1", "0 0 -2", "3", "2"), 8, &[]),
        case("end on an equal end", standing(), under(), 8, &[]),
        case("end half over an end", cylinder("1 0 1", "0 0 1", "1", "2"), under(), 6, &lens),
        case("ball on a side", ball("0 0 2", "2"), bar(), 1, &[ORIGIN]),
        case("ball on an end", ball("0 0 2", "2"), under(), 1, &[ORIGIN]),
        case("ball on a rim", ball("0 0 2", "2"), tilted_below(), 1, &[ORIGIN]),
    ]
}

/// A pose: rows of a rotation, and a shift.
type Place = ([[Rational; 3]; 3], Point3);

fn poses() -> [Place; 2] {
    let identity = [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]].map(|row| row.map(number));
    [(identity, point("0 0 0")), (rotation(), point("1/3 -2 5/7"))]
}

/// What is found with the first solid lifted, both placed, and perhaps exchanged; normals are then those into the
/// first.
fn seen(case: &Case, lift: &str, (rows, shift): &Place, exchanged: bool) -> Detected<Spatial> {
    let identity = &poses()[0].0;
    let up = [Rational::zero(), Rational::zero(), number(lift)];
    let first = placed(&placed(&case.solids[0], identity, &up), rows, shift);
    let second = placed(&case.solids[1], rows, shift);
    let bodies =
        if exchanged { vec![("b", second), ("a", first)] } else { vec![("a", first), ("b", second)] };
    detect(&scene(bodies), &settings("1e-6"))
}

fn doubles(v: &Point3) -> [f64; 3] {
    std::array::from_fn(|k| v[k].to_f64())
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(x, y)| (x - y).powi(2)).sum::<f64>().sqrt()
}

fn touches_as_it_should(case: &Case, lift: &str, place: &Place, exchanged: bool) {
    let found = seen(case, lift, place, exchanged);
    let told = format!("{}, lifted by {lift}, exchanged {exchanged}, {:?}", case.what, place.1);
    assert!(found.notes.is_empty(), "{told}: {:?}", found.notes);
    assert_eq!(found.contacts.len(), case.count, "{told}: {:?}", found.contacts);
    let up = doubles(&turned(&place.0, &point("0 0 1")));
    let sign = if exchanged { -1.0 } else { 1.0 };
    for contact in &found.contacts {
        let normal = doubles(&contact.normal);
        let length = distance(normal, ORIGIN);
        assert!(distance(normal.map(|x| sign * x / length), up) < 1e-7, "{told}: {normal:?}");
    }
    for expected in &case.points {
        let exact: Point3 = expected.map(|x| Rational::from_f64(x).unwrap());
        let turned = turned(&place.0, &exact);
        let expected: [f64; 3] = std::array::from_fn(|k| (&turned[k] + &place.1[k]).to_f64());
        let near = |contact: &&_| distance(doubles(point_of(contact)), expected) < 1e-7;
        assert_eq!(found.contacts.iter().filter(near).count(), 1, "{told}: {expected:?}");
    }
}

fn point_of(contact: &stiction_scene::scene::Contact<Spatial>) -> &Point3 {
    &contact.point
}

#[test]
fn every_way_in_which_a_cylinder_touches_is_found_in_any_pose_and_order() {
    for case in cases() {
        for place in poses() {
            for exchanged in [false, true] {
                touches_as_it_should(&case, "0", &place, exchanged);
            }
        }
    }
}

#[test]
fn a_billionth_above_or_below_still_touches() {
    for case in cases() {
        for place in poses() {
            for lift in ["1e-9", "-1e-9"] {
                touches_as_it_should(&case, lift, &place, false);
            }
        }
    }
}

#[test]
fn ten_tolerances_above_nothing_touches() {
    for case in cases() {
        for place in poses() {
            let found = seen(&case, "1e-5", &place, false);
            assert!(found.contacts.is_empty() && found.notes.is_empty(), "{}: {found:?}", case.what);
        }
    }
}

#[test]
fn ten_tolerances_below_the_solids_overlap() {
    for case in cases() {
        for place in poses() {
            let found = seen(&case, "-1e-5", &place, false);
            assert!(found.contacts.is_empty(), "{}: {found:?}", case.what);
            let [Finding::Overlap { depth }] = findings(&found)[..] else {
                panic!("{}: {:?}", case.what, found.notes)
            };
            assert!(depth > 1e-6 && depth < 1.1e-5, "{}: {depth}", case.what);
        }
    }
}

/// Solids that meet without a normal.
fn grazing() -> Vec<(&'static str, [Solid; 2])> {
    vec![
        ("a rim along an edge", [tilted_along_y(), ridge(true)]),
        ("a rim on a corner", [tilted_along_y(), tip()]),
        ("a rim along a rim", [tilted_along_x(), tilted_below()]),
        (
            "ends of one height side by side",
            [cylinder("2 0 0", "0 0 1", "1", "2"), cylinder("0 0 2", "0 0 1", "1", "2")],
        ),
    ]
}

#[test]
fn a_rim_that_only_grazes_is_noted_and_not_guessed() {
    for (what, solids) in grazing() {
        for (rows, shift) in poses() {
            let [a, b] = solids.clone().map(|solid| placed(&solid, &rows, &shift));
            let found = detect(&scene::<Spatial>(vec![("a", a), ("b", b)]), &settings("1e-6"));
            assert!(found.contacts.is_empty(), "{what}: {:?}", found.contacts);
            assert_eq!(findings(&found), [Finding::EdgeLine], "{what}");
        }
    }
}

#[test]
fn a_line_cut_off_by_the_border_of_a_face_ends_exactly_there() {
    let found = detect(
        &scene::<Spatial>(vec![
            ("a", cylinder("0 0 1", "1 0 0", "1", "9")),
            ("b", brick("0 0 -1", "2/3 4 2")),
        ]),
        &settings("1e-6"),
    );
    let ends: Vec<Point3> = found.contacts.iter().map(|contact| contact.point.clone()).collect();
    assert_eq!(ends, [point("-1/3 0 0"), point("1/3 0 0")]);
    assert!(found.rounded.is_empty());
}

#[test]
fn what_needs_a_root_is_listed_as_rounded() {
    let rim =
        detect(&scene::<Spatial>(vec![("a", tilted_along_y()), ("b", tilted_below())]), &settings("1e-6"));
    let paths: Vec<&str> = rim.rounded.iter().map(|rounding| rounding.path.as_str()).collect();
    assert_eq!(paths, ["contacts.a/b.1.point", "contacts.a/b.1.normal"]);
    let skew = [cylinder("0 0 1", "3 4 0", "1", "9"), cylinder("0 0 -1", "1 0 0", "1", "6")];
    let [a, b] = skew;
    assert!(detect(&scene::<Spatial>(vec![("a", a), ("b", b)]), &settings("1e-6")).rounded.is_empty());
}
