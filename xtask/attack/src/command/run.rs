//! Running the command, and what must hold of every run.

use serde_json::Value;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use stiction_report::verify::read_report;

/// Seconds that a run is given by `--time`.
pub(super) const SECONDS: u64 = 6;
/// Time beyond that after which a run has not ended in time; the machine may be busy.
const MARGIN: Duration = Duration::from_secs(20);

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// With this status.
    Status(i32),
    /// By a signal.
    Killed,
    /// Not within its time.
    TooLate,
    /// It could not be begun.
    Never,
}

/// A run.
pub(super) struct Ran {
    pub(super) ended: Ended,
    pub(super) out: Vec<u8>,
    pub(super) err: String,
    /// What it printed, where `--json` was among the arguments and it printed something.
    pub(super) json: Option<Value>,
    /// Why that is not JSON.
    unread: Option<String>,
    /// Whether a verdict was expected, so that status 3 says it was another, or a report was to be judged, so that 1
    /// refuses it.
    expects: bool,
    judges: bool,
}

impl Ran {
    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.out).into_owned()
    }

    /// What no input may bring about.
    pub(super) fn fault(&self) -> Option<String> {
        let said = |word: &str| self.err.contains(word) || self.text().contains(word);
        if said("panicked") || said("this is a defect") {
            return Some("it fails".to_owned());
        }
        if let Some(why) = &self.unread {
            return Some(format!("what it prints is not JSON: {why};"));
        }
        let stopped = || {
            said("time")
                || said("not finished")
                || self.json.as_ref().is_some_and(|report| !report["stopped"].is_null())
        };
        match self.ended {
            Ended::Status(0 | 2) => None,
            Ended::Status(1) if stopped() || self.judges => None,
            Ended::Status(3) if self.expects => None,
            other => Some(format!("it ends so: {other:?}.")),
        }
    }
}

/// Runs the command with a time of its own.
pub(super) fn run<'a>(command: &Path, arguments: impl Iterator<Item = &'a String>, folder: &Path) -> Ran {
    let arguments: Vec<&String> = arguments.collect();
    let wants_json = arguments.iter().any(|word| *word == "--json");
    let expects = arguments.iter().any(|word| word.starts_with("--expect"));
    let judges = arguments.first().is_some_and(|word| *word == "verify");
    let ran = |ended: Ended, out: Vec<u8>, err: String| Ran {
        ended,
        out,
        err,
        json: None,
        unread: None,
        expects,
        judges,
    };
    let never = || ran(Ended::Never, Vec::new(), String::new());
    let begun = Command::new(command)
        .args(&arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut child) = begun else { return never() };
    let (Some(mut out), Some(mut err)) = (child.stdout.take(), child.stderr.take()) else { return never() };
    let out = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // What cannot be read is missing, which is found out.
        drop(out.read_to_end(&mut bytes));
        bytes
    });
    let err = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        drop(err.read_to_end(&mut bytes));
        bytes
    });
    let late = Instant::now() + limit(&arguments) + MARGIN;
    let ended = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status.code().map_or(Ended::Killed, Ended::Status),
            Ok(None) if Instant::now() < late => std::thread::sleep(Duration::from_millis(2)),
            _ => {
                drop(child.kill());
                drop(child.wait());
                break Ended::TooLate;
            }
        }
    };
    let out = out.join().unwrap_or_default();
    let err = String::from_utf8_lossy(&err.join().unwrap_or_default()).into_owned();
    let printed = wants_json && !out.is_empty() && ended != Ended::TooLate;
    let read = printed.then(|| read_report(&String::from_utf8_lossy(&out)));
    let mut ran = ran(ended, out, err);
    match read {
        None => {}
        Some(Ok(value)) => ran.json = Some(value),
        Some(Err(why)) => ran.unread = Some(why),
    }
    ran
}

/// The time that the arguments give, or 60 seconds.
fn limit(arguments: &[&String]) -> Duration {
    let given = arguments.windows(2).find(|pair| pair[0] == "--time").and_then(|pair| pair[1].parse().ok());
    Duration::from_secs_f64(
        given.filter(|time: &f64| time.is_finite() && *time >= 0.0).unwrap_or(60.0).min(60.0),
    )
}
