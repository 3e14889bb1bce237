//! Solutions matched one to one: the mode, and the values the case lists.

use super::equal::equal;
use super::matching::one_to_one;
use super::modes::same_mode;
use super::{Context, list};
use serde_json::Value;

/// Each expected solution is matched by one reported solution; none may be left over.
pub(super) fn same_solutions(expected: &Value, got: &Value, context: &Context) -> Result<(), String> {
    let (expected, got) = (list(expected, "the expectation")?, list(got, "the report")?);
    one_to_one(expected.len(), got.len(), |one, other| same(&expected[one], &got[other], context))
}

fn same(expected: &Value, got: &Value, context: &Context) -> bool {
    let Some(values) = expected.as_object() else { return false };
    values.iter().all(|(key, value)| match (key.as_str(), value, got.get(key)) {
        ("mode", Value::String(one), Some(Value::String(other))) => same_mode(one, other, context.planar),
        (_, _, Some(other)) => equal(value, other, context.tolerance).is_ok(),
        (_, _, None) => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn context() -> Context {
        Context { tolerance: 1e-8, planar: true, scene: Value::Null }
    }

    #[test]
    fn values_that_are_not_listed_are_free() {
        let expected = json!([{"mode": "ln", "acceleration": {"part": [0.0, 1.0, 0.0]}}]);
        let got =
            json!([{"mode": "l n", "acceleration": {"part": [0.0, 1.0, 0.0], "more": []}, "forces": {}}]);
        assert!(same_solutions(&expected, &got, &context()).is_ok());
    }

    #[test]
    fn a_solution_too_many_too_few_or_off_is_refused() {
        let expected = json!([{"mode": "l", "x": 1.0}, {"mode": "l", "x": 2.0}]);
        let refused = |got: Value| same_solutions(&expected, &got, &context()).is_err();
        assert!(
            same_solutions(&expected, &json!([{"mode": "l", "x": 2}, {"mode": "l", "x": 1}]), &context())
                .is_ok()
        );
        assert!(refused(json!([{"mode": "l", "x": 1}])));
        assert!(refused(json!([{"mode": "l", "x": 1}, {"mode": "r", "x": 2}])));
        assert!(refused(json!([{"mode": "l", "x": 1}, {"mode": "l"}])));
        assert!(refused(json!([{"mode": "l", "x": 1}, {"mode": "l", "x": 2}, {"mode": "l", "x": 2}])));
    }
}
