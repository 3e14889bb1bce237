//! A report of `stand` on a moving base is made again from its problem and its proofs, each accepted by the checker, and compared.

use super::{FromJson, Verification, alike};
use crate::moving::{Moves, MovingAnswer, moving_json, names};
use serde_json::Value;
use stiction::ask::stand::assembly::Collapse;
use stiction::ask::stand::moving::{Fastest, Followed};
use stiction::screw::{Planar, Spatial};
use stiction_proof::moving::{MovingProblem, MovingProof, Rides};
use stiction_proof::{Answer, Rational, Verified};

/// Whether a report is of a moving base.
pub(super) fn is_moving(report: &Value) -> bool {
    report["problem"]["moving"].is_object()
}

pub(super) fn moving(prefix: &str, report: &Value, found: &mut Verification) {
    let in_space =
        report["problem"]["moving"]["gravity"].as_array().is_some_and(|gravity| gravity.len() == 3);
    let again = if in_space { compared::<Spatial>(report) } else { compared::<Planar>(report) };
    match again {
        Ok(paths) => {
            paths.into_iter().for_each(|(path, outcome)| found.note(format!("{prefix}{path}"), outcome))
        }
        Err(why) => found.note(format!("{prefix}proof"), Err(why)),
    }
}

type Noted = Vec<(String, Result<(), String>)>;

fn compared<S: Moves>(report: &Value) -> Result<Noted, String>
where
    S::Touch: Rides,
{
    let answer = again::<S>(report)?;
    let keys = moving_json(&answer);
    let mut noted = vec![("proof".to_owned(), Ok(()))];
    for (key, value) in
        keys.as_object().into_iter().flatten().filter(|(key, _)| *key != "reasons" && *key != "problem")
    {
        let same = alike(&report[key.as_str()], value);
        noted.push((key.clone(), same.then_some(()).ok_or_else(|| "it is not what is proved".to_owned())));
    }
    Ok(noted)
}

type Accepted<T> = Option<Verified<MovingProof<T>>>;

fn accepted<T: Rides>(problem: &MovingProblem<T>, proof: &Value) -> Result<Accepted<T>, String> {
    if proof.is_null() {
        return Ok(None);
    }
    let proof = MovingProof::<T>::deserialize_from(proof)?;
    problem.check(proof).map(Some).map_err(|refusal| refusal.to_string())
}

fn again<S: Moves>(report: &Value) -> Result<MovingAnswer<S>, String>
where
    S::Touch: Rides,
{
    let problem = MovingProblem::<S::Touch>::deserialize_from(&report["problem"]["moving"])?;
    S::cone(&problem.assembly)?;
    let stays = accepted(&problem, &report["proof"]["stays"])?;
    let falls = accepted(&problem, &report["proof"]["falls"])?;
    let (end, collapse) = (ends(&stays, &Rational::one())?, fallen::<S>(&falls, &Rational::one())?);
    let answer = match (&falls, end == Some(&problem.motion.duration)) {
        (Some(_), true) => return Err("it cannot both stay together and fall".to_owned()),
        (Some(_), false) => Answer::No,
        (None, true) => Answer::Yes,
        (None, false) => Answer::Undecided,
    };
    let found = Followed { speed: Rational::one(), answer, stays, falls, collapse };
    let fastest = fastest::<S>(&problem, &report["fastest"])?;
    let rounded = report["rounded"].as_array().is_some_and(|rounded| !rounded.is_empty());
    let base = report["base"].as_str().unwrap_or_default().to_owned();
    Ok(MovingAnswer { base, bodies: names(&problem), problem, found, fastest, rounded })
}

/// Until when a statement says that everything stays.
fn ends<'p, T: Rides>(stays: &'p Accepted<T>, pace: &Rational) -> Result<Option<&'p Rational>, String> {
    match stays.as_ref().map(Verified::proof) {
        None => Ok(None),
        Some(MovingProof::Stays { speed, stretches, .. }) if speed == pace => {
            Ok(stretches.last().map(|last| &last.to))
        }
        Some(_) => Err(OTHER.to_owned()),
    }
}

const OTHER: &str = "the proof is of another statement";

fn fallen<S: Moves>(falls: &Accepted<S::Touch>, pace: &Rational) -> Result<Option<Collapse<S>>, String>
where
    S::Touch: Rides,
{
    match falls.as_ref().map(Verified::proof) {
        None => Ok(None),
        Some(MovingProof::Falls { speed, twists, resistance, absorbed, .. }) if speed == pace => {
            let (twists, resistance, absorbed) = (twists.clone(), resistance.clone(), absorbed.clone());
            Ok(Some(Collapse { twists, resistance, absorbed }))
        }
        Some(_) => Err(OTHER.to_owned()),
    }
}

fn fastest<S: Moves>(problem: &MovingProblem<S::Touch>, told: &Value) -> Result<Fastest<S>, String>
where
    S::Touch: Rides,
{
    if told.is_null() {
        return Ok(Fastest::Never);
    }
    let slower = accepted(problem, &told["slower"])?.ok_or("nothing proves the slower pace")?;
    let MovingProof::Stays { speed: slow, stretches, .. } = slower.proof() else {
        return Err(OTHER.to_owned());
    };
    let whole = stretches.last().is_some_and(|last| &last.to * slow == problem.motion.duration);
    if !whole {
        return Err("the slower pace is not proved to the end".to_owned());
    }
    match accepted(problem, &told["faster"])? {
        None => Ok(Fastest::Unlimited(slower)),
        Some(faster) => match faster.proof() {
            MovingProof::Falls { speed, .. } if speed > slow => Ok(Fastest::Between { slower, faster }),
            _ => Err(OTHER.to_owned()),
        },
    }
}
