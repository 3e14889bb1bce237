//! Load cases: one question, answered in each case of the scene.
//!
//! Loads of one case act together, those without a case in every one.  What forces do not change, contacts and closure,
//! motions and modes, is not asked case by case.  The verdict is yes where it is in every case, no where it is in one.
//!
//! **Values that stand in all cases.** With `--solve` each case tells intervals, and the scene stands in all of them
//! with the values that all have: the intersection, each end of which is an end of some case, and has its proofs there.

use crate::answer::{AskError, in_one_case};
use crate::extras::{between, told};
use crate::report::{Answered, Caveats, Options, Question, Report, SceneName};
use serde_json::{Value, json};
use stiction::ask::lower::Misfit;
use stiction::scene::AnyScene;
use stiction::work::{self, Stopped};
use stiction_proof::{Answer, NonZero, Rational};

/// The answers of the cases.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CasesAnswer {
    /// One for each case, in the order of the file; each says its case under `options.case`.
    pub cases: Vec<Report>,
    /// Cases that were not reached in time.
    pub missing: Vec<String>,
}

/// Questions whose answer loads change.
const LOADED: [Question; 8] = [
    Question::Check,
    Question::Stand,
    Question::Outcomes,
    Question::Jam,
    Question::Hybrid,
    Question::Quasistatic,
    Question::Simulate,
    Question::Robust,
];

/// Whether a question is asked case by case.
pub(crate) fn are_asked(scene: &AnyScene, question: Question) -> bool {
    LOADED.contains(&question) && scene.case().is_none() && !scene.cases().is_empty()
}

/// What stands against a case that the scene has not.
pub(crate) fn unknown(scene: &AnyScene, case: &str) -> Misfit {
    let names: Vec<String> = scene.cases().iter().map(|name| format!("`{name}`")).collect();
    let help = match &names[..] {
        [] => "leave `--case` out, or give loads a `case`".to_owned(),
        names => format!("the cases are {}", names.join(", ")),
    };
    Misfit::new("case", &["loads"], format!("there is no load case `{case}`"), help)
}

/// Asks a question in every case.
pub(crate) fn ask(
    scene: &AnyScene,
    name: &SceneName,
    question: Question,
    options: &Options,
) -> Result<Report, AskError> {
    let names: Vec<String> = scene.cases().into_iter().map(str::to_owned).collect();
    let (mut found, mut stopped) = (CasesAnswer::default(), None::<Stopped>);
    for (place, case) in names.iter().enumerate() {
        let Some(own) = scene.in_case(case) else { continue };
        let options = Options { case: Some(case.clone()), ..options.clone() };
        let ask = || in_one_case(&own, name, question, &options);
        // Each case has its part of the time that is left.
        let part = work::share(1.0 / (names.len() - place) as f64);
        match work::attempt_with(question.word(), &part, ask).unwrap_or_else(|stopped| Err(stopped.into())) {
            Ok(report) => found.cases.push(report),
            Err(AskError::Stopped(why) | AskError::Unfinished { stopped: why, .. }) => {
                stopped = stopped.or(Some(why));
                found.missing.push(case.clone());
            }
            Err(other) => return Err(other),
        }
    }
    if let (Some(stopped), true) = (stopped, found.cases.is_empty()) {
        return Err(stopped.into());
    }
    let title = match scene {
        AnyScene::Planar(scene) => scene.title.clone(),
        AnyScene::Spatial(scene) => scene.title.clone(),
    };
    let stopped = found.cases.iter().find_map(|report| report.caveats.stopped).or(stopped);
    Ok(Report {
        options: options.clone(),
        caveats: Caveats { stopped, ..Caveats::default() },
        ..Report::new(question, name.clone(), title, Answered::Cases(Box::new(found)))
    })
}

/// The verdict of several: no where one is no, yes where all are; none where the question has none.
pub(crate) fn verdict(all: &[Option<Answer>], complete: bool) -> Option<Answer> {
    if all.contains(&Some(Answer::No)) {
        return Some(Answer::No);
    }
    if all.iter().all(Option::is_none) {
        return None;
    }
    let yes = complete && all.iter().all(|one| *one == Some(Answer::Yes));
    Some(if yes { Answer::Yes } else { Answer::Undecided })
}

impl CasesAnswer {
    /// The verdict of all cases together.
    pub fn verdict(&self) -> Option<Answer> {
        let all: Vec<Option<Answer>> = self.cases.iter().map(Report::verdict).collect();
        verdict(&all, self.missing.is_empty())
    }

