//! Lists as sets of values, and of directions.

use super::equal::equal;
use super::list;
use super::vectors::{distance, units, vectors};
use serde_json::Value;

/// Repeats and order are free; anything missing or unexpected is not.
pub(super) fn same_set(expected: &Value, got: &Value, tolerance: f64) -> Result<(), String> {
    let (expected, got) = (list(expected, "the expectation")?, list(got, "the report")?);
    both_ways(expected, got, |one, other| equal(one, other, tolerance).is_ok())
}

/// Positive scale, repeats and order are free.
pub(super) fn same_directions(expected: &Value, got: &Value, tolerance: f64) -> Result<(), String> {
    let expected = units(&vectors(expected, "the expectation")?)?;
    let got = units(&vectors(got, "the report")?)?;
    both_ways(&expected, &got, |one, other| distance(one, other) <= tolerance)
}

/// Every expected entry occurs among the reported ones, and the other way round.
pub(super) fn both_ways<T: std::fmt::Debug>(
    expected: &[T],
    got: &[T],
    same: impl Fn(&T, &T) -> bool,
) -> Result<(), String> {
    if let Some(missing) = expected.iter().find(|one| !got.iter().any(|other| same(one, other))) {
        return Err(format!("missing {missing:?}"));
    }
    match got.iter().find(|other| !expected.iter().any(|one| same(one, other))) {
        Some(unexpected) => Err(format!("unexpected {unexpected:?}")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_set_forgets_order_and_repeats_but_neither_loss_nor_surplus() {
        let expected = json!([[0.0], [1.0]]);
        assert!(same_set(&expected, &json!([[1.0], [0.0], [1.0]]), 1e-7).is_ok());
        assert!(same_set(&expected, &json!([[1.0]]), 1e-7).unwrap_err().contains("missing"));
        let surplus = json!([[0.0], [1.0], [2.0]]);
        assert!(same_set(&expected, &surplus, 1e-7).unwrap_err().contains("unexpected"));
        assert!(same_set(&json!([]), &json!([]), 1e-7).is_ok());
    }

    #[test]
    fn directions_forget_positive_scale_but_not_the_sign() {
        let expected = json!([[3, 4], [0, 1]]);
        assert!(same_directions(&expected, &json!([[0, 1e-200], [6e100, 8e100]]), 1e-9).is_ok());
        assert!(same_directions(&expected, &json!([[0, 1], [-3, -4]]), 1e-9).is_err());
        assert!(same_directions(&expected, &json!([[0, 1], [3, 4], [0, 0]]), 1e-9).is_err());
        assert!(same_directions(&expected, &json!([[0, 1, 0], [3, 4, 0]]), 1e-9).is_err());
    }
}
