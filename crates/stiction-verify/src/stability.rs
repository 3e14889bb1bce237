//! Under which wrenches a part may stay, and under which it must.

use crate::Findings;
use crate::cone::asked;
use crate::reading::{FromJson, distinct};
use serde_json::Value;
use stiction_proof::wrenches::{AnyPart, Balance, Motionless, Part, StableWrench};
use stiction_proof::{Answer, Rational};

/// Checks a report of `stability`.
pub(crate) fn check(report: &Value, found: &mut Findings) {
    let read = || -> Result<_, String> {
        let part = AnyPart::deserialize_from(&report["problem"])?;
        part.rest().map_err(|refusal| refusal.to_string())?;
        distinct(part.ids().into_iter())?;
        Ok(part)
    };
    let Some(part) = found.need("problem", read()) else { return };
    let Some(asked) = asked(report, part.dimension(), found) else { return };
    let mut answers = Vec::new();
    for (index, (wrench, told)) in asked.into_iter().enumerate() {
        let judged = found.claim(&format!("wrenches.{index}"), stable(&part, wrench, told));
        let Some(judged) = judged else { continue };
        let fits = told.get("weak").map(Value::as_bool) == judged.is_weak().map(Some)
            && told.get("strong").map(Value::as_bool) == judged.is_strong().map(Some);
        let why = || "it is not what is proved".to_owned();
        found.note(&format!("wrenches.{index}.weak and strong"), fits.then_some(()).ok_or_else(why));
        answers.push(judged.is_strong());
    }
    let told = Option::<Answer>::deserialize_from(&report["verdict"]).ok().flatten();
    let verdict = (told == Some(verdict(&answers))).then_some(());
    found.note("verdict", verdict.ok_or_else(|| "it does not follow from the wrenches".to_owned()));
    found.unchecked.push("the sets (weak, strong, modes, push, tilts) are computed".to_owned());
}

/// Yes where every wrench keeps the part, no where one does not.
fn verdict(strong: &[Option<bool>]) -> Answer {
    match strong {
        _ if strong.contains(&Some(false)) => Answer::No,
        _ if strong.contains(&None) => Answer::Undecided,
        _ => Answer::Yes,
    }
}

/// A wrench with its proofs, as far as there must be some: whether cones with edges balance it is always known, and
/// whether anything moves is asked of what is not excluded.
///
/// # Errors
///
/// If a proof is missing or does not hold.
pub fn stable(part: &AnyPart, wrench: Vec<Rational>, told: &Value) -> Result<StableWrench, String> {
    let proof = |key: &str| format!("{key} is no proof: ");
    let weak =
        Option::<Balance>::deserialize_from(&told["weak_proof"]).map_err(|why| proof("weak_proof") + &why)?;
    let strong = Option::<Motionless>::deserialize_from(&told["strong_proof"])
        .map_err(|why| proof("strong_proof") + &why)?;
    let is_round = part.rest().is_ok_and(|system| !system.rounds.is_empty());
    if weak.is_none() && !is_round {
        return Err("nothing proves whether it can stay".to_owned());
    }
    if strong.is_some() && matches!(weak, Some(Balance::Excluded(_))) {
        return Err("what nothing balances is not asked whether it must stay".to_owned());
    }
    let stable = StableWrench { wrench, weak, strong };
    stable.check(part).map_err(|refusal| refusal.to_string())?;
    Ok(stable)
}
