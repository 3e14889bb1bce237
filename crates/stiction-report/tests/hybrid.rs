//! The report on a robot's contact: its keys, its faults, and that changed numbers are refused.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::asked::{held, of_text};
use crate::leaves::{changed, leaves, refused};
use serde_json::{Value, json};
use stiction_files::{Folder, Format, Import, Sources, read_scene, read_scene_with};
use stiction_report::verify::verify;
use stiction_report::{AskError, Options, Question, SceneName, answer};

/// A robot of the plane whose tip slides along x on a cart of its own.
const PLANE: &str = r#"
stiction = 1
dimension = 2
[hybrid]
phi_robot = [[2, 0, 1], [0, 1, 0], [1, 0, 3]]
bias_robot = [0, 1, -1]
phi_environment = [[0, 0, 0], [0, 1, 0], [0, 0, "1/2"]]
bias_environment = [0, 0, -1]
freedom = [[1, 0], [0, 1], [0, 0]]
um = [1, 2]
uf = [5]
"#;

/// The same with a robot that cannot turn, on a cart that weighs nothing.
fn singular() -> String {
    PLANE
        .replace("[[2, 0, 1], [0, 1, 0], [1, 0, 3]]", "[[0, 0, 0], [0, 1, 0], [0, 0, 3]]")
        .replace("[[0, 0, 0], [0, 1, 0], [0, 0, \"1/2\"]]", "[[0, 0, 0], [0, 0, 0], [0, 0, 0]]")
        .replace("bias_environment = [0, 0, -1]", "bias_environment = [0, 0, 0]")
        .replace("um = [1, 2]", "um = [2]")
}

/// A tool that is a body of its own, on a plate that floats.
const BODIES: &str = r#"
stiction = 1
dimension = 3
gravity = [0, 0, -10]
[bodies.tool]
mass = 2
com = [0, 0, 0.1]
inertia = [[0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]]
[bodies.plate]
mass = 5
com = [0, 0, -0.5]
inertia = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
wrench = [0, 0, 0, 0, 0, 50]
[[contacts]]
id = "tip"
on = "tool"
against = "plate"
point = [0, 0, 0]
normal = [0, 0, 1]
[hybrid]
robot = "tool"
um = [0, 0, 0, 1, 0]
uf = [30]
wrist = { stiffness = [100, 100, 100, 5000, 5000, 5000] }
"#;

fn hybrid(text: &str) -> Value {
    held(text, Question::Hybrid)
}

fn codes(text: &str) -> Vec<(&'static str, String)> {
    match of_text(text, Question::Hybrid, &Options::default()) {
        Err(AskError::Misfits(misfits)) => {
            misfits.iter().map(|misfit| (misfit.code, misfit.path.join("."))).collect()
        }
        other => panic!("{other:?}"),
    }
}

const KEYS: &[&str] = &[
    "S1",
    "S2",
    "T1",
    "T2",
    "Phi11",
    "Phi22",
    "a1",
    "a2",
    "f2",
    "command",
    "contact_force",
    "robot_acceleration",
    "environment_acceleration",
    "force_variable",
];

#[test]
fn hybrid_has_the_keys_of_the_manual() {
    for text in [PLANE, &singular(), BODIES] {
        let report = hybrid(text);
        for key in KEYS.iter().chain(&["problem", "reasons", "exact", "rank", "task", "verdict", "refused"]) {
            assert!(report.get(*key).is_some(), "{key}");
        }
        assert_eq!(report["question"], "hybrid");
        nulls(&report, &report, "");
    }
}

/// Every null outside of the mirror has a reason.
fn nulls(report: &Value, value: &Value, path: &str) {
    match value {
        Value::Null => assert!(report["reasons"][path].is_string(), "{path} is null without a reason"),
        Value::Object(entries) => {
            for (key, value) in entries.iter().filter(|(key, _)| !["exact", "scene"].contains(&key.as_str()))
            {
                nulls(report, value, &if path.is_empty() { key.clone() } else { format!("{path}.{key}") });
            }
        }
        _ => {}
    }
}

