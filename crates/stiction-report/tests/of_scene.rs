//! A report is about the scene that it was made of, and about no other.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::asked::{BLOCKS, PEG, STACK, asked, example, scene, vectors};
use serde_json::Value;
use stiction::scene::AnyScene;
use stiction_report::verify::{Against, verify_of};
use stiction_report::{ConeModel, Options, Question, StandExtras};

fn holds(report: &Value, scene: &AnyScene) -> bool {
    let found = verify_of(report, &Against::scene(scene));
    let compared = found.verified.iter().chain(found.failed.iter().map(|(path, _)| path));
    assert!(compared.into_iter().any(|path| path.ends_with("of the scene")), "{found:?}");
    found.holds()
}

#[test]
fn every_question_is_lowered_again() {
    let plain = Options::default();
    let mode =
        Options { mode: Some("na".to_owned()), wrenches: vectors(&[[-1, 1, -10]]), ..Options::default() };
    let least = Options { least: Some(1.into()), ..mode.clone() };
    let axes = ["contacts.1.friction=0:1:5", "bodies.drawer.com.1=0:1:3"];
    let map = axes.map(|axis| stiction_report::Axis::parse(axis).unwrap()).to_vec();
    let mapped = Options { map, ..Options::default() };
    let cases: Vec<(&str, Question, &Options, &str)> = vec![
        ("gripper", Question::Closure, &plain, "bracket"),
        ("gripper", Question::Stand, &plain, "ladder"),
        ("gripper", Question::Motions, &plain, "bracket"),
        ("gripper", Question::Labels, &plain, "bracket"),
        ("gripper", Question::Modes, &plain, "bracket"),
        ("gripper", Question::Contacts, &plain, "bracket"),
        ("tripod_grasp", Question::Closure, &plain, "soft_finger"),
        ("disc_on_fixels", Question::Cone, &mode, "three_fixels"),
        ("disc_on_fixels", Question::Cone, &least, "three_fixels"),
        ("disc_on_fixels", Question::Stability, &plain, "three_fixels"),
        ("seating", Question::Insert, &plain, "three_fixels"),
        ("painleve", Question::Outcomes, &plain, "leaning_rod"),
        ("peg_in_hole", Question::Jam, &plain, "painleve"),
        ("peg_in_space", Question::Jam, &plain, "box_on_table"),
        ("two_walls", Question::Jam, &mapped, "painleve"),
        ("pushed_box", Question::Quasistatic, &plain, "box_on_table"),
        ("meter_stick", Question::Quasistatic, &plain, "painleve"),
        ("hexagon", Question::Push, &plain, "fence"),
        ("place_fixture", Question::Place, &plain, "hexagon"),
        ("worn_gripper", Question::Robust, &plain, "ladder"),
        ("meter_stick", Question::Check, &plain, "pushed_box"),
        ("tray", Question::Stand, &plain, "arch_on_tray"),
        ("wiping_matrices", Question::Hybrid, &plain, "wiping"),
        ("arch", Question::Check, &plain, "wall"),
        ("rest", Question::Check, &plain, "ladder"),
    ];
    for (name, question, options, other) in cases {
        let report = asked(&example(name), question, options);
        let found = verify_of(&report, &Against::scene(&example(name)));
        assert!(found.holds(), "{name} {question}: {:?}", found.failed);
        assert!(!holds(&report, &example(other)), "{name} {question}");
    }
}

#[test]
fn a_scene_with_one_number_changed_is_another() {
    let options = Options {
        extras: StandExtras {
            accelerate: vectors(&[[1, 0]]),
            sequence: Some(Vec::new()),
            ..StandExtras::default()
        },
        ..Options::default()
    };
    let report = asked(&scene(STACK), Question::Stand, &options);
    assert!(holds(&report, &scene(STACK)));
    for (from, to) in [
        ("friction = 0.5", "friction = 0.51"),
        ("mass = 1", "mass = 1.01"),
        ("com = [0, 3]", "com = [0.01, 3]"),
        ("gravity = [0, -10]", "gravity = [0, -9.81]"),
        ("point = [-4, 2]", "point = [-4, 2], limit = 1000"),
    ] {
        assert!(!holds(&report, &scene(&STACK.replacen(from, to, 1))), "{to}");
    }
    // Twice as heavy in half the gravity weighs the same, and is not as hard to accelerate.
    let light = STACK.replace("mass = 1", "mass = 2").replace("gravity = [0, -10]", "gravity = [0, -5]");
    assert!(!holds(&report, &scene(&light)));
    let report = asked(&scene(PEG), Question::Jam, &Options::default());
    assert!(holds(&report, &scene(PEG)));
    assert!(!holds(&report, &scene(&PEG.replace("inertia = 2", "inertia = 3"))));
}

