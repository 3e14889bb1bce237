//! What was rounded of one part of an assembly leaves that part open, and no other; what time does not allow is left
//! open.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use serde_json::{Value, json};
use stiction_files::{Format, ReadScene, read_scene};
use stiction_report::verify::{Against, Subject, verify, verify_of};
use stiction_report::work::Allowance;
use stiction_report::{Options, Question, SceneName, StandExtras, Unknown, answer};

fn read(scene: &Value) -> ReadScene {
    read_scene(&scene.to_string(), Format::Json, "scene.json").unwrap()
}

fn asked(scene: &Value, options: &Options) -> Value {
    let report = answer(&read(scene).scene, &SceneName::unnamed(), Question::Stand, options).unwrap();
    serde_json::from_str(&serde_json::to_string(&report).unwrap()).unwrap()
}

/// Blocks on slopes of their own, by mass, angle in radians and coefficient of friction.
fn slopes(blocks: &[(f64, f64, &str)]) -> Value {
    let (mut bodies, mut pairs) = (json!({}), Vec::new());
    for (place, (mass, angle, friction)) in blocks.iter().enumerate() {
        let (block, slope) = (format!("block {place}"), format!("slope {place}"));
        let pose = json!([100 * place, 0, angle]);
        let square = |low: i64, high: i64, half: i64| json!({ "polygon": [[-half, low], [half, low], [half, high], [-half, high]] });
        bodies[&block] = json!({ "mass": mass, "com": [0, 1], "shape": square(0, 2, 1), "pose": pose });
        bodies[&slope] = json!({ "role": "fixed", "shape": square(-2, 0, 9), "pose": pose });
        pairs.push(json!({ "between": [block, slope], "friction": friction }));
    }
    json!({
        "stiction": 1, "dimension": 2, "gravity": [0, -10],
        "bodies": bodies, "detect": { "friction": 0, "pairs": pairs },
    })
}

fn verdict_that_verifies(scene: &Value) -> Value {
    let report = asked(scene, &Options::default());
    for found in [verify(&report), of_scene(&report, scene)] {
        assert!(found.holds(), "{:?}", found.failed);
    }
    report["verdict"].clone()
}

fn of_scene(report: &Value, scene: &Value) -> stiction_report::verify::Verification {
    let read = read(scene);
    verify_of(report, &Against { subject: Subject::Scene(&read.scene), sha256: None, warnings: None })
}

#[test]
fn a_block_within_its_rounding_is_left_open_beside_a_pebble_that_is_not() {
    let steepest = 0.5_f64.atan();
    let large = (1e10, steepest, "1/2");
    // What the pebble has to spare, or lacks, is far less than what rounding does to the block.
    let (rests, slides) = ((1e-9, 0.4, "1/2"), (1e-9, 0.6, "1/2"));
    assert_eq!(verdict_that_verifies(&slopes(&[large])), "undecided");
    assert_eq!(verdict_that_verifies(&slopes(&[rests])), "yes");
    assert_eq!(verdict_that_verifies(&slopes(&[large, rests])), "undecided");
    assert_eq!(verdict_that_verifies(&slopes(&[rests, large])), "undecided");
    assert_eq!(verdict_that_verifies(&slopes(&[large, slides])), "no");
    assert_eq!(verdict_that_verifies(&slopes(&[(1e10, 0.4, "1/2"), rests])), "yes");
}

#[test]
fn a_block_of_which_nothing_was_rounded_is_decided_on_its_boundary_beside_others() {
    // A block exactly at its friction beside one that is turned.
    let foot = |on: &str, x: i64| json!({ "on": on, "point": [x, 0], "normal": [0, 1], "friction": "1/2" });
    let mut scene = json!({
        "stiction": 1, "dimension": 2, "gravity": [0, -10],
        "bodies": {
            "turned": { "mass": 1, "com": [0, 1], "pose": [0, 0, 0.3] },
            "exact": { "mass": 1, "com": [-50, 0], "wrench": [0, 5, 0] },
        },
        "contacts": [foot("turned", -1), foot("turned", 1), foot("exact", -51), foot("exact", -49)],
    });
    assert_eq!(verdict_that_verifies(&scene), "yes");
    scene["bodies"]["exact"]["wrench"] = json!([0, "5000000000001/1000000000000", 0]);
    assert_eq!(verdict_that_verifies(&scene), "no");
}

