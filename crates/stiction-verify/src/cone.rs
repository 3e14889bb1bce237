//! Wrenches that are consistent with a mode, or not.

use crate::Findings;
use crate::reading::{FromJson, distinct};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stiction_proof::Rational;
use stiction_proof::wrenches::{AnyPart, Part, Response, Separation};

/// Why a wrench is consistent with a mode, or not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Consistency {
    /// An acceleration and forces, in one of the mode's cases.
    Consistent {
        /// Which case.
        case: usize,
        /// Acceleration and forces.
        response: Response,
    },
    /// A separation from every case.
    Excluded {
        /// One for each case.
        cases: Vec<Separation>,
    },
    /// Neither was proved: on the boundary of round cones, or very near to it.
    Open,
}

/// Checks a report of `cone`.
pub(crate) fn check(report: &Value, found: &mut Findings) {
    let read = || -> Result<_, String> {
        let part = AnyPart::deserialize_from(&report["problem"])?;
        part.rest().map_err(|refusal| refusal.to_string())?;
        distinct(part.ids().into_iter())?;
        let labels = Vec::<String>::deserialize_from(&report["labels"])?;
        let cases = part.cases(&labels).map_err(|refusal| refusal.to_string())?;
        Ok((part, cases))
    };
    let Some((part, cases)) = found.need("problem", read()) else { return };
    let asked = Vec::<Vec<Rational>>::deserialize_from(&report["exact"]["wrenches"]);
    let Some(asked) = found.need("exact.wrenches", asked) else { return };
    let told = report["wrenches"].as_array().map(Vec::as_slice).unwrap_or_default();
    if told.len() != asked.len() || asked.iter().any(|wrench| wrench.len() != part.dimension()) {
        return found.note("wrenches", Err("they are not those of `exact`".to_owned()));
    }
    for (index, (wrench, told)) in asked.iter().zip(told).enumerate() {
        let proof = Consistency::deserialize_from(&told["proof"])
            .and_then(|proof| consistent(&part, &cases, wrench, &proof).map(|()| proof));
        let Some(proof) = found.claim(&format!("wrenches.{index}.proof"), proof) else { continue };
        let shown = match proof {
            Consistency::Consistent { .. } => Some(true),
            Consistency::Excluded { .. } => Some(false),
            Consistency::Open => None,
        };
        let same = told.get("consistent").map(Value::as_bool) == shown.map(Some);
        let why = || "it is not what is proved".to_owned();
        found.note(&format!("wrenches.{index}.consistent"), same.then_some(()).ok_or_else(why));
    }
    found.unchecked.push("the forms of the set (rays, normals and so on) are computed".to_owned());
}

/// Whether a proof shows of a wrench what it says.
///
/// # Errors
///
/// If it does not.
pub fn consistent(
    part: &AnyPart,
    cases: &[Vec<String>],
    wrench: &[Rational],
    proof: &Consistency,
) -> Result<(), String> {
    let checked = match proof {
        Consistency::Consistent { case, response } => {
            let case = cases.get(*case).ok_or("there is no such case")?;
            part.system(case).and_then(|system| system.admits(wrench, response))
        }
        Consistency::Excluded { cases: separations } if separations.len() == cases.len() => {
            cases.iter().zip(separations).try_for_each(|(case, separation)| {
                part.system(case).and_then(|system| system.excludes(wrench, separation))
            })
        }
        Consistency::Excluded { .. } => return Err("not every case is excluded".to_owned()),
        // Nothing is said, which only round cones are an excuse for.
        Consistency::Open => {
            let round = |case: &Vec<String>| part.system(case).is_ok_and(|system| !system.rounds.is_empty());
            let why = "nothing is proved, where cones have edges and everything is decided";
            return cases.iter().any(round).then_some(()).ok_or_else(|| why.to_owned());
        }
    };
    checked.map_err(|refusal| refusal.to_string())
}
