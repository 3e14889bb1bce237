//! A report on a robot is made again: the checker bounds every number, from the problem that the report embeds.

use super::reading::FromJson;
use super::{Case, NotedFailure, Notes, RemadeAnswer, Subject};
use crate::report::Answered;
use crate::robot::{RobotAnswer, RobotQuestion, beyond_words, rounded};
use serde_json::{Value, json};
use stiction::ask::robot::{Beyond, RobotDynamics, dynamics};
use stiction::robot::{Model, Reference};
use stiction_proof::robot::{RobotNumbers, RobotProblem, RobotReference};

pub(crate) fn again(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<RemadeAnswer, NotedFailure> {
    let report = case.report;
    let problem = notes.need("problem", RobotProblem::deserialize_from(&report["problem"]))?;
    if let Some(Subject::Robot(model)) = case.subject {
        return of_model(case, &problem, model, notes);
    }
    let bounds =
        RobotNumbers::deserialize_from(report).and_then(|numbers| Ok((problem.bounds(&numbers)?, numbers)));
    let (bounds, numbers) = notes.claim("error", bounds)?;
    let beyond = notes.claim("beyond", beyond(report, &problem))?;
    let frame = problem.links.get(problem.frame).cloned();
    let dynamics = RobotDynamics {
        frame: notes.need("frame", frame.ok_or_else(|| "there is no such link".to_owned()))?,
        joints: problem.moving_joints(),
        velocities: problem.velocity_names(),
        numbers,
        bounds,
        links: Vec::new(),
        twist: Default::default(),
        beyond,
        problem,
    };
    let model = Model::default();
    let rounded = notes.need("rounded", case.rounded())?;
    let answer = RobotAnswer { name: String::new(), dynamics, link: 0, model };
    Ok(RemadeAnswer::new(Answered::Robot(Box::new(answer)), rounded, None))
}

/// The dynamics of the robot of the file, in the state and about the frame that the report is about.
fn of_model(
    case: &Case<'_>,
    told: &RobotProblem,
    model: &Model,
    notes: &mut Notes<'_>,
) -> Result<RemadeAnswer, NotedFailure> {
    let question = RobotQuestion {
        frame: told.links.get(told.frame).cloned(),
        gravity: told.gravity,
        q: Some(told.q.clone()),
        v: Some(told.v.clone()),
        tau: Some(told.tau.clone()),
        reference: match told.reference {
            RobotReference::Local => Reference::Local,
            RobotReference::Aligned => Reference::Aligned,
            RobotReference::World => Reference::World,
        },
        acceleration: told.acceleration,
    };
    let found = dynamics(model, &question).map_err(super::why);
    let found = notes.need("problem: of the scene", found)?;
    notes.of_scene("problem", &case.report["problem"], &json!(found.problem));
    notes.note("error", Ok(()));
    let warnings = found.beyond.iter().map(beyond_words).collect();
    let link = model.links.iter().position(|link| link.name == found.frame).unwrap_or_default();
    let answer = RobotAnswer { name: model.name.clone(), dynamics: found, link, model: model.clone() };
    Ok(RemadeAnswer::new(Answered::Robot(Box::new(answer)), rounded(model), Some(warnings)))
}

/// What is said to be beyond a limit is a number of the problem, and beyond.
fn beyond(report: &Value, problem: &RobotProblem) -> Result<Vec<Beyond>, String> {
    let listed = report["beyond"].as_array().ok_or("beyond is missing")?;
    let names = problem.velocity_names();
    let entry = |(index, entry): (usize, &Value)| {
        let joint = String::deserialize_from(&entry["joint"])?;
        let place = || names.iter().position(|name| *name == joint);
        let (what, number) = match entry["what"].as_str() {
            Some("position") => ("position", problem.position(&joint)),
            Some("velocity") => ("velocity", place().and_then(|k| problem.v.get(k).copied())),
            Some("effort") => ("effort", place().and_then(|k| problem.tau.get(k).copied())),
            _ => ("", None),
        };
        let (value, limit) = (entry["value"].as_f64(), entry["limit"].as_f64());
        let exceeds = value.zip(limit).is_some_and(|(value, limit)| match what {
            "position" => value != limit,
            _ => value.abs() > limit,
        });
        match (number, value, limit) {
            (Some(number), Some(value), Some(limit)) if number == value && exceeds => {
                Ok(Beyond { joint, what, value, limit })
            }
            _ => Err(format!("beyond.{index} is not beyond a limit")),
        }
    };
    listed.iter().enumerate().map(entry).collect()
}
