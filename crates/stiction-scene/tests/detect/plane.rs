//! Worked scenes of the plane.

use super::scenes::{findings, floor, found, listed, number, points, polygon, scene, settings};
use stiction_geometry::screw::Planar;
use stiction_geometry::shape::{Outline, Piece, Point, Turn};
use stiction_scene::detect::{Finding, detect};
use stiction_scene::scene::Curvature;

fn disc(x: &str, y: &str, radius: &str) -> Outline {
    Outline::disc([number(x), number(y)], number(radius))
}

/// A path from `at`, then `to` along segments, or `to about center` along arcs walked counter-clockwise.
fn path(text: &str) -> Outline {
    let mut from: Option<Point> = None;
    let mut pieces = Vec::new();
    for step in text.split(',') {
        let (to, arc) = match step.split_once("about") {
            None => (step, None),
            Some((to, center)) => match center.split_once("cw") {
                None => (to, Some((center, Turn::Left))),
                Some((center, _)) => (to, Some((center, Turn::Right))),
            },
        };
        let to = points(to)[0].clone();
        if let Some(from) = from {
            pieces.push(match arc {
                None => Piece::Segment { from, to: to.clone() },
                Some((center, turn)) => {
                    Piece::Arc { from, to: to.clone(), center: points(center)[0].clone(), turn }
                }
            });
        }
        from = Some(to);
    }
    Outline::path(pieces)
}

fn square() -> Outline {
    polygon("0 0, 1 0, 1 1, 0 1")
}

#[test]
fn the_ends_of_a_common_edge_come_along_the_tangent() {
    let found = found::<Planar>(vec![("block", polygon("0 0, 2 0, 2 1, 0 1")), ("floor", floor())]);
    assert_eq!(listed(&found), ["block/floor.1 (2 0) into (0 1)", "block/floor.2 (0 0) into (0 1)"]);
    assert!(found.notes.is_empty() && found.rounded.is_empty());
}

#[test]
fn a_written_ground_is_last_and_always_against() {
    let found = found::<Planar>(vec![("ground", floor()), ("block", square()), ("other", square())]);
    let ids: Vec<_> = found.contacts.iter().map(|contact| contact.id.as_str()).collect();
    assert_eq!(ids, ["block/ground.1", "block/ground.2", "other/ground.1", "other/ground.2"]);
    assert!(matches!(findings(&found)[..], [Finding::Overlap { .. }]));
}

#[test]
fn a_corner_in_the_middle_of_a_straight_edge_is_none() {
    let block = polygon("0 0, 1 0, 2 0, 2 1, 0 1");
    let found = found::<Planar>(vec![("block", block), ("floor", floor())]);
    assert_eq!(listed(&found), ["block/floor.1 (2 0) into (0 1)", "block/floor.2 (0 0) into (0 1)"]);
}

#[test]
fn corner_on_corner_is_noted_and_not_guessed() {
    let found = found::<Planar>(vec![("a", square()), ("b", polygon("1 1, 2 1, 2 2, 1 2"))]);
    assert_eq!(listed(&found), Vec::<String>::new());
    assert_eq!(findings(&found), [Finding::CornerOnCorner]);
    assert_eq!(found.notes[0].place, [1.0, 1.0]);
}

#[test]
fn a_sharp_corner_in_a_notch_touches_both_its_sides() {
    let notch = polygon("-2 2, 0 0, 2 2, 2 -1, -2 -1");
    let found = found::<Planar>(vec![("wedge", polygon("0 0, 1 2, -1 2")), ("jig", notch)]);
    assert_eq!(listed(&found), ["wedge/jig.1 (0 0) into (1 1)", "wedge/jig.2 (0 0) into (-1 1)"]);
}

#[test]
fn a_block_sunk_into_the_floor_is_noted_with_its_depth() {
    let sunk = polygon("0 -1/10, 1 -1/10, 1 1, 0 1");
    let found = found::<Planar>(vec![("block", sunk), ("floor", floor())]);
    assert!(found.contacts.is_empty());
    let [Finding::Overlap { depth }] = findings(&found)[..] else { panic!("{:?}", found.notes) };
    assert!((depth - 0.1).abs() < 1e-12, "{depth}");
}

#[test]
fn crossed_bars_overlap_though_no_corner_lies_in_the_other() {
    let (flat, tall) = (polygon("-5 -1, 5 -1, 5 1, -5 1"), polygon("-1 -5, 1 -5, 1 5, -1 5"));
    let crossed = found::<Planar>(vec![("a", flat.clone()), ("b", tall)]);
    assert_eq!(findings(&crossed), [Finding::Overlap { depth: 1.0 }]);
    let equal = found::<Planar>(vec![("a", flat.clone()), ("b", flat)]);
    assert_eq!(findings(&equal), [Finding::Overlap { depth: 1.0 }]);
}

