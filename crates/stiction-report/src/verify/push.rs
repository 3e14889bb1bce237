//! Pushing in a report, made again: every mode with every sense by its proof, all others by impossible modes, and
//! that the part stays.

use super::{Case, NotedFailure, Notes, RemadeAnswer};
use crate::push::{PushAnswer, warnings};
use crate::report::Answered;
use serde_json::json;
use stiction::ask::push::push_problem;
use stiction::ask::slow::driven_now;
use stiction::scene::AnyScene;
use stiction_proof::push::{PushProblem, Pushing};
use stiction_verify::push::PushKeys;
use stiction_verify::reading::FromJson;

pub(crate) fn again(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<RemadeAnswer, NotedFailure> {
    let report = case.report;
    if let Some(AnyScene::Spatial(_)) = case.scene {
        let why = "the scene is in space, and this is asked in the plane".to_owned();
        notes.need("problem: of the scene", Err::<(), _>(why))?;
    }
    let (problem, rounded) = match case.plane() {
        Some(scene) => {
            let lowered = push_problem(&driven_now(scene)).map_err(super::why);
            let problem = notes.need("problem: of the scene", lowered)?;
            notes.of_scene("problem", &report["problem"], &json!(problem));
            (problem, scene.rounded.clone())
        }
        None => {
            let problem = notes.need("problem", PushProblem::deserialize_from(&report["problem"]))?;
            (problem, notes.need("rounded", case.rounded())?)
        }
    };
    let told = notes.need("the keys of a report of `push`", PushKeys::deserialize_from(report))?;
    let keys = PushKeys { problem, ..told };
    let motions = notes.claim("modes and excluded: allowed or not", keys.shown())?;
    notes.claim("impossible: there are no other modes", keys.check_impossible(&motions))?;
    let held = notes.claim("stays", keys.check_stays())?;
    let PushKeys { problem, impossible, .. } = keys;
    let answer = PushAnswer::new(Pushing { problem, motions, impossible, held });
    let warnings = case.plane().map(|scene| warnings(scene, &answer));
    Ok(RemadeAnswer::new(Answered::Push(Box::new(answer)), rounded, warnings))
}
