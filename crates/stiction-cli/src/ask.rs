//! Reading a scene, asking, printing.

use crate::args::{Ask, AskMotions, Expected, MeshFlags};
use crate::embedded::Way;
use crate::many::{is_many, many};
use crate::outcome::{ANSWERED, BAD_INPUT, FAILED, Out, Outcome, Printed, UNEXPECTED};
use crate::progress::{asking, reading};
use crate::time::Time;
use crate::words::{Names, WrenchList};
use crate::{json, picture};
use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stiction::scene::AnyScene;
use stiction_files::{
    Faults, Format, Import, Limits, Mending, ReadScene, TriangleOptions, UnreadFile, Work, is_standard_input,
    misfit_faults, read_scene_file_within, read_wrenches_file, render_warnings, shown_path,
};
use stiction_proof::{Answer, Rational};
use stiction_report::work::{self, Stopped};
use stiction_report::{
    AskError, Meshes, MotionsQuery, Observer, Options, Query, Question, Reading, Report, SceneName, answer,
};

/// Asks a question about a file, or about many.
pub fn ask(query: Query, asked: &Ask, color: bool, time: &Time) -> Outcome {
    if is_many(asked) { many(&query, asked, color, time) } else { ask_one(query, asked, color, time) }
}

/// Asks a question about a file.
pub fn ask_one(query: Query, asked: &Ask, color: bool, time: &Time) -> Outcome {
    let told = told_to_reader(asked);
    let import = import(&told);
    let limits = Limits { size: asked.max_size.saturating_mul(1 << 20) };
    let (question, mut options) = query.with(Options {
        length: asked.length.clone(),
        cone: asked.cone,
        case: asked.case.clone(),
        ..told
    });
    let drawn = picture_file(question, asked);
    if let Some(bad) = picture::fault(drawn.as_deref(), &inputs(asked)) {
        return bad;
    }
    let mut name = SceneName { name: file_name(&asked.scene), sha256: None };
    if asked.json {
        time.in_place_of_an_answer(|| head(question, &name, None, &options, (&time.stop("reading"), None)));
    }
    let progress = time.progress();
    let reach = asked.elsewhere.reach();
    let far: Cell<Option<(Work, usize, usize)>> = Cell::new(None);
    let heard = |what: Work, done: usize, total: usize| {
        progress.tell(reading(what), done, total);
        far.set(Some((what, done, total)));
        // The clock is read at every word: these are far between.
        work::spend(work::LOOK as usize);
    };
    let read = work::within(&time.allowance(&progress), || match &asked.held {
        Some(held) => held.read(&Way { limits, reach, import, heard: &heard }),
        None => read_scene_file_within(&asked.scene, &limits, &reach, &import, &heard).map(Arc::new),
    });
    progress.clear();
    let read = match read {
        Ok(Ok(read)) => read,
        Ok(Err(unread)) => return refused(&unread, asked, color),
        Err(stopped) => {
            let known = far.get().map(how_far);
            let why = (&stopped, known.as_deref());
            let told = if asked.json { head(question, &name, None, &options, why) } else { String::new() };
            return unfinished(told, why, time);
        }
    };
    let warned = warned(&read, asked, color);
    name.sha256 = Some(read.sha256.clone());
    let misfits = asked.units.count(&read.scene, &mut options);
    if !misfits.is_empty() {
        return not_answered(&AskError::Misfits(misfits), &read, asked, color);
    }
    options.wrenches = match lists(&asked.wrench, asked.wrenches.as_deref(), asked, color) {
        Ok(wrenches) => wrenches,
        Err(bad) => return bad,
    };
    let progress = time.progress();
    let drawn_on = Arc::clone(&progress);
    options.observer = Observer::new(move |task, done, total| drawn_on.tell(asking(task), done, total));
    options.allowance = time.allowance(&progress);
    let title = match &read.scene {
        AnyScene::Planar(scene) => scene.title.clone(),
        AnyScene::Spatial(scene) => scene.title.clone(),
    };
    let told = |stopped: &Stopped, known: Option<&str>| {
        if asked.json {
            head(question, &name, title.as_deref(), &options, (stopped, known))
        } else {
            String::new()
        }
    };
    time.in_place_of_an_answer(|| told(&time.stop(question.word()), None));
    let report = answer(&read.scene, &name, question, &options);
    progress.clear();
    let outcome = match report {
        Ok(report) => answered(read, report, asked, drawn),
        Err(AskError::Stopped(stopped)) => unfinished(told(&stopped, None), (&stopped, None), time),
        Err(AskError::Unfinished { stopped, known }) => {
            unfinished(told(&stopped, Some(&known)), (&stopped, Some(&known)), time)
        }
        Err(error) => return not_answered(&error, &read, asked, color),
    };
    Outcome { err: warned + &outcome.err, ..outcome }
}

