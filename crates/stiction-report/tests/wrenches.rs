//! The reports on modes and stability: what they say of the examples, and that no number of them can be changed.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::leaves::{changed, leaves};
use serde_json::{Value, json};
use std::time::Duration;
use stiction::ask::lower::ConeModel;
use stiction::work::Allowance;
use stiction_files::{Format, Limits, read_scene, read_scene_file};
use stiction_proof::Rational;
use stiction_proof::wrenches::Plan;
use stiction_report::verify::verify;
use stiction_report::{AskError, Insertion, Options, Question, SceneName, answer};

fn example(name: &str) -> stiction::scene::AnyScene {
    let file = format!("{}/../../examples/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    read_scene_file(file.as_ref(), &Limits::default()).unwrap().scene
}

fn wrenches(list: &[[i64; 3]]) -> Vec<Vec<Rational>> {
    list.iter().map(|wrench| wrench.map(Rational::from).to_vec()).collect()
}

fn report(name: &str, question: Question, options: &Options) -> Value {
    let report = answer(&example(name), &SceneName::unnamed(), question, options).unwrap();
    assert!(!report.to_string().is_empty());
    report.to_json()
}

fn disc(mode: &str) -> Options {
    Options {
        mode: Some(mode.to_owned()),
        wrenches: wrenches(&[[-1, 1, -10], [-1, -1, -5], [0, 0, 1]]),
        ..Options::default()
    }
}

#[test]
fn the_disc_of_the_source_rolls_under_these_wrenches() {
    let found = report("disc_on_fixels", Question::Cone, &disc("na"));
    assert_eq!(found["empty"], false);
    assert_eq!(found["rays"].as_array().unwrap().len(), 3);
    let told = |key: &str| {
        found["wrenches"].as_array().unwrap().iter().map(|one| one[key].clone()).collect::<Vec<_>>()
    };
    assert_eq!(told("consistent"), [json!(true), json!(false), json!(false)]);
    assert_eq!(told("where"), [json!("inside"), json!("boundary"), json!("outside")]);
    // Force and acceleration of the first: fixel 1 carries it without slipping, and the disc moves to the right.
    let one = &found["wrenches"][0];
    assert!(one["acceleration"][1].as_f64().unwrap() > 0.0 && one["acceleration"][2] == 0.0);
    assert_eq!(one["forces"]["1"][0], 10.0);
}

fn every_change_is_refused(name: &str, report: &Value) {
    assert!(verify(report).holds(), "{name}: {:?}", verify(report).failed);
    let mut paths = Vec::new();
    leaves(report, "", &mut paths);
    let free = ["/stiction", "/scene", "/reasons", "/rounded", "/warnings"];
    // Nothing rests on names, nor on a length where no distance is told.
    let words = ["/body", "/id", "/own_load", "/length"];
    let mut unnoticed = Vec::new();
    for path in paths.iter().filter(|path| !free.iter().any(|free| path.starts_with(free))) {
        let mut tampered = report.clone();
        let leaf = tampered.pointer_mut(path).unwrap();
        *leaf = changed(leaf);
        // Another problem may have the same proofs and the same set: a coefficient that the mode does not
        // use, an arc that ends farther on.
        let given = ["/problem/", "/exact/outline/"].iter().any(|part| path.starts_with(part));
        let same = given || words.iter().any(|word| path.ends_with(word));
        if verify(&tampered).holds() && !same {
            unnoticed.push(path.clone());
        }
    }
    assert!(paths.len() > 40 && unnoticed.is_empty(), "{name}: {unnoticed:#?}");
}

#[test]
fn no_number_of_a_report_on_a_mode_can_be_changed() {
    every_change_is_refused("na", &report("disc_on_fixels", Question::Cone, &disc("na")));
    let least = Options { least: Some(Rational::new(1, 2)), ..disc("na") };
    every_change_is_refused("least", &report("disc_on_fixels", Question::Cone, &least));
    let chosen = Options { not: vec!["nu".to_owned()], ..disc("la") };
    every_change_is_refused("not", &report("disc_on_fixels", Question::Cone, &chosen));
}

#[test]
fn no_number_of_a_report_on_stability_can_be_changed() {
    let options = Options { wrenches: wrenches(&[[0, 1, -10], [0, 9, -1]]), ..Options::default() };
    every_change_is_refused("three fixels", &report("three_fixels", Question::Stability, &options));
}

#[test]
fn no_number_of_a_report_on_insertion_can_be_changed() {
    for plan in [Plan::Complete, Plan::Conservative] {
        let judged = wrenches(&[[0, 1, -1], [0, -1, 1]]);
        let options = Options {
            insert: Insertion { plan, ..Insertion::default() },
            wrenches: judged,
            ..Options::default()
        };
        let found = report("disc_on_fixels", Question::Insert, &options);
        let seats: Vec<&Value> =
            found["wrenches"].as_array().unwrap().iter().map(|one| &one["seats"]).collect();
        assert_eq!(seats, [&json!(true), &json!(false)]);
        assert!(!found["push"].as_array().unwrap().is_empty());
        every_change_is_refused("disc", &found);
    }
}

/// With pyramids and with round cones; every change of a number is refused.
#[test]
fn six_locators_hold_what_is_pushed_into_their_corner() {
    let asked = |cone| Options {
        cone,
        wrenches: [[5, 2, 1, -10, -20, -60], [5, -100, 1, -10, -20, -60]]
            .map(|one| one.map(Rational::from).to_vec())
            .to_vec(),
        ..Options::default()
    };
    for cone in [ConeModel::Inner(4), ConeModel::Round] {
        let found = report("locators", Question::Insert, &asked(cone));
        assert_eq!(
            [&found["wrenches"][0]["seats"], &found["wrenches"][1]["seats"]],
            [&json!(true), &json!(false)],
            "{cone}"
        );
        assert!(verify(&found).holds(), "{:?}", verify(&found).failed);
        let mut forged = found.clone();
        forged["wrenches"][0]["proof"]["seats"]["impossible"].as_array_mut().unwrap().pop();
        assert!(!verify(&forged).holds(), "a step is not excluded");
        let mut forged = found;
        forged["exact"]["wrenches"][0][5] = json!("60");
        assert!(!verify(&forged).holds(), "another wrench");
    }
}

#[test]
fn the_block_must_stay_under_its_weight_and_may_move_under_a_push() {
    let found = report("three_fixels", Question::Stability, &Options::default());
    assert_eq!((&found["verdict"], &found["own_load"]), (&json!("yes"), &json!(true)));
    assert_eq!(found["wrenches"][0]["wrench"], json!([0.0, 0.0, -10.0]));
    assert!(found["disturbance"].as_f64().unwrap() > 0.0);
    assert!(!found["strong"].as_array().unwrap().is_empty());
    let pushed = Options { wrenches: wrenches(&[[0, 9, -1]]), ..Options::default() };
    let found = report("three_fixels", Question::Stability, &pushed);
    assert_eq!(
        (&found["wrenches"][0]["weak"], &found["wrenches"][0]["strong"]),
        (&json!(false), &json!(false))
    );
}

/// `--only`: what leads to rolling and to nothing else is less than what may lead to it; `--not` takes away one mode.
/// The wrenches that two modes share are those of both, and what `--not` takes of them is the rest.
#[test]
fn modes_are_met_and_taken_away() {
    let chosen = |and: &[&str], not: &[&str]| {
        let list = |modes: &[&str]| modes.iter().map(|mode| (*mode).to_owned()).collect();
        let options = Options {
            mode: Some("ra".to_owned()),
            and: list(and),
            not: list(not),
            wrenches: wrenches(&[[1, 1, -3], [0, 9, -3]]),
            ..Options::default()
        };
        let report = report("disc_on_fixels", Question::Cone, &options);
        assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
        let inside = report["chosen"]["wrenches"].clone();
        let consistent: Vec<Value> =
            report["wrenches"].as_array().unwrap().iter().map(|one| one["consistent"].clone()).collect();
        (inside, consistent)
    };
    let (met, consistent) = chosen(&["nu"], &[]);
    let (taken, _) = chosen(&[], &["nu"]);
    for at in 0..2 {
        // What the mode has is shared or taken away, and never both.
        let of = |value: &Value| value[at].as_bool().unwrap();
        assert_eq!(consistent[at].as_bool().unwrap(), of(&met) != of(&taken), "{at}");
    }
}

#[test]
fn only_leaves_what_leads_nowhere_else() {
    let of = |only: &[&str], not: &[&str]| {
        let texts = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let options = Options { only: texts(only), not: texts(not), ..disc("nu") };
        report("disc_on_fixels", Question::Cone, &options)["chosen"].clone()
    };
    // From rest one contact with equal coefficients has one outcome: rolling is rolling and nothing else.
    let only = of(&["nu"], &[]);
    assert_eq!(only["empty"], false);
    assert!(only["best"]["margin"].as_f64().unwrap() > 0.0);
    let all_taken_away = of(&[], &["nu"]);
    assert_eq!(all_taken_away["empty"], true);
}

fn codes(scene: &stiction::scene::AnyScene, question: Question, options: &Options) -> Vec<&'static str> {
    match answer(scene, &SceneName::unnamed(), question, options).unwrap_err() {
        AskError::Misfits(misfits) => misfits.iter().map(|misfit| misfit.code).collect(),
        refused => panic!("{refused}"),
    }
}

