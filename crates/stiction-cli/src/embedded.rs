//! The command within another program: the same words, a scene that is held, and the answer as a value.
//!
//! What other languages ask goes through the same parser, the same reader and the same `answer` as the command line, so
//! that a flag means one thing.  What they need besides is here: words that are understood once and asked often, a
//! scene that was read once, and a clock that does not end the program.

use crate::args::{Args, Command};
use crate::outcome::{BAD_INPUT, Drawing, Out, Printed};
use crate::time::Time;
use anstream::adapter::strip_str;
use clap::{Arg, ArgAction};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use stiction_draw::{Page, Theme};
use stiction_files::{
    Folder, Format, Import, Limits, Observer, Reach, ReadScene, Sources, UnreadFile, Warning,
    read_scene_file_within, read_scene_with, shown_path,
};
use stiction_report::verify::{Against, Subject, Verification, verify, verify_of};
use stiction_report::{Question, Report};

/// Where a scene comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum Source {
    /// A file.
    File(PathBuf),
    /// A text, with a name for faults to tell; files that it names lie in the folder.
    Text {
        /// The text.
        text: String,
        /// Its format.
        format: Format,
        /// What it is called.
        name: String,
        /// Where the files lie that it names.
        folder: PathBuf,
    },
}

/// How a scene is read.
pub(crate) struct Way<'w> {
    pub(crate) limits: Limits,
    pub(crate) reach: Reach,
    pub(crate) import: Import,
    pub(crate) heard: &'w Observer<'w>,
}

/// A scene, and what was read of it: as it is it is read once, however often it is asked about.
#[derive(Debug)]
pub struct HeldScene {
    source: Source,
    plain: OnceLock<Result<Arc<ReadScene>, UnreadFile>>,
}

impl HeldScene {
    /// A scene that is read when it is first asked for.
    pub fn new(source: Source) -> Self {
        Self { source, plain: OnceLock::new() }
    }

    /// Where it comes from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Its text, where it is no file.
    pub fn text(&self) -> Option<&str> {
        match &self.source {
            Source::Text { text, .. } => Some(text),
            Source::File(_) => None,
        }
    }

    /// The scene as it is, read with no flags.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn plain(&self) -> Result<Arc<ReadScene>, NoAnswer> {
        let quiet = |_, _, _| ();
        let way = || Way {
            limits: Limits::default(),
            reach: Reach::default(),
            import: Import::default(),
            heard: &quiet,
        };
        let read = self.plain.get_or_init(|| self.read_anew(&way())).clone();
        read.map_err(|unread| faults(&unread, &shown_path(self.name())))
    }

    /// The scene, read in this way.
    pub(crate) fn read(&self, way: &Way<'_>) -> Result<Arc<ReadScene>, UnreadFile> {
        if way.import == Import::default() && way.reach == Reach::default() {
            return self.plain.get_or_init(|| self.read_anew(way)).clone();
        }
        self.read_anew(way)
    }

    fn read_anew(
        &self,
        Way { limits, reach, import, heard }: &Way<'_>,
    ) -> Result<Arc<ReadScene>, UnreadFile> {
        let read = match &self.source {
            Source::File(path) => read_scene_file_within(path, limits, reach, import, heard)?,
            Source::Text { text, format, name, folder } => {
                let files = Folder { folder: folder.clone(), reach: reach.clone(), size: limits.size };
                let sources = Sources { files: &files, import };
                read_scene_with(text, *format, name, &sources)
                    .map_err(|faults| UnreadFile { faults, text: text.clone() })?
            }
        };
        Ok(Arc::new(read))
    }

    /// What faults call it.
    fn name(&self) -> &Path {
        match &self.source {
            Source::File(path) => path,
            Source::Text { name, .. } => Path::new(name),
        }
    }
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq)]
pub enum NoAnswer {
    /// The words, the scene or both are at fault.
    Faults {
        /// The faults as the command tells them to programs.
        json: String,
        /// The same as it tells people.
        text: String,
    },
    /// Time was over, or nobody wants the answer any more.
    Unfinished(String),
    /// The program failed.
    Failed(String),
}

