//! Re-checks every proof of a report from its JSON, and believes nothing else of it.
//!
//! There are two steps.  Proofs are read and checked by `stiction-verify`, a crate that has no solver.  With what it
//! accepted the rest is **recomputed** here, by the functions that made it first:
//!
//! A report is **made again**: what is proved is read from its proofs, each put to its checker and required to make
//! the very statement that the claim needs; what is known of the scene is read from the scene, or without one from
//! the report; from both the answer is put together as the question does it, and written. The report must then be
//! what was written, every key of it and no key more. So a claim stands where a checker accepted its proof, a number
//! where it follows from one; what no proof shows is marked `computed` in the report and is computed again.

mod assembly;
mod cases;
pub(crate) mod check;
pub(crate) mod choices;
pub(crate) mod closure;
mod compare;
pub(crate) mod contacts;
mod extras;
pub(crate) mod hybrid;
pub(crate) mod jam;
pub(crate) mod modes;
mod moving;
pub(crate) mod place;
pub(crate) mod push;
mod ranges;
pub(crate) mod reading;
pub(crate) mod robot;
pub(crate) mod robust;
pub(crate) mod sets;
pub(crate) mod simulate;
pub(crate) mod slow;
pub(crate) mod space;
pub(crate) mod stand;
mod unknown;

use stiction_verify::each;
pub use stiction_verify::read_report;

use crate::closure_extras::ClosureExtras;
use crate::closure_solve::{self, ClosingRanges};
use crate::extras::AnyExtras;
use crate::questions::Input;
use crate::report::{Answered, Caveats, Options, Question, Report, SceneName};
use crate::verdict_map;
use reading::{FromJson, roundings, said};
use serde_json::{Value, json};
use std::fmt;
use stiction::ask::lower::Misfit;
use stiction::ask::outcomes::Reported;
use stiction::robot::Model;
use stiction::scene::{AnyScene, Rounding, Scene, visible};
use stiction::screw::{Planar, Spatial};
use stiction_proof::LcpProblem;
pub(crate) use stiction_verify::reading::distinct;

/// What a verification found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Verification {
    /// Paths of the claims that are proved, or that are what the scene says.
    pub verified: Vec<String>,
    /// Paths of the claims that are not, and why.
    pub failed: Vec<(String, String)>,
    /// Paths of what no proof shows, as the report marks it, and what came out the same when it was computed again.
    pub computed: Vec<String>,
    /// Paths of what only the scene can say, where there is none.
    pub unchecked: Vec<String>,
}

impl Verification {
    /// Whether every claim is proved and there was at least one.
    pub fn holds(&self) -> bool {
        self.failed.is_empty() && !self.verified.is_empty()
    }

    /// The verification as JSON.
    pub fn to_json(&self) -> Value {
        let failed: Vec<Value> =
            self.failed.iter().map(|(path, why)| json!({ "path": path, "why": why })).collect();
        json!({
            "stiction": env!("CARGO_PKG_VERSION"), "question": "verify", "verified": self.verified, "failed": failed,
            "computed": self.computed, "unchecked": self.unchecked,
            "counts": {
                "verified": self.verified.len(), "computed": self.computed.len(), "unchecked": self.unchecked.len(),
                "failed": self.failed.len(),
            },
        })
    }

    pub(crate) fn note(&mut self, path: String, outcome: Result<(), String>) {
        match outcome {
            Ok(()) => self.verified.push(path),
            Err(why) => self.failed.push((path, why)),
        }
    }
}

/// A line for each path, and how many there are.  What a report says is shown without its control characters.
impl fmt::Display for Verification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (said, paths) in
            [("verified", &self.verified), ("computed", &self.computed), ("unchecked", &self.unchecked)]
        {
            each(f, said, paths.iter().map(|path| visible(path)))?;
        }
        each(
            f,
            "REFUSED",
            self.failed.iter().map(|(path, why)| format!("{}: {}", visible(path), visible(why))),
        )?;
        let only = if self.computed.is_empty() {
            String::new()
        } else {
            format!("{} only computed again, ", self.computed.len())
        };
        writeln!(f, "{} verified, {only}{} refused", self.verified.len(), self.failed.len())
    }
}

/// What a report must be about.
#[derive(Debug, Clone, Copy)]
pub struct Against<'a> {
    /// The scene, or what a question that has none was asked about.
    pub subject: Subject<'a>,
    /// SHA-256 of its bytes, where it was read from a file.
    pub sha256: Option<&'a str>,
    /// What its file was warned of, as JSON, where it was read from one.
    pub warnings: Option<&'a Value>,
}

