//! A check: the answers are those of the questions that the scene demands, in that order, and the verdict is that of
//! the last.
//!
//! A question is missing only where the scene does not fit it, for the reasons that are told: it is asked again.
//! Without the last one nothing is decided. Without the scene it is not known what it demands; the order in which
//! questions are asked is, and that none is asked twice.

use super::reading::said;
use super::{
    Against, Case, NotedFailure, Notes, RemadeAnswer, carry_over, compare, header, unchecked, verify_at,
};
use crate::answer::{AskError, answer};
use crate::check::{self, Demanded, Demanding, Unanswered, way_out};
use crate::report::{Question, SceneName};
use serde_json::{Value, json};
use stiction::scene::AnyScene;
use stiction::screw::{Planar, Spatial};
use stiction_proof::Answer;

/// The order in which a check asks.
const ORDER: [Question; 10] = [
    Question::Hybrid,
    Question::Quasistatic,
    Question::Push,
    Question::Place,
    Question::Contacts,
    Question::Outcomes,
    Question::Jam,
    Question::Robust,
    Question::Closure,
    Question::Stand,
];

/// A check is not made again as a whole: each of its answers is.
pub(crate) fn none(_: &Case<'_>, _: &mut Notes<'_>) -> Result<RemadeAnswer, NotedFailure> {
    Err(NotedFailure)
}

pub(super) fn check(case: &Case<'_>, against: Option<&Against<'_>>, notes: &mut Notes<'_>) {
    let report = case.report;
    let Some(answers) = report["answers"].as_array().filter(|answers| !answers.is_empty()) else {
        return notes.note("answers", Err("there are no answers".to_owned()));
    };
    let Some(unanswered) = report["unanswered"].as_array() else {
        return notes.note("unanswered", Err("there is no list of unanswered questions".to_owned()));
    };
    let outcome = asked(case, answers, unanswered);
    let path = if case.scene.is_some() { "answers: of the scene" } else { "answers" };
    let deciding = outcome.as_ref().ok().copied();
    notes.note(path, outcome.map(|_| ()));
    if against.is_none() {
        for key in ["answers: all that it demands", "scene", "warnings"] {
            unchecked(notes, key);
        }
    }
    let is_answered = answers.last().is_some_and(|answer| asks(answer) == deciding);
    let last = if is_answered { answers.last().and_then(verdict) } else { Some("undecided") };
    let same = report["verdict"].as_str() == last;
    let why = "it is not that of the answer that decides".to_owned();
    notes.note("verdict", same.then_some(()).ok_or(why));
    let Ok(missing) = notes.need("unanswered", misfits(case, unanswered)) else { return };
    match case.scene {
        _ if unanswered.is_empty() => {}
        Some(_) => notes.note("unanswered: of the scene", Ok(())),
        None => unchecked(notes, "unanswered"),
    }
    for (index, answer) in answers.iter().enumerate() {
        let prefix = format!("{}answers.{index}.", notes.prefix);
        verify_at(&prefix, answer, against, notes.found);
        let same = answer["scene"] == report["scene"] && answer["asked"] == report["asked"];
        let why = "its scene or its flags are not those of the check".to_owned();
        if !same {
            notes.note(&format!("answers.{index}"), Err(why));
        }
    }
    let Ok(warnings) = notes.need("warnings", remarks(case, answers)) else { return };
    let Ok((scene, title)) = notes.need("scene", header(report, against)) else { return };
    let mut again = json!({
        "stiction": env!("CARGO_PKG_VERSION"), "format": crate::json::FORMAT, "question": "check",
        "scene": { "name": scene.name, "title": title, "sha256": scene.sha256 },
        "asked": crate::options::written(&case.options),
        "verdict": last, "answers": report["answers"], "unanswered": missing,
        "computed": [], "rounded": [], "warnings": crate::json::warnings(&warnings),
    });
    carry_over(report, &mut again, against, notes);
    notes.note("numbers", compare::same(report, &again));
}

/// The question of an answer, or of one that is missing.
fn asks(answer: &Value) -> Option<Question> {
    answer["question"].as_str()?.parse().ok()
}

