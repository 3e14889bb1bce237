//! The report on a robot: its keys, its faults, and that changed numbers are refused.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::leaves::{changed, leaves, refused};
use serde_json::{Value, json};
use stiction_files::read_urdf;
use stiction_report::robot::{Reference, RobotAcceleration, RobotQuestion};
use stiction_report::verify::verify;
use stiction_report::{AskError, Report, SceneName, robot_report};

const ARM: &str = include_str!("../../../examples/arm.urdf");

/// A leaning arm in motion, whose every coordinate matters.
fn moving() -> RobotQuestion {
    RobotQuestion {
        gravity: [1.0, 2.0, -9.0],
        q: Some(vec![0.3, -0.8, 0.2, 1.4, 0.5, 0.6, 0.1]),
        v: Some(vec![0.5, -0.4, 0.3, 0.2, -0.7, 0.9, -0.2]),
        tau: Some(vec![3.0, -20.0, 2.0, 9.0, 0.5, 1.0, -0.2]),
        ..RobotQuestion::default()
    }
}

fn asked(text: &str, question: &RobotQuestion) -> Result<Report, AskError> {
    let read = read_urdf(text).unwrap_or_else(|faults| panic!("{faults}"));
    robot_report(read.model, question, SceneName::unnamed())
}

fn report(question: &RobotQuestion) -> Value {
    asked(ARM, question).unwrap().to_json()
}

