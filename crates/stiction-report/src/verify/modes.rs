//! Modes in a report, made again: every listed one by its motion, all others by impossible ones that stand
//! for them, every explained one by its proof, every contact that never separates by its own.

use super::{Case, NotedFailure, Notes, RemadeAnswer};
use crate::modes::{ModesAnswer, warnings};
use crate::report::Answered;
use serde_json::json;
use stiction::ask::modes::{Mode, complete, mode_problem, modes};
use stiction::scene::AnyScene;
use stiction_proof::{ModeProblem, ModeProof};
use stiction_verify::modes::{ListedMode, Modes};
use stiction_verify::reading::FromJson;

pub(crate) fn again(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<RemadeAnswer, NotedFailure> {
    let report = case.report;
    let (problem, rounded) = match case.scene {
        Some(scene) => {
            let (problem, rounded) = match scene {
                AnyScene::Planar(scene) => (mode_problem(scene), scene.rounded.clone()),
                AnyScene::Spatial(scene) => (mode_problem(scene), scene.rounded.clone()),
            };
            notes.of_scene("problem", &report["problem"], &json!(problem));
            (problem, rounded)
        }
        None => {
            let problem = ModeProblem::deserialize_from(&report["problem"]);
            (notes.need("problem", problem)?, notes.need("rounded", case.rounded())?)
        }
    };
    let modes = Modes { report, problem: &problem, contacts_only: case.options.contacts_only };
    let proved = notes.claim("modes", modes.listed())?;
    let listed: Vec<Mode> = proved.iter().map(mode).collect();
    let excluded = notes.need("excluded", excluded(&modes, &proved, &listed))?;
    match (&excluded, case.scene) {
        (Some(_), _) => notes.note("excluded: there are no other modes", Ok(())),
        (None, Some(scene)) => notes.need("count", again_listed(scene, case, &listed))?,
        (None, None) => notes.found.unchecked.push(format!("{}count: no proof shows it", notes.prefix)),
    }
    let (never_separate, never_proofs) = notes.claim("never_separate", modes.never_separate(&proved))?;
    let mut explained = Vec::new();
    for (index, asked) in case.options.explain.iter().enumerate() {
        let proof = modes.explained(asked, &report["explained"][index], &proved);
        explained.push(notes.claim(&format!("explained.{index}"), proof)?);
    }
    let warnings = case.scene.map(|_| warnings(listed.is_empty(), !rounded.is_empty()));
    let answer = ModesAnswer::new(problem, case.options.contacts_only, listed, excluded)
        .with_never(never_separate, never_proofs)
        .with_explained(explained);
    Ok(RemadeAnswer::new(Answered::Modes(Box::new(answer)), rounded, warnings))
}

/// Without a proof that there are no others, the modes of the scene are listed again.
pub(super) fn again_listed(scene: &AnyScene, case: &Case<'_>, listed: &[Mode]) -> Result<(), String> {
    let (only, most) = (case.options.contacts_only, listed.len());
    let found = match scene {
        AnyScene::Planar(scene) => modes(scene, only, most),
        AnyScene::Spatial(scene) => modes(scene, only, most),
    };
    let found = found.map_err(|why| why.to_string())?;
    let same = found.iter().map(|mode| mode.text).eq(listed.iter().map(|mode| mode.text.clone()));
    same.then_some(()).ok_or_else(|| "the scene has other modes".to_owned())
}

pub(super) fn mode(listed: &ListedMode) -> Mode {
    Mode { text: listed.text.clone(), marks: Vec::new(), twists: listed.twists.clone() }
}

/// What stands for everything that is not listed.  Where there is nothing it is looked for: only so is it
/// known that there is too much of it.
pub(super) fn excluded(
    modes: &Modes<'_>,
    proved: &[ListedMode],
    listed: &[Mode],
) -> Result<Option<Vec<ModeProof>>, String> {
    match modes.excluded(proved)? {
        Some(excluded) => Ok(Some(excluded)),
        None => complete(modes.problem, modes.contacts_only, listed).map_err(|refusal| refusal.to_string()),
    }
}