/// By hand: Φ22 = 3, S2 = (1/3, 0, 1); the cart yields by 1/2.
#[test]
fn a_contact_of_the_plane_is_resolved_as_by_hand() {
    let report = hybrid(PLANE);
    assert_eq!(report["exact"]["Phi22"], json!([["3"]]));
    assert_eq!(report["exact"]["S2"], json!([["1/3"], ["0"], ["1"]]));
    assert_eq!(report["a1"], json!([1.0, 2.0]));
    assert_eq!(report["force_variable"], json!([5.0]));
    // Φ22 f2ʳ + b2 = 15, so (3 + 1/2) f2 = 15 + 1.
    assert_eq!(report["exact"]["f2"], json!(["32/7"]));
}

#[test]
fn a_singular_robot_is_refused_with_its_rank_and_solved_in_its_range() {
    let report = hybrid(&singular());
    assert_eq!(
        (&report["rank"], &report["refused"]["rank"], &report["refused"]["of"]),
        (&json!(2), &json!(2), &json!(3))
    );
    assert_eq!(report["a1"], json!([2.0]));
    assert_eq!(report["force_variable"], json!([5.0]));
    assert_eq!(report["T0"], json!([[1.0], [0.0], [0.0]]));
    assert!(report["warnings"][0]["message"].as_str().unwrap().contains("rank 2 of 3"));
    assert_eq!(report["operational"], Value::Null);
}

#[test]
fn bodies_that_accelerate_apart_are_a_proved_no() {
    let text = singular()
        .replace("freedom = [[1, 0], [0, 1], [0, 0]]", "freedom = [[0, 0], [1, 0], [0, 1]]")
        .replace("bias_environment = [0, 0, 0]", "bias_environment = [1, 0, 0]")
        .replace("um = [2]\nuf = [5]", "um = [1, 2]");
    let report = hybrid(&text);
    assert_eq!(report["verdict"], "no");
    assert_eq!(report["contradiction"], json!([1.0, 0.0, 0.0]));
    assert_eq!(report["contact_force"], Value::Null);
}

#[test]
fn the_operational_form_is_the_inverse_of_phi() {
    let report = hybrid(PLANE);
    let inertia = &report["operational"]["Lambda"];
    let entry = |row: usize, column: usize| inertia[row][column].as_f64().unwrap();
    let phi = [[2.0, 0.0, 1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 3.0]];
    for (row, phi) in phi.iter().enumerate() {
        for column in 0..3 {
            let product: f64 = (0..3).map(|k| phi[k] * entry(k, column)).sum();
            assert!((product - f64::from(u8::from(row == column))).abs() < 1e-12);
        }
    }
}

#[test]
fn natural_and_artificial_constraints_are_named() {
    let report = hybrid(BODIES);
    let names = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
    };
    let natural = names(&report["task"]["natural"]);
    assert_eq!(natural[0], "no motion against the normal force at \"tip\"");
    assert_eq!(natural.len(), 6);
    assert!(natural.contains(&"no force along [0, 1, 0]".to_owned()), "{natural:?}");
    let artificial = names(&report["task"]["artificial"]);
    assert_eq!(artificial[3], "sliding along [0, 1, 0]");
    assert_eq!(artificial[5], "normal force at \"tip\"");
    assert_eq!(report["task"]["artificial"][5]["value"], 30.0);
    assert_eq!(report["exact"]["deflection"][5].as_str().map(str::is_empty), Some(false));
}

#[test]
fn a_contact_that_would_pull_is_told() {
    let report = hybrid(&BODIES.replace("uf = [30]", "uf = [-30]"));
    assert!(
        report["warnings"][0]["message"].as_str().unwrap().contains("pull at \"tip\""),
        "{}",
        report["warnings"]
    );
}

