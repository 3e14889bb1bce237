//! What a command leaves behind: text for people or programs, pictures, and a status.

use crate::terminal::VisibleText;
use crate::{file, json};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use stiction_files::{ReadScene, Warning, shown_path};
use stiction_report::Report;

/// The question was answered.
pub const ANSWERED: u8 = 0;
/// The program failed.
pub const FAILED: u8 = 1;
/// The input was bad.
pub const BAD_INPUT: u8 = 2;
/// The verdict was not the expected one.
pub const UNEXPECTED: u8 = 3;

/// What to print, what to draw and how to exit.
#[derive(Default)]
pub struct Outcome {
    /// For standard output.
    pub out: Out,
    /// For standard error.
    pub err: String,
    /// Exit status.
    pub status: u8,
    /// What is drawn once the answer is printed: a picture that fails takes no answer along.
    pub drawings: Vec<Drawing>,
    /// Whether the status is asked for, and not only the text.
    pub judged: bool,
    /// The scene that was asked about, where it is held by another program.
    pub scene: Option<Arc<ReadScene>>,
}

/// Makes the bytes of a picture of what is printed, or says why not.
pub type Draw = Box<dyn FnOnce(&Out) -> Result<Vec<u8>, String>>;

/// A picture that is still to be made.
pub struct Drawing {
    /// Where it goes.
    pub file: PathBuf,
    /// Makes it of what is printed.
    pub draw: Draw,
}

/// What goes to standard output.
#[derive(Debug)]
pub enum Out {
    /// A text for people.
    Text(String),
    /// A text for programs, which is passed on as it is.
    Data(String),
    /// A report for people.  It is written as it is walked: the contacts of a large scene need no text of all of
    /// them.
    Report(Box<Report>),
    /// A report for programs.
    Json(Box<Printed>),
}

/// A report, and what the file it is about is warned of.
#[derive(Debug, Serialize)]
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
            Self::Text(text) => VisibleText(to).write_all(text.as_bytes()),
            Self::Data(text) => to.write_all(text.as_bytes()),
            Self::Report(report) => write!(VisibleText(to), "{report}"),
            Self::Json(printed) => json::write(to, printed),
        }
    }

    /// The report that is printed, if one is.
    pub fn report(&self) -> Option<&Report> {
        match self {
            Self::Report(report) => Some(report),
            Self::Json(printed) => Some(&printed.report),
            Self::Text(_) | Self::Data(_) => None,
        }
    }

    /// Whether people read it.
    fn is_for_people(&self) -> bool {
        matches!(self, Self::Text(_) | Self::Report(_))
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

    /// Whether there is nothing to this outcome but what is printed.
    pub fn is_to_be_read(&self) -> bool {
        self.status == ANSWERED && !self.judged && self.drawings.is_empty()
    }

    /// Prints the answer, then what there is to say besides, then draws; the status to leave with.
    ///
    /// A reader that closes the pipe early (`| head`) is no failure of ours.  Whatever else keeps the answer from being
    /// written is: the status is then 1, whatever was answered.
    pub fn leave(self, out: &mut impl Write, err: &mut impl Write) -> u8 {
        let Self { out: printed, err: said, mut status, drawings, .. } = self;
        let mut written = printed.write(out).and_then(|()| out.flush());
        let _ = err.write_all(said.as_bytes());
        for Drawing { file, draw } in drawings {
            let drawn = draw(&printed).and_then(|bytes| {
                file::write(&file, &bytes)
                    .map_err(|error| format!("cannot write {}: {error}", shown_path(&file)))
            });
            match drawn {
                Ok(()) if printed.is_for_people() && written.is_ok() => {
                    written = writeln!(out, "picture: {}", shown_path(&file)).and_then(|()| out.flush());
                }
                Ok(()) => {}
                Err(why) => {
                    let _ = writeln!(err, "error: {why}");
                    status = FAILED;
                }
            }
        }
        match written {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                let _ = writeln!(err, "error: cannot write the answer: {error}");
                FAILED
            }
            _ => status,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Error, ErrorKind};

    /// Somebody who takes a number of bytes and then fails.
    struct Full(usize, ErrorKind);

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            if bytes.len() > self.0 {
                return Err(Error::from(self.1));
            }
            self.0 -= bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn drawing(file: PathBuf, drawn: Result<Vec<u8>, String>) -> Drawing {
        Drawing { file, draw: Box::new(|_| drawn) }
    }

    #[test]
    fn an_answer_that_cannot_be_written_is_a_failure_unless_nobody_wants_more_of_it() {
        for (kind, status) in [(ErrorKind::StorageFull, FAILED), (ErrorKind::BrokenPipe, UNEXPECTED)] {
            let outcome = Outcome { status: UNEXPECTED, ..Outcome::answered("stands: yes\n".into()) };
            let mut said = Vec::new();
            assert_eq!(outcome.leave(&mut Full(3, kind), &mut said), status);
            assert_eq!(
                String::from_utf8(said).unwrap().contains("cannot write the answer"),
                status == FAILED
            );
        }
    }

    #[test]
    fn a_picture_that_fails_takes_no_answer_along_and_no_other_picture() {
        let folder = tempfile::tempdir().unwrap();
        let good = folder.path().join("good.svg");
        let drawings = vec![
            drawing(folder.path().join("bad.svg"), Err("no picture".into())),
            drawing(folder.path().join("no/folder.svg"), Ok(b"<svg/>".into())),
            drawing(good.clone(), Ok(b"<svg/>".into())),
        ];
        let outcome = Outcome { drawings, ..Outcome::answered("stands: yes\n".into()) };
        let (mut out, mut err) = (Vec::new(), Vec::new());
        assert_eq!(outcome.leave(&mut out, &mut err), FAILED);
        let (out, err) = (String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap());
        assert_eq!(out, format!("stands: yes\npicture: {}\n", good.display()));
        assert!(
            err.contains("error: no picture") && err.contains("cannot write") && err.lines().count() == 2
        );
        assert_eq!(std::fs::read(good).unwrap(), b"<svg/>");
    }
}
