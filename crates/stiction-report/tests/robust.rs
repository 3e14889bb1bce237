//! Reports on tolerances and placements: they are verified, with the scene and without it, and changed ones are
//! refused.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use serde_json::{Value, json};
use stiction::scene::AnyScene;
use stiction_files::{Format, read_scene};
use stiction_report::verify::{Against, verify, verify_of};
use stiction_report::{Options, Question, SceneName, answer};

fn scene(text: &str) -> AnyScene {
    read_scene(text, Format::Toml, "scene.toml").unwrap_or_else(|faults| panic!("{faults}")).scene
}

fn report(text: &str, question: Question) -> Value {
    answer(&scene(text), &SceneName::unnamed(), question, &Options::default()).unwrap().to_json()
}

/// It is verified by itself, with its scene, and by the verifier without a solver.
fn holds(text: &str, report: &Value) {
    let scene = scene(text);
    let of_scene = verify_of(report, &Against::scene(&scene));
    assert!(of_scene.holds(), "{of_scene}");
    let alone = verify(report);
    assert!(alone.holds(), "{alone}");
    let without = stiction_verify::verify(report);
    assert!(without.holds(), "{without}");
}

fn refused(text: &str, report: &Value) {
    let scene = scene(text);
    assert!(!verify_of(report, &Against::scene(&scene)).holds());
}

/// A report in which one number is another is refused.
fn refused_with(text: &str, honest: &Value, path: &str, value: Value) {
    let mut changed = honest.clone();
    *changed.pointer_mut(path).unwrap_or_else(|| panic!("{path}")) = value;
    refused(text, &changed);
}

const LADDER: &str = "stiction = 1\ndimension = 2\ngravity = [0, -10]\n[bodies.ladder]\nmass = 1\ncom = [1.5, 2]\n\
[[contacts]]\nid = \"foot\"\non = \"ladder\"\npoint = [3, 0]\nnormal = [0, 1]\nfriction = 0.6\n\
[[contacts]]\nid = \"wall\"\non = \"ladder\"\npoint = [0, 4]\nnormal = [1, 0]\n\
[tolerance]\npoint = 0.05\ncom = 0.1\nfriction = 0.05\n";

const SQUARE: &str = "stiction = 1\ndimension = 2\n[bodies.part]\nshape.polygon = [[-1, -1], [1, -1], [1, 1], [-1, 1]]\n\
[place]\ncontacts = 2\nfriction = 0.5\n";

#[test]
fn a_report_on_tolerances_is_verified_and_changed_ones_are_refused() {
    let honest = report(LADDER, Question::Robust);
    assert_eq!((&honest["verdict"], &honest["about"]), (&json!("yes"), &json!("stand")));
    assert_eq!(honest["corner"]["report"]["verdict"], json!("no"));
    holds(LADDER, &honest);
    let change = |path: &str, value: Value| refused_with(LADDER, &honest, path, value);
    change("/verdict", json!("no"));
    change("/scale/proved", json!(3.0));
    change("/scale/refuted", json!(2.0));
    change("/exact/scale/proved", json!("3"));
    change("/holds/covered/scale", json!("3"));
    change("/fails/fails/scale", json!("2"));
    change("/corner/report/verdict", json!("yes"));
    change("/corner/changes/0/to", json!(7.0));
    change("/critical/0/scale", json!(99.0));
    change("/problem/bodies/0/com_off", json!("1/100"));
    change("/critical/0/path", json!("contacts.other.friction"));
}

#[test]
fn what_is_to_hold_is_closure_where_nothing_pulls() {
    let text = "stiction = 1\ndimension = 2\n[bodies.part]\n[[contacts]]\non = \"part\"\npoint = [-1, 0]\nnormal = [1, 0]\n\
                friction = 0.4\n[[contacts]]\non = \"part\"\npoint = [1, 0]\nnormal = [-1, 0]\nfriction = 0.4\n\
                [tolerance]\nnormal = 0.15\n";
    let found = report(text, Question::Robust);
    assert_eq!(found["about"], json!("closure"));
    // The friction angle over the tolerance.
    let threshold = 0.4_f64.atan() / 0.15;
    let (low, high) =
        (found["scale"]["proved"].as_f64().unwrap(), found["scale"]["refuted"].as_f64().unwrap());
    assert!(low <= threshold && threshold <= high && high < low * 1.01, "{low} {threshold} {high}");
    holds(text, &found);
}

#[test]
fn a_report_on_a_placement_is_verified_and_changed_ones_are_refused() {
    let honest = report(SQUARE, Question::Place);
    assert_eq!(honest["verdict"], json!("yes"));
    assert!((honest["quality"].as_f64().unwrap() - 1.0 / 3.0).abs() < 1e-6);
    holds(SQUARE, &honest);
    let change = |path: &str, value: Value| refused_with(SQUARE, &honest, path, value);
    change("/verdict", json!("no"));
    change("/quality", json!(0.4));
    change("/bound", json!(0.2));
    change("/exact/bound", json!("1/5"));
    change("/exact/contacts/0/point/0", json!("1/3"));
    change("/exact/contacts/0/friction", json!("3/5"));
    change("/contacts/0/edge", json!(3));
    change("/problem/friction", json!("3/5"));
}

#[test]
fn where_nothing_closes_that_is_proved() {
    let disc =
        SQUARE.replace("shape.polygon = [[-1, -1], [1, -1], [1, 1], [-1, 1]]", "shape.disc = { radius = 1 }");
    let text = disc.replace("contacts = 2\nfriction = 0.5", "contacts = 4\nfriction = 0");
    let found = report(&text, Question::Place);
    assert_eq!((&found["verdict"], &found["bound"]), (&json!("no"), &json!(null)));
    holds(&text, &found);
}

#[test]
fn a_placement_must_hold_what_is_asked_of_it() {
    let text = SQUARE.replace("[bodies.part]\n", "[bodies.part]\nmass = 1\ninertia = 1\n")
        + "holds = [[0, 0, -10]]\n";
    let found = report(&text, Question::Place);
    assert_eq!(found["verdict"], json!("yes"));
    holds(&text, &found);
}
