//! The keys of an order of building: functions of the groups and their proofs.

use super::{BuildingOrder, rows};
use serde_json::{Value, json};
use stiction::ask::stand::assembly::Searched;
use stiction::ask::stand::order::{Group, OrderEnd, Step};
use stiction_proof::{Answer, AssemblyProblem, Touch};

/// The key `sequence`.
pub(crate) fn sequence_json<S: Searched>(building: &BuildingOrder<S>) -> Value {
    let (problem, sequence) = (&building.problem, &building.sequence);
    let steps = |steps: &[Step<S>]| -> Value { steps.iter().map(|step| step_json(problem, step)).collect() };
    let order = |steps: &[Step<S>]| -> Value {
        steps.iter().map(|step| json!(problem.bodies[step.body].name)).collect()
    };
    let found = match &sequence.found {
        OrderEnd::Order(found) => {
            json!({ "verdict": Answer::Yes, "order": order(found), "steps": steps(found) })
        }
        OrderEnd::None(visited) => json!({ "verdict": Answer::No, "visited": visited }),
        OrderEnd::Undecided => json!({ "verdict": Answer::Undecided }),
    };
    let mut keys = json!({
        "problem": { "assembly": problem, "load": rows::<S>(&building.load) },
        "asked": building.asked,
        "verdict": every(&sequence.given),
        "order": order(&sequence.given),
        "steps": steps(&sequence.given),
        "found": found,
        "groups": sequence.groups.iter().map(|group| group_json(problem, group)).collect::<Vec<_>>(),
    });
    if let Some(supports) = &sequence.supports {
        keys["supports"] = json!({
            "count": supports.held.len(),
            "fewest": supports.is_fewest(),
            "at_least": supports.at_least,
            "bodies": names(problem, &supports.held),
            "order": order(&supports.order),
            "steps": steps(&supports.order),
        });
    }
    // What is not there is left out rather than null.
    if building.asked.is_none()
        && let Some(keys) = keys.as_object_mut()
    {
        keys.remove("asked");
    }
    keys
}

/// Whether every step stands.
pub(super) fn every<S: Searched>(steps: &[Step<S>]) -> Answer {
    let all = |wanted: Answer| steps.iter().any(|step| step.answer == wanted);
    match (all(Answer::No), all(Answer::Undecided)) {
        (true, _) => Answer::No,
        (false, true) => Answer::Undecided,
        _ => Answer::Yes,
    }
}

fn names<'p, T: Touch>(problem: &'p AssemblyProblem<T>, bodies: &[usize]) -> Vec<&'p str> {
    bodies.iter().map(|&body| problem.bodies[body].name.as_str()).collect()
}

fn step_json<S: Searched>(problem: &AssemblyProblem<S::Touch>, step: &Step<S>) -> Value {
    json!({
        "body": problem.bodies[step.body].name,
        "verdict": step.answer,
        "groups": step.groups.iter().map(|group| names(problem, &group.bodies)).collect::<Vec<_>>(),
    })
}

fn group_json<S: Searched>(problem: &AssemblyProblem<S::Touch>, group: &Group<S>) -> Value {
    let mut keys = json!({
        "bodies": names(problem, &group.bodies), "held": names(problem, &group.held), "verdict": group.verdict.answer(),
    });
    if let Some(proof) = group.proof() {
        keys["proof"] = serde_json::to_value(proof.proof()).unwrap_or_default();
    }
    keys
}
