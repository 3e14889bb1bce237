//! Reports whose proofs are refutations and corners, made again: `outcomes` and `lcp`.

use super::reading::FromJson;
use super::{Case, NotedFailure, Notes, RemadeAnswer, Subject};
use crate::lcp::{self, LcpAnswer};
use crate::outcomes::{self, JudgedLog, OutcomesAnswer, Spoken};
use crate::pyramids::is_pyramid;
use crate::report::Answered;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use stiction::ask::lcp::AllSolutions;
use stiction::ask::lower::ConeModel;
use stiction::ask::outcomes::{
    AllOutcomes, Cones, Refereed, Unfinished, is_round_at_rest, lower, lower_with,
};
use stiction::scene::Rounding;
use stiction_proof::choice::Objection;
use stiction_proof::{LcpProblem, OutcomeProblem, SpatialOutcomeProblem};
use stiction_verify::lcp::LcpKeys;

/// A report of `lcp`: its pieces are all solutions, and what is shown is what they say.
pub(crate) fn lcp(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<RemadeAnswer, NotedFailure> {
    let problem = match case.subject {
        Some(Subject::Lcp(problem)) => {
            notes.of_scene("problem", &case.report["problem"], &json!(problem));
            problem.clone()
        }
        _ => notes.need("problem", LcpProblem::deserialize_from(&case.report["problem"]))?,
    };
    let all = notes.claim("solutions", all_solutions(&problem, case.report))?;
    let warnings = lcp::warnings(&all);
    let answered = Answered::Lcp(Box::new(LcpAnswer { problem, all }));
    Ok(RemadeAnswer::new(answered, Vec::new(), Some(warnings)))
}

fn all_solutions(problem: &LcpProblem, report: &Value) -> Result<AllSolutions, String> {
    let unfinished = unfinished(report)?;
    let found = LcpKeys::deserialize_from(report)?.proved(problem)?;
    Ok(AllSolutions { found, unfinished })
}

/// A report of `outcomes`: the modes that are held have their solutions, and no other has any.
pub(crate) fn outcomes(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<RemadeAnswer, NotedFailure> {
    if case.in_space(case.at("problem.bodies.0.com")) { spatial(case, notes) } else { planar(case, notes) }
}

fn planar(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<RemadeAnswer, NotedFailure> {
    let report = case.report;
    let (problem, rounded) = match case.plane() {
        Some(scene) => {
            let lowered = notes.need("problem: of the scene", lower(scene).map_err(super::why))?;
            notes.of_scene("problem", &report["problem"], &json!(lowered.problem));
            let rounded = outcomes::rounded(&lowered.problem, lowered.rounded);
            (lowered.problem, rounded)
        }
        None => told::<OutcomeProblem, 3, 2>(case, notes)?,
    };
    let all = notes.claim("solutions", all_outcomes(&problem, report))?;
    let map = if case.options.map.is_empty() {
        None
    } else {
        let map = outcomes::read_map(&case.options.map, &report["map"], &problem, case.plane());
        Some(notes.claim("map", map)?)
    };
    let log = judged(case, &problem, &all, notes)?;
    let warnings = case.plane().map(|scene| outcomes::warnings(scene, &problem, &all, case.options.cone));
    let answer = OutcomesAnswer { subject: String::new(), problem, all, map, log, overlooked: false };
    Ok(RemadeAnswer::new(Answered::Outcomes(Box::new(answer)), rounded, warnings))
}

fn spatial(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<RemadeAnswer, NotedFailure> {
    let report = case.report;
    let (problem, rounded) = match case.space() {
        Some(scene) => {
            let cones = Cones { model: case.options.cone, judged: case.options.log.is_some() };
            let lowered = lower_with(scene, cones).map_err(super::why);
            let lowered = notes.need("problem: of the scene", lowered)?;
            notes.of_scene("problem", &report["problem"], &json!(lowered.problem));
            let rounded = outcomes::rounded(&lowered.problem, lowered.rounded);
            (lowered.problem, rounded)
        }
        None => told::<SpatialOutcomeProblem, 6, 3>(case, notes)?,
    };
    let all = if case.options.log.is_some() && is_round_at_rest(&problem) {
        let unlisted = outcomes::unlisted(&problem).map_err(|objection| objection.to_string());
        notes.need("problem", unlisted)?
    } else {
        notes.claim("solutions", all_outcomes(&problem, report))?
    };
    let log = judged(case, &problem, &all, notes)?;
    notes.claim("problem.contacts", pyramids(&problem, case.options.cone))?;
    let warnings = case.space().map(|scene| outcomes::warnings(scene, &problem, &all, case.options.cone));
    let answer = OutcomesAnswer { subject: String::new(), problem, all, map: None, log, overlooked: false };
    Ok(RemadeAnswer::new(Answered::OutcomesInSpace(Box::new(answer)), rounded, warnings))
}

/// What the report says of the scene.
fn told<P: Spoken<A, F> + DeserializeOwned, const A: usize, const F: usize>(
    case: &Case<'_>,
    notes: &mut Notes<'_>,
) -> Result<(P, Vec<Rounding>), NotedFailure> {
    let problem = notes.need("problem", P::deserialize_from(&case.report["problem"]))?;
    let names = problem.contact_ids();
    notes.need("problem", super::distinct(names.into_iter()))?;
    notes.need("problem", super::distinct(problem.free_bodies().into_iter().map(|(_, name)| name)))?;
    Ok((problem, notes.need("rounded", case.rounded())?))
}

/// Whether all pyramids of friction are of the model that was asked for.
fn pyramids(problem: &SpatialOutcomeProblem, asked: ConeModel) -> Result<(), String> {
    let edged = || problem.contacts.iter().filter(|contact| !contact.across.is_empty());
    let all = edged().all(|contact| is_pyramid(asked, &contact.normal, &contact.across));
    all.then_some(()).ok_or_else(|| "the pyramids of friction are not those that were asked for".to_owned())
}

/// Every record of a log with its judgement, against the solutions that are held, and the balance of what is held.
fn judged<P: Refereed<A, F>, const A: usize, const F: usize>(
    case: &Case<'_>,
    problem: &P,
    all: &AllOutcomes<A, F>,
    notes: &mut Notes<'_>,
) -> Result<JudgedLog, NotedFailure> {
    let records = outcomes::records(problem, all, &case.options).map_err(|unknown| unknown.join("; "));
    let mut log = notes.need("log", records)?;
    if !log.records.is_empty() {
        notes.note("log", Ok(()));
    }
    if log.holds() {
        let balance = outcomes::checked_balance(problem, &case.report["balance"]);
        log.balance = Some(notes.claim("balance", balance)?);
    }
    Ok(log)
}

/// Everything that happens, from what is held and what is excluded; of each group by itself where that is how it is
/// told.
fn all_outcomes<P: Spoken<A, F>, const A: usize, const F: usize>(
    problem: &P,
    report: &Value,
) -> Result<AllOutcomes<A, F>, String> {
    let told = |objection: Objection| objection.to_string();
    let laid = problem.laid().map_err(told)?;
    let unfinished = unfinished(report)?;
    if let Some(groups) = report["groups"].as_array() {
        if groups.len() != laid.groups.len() {
            return Err("there are not as many groups as bodies are joined to".to_owned());
        }
        let pairs = laid.groups.iter().zip(groups);
        let each = pairs.map(|(group, told)| all_outcomes(&problem.part(group), told));
        let each = each.collect::<Result<_, _>>()?;
        return Ok(AllOutcomes::of_groups(laid, each));
    }
    let proof = stiction_verify::outcomes::outcomes(report)?;
    AllOutcomes::checked(problem, laid, proof, 0, unfinished).map_err(told)
}

/// Why a search was not finished, if that is what is told.
fn unfinished(report: &Value) -> Result<Option<Unfinished>, String> {
    let Some(told) = Option::<String>::deserialize_from(&report["unfinished"])? else { return Ok(None) };
    told.parse().map(Some).map_err(|_| "unfinished is no reason to stop a search".to_owned())
}
