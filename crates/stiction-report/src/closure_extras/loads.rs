//! Wrenches that were asked about: `loads` and `task`.

use super::Keys;
use super::extent::{Ends, Quantity, balance, ends, is_wide, number, proof, proofs, reason, shown};
use super::setting::{Setting, Statement, lengths};
use crate::assembly::{Balance, moved_by};
use crate::number::{ReachedEnd, spoken};
use serde_json::{Map, Value, json};
use stiction::ask::Extent;
use stiction::ask::closure::{LoadAnswer, Range, Task};
use stiction::ask::lower::Standing;
use stiction::ask::stand::assembly::StandProof;
use stiction::ask::{Bracket, Verdict};
use stiction::exact::doubt::is_decided_between;
use stiction_proof::{AssemblyProof, Rational};

/// A wrench of a problem's world.
type Screw<Q> = <<Q as Setting>::World as stiction::screw::Space>::Screw;

/// How far rounding moves the largest multiple of a load, by (3) of [`stiction::exact::doubt`] at the forces of its
/// lower end and the motion of its upper one, on which one more of the load has a power of one.  None where the
/// proofs are others.
fn moved<Q: Setting>(problem: &Q, bracket: &Bracket<StandProof<Q::World>>) -> Option<f64> {
    let AssemblyProof::Rests { forces, friction, load } = bracket.lower.1.proof() else { return None };
    let AssemblyProof::Bounds { twists, normal, .. } = bracket.upper.1.proof() else { return None };
    let unit = normal.first()?.to_f64().abs();
    let balance = Balance { friction, forces, spared: 0.0 };
    Some(moved_by::<Q::World>(&problem.body(), load, balance, (twists, unit)))
}

/// The verdict of a load: `None` where it is not decided, or where rounding could turn it.
fn resists<Q: Setting>(problem: &Q, load: &LoadAnswer<Q::World>, rounded: bool) -> Option<bool> {
    if let Some(bracket) = load.largest.bracket().filter(|_| rounded) {
        let ends = [&bracket.lower.0, &bracket.upper.0].map(|end| (end - Rational::one()).to_f64());
        if !moved(problem, bracket).is_some_and(|moved| is_decided_between(ends, moved)) {
            return None;
        }
    }
    match load.resists {
        Verdict::Yes(_) => Some(true),
        Verdict::No(_) => Some(false),
        Verdict::Undecided => None,
    }
}

/// The keys of all loads.
pub(super) fn keys<Q: Setting>(problem: &Q, loads: &[LoadAnswer<Q::World>], rounded: bool, keys: &mut Keys) {
    let one = Rational::one();
    let lengths = lengths(problem);
    let (mut listed, mut exact) = (Vec::new(), Vec::new());
    for (place, load) in loads.iter().enumerate() {
        let mut note = |path: String, extent: &Extent<StandProof<Q::World>>| {
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
                    "least": shown(both[0].as_ref(), ReachedEnd::Upper, length),
                    "greatest": shown(both[1].as_ref(), ReachedEnd::Lower, length),
                }),
            );
            exact_ranges.insert(id.to_owned(), json!({ "least": both[0], "greatest": both[1] }));
            range_proofs.insert(
                id.to_owned(),
                json!({ "least": proofs(&range.least), "greatest": proofs(&range.greatest) }),
            );
        }
        let verdict = resists(problem, load, rounded);
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
        let wrench: Vec<f64> = load.wrench.as_ref().iter().map(Rational::to_f64).collect();
        let (internal, largest) = (ends(&load.internal), ends(&load.largest));
        listed.push(json!({
            "wrench": wrench,
            "resists": verdict,
            "internal": shown(internal.as_ref(), ReachedEnd::Upper, &one),
            "largest": shown(largest.as_ref(), ReachedEnd::Lower, &one),
            "ranges": ranges,
            "indeterminacy": load.dimension(),
            "proofs": {
                "resists": load.resists.verified().map_or_else(|| json!({}), proof),
                "internal": proofs(&load.internal),
                "largest": proofs(&load.largest),
                "ranges": range_proofs,
                "indeterminacy": load.indeterminacy.as_ref().map_or_else(|| json!({}), proof),
            },
        }));
        exact.push(json!({
            "wrench": load.wrench.as_ref(), "internal": internal, "largest": largest, "ranges": exact_ranges,
        }));
    }
    keys.report.insert("loads".to_owned(), json!(listed));
    keys.exact.insert("loads".to_owned(), json!(exact));
}

/// The keys of the task.
pub(super) fn task_keys<Q: Setting>(task: &Task<Q::World>, keys: &mut Keys) {
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
    let numbers: Vec<Value> = each.iter().map(|ends| shown(ends.as_ref(), ReachedEnd::Lower, &one)).collect();
    let proofs: Vec<Value> = task.each.iter().map(proofs).collect();
    keys.report.insert(
        "task".to_owned(),
        json!({
            "scale": shown(scale.as_ref(), ReachedEnd::Lower, &one), "each": numbers,
            "rule": "every contact presses with its limit at most, with 1 N where none is given",
            "problem": task.problem, "proofs": proofs,
        }),
    );
    keys.exact.insert("task".to_owned(), json!({ "scale": scale, "each": each }));
}