/// An answer, what its scene was warned of, and the scene as it was read for it.
#[derive(Debug)]
pub struct Answer {
    /// The answer.
    pub report: Report,
    /// What is accepted in the scene, and probably not meant.
    pub warnings: Vec<Warning>,
    /// The scene; none of what is asked without one.
    pub scene: Option<Arc<ReadScene>>,
}

impl Answer {
    /// The report as the command writes it with `--json`.
    pub fn to_json(&self) -> String {
        #[derive(serde::Serialize)]
        struct Told<'a> {
            #[serde(flatten)]
            report: &'a Report,
            scene_warnings: &'a [Warning],
        }
        crate::json::text(&Told { report: &self.report, scene_warnings: &self.warnings })
    }

    /// The report as the command prints it.
    pub fn to_text(&self) -> String {
        self.report.to_string()
    }

    /// Its picture; none of answers that have no scene and no robot.
    pub fn page(&self) -> Option<Page> {
        match &self.scene {
            Some(read) => Some(stiction_draw::page(&[(&read.scene, &self.report)], "")),
            None if self.report.question == Question::Robot => Some(stiction_draw::robot_page(&self.report)),
            None => None,
        }
    }

    /// Its picture as SVG.
    pub fn svg(&self, dark: bool) -> Option<String> {
        self.page().map(|page| stiction_draw::svg(&page, theme(dark)))
    }

    /// Its picture in pixels, or why there is none.
    ///
    /// # Errors
    /// It cannot be drawn.
    pub fn png(&self, dark: bool) -> Result<Option<Vec<u8>>, String> {
        let draw =
            |page: Page| stiction_draw::png(&page, theme(dark), 2.0).map_err(|error| error.to_string());
        self.page().map(draw).transpose()
    }
}

fn theme(dark: bool) -> Theme {
    if dark { Theme::Dark } else { Theme::Light }
}

/// Words of the command line that were understood.
#[derive(Debug, Clone)]
pub struct Asked {
    command: Command,
    time: Duration,
}

/// What a question is asked of.
#[derive(Debug, Clone)]
pub enum Of {
    /// A scene.
    Scene(Arc<HeldScene>),
    /// The text of a complementarity problem or a robot.
    Text(String),
    /// The file that the words name.
    File,
}

impl Asked {
    /// Understands the words of a question without the name of the program: `["stand", "SCENE", "--ranges"]`.  What
    /// stands for the scene is told in faults and else not looked at, unless [`Of::File`] is asked of.
    ///
    /// # Errors
    /// The faults of the words, as the command tells them to programs.
    pub fn understood(words: &[String]) -> Result<Self, NoAnswer> {
        let program = ["stiction", "--color=never"].map(OsString::from);
        let own = words.iter().map(OsString::from);
        let all: Vec<OsString> = program.into_iter().chain(own).collect();
        let for_programs = all.iter().cloned().chain([OsString::from("--json")]).collect();
        let Args { mut command, time, .. } = crate::usage::understood(for_programs).map_err(|outcome| {
            let text = crate::usage::understood(all).err().map(|outcome| outcome.err).unwrap_or_default();
            NoAnswer::Faults { json: data(outcome.out), text: strip_str(&text).to_string() }
        })?;
        command.note_units();
        Ok(Self { command, time })
    }

