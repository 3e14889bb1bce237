//! Reports of outcomes: the referee on logs that MuJoCo wrote, `corpus/external/mujoco`, and limits.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use serde_json::Value;
use std::path::Path;
use stiction_files::{Limits, read_log_file, read_scene_file};
use stiction_report::verify::verify;
use stiction_report::{Options, Question, SceneName, answer};

fn judged(scene: &str, log: &str) -> Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = read_scene_file(&root.join(scene), &Limits::default()).unwrap();
    let log = read_log_file(&root.join("corpus/external/mujoco").join(log), &Limits::default()).unwrap();
    let options = Options { log: Some(log), ..Options::default() };
    answer(&read.scene, &SceneName::unnamed(), Question::Outcomes, &options).unwrap().to_json()
}

fn worst(record: &Value, law: &str) -> f64 {
    record[law].as_object().unwrap().values().map(|by| by.as_f64().unwrap()).fold(0.0, f64::max)
}

#[test]
fn contacts_that_give_settle_near_the_rigid_rest_the_nearer_the_stiffer() {
    let report = judged("corpus/external/mujoco/pushed_box.toml", "pushed_box.json");
    let log = report["log"].as_array().unwrap();
    assert_eq!((report["outcome"].as_str(), log.len()), (Some("unique"), 4));
    // At the first instant the springs are not pressed: the box sinks in, and its friction lets it creep.
    assert!(worst(&log[0], "contact") > 0.1 && worst(&log[2], "contact") < 1e-3, "{log:#?}");
    assert_eq!(log[0]["lawful"], false);
    // Two seconds later it rests; what is left is a lever arm that sank by a fraction of a millimetre.
    assert!(worst(&log[1], "newton") < 1e-3 && worst(&log[1], "coulomb") < 1e-9);
    assert_eq!(log[3]["lawful"], true);
    assert!(log.iter().all(|record| record["nearest"].as_f64().unwrap() < 1.0));
}

#[test]
fn an_engine_reports_success_where_nothing_is_possible_and_breaks_coulomb_s_law() {
    let report = judged("examples/painleve.toml", "painleve.json");
    assert_eq!(report["outcome"], "inconsistent");
    for record in report["log"].as_array().unwrap() {
        assert_eq!((&record["possible"], &record["lawful"]), (&Value::Bool(false), &Value::Bool(false)));
        // Newton's law it keeps; the foot slides, and its friction is far from the kinetic edge.
        assert!(worst(record, "newton") < 1e-9 && worst(record, "coulomb") > 20.0, "{record:#}");
    }
    let report = judged("corpus/external/mujoco/lifted_rod.toml", "lifted_rod.json");
    assert_eq!(report["outcome"], "ambiguous");
    assert!(report["log"].as_array().unwrap().iter().all(|record| record["lawful"] == false));
}

#[test]
fn a_judgement_that_was_changed_is_refused() {
    let report = judged("corpus/external/mujoco/pushed_box.toml", "pushed_box.json");
    assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
    for pointer in [
        "/log/0/newton/box",
        "/log/0/worst",
        "/log/1/coulomb/left",
        "/log/2/nearest",
        "/log/3/reported/forces/right/0",
    ] {
        let mut tampered = report.clone();
        let leaf = tampered.pointer_mut(pointer).unwrap();
        *leaf = if leaf.is_string() { "77".into() } else { 0.123.into() };
        assert!(!verify(&tampered).holds(), "{pointer}");
    }
    let mut tampered = report.clone();
    tampered["log"][3]["lawful"] = false.into();
    assert!(!verify(&tampered).holds());
}

#[test]
fn a_force_beyond_a_limit_is_told_and_changes_nothing() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join("corpus/external/mujoco/pushed_box.toml")).unwrap();
    let ask = |text: &str| {
        let read = stiction_files::read_scene(text, stiction_files::Format::Toml, "scene.toml").unwrap();
        answer(&read.scene, &SceneName::unnamed(), Question::Outcomes, &Options::default()).unwrap().to_json()
    };
    let (free, limited) = (ask(&text), ask(&text.replace("id = \"right\"", "id = \"right\"\nlimit = 10")));
    assert_eq!(free["solutions"], limited["solutions"]);
    let told = limited["warnings"].to_string();
    assert!(told.contains("\\\"right\\\" pushes with") && told.contains("limit of 10 N"), "{told}");
}
