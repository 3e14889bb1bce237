//! Forged reports: does the verifier accept one that says what is not so?
//!
//! Honest reports are made of many scenes and questions, and of scenes that differ from them by a number. A forger
//! takes one and changes it, as somebody would who knows the format: leaf by leaf, a number together with its exact
//! mirror wherever it occurs, lists entry by entry, answers between reports, whole claims from the report of a
//! similar scene, names, verdicts with everything that goes with them. What the verifier then accepts is compared
//! with the honest report of the same scene: a forgery is false if something that is claimed differs in meaning.

mod change;
mod honest;
mod judge;
mod paths;
mod written;

pub use honest::{About, Ask, Honest, asks, honest};
pub use judge::{Judgement, judge};
pub use written::write;

use crate::{Attack, Dice, Outcome};
use change::{Forged, forge};
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use stiction_report::verify::{Against, Verification, how_it_was_asked, read_report, verify, verify_of};
use stiction_report::work::Allowance;
use stiction_report::{AskError, Options, SceneName, answer};

/// The forger.
#[derive(Debug)]
pub struct Forger {
    /// Honest reports that are used, at most.
    pub reports: usize,
    /// Forgeries of each before the next one is made.
    pub each: usize,
    /// Similar scenes of each, at most.
    pub similar: usize,
}

impl Default for Forger {
    fn default() -> Self {
        Self { reports: usize::MAX, each: 250, similar: 4 }
    }
}

/// Defects that are told; one kind tends to come many times.
const MOST_TOLD: usize = 60;
/// Honest reports of which parts are taken.
const POOL: usize = 24;

impl Attack for Forger {
    fn name(&self) -> &'static str {
        "forge"
    }

    fn run(&self, until: Instant, attempts: usize, seed: u64) -> Outcome {
        let mut outcome = Outcome::default();
        let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
        let mut dice = Dice::new(seed);
        let mut pool: Vec<Honest> = Vec::new();
        let (asks, start) = (asks(), dice.roll() as usize);
        let mut made = 0;
        let going = |outcome: &Outcome| outcome.attempts < attempts && Instant::now() < until;
        for ask in (0..asks.len()).cycle().map(|index| &asks[(index + start) % asks.len()]) {
            if made >= self.reports || !going(&outcome) {
                break;
            }
            let Some(honest) = honest(ask, self.similar) else { continue };
            let found = accepts(&honest.report, &honest, true);
            if !found.holds() {
                outcome
                    .defects
                    .push(format!("{}: the honest report is refused: {:?}", honest.name, found.failed));
                continue;
            }
            made += 1;
            for _ in 0..self.each {
                if !going(&outcome) {
                    break;
                }
                outcome.attempts += 1;
                let (kind, defect) = attempt(&honest, &pool, dice.roll());
                *kinds.entry(kind.to_owned()).or_default() += 1;
                outcome.defects.extend(defect.filter(|_| outcome.defects.len() < MOST_TOLD));
            }
            if pool.len() == POOL {
                pool.remove(dice.below(POOL));
            }
            pool.push(honest);
        }
        outcome.figures = std::iter::once(("honest reports".to_owned(), made)).chain(kinds).collect();
        outcome
    }
}

