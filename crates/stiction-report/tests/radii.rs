//! Margins and radii of closure are proved, and a report that has lost or changed its proof is refused.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use serde_json::{Value, json};
use stiction_files::{Limits, ReadScene, read_scene_file};
use stiction_report::verify::{Against, verify, verify_of};
use stiction_report::{ConeModel, Options, Question, SceneName, answer};

fn read(example: &str) -> ReadScene {
    let file = format!("{}/../../examples/{example}.toml", env!("CARGO_MANIFEST_DIR"));
    read_scene_file(file.as_ref(), &Limits::default()).unwrap()
}

fn asked(example: &str, question: Question, options: &Options) -> Value {
    answer(&read(example).scene, &SceneName::unnamed(), question, options).unwrap().to_json()
}

fn computed(report: &Value) -> Vec<&str> {
    report["computed"].as_array().unwrap().iter().map(|path| path.as_str().unwrap()).collect()
}

#[test]
fn margins_and_radii_of_the_plane_are_proved_inside_and_outside() {
    for example in ["gripper", "fixture", "escape", "rest", "ladder"] {
        let report = asked(example, Question::Closure, &Options::default());
        let found = verify(&report);
        assert!(found.holds(), "{example}: {:?}", found.failed);
        let computed = computed(&report);
        for path in ["form.margin", "force.margin", "quality.epsilon_l1", "quality.epsilon_linf"] {
            assert!(!computed.contains(&path), "{example}: {path} in {computed:?}, {}", report["reasons"]);
        }
        if let Some(ends) = report["quality"]["proofs"]["epsilon_l1"]["bracket"].as_array() {
            let [lower, upper] = [0, 1].map(|end| ends[end].as_f64().unwrap());
            let value = report["quality"]["epsilon_l1"].as_f64().unwrap();
            assert!(lower <= upper && upper - lower <= 1e-9 * value.abs(), "{example} {lower} {upper}");
        }
    }
}

#[test]
fn round_cones_are_computed_and_say_why_and_pyramids_are_proved() {
    let round = asked("tripod_grasp", Question::Closure, &Options::default());
    assert!(computed(&round).contains(&"quality.epsilon_l1"));
    assert!(round["reasons"]["quality.proofs.epsilon_l1"].as_str().unwrap().contains("round"));
    let four = Options { cone: ConeModel::Inner(4), ..Options::default() };
    let edged = asked("tripod_grasp", Question::Closure, &four);
    assert!(!computed(&edged).contains(&"quality.epsilon_l1"), "{}", edged["reasons"]);
    for report in [round, edged] {
        let found = verify(&report);
        assert!(found.holds(), "{:?}", found.failed);
    }
}

#[test]
fn a_radius_whose_proof_is_changed_missing_or_of_another_number_is_refused() {
    let honest = asked("gripper", Question::Closure, &Options::default());
    let change = |alter: &dyn Fn(&mut Value)| {
        let mut forged = honest.clone();
        alter(&mut forged);
        assert_ne!(forged, honest);
        let found = verify(&forged);
        assert!(!found.holds(), "{:?}", found.verified);
    };
    change(&|report| {
        report["quality"]["proofs"]["epsilon_l1"]["proof"]["around"]["facets"].as_array_mut().unwrap().pop();
    });
    change(&|report| {
        report["quality"]["proofs"]["epsilon_l1"]["proof"]["around"]["facets"][0]
            .as_array_mut()
            .unwrap()
            .swap(0, 1);
    });
    change(&|report| report["quality"]["proofs"] = json!({}));
    change(&|report| {
        report["quality"]["proofs"] = json!({});
        report["computed"].as_array_mut().unwrap().push(json!("quality.epsilon_l1"));
    });
    change(&|report| report["quality"]["proofs"]["epsilon_l1"]["bracket"][0] = json!(0.001));
    change(&|report| report["quality"]["epsilon_l1"] = json!(0.5));
    change(&|report| report["force"]["margin"] = json!(0.5));
    change(&|report| report["computed"].as_array_mut().unwrap().push(json!("quality.epsilon_l1")));
}

#[test]
fn a_report_that_says_it_was_asked_with_a_flag_of_another_question_is_refused() {
    let ReadScene { scene, .. } = read("rest");
    let against = Against::scene(&scene);
    let labels = asked("rest", Question::Labels, &Options::default());
    assert!(verify_of(&labels, &against).holds());
    for (flag, value) in [
        ("sequence", json!([])),
        ("ranges", json!([])),
        ("contacts_only", json!(true)),
        ("boundary", json!(["1", "2"])),
        ("body", json!("crate")),
        ("finger", json!("1/2")),
    ] {
        let mut forged = labels.clone();
        forged["asked"] = json!({ flag: value });
        let found = verify_of(&forged, &against);
        assert!(found.failed.iter().any(|(path, _)| path == "asked"), "{flag}: {:?}", found.failed);
    }
}
