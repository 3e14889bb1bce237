//! Every leaf of a report, and another value for it: what a verifier must notice.

#![allow(dead_code)] // every binary asks for its part

use serde_json::{Value, json};
use stiction_report::verify::verify;

/// JSON pointers of all leaves.
pub fn leaves(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(entries) if !entries.is_empty() => {
            for (key, value) in entries {
                leaves(value, &format!("{path}/{}", key.replace('~', "~0").replace('/', "~1")), found);
            }
        }
        Value::Array(entries) if !entries.is_empty() => {
            for (index, value) in entries.iter().enumerate() {
                leaves(value, &format!("{path}/{index}"), found);
            }
        }
        _ => found.push(path.to_owned()),
    }
}

/// Another value; the only number that stays is −1.7.
pub fn changed(leaf: &Value) -> Value {
    match leaf {
        Value::String(word) if word == "yes" => json!("no"),
        Value::String(word) if word == "no" => json!("yes"),
        Value::String(text) => json!(format!("{text}1")),
        Value::Number(number) => json!(number.as_f64().unwrap_or_default() * 1.001 + 0.0017),
        Value::Bool(flag) => json!(!flag),
        Value::Null => json!(0.5),
        Value::Array(_) => json!(["1"]),
        Value::Object(_) => json!({ "1": 1 }),
    }
}

/// A report with another value at a path is refused.
pub fn refused(report: &Value, path: &str, value: Value) {
    let mut tampered = report.clone();
    *tampered.pointer_mut(path).unwrap_or_else(|| panic!("{path}")) = value;
    assert!(!verify(&tampered).holds(), "{path} can be changed");
}

/// A report with any one of these values at its path is refused.
pub fn all_refused(report: &Value, others: &[(&str, Value)]) {
    others.iter().for_each(|(path, value)| refused(report, path, value.clone()));
}

/// The paths of all nulls, without the mirror of exact numbers and the scene.
pub fn nulls(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Null => found.push(path.to_owned()),
        Value::Object(entries) => {
            for (key, value) in entries.iter().filter(|(key, _)| *key != "exact" && *key != "scene") {
                nulls(value, &if path.is_empty() { key.clone() } else { format!("{path}.{key}") }, found);
            }
        }
        _ => {}
    }
}
