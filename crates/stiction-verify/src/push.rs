//! Pushing: every mode with every sense of rotation by its proof, all other modes by impossible ones that stand for
//! them, and that the part stays with its pusher.

use crate::reading::FromJson;
use crate::{Findings, OTHER};
use serde_json::{Map, Value};
use std::collections::HashSet;
use stiction_proof::push::{PushProblem, PushProof, Sense};
use stiction_proof::{ModeProof, Verified};

/// What is shown of a mode with a sense of rotation; nothing where it is left open.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    /// The mode.
    pub mode: String,
    /// The sense.
    pub turn: Sense,
    /// The proof that it is allowed or excluded.
    pub proof: Option<Verified<PushProof>>,
}

/// Checks a report of `push`.
pub(crate) fn check(report: &Value, found: &mut Findings) {
    let Some(problem) = found.need("problem", PushProblem::deserialize_from(&report["problem"])) else {
        return;
    };
    let Some(shown) = found.claim("modes and excluded: allowed or not", shown(report, &problem)) else {
        return;
    };
    found.claim("impossible: there are no other modes", impossible(report, &problem, &shown));
    let stays = found.claim("stays", stays(report, &problem)).flatten().is_some();
    found.note("turns", same(&report["turns"], &turns(&shown)));
    let told = Option::<String>::deserialize_from(&report["stable"]);
    let proved = stable(&problem, &shown, stays).map(str::to_owned);
    found.note("stable", told.and_then(|told| if told == proved { Ok(()) } else { Err(OTHER.to_owned()) }));
}

fn same(told: &Value, proved: &[Sense]) -> Result<(), String> {
    let told = Vec::<Sense>::deserialize_from(told)?;
    (told == proved).then_some(()).ok_or_else(|| "they are not those that are proved".to_owned())
}

/// Every mode of a report with every sense, in the order of the report.
pub fn shown(report: &Value, problem: &PushProblem) -> Result<Vec<Shown>, String> {
    let mut seen = HashSet::new();
    let mut all = Vec::new();
    for (key, wanted) in [("modes", Some(true)), ("excluded", Some(false)), ("open", None)] {
        let listed = report[key].as_array().ok_or_else(|| format!("there is no list `{key}`"))?;
        for told in listed {
            let mode = String::deserialize_from(&told["mode"])?;
            if !seen.insert(mode.clone()) {
                return Err(format!("`{mode}` is listed twice"));
            }
            let proofs = Map::<String, Value>::deserialize_from(&told["proof"])?;
            let mut own = Vec::new();
            for turn in Sense::ALL {
                let word = serde_json::to_value(turn).map_err(|why| why.to_string())?;
                let proof = word.as_str().and_then(|word| proofs.get(word)).unwrap_or(&Value::Null);
                own.push(one(problem, &mode, turn, proof).map_err(|why| format!("{key}, `{mode}`: {why}"))?);
            }
            let proved = own.iter().map(|shown| shown.proof.as_ref().map(|proof| allows(proof.proof())));
            let allowed = proved.clone().any(|one| one == Some(true));
            let excluded = proved.clone().all(|one| one == Some(false));
            let fits = match wanted {
                Some(true) => allowed,
                Some(false) => excluded,
                None => !allowed && !excluded,
            };
            if !fits {
                return Err(format!("{key}: `{mode}` is proved to be elsewhere"));
            }
            all.extend(own);
        }
    }
    Ok(all)
}

/// Whether a proof is that a mode is allowed.
pub fn allows(proof: &PushProof) -> bool {
    matches!(proof, PushProof::Allowed { .. })
}

fn one(problem: &PushProblem, mode: &str, turn: Sense, told: &Value) -> Result<Shown, String> {
    let proof = Option::<PushProof>::deserialize_from(told)?;
    let proof = proof.map(|proof| problem.check(proof).map_err(|refusal| refusal.to_string())).transpose()?;
    let is_meant = |proof: &PushProof| match proof {
        PushProof::Allowed { mode: of, turn: with, .. }
        | PushProof::Excluded { mode: of, turn: with, .. } => of == mode && *with == turn,
        PushProof::Stays { .. } => false,
    };
    if proof.as_ref().is_some_and(|proof| !is_meant(proof.proof())) {
        return Err(OTHER.to_owned());
    }
    Ok(Shown { mode: mode.to_owned(), turn, proof })
}

/// The modes in the order of what is shown.
pub fn modes(shown: &[Shown]) -> Vec<&str> {
    let mut modes: Vec<&str> = shown.iter().map(|one| one.mode.as_str()).collect();
    modes.dedup();
    modes
}

/// Impossible modes that stand for everything that is not listed.
///
/// # Errors
/// They do not.
pub fn impossible(report: &Value, problem: &PushProblem, shown: &[Shown]) -> Result<Vec<ModeProof>, String> {
    let impossible = Vec::<ModeProof>::deserialize_from(&report["impossible"])?;
    let complete = problem.modes.check_complete(false, &modes(shown), &impossible);
    complete.map(|()| impossible).map_err(|refusal| refusal.to_string())
}

/// That the pushers hold the part whatever the pressure, where it is said.
///
/// # Errors
/// It is said and not proved.
pub fn stays(report: &Value, problem: &PushProblem) -> Result<Option<Verified<PushProof>>, String> {
    let Some(proof) = Option::<PushProof>::deserialize_from(&report["stays"])? else { return Ok(None) };
    let proof = problem.check(proof).map_err(|refusal| refusal.to_string())?;
    if matches!(proof.proof(), PushProof::Stays { .. }) { Ok(Some(proof)) } else { Err(OTHER.to_owned()) }
}

/// The senses of rotation that some pressure allows.
pub fn turns(shown: &[Shown]) -> Vec<Sense> {
    let allowed = |turn: Sense| {
        shown
            .iter()
            .any(|one| one.turn == turn && one.proof.as_ref().is_some_and(|proof| allows(proof.proof())))
    };
    Sense::ALL.into_iter().filter(|turn| allowed(*turn)).collect()
}

/// Whether the part stays with its pushers under every pressure; nothing is said of one contact.
pub fn stable(problem: &PushProblem, shown: &[Shown], stays: bool) -> Option<&'static str> {
    if problem.modes.contacts.len() < 2 {
        return None;
    }
    let is_still = |mode: &str| mode.chars().all(|letter| letter == 'n');
    let others = || shown.iter().filter(|one| !is_still(&one.mode)).map(|one| one.proof.as_ref());
    if others().flatten().any(|proof| allows(proof.proof())) {
        return Some("no");
    }
    let excluded = others().all(|proof| proof.is_some());
    Some(if stays && excluded { "yes" } else { "undecided" })
}
