//! Boxes of uncertain numbers in a report, made again: the proofs at both scales and about each number, and the report
//! about the scene that fails.

use super::{Against, Case, NotedFailure, Notes, RemadeAnswer, Subject, verify_at};
use crate::report::Answered;
use crate::robust::{RobustAnswer, meant, question_of};
use serde_json::{Value, json};
use stiction::ask::robust::{Boxed, Loose, loose};
use stiction::scene::{AnyScene, Rounding, Scene};
use stiction::screw::{Planar, Spatial};
use stiction_proof::robust::{Corner, RobustProblem, RobustProof};
use stiction_verify::OTHER;
use stiction_verify::reading::FromJson;
use stiction_verify::robust::RobustKeys;

pub(crate) fn again(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<RemadeAnswer, NotedFailure> {
    match case.in_space(case.at("problem.gravity")) {
        true => made::<Spatial>(case, case.space(), notes, Answered::RobustInSpace),
        false => made::<Planar>(case, case.plane(), notes, Answered::Robust),
    }
}

/// The problem of a scene, or without one of the report, and what was rounded.
type RobustSubject<S> =
    (RobustProblem<<S as stiction::ask::lower::Standing>::Touch>, Option<Loose<S>>, Vec<Rounding>);

fn known<S: Boxed>(
    case: &Case<'_>,
    scene: Option<&Scene<S>>,
    notes: &mut Notes<'_>,
) -> Result<RobustSubject<S>, NotedFailure> {
    let Some(scene) = scene else {
        let problem = notes.need("problem", RobustProblem::deserialize_from(&case.report["problem"]))?;
        return Ok((problem, None, notes.need("rounded", case.rounded())?));
    };
    let own = loose(scene, meant(scene, &case.options)).map_err(super::why);
    let own = notes.need("problem: of the scene", own)?;
    notes.of_scene("problem", &case.report["problem"], &json!(own.problem));
    let rounded = own.rounded.clone();
    Ok((own.problem.clone(), Some(own), rounded))
}

fn made<S: Boxed>(
    case: &Case<'_>,
    scene: Option<&Scene<S>>,
    notes: &mut Notes<'_>,
    wrap: fn(Box<RobustAnswer<S>>) -> Answered,
) -> Result<RemadeAnswer, NotedFailure>
where
    Scene<S>: Into<AnyScene>,
{
    let (problem, own, rounded) = known(case, scene, notes)?;
    let told = RobustKeys::<S::Touch>::deserialize_from(case.report);
    let told = notes.need("the keys of a report of `robust`", told)?;
    let keys = RobustKeys { problem, ..told };
    let holds = notes.claim("holds: at a scale", keys.check_holds())?;
    let fails = notes.claim("fails: at a scale", keys.check_fails())?;
    let critical = notes.claim("critical: with a number exact", keys.check_critical())?;
    let mut corner = None;
    if let (Some(proof), Some(told)) = (&fails, &keys.corner)
        && let RobustProof::Fails { corner: there, .. } = proof.proof()
    {
        let changed = own.as_ref().zip(scene).map(|(own, scene)| own.scene_at(scene, there).into());
        nested(&keys.problem, there, &told.report, changed.as_ref(), notes);
        corner = Some(told.report.clone());
    }
    let answer = RobustAnswer { problem: keys.problem, holds, fails, critical, corner };
    let warnings = Some(answer.warnings());
    Ok(RemadeAnswer::new(wrap(Box::new(answer)), rounded, warnings))
}

/// The report about the scene that fails is one, and about that scene.
fn nested<T: stiction_proof::Touch>(
    problem: &RobustProblem<T>,
    there: &Corner<T>,
    report: &Value,
    changed: Option<&AnyScene>,
    notes: &mut Notes<'_>,
) {
    let same = |same: bool| same.then_some(()).ok_or_else(|| OTHER.to_owned());
    let meant = report["question"] == question_of(problem.about).word() && report["verdict"] == "no";
    notes.note("corner.report: that the scene fails", same(meant));
    if changed.is_none() {
        notes.note("corner.report: of the scene that fails", same(is_of(problem, there, report)));
    }
    let prefix = format!("{}corner.report.", notes.prefix);
    let against =
        changed.map(|scene| Against { subject: Subject::Scene(scene), sha256: None, warnings: None });
    verify_at(&prefix, report, against.as_ref(), notes.found);
}

/// Whether the contacts of a report are those of a scene of the box.
fn is_of<T: stiction_proof::Touch>(problem: &RobustProblem<T>, there: &Corner<T>, report: &Value) -> bool {
    let contacts = report["problem"]["contacts"].as_array().map(Vec::as_slice).unwrap_or_default();
    contacts.len() == problem.contacts.len()
        && contacts.iter().zip(&there.contacts).all(|(told, there)| {
            let touch = if told["touch"].is_object() { &told["touch"] } else { told };
            touch["point"] == json!(there.point) && touch["friction"] == json!(there.friction)
        })
}