#[test]
fn a_cell_of_a_map_is_the_scene_with_its_values() {
    let map = ["contacts.1.friction=0:1:5", "contacts.2.friction=0:1:5"];
    let map = map.map(|axis| stiction_report::Axis::parse(axis).unwrap()).to_vec();
    let report = asked(&scene(PEG), Question::Jam, &Options { map, ..Options::default() });
    assert!(holds(&report, &scene(PEG)));
    let mut tampered = report.clone();
    tampered["map"]["axes"][0]["path"] = "contacts.2.friction".into();
    assert!(!holds(&tampered, &scene(PEG)));
    let mut tampered = report.clone();
    tampered["map"]["cells"][0]["problem"] = report["map"]["cells"][1]["problem"].clone();
    assert!(!holds(&tampered, &scene(PEG)));
}

#[test]
fn the_cone_of_friction_is_the_one_that_was_asked_for() {
    let outer = Options { cone: ConeModel::Outer(4), ..Options::default() };
    let report = asked(&scene(BLOCKS), Question::Stand, &outer);
    assert_eq!(report["cone"], "outer:4");
    assert!(holds(&report, &scene(BLOCKS)));
    let inner = Options { cone: ConeModel::Inner(4), ..Options::default() };
    let grasp = example("tripod_grasp");
    let report = asked(&grasp, Question::Labels, &inner);
    assert!(holds(&report, &grasp));
    let mut other = report.clone();
    other["asked"]["cone"] = "inner:6".into();
    assert!(!holds(&other, &grasp));
}

#[test]
fn warnings_of_the_file_that_were_taken_out_of_a_report_are_missed() {
    let scene = example("gripper");
    let mut report = asked(&scene, Question::Closure, &Options::default());
    let warned = serde_json::json!([{ "code": "doubt", "message": "it is larger than a house" }]);
    let against = Against { warnings: Some(&warned), ..Against::scene(&scene) };
    let missed = |report: &Value| {
        let found = verify_of(report, &against);
        (found.holds(), found.unchecked.iter().any(|line| line.contains("the scene has 1")))
    };
    // A report of the library has no key for them: that it is silent is said.
    assert_eq!(missed(&report), (true, true));
    report["scene_warnings"] = warned.clone();
    assert_eq!(missed(&report), (true, false));
    report["scene_warnings"] = serde_json::json!([]);
    assert_eq!(missed(&report), (false, false));
}

#[test]
fn a_report_that_was_stopped_before_any_answer_claims_nothing() {
    use stiction_report::work::{Limit, Stopped};
    let scene = example("gripper");
    let name = stiction_report::SceneName { name: "gripper.toml".to_owned(), sha256: None };
    let stopped = Stopped { at: "modes", why: Limit::Cancelled };
    let title = asked(&scene, Question::Modes, &Options::default())["scene"]["title"].clone();
    let told = |title: Option<&str>, known| {
        stiction_report::unfinished(Question::Modes, &name, title, &Options::default(), (&stopped, known))
    };
    for known in [None, Some("at least 3 modes")] {
        let report = told(title.as_str(), known);
        let found = verify_of(&report, &Against::scene(&scene));
        assert!(found.holds(), "{:?}", found.failed);
        assert!(found.unchecked.iter().any(|line| line.contains("nothing was answered")), "{found:?}");
        // Nothing may hide behind it, and it is of its scene.
        let mut more = report.clone();
        more["modes"] = serde_json::json!([]);
        assert!(!verify_of(&more, &Against::scene(&scene)).holds());
        assert!(!verify_of(&told(Some("another"), known), &Against::scene(&scene)).holds());
    }
}
