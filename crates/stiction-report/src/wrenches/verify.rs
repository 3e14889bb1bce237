//! Re-checks the reports on wrenches: proofs by their checkers, and everything that is shown against what the problem and the
//! proofs give.

use super::cone::{Choice, ConeAnswer, Consistency, JudgedWrench};
use super::insert::{Asked, InsertAnswer, SeatedWrench};
use super::places;
use super::stability::{Balance, Motionless, StabilityAnswer, StableWrench, Touched};
use crate::report::Told;
use crate::verify::{Verification, alike};
use serde_json::Value;
use stiction::ask::insert::{Insertion, largest_friction};
use stiction_proof::Rational;
use stiction_proof::wrenches::{AnyPart, Part, Plan, PlanarPart, Seating};

fn read<T: serde::de::DeserializeOwned>(value: &Value, what: &str) -> Result<T, String> {
    serde_json::from_value(value.clone()).map_err(|error| format!("{what}: {error}"))
}

/// A part whose numbers are those of a well-formed one.
fn part(report: &Value) -> Result<AnyPart, String> {
    let part: AnyPart = read(&report["problem"], "problem")?;
    part.rest().map_err(|refusal| refusal.to_string())?;
    Ok(part)
}

/// The exact wrenches, one for each that is shown.
fn wrenches(report: &Value, part: &AnyPart) -> Result<Vec<(Vec<Rational>, Value)>, String> {
    let exact: Vec<Vec<Rational>> = read(&report["exact"]["wrenches"], "exact.wrenches")?;
    let shown = report["wrenches"].as_array().ok_or("the wrenches are missing")?;
    if exact.len() != shown.len() || exact.iter().any(|wrench| wrench.len() != part.dimension()) {
        return Err("the wrenches are not those of the mirror".to_owned());
    }
    Ok(exact.into_iter().zip(shown.iter().cloned()).collect())
}

/// Everything that an answer shows is in the report, and nothing else of these keys.
fn same(report: &Value, again: &Value, optional: &[&str]) -> Result<(), String> {
    for (key, value) in again.as_object().into_iter().flatten().filter(|(key, _)| *key != "reasons") {
        if !alike(&report[key], value) {
            return Err(format!("{key} is not what the problem and the proofs give"));
        }
    }
    match optional.iter().find(|key| again.get(**key).is_none() && report.get(**key).is_some()) {
        Some(key) => Err(format!("{key} is said, and nothing proves it")),
        None => Ok(()),
    }
}

fn length(report: &Value) -> Result<Rational, String> {
    let length: Rational = read(&report["length"], "length")?;
    if length.is_positive() { Ok(length) } else { Err("length is not positive".to_owned()) }
}

pub(crate) fn cone(prefix: &str, report: &Value, found: &mut Verification) {
    let outcome = part(report).and_then(|part| {
        let mode: Vec<String> = read(&report["labels"], "labels")?;
        let cases = part.cases(&mode).map_err(|refusal| refusal.to_string())?;
        let mut judged = Vec::new();
        for (at, (wrench, shown)) in wrenches(report, &part)?.into_iter().enumerate() {
            let proof: Consistency = read(&shown["proof"], "proof")?;
            let outcome = consistent(&part, &cases, &wrench, &proof);
            found.note(format!("{prefix}wrenches.{at}"), outcome);
            judged.push(JudgedWrench { wrench, proof });
        }
        let choice = Choice {
            only: read(&report["only"], "only")?,
            and: read(&report["and"], "and")?,
            not: read(&report["not"], "not")?,
        };
        let body: String = read(&report["body"], "body")?;
        let again =
            ConeAnswer::assemble(&body, part, mode, judged, choice).map_err(|refusal| refusal.to_string())?;
        same(
            report,
            &again.shown(&length(report)?),
            &[
                "rays",
                "lines",
                "normals",
                "equalities",
                "vertices",
                "offsets",
                "equality_offsets",
                "open",
                "parts",
                "chosen",
            ],
        )
    });
    found.note(format!("{prefix}sets"), outcome);
}

fn consistent(
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
        // Nothing is said.
        Consistency::Open => Ok(()),
    };
    checked.map_err(|refusal| refusal.to_string())
}

pub(crate) fn stability(prefix: &str, report: &Value, found: &mut Verification) {
    let outcome = part(report).and_then(|part| {
        let mut judged = Vec::new();
        for (at, (wrench, shown)) in wrenches(report, &part)?.into_iter().enumerate() {
            let proofs = || -> Result<(Option<Balance>, Option<Motionless>), String> {
                Ok((read(&shown["weak_proof"], "weak_proof")?, read(&shown["strong_proof"], "strong_proof")?))
            };
            let (weak, strong) = proofs()?;
            let stable = StableWrench { wrench, weak, strong };
            let outcome = stable.check(&part).map_err(|refusal| refusal.to_string());
            found.note(format!("{prefix}wrenches.{at}"), outcome);
            judged.push(stable);
        }
        let (body, own): (String, bool) =
            (read(&report["body"], "body")?, read(&report["own_load"], "own_load")?);
        let touched = Touched {
            outline: places::read_rings(&report["exact"]["outline"])?,
            finger: read(&report["exact"]["finger"], "exact.finger")?,
        };
        let again = StabilityAnswer::assemble(&body, part, judged, own, touched)
            .map_err(|refusal| refusal.to_string())?;
        same(report, &again.shown(&length(report)?), &[])
    });
    found.note(format!("{prefix}sets"), outcome);
}

pub(crate) fn insert(prefix: &str, report: &Value, found: &mut Verification) {
    let outcome = inserted(prefix, report, found);
    found.note(format!("{prefix}sets"), outcome);
}

fn inserted(prefix: &str, report: &Value, found: &mut Verification) -> Result<(), String> {
    let part: PlanarPart = read(&report["problem"], "problem")?;
    let plan: Plan = read(&report["plan"], "plan")?;
    let body: String = read(&report["body"], "body")?;
    let insertion = Insertion::new(&part).map_err(|fault| format!("{fault:?}"))?;
    let exact: Vec<Vec<Rational>> = read(&report["exact"]["wrenches"], "exact.wrenches")?;
    let shown = report["wrenches"].as_array().ok_or("the wrenches are missing")?;
    if exact.len() != shown.len() {
        return Err("the wrenches are not those of the mirror".to_owned());
    }
    let mut wrenches = Vec::new();
    for (at, (wrench, shown)) in exact.into_iter().zip(shown).enumerate() {
        let proof: Seating = read(&shown["proof"], "proof")?;
        let outcome = part.check_seating(plan, &wrench, &proof).map_err(|refusal| refusal.to_string());
        found.note(format!("{prefix}wrenches.{at}"), outcome);
        wrenches.push(SeatedWrench { wrench, proof });
    }
    let asked = Asked {
        body: &body,
        plan,
        finger: read(&report["exact"]["finger"], "exact.finger")?,
        outline: places::read_rings(&report["exact"]["outline"])?,
    };
    // A threshold is found again: it rests on sets that are empty, which no short proof shows.
    let sought = !report["largest_friction"].is_null();
    let friction = if sought {
        Some(largest_friction(&part, plan).map_err(|fault| format!("{fault:?}"))?)
    } else {
        None
    };
    let again =
        InsertAnswer::assemble(asked, &insertion, wrenches, friction).map_err(|fault| fault.to_string())?;
    let verdict = report.get("verdict").cloned().unwrap_or_default();
    if verdict != serde_json::json!(again.verdict()) {
        return Err("verdict is not what the proofs give".to_owned());
    }
    same(report, &again.shown(), &[])
}
