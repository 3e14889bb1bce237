//! The keys of `quasistatic`.

use super::SlowAnswer;
use serde_json::{Map, Value, json};
use stiction::ask::slow::{BalancedMode, StickInTime};
use stiction_proof::Rational;
use stiction_proof::slow::{SlowProof, StickRun, StickState};

pub(super) fn keys(answer: &SlowAnswer) -> Value {
    let listed =
        |one: &dyn Fn(&BalancedMode) -> Value| answer.found.modes.iter().map(one).collect::<Vec<_>>();
    let mut problem = json!(answer.found.problem);
    let stick = answer.found.stick.as_ref();
    if let Some(stick) = stick {
        problem["meter_stick"] = json!(stick.stick);
    }
    let mut reasons = json!({});
    if answer.found.impossible.is_none() {
        reasons["excluded"] = json!("too many modes to show that there are no others");
    }
    if stick.is_none() {
        for key in ["phases", "end", "endless", "resolution"] {
            reasons[key] = json!("only a `meter_stick` is followed in time");
        }
    } else if stick.is_some_and(|stick| !stick.run.proof().endless) {
        reasons["resolution"] = json!("every phase is listed");
    }
    let mut keys = json!({
        "count": answer.found.modes.len(),
        "contacts": answer.found.problem.modes.contacts.iter().map(|one| &one.id).collect::<Vec<_>>(),
        "modes": listed(&|one| shown(answer, one)),
        "excluded": answer.found.impossible,
        "phases": null,
        "end": null,
        "endless": null,
        "resolution": null,
        "map": answer.map.as_ref().map(|map| map.to_json()),
        "problem": problem,
        "reasons": reasons,
        "exact": { "modes": listed(&|one| exact(answer, one)) },
    });
    if let Some(stick) = stick {
        in_time(stick, &mut keys);
    }
    keys
}

/// `{mode, twists, forces}`, or with a proof instead of forces.
fn shown(answer: &SlowAnswer, one: &BalancedMode) -> Value {
    let mut told = json!({
        "mode": one.mode.text,
        "twists": twists(answer, one, |entry| json!(entry.to_f64())),
    });
    match answer.forces(one.proof.proof()) {
        Some(forces) => told["forces"] = by_contact(answer, forces.iter().map(|force| json!(force))),
        None => told["proof"] = json!(one.proof.proof()),
    }
    told
}

/// The motion of a mode, and where it balances the multiples of normal and tangent.
fn exact(answer: &SlowAnswer, one: &BalancedMode) -> Value {
    let mut told = json!({ "twists": twists(answer, one, |entry| json!(entry)) });
    if let SlowProof::Balanced { forces, .. } = one.proof.proof() {
        told["multiples"] = by_contact(answer, forces.iter().map(|force| json!(force)));
    }
    told
}

fn by_contact(answer: &SlowAnswer, values: impl Iterator<Item = Value>) -> Value {
    let ids = answer.found.problem.modes.contacts.iter().map(|contact| contact.id.clone());
    Value::Object(ids.zip(values).collect::<Map<_, _>>())
}

fn twists(answer: &SlowAnswer, one: &BalancedMode, number: impl Fn(&Rational) -> Value) -> Value {
    let names = answer.found.problem.modes.bodies.iter().map(|body| body.name.clone());
    let twists = one.mode.twists.iter().map(|twist| twist.iter().map(&number).collect::<Value>());
    Value::Object(names.zip(twists).collect::<Map<_, _>>())
}

/// `phases`, `end` and whether the phases never end, with exact mirrors.
fn in_time(StickInTime { run, .. }: &StickInTime, keys: &mut Value) {
    let run = run.proof();
    let place = |state: &StickState| {
        let StickState { left, right, com } = state;
        json!({ "left": left.to_f64(), "right": right.to_f64(), "com": com.to_f64() })
    };
    let phases = run
        .phases
        .iter()
        .map(|phase| json!({ "t": phase.t.to_f64(), "mode": phase.mode, "state": place(&phase.state) }));
    keys["phases"] = phases.collect();
    let end = &run.end;
    keys["end"] = json!({ "reason": end.reason, "t": end.t.to_f64(), "state": place(&end.state) });
    keys["endless"] = json!(run.endless);
    keys["resolution"] = json!(resolution(run).map(|gap| gap.to_f64()));
    keys["exact"]["phases"] = json!(run.phases);
    keys["exact"]["end"] = json!(run.end);
}

/// How close the fingers are where a list of endless phases stops: at the beginning of the last one, m.
pub(super) fn resolution(run: &StickRun) -> Option<Rational> {
    run.phases.last().filter(|_| run.endless).map(|last| last.state.gap())
}
