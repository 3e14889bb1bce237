//! Worked scenes of space.

use super::scenes::{ball, brick, cylinder, findings, found, listed, number, point, polyhedron};
use stiction_geometry::screw::Spatial;
use stiction_geometry::shape::{Mesh, Polyhedron, Solid};
use stiction_scene::detect::{Detected, Finding};

fn table() -> Solid {
    Solid::HalfSpace { point: point("0 0 0"), normal: point("0 0 1") }
}

/// A double pyramid with corners one unit from `center` along the axes.
fn octahedron([x, y, z]: [i64; 3]) -> Solid {
    let corner = |d: [i64; 3]| [(x + d[0]).into(), (y + d[1]).into(), (z + d[2]).into()];
    let offsets = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]];
    let faces = [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]];
    Solid::Polyhedron(Polyhedron {
        vertices: offsets.into_iter().map(corner).collect(),
        faces: faces.iter().map(|face| face.to_vec()).collect(),
    })
}

/// A roof: an edge along x at height `z`, below it or above it the solid.
fn roof(z: i64, up: i64, turned: bool) -> Solid {
    let far = z + up;
    let corners = [[-2, 0, z], [2, 0, z], [2, 1, far], [2, -1, far], [-2, 1, far], [-2, -1, far]];
    let swap = |[x, y, z]: [i64; 3]| if turned { [-y, x, z] } else { [x, y, z] };
    Solid::Polyhedron(Polyhedron {
        vertices: corners.into_iter().map(swap).map(|corner| corner.map(Into::into)).collect(),
        faces: vec![vec![0, 1, 2, 4], vec![1, 0, 5, 3], vec![1, 3, 2], vec![0, 4, 5], vec![2, 3, 5, 4]],
    })
}

fn two(a: Solid, b: Solid) -> Detected<Spatial> {
    found::<Spatial>(vec![("a", a), ("b", b)])
}

fn contact_count(found: &Detected<Spatial>) -> usize {
    assert_eq!(findings(found), [], "{:?}", found.contacts);
    found.contacts.len()
}

#[test]
fn the_corners_of_a_patch_run_about_the_normal_from_the_least() {
    let found = found::<Spatial>(vec![("box", brick("0 0 1/2", "2 1 1")), ("table", table())]);
    assert_eq!(
        listed(&found),
        [
            "box/table.1 (-1 -1/2 0) into (0 0 1)",
            "box/table.2 (1 -1/2 0) into (0 0 1)",
            "box/table.3 (1 1/2 0) into (0 0 1)",
            "box/table.4 (-1 1/2 0) into (0 0 1)",
        ]
    );
    assert!(found.rounded.is_empty());
}

#[test]
fn crossings_of_edges_are_exact() {
    let found = two(brick("0 0 0", "2 2 2"), brick("1/3 1/7 2", "2 2 2"));
    assert!(found.rounded.is_empty());
    assert_eq!(listed(&found)[0], "a/b.1 (-2/3 -6/7 1) into (0 0 -1)");
    assert_eq!(listed(&found)[2], "a/b.3 (1 1 1) into (0 0 -1)");
    assert_eq!(contact_count(&found), 4);
}

#[test]
fn a_corner_stands_on_a_face_and_an_edge_lies_on_it() {
    let tip = two(octahedron([0, 0, 2]), brick("0 0 0", "6 6 2"));
    assert_eq!(listed(&tip), ["a/b.1 (0 0 1) into (0 0 1)"]);
    let edge = two(brick("0 0 0", "6 6 2"), roof(1, 1, false));
    assert_eq!(listed(&edge), ["a/b.1 (-2 0 1) into (0 0 -1)", "a/b.2 (2 0 1) into (0 0 -1)"]);
    let short = two(roof(1, 1, false), brick("0 0 0", "2 6 2"));
    assert_eq!(listed(&short), ["a/b.1 (-1 0 1) into (0 0 1)", "a/b.2 (1 0 1) into (0 0 1)"]);
    assert!(short.rounded.is_empty());
}

#[test]
fn two_crossed_roofs_touch_at_one_point_along_the_cross_product() {
    let found = two(roof(0, -1, false), roof(0, 1, true));
    assert_eq!(listed(&found), ["a/b.1 (0 0 0) into (0 0 -1)"]);
    assert!(found.rounded.is_empty());
}

#[test]
fn boxes_that_share_only_an_edge_or_a_corner_are_noted() {
    let edge = two(brick("0 0 0", "2 2 2"), brick("2 0 2", "2 2 2"));
    assert_eq!((edge.contacts.len(), findings(&edge)), (0, vec![Finding::EdgeLine]));
    let corner = two(brick("0 0 0", "2 2 2"), brick("2 2 2", "2 2 2"));
    assert_eq!((corner.contacts.len(), findings(&corner)), (0, vec![Finding::CornerOnCorner]));
}

#[test]
fn overlapping_boxes_are_noted_with_the_least_way_out() {
    let found = two(brick("0 0 0", "2 2 2"), brick("1 1 7/4", "2 2 2"));
    let [Finding::Overlap { depth }] = findings(&found)[..] else { panic!("{:?}", found.notes) };
    assert!((depth - 0.25).abs() < 1e-12);
}

