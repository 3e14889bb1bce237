//! Bodies that may touch although no contact of theirs was taken: what becomes of a verdict, and how it is told.
//!
//! More contacts never make a thing fall, and never open what is closed: forces that balance without them balance
//! with them, at zero.  So a *yes* stands whatever was overlooked.  A *no* is proved of the contacts that were taken;
//! with the others it may be a *yes*, and is left open.
//!
//! Whether something locks is like that: the forces that lock it lock it beside a contact that does not push.  What
//! happens is not: one more contact may stop what moves and move what rests, so that of `outcomes` nothing stands.

use crate::number::spoken;
use crate::report::{Answered, Options, Question};
use crate::verify::reading::FromJson;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use stiction::ask::lower::Misfit;
use stiction::scene::{AnyScene, Near, Overlooked, plain};
use stiction_proof::Answer;

/// Pairs that a text names.
const MOST_NAMED: usize = 3;

/// Why a verdict is left open; the pairs themselves are listed under `overlooked`.
pub(crate) const LEFT_OUT: &str = "bodies overlap or gape by more than the tolerance, or were not compared: their contacts are left out, and with them it may be yes";

/// The same of what happens.
pub(crate) const LEFT_OUT_OF_OUTCOMES: &str = "bodies overlap or gape by more than the tolerance, or were not compared: their contacts are left out, and with them something else may happen";

/// Why it is then not known whether something must stay.
const STRONG: &str = "as long as it is undecided whether it stands";

/// The pairs of a scene.
pub(crate) fn of(scene: &AnyScene) -> &[Overlooked] {
    match scene {
        AnyScene::Planar(scene) => &scene.overlooked,
        AnyScene::Spatial(scene) => &scene.overlooked,
    }
}

/// What stands against measures and orders where contacts were left out: each of them may rest on the lack of one, either way.
pub(crate) fn misfit(scene: &AnyScene, question: Question, options: &Options) -> Option<Misfit> {
    let first = of(scene).first()?;
    let flags = [
        (options.sequence.is_some(), "--sequence"),
        (options.ranges.is_some(), "--ranges"),
        (!options.accelerate.is_empty(), "--accelerate"),
        (!options.push.is_empty(), "--push"),
        (options.body.is_some() && question == Question::Stand, "--body"),
    ];
    let (_, flag) = flags.into_iter().find(|(given, _)| *given)?;
    let message =
        format!("contacts are left out, and what {flag} asks may rest on that: {}", sentence(first));
    let help = match first.takes {
        Some(takes) => format!("`--tolerance {}` takes them in", spoken(takes)),
        None => "move the bodies so that they touch, or apart, and ask again".to_owned(),
    };
    Some(Misfit::new("overlooked", &[flag], message, help))
}

/// Leaves a *no* open that rests on the lack of contacts; whether it did.
pub(crate) fn leave_open(answered: &mut Answered, overlooked: &[Overlooked]) {
    if overlooked.is_empty() {
        return;
    }
    match answered {
        Answered::Stand(answer) => {
            open_standing(&mut answer.verdict, &mut answer.strong, &mut answer.reasons)
        }
        Answered::Assembly(answer) => {
            open_standing(&mut answer.verdict, &mut answer.strong, &mut answer.reasons)
        }
        Answered::AssemblyInSpace(answer) => {
            open_standing(&mut answer.verdict, &mut answer.strong, &mut answer.reasons);
        }
        Answered::Moving(answer) => answer.overlooked = true,
        Answered::Outcomes(answer) => answer.overlooked = true,
        Answered::OutcomesInSpace(answer) => answer.overlooked = true,
        Answered::Jam(answer) => answer.overlooked = true,
        Answered::MovingInSpace(answer) => answer.overlooked = true,
        Answered::Closure(answer) => {
            open_closure([&mut answer.force.verdict, &mut answer.form.verdict], &mut answer.reasons);
        }
        Answered::ClosureInSpace(answer) => {
            open_closure([&mut answer.force.verdict, &mut answer.form.verdict], &mut answer.reasons);
        }
        _ => {}
    }
}

fn open_standing(verdict: &mut Answer, strong: &mut Option<Answer>, reasons: &mut BTreeMap<String, String>) {
    if *verdict != Answer::No {
        return;
    }
    *verdict = Answer::Undecided;
    reasons.insert("verdict".to_owned(), LEFT_OUT.to_owned());
    if strong.is_some() {
        *strong = Some(Answer::Undecided);
        reasons.insert("strong".to_owned(), STRONG.to_owned());
    }
}

fn open_closure(verdicts: [&mut Answer; 2], reasons: &mut BTreeMap<String, String>) {
    for (verdict, key) in verdicts.into_iter().zip(["force.verdict", "form.verdict"]) {
        if *verdict == Answer::No {
            *verdict = Answer::Undecided;
            reasons.insert(key.to_owned(), LEFT_OUT.to_owned());
        }
    }
}

/// The pairs as a report lists them.
pub(crate) fn to_json(overlooked: &[Overlooked]) -> Value {
    let one = |one: &Overlooked| {
        let (what, distance) = match one.why {
            Near::Overlap(depth) => ("overlap", Some(depth)),
            Near::Gap(distance) => ("gap", Some(distance)),
            Near::NotCompared => ("not compared", None),
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
        Question::Outcomes => sentence(one).replace(MAY_BE_YES, "something else may happen"),
        _ => sentence(one),
    };
    let mut lines: Vec<(&'static str, String)> =
        overlooked.iter().take(MOST_NAMED).map(|one| ("doubt", doubt(one))).collect();
    if overlooked.len() > MOST_NAMED {
        lines.push(("doubt", format!("and {} more such pairs", overlooked.len() - MOST_NAMED)));
    }
    let takes = overlooked.iter().filter_map(|one| one.takes).reduce(f64::max);
    lines.push(("remedy", match takes {
        Some(takes) => format!("--tolerance {takes:e} takes them as touching; in a scene, tolerance = {takes:e} under [detect]"),
        None => "move the bodies apart, or list their contacts".to_owned(),
    }));
    lines
}

/// What a contact that was left out may change.
const MAY_BE_YES: &str = "it may be yes";

fn sentence(one: &Overlooked) -> String {
    let [a, b] = one.between.each_ref().map(|name| plain(name));
    let tolerance = spoken(one.tolerance);
    match one.why {
        Near::Overlap(by) => format!(
            "\"{a}\" and \"{b}\" overlap by {} m, beyond the tolerance of {tolerance} m: their contacts are left out, and with them {MAY_BE_YES}",
            spoken(by)
        ),
        Near::Gap(by) => format!(
            "\"{a}\" and \"{b}\" gape by {} m, beyond the tolerance of {tolerance} m: their contacts are left out, and with them {MAY_BE_YES}",
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
        let list = vec![pair(Near::Overlap(1e-5)), pair(Near::Gap(1e-5)), pair(Near::NotCompared)];
        assert_eq!(from_json(&to_json(&list)), Ok(list));
        assert_eq!(from_json(&Value::Null), Ok(Vec::new()));
        assert!(from_json(&json!([{ "what": "near" }])).is_err());
    }
}