/// Whether the answers and those that are missing are those that are asked for; the question that decides.
fn asked(case: &Case<'_>, answers: &[Value], unanswered: &[Value]) -> Result<Question, String> {
    let known = |list: &[Value]| list.iter().map(asks).collect::<Option<Vec<Question>>>();
    let unknown = || "an answer is to no question of a check".to_owned();
    let told = known(answers).ok_or_else(unknown)?;
    let missing = known(unanswered).ok_or_else(unknown)?;
    let fall = told.contains(&Question::Outcomes).then_some(Question::Outcomes);
    let wanted: Vec<Question> = match case.scene {
        Some(scene) => {
            let mut wanted = demanded(scene, case).questions;
            if !wanted.contains(&Question::Outcomes)
                && may_tell_fall(scene, answers)
                && (fall.is_some() || is_one_fall(scene, case))
            {
                let place = wanted.iter().take_while(|one| **one == Question::Contacts).count();
                wanted.insert(place, Question::Outcomes);
            }
            wanted
        }
        None => ORDER.into_iter().filter(|one| told.contains(one) || missing.contains(one)).collect(),
    };
    let (left, answered): (Vec<_>, Vec<_>) = wanted.iter().partition(|one| missing.contains(one));
    if told == answered && missing == left {
        return wanted.last().copied().ok_or_else(unknown);
    }
    let words = |list: &[Question]| list.iter().map(|one| one.word()).collect::<Vec<_>>().join(", ");
    Err(match case.scene {
        None => "no scene is asked these questions in this order".to_owned(),
        Some(_) => format!("the scene demands {}, and {} are answered", words(&wanted), words(&told)),
    })
}

/// Whether a scene that does not stand is asked what happens then, as the answers tell it.
fn may_tell_fall(scene: &AnyScene, answers: &[Value]) -> bool {
    let last = answers.last();
    let falls = last.is_some_and(|last| last["question"] == "stand" && last["verdict"] == "no");
    let tells = match scene {
        AnyScene::Planar(scene) => Planar::tells_motion(scene),
        AnyScene::Spatial(scene) => Spatial::tells_motion(scene),
    };
    falls && tells
}

/// Whether what happens is one thing, asked again: then it may not be left out.
fn is_one_fall(scene: &AnyScene, case: &Case<'_>) -> bool {
    let asked = answer(scene, &SceneName::unnamed(), Question::Outcomes, &case.options);
    case.report.get("stopped").is_none() && asked.is_ok_and(|report| report.verdict() == Some(Answer::Yes))
}

fn demanded(scene: &AnyScene, case: &Case<'_>) -> Demanded {
    match scene {
        AnyScene::Planar(scene) => check::demanded(scene, &case.options),
        AnyScene::Spatial(scene) => check::demanded(scene, &case.options),
    }
}

/// What stands against the missing answers, asked again of the scene; without it what the report says.
fn misfits(case: &Case<'_>, unanswered: &[Value]) -> Result<Value, String> {
    let Some(scene) = case.scene else { return unanswered.iter().map(well_told).collect() };
    let mut again = Vec::new();
    for question in unanswered.iter().filter_map(asks) {
        match answer(scene, &SceneName::unnamed(), question, &case.options) {
            Err(AskError::Misfits(misfits)) => again.push(Unanswered { question, misfits }),
            _ => return Err(format!("the scene allows an answer to `{question}`, which is left out")),
        }
    }
    Ok(json!(again))
}

/// A question with faults, and nothing else.
fn well_told(missing: &Value) -> Result<Value, String> {
    let faults = missing["faults"].as_array().filter(|faults| !faults.is_empty());
    let faults = faults.ok_or("a question is left out without a reason")?;
    let told = faults.iter().map(|fault| {
        let [code, path, message, help] = ["code", "path", "message", "help"].map(|key| fault[key].as_str());
        Some(json!({ "code": code?, "path": path?, "message": message?, "help": help? }))
    });
    let told: Vec<Value> =
        told.collect::<Option<_>>().ok_or("a fault has `code`, `path`, `message` and `help`")?;
    Ok(json!({ "question": missing["question"], "faults": told }))
}

/// What is worth knowing of the scene, or without it what the report says.
fn remarks(case: &Case<'_>, answers: &[Value]) -> Result<Vec<String>, String> {
    let last = answers.last().and_then(|answer| {
        let question = asks(answer)?;
        let verdict = match verdict(answer) {
            Some("yes") => Some(Answer::Yes),
            Some("no") => Some(Answer::No),
            Some(_) => Some(Answer::Undecided),
            None => None,
        };
        Some((question, verdict))
    });
    let Some(scene) = case.scene else { return said(&case.report["warnings"]) };
    let more = match scene {
        AnyScene::Planar(scene) => way_out(scene, last),
        AnyScene::Spatial(scene) => way_out(scene, last),
    };
    let more = more.map_err(|error| error.to_string())?;
    Ok(more.into_iter().chain(demanded(scene, case).remarks).collect())
}

/// The verdict that an answer gives to a check.
fn verdict(answer: &Value) -> Option<&str> {
    match answer["question"].as_str() {
        Some("closure") if answer["form"]["order"] == 2 && answer["force"]["verdict"] != "yes" => Some("yes"),
        Some("closure") => answer["force"]["verdict"].as_str(),
        _ => answer["verdict"].as_str(),
    }
}