    /// The keys of the report.
    pub(crate) fn keys(&self) -> Value {
        let cases: Vec<Value> = self.cases.iter().map(Report::to_json).collect();
        keys(cases, &self.missing)
    }

    /// A line before everything else, and one for each case.
    pub(crate) fn lines(&self, question: Question) -> Vec<String> {
        let count = self.cases.len() + self.missing.len();
        let cases = if count == 1 { "load case" } else { "load cases" };
        let with = |wanted: Answer| -> Vec<String> {
            let those = self.cases.iter().filter(|report| report.verdict() == Some(wanted));
            those.map(|report| format!("\"{}\"", name(report))).collect()
        };
        let question = match question {
            Question::Check => "holds",
            Question::Stand => "stands",
            Question::Outcomes => "outcome is one",
            Question::Jam => "locks",
            Question::Robust => "holds within the tolerances",
            other => other.word(),
        };
        let headline = match self.verdict() {
            None => format!("{question}: {count} {cases}"),
            Some(Answer::Yes) if count == 1 => format!("{question}: yes, in the one load case"),
            Some(Answer::Yes) => format!("{question}: yes, in each of {count} {cases}"),
            Some(Answer::No) => {
                let bad = with(Answer::No);
                format!("{question}: no, in {} of {count} {cases}: {}", bad.len(), bad.join(", "))
            }
            Some(Answer::Undecided) => {
                let open: Vec<String> = with(Answer::Undecided)
                    .into_iter()
                    .chain(self.missing.iter().map(|case| format!("\"{case}\"")))
                    .collect();
                format!("{question}: undecided, in {} of {count} {cases}: {}", open.len(), open.join(", "))
            }
        };
        let width = self.cases.iter().map(|report| name(report).chars().count()).max().unwrap_or(0).max(9);
        let one = |report: &Report| format!("  {:<width$} {}", name(report), report.line());
        let missing = self.missing.iter().map(|case| format!("  {case:<width$} not finished in time"));
        let all = self.together().map(|intervals| {
            let path = self.cases.iter().find_map(|report| report.options.extras.solve.as_ref());
            let path = path.map_or("", |unknown| unknown.path.as_str());
            let unit = self.cases.iter().find_map(|report| report.extras.as_ref()?.solved_in());
            format!("  {:<width$} {}", "in all", in_words(path, &intervals, unit))
        });
        std::iter::once(headline).chain(self.cases.iter().map(one)).chain(missing).chain(all).collect()
    }

    /// The values with which it stands in every case, where that was asked.
    fn together(&self) -> Option<Option<Vec<Span>>> {
        let keys = self.keys();
        let solve = keys.get("solve")?;
        Some(solve["exact"]["intervals"].as_array().map(|all| all.iter().filter_map(span).collect()))
    }
}

/// The case of a report.
pub(crate) fn name(report: &Report) -> &str {
    report.options.case.as_deref().unwrap_or_default()
}

/// The keys of a report, from the reports of its cases.
pub(crate) fn keys(cases: Vec<Value>, missing: &[String]) -> Value {
    let solve = together(&cases, missing.is_empty());
    let mut keys = json!({ "cases": cases });
    if !missing.is_empty() {
        keys["missing"] = json!(missing);
    }
    if let Some(solve) = solve {
        keys["solve"] = solve;
    }
    keys
}

/// An interval of values, none for an end that is not bounded.
type Span = [Option<Rational>; 2];

fn span(told: &Value) -> Option<Span> {
    let end = |end: &Value| match end {
        Value::Null => Some(None),
        end => Some(Some(end.as_str()?.parse::<Rational>().ok()?)),
    };
    Some([end(&told[0])?, end(&told[1])?])
}

