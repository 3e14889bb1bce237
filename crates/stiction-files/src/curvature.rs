//! `curvature` and `vertex` of a planar contact.

use crate::findings::Findings;
use crate::keys::CURVATURE;
use crate::node::{At, Kind};
use crate::number::{is_not_finite, known_keys, number, required, shown, word};
use stiction::scene::Curvature;
use stiction_proof::Rational;

/// The curvatures that a contact was given, if it was.
pub(crate) fn read(at: &At<'_>, found: &mut Findings<'_>) -> Option<[Curvature; 2]> {
    let flat = || Curvature::Finite(Rational::zero());
    match (at.get("curvature"), at.get("vertex")) {
        (None, None) => None,
        (Some(_), Some(vertex)) => {
            found.fault("conflict", &vertex, "given together with `curvature`", "keep one of the two");
            None
        }
        (None, Some(vertex)) => {
            let words = [("on", [Curvature::Vertex, flat()]), ("against", [flat(), Curvature::Vertex])];
            word(&vertex, "vertex", &words, found)
        }
        (Some(given), None) => read_curvatures(&given, found),
    }
}

fn read_curvatures(at: &At<'_>, found: &mut Findings<'_>) -> Option<[Curvature; 2]> {
    known_keys(at, CURVATURE, found)?;
    let mut read = |key: &str| {
        let value =
            required(at, key, "give both: { on = k, against = k }, 0 for flat, \"inf\" for a vertex", found)?;
        one_curvature(&value, found)
    };
    let (on, against) = (read("on"), read("against"));
    let pair = [on?, against?];
    let message = match &pair {
        [Curvature::Vertex, Curvature::Vertex] => "a vertex against a vertex".into(),
        [Curvature::Finite(k), Curvature::Finite(l)] if !(k + l).is_positive() => {
            format!("the curvatures add up to {}", shown(&(k + l)))
        }
        _ => return Some(pair),
    };
    let help =
        "surfaces that touch in a point have curvatures with a positive sum, at most one of them infinite";
    found.fault("curvature", at, message, help);
    None
}

/// A number, or `"inf"` for a vertex.
fn one_curvature(at: &At<'_>, found: &mut Findings<'_>) -> Option<Curvature> {
    match &at.node.kind {
        Kind::Text(text) | Kind::Number(text)
            if is_not_finite(text) && text.trim().trim_start_matches('+') == "inf" =>
        {
            Some(Curvature::Vertex)
        }
        _ => number(at, found).map(Curvature::Finite),
    }
}
