//! Bodies of which it is not known where they touch: what becomes of a verdict, and how it is told.
//!
//! More contacts never make a thing fall, and never open what is closed: forces that balance without them balance
//! with them, at zero.  So a *yes* stands whatever was overlooked.  A *no* is proved of the contacts that were taken;
//! with the others it may be a *yes*, and is left open.
//!
//! Contacts that a file stores and that are not where its bodies are were taken: on them a *yes* may rest as well as a
//! *no*, and neither stands.
//!
//! A *no* of an assembly stands where the collapse that proves it moves neither body of any such pair ([`left_open`]).
//!
//! Whether something locks is like that: the forces that lock it lock it beside a contact that does not push.  What
//! happens is not: one more contact may stop what moves and move what rests, so that of `outcomes` nothing stands.

use crate::assembly::AssemblyAnswer;
use crate::extras::AnyExtras;
use crate::number::spoken;
use crate::report::{Answered, Options, Question};
use crate::verify::reading::FromJson;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use stiction::ask::lower::Misfit;
use stiction::ask::stand::assembly::Searched;
use stiction::ask::stand::left_open;
use stiction::scene::{AnyScene, Doubt, Near, Overlooked, plain};
use stiction_proof::Answer;

/// Pairs that a text names.
const MOST_NAMED: usize = 3;

/// Why a verdict is left open; the pairs themselves are listed under `overlooked`.
pub(crate) const LEFT_OUT: &str = "bodies overlap or gape by more than the tolerance, meet where there is no normal, or were not compared: their contacts are left out, and with them it may be yes";

/// The same where contacts were taken that may not be there.
pub(crate) const STRAY: &str = "stored contacts are away from their bodies, or these overlap, by more than the tolerance: what rests on them is not known";

/// The same of what happens.
pub(crate) const LEFT_OUT_OF_OUTCOMES: &str = "bodies overlap or gape by more than the tolerance, meet where there is no normal, were not compared, or stray from their stored contacts: with the right contacts something else may happen";

/// Why it is then not known whether something must stay.
const STRONG: &str = "as long as it is undecided whether it stands";

/// The pairs of a scene.
pub(crate) fn of(scene: &AnyScene) -> &[Overlooked] {
    match scene {
        AnyScene::Planar(scene) => &scene.overlooked,
        AnyScene::Spatial(scene) => &scene.overlooked,
    }
}

/// What stands against measures where contacts were left out: each of them may rest on the lack of one, either way.  An
/// order of building does not where contacts may only be missing: what stands without them stands with them.
pub(crate) fn misfit(scene: &AnyScene, question: Question, options: &Options) -> Option<Misfit> {
    let first = of(scene).first()?;
    let flags = [
        (options.extras.sequence.is_some() && Doubt::of(of(scene)) == Some(Doubt::Stray), "--sequence"),
        (options.extras.ranges.is_some(), "--ranges"),
        (options.extras.solve.is_some(), "--solve"),
        (options.extras.region, "--region"),
        (!options.extras.accelerate.is_empty(), "--accelerate"),
        (!options.push.is_empty(), "--push"),
        (options.body.is_some() && question == Question::Stand, "--body"),
    ];
    let (_, flag) = flags.into_iter().find(|(given, _)| *given)?;
    let message =
        format!("contacts are left out, and what {flag} asks may rest on that: {}", sentence(first));
    let help = match first.takes {
        Some(takes) => format!("`--tolerance {}` takes them in", spoken(takes)),
        None => remedy(first.why).to_owned(),
    };
    Some(Misfit::new("overlooked", &[flag], message, help))
}

/// Leaves a *no* open that rests on the lack of contacts.
pub(crate) fn leave_open(answered: &mut Answered, extras: Option<&mut AnyExtras>, overlooked: &[Overlooked]) {
    let Some(doubt) = Doubt::of(overlooked) else { return };
    extras.into_iter().for_each(AnyExtras::leave_open);
    match answered {
        Answered::Assembly(answer) => open_assembly(answer, overlooked),
        Answered::AssemblyInSpace(answer) => open_assembly(answer, overlooked),
        Answered::Moving(answer) => answer.overlooked = Some(doubt),
        Answered::Outcomes(answer) => answer.overlooked = true,
        Answered::OutcomesInSpace(answer) => answer.overlooked = true,
        Answered::Jam(answer) => answer.left_open.overlooked = Some(doubt),
        Answered::MovingInSpace(answer) => answer.overlooked = Some(doubt),
        Answered::Closure(answer) => {
            open_closure(doubt, [&mut answer.force.verdict, &mut answer.form.verdict], &mut answer.reasons);
        }
        Answered::ClosureInSpace(answer) => {
            open_closure(doubt, [&mut answer.force.verdict, &mut answer.form.verdict], &mut answer.reasons);
        }
        _ => {}
    }
}

/// Why a verdict is left open by contacts.
pub(crate) fn reason(doubt: Doubt) -> &'static str {
    match doubt {
        Doubt::Missing => LEFT_OUT,
        Doubt::Stray => STRAY,
    }
}

