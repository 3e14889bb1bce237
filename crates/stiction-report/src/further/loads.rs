//! Wrenches that were asked about: `loads` and `task`.

use super::extent::{Ends, Quantity, accepted, ends, number, proof, proofs, proved, reason, shown};
use super::setting::{Setting, Statement, lengths};
use super::{Keys, same};
use crate::number::{Reached, spoken};
use serde_json::{Map, Value, json};
use stiction::ask::Verdict;
use stiction::ask::closure::{Extent, LoadAnswer, Task};
use stiction_proof::Rational;

/// How near to 1 the largest multiple may be before a rounded problem leaves the verdict open.
const ROUNDED: f64 = 1e-12;

/// The verdict of a load: `None` where it is not decided, or where rounding could turn it.
fn resists<P, const D: usize>(load: &LoadAnswer<P, D>, rounded: bool) -> Option<bool> {
    let near = |end: &Rational| (end.to_f64() - 1.0).abs() <= ROUNDED;
    if rounded && ends(&load.largest).is_some_and(|ends| ends.iter().any(near)) {
        return None;
    }
    match load.resists {
        Verdict::Yes(_) => Some(true),
        Verdict::No(_) => Some(false),
        Verdict::Undecided => None,
    }
}

/// The keys of all loads.
pub(super) fn keys<Q: Setting, const D: usize>(
    problem: &Q,
    loads: &[LoadAnswer<Q::Proof, D>],
    rounded: bool,
    keys: &mut Keys,
) {
    let one = Rational::one();
    let lengths = lengths(problem);
    let (mut listed, mut exact) = (Vec::new(), Vec::new());
    for (place, load) in loads.iter().enumerate() {
        let mut note = |path: String, extent: &Extent<Q::Proof>| {
            if let Some(reason) = reason(extent) {
                keys.reasons.insert(format!("loads.{place}.{path}"), reason.to_owned());
            }
        };
        note("internal".to_owned(), &load.internal);
        note("largest".to_owned(), &load.largest);
        let (mut ranges, mut exact_ranges, mut range_proofs) = (Map::new(), Map::new(), Map::new());
        for ((range, id), [length, _]) in load.ranges.iter().zip(problem.ids()).zip(&lengths) {
            note(format!("ranges.{id}.least"), &range.least);
            note(format!("ranges.{id}.greatest"), &range.greatest);
            let both = [ends(&range.least), ends(&range.greatest)];
            ranges.insert(
                id.to_owned(),
                json!({
                    "least": shown(both[0].as_ref(), Reached::Upper, length),
                    "greatest": shown(both[1].as_ref(), Reached::Lower, length),
                }),
            );
            exact_ranges.insert(id.to_owned(), json!({ "least": both[0], "greatest": both[1] }));
            range_proofs.insert(
                id.to_owned(),
                json!({ "least": proofs(&range.least), "greatest": proofs(&range.greatest) }),
            );
        }
        let verdict = resists(load, rounded);
        if verdict.is_none() {
            let why = "too close to the boundary to be decided";
            keys.reasons.insert(format!("loads.{place}.resists"), why.to_owned());
        }
        if load.indeterminacy.is_none() {
            let why = if matches!(load.resists, Verdict::Yes(_)) {
                "counted where some balance uses every contact strictly inside its cone"
            } else {
                "the contacts do not resist the wrench"
            };
            keys.reasons.insert(format!("loads.{place}.indeterminacy"), why.to_owned());
        }
        let wrench: Vec<f64> = load.wrench.iter().map(Rational::to_f64).collect();
        let (internal, largest) = (ends(&load.internal), ends(&load.largest));
        listed.push(json!({
            "wrench": wrench,
            "resists": verdict,
            "internal": shown(internal.as_ref(), Reached::Upper, &one),
            "largest": shown(largest.as_ref(), Reached::Lower, &one),
            "ranges": ranges,
            "indeterminacy": load.indeterminacy,
            "proofs": {
                "resists": load.resists.verified().map_or_else(|| json!({}), proof),
                "internal": proofs(&load.internal),
                "largest": proofs(&load.largest),
                "ranges": range_proofs,
            },
        }));
        exact.push(json!({
            "wrench": load.wrench.to_vec(), "internal": internal, "largest": largest, "ranges": exact_ranges,
        }));
    }
    keys.report.insert("loads".to_owned(), json!(listed));
    keys.exact.insert("loads".to_owned(), json!(exact));
}

