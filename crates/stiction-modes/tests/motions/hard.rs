//! Scenes that are meant to break: none, many, coincident, opposite, huge and tiny contacts; bodies that are driven.

use crate::motions::plane::{at, exact, found, part, rows, set};
use std::time::{Duration, Instant};
use stiction_geometry::screw::Planar;
use stiction_modes::motions::regions::{regions, unlettered};
use stiction_modes::motions::{Motions, motion_problem, motions};
use stiction_proof::{MotionProblem, Rational};
use stiction_scene::scene::{Body, Contact, Party, Role, Scene};

fn redundant(problem: &MotionProblem) -> Vec<usize> {
    let Motions::Set { proof, .. } = motions(problem).unwrap() else { panic!() };
    problem.redundant(&proof)
}

#[test]
fn without_contacts_everything_moves() {
    let (_, forms) = found(&part([]));
    assert_eq!((forms.lines.len(), forms.rays.len(), forms.normals.len()), (3, 0, 0));
}

#[test]
fn coincident_contacts_count_once_and_the_first_is_kept() {
    let (problem, forms) = found(&part([at([0, 0], [0, 1]), at([0, 0], [0, 5]), at([0, 0], [0, 1])]));
    assert_eq!(set(&forms.normals), rows(&[[0, 0, 1]]));
    assert_eq!(redundant(&problem), [1, 2]);
}

#[test]
fn opposite_normals_make_an_equality_and_both_are_needed() {
    let (problem, forms) = found(&part([at([0, 0], [0, 1]), at([0, 3], [0, -1]), at([0, 4], [0, -1])]));
    assert_eq!((set(&forms.equalities), forms.normals.len()), (rows(&[[0, 0, 1]]), 0));
    assert_eq!(redundant(&problem), [2]);
}

#[test]
fn huge_and_tiny_scales_are_exact() {
    for power in [-300, 300] {
        let scale: Rational = format!("1e{power}").parse().unwrap();
        let grown = |[x, y]: [i64; 2]| [Rational::from(x) * &scale, Rational::from(y) * &scale];
        let touch = |place: [i64; 2], normal: [i64; 2]| {
            let mut contact = at([0, 0], normal);
            contact.point = grown(place);
            contact
        };
        let (_, forms) =
            found(&part([touch([-2, 0], [0, 1]), touch([0, 1], [-1, 0]), touch([0, -1], [1, 0])]));
        assert_eq!((forms.rays.len(), forms.normals.len()), (3, 3));
    }
}

/// Contacts of a part that is held all around, except that none pushes up.
fn many(count: i64, closed: bool) -> Scene<Planar> {
    let touch = |k: i64| {
        // Rational points of a circle: t = k/count.
        let (t, n) = (k, count);
        let (x, y, z) = (n * n - t * t, 2 * t * n, n * n + t * t);
        let sign = if closed && k % 2 == 0 { -1 } else { 1 };
        let mut contact = at([0, 0], [sign * x, sign * y]);
        contact.point = [Rational::new(k % 7, 3), Rational::new(z % 11, 5)];
        contact
    };
    part((0..count).map(touch))
}

#[test]
fn ten_thousand_contacts_are_quick() {
    for closed in [false, true] {
        let scene = many(10_000, closed);
        let start = Instant::now();
        let (problem, forms) = found(&scene);
        let needed = problem.contacts.len() - redundant(&problem).len();
        assert_eq!(closed, forms.rays.is_empty() && forms.lines.is_empty());
        assert!(needed < 10_000, "{needed}");
        assert!(start.elapsed() < Duration::from_secs(120), "{:?}", start.elapsed());
    }
}

#[test]
fn a_cone_with_hundreds_of_facets_goes_once_around() {
    // Tangent planes of a parabola: every contact is a facet.
    let touch = |k: i64| {
        let mut contact = at([0, 0], [k, 1]);
        contact.point = [Rational::from(k * k), Rational::zero()];
        contact
    };
    let scene = part((-150..150).map(touch));
    let (problem, forms) = found(&scene);
    assert_eq!((forms.normals.len(), forms.rays.len()), (300, 300));
    assert!(redundant(&problem).is_empty());
}

fn driven(fingers: &[([i64; 2], [i64; 2], [i64; 3])]) -> Scene<Planar> {
    let mut scene = Scene::<Planar>::new().with_body(Body::new("part"));
    for (number, (place, normal, twist)) in fingers.iter().enumerate() {
        let mut finger = Body::new(format!("finger {number}")).with_role(Role::Driven);
        finger.twist = exact(*twist);
        scene = scene.with_body(finger).with_contact(
            Contact::planar(Party::Body(0), *place, *normal).with_against(Party::Body(number + 1)),
        );
    }
    scene
}

