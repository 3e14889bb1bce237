//! The schema of reports knows every key of every honest report, and its type.

use crate::asked::{asked, example, reports};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use stiction_report::{Options, Question, report_schema};
use stiction_verify::Report;
use stiction_verify::lcp::LcpKeys;
use stiction_verify::push::PushKeys;

/// What a value has against a schema of an object: keys that are not in it, and other types.
fn objections(path: &str, value: &Value, schema: &Value, found: &mut Vec<String>) {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_u64() || number.is_i64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let types = match &schema["type"] {
        Value::Array(types) => types.clone(),
        one => vec![one.clone()],
    };
    let fits = types.iter().any(|one| one == kind || (kind == "integer" && one == "number"));
    if !fits {
        found.push(format!("{path} is of type {kind}, and may be {types:?}"));
    }
    if let Some(words) = schema["enum"].as_array().filter(|words| !words.contains(value)) {
        found.push(format!("{path} is {value}, and may be {words:?}"));
    }
    // Where some keys of an object are documented, the others are its own affair; the report itself is documented in
    // full.
    let (Some(keys), Some(known)) = (value.as_object(), schema["properties"].as_object()) else { return };
    for (key, inner) in keys {
        match known.get(key) {
            Some(schema) => objections(&format!("{path}.{key}"), inner, schema, found),
            None if path.is_empty() => found.push(format!("{key} is in no page")),
            None => {}
        }
    }
}

#[test]
fn every_key_of_a_report_is_documented_and_of_its_type() {
    let mut found = Vec::new();
    let mut seen = Vec::new();
    let check = asked(&example("gripper"), Question::Check, &Options::default());
    for (name, report) in reports().into_iter().chain([("check", check)]) {
        // One of them is no report at all.
        let Some(question) = Question::every().find(|one| report["question"] == one.word()) else { continue };
        let schema = report_schema(question);
        let mut against = Vec::new();
        objections("", &report, &schema, &mut against);
        let required = schema["else"]["required"].as_array().unwrap().iter();
        let missing = required.filter(|key| report.get(key.as_str().unwrap()).is_none());
        against.extend(missing.map(|key| format!("{key} is missing")));
        found.extend(against.into_iter().map(|why| format!("{name} ({question}): {why}")));
        seen.push(question.word());
    }
    found.sort();
    found.dedup();
    assert!(found.is_empty(), "{}", found.join("\n"));
    for question in Question::every() {
        assert!(seen.contains(&question.word()), "no report of {question} is looked at");
    }
}

/// A report that is read as data and written again, without what only some reports have besides.
fn typed<K: Serialize + DeserializeOwned>(report: &Value) -> Result<Value, String> {
    let read: Report<K> = serde_json::from_value(report.clone()).map_err(|fault| fault.to_string())?;
    serde_json::to_value(read).map_err(|fault| fault.to_string())
}

#[test]
fn reports_are_data_whose_types_have_every_key() {
    let (mut heads, mut pushes, mut problems) = (0, 0, 0);
    for (name, report) in reports() {
        if report.get("question").is_none() {
            continue;
        }
        assert_eq!(typed::<Map<String, Value>>(&report).as_ref(), Ok(&report), "{name}");
        heads += 1;
        match report["question"].as_str().unwrap() {
            "push" => {
                assert_eq!(typed::<PushKeys>(&report).as_ref(), Ok(&report), "{name}");
                pushes += 1;
            }
            "lcp" => {
                assert_eq!(typed::<LcpKeys>(&report).as_ref(), Ok(&report), "{name}");
                problems += 1;
            }
            _ => {}
        }
    }
    assert!(heads > 20 && pushes > 0 && problems > 0, "{heads} {pushes} {problems}");
}