#[test]
fn a_disc_touches_line_corner_and_disc_exactly() {
    let found = found::<Planar>(vec![
        ("low", disc("0", "1/3", "1/3")),
        ("right", disc("5/3", "1/3", "4/3")),
        ("block", polygon("-3 -1, 3 -1, 3 0, -3 0")),
        ("tip", polygon("-3/15 9/15, -1 2, -2 1")),
    ]);
    // 5/3 is the sum of the radii; (−3/15, 9/15) is 1/3 from (0, 1/3).
    assert_eq!(
        listed(&found),
        [
            "low/right.1 (1/3 1/3) into (-1 0)",
            "low/block.1 (0 0) into (0 1)",
            "low/tip.1 (-1/5 3/5) into (3/4 -1)"
        ]
    );
    assert!(found.rounded.is_empty());
}

#[test]
fn a_disc_rests_inside_a_hole_and_inside_a_hollow_arc() {
    let frame = Outline::polygon(points("-2 -2, 2 -2, 2 2, -2 2"), vec![points("-1 -1, 1 -1, 1 1, -1 1")]);
    let in_hole = found::<Planar>(vec![("disc", disc("0", "-1/2", "1/2")), ("frame", frame)]);
    assert_eq!(listed(&in_hole), ["disc/frame.1 (0 -1) into (0 1)"]);
    let bowl = path("-5 5, 5 5 about 0 5, 6 5, 6 -2, -6 -2, -6 5, -5 5");
    let in_bowl = found::<Planar>(vec![("disc", disc("0", "2", "2")), ("bowl", bowl.clone())]);
    assert_eq!(listed(&in_bowl), ["disc/bowl.1 (0 0) into (0 1)"]);
}

/// A bowl whose hollow is the lower half of the circle of radius 5 around (0, 5).
fn bowl() -> Outline {
    path("-5 5, 5 5 about 0 5, 6 5, 6 -2, -6 -2, -6 5, -5 5")
}

#[test]
fn a_disc_in_a_socket_of_its_radius_touches_at_the_ends_of_the_arc_and_between() {
    let fits = found::<Planar>(vec![("disc", disc("0", "5", "5")), ("bowl", bowl())]);
    assert_eq!(findings(&fits), [Finding::Conforming { points: 5 }]);
    assert_eq!(fits.contacts.len(), 5);
    let shown = listed(&fits);
    assert_eq!(shown[0], "disc/bowl.1 (-5 5) into (1 0)");
    assert_eq!(shown[2], "disc/bowl.3 (0 0) into (0 1)");
    assert_eq!(shown[4], "disc/bowl.5 (5 5) into (-1 0)");
    // The ends are corners and exact; what is between passed through a root.
    assert_eq!(fits.rounded.len(), 6);
    // Every normal passes through the centre: a disc in a socket without friction spins.
    for contact in &fits.contacts {
        let arm = [&contact.point[0] - &number("0"), &contact.point[1] - &number("5")];
        assert!((&arm[0] * &contact.normal[1] - &arm[1] * &contact.normal[0]).is_zero());
    }
    assert!(fits.contacts.iter().all(|contact| contact.curvature.is_none()), "their sum is zero");
}

#[test]
fn an_arc_in_a_longer_one_touches_along_itself() {
    // A quarter of the disc, from (−3, 1) to (4, 2); its sweep is 90°, so that its middle alone is between.
    let piece = path("-3 1, 4 2 about 0 5, 0 5, -3 1");
    let found = found::<Planar>(vec![("bowl", bowl()), ("piece", piece)]);
    assert_eq!(findings(&found), [Finding::Conforming { points: 3 }]);
    let shown = listed(&found);
    assert_eq!(shown[0], "bowl/piece.1 (-3 1) into (-3/4 -1)");
    assert_eq!(shown[2], "bowl/piece.3 (4 2) into (1 -3/4)");
    assert_eq!(shown.len(), 3);
}

#[test]
fn arcs_that_share_two_parts_of_a_circle_touch_along_both() {
    // Three quarters of a disc, its mouth to the right, in three quarters of a socket open to the left.
    let shaft = path("4 8, 4 2 about 0 5, 0 5, 4 8");
    let socket = path("-3 1, -3 9 about 0 5, -3 20, 20 20, 20 -20, -3 -20, -3 1");
    let found = found::<Planar>(vec![("shaft", shaft), ("socket", socket)]);
    let [Finding::Conforming { points: 3 }, Finding::Conforming { points: 3 }] = findings(&found)[..] else {
        panic!("{:?}", found.notes)
    };
    assert_eq!(found.contacts.len(), 6, "{:?}", listed(&found));
}

