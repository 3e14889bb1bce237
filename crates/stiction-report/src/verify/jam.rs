//! A report of `jam` is made again from its system and its proofs, each accepted by the checker, and compared.

use super::{FromJson, Verification, alike, at};
use crate::jam::{JamAnswer, Lock, locks_json};
use serde_json::Value;
use stiction::ask::jam::{LeastScale, System};
use stiction::ask::{Bracket, Verdict};
use stiction_proof::{JamProblem, JamProof, Rational, Verified};

pub(super) fn jam(prefix: &str, report: &Value, found: &mut Verification) {
    let system = match system(report) {
        Ok(system) => system,
        Err(why) => return found.failed.push((format!("{prefix}problem"), why)),
    };
    let locks = ["jam", "wedge"].map(|key| {
        let read = lock(&system.problem, report, key);
        found.note(format!("{prefix}{key}"), read.as_ref().map(|_| ()).map_err(String::clone));
        read
    });
    let [Ok(jam), Ok(wedge)] = locks else { return };
    let rounded = report["rounded"].as_array().is_some_and(|rounded| !rounded.is_empty());
    let subject = report["body"].as_str().unwrap_or_default().to_owned();
    let again = locks_json(&JamAnswer { subject, system, jam, wedge, rounded });
    let differs = again.as_object().into_iter().flatten().find(|(key, value)| {
        !["reasons", "problem"].contains(&key.as_str()) && !alike(&report[key.as_str()], value)
    });
    let outcome = differs.map_or(Ok(()), |(key, _)| Err(format!("{key} is not what is proved")));
    found.note(format!("{prefix}numbers"), outcome);
}

fn system(report: &Value) -> Result<System, String> {
    let part = |key: &str| at(report, &format!("problem.{key}"));
    let list = |key: &str| Option::<Vec<Rational>>::deserialize_from(part(key));
    let system = System {
        problem: JamProblem::deserialize_from(part("system"))?,
        names: Vec::deserialize_from(part("names"))?,
        force: list("force")?,
        gamma: list("gamma")?,
        rate: list("rate")?,
        slips: list("slips")?,
    };
    let (size, count) = (system.problem.coordinates(), system.problem.constraints.len());
    let rows = system
        .problem
        .mass
        .iter()
        .chain(system.problem.constraints.iter().flat_map(|one| [&one.normal, &one.friction]));
    let sized =
        |list: &Option<Vec<Rational>>, wanted: usize| list.as_ref().is_none_or(|list| list.len() == wanted);
    let fits = rows.into_iter().all(|row| row.len() == size)
        && system.names.len() == size
        && sized(&system.force, size)
        && sized(&system.rate, size)
        && sized(&system.gamma, count)
        && sized(&system.slips, count);
    if fits { Ok(system) } else { Err("the parts of the system do not fit together".to_owned()) }
}

fn accepted(problem: &JamProblem, proof: &Value) -> Result<Verified<JamProof>, String> {
    problem.check(JamProof::deserialize_from(proof)?).map_err(|refusal| refusal.to_string())
}

fn lock(problem: &JamProblem, report: &Value, key: &str) -> Result<Lock, String> {
    let entry = &report[key];
    let found = match &entry["proof"] {
        Value::Null => Verdict::Undecided,
        proof => {
            let proof = accepted(problem, proof)?;
            match side(proof.proof(), key)? {
                // What locks within a smaller box locks within this one.
                (true, scale, _) if *scale <= Rational::one() => Verdict::Yes(proof),
                (false, scale, true) if *scale == Rational::one() => Verdict::No(proof),
                _ => return Err(OTHER.to_owned()),
            }
        }
    };
    Ok(Lock { found, least: least(problem, entry, key)? })
}

const OTHER: &str = "the proof is of another statement";

fn least(problem: &JamProblem, entry: &Value, key: &str) -> Result<LeastScale, String> {
    let kinds = ["upper", "frictionless", "never"].map(|kind| entry.get(kind));
    match kinds {
        [Some(upper), None, None] => {
            let (lower, upper) = (accepted(problem, &entry["lower"])?, accepted(problem, upper)?);
            let ((false, low, _), (true, high, _)) = (side(lower.proof(), key)?, side(upper.proof(), key)?)
            else {
                return Err(OTHER.to_owned());
            };
            let (low, high) = (low.clone(), high.clone());
            Ok(LeastScale::Between(Bracket { lower: (low, lower), upper: (high, upper) }))
        }
        [None, Some(proof), None] => {
            let proof = accepted(problem, proof)?;
            match side(proof.proof(), key)? {
                (true, scale, _) if scale.is_zero() => Ok(LeastScale::None(proof)),
                _ => Err(OTHER.to_owned()),
            }
        }
        [None, None, Some(proof)] => {
            let proof = accepted(problem, proof)?;
            match (proof.proof(), key) {
                (JamProof::NeverJams { .. }, "jam") | (JamProof::NeverWedges { .. }, "wedge") => {
                    Ok(LeastScale::Never(proof))
                }
                _ => Err(OTHER.to_owned()),
            }
        }
        [None, None, None] if entry["scale"].is_null() => Ok(LeastScale::Unknown),
        _ => Err("the least scale is not proved".to_owned()),
    }
}

/// Whether a statement says that friction locks, at which scale, and whether that scale is included.
fn side<'p>(proof: &'p JamProof, key: &str) -> Result<(bool, &'p Rational, bool), String> {
    match (proof, key) {
        (JamProof::Jams { scale, .. }, "jam") | (JamProof::Wedges { scale, .. }, "wedge") => {
            Ok((true, scale, true))
        }
        (JamProof::Slides { scale, included, .. }, "jam")
        | (JamProof::Loose { scale, included, .. }, "wedge") => Ok((false, scale, *included)),
        _ => Err(OTHER.to_owned()),
    }
}