/// The values that are in every list of intervals, with the bracket of each end.
fn together(cases: &[Value], complete: bool) -> Option<Value> {
    let solves: Vec<&Value> =
        cases.iter().map(|case| &case["solve"]).filter(|solve| solve.is_object()).collect();
    let first = solves.first()?;
    if solves.len() < cases.len() {
        return None;
    }
    let path = first["path"].clone();
    let known = solves.iter().all(|solve| solve["exact"]["intervals"].is_array());
    if !known || !complete {
        let null =
            json!({ "path": path, "intervals": null, "brackets": null, "exact": { "intervals": null } });
        return Some(null);
    }
    let mut met: Vec<(Span, [Value; 2])> = vec![([None, None], [Value::Null, Value::Null])];
    for solve in solves {
        let spans = solve["exact"]["intervals"].as_array().into_iter().flatten().filter_map(span);
        let brackets = solve["brackets"].as_array().map(Vec::as_slice).unwrap_or_default();
        let own: Vec<(Span, [Value; 2])> = spans
            .enumerate()
            .map(|(place, span)| {
                let both = brackets.get(place).unwrap_or(&Value::Null);
                (span, [both[0].clone(), both[1].clone()])
            })
            .collect();
        let pairs = met.iter().flat_map(|one| own.iter().map(move |other| (one, other)));
        met = pairs.filter_map(|(one, other)| meet(one, other)).collect();
    }
    met.sort_by(|a, b| a.0[0].cmp(&b.0[0]));
    let shown =
        |(span, _): &(Span, [Value; 2])| span.each_ref().map(|end| end.as_ref().map(Rational::to_f64));
    Some(json!({
        "path": path,
        "intervals": met.iter().map(shown).collect::<Vec<_>>(),
        "brackets": met.iter().map(|(_, brackets)| json!(brackets)).collect::<Vec<_>>(),
        "exact": { "intervals": met.iter().map(|(span, _)| span).collect::<Vec<_>>() },
    }))
}

/// What two intervals have in common.
fn meet(one: &(Span, [Value; 2]), other: &(Span, [Value; 2])) -> Option<(Span, [Value; 2])> {
    let ends = |place: usize| (&one.0[place], &other.0[place]);
    // Of beginnings the later one, of ends the earlier one; an open one gives way.
    let other_counts = |place: usize| match ends(place) {
        (_, None) => false,
        (None, Some(_)) => true,
        (Some(a), Some(b)) => {
            if place == 0 {
                b > a
            } else {
                b < a
            }
        }
    };
    let pick = |place: usize| if other_counts(place) { other } else { one };
    let [from, to] = [0, 1].map(pick);
    let span = [from.0[0].clone(), to.0[1].clone()];
    let empty = matches!(&span, [Some(from), Some(to)] if from > to);
    (!empty).then(|| (span, [from.1[0].clone(), to.1[1].clone()]))
}

fn in_words(path: &str, intervals: &Option<Vec<Span>>, unit: Option<&(String, NonZero)>) -> String {
    let Some(intervals) = intervals else { return format!("undecided for which {path}") };
    if intervals.is_empty() {
        return format!("stands for no {path}");
    }
    let number = |end: &Rational| told(end, unit);
    format!(
        "stands {}",
        intervals.iter().map(|ends| between(path, ends, &number)).collect::<Vec<_>>().join(", or ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(intervals: Value) -> Value {
        let brackets: Vec<Value> =
            intervals.as_array().into_iter().flatten().map(|span| json!([span[0], span[1]])).collect();
        json!({ "solve": { "path": "p", "brackets": brackets, "exact": { "intervals": intervals } } })
    }

    fn met(lists: &[Value]) -> Value {
        let cases: Vec<Value> = lists.iter().cloned().map(case).collect();
        together(&cases, true).unwrap()["exact"]["intervals"].clone()
    }

    #[test]
    fn what_stands_in_all_cases_is_what_their_intervals_have_in_common() {
        assert_eq!(met(&[json!([["1", "5"]]), json!([["3", null]])]), json!([["3", "5"]]));
        assert_eq!(met(&[json!([["1", "2"]]), json!([["3", null]])]), json!([]));
        assert_eq!(met(&[json!([["1", "3"]]), json!([["3", null]])]), json!([["3", "3"]]));
        let two = json!([["0", "2"], ["4", "6"]]);
        assert_eq!(met(&[two.clone(), json!([["1", "5"]])]), json!([["1", "2"], ["4", "5"]]));
        assert_eq!(met(&[two, json!([])]), json!([]));
        assert_eq!(met(&[json!([[null, null]]), json!([["1/3", null]])]), json!([["1/3", null]]));
        // One that is not known leaves all unknown.
        assert_eq!(met(&[json!([["1", "5"]]), json!(null)]), json!(null));
    }

    #[test]
    fn one_no_is_no_and_one_open_case_leaves_all_open() {
        use Answer::{No, Undecided, Yes};
        assert_eq!(verdict(&[Some(Yes), Some(Yes)], true), Some(Yes));
        assert_eq!(verdict(&[Some(Yes), Some(Yes)], false), Some(Undecided));
        assert_eq!(verdict(&[Some(Undecided), Some(No)], false), Some(No));
        assert_eq!(verdict(&[Some(Yes), Some(Undecided)], true), Some(Undecided));
        assert_eq!(verdict(&[None, None], true), None);
    }
}
