//! The keys of `stand` on a moving base, all of them functions of the problem and of the proofs, so that a
//! verifier can make them again.

use super::{Moves, MovingAnswer};
use crate::number::{ReachedEnd, named};
use serde_json::{Map, Value, json};
use stiction::ask::stand::assembly::Collapse;
use stiction::ask::stand::moving::{Fastest, behaviours};
use stiction_proof::moving::{MovingProof, Rides};
use stiction_proof::{Answer, Rational, Touch, Verified};

const STILL: &str = "asked of assemblies on a base at rest";

/// The keys.
pub(crate) fn moving_json<S: Moves>(answer: &MovingAnswer<S>) -> Value
where
    S::Touch: Rides,
{
    let found = &answer.found;
    let first = found.first_failure();
    let mut reasons: Map<String, Value> =
        ["strong", "indeterminacy", "margins.friction", "margins.load", "margins.tilt"]
            .into_iter()
            .map(|key| (key.to_owned(), json!(STILL)))
            .collect();
    reasons.insert(
        "forces".to_owned(),
        json!("they change with time: the proof has them at the corners of the course"),
    );
    if first.is_none() {
        let why = match answer.verdict() {
            Answer::Yes => "everything rides along to the end",
            _ => "no instant was proved to fail",
        };
        let wide = found.fails_at().is_some();
        let why = if wide { "proved only to be within `failure.bracket`" } else { why };
        let keys: &[&str] = if wide {
            &["first_failure", "exact.first_failure", "failure.t", "failure.contact", "failure.manner"]
        } else {
            &["first_failure", "failure", "proof.falls"]
        };
        for key in keys {
            reasons.insert((*key).to_owned(), json!(why));
        }
    }
    if found.until().is_none() {
        for key in ["until", "proof.stays"] {
            reasons.insert(key.to_owned(), json!("it fails at once, or nothing was decided"));
        }
    }
    let samples: Vec<Value> = answer
        .samples()
        .into_iter()
        .map(|sample| match sample.reserve {
            Some(reserve) => json!({ "t": sample.time, "stands": sample.answer, "reserve": reserve }),
            None => json!({ "t": sample.time, "stands": sample.answer }),
        })
        .collect();
    let (fastest, exact_fastest) = fastest_json(answer, &mut reasons);
    json!({
        "bodies": names(answer),
        "base": answer.base,
        "cone": S::cone(&answer.problem.assembly).ok(),
        "problem": { "moving": answer.problem },
        "course": course_names(answer),
        "verdict": answer.verdict(),
        "strong": null,
        "forces": null,
        "indeterminacy": null,
        "margins": { "friction": null, "load": null, "tilt": null },
        "first_failure": first.as_ref().map(Rational::to_f64),
        "until": found.until().map(Rational::to_f64),
        "failure": failure(answer),
        "fastest": fastest,
        "samples": samples,
        "proof": proofs(answer),
        "reasons": reasons,
        "exact": {
            "first_failure": first,
            "until": found.until(),
            "failure": found.bracket().map(|bracket| json!({ "bracket": bracket })),
            "fastest": exact_fastest,
        },
    })
}

fn names<S: Moves>(answer: &MovingAnswer<S>) -> Vec<&str>
where
    S::Touch: Rides,
{
    answer.problem.assembly.bodies.iter().map(|body| body.name.as_str()).collect()
}

fn course_names<S: Moves>(answer: &MovingAnswer<S>) -> Vec<&'static str>
where
    S::Touch: Rides,
{
    answer.problem.active().into_iter().map(|component| <S::Touch as Rides>::NAMES[component]).collect()
}

fn proof<T: Rides>(verified: &Verified<MovingProof<T>>) -> Value {
    serde_json::to_value(verified.proof()).unwrap_or(Value::Null)
}

/// Of riding and of falling, and of falling otherwise where it does.
fn proofs<S: Moves>(answer: &MovingAnswer<S>) -> Value
where
    S::Touch: Rides,
{
    let found = &answer.found;
    let mut keys =
        json!({ "stays": found.stays.as_ref().map(proof), "falls": found.falls.as_ref().map(proof) });
    if let Some((also, _)) = &found.also {
        keys["also"] = proof(also);
    }
    keys
}