/// What a question is asked about.
#[derive(Debug, Clone, Copy)]
pub enum Subject<'a> {
    /// A scene.
    Scene(&'a AnyScene),
    /// A robot.
    Robot(&'a Model),
    /// A complementarity problem.
    Lcp(&'a LcpProblem),
}

impl<'a> Against<'a> {
    /// A scene that was made in a program.
    pub fn scene(scene: &'a AnyScene) -> Self {
        Self { subject: Subject::Scene(scene), sha256: None, warnings: None }
    }

    fn title(&self) -> Option<String> {
        match self.subject {
            Subject::Scene(AnyScene::Planar(scene)) => scene.title.clone(),
            Subject::Scene(AnyScene::Spatial(scene)) => scene.title.clone(),
            Subject::Robot(_) | Subject::Lcp(_) => None,
        }
    }
}

/// Verifies a report by itself: what it proves of the problem that it embeds.
///
/// ```
/// use stiction_report::verify::verify;
/// assert!(!verify(&serde_json::json!({ "question": "closure", "force": { "verdict": "yes" } })).holds());
/// ```
pub fn verify(report: &Value) -> Verification {
    let mut found = Verification::default();
    verify_at("", report, None, &mut found);
    found
}

/// Verifies a report, and that it is about a scene: what the proofs speak of is what the scene is lowered to, and
/// everything else is what the scene says.
pub fn verify_of(report: &Value, against: &Against<'_>) -> Verification {
    let mut found = Verification::default();
    verify_at("", report, Some(against), &mut found);
    found
}

/// How a report was asked, which says what the reader of its scene was told: friction and density of an assembly,
/// what touches.
pub fn told_to_reader(report: &Value) -> Options {
    crate::options::read(&report["asked"]).map(|(options, _)| options).unwrap_or_default()
}

/// How a report says that it was asked; the records of a log, which are among its answers, are left out. None where
/// it does not say it.
pub fn how_it_was_asked(report: &Value) -> Option<(Question, Options)> {
    let question = Question::every().find(|one| report["question"] == one.word())?;
    let (options, _) = crate::options::read(&report["asked"]).ok()?;
    Some((question, options))
}

/// A failure that was noted already.
pub(crate) struct NotedFailure;

/// Where claims are noted.
pub(crate) struct Notes<'f> {
    prefix: &'f str,
    found: &'f mut Verification,
}

impl Notes<'_> {
    pub(crate) fn note(&mut self, path: &str, outcome: Result<(), String>) {
        self.found.note(format!("{}{path}", self.prefix), outcome);
    }

    /// Notes a claim, and keeps what proves it.
    pub(crate) fn claim<T>(&mut self, path: &str, outcome: Result<T, String>) -> Result<T, NotedFailure> {
        let known = outcome.as_ref().map(|_| ()).map_err(String::clone);
        self.note(path, known);
        outcome.map_err(|_| NotedFailure)
    }

    /// What closure alone does not say, by what reads it and notes each of its claims.
    fn further(
        &mut self,
        read: impl FnOnce(&mut dyn FnMut(String, Result<(), String>)) -> Result<ClosureExtras, String>,
    ) -> Result<ClosureExtras, NotedFailure> {
        let prefix = self.prefix;
        let further = read(&mut |path, outcome| self.found.note(format!("{prefix}{path}"), outcome));
        self.need("further", further)
    }

    /// Keeps what is needed and claims nothing by itself; a failure is noted.
    pub(crate) fn need<T>(&mut self, path: &str, outcome: Result<T, String>) -> Result<T, NotedFailure> {
        outcome.map_err(|why| {
            self.note(path, Err(why));
            NotedFailure
        })
    }

    /// Notes whether a key is what the scene says.
    pub(crate) fn of_scene(&mut self, path: &str, shown: &Value, scene: &Value) {
        let why = || "the scene says otherwise".to_owned();
        self.note(&format!("{path}: of the scene"), (shown == scene).then_some(()).ok_or_else(why));
    }
}

/// A report with how it was asked, and the scene that it must be about.
pub(crate) struct Case<'a> {
    pub(crate) report: &'a Value,
    pub(crate) options: Options,
    pub(crate) scene: Option<&'a AnyScene>,
    subject: Option<Subject<'a>>,
}

