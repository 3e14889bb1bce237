//! Load cases: every case of the scene is answered once, each report by itself holds in its case, and what is said of
//! all follows from them.
//!
//! Without the scene it is not known which cases there are.

use super::reading::FromJson;
use super::{Against, Case, Notes, carry_over, compare, header, unchecked, verify_at};
use crate::cases::{are_asked, keys, verdict};
use crate::report::Question;
use serde_json::{Value, json};
use stiction_proof::Answer;

pub(super) fn check(
    question: Question,
    case: &Case<'_>,
    against: Option<&Against<'_>>,
    notes: &mut Notes<'_>,
) {
    let report = case.report;
    let Some(cases) = report["cases"].as_array().filter(|cases| !cases.is_empty()) else {
        return notes.note("cases", Err("there are no cases".to_owned()));
    };
    let missing: Vec<String> = match report.get("missing") {
        None => Vec::new(),
        Some(told) => match Vec::<String>::deserialize_from(told) {
            Ok(missing) if !missing.is_empty() && report.get("stopped").is_some() => missing,
            _ => return notes.note("missing", Err("no case is missing without a stop".to_owned())),
        },
    };
    let path = if case.scene.is_some() { "cases: of the scene" } else { "cases" };
    notes.note(path, named(case, question, cases, &missing));
    if against.is_none() {
        for key in ["cases: all that there are", "scene"] {
            unchecked(notes, key);
        }
    }
    for (index, one) in cases.iter().enumerate() {
        let prefix = format!("{}cases.{index}.", notes.prefix);
        // Cases have no cases: the depth of a file is not that of a proof.
        if one.get("cases").is_some() {
            notes.note(&format!("cases.{index}"), Err("a case has no cases of its own".to_owned()));
            continue;
        }
        verify_at(&prefix, one, against, notes.found);
        let mut asked = report["asked"].clone();
        asked["case"] = one["asked"]["case"].clone();
        let same =
            one["scene"] == report["scene"] && one["asked"] == asked && one["question"] == report["question"];
        if !same {
            let why = "its scene, its question or its flags are not those of the report".to_owned();
            notes.note(&format!("cases.{index}"), Err(why));
        }
    }
    let Ok((scene, title)) = notes.need("scene", header(report, against)) else { return };
    let verdicts: Vec<Option<Answer>> = cases.iter().map(|one| told(&one["verdict"])).collect();
    let mut again = json!({
        "stiction": env!("CARGO_PKG_VERSION"), "format": crate::json::FORMAT, "question": question.word(),
        "scene": { "name": scene.name, "title": title, "sha256": scene.sha256 },
        "asked": crate::options::written(&case.options),
        "verdict": verdict(&verdicts, missing.is_empty()),
        "computed": [], "rounded": [], "warnings": [],
    });
    crate::closure_extras::graft(&mut again, keys(cases.clone(), &missing));
    crate::json::explain(&mut again);
    carry_over(report, &mut again, against, notes);
    notes.note("verdict and what all cases have in common", compare::same(report, &again));
}

/// Whether the cases are those of the scene, in its order, or without one each another.
fn named(case: &Case<'_>, question: Question, cases: &[Value], missing: &[String]) -> Result<(), String> {
    let name = |one: &Value| one["asked"]["case"].as_str().map(str::to_owned);
    let names: Option<Vec<String>> = cases.iter().map(name).collect();
    let names = names.ok_or("a case has no name")?;
    let Some(scene) = case.scene else {
        let mut all: Vec<&String> = names.iter().chain(missing).collect();
        all.sort();
        let distinct = all.windows(2).all(|two| two[0] != two[1]);
        return distinct.then_some(()).ok_or_else(|| "a case is told twice".to_owned());
    };
    if !are_asked(scene, question) {
        return Err("the scene has no load cases for this question".to_owned());
    }
    let (answered, left): (Vec<&str>, Vec<&str>) =
        scene.cases().into_iter().partition(|one| !missing.iter().any(|other| other == one));
    let same = answered == names && left == missing;
    same.then_some(()).ok_or_else(|| format!("the load cases of the scene are {}", scene.cases().join(", ")))
}

fn told(verdict: &Value) -> Option<Answer> {
    match verdict.as_str()? {
        "yes" => Some(Answer::Yes),
        "no" => Some(Answer::No),
        _ => Some(Answer::Undecided),
    }
}