#[test]
fn fingers_that_close_on_each_other_leave_no_motion_and_say_why() {
    let squeeze = driven(&[([-1, 0], [1, 0], [0, 1, 0]), ([1, 0], [-1, 0], [0, -1, 0])]);
    let problem = motion_problem(&squeeze).unwrap();
    let Motions::Empty(proof) = motions(&problem).unwrap() else { panic!("the part would be crushed") };
    assert!(problem.check_empty(&proof).is_ok());
    // Opening fingers leave a slab.
    let open = driven(&[([-1, 0], [1, 0], [0, -1, 0]), ([1, 0], [-1, 0], [0, 1, 0])]);
    let problem = motion_problem(&open).unwrap();
    let Motions::Set { forms, .. } = motions(&problem).unwrap() else { panic!() };
    assert_eq!((forms.vertices.len(), forms.lines.len()), (2, 2));
    // Fingers that go the same way leave exactly that.
    let along = driven(&[([-1, 0], [1, 0], [0, 1, 0]), ([1, 0], [-1, 0], [0, 1, 0])]);
    let problem = motion_problem(&along).unwrap();
    let Motions::Set { forms, .. } = motions(&problem).unwrap() else { panic!() };
    // vx = 1, written either way round.
    let [sideways, offset] = [&forms.equalities[0][1], &forms.equality_offsets[0]];
    assert_eq!((forms.equalities.len(), sideways), (1, offset));
    assert!(!offset.is_zero() && forms.equalities[0][0].is_zero() && forms.equalities[0][2].is_zero());
}

#[test]
fn an_assembly_with_too_many_motions_is_refused_before_it_is_tried() {
    let mut scene = Scene::<Planar>::new();
    for body in 0..12 {
        scene = scene.with_body(Body::new(format!("stone {body}")));
    }
    for k in 0..60 {
        scene =
            scene.with_contact(Contact::planar(Party::Body(k % 12), [k as i64, 1], [k as i64 % 5 - 2, 1]));
    }
    assert_eq!(motion_problem(&scene).unwrap_err()[0].code, "too-many");
}

/// A part on a table that is driven, beside a finger that is driven along the ground.
fn carried(table: [i64; 3], finger: [i64; 3]) -> Scene<Planar> {
    let moving = |name: &str, twist| {
        let mut body = Body::<Planar>::new(name).with_role(Role::Driven);
        body.twist = exact(twist);
        body
    };
    Scene::new()
        .with_body(Body::new("part"))
        .with_body(moving("table", table))
        .with_body(moving("finger", finger))
        .with_contact(Contact::planar(Party::Body(2), [5, 0], [0, 1]))
        .with_contact(Contact::planar(Party::Body(0), [0, 0], [0, 1]).with_against(Party::Body(1)))
}

#[test]
fn a_belt_under_a_part_leaves_the_cone_and_takes_the_letters() {
    // The motions are those of a table at rest, but the part slides on the belt when it stands still.
    let (still, forms) = found(&carried([0; 3], [0; 3]));
    assert!(regions(&still, &forms.rays, &forms.lines).is_some_and(|parts| parts.len() > 4));
    let (belt, carried) = found(&carried([0, 1, 0], [0; 3]));
    assert_eq!(carried, forms);
    assert!(regions(&belt, &carried.rays, &carried.lines).is_none());
    assert!(unlettered(&belt).is_some_and(|why| why.contains("slides by itself")));
}

#[test]
fn a_finger_driven_along_the_ground_has_the_letter_of_its_slip() {
    for (twist, letter) in [([0, 0, 0], 'n'), ([0, -1, 0], 'l'), ([0, 1, 0], 'r'), ([0, 0, 1], 's')] {
        let (problem, forms) = found(&carried([0; 3], twist));
        let parts = regions(&problem, &forms.rays, &forms.lines).unwrap();
        assert!(!parts.is_empty() && parts.iter().all(|part| part.mode.starts_with(letter)), "{letter}");
    }
}

#[test]
fn a_finger_driven_into_the_ground_leaves_no_motion() {
    let problem = motion_problem(&carried([0; 3], [0, 0, -1])).unwrap();
    let Motions::Empty(proof) = motions(&problem).unwrap() else { panic!("the finger penetrates") };
    assert!(problem.check_empty(&proof).is_ok());
}
