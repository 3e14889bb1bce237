//! Examples and exercises of Modern Robotics, chapter 12, on motions and moment labels.
//!
//! Where a figure would have said more than its text, the geometry is our own and the test says so.

use crate::motions::plane::{at, exact, found, grid, holds, part, rows, set};
use std::collections::BTreeSet;
use stiction_geometry::screw::{Planar, Spatial};
use stiction_modes::labels::{Arrow, add_arrows, moment_labels, planar_edges, spatial_edges, wrench_cone};
use stiction_modes::motions::centres::{Centre, Corner, centre, centres, moments, twist};
use stiction_modes::motions::regions::{regions, triples};
use stiction_modes::motions::{Bending, Motions, motion_problem, motions, second_order};
use stiction_proof::{PolyhedronForms, Rational, Relation};
use stiction_scene::lower::ConeModel;
use stiction_scene::scene::{Body, Contact, ContactModel, Curvature, Friction, Party, Scene};

fn origin() -> [Rational; 2] {
    exact([0, 0])
}

fn point(x: i64, y: i64) -> Corner {
    Corner::Point(exact([x, y]))
}

fn way(x: i64, y: i64) -> Corner {
    Corner::Direction(exact([x, y]))
}

#[test]
fn exercise_12_2_centres_of_two_twists() {
    let (one, two) = (exact([1, 2, 0]), exact([1, 0, -1]));
    let same = centres(&[one.clone(), two.clone()], &[], &origin());
    assert_eq!(same.plus, Some(vec![point(0, 2), point(1, 0)]));
    assert_eq!((same.minus, same.directions.len()), (None, 0));
    // (b): the line without the segment, through infinity.
    let back = exact([-1, 0, -1]);
    let wrapped = centres(&[one, back], &[], &origin());
    assert_eq!(wrapped.plus, Some(vec![point(0, 2), way(1, 2)]));
    assert_eq!(wrapped.minus, Some(vec![point(-1, 0), way(-1, -2)]));
    assert_eq!(wrapped.directions, [exact([2, -1])]);
}

#[test]
fn twists_become_centres_and_come_back_through_infinity_too() {
    let reference = exact([3, -2]);
    for found in [[2, 3, 4], [-2, 3, 4], [0, 3, 4], [0, 0, 0], [1, 0, 0]].map(exact) {
        let again = twist(&centre(&found, &reference), &reference);
        let scale = if found[0].is_zero() { Rational::one() } else { found[0].abs() };
        assert_eq!(again.map(|entry| entry * &scale), found);
    }
    assert_eq!(centre(&exact([0, 1, 1]), &reference), Centre::Infinity(exact([1, 1])));
}

#[test]
fn example_12_2_one_contact_leaves_a_half_space_and_rolling_a_line() {
    let scene = part([at([1, 2], [0, 1])]);
    let (problem, forms) = found(&scene);
    assert_eq!(set(&forms.normals), rows(&[[1, 0, 1]]));
    assert_eq!((forms.rays.len(), forms.lines.len()), (1, 2));
    let contact = &problem.contacts[0];
    // (12.7): repelling, reciprocal, penetrating.
    assert_eq!(contact.relation(&exact([1, 0, 0])), Relation::Repelling);
    assert_eq!(contact.relation(&exact([1, 5, -1])), Relation::Reciprocal);
    assert_eq!(contact.relation(&exact([0, 0, -1])), Relation::Penetrating);
    let mut rolling = scene;
    rolling.contacts[0].model = ContactModel::Point;
    let (_, forms) = found(&rolling);
    // (12.11), (12.12): turns about the contact alone.
    assert_eq!((forms.rays.len(), forms.lines), (0, vec![exact([1, 2, -1]).to_vec()]));
}

/// A contact of a body in space with the ground.
fn in_space(point: [i64; 3], normal: [i64; 3], model: ContactModel, friction: i64) -> Scene<Spatial> {
    let mut scene = Scene::<Spatial>::new().with_body(Body::new("part"));
    scene.contacts.push(Contact {
        id: "1".to_owned(),
        friction: Friction::new(friction),
        model,
        ..Contact::new(Party::Body(0), exact(point), exact(normal))
    });
    scene
}