#[test]
fn a_billionth_beside_a_socket_still_fits_and_a_hundredth_does_not() {
    let fitting = |y: &str, radius: &str| {
        detect(&scene::<Planar>(vec![("disc", disc("0", y, radius)), ("bowl", bowl())]), &settings("1e-6"))
    };
    for (y, radius) in
        [("5.000000001", "5"), ("4.999999999", "5"), ("5", "4.999999999"), ("5", "5.000000001")]
    {
        let found = fitting(y, radius);
        assert_eq!((found.contacts.len(), found.notes.len()), (5, 1), "{y} {radius}");
    }
    let smaller = fitting("4.99", "4.99");
    assert_eq!(listed(&smaller), ["disc/bowl.1 (0 0) into (0 1)"]);
    assert!(smaller.notes.is_empty());
    assert!(matches!(findings(&fitting("5", "5.01"))[..], [Finding::Overlap { .. }]));
    assert!(fitting("5.01", "5").contacts.len() < 5);
}

#[test]
fn a_rod_in_a_bowl_touches_with_its_two_corners() {
    let bowl = path("-5 5, 5 5 about 0 5, 6 5, 6 -2, -6 -2, -6 5, -5 5");
    let rod = polygon("-4 2, 4 2, 4 3, -4 3");
    let found = found::<Planar>(vec![("rod", rod), ("bowl", bowl)]);
    assert_eq!(listed(&found), ["rod/bowl.1 (-4 2) into (1 3/4)", "rod/bowl.2 (4 2) into (-1 3/4)"]);
}

#[test]
fn a_rounded_block_stands_on_the_ends_of_its_flat_and_a_half_disc_on_one_point() {
    let block = path("1 0, 3 0, 4 1 about 3 1, 4 2, 0 2, 0 1, 1 0 about 1 1");
    let flat = found::<Planar>(vec![("block", block), ("floor", floor())]);
    assert_eq!(listed(&flat), ["block/floor.1 (3 0) into (0 1)", "block/floor.2 (1 0) into (0 1)"]);
    let rocker = path("-1 1, 1 1 about 0 1, -1 1");
    let round = found::<Planar>(vec![("rocker", rocker), ("floor", floor())]);
    assert_eq!(listed(&round), ["rocker/floor.1 (0 0) into (0 1)"]);
}

#[test]
fn the_curvatures_are_those_of_what_touches() {
    let tip = found::<Planar>(vec![("tip", polygon("0 0, 1 1, -1 1")), ("floor", floor())]);
    let flat = || Curvature::Finite(0.into());
    assert_eq!(tip.contacts[0].curvature, Some([Curvature::Vertex, flat()]));
    let disc = found::<Planar>(vec![("floor", floor()), ("disc", disc("0", "3", "3"))]);
    assert_eq!(disc.contacts[0].curvature, Some([flat(), Curvature::Finite(number("1/3"))]));
    let flats = found::<Planar>(vec![("a", square()), ("b", polygon("0 1, 1 1, 1 2, 0 2"))]);
    assert_eq!(flats.contacts[0].curvature, None);
}

#[test]
fn a_note_is_a_sentence_with_names_and_a_remedy() {
    let scene = scene::<Planar>(vec![("a", square()), ("b", polygon("1 1, 2 1, 2 2, 1 2"))]);
    let found = detect(&scene, &settings("1/1000"));
    let text = found.notes[0].text(&scene);
    assert_eq!(
        text,
        "`a` and `b` touch corner to corner at [1.0, 1.0], which has no normal; list the contact if it matters"
    );
    let scene = self::scene::<Planar>(vec![("disc", disc("0", "5", "5")), ("bowl", bowl())]);
    let text = detect(&scene, &settings("1/1000")).notes[0].text(&scene);
    assert_eq!(
        text,
        "`disc` and `bowl` lie in each other with equal curvature at [0.0, 0.0], and 5 points stand for that arc; \
         list the points that carry if others do"
    );
}

#[test]
fn a_tolerance_larger_than_the_shapes_gives_no_contact_without_normal() {
    let scene = scene::<Planar>(vec![("a", disc("0", "0", "1")), ("b", disc("0", "0", "1"))]);
    let found = detect(&scene, &settings("3"));
    assert!(found.contacts.is_empty());
    assert!(matches!(findings(&found)[..], [Finding::NotCompared { .. }]), "{:?}", found.notes);
}

#[test]
fn bounded_by_the_doubles_no_shape_panics() {
    let far = polygon("0 0, 1e400 0, 0 1e400");
    let result = found::<Planar>(vec![("far", far), ("a", square()), ("floor", floor())]);
    assert_eq!(result.contacts.len(), 2);
    assert_eq!(result.notes.len(), 1);
}
