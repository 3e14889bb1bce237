//! Laws: the order of bodies, where the scene lies and how it is turned change nothing but names.

use super::scenes::{as_set, cuboid, floor, number, polygon, scene, settings};
use proptest::prelude::*;
use stiction_geometry::screw::{Planar, Spatial};
use stiction_geometry::shape::{Mesh, Outline, Piece, Point3, Polyhedron, Pose, Solid, Turn};
use stiction_proof::Rational;
use stiction_scene::detect::{Detectable, Finding, Settings, detect, merge};
use stiction_scene::scene::{Contact, Party, Scene};

/// A body of the plane on a coarse grid, so that many touch: bricks, triangles, discs, angles, rockers, bowls.
fn outline() -> impl Strategy<Value = Outline> {
    (0..4i64, 0..3i64, 1..3i64, 1..3i64, 0..9).prop_map(|(x, y, w, h, kind)| match kind {
        2 => polygon(&format!(
            "{x} {y}, {0} {y}, {0} {1}, {2} {1}, {2} {3}, {x} {3}",
            x + 2 * w,
            y + h,
            x + w,
            y + 2 * h
        )),
        3 | 7 => rocker(x, y),
        8 => bowl(x, y),
        0 => polygon(&format!("{x} {y}, {} {y}, {x} {}", x + w, y + h)),
        1 => Outline::disc(
            [number(&format!("{}/2", 2 * x + 1)), number(&format!("{}/2", 2 * y + 1))],
            number("1/2"),
        ),
        _ => Outline::rectangle([x.into(), y.into()], [(x + w).into(), (y + h).into()]),
    })
}

/// Half a disc of radius 1, round below, its flat at y + 1.
fn rocker(x: i64, y: i64) -> Outline {
    let at = |x: i64, y: i64| [x.into(), y.into()];
    let (left, right, center) = (at(x, y + 1), at(x + 2, y + 1), at(x + 1, y + 1));
    Outline::path(vec![
        Piece::Arc { from: left.clone(), to: right.clone(), center, turn: Turn::Left },
        Piece::Segment { from: right, to: left },
    ])
}

/// A bowl in which the rocker of the same place fits.
fn bowl(x: i64, y: i64) -> Outline {
    let at = |x: i64, y: i64| -> [Rational; 2] { [x.into(), y.into()] };
    let rim = [at(x, y + 1), at(x + 2, y + 1)];
    let corners = [
        rim[1].clone(),
        at(x + 3, y + 1),
        at(x + 3, y - 1),
        at(x - 1, y - 1),
        at(x - 1, y + 1),
        rim[0].clone(),
    ];
    let walls = corners.windows(2).map(|ends| Piece::Segment { from: ends[0].clone(), to: ends[1].clone() });
    let [from, to] = rim.clone();
    let hollow = Piece::Arc { from, to, center: at(x + 1, y + 1), turn: Turn::Left };
    Outline::path(std::iter::once(hollow).chain(walls).collect())
}

fn plane() -> impl Strategy<Value = Scene<Planar>> {
    prop::collection::vec(outline(), 1..7).prop_map(|outlines| {
        let names = ["a", "b", "c", "d", "e", "f"];
        let bodies = names.into_iter().zip(outlines).chain([("floor", floor())]);
        scene(bodies.collect())
    })
}

