//! Standing: the verdict, whether a thing must stay, how indeterminate its forces are, and the ends of margins, each by
//! its proof.

use crate::reading::{FromJson, at, distinct, in_space};
use crate::{Findings, OTHER};
use serde::de::DeserializeOwned;
use serde_json::Value;
use stiction_proof::moving::{MovingProblem, MovingProof, Rides};
use stiction_proof::{
    AssemblyProblem, AssemblyProof, Faced, FrictionUse, Indeterminacy, PlanarContact, Rational,
    SpatialContact, Touch, Verified,
};

/// A proof about standing that was accepted.
pub type AcceptedProof<T> = Verified<AssemblyProof<T>>;

/// Checks a report of `stand`.
pub(crate) fn check(report: &Value, found: &mut Findings) {
    if !at(report, "problem.moving").is_null() {
        if in_space(at(report, "problem.moving.gravity")) {
            check_moving::<SpatialContact>(report, found);
        } else {
            check_moving::<PlanarContact>(report, found);
        }
    } else if in_space(at(report, "problem.bodies.0.reference")) {
        check_of::<SpatialContact>(report, found);
    } else {
        check_of::<PlanarContact>(report, found);
    }
}

fn check_of<T: Faced>(report: &Value, found: &mut Findings)
where
    AssemblyProblem<T>: DeserializeOwned,
    AssemblyProof<T>: DeserializeOwned,
    Indeterminacy<T>: DeserializeOwned,
    T::Screw: DeserializeOwned + PartialEq,
{
    let Some(problem) = found.need("problem", problem::<T>(report)) else { return };
    let Some(load) = found.need("exact.load", load(&problem, at(report, "exact.load"))) else { return };
    let Some(stands) = found.claim("proof", verdict(&problem, &load, &report["proof"])) else { return };
    let stands = stands.map(|proof| matches!(proof.proof(), AssemblyProof::Rests { .. }));
    let doubtful = report["overlooked"].as_array().is_some_and(|pairs| !pairs.is_empty());
    if doubtful {
        found.unchecked.push("verdict: contacts may be missing".to_owned());
    } else {
        found.verdict("verdict", &report["verdict"], stands);
    }
    let told = &report["indeterminacy_proof"];
    if !told.is_null() {
        let proof = indeterminacy(&problem, &load, told);
        let same = |proof: Verified<Indeterminacy<T>>| {
            let same = report["indeterminacy"] == proof.proof().dimension;
            same.then_some(()).ok_or_else(|| "it is not what is proved".to_owned())
        };
        found.note("indeterminacy", proof.and_then(same));
    }
    for key in ["friction_lower", "friction_upper", "friction_never"] {
        let told = &report["margin_proofs"][key];
        if !told.is_null() {
            found.note(
                &format!("margin_proofs.{key}"),
                scaled(&problem, &load, told, key == "friction_upper"),
            );
        }
    }
    found.unchecked.push("margins beside that of friction, `strong`, loads and ranges".to_owned());
}

/// On a moving base: that it stays together to the end, or that at an instant it cannot.
fn check_moving<T: Rides>(report: &Value, found: &mut Findings) {
    let problem = MovingProblem::<T>::deserialize_from(at(report, "problem.moving")).and_then(|problem| {
        distinct(problem.assembly.bodies.iter().map(|body| body.name.as_str()))?;
        Ok(problem)
    });
    let Some(problem) = found.need("problem", problem) else { return };
    let Some(stays) = found.claim("proof", followed(&problem, &report["proof"])) else { return };
    if report["overlooked"].as_array().is_some_and(|pairs| !pairs.is_empty()) {
        found.unchecked.push("verdict: contacts may be missing".to_owned());
    } else {
        found.verdict("verdict", &report["verdict"], stays);
    }
    found.unchecked.push("the fastest pace, and the instants that are listed".to_owned());
}

