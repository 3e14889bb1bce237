//! Every number of a proof and of its problem, changed by next to nothing.

use super::definitions::holds;
use super::examples::*;
use crate::mutations::examples::tiny;
use serde_json::{Value, json};
use stiction_proof::{Rational, Refusal, SpatialProblem, SpatialProof};

/// The places of all numbers in a value.
pub fn numbers_in(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::String(text) if !at.ends_with("/id") && text.parse::<Rational>().is_ok() => {
            found.push(at.to_owned());
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, item)| numbers_in(item, &format!("{at}/{i}"), found));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(key, item)| numbers_in(item, &format!("{at}/{key}"), found));
        }
        _ => {}
    }
}

/// The value with one of its numbers changed, for each of them and each change.
fn nudged(value: &Value) -> Vec<(String, Value)> {
    let mut places = Vec::new();
    numbers_in(value, "", &mut places);
    assert!(!places.is_empty());
    let change = |place: &String, by: &Rational| {
        let mut changed = value.clone();
        let entry = changed.pointer_mut(place).unwrap();
        let number: Rational = entry.as_str().unwrap().parse().unwrap();
        *entry = json!((number + by).to_string());
        (format!("{place} by {by}"), changed)
    };
    let changes = [tiny(), -tiny(), Rational::one(), Rational::from(-1)];
    places.iter().flat_map(|place| changes.iter().map(move |by| change(place, by))).collect()
}

fn only_round(problem: &SpatialProblem) -> bool {
    problem.contacts.iter().all(|contact| contact.across.is_none())
}

/// The checker accepts nothing that is not so; of round cones it also refuses nothing that is.
pub fn agree(problem: &SpatialProblem, proof: &SpatialProof, what: &str) -> bool {
    let (refusal, holds) = (refusal(problem, proof.clone()), holds(problem, proof));
    let accepted = refusal.is_none();
    assert!(holds || !accepted, "accepted, and false: {what}: {problem:?} {proof:?}");
    assert!(
        accepted || !holds || !only_round(problem),
        "refused with {refusal:?}, and true: {what}: {problem:?} {proof:?}"
    );
    accepted
}

#[test]
fn every_example_is_accepted_and_holds_by_its_definition() {
    for (problem, proof) in all() {
        assert_eq!(refusal(&problem, proof.clone()), None, "{proof:?}");
        assert!(holds(&problem, &proof), "{proof:?}");
    }
    assert_eq!(all().len(), 5 * 7 + 3 * 2 + 1);
}

#[test]
fn no_push_may_be_nudged_at_all() {
    let mut seen = 0;
    for (problem, mut proof) in all() {
        if proof.forces_mut().is_none() {
            continue;
        }
        for (what, changed) in nudged(&serde_json::to_value(&proof).unwrap()) {
            if !what.starts_with("/forces") {
                continue;
            }
            let lie: SpatialProof = serde_json::from_value(changed).unwrap();
            let why = refusal(&problem, lie);
            assert!(
                matches!(why, Some(Refusal::Unbalanced(_) | Refusal::Cone(_))),
                "{proof:?}: {what}: {why:?}"
            );
            seen += 1;
        }
    }
    assert!(seen > 500, "{seen}");
}

/// How many of all nudged proofs, or problems, are accepted and how many refused, always as the twin says.
fn counted(agreeing: impl Fn(&SpatialProblem, &SpatialProof) -> Vec<bool>) -> [usize; 2] {
    let all: Vec<bool> = all().iter().flat_map(|(problem, proof)| agreeing(problem, proof)).collect();
    let accepted = all.iter().filter(|accepted| **accepted).count();
    [accepted, all.len() - accepted]
}

#[test]
fn a_nudged_proof_is_accepted_only_where_it_still_holds() {
    let [accepted, refused] = counted(|problem, proof| {
        let nudged = nudged(&serde_json::to_value(proof).unwrap()).into_iter();
        nudged.map(|(what, new)| agree(problem, &serde_json::from_value(new).unwrap(), &what)).collect()
    });
    assert!(accepted > 100 && refused > 1000, "{accepted} accepted, {refused} refused");
}

#[test]
fn a_proof_about_a_nudged_problem_is_accepted_only_where_it_still_holds() {
    let [accepted, refused] = counted(|problem, proof| {
        let nudged = nudged(&serde_json::to_value(problem).unwrap()).into_iter();
        nudged.map(|(what, new)| agree(&serde_json::from_value(new).unwrap(), proof, &what)).collect()
    });
    assert!(accepted > 1000 && refused > 1000, "{accepted} accepted, {refused} refused");
}

#[test]
fn proofs_of_one_problem_about_another_are_accepted_only_where_they_hold() {
    let examples = all();
    let mut foreign = 0;
    for (index, (problem, _)) in examples.iter().enumerate() {
        for (other, (_, proof)) in examples.iter().enumerate() {
            foreign += usize::from(agree(problem, proof, "another's proof") && index != other);
        }
    }
    // The same escapes hold for softer and harder feet.
    assert!(foreign > 50, "{foreign}");
}