/// When and how it fails.
fn failure<S: Moves>(answer: &MovingAnswer<S>) -> Value
where
    S::Touch: Rides,
{
    let (Some([until, at]), Some(collapse)) = (answer.found.bracket(), &answer.found.collapse) else {
        return Value::Null;
    };
    let told = answer.manner();
    let mut keys = json!({
        "t": answer.found.first_failure().map(|first| first.to_f64()),
        "bracket": [until.to_f64(), at.to_f64()],
        "contact": told.as_ref().map(|(id, _)| *id),
        "manner": told.as_ref().map(|(_, manner)| manner.word()),
        "contacts": contacts(answer, collapse),
        "motion": motion(answer, collapse),
    });
    // What is not there is left out rather than null.
    if let Some((id, manner)) = answer.also() {
        keys["also"] = json!({ "contact": id, "manner": manner.word() });
    }
    keys
}

/// What each contact does on the collapse.
fn contacts<S: Moves>(answer: &MovingAnswer<S>, collapse: &Collapse<S>) -> Value
where
    S::Touch: Rides,
{
    let assembly = &answer.problem.assembly;
    let words = behaviours::<S>(assembly, collapse).into_iter().map(|one| one.word());
    let ids = assembly.contacts.iter().map(|contact| contact.touch.id().to_owned());
    Value::Object(ids.zip(words.map(|word| json!(word))).collect())
}

/// The collapse as a twist of each body in base coordinates, the fastest component 1.
pub(crate) fn motion<S: Moves>(answer: &MovingAnswer<S>, collapse: &Collapse<S>) -> Value
where
    S::Touch: Rides,
{
    let twists = twists(collapse);
    let names = answer.problem.assembly.bodies.iter().map(|body| body.name.clone());
    Value::Object(names.zip(twists.into_iter().map(|twist| json!(twist))).collect())
}

/// The twists of a collapse in doubles, the fastest component 1.
pub(crate) fn twists<S: Moves>(collapse: &Collapse<S>) -> Vec<Vec<f64>>
where
    S::Touch: Rides,
{
    let entries = |twist: &S::Screw| twist.as_ref().iter().map(Rational::to_f64).collect::<Vec<_>>();
    let mut twists: Vec<Vec<f64>> = collapse.twists.iter().map(entries).collect();
    let fastest = twists.iter().flatten().fold(0.0f64, |fastest, entry| fastest.max(entry.abs()));
    if fastest > 0.0 {
        twists.iter_mut().flatten().for_each(|entry| *entry /= fastest);
    }
    twists
}

/// The pace of a statement.
pub(crate) fn pace<T: Rides>(verified: &Verified<MovingProof<T>>) -> &Rational {
    match verified.proof() {
        MovingProof::Stays { speed, .. } | MovingProof::Falls { speed, .. } => speed,
    }
}

fn fastest_json<S: Moves>(answer: &MovingAnswer<S>, reasons: &mut Map<String, Value>) -> (Value, Value)
where
    S::Touch: Rides,
{
    match &answer.fastest {
        Fastest::Between { slower, faster } => {
            let (low, high) = (pace(slower), pace(faster));
            let simplest = named([low, high], Rational::simplest_between(low, high), ReachedEnd::Lower);
            let duration = answer.problem.motion.duration.checked_div(&simplest);
            let told = json!({
                "speed": simplest.to_f64(), "bracket": [low.to_f64(), high.to_f64()], "duration": duration.as_ref().map(Rational::to_f64),
                "slower": proof(slower), "faster": proof(faster),
            });
            (told, json!({ "bracket": [low, high] }))
        }
        Fastest::Unlimited(slower) => {
            reasons.insert(
                "fastest.speed".to_owned(),
                json!("no pace was proved to be too fast; `slower` is the fastest that was proved to stay together"),
            );
            (json!({ "speed": null, "slower": proof(slower) }), json!({ "at_least": pace(slower) }))
        }
        Fastest::Never => {
            for key in ["fastest", "exact.fastest"] {
                reasons.insert(key.to_owned(), json!("at no pace that was tried does it stay together"));
            }
            (Value::Null, Value::Null)
        }
    }
}