/// An L seen from above, one unit high: 2 by 2 without a corner of 1 by 1.
fn angle_piece(z: i64) -> Solid {
    let outline = [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]];
    let level = |height: i64| outline.map(|[x, y]| [x.into(), y.into(), height.into()]);
    let mut faces = vec![vec![5, 4, 3, 2, 1, 0], vec![6, 7, 8, 9, 10, 11]];
    faces.extend((0..6).map(|i| vec![i, (i + 1) % 6, 6 + (i + 1) % 6, 6 + i]));
    Solid::Polyhedron(Polyhedron { vertices: level(z).into_iter().chain(level(z + 1)).collect(), faces })
}

#[test]
fn a_face_that_is_not_convex_gives_its_corners_and_not_those_of_the_cut() {
    let found = found::<Spatial>(vec![("angle", angle_piece(0)), ("table", table())]);
    assert_eq!(contact_count(&found), 6, "{:?}", listed(&found));
    let on_itself = two(angle_piece(0), angle_piece(1));
    assert_eq!(contact_count(&on_itself), 6, "{:?}", listed(&on_itself));
}

#[test]
fn a_box_in_the_corner_of_an_angle_touches_three_faces() {
    let found = found::<Spatial>(vec![
        ("box", brick("3/2 3/2 1/2", "1 1 1")),
        ("angle", angle_piece(0)),
        ("table", table()),
    ]);
    // Two sides of the angle, and both on the table.
    let with_angle = found.contacts.iter().filter(|contact| contact.id.starts_with("box/angle"));
    assert_eq!(with_angle.count(), 8, "{:?}", listed(&found));
}

#[test]
fn a_mesh_of_triangles_touches_like_the_box_it_is() {
    let Solid::Polyhedron(solid) = brick("0 0 1/2", "2 1 1") else { panic!("a box is a polyhedron") };
    let fan = |face: &Vec<usize>| [[face[0], face[1], face[2]], [face[0], face[2], face[3]]];
    // As in an STL file: every triangle brings its own corners.
    let corners: Vec<usize> = solid.faces.iter().flat_map(fan).flatten().collect();
    let vertices = corners.iter().map(|&i| solid.vertices[i].clone().map(|x| x.to_f64())).collect();
    let triangles = (0..12).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    let mesh = Solid::Mesh(Mesh { vertices, triangles });
    let found = found::<Spatial>(vec![("box", mesh), ("table", table())]);
    assert_eq!(contact_count(&found), 4);
    assert_eq!(listed(&found)[0], "box/table.1 (-1 -1/2 0) into (0 0 1)");
}

#[test]
fn a_ball_touches_plane_face_edge_corner_and_ball_exactly() {
    let table = two(ball("1/3 0 1/2", "1/2"), table());
    assert_eq!(listed(&table), ["a/b.1 (1/3 0 0) into (0 0 1)"]);
    let face = two(brick("0 0 0", "2 2 2"), ball("1/3 0 3/2", "1/2"));
    assert_eq!(listed(&face), ["a/b.1 (1/3 0 1) into (0 0 -1)"]);
    let edge = two(ball("0 8/5 9/5", "1"), brick("0 0 0", "2 2 2"));
    assert_eq!(listed(&edge), ["a/b.1 (0 1 1) into (0 3/4 1)"]);
    let corner = two(ball("5/3 5/3 4/3", "1"), brick("0 0 0", "2 2 2"));
    assert_eq!(listed(&corner), ["a/b.1 (1 1 1) into (1 1 1/2)"]);
    let ball = two(ball("0 0 0", "1"), ball("0 0 3", "2"));
    assert_eq!(listed(&ball), ["a/b.1 (0 0 1) into (0 0 -1)"]);
    for found in [table, face, edge, corner, ball] {
        assert!(found.rounded.is_empty() && found.notes.is_empty());
    }
}

#[test]
fn a_sunk_ball_is_noted() {
    let found = two(ball("0 0 1/4", "1/2"), table());
    let [Finding::Overlap { depth }] = findings(&found)[..] else { panic!("{:?}", found.notes) };
    assert!((depth - 0.25).abs() < 1e-12);
}

#[test]
fn a_standing_cylinder_gives_eight_points_and_a_lying_one_two() {
    let standing = two(cylinder("0 0 1", "0 0 3", "1", "2"), table());
    assert_eq!(contact_count(&standing), 8);
    assert_eq!(standing.rounded.len(), 8);
    assert!(standing.contacts.iter().all(|contact| contact.point[2].to_f64().abs() < 1e-12));
    let lying = two(cylinder("0 0 1", "3 4 0", "1", "10"), table());
    assert_eq!(listed(&lying), ["a/b.1 (-3 -4 0) into (0 0 1)", "a/b.2 (3 4 0) into (0 0 1)"]);
    assert!(lying.rounded.is_empty());
    // Axis (3, 0, 4)/5, radius 5: the rim dips 3 below the centre of the lower end, 4/5·5 = 4 below the middle.
    let tilted = two(cylinder("0 0 7", "3 0 4", "5", "10"), table());
    assert_eq!(contact_count(&tilted), 1);
}

