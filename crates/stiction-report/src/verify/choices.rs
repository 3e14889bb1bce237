//! Re-checks reports whose proofs are refutations and corners: `outcomes` and `lcp`.

use super::{FromJson, Verification, alike};
use crate::outcomes::Spoken;
use crate::pyramids::is_pyramid;
use crate::{lcp, outcomes};
use serde::de::DeserializeOwned;
use serde_json::Value;
use stiction::ask::lcp::Status;
use stiction::ask::lower::ConeModel;
use stiction::ask::outcomes::{Outcome, judge_against};
use stiction_proof::{
    ContactLaw, Determined, Exclusion, Held, LcpProblem, OutcomeProblem, Outcomes, Piece, Rational,
    SpatialOutcomeProblem,
};

/// A report of `lcp`: its pieces are all solutions, and what is shown is what they say.
pub(super) fn lcp(prefix: &str, report: &Value, found: &mut Verification) {
    found.note(format!("{prefix}solutions"), check_lcp(report));
}

fn check_lcp(report: &Value) -> Result<(), String> {
    let problem = LcpProblem::deserialize_from(&report["problem"])?;
    let pieces = Vec::<Piece>::deserialize_from(&report["pieces"])?;
    let excluded = Vec::<Exclusion>::deserialize_from(&report["excluded"])?;
    problem.answers(&pieces, &excluded).map_err(|objection| objection.to_string())?;
    let choices = problem.choices().map_err(|objection| objection.to_string())?;
    let (solutions, families) = choices.parted(&pieces).map_err(|objection| objection.to_string())?;
    for z in solutions.iter().chain(families.iter().flat_map(|family| &family.vertices)) {
        problem.is_solved_by(z).map_err(|objection| objection.to_string())?;
    }
    let status = Status::of(solutions.len(), families.len());
    require(report["status"] == status.word(), "status is not what the pieces say")?;
    shown(report, "solutions", lcp::solutions(&solutions))?;
    shown(report, "families", lcp::families(&families))
}

/// A report of `outcomes`: the modes that are held have their solutions, and no other has any.
pub(super) fn outcomes(prefix: &str, report: &Value, found: &mut Verification) {
    // A body of space has a centre of three coordinates.
    let in_space = report["problem"]["bodies"][0]["com"].as_array().is_some_and(|com| com.len() == 3);
    let checked = if in_space {
        check_outcomes::<SpatialOutcomeProblem, 6, 3>(report)
    } else {
        check_outcomes::<OutcomeProblem, 3, 2>(report)
    };
    found.note(format!("{prefix}solutions"), checked);
    if in_space {
        found.note(format!("{prefix}problem.contacts"), pyramids(report));
    }
    if !report["map"].is_null() {
        let checked = OutcomeProblem::deserialize_from(&report["problem"])
            .and_then(|base| outcomes::proved(&report["map"], &base));
        let regions = checked.as_ref().copied().unwrap_or_default();
        found
            .note(format!("{prefix}map: {regions} of its regions, by one cell of each"), checked.map(|_| ()));
    }
    if !report["log"].is_null() {
        found.note(format!("{prefix}log"), check_log(report));
    }
}

/// Whether all pyramids of friction are of one model, inscribed or circumscribed.
fn pyramids(report: &Value) -> Result<(), String> {
    let problem = SpatialOutcomeProblem::deserialize_from(&report["problem"])?;
    let edged = || problem.contacts.iter().filter(|contact| !contact.across.is_empty());
    let all = |model: ConeModel| edged().all(|contact| is_pyramid(model, &contact.normal, &contact.across));
    let Some(count) = edged().map(|contact| contact.across.len()).next() else { return Ok(()) };
    let one = [ConeModel::Inner(count), ConeModel::Outer(count)].into_iter().any(all);
    require(one, "the pyramids of friction are not all inscribed, or all circumscribed, with as many edges")
}

/// The judgement of every record of a log, against the solutions that are held.
fn check_log(report: &Value) -> Result<(), String> {
    let problem = OutcomeProblem::deserialize_from(&report["problem"])?;
    let laid = problem.laid().map_err(|objection| objection.to_string())?;
    let held = Vec::<Held>::deserialize_from(&report["held"])?;
    if held.iter().any(|held| held.point.len() != laid.edges.len()) {
        return Err("a solution has a wrong number of multiples".to_owned());
    }
    let motions: Vec<_> = held.iter().map(|held| laid.solution(&held.point).accelerations).collect();
    let possible: Vec<&[[Rational; 3]]> = motions.iter().map(|motion| &motion[..]).collect();
    for record in report["log"].as_array().ok_or("log is no list")? {
        let reported = outcomes::reported(record)?;
        let judged = judge_against(&problem, &laid.unforced, &possible, &reported)
            .map_err(|unknown| unknown.join("; "))?;
        require(
            alike(record, &outcomes::record(&reported, &judged)),
            "a record is not judged as the laws say",
        )?;
    }
    Ok(())
}

fn check_outcomes<P: Spoken<A, F> + DeserializeOwned, const A: usize, const F: usize>(
    report: &Value,
) -> Result<(), String> {
    let problem = P::deserialize_from(&report["problem"])?;
    let laid = problem.laid().map_err(|objection| objection.to_string())?;
    let proof = Outcomes {
        held: Vec::<Held>::deserialize_from(&report["held"])?,
        excluded: excluded(&report["excluded"])?,
    };
    problem.answers(&laid, &proof).map_err(|objection| objection.to_string())?;
    let mut held: Vec<(&Held, Determined)> = Vec::new();
    for one in &proof.held {
        let mode = laid.choices.read(&one.mode).map_err(|objection| objection.to_string())?;
        let determined = laid.told(&mode, one).ok_or("how far a mode is determined is not proved")?;
        held.push((one, determined));
    }
    let outcome = Outcome::of(held.iter().map(|(_, determined)| determined.acceleration));
    require(report["outcome"] == outcome.word(), "outcome is not what the modes say")?;
    require(
        report["verdict"] == outcomes::verdict(outcome).to_string(),
        "verdict is not that of the outcome",
    )?;
    require(report["edges"] == outcomes::edges(&problem, &laid), "edges are not those of the problem")?;
    shown(report, "solutions", outcomes::solutions(&problem, &laid, &held))
}

fn excluded(list: &Value) -> Result<Vec<Exclusion>, String> {
    let entry = |entry: &Value| -> Result<Exclusion, String> {
        Ok(Exclusion {
            mode: String::deserialize_from(&entry["mode"])?,
            multipliers: Vec::<Rational>::deserialize_from(&entry["proof"]["multipliers"])?,
        })
    };
    list.as_array().ok_or("excluded is no list")?.iter().map(entry).collect()
}

/// What is shown under a key in doubles, and beside it exactly.
fn shown(report: &Value, key: &str, [doubles, exact]: [Value; 2]) -> Result<(), String> {
    require(alike(&report[key], &doubles), &format!("{key} is not what is proved"))?;
    require(report["exact"][key] == exact, &format!("exact.{key} is not what is proved"))
}

fn require(condition: bool, why: &str) -> Result<(), String> {
    condition.then_some(()).ok_or_else(|| why.to_owned())
}
