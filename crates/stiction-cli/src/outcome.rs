//! What a command leaves behind: text for people or programs, and a status.

use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use stiction_files::Warning;
use stiction_report::Report;

/// The question was answered.
pub const ANSWERED: u8 = 0;
/// The program failed.
pub const FAILED: u8 = 1;
/// The input was bad.
pub const BAD_INPUT: u8 = 2;
/// The verdict was not the expected one.
pub const UNEXPECTED: u8 = 3;

/// What to print and how to exit.
#[derive(Debug, Default, PartialEq)]
pub struct Outcome {
    /// For standard output.
    pub out: Out,
    /// For standard error.
    pub err: String,
    /// Exit status.
    pub status: u8,
}

/// What goes to standard output.
#[derive(Debug, PartialEq)]
pub enum Out {
    /// A text.
    Text(String),
    /// A report for people, and the picture that was drawn of it.  It is written as it is walked: the contacts of
    /// a large scene need no text of all of them.
    Report(Box<Report>, Option<PathBuf>),
    /// A report for programs.
    Json(Box<Printed>),
}

/// A report, and what the file it is about is warned of.
#[derive(Debug, PartialEq, Serialize)]
pub struct Printed {
    /// The report.
    #[serde(flatten)]
    pub report: Report,
    /// Warnings of the file.
    pub scene_warnings: Vec<Warning>,
}

impl Default for Out {
    fn default() -> Self {
        Self::Text(String::new())
    }
}

impl Out {
    /// Writes it.
    pub fn write(&self, to: &mut impl Write) -> std::io::Result<()> {
        match self {
            Self::Text(text) => to.write_all(text.as_bytes()),
            Self::Report(report, picture) => {
                write!(to, "{report}")?;
                picture.as_ref().map_or(Ok(()), |file| writeln!(to, "picture: {}", file.display()))
            }
            Self::Json(printed) => {
                serde_json::to_writer_pretty(&mut *to, printed)?;
                writeln!(to)
            }
        }
    }
}

impl Outcome {
    /// An answer.
    pub fn answered(out: String) -> Self {
        Self { out: Out::Text(out), ..Self::default() }
    }

    /// A failure of the program.
    pub fn failed(message: &str) -> Self {
        Self { err: format!("error: {message}\n"), status: FAILED, ..Self::default() }
    }

    /// Bad input, said in text.
    pub fn bad_input(message: &str) -> Self {
        Self { err: format!("{}\n", message.trim_end()), status: BAD_INPUT, ..Self::default() }
    }
}
