//! Linear complementarity: all solutions, and why there is no other.

use crate::Findings;
use crate::reading::FromJson;
use serde_json::Value;
use stiction_proof::choice::{Family, Objection};
use stiction_proof::{Exclusion, LcpProblem, Piece, Sole};

/// Solutions that are proved to be all, or, where the search was not finished, to be some.
#[derive(Debug, Clone, PartialEq)]
pub struct Solutions {
    /// Isolated ones.
    pub solutions: Vec<Vec<stiction_proof::Rational>>,
    /// Those that hang together.
    pub families: Vec<Family>,
    /// The pieces that are not empty.
    pub pieces: Vec<Piece>,
    /// What shows that the other pieces are.
    pub excluded: Vec<Exclusion>,
    /// What shows that there is one at most, where that is the proof.
    pub sole: Option<Sole>,
}

/// Checks a report of `lcp`.
pub(crate) fn check(report: &Value, found: &mut Findings) {
    let Some(problem) = found.need("problem", LcpProblem::deserialize_from(&report["problem"])) else {
        return;
    };
    let finished = report["unfinished"].is_null();
    let Some(all) = found.claim("solutions", solutions(&problem, report, finished)) else { return };
    let status = match (all.families.len(), all.solutions.len()) {
        (0, 0) => "none",
        (0, 1) => "unique",
        (0, _) => "multiple",
        _ => "continuum",
    };
    if finished {
        let same = report["status"] == status;
        found.note("status", same.then_some(()).ok_or_else(|| format!("{status} is proved")));
    } else {
        found.unchecked.push("status: the search was not finished".to_owned());
    }
    let exact = &report["exact"];
    let points = Vec::<Point>::deserialize_from(&exact["solutions"]);
    let told = points.map(|points| points.into_iter().map(|point| point.z).collect::<Vec<_>>());
    found.note("exact.solutions", told.and_then(|told| equal(&told, &all.solutions)));
    let told = Vec::<Family>::deserialize_from(&exact["families"]);
    found.note("exact.families", told.and_then(|told| equal(&told, &all.families)));
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Point {
    z: Vec<stiction_proof::Rational>,
}

fn equal<T: PartialEq>(told: &[T], proved: &[T]) -> Result<(), String> {
    (told == proved).then_some(()).ok_or_else(|| "they are not what is proved".to_owned())
}

/// The solutions that the pieces of a report show, and that nothing else has any if it is `finished`.
///
/// # Errors
///
/// If something is not proved.
pub fn solutions(problem: &LcpProblem, report: &Value, finished: bool) -> Result<Solutions, String> {
    let pieces = Vec::<Piece>::deserialize_from(&report["pieces"])?;
    let excluded = Vec::<Exclusion>::deserialize_from(&report["excluded"])?;
    let told = |objection: Objection| objection.to_string();
    let sole = Option::<Sole>::deserialize_from(&report["certificate"])?;
    match (&sole, &pieces[..], finished) {
        (Some(sole), [piece], true) if excluded.is_empty() => {
            problem
                .answers_alone(piece, sole)
                .map_err(|_| "there may be more than one solution".to_owned())?;
        }
        (Some(_), ..) => return Err("a certificate that there is one solution goes with one".to_owned()),
        (None, _, true) => problem.answers(&pieces, &excluded).map_err(told)?,
        (None, _, false) => problem.knows(&pieces, &excluded).map(|_| ()).map_err(told)?,
    }
    let choices = problem.choices().map_err(told)?;
    let (solutions, families) = choices.parted(&pieces).map_err(told)?;
    for z in solutions.iter().chain(families.iter().flat_map(|family| &family.vertices)) {
        problem.is_solved_by(z).map_err(told)?;
    }
    Ok(Solutions { solutions, families, pieces, excluded, sole })
}