fn found_in_space(scene: &Scene<Spatial>) -> PolyhedronForms {
    let Motions::Set { forms, .. } = motions(&motion_problem(scene).unwrap()).unwrap() else { panic!() };
    *forms
}

#[test]
fn exercise_12_3_the_row_of_a_contact_in_space() {
    // p × n = (−3, 0, 1): the body may turn and move with −3ωx + ωz + vy ≥ 0.
    let forms = found_in_space(&in_space([1, 2, 3], [0, 1, 0], ContactModel::Frictionless, 0));
    assert_eq!(set(&forms.normals), rows(&[[-3, 0, 1, 0, 1, 0]]));
    assert_eq!((forms.lines.len(), forms.rays.len()), (5, 1));
}

#[test]
fn exercise_12_4_three_models_of_a_contact_in_space() {
    let with = |model| found_in_space(&in_space([0, 0, 0], [0, 0, 1], model, 0));
    let smooth = with(ContactModel::Frictionless);
    assert_eq!(set(&smooth.normals), rows(&[[0, 0, 0, 0, 0, 1]]));
    assert_eq!((smooth.equalities.len(), smooth.lines.len()), (0, 5));
    let rolls = with(ContactModel::Point);
    assert_eq!((rolls.normals.len(), rolls.equalities.len(), rolls.lines.len()), (0, 3, 3));
    let soft = with(ContactModel::Soft);
    assert_eq!((soft.equalities.len(), soft.lines.len()), (4, 2));
    assert!(soft.lines.iter().all(|line| line[2].is_zero()), "no spin about the normal");
}

#[test]
fn example_12_4_three_edges_of_the_cone() {
    let (_, forms) = found(&part([at([-2, 0], [0, 1]), at([0, 1], [-1, 0]), at([0, -1], [1, 0])]));
    assert_eq!(set(&forms.rays), rows(&[[1, 1, 2], [1, -1, 2], [0, 0, 1]]));
    assert_eq!(set(&forms.normals), rows(&[[-2, 0, 1], [1, -1, 0], [1, 1, 0]]));
}

/// Figure 12.29 with our own geometry: a triangle (0,0) (4,0) (0,4) whose sides at the right angle have
/// fingers 1 and 2 (below) and 3 (left), its hypotenuse finger 4, its upper corner finger 5, with a normal of
/// (5, −12), 22.6° from the vertical.
fn finger(number: usize) -> Contact<Planar> {
    let [place, normal] =
        [[[1, 0], [0, 1]], [[3, 0], [0, 1]], [[0, 1], [1, 0]], [[2, 2], [-1, -1]], [[0, 4], [5, -12]]]
            [number - 1];
    at(place, normal).with_id(number.to_string())
}

fn fingers(numbers: &[usize]) -> Scene<Planar> {
    part(numbers.iter().map(|&number| finger(number)))
}

/// Every point of a grid is a centre exactly where each finger allows that turn, by the side of its normal.
fn agrees_with_the_sides(numbers: &[usize]) {
    let scene = fingers(numbers);
    let (_, forms) = found(&scene);
    let region = centres(&triples(&forms.rays).unwrap(), &triples(&forms.lines).unwrap(), &origin());
    let mut seen = [0, 0];
    for place in grid() {
        let side = |contact: &Contact<Planar>| {
            let [x, y] = [&place[0] - &contact.point[0], &place[1] - &contact.point[1]];
            &contact.normal[0] * &y - &contact.normal[1] * &x
        };
        let left = scene.contacts.iter().all(|contact| !side(contact).is_negative());
        let right = scene.contacts.iter().all(|contact| !side(contact).is_positive());
        let inside =
            |polygon: &Option<Vec<Corner>>| polygon.as_ref().is_some_and(|polygon| holds(polygon, &place));
        assert_eq!([inside(&region.plus), inside(&region.minus)], [left, right], "{numbers:?} at {place:?}");
        seen[0] += usize::from(left);
        seen[1] += usize::from(right);
    }
    assert!(seen[0] + seen[1] > 0, "{numbers:?}");
}

fn modes(numbers: &[usize]) -> BTreeSet<String> {
    let (problem, forms) = found(&fingers(numbers));
    let regions = regions(&problem, &forms.rays, &forms.lines).unwrap();
    regions.into_iter().map(|region| format!("{}{}", region.sign, region.mode)).collect()
}

