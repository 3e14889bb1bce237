//! Mode strings: as a set, by their hash, and those that balance.

use super::list;
use super::sets::both_ways;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Mode strings as a set.
pub(super) fn same_modes(expected: &Value, got: &Value, planar: bool) -> Result<(), String> {
    let (expected, got) = (modes(expected, "the expectation")?, modes(got, "the report")?);
    both_ways(&canonical(&expected, planar), &canonical(&got, planar), |one, other| one == other)
}

/// The hash of the mode strings, sorted and joined by newlines.
pub(super) fn same_hash(expected: &Value, got: &Value, planar: bool) -> Result<(), String> {
    let mut got = canonical(&modes(got, "the report")?, planar);
    got.sort_unstable();
    let hash: String = Sha256::digest(got.join("\n")).iter().map(|byte| format!("{byte:02x}")).collect();
    if expected == hash.as_str() {
        return Ok(());
    }
    Err(format!("the {} reported modes hash to {hash}", got.len()))
}

/// Of a list `{mode, forces or proof}` the modes that have forces.
pub(super) fn same_balanced(expected: &Value, got: &Value, planar: bool) -> Result<(), String> {
    let mut balanced = Vec::new();
    for entry in list(got, "the report")? {
        let has = |key: &str| entry.get(key).is_some_and(|value| !value.is_null());
        match (has("forces"), has("proof")) {
            (true, false) => balanced.push(entry.get("mode").cloned().unwrap_or_default()),
            (false, true) => {}
            (both, _) => {
                return Err(format!(
                    "mode {} has {} forces and proof",
                    entry["mode"],
                    if both { "both" } else { "neither" }
                ));
            }
        }
    }
    same_modes(expected, &Value::Array(balanced), planar)
}

/// Whether two mode strings are the same.
pub(super) fn same_mode(one: &str, other: &str, planar: bool) -> bool {
    canonical(&[one.to_owned()], planar) == canonical(&[other.to_owned()], planar)
}

fn modes(value: &Value, what: &str) -> Result<Vec<String>, String> {
    let word = |entry: &Value| {
        entry.as_str().map(str::to_owned).ok_or_else(|| format!("{what} holds {entry}, not a mode"))
    };
    list(value, what)?.iter().map(word).collect()
}

/// Blanks do not count in the plane and in modes of only `s` and `m`, mode by mode.
fn canonical(modes: &[String], planar: bool) -> Vec<String> {
    let letters = |mode: &str| mode.chars().all(|letter| "sm ".contains(letter));
    let one = |mode: &String| if planar || letters(mode) { mode.replace(' ', "") } else { mode.clone() };
    modes.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn blanks_count_only_in_spatial_labels() {
        assert!(same_modes(&json!(["ln"]), &json!(["l n"]), true).is_ok());
        assert!(same_modes(&json!(["sss", "mss"]), &json!(["m s s", "s s s"]), false).is_ok());
        assert!(same_modes(&json!(["s 00"]), &json!(["s00"]), false).is_err());
        assert!(same_modes(&json!(["s 00", "ss"]), &json!(["s 00", "s s"]), false).is_ok());
    }

    #[test]
    fn a_missing_or_unexpected_mode_is_refused() {
        assert!(same_modes(&json!(["ln", "nn"]), &json!(["nn", "ln", "nn"]), true).is_ok());
        assert!(same_modes(&json!(["ln", "nn"]), &json!(["nn"]), true).is_err());
        assert!(same_modes(&json!(["ln"]), &json!(["ln", "rr"]), true).is_err());
    }

    #[test]
    fn the_hash_is_of_the_sorted_modes_joined_by_newlines() {
        // The hashes of the bytes "ll\nln\nss" and "s 00\nss", computed with sha256sum.
        let planar = json!("152dd1dbf2204a818c2253bdd1c67511f7e497ee7f484d962247fcbf86567679");
        assert!(same_hash(&planar, &json!(["s s", "ll", "l n"]), true).is_ok());
        assert!(same_hash(&planar, &json!(["ss", "ll"]), true).is_err());
        let spatial = json!("7bf3d7b1a8cad96cbac6ce22de8591a7a10544f112e4986f58eb36207b0d7765");
        assert!(same_hash(&spatial, &json!(["s s", "s 00"]), false).is_ok());
        assert!(same_hash(&spatial, &json!(["s s", "s 00"]), true).is_err());
    }

    #[test]
    fn balanced_modes_are_those_with_forces() {
        let report = json!([{"mode": "lr", "forces": {}}, {"mode": "nn", "proof": {}}]);
        assert!(same_balanced(&json!(["lr"]), &report, true).is_ok());
        assert!(same_balanced(&json!(["lr", "nn"]), &report, true).is_err());
        assert!(same_balanced(&json!([]), &report, true).is_err());
        let neither = json!([{"mode": "lr"}]);
        assert!(same_balanced(&json!([]), &neither, true).unwrap_err().contains("neither"));
    }
}
