//! An XML document as an owned tree, whose elements may come from several files.
//!
//! Elements of a file that another one includes have the place of the `include` in the first, so that every fault
//! points into the file that the person named.

use crate::findings::{Code, Findings, Text, shortened};
use roxmltree::Node;
use std::ops::Range;

/// An element.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tag {
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
    pub(crate) children: Vec<Tag>,
    /// The text directly inside.
    pub(crate) text: String,
    /// How it is called in messages: `worldbody.body[arm].joint[elbow]`.
    pub(crate) path: String,
    pub(crate) place: Range<usize>,
}

impl Tag {
    /// The tree below a node; `place` is that of all elements, if they are of another file.
    pub(crate) fn of(node: Node<'_, '_>, path: &str, place: Option<&Range<usize>>) -> Self {
        let name = node.tag_name().name().to_owned();
        let own = match node.attribute("name") {
            Some(called) => format!("{name}[{called}]"),
            None => name.clone(),
        };
        let path = if path.is_empty() { own } else { format!("{path}.{own}") };
        let start = node.range().start;
        let children = node.children().filter(Node::is_element);
        Self {
            attributes: node
                .attributes()
                .map(|attribute| (attribute.name().to_owned(), attribute.value().to_owned()))
                .collect(),
            children: children.map(|child| Self::of(child, &path, place)).collect(),
            text: node.text().unwrap_or_default().trim().to_owned(),
            place: place.cloned().unwrap_or(start..start + 1 + name.len()),
            name,
            path,
        }
    }

    pub(crate) fn get(&self, attribute: &str) -> Option<&str> {
        self.attributes.iter().find(|(name, _)| name == attribute).map(|(_, value)| value.as_str())
    }

    /// The elements below with this name.
    pub(crate) fn all<'t>(&'t self, name: &'t str) -> impl Iterator<Item = &'t Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    pub(crate) fn child(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    pub(crate) fn fault(&self, code: Code, message: impl Text, help: impl Text, found: &mut Findings<'_>) {
        found.fault(code, (self.path.clone(), self.place.clone()), message, help);
    }

    /// The numbers of a text that belongs to this element; a fault where one is none.
    pub(crate) fn numbers(&self, what: &str, text: &str, found: &mut Findings<'_>) -> Option<Vec<f64>> {
        let mut all = Vec::new();
        for word in text.split_whitespace() {
            match word.parse::<f64>() {
                Ok(number) if number.is_finite() => all.push(number),
                _ => {
                    let message = format!("`{}` of `{what}` is no number", shortened(word));
                    self.fault("not-a-number", message, "give decimals with blanks between them", found);
                    return None;
                }
            }
        }
        Some(all)
    }

    /// So many numbers of a text that belongs to this element.
    pub(crate) fn list<const N: usize>(
        &self,
        what: &str,
        text: &str,
        found: &mut Findings<'_>,
    ) -> Option<[f64; N]> {
        let numbers = self.numbers(what, text, found)?;
        let count = numbers.len();
        let list = numbers.try_into().ok();
        if list.is_none() {
            let message = format!("`{what}` has {count} numbers");
            self.fault("length", message, format!("give {N}"), found);
        }
        list
    }
}
