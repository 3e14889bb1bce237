//! A key of an expectation: an optional comparator, then a dotted path into the report.
//!
//! `*` maps over a list or over the values of an object, a whole number indexes a list, the empty path is
//! the report itself: `set:solutions.*.z`, `phases.0.t`, `cone:`.

use crate::compare::Comparator;
use serde_json::Value;

/// Where to look and how to compare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// How to compare.
    pub comparator: Comparator,
    /// Where in the report.
    pub path: Path,
}

/// A dotted path into a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path(Vec<String>);

impl Key {
    /// Reads a key; an unknown comparator is a fault that names it.
    pub fn parse(text: &str) -> Result<Key, String> {
        let (prefix, path) = text.split_once(':').unwrap_or(("", text));
        Ok(Key { comparator: Comparator::parse(prefix)?, path: Path::parse(path) })
    }
}

impl Path {
    /// Reads a path; the empty text is the report itself.
    pub fn parse(text: &str) -> Path {
        Path(text.split('.').filter(|step| !step.is_empty()).map(str::to_owned).collect())
    }

    /// What stands at the path, or which step is missing.
    pub fn look_up(&self, report: &Value) -> Result<Value, String> {
        walk(&self.0, report)
    }
}

fn walk(steps: &[String], at: &Value) -> Result<Value, String> {
    let Some((step, rest)) = steps.split_first() else { return Ok(at.clone()) };
    if step == "*" {
        return walk_each(rest, at);
    }
    let next = match at {
        Value::Array(list) => step.parse().ok().and_then(|index: isize| {
            // From the end, where it is negative.
            let place = if index < 0 { list.len().checked_add_signed(index) } else { index.try_into().ok() };
            list.get(place?)
        }),
        Value::Object(object) => object.get(step),
        _ => None,
    };
    walk(rest, next.ok_or_else(|| format!("the report has no `{step}` here"))?)
}

fn walk_each(rest: &[String], at: &Value) -> Result<Value, String> {
    match at {
        Value::Array(list) => list.iter().map(|entry| walk(rest, entry)).collect(),
        Value::Object(object) => object.values().map(|entry| walk(rest, entry)).collect(),
        _ => Err("the report has no list or object to map `*` over".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn at(path: &str) -> Result<Value, String> {
        let report =
            json!({"phases": [{"t": 0, "state": {"left": 1}}, {"t": 2, "state": {"left": 3}}], "empty": []});
        Path::parse(path).look_up(&report)
    }

    #[test]
    fn a_star_maps_over_lists_and_over_the_values_of_objects() {
        assert_eq!(at("phases.*.t"), Ok(json!([0, 2])));
        assert_eq!(at("phases.*.state.*"), Ok(json!([[1], [3]])));
        assert_eq!(at("empty.*.t"), Ok(json!([])));
    }

    #[test]
    fn a_whole_number_indexes_a_list() {
        assert_eq!(at("phases.1.state.left"), Ok(json!(3)));
        assert!(at("phases.2.t").is_err());
    }

    #[test]
    fn the_empty_path_is_the_report_itself() {
        assert_eq!(at("").unwrap()["empty"], json!([]));
    }

    #[test]
    fn a_missing_step_is_a_failure_that_names_it() {
        assert!(at("phases.*.mode").unwrap_err().contains("`mode`"));
        assert!(at("phases.0.t.*").unwrap_err().contains("`*`"));
    }

    #[test]
    fn an_unknown_comparator_is_refused_by_name() {
        assert!(Key::parse("rais:normals").unwrap_err().contains("`rais:`"));
        assert_eq!(Key::parse("cone:").unwrap().path, Path(vec![]));
    }
}