/// A solid on a coarse grid: boxes, balls, tetrahedra, angles; cylinders where they are asked for, since the points
/// that stand for their flat ends do not turn with them.
fn solid(cylinders: bool) -> impl Strategy<Value = Solid> {
    let corner = [0..4i64, 0..4i64, 0..3i64];
    let size = [1..3i64, 1..3i64, 1..3i64];
    let kinds = if cylinders { 0..9 } else { 0..7 };
    (corner, size, kinds).prop_map(|([x, y, z], [w, d, h], kind)| {
        let middle = |from: i64, size: i64| Rational::new(2 * from + size, 2);
        if kind == 0 {
            let center = [x, y, z].map(|from| middle(from, 1));
            return Solid::Sphere { center, radius: Rational::new(1, 2) };
        }
        let corners = |list: &[[i64; 3]]| -> Vec<Point3> {
            list.iter().map(|[i, j, k]| [x + w * i, y + d * j, z + h * k].map(Rational::from)).collect()
        };
        match kind {
            1 => Solid::Polyhedron(Polyhedron {
                vertices: corners(&[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]),
                faces: vec![vec![0, 2, 1], vec![0, 1, 3], vec![0, 3, 2], vec![1, 2, 3]],
            }),
            2 => angle([x, y, z], [w, d, h]),
            7 | 8 => {
                let mut axis: Point3 = Default::default();
                axis[(w + d + h) as usize % 3] = Rational::one();
                let center = [x, y, z].map(|from| middle(from, 1));
                Solid::Cylinder {
                    center,
                    axis,
                    radius: Rational::new(1, 2),
                    height: Rational::from(2 * w - 1),
                }
            }
            _ => cuboid(&[middle(x, w), middle(y, d), middle(z, h)], &[w.into(), d.into(), h.into()]),
        }
    })
}

/// An L seen from above, from its least corner, with arms of these widths and twice as long.
fn angle([x, y, z]: [i64; 3], [w, d, h]: [i64; 3]) -> Solid {
    let outline = [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]];
    let level = |k: i64| outline.map(|[i, j]| [x + w * i, y + d * j, z + h * k].map(Rational::from));
    let mut faces = vec![vec![5, 4, 3, 2, 1, 0], vec![6, 7, 8, 9, 10, 11]];
    faces.extend((0..6).map(|i| vec![i, (i + 1) % 6, 6 + (i + 1) % 6, 6 + i]));
    Solid::Polyhedron(Polyhedron { vertices: [level(0), level(1)].concat(), faces })
}

fn space(cylinders: bool) -> impl Strategy<Value = Scene<Spatial>> {
    let table = Solid::HalfSpace { point: [0, 0, 0].map(Into::into), normal: [0, 0, 2].map(Into::into) };
    prop::collection::vec(solid(cylinders), 1..7).prop_map(move |solids| {
        let names = ["a", "b", "c", "d", "e", "f"];
        let bodies = names.into_iter().zip(solids).chain([("table", table.clone())]);
        scene(bodies.collect())
    })
}

/// The scene with its bodies in the opposite order.
fn reversed<S: Detectable>(scene: &Scene<S>) -> Scene<S> {
    Scene { bodies: scene.bodies.iter().rev().cloned().collect(), ..scene.clone() }
}

fn exchange_changes_nothing<S: Detectable>(scene: &Scene<S>) -> Result<(), TestCaseError> {
    let backwards = reversed(scene);
    let (one, other) = (detect(scene, &settings("1e-6")), detect(&backwards, &settings("1e-6")));
    prop_assert_eq!(as_set(scene, &one), as_set(&backwards, &other));
    prop_assert_eq!(one.notes.len(), other.notes.len());
    Ok(())
}

/// Each contact's point and normal under a map of both.
fn moved(set: Vec<(String, Vec<f64>)>, map: impl Fn(&[f64]) -> Vec<f64>) -> Vec<(String, Vec<f64>)> {
    let mut set: Vec<_> = set.into_iter().map(|(pair, place)| (pair, map(&place))).collect();
    set.sort_by(|a, b| a.partial_cmp(b).unwrap());
    set
}

/// One to one within 1e-8.
fn same(one: &[(String, Vec<f64>)], other: &[(String, Vec<f64>)]) -> bool {
    let near = |a: &(String, Vec<f64>), b: &(String, Vec<f64>)| {
        a.0 == b.0 && a.1.iter().zip(&b.1).all(|(x, y)| (x - y).abs() < 1e-8)
    };
    let found = |a: &(String, Vec<f64>)| other.iter().filter(|b| near(a, b)).count() == 1;
    one.len() == other.len() && one.iter().all(found)
}

