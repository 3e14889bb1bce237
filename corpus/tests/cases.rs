//! The cases themselves: readable, unique, planned, and comparable.

use serde_json::{Value, json};
use std::collections::BTreeSet;
use stiction_corpus::case::{Case, Topic, read_topics};
use stiction_corpus::compare::{Comparator, Context};
use stiction_corpus::expect::Key;
use stiction_corpus::plan::{folder, read_plan};

fn topics() -> Vec<Topic> {
    read_topics(&folder().join("cases")).expect("the cases are readable")
}

/// Every expectation of every case, with its comparator.
fn expectations(topics: &[Topic]) -> impl Iterator<Item = (&Case, Comparator, &Value)> {
    topics.iter().flat_map(|topic| &topic.cases).flat_map(|case| {
        case.expect
            .iter()
            .map(move |(key, value)| (case, Key::parse(key).expect("a known comparator").comparator, value))
    })
}

#[test]
fn every_topic_is_planned() {
    let chosen = read_plan().unwrap();
    let topics = topics();
    let chosen = chosen.choose(&topics).unwrap();
    assert!(chosen.iter().map(|one| one.cases.len()).sum::<usize>() > 100);
}

#[test]
fn ids_are_unique_over_all_topics() {
    let topics = topics();
    let mut seen = BTreeSet::new();
    let cases = topics.iter().flat_map(|topic| &topic.cases);
    let twice: Vec<&str> = cases.map(|case| case.id.as_str()).filter(|id| !seen.insert(*id)).collect();
    assert_eq!(twice, Vec::<&str>::new());
}

#[test]
fn every_key_has_a_comparator_and_every_case_expects_something() {
    for topic in topics() {
        for case in topic.cases {
            assert!(!case.expect.is_empty(), "{} expects nothing", case.id);
            for key in case.expect.keys() {
                Key::parse(key).unwrap_or_else(|why| panic!("{}: {why}", case.id));
            }
        }
    }
}

#[test]
fn every_further_file_exists() {
    use stiction_corpus::case::Content;
    for topic in topics() {
        for case in topic.cases {
            for (name, content) in case.layout() {
                if let Content::Copy(path) = content {
                    assert!(path.is_file(), "{}: {name} is not at {}", case.id, path.display());
                }
            }
        }
    }
}

/// These comparators take the same shape on both sides, so an expectation is its own report.
fn is_its_own_report(comparator: Comparator) -> bool {
    use Comparator::{Cone, Contacts, Equal, Families, Modes, Polyhedron, Rays, Set, Solutions};
    [Equal, Set, Rays, Modes, Cone, Solutions, Families, Polyhedron, Contacts].contains(&comparator)
}

#[test]
fn every_expectation_accepts_itself() {
    let topics = topics();
    let own = expectations(&topics).filter(|(_, comparator, _)| is_its_own_report(*comparator));
    for (case, comparator, value) in own {
        let verdict = comparator.compare(value, value, &Context::of(case));
        assert_eq!(verdict, Ok(()), "{} {comparator:?}", case.id);
    }
}

/// Drops, of each listed vector list, its first entry.
fn without_first(value: &Value, key: &str) -> Option<Value> {
    let mut less = value.clone();
    let list = less.get_mut(key)?.as_array_mut()?;
    (!list.is_empty()).then(|| list.remove(0))?;
    Some(less)
}

#[test]
fn a_cone_of_the_corpus_without_one_ray_is_another_cone() {
    let topics = topics();
    let mut refused = 0;
    for (case, comparator, value) in expectations(&topics) {
        if !matches!(comparator, Comparator::Cone | Comparator::Polyhedron) {
            continue;
        }
        // The rays of a cone without lines are extreme, so each one counts.
        let pointed = value["lines"] == json!([]);
        if let (true, Some(less)) = (pointed, without_first(value, "rays")) {
            assert!(comparator.compare(value, &less, &Context::of(case)).is_err(), "{}", case.id);
            refused += 1;
        }
        if let Some(less) = without_first(value, "lines") {
            assert!(comparator.compare(value, &less, &Context::of(case)).is_err(), "{}", case.id);
            refused += 1;
        }
    }
    assert!(refused > 60, "only {refused} cones were tried");
}

#[test]
fn a_report_that_only_says_the_opposite_fails_every_planned_case() {
    let (plan, topics) = (read_plan().unwrap(), topics());
    for case in plan.choose(&topics).unwrap().iter().flat_map(|one| &one.cases) {
        let report = json!({"stiction": "0", "question": case.question(), "verdict": "maybe"});
        assert!(!stiction_corpus::run::judge(case, &report).is_empty(), "{}", case.id);
    }
}
