//! Jamming and wedging of a system of constraints.

use crate::reading::{FromJson, at};
use crate::{Findings, OTHER};
use serde_json::Value;
use stiction_proof::{JamProblem, JamProof, Rational, Verified};

/// What is proved of the least scale of friction that locks.
#[derive(Debug, Clone, PartialEq)]
pub enum Least {
    /// It is between two scales, each with its proof.
    Between([(Rational, Verified<JamProof>); 2]),
    /// It locks without friction.
    None(Verified<JamProof>),
    /// No friction locks.
    Never(Verified<JamProof>),
    /// Nothing is proved.
    Unknown,
}

/// Checks a report of `jam`.
pub(crate) fn check(report: &Value, found: &mut Findings) {
    if report["jam"].is_null() {
        return found.unchecked.push("the report: proofs about pegs are not checked here".to_owned());
    }
    let read = || -> Result<_, String> {
        let system = JamProblem::deserialize_from(at(report, "problem.system"))?;
        let wedging = Option::<JamProblem>::deserialize_from(at(report, "problem.wedging"))?;
        if wedging.as_ref().is_some_and(|wedging| wedging.mass != system.mass) {
            return Err("the parts of the system do not fit together".to_owned());
        }
        Ok((system, wedging))
    };
    let Some((system, wedging)) = found.need("problem", read()) else { return };
    let wedging = wedging.unwrap_or_else(|| system.clone());
    for (key, problem) in [("jam", &system), ("wedge", &wedging)] {
        let entry = &report[key];
        let locks = decided(problem, &entry["proof"], key);
        if let Some(locks) = found.claim(&format!("{key}.proof"), locks) {
            found.verdict(&format!("{key}.verdict"), &entry["verdict"], locks.map(|(locks, _)| locks));
        }
        if let Some(least) = found.claim(&format!("{key}.scale"), least(problem, entry, key)) {
            found.note(&format!("exact.{key}.bracket"), bracket(&least, &report["exact"][key]["bracket"]));
        }
    }
    found
        .unchecked
        .push("boundary, map, peg, and which friction the edges of `problem.wedging` have".to_owned());
}

fn bracket(least: &Least, told: &Value) -> Result<(), String> {
    let told = Option::<[Rational; 2]>::deserialize_from(told)?;
    let proved = match least {
        Least::Between([(low, _), (high, _)]) => Some([low.clone(), high.clone()]),
        Least::None(_) => Some([Rational::zero(), Rational::zero()]),
        Least::Never(_) | Least::Unknown => None,
    };
    (told == proved).then_some(()).ok_or_else(|| "it is not what is proved".to_owned())
}

/// A proof about a system, if the checker accepts it.
///
/// # Errors
///
/// If it does not.
pub fn accepted(problem: &JamProblem, proof: &Value) -> Result<Verified<JamProof>, String> {
    problem.check(JamProof::deserialize_from(proof)?).map_err(|refusal| refusal.to_string())
}

/// Whether a system locks, by its proof; `key` is `jam` or `wedge`.  None where nothing is proved.
///
/// # Errors
///
/// If the proof is refused or is of something else.
pub fn decided(
    problem: &JamProblem,
    proof: &Value,
    key: &str,
) -> Result<Option<(bool, Verified<JamProof>)>, String> {
    if proof.is_null() {
        return Ok(None);
    }
    let proof = accepted(problem, proof)?;
    let locks = match side(proof.proof(), key)? {
        // What locks within a smaller box locks within this one.
        (true, scale, _) if *scale <= Rational::one() => true,
        (false, scale, true) if *scale == Rational::one() => false,
        _ => return Err(OTHER.to_owned()),
    };
    Ok(Some((locks, proof)))
}

/// The least scale, by its proofs.
///
/// # Errors
///
/// If they are refused or are of something else.
pub fn least(problem: &JamProblem, entry: &Value, key: &str) -> Result<Least, String> {
    let kinds = ["upper", "frictionless", "never"].map(|kind| entry.get(kind));
    match kinds {
        [Some(upper), None, None] => {
            let (lower, upper) = (accepted(problem, &entry["lower"])?, accepted(problem, upper)?);
            let ((false, low, _), (true, high, _)) = (side(lower.proof(), key)?, side(upper.proof(), key)?)
            else {
                return Err(OTHER.to_owned());
            };
            let (low, high) = (low.clone(), high.clone());
            if low > high {
                return Err("the ends of the least scale are out of order".to_owned());
            }
            Ok(Least::Between([(low, lower), (high, upper)]))
        }
        [None, Some(proof), None] => {
            let proof = accepted(problem, proof)?;
            match side(proof.proof(), key)? {
                (true, scale, _) if scale.is_zero() => Ok(Least::None(proof)),
                _ => Err(OTHER.to_owned()),
            }
        }
        [None, None, Some(proof)] => {
            let proof = accepted(problem, proof)?;
            match (proof.proof(), key) {
                (JamProof::NeverJams { .. }, "jam") | (JamProof::NeverWedges { .. }, "wedge") => {
                    Ok(Least::Never(proof))
                }
                _ => Err(OTHER.to_owned()),
            }
        }
        [None, None, None] if entry["scale"].is_null() => Ok(Least::Unknown),
        _ => Err("the least scale is not proved".to_owned()),
    }
}

/// Whether a statement says that friction locks, at which scale, and whether that scale is included.
///
/// # Errors
///
/// If it is of something else.
pub fn side<'p>(proof: &'p JamProof, key: &str) -> Result<(bool, &'p Rational, bool), String> {
    match (proof, key) {
        (JamProof::Jams { scale, .. }, "jam") | (JamProof::Wedges { scale, .. }, "wedge") => {
            Ok((true, scale, true))
        }
        (JamProof::Slides { scale, included, .. }, "jam")
        | (JamProof::Loose { scale, included, .. }, "wedge") => Ok((false, scale, *included)),
        _ => Err(OTHER.to_owned()),
    }
}
