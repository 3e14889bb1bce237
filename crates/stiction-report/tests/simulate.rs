//! The report on a motion in time: its keys, its faults, and that a changed run is refused.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::asked::{in_time, of_text};
use serde_json::{Value, json};
use stiction_report::verify::verify;
use stiction_report::{AskError, Options, Question};

const DISC: &str = include_str!("../../../examples/backspin.toml");

fn told() -> Value {
    of_text(DISC, Question::Simulate, &in_time()).unwrap()
}

#[test]
fn simulate_has_the_keys_of_the_manual_and_says_that_it_proves_nothing() {
    let report = told();
    let frames = report["frames"].as_array().unwrap();
    assert_eq!(frames.len(), report["energy"].as_array().unwrap().len());
    assert_eq!(frames.len(), 12, "eleven and one at the event");
    assert_eq!(
        frames[0]["bodies"]["disc"],
        json!({ "com": [0.0, 0.5], "angle": 0.0, "twist": [15.0, 2.0, 0.0] })
    );
    assert_eq!(report["events"][0]["kind"], json!("stick"));
    assert_eq!(report["stopped"], json!({ "t": 2.0, "reason": "until" }));
    assert!(report["residual"].as_f64().unwrap() < 1e-9);
    assert_eq!(report["proof"], Value::Null);
    assert!(report["computed"].as_array().unwrap().contains(&json!("frames")));
}

#[test]
fn a_run_in_time_is_run_again_and_a_changed_one_refused() {
    let report = told();
    assert_eq!(verify(&report).failed, []);
    let mut lost = report.clone();
    lost["energy"][5]["kinetic"] = json!(1.0);
    assert!(!verify(&lost).failed.is_empty());
    let mut late = report;
    late["stopped"]["t"] = json!(3.0);
    assert!(!verify(&late).failed.is_empty());
}

#[test]
fn a_run_needs_a_time_and_masses_and_lasts_no_longer_than_its_trajectories() {
    let codes = |text: &str, options: &Options| match of_text(text, Question::Simulate, options) {
        Err(AskError::Misfits(misfits)) => misfits.iter().map(|misfit| misfit.code).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(codes(DISC, &Options::default()), ["until"]);
    assert_eq!(codes(&DISC.replace("mass = 1\n", ""), &in_time()), ["missing-mass"]);
    let belt = "[bodies.ground]\nshape.half_plane = { point = [0, 0], normal = [0, 1] }";
    let short = "[bodies.belt]\nrole = \"driven\"\ncom = [0, 0]\ntrajectory = { x = [0, 1], duration = 1 }\nshape.half_plane = { point = [0, 0], normal = [0, 1] }";
    assert_eq!(codes(&DISC.replace(belt, short), &in_time()), ["duration"]);
}
