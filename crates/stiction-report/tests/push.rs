//! The report on pushing: its keys, its faults, and that changed numbers are refused.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::asked::{codes, held};
use crate::leaves::{changed, leaves, refused};
use serde_json::{Value, json};
use stiction_report::Question;

const HEXAGON: &str = include_str!("../../../examples/hexagon.toml");
const FENCE: &str = include_str!("../../../examples/fence.toml");

#[test]
fn push_has_the_keys_of_the_manual() {
    let hexagon = held(HEXAGON, Question::Push);
    assert_eq!((&hexagon["stable"], &hexagon["turns"]), (&json!("yes"), &json!(["ccw"])));
    assert_eq!(hexagon["modes"][0]["mode"], "nn");
    assert!(hexagon["stays"].is_object() && hexagon["twist"].is_null());
    let fence = held(FENCE, Question::Push);
    assert_eq!((&fence["stable"], &fence["stays"]), (&Value::Null, &Value::Null));
    assert!(fence["reasons"]["stable"].is_string());
    let known = HEXAGON.replace(
        "support = \"shape\"",
        "support = [[-0.5, 0], [0.5, 0], [0, 0.5], [0, -0.5]]\npressure = [1, 1, 2, 2]",
    );
    let known = held(&known, Question::Push);
    let twist: Vec<f64> =
        known["twist"].as_array().unwrap().iter().map(|one| one.as_f64().unwrap()).collect();
    // With the pusher: its velocity at the origin, one above it.
    assert!(twist.iter().zip([0.05, 0.05, 1.0]).all(|(a, b)| (a - b).abs() < 1e-9), "{twist:?}");
    assert!(known["twist_within"].as_f64().unwrap() < 1e-9);
}

#[test]
fn a_push_is_proved_and_changed_numbers_are_refused() {
    for text in [HEXAGON, FENCE] {
        let honest = held(text, Question::Push);
        let mut paths = Vec::new();
        leaves(&honest, "", &mut paths);
        // A number of a proof that has room may change a little; what it says may not.
        let told = |path: &&String| {
            ["/modes/", "/turns/", "/stable", "/excluded/", "/open/"]
                .iter()
                .any(|table| path.starts_with(table))
                && !path.contains("/proof/")
        };
        for path in paths.iter().filter(told) {
            refused(&honest, path, changed(honest.pointer(path).unwrap()));
        }
    }
}

#[test]
fn an_exclusion_of_another_mode_proves_nothing() {
    let honest = held(FENCE, Question::Push);
    let excluded = honest["excluded"].as_array().unwrap();
    // Of another sense of the same mode.
    let other = excluded[0]["proof"]["cw"].clone();
    refused(&honest, "/excluded/0/proof/ccw", other);
    refused(&honest, "/excluded/0/proof/cw", Value::Null);
}

#[test]
fn what_does_not_fit_is_told() {
    let codes = |text: &str| codes(text, Question::Push);
    assert_eq!(codes(&FENCE.replace("dimension = 2", "dimension = 2\ngravity = [0, -9.81]")), ["gravity"]);
    assert_eq!(codes(&FENCE.replace("com = [0, 0]", "com = [0, 2]")), ["support"]);
}

#[test]
fn what_is_only_near_neither_pushes_nor_sticks() {
    let near = HEXAGON.to_owned()
        + "\n[[contacts]]\nid = \"far\"\non = \"part\"\npoint = [0, 1]\nnormal = [0, -1]\ngap = 0.1\nfriction = 0.3\n";
    let near = near.replace("on = \"part\"", &format!("on = \"{}\"", name_of_the_part()));
    let (alone, with) = (held(HEXAGON, Question::Push), held(&near, Question::Push));
    assert_eq!((&alone["stable"], &alone["turns"]), (&with["stable"], &with["turns"]));
    assert_eq!(with["modes"][0]["mode"], "nnu");
    // A part that touches one thing alone turns about it, whatever else is near.
    let disc = held(include_str!("../../../examples/disc_on_fixels.toml"), Question::Push);
    assert_eq!(disc["stable"], Value::Null);
}

/// The body that is pushed in the example.
fn name_of_the_part() -> String {
    let line = HEXAGON.lines().find(|line| line.starts_with("on = ")).unwrap();
    line.split('"').nth(1).unwrap().to_owned()
}