impl<'a> Case<'a> {
    fn plane(&self) -> Option<&'a Scene<Planar>> {
        match self.scene? {
            AnyScene::Planar(scene) => Some(scene),
            AnyScene::Spatial(_) => None,
        }
    }

    fn space(&self) -> Option<&'a Scene<Spatial>> {
        match self.scene? {
            AnyScene::Spatial(scene) => Some(scene),
            AnyScene::Planar(_) => None,
        }
    }

    /// What is worth knowing about closure, with what is about the wrenches that it judges.
    fn with_loads(&self, mut warnings: Vec<String>) -> Vec<String> {
        warnings.extend(crate::answer::loaded_warning(&self.options));
        warnings
    }

    /// What was asked besides closure.
    fn besides_closure(&self, rounded: bool) -> crate::closure_extras::Inquiry<'_> {
        crate::closure_extras::Inquiry { given: &self.options.wrenches, rounded, report: self.report }
    }

    /// Whether the scene is in space; without one, whether a point of the report is.
    pub(crate) fn in_space(&self, point: &Value) -> bool {
        match self.scene {
            Some(scene) => matches!(scene, AnyScene::Spatial(_)),
            None => point.as_array().is_some_and(|point| point.len() == 3),
        }
    }

    pub(crate) fn at(&self, path: &str) -> &'a Value {
        reading::at(self.report, path)
    }

    /// What the report says was rounded, where no scene says it.
    pub(crate) fn rounded(&self) -> Result<Vec<Rounding>, String> {
        roundings(&self.report["rounded"])
    }
}

/// An answer that was made again.
pub(crate) struct RemadeAnswer {
    answered: Answered,
    further: Option<ClosureExtras>,
    extras: Option<AnyExtras>,
    rounded: Vec<Rounding>,
    /// None where only the scene could say.
    warnings: Option<Vec<String>>,
    /// Keys that only the scene could make again, where there is none.
    kept: Vec<&'static str>,
}

impl RemadeAnswer {
    pub(crate) fn new(answered: Answered, rounded: Vec<Rounding>, warnings: Option<Vec<String>>) -> Self {
        Self { answered, further: None, extras: None, rounded, warnings, kept: Vec::new() }
    }
}

fn verify_at(prefix: &str, report: &Value, against: Option<&Against<'_>>, found: &mut Verification) {
    let mut notes = Notes { prefix, found };
    let question = report["question"].as_str().unwrap_or_default();
    let Some(question) = Question::every().find(|one| one.word() == question) else {
        let why = match report["question"].as_str() {
            Some(other) => format!("a report of `{other}` carries no proofs"),
            None => "this is not a report".to_owned(),
        };
        return notes.note("question", Err(why));
    };
    let (mut options, records) = match crate::options::read(&report["asked"]) {
        Ok(asked) => asked,
        Err(why) => return notes.note("asked", Err(why)),
    };
    if let Ok(log) = notes.need("log", records_of(report, records)) {
        options.log = log;
    }
    if let Some(misfit) = crate::options::untaken(question, &options) {
        return notes.note("asked", Err(misfit.message));
    }
    // In one load case the scene is another one.
    let own = match (&options.case, against.map(|against| against.subject)) {
        (Some(case), Some(Subject::Scene(scene))) => match scene.in_case(case) {
            Some(own) => Some(own),
            None => return notes.note("asked.case", Err("the scene has no such load case".to_owned())),
        },
        _ => None,
    };
    let in_case = match (&own, against) {
        (Some(own), Some(against)) => Some(Against { subject: Subject::Scene(own), ..*against }),
        _ => None,
    };
    let against = in_case.as_ref().or(against);
    let subject = against.map(|against| against.subject);
    let fits = subject.is_none_or(|subject| match question.input() {
        Input::Scene => matches!(subject, Subject::Scene(_)),
        Input::Problem => matches!(subject, Subject::Lcp(_)),
        Input::Robot => matches!(subject, Subject::Robot(_)),
    });
    if !fits {
        let why = format!("a report of `{question}` is not about such a file");
        return notes.note("problem: of the scene", Err(why));
    }
    let scene = match subject {
        Some(Subject::Scene(scene)) => Some(scene),
        _ => None,
    };
    let case = Case { report, options, scene, subject };
    if report.get("cases").is_some() {
        return cases::check(question, &case, against, &mut notes);
    }
    if scene.is_some_and(|scene| crate::cases::are_asked(scene, question)) && !claims_nothing(report) {
        return notes.note("cases", Err("the scene has load cases, and the report is of none".to_owned()));
    }
    if claims_nothing(report) {
        let same = |(scene, title): (SceneName, Option<String>)| {
            let scene = json!({ "name": scene.name, "title": title, "sha256": scene.sha256 });
            compare::same(&report["scene"], &scene)
        };
        notes.note("scene", header(report, against).and_then(same));
        let known = match report["stopped"]["known"] {
            Value::Null => "",
            _ => "; what it says is known carries no proof",
        };
        let words = format!("{prefix}stopped: nothing was answered{known}");
        return notes.found.unchecked.push(words);
    }
    if question == Question::Check {
        return check::check(&case, against, &mut notes);
    }
    if let Ok(remade) = (question.row().again)(&case, &mut notes) {
        whole(question, case, remade, against, &mut notes);
    }
}

