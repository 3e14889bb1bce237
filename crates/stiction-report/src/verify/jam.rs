//! A report of `jam` is made again from its system and its proofs, each accepted by the checker, and compared.

use super::{FromJson, Verification, alike, at};
use crate::jam::{BoundaryAnswer, Edge, JamAnswer, LEANS, Lock, Locks, PegAnswer, jam_json};
use serde_json::Value;
use stiction::ask::jam::peg::{Lean, Peg};
use stiction::ask::jam::{FARTHEST, Inserted, LeastScale, System, Threshold, with_coefficients};
use stiction::ask::{Bracket, Verdict};
use stiction_proof::{FrictionUse, JamProblem, JamProof, Proof, Rational, Verified};

pub(super) fn jam(prefix: &str, report: &Value, found: &mut Verification) {
    let mut read = |key: &str, outcome: Result<(), String>| found.note(format!("{prefix}{key}"), outcome);
    let again = again(report, &mut read);
    let outcome = again.and_then(|answer| {
        let keys = jam_json(&answer);
        let compared = keys.as_object().into_iter().flatten();
        let whole = answer.locks.is_none();
        let mut differ = compared.filter(|(key, _)| *key != "reasons" && (whole || *key != "problem"));
        match differ.find(|(key, value)| !alike(&report[key.as_str()], value)) {
            Some((key, _)) => Err(format!("{key} is not what is proved")),
            None => Ok(()),
        }
    });
    found.note(format!("{prefix}numbers"), outcome);
}

/// The answer from the system and the proofs of a report.
fn again(report: &Value, note: &mut dyn FnMut(&str, Result<(), String>)) -> Result<JamAnswer, String> {
    let locks = if report["jam"].is_null() { None } else { Some(locks(report, note)?) };
    let peg = if report["peg"].is_null() { None } else { Some(peg(report)?) };
    let boundary = match (&locks, report["boundary"].is_null()) {
        (Some(locks), false) => Some(boundary(&locks.system.problem, &report["boundary"])?),
        _ => None,
    };
    if locks.is_none() && peg.is_none() {
        return Err("there is neither a system nor a peg".to_owned());
    }
    let rounded = report["rounded"].as_array().is_some_and(|rounded| !rounded.is_empty());
    let subject = report["body"].as_str().unwrap_or_default().to_owned();
    // What springs do is integrated, shown, and not claimed.
    let (compliance, contacts) = (Vec::new(), Vec::new());
    Ok(JamAnswer { subject, locks, peg, boundary, compliance, contacts, rounded })
}

fn locks(report: &Value, note: &mut dyn FnMut(&str, Result<(), String>)) -> Result<Locks, String> {
    let system = system(report)?;
    let mut read = |key: &str| {
        let problem = if key == "jam" { &system.problem } else { system.wedge_problem() };
        let read = lock(problem, report, key);
        note(key, read.as_ref().map(|_| ()).map_err(String::clone));
        read
    };
    let (jam, wedge) = (read("jam")?, read("wedge")?);
    Ok(Locks { system, jam, wedge })
}

/// The peg that a report tells of.
fn told_peg(report: &Value) -> Result<Inserted, String> {
    let exact = |key: &str| at(report, &format!("exact.peg.{key}"));
    let number = |key: &str| Rational::deserialize_from(exact(key));
    let told = &report["peg"];
    let recognised = bool::deserialize_from(&told["recognised"])?;
    // Contacts do not say how wide the hole is beyond them.
    let hole = number(if recognised { "width" } else { "hole" })?;
    let peg = Peg { width: number("width")?, hole, friction: number("friction")? };
    let push = Option::<[Rational; 3]>::deserialize_from(exact("push"))?;
    Ok(Inserted {
        peg,
        depth: number("depth")?,
        turned: <[Rational; 2]>::deserialize_from(exact("turned"))?,
        push,
        recognised,
    })
}

/// Whether a report tells of this peg; contacts do not say how wide the hole is beyond them.
pub(super) fn is_peg(report: &Value, peg: &Inserted) -> bool {
    told_peg(report).is_ok_and(|told| {
        let hole = if peg.recognised { told.peg.hole.clone() } else { peg.peg.hole.clone() };
        let meant = Inserted { peg: Peg { hole, ..peg.peg.clone() }, ..peg.clone() };
        told == meant
    })
}