/// The rows of the rotation by the quaternion (1, 2, 3, 4): its length squared is 30, so that it is rational.
pub fn rotation() -> [[Rational; 3]; 3] {
    [[-20, 4, 22], [20, -10, 20], [10, 28, 4]].map(|row| row.map(|x| Rational::new(x, 30)))
}

pub fn turned(rows: &[[Rational; 3]; 3], v: &Point3) -> Point3 {
    std::array::from_fn(|k| rows[k].iter().zip(v).map(|(a, b)| a * b).sum())
}

/// The solid turned and then shifted.
pub fn placed(solid: &Solid, rows: &[[Rational; 3]; 3], shift: &Point3) -> Solid {
    let place = |p: &Point3| -> Point3 {
        let turned = turned(rows, p);
        std::array::from_fn(|k| &turned[k] + &shift[k])
    };
    match solid {
        Solid::Polyhedron(Polyhedron { vertices, faces }) => Solid::Polyhedron(Polyhedron {
            vertices: vertices.iter().map(place).collect(),
            faces: faces.clone(),
        }),
        Solid::Sphere { center, radius } => Solid::Sphere { center: place(center), radius: radius.clone() },
        Solid::HalfSpace { point, normal } => {
            Solid::HalfSpace { point: place(point), normal: turned(rows, normal) }
        }
        Solid::Cylinder { center, axis, radius, height } => Solid::Cylinder {
            center: place(center),
            axis: turned(rows, axis),
            radius: radius.clone(),
            height: height.clone(),
        },
        Solid::Mesh(mesh) => {
            let place = |corner: &[f64; 3]| place(&corner.map(|x| Rational::from_f64(x).unwrap()));
            let corner = |corner: &[f64; 3]| place(corner).map(|x| x.to_f64());
            Solid::Mesh(Mesh {
                vertices: mesh.vertices.iter().map(corner).collect(),
                triangles: mesh.triangles.clone(),
            })
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn exchanging_bodies_reverses_only_names_and_normals_in_the_plane(scene in plane()) {
        exchange_changes_nothing(&scene)?;
    }

    #[test]
    fn exchanging_bodies_reverses_only_names_and_normals_in_space(scene in space(true)) {
        exchange_changes_nothing(&scene)?;
    }

    #[test]
    fn a_turned_scene_has_the_turned_contacts_in_the_plane(scene in plane()) {
        let pose = Pose {
            shift: [number("7/3"), number("-1/7")],
            cosine: number("-5/13"),
            sine: number("12/13"),
            rounded: false,
        };
        let mut other = scene.clone();
        for body in &mut other.bodies {
            body.shape = body.shape.as_ref().map(|shape| shape.moved(&pose));
        }
        let (c, s) = (-5.0 / 13.0, 12.0 / 13.0);
        let turn = |v: &[f64]| {
            let [x, y, nx, ny]: [f64; 4] = v.try_into().unwrap();
            vec![c * x - s * y + 7.0 / 3.0, s * x + c * y - 1.0 / 7.0, c * nx - s * ny, s * nx + c * ny]
        };
        let (one, two) = (detect(&scene, &settings("1e-6")), detect(&other, &settings("1e-6")));
        prop_assert!(same(&moved(as_set(&scene, &one), turn), &as_set(&other, &two)));
        prop_assert_eq!(one.notes.len(), two.notes.len());
    }

    #[test]
    fn a_turned_scene_has_the_turned_contacts_in_space(scene in space(false)) {
        turning_changes_nothing_else(&scene)?;
    }

    #[test]
    fn a_turned_scene_of_cylinders_has_as_many_contacts_and_the_turned_normals(scene in space(true)) {
        let (rows, shift) = (rotation(), ["1/3", "-2", "5/7"].map(number));
        let mut other = scene.clone();
        for body in &mut other.bodies {
            body.shape = body.shape.as_ref().map(|shape| placed(shape, &rows, &shift));
        }
        let doubles = rows.map(|row| row.map(|x| x.to_f64()));
        let turn = |v: &[f64]| doubles.iter().map(|row| row.iter().zip(&v[3..]).map(|(a, b)| a * b).sum()).collect();
        let only = |v: &[f64]| v[3..].to_vec();
        let (one, two) = (detect(&scene, &settings("1e-6")), detect(&other, &settings("1e-6")));
        let (one_set, two_set) = (moved(as_set(&scene, &one), turn), moved(as_set(&other, &two), only));
        let near = |a: &(String, Vec<f64>), b: &(String, Vec<f64>)| {
            a.0 == b.0 && a.1.iter().zip(&b.1).all(|(x, y)| (x - y).abs() < 1e-8)
        };
        let count = |set: &[(String, Vec<f64>)], a: &(String, Vec<f64>)| set.iter().filter(|b| near(a, b)).count();
        prop_assert_eq!(one_set.len(), two_set.len());
        prop_assert!(one_set.iter().all(|a| count(&one_set, a) == count(&two_set, a)), "{one_set:?}\n{two_set:?}");
        prop_assert_eq!(one.notes.len(), two.notes.len());
    }
}

fn turning_changes_nothing_else(scene: &Scene<Spatial>) -> Result<(), TestCaseError> {
    let (rows, shift) = (rotation(), ["1/3", "-2", "5/7"].map(number));
    let mut other = scene.clone();
    for body in &mut other.bodies {
        body.shape = body.shape.as_ref().map(|shape| placed(shape, &rows, &shift));
    }
    let doubles = rows.map(|row| row.map(|x| x.to_f64()));
    let turn = |v: &[f64]| {
        let turned = |v: &[f64]| doubles.map(|row| row.iter().zip(v).map(|(a, b)| a * b).sum::<f64>());
        let point = turned(&v[..3]).into_iter().zip(&shift).map(|(x, y)| x + y.to_f64());
        point.chain(turned(&v[3..])).collect()
    };
    let (one, two) = (detect(scene, &settings("1e-6")), detect(&other, &settings("1e-6")));
    let (one_set, two_set) = (moved(as_set(scene, &one), turn), as_set(&other, &two));
    prop_assert!(same(&one_set, &two_set), "{one_set:?}\n{two_set:?}");
    prop_assert_eq!(one.notes.len(), two.notes.len());
    Ok(())
}

#[test]
fn an_edge_through_an_edge_of_an_angle_overlaps_it_however_both_are_turned() {
    let tetrahedron = Solid::Polyhedron(Polyhedron {
        vertices: [[0, 1, 1], [2, 1, 1], [0, 2, 1], [0, 1, 3]].map(|p| p.map(Rational::from)).to_vec(),
        faces: vec![vec![0, 2, 1], vec![0, 1, 3], vec![0, 3, 2], vec![1, 2, 3]],
    });
    let scene = scene(vec![("a", angle([1, 0, 1], [1, 2, 1])), ("b", tetrahedron)]);
    assert_eq!(detect(&scene, &settings("1e-6")).notes.len(), 1);
    turning_changes_nothing_else(&scene).unwrap();
}

#[test]
fn two_angles_share_a_square_however_they_are_cut_and_turned() {
    let scene = scene(vec![("a", angle([2, 1, 2], [2, 2, 1])), ("b", angle([2, 3, 0], [1, 2, 2]))]);
    assert_eq!(detect(&scene, &settings("1e-6")).contacts.len(), 4);
    turning_changes_nothing_else(&scene).unwrap();
}

#[test]
fn a_listed_contact_replaces_the_detected_one_at_its_point_alone() {
    let block = polygon("0 0, 2 0, 2 1, 0 1");
    let scene: Scene<Planar> = scene(vec![("block", block), ("floor", floor())]);
    let listed = Contact::planar(Party::Body(1), ["1/2000", "0"].map(number), [0, -1].map(Rational::from))
        .with_against(Party::Body(0))
        .with_id("own");
    let elsewhere = Contact::planar(Party::Body(0), [0, 0], [0, 1]).with_id("other");
    let merged = merge(vec![listed, elsewhere], detect(&scene, &settings("1/1000")));
    let ids: Vec<_> = merged.contacts.iter().map(|contact| contact.id.as_str()).collect();
    assert_eq!(ids, ["own", "other", "block/floor.1"]);
}

#[test]
fn the_default_tolerance_is_a_part_of_the_smaller_shape() {
    let block = polygon("0 0, 3 0, 3 4, 0 4");
    let plain = polygon("-1000 -1, 1000 -1, 1000 0, -1000 0");
    for ground in [floor(), plain] {
        let scene: Scene<Planar> = scene(vec![("block", block.clone()), ("floor", ground)]);
        let found = detect(&scene, &Settings::default());
        assert!((found.tolerance.to_f64() - 5e-6).abs() < 1e-18);
        assert_eq!(found.contacts.len(), 2);
    }
}

/// A block above a ground of two kilometres, by this much.
fn hovering(height: &str) -> Scene<Planar> {
    let height = number(height);
    let top = &height + &Rational::one();
    let corner = |x: i64, y: &Rational| [Rational::from(x), y.clone()];
    let block = Outline::rectangle(corner(0, &height), corner(1, &top));
    scene(vec![("block", block), ("floor", polygon("-1000 -1, 1000 -1, 1000 0, -1000 0"))])
}

#[test]
fn a_gap_is_a_doubt_by_the_size_of_the_smaller_part_and_none_where_a_tolerance_is_given() {
    let far = detect(&hovering("0.0015"), &Settings::default());
    assert_eq!((far.contacts.len(), far.notes.len()), (0, 0));
    let near = detect(&hovering("0.00001"), &Settings::default());
    let [note] = &near.notes[..] else { panic!("{:?}", near.notes) };
    assert!(matches!(note.finding, Finding::Gap { distance } if (distance - 1e-5).abs() < 2e-7), "{note:?}");
    let takes = note.takes.unwrap();
    assert!((1e-5..2e-5).contains(&takes), "{note:?}");
    assert_eq!(detect(&hovering("0.00001"), &settings(&takes.to_string())).contacts.len(), 2);
    let given = detect(&hovering("0.00001"), &settings("0.000001"));
    assert_eq!((given.contacts.len(), given.notes.len()), (0, 0));
}

#[test]
fn an_overlap_offers_a_tolerance_with_which_the_two_touch_unless_it_is_deep() {
    let little = detect(&hovering("-0.00001"), &Settings::default());
    let [note] = &little.notes[..] else { panic!("{:?}", little.notes) };
    assert!(matches!(note.finding, Finding::Overlap { .. }));
    assert_eq!(detect(&hovering("-0.00001"), &settings(&note.takes.unwrap().to_string())).contacts.len(), 2);
    let deep = detect(&hovering("-0.3"), &Settings::default());
    assert_eq!(deep.notes[0].takes, None);
}

#[test]
fn a_face_that_gapes_at_one_end_is_a_doubt_although_its_edge_touches() {
    // Leaning by 1e-5: one corner touches within 1e-6 of the block, the other is 1e-5 above.
    let block = polygon("0 0, 1 0.00001, 1 1, 0 1");
    let scene: Scene<Planar> = scene(vec![("block", block), ("floor", floor())]);
    let found = detect(&scene, &Settings::default());
    assert_eq!(found.contacts.len(), 1);
    assert!(
        matches!(found.notes[..], [stiction_scene::detect::Note { finding: Finding::Gap { .. }, .. }]),
        "{:?}",
        found.notes
    );
}