/// One forgery: what became of it, and the defect where it shows one.
fn attempt(one: &Honest, pool: &[Honest], seed: u64) -> (&'static str, Option<String>) {
    let mut dice = Dice::new(seed);
    let forged = forge(one, pool, &mut dice);
    let (report, words) = match forged {
        Forged::Nothing => return ("changed nothing", None),
        Forged::Text(text, words) => {
            let read = read_report(&text);
            let defect =
                || format!("{} seed {seed}: a report with a key given twice was read: {words}", one.name);
            return ("key given twice, refused", read.is_ok().then(defect));
        }
        Forged::Report(report, words) => (report, words),
    };
    let with_scene = !dice.one_in(4);
    let found = accepts(&report, one, with_scene);
    if !found.holds() {
        return (if with_scene { "refused, with the scene" } else { "refused, without the scene" }, None);
    }
    // Without the scene a whole report of another scene is true of that one: nobody says which is meant.
    if !with_scene && is_of_another(&report, one, pool) {
        return ("accepted without the scene: about another problem", None);
    }
    // Another question is answered rightly, or not.
    let asked_otherwise = with_scene
        && (report["question"] != one.report["question"] || report["asked"] != one.report["asked"]);
    let judgement = match asked_otherwise.then(|| asked_again(one, &report)) {
        None => judge(&one.report, &report, with_scene),
        Some(Again::Answered(again)) => judge(&again, &report, with_scene),
        Some(Again::TooLong) => return ("accepted: another question, which takes too long to ask", None),
        Some(Again::Refused) => Judgement::False("asked".to_owned()),
    };
    match judgement {
        Judgement::Same => ("accepted: the same in other words", None),
        Judgement::Witness => ("accepted: other proofs of the same claims", None),
        Judgement::Withheld => ("accepted: claims less", None),
        Judgement::OtherProblem => ("accepted without the scene: about another problem", None),
        Judgement::False(path) if says_unchecked(&found, &path) => {
            ("accepted: of what is said to be unchecked", None)
        }
        Judgement::False(path) => {
            let mode = if with_scene { "with the scene" } else { "without the scene" };
            keep(&one.name, seed, &report);
            let words = format!("{} seed {seed}, accepted {mode}: {path} is false; {words}", one.name);
            ("accepted: FALSE", Some(words))
        }
    }
}

/// Whether the verifier says of a key that only the scene could tell whether it is so.
fn says_unchecked(found: &Verification, path: &str) -> bool {
    let keys = found.unchecked.iter().filter_map(|line| line.split_once(':')).map(|(key, _)| key);
    keys.into_iter()
        .any(|key| path.strip_prefix(key).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
}

/// Whether a forgery is, but for its header, an honest report of a similar scene or of another one.
fn is_of_another(forged: &Value, one: &Honest, pool: &[Honest]) -> bool {
    let bare = |report: &Value| {
        let mut bare = report.clone();
        for key in ["scene", "asked"] {
            bare.as_object_mut().map(|keys| keys.remove(key));
        }
        bare
    };
    let forged = bare(forged);
    one.siblings.iter().chain(pool.iter().map(|other| &other.report)).any(|other| bare(other) == forged)
}

/// What comes of asking as a forgery says that it was asked.
enum Again {
    Answered(Value),
    /// Nobody can ask so.
    Refused,
    TooLong,
}

/// Seconds after which a question that is asked again is left.
const PATIENCE: Duration = Duration::from_secs(30);

fn asked_again(one: &Honest, forged: &Value) -> Again {
    let (Some((question, options)), About::Scene(scene)) = (how_it_was_asked(forged), &one.about) else {
        return Again::Refused;
    };
    let options = Options { allowance: Allowance::unlimited().lasting(PATIENCE), ..options };
    let name = SceneName { name: "scene.toml".to_owned(), sha256: Some(one.sha256.clone()) };
    match answer(scene, &name, question, &options).map(|report| report.to_json()) {
        Ok(report) if report["stopped"].is_null() => Again::Answered(report),
        Ok(_) | Err(AskError::Stopped(_)) => Again::TooLong,
        Err(_) => Again::Refused,
    }
}

/// What the verifier says.
fn accepts(report: &Value, one: &Honest, with_scene: bool) -> Verification {
    if !with_scene {
        return verify(report);
    }
    verify_of(report, &Against { subject: one.about.subject(), sha256: Some(&one.sha256), warnings: None })
}

/// Keeps a forgery that was accepted, to be looked at.
fn keep(name: &str, seed: u64, report: &Value) {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/attack");
    let file = folder.join(format!("{}-{seed}.json", name.replace(['/', ' '], "_")));
    let written =
        std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&file, format!("{report:#}\n")));
    // A forgery that could not be kept is told all the same.
    drop(written);
}