/// A line for each load.
pub(super) fn lines<Q: Setting>(
    problem: &Q,
    loads: &[LoadAnswer<Q::World>],
    task: Option<&Task<Q::World>>,
    rounded: bool,
) -> Vec<(&'static str, String)> {
    let told = |extent: &Extent<StandProof<Q::World>>, reached| {
        ends(extent).map(|ends| spoken(number(&ends, reached).to_f64()))
    };
    let mut lines: Vec<(&'static str, String)> = loads
        .iter()
        .map(|load| {
            let entries: Vec<String> =
                load.wrench.as_ref().iter().map(|entry| spoken(entry.to_f64())).collect();
            let verdict = match resists(problem, load, rounded) {
                Some(true) => "resisted",
                Some(false) => "not resisted",
                None => "undecided",
            };
            let mut words = format!("[{}] {verdict}", entries.join(", "));
            if let Some(internal) = told(&load.internal, ReachedEnd::Upper) {
                words += &format!("; presses with {internal} N in all at least");
            }
            words += &match (&load.largest, told(&load.largest, ReachedEnd::Lower)) {
                (Extent::Unlimited(_), _) => "; so is any multiple".to_owned(),
                (_, Some(largest)) => format!("; up to {largest} times"),
                _ => String::new(),
            };
            if let Some(dimension) = load.dimension() {
                words += &format!("; {dimension} free dimension{}", if dimension == 1 { "" } else { "s" });
            }
            ("load", words)
        })
        .collect();
    if let Some(ends) = task.and_then(Task::scale) {
        let scale = spoken(number(&ends, ReachedEnd::Lower).to_f64());
        lines.push((
            "task",
            format!("{scale} times all of them, with 1 N at a contact where no limit is given"),
        ));
    }
    lines
}

/// The answer about one wrench, from its proofs in JSON.
pub(super) fn read<Q: Setting>(
    problem: &Q,
    wrench: &Screw<Q>,
    told: &Value,
) -> Result<LoadAnswer<Q::World>, String> {
    let all = &told["proofs"];
    let resists = match &all["resists"] {
        Value::Object(entries) if entries.is_empty() && !Q::IS_EXACT => Verdict::Undecided,
        proof => match balance(problem, proof)? {
            (proof, Statement::Rests { load, .. }) if load[..] == *wrench.as_ref() => Verdict::Yes(proof),
            (proof, Statement::Falls { load }) if load[..] == *wrench.as_ref() => Verdict::No(proof),
            _ => return Err("resists: the proof is of another statement".to_owned()),
        },
    };
    let balanced = match &resists {
        Verdict::Yes(_) => Some(true),
        Verdict::No(_) => Some(false),
        Verdict::Undecided => None,
    };
    let extent = |quantity: Quantity, proofs: &Value, name: &str| {
        super::extent::read(problem, wrench.as_ref(), quantity, proofs, balanced)
            .map_err(|why| format!("{name}: {why}"))
    };
    let mut ranges = Vec::new();
    let contacts = if balanced == Some(true) { problem.ids() } else { Vec::new() };
    for (index, id) in contacts.into_iter().enumerate() {
        let proofs = &all["ranges"][id];
        ranges.push(Range {
            least: extent(Quantity::Least(index), &proofs["least"], "ranges")?,
            greatest: extent(Quantity::Greatest(index), &proofs["greatest"], "ranges")?,
        });
    }
    let internal = match balanced {
        Some(true) => extent(Quantity::Internal, &all["internal"], "internal")?,
        _ => Extent::Absent,
    };
    Ok(LoadAnswer {
        wrench: wrench.clone(),
        internal,
        largest: extent(Quantity::Largest, &all["largest"], "largest")?,
        ranges,
        indeterminacy: match &all["indeterminacy"] {
            Value::Object(entries) if entries.is_empty() => {
                if Q::IS_EXACT && balanced == Some(true) {
                    return Err("indeterminacy: nothing proves it".to_owned());
                }
                None
            }
            proof => Some(
                problem.dimensions(wrench.as_ref(), proof).map_err(|why| format!("indeterminacy: {why}"))?,
            ),
        },
        resists,
    })
}

/// The task, from its proofs in JSON: its limits are the given ones, or as near below 1 N as a root is known.
pub(super) fn read_task<Q: Setting>(
    problem: &Q,
    wrenches: &[Screw<Q>],
    task: &Value,
) -> Result<Task<Q::World>, String> {
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
    let each = wrenches.iter().enumerate().map(|(place, wrench)| {
        super::extent::read(&limited, wrench.as_ref(), Quantity::Largest, &task["proofs"][place], None)
    });
    let each = each.collect::<Result<Vec<_>, _>>()?;
    Ok(Task { problem: limited.problem(), each })
}

/// Paths of numbers whose ends are too far apart to name them.
pub(super) fn wide<S: Standing>(loads: &[LoadAnswer<S>], ids: &[&str]) -> Vec<String> {
    let mut paths = Vec::new();
    for (place, load) in loads.iter().enumerate() {
        let mut look = |extent: &Extent<StandProof<S>>, path: String| {
            if is_wide(extent) {
                paths.push(format!("loads.{place}.{path}"));
            }
        };
        look(&load.internal, "internal".to_owned());
        look(&load.largest, "largest".to_owned());
        for (range, id) in load.ranges.iter().zip(ids) {
            look(&range.least, format!("ranges.{id}.least"));
            look(&range.greatest, format!("ranges.{id}.greatest"));
        }
    }
    paths
}
