//! Contacts as a set: ids and order are free, and so is which body is called `on`.

use super::equal::equal;
use super::matching::one_to_one;
use super::vectors::{Vector, distance, negated, unit, vector};
use super::{list, vectors};
use serde_json::{Value, json};

/// One contact point, its normal of length 1.
#[derive(Debug, Clone)]
struct Contact {
    on: String,
    against: String,
    point: Vector,
    normal: Vector,
    friction: Value,
}

/// None missing, none too many.
pub(super) fn same_contacts(expected: &Value, got: &Value, tolerance: f64) -> Result<(), String> {
    let (expected, got) = (contacts(expected)?, contacts(got)?);
    let fits = |one: usize, other: usize| same(&expected[one], &got[other], tolerance);
    one_to_one(expected.len(), got.len(), fits)
}

fn contacts(value: &Value) -> Result<Vec<Contact>, String> {
    let read: Result<Vec<Vec<Contact>>, String> = list(value, "`contacts`")?.iter().map(expanded).collect();
    Ok(read?.concat())
}

/// A contact with `points` stands for one contact a point.
fn expanded(value: &Value) -> Result<Vec<Contact>, String> {
    let body = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    let on = body("on").ok_or("a contact without `on`")?;
    let against = body("against").unwrap_or_else(|| "ground".into());
    let normal = unit(&vector(&value["normal"], "`normal`")?)?;
    let friction = friction(value.get("friction").unwrap_or(&json!(0)));
    let points = match value.get("points") {
        Some(points) => vectors::vectors(points, "`points`")?,
        None => vec![vector(&value["point"], "`point`")?],
    };
    let contact = |point| Contact {
        on: on.clone(),
        against: against.clone(),
        point,
        normal: normal.clone(),
        friction: friction.clone(),
    };
    Ok(points.into_iter().map(contact).collect())
}

/// One number means both coefficients.
fn friction(value: &Value) -> Value {
    if value.is_number() { json!({"static": value, "kinetic": value}) } else { value.clone() }
}

fn same(one: &Contact, other: &Contact, tolerance: f64) -> bool {
    let size = one.point.iter().fold(1.0_f64, |size, x| size.max(x.abs()));
    let straight = one.on == other.on && one.against == other.against;
    let exchanged = one.on == other.against && one.against == other.on;
    distance(&one.point, &other.point) <= tolerance * size
        && equal(&one.friction, &other.friction, tolerance).is_ok()
        && (straight && distance(&one.normal, &other.normal) <= tolerance
            || exchanged && distance(&one.normal, &negated(&other.normal)) <= tolerance)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contact(on: &str, against: &str, x: f64, up: f64) -> Value {
        json!({"on": on, "against": against, "point": [x, 0.0], "normal": [0.0, up], "friction": 0.5})
    }

    #[test]
    fn bodies_may_be_exchanged_together_with_the_normal() {
        let expected = json!([contact("block", "floor", 0.0, 1.0)]);
        assert!(same_contacts(&expected, &json!([contact("floor", "block", 0.0, -3.0)]), 1e-7).is_ok());
        assert!(same_contacts(&expected, &json!([contact("floor", "block", 0.0, 1.0)]), 1e-7).is_err());
        assert!(same_contacts(&expected, &json!([contact("block", "floor", 0.0, -1.0)]), 1e-7).is_err());
        assert!(same_contacts(&expected, &json!([contact("block", "wall", 0.0, 1.0)]), 1e-7).is_err());
    }

    #[test]
    fn points_are_expanded_and_one_number_is_both_coefficients() {
        let expected = json!([contact("block", "ground", 0.0, 1.0), contact("block", "ground", 2.0, 1.0)]);
        let patch = json!([{"on": "block", "points": [[2.0, 0.0], [0.0, 0.0]], "normal": [0, 1],
                            "friction": {"static": 0.5, "kinetic": 0.5}}]);
        assert!(same_contacts(&expected, &patch, 1e-7).is_ok());
        let slippery = json!([{"on": "block", "points": [[2.0, 0.0], [0.0, 0.0]], "normal": [0, 1],
                               "friction": {"static": 0.5, "kinetic": 0.4}}]);
        assert!(same_contacts(&expected, &slippery, 1e-7).is_err());
    }

    #[test]
    fn a_repeated_contact_is_one_too_many() {
        let expected = json!([contact("block", "floor", 0.0, 1.0)]);
        let twice = json!([contact("block", "floor", 0.0, 1.0), contact("block", "floor", 0.0, 1.0)]);
        assert!(same_contacts(&expected, &twice, 1e-7).is_err());
        assert!(same_contacts(&twice, &expected, 1e-7).is_err());
    }
}
