//! A check answers what it can, says what it cannot, and its verifier asks again for what is missing.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::asked::{PEG, STACK, asked, example, scene};
use serde_json::{Value, json};
use stiction::ask::lower::Misfit;
use stiction::scene::AnyScene;
use stiction_report::verify::{Against, Verification, verify, verify_of};
use stiction_report::{AskError, Options, Question, SceneName, answer};

fn check(scene: &AnyScene) -> Value {
    asked(scene, Question::Check, &Options::default())
}

fn misfits(scene: &AnyScene, question: Question) -> Vec<Misfit> {
    match answer(scene, &SceneName::unnamed(), question, &Options::default()) {
        Err(AskError::Misfits(misfits)) => misfits,
        other => panic!("{other:?}"),
    }
}

fn questions(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|one| one["question"].as_str().unwrap()).collect()
}

fn refused(report: &Value, scene: &AnyScene) -> Verification {
    let found = verify_of(report, &Against::scene(scene));
    assert!(!found.holds(), "{found}");
    found
}

/// Which questions a check answers, and which it does not.
fn are_answered_and_not(report: &Value, answered: &[&str], unanswered: &[&str]) {
    assert_eq!(questions(&report["answers"]), answered);
    assert_eq!(questions(&report["unanswered"]), unanswered);
}

#[test]
fn a_question_that_the_scene_does_not_fit_is_told_and_the_others_are_answered() {
    // How the peg's corners bend is not known, which what happens now needs and jamming does not.
    let scene = scene(&PEG.replace("vertex = \"on\"\n", ""));
    let report = check(&scene);
    are_answered_and_not(&report, &["jam"], &["outcomes"]);
    let faults = &report["unanswered"][0]["faults"];
    assert_eq!(faults.as_array().unwrap().len(), 2);
    assert_eq!(
        (&faults[0]["code"], &faults[0]["path"]),
        (&json!("missing-curvature"), &json!("contacts.1.curvature"))
    );
    assert!(faults[0]["help"].as_str().unwrap().contains("give `vertex"));
    assert_eq!(report["verdict"], report["answers"][0]["verdict"], "jamming decides, and is answered");
    let text =
        answer(&scene, &SceneName::unnamed(), Question::Check, &Options::default()).unwrap().to_string();
    assert!(text.contains("\noutcomes: not answered\n  because   contacts.1.curvature: "), "{text}");
    for found in [verify(&report), verify_of(&report, &Against::scene(&scene))] {
        assert!(found.holds(), "{found}");
    }
}

#[test]
fn a_check_without_the_answer_that_decides_is_undecided() {
    let scene = scene(&STACK.replace("mass = 1, ", ""));
    let report = check(&scene);
    are_answered_and_not(&report, &["contacts"], &["stand"]);
    assert_eq!(report["unanswered"][0]["faults"][0]["code"], "missing-mass");
    assert_eq!(report["verdict"], "undecided");
    let text =
        answer(&scene, &SceneName::unnamed(), Question::Check, &Options::default()).unwrap().to_string();
    assert!(text.contains("undecided: `stand` is not answered"), "{text}");
    assert!(verify_of(&report, &Against::scene(&scene)).holds());
    for verdict in [json!("yes"), json!("no"), json!(null)] {
        let mut forged = report.clone();
        forged["verdict"] = verdict;
        refused(&forged, &scene);
        assert!(!verify(&forged).holds());
    }
}

/// A block on the ground in a world with gravity, of which nobody knows what it weighs.
const UNWEIGHED: &str = r#"
stiction = 1
dimension = 2
gravity = [0, -9.81]
[bodies.block]
[[contacts]]
on = "block"
point = [0, 0]
normal = [0, 1]
friction = 0.5
[[contacts]]
on = "block"
point = [1, 0]
normal = [0, 1]
friction = 0.5
"#;