/// Leaves the verdict of an assembly open that pairs may change.
fn open_assembly<S: Searched>(answer: &mut AssemblyAnswer<S>, overlooked: &[Overlooked]) {
    let proof = answer.proof.as_ref().map(|proof| proof.proof());
    let Some(doubt) = left_open(overlooked, &answer.problem, proof) else { return };
    open_standing(doubt, &mut answer.verdict, &mut answer.strong.verdict, &mut answer.reasons);
}

fn open_standing(
    doubt: Doubt,
    verdict: &mut Answer,
    strong: &mut Option<Answer>,
    reasons: &mut BTreeMap<String, String>,
) {
    if !doubt.opens(*verdict) {
        return;
    }
    *verdict = Answer::Undecided;
    reasons.insert("verdict".to_owned(), reason(doubt).to_owned());
    if strong.is_some() {
        *strong = Some(Answer::Undecided);
        reasons.insert("strong".to_owned(), STRONG.to_owned());
    }
}

fn open_closure(doubt: Doubt, verdicts: [&mut Answer; 2], reasons: &mut BTreeMap<String, String>) {
    for (verdict, key) in verdicts.into_iter().zip(["force.verdict", "form.verdict"]) {
        if doubt.opens(*verdict) {
            *verdict = Answer::Undecided;
            reasons.insert(key.to_owned(), reason(doubt).to_owned());
        }
    }
}

/// The words of a claim that was left open by contacts, by its reason; none where it is open for another reason.
pub(crate) fn open_words(reason: Option<&String>, without: &str) -> Option<String> {
    match reason.map(String::as_str) {
        Some(LEFT_OUT) => {
            Some(format!("undecided: {without} the contacts that are there, and others may be missing"))
        }
        Some(STRAY) => Some("undecided: contacts are away from their bodies, or these overlap".to_owned()),
        _ => None,
    }
}

/// The pairs as a report lists them.
pub(crate) fn to_json(overlooked: &[Overlooked]) -> Value {
    let one = |one: &Overlooked| {
        let (what, distance) = match one.why {
            Near::Overlap(depth) => ("overlap", Some(depth)),
            Near::Gap(distance) => ("gap", Some(distance)),
            Near::NotCompared => ("not compared", None),
            Near::NoNormal => ("no normal", None),
            Near::Stray(distance) => ("stray", Some(distance)),
            Near::StoredOverlap(depth) => ("stored overlap", Some(depth)),
        };
        json!({ "between": one.between, "what": what, "distance": distance, "tolerance": one.tolerance, "takes": one.takes })
    };
    overlooked.iter().map(one).collect()
}

/// The pairs that a report lists; none where it has no list.
pub(crate) fn from_json(list: &Value) -> Result<Vec<Overlooked>, String> {
    let one = |one: &Value| -> Result<Overlooked, String> {
        let distance = || f64::deserialize_from(&one["distance"]);
        let why = match one["what"].as_str() {
            Some("overlap") => Near::Overlap(distance()?),
            Some("gap") => Near::Gap(distance()?),
            Some("not compared") => Near::NotCompared,
            Some("no normal") => Near::NoNormal,
            Some("stray") => Near::Stray(distance()?),
            Some("stored overlap") => Near::StoredOverlap(distance()?),
            _ => return Err("overlooked: such a pair is not known".to_owned()),
        };
        Ok(Overlooked {
            between: <[String; 2]>::deserialize_from(&one["between"])?,
            why,
            tolerance: f64::deserialize_from(&one["tolerance"])?,
            takes: Option::deserialize_from(&one["takes"])?,
        })
    };
    match list {
        Value::Null => Ok(Vec::new()),
        list => list.as_array().ok_or("overlooked is no list")?.iter().map(one).collect(),
    }
}

