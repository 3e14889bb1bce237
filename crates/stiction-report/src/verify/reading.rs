//! Reading parts of a report.

use serde_json::Value;
use stiction::scene::Rounding;

/// Reading a part of a report as what it is.
pub(crate) trait FromJson: Sized {
    fn deserialize_from(value: &Value) -> Result<Self, String>;
}

impl<T: serde::de::DeserializeOwned> FromJson for T {
    fn deserialize_from(value: &Value) -> Result<Self, String> {
        serde_json::from_value(value.clone()).map_err(|error| error.to_string())
    }
}

/// What stands at a dotted path of a report; null where there is nothing.
pub(super) fn at<'a>(report: &'a Value, path: &str) -> &'a Value {
    path.split('.').fold(report, |value, key| match value {
        Value::Array(_) => key.parse::<usize>().map_or(&Value::Null, |index| &value[index]),
        _ => &value[key],
    })
}

/// What the warnings of a report say.
pub(super) fn said(list: &Value) -> Result<Vec<String>, String> {
    let one = |one: &Value| String::deserialize_from(&one["message"]);
    list.as_array().ok_or("it is no list")?.iter().map(one).collect()
}

/// What was rounded, and why.
pub(super) fn roundings(list: &Value) -> Result<Vec<Rounding>, String> {
    let one = |one: &Value| -> Result<Rounding, String> {
        Ok(Rounding {
            path: String::deserialize_from(&one["path"])?,
            why: String::deserialize_from(&one["why"])?,
        })
    };
    list.as_array().ok_or("it is no list")?.iter().map(one).collect()
}

/// The one of some words that a report says, as it is kept in the program.
pub(super) fn one_of(told: &Value, known: &[&'static str]) -> Option<&'static str> {
    known.iter().find(|word| told == **word).copied()
}
