//! Wrenches that are consistent with a mode, or not.

use crate::Findings;
use crate::reading::{FromJson, distinct};
use serde_json::Value;
use stiction_proof::Rational;
use stiction_proof::wrenches::{AnyPart, Consistency, Part};

/// Checks a report of `cone`.
pub(crate) fn check(report: &Value, found: &mut Findings) {
    let read = || -> Result<_, String> {
        let part = AnyPart::deserialize_from(&report["problem"])?;
        part.rest().map_err(|refusal| refusal.to_string())?;
        distinct(part.ids().into_iter())?;
        let labels = Vec::<String>::deserialize_from(&report["labels"])?;
        let cases = part.cases(&labels).map_err(|refusal| refusal.to_string())?;
        Ok((part, cases))
    };
    let Some((part, cases)) = found.need("problem", read()) else { return };
    let Some(asked) = asked(report, part.dimension(), found) else { return };
    for (index, (wrench, told)) in asked.iter().enumerate() {
        let proof = Consistency::deserialize_from(&told["proof"]).and_then(|proof| {
            let checked = proof.check(&part, &cases, wrench);
            checked.map(|()| proof).map_err(|refusal| refusal.to_string())
        });
        let Some(proof) = found.claim(&format!("wrenches.{index}.proof"), proof) else { continue };
        let shown = match proof {
            Consistency::Consistent { .. } => Some(true),
            Consistency::Excluded { .. } => Some(false),
            Consistency::Open => None,
        };
        let same = told.get("consistent").map(Value::as_bool) == shown.map(Some);
        let why = || "it is not what is proved".to_owned();
        found.note(&format!("wrenches.{index}.consistent"), same.then_some(()).ok_or_else(why));
    }
    found.unchecked.push("the forms of the set (rays, normals and so on) are computed".to_owned());
}

/// The wrenches that a report was asked about, as they are exactly, each with what the report says of it.
pub(crate) fn asked<'r>(
    report: &'r Value,
    dimension: usize,
    found: &mut Findings,
) -> Option<Vec<(Vec<Rational>, &'r Value)>> {
    let asked = Vec::<Vec<Rational>>::deserialize_from(&report["exact"]["wrenches"]);
    let asked = found.need("exact.wrenches", asked)?;
    let told = report["wrenches"].as_array().map(Vec::as_slice).unwrap_or_default();
    if told.len() != asked.len() || asked.iter().any(|wrench| wrench.len() != dimension) {
        found.note("wrenches", Err("they are not those of `exact`".to_owned()));
        return None;
    }
    Some(asked.into_iter().zip(told).collect())
}