/// The keys of the task.
pub(super) fn task_keys<Q: Setting>(task: &Task<Q, Q::Proof>, keys: &mut Keys) {
    let one = Rational::one();
    let each: Vec<Option<Ends>> = task.each.iter().map(ends).collect();
    for (place, extent) in task.each.iter().enumerate() {
        if let Some(reason) = reason(extent) {
            keys.reasons.insert(format!("task.each.{place}"), reason.to_owned());
        }
    }
    let scale = task.scale();
    if scale.is_none() {
        let why = "every multiple of every wrench is carried, or one of them is not proved";
        keys.reasons.insert("task.scale".to_owned(), why.to_owned());
    }
    let numbers: Vec<Value> = each.iter().map(|ends| shown(ends.as_ref(), Reached::Lower, &one)).collect();
    let proofs: Vec<Value> = task.each.iter().map(proofs).collect();
    keys.report.insert(
        "task".to_owned(),
        json!({
            "scale": shown(scale.as_ref(), Reached::Lower, &one), "each": numbers,
            "rule": "every contact presses with its limit at most, with 1 N where none is given",
            "problem": task.problem, "proofs": proofs,
        }),
    );
    keys.exact.insert("task".to_owned(), json!({ "scale": scale, "each": each }));
}

/// A line for each load.
pub(super) fn lines<Q: Setting, const D: usize>(
    loads: &[LoadAnswer<Q::Proof, D>],
    task: Option<&Task<Q, Q::Proof>>,
    rounded: bool,
) -> Vec<(&'static str, String)> {
    let told =
        |extent: &Extent<Q::Proof>, reached| ends(extent).map(|ends| spoken(number(&ends, reached).to_f64()));
    let mut lines: Vec<(&'static str, String)> = loads
        .iter()
        .map(|load| {
            let entries: Vec<String> = load.wrench.iter().map(|entry| spoken(entry.to_f64())).collect();
            let verdict = match resists(load, rounded) {
                Some(true) => "resisted",
                Some(false) => "not resisted",
                None => "undecided",
            };
            let mut words = format!("[{}] {verdict}", entries.join(", "));
            if let Some(internal) = told(&load.internal, Reached::Upper) {
                words += &format!("; presses with {internal} N in all at least");
            }
            words += &match (&load.largest, told(&load.largest, Reached::Lower)) {
                (Extent::Unbounded(_), _) => "; so is any multiple".to_owned(),
                (_, Some(largest)) => format!("; up to {largest} times"),
                _ => String::new(),
            };
            if let Some(dimension) = load.indeterminacy {
                words += &format!("; {dimension} free dimension{}", if dimension == 1 { "" } else { "s" });
            }
            ("load", words)
        })
        .collect();
    if let Some(ends) = task.and_then(Task::scale) {
        let scale = spoken(number(&ends, Reached::Lower).to_f64());
        lines.push((
            "task",
            format!("{scale} times all of them, with 1 N at a contact where no limit is given"),
        ));
    }
    lines
}

/// Re-checks all loads of a report; each with its outcome.
pub(super) fn verify<Q: Setting>(
    problem: &Q,
    report: &Value,
    note: &mut dyn FnMut(String, Result<(), String>),
) {
    let Some(loads) = report["loads"].as_array() else {
        let nothing = report["loads"].is_null() && report["task"].is_null();
        if !nothing {
            note("loads".to_owned(), Err("these are no loads".to_owned()));
        }
        return;
    };
    let exact = &report["exact"]["loads"];
    let count = exact.as_array().map_or(0, Vec::len);
    if count != loads.len() {
        note("loads".to_owned(), Err(format!("{count} exact loads for {}", loads.len())));
    }
    for (place, load) in loads.iter().enumerate() {
        note(format!("loads.{place}"), verify_load(problem, load, &exact[place]));
    }
    if !report["task"].is_null() {
        note("task".to_owned(), verify_task(problem, report));
    }
}

fn rationals(value: &Value) -> Result<Vec<Rational>, String> {
    serde_json::from_value(value.clone()).map_err(|error| error.to_string())
}

fn doubles(values: &[Rational]) -> Value {
    values.iter().map(Rational::to_f64).collect()
}

fn verify_load<Q: Setting>(problem: &Q, load: &Value, exact: &Value) -> Result<(), String> {
    let wrench = rationals(&exact["wrench"])?;
    same("wrench", &load["wrench"], &doubles(&wrench))?;
    let all = &load["proofs"];
    let proved_verdict = match &all["resists"] {
        Value::Object(entries) if entries.is_empty() => None,
        proof => Some(match accepted(problem, proof)? {
            Statement::Rests { load, .. } if load == wrench => true,
            Statement::Falls { load } if load == wrench => false,
            _ => return Err("resists: the proof is of another statement".to_owned()),
        }),
    };
    match (&load["resists"], proved_verdict) {
        (Value::Bool(said), Some(proved)) if *said == proved => {}
        (Value::Null, _) => {}
        _ => return Err("resists is not what is proved".to_owned()),
    }
    let one = Rational::one();
    let verify = |quantity: Quantity, proofs: &Value, told: &Value, mirror: &Value, length: &Rational| {
        let ends = proved(problem, &wrench, quantity, proofs)?;
        same("number", told, &shown(ends.as_ref(), quantity.reached(), length))?;
        let right = *mirror == json!(ends);
        right.then_some(()).ok_or_else(|| "the mirror is not what is proved".to_owned())
    };
    for (key, quantity) in [("internal", Quantity::Internal), ("largest", Quantity::Largest)] {
        verify(quantity, &all[key], &load[key], &exact[key], &one).map_err(|why| format!("{key}: {why}"))?;
    }
    let (ids, lengths) = (problem.ids(), lengths(problem));
    for list in [&load["ranges"], &all["ranges"], &exact["ranges"]] {
        let entries = list.as_object().ok_or("the ranges are missing")?;
        let whole = entries.is_empty() || ids.iter().all(|id| entries.contains_key(*id));
        if !whole || entries.len() > ids.len() {
            return Err("the ranges are not those of the contacts".to_owned());
        }
    }
    if load["ranges"].as_object().is_some_and(Map::is_empty) {
        return Ok(());
    }
    for (index, (id, [length, _])) in ids.into_iter().zip(&lengths).enumerate() {
        for (key, quantity) in [("least", Quantity::Least(index)), ("greatest", Quantity::Greatest(index))] {
            let (proofs, shown) = (&all["ranges"][id][key], &load["ranges"][id][key]);
            verify(quantity, proofs, shown, &exact["ranges"][id][key], length)
                .map_err(|why| format!("ranges.{id}.{key}: {why}"))?;
        }
    }
    Ok(())
}

fn verify_task<Q: Setting>(problem: &Q, report: &Value) -> Result<(), String> {
    let (task, exact) = (&report["task"], &report["exact"]["task"]);
    let limited: Q = serde_json::from_value(task["problem"].clone()).map_err(|error| error.to_string())?;
    let limits = limited.limits().into_iter().map(Option::<&Rational>::cloned).collect();
    if limited != problem.limited(limits) {
        return Err("the problem of the task is another one".to_owned());
    }
    for ((given, limit), square) in problem.limits().into_iter().zip(limited.limits()).zip(problem.squares())
    {
        let newton = |limit: &Rational| {
            let force = limit * limit * &square;
            force <= Rational::one() && force >= Rational::one() - Rational::new(1, 1 << 60)
        };
        let right = match (given, limit) {
            (Some(given), Some(limit)) => given == limit,
            (None, Some(limit)) => newton(limit),
            _ => false,
        };
        if !right {
            return Err("a limit is neither the given one nor 1 N".to_owned());
        }
    }
    let loads = report["exact"]["loads"].as_array().ok_or("the loads are missing")?;
    let proofs = task["proofs"].as_array().ok_or("the proofs are missing")?;
    if proofs.len() != loads.len() {
        return Err("there is not a proof for each load".to_owned());
    }
    let mut each = Vec::new();
    for (load, proofs) in loads.iter().zip(proofs) {
        each.push(proved(&limited, &rationals(&load["wrench"])?, Quantity::Largest, proofs)?);
    }
    let one = Rational::one();
    let numbers: Vec<Value> = each.iter().map(|ends| shown(ends.as_ref(), Reached::Lower, &one)).collect();
    same("each", &task["each"], &json!(numbers))?;
    let unproved = proofs.iter().any(|proofs| proofs.as_object().is_some_and(Map::is_empty));
    let least = |side: usize| each.iter().flatten().map(|ends| ends[side].clone()).min();
    let scale = least(0).zip(least(1)).filter(|_| !unproved).map(|(lower, upper)| [lower, upper]);
    same("scale", &task["scale"], &shown(scale.as_ref(), Reached::Lower, &one))?;
    let right = exact["scale"] == json!(scale) && exact["each"] == json!(each);
    right.then_some(()).ok_or_else(|| "the mirror is not what is proved".to_owned())
}
