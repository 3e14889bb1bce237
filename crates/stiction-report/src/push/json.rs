//! The keys of `push`.

use super::{Allowed, PushAnswer};
use std::collections::BTreeMap;
use stiction_proof::push::{Motion, Sense};
use stiction_verify::push::{AllowedMode, BySense, OtherMode, Pressed, PushKeys};

/// Why there is no twist.
const TWISTLESS: &str = "the pressure is not known, or more than one motion is allowed";

pub(super) fn keys(answer: &PushAnswer) -> PushKeys {
    let (allowed, excluded, open) = by_mode(answer);
    let twist = answer.twist();
    PushKeys {
        contacts: answer.found.problem.modes.contacts.iter().map(|one| one.id.clone()).collect(),
        modes: allowed,
        excluded,
        open,
        turns: answer.found.turns(),
        stable: answer.found.stays(),
        twist: twist.map(|(twist, _)| twist),
        twist_within: twist.map(|(_, within)| within),
        stays: answer.found.held.as_ref().map(|proof| proof.proof().clone()),
        impossible: answer.found.impossible.clone(),
        problem: answer.found.problem.clone(),
        reasons: reasons(answer),
    }
}

/// Why something is null.
fn reasons(answer: &PushAnswer) -> BTreeMap<String, String> {
    let turns = "a part that is touched at one point turns about it";
    let all = [
        ("stable", answer.found.stays().is_none(), turns),
        ("stays", answer.found.held.is_none(), "not shown, or asked of one contact"),
        ("twist", answer.twist().is_none(), TWISTLESS),
        ("twist_within", answer.twist().is_none(), TWISTLESS),
    ];
    let missing = all.into_iter().filter(|(_, missing, _)| *missing);
    missing.map(|(key, _, why)| (key.to_owned(), why.to_owned())).collect()
}

/// The modes that are allowed, excluded and open.
fn by_mode(answer: &PushAnswer) -> (Vec<AllowedMode>, Vec<OtherMode>, Vec<OtherMode>) {
    let (mut allowed, mut excluded, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for mode in answer.found.modes() {
        let own: Vec<&Motion> = answer.found.motions.iter().filter(|one| one.mode == mode).collect();
        let proof = |turn: Sense| {
            let shown = own.iter().find(|one| one.turn == turn);
            shown.and_then(|one| one.proof.as_ref()).map(|proof| proof.proof().clone())
        };
        let proof = BySense { ccw: proof(Sense::Ccw), cw: proof(Sense::Cw), none: proof(Sense::None) };
        let name = mode.to_owned();
        if let Some(first) = answer.allowed().find(|one| one.mode == mode) {
            allowed.push(AllowedMode { mode: name, pressure: pressure(&first), twist: first.twist, proof });
        } else if own.iter().all(|one| one.allowed() == Some(false)) {
            excluded.push(OtherMode { mode: name, proof });
        } else {
            open.push(OtherMode { mode: name, proof });
        }
    }
    (allowed, excluded, open)
}

fn pressure(one: &Allowed<'_>) -> Vec<Pressed> {
    one.pressure.iter().map(|&(point, pressure)| Pressed { point, pressure }).collect()
}
