//! Every leaf of a report, and another value for it: what a verifier must notice.

use serde_json::{Value, json};

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