/// How far a scene was read when time was over.
fn how_far((what, done, total): (Work, usize, usize)) -> String {
    match what {
        Work::Mesh => format!("{done} of {total} bytes of the mesh were read"),
        Work::Contacts => format!("{done} of {total} pairs of shapes were looked at for contacts"),
    }
}

/// How meshes are taken, by their flags.
pub(crate) fn meshes(MeshFlags { scale, unit, weld, fill, hull, surface }: &MeshFlags) -> Meshes {
    let scale = scale.clone().or_else(|| unit.clone());
    Meshes { scale, weld: weld.clone(), fill: *fill, hull: *hull, surface: *surface }
}

/// What the flags tell the reader of a scene or an assembly.
fn told_to_reader(asked: &Ask) -> Options {
    Options {
        reader: Reading {
            joint_friction: asked.friction.clone(),
            density: asked.density.clone(),
            tolerance: asked.tolerance.clone(),
            supports: Names::joined(&asked.supports),
            meshes: meshes(&asked.meshes),
        },
        ..Options::default()
    }
}

/// How meshes are taken, as the reader takes it.
pub(crate) fn taken(Meshes { scale, weld, fill, hull, surface }: &Meshes) -> TriangleOptions {
    let mending = Mending { weld: weld.as_ref().map(Rational::to_f64), fill: *fill, ..Mending::default() };
    TriangleOptions { scale: scale.as_ref().map(Rational::to_f64), mending, hull: *hull, surface: *surface }
}

/// The same of all that it is told.
pub(crate) fn import(told: &Options) -> Import {
    Import {
        density: told.reader.density.clone(),
        friction: told.reader.joint_friction.clone(),
        tolerance: told.reader.tolerance.clone(),
        supports: told.reader.supports.clone(),
        taken: taken(&told.reader.meshes),
    }
}

/// Asks about motions.
pub fn motions(asked: &AskMotions, color: bool, time: &Time) -> Outcome {
    let twists = match lists(&asked.twist, asked.twists.as_deref(), &asked.ask, color) {
        Ok(twists) => twists,
        Err(bad) => return bad,
    };
    let tests = asked.test_twist.iter().map(|twist| twist.0.clone()).collect();
    ask(Query::Motions(MotionsQuery { twists, tests }), &asked.ask, color, time)
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
                return json_faults(&unread.faults);
            }
            Outcome::bad_input(&unread.render(&shown_path(file), color))
        })?;
        wrenches.extend(more);
    }
    Ok(wrenches)
}

pub(crate) fn file_name(path: &Path) -> String {
    match path.file_name().filter(|_| !is_standard_input(path)) {
        Some(name) => name.to_string_lossy().into_owned(),
        None => shown_path(path),
    }
}

fn refused(unread: &UnreadFile, asked: &Ask, color: bool) -> Outcome {
    if asked.json {
        let told = json_faults(&unread.faults);
        // Another program shows them to people as well.
        let err = asked.held.as_ref().map(|_| unread.render(&shown_path(&asked.scene), color));
        return Outcome { err: err.unwrap_or_default(), ..told };
    }
    Outcome::bad_input(&unread.render(&shown_path(&asked.scene), color))
}

pub(crate) fn json_faults(faults: &Faults) -> Outcome {
    Outcome { out: Out::Data(json::text(faults)), status: BAD_INPUT, ..Outcome::default() }
}

/// The files that a question reads.
fn inputs(asked: &Ask) -> [Option<&Path>; 2] {
    [Some(&asked.scene), asked.wrenches.as_deref()]
}

/// Warnings of the file, for people; the JSON has them in the report.
fn warned(read: &ReadScene, asked: &Ask, color: bool) -> String {
    if asked.json || read.warnings.is_empty() {
        return String::new();
    }
    render_warnings(&read.warnings, &shown_path(&asked.scene), &read.text, color)
}