#[test]
fn depths_of_parts_that_were_touched_are_refused() {
    let scene = slopes(&[(1.0, 0.4, "1/2"), (2.0, 0.3, "1/2")]);
    let report = asked(&scene, &Options::default());
    assert_eq!(report["margin_proofs"]["margin_parts"][1]["bodies"], json!(["block 1"]));
    for (path, other) in [
        ("/margin_proofs/margin_parts", json!([])),
        ("/margin_proofs/margin_parts/0/bodies/0", json!("block 1")),
        ("/margin_proofs/margin_parts/0/ends/0", json!("1")),
        ("/margin_proofs/margin_parts/1/ends/1", json!("1000")),
        ("/margin_proofs/margin_parts/1/pull", json!("3")),
        ("/margin_proofs/margin_parts/0/lower", report["margin_proofs"]["margin_parts"][1]["lower"].clone()),
    ] {
        let mut forged = report.clone();
        *forged.pointer_mut(path).unwrap() = other;
        assert!(!verify(&forged).holds(), "{path}");
    }
}

/// A tower of blocks in space, each with four feet on the one below.
fn tower(count: i64) -> Value {
    let (mut bodies, mut contacts) = (json!({}), Vec::new());
    for place in 0..count {
        bodies[format!("b{place}")] = json!({ "mass": 1, "com": [place, 0, 20 * place + 10] });
        let below = if place == 0 { "ground".to_owned() } else { format!("b{}", place - 1) };
        for (x, y) in [(-9, -9), (9, -9), (9, 9), (-9, 9)] {
            contacts.push(json!({
                "on": format!("b{place}"), "against": below, "point": [x, y, 20 * place],
                "normal": [0, 0, 1], "friction": "1/2",
            }));
        }
    }
    json!({ "stiction": 1, "dimension": 3, "gravity": [0, 0, -10], "bodies": bodies, "contacts": contacts })
}

#[test]
fn what_is_asked_besides_is_left_open_when_time_is_up_and_the_verdict_is_told() {
    let scene = tower(4);
    let solve = |path: &str, within: Option<[i64; 2]>| StandExtras {
        solve: Some(Unknown { path: path.to_owned(), within: within.map(|ends| ends.map(Into::into)) }),
        ..StandExtras::default()
    };
    let asks = [
        StandExtras { ranges: Some(Vec::new()), ..StandExtras::default() },
        StandExtras { region: true, ..StandExtras::default() },
        StandExtras { accelerate: vec![[1, 0, 0].map(Into::into).to_vec()], ..StandExtras::default() },
        solve("contacts.*.friction", None),
        solve("bodies.b1.wrench.3", None),
        solve("bodies.b1.com.0", Some([-20, 20])),
    ];
    // Steps that are spent before what is asked besides: whatever they are, the verdict is told after them.
    let steps = |besides: &StandExtras, steps: u64| Options {
        body: besides.region.then(|| "b1".to_owned()),
        extras: besides.clone(),
        allowance: Allowance::unlimited().of_steps(steps),
        ..Options::default()
    };
    for besides in asks {
        let (mut stopped, mut whole) = (0, 0);
        for power in 12..40 {
            let options = steps(&besides, 1 << power);
            let scene = &scene;
            let found = answer(&read(scene).scene, &SceneName::unnamed(), Question::Stand, &options);
            let Ok(report) = found else {
                assert_eq!(stopped, 0, "no verdict with more steps than that gave one: {besides:?}");
                continue;
            };
            let report: Value = serde_json::from_str(&serde_json::to_string(&report).unwrap()).unwrap();
            assert_eq!(report["verdict"], "yes");
            let found = of_scene(&report, scene);
            assert!(found.holds(), "{besides:?} {power}: {:?}", found.failed);
            if report["stopped"].is_null() {
                whole += 1;
                break;
            }
            stopped += 1;
        }
        assert!(stopped > 0 && whole == 1, "{besides:?}: {stopped} {whole}");
    }
}