#[test]
fn check_asks_hybrid_of_a_robots_contact() {
    for text in [PLANE, BODIES] {
        let report = of_text(text, Question::Check, &Options::default()).unwrap();
        let questions: Vec<&Value> =
            report["answers"].as_array().unwrap().iter().map(|answer| &answer["question"]).collect();
        assert_eq!(questions, ["hybrid"]);
    }
}

#[test]
fn a_rounded_force_basis_is_mended_and_a_wrong_one_refused() {
    let with = |basis: &str| PLANE.replace("um =", &format!("force_basis = {basis}\num ="));
    let report = hybrid(&with("[[0.0000000000000001], [0], [1]]"));
    assert_eq!(report["rounded"][0]["path"], "hybrid.force_basis");
    assert_eq!(report["a1"], json!([1.0, 2.0]));
    let path = || "hybrid.force_basis".to_owned();
    assert_eq!(codes(&with("[[0.001], [0], [1]]")), [("force-basis", path())]);
    assert_eq!(codes(&with("[[0, 0], [0, 0], [1, 2]]")), [("force-basis", path())]);
}

#[test]
fn matrices_that_do_negative_work_are_refused() {
    let indefinite = PLANE
        .replace("[[2, 0, 1], [0, 1, 0], [1, 0, 3]]", "[[2, 0, 3], [0, 1, 0], [3, 0, 3]]")
        .replace("[[0, 0, 0], [0, 1, 0], [0, 0, \"1/2\"]]", "[[0, 0, 0], [0, -1, 0], [0, 0, 1]]")
        .replace("[[1, 0], [0, 1], [0, 0]]", "[[1, 2], [0, 0], [0, 0]]");
    let all: Vec<String> = codes(&indefinite).into_iter().map(|(_, path)| path).collect();
    assert_eq!(all, ["hybrid.phi_robot", "hybrid.phi_environment", "hybrid.freedom"]);
    let nearly = PLANE.replace("[[0, 0, 0], [0, 1, 0]", "[[1, 1.0000000001, 0], [1.0000000001, 1, 0]");
    hybrid(&nearly);
    assert_eq!(codes(&PLANE.replace("um = [1, 2]", "um = [1]")), [("command", "hybrid.um".to_owned())]);
    assert_eq!(
        codes(
            &PLANE
                .replace("um = [1, 2]", "rank = 3\num = [1, 2]\n")
                .replace("[0, 1, 0], [1, 0, 3]]\nb", "[0, 0, 0], [1, 0, 3]]\nb")
        )[0]
        .0,
        "rank"
    );
}

#[test]
fn every_changed_leaf_of_a_report_is_refused() {
    for text in [PLANE, &singular(), BODIES] {
        let report = hybrid(text);
        let mut all = Vec::new();
        leaves(&report, "", &mut all);
        // What says nothing about the contact; a wrist that is not being deflected has no use for its damping.
        let free = [
            "/stiction",
            "/scene",
            "/reasons",
            "/rounded",
            "/warnings",
            "/question",
            "/body",
            "/problem/wrist/",
        ];
        let idle = |path: &str| path == "/environment" || free.iter().any(|free| path.starts_with(free));
        let told = all.iter().filter(|path| !idle(path) || path.starts_with("/problem/wrist/stiffness/5/5"));
        let mut count = 0;
        for path in told {
            refused(&report, path, changed(report.pointer(path).unwrap()));
            count += 1;
        }
        assert!(count > 60, "{count}");
    }
}

#[test]
fn the_text_says_what_is_commanded_and_what_is_decided() {
    let read = read_scene(BODIES, Format::Toml, "scene.toml").unwrap();
    let report = answer(&read.scene, &SceneName::unnamed(), Question::Hybrid, &Options::default()).unwrap();
    let text = report.to_string();
    for words in
        ["motion and force apart: yes", "whatever it touches", "natural", "artificial", "the arm leads by"]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
}

