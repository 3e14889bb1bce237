//! `{rays, lines, normals, equalities}` describe the same cone, by mutual containment.
//!
//! Never row by row: neither the rays nor the normals are unique when the cone is flat or holds a line.
//! The rows are compared as the dual cone they generate, where an equality is a line.

use super::generated::Generated;
use super::vectors::{vectors_at, vectors_if_any};
use serde_json::Value;

/// Rays and lines generate the same cone, normals and equalities the same dual.
pub(super) fn same_cone(expected: &Value, got: &Value, allowed: f64) -> Result<(), String> {
    let rays = |value: &Value| Generated::new(&vectors_at(value, "rays")?, &vectors_at(value, "lines")?);
    rays(expected)?.same_as(&rays(got)?, allowed, "rays and lines")?;
    if expected.get("equalities").is_some() && got.get("equalities").is_none() {
        return Err("`equalities` is missing".into());
    }
    let rows =
        |value: &Value| Generated::new(&vectors_at(value, "normals")?, &vectors_if_any(value, "equalities")?);
    rows(expected)?.same_as(&rows(got)?, allowed, "normals and equalities")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn flat() -> Value {
        json!({"rays": [[1, 0, 0], [0, 1, 0]], "lines": [],
               "normals": [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, -1]]})
    }

    #[test]
    fn a_plane_may_be_an_equality_or_two_opposite_normals() {
        let got = json!({"rays": [[0, 3, 0], [1, 1, 0], [2, 0, 0]], "lines": [],
                         "normals": [[1, 0, 7], [0, 1, 0]], "equalities": [[0, 0, 2]]});
        assert!(same_cone(&flat(), &got, 1e-7).is_ok());
        assert!(same_cone(&got, &flat(), 1e-7).unwrap_err().contains("equalities"));
    }

    #[test]
    fn a_wrong_ray_or_a_missing_row_is_refused() {
        let mut got = flat();
        got["rays"] = json!([[1, 0, 0], [1, 1, 0]]);
        assert!(same_cone(&flat(), &got, 1e-7).unwrap_err().contains("rays and lines leave out"));
        let mut got = flat();
        got["normals"] = json!([[1, 0, 0], [0, 1, 0], [0, 0, 1]]);
        assert!(same_cone(&flat(), &got, 1e-7).unwrap_err().contains("normals"));
        let mut got = flat();
        got.as_object_mut().unwrap().remove("lines");
        assert!(same_cone(&flat(), &got, 1e-7).unwrap_err().contains("`lines` is missing"));
    }
}
