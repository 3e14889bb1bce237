//! One tree for both formats: what was written, and where.
//!
//! **Numbers keep their text.** The parser keeps the characters of each number with its place, so `0.1` is
//! one tenth and a fault points at its column. TOML and JSON become one tree of nodes and meet one validator.

use std::fmt;
use std::ops::Range;

/// A value with the bytes it was written in.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    pub span: Range<usize>,
    pub kind: Kind,
}

/// What kind of value it is; numbers keep their text, so that `0.3` stays three tenths.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Kind {
    Null,
    Flag(bool),
    Number(String),
    Text(String),
    Date,
    List(Vec<Node>),
    Table(Vec<Entry>),
}

/// A key with its value, in the order of the file.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    pub key: String,
    pub key_span: Range<usize>,
    pub value: Node,
}

impl Kind {
    /// The kind in words, for messages.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Flag(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::Text(_) => "a string",
            Self::Date => "a date",
            Self::List(_) => "a list",
            Self::Table(_) => "a table",
        }
    }
}

/// The way from the root of a file to a value, as a chain of borrowed steps.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Path<'p> {
    Root,
    Key(&'p Path<'p>, &'p str),
    Index(&'p Path<'p>, usize),
}

/// `contacts[2].normal`; keys that are not plain words are quoted: `bodies."left finger".mass`.
impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Index(parent, index) => write!(f, "{parent}[{index}]"),
            Self::Key(parent, key) => {
                let dot = if matches!(parent, Self::Root) { "" } else { "." };
                write!(f, "{parent}{dot}{}", quoted_key(key))
            }
        }
    }
}

/// A key as it stands in a path.
pub(crate) fn quoted_key(key: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let short: String = key.chars().take(60).collect();
    if !key.is_empty() && key.chars().all(plain) { short } else { format!("{short:?}") }
}

/// A value together with the way to it.
#[derive(Debug, Clone)]
pub(crate) struct At<'a> {
    pub node: &'a Node,
    pub path: Path<'a>,
    /// Where its key is written, if it has one: the caret of a fault of the whole value.
    pub key_span: Option<Range<usize>>,
}

impl<'a> At<'a> {
    pub fn root(node: &'a Node) -> Self {
        Self { node, path: Path::Root, key_span: None }
    }

    /// The value under `key`, if this is a table that has it.
    pub fn get<'c>(&'c self, key: &'c str) -> Option<At<'c>> {
        let Kind::Table(entries) = &self.node.kind else { return None };
        entries.iter().find(|entry| entry.key == key).map(|entry| self.entry(entry))
    }

    pub fn entry<'c>(&'c self, entry: &'c Entry) -> At<'c> {
        let key_span = Some(entry.key_span.clone());
        At { node: &entry.value, path: Path::Key(&self.path, &entry.key), key_span }
    }

    /// The elements, if this is a list.
    pub fn elements<'c>(&'c self) -> Option<impl ExactSizeIterator<Item = At<'c>>> {
        let Kind::List(nodes) = &self.node.kind else { return None };
        let element = |(index, node)| At { node, path: Path::Index(&self.path, index), key_span: None };
        Some(nodes.iter().enumerate().map(element))
    }

    /// Where to point for a fault of the value as a whole: its key if it spans a region of its own.
    pub fn caret(&self) -> Range<usize> {
        match (&self.node.kind, &self.key_span) {
            (Kind::Table(_), Some(key)) => key.clone(),
            _ => self.node.span.clone(),
        }
    }
}
