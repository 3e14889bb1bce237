//! What happens next: the modes that are held have their solutions, and no other has any.

use crate::Findings;
use crate::reading::{FromJson, at, distinct, in_space};
use serde_json::Value;
use stiction_proof::choice::Objection;
use stiction_proof::{
    ContactLaw, Determined, Exclusion, OutcomeProblem, OutcomeRows, Outcomes, Rational, SolvedMode,
    SpatialOutcomeProblem,
};

/// Checks a report of `outcomes`.
pub(crate) fn check(report: &Value, found: &mut Findings) {
    if in_space(at(report, "problem.bodies.0.com")) {
        let problem = SpatialOutcomeProblem::deserialize_from(&report["problem"]).and_then(|problem| {
            distinct(problem.contacts.iter().map(|contact| contact.id.as_str()))?;
            distinct(problem.bodies.iter().map(|body| body.name.as_str()))?;
            Ok(problem)
        });
        check_of(problem, report, found);
    } else {
        let problem =
            OutcomeProblem::deserialize_from(&report["problem"]).and_then(|problem: OutcomeProblem| {
                distinct(problem.contacts.iter().map(|contact| contact.id.as_str()))?;
                distinct(problem.bodies.iter().map(|body| body.name.as_str()))?;
                Ok(problem)
            });
        check_of(problem, report, found);
    }
}

fn check_of<P: ContactLaw<A, F>, const A: usize, const F: usize>(
    problem: Result<P, String>,
    report: &Value,
    found: &mut Findings,
) {
    let Some(problem) = found.need("problem", problem) else { return };
    if !report["log"].is_null() {
        return found.unchecked.push("the report: logs are judged again by `stiction verify`".to_owned());
    }
    let laid = problem.laid().map_err(|objection| objection.to_string());
    let Some(laid) = found.need("problem", laid) else { return };
    let Some(groups) = report["groups"].as_array() else {
        return alone("", &problem, &laid, report, found);
    };
    if groups.len() != laid.groups.len() {
        let why = "there are not as many groups as bodies are joined to".to_owned();
        return found.note("groups", Err(why));
    }
    for (index, (group, told)) in laid.groups.iter().zip(groups).enumerate() {
        let part = problem.part(group);
        let laid = part.laid().map_err(|objection| objection.to_string());
        let path = format!("groups.{index}.");
        if let Some(laid) = found.need(&path, laid) {
            alone(&path, &part, &laid, told, found);
        }
    }
    found.unchecked.push("outcome: of all groups together".to_owned());
}

fn alone<P: ContactLaw<A, F>, const A: usize, const F: usize>(
    prefix: &str,
    problem: &P,
    laid: &OutcomeRows<A, F>,
    report: &Value,
    found: &mut Findings,
) {
    let finished = report["unfinished"].is_null();
    let path = format!("{prefix}solutions");
    let held = outcomes(report).and_then(|proof| determined(problem, laid, &proof, finished));
    let Some(held) = found.claim(&path, held) else { return };
    // A family of motions in one mode is a continuum, whatever else there is.
    let outcome = match (held.iter().any(|one| !one.acceleration), held.len()) {
        (true, _) => "continuum",
        _ if !finished => {
            return found.unchecked.push(format!("{prefix}outcome: the search was not finished"));
        }
        (false, 0) => "inconsistent",
        (false, 1) => "unique",
        (false, _) => "ambiguous",
    };
    let same = report["outcome"] == outcome;
    found.note(&format!("{prefix}outcome"), same.then_some(()).ok_or_else(|| format!("{outcome} is proved")));
}

/// How far each of the modes that are held is determined, where all that is told of them is proved, and, of a
/// search that was `finished`, that no other mode has a solution.
///
/// # Errors
///
/// If something is not proved.
pub fn determined<P: ContactLaw<A, F>, const A: usize, const F: usize>(
    problem: &P,
    laid: &OutcomeRows<A, F>,
    proof: &Outcomes,
    finished: bool,
) -> Result<Vec<Determined>, String> {
    let found = if finished { problem.answers(laid, proof) } else { problem.knows(laid, proof) };
    found.map_err(|objection: Objection| objection.to_string())
}

/// The modes of a report that are held, and those that are excluded.
///
/// # Errors
///
/// If they are of another form.
pub fn outcomes(report: &Value) -> Result<Outcomes, String> {
    Ok(Outcomes {
        held: Vec::<SolvedMode>::deserialize_from(&report["held"])?,
        excluded: excluded(&report["excluded"])?,
    })
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
