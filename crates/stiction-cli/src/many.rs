//! One question asked of many scenes: several files, and all of a folder.
//!
//! Each is answered as if it were asked alone, within its part of the time, and a table of verdicts comes last; with
//! `--json` every report is one line, and a scene that cannot be read is a line with its faults.

use crate::args::Ask;
use crate::ask::ask_one;
use crate::json;
use crate::outcome::{ANSWERED, BAD_INPUT, FAILED, Out, Outcome, UNEXPECTED};
use crate::time::Time;
use serde_json::Value;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use stiction::scene::visible;
use stiction_files::shown_path;
use stiction_report::{Query, Report, spoken};

/// Endings of the files of a folder that are taken for scenes.
const SCENES: [&str; 2] = ["toml", "json"];

/// Whether a question is asked of more than one file.
pub fn is_many(asked: &Ask) -> bool {
    !asked.more.is_empty() || !scenes_of(&asked.scene).is_empty()
}

/// Asks of each scene.
pub fn many(query: &Query, asked: &Ask, color: bool, time: &Time) -> Outcome {
    if asked.picture.is_some() {
        let help = "ask one by one, or leave `--picture` out";
        return Outcome::bad_input(&format!("error: one picture is of one scene\n = help: {help}"));
    }
    let files = files(asked);
    let mut told = Tally { json: asked.json, ..Tally::default() };
    for (place, file) in files.iter().enumerate() {
        let alone = asked.alone(file.clone());
        let outcome = ask_one(query.clone(), &alone, color, &time.part(files.len() - place));
        told.take(file, outcome);
    }
    told.outcome(asked.expect.is_some())
}

/// The files that are meant, those of folders in the order of their names. A folder without scenes is asked of itself,
/// so that it is a fault among the answers.
fn files(asked: &Ask) -> Vec<PathBuf> {
    let listed = |path: &PathBuf| {
        let own = scenes_of(path);
        if own.is_empty() { vec![path.clone()] } else { own }
    };
    std::iter::once(&asked.scene).chain(&asked.more).flat_map(listed).collect()
}

/// The scenes that lie in a folder; none of what is no folder.
fn scenes_of(folder: &Path) -> Vec<PathBuf> {
    let is_scene = |path: &PathBuf| {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        path.is_file() && ending.is_some_and(|ending| SCENES.contains(&ending.as_str()))
    };
    let Ok(listed) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut own: Vec<PathBuf> = listed.flatten().map(|entry| entry.path()).filter(is_scene).collect();
    own.sort();
    own
}

/// What was told so far.
#[derive(Default)]
struct Tally {
    json: bool,
    out: String,
    err: String,
    /// File, verdict, and what goes with it in a few words; of grasps how good they are.
    rows: Vec<([String; 3], Option<f64>)>,
    statuses: Vec<u8>,
}

impl Tally {
    fn take(&mut self, file: &Path, outcome: Outcome) {
        let name = shown_path(file);
        let (verdict, words) = match outcome.out.report() {
            Some(report) => {
                let verdict = report.verdict().map_or_else(|| "-".to_owned(), |verdict| verdict.to_string());
                (verdict, report.line())
            }
            None if outcome.status == BAD_INPUT => ("fault".to_owned(), first_fault(&outcome)),
            None => ("failed".to_owned(), outcome.err.lines().next().unwrap_or_default().to_owned()),
        };
        let quality = outcome.out.report().and_then(Report::quality);
        let words = match quality {
            Some(quality) => format!("resists {} N per 1 N of squeeze; {words}", spoken(quality)),
            None => words,
        };
        self.rows.push(([name.clone(), verdict, words], quality));
        self.statuses.push(outcome.status);
        self.err += &outcome.err;
        let mut printed = Vec::new();
        // A vector takes every byte.
        let _ = outcome.out.write(&mut printed);
        let printed = String::from_utf8_lossy(&printed);
        if self.json {
            self.out += &line(&name, &printed);
        } else if outcome.out.report().is_some() {
            let _ = writeln!(self.out, "== {name}\n{printed}");
        }
    }

    fn outcome(mut self, judged: bool) -> Outcome {
        if !self.json {
            let wide = |column: usize| {
                self.rows.iter().map(|(row, _)| row[column].chars().count()).max().unwrap_or_default()
            };
            let (first, second) = (wide(0), wide(1));
            // Grasps are ranked, the best first; what has no number comes last, in the order of the files.
            let worth = |quality: &Option<f64>| quality.unwrap_or(f64::NEG_INFINITY);
            self.rows.sort_by(|(_, one), (_, other)| worth(other).total_cmp(&worth(one)));
            for ([name, verdict, words], _) in &self.rows {
                let _ = writeln!(self.out, "{name:<first$}  {verdict:<second$}  {}", visible(words));
            }
        }
        let worst = [BAD_INPUT, FAILED, UNEXPECTED].into_iter().find(|one| self.statuses.contains(one));
        let out = if self.json { Out::Data(self.out) } else { Out::Text(self.out) };
        Outcome { out, err: self.err, status: worst.unwrap_or(ANSWERED), judged, ..Outcome::default() }
    }
}

/// The first fault of a file, in a line.
fn first_fault(outcome: &Outcome) -> String {
    if let Out::Data(text) = &outcome.out
        && let Ok(told) = serde_json::from_str::<Value>(text)
    {
        return told["faults"][0]["message"].as_str().unwrap_or_default().to_owned();
    }
    outcome.err.lines().next().unwrap_or_default().to_owned()
}

/// A report, or faults, in one line; what has no scene of its own gets its name.
fn line(name: &str, printed: &str) -> String {
    let mut told: Value =
        serde_json::from_str(printed).unwrap_or_else(|_| serde_json::json!({ "failed": true }));
    if told["scene"].is_null() {
        told["scene"] = serde_json::json!({ "name": name });
    }
    json::line(&told)
}
