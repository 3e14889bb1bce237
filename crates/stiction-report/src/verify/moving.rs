//! A report of `stand` on a moving base is made again from its problem and its proofs, each accepted by the checker.

use super::reading::FromJson;
use super::{Case, NotedFailure, Notes, RemadeAnswer};
use crate::moving::{Moves, MovingAnswer, names, warnings};
use serde_json::{Value, json};
use stiction::ask::stand::assembly::Collapse;
use stiction::ask::stand::moving::{Fastest, Followed, riding};
use stiction::scene::{Rounding, Scene};
use stiction_proof::moving::{MovingProblem, MovingProof, Rides};
use stiction_proof::{Answer, Rational, Verified};

/// Whether a report is of a moving base.
pub(super) fn is_moving(report: &Value) -> bool {
    report["problem"]["moving"].is_object()
}

/// What is known of the scene.
struct Facts<T: Rides> {
    base: String,
    problem: MovingProblem<T>,
    rounded: Vec<Rounding>,
}

pub(super) fn moving<S: Moves>(
    case: &Case<'_>,
    scene: Option<&Scene<S>>,
    notes: &mut Notes<'_>,
) -> Result<RemadeAnswer, NotedFailure>
where
    S::Touch: Rides,
{
    let Facts { base, problem, rounded } = facts::<S>(case, scene, notes)?;
    let found = notes.claim("proof", followed::<S>(&problem, case.report))?;
    let fastest = notes.claim("fastest", fastest::<S>(&problem, &case.report["fastest"]))?;
    let warnings = scene.map(|scene| warnings(scene, found.answer));
    let answer = MovingAnswer {
        base,
        bodies: names(&problem),
        problem,
        found,
        fastest,
        rounded: !rounded.is_empty(),
        overlooked: None,
    };
    Ok(RemadeAnswer::new(S::carried(Box::new(answer)), rounded, warnings))
}

fn facts<S: Moves>(
    case: &Case<'_>,
    scene: Option<&Scene<S>>,
    notes: &mut Notes<'_>,
) -> Result<Facts<S::Touch>, NotedFailure>
where
    S::Touch: Rides,
{
    let report = case.report;
    if let Some(scene) = scene {
        let riding = riding(scene, case.options.cone).map_err(super::why);
        let riding = notes.need("problem: of the scene", riding)?;
        notes.of_scene("problem.moving", case.at("problem.moving"), &json!(riding.problem));
        notes.of_scene("base", &report["base"], &json!(riding.base));
        return Ok(Facts { base: riding.base, problem: riding.problem, rounded: riding.rounded });
    }
    let read = || -> Result<Facts<S::Touch>, String> {
        let problem = MovingProblem::<S::Touch>::deserialize_from(case.at("problem.moving"))?;
        S::cone(&problem.assembly)?;
        super::distinct(problem.assembly.bodies.iter().map(|body| body.name.as_str()))?;
        let base = String::deserialize_from(&report["base"])?;
        Ok(Facts { base, problem, rounded: case.rounded()? })
    };
    notes.need("problem", read())
}

type Accepted<T> = Option<Verified<MovingProof<T>>>;

fn accepted<T: Rides>(problem: &MovingProblem<T>, proof: &Value) -> Result<Accepted<T>, String> {
    if proof.is_null() {
        return Ok(None);
    }
    let proof = MovingProof::<T>::deserialize_from(proof)?;
    problem.check(proof).map(Some).map_err(|refusal| refusal.to_string())
}

/// What became of it, from the proofs of staying and of falling.
fn followed<S: Moves>(problem: &MovingProblem<S::Touch>, report: &Value) -> Result<Followed<S>, String>
where
    S::Touch: Rides,
{
    let stays = accepted(problem, &report["proof"]["stays"])?;
    let falls = accepted(problem, &report["proof"]["falls"])?;
    let (end, collapse) = (ends(&stays, &Rational::one())?, fallen::<S>(&falls, &Rational::one())?);
    let answer = match (&falls, end == Some(&problem.motion.duration)) {
        (Some(_), true) => return Err("it cannot both stay together and fall".to_owned()),
        (Some(_), false) => Answer::No,
        (None, true) => Answer::Yes,
        (None, false) => Answer::Undecided,
    };
    let duration = problem.motion.duration.clone();
    let second = accepted(problem, &report["proof"]["also"])?;
    let also = match (second.clone(), fallen::<S>(&second, &Rational::one())?) {
        (Some(proof), Some(other)) if is_together(&falls, &proof) => Some((proof, other)),
        (None, None) => None,
        _ => return Err("the second manner is of another instant".to_owned()),
    };
    Ok(Followed { speed: Rational::one(), answer, stays, falls, collapse, also, duration })
}

/// Whether two falls are at one instant.
fn is_together<T: Rides>(first: &Accepted<T>, second: &Verified<MovingProof<T>>) -> bool {
    let at = |proof: &MovingProof<T>| match proof {
        MovingProof::Falls { at, .. } => Some(at.clone()),
        MovingProof::Stays { .. } => None,
    };
    first.as_ref().and_then(|first| at(first.proof())).is_some_and(|first| Some(first) == at(second.proof()))
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
