//! The keys of `push`.

use super::{Allowed, Decided, PushAnswer};
use serde_json::{Map, Value, json};
use stiction_proof::push::Sense;
use stiction_verify::push::{Shown, modes};

pub(super) fn keys(answer: &PushAnswer) -> Value {
    let twist = answer.twist();
    let mut reasons = json!({});
    if answer.stable().is_none() {
        reasons["stable"] = json!("a part that is touched at one point turns about it");
    }
    if answer.stays.is_none() {
        reasons["stays"] = json!("not shown, or asked of one contact");
    }
    if twist.is_none() {
        let why = "the pressure is not known, or more than one motion is allowed";
        reasons["twist"] = json!(why);
        reasons["twist_within"] = json!(why);
    }
    let (mut allowed, mut excluded, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for mode in modes(&answer.motions) {
        let own: Vec<&Shown> = answer.motions.iter().filter(|one| one.mode == mode).collect();
        let proof: Map<String, Value> =
            own.iter().map(|one| (word(one.turn).to_owned(), proof(one))).collect();
        let mut told = json!({ "mode": mode });
        if let Some(first) = answer.allowed().find(|one| one.mode == mode) {
            told["pressure"] = pressure(&first);
            told["twist"] = json!(first.twist);
            told["proof"] = json!(proof);
            allowed.push(told);
            continue;
        }
        told["proof"] = json!(proof);
        let all = own.iter().all(|one| one.allowed() == Some(false));
        if all { excluded.push(told) } else { open.push(told) }
    }
    json!({
        "contacts": answer.problem.modes.contacts.iter().map(|one| &one.id).collect::<Vec<_>>(),
        "modes": allowed,
        "excluded": excluded,
        "open": open,
        "turns": answer.turns(),
        "stable": answer.stable(),
        "twist": twist.map(|(twist, _)| twist),
        "twist_within": twist.map(|(_, within)| within),
        "stays": answer.stays.as_ref().map(|proof| proof.proof()),
        "impossible": answer.impossible,
        "problem": answer.problem,
        "reasons": reasons,
    })
}

fn proof(one: &Shown) -> Value {
    json!(one.proof.as_ref().map(|proof| proof.proof()))
}

pub(super) fn word(turn: Sense) -> &'static str {
    match turn {
        Sense::Ccw => "ccw",
        Sense::Cw => "cw",
        Sense::None => "none",
    }
}

fn pressure(one: &Allowed<'_>) -> Value {
    one.pressure.iter().map(|(point, pressure)| json!({ "point": point, "pressure": pressure })).collect()
}