#[test]
fn a_cylinder_on_a_face_is_cut_off_at_its_border() {
    let lying = two(cylinder("0 0 2", "1 0 0", "1", "10"), brick("0 0 0", "4 4 2"));
    assert_eq!(contact_count(&lying), 2);
    assert!(lying.contacts.iter().all(|contact| (contact.point[0].to_f64().abs() - 2.0).abs() < 1e-12));
    let standing = two(cylinder("0 0 2", "0 0 1", "1", "2"), brick("0 0 0", "4 4 2"));
    assert_eq!(contact_count(&standing), 8);
    let pillar = two(brick("0 0 2", "1 1 2"), cylinder("0 0 0", "0 0 1", "1", "2"));
    assert_eq!(contact_count(&pillar), 4);
    assert!(pillar.rounded.is_empty(), "{:?}", pillar.rounded);
}

#[test]
fn cylinders_touch_along_a_line_or_at_a_point_or_end_on_end() {
    let parallel = two(cylinder("0 0 0", "1 0 0", "1", "4"), cylinder("1 0 3", "1 0 0", "2", "4"));
    assert_eq!(listed(&parallel), ["a/b.1 (-1 0 1) into (0 0 -1)", "a/b.2 (2 0 1) into (0 0 -1)"]);
    let crossed = two(cylinder("0 0 0", "1 0 0", "1", "4"), cylinder("0 0 3", "0 1 0", "2", "4"));
    assert_eq!(listed(&crossed), ["a/b.1 (0 0 1) into (0 0 -1)"]);
    let stacked = two(cylinder("0 0 0", "0 0 1", "1", "2"), cylinder("0 0 2", "0 0 1", "2", "2"));
    assert_eq!(contact_count(&stacked), 8);
    let bridged = two(cylinder("0 0 0", "0 0 1", "1", "2"), cylinder("0 0 2", "1 0 0", "1", "8"));
    assert_eq!(contact_count(&bridged), 2);
    let ball = two(ball("0 0 3", "2"), cylinder("0 0 0", "1 0 0", "1", "4"));
    assert_eq!(listed(&ball), ["a/b.1 (0 0 1) into (0 0 1)"]);
}

#[test]
fn a_joint_below_the_tolerance_counts_and_a_sliver_does_not() {
    let open = two(brick("0 0 0", "2 2 2"), brick("0 0 4001/2000", "2 2 2"));
    assert_eq!(contact_count(&open), 4);
    // Half way across the joint, where both boxes end together.
    assert_eq!(open.contacts[0].point[2], number("1") + number("1/4000"));
    let wide = two(brick("0 0 0", "2 2 2"), brick("0 0 1001/500", "2 2 2"));
    assert_eq!(contact_count(&wide), 0);
    let sliver = two(brick("0 0 0", "2 2 2"), brick("9999/5000 0 2", "2 2 2"));
    assert_eq!((sliver.contacts.len(), findings(&sliver)), (0, vec![Finding::EdgeLine]));
}

#[test]
fn a_ball_of_many_triangles_stands_on_one_corner() {
    // Rings of longitude and latitude, the poles at z = 0 and z = 2.
    let (rows, columns) = (24u32, 48u32);
    let at = |row: u32, column: u32| {
        let (theta, phi) = (
            std::f64::consts::PI * f64::from(row) / f64::from(rows),
            std::f64::consts::TAU * f64::from(column) / f64::from(columns),
        );
        let pole = row == 0 || row == rows;
        let sine = if pole { 0.0 } else { theta.sin() };
        [sine * phi.cos(), sine * phi.sin(), 1.0 - theta.cos()]
    };
    let index = |row: u32, column: u32| row * columns + column % columns;
    let vertices = (0..=rows).flat_map(|row| (0..columns).map(move |column| at(row, column))).collect();
    let triangles = (0..rows)
        .flat_map(|row| (0..columns).map(move |column| (row, column)))
        .flat_map(|(i, j)| {
            [
                [index(i, j), index(i + 1, j + 1), index(i, j + 1)],
                [index(i, j), index(i + 1, j), index(i + 1, j + 1)],
            ]
        })
        .map(|[a, b, c]| [a, c, b])
        .collect();
    let ball = Solid::Mesh(Mesh { vertices, triangles });
    let found = found::<Spatial>(vec![("ball", ball), ("table", table())]);
    assert_eq!(listed(&found), ["ball/table.1 (0 0 0) into (0 0 1)"]);
}

#[test]
fn polyhedra_with_bad_indices_do_not_panic() {
    let bad = polyhedron(&["0 0 0", "1 0 0", "0 1 0"], &[&[0, 1, 9], &[0, 0, 1], &[]]);
    let found = two(bad, brick("0 0 0", "2 2 2"));
    assert!(found.contacts.is_empty());
    let empty = two(polyhedron(&[], &[]), brick("0 0 0", "2 2 2"));
    assert!(empty.contacts.is_empty());
}
