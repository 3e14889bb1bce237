//! Margins and radii of closure are proved, and a report that has lost or changed its proof is refused.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use serde_json::{Value, json};
use stiction::work::Allowance;
use stiction_files::{Format, Limits, ReadScene, read_scene, read_scene_file};
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

/// Fingers all around a disc, or a ball, that press towards its middle.
fn around(dimension: usize, count: i64) -> ReadScene {
    let mut contacts = Vec::new();
    for k in 0..count {
        // A point of the circle, and of the sphere, with fractions as coordinates.
        let (s, t) = (2 * k - count, 3 * k % count + 1);
        let below = s * s + t * t + count * count;
        let of = |above: i64| format!("{above}/{below}");
        let point = match dimension {
            2 => {
                let below = s * s + count * count;
                vec![format!("{}/{below}", 2 * s * count), format!("{}/{below}", s * s - count * count)]
            }
            _ => vec![of(2 * s * count), of(2 * t * count), of(s * s + t * t - count * count)],
        };
        let inward = |entry: &String| match entry.strip_prefix('-') {
            Some(positive) => positive.to_owned(),
            None if entry.starts_with('0') => entry.clone(),
            None => format!("-{entry}"),
        };
        let normal: Vec<String> = point.iter().map(inward).collect();
        contacts.push(json!({ "on": "ball", "point": point, "normal": normal, "friction": "1/5" }));
        // Its opposite, so that they close.
        contacts.push(json!({ "on": "ball", "point": normal, "normal": point, "friction": "1/5" }));
    }
    let scene = json!({
        "stiction": 1, "dimension": dimension, "contacts": contacts,
        "bodies": { "ball": { "com": vec![0; dimension] } },
    });
    read_scene(&scene.to_string(), Format::Json, "around.json").unwrap()
}

#[test]
fn a_grasp_that_closes_is_told_to_close_however_little_work_its_measures_may_take() {
    for dimension in [2, 3] {
        let scene = around(dimension, 8).scene;
        let mut lacking = 0;
        for doublings in 12..32 {
            let allowance = Allowance::unlimited().of_steps(1 << doublings);
            let options = Options { allowance, ..Options::default() };
            // Too little for the verdict itself.
            let Ok(report) = answer(&scene, &SceneName::unnamed(), Question::Closure, &options) else {
                continue;
            };
            let report = report.to_json();
            assert_eq!(report["force"]["verdict"], "yes", "{dimension} {doublings}");
            let found = verify(&report);
            assert!(found.holds(), "{dimension} {doublings}: {:?}", found.failed);
            let reasons = report["reasons"].as_object().unwrap();
            let unfinished = reasons.values().any(|why| why.as_str().unwrap().starts_with("not finished"));
            let stopped = report.get("stopped").is_some();
            assert!(stopped || !unfinished, "{dimension} {doublings}");
            if unfinished {
                lacking += 1;
                // What is missing claims nothing, but only where the report says that it was stopped.
                let mut forged = report.clone();
                forged.as_object_mut().unwrap().remove("stopped");
                assert!(!verify(&forged).holds(), "{dimension} {doublings}");
            }
            if !stopped {
                break;
            }
        }
        assert!(lacking > 0, "{dimension}");
    }
}
