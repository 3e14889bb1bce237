//! Proofs and problems in space as text: what is not exactly one is not read.

use super::examples::*;
use super::nudges::numbers_in;
use serde_json::{Value, json};
use stiction_proof::{Push, SpatialProblem, SpatialProof};

fn proof(value: &Value) -> Option<SpatialProof> {
    serde_json::from_str(&value.to_string()).ok()
}

fn places(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    numbers_in(value, "", &mut found);
    found
}

#[test]
fn a_spatial_proof_comes_back_from_its_text_as_it_was() {
    for (problem, one) in all() {
        assert_eq!(proof(&serde_json::to_value(&one).unwrap()), Some(one));
        let text = serde_json::to_string(&problem).unwrap();
        assert_eq!(serde_json::from_str::<SpatialProblem>(&text).unwrap(), problem);
    }
}

#[test]
fn a_field_too_many_or_too_few_is_refused() {
    for (problem, one) in all() {
        let value = serde_json::to_value(&one).unwrap();
        for key in value.as_object().unwrap().keys() {
            let mut fewer = value.clone();
            fewer.as_object_mut().unwrap().remove(key);
            assert_eq!(proof(&fewer), None, "without {key}");
        }
        let mut more = value.clone();
        more["note"] = json!("1");
        assert_eq!(proof(&more), None, "{more}");
        crate::mutations::text::no_note_is_read(&problem);
    }
}

#[test]
fn a_push_is_a_force_or_edges_and_not_both() {
    let read = |value: Value| serde_json::from_value::<Push>(value).ok();
    assert!(read(json!({"force": ["1", "0", "0"]})).is_some());
    assert!(read(json!({"force": ["1", "0", "0"], "spin": "1/2"})).is_some());
    assert!(read(json!({"edges": ["1", "0", "0"]})).is_some());
    for wrong in [
        json!({}),
        json!(["1", "0", "0"]),
        json!({"force": ["1", "0", "0"], "edges": ["1", "0", "0"]}),
        json!({"force": ["1", "0", "0"], "turn": "1/2"}),
        json!({"edges": ["1", "0", "0"], "spin": "1/2"}),
        json!({"force": ["1", "0"]}),
        json!({"force": ["1", "0", "0", "0"]}),
        json!({"force": ["1", "0", 0]}),
        json!({"edges": "1"}),
        json!({"spin": "1"}),
        json!(null),
    ] {
        assert_eq!(read(wrong.clone()), None, "{wrong}");
    }
}

#[test]
fn only_fractions_are_numbers() {
    // What may be missing may be null.
    let wrong: Vec<Value> =
        crate::mutations::text::no_fractions().into_iter().filter(|value| !value.is_null()).collect();
    for (problem, one) in all() {
        let (one, problem) = (serde_json::to_value(one).unwrap(), serde_json::to_value(problem).unwrap());
        for wrong in &wrong {
            for place in places(&one) {
                let mut changed = one.clone();
                *changed.pointer_mut(&place).unwrap() = wrong.clone();
                assert_eq!(proof(&changed), None, "{wrong} at {place}");
            }
            for place in places(&problem) {
                let mut changed = problem.clone();
                *changed.pointer_mut(&place).unwrap() = wrong.clone();
                assert!(serde_json::from_value::<SpatialProblem>(changed).is_err(), "{wrong} at {place}");
            }
        }
    }
}

#[test]
fn vectors_have_three_entries_and_twists_six() {
    for (problem, one) in all() {
        let one = serde_json::to_value(one).unwrap();
        for place in ["/twist", "/forces/0/force"] {
            let Some(list) = one.pointer(place).and_then(Value::as_array).cloned() else { continue };
            for wrong in [list[1..].to_vec(), [&list[..], &[json!("0")]].concat(), vec![]] {
                let mut changed = one.clone();
                *changed.pointer_mut(place).unwrap() = json!(wrong);
                assert_eq!(proof(&changed), None, "{changed}");
            }
        }
        let problem = serde_json::to_value(problem).unwrap();
        for place in ["/reference", "/contacts/0/point", "/contacts/0/normal", "/contacts/0/across/0"] {
            let Some(list) = problem.pointer(place).and_then(Value::as_array).cloned() else { continue };
            for wrong in [list[1..].to_vec(), [&list[..], &[json!("0")]].concat(), vec![]] {
                let mut changed = problem.clone();
                *changed.pointer_mut(place).unwrap() = json!(wrong);
                assert!(serde_json::from_value::<SpatialProblem>(changed).is_err(), "{place}");
            }
        }
    }
}

#[test]
fn a_statement_that_is_not_known_is_refused_and_one_for_another_is_judged_anew() {
    for (problem, one) in all() {
        let mut value = serde_json::to_value(&one).unwrap();
        for tag in ["", "Closed", "closed ", "rests", "falls", "immobile", "truth"] {
            value["proves"] = json!(tag);
            assert_eq!(proof(&value), None, "{value}");
        }
        // The same witness under another name, with the fields of that name.
        for tag in ["closed", "open", "closed-above", "open-up-to", "never-closed", "breaks", "touching"] {
            let mut other = serde_json::to_value(&one).unwrap();
            other["proves"] = json!(tag);
            if let Some(other) = proof(&other) {
                super::nudges::agree(&problem, &other, tag);
            }
        }
    }
}