#[test]
fn gravity_on_a_body_without_mass_leaves_standing_unanswered_and_decides_nothing() {
    let in_space = UNWEIGHED
        .replace("dimension = 2", "dimension = 3")
        .replace("-9.81]", "0, -9.81]")
        .replace("[0, 0]", "[0, 0, 0]")
        .replace("[1, 0]", "[1, 0, 0]")
        .replace("[0, 1]", "[0, 0, 1]");
    for text in [UNWEIGHED, &in_space] {
        let scene = scene(text);
        let report = check(&scene);
        assert_eq!(
            (questions(&report["answers"]), questions(&report["unanswered"])),
            (vec!["closure"], vec!["stand"])
        );
        let fault = &report["unanswered"][0]["faults"][0];
        assert_eq!((&fault["code"], &fault["path"]), (&json!("missing-mass"), &json!("bodies.block.mass")));
        assert_eq!(report["verdict"], "undecided");
        let text =
            answer(&scene, &SceneName::unnamed(), Question::Check, &Options::default()).unwrap().to_string();
        assert!(text.starts_with("undecided: `stand` is not answered"), "{text}");
        assert!(text.contains("\nstand: not answered\n  because   bodies.block.mass: "), "{text}");
        assert!(verify_of(&report, &Against::scene(&scene)).holds());
        // The closure alone, as if nothing pulled.
        let mut forged = report.clone();
        forged["unanswered"] = json!([]);
        forged["verdict"] = json!("no");
        refused(&forged, &scene);
    }
}

#[test]
fn a_scene_that_fits_no_question_is_at_fault() {
    // It moves and does not slide: there is only what happens now to ask.
    let scene = scene(&PEG.replace("twist = [0, 0, -1]", "twist = [1, 0, 0]").replace("inertia = 2\n", ""));
    let codes: Vec<&str> = misfits(&scene, Question::Check).iter().map(|misfit| misfit.code).collect();
    assert!(codes.contains(&"missing-mass"), "{codes:?}");
}

#[test]
fn an_answer_that_the_scene_allows_may_not_be_left_out() {
    let scene = example("gripper");
    let honest = check(&scene);
    assert_eq!(
        (questions(&honest["answers"]), &honest["unanswered"]),
        (vec!["closure", "stand"], &json!([]))
    );
    let mut forged = honest.clone();
    forged["answers"].as_array_mut().unwrap().pop();
    forged["verdict"] = json!("undecided");
    let fault = json!({ "code": "missing-mass", "path": "bodies.part.mass", "message": "no mass", "help": "give it" });
    forged["unanswered"] = json!([{ "question": "stand", "faults": [fault] }]);
    let found = refused(&forged, &scene);
    assert!(
        found
            .failed
            .iter()
            .any(|(path, why)| path == "unanswered" && why.contains("allows an answer to `stand`"))
    );
    // Without the scene it can be nobody's lie, and is told to be unchecked.
    assert!(verify(&forged).unchecked.iter().any(|path| path.starts_with("unanswered")));
    for unanswered in [
        json!(null),
        json!([{ "question": "stand", "faults": [] }]),
        json!([{ "question": "lcp" }]),
        json!([1]),
    ] {
        forged["unanswered"] = unanswered;
        assert!(!verify(&forged).holds(), "{}", forged["unanswered"]);
    }
}

#[test]
fn what_is_told_of_a_missing_answer_is_that_of_the_scene() {
    let scene = scene(&PEG.replace("vertex = \"on\"\n", ""));
    let honest = check(&scene);
    let forge = |change: fn(&mut Value)| {
        let mut forged = honest.clone();
        change(&mut forged["unanswered"]);
        refused(&forged, &scene);
    };
    forge(|unanswered| *unanswered = json!([]));
    forge(|unanswered| unanswered[0]["faults"][0]["message"] = json!("whatever"));
    forge(|unanswered| unanswered[0]["faults"] = json!([unanswered[0]["faults"][0]]));
    forge(|unanswered| unanswered[0]["question"] = json!("closure"));
    forge(|unanswered| *unanswered = json!([unanswered[0], unanswered[0]]));
    forge(|unanswered| unanswered[0]["more"] = json!(1));
}

/// A dowel in a reamed hole.
const DOWEL: &str = "stiction = 1\ndimension = 2\n[peg]\nwidth = 0.008\nhole = 0.00803\nfriction = 0.2\ndepth = 0.004\n\
    tilt = 0.005\npush = [0.02, 3, -20]\n";

