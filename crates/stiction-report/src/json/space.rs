//! Closure in space as JSON: the keys are those of the plane.

use super::{claim, escape, least_friction, proof, quality};
use crate::closure_space::{ClaimInSpace, ClosureInSpace, PushInSpace};
use serde_json::{Map, Value, json};
use stiction::ask::{Bracket, Verdict};
use stiction_proof::{Rational, SpatialProof, Verified};

pub(crate) fn closure(answer: &ClosureInSpace, length: &Rational) -> Value {
    let mut form = claim(&answer.form, answer.form.proof.as_ref());
    let closed = |claim: &ClaimInSpace| {
        matches!(claim.proof.as_ref().map(Verified::proof), Some(SpatialProof::Closed { .. }))
    };
    form["order"] = if closed(&answer.form) { json!(1) } else { Value::Null };
    form["escape"] = json!(escape(answer.escape));
    let mut force = claim(&answer.force, answer.force.proof.as_ref());
    let squeeze = answer.squeeze();
    force["forces"] = by_contact(answer, squeeze.as_deref(), |push| json!(components(push)));
    force["vectors"] = by_contact(answer, squeeze.as_deref(), |push| json!(push.force));
    force["escape"] = answer.escape_twist().map_or(Value::Null, |twist| json!(twist));
    let (friction, exact_friction) = least_friction(&answer.problem, &answer.least_friction, Bracket::number);
    let bounds = answer.measures.bounds().map(|(key, ends)| (key.to_owned(), json!(ends)));
    let bounds = Value::Object(bounds.into_iter().collect());
    let ids = answer.problem.contacts.iter().map(|contact| contact.id.as_str());
    let mut quality = quality(&answer.measures, ids, &answer.problem.reference, (length, Some(bounds)));
    answer.radii.tell(&mut form, &mut quality);
    let mut report = json!({
        "body": answer.body,
        "cone": answer.cone.to_string(),
        "problem": answer.problem,
        "form": form,
        "force": force,
        "quality": quality,
        "min_friction": friction,
        "reasons": answer.reasons,
        "exact": {
            "min_friction": exact_friction,
            "quality": { "length": length, "origin": answer.problem.reference },
        },
    });
    for (key, value) in essential(answer) {
        report[key] = value;
    }
    report
}

/// `[fn, ft1, ft2]`, and the moment about the normal where there is one.
pub(crate) fn components(push: &PushInSpace) -> Vec<f64> {
    push.along.into_iter().chain(Some(push.moment).filter(|moment| *moment != 0.0)).collect()
}

fn by_contact(
    answer: &ClosureInSpace,
    pushes: Option<&[PushInSpace]>,
    entry: impl Fn(&PushInSpace) -> Value,
) -> Value {
    let Some(pushes) = pushes else { return Value::Null };
    let contacts = answer.problem.contacts.iter().zip(pushes);
    Value::Object(contacts.map(|(contact, push)| (contact.id.clone(), entry(push))).collect::<Map<_, _>>())
}

/// What the contacts mean to a closed grasp: proved essential, proved removable, or neither.
fn essential(answer: &ClosureInSpace) -> [(&'static str, Value); 4] {
    let Some(found) = &answer.essential else {
        return [
            ("essential", Value::Null),
            ("essential_proofs", json!([])),
            ("essential_undecided", Value::Null),
            ("removable", Value::Null),
        ];
    };
    let listed = |wanted: &dyn Fn(&Verdict<SpatialProof>) -> bool| -> (Vec<&str>, Vec<Value>) {
        let chosen = found.iter().zip(&answer.problem.contacts).filter(|(verdict, _)| wanted(verdict));
        chosen
            .map(|(verdict, contact)| {
                let proved = verdict.verified().map_or(Value::Null, proof);
                (contact.id.as_str(), json!({ "contact": contact.id, "proof": proved }))
            })
            .unzip()
    };
    let (essential, essential_proofs) = listed(&|verdict| matches!(verdict, Verdict::No(_)));
    let (removable, removable_proofs) = listed(&|verdict| matches!(verdict, Verdict::Yes(_)));
    let (undecided, _) = listed(&|verdict| matches!(verdict, Verdict::Undecided));
    [
        ("essential", json!(essential)),
        ("essential_proofs", json!(essential_proofs)),
        ("essential_undecided", json!(undecided)),
        ("removable", json!({ "contacts": removable, "proofs": removable_proofs })),
    ]
}
