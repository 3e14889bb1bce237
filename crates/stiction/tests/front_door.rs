//! The programs that a newcomer reads first run to their end.

#[path = "../examples/gripper.rs"]
mod gripper;
#[path = "../examples/painleve.rs"]
mod painleve;
#[path = "../examples/stool.rs"]
mod stool;

use stiction::prelude::*;

#[test]
fn every_example_of_the_library_runs() {
    gripper::main().unwrap();
    stool::main().unwrap();
    painleve::main().unwrap();
    let folder = crate::sources::files("crates/stiction/examples", &[".rs"]);
    assert_eq!(folder.len(), 3, "an example that no test runs: {folder:?}");
}

#[test]
fn what_is_written_in_a_program_is_what_is_built_by_hand() {
    let drafted = plane()
        .gravity([0, -10])
        .body(body("part").mass(2).com([0, 1]))
        .contact(contact("1").on("part").point([-1, 0]).normal([0, 1]).friction(0.4))
        .build()
        .unwrap();
    let built = Scene::<Planar>::new()
        .with_gravity([0, -10])
        .with_body(Body::new("part").with_mass(2).with_com([0, 1]))
        .with_contact(Contact::planar(Party::Body(0), [-1, 0], [0, 1]).with_friction(Rational::new(2, 5)));
    assert_eq!(drafted, built);
}

#[test]
fn a_scene_in_the_plane_stands_as_the_same_scene_in_space_does() {
    for friction in [0.2, 0.4] {
        let flat = |id: &str, x: i32| contact(id).on("block").point([x, 0]).normal([0, 1]).friction(friction);
        let planar = plane()
            .gravity([3, -10])
            .body(body("block").mass(1).com([0, 1]))
            .contact(flat("1", -1))
            .contact(flat("2", 1))
            .build()
            .unwrap();
        let foot = |id: &str, x: i32, y: i32| {
            contact(id).on("block").point([x, y, 0]).normal([0, 0, 1]).friction(friction)
        };
        let spatial = space()
            .gravity([3, 0, -10])
            .body(body("block").mass(1).com([0, 0, 1]))
            .contact(foot("1", -1, -1))
            .contact(foot("2", -1, 1))
            .contact(foot("3", 1, -1))
            .contact(foot("4", 1, 1))
            .build()
            .unwrap();
        let options = StandOptions::default();
        let answers =
            [stand(&planar, &options).unwrap().answer(), stand(&spatial, &options).unwrap().answer()];
        let expected = if friction > 0.3 { Answer::Yes } else { Answer::No };
        assert_eq!(answers, [expected; 2]);
    }
}

#[test]
fn a_question_that_does_not_fit_says_why_with_a_path() {
    let scene = plane().gravity([0, -10]).body(body("part")).build().unwrap();
    let Err(NoAnswer::Misfits(misfits)) = outcomes(&scene, &OutcomesOptions::default()) else {
        panic!("a body of unknown mass has no acceleration");
    };
    assert!(misfits.iter().any(|misfit| misfit.path.join(".").starts_with("bodies.part")), "{misfits:?}");
    let nobody = plane().build().unwrap();
    assert!(matches!(closure(&nobody, &ClosureOptions::default()), Err(NoAnswer::Misfits(_))));
}

/// Two fingers, one of which has a normal that passed through a sine: with hardly any friction they close as they were
/// taken, and may not as they were meant.
#[test]
fn a_verdict_that_rounding_may_have_made_is_left_open() {
    use stiction::prelude::*;
    use stiction::scene::Rounding;
    let finger = |id: &str, to: i32, friction: f64| {
        contact(id).on("box").point([-to, 0]).normal([to, 0]).friction(friction)
    };
    let pinched = |friction: f64, rounded: bool| {
        let scene =
            plane().body(body("box")).contact(finger("a", 1, friction)).contact(finger("b", -1, friction));
        let mut scene = scene.build().unwrap();
        if rounded {
            scene.rounded.push(Rounding { path: "contacts.a.normal".into(), why: "sine".into() });
        }
        let held = closure(&scene, &ClosureOptions::default()).unwrap();
        [held.force.answer(), held.form.answer()]
    };
    assert_eq!(pinched(0.4, true)[0], Answer::Yes);
    assert_eq!(pinched(1e-17, false), [Answer::Yes, Answer::No]);
    assert_eq!(pinched(1e-17, true), [Answer::Undecided, Answer::Undecided]);
}