/// Why a verdict is open, and how to settle it, each a line after its word.
pub(crate) fn lines(overlooked: &[Overlooked], question: Question) -> Vec<(&'static str, String)> {
    let doubt = |one: &Overlooked| match question {
        Question::Outcomes => sentence(one).replace(MAY_BE_YES, ELSE).replace(MAY_BE_OTHERWISE, ELSE),
        _ => sentence(one),
    };
    let mut lines: Vec<(&'static str, String)> =
        overlooked.iter().take(MOST_NAMED).map(|one| ("doubt", doubt(one))).collect();
    if overlooked.len() > MOST_NAMED {
        lines.push(("doubt", format!("and {} more such pairs", overlooked.len() - MOST_NAMED)));
    }
    lines.push(("remedy", helps(overlooked)));
    lines
}

/// The tolerance that takes pairs in, and what is to be done about those that none does.
fn helps(overlooked: &[Overlooked]) -> String {
    let first = overlooked.first().map_or(Near::NotCompared, |one| one.why);
    let Some(takes) = overlooked.iter().filter_map(|one| one.takes).reduce(f64::max) else {
        return remedy(first).to_owned();
    };
    let rest: Vec<Near> = overlooked.iter().filter(|one| one.takes.is_none()).map(|one| one.why).collect();
    let scene = format!("in a scene, tolerance = \"{takes:e} m\" under [detect]");
    if rest.is_empty() {
        return format!("--tolerance {takes:e} takes them as touching; {scene}");
    }
    let kind = |has: fn(&Near) -> bool, words: &str| {
        let count = rest.iter().filter(|why| has(why)).count();
        (count > 0).then(|| format!("{count} {words}"))
    };
    let kinds = [
        kind(|why| matches!(why, Near::NoNormal), "meet where there is no normal"),
        kind(|why| matches!(why, Near::Overlap(_)), "overlap too deep"),
        kind(|why| matches!(why, Near::Gap(_)), "gape too far"),
        kind(|why| matches!(why, Near::NotCompared), "were not compared"),
        kind(|why| why.is_taken(), "have stored contacts that do not fit them"),
    ];
    let kinds: Vec<String> = kinds.into_iter().flatten().collect();
    let (taken, all) = (overlooked.len() - rest.len(), overlooked.len());
    format!(
        "--tolerance {takes:e} takes {taken} of these {all} pairs as touching; {scene}. No tolerance takes the others, of which {}: move the bodies, or list their contacts",
        kinds.join(", ")
    )
}

/// What helps where no tolerance does.
fn remedy(why: Near) -> &'static str {
    match why {
        Near::NoNormal => "list their contact with the normal that is meant, or move the bodies apart",
        Near::Stray(_) | Near::StoredOverlap(_) => {
            "compute the interfaces again, or take them out of the file: contacts are then found from the shapes"
        }
        _ => "move the bodies so that they touch, or apart, or list their contacts",
    }
}

/// What right contacts may change where wrong ones were taken, and what may happen then.
const MAY_BE_OTHERWISE: &str = "the verdict may be another";
const ELSE: &str = "something else may happen";

/// What a contact that was left out may change.
const MAY_BE_YES: &str = "it may be yes";

pub(crate) fn sentence(one: &Overlooked) -> String {
    let [a, b] = one.between.each_ref().map(|name| plain(name));
    let tolerance = spoken(one.tolerance);
    match one.why {
        Near::Overlap(by) | Near::Gap(by) => format!(
            "\"{a}\" and \"{b}\" {} by {} m, beyond the tolerance of {tolerance} m: their contacts are left out, and with them {MAY_BE_YES}",
            if matches!(one.why, Near::Gap(_)) { "gape" } else { "overlap" },
            spoken(by)
        ),
        Near::NoNormal => format!(
            "\"{a}\" and \"{b}\" meet corner to corner or edge to edge, where there is no normal: no contact is taken there, and with one {MAY_BE_YES}"
        ),
        Near::Stray(by) => format!(
            "a stored contact of \"{a}\" and \"{b}\" is away from one of them by {} m, beyond the tolerance of {tolerance} m: without it {MAY_BE_OTHERWISE}",
            spoken(by)
        ),
        Near::StoredOverlap(by) => format!(
            "\"{a}\" and \"{b}\" have stored contacts and overlap by {} m, beyond the tolerance of {tolerance} m: with other contacts {MAY_BE_OTHERWISE}",
            spoken(by)
        ),
        Near::NotCompared => {
            format!("\"{a}\" and \"{b}\" were not compared: if they touch {MAY_BE_YES}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlooked_pairs_are_read_back_as_they_were_written() {
        let pair =
            |why| Overlooked { between: ["a".into(), "b".into()], why, tolerance: 1e-6, takes: Some(2e-5) };
        let list = [
            Near::Overlap(1e-5),
            Near::Gap(1e-5),
            Near::NotCompared,
            Near::NoNormal,
            Near::Stray(0.1),
            Near::StoredOverlap(0.1),
        ]
        .map(pair)
        .to_vec();
        assert_eq!(from_json(&to_json(&list)), Ok(list));
        assert_eq!(from_json(&Value::Null), Ok(Vec::new()));
        assert!(from_json(&json!([{ "what": "near" }])).is_err());
    }

    #[test]
    fn the_remedy_says_how_many_pairs_a_tolerance_takes_and_what_becomes_of_the_others() {
        let pair = |why, takes| Overlooked { between: ["a".into(), "b".into()], why, tolerance: 1e-6, takes };
        let mut pairs = vec![pair(Near::Gap(1e-5), Some(2e-5)), pair(Near::Overlap(1e-4), Some(2e-4))];
        assert!(helps(&pairs).starts_with("--tolerance 2e-4 takes them as touching"));
        pairs.push(pair(Near::NoNormal, None));
        let told = helps(&pairs);
        assert!(told.starts_with("--tolerance 2e-4 takes 2 of these 3 pairs"), "{told}");
        assert!(told.contains("1 meet where there is no normal"), "{told}");
        assert!(helps(&pairs[2..]).starts_with("list their contact"));
    }
}