fn codes(text: &str, question: &RobotQuestion) -> Vec<(&'static str, String)> {
    match asked(text, question) {
        Err(AskError::Misfits(misfits)) => {
            misfits.iter().map(|misfit| (misfit.code, misfit.path.join("."))).collect()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_robot_has_the_keys_of_the_manual() {
    let report = report(&moving());
    assert_eq!(report["question"], "robot");
    assert_eq!(report["joints"], json!(["a1", "a2", "a3", "a4", "a5", "a6", "a7"]));
    for (key, rows) in [("M", 7), ("h", 7), ("Phi", 6), ("b", 6), ("J", 6)] {
        assert_eq!(report[key].as_array().map(Vec::len), Some(rows), "{key}");
        assert!(report["error"][key].as_f64().unwrap() < 1e-7, "{key}: {}", report["error"]);
    }
    assert_eq!(report["rank"], 6);
    assert_eq!(report["frame"], "tool");
    assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
}

#[test]
fn a_report_holds_for_every_reference_and_both_accelerations() {
    for reference in [Reference::Local, Reference::Aligned, Reference::World] {
        for acceleration in [RobotAcceleration::Spatial, RobotAcceleration::Classical] {
            let report = report(&RobotQuestion { reference, acceleration, ..moving() });
            assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
        }
    }
}

#[test]
fn every_number_of_a_report_that_is_changed_is_refused() {
    let report = report(&moving());
    let mut found = Vec::new();
    leaves(&report, "", &mut found);
    // Names of links other than the frame's and of fixed joints are labels; notes on rounding and the file
    // claim nothing. An axis, and the quaternion of no turn, mean the same at any length.
    let claimed = |path: &&String| {
        let label = ["/stiction", "/scene/", "/rounded/", "/warnings", "/reasons", "/exact"];
        let scale = ["/axis/2", "/quaternion_wxyz/0", "/problem/joints/7/name"];
        !label.iter().any(|start| path.starts_with(start))
            && !scale.iter().any(|end| path.ends_with(end))
            && (!path.starts_with("/problem/links/") || path.as_str() == "/problem/links/8")
    };
    let mut tried = 0;
    for path in found.iter().filter(claimed) {
        refused(&report, path, changed(report.pointer(path).unwrap()));
        tried += 1;
    }
    assert!(tried > 300, "{tried}");
}

#[test]
fn faults_of_the_question_are_told_at_once_with_the_nearest_name() {
    let short = RobotQuestion { q: Some(vec![0.0; 3]), tau: Some(vec![0.0; 8]), ..RobotQuestion::default() };
    assert_eq!(codes(ARM, &short), [("length", "--q".to_owned()), ("length", "--tau".to_owned())]);
    let typed = RobotQuestion { frame: Some("tol".to_owned()), ..RobotQuestion::default() };
    assert_eq!(codes(ARM, &typed), [("unknown-frame", "--frame".to_owned())]);
    match asked(ARM, &typed) {
        Err(AskError::Misfits(misfits)) => {
            assert!(misfits[0].help.contains("did you mean `tool`"), "{misfits:?}")
        }
        other => panic!("{other:?}"),
    }
    let branched = ARM.replace("</robot>", "<link name=\"camera\"/><joint name=\"c\" type=\"fixed\"><parent link=\"hand\"/><child link=\"camera\"/></joint></robot>");
    assert_eq!(codes(&branched, &RobotQuestion::default()), [("unknown-frame", "--frame".to_owned())]);
    let snake: String = (0..400).map(|k| {
        format!("<link name=\"l{}\"/><joint name=\"j{k}\" type=\"continuous\"><parent link=\"l{k}\"/><child link=\"l{}\"/></joint>", k + 1, k + 1)
    }).collect();
    let snake = format!("<robot name=\"snake\"><link name=\"l0\"/>{snake}</robot>");
    assert_eq!(codes(&snake, &RobotQuestion::default()), [("too-large", "robot".to_owned())]);
    let infinite = RobotQuestion { q: Some(vec![f64::INFINITY; 7]), ..RobotQuestion::default() };
    assert_eq!(codes(ARM, &infinite), [("not-finite", "--q".to_owned())]);
}

#[test]
fn numbers_beyond_the_limits_of_a_joint_are_told() {
    let mut far = moving();
    far.q = Some(vec![3.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    far.v = Some(vec![0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -9.0]);
    far.tau = Some(vec![0.0, 0.0, 0.0, 0.0, 0.0, 50.0, 0.0]);
    let report = report(&far);
    let told: Vec<(&str, &str)> = report["beyond"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["joint"].as_str().unwrap(), it["what"].as_str().unwrap()))
        .collect();
    assert_eq!(told, [("a1", "position"), ("a6", "effort"), ("a7", "velocity")]);
    assert_eq!(report["warnings"].as_array().map(Vec::len), Some(3));
    assert!(verify(&report).holds());
}

#[test]
fn the_text_says_what_matters_first() {
    let text = asked(ARM, &moving()).unwrap().to_string();
    assert!(text.starts_with("arm at tool: Phi has rank 6"), "{text}");
    for word in ["joints", "M ", "h ", "Phi", "error"] {
        assert!(text.contains(word), "{word} in {text}");
    }
}

#[test]
fn a_robot_on_a_floating_base_is_told_with_six_velocities_more() {
    let text = ARM.replace(
        "<link name=\"base\"/>",
        "<link name=\"world\"/><link name=\"base\"><inertial><mass value=\"9\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial></link>\
         <joint name=\"free\" type=\"floating\"><parent link=\"world\"/><child link=\"base\"/></joint>",
    );
    let report = asked(&text, &RobotQuestion::default()).unwrap().to_json();
    assert_eq!(report["velocities"].as_array().map(Vec::len), Some(13));
    assert_eq!(report["velocities"][0], "free.wx");
    assert_eq!(report["problem"]["q"][3], 1.0);
    assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
}

#[test]
fn what_moves_no_mass_has_a_jacobian_and_a_reason_for_what_is_missing() {
    let text = ARM.replace(
        "</robot>",
        "<link name=\"tip\"/><joint name=\"idle\" type=\"continuous\"><parent link=\"tool\"/><child link=\"tip\"/></joint></robot>",
    );
    let report = asked(&text, &RobotQuestion::default()).unwrap().to_json();
    for key in ["Phi", "b", "rank"] {
        assert!(report[key].is_null(), "{key}");
        assert!(report["reasons"][key].as_str().unwrap().contains("`idle`"), "{}", report["reasons"]);
    }
    assert_eq!(report["M"][7], json!(vec![0.0; 8]));
    assert_eq!(report["J"][0].as_array().map(Vec::len), Some(8));
    assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
    // Numbers that exist cannot be left out.
    let mut silent = self::report(&moving());
    for key in ["Phi", "b", "rank"] {
        silent[key] = Value::Null;
        silent["error"][key] = Value::Null;
        silent["reasons"][key] = json!("no torque fits");
    }
    assert!(!verify(&silent).holds());
}

#[test]
fn a_joint_that_follows_another_leaves_its_coordinate_and_its_row() {
    let text = ARM.replacen(
        "<joint name=\"a7\" type=\"revolute\">",
        "<joint name=\"a7\" type=\"revolute\"><mimic joint=\"a6\" multiplier=\"0.5\" offset=\"0.1\"/>",
        1,
    );
    assert_ne!(text, ARM);
    let v = vec![0.5, -0.4, 0.3, 0.2, -0.7, 0.9];
    let asked_of = RobotQuestion {
        q: Some(vec![0.3, -0.8, 0.2, 1.4, 0.5, 0.6]),
        v: Some(v.clone()),
        tau: Some(vec![0.0; 6]),
        ..moving()
    };
    let coupled = asked(&text, &asked_of).unwrap().to_json();
    assert_eq!(coupled["joints"].as_array().map(Vec::len), Some(6));
    let whole = RobotQuestion {
        q: Some(vec![0.3, -0.8, 0.2, 1.4, 0.5, 0.6, 0.5 * 0.6 + 0.1]),
        v: Some([&v[..], &[0.45]].concat()),
        tau: Some(vec![0.0; 7]),
        ..moving()
    };
    let whole = report(&whole);
    let number = |value: &Value| value.as_f64().unwrap();
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-10, "{a} {b}");
    let (m, h) = (&whole["M"], &whole["h"]);
    near(number(&coupled["M"][5][5]), number(&m[5][5]) + number(&m[5][6]) + 0.25 * number(&m[6][6]));
    near(number(&coupled["M"][0][5]), number(&m[0][5]) + 0.5 * number(&m[0][6]));
    near(number(&coupled["h"][5]), number(&h[5]) + 0.5 * number(&h[6]));
    near(number(&coupled["J"][2][5]), number(&whole["J"][2][5]) + 0.5 * number(&whole["J"][2][6]));
    assert!(verify(&coupled).holds(), "{:?}", verify(&coupled).failed);
    let mut other = coupled.clone();
    other["problem"]["couplings"][0]["multiplier"] = json!(0.5000001);
    assert!(!verify(&other).holds());
}