/// Whether it stays together from the beginning to the end, at the pace of the scene; none where that is left open.
fn followed<T: Rides>(problem: &MovingProblem<T>, proof: &Value) -> Result<Option<bool>, String> {
    let accepted = |key: &str| -> Result<Option<Verified<MovingProof<T>>>, String> {
        if proof[key].is_null() {
            return Ok(None);
        }
        let proof = MovingProof::<T>::deserialize_from(&proof[key])?;
        problem.check(proof).map(Some).map_err(|refusal| refusal.to_string())
    };
    let (stays, falls) = (accepted("stays")?, accepted("falls")?);
    let whole = match stays.as_ref().map(Verified::proof) {
        None => false,
        Some(MovingProof::Stays { speed, stretches, .. }) if *speed == Rational::one() => {
            stretches.last().is_some_and(|last| last.to == problem.motion.duration)
        }
        Some(_) => return Err(OTHER.to_owned()),
    };
    let fallen = match falls.as_ref().map(Verified::proof) {
        None => false,
        Some(MovingProof::Falls { speed, .. }) if *speed == Rational::one() => true,
        Some(_) => return Err(OTHER.to_owned()),
    };
    match (whole, fallen) {
        (true, true) => Err("it cannot both stay together and fall".to_owned()),
        (true, false) => Ok(Some(true)),
        (false, true) => Ok(Some(false)),
        (false, false) => Ok(None),
    }
}

fn problem<T: Touch>(report: &Value) -> Result<AssemblyProblem<T>, String>
where
    AssemblyProblem<T>: DeserializeOwned,
{
    let problem = AssemblyProblem::<T>::deserialize_from(&report["problem"])?;
    distinct(problem.contacts.iter().map(|contact| contact.touch.id()))?;
    distinct(problem.bodies.iter().map(|body| body.name.as_str()))?;
    Ok(problem)
}

/// What a report says of every body, in the order of the problem.
///
/// # Errors
///
/// If it is missing or of another form.
pub fn load<T: Touch, V: DeserializeOwned>(
    problem: &AssemblyProblem<T>,
    entries: &Value,
) -> Result<Vec<V>, String> {
    problem.bodies.iter().map(|body| V::deserialize_from(&entries[&body.name])).collect()
}

/// A proof about a problem, if the checker accepts it.
///
/// # Errors
///
/// If it does not.
pub fn accepted<T: Touch>(problem: &AssemblyProblem<T>, proof: &Value) -> Result<AcceptedProof<T>, String> {
    let proof = AssemblyProof::<T>::deserialize_from(proof)?;
    problem.check(proof).map_err(|refusal| refusal.to_string())
}

/// The proof that a load rests or falls with the given friction; none where nothing is said.
///
/// # Errors
///
/// If it is refused or is of something else.
pub fn verdict<T: Touch>(
    problem: &AssemblyProblem<T>,
    load: &[T::Screw],
    proof: &Value,
) -> Result<Option<AcceptedProof<T>>, String> {
    if proof.is_null() {
        return Ok(None);
    }
    let proof = accepted(problem, proof)?;
    let of = match proof.proof() {
        AssemblyProof::Rests { friction: FrictionUse::Given, load, .. }
        | AssemblyProof::Falls { friction: FrictionUse::Given, load, .. } => load,
        _ => return Err(OTHER.to_owned()),
    };
    if of[..] != *load {
        return Err("the proof is of another load".to_owned());
    }
    Ok(Some(proof))
}

/// The dimension of the balancing forces.
///
/// # Errors
///
/// If the proof is refused or is of another load.
pub fn indeterminacy<T: Faced>(
    problem: &AssemblyProblem<T>,
    load: &[T::Screw],
    proof: &Value,
) -> Result<Verified<Indeterminacy<T>>, String> {
    let proof = Indeterminacy::<T>::deserialize_from(proof)?;
    if proof.load[..] != *load {
        return Err("the proof is of another load".to_owned());
    }
    problem.check_indeterminacy(proof).map_err(|refusal| refusal.to_string())
}

/// That a load rests, or falls, with a multiple of the friction.
fn scaled<T: Touch>(
    problem: &AssemblyProblem<T>,
    load: &[T::Screw],
    proof: &Value,
    stands: bool,
) -> Result<(), String> {
    let proof = accepted(problem, proof)?;
    match (proof.proof(), stands) {
        (AssemblyProof::Rests { friction, load: of, .. }, true)
        | (AssemblyProof::Falls { friction, load: of, .. }, false)
            if of[..] == *load && factor(friction).is_some() =>
        {
            Ok(())
        }
        _ => Err(OTHER.to_owned()),
    }
}

/// The multiple of the friction that a proof speaks of.
fn factor(friction: &FrictionUse) -> Option<Rational> {
    match friction {
        FrictionUse::Scaled(factor) => Some(factor.clone()),
        FrictionUse::None => Some(Rational::zero()),
        _ => None,
    }
}
