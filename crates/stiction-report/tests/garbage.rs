//! Whatever a report was turned into, the verifier answers: it accepts what is proved, refuses the rest, and
//! never panics.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::leaves::leaves;
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use stiction_report::verify::{Against, verify, verify_of};

/// Numbers from a seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        // Knuth's multiplier for 64 bits; the upper bits are the better ones.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides.max(1)
    }
}

/// JSON pointers of everything but the whole.
fn nodes(value: &Value, path: &str, found: &mut Vec<String>) {
    let mut enter = |key: &str, value: &Value| {
        let path = format!("{path}/{}", key.replace('~', "~0").replace('/', "~1"));
        found.push(path.clone());
        nodes(value, &path, found);
    };
    match value {
        Value::Object(entries) => entries.iter().for_each(|(key, value)| enter(key, value)),
        Value::Array(entries) => {
            entries.iter().enumerate().for_each(|(index, value)| enter(&index.to_string(), value));
        }
        _ => {}
    }
}

/// Something else in the place of a value.
fn other(value: &Value, dice: &mut Dice) -> Value {
    let odd = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1e308),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(0.5),
        json!(""),
        json!("0"),
        json!("1/3"),
        json!("-7/2"),
        json!("1/0"),
        json!("yes"),
        json!("no"),
        json!("undecided"),
        json!("∞"),
        json!([]),
        json!({}),
        json!([null]),
        json!([[]]),
        json!({ "": {} }),
        json!(["1", "2", "3"]),
        json!(129),
    ];
    match (value, dice.roll(4)) {
        (Value::Array(list), 0) if !list.is_empty() => {
            let mut list = list.clone();
            let at = dice.roll(list.len());
            if dice.roll(2) == 0 {
                list.remove(at);
            } else {
                let twice = list[at].clone();
                list.insert(at, twice);
            }
            Value::Array(list)
        }
        (Value::Object(entries), 0) if !entries.is_empty() => {
            let mut entries = entries.clone();
            let key = entries.keys().nth(dice.roll(entries.len())).unwrap().clone();
            entries.remove(&key);
            Value::Object(entries)
        }
        (Value::Number(number), 1) => json!(number.as_f64().unwrap_or_default() * -3.0),
        (Value::String(text), 1) if text.parse::<i64>().is_ok() => json!(format!("{text}/7")),
        _ => odd[dice.roll(odd.len())].clone(),
    }
}

/// A report with one to three of its parts replaced, removed or exchanged.
fn damaged(report: &Value, paths: &[String], dice: &mut Dice) -> Value {
    let mut damaged = report.clone();
    for _ in 0..1 + dice.roll(3) {
        let (one, two) = (&paths[dice.roll(paths.len())], &paths[dice.roll(paths.len())]);
        let taken = damaged.pointer(two).cloned();
        let Some(place) = damaged.pointer_mut(one) else { continue };
        *place = match taken {
            Some(taken) if dice.roll(4) == 0 => taken,
            _ => other(place, dice),
        };
    }
    damaged
}

/// Damaged reports of each kind; `STICTION_TRIALS` asks for more.
fn runs() -> usize {
    std::env::var("STICTION_TRIALS").ok().and_then(|trials| trials.parse().ok()).unwrap_or(100)
}

#[test]
fn no_damaged_report_makes_the_verifier_panic() {
    let mut dice = Dice(11);
    let scenes = [crate::asked::STACK, crate::asked::BLOCKS].map(crate::asked::scene);
    for (name, report) in crate::asked::reports() {
        let mut paths = Vec::new();
        nodes(&report, "", &mut paths);
        if paths.is_empty() {
            continue;
        }
        for run in 0..runs() {
            let damaged = damaged(&report, &paths, &mut dice);
            let found = catch_unwind(AssertUnwindSafe(|| {
                if run % 4 == 0 {
                    return verify_of(&damaged, &Against::scene(&scenes[dice.roll(2)]));
                }
                verify(&damaged)
            }));
            assert!(found.is_ok(), "{name}, run {run}: {}", differences(&report, &damaged));
        }
    }
}

/// Where two reports differ.
fn differences(one: &Value, other: &Value) -> String {
    let (mut paths, mut said) = (Vec::new(), String::new());
    nodes(one, "", &mut paths);
    nodes(other, "", &mut paths);
    for path in paths {
        let (a, b) = (one.pointer(&path), other.pointer(&path));
        let leaf = |value: Option<&Value>| value.is_none_or(|value| value.to_string().len() < 40);
        if a != b && leaf(a) && leaf(b) {
            said += &format!("{path}: {a:?} became {b:?}\n");
        }
    }
    said
}

#[test]
fn every_report_is_accepted_as_it_was_made() {
    for (name, report) in crate::asked::reports() {
        let found = verify(&report);
        assert_eq!(found.holds(), name != "nothing", "{name}: {:?}", found.failed);
        let mut paths = Vec::new();
        leaves(&report, "", &mut paths);
        assert!(name == "nothing" || paths.len() > 5, "{name}");
    }
}

/// Keys whose numbers are computed and not proved, or are what the proofs are about.
const FREE: &[&str] = &["/problem/", "/indeterminacy", "/reasons", "/simulation"];
/// Numbers of one report that are changed, about.
const MOST: usize = 80;

#[test]
fn every_number_that_is_told_is_compared() {
    let mut unnoticed = Vec::new();
    // A run in time proves nothing, and without its scene it is not run again.
    for (name, report) in crate::asked::reports().into_iter().filter(|(name, _)| *name != "simulate") {
        let mut paths = Vec::new();
        leaves(&report, "", &mut paths);
        // Doubles are what a reader looks at; what proofs are made of are fractions, in strings.
        paths.retain(|path| {
            let told = report.pointer(path).is_some_and(Value::is_number);
            told && !FREE.iter().any(|free| path.contains(free))
        });
        let step = paths.len() / MOST + 1;
        for path in paths.into_iter().step_by(step) {
            let mut changed = report.clone();
            let leaf = changed.pointer_mut(&path).unwrap();
            *leaf = crate::leaves::changed(leaf);
            if verify(&changed).holds() {
                unnoticed.push(format!("{name}: {path}"));
            }
        }
    }
    assert!(unnoticed.is_empty(), "{unnoticed:#?}");
}
