//! A run in time is run again: it proves nothing, and what it tells must come out the same.

use super::{Case, NotedFailure, Notes, RemadeAnswer};
use crate::report::Answered;
use crate::simulate::{KEYS, SimulateAnswer, balances, simulated, warnings};
use serde_json::Value;
use stiction::ask::simulate::{Reason, Run, Stop};
use stiction::scene::AnyScene;
use stiction_verify::reading::FromJson;

/// How far numbers of two runs may be apart, of the larger or of one: sines of different machines differ in
/// their last digit, and an event passes such a difference on.
const SAME: f64 = 1e-8;

pub(crate) fn again(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<RemadeAnswer, NotedFailure> {
    let report = case.report;
    if let Some(AnyScene::Spatial(_)) = case.scene {
        let why = "the scene is in space, and this is asked in the plane".to_owned();
        notes.need("problem: of the scene", Err::<(), _>(why))?;
    }
    notes.claim("energy: balances within the residual", balances(report))?;
    let told = Vec::<String>::deserialize_from(&report["problem"]["bodies"]);
    let bodies = notes.need("problem.bodies", told)?;
    let (answer, rounded, remarks) = match case.plane() {
        Some(scene) => {
            // What was computed no further for want of time is made again as far as it is told.
            let unfinished = report["stopped"]["reason"].as_str() == Some(Reason::Time.word());
            let last = report["stopped"]["t"].as_f64().filter(|_| unfinished).unwrap_or(f64::INFINITY);
            let again = notes.need("frames", simulated(scene, &case.options, last).map_err(super::why))?;
            let remarks = warnings(scene, &again);
            let keys = crate::report::Presentation::keys(&again, &case.options);
            let same = KEYS.iter().try_for_each(|key| near(&report[*key], &keys[*key], key));
            notes.claim("frames, events, stopped: run again", same)?;
            (again, scene.rounded.clone(), Some(remarks))
        }
        None => {
            let stopped = Stop { time: 0.0, reason: Reason::Until, modes: Vec::new(), compliant: None };
            let (frames, events, branches) = (Vec::new(), Vec::new(), Vec::new());
            let run = Run { bodies, frames, events, stopped, residual: 0.0, branched: None, branches };
            let answer = SimulateAnswer::new(run, case.options.in_time.clone(), Vec::new());
            (answer, notes.need("rounded", case.rounded())?, None)
        }
    };
    let mut remade = RemadeAnswer::new(Answered::Simulate(Box::new(answer)), rounded, remarks);
    // What was compared up to roundings, or cannot be without the scene, stands as it is told.
    remade.kept = KEYS.to_vec();
    Ok(remade)
}

/// Whether two values are one up to roundings.
fn near(told: &Value, again: &Value, path: &str) -> Result<(), String> {
    let differs = || Err(format!("{path}: otherwise when it is run again"));
    match (told, again) {
        (Value::Number(told), Value::Number(again)) => {
            let (told, again) = (told.as_f64().unwrap_or(f64::NAN), again.as_f64().unwrap_or(f64::NAN));
            if (told - again).abs() <= SAME * told.abs().max(again.abs()).max(1.0) {
                Ok(())
            } else {
                differs()
            }
        }
        (Value::Array(told), Value::Array(again)) if told.len() == again.len() => told
            .iter()
            .zip(again)
            .enumerate()
            .try_for_each(|(at, (told, again))| near(told, again, &format!("{path}.{at}"))),
        (Value::Object(told), Value::Object(again)) if told.len() == again.len() => {
            again.iter().try_for_each(|(key, again)| {
                let told = told.get(key).unwrap_or(&Value::Null);
                near(told, again, &format!("{path}.{key}"))
            })
        }
        _ if told == again => Ok(()),
        _ => differs(),
    }
}