#[test]
fn a_peg_that_is_drawn_inside_the_wall_is_a_fault() {
    let good = scene(DOWEL);
    let honest = asked(&good, Question::Jam, &Options::default());
    for tilt in ["0.01", "-0.01", "0.6"] {
        let bad = scene(&DOWEL.replace("0.005", tilt));
        for question in [Question::Jam, Question::Check] {
            let found = misfits(&bad, question);
            assert_eq!((found[0].code, found[0].path.join(".").as_str()), ("peg", "peg.tilt"));
            assert!(found[0].message.contains("too wide for its hole of 0.00803 m"), "{}", found[0].message);
            assert!(found[0].help.contains("at most 0.00"), "{}", found[0].help);
        }
        // A report of another lean does not make it fit.
        refused(&honest, &bad);
    }
    // What the fault advises is no fault.
    let advised = stiction::ask::jam::peg::Peg {
        width: "0.008".parse().unwrap(),
        hole: "0.00803".parse().unwrap(),
        friction: "0.2".parse().unwrap(),
    };
    let tilt = advised.two_point_tilt(0.004) * (1.0 - 1e-9);
    asked(&scene(&DOWEL.replace("0.005", &tilt.to_string())), Question::Jam, &Options::default());
}

#[test]
fn a_contact_far_from_the_tool_is_a_fault_that_tells_where_the_tool_is() {
    let near = example("wiping");
    let honest = asked(&near, Question::Hybrid, &Options::default());
    assert!(verify_of(&honest, &Against::scene(&near)).holds());
    let AnyScene::Spatial(mut far) = near else { panic!() };
    far.robot.as_mut().unwrap().joints.positions = Some(vec![0.3, -0.8, 0.2, 1.4, 0.0, 0.6, 0.0]);
    let far = AnyScene::Spatial(far);
    let found = misfits(&far, Question::Hybrid);
    assert_eq!(
        (found.len(), found[0].code, found[0].path.join(".").as_str()),
        (1, "far-contact", "contacts.tip.point")
    );
    for told in ["0.902 m from \"tool\"", "at [-0.064, -0.134, 1.01]", "0.22 m"] {
        assert!(found[0].message.contains(told), "{}", found[0].message);
    }
    refused(&honest, &far);
}

/// A block on a slope of 3 to 4, with half of the friction that it needs: it slides with g·(3/5 − 4/5·3/8) = 3.
const SLIDING: &str = r#"
stiction = 1
dimension = 2
gravity = [0, -10]
contacts = [
    { id = "low", on = "ramp", against = "block", point = ["-4/5", "-3/5"], normal = [3, -4], friction = "3/8" },
    { id = "high", on = "block", against = "ramp", point = ["8/5", "6/5"], normal = [-3, 4], friction = "3/8" },
]
[bodies.ramp]
role = "fixed"
[bodies.block]
mass = 2
inertia = 1
com = ["1/5", "7/5"]
"#;

#[test]
fn of_what_does_not_stand_it_is_told_what_happens() {
    let scene = scene(SLIDING);
    let report = check(&scene);
    are_answered_and_not(&report, &["outcomes", "closure", "stand"], &[]);
    assert_eq!((&report["verdict"], &report["answers"][0]["outcome"]), (&json!("no"), &json!("unique")));
    let found = verify_of(&report, &Against::scene(&scene));
    assert!(found.holds(), "{found}");
    assert!(verify(&report).holds());
    let text =
        answer(&scene, &SceneName::unnamed(), Question::Check, &Options::default()).unwrap().to_string();
    assert!(
        text.starts_with("block slides down, accelerating with 3 m/s²; it does not hold; would hold"),
        "{text}"
    );
    assert!(text.contains("no contact resists a virtual motion"), "{text}");
    // It may not be left out.
    let mut forged = report.clone();
    forged["answers"].as_array_mut().unwrap().remove(0);
    refused(&forged, &scene);
    // With all the friction it stands, and nothing happens that has to be told.
    let standing = crate::asked::scene(&SLIDING.replace("3/8", "3/4"));
    are_answered_and_not(&check(&standing), &["closure", "stand"], &[]);
}