#[test]
fn all_faults_of_a_question_come_at_once() {
    let options = Options {
        mode: Some("nx".to_owned()),
        only: vec!["nnn".to_owned()],
        wrenches: vec![vec![Rational::one()]],
        ..Options::default()
    };
    let found = codes(&example("disc_on_fixels"), Question::Cone, &options);
    assert!(found.len() >= 3 && found.contains(&"length") && found.contains(&"mode"), "{found:?}");
    assert_eq!(codes(&example("disc_on_fixels"), Question::Cone, &Options::default()), ["missing"]);
}

#[test]
fn stability_of_moving_bodies_is_a_fault() {
    let text = r#"{"stiction": 1, "dimension": 2, "bodies": {"part": {"mass": 1, "inertia": 1, "com": [0, 0], "twist": [0, 1, 0]}},
        "contacts": [{"on": "part", "point": [0, -1], "normal": [0, 1], "vertex": "against"}]}"#;
    let scene = read_scene(text, Format::Json, "moving").unwrap().scene;
    assert_eq!(codes(&scene, Question::Stability, &Options::default()), ["moving"]);
}

fn tripod(friction: &str) -> stiction::scene::AnyScene {
    let foot = |x: i64, y: i64| {
        format!(
            r#"{{"on": "part", "point": [{x}, {y}, -1], "normal": [0, 0, 1], "tangents": [[1, 0, 0], [0, 1, 0]], "friction": "{friction}"}}"#
        )
    };
    let text = format!(
        r#"{{"stiction": 1, "dimension": 3, "gravity": [0, 0, -10], "bodies": {{"part": {{"mass": 1, "com": [0, 0, 0],
            "inertia": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}}}}, "contacts": [{}, {}, {}]}}"#,
        foot(-1, -1),
        foot(1, -1),
        foot(0, 1)
    );
    read_scene(&text, Format::Json, "tripod").unwrap().scene
}

