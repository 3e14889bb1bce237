//! Plain equality, one of several, between two numbers.

use super::list;
use serde_json::Value;

/// Words, booleans and null exactly, numbers within tolerance, lists entry by entry, of an object the
/// listed keys.
pub(super) fn equal(expected: &Value, got: &Value, tolerance: f64) -> Result<(), String> {
    match (expected, got, scale(expected)) {
        (_, _, Some(scale)) => close(expected, got, tolerance * scale),
        (Value::Array(left), Value::Array(right), None) => {
            entry_by_entry(left, right, |left, right| equal(left, right, tolerance))
        }
        (Value::Object(left), Value::Object(right), None) => left.iter().try_for_each(|(key, left)| {
            let right = right.get(key).ok_or_else(|| format!("`{key}` is missing"))?;
            equal(left, right, tolerance).map_err(|why| format!("`{key}`: {why}"))
        }),
        _ if expected == got => Ok(()),
        _ => Err(format!("{} instead of {}", brief(got), brief(expected))),
    }
}

fn entry_by_entry(
    expected: &[Value],
    got: &[Value],
    same: impl Fn(&Value, &Value) -> Result<(), String>,
) -> Result<(), String> {
    if expected.len() != got.len() {
        return Err(format!("{} entries instead of {}", got.len(), expected.len()));
    }
    let pairs = expected.iter().zip(got).enumerate();
    pairs.into_iter().try_for_each(|(index, (left, right))| {
        same(left, right).map_err(|why| format!("entry {index}: {why}"))
    })
}

/// max(1, |x|) of a number, of the largest entry of a vector or matrix; none of anything else.
fn scale(value: &Value) -> Option<f64> {
    match value {
        Value::Number(_) => value.as_f64().map(|x| x.abs().max(1.0)),
        Value::Array(list) => {
            list.iter().try_fold(1.0_f64, |largest, entry| Some(largest.max(scale(entry)?)))
        }
        _ => None,
    }
}

/// Numbers, vectors and matrices of one shape whose entries differ by at most `allowed`.
fn close(expected: &Value, got: &Value, allowed: f64) -> Result<(), String> {
    match (expected, got) {
        (Value::Array(left), Value::Array(right)) => {
            entry_by_entry(left, right, |left, right| close(left, right, allowed))
        }
        _ => match (expected.as_f64(), got.as_f64()) {
            (Some(x), Some(y)) if (x - y).abs() <= allowed => Ok(()),
            (Some(x), Some(y)) => Err(format!("{y} instead of {x}, off by {:e}", (x - y).abs())),
            _ => Err(format!("{} instead of {}", brief(got), brief(expected))),
        },
    }
}

fn brief(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// One of the listed values.
pub(super) fn one_of(expected: &Value, got: &Value, tolerance: f64) -> Result<(), String> {
    let any = list(expected, "the expectation")?.iter().any(|value| equal(value, got, tolerance).is_ok());
    any.then_some(()).ok_or_else(|| "none of the listed values".into())
}

/// lo ≤ x ≤ hi, without any tolerance.
pub(super) fn in_range(expected: &Value, got: &Value) -> Result<(), String> {
    let bounds = super::vectors::vector(expected, "the expectation")?;
    let [low, high] = bounds[..] else { return Err("the expectation is no pair of numbers".into()) };
    let x = got.as_f64().ok_or_else(|| format!("{} is no number", brief(got)))?;
    (low <= x && x <= high).then_some(()).ok_or_else(|| format!("{x} is not in [{low:e}, {high:e}]"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn accepts(expected: Value, got: Value) -> bool {
        equal(&expected, &got, 1e-7).is_ok()
    }

    #[test]
    fn numbers_agree_relative_to_the_larger_of_one_and_themselves() {
        assert!(accepts(json!(1000.0), json!(1000.00009)));
        assert!(!accepts(json!(1000.0), json!(1000.00011)));
        assert!(accepts(json!(0.0), json!(0.9e-7)));
        assert!(!accepts(json!(0.0), json!(1.1e-7)));
        assert!(accepts(json!(2), json!(2.0)));
    }

    #[test]
    fn a_matrix_is_measured_by_its_largest_entry() {
        assert!(accepts(json!([[1000, 0], [0, 1]]), json!([[1000, 9e-5], [0, 1]])));
        assert!(!accepts(json!([[1000, 0], [0, 1]]), json!([[1000, 1.1e-4], [0, 1]])));
    }

    #[test]
    fn entries_of_an_object_are_measured_each_by_itself() {
        let expected = json!([{"far": 1000.0, "near": 0.0}]);
        assert!(accepts(expected.clone(), json!([{"far": 1000.00009, "near": 0.0, "more": 1}])));
        assert!(!accepts(expected.clone(), json!([{"far": 1000.0, "near": 1e-5}])));
        assert!(!accepts(expected, json!([{"far": 1000.0}])));
    }

    #[test]
    fn words_booleans_and_null_agree_exactly() {
        assert!(accepts(json!("yes"), json!("yes")));
        assert!(!accepts(json!("yes"), json!("Yes")));
        assert!(!accepts(json!(true), json!(1)));
        assert!(!accepts(json!(null), json!(0)));
        assert!(!accepts(json!(0.0), json!(null)));
        assert!(!accepts(json!("1"), json!(1)));
    }

    #[test]
    fn lists_have_the_same_length_and_order() {
        assert!(!accepts(json!([1, 2]), json!([1, 2, 3])));
        assert!(!accepts(json!([1, 2]), json!([2, 1])));
        assert!(!accepts(json!([]), json!({})));
    }

    #[test]
    fn one_of_takes_any_listed_value_and_no_other() {
        let listed = json!(["no", "undecided", null]);
        assert!(one_of(&listed, &json!(null), 0.0).is_ok());
        assert!(one_of(&listed, &json!("yes"), 0.0).is_err());
        assert!(one_of(&json!("no"), &json!("no"), 0.0).is_err());
    }

    #[test]
    fn a_range_has_no_tolerance_and_wants_a_number() {
        let negative = json!([-1e12, -1e-12]);
        assert!(in_range(&negative, &json!(-1e-12)).is_ok());
        assert!(in_range(&negative, &json!(0.0)).is_err());
        assert!(in_range(&negative, &json!(null)).is_err());
        assert!(in_range(&json!([1]), &json!(1)).is_err());
    }
}
