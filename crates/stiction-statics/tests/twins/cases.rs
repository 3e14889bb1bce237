//! The cases of the corpus, through the library and through doubles.

use crate::grasps::{closes, fraction};
use crate::twins::doubles::compare;
use serde_json::Value;
use stiction_proof::quick::QuickContact;
use stiction_proof::{FrictionUse, PlanarContact, PlanarProblem, Rational};
use stiction_scene::Threshold;
use stiction_statics::closure::{Ball, Metric, Origin, epsilon_l1, least_friction};

/// A number of a scene: a JSON number means its decimals, a text its fraction.
fn number(value: &Value) -> Rational {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    text.parse().unwrap()
}

fn pair(value: &Value) -> [Rational; 2] {
    [number(&value[0]), number(&value[1])]
}

fn problem(case: &Value) -> PlanarProblem {
    let touch = |contact: &Value| {
        let friction = contact.get("friction").map_or_else(Rational::zero, number);
        PlanarContact::new("", pair(&contact["point"]), pair(&contact["normal"]), friction)
    };
    let scene = &case["scene"];
    let reference = pair(&scene["bodies"]["part"]["com"]);
    PlanarProblem::new(reference, scene["contacts"].as_array().unwrap().iter().map(touch).collect())
}

/// The planar closure cases of these topics.
fn cases(topics: &[&str]) -> Vec<Value> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/cases");
    let read = |topic: &&str| {
        let text = std::fs::read_to_string(format!("{folder}/{topic}.json")).unwrap();
        serde_json::from_str::<Vec<Value>>(&text).unwrap()
    };
    let planar =
        |case: &Value| case["scene"]["dimension"] == 2 && case["ask"] == serde_json::json!(["closure"]);
    topics.iter().flat_map(read).filter(planar).collect()
}

const TOPICS: [&str; 4] = ["closure_planar", "closure_degenerate", "min_friction", "book"];

#[test]
fn verdicts_of_the_corpus_are_those_of_the_library() {
    let (mut compared, mut yes) = (0, 0);
    for case in cases(&TOPICS) {
        let problem = problem(&case);
        for (key, friction) in [("form.verdict", FrictionUse::None), ("force.verdict", FrictionUse::Given)] {
            let Some(expected) = case["expect"].get(key) else { continue };
            assert_eq!(closes(&problem, friction), expected == "yes", "{}: {key}", case["id"]);
            compared += 1;
            yes += usize::from(expected == "yes");
        }
    }
    assert!(compared > 150 && yes > 50, "{compared} compared, {yes} yes");
}

#[test]
fn the_corpus_in_doubles_is_decided_as_in_rationals() {
    let (mut quick, mut all) = (0, 0);
    for case in cases(&TOPICS) {
        let problem = problem(&case);
        let doubles = |pair: &[Rational; 2]| [pair[0].to_f64(), pair[1].to_f64()];
        let relative = |contact: &PlanarContact| {
            let ([x, y], [rx, ry]) = (doubles(&contact.point), doubles(&problem.reference));
            [x - rx, y - ry]
        };
        let contact = |contact: &PlanarContact| QuickContact {
            point: relative(contact),
            normal: doubles(&contact.normal),
            friction: contact.friction.to_f64(),
        };
        let contacts: Vec<QuickContact> = problem.contacts.iter().map(contact).collect();
        if contacts.iter().all(|contact| contact.normal != [0.0, 0.0]) {
            quick += usize::from(compare(&contacts));
            all += 1;
        }
    }
    assert!(all > 150 && quick > 100, "{quick} of {all} in doubles");
}

#[test]
fn margins_of_the_corpus_are_those_of_the_library() {
    let mut compared = 0;
    for case in cases(&["closure_planar", "book"]) {
        let Some(expected) = case["expect"].get("quality.epsilon_l1").and_then(Value::as_f64) else {
            continue;
        };
        let problem = problem(&case);
        let closed = closes(&problem, FrictionUse::Given);
        let origin = if closed { Origin::Inside } else { Origin::Outside };
        let found = epsilon_l1(&problem, &Ball::new(&FrictionUse::Given, Metric::default(), origin)).unwrap();
        assert!((found - expected).abs() < 1e-7, "{}: {found} instead of {expected}", case["id"]);
        compared += 1;
    }
    assert!(compared > 80, "{compared}");
}

#[test]
fn least_frictions_of_the_corpus_are_those_of_the_library() {
    let mut compared = 0;
    for case in cases(&["min_friction", "book"]) {
        let range = case["expect"].get("range:min_friction.mu").and_then(Value::as_array);
        let equal = case["expect"].get("min_friction.mu").filter(|value| value.is_number());
        let (low, high) = match (range, equal) {
            (Some(range), _) => (number(&range[0]), number(&range[1])),
            (_, Some(equal)) => {
                (number(equal) - fraction(1, 1_000_000_000), number(equal) + fraction(1, 1_000_000_000))
            }
            _ => continue,
        };
        let Threshold::Between(bracket) = least_friction(&problem(&case)).unwrap() else {
            panic!("{}: no bracket", case["id"])
        };
        let (lower, upper) = (&bracket.lower.0, &bracket.upper.0);
        assert!(*upper >= low && *lower <= high, "{}: {lower} … {upper}", case["id"]);
        compared += 1;
    }
    assert!(compared > 20, "{compared}");
}
