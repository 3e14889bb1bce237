//! What the validator finds on its way through a file: every fault, every warning, in the order of the file.

use crate::fault::{Fault, Faults, Warning, line_and_column};
use crate::node::At;
use crate::number::{offered, rounded};
use crate::observer::{Observer, Work};
use std::ops::Range;
use stiction::near::resembles;
use stiction::scene::LengthUnit;
use stiction_proof::{NonZero, Rational};

/// Most faults, and most warnings, kept of one file; the rest is only counted.
const MOST: usize = 100;

/// The faults and warnings found so far.
pub(crate) struct Findings<'t> {
    text: &'t str,
    /// Who is told how far long works have come.
    observer: Option<&'t Observer<'t>>,
    /// What the file counts its lengths in; metres where it does not say it.
    pub unit: Option<LengthUnit>,
    faults: Tally,
    warnings: Tally,
}

/// Faults kept up to a limit, and a count of those beyond.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    kept: Vec<Fault>,
    beyond: usize,
}

impl Tally {
    pub fn add(&mut self, fault: impl FnOnce() -> Fault) {
        if self.kept.len() < MOST { self.kept.push(fault()) } else { self.beyond += 1 }
    }

    pub fn into_sorted(mut self, word: &str) -> Vec<Fault> {
        self.kept.sort_by_key(|fault| fault.span.start);
        if self.beyond > 0 {
            let message = format!("and {} more {word}", self.beyond);
            self.kept.push(Fault::of_file("more", message, "fix those above first"));
        }
        self.kept
    }
}

impl<'t> Findings<'t> {
    pub fn new(text: &'t str) -> Self {
        Self { text, observer: None, unit: None, faults: Tally::default(), warnings: Tally::default() }
    }

    /// The same, with somebody to be told of long works.
    pub fn observed(text: &'t str, observer: &'t Observer<'t>) -> Self {
        Self { observer: Some(observer), ..Self::new(text) }
    }

    /// Tells how far a work has come.
    pub fn observe(&self, work: Work, done: usize, total: usize) {
        if let Some(observer) = self.observer {
            observer(work, done, total);
        }
    }

    /// A length as the file would write it, with the unit that it counts in.
    pub fn shown_length(&self, metres: f64) -> String {
        let (unit, size) =
            self.unit.as_ref().map_or(("m", 1.0), |unit| (unit.word.as_str(), unit.metres.get().to_f64()));
        format!("{} {unit}", rounded(metres / size))
    }

    /// A place as the file would write it, to be pasted: to nine digits of a size where it is not written in a few.
    pub fn shown_place(&self, place: &[Rational], size: f64) -> String {
        let metres = self.unit.as_ref().map_or_else(NonZero::one, |unit| unit.metres.clone());
        let in_unit: Vec<Rational> = place.iter().map(|entry| entry / &metres).collect();
        offered(&in_unit, size / metres.get().to_f64())
    }

    /// Whether anything was found that makes the file unreadable.
    pub fn has_faults(&self) -> bool {
        !self.faults.kept.is_empty()
    }

    /// Whether a fault with this code is among those that are kept.
    pub fn has_fault(&self, code: &str) -> bool {
        self.faults.kept.iter().any(|fault| fault.code == code)
    }

    /// Whether further faults are only counted, so that their messages need no thought.
    pub fn only_counts(&self) -> bool {
        self.faults.kept.len() >= MOST
    }

    /// A fault of the value, or of the bytes, at a place.
    pub fn fault(&mut self, code: Code, at: impl Into<Place>, message: impl Text, help: impl Text) {
        let text = self.text;
        self.faults.add(|| at.into().fault(text, code, message.into(), help.into()));
    }

    /// A warning about the value, or about the bytes, at a place.
    pub fn warn(&mut self, code: Code, at: impl Into<Place>, message: impl Text, help: impl Text) {
        let text = self.text;
        self.warnings.add(|| at.into().fault(text, code, message.into(), help.into()));
    }

    /// The warnings of a good file, or the faults of a bad one.
    pub fn finish(self) -> Result<Vec<Warning>, Faults> {
        let warnings = self.warnings.into_sorted("warnings");
        let faults = self.faults.into_sorted("faults");
        if faults.is_empty() { Ok(warnings) } else { Err(Faults { faults, warnings }) }
    }
}

/// The word that a kind of fault is known by.
pub(crate) type Code = &'static str;

/// Words for a reader.
pub(crate) trait Text: Into<String> {}

impl<T: Into<String>> Text for T {}

/// The path of a value and the bytes that a fault of it points at.
pub(crate) struct Place {
    path: String,
    span: Range<usize>,
}

impl From<&At<'_>> for Place {
    fn from(at: &At<'_>) -> Self {
        Self { path: at.path.to_string(), span: at.caret() }
    }
}

impl From<(String, Range<usize>)> for Place {
    fn from((path, span): (String, Range<usize>)) -> Self {
        Self { path, span }
    }
}

impl Place {
    fn fault(self, text: &str, code: Code, message: String, help: String) -> Fault {
        let (line, column) = line_and_column(text, self.span.start);
        Fault {
            code,
            path: self.path,
            line: Some(line),
            column: Some(column),
            message,
            help,
            span: self.span,
        }
    }
}

/// The word of `known` most like `word`.
fn nearest_word<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let short: String = word.chars().take(60).collect::<String>().to_lowercase();
    let likeness = |candidate: &str| strsim::jaro_winkler(&short, &candidate.to_lowercase());
    known.into_iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
}

/// The known word that a word may be with a slip in it.
pub(crate) fn near_word<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    nearest_word(word, known.into_iter().filter(|known| resembles(word, known)))
}

/// Names for a message, in order, a few of them.
pub(crate) fn listed<'n>(what: &str, names: impl Iterator<Item = &'n str>) -> String {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    let first: Vec<String> = names.iter().take(8).map(|name| format!("`{}`", shortened(name))).collect();
    let more = if names.len() > first.len() { ", …" } else { "" };
    format!("{what} {}{more}", first.join(", "))
}

/// Text for a message, cut where it is long.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_offered_for_one_that_differs_in_few_letters_alone() {
        let known = ["base", "revolute", "upper_arm", "tool"];
        for (word, near) in
            [("bse", "base"), ("revolut", "revolute"), ("uper_amr", "upper_arm"), ("TOOL", "tool")]
        {
            assert_eq!(near_word(word, known), Some(near), "{word}");
        }
        for word in ["", "x", "table", "wheel", "prismatic", &"z".repeat(1000)] {
            assert_eq!(near_word(word, known), None, "{word}");
        }
        for (word, other) in [("xyzzy", "hybrid"), ("foo", "freedoms"), ("q", "c"), ("frobnicate", "robot")] {
            assert_eq!(near_word(word, [other]), None, "{word}");
        }
    }
}