/// A tripod of 10 N with μ = 1/2 on a floor: its weight alone must stay by theorem, a push of 2 N is refuted
/// sector by sector, 5 N towards (3, 4) is exactly what friction bears, and beyond it no forces balance.
#[test]
fn with_round_cones_what_is_claimed_is_proved_and_the_rest_left_open() {
    let six = |list: [i64; 6]| list.map(Rational::from).to_vec();
    // The push is at the height of the feet.
    let options = Options {
        wrenches: vec![
            six([0, 0, 0, 0, 0, -10]),
            six([0, -2, 0, 2, 0, -10]),
            six([4, -3, 0, 3, 4, -10]),
            six([0, -6, 0, 6, 0, -10]),
            six([0, 0, 0, 0, 0, 1]),
        ],
        ..Options::default()
    };
    let scene = tripod("1/2");
    let report = answer(&scene, &SceneName::unnamed(), Question::Stability, &options).unwrap().to_json();
    let words = |key: &str| -> Vec<Option<bool>> {
        report["wrenches"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one.get(key).and_then(Value::as_bool))
            .collect()
    };
    assert_eq!(words("weak"), [Some(true), Some(true), Some(true), Some(false), Some(false)]);
    assert_eq!(words("strong"), [Some(true), Some(true), None, Some(false), Some(false)]);
    assert!(report["wrenches"][1]["strong_proof"]["within"]["fans"].is_array());
    assert_eq!(report["verdict"], "no");
    assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
    // A fan that reaches less far, or turns out of the plane, bounds nothing.
    crate::leaves::all_refused(
        &report,
        &[
            ("/wrenches/1/strong_proof/within/fans/0/beyond", json!("1")),
            ("/wrenches/1/strong_proof/within/fans/0/around/0/2", json!("1/100")),
            ("/wrenches/1/strong_proof/within/fans/0/around/0/0", json!("3")),
            ("/wrenches/1/weak_proof/balanced/forces/0/2", json!("1/7")),
            ("/wrenches/3/weak_proof/excluded/normal/3", json!("1/7")),
        ],
    );
}