fn words(words: &str) -> BTreeSet<String> {
    words.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn exercise_12_6_one_finger() {
    agrees_with_the_sides(&[1]);
    // Figure 12.11: on the normal the signs of left and right change at the contact.
    assert_eq!(modes(&[1]), words("+s -s 0s +l +r +n -l -r -n 0l 0r"));
}

#[test]
fn exercise_12_7_fingers_1_and_2() {
    agrees_with_the_sides(&[1, 2]);
    assert_eq!(modes(&[1, 2]), words("+ss -ss 0ss +ls +rs +ns -sl -sr -sn 0ll 0rr"));
}

#[test]
fn exercise_12_8_fingers_2_and_3() {
    agrees_with_the_sides(&[2, 3]);
    let (_, forms) = found(&fingers(&[2, 3]));
    let region = centres(&triples(&forms.rays).unwrap(), &triples(&forms.lines).unwrap(), &origin());
    assert!(region.plus.unwrap().contains(&point(3, 1)), "the normals meet");
}

#[test]
fn exercise_12_9_fingers_1_and_5() {
    agrees_with_the_sides(&[1, 5]);
}

#[test]
fn exercise_12_10_fingers_1_2_and_3() {
    agrees_with_the_sides(&[1, 2, 3]);
    let (_, forms) = found(&fingers(&[1, 2, 3]));
    let region = centres(&triples(&forms.rays).unwrap(), &triples(&forms.lines).unwrap(), &origin());
    // x ≤ 1, y ≥ 1 counter-clockwise and x ≥ 3, y ≤ 1 clockwise: one region through infinity.
    assert_eq!(region.plus.unwrap(), [point(1, 1), way(0, 1), way(-1, 0)]);
    assert_eq!(region.minus.unwrap(), [point(3, 1), way(0, -1), way(1, 0)]);
}

#[test]
fn exercise_12_11_fingers_1_2_and_4() {
    agrees_with_the_sides(&[1, 2, 4]);
}

#[test]
fn exercise_12_12_fingers_1_3_and_5() {
    agrees_with_the_sides(&[1, 3, 5]);
}

#[test]
fn exercise_12_5_all_five_fingers_leave_no_motion() {
    let (_, forms) = found(&fingers(&[1, 2, 3, 4, 5]));
    assert!(forms.rays.is_empty() && forms.lines.is_empty());
}

/// Figure 12.12 with our own geometry: two feet on a table, a finger from the left; the first foot is under the part.
fn on_a_table(bent: i64) -> Scene<Planar> {
    let half = Rational::new(-1, 2);
    let mut left = at([0, -1], [0, 1]);
    left.point[0] = half;
    left.curvature = Some([Curvature::Vertex, Curvature::Finite(Rational::zero())]);
    let mut right = at([1, -1], [0, 1]);
    right.curvature = left.curvature.clone();
    let mut finger = at([-1, 1], [1, 0]);
    finger.curvature = Some([Curvature::Finite(Rational::from(bent)), Curvature::Vertex]);
    part([left, right, finger])
}

#[test]
fn example_12_5_sliding_right_on_both_is_impossible_at_second_order() {
    let (problem, forms) = found(&on_a_table(0));
    let regions = regions(&problem, &forms.rays, &forms.lines).unwrap();
    let region = regions.iter().find(|region| region.mode == "rsr" && region.sign == '+').unwrap();
    assert_eq!(region.polygon, [Corner::Point([Rational::new(-1, 2), Rational::one()])]);
    let outlines = problem.outlines.clone().unwrap();
    let names = |twist: &[Rational; 3]| second_order(&outlines, twist);
    assert_eq!(names(&region.twist), [(0, Bending::Breaks), (2, Bending::Penetrates)]);
    // With a radius of curvature that is small enough it would be possible.
    let (problem, _) = found(&on_a_table(3));
    assert_eq!(second_order(&problem.outlines.unwrap(), &region.twist)[1], (2, Bending::Breaks));
    // At the radius of the turn the next order decides.
    let (problem, _) = found(&on_a_table(2));
    assert_eq!(second_order(&problem.outlines.unwrap(), &region.twist)[1], (2, Bending::Keeps));
    let modes: BTreeSet<String> = regions.iter().map(|region| region.mode.clone()).collect();
    assert!(["sss", "rsr", "rrs"].iter().all(|mode| modes.contains(*mode)), "{modes:?}");
}

#[test]
fn figure_12_6_a_concave_corner_counts_as_two_contacts_and_a_line_as_its_ends() {
    // A convex vertex in a concave one: both faces at one point.
    let (_, corner) = found(&part([at([0, 0], [1, 1]), at([0, 0], [-1, 1])]));
    assert_eq!((corner.rays.len(), corner.lines), (2, vec![exact([1, 0, 0]).to_vec()]));
    // Points between the ends of a line add nothing.
    let (_, ends) = found(&part([at([-2, 0], [0, 1]), at([2, 0], [0, 1])]));
    let (_, many) = found(&part([-2, 2, -1, 0, 1].map(|x| at([x, 0], [0, 1]))));
    assert_eq!(ends, many);
}

/// The labels of every point of a grid are those that the edges themselves say.
fn labels_agree(scene: &Scene<Planar>, mode: Option<&str>) -> usize {
    let edges = planar_edges(scene, mode).unwrap().0.edges;
    let cone = wrench_cone(3, &edges).unwrap().forms;
    let [plus, minus] = moment_labels(&cone.normals, &cone.equalities, &origin()).unwrap();
    let wrenches = triples(&edges.iter().map(|edge| edge.wrench.clone()).collect::<Vec<_>>()).unwrap();
    let inside = |polygon: &Option<Vec<Corner>>, place: &[Rational; 2]| {
        polygon.as_ref().is_some_and(|polygon| holds(polygon, place))
    };
    let mut seen = 0;
    for place in grid() {
        let said = moments(&wrenches, &[], &origin(), &place);
        assert_eq!([inside(&plus, &place), inside(&minus, &place)], said, "{place:?}");
        seen += usize::from(said[0] || said[1]);
    }
    seen
}

#[test]
fn exercise_12_13_moment_labels_of_contact_5_and_of_2_beside_it() {
    // A friction angle of about 22.5°: μ = 5/12 makes one edge vertical.
    let rubs = |number: usize, mu: Rational| finger(number).with_friction(mu);
    let one = part([rubs(5, Rational::new(5, 12))]);
    assert!(labels_agree(&one, None) > 100);
    let both = part([rubs(5, Rational::new(5, 12)), rubs(2, Rational::one())]);
    let fewer = labels_agree(&both, None);
    assert!(fewer < labels_agree(&one, None));
}

#[test]
fn exercise_12_14_moment_labels_of_contacts_1_and_4() {
    assert!(labels_agree(&part([finger(1).with_friction(1), finger(4)]), None) > 0);
}

#[test]
fn exercise_12_23_a_the_edges_of_three_modes_of_a_pushed_box() {
    // A box two wide on a table, μ = 1/2 (ours): it slides right, tips over its right corner, or does both.
    let half = Rational::new(1, 2);
    let scene =
        part([at([-1, 0], [0, 1]).with_friction(half.clone()), at([1, 0], [0, 1]).with_friction(half)]);
    let cone = |mode: &str| wrench_cone(3, &planar_edges(&scene, Some(mode)).unwrap().0.edges).unwrap().forms;
    // Friction on what slides right pushes left.
    assert_eq!(set(&cone("rr").rays), rows(&[[-2, -1, 2], [2, -1, 2]]));
    assert_eq!(set(&cone("sn").rays), rows(&[[2, 1, 2], [2, -1, 2]]));
    assert_eq!(set(&cone("sr").rays), rows(&[[2, -1, 2]]));
    assert!(cone("ss").rays.is_empty());
    // Two parallel lines of force: the labels lie on either side of both.
    assert!(labels_agree(&scene, Some("rr")) > 50);
    assert!(labels_agree(&scene, Some("sn")) > 50);
    assert!(labels_agree(&scene, Some("sr")) > 50);
}

#[test]
fn figure_12_20_arrows_add_where_their_lines_meet() {
    let reference = exact([1, 1]);
    let (one, two) = (exact([3, 1, 2]), exact([-4, 5, 1]));
    let arrow = |wrench: &[Rational; 3]| Arrow::of(wrench, &reference).unwrap();
    let sum = add_arrows(&arrow(&one), &arrow(&two)).unwrap();
    let added: [Rational; 3] = std::array::from_fn(|entry| &one[entry] + &two[entry]);
    assert_eq!(sum.wrench(&reference), added);
    assert_eq!(add_arrows(&arrow(&one), &arrow(&exact([7, 2, 4]))), None, "parallel lines do not meet");
}

#[test]
fn figure_12_21_a_fourth_force_around_the_other_way_leaves_no_label() {
    let force = |m: i64, x: i64, y: i64| stiction_modes::labels::ActiveEdge {
        contact: None,
        wrench: exact([m, x, y]).to_vec(),
    };
    // Counter-clockwise around the origin.
    let three = [force(1, 1, 0), force(1, -1, 1), force(1, -1, -1)];
    let cone = wrench_cone(3, &three).unwrap().forms;
    let [plus, minus] = moment_labels(&cone.normals, &cone.equalities, &origin()).unwrap();
    assert!(holds(&plus.unwrap(), &origin()) && minus.is_none());
    let four = [&three[..], &[force(-3, 1, 0)]].concat();
    let cone = wrench_cone(3, &four).unwrap().forms;
    assert_eq!((cone.lines.len(), cone.normals.len()), (3, 0));
    assert_eq!(moment_labels(&cone.normals, &cone.equalities, &origin()), Some([None, None]));
}

#[test]
fn section_12_2_4_equality_constraints_are_wrench_freedoms() {
    // In the plane: breaking 0, sliding 1, rolling 2, for motion and for force alike.
    let touch = at([1, 2], [3, 4]).with_friction(1);
    for (letter, freedoms) in [("s", 0), ("l", 1), ("r", 1), ("n", 2)] {
        let edges = planar_edges(&part([touch.clone()]), Some(letter)).unwrap().0.edges;
        let cone = wrench_cone(3, &edges).unwrap().forms;
        assert_eq!(3 - cone.equalities.len(), freedoms, "{letter}");
    }
    let (_, slides) = found(&part([touch.clone()]));
    let mut rolling = touch;
    rolling.model = ContactModel::Point;
    let (_, rolls) = found(&part([rolling]));
    // Kept and sliding, a motion lies on the one facet; rolling, in two planes.
    assert_eq!((slides.normals.len(), rolls.equalities.len()), (1, 2));
    // In space: sliding 1, rolling 3.
    for (model, friction, freedoms) in [(ContactModel::Frictionless, 0, 1), (ContactModel::Point, 1, 3)] {
        let scene = in_space([1, 2, 3], [2, -1, 2], model, friction);
        let edges = spatial_edges(&scene, ConeModel::Inner(4), None).unwrap().0.edges;
        let (cone, motions) = (wrench_cone(6, &edges).unwrap().forms, found_in_space(&scene));
        assert_eq!(6 - cone.equalities.len(), freedoms);
        assert_eq!(motions.normals.len() + motions.equalities.len(), freedoms);
    }
}

#[test]
fn in_space_a_mode_leaves_the_edges_of_what_it_keeps() {
    let mut scene = in_space([0, 0, 0], [0, 0, 1], ContactModel::Frictionless, 1);
    let wall = in_space([1, 0, 1], [-1, 0, 0], ContactModel::Frictionless, 0).contacts.remove(0);
    scene.contacts.push(wall.with_id("wall"));
    let edges = |mode: &str| {
        spatial_edges(&scene, ConeModel::Inner(4), Some(mode)).map(|(edges, _)| edges.edges.len())
    };
    assert_eq!((edges("00 m"), edges("s 00"), edges("m s"), edges("s s")), (Ok(5), Ok(1), Ok(4), Ok(0)));
    // What slides without friction pushes along its normal; with friction its signs say too little.
    assert_eq!(edges("s +-"), Ok(1));
    for (mode, faults) in [("+0 s", 1), ("x y", 2), ("s", 1)] {
        assert_eq!(edges(mode).unwrap_err().len(), faults, "{mode}");
    }
    // A contact that separates needs no pyramid.
    assert!(spatial_edges(&scene, ConeModel::Round, Some("s m")).is_ok());
    assert!(spatial_edges(&scene, ConeModel::Round, Some("m m")).is_err());
}
