//! Smallest sets: `sufficient` and `guilty`.

use super::Keys;
use super::extent::{accepted, proof};
use super::setting::{Setting, Statement};
use crate::timely::{ComputedNumbers, NOT_FINISHED};
use serde_json::{Value, json};
use stiction::ask::closure::{Few, FewContacts, MOST_REDUCED, MOST_SEARCHED, Minimal};

/// The keys of both sets.
pub(super) fn keys<Q: Setting>(problem: &Q, minimal: &Minimal<Q::Proof>, keys: &mut Keys) {
    for (key, few) in [("sufficient", &minimal.sufficient), ("guilty", &minimal.guilty)] {
        let reason = match few {
            Few::Found(_) => None,
            Few::NotClosed => Some("asked of closed grasps".to_owned()),
            Few::TooMany => Some(format!("not searched among more than {MOST_REDUCED} contacts")),
            Few::Unfinished => Some(NOT_FINISHED.to_owned()),
            Few::Undecided => Some("some of the contacts are neither proved to close nor not to".to_owned()),
        };
        if let Some(reason) = reason {
            keys.reasons.insert(key.to_owned(), reason);
        }
        keys.report.insert(key.to_owned(), to_json(problem, few));
    }
}

fn to_json<Q: Setting>(problem: &Q, few: &Few<Q::Proof>) -> Value {
    let Few::Found(found) = few else { return Value::Null };
    let ids = problem.ids();
    json!({
        "contacts": found.contacts.iter().map(|&index| ids[index]).collect::<Vec<_>>(),
        "smallest": found.smallest,
        "proof": proof(&found.proof),
        "because": found.reasons.iter().map(proof).collect::<Vec<_>>(),
    })
}

/// Two short lines.
pub(super) fn lines<Q: Setting>(problem: &Q, minimal: &Minimal<Q::Proof>) -> Vec<(&'static str, String)> {
    let ids = problem.ids();
    let named = |few: &Few<Q::Proof>| match few {
        Few::Found(found) => Some(
            found.contacts.iter().map(|&i| format!("\"{}\"", crate::text::plain(ids[i]))).collect::<Vec<_>>(),
        ),
        _ => None,
    };
    let mut lines = Vec::new();
    if let Some(names) = named(&minimal.sufficient).filter(|names| names.len() < ids.len()) {
        lines.push(("enough", format!("{} close by themselves", names.join(", "))));
    }
    if let Some(names) = named(&minimal.guilty) {
        let verb = if names.len() == 1 { "opens" } else { "together open" };
        lines.push(("loss of", format!("{} {verb} it", names.join(", "))));
    }
    lines
}

/// Both sets, from their proofs in JSON; why there is none is found again, for nothing else could say it.
pub(super) fn read<Q: Setting>(
    problem: &Q,
    report: &Value,
    note: &mut dyn FnMut(String, Result<(), String>),
    again: impl Fn(&Q) -> Result<Minimal<Q::Proof>, String>,
) -> Result<Minimal<Q::Proof>, String> {
    let mut set = |key: &str| -> Result<Option<Few<Q::Proof>>, String> {
        if report[key].is_null() {
            return Ok(ComputedNumbers::told_by(report).lacks(key).then_some(Few::Unfinished));
        }
        let found = read_set(problem, &report[key], key == "guilty");
        note(key.to_owned(), found.as_ref().map(|_| ()).map_err(String::clone));
        found.map(|found| Some(Few::Found(found)))
    };
    match (set("sufficient")?, set("guilty")?) {
        (Some(sufficient), Some(guilty)) => Ok(Minimal { sufficient, guilty }),
        (sufficient, guilty) => {
            let again = again(problem)?;
            Ok(Minimal {
                sufficient: sufficient.unwrap_or(again.sufficient),
                guilty: guilty.unwrap_or(again.guilty),
            })
        }
    }
}

/// The set does what is said, and every smaller one, or every part of it, misses what must be met.
fn read_set<Q: Setting>(problem: &Q, few: &Value, guilty: bool) -> Result<FewContacts<Q::Proof>, String> {
    let ids = problem.ids();
    let contacts: Vec<String> =
        serde_json::from_value(few["contacts"].clone()).map_err(|error| error.to_string())?;
    let indices = |names: &[String]| -> Result<Vec<usize>, String> {
        let index =
            |name: &String| ids.iter().position(|id| id == name).ok_or(format!("\"{name}\" is no contact"));
        names.iter().map(index).collect()
    };
    let set = indices(&contacts)?;
    if set.windows(2).any(|pair| pair[0] >= pair[1]) {
        return Err("the contacts are not in order".to_owned());
    }
    let others = |set: &[usize]| (0..ids.len()).filter(|i| !set.contains(i)).collect::<Vec<_>>();
    let (proof, out) = match (accepted(problem, &few["proof"])?, guilty) {
        ((proof, Statement::Closed { without }), false) | ((proof, Statement::Open { without }), true) => {
            (proof, indices(&without)?)
        }
        _ => return Err("the proof is of another statement".to_owned()),
    };
    if out != if guilty { set.clone() } else { others(&set) } {
        return Err("the proof is of another set".to_owned());
    }
    // Each reason is a set of contacts of which one must be there.
    let (mut must_meet, mut reasons) = (Vec::new(), Vec::new());
    for reason in few["because"].as_array().ok_or("the reasons are missing")? {
        let (reason, statement) = accepted(problem, reason)?;
        must_meet.push(match (statement, guilty) {
            (Statement::Open { without }, false) => indices(&without)?,
            (Statement::Closed { without }, true) => others(&indices(&without)?),
            _ => return Err("a reason is of another statement".to_owned()),
        });
        reasons.push(reason);
    }
    let smallest = ids.len() <= MOST_SEARCHED;
    let minimal = if smallest {
        let masks: Vec<u32> =
            must_meet.iter().map(|set| set.iter().fold(0, |mask, i| mask | 1 << i)).collect();
        let meets = |set: &u32| masks.iter().all(|mask| set & mask != 0);
        let fewer = (0..1_u32 << ids.len()).filter(|mask| (mask.count_ones() as usize) < set.len());
        !fewer.into_iter().any(|mask| meets(&mask))
    } else {
        set.iter().all(|contact| {
            must_meet.iter().any(|met| met.iter().all(|other| other == contact || !set.contains(other)))
        })
    };
    let found = FewContacts { contacts: set, smallest, proof, reasons };
    minimal.then_some(found).ok_or_else(|| "nothing shows that fewer contacts would not do".to_owned())
}