/// Whether a report was stopped before there was an answer: it has a head and nothing else.
fn claims_nothing(report: &Value) -> bool {
    const HEAD: [&str; 10] = [
        "stiction", "format", "question", "verdict", "scene", "asked", "computed", "rounded", "warnings",
        "stopped",
    ];
    let empty = |key: &str| report[key].as_array().is_some_and(Vec::is_empty);
    let stopped = report["stopped"].is_object()
        && report["verdict"].is_null()
        && ["computed", "rounded", "warnings"].into_iter().all(empty);
    stopped && report.as_object().is_some_and(|keys| keys.keys().all(|key| HEAD.contains(&key.as_str())))
}

/// The records of a log, as many as were asked about.
fn records_of(report: &Value, count: Option<usize>) -> Result<Option<Vec<Reported>>, String> {
    let listed = report["log"].as_array().map(Vec::as_slice).unwrap_or_default();
    if listed.len() != count.unwrap_or_default() {
        return Err("there are not as many records as were asked about".to_owned());
    }
    let records = listed.iter().map(crate::outcomes::reported).collect::<Result<Vec<_>, _>>()?;
    Ok(count.map(|_| records))
}

/// The dimension of the scene of an answer.
fn answered_dimension(case: &Case<'_>, answered: &Answered) -> usize {
    let space = matches!(
        answered,
        Answered::AssemblyInSpace(_) | Answered::ClosureInSpace(_) | Answered::OutcomesInSpace(_)
    );
    if space || case.space().is_some() { 3 } else { 2 }
}

/// The report is what is written of the answer that was made again.
fn whole(
    question: Question,
    case: Case<'_>,
    remade: RemadeAnswer,
    against: Option<&Against<'_>>,
    notes: &mut Notes<'_>,
) {
    let Ok(warnings) = notes.need(
        "warnings",
        match remade.warnings {
            Some(warnings) => Ok(warnings),
            None => said(&case.report["warnings"]),
        },
    ) else {
        return;
    };
    let Ok((scene, title)) = notes.need("scene", header(case.report, against)) else { return };
    let told = match case.scene {
        Some(scene) => Ok(crate::overlooked::of(scene).to_vec()),
        None => crate::overlooked::from_json(&case.report["overlooked"]),
    };
    let Ok(overlooked) = notes.need("overlooked", told) else { return };
    let dimension = answered_dimension(&case, &remade.answered);
    let map = match verdict_map::is_told(question, &case.options, dimension) {
        false => None,
        true => {
            let shown = &case.report["map"];
            let read = match dimension {
                2 => verdict_map::read(case.plane(), question, &case.options, shown),
                _ => verdict_map::read(case.space(), question, &case.options, shown),
            };
            if case.scene.is_none() {
                unchecked(notes, "map: it is decided again from the scene");
            }
            let Ok(map) = notes.claim("map", read) else { return };
            map
        }
    };
    let solve = match question == Question::Closure && case.options.extras.solve.is_some() {
        false => None,
        true => {
            let shown = &case.report["solve"];
            let read = match dimension {
                2 => closure_solve::read(case.plane(), &case.options, shown)
                    .map(|found| found.map(|found| ClosingRanges::Plane(Box::new(found)))),
                _ => closure_solve::read(case.space(), &case.options, shown)
                    .map(|found| found.map(|found| ClosingRanges::Space(Box::new(found)))),
            };
            if case.scene.is_none() {
                unchecked(notes, "solve.path");
            }
            let Ok(solve) = notes.claim("solve", read) else { return };
            solve
        }
    };
    let (mut answered, mut extras) = (remade.answered, remade.extras);
    crate::overlooked::leave_open(&mut answered, extras.as_mut(), &overlooked);
    let made = Report {
        question,
        scene,
        title,
        options: case.options,
        answered,
        further: remade.further,
        extras,
        map,
        solve,
        caveats: Caveats { rounded: remade.rounded, overlooked, warnings, stopped: None },
    };
    let mut again = made.to_json();
    let mut shown = case.report.clone();
    // What was left out for want of time claims nothing.
    // A run in time has an end of its own by that name.
    if question != Question::Simulate
        && shown.as_object_mut().is_some_and(|keys| keys.remove("stopped").is_some())
    {
        unchecked(notes, "stopped");
    }
    scene_warnings(shown.as_object_mut().and_then(|keys| keys.remove("scene_warnings")), against, notes);
    for key in &remade.kept {
        again[key] = shown[key].clone();
        again["computed"] = made.computed(&again);
        explain_kept(&mut again, key);
        unchecked(notes, key);
    }
    notes.note("numbers", compare::same(&shown, &again));
    let computed = again["computed"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let computed: Vec<String> = computed.map(|path| format!("{}{path}", notes.prefix)).collect();
    notes.found.computed.extend(computed);
    if against.is_none() {
        let pairs = (!made.caveats.overlooked.is_empty()).then_some("overlooked");
        for key in ["scene", "rounded", "warnings"].into_iter().chain(pairs) {
            unchecked(notes, key);
        }
    }
}

/// What a report of reports says of its scene, and that it was stopped, as it is said again; what was left out for want
/// of time claims nothing.
fn carry_over(report: &Value, again: &mut Value, against: Option<&Against<'_>>, notes: &mut Notes<'_>) {
    if let Some(told) = report.get("scene_warnings") {
        again["scene_warnings"] = told.clone();
    }
    scene_warnings(report.get("scene_warnings").cloned(), against, notes);
    if let Some(told) = report.get("stopped") {
        again["stopped"] = told.clone();
        unchecked(notes, "stopped");
    }
}

/// Gives what is null in a kept value its reason, and takes the reasons of what is not.
fn explain_kept(report: &mut Value, key: &str) {
    let stale: Vec<String> = report["reasons"]
        .as_object()
        .into_iter()
        .flat_map(|reasons| reasons.keys())
        .filter(|path| path.strip_prefix(key).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
        .filter(|path| {
            path.split('.').try_fold(&*report, |value, step| child(value, step)) != Some(&Value::Null)
        })
        .cloned()
        .collect();
    if let Some(reasons) = report["reasons"].as_object_mut() {
        stale.iter().for_each(|path| drop(reasons.remove(path)));
    }
    crate::json::explain(report);
}

fn child<'a>(value: &'a Value, step: &str) -> Option<&'a Value> {
    value.get(step).or_else(|| value.get(step.parse::<usize>().ok()?))
}

