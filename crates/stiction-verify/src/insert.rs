//! Which wrenches seat a part against its fixels.

use crate::Findings;
use crate::cone::asked;
use crate::reading::{FromJson, distinct};
use serde_json::Value;
use stiction_proof::wrenches::{Plan, PlanarPart, Seating};

/// Checks a report of `insert`.
pub(crate) fn check(report: &Value, found: &mut Findings) {
    let read = || -> Result<_, String> {
        let part = PlanarPart::deserialize_from(&report["problem"])?;
        distinct(part.contacts.iter().map(|contact| contact.id.as_str()))?;
        Ok((part, Plan::deserialize_from(&report["plan"])?))
    };
    let Some((part, plan)) = found.need("problem and plan", read()) else { return };
    let Some(asked) = asked(report, 3, found) else { return };
    for (index, (wrench, told)) in asked.into_iter().enumerate() {
        let proof = Seating::deserialize_from(&told["proof"]).and_then(|proof| {
            let checked = part.check_seating(plan, &wrench, &proof);
            checked.map(|()| proof).map_err(|refusal| refusal.to_string())
        });
        let Some(proof) = found.claim(&format!("wrenches.{index}.proof"), proof) else { continue };
        let same = told["seats"].as_bool() == Some(matches!(proof, Seating::Seats { .. }));
        let why = || "it is not what is proved".to_owned();
        found.note(&format!("wrenches.{index}.seats"), same.then_some(()).ok_or_else(why));
    }
    found.unchecked.push("the cones of the plan, where to push and the graph are computed".to_owned());
}
