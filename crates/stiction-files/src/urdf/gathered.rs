//! Warnings of one kind about many links or joints: told once, where the first of them is.

use super::element::Element;
use crate::findings::{Findings, shortened};
use crate::xml_tree::Tag;
use std::ops::Range;

/// Most names that a warning lists.
const MOST: usize = 6;

/// Warnings in the order in which their kinds were met.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    kinds: Vec<Kind>,
}

#[derive(Debug)]
struct Kind {
    code: &'static str,
    /// What is said of all of them, behind their number and names.
    said: String,
    help: String,
    path: String,
    place: Range<usize>,
    names: Vec<String>,
}

impl Gathered {
    /// One more of which this is said.
    pub(super) fn note(
        &mut self,
        code: &'static str,
        element: &Element<'_, '_>,
        name: &str,
        said: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.add(code, (element.path().to_owned(), element.caret()), name, said.into(), help.into());
    }

    /// The same of an element of a tree.
    pub(crate) fn note_at(
        &mut self,
        code: &'static str,
        tag: &Tag,
        name: &str,
        said: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.add(code, (tag.path.clone(), tag.place.clone()), name, said.into(), help.into());
    }

    pub(super) fn add(
        &mut self,
        code: &'static str,
        (path, place): (String, Range<usize>),
        name: &str,
        said: String,
        help: String,
    ) {
        let known = self.kinds.iter_mut().find(|kind| kind.code == code && kind.said == said);
        match known {
            Some(kind) => kind.names.push(name.to_owned()),
            None => self.kinds.push(Kind { code, said, help, path, place, names: vec![name.to_owned()] }),
        }
    }

    /// One warning a kind.
    pub(crate) fn tell(self, found: &mut Findings<'_>) {
        for Kind { code, said, help, path, place, names } in self.kinds {
            let listed: Vec<String> = names.iter().take(MOST).map(|name| shortened(name)).collect();
            let more =
                if names.len() > MOST { format!(" and {} more", names.len() - MOST) } else { String::new() };
            let message = format!("{}{more}: {said}", listed.join(", "));
            found.warn(code, (path, place), message, help);
        }
    }
}
