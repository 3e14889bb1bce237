//! Faults and warnings: place, rule, measured value, remedy; and how they are shown.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde::Serialize;
use std::fmt;
use std::ops::Range;
use stiction::scene::visible;

/// Longest line that is shown whole; of a longer one only the part around the fault.
const LINE_SHOWN: usize = 160;

/// One thing wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The rule, in kebab-case.
    pub code: &'static str,
    /// Path of the value, e.g. `contacts[2].normal`; empty for the file as a whole.
    pub path: String,
    /// Line, from 1; none where the file has no text to point at.
    pub line: Option<usize>,
    /// Column in characters, from 1.
    pub column: Option<usize>,
    /// What is wrong, with the measured value.
    pub message: String,
    /// What to do about it.
    pub help: String,
    /// The bytes concerned.
    #[serde(skip)]
    pub(crate) span: Range<usize>,
}

/// Something that is accepted and probably not meant; it has the parts of a [`Fault`].
pub type Warning = Fault;

/// Everything wrong with a file that could not be read, and what is doubtful besides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Faults {
    /// At least one fault, in the order of the file.
    pub faults: Vec<Fault>,
    /// Warnings, in the order of the file.
    pub warnings: Vec<Warning>,
}

impl Fault {
    /// A fault of a file as a whole: there is no text to point at.
    pub(crate) fn of_file(code: &'static str, message: String, help: &str) -> Self {
        let help = help.into();
        Self { code, path: String::new(), line: None, column: None, message, help, span: 0..0 }
    }
}

impl Faults {
    pub(crate) fn one(fault: Fault) -> Self {
        Self { faults: vec![fault], warnings: Vec::new() }
    }

    /// Everything as text with lines and carets, for people.  `text` is the file that was read.
    pub fn render(&self, name: &str, text: &str, color: bool) -> String {
        let faults = self.faults.iter().map(|fault| render_one(Level::ERROR, fault, name, text, color));
        faults.chain(std::iter::once(render_warnings(&self.warnings, name, text, color))).collect()
    }
}

/// Warnings as text with lines and carets, for people.
pub fn render_warnings(warnings: &[Warning], name: &str, text: &str, color: bool) -> String {
    let mut kinds: Vec<Vec<&Warning>> = Vec::new();
    for warning in warnings {
        match kinds.iter_mut().find(|kind| kind[0].code == warning.code) {
            Some(kind) => kind.push(warning),
            None => kinds.push(vec![warning]),
        }
    }
    kinds.iter().map(|kind| render_kind(kind, name, text, color)).collect()
}

/// Warnings of one kind up to which each is shown.
const FEW: usize = 3;

/// Warnings of one kind: each where they are few, else the first with how many there are.
fn render_kind(kind: &[&Warning], name: &str, text: &str, color: bool) -> String {
    let one = |warning: &Warning| render_one(Level::WARNING, warning, name, text, color);
    if kind.len() <= FEW {
        return kind.iter().map(|warning| one(warning)).collect();
    }
    let mut first = kind[0].clone();
    first.help =
        format!("{}; there are {} more such warnings, and --json lists them", first.help, kind.len() - 1);
    one(&first)
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(line), Some(column)) = (self.line, self.column) {
            write!(f, "{line}:{column}: ")?;
        }
        if !self.path.is_empty() {
            write!(f, "{}: ", visible(&self.path))?;
        }
        write!(f, "{} ({})", visible(&self.message), visible(&self.help))
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.faults.iter().try_for_each(|fault| writeln!(f, "{fault}"))
    }
}

impl std::error::Error for Faults {}

fn render_one(level: Level<'_>, fault: &Fault, name: &str, text: &str, color: bool) -> String {
    let title = match fault.path.as_str() {
        "" => visible(&fault.message).into_owned(),
        path => visible(&format!("{path}: {}", fault.message)).into_owned(),
    };
    let name = visible(name);
    let mut group = Group::with_title(level.primary_title(title).id(fault.code));
    group = match fault.line {
        Some(line) => group.elements(excerpt(fault, line, &name, text)),
        None => group.element(Origin::path(&*name)),
    };
    let report = [group.element(Level::HELP.message(visible(&fault.help).into_owned()))];
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    renderer.decor_style(DecorStyle::Ascii).render(&report) + "\n\n"
}

/// The line of a fault with a caret under it; of a very long line the part around the caret.
fn excerpt<'n>(fault: &Fault, line: usize, name: &'n str, text: &str) -> Vec<annotate_snippets::Element<'n>> {
    let begin = floor(text, fault.span.start);
    let (start, end) = (line_start_near(text, begin), line_end_near(text, begin));
    let caret = begin..ceil(text, fault.span.end.clamp(begin, end));
    if end - start <= LINE_SHOWN {
        let (source, place) = source(text, start..end, caret);
        let snippet = Snippet::source(source).line_start(line).path(name);
        return vec![snippet.annotation(AnnotationKind::Primary.span(place)).into()];
    }
    let from = floor(text, begin.saturating_sub(LINE_SHOWN / 2).max(start));
    let to = ceil(text, (begin + LINE_SHOWN / 2).min(end));
    let (source, place) = source(text, from..to, caret.start..caret.end.min(to));
    let snippet = Snippet::source(source).line_start(line);
    let origin = Origin::path(name).line(line).char_column(fault.column.unwrap_or(1));
    vec![origin.into(), snippet.annotation(AnnotationKind::Primary.span(place)).into()]
}

