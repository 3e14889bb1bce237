//! Reading vectors out of JSON and the little arithmetic the comparators share.

use super::list;
use serde_json::Value;

pub(super) type Vector = Vec<f64>;

/// A list of numbers.
pub(super) fn vector(value: &Value, what: &str) -> Result<Vector, String> {
    let number = |entry: &Value| entry.as_f64().ok_or_else(|| format!("{what} holds {entry}, not a number"));
    list(value, what)?.iter().map(number).collect()
}

/// A list of vectors.
pub(super) fn vectors(value: &Value, what: &str) -> Result<Vec<Vector>, String> {
    list(value, what)?.iter().map(|entry| vector(entry, what)).collect()
}

/// The vectors under `key`; a missing key is a fault.
pub(super) fn vectors_at(object: &Value, key: &str) -> Result<Vec<Vector>, String> {
    vectors(object.get(key).ok_or_else(|| format!("`{key}` is missing"))?, key)
}

/// The vectors under `key`, none where it is missing.
pub(super) fn vectors_if_any(object: &Value, key: &str) -> Result<Vec<Vector>, String> {
    object.get(key).map_or(Ok(Vec::new()), |value| vectors(value, key))
}

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

pub(super) fn length(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

/// `a + s·b`.
pub(super) fn add_scaled(a: &[f64], s: f64, b: &[f64]) -> Vector {
    a.iter().zip(b).map(|(x, y)| x + s * y).collect()
}

pub(super) fn negated(a: &[f64]) -> Vector {
    a.iter().map(|x| -x).collect()
}

/// The vector of length 1 with that direction. Divided by the largest entry first, so that squares neither
/// vanish nor overflow.
pub(super) fn unit(a: &[f64]) -> Result<Vector, String> {
    let largest = a.iter().fold(0.0_f64, |largest, x| largest.max(x.abs()));
    if !(largest > 0.0 && largest.is_finite()) {
        return Err(format!("{a:?} has no direction"));
    }
    let scaled: Vector = a.iter().map(|x| x / largest).collect();
    let length = length(&scaled);
    Ok(scaled.iter().map(|x| x / length).collect())
}

pub(super) fn units(list: &[Vector]) -> Result<Vec<Vector>, String> {
    list.iter().map(|a| unit(a)).collect()
}

/// Largest difference of two vectors of one length; infinite for different lengths and for NaN.
pub(super) fn distance(a: &[f64], b: &[f64]) -> f64 {
    if a.len() != b.len() {
        return f64::INFINITY;
    }
    let worse = |worst: f64, (x, y): (&f64, &f64)| {
        let difference = (x - y).abs();
        if difference.is_nan() { f64::INFINITY } else { worst.max(difference) }
    };
    a.iter().zip(b).fold(0.0, worse)
}
