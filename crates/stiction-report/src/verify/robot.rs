//! Re-checks reports on robots: the checker bounds every number again, from the problem that the report embeds.

use super::{FromJson, Verification};
use crate::robot::{acceleration_word, reference_word};
use serde_json::{Value, json};
use stiction_proof::robot::{JointMotion, RobotBounds, RobotNumbers, RobotProblem};

/// A report of `robot`: its numbers are within the bounds it states, and its words are those of the problem.
pub(super) fn robot(prefix: &str, report: &Value, found: &mut Verification) {
    let problem = match RobotProblem::deserialize_from(&report["problem"]) {
        Ok(problem) => problem,
        Err(why) => return found.note(format!("{prefix}problem"), Err(why)),
    };
    found.note(format!("{prefix}error"), numbers(report, &problem));
    found.note(format!("{prefix}joints"), names(report, &problem));
    found.note(format!("{prefix}beyond"), beyond(report, &problem));
}

/// The checker's bounds are the report's.
fn numbers(report: &Value, problem: &RobotProblem) -> Result<(), String> {
    let numbers = RobotNumbers::deserialize_from(report)?;
    let RobotBounds { mass, h, jacobian, phi, bias, rank } = problem.bounds(&numbers)?;
    for (key, bound) in [("M", mass), ("h", h), ("J", jacobian), ("Phi", phi), ("b", bias)] {
        let told = report["error"][key].as_f64().ok_or_else(|| format!("error.{key} is missing"))?;
        if told != bound {
            return Err(format!(
                "{key} is within {bound:e} of what it should be, and the report says {told:e}"
            ));
        }
    }
    let told = &report["rank"];
    if *told == json!(rank) { Ok(()) } else { Err(format!("the rank that is proved is {rank}, not {told}")) }
}

/// Names and words say what the problem says.
fn names(report: &Value, problem: &RobotProblem) -> Result<(), String> {
    let moving = problem.joints.iter().filter(|joint| joint.motion != JointMotion::Fixed);
    let joints: Vec<&str> = moving.map(|joint| joint.name.as_str()).collect();
    let frame = problem.links.get(problem.frame);
    let expected = [
        ("joints", json!(joints)),
        ("velocities", json!(velocities(problem))),
        ("frame", json!(frame)),
        ("reference", json!(reference_word(problem.reference))),
        ("acceleration", json!(acceleration_word(problem.acceleration))),
    ];
    match expected.iter().find(|(key, value)| report[*key] != *value) {
        None => Ok(()),
        Some((key, value)) => Err(format!("{key} is not {value}")),
    }
}

fn velocities(problem: &RobotProblem) -> Vec<String> {
    let of_joint = |joint: &stiction_proof::robot::RobotJoint| match joint.motion {
        JointMotion::Fixed => Vec::new(),
        JointMotion::Floating => {
            ["wx", "wy", "wz", "vx", "vy", "vz"].map(|part| format!("{}.{part}", joint.name)).to_vec()
        }
        _ => vec![joint.name.clone()],
    };
    problem.joints.iter().flat_map(of_joint).collect()
}

/// What is said to be beyond a limit is a number of the problem, and beyond.
fn beyond(report: &Value, problem: &RobotProblem) -> Result<(), String> {
    let listed = report["beyond"].as_array().ok_or("beyond is missing")?;
    let names = velocities(problem);
    for (index, entry) in listed.iter().enumerate() {
        let joint = entry["joint"].as_str().unwrap_or_default();
        let number = match entry["what"].as_str() {
            Some("position") => position(problem, joint),
            Some("velocity") => {
                names.iter().position(|name| name == joint).and_then(|k| problem.v.get(k).copied())
            }
            Some("effort") => {
                names.iter().position(|name| name == joint).and_then(|k| problem.tau.get(k).copied())
            }
            _ => None,
        };
        let (value, limit) = (entry["value"].as_f64(), entry["limit"].as_f64());
        let exceeds = value.zip(limit).is_some_and(|(value, limit)| match entry["what"].as_str() {
            Some("position") => value != limit,
            _ => value.abs() > limit,
        });
        if number.is_none() || number != value || !exceeds {
            return Err(format!("beyond.{index} is not beyond a limit"));
        }
    }
    Ok(())
}

/// The position of a joint that turns or slides.
fn position(problem: &RobotProblem, name: &str) -> Option<f64> {
    let mut at = 0;
    for joint in &problem.joints {
        if joint.name == name && matches!(joint.motion, JointMotion::Turning | JointMotion::Sliding) {
            return problem.q.get(at).copied();
        }
        at += joint.motion.counts().0;
    }
    None
}
