//! Proofs and problems as text: what is not exactly one is not read.

use super::examples::*;
use serde_json::{Value, json};
use stiction_proof::PlanarProblem;

fn proof(value: &Value) -> Option<Stated> {
    serde_json::from_str(&value.to_string()).ok()
}

/// The places of all texts in a value that hold a number.
fn numbers_in(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::String(text) if text.parse::<stiction_proof::Rational>().is_ok() => found.push(at.to_owned()),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, item)| numbers_in(item, &format!("{at}/{i}"), found));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(key, item)| numbers_in(item, &format!("{at}/{key}"), found));
        }
        _ => {}
    }
}

fn each_number(value: &Value, visit: impl Fn(&mut Value, &str)) {
    let mut places = Vec::new();
    numbers_in(value, "", &mut places);
    assert!(!places.is_empty());
    for place in places {
        let mut changed = value.clone();
        visit(changed.pointer_mut(&place).unwrap(), &place);
    }
}

#[test]
fn a_proof_comes_back_from_its_text_as_it_was() {
    for (problem, one) in all() {
        let text = serde_json::to_string(&one).unwrap();
        assert_eq!(serde_json::from_str::<Stated>(&text).unwrap(), one);
        let text = serde_json::to_string(&problem).unwrap();
        assert_eq!(serde_json::from_str::<PlanarProblem>(&text).unwrap(), problem);
    }
}

/// What is no fraction in a text.
pub fn no_fractions() -> Vec<Value> {
    vec![
        json!(1.5),
        json!(1),
        json!(null),
        json!(true),
        json!("NaN"),
        json!("inf"),
        json!("-Infinity"),
        json!("1/0"),
        json!("0/0"),
        json!("1.5"),
        json!("1e3"),
        json!("1/2/3"),
        json!("1/"),
        json!("/2"),
        json!(""),
        json!(" 1"),
        json!("one"),
        json!(["1"]),
    ]
}

#[test]
fn only_fractions_are_numbers() {
    let wrong = no_fractions();
    for (problem, one) in all() {
        let (proof_value, problem_value) =
            (serde_json::to_value(one).unwrap(), serde_json::to_value(problem).unwrap());
        for wrong in &wrong {
            let (mut places, mut refused) = (Vec::new(), 0);
            numbers_in(&proof_value, "", &mut places);
            for place in &places {
                let mut changed = proof_value.clone();
                *changed.pointer_mut(place).unwrap() = wrong.clone();
                refused += usize::from(proof(&changed).is_none());
            }
            assert_eq!(refused, places.len(), "{wrong} was read in {proof_value}");
            places.clear();
            numbers_in(&problem_value, "", &mut places);
            for place in places {
                let mut changed = problem_value.clone();
                *changed.pointer_mut(&place).unwrap() = wrong.clone();
                // No limit may be written out.
                let unlimited = wrong.is_null() && place.ends_with("/most");
                let read = serde_json::from_value::<PlanarProblem>(changed).ok().filter(|_| !unlimited);
                assert!(read.is_none(), "{wrong} was read at {place}");
            }
        }
    }
}

#[test]
fn bare_words_that_are_not_json_are_refused() {
    let text = serde_json::to_string(&all()[2].1).unwrap();
    for word in ["NaN", "Infinity", "-Infinity", "1e999"] {
        let changed = text.replacen("\"2\"", word, 1);
        assert_ne!(changed, text);
        assert!(serde_json::from_str::<Stated>(&changed).is_err(), "{word}");
    }
}

#[test]
fn a_field_too_many_or_too_few_is_refused() {
    for (_, one) in all() {
        let value = serde_json::to_value(&one).unwrap();
        // What is said about balance is named by the key that its fields are under.
        let place = match &one {
            Stated::Closure(_) => String::new(),
            Stated::Balance(_) => format!("/{}", value.as_object().unwrap().keys().next().unwrap()),
        };
        for key in value.pointer(&place).unwrap().as_object().unwrap().keys() {
            let mut fewer = value.clone();
            fewer.pointer_mut(&place).unwrap().as_object_mut().unwrap().remove(key);
            assert!(proof(&fewer).is_none(), "{value} without {key}");
        }
        for place in ["", &place] {
            let mut more = value.clone();
            more.pointer_mut(place).unwrap()["note"] = json!("trust me");
            assert!(proof(&more).is_none(), "{more}");
        }
    }
    no_note_is_read(&bar(half()));
}

/// Neither a problem nor its first contact has a key that nobody knows.
pub fn no_note_is_read<P: serde::Serialize + serde::de::DeserializeOwned>(problem: &P) {
    let problem = serde_json::to_value(problem).unwrap();
    for place in ["", "/contacts/0"] {
        let mut more = problem.clone();
        more.pointer_mut(place).unwrap()["note"] = json!("1");
        assert!(serde_json::from_value::<P>(more).is_err(), "a note at {place:?} was read");
    }
}

#[test]
fn a_proof_of_something_else_is_refused() {
    for (_, one) in all() {
        let mut value = serde_json::to_value(&one).unwrap();
        for tag in ["", "Closed", "closed ", "open-up", "truth"] {
            value["proves"] = json!(tag);
            assert!(proof(&value).is_none(), "{value}");
        }
        value["proves"] = json!(["closed"]);
        assert!(proof(&value).is_none(), "{value}");
    }
}

#[test]
fn friction_is_one_of_four_uses() {
    let with = |friction: Value| {
        proof(&json!({"proves": "open", "friction": friction, "without": [], "twist": ["0", "0", "1"]}))
    };
    for known in [json!("given"), json!("none"), json!({"common": "1/2"}), json!({"scaled": "3"})] {
        assert!(with(known.clone()).is_some(), "{known}");
    }
    for unknown in [
        json!("Given"),
        json!("common"),
        json!({"common": 0.5}),
        json!({"common": "1/0"}),
        json!({"common": "1", "scaled": "1"}),
        json!({"given": null, "none": null}),
        json!({}),
        json!(null),
        json!(0),
    ] {
        assert!(with(unknown.clone()).is_none(), "{unknown}");
    }
}

#[test]
fn a_twist_has_three_entries_and_a_force_two() {
    for (_, one) in all() {
        let value = serde_json::to_value(one).unwrap();
        let places = [
            "/twist",
            "/forces/0",
            "/rests/load/0",
            "/rests/forces/0",
            "/falls/twists/0",
            "/bounds/twists/0",
            "/bounds/directions/0/0",
        ];
        for place in places {
            let Some(list) = value.pointer(place).and_then(Value::as_array).cloned() else { continue };
            for wrong in [list[1..].to_vec(), [&list[..], &[json!("0")]].concat(), vec![]] {
                let mut changed = value.clone();
                *changed.pointer_mut(place).unwrap() = json!(wrong);
                assert!(proof(&changed).is_none(), "{changed}");
            }
        }
    }
}

#[test]
fn the_same_number_written_longer_is_the_same_proof() {
    for (problem, one) in all() {
        let value = serde_json::to_value(&one).unwrap();
        each_number(&value, |entry, place| {
            let text = entry.as_str().unwrap();
            let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
            let longer = json!(format!("{numerator}0/{denominator}0"));
            let mut changed = value.clone();
            *changed.pointer_mut(place).unwrap() = longer;
            let read = proof(&changed).unwrap();
            assert_eq!(read, one);
            assert_eq!(refusal(&problem, read), None);
        });
    }
}
