//! Load cases: each is answered, what is said of all follows from them, and a report that leaves one out is refused.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::asked::{asked, scene};
use serde_json::{Value, json};
use stiction::scene::AnyScene;
use stiction_report::verify::{Against, verify, verify_of};
use stiction_report::{AskError, Options, Question, SceneName, StandExtras, Unknown, answer};

/// A plate of 2 kg between a wall and a clamp, cut in two ways: along the wall, downwards with 10 N and upwards with 60
/// N.
const PLATE: &str = r#"
stiction = 1
dimension = 2
title = "Plate"
gravity = [0, -10]
contacts = [
    { id = "low", on = "plate", point = [-1, -1], normal = [1, 0], friction = "1/2" },
    { id = "high", on = "plate", point = [-1, 1], normal = [1, 0], friction = "1/2" },
    { id = "clamp", on = "plate", point = [1, 0], normal = [-1, 0], preload = 70 },
]
loads = [
    { name = "down", on = "plate", point = [-1, 0], force = [0, -10], case = "finishing" },
    { name = "up", on = "plate", point = [-1, 0], force = [0, 60], case = "roughing" },
]
[bodies.plate]
mass = 2
inertia = 1
com = [0, 0]
"#;

fn with(solve: Option<&str>) -> Options {
    let solve = solve.map(|path| Unknown { path: path.to_owned(), within: None });
    Options { extras: StandExtras { solve, ..StandExtras::default() }, ..Options::default() }
}

fn refused(report: &Value, scene: &AnyScene) {
    assert!(!verify_of(report, &Against::scene(scene)).holds(), "{report:#}");
}

#[test]
fn every_case_is_answered_and_one_that_falls_decides() {
    let scene = scene(PLATE);
    let report = asked(&scene, Question::Stand, &Options::default());
    assert_eq!(report["verdict"], "no");
    let told: Vec<(&Value, &Value)> = report["cases"]
        .as_array()
        .unwrap()
        .iter()
        .map(|case| (&case["asked"]["case"], &case["verdict"]))
        .collect();
    // 20 N and 10 N down are 30 N, of which 35 N are held; 60 N up less the weight are 40 N.
    assert_eq!(told, [(&json!("finishing"), &json!("yes")), (&json!("roughing"), &json!("no"))]);
    for found in [verify(&report), verify_of(&report, &Against::scene(&scene))] {
        assert!(found.holds(), "{found}");
    }
    let text =
        answer(&scene, &SceneName::unnamed(), Question::Stand, &Options::default()).unwrap().to_string();
    assert!(text.contains("stands: no, in 1 of 2 load cases: \"roughing\""), "{text}");
    assert!(text.contains("\n  finishing holds: yes") && text.contains("\ncase \"roughing\"\n"), "{text}");
    // One alone.
    let alone = Options { case: Some("finishing".to_owned()), ..Options::default() };
    let report = asked(&scene, Question::Stand, &alone);
    assert_eq!((&report["verdict"], &report["cases"]), (&json!("yes"), &Value::Null));
    assert!(verify_of(&report, &Against::scene(&scene)).holds());
    // The loads that always act are those of no case: 20 N.
    let always = asked(&scene, Question::Closure, &Options::default());
    assert!(always["cases"].is_null());
}

#[test]
fn a_check_of_several_cases_is_a_check_of_each() {
    let scene = scene(PLATE);
    let report = asked(&scene, Question::Check, &Options::default());
    assert_eq!((&report["verdict"], &report["cases"][1]["question"]), (&json!("no"), &json!("check")));
    for found in [verify(&report), verify_of(&report, &Against::scene(&scene))] {
        assert!(found.holds(), "{found}");
    }
}

#[test]
fn a_case_that_nobody_has_is_a_fault_that_lists_them() {
    let options = Options { case: Some("drilling".to_owned()), ..Options::default() };
    let Err(AskError::Misfits(found)) =
        answer(&scene(PLATE), &SceneName::unnamed(), Question::Stand, &options)
    else {
        panic!("there is no such case");
    };
    assert_eq!((found[0].code, found[0].help.as_str()), ("case", "the cases are `finishing`, `roughing`"));
}

#[test]
fn the_least_clamp_force_of_all_cases_is_that_of_the_hardest() {
    let scene = scene(PLATE);
    let options = with(Some("contacts.clamp.preload"));
    let report = asked(&scene, Question::Stand, &options);
    let least = |report: &Value| report["solve"]["intervals"][0][0].as_f64().unwrap();
    assert_eq!(least(&report["cases"][0]), 60.0);
    assert_eq!(least(&report["cases"][1]), 80.0);
    assert_eq!(least(&report), 80.0);
    assert_eq!(report["solve"]["intervals"][0][1], Value::Null);
    for found in [verify(&report), verify_of(&report, &Against::scene(&scene))] {
        assert!(found.holds(), "{found}");
    }
    let text = answer(&scene, &SceneName::unnamed(), Question::Stand, &options).unwrap().to_string();
    assert!(text.contains("in all    stands with contacts.clamp.preload of at least 80"), "{text}");
    let mut forged = report.clone();
    forged["solve"]["intervals"][0][0] = json!(70.0);
    refused(&forged, &scene);
    assert!(!verify(&forged).holds());
    // A load of one case is a number of that case alone; the others stand or fall without it.
    let report = asked(&scene, Question::Stand, &with(Some("loads.up.force.1")));
    assert_eq!(report["cases"][0]["solve"]["intervals"], json!([[null, null]]));
    assert_eq!(report["solve"]["intervals"], report["cases"][1]["solve"]["intervals"]);
    assert_eq!(report["solve"]["intervals"], json!([[-15.0, 55.0]]));
    assert!(verify_of(&report, &Against::scene(&scene)).holds());
}

#[test]
fn a_report_that_hides_a_case_or_says_more_than_the_cases_is_refused() {
    let scene = scene(PLATE);
    let honest = asked(&scene, Question::Stand, &Options::default());
    let forge = |change: &dyn Fn(&mut Value)| {
        let mut forged = honest.clone();
        change(&mut forged);
        refused(&forged, &scene);
        forged
    };
    let mut seen = vec![forge(&|report| report["verdict"] = json!("yes"))];
    // Without the one that falls, or with the other one twice.
    forge(&|report| {
        report["cases"].as_array_mut().unwrap().pop();
        report["verdict"] = json!("yes");
    });
    seen.push(forge(&|report| {
        let first = report["cases"][0].clone();
        report["cases"][1] = first;
        report["verdict"] = json!("yes");
    }));
    // The one that stands under the name of the other.
    forge(&|report| {
        let mut first = report["cases"][0].clone();
        first["asked"]["case"] = json!("roughing");
        report["cases"][1] = first;
        report["verdict"] = json!("yes");
    });
    seen.push(forge(&|report| report["missing"] = json!(["roughing"])));
    seen.push(forge(&|report| report["cases"] = json!([])));
    seen.push(forge(&|report| {
        let whole = report.clone();
        report["cases"][0] = whole;
    }));
    seen.push(forge(&|report| report["more"] = json!(1)));
    for forged in seen {
        assert!(!verify(&forged).holds(), "{forged:#}");
    }
    // A report of one case is not one of all, and one without a case is of none.
    let alone = Options { case: Some("finishing".to_owned()), ..Options::default() };
    let mut report = asked(&scene, Question::Stand, &alone);
    report["asked"].as_object_mut().unwrap().remove("case");
    refused(&report, &scene);
    assert!(
        verify_of(&report, &Against::scene(&AnyScene::clone(&scene)))
            .failed
            .iter()
            .any(|(path, _)| path == "cases")
    );
}