/// What the file is warned of, which the command tells and the library does not: it must be what the scene says, and
/// where it is missing although there is something to tell, that is said.
fn scene_warnings(told: Option<Value>, against: Option<&Against<'_>>, notes: &mut Notes<'_>) {
    match (told, against.and_then(|against| against.warnings)) {
        (Some(told), Some(warned)) => notes.of_scene("scene_warnings", &told, warned),
        (Some(_), None) => unchecked(notes, "scene_warnings"),
        (None, Some(warned)) if notes.prefix.is_empty() => {
            let count = warned.as_array().map_or(0, Vec::len);
            if count > 0 {
                let words = format!("scene_warnings: not in the report; the scene has {count}");
                notes.found.unchecked.push(words);
            }
        }
        (None, _) => {}
    }
}

fn unchecked(notes: &mut Notes<'_>, key: &str) {
    notes.found.unchecked.push(format!("{}{key}: what the scene says", notes.prefix));
}

/// What stands against a question.
pub(crate) fn why(misfits: Vec<Misfit>) -> String {
    let words = misfits.iter().map(|misfit| format!("{}: {}", misfit.path.join("."), misfit.message));
    words.collect::<Vec<_>>().join("; ")
}

/// Which scene the report is about: its title and the hash of its file are those of the scene, where there is one. A
/// file may have another name.
fn header(report: &Value, against: Option<&Against<'_>>) -> Result<(SceneName, Option<String>), String> {
    let told = &report["scene"];
    let name = String::deserialize_from(&told["name"]).map_err(|why| format!("name: {why}"))?;
    let sha256 =
        Option::<String>::deserialize_from(&told["sha256"]).map_err(|why| format!("sha256: {why}"))?;
    let title = Option::<String>::deserialize_from(&told["title"]).map_err(|why| format!("title: {why}"))?;
    let Some(against) = against else { return Ok((SceneName { name, sha256 }, title)) };
    let title = against.title();
    // A scene that was made in a program has no bytes.
    let sha256 = against.sha256.map(str::to_owned).or(sha256);
    Ok((SceneName { name, sha256 }, title))
}