/// The example of the wiping arm, a short while of it.
fn wiped(options: &Options) -> Value {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let text = std::fs::read_to_string(folder.join("wiping.toml"))
        .unwrap()
        .replace("duration = 10", "duration = 0.2");
    let files = Folder::new(folder, 1 << 20);
    let sources = Sources { files: &files, import: &Import::default() };
    let read = read_scene_with(&text, Format::Toml, "wiping.toml", &sources).unwrap();
    answer(&read.scene, &SceneName::unnamed(), Question::Hybrid, options).unwrap().to_json()
}

#[test]
fn a_run_is_told_and_its_instants_agree() {
    let report = wiped(&Options { simulate: true, ..Options::default() });
    let found = verify(&report);
    assert!(found.holds(), "{:?}", found.failed);
    assert!(found.unchecked.iter().any(|path| path.starts_with("simulation")));
    assert!(report["computed"].as_array().unwrap().contains(&json!("simulation")));
    for controller in ["decoupled", "operational"] {
        let run = &report["simulation"][controller];
        for path in [
            "path_error/rms",
            "force_error/max",
            "crosstalk/force_to_motion/rms",
            "instantaneous/motion_to_force",
            "drift",
        ] {
            assert!(run.pointer(&format!("/{path}")).is_some_and(Value::is_number), "{path}");
        }
        assert_eq!(run["series"]["time"].as_array().unwrap().len(), 200);
    }
    assert!(report["simulation"]["decoupled"]["residuals"]["a1"].as_f64().unwrap() < 1e-9);
    assert!(report["simulation"]["decoupled"]["residuals"]["force_variable"].as_f64().unwrap() < 1e-8);
    for (path, value) in [
        ("/simulation/decoupled/series/force/3", json!(1e9)),
        ("/simulation/operational/series/time/3", json!(0.0)),
        ("/simulation/operational/path_error/max", json!(1e-9)),
        ("/simulation/decoupled/series/path_error/3", json!(0.5)),
        ("/simulation/decoupled/without_contact", json!(1e3)),
        ("/simulation/duration", json!(0.001)),
    ] {
        let mut mutant = report.clone();
        *mutant.pointer_mut(path).unwrap() = value;
        assert!(!verify(&mutant).holds(), "{path}");
    }
}

#[test]
fn torques_that_bring_the_command_about_are_within_the_limits() {
    let report = wiped(&Options::default());
    assert!(verify(&report).holds());
    assert_eq!(report["torques"]["chosen"].as_array().unwrap().len(), 7);
    assert_eq!(report["torques"]["within"], true);
    assert!(report["torques"]["residual"].as_f64().unwrap() < 1e-8);
    for path in ["/torques/needed/2", "/torques/chosen/2", "/torques/residual", "/problem/joints/limits/1"] {
        let mut mutant = report.clone();
        *mutant.pointer_mut(path).unwrap() = json!(0.125);
        assert!(!verify(&mutant).holds(), "{path}");
    }
}

#[test]
fn joints_beyond_their_limits_are_told() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let text = std::fs::read_to_string(folder.join("wiping.toml")).unwrap();
    let files = Folder::new(folder, 1 << 20);
    let sources = Sources { files: &files, import: &Import::default() };
    let read = read_scene_with(&text, Format::Toml, "wiping.toml", &sources).unwrap();
    let mut scene = read.scene;
    let stiction::scene::AnyScene::Spatial(spatial) = &mut scene else { panic!("the scene is in space") };
    spatial.robot.as_mut().unwrap().model.joints[1].limits.upper = -100.0;
    let report =
        answer(&scene, &SceneName::unnamed(), Question::Hybrid, &Options::default()).unwrap().to_json();
    let told = report["warnings"].as_array().unwrap();
    assert!(told.iter().any(|one| one["message"].as_str().unwrap().contains("beyond its limit")), "{told:?}");
}