/// With round cones a mode that sticks, or slides in a direction that its signs leave, has proofs; others are
/// refused with a way out.
#[test]
fn a_mode_of_round_cones_is_judged_where_its_forces_are_known() {
    let six = |list: [i64; 6]| list.map(Rational::from).to_vec();
    let asked = |mode: &str, wrenches: &[[i64; 6]]| {
        let wrenches = wrenches.iter().map(|wrench| six(*wrench)).collect();
        let options = Options { mode: Some(mode.to_owned()), wrenches, ..Options::default() };
        answer(&tripod("1/2"), &SceneName::unnamed(), Question::Cone, &options)
    };
    let consistent = |mode: &str, wrenches: &[[i64; 6]]| -> Vec<Option<bool>> {
        let report = asked(mode, wrenches).unwrap().to_json();
        assert!(verify(&report).holds(), "{mode} {:?}", verify(&report).failed);
        assert!(report["rays"].is_null() && report["reasons"]["rays"].is_string());
        let shown = report["wrenches"].as_array().unwrap();
        shown.iter().map(|one| one.get("consistent").and_then(Value::as_bool)).collect()
    };
    let at_rest = consistent("00 00 00", &[[4, -3, 0, 3, 4, -10], [0, -6, 0, 6, 0, -10]]);
    assert_eq!(at_rest, [Some(true), Some(false)]);
    // Hard along +x it slides along +x, and not along −x.
    let slides = ["+0 +0 +0", "-0 -0 -0"].map(|mode| {
        let options = Options {
            mode: Some(mode.to_owned()),
            wrenches: vec![six([0, -9, 0, 9, 0, -10])],
            ..Options::default()
        };
        let report =
            answer(&tripod("1/2"), &SceneName::unnamed(), Question::Cone, &options).unwrap().to_json();
        assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
        report["wrenches"][0]["consistent"].clone()
    });
    assert_eq!(slides, [json!(true), json!(false)]);
    assert_eq!(consistent("s 00 s", &[[0, 0, 0, 0, 0, 0]]), [Some(false)]);
    let refused = asked("++ 00 s", &[]).unwrap_err().to_string();
    assert!(refused.contains("+0"), "{refused}");
}

/// In space a mode in signs is the union of the ways in which its sliding contacts rub against their pyramids.
#[test]
fn a_tripod_slides_along_a_tangent_against_one_edge_or_between_two() {
    let six = |list: [i64; 6]| list.map(Rational::from).to_vec();
    let options = Options {
        mode: Some("+0 +0 +0".to_owned()),
        cone: "inner:4".parse().unwrap(),
        // Hard along +x: it slides against the edges at −x.
        wrenches: vec![six([0, -1, 0, 9, 0, -10]), six([0, 0, 0, -9, 0, -10]), six([0, 0, 0, 0, 0, 1])],
        ..Options::default()
    };
    let report = answer(&tripod("1/2"), &SceneName::unnamed(), Question::Cone, &options).unwrap().to_json();
    let consistent: Vec<&Value> =
        report["wrenches"].as_array().unwrap().iter().map(|one| &one["consistent"]).collect();
    assert_eq!(consistent, [&json!(true), &json!(false), &json!(false)]);
    assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
}

#[test]
fn a_wrench_whose_motions_are_not_all_refuted_in_time_may_stay_and_the_next_one_is_judged() {
    // Twelve feet with pyramids: the cases of a push that friction holds are millions, which is seen after a second;
    // what lifts is seen at once.
    let quarter = [[5, 0], [4, 3], [3, 4]];
    let half = quarter.iter().copied().chain(quarter.map(|[x, y]| [-y, x]));
    let circle = half.clone().chain(half.map(|[x, y]| [-x, -y]));
    let foot =
        |[x, y]: [i64; 2]| json!({ "on": "table", "point": [x, y, 0], "normal": [0, 0, 1], "friction": 0.5 });
    let feet: Vec<Value> = circle.map(foot).collect();
    let table = json!({ "mass": 1, "inertia": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "com": [0, 0, 1] });
    let scene = json!({ "stiction": 1, "dimension": 3, "bodies": { "table": table }, "contacts": feet });
    let scene = read_scene(&scene.to_string(), Format::Json, "scene").unwrap().scene;
    let wrenches = [[0, 0, 0, 1, 0, -4], [0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, -4]];
    let options = Options {
        cone: ConeModel::Inner(4),
        wrenches: wrenches.map(|wrench| wrench.map(Rational::from).to_vec()).to_vec(),
        allowance: Allowance::unlimited().lasting(Duration::from_secs(6)),
        ..Options::default()
    };
    let found = answer(&scene, &SceneName::unnamed(), Question::Stability, &options).unwrap();
    let json = found.to_json();
    let told = |key: &str| -> Vec<Value> {
        json["wrenches"].as_array().unwrap().iter().map(|one| one[key].clone()).collect()
    };
    assert_eq!(told("weak"), [json!(true), json!(false), json!(true)], "{json}");
    // A machine that is quick enough refutes all motions of the first; one that is not says that it stopped.
    let strong = told("strong");
    assert_eq!(strong[1..], [json!(false), json!(true)], "{json}");
    assert_eq!(
        (strong[0] == json!(true), strong[0].is_null()),
        (json["stopped"].is_null(), json["stopped"].is_object())
    );
    assert_eq!(json["verdict"], "no");
    assert!(verify(&json).holds(), "{:?}", verify(&json).failed);
}
