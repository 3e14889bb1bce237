//! The report on slow manipulation: its keys, its faults, and that changed numbers are refused.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::asked::{codes, held};
use crate::leaves::{changed, leaves, refused};
use serde_json::{Value, json};
use stiction_report::Question;

const STICK: &str = include_str!("../../../examples/meter_stick.toml");
const BOX: &str = include_str!("../../../examples/pushed_box.toml");

#[test]
fn quasistatic_has_the_keys_of_the_manual() {
    let pushed = held(BOX, Question::Quasistatic);
    assert_eq!((&pushed["phases"], &pushed["end"]), (&Value::Null, &Value::Null));
    assert!(pushed["reasons"]["phases"].is_string());
    let modes = pushed["modes"].as_array().unwrap();
    assert_eq!(pushed["count"], json!(modes.len()));
    assert!(
        modes.iter().all(|one| one["mode"].is_string() && one["forces"].is_null() != one["proof"].is_null())
    );
    let stick = held(STICK, Question::Quasistatic);
    let first = &stick["phases"][0];
    assert_eq!(
        (&first["mode"], &first["t"], &first["state"]["com"]),
        (&json!("nr"), &json!(0.0), &json!(0.3))
    );
    assert_eq!((&stick["end"]["reason"], &stick["end"]["t"]), (&json!("touch"), &json!(8.0)));
    assert_eq!(stick["endless"], json!(true));
    assert!(stick["resolution"].as_f64().unwrap() < 0.01);
}

#[test]
fn a_force_is_in_newtons_whatever_the_length_of_the_normal() {
    let long =
        BOX.replace("normal = [0, 1]", "normal = [0, 4]").replace("normal = [1, 0]", "normal = [2, 0]");
    let of = |report: &Value| -> Vec<Value> {
        report["modes"].as_array().unwrap().iter().map(|one| one["forces"].clone()).collect()
    };
    assert_eq!(of(&held(BOX, Question::Quasistatic)), of(&held(&long, Question::Quasistatic)));
}

#[test]
fn changed_numbers_of_a_report_are_refused() {
    for text in [STICK, BOX] {
        let honest = held(text, Question::Quasistatic);
        let mut paths = Vec::new();
        leaves(&honest, "", &mut paths);
        // A virtual motion that is changed a little may show the same.
        let told = |path: &&String| {
            let tables = ["/modes/", "/exact/", "/phases/", "/end/", "/count", "/endless", "/resolution"];
            tables.iter().any(|table| path.starts_with(table)) && !path.contains("/proof/twists/")
        };
        let step = if text == STICK { 37 } else { 3 };
        for path in paths.iter().filter(told).step_by(step) {
            refused(&honest, path, changed(honest.pointer(path).unwrap()));
        }
    }
}

#[test]
fn what_does_not_fit_is_told() {
    let codes = |text: &str| codes(text, Question::Quasistatic);
    assert_eq!(codes(&format!("{STICK}\n[bodies.part]\nmass = 1\n")), ["conflict"]);
    assert_eq!(codes("stiction = 1\ndimension = 3\n[bodies.part]\nmass = 1\n"), ["dimension"]);
    assert_eq!(codes(&BOX.replace("mass = 1", "")), ["missing-mass"]);
}