    /// Answers, unless that is cancelled meanwhile.
    ///
    /// # Errors
    /// Why there is no answer.
    pub fn answer(&self, of: &Of, cancelled: Arc<AtomicBool>) -> Result<Answer, NoAnswer> {
        let mut command = self.command.clone();
        match (of, &mut command) {
            (Of::Scene(held), command) => {
                if let Some(ask) = command.ask_mut() {
                    ask.scene = held.name().to_owned();
                    ask.held = Some(Arc::clone(held));
                }
            }
            (Of::Text(text), Command::Lcp(lcp)) => lcp.held = Some(text.clone()),
            (Of::Text(text), Command::Robot(robot)) => robot.held = Some(text.clone()),
            _ => {}
        }
        let time = Time::within(self.time, cancelled);
        let mut outcome = crate::done(command, false, &time);
        for Drawing { file, draw } in std::mem::take(&mut outcome.drawings) {
            let bytes = draw(&outcome.out).map_err(NoAnswer::Failed)?;
            crate::file::write(&file, &bytes)
                .map_err(|error| NoAnswer::Failed(format!("cannot write {}: {error}", shown_path(&file))))?;
        }
        match outcome.out {
            Out::Json(printed) => {
                let Printed { report, scene_warnings: warnings } = *printed;
                Ok(Answer { report, warnings, scene: outcome.scene })
            }
            out if outcome.status == BAD_INPUT => {
                Err(NoAnswer::Faults { json: data(out), text: strip_str(&outcome.err).to_string() })
            }
            Out::Data(told) if !told.is_empty() => Err(NoAnswer::Unfinished(outcome.err.trim().to_owned())),
            _ => Err(NoAnswer::Failed(outcome.err.trim().to_owned())),
        }
    }
}

/// What is wrong with a file, for programs and for people.
fn faults(unread: &UnreadFile, name: &str) -> NoAnswer {
    NoAnswer::Faults { json: crate::json::text(&unread.faults), text: unread.render(name, false) }
}

/// The words of the questions that a program may ask, each with what it says of itself.
pub fn questions() -> Vec<(&'static str, String)> {
    let command = crate::usage::command();
    let about = |word: &str| {
        let found = command.find_subcommand(word);
        found.and_then(|one| one.get_about()).map(ToString::to_string).unwrap_or_default()
    };
    Question::every().map(|question| (question.word(), about(question.word()))).collect()
}

/// Flags that say where an answer goes, which a program decides for itself, or what the program is given otherwise.
const OF_THE_TERMINAL: [&str; 6] = ["json", "color", "no-picture", "theme", "expect", "help"];

/// The flags that change the answer of a question: name, kind and what it says of itself.  A `switch` has no value, a
/// `value` has one, a `maybe` may have one, and `many` can be given again.
pub fn flags(question: &str) -> Vec<(String, &'static str, String)> {
    let mut command = crate::usage::command();
    command.build();
    let Some(asked) = command.find_subcommand(question) else { return Vec::new() };
    let kind = |arg: &Arg| {
        let range = arg.get_num_args().unwrap_or_default();
        match arg.get_action() {
            ArgAction::SetTrue => "switch",
            ArgAction::Append => "many",
            _ if range.min_values() == 0 => "maybe",
            _ => "value",
        }
    };
    let told = |arg: &Arg| {
        let name = arg.get_long().filter(|name| !arg.is_hide_set() && !OF_THE_TERMINAL.contains(name))?;
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        Some((name.to_owned(), kind(arg), help))
    };
    asked.get_arguments().filter_map(told).collect()
}

fn data(out: Out) -> String {
    match out {
        Out::Text(text) | Out::Data(text) => text,
        Out::Report(report) => report.to_string(),
        Out::Json(printed) => crate::json::text(&printed),
    }
}

/// Checks a report again, by itself or against the scene that it must be about; an error where it is no report.
///
/// # Errors
/// Why the text is not that of a report.
pub fn checked(text: &str, scene: Option<&ReadScene>) -> Result<Verification, String> {
    let report = stiction_report::verify::read_report(text).map_err(|error| error.to_string())?;
    Ok(match scene {
        None => verify(&report),
        Some(read) => {
            let warnings = serde_json::json!(read.warnings);
            let subject = Subject::Scene(&read.scene);
            verify_of(&report, &Against { subject, sha256: Some(&read.sha256), warnings: Some(&warnings) })
        }
    })
}
