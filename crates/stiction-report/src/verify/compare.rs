//! A report against the one that was made again: every key, no key more, and every number but for the
//! rounding of its last digits.

use serde_json::Value;
use stiction_proof::Rational;

/// Differences that are named; the first ones say enough.
const MOST_NAMED: usize = 3;

/// Whether a report is the one that was made again, or where it is not.
pub(super) fn same(shown: &Value, again: &Value) -> Result<(), String> {
    let mut found = Vec::new();
    differ("", shown, again, &mut found);
    if found.is_empty() { Ok(()) } else { Err(found.join("; ")) }
}

fn differ(path: &str, shown: &Value, again: &Value, found: &mut Vec<String>) {
    if found.len() >= MOST_NAMED {
        return;
    }
    let inner = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match (shown, again) {
        (Value::Object(shown), Value::Object(again)) => {
            for (key, again) in again {
                match shown.get(key) {
                    Some(shown) => differ(&inner(key), shown, again, found),
                    None => found.push(format!("{} is missing", inner(key))),
                }
            }
            let unknown = shown.keys().filter(|key| !again.contains_key(*key));
            found.extend(unknown.map(|key| format!("{} is said, and nothing shows it", inner(key))));
        }
        (Value::Array(shown), Value::Array(again)) => {
            if shown.len() != again.len() {
                let why = format!("{path} has {} entries, where {} are shown", shown.len(), again.len());
                return found.push(why);
            }
            for (index, (shown, again)) in shown.iter().zip(again).enumerate() {
                differ(&inner(&index.to_string()), shown, again, found);
            }
        }
        (shown, again) if alike(shown, again) => {}
        _ => found.push(format!("{path} is not what is proved")),
    }
    found.truncate(MOST_NAMED);
}

/// Whether two values have the same keys and, but for rounding, the same numbers.
pub(crate) fn alike(shown: &Value, again: &Value) -> bool {
    match (shown, again) {
        (Value::Number(a), Value::Number(b)) => match (a.as_i64(), b.as_i64(), a.as_f64(), b.as_f64()) {
            (Some(a), Some(b), ..) => a == b,
            (_, _, Some(a), Some(b)) => close(a, b),
            _ => false,
        },
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| alike(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| alike(a, b)))
        }
        _ => shown == again,
    }
}

/// Whether two doubles are one, up to the rounding of a root or of a sum of a few terms.
pub(super) fn close(shown: f64, again: f64) -> bool {
    (shown - again).abs() <= 4.0 * f64::EPSILON * again.abs()
}

/// A double must be in a bracket, up to its own rounding.
pub(super) fn between(path: &str, value: f64, [lower, upper]: &[Rational; 2]) -> Result<(), String> {
    let ok = value >= lower.to_f64() && value <= upper.to_f64();
    ok.then_some(()).ok_or_else(|| format!("{path} is {value}, which is not what is proved"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_key_more_a_key_less_and_an_entry_out_of_order_are_differences_and_the_order_of_keys_is_none() {
        let again = json!({ "a": [1, 2.5], "b": { "c": null } });
        assert_eq!(same(&json!({ "b": { "c": null }, "a": [1, 2.5] }), &again), Ok(()));
        assert_eq!(same(&json!({ "a": [1.0, 2.5 + 4e-16], "b": { "c": null } }), &again), Ok(()));
        for changed in [
            json!({ "a": [1, 2.5] }),
            json!({ "a": [2.5, 1], "b": { "c": null } }),
            json!({ "a": [1], "b": { "c": null } }),
            json!({ "a": [1, 2.5], "b": { "c": 0 } }),
            json!({ "a": [1, 2.5], "b": { "c": null }, "d": 1 }),
            json!({ "a": [1, 2.500001], "b": { "c": null } }),
        ] {
            assert!(same(&changed, &again).is_err(), "{changed}");
        }
    }
}
