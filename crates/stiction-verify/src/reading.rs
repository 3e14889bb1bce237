//! Reading parts of a report.

use serde_json::Value;
use std::collections::HashSet;

/// Reading a part of a report as what it is.
pub trait FromJson: Sized {
    /// The part, or why it is none.
    ///
    /// # Errors
    ///
    /// If it is of another form.
    fn deserialize_from(value: &Value) -> Result<Self, String>;
}

impl<T: serde::de::DeserializeOwned> FromJson for T {
    fn deserialize_from(value: &Value) -> Result<Self, String> {
        serde_json::from_value(value.clone()).map_err(|error| error.to_string())
    }
}

/// What stands at a dotted path of a report; null where there is nothing.
pub fn at<'a>(report: &'a Value, path: &str) -> &'a Value {
    path.split('.').fold(report, |value, key| match value {
        Value::Array(_) => key.parse::<usize>().map_or(&Value::Null, |index| &value[index]),
        _ => &value[key],
    })
}

/// Whether names are all different.
///
/// # Errors
///
/// With the name that is used twice.
pub fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Result<(), String> {
    let mut seen = HashSet::new();
    for name in names {
        if !seen.insert(name) {
            return Err(format!("the name \"{name}\" is used twice"));
        }
    }
    Ok(())
}

/// Whether a point of a report is one of space.
pub(crate) fn in_space(point: &Value) -> bool {
    point.as_array().is_some_and(|point| point.len() == 3)
}
