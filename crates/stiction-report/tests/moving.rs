//! Reports on moving bases, accelerations and orders: they verify, survive JSON, and are refused where they
//! were touched.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::leaves::{changed, leaves, refused};
use serde_json::Value;
use stiction_files::{Format, Limits, read_scene, read_scene_file};
use stiction_proof::Rational;
use stiction_report::verify::verify;
use stiction_report::{Options, Question, SceneName, StandExtras, answer};

fn report(example: &str, options: &Options) -> Value {
    let file = format!("{}/../../examples/{example}.toml", env!("CARGO_MANIFEST_DIR"));
    let read = read_scene_file(file.as_ref(), &Limits::default()).unwrap();
    let report = answer(&read.scene, &SceneName::unnamed(), Question::Stand, options).unwrap();
    serde_json::from_str(&serde_json::to_string(&report).unwrap()).unwrap()
}

/// Every leaf outside of proofs and problems that, changed, is not noticed.
fn unnoticed(report: &Value, free: &[&str]) -> Vec<String> {
    let mut paths = Vec::new();
    leaves(report, "", &mut paths);
    let claimed = |path: &String| {
        let inside = [
            "/proof/",
            "/problem/",
            "/slower/",
            "/faster/",
            "/reasons",
            "/warnings",
            "/rounded",
            "/scene",
            "/stiction",
        ];
        !inside.iter().chain(free).any(|part| path.contains(part))
    };
    paths.retain(claimed);
    assert!(paths.len() > 5);
    paths.retain(|path| {
        let mut tampered = report.clone();
        let leaf = tampered.pointer_mut(path).unwrap();
        *leaf = changed(leaf);
        verify(&tampered).holds()
    });
    paths
}

#[test]
fn an_arch_on_a_jerking_tray_fails_when_it_must() {
    let report = report("arch_on_tray", &Options::default());
    assert_eq!(report["verdict"], "no");
    assert!(report["first_failure"].as_f64().unwrap() > 0.1);
    assert_eq!(report["strong"], Value::Null);
    let found = verify(&report);
    assert!(found.holds(), "{:?}", found.failed);
    // The base's name is a label; samples are many and alike: one of them stands for all.
    assert_eq!(unnoticed(&report, &["/samples/1", "/samples/2", "/base", "/question"]), Vec::<String>::new());
}

#[test]
fn a_stack_on_a_tray_is_told_with_its_fastest_pace() {
    let report = report("tray", &Options::default());
    assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
    let bracket: Vec<f64> =
        report["fastest"]["bracket"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
    assert!(bracket[0] < bracket[1] && bracket[1] - bracket[0] < 1e-4);
}

#[test]
fn a_changed_force_or_collapse_is_refused() {
    let report = report("arch_on_tray", &Options::default());
    for path in [
        "/proof/stays/standing/0/forces/0/0",
        "/proof/falls/twists/1/0",
        "/proof/stays/stretches/0/to",
        "/fastest/slower/standing/0/at/0",
    ] {
        refused(&report, path, changed(report.pointer(path).unwrap()));
    }
}

/// A block of width 0.4 and height 1 on a tray with a jerk of 3 m/s³.
const TIE: &str = r#"
stiction = 1
dimension = 2
gravity = [0, -9.81]
[bodies.tray]
role = "driven"
shape.polygon = [[-1, -0.05], [1, -0.05], [1, 0], [-1, 0]]
trajectory = { x = [0, 0, 0, 0.5], duration = 3 }
[bodies.block]
density = 100
shape.polygon = [[-0.2, 0], [0.2, 0], [0.2, 1], [-0.2, 1]]
[detect]
friction = 0.4
"#;

#[test]
fn a_block_that_tips_and_slides_at_once_is_reported_to_do_both() {
    let told = |text: &str| -> (Value, String) {
        let read = read_scene(text, Format::Toml, "tie.toml").unwrap();
        let report =
            answer(&read.scene, &SceneName::unnamed(), Question::Stand, &Options::default()).unwrap();
        (serde_json::from_str(&serde_json::to_string(&report).unwrap()).unwrap(), report.to_string())
    };
    let (report, text) = told(TIE);
    let failure = &report["failure"];
    let mut manners = [&failure["manner"], &failure["also"]["manner"]].map(|one| one.as_str().unwrap());
    manners.sort_unstable();
    assert_eq!(manners, ["slides", "tips"]);
    assert!(text.contains("slides at") && text.contains(" and ") && text.contains("tips about"), "{text}");
    assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
    // A second manner that nothing proves is refused, and so is a proof that nothing is said of.
    for (path, value) in [
        ("/failure/also/manner", Value::from("lifts")),
        ("/failure/also/contact", Value::from("nowhere")),
        ("/proof/also/at", Value::from("2")),
        ("/proof/also", Value::Null),
    ] {
        let mut tampered = report.clone();
        *tampered.pointer_mut(path).unwrap() = value;
        assert!(!verify(&tampered).holds(), "{path}");
    }
    let (one, text) = told(&TIE.replace("friction = 0.4", "friction = 0.39"));
    assert!(one["failure"]["also"].is_null() && !text.contains("tips"), "{text}");
}

#[test]
fn a_hand_that_hurries_carries_the_block() {
    let options = Options {
        extras: StandExtras {
            accelerate: vec![vec![Rational::one(), Rational::zero()]],
            ..StandExtras::default()
        },
        ..Options::default()
    };
    let report = report("carried_block", &options);
    assert_eq!(report["accelerations"][0]["exact"]["least"], "-981/20");
    assert_eq!(report["accelerations"][0]["exact"]["most"], "-981/100");
    assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
    let mut tampered = report.clone();
    tampered["accelerations"][0]["exact"]["most"] = "-9".into();
    assert!(!verify(&tampered).holds());
}

#[test]
fn the_order_of_building_is_made_again_from_its_groups() {
    let report = report(
        "building",
        &Options {
            extras: StandExtras { sequence: Some(Vec::new()), ..StandExtras::default() },
            ..Options::default()
        },
    );
    let sequence = &report["sequence"];
    assert_eq!(sequence["verdict"], "no", "a pier that leans falls alone");
    assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
    let noticed = |path: &str, value: Value| {
        let mut tampered = report.clone();
        *tampered.pointer_mut(path).unwrap() = value;
        !verify(&tampered).holds()
    };
    assert!(noticed("/sequence/verdict", "yes".into()));
    assert!(noticed("/sequence/steps/0/verdict", "yes".into()));
    assert!(noticed("/sequence/groups", Value::Array(Vec::new())), "without groups nothing is known");
    assert!(noticed("/sequence/problem/load/0/2", "-1".into()), "a lighter stone is another assembly");
    if report["sequence"]["supports"].is_object() {
        assert!(noticed("/sequence/supports/count", 0.into()));
        assert!(noticed("/sequence/supports/fewest", false.into()));
    }
}
