//! Which wrenches seat a part against its fixels.

use crate::Findings;
use crate::cone::asked;
use crate::reading::{FromJson, distinct};
use serde_json::Value;
use stiction_proof::Rational;
use stiction_proof::wrenches::{AnyPart, Part, Plan, Seatable, Seating};

/// Checks a report of `insert`.
pub(crate) fn check(report: &Value, found: &mut Findings) {
    let read = || -> Result<_, String> {
        let part = AnyPart::deserialize_from(&report["problem"])?;
        distinct(part.ids().into_iter())?;
        Ok((part, Plan::deserialize_from(&report["plan"])?))
    };
    let Some((part, plan)) = found.need("problem and plan", read()) else { return };
    let Some(asked) = asked(report, part.dimension(), found) else { return };
    for (index, (wrench, told)) in asked.into_iter().enumerate() {
        let proof = found.claim(&format!("wrenches.{index}.proof"), seating(&part, plan, &wrench, told));
        let Some(proof) = proof else { continue };
        let shown = proof.map(|proof| matches!(proof, Seating::Seats { .. }));
        let same = told.get("seats").map(Value::as_bool) == shown.map(Some);
        let why = || "it is not what is proved".to_owned();
        found.note(&format!("wrenches.{index}.seats"), same.then_some(()).ok_or_else(why));
    }
    found.unchecked.push("the cones of the plan, where to push and the graph are computed".to_owned());
}

/// What is proved of a wrench; nothing, where round cones leave it open.
///
/// # Errors
/// If the proof is missing or does not hold.
pub fn seating(
    part: &AnyPart,
    plan: Plan,
    wrench: &[Rational],
    told: &Value,
) -> Result<Option<Seating>, String> {
    let proof = Option::<Seating>::deserialize_from(&told["proof"])?;
    match &proof {
        Some(proof) => part.check_seating(plan, wrench, proof).map_err(|refusal| refusal.to_string())?,
        None if part.rest().is_ok_and(|system| !system.rounds.is_empty()) => {}
        None => return Err("nothing proves whether it seats the part".to_owned()),
    }
    Ok(proof)
}
