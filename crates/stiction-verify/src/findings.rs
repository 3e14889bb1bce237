//! What was found of a report.

use serde_json::Value;
use std::fmt;

/// What was found of a report.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Findings {
    /// Claims that are proved.
    pub verified: Vec<String>,
    /// Claims that are not, and why.
    pub refused: Vec<(String, String)>,
    /// What was not checked.
    pub unchecked: Vec<String>,
}

impl Findings {
    /// Whether something is proved and nothing is refused.
    pub fn holds(&self) -> bool {
        self.refused.is_empty() && !self.verified.is_empty()
    }

    /// Notes what became of a claim.
    pub fn note(&mut self, path: &str, outcome: Result<(), String>) {
        match outcome {
            Ok(()) => self.verified.push(path.to_owned()),
            Err(why) => self.refused.push((path.to_owned(), why)),
        }
    }

    /// Notes a claim, and keeps what proves it.
    pub fn claim<T>(&mut self, path: &str, outcome: Result<T, String>) -> Option<T> {
        match outcome {
            Ok(proved) => {
                self.note(path, Ok(()));
                Some(proved)
            }
            Err(why) => {
                self.note(path, Err(why));
                None
            }
        }
    }

    /// Keeps what is needed and claims nothing by itself; a failure is noted.
    pub fn need<T>(&mut self, path: &str, outcome: Result<T, String>) -> Option<T> {
        outcome.map_err(|why| self.note(path, Err(why))).ok()
    }

    /// Compares a verdict with what is proved.  `undecided` claims nothing.
    pub fn verdict(&mut self, path: &str, told: &Value, proved: Option<bool>) {
        match (told.as_str(), proved) {
            (Some("undecided"), _) => self.unchecked.push(format!("{path}: undecided claims nothing")),
            (Some("yes"), Some(true)) | (Some("no"), Some(false)) => self.note(path, Ok(())),
            _ => self.note(path, Err("it is not what is proved".to_owned())),
        }
    }

    /// Says of everything that was not named that it was not checked.
    pub(crate) fn tell_rest(&mut self, report: &Value) {
        if report.is_object() {
            self.unchecked.push("all else: numbers, words, the scene".to_owned());
        }
    }

    /// Takes over what was found of a part.
    pub(crate) fn take(&mut self, prefix: &str, part: Self) {
        let name = |path: String| format!("{prefix}{path}");
        self.verified.extend(part.verified.into_iter().map(name));
        self.refused.extend(part.refused.into_iter().map(|(path, why)| (name(path), why)));
        self.unchecked.extend(part.unchecked.into_iter().map(name));
    }
}

/// A line for each claim, and how many there are.  Control characters of a report are not sent to a terminal.
impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        each(f, "verified", self.verified.iter().map(|path| visible(path)))?;
        each(f, "unchecked", self.unchecked.iter().map(|path| visible(path)))?;
        let refused = self.refused.iter().map(|(path, why)| format!("{}: {}", visible(path), visible(why)));
        each(f, "REFUSED", refused)?;
        writeln!(f, "{} verified, {} refused", self.verified.len(), self.refused.len())
    }
}

/// A line for each of what the same is said about.
///
/// # Errors
/// Those of the formatter.
pub fn each<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    said: &str,
    ones: impl IntoIterator<Item = T>,
) -> fmt::Result {
    ones.into_iter().try_for_each(|one| writeln!(f, "{said:<9} {one}"))
}

fn visible(text: &str) -> String {
    text.chars().flat_map(|c| if c.is_control() { c.escape_unicode().collect() } else { vec![c] }).collect()
}
