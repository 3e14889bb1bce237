//! Reading parts of a report that are words of the scene.

use serde_json::Value;
use stiction::scene::Rounding;
pub(crate) use stiction_verify::reading::{FromJson, at};

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
