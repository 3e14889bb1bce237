//! Reading a scene, asking, printing.

use crate::args::{Ask, AskLabels, AskMotions, Expected, WrenchList};
use crate::outcome::{ANSWERED, BAD_INPUT, Out, Outcome, Printed, UNEXPECTED};
use crate::picture;
use crate::progress::{Progress, asking, reading};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stiction_files::{
    Format, Import, Limits, ReadScene, UnreadFile, misfit_faults, read_scene_file_observed,
    read_wrenches_file, render_warnings,
};
use stiction_proof::{Answer, Rational};
use stiction_report::{AskError, Observer, Options, Question, Report, SceneName, answer};

/// Asks a question about a file; `set` adds the flags that only this question has.
pub fn ask(question: Question, asked: &Ask, color: bool, set: impl FnOnce(&mut Options)) -> Outcome {
    let import = Import { density: asked.density.clone(), friction: asked.friction.clone() };
    let limits = Limits { size: asked.max_size.saturating_mul(1 << 20) };
    let progress = Progress::new();
    let read = read_scene_file_observed(&asked.scene, &limits, &import, &|work, done, total| {
        progress.tell(reading(work), done, total);
    });
    progress.clear();
    let read = match read {
        Ok(read) => read,
        Err(unread) => return refused(&unread, asked, color),
    };
    if let Some(bad) = picture_fault(asked) {
        return bad;
    }
    let warned = warned(&read, asked, color);
    let name = SceneName { name: file_name(&asked.scene), sha256: Some(read.sha256.clone()) };
    let wrenches = match lists(&asked.wrench, asked.wrenches.as_deref(), asked, color) {
        Ok(wrenches) => wrenches,
        Err(bad) => return bad,
    };
    let mut options =
        Options { length: asked.length.clone(), cone: asked.cone, wrenches, ..Options::default() };
    set(&mut options);
    let progress = Arc::new(Progress::new());
    let told = Arc::clone(&progress);
    options.observer = Observer::new(move |task, done, total| told.tell(asking(task), done, total));
    let report = answer(&read.scene, &name, question, &options);
    progress.clear();
    let outcome = match report {
        Ok(report) => answered(read, report, asked),
        Err(error) => return not_answered(&error, &read, asked, color),
    };
    Outcome { err: warned + &outcome.err, ..outcome }
}

/// Asks about motions.
pub fn motions(asked: &AskMotions, color: bool) -> Outcome {
    let twists = match lists(&asked.twist, asked.twists.as_deref(), &asked.ask, color) {
        Ok(twists) => twists,
        Err(bad) => return bad,
    };
    ask(Question::Motions, &asked.ask, color, |options| {
        options.twists = twists;
        options.tests = asked.test_twist.iter().map(|twist| twist.0.clone()).collect();
    })
}

/// Asks about the wrenches of contacts.
pub fn labels(asked: &AskLabels, color: bool) -> Outcome {
    ask(Question::Labels, &asked.ask, color, |options| {
        options.mode = asked.mode.clone();
        options.points = asked.point.iter().map(|point| point.0.clone()).collect();
    })
}

/// The wrenches or twists of the flags, then those of the file.
fn lists(
    given: &[WrenchList],
    file: Option<&Path>,
    asked: &Ask,
    color: bool,
) -> Result<Vec<Vec<Rational>>, Outcome> {
    let limits = Limits { size: asked.max_size.saturating_mul(1 << 20) };
    let mut wrenches: Vec<Vec<Rational>> = given.iter().map(|wrench| wrench.0.clone()).collect();
    if let Some(file) = file {
        let more = read_wrenches_file(file, &limits).map_err(|unread| {
            if asked.json {
                return json_faults(&serde_json::to_value(&unread.faults).unwrap_or_default());
            }
            Outcome::bad_input(&unread.render(&file.display().to_string(), color))
        })?;
        wrenches.extend(more);
    }
    Ok(wrenches)
}

pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

fn refused(unread: &UnreadFile, asked: &Ask, color: bool) -> Outcome {
    if asked.json {
        return json_faults(&serde_json::to_value(&unread.faults).unwrap_or_default());
    }
    Outcome::bad_input(&unread.render(&asked.scene.display().to_string(), color))
}

pub(crate) fn json_faults(faults: &serde_json::Value) -> Outcome {
    Outcome { status: BAD_INPUT, ..Outcome::answered(format!("{faults:#}\n")) }
}

/// Warnings of the file, for people; the JSON has them in the report.
fn warned(read: &ReadScene, asked: &Ask, color: bool) -> String {
    if asked.json || read.warnings.is_empty() {
        return String::new();
    }
    let text = std::fs::read_to_string(&asked.scene).unwrap_or_default();
    render_warnings(&read.warnings, &asked.scene.display().to_string(), &text, color)
}

fn not_answered(error: &AskError, read: &ReadScene, asked: &Ask, color: bool) -> Outcome {
    let misfits = match error {
        AskError::Refused(refused) => return Outcome::failed(&refused.to_string()),
        AskError::Misfits(misfits) => misfits,
    };
    let text = std::fs::read_to_string(&asked.scene).unwrap_or_default();
    let format = Format::of(&asked.scene, &text);
    let faults = misfit_faults(misfits, &text, format, read.warnings.clone());
    refused(&UnreadFile { faults, text }, asked, color)
}

fn answered(read: ReadScene, report: Report, asked: &Ask) -> Outcome {
    let unmet = unmet(&report, asked);
    let drawn = picture_file(&report, asked);
    if let Some(file) = &drawn
        && let Err(why) = picture::write(file, &[(&read.scene, &report)], "", asked.theme)
    {
        return why;
    }
    let ReadScene { scene, warnings, .. } = read;
    // The program is about to end: a large scene is not taken apart first.
    std::mem::forget(scene);
    let out = if asked.json {
        Out::Json(Box::new(Printed { report, scene_warnings: warnings }))
    } else {
        Out::Report(Box::new(report), drawn)
    };
    let status = if unmet.is_some() { UNEXPECTED } else { ANSWERED };
    Outcome { out, status, err: unmet.unwrap_or_default() }
}

/// A picture that could not be written in any case, said before anything is computed.
fn picture_fault(asked: &Ask) -> Option<Outcome> {
    picture::format(asked.picture.as_deref()?).err()
}

/// Where the picture goes: where it was asked for, or for `check` beside the user, named after the scene.
fn picture_file(report: &Report, asked: &Ask) -> Option<PathBuf> {
    let by_itself = report.question == Question::Check && !asked.json && !asked.no_picture;
    let stem = asked.scene.file_stem().unwrap_or_else(|| "scene".as_ref());
    asked.picture.clone().or_else(|| by_itself.then(|| Path::new(stem).with_extension("png")))
}

/// What stands against the expected verdict, if something does.
fn unmet(report: &Report, asked: &Ask) -> Option<String> {
    let (wanted, expected) = match asked.expect? {
        Expected::Yes => ("yes", Answer::Yes),
        Expected::No => ("no", Answer::No),
    };
    match report.verdict() {
        Some(found) if found == expected => None,
        Some(found) => Some(format!("expected {wanted}, the verdict is {found}\n")),
        None => Some(format!("expected {wanted}, but `{}` has no verdict\n", report.question)),
    }
}