fn peg(report: &Value) -> Result<PegAnswer, String> {
    let (inserted, told) = (told_peg(report)?, &report["peg"]);
    let [cosine, sine] = &inserted.turned;
    if cosine * cosine + sine * sine != Rational::one() {
        return Err("the lean is no turn".to_owned());
    }
    let accepted = |lean: Lean, proof: &Value| -> Result<_, String> {
        let problem = inserted.peg.problem(&inserted.depth, lean);
        problem.check(Proof::deserialize_from(proof)?).map_err(|refusal| refusal.to_string())
    };
    let wedging = accepted(Lean::TipLeft, &told["wedge"]["proof"])?;
    match wedging.proof() {
        Proof::Touching { friction: FrictionUse::Given, .. }
        | Proof::Breaks { friction: FrictionUse::Given, .. } => {}
        _ => return Err(OTHER.to_owned()),
    }
    let mut held = Vec::new();
    if let Some(push) = inserted.push.as_ref().filter(|push| push[2].is_negative()) {
        for (lean, word) in LEANS {
            let proof = accepted(lean, &told["jam"][word])?;
            match proof.proof() {
                Proof::Rests { friction: FrictionUse::Given, load, .. }
                | Proof::Falls { friction: FrictionUse::Given, load, .. }
                    if load == push => {}
                _ => return Err(OTHER.to_owned()),
            }
            held.push((lean, proof));
        }
    }
    Ok(PegAnswer { inserted, wedging, held })
}

fn boundary(problem: &JamProblem, told: &Value) -> Result<BoundaryAnswer, String> {
    let ids = <[String; 2]>::deserialize_from(&told["of"])?;
    let index = |id: &String| problem.constraints.iter().position(|one| one.id == *id);
    let [Some(i), Some(j)] = ids.each_ref().map(index) else { return Err("no such constraints".to_owned()) };
    if i == j {
        return Err("the boundary is of two constraints".to_owned());
    }
    let edges = |key: &str| -> Result<Vec<Edge>, String> {
        let rays = told[key].as_array().ok_or("the boundary has no rays")?;
        rays.iter().map(|ray| edge(problem, [i, j], ray, key)).collect()
    };
    Ok(BoundaryAnswer { of: [i, j], jam: edges("jam")?, wedge: edges("wedge")? })
}

/// A ray with what its state says, proved of the boxes at its ends.
fn edge(problem: &JamProblem, of: [usize; 2], ray: &Value, key: &str) -> Result<Edge, String> {
    let direction = <[Rational; 2]>::deserialize_from(&ray["direction"])?;
    if direction.iter().any(Rational::is_negative) || &direction[0] + &direction[1] != Rational::one() {
        return Err("a ray is not one of the quadrant".to_owned());
    }
    let proved = |end: &Rational, proof: &Value, locks: bool| -> Result<_, String> {
        let changed = with_coefficients(problem, of, &direction.each_ref().map(|part| part * end));
        let proof = accepted(&changed, proof)?;
        match side(proof.proof(), key)? {
            (true, scale, _) if locks && *scale <= Rational::one() => Ok(proof),
            (false, scale, true) if !locks && *scale == Rational::one() => Ok(proof),
            _ => Err(OTHER.to_owned()),
        }
    };
    let threshold = match ray["state"].as_str() {
        Some("between") => {
            let [low, high] = <[Rational; 2]>::deserialize_from(&ray["bracket"])?;
            let (lower, upper) = (proved(&low, &ray["lower"], false)?, proved(&high, &ray["upper"], true)?);
            Threshold::Between(Bracket { lower: (low, lower), upper: (high, upper) })
        }
        Some("always") => Threshold::Always(proved(&Rational::zero(), &ray["proof"], true)?),
        Some("beyond") => Threshold::Beyond(proved(&Rational::from(FARTHEST), &ray["proof"], false)?),
        Some("undecided") => Threshold::Open,
        _ => return Err("no such state of a ray".to_owned()),
    };
    Ok(Edge { direction, threshold })
}

fn system(report: &Value) -> Result<System, String> {
    let part = |key: &str| at(report, &format!("problem.{key}"));
    let list = |key: &str| Option::<Vec<Rational>>::deserialize_from(part(key));
    let system = System {
        problem: JamProblem::deserialize_from(part("system"))?,
        wedging: Option::<JamProblem>::deserialize_from(part("wedging"))?,
        names: Vec::deserialize_from(part("names"))?,
        force: list("force")?,
        gamma: list("gamma")?,
        rate: list("rate")?,
        slips: list("slips")?,
    };
    let (size, count) = (system.problem.coordinates(), system.problem.constraints.len());
    let problems = std::iter::once(&system.problem).chain(&system.wedging);
    let rows = problems.flat_map(|problem| {
        let constraints = problem.constraints.iter().flat_map(|one| [&one.normal, &one.friction]);
        problem.mass.iter().chain(constraints)
    });
    let rows_fit = rows.into_iter().all(|row| row.len() == size);
    let same = system.wedging.as_ref().is_none_or(|wedging| wedging.mass == system.problem.mass);
    let sized =
        |list: &Option<Vec<Rational>>, wanted: usize| list.as_ref().is_none_or(|list| list.len() == wanted);
    let fits = same
        && rows_fit
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
