//! Lists of booleans written as bits, and lists of words with alternatives.

use super::list;
use serde_json::Value;

/// A list of booleans as a string of `0`, `1` and `?` (free).
pub(super) fn bits(expected: &Value, got: &Value) -> Result<(), String> {
    let expected: Vec<char> = expected.as_str().ok_or("the expectation is no string")?.chars().collect();
    let got = list(got, "the report")?;
    same_length(expected.len(), got.len())?;
    let wrong = expected.iter().zip(got).position(|(bit, value)| match bit {
        '0' => *value != Value::Bool(false),
        '1' => *value != Value::Bool(true),
        '?' => !value.is_boolean(),
        _ => true,
    });
    wrong.map_or(Ok(()), |at| Err(format!("entry {at} is {}, expected {}", got[at], expected[at])))
}

/// A list of words, alternatives joined by a bar.
pub(super) fn each(expected: &Value, got: &Value) -> Result<(), String> {
    let (expected, got) = (list(expected, "the expectation")?, list(got, "the report")?);
    same_length(expected.len(), got.len())?;
    let fits = |expected: &Value, got: &Value| match (expected.as_str(), got.as_str()) {
        (Some(words), Some(word)) => words.split('|').any(|alternative| alternative == word),
        _ => false,
    };
    let wrong = expected.iter().zip(got).position(|(words, word)| !fits(words, word));
    wrong.map_or(Ok(()), |at| Err(format!("entry {at} is {}, expected {}", got[at], expected[at])))
}

fn same_length(expected: usize, got: usize) -> Result<(), String> {
    (expected == got).then_some(()).ok_or_else(|| format!("{got} entries instead of {expected}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_question_mark_leaves_a_bit_free_but_not_its_type() {
        assert!(bits(&json!("01?"), &json!([false, true, true])).is_ok());
        assert!(bits(&json!("01?"), &json!([false, true, null])).is_err());
        assert!(bits(&json!("01?"), &json!([false, false, true])).is_err());
        assert!(bits(&json!("01"), &json!([false, true, true])).is_err());
        assert!(bits(&json!("01"), &json!([0, 1])).is_err());
    }

    #[test]
    fn any_alternative_of_a_word_is_accepted_and_nothing_else() {
        let expected = json!(["inside|boundary", "outside"]);
        assert!(each(&expected, &json!(["boundary", "outside"])).is_ok());
        assert!(each(&expected, &json!(["outside", "outside"])).is_err());
        assert!(each(&expected, &json!(["inside|boundary", "outside"])).is_err());
        assert!(each(&expected, &json!(["inside"])).is_err());
    }
}
