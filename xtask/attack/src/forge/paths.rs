//! Places in a report.

use serde_json::Value;

/// Steps from the top of a report to a place in it.
pub(super) type Place = Vec<Step>;

/// One step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    Key(String),
    Index(usize),
}

/// All places, containers too, but for the top.
pub(super) fn places(value: &Value) -> Vec<Place> {
    let mut found = Vec::new();
    walk(value, &mut Vec::new(), &mut found);
    found
}

fn walk(value: &Value, at: &mut Place, found: &mut Vec<Place>) {
    let mut step = |step: Step, inner: &Value| {
        at.push(step);
        found.push(at.clone());
        walk(inner, at, found);
        at.pop();
    };
    match value {
        Value::Object(entries) => entries.iter().for_each(|(key, inner)| step(Step::Key(key.clone()), inner)),
        Value::Array(entries) => {
            entries.iter().enumerate().for_each(|(index, inner)| step(Step::Index(index), inner))
        }
        _ => {}
    }
}

/// What stands at a place.
pub(super) fn get<'a>(value: &'a Value, place: &[Step]) -> Option<&'a Value> {
    place.iter().try_fold(value, |value, step| match step {
        Step::Key(key) => value.get(key),
        Step::Index(index) => value.get(index),
    })
}

/// The same, to be changed.
pub(super) fn get_mut<'a>(value: &'a mut Value, place: &[Step]) -> Option<&'a mut Value> {
    place.iter().try_fold(value, |value, step| match step {
        Step::Key(key) => value.get_mut(key),
        Step::Index(index) => value.get_mut(index),
    })
}

/// A place in words, with dots.
pub(super) fn spoken(place: &[Step]) -> String {
    let step = |step: &Step| match step {
        Step::Key(key) => key.clone(),
        Step::Index(index) => index.to_string(),
    };
    place.iter().map(step).collect::<Vec<_>>().join(".")
}