/// A part of a file with everything seen but its tabs, and where a caret is in it.
fn source(text: &str, part: Range<usize>, caret: Range<usize>) -> (String, Range<usize>) {
    let seen = |part: Range<usize>| -> String {
        text.get(part).unwrap_or_default().split('\t').map(visible).collect::<Vec<_>>().join("\t")
    };
    let before = seen(part.start..caret.start);
    let under = seen(caret.clone());
    let place = before.len()..before.len() + under.len();
    (before + &under + &seen(caret.end.max(caret.start)..part.end), place)
}

/// Line and column of a byte, from 1, the column in characters.
pub(crate) fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..floor(text, at)];
    let start = before.iter().rposition(|b| *b == b'\n').map_or(0, |newline| newline + 1);
    let line = before[..start].iter().filter(|b| **b == b'\n').count() + 1;
    // Bytes 10xxxxxx continue a character.
    (line, before[start..].iter().filter(|b| **b & 0xC0 != 0x80).count() + 1)
}

/// Where the line of a byte begins, looking back no farther than a long line.
fn line_start_near(text: &str, at: usize) -> usize {
    let from = floor(text, at.saturating_sub(LINE_SHOWN + 1));
    text[from..at].rfind('\n').map_or(from, |newline| from + newline + 1)
}

/// Where the line of a byte ends, looking no farther than a long line.
fn line_end_near(text: &str, at: usize) -> usize {
    let to = ceil(text, (at + LINE_SHOWN + 1).min(text.len()));
    text[at..to].find(['\n', '\r']).map_or(to, |length| at + length)
}

/// The character boundary at or before a byte.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0)
}

/// The character boundary at or after a byte.
fn ceil(text: &str, at: usize) -> usize {
    (at.min(text.len())..=text.len()).find(|i| text.is_char_boundary(*i)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str, span: Range<usize>) -> Faults {
        let (line, column) = line_and_column(text, span.start);
        Faults::one(Fault {
            code: "zero-normal",
            path: "contacts[0].normal".into(),
            line: Some(line),
            column: Some(column),
            message: "the normal has length 0".into(),
            help: "give a direction, e.g. [0, 1]".into(),
            span,
        })
    }

    #[test]
    fn columns_count_characters_not_bytes() {
        assert_eq!(line_and_column("a\nüüx", 6), (2, 3));
        assert_eq!(line_and_column("", 0), (1, 1));
        assert_eq!(line_and_column("ü", 1), (1, 1));
    }

    #[test]
    fn a_fault_shows_its_line_with_a_caret() {
        let text = "[[contacts]]\nnormal = [0, 0]\n";
        let shown = fault(text, 22..28).render("a.toml", text, false);
        for part in ["zero-normal", "a.toml:2:10", "normal = [0, 0]", "^^^^^^", "help: give a direction"] {
            assert!(shown.contains(part), "{part} is missing in\n{shown}");
        }
    }

    #[test]
    fn of_a_very_long_line_a_part_is_shown() {
        let text = format!("{{\"x\": [{}0, 0]}}", "1, ".repeat(100_000));
        let shown = fault(&text, 150_008..150_009).render("a.json", &text, false);
        assert!(shown.len() < 2000 && shown.contains("a.json:1:150009"), "{shown}");
    }

    #[test]
    fn a_fault_at_the_very_end_can_be_shown() {
        for text in ["", "\n", "ü", "x = \r\n"] {
            let shown = fault(text, text.len()..text.len() + 3).render("a.toml", text, true);
            assert!(shown.contains("length 0"));
        }
    }

    #[test]
    fn faults_are_json() {
        let value = serde_json::to_value(fault("ab", 1..2)).unwrap();
        assert_eq!(value["faults"][0]["code"], "zero-normal");
        assert_eq!(value["faults"][0]["line"], 1);
        assert_eq!(value["faults"][0]["column"], 2);
        assert_eq!(value["faults"][0]["help"], "give a direction, e.g. [0, 1]");
        assert_eq!(value["warnings"], serde_json::json!([]));
    }

    #[test]
    fn nothing_in_a_file_or_its_name_moves_the_cursor_of_who_reads_its_faults() {
        let text = "a = \"\u{1b}[2J\u{9b}1m\u{202e}\u{61c}\u{7f}\"\tb = 0\n";
        let at = text.find("0\n").unwrap();
        let mut bad = fault(text, at..at + 1);
        bad.faults[0].message += "\u{1b}[31m\nforged: line";
        let shown = bad.render("a\n\u{1b}]0;x\u{7}.toml", text, false);
        let hidden = |c: char| c != '\n' && stiction::scene::is_hidden(c);
        assert!(!shown.contains(hidden), "{shown:?}");
        assert!(!shown.lines().any(|line| line.starts_with("forged")), "{shown}");
        // The caret stands under the value, behind what was written out before it.
        let lines: Vec<&str> = shown.lines().collect();
        let source = lines.iter().position(|line| line.contains("b = 0")).unwrap();
        let column = |line: &str, c: char| line.chars().position(|other| other == c).unwrap();
        assert_eq!(column(lines[source + 1], '^'), lines[source].chars().count() - 1);
        assert!(!bad.to_string().contains(hidden));
    }
}
