//! `tangents` of a contact in space: directions across its normal.

use crate::findings::Findings;
use crate::node::At;
use crate::number::{list, shown_vector, vector};
use stiction::exact::vector::{across, cross, dot};
use stiction::shape::Point3;
use stiction_proof::Rational;

/// Cosine up to which a direction counts as across, and is made so exactly.
const NEARLY_ACROSS: f64 = 1e-6;

/// Cosine up to which that is the rounding of whoever wrote the file, and not worth a word.
const ROUNDED: f64 = 1e-12;

/// The tangents as given, or the usual ones.
pub(crate) fn read(at: Option<&At<'_>>, normal: &Point3, found: &mut Findings<'_>) -> Vec<Point3> {
    let given = at.and_then(|at| given(at, normal, found));
    given.unwrap_or_else(|| usual(normal))
}

/// `t1 = n × e_j` with `e_j` the axis least aligned with `n` (of equals the first), `t2 = n × t1`.
pub(crate) fn usual(normal: &Point3) -> Vec<Point3> {
    let size = |j: &usize| normal[*j].abs();
    let least = (0..3).min_by_key(size).unwrap_or_default();
    let axis: Point3 = std::array::from_fn(|j| Rational::from(i64::from(j == least)));
    let first = cross(normal, &axis);
    let second = cross(normal, &first);
    vec![first, second]
}

fn given(at: &At<'_>, normal: &Point3, found: &mut Findings<'_>) -> Option<Vec<Point3>> {
    let form = "two or more directions [x, y, z] across the normal";
    let elements: Vec<At<'_>> = list(at, form, found)?.collect();
    if elements.len() < 2 {
        let message = format!(
            "{} direction{}, where at least 2 are needed",
            elements.len(),
            if elements.len() == 1 { "" } else { "s" }
        );
        found.fault("tangents", at, message, "give two directions, or leave them out");
        return None;
    }
    let mut across: Vec<Option<Point3>> = Vec::new();
    for (k, element) in elements.iter().enumerate() {
        let read: Option<Point3> = vector(element, "[x, y, z]", found);
        let read = read.and_then(|t| made_square(element, t, normal, "the normal", found));
        let first = across.first().cloned().flatten();
        across.push(match (k, read, first) {
            (1, Some(t), Some(first)) => made_square(element, t, &first, "the first tangent", found),
            (_, read, _) => read,
        });
    }
    across.into_iter().collect()
}

/// A direction square to another: itself, or its projection with a warning if it is nearly so; else a fault.
fn made_square(
    at: &At<'_>,
    direction: Point3,
    other: &Point3,
    name: &str,
    found: &mut Findings<'_>,
) -> Option<Point3> {
    let product = dot(&direction, other);
    if product.is_zero() && direction.iter().any(|component| !component.is_zero()) {
        return Some(direction);
    }
    let projected = projected(&direction, other);
    if projected.iter().all(Rational::is_zero) {
        let message = format!("{} has no part across {name}", shown_vector(&direction));
        found.fault("tangents", at, message, format!("give a direction square to {name}"));
        return None;
    }
    let lengths = (dot(&direction, &direction).to_f64() * dot(other, other).to_f64()).sqrt();
    let cosine = product.to_f64() / lengths;
    let message =
        format!("{} is not square to {name}: their cosine is {cosine:.3e}", shown_vector(&direction));
    if cosine.abs() > NEARLY_ACROSS {
        found.fault("tangents", at, message, format!("its part across is {}", shown_vector(&projected)));
        return None;
    }
    if cosine.abs() > ROUNDED {
        found.warn(
            "tangents",
            at,
            message,
            format!("its part across is taken: {}", shown_vector(&projected)),
        );
    }
    Some(projected)
}

/// `t − (t·n / n·n) n`.
fn projected(direction: &Point3, other: &Point3) -> Point3 {
    across(other, direction).unwrap_or_else(|| direction.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: i64, y: i64, z: i64) -> Point3 {
        [x.into(), y.into(), z.into()]
    }

    #[test]
    fn the_usual_tangents_take_the_least_aligned_axis_and_of_equals_the_first() {
        assert_eq!(usual(&point(0, 0, 1)), [point(0, 1, 0), point(-1, 0, 0)]);
        assert_eq!(usual(&point(1, 0, 0)), [point(0, 0, 1), point(0, -1, 0)]);
        assert_eq!(usual(&point(2, -1, 2)), [point(-2, 0, 2), point(-2, -8, -2)]);
        assert_eq!(usual(&point(1, 1, 1))[0], point(0, 1, -1));
    }
}
