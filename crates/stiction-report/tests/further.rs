//! Loads, tasks, changes and smallest sets: what reports say of them is re-checked, and refused where it was touched.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::leaves::{changed, leaves};
use serde_json::{Value, json};
use stiction::ask::closure::least_friction;
use stiction_files::{Format, Limits, read_scene, read_scene_file};
use stiction_proof::{PlanarContact, PlanarProblem, Rational, SpatialProblem};
use stiction_report::closure_extras::{further_planar, further_spatial};
use stiction_report::verify::verify;
use stiction_report::{AskError, Options, Question, SceneName, answer};

fn numbers(text: &str) -> Vec<Rational> {
    text.split(',').map(|part| part.parse().unwrap()).collect()
}

fn asked(name: &str, wrenches: &[&str]) -> Result<Value, AskError> {
    let file = format!("{}/../../examples/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let read = read_scene_file(file.as_ref(), &Limits::default()).unwrap();
    let wrenches = wrenches.iter().map(|text| numbers(text)).collect();
    let options = Options { wrenches, ..Options::default() };
    answer(&read.scene, &SceneName::unnamed(), Question::Closure, &options).map(|report| report.to_json())
}

/// Leaves that no claim rests on.  A motion, a bound on what resists it, and what the total counts of a normal's length
/// may be changed a little and still prove the same; dimensions are counted, not proved.
const FREE: &[&str] = &[
    "/twist/",
    "/twists/",
    "/internal/lower/at_least/weights/",
    "/resistance/",
    "/problem/",
    "/indeterminacy",
    "/rule",
    "/reasons/",
];

const MOST_LEAVES: usize = 150;

fn every_change_is_refused(name: &str, report: &Value, holds: impl Fn(&Value) -> bool) {
    assert!(holds(report), "{name}");
    let mut paths = Vec::new();
    for key in
        ["loads", "task", "changes", "sufficient", "guilty", "exact/loads", "exact/task", "exact/changes"]
    {
        let path = format!("/{key}");
        if let Some(part) = report.pointer(&path) {
            leaves(part, &path, &mut paths);
        }
    }
    assert!(paths.len() > 50, "{name}: only {} leaves", paths.len());
    // Of many leaves some: a whole report is made again for each.
    let step = paths.len().div_ceil(MOST_LEAVES);
    for path in paths.iter().step_by(step).filter(|path| !FREE.iter().any(|free| path.contains(free))) {
        let mut tampered = report.clone();
        let leaf = tampered.pointer_mut(path).unwrap();
        *leaf = changed(leaf);
        assert!(!holds(&tampered), "{name}: {path} was changed unnoticed");
    }
}

#[test]
fn loads_in_the_plane_are_verified_and_every_change_of_them_refused() {
    for (name, wrenches) in [
        ("gripper", vec!["0,0,-5", "1/10,1,0"]),
        ("gripper", vec!["0,0,-500"]),
        ("fixture", vec!["1,2,3", "-1/3,0,4"]),
        ("rest", vec!["0,1/7,-9.81"]),
        ("escape", vec!["0,0,-1"]),
        ("wheel", vec!["0.1,0,-1"]),
    ] {
        let report = asked(name, &wrenches).unwrap();
        assert_eq!(report["loads"].as_array().unwrap().len(), wrenches.len());
        assert!(report["warnings"].to_string().contains("gravity"), "{name}");
        every_change_is_refused(name, &report, |report| verify(report).holds());
    }
}

#[test]
fn every_null_has_a_reason() {
    fn nulls(value: &Value, path: &str, found: &mut Vec<String>) {
        let joined = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        match value {
            Value::Null => found.push(path.to_owned()),
            Value::Object(entries) => entries
                .iter()
                .filter(|(key, _)| !["exact", "scene", "problem", "warnings"].contains(&key.as_str()))
                .for_each(|(key, value)| nulls(value, &joined(key), found)),
            Value::Array(entries) => entries
                .iter()
                .enumerate()
                .for_each(|(index, value)| nulls(value, &joined(&index.to_string()), found)),
            _ => {}
        }
    }
    for (name, wrenches) in [
        ("fixture", vec!["1,2,3"]),
        ("escape", vec!["0,0,-1"]),
        ("gripper", vec!["0,0,-500"]),
        ("wheel", vec![]),
    ] {
        let report = asked(name, &wrenches).unwrap();
        let mut found = Vec::new();
        nulls(&report, "", &mut found);
        for path in found {
            let reason = report["reasons"][&path].as_str().unwrap_or_default();
            assert!(
                !reason.is_empty() && reason != "beyond the range of doubles",
                "{name}: {path}: {reason}"
            );
        }
    }
}

#[test]
fn a_wrench_of_the_wrong_length_is_a_fault_with_a_remedy() {
    let Err(AskError::Misfits(misfits)) = asked("gripper", &["1,2", "0,0,1", "1,2,3,4,5,6"]) else {
        panic!("it was taken")
    };
    assert_eq!(misfits.len(), 2);
    for misfit in misfits {
        assert_eq!((misfit.code, misfit.help.as_str()), ("length", "give m,fx,fy"));
    }
}

#[test]
fn a_rounded_load_on_the_boundary_is_left_open() {
    let whole = |x: i64| [Rational::from(x), Rational::zero()];
    let finger = |id: &str, x: i64| PlanarContact {
        most: Some(Rational::from(10)),
        ..PlanarContact::new(id, whole(x), whole(-x), Rational::new(1, 2))
    };
    let grip = PlanarProblem::new(whole(0), vec![finger("left", -1), finger("right", 1)]);
    let least = least_friction(&grip).unwrap();
    // At their limits the fingers just carry 10 N.
    for (weight, rounded, resists) in [
        ("0,0,-10", false, json!(true)),
        ("0,0,-10", true, json!(null)),
        ("0,0,-9", true, json!(true)),
        ("0,0,-11", true, json!(false)),
    ] {
        let further = further_planar(&grip, None, &least, &[numbers(weight)], rounded, true).unwrap();
        assert_eq!(further.to_json()["loads"][0]["resists"], resists, "{weight} {rounded}");
    }
}

/// Four fingers around a ball.
fn in_space(limit: Option<i64>, wrenches: &[&str]) -> Value {
    let limit = limit.map(|limit| format!("limit = {limit}\n")).unwrap_or_default();
    let finger = |id: &str, x: i64, y: i64| {
        let normal = format!("normal = [{}, {}, 0]", -x, -y);
        format!(
            "[[contacts]]\nid = \"{id}\"\non = \"ball\"\npoint = [{x}, {y}, 0]\n{normal}\nfriction = 0.6\n{limit}"
        )
    };
    let fingers = [finger("a", 4, 3), finger("b", -4, 3), finger("c", 0, -5), finger("d", 5, 0)].concat();
    let text = format!("stiction = 1\ndimension = 3\n[bodies.ball]\n{fingers}");
    let scene = read_scene(&text, Format::Toml, "ball.toml").unwrap().scene;
    let wrenches = wrenches.iter().map(|text| numbers(text)).collect();
    let options = Options { wrenches, ..Options::default() };
    answer(&scene, &SceneName::unnamed(), Question::Closure, &options).unwrap().to_json()
}

#[test]
fn loads_in_space_are_verified_and_every_change_of_them_refused() {
    for (limit, wrenches) in [
        (None, vec!["0,0,0,0,0,-3", "0,1/2,0,1,0,-3"]),
        (Some(1), vec!["0,0,1,0,0,-3"]),
        (Some(1), vec!["0,0,0,0,0,-300"]),
    ] {
        let report = in_space(limit, &wrenches);
        every_change_is_refused("space", &report, |report| verify(report).holds());
    }
}

#[test]
fn a_wrench_in_space_has_six_numbers() {
    let problem = SpatialProblem::new([0, 0, 0].map(Rational::from), vec![]);
    let least = least_friction(&problem).unwrap();
    let Err(AskError::Misfits(misfits)) = further_spatial(&problem, &least, &[numbers("1,2,3")], false)
    else {
        panic!("it was taken")
    };
    assert_eq!(misfits[0].help, "give mx,my,mz,fx,fy,fz");
}
