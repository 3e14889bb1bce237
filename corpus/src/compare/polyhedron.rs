//! `{vertices, rays, lines}` and `{normals, offsets}` describe the same polyhedron.
//!
//! One coordinate more makes it a cone: a vertex v is the ray (v, 1), a ray r the ray (r, 0), a row
//! `n · x ≥ o` the row (n, −o), beside the row (0, 1) that every such cone has. Then mutual containment
//! as for cones.

use super::generated::Generated;
use super::vectors::{Vector, vector, vectors_at, vectors_if_any};
use serde_json::Value;

/// The same points, and where the case lists rows the same rows.
pub(super) fn same_polyhedron(expected: &Value, got: &Value, allowed: f64) -> Result<(), String> {
    points(expected)?.same_as(&points(got)?, allowed, "vertices, rays and lines")?;
    if expected.get("normals").is_none() {
        return Ok(());
    }
    rows(expected)?.same_as(&rows(got)?, allowed, "normals and offsets")
}

fn with(last: f64, vector: &[f64]) -> Vector {
    vector.iter().copied().chain([last]).collect()
}

fn all_with(last: f64, vectors: &[Vector]) -> Vec<Vector> {
    vectors.iter().map(|vector| with(last, vector)).collect()
}

/// The cone over the vertices, rays and lines. A report may leave out the apex of a cone.
pub(super) fn points(value: &Value) -> Result<Generated, String> {
    if value.get("empty") == Some(&Value::Bool(true)) {
        return Err("the report says the set is empty".into());
    }
    let rays = all_with(0.0, &vectors_at(value, "rays")?);
    let lines = all_with(0.0, &vectors_if_any(value, "lines")?);
    let mut vertices = all_with(1.0, &vectors_if_any(value, "vertices")?);
    if let (true, Some(like)) = (vertices.is_empty(), rays.first().or(lines.first())) {
        vertices.push(with(1.0, &vec![0.0; like.len() - 1]));
    }
    Generated::new(&[vertices, rays].concat(), &lines)
}

/// The dual cone of the rows `n · x ≥ o`; without offsets they are 0.
fn rows(value: &Value) -> Result<Generated, String> {
    let mut normals = rows_of(value, "normals", "offsets")?;
    let equalities = match value.get("equalities") {
        Some(_) => rows_of(value, "equalities", "equality_offsets")?,
        None => Vec::new(),
    };
    if let Some(like) = normals.first().or(equalities.first()) {
        normals.push(with(1.0, &vec![0.0; like.len() - 1]));
    }
    Generated::new(&normals, &equalities)
}

fn rows_of(value: &Value, normals: &str, offsets: &str) -> Result<Vec<Vector>, String> {
    let normals = vectors_at(value, normals)?;
    let bounds = match value.get(offsets) {
        Some(offsets) => vector(offsets, "the offsets")?,
        None => vec![0.0; normals.len()],
    };
    if bounds.len() != normals.len() {
        return Err(format!("{} offsets for {} normals", bounds.len(), normals.len()));
    }
    Ok(normals.iter().zip(bounds).map(|(normal, bound)| with(-bound, normal)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// The strip 0 ≤ x ≤ 1.
    fn strip() -> Value {
        json!({"vertices": [[0, 0], [1, 0]], "rays": [], "lines": [[0, 1]],
               "normals": [[1, 0], [-1, 0]], "offsets": [0, -1]})
    }

    #[test]
    fn vertices_count_modulo_the_lines() {
        let got = json!({"vertices": [[0, 7], [1, -3], [0.5, 0]], "rays": [], "lines": [[0, -2]],
                         "normals": [[-3, 0], [1, 0]], "offsets": [-3, 0]});
        assert!(same_polyhedron(&strip(), &got, 1e-7).is_ok());
    }

    #[test]
    fn a_wrong_vertex_or_offset_is_refused() {
        let mut got = strip();
        got["vertices"] = json!([[0, 0], [1.00001, 0]]);
        assert!(same_polyhedron(&strip(), &got, 1e-7).unwrap_err().contains("beyond"));
        let mut got = strip();
        got["offsets"] = json!([0, -2]);
        assert!(same_polyhedron(&strip(), &got, 1e-7).unwrap_err().contains("offsets"));
        let mut got = strip();
        got["lines"] = json!([]);
        assert!(same_polyhedron(&strip(), &got, 1e-7).is_err());
    }

    #[test]
    fn a_cone_may_leave_out_its_apex_and_a_shifted_one_may_not() {
        let quadrant = |apex: f64| {
            json!({"vertices": [[apex, 0.0]], "rays": [[1, 0], [0, 1]], "lines": [],
                   "normals": [[1, 0], [0, 1]], "offsets": [apex, 0.0]})
        };
        let bare = json!({"rays": [[1, 0], [0, 1]], "lines": [], "normals": [[1, 0], [0, 1]]});
        assert!(same_polyhedron(&quadrant(0.0), &bare, 1e-7).is_ok());
        assert!(same_polyhedron(&quadrant(1.0), &bare, 1e-7).is_err());
    }
}