fn not_answered(error: &AskError, read: &ReadScene, asked: &Ask, color: bool) -> Outcome {
    let misfits = match error {
        AskError::Refused(refused) => return Outcome::failed(&refused.to_string()),
        AskError::Stopped(_) | AskError::Unfinished { .. } => return Outcome::failed(&error.to_string()),
        AskError::Misfits(misfits) => misfits,
    };
    let text = read.text.clone();
    let format = Format::of(&asked.scene, &text);
    let mut faults = misfit_faults(misfits, &text, format, read.warnings.clone());
    // Of an assembly whose lowest blocks were taken as fixed, those may be all.
    let assumed = read.warnings.iter().any(|warning| warning.message.contains("taken as fixed"));
    let blocks = match &read.scene {
        AnyScene::Spatial(scene) if assumed => scene.bodies.len(),
        _ => 0,
    };
    // An assembly says so itself; a scene has roles of its own.
    let is_assembly = read.warnings.iter().any(|warning| warning.code == "assumed");
    let name = shown_path(&asked.scene);
    for fault in faults.faults.iter_mut().filter(|fault| fault.code == "no-free-body") {
        if blocks == 1 {
            fault.message =
                format!("{name} is one part, and there is nothing for it to stand on or to be held by");
            fault.help = format!("write a scene around it: stiction new part.toml --from {name}");
        } else if blocks > 1 {
            fault.message =
                format!("all {blocks} blocks of {name} are taken as fixed: they reach equally low");
            fault.help = "name those that are fixed: --supports BLOCK,BLOCK; `stiction contacts` names them"
                .to_owned();
        } else if is_assembly {
            fault.message = format!("every block of {name} is fixed: nothing is free to stand or fall");
            fault.help = "name those alone that are fixed, and not all of them: --supports BLOCK,BLOCK; `stiction contacts` names them".to_owned();
        }
    }
    refused(&UnreadFile { faults, text }, asked, color)
}

/// What programs read where time was over before there was an answer.
pub(crate) fn head(
    question: Question,
    scene: &SceneName,
    title: Option<&str>,
    options: &Options,
    stopped: (&Stopped, Option<&str>),
) -> String {
    json::text(&stiction_report::unfinished(question, scene, title, options, stopped))
}

/// Time was over before there was an answer.
pub(crate) fn unfinished(told: String, (stopped, known): (&Stopped, Option<&str>), time: &Time) -> Outcome {
    let err = time.over(stopped.why, known) + "\n";
    Outcome { out: Out::Data(told), status: FAILED, err, ..Outcome::default() }
}

/// The status of a report whose verdict is as expected.
pub(crate) fn answered_in_time(report: &Report) -> u8 {
    if report.caveats.stopped.is_some() { FAILED } else { ANSWERED }
}

fn answered(read: Arc<ReadScene>, report: Report, asked: &Ask, drawn: Option<PathBuf>) -> Outcome {
    let (unmet, in_time) = (unmet(&report, asked), answered_in_time(&report));
    // An entry of a log that breaks a law is not what was expected of it.
    let unlawful = report.breaks_laws();
    let (warnings, theme) = (read.warnings.clone(), asked.theme);
    let drawing = drawn.map(|file| {
        let read = Arc::clone(&read);
        picture::of_page(file, theme, move |report| stiction_draw::page(&[(&read.scene, report)], ""))
    });
    let scene = asked.held.as_ref().map(|_| Arc::clone(&read));
    if scene.is_none() {
        // The program is about to end: a large scene is not taken apart first.
        let _ = ManuallyDrop::new(read);
    }
    let out = if asked.json {
        Out::Json(Box::new(Printed { report, scene_warnings: warnings }))
    } else {
        Out::Report(Box::new(report))
    };
    let status = if unmet.is_some() || unlawful { UNEXPECTED } else { in_time };
    let (err, drawings) = (unmet.unwrap_or_default(), drawing.into_iter().collect());
    Outcome { out, status, err, drawings, judged: asked.expect.is_some(), scene }
}

/// Where the picture goes: where it was asked for, or for `check` beside the user, named after the scene.
fn picture_file(question: Question, asked: &Ask) -> Option<PathBuf> {
    let by_itself = question == Question::Check && !asked.json && !asked.no_picture;
    let stem = asked.scene.file_stem().filter(|_| !is_standard_input(&asked.scene));
    let stem = Path::new(stem.unwrap_or_else(|| "scene".as_ref()));
    asked.picture.clone().or_else(|| by_itself.then(|| with_ending(stem, "png")))
}

/// A name with an ending, whatever dots it has already.
fn with_ending(stem: &Path, ending: &str) -> PathBuf {
    let mut name = stem.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
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
