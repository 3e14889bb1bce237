//! Slow manipulation in a report, made again: every listed mode by its motion and by its forces or the
//! virtual motion that refutes them, all others by impossible modes, a run in time by its phases.

use super::modes::{again_listed, excluded, mode};
use super::{Case, NotedFailure, Notes, RemadeAnswer};
use crate::report::Answered;
use crate::slow::map::read_map;
use crate::slow::{SlowAnswer, warnings};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use stiction::ask::modes::Mode;
use stiction::ask::slow::{BalancedMode, Manipulation, StickInTime, meant, slow_problem, stick_scene};
use stiction::scene::AnyScene;
use stiction_proof::Rational;
use stiction_proof::slow::{MeterStick, SlowProblem, SlowProof, StickEnd, StickPhase, StickRun};
use stiction_verify::modes::Modes;
use stiction_verify::reading::FromJson;

pub(crate) fn again(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<RemadeAnswer, NotedFailure> {
    let report = case.report;
    if let Some(AnyScene::Spatial(_)) = case.scene {
        let why = "the scene is in space, and this is asked in the plane".to_owned();
        notes.need("problem: of the scene", Err::<(), _>(why))?;
    }
    let (problem, stick, rounded) = match case.plane() {
        Some(scene) => {
            let lowered = meant(scene).and_then(|moving| slow_problem(&moving)).map_err(super::why);
            let problem = notes.need("problem: of the scene", lowered)?;
            let mut shown = json!(problem);
            if let Some(stick) = &scene.meter_stick {
                shown["meter_stick"] = json!(stick);
            }
            notes.of_scene("problem", &report["problem"], &shown);
            (problem, scene.meter_stick.clone(), scene.rounded.clone())
        }
        None => {
            let (problem, stick) = notes.need("problem", told(&report["problem"]))?;
            (problem, stick, notes.need("rounded", case.rounded())?)
        }
    };
    let modes = Modes { report, problem: &problem.modes, contacts_only: false };
    let proved = notes.claim("modes", modes.listed())?;
    let listed: Vec<Mode> = proved.iter().map(mode).collect();
    let excluded = notes.need("excluded", excluded(&modes, &proved, &listed))?;
    match (&excluded, case.plane()) {
        (Some(_), _) => notes.note("excluded: there are no other modes", Ok(())),
        (None, Some(scene)) => {
            let moving = notes.need("count", meant(scene).map_err(super::why))?.into_owned();
            notes.need("count", again_listed(&AnyScene::Planar(moving), case, &listed))?;
        }
        (None, None) => notes.found.unchecked.push(format!("{}count: no proof shows it", notes.prefix)),
    }
    let judged = notes.claim("modes: forces or none", balances(report, &problem, listed))?;
    let stick = match stick {
        Some(stick) => Some(notes.claim("phases", run(report, stick))?),
        None => None,
    };
    let mut answer = SlowAnswer::new(Manipulation { problem, modes: judged, impossible: excluded, stick });
    answer.map = notes.need("map", read_map(&case.options.map, &report["map"], case.plane()))?;
    if answer.map.is_some() && case.plane().is_none() {
        notes.found.unchecked.push(format!("{}map: it is decided again from the scene", notes.prefix));
    }
    let warnings = case.plane().map(|scene| warnings(scene, &answer));
    Ok(RemadeAnswer::new(Answered::Slow(Box::new(answer)), rounded, warnings))
}

/// The problem of a report: that of its stick, where it has one.
fn told(shown: &Value) -> Result<(SlowProblem, Option<MeterStick>), String> {
    let mut plain = shown.clone();
    let stick = plain.as_object_mut().and_then(|keys| keys.remove("meter_stick"));
    let stick = Option::<MeterStick>::deserialize_from(&stick.unwrap_or_default())?;
    let problem = SlowProblem::deserialize_from(&plain)?;
    if let Some(stick) = &stick
        && slow_problem(&stick_scene(stick)).map_err(super::why)? != problem
    {
        return Err("the problem is not that of the stick".to_owned());
    }
    Ok((problem, stick))
}

/// Every listed mode with the forces that it shows, or with its proof that there are none.
fn balances(report: &Value, problem: &SlowProblem, listed: Vec<Mode>) -> Result<Vec<BalancedMode>, String> {
    let judged = |(index, mode): (usize, Mode)| {
        let shown = &report["modes"][index];
        let proof = if shown["proof"].is_null() {
            let multiples = &report["exact"]["modes"][index]["multiples"];
            let mut multiples = BTreeMap::<String, [Rational; 2]>::deserialize_from(multiples)?;
            let ids = problem.modes.contacts.iter().map(|contact| &contact.id);
            let forces = ids
                .map(|id| multiples.remove(id).ok_or("a contact has no force"))
                .collect::<Result<_, _>>()?;
            SlowProof::Balanced { mode: mode.text.clone(), forces }
        } else {
            SlowProof::deserialize_from(&shown["proof"])?
        };
        if proof.mode() != mode.text {
            return Err(format!("modes.{index}: the proof is of another mode"));
        }
        let proof = problem.check(proof).map_err(|refusal| format!("modes.{index}: {refusal}"))?;
        Ok(BalancedMode { mode, proof })
    };
    listed.into_iter().enumerate().map(judged).collect()
}

/// The run in time.
fn run(report: &Value, stick: MeterStick) -> Result<StickInTime, String> {
    let exact = &report["exact"];
    let run = StickRun {
        phases: Vec::<StickPhase>::deserialize_from(&exact["phases"])?,
        endless: bool::deserialize_from(&report["endless"])?,
        end: StickEnd::deserialize_from(&exact["end"])?,
    };
    let run = stick.check(run).map_err(|refusal| refusal.to_string())?;
    Ok(StickInTime { stick, run })
}
