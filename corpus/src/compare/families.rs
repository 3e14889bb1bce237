//! Families of solutions: each expected polyhedron lies inside a reported one, and the other way round.

use super::generated::Generated;
use super::list;
use super::polyhedron::points;
use serde_json::Value;

/// Mutual containment, family by family.
pub(super) fn same_families(expected: &Value, got: &Value, allowed: f64) -> Result<(), String> {
    let (expected, got) = (families(expected)?, families(got)?);
    let inside = |one: &Generated, others: &[Generated]| {
        others.iter().any(|other| one.outside(other, allowed).is_none())
    };
    if let Some(lost) = expected.iter().position(|one| !inside(one, &got)) {
        return Err(format!("expected family {lost} lies inside no reported one"));
    }
    match got.iter().position(|one| !inside(one, &expected)) {
        Some(surplus) => Err(format!("reported family {surplus} lies inside no expected one")),
        None => Ok(()),
    }
}

fn families(value: &Value) -> Result<Vec<Generated>, String> {
    list(value, "the families")?.iter().map(points).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn families_are_the_same_when_each_lies_inside_another() {
        let edge = json!({"vertices": [[0, 0], [2, 0]], "rays": []});
        let ray = json!({"vertices": [[0, 0]], "rays": [[0, 1]]});
        let twice = json!([ray, {"vertices": [[0, 0], [1, 0], [2, 0]], "rays": []}]);
        assert!(same_families(&json!([edge, ray]), &twice, 1e-7).is_ok());
        assert!(same_families(&json!([edge, ray]), &json!([edge]), 1e-7).is_err());
        assert!(same_families(&json!([edge]), &json!([edge, ray]), 1e-7).is_err());
        let longer = json!([{"vertices": [[0, 0], [2.001, 0]], "rays": []}]);
        assert!(same_families(&json!([edge]), &longer, 1e-7).is_err());
        assert!(same_families(&json!([]), &json!([]), 1e-7).is_ok());
    }
}
