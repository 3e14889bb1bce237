//! An element of a URDF file with the way to it, and what its attributes say.

use crate::findings::{Code, Findings, Text, shortened};
use crate::node::quoted_key;
use roxmltree::{Attribute, Node};
use std::collections::HashMap;
use std::ops::Range;
use stiction::screw::{Pose, Spatial};

/// An element, and how it is called in messages: `link[elbow].inertial`.
#[derive(Debug, Clone)]
pub(super) struct Element<'a, 'i> {
    node: Node<'a, 'i>,
    path: String,
}

impl<'a, 'i> Element<'a, 'i> {
    pub(super) fn root(node: Node<'a, 'i>) -> Self {
        Self { node, path: String::new() }
    }

    pub(super) fn name(&self) -> &'a str {
        self.node.tag_name().name()
    }

    /// Whether it is what `xacro` expands; an undeclared prefix ends with a full stop.
    pub(super) fn is_xacro(&self) -> bool {
        self.node.tag_name().namespace().is_some_and(|uri| uri.contains("xacro"))
            || self.name().starts_with("xacro.")
    }

    /// A part of the first `inertial` below, or what of the way to it there is.
    pub(super) fn inertial_part(&self, part: &str) -> Self {
        let first = |element: &Self, name: &str| element.children().find(|child| child.name() == name);
        let Some(inertial) = first(self, "inertial") else { return self.clone() };
        first(&inertial, part).unwrap_or(inertial)
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }

    pub(super) fn get(&self, attribute: &str) -> Option<&'a str> {
        self.node.attribute(attribute)
    }

    /// The elements below, in the order of the file.
    pub(super) fn children(&self) -> impl Iterator<Item = Self> + '_ {
        self.node.children().filter(Node::is_element).map(|node| self.below(node))
    }

    /// The one element below with this name; a second one is a fault.
    pub(super) fn child(&self, name: &str, found: &mut Findings<'_>) -> Option<Self> {
        let mut all = self.children().filter(|child| child.name() == name);
        let first = all.next();
        if let Some(second) = all.next() {
            let help = format!("keep one `{name}`");
            second.fault("twice", format!("there is a `{name}` already"), help, found);
        }
        first
    }

    /// The one element below with this name, without which nothing can be said.
    pub(super) fn required(&self, name: &str, help: &str, found: &mut Findings<'_>) -> Option<Self> {
        let child = self.child(name, found);
        if child.is_none() {
            self.fault("missing-key", format!("`{name}` is missing"), help, found);
        }
        child
    }

    fn below(&self, node: Node<'a, 'i>) -> Self {
        let name = node.tag_name().name();
        let step = match node.attribute("name") {
            Some(own) => format!("{name}[{}]", quoted_key(own)),
            None => name.to_owned(),
        };
        let path = if self.path.is_empty() { step } else { format!("{}.{step}", self.path) };
        Self { node, path }
    }

    /// The opening tag's name: where faults of the whole element point.
    pub(super) fn caret(&self) -> Range<usize> {
        let start = self.node.range().start;
        // `<` and the name with its prefix.
        let text = &self.node.document().input_text()[start..];
        let length = text.find(|letter: char| letter.is_whitespace() || letter == '>' || letter == '/');
        start..start + length.unwrap_or(1).max(1)
    }

    pub(super) fn fault(&self, code: Code, message: impl Text, help: impl Text, found: &mut Findings<'_>) {
        found.fault(code, (self.path.clone(), self.caret()), message, help);
    }

    pub(super) fn warn(&self, code: Code, message: impl Text, help: impl Text, found: &mut Findings<'_>) {
        found.warn(code, (self.path.clone(), self.caret()), message, help);
    }

    /// An attribute's text; without it a fault.
    pub(super) fn text(&self, attribute: &str, help: &str, found: &mut Findings<'_>) -> Option<&'a str> {
        let value = self.get(attribute);
        if value.is_none() {
            self.fault("missing-key", format!("`{attribute}` is missing"), help, found);
        }
        value
    }

    /// A fault of an attribute's value.
    pub(super) fn fault_of(
        &self,
        attribute: &str,
        code: &'static str,
        message: impl Into<String>,
        help: impl Into<String>,
        found: &mut Findings<'_>,
    ) {
        let span = self
            .node
            .attribute_node(attribute)
            .map_or(self.caret(), |known: Attribute<'_, '_>| known.range_value());
        found.fault(code, (format!("{}.{attribute}", self.path), span), message, help);
    }

    /// A number; none, without a fault, where the attribute is missing.
    pub(super) fn number(&self, attribute: &str, found: &mut Findings<'_>) -> Option<Option<f64>> {
        let Some(text) = self.get(attribute) else { return Some(None) };
        self.parsed(attribute, text.trim(), found).map(Some)
    }

    /// A number that must be there.
    pub(super) fn required_number(
        &self,
        attribute: &str,
        help: &str,
        found: &mut Findings<'_>,
    ) -> Option<f64> {
        let text = self.text(attribute, help, found)?;
        self.parsed(attribute, text.trim(), found)
    }

    /// Three numbers with spaces between them, or these where the attribute is missing.
    pub(super) fn triple(
        &self,
        attribute: &str,
        default: [f64; 3],
        found: &mut Findings<'_>,
    ) -> Option<[f64; 3]> {
        let Some(text) = self.get(attribute) else { return Some(default) };
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.len() != 3 && !super::is_unexpanded(text) {
            let few = if words.len() == 1 { "number" } else { "numbers" };
            let message = format!("{} {few} in `{}`, where 3 are wanted", words.len(), shortened(text));
            let help = "give three numbers with spaces between them, e.g. 0 0 1";
            self.fault_of(attribute, "length", message, help, found);
            return None;
        }
        if super::is_unexpanded(text) {
            // A substitution may have blanks in it.
            self.parsed(attribute, text.trim(), found)?;
        }
        let numbers: Vec<Option<f64>> =
            words.iter().map(|word| self.parsed(attribute, word, found)).collect();
        let numbers: Option<Vec<f64>> = numbers.into_iter().collect();
        numbers?.try_into().ok()
    }

    fn parsed(&self, attribute: &str, word: &str, found: &mut Findings<'_>) -> Option<f64> {
        match word.parse::<f64>() {
            Ok(number) if number.is_finite() => Some(number),
            _ if super::is_unexpanded(word) => {
                self.fault_of(
                    attribute,
                    "xacro",
                    format!("`{}` is not expanded", shortened(word)),
                    super::XACRO,
                    found,
                );
                None
            }
            Ok(number) => {
                self.fault_of(
                    attribute,
                    "not-finite",
                    format!("the number is {number}"),
                    "give a decimal",
                    found,
                );
                None
            }
            Err(_) => {
                let message = format!("`{}` is no number", shortened(word));
                self.fault_of(attribute, "not-a-number", message, "give a decimal, e.g. 0.5", found);
                None
            }
        }
    }

    /// `origin` below: turned about x, then y, then z of the frame it is given in, and moved.
    pub(super) fn origin(&self, found: &mut Findings<'_>) -> Option<Pose<Spatial>> {
        let Some(origin) = self.child("origin", found) else { return Some(Pose::identity()) };
        let place = origin.triple("xyz", [0.0; 3], found);
        let angles = origin.triple("rpy", [0.0; 3], found);
        let (place, [roll, pitch, yaw]) = (place?, angles?);
        let turn =
            |axis, angle| Pose::from_axis_angle(axis, angle, [0.0; 3]).unwrap_or_else(|_| Pose::identity());
        let rotation =
            turn([0.0, 0.0, 1.0], yaw) * turn([0.0, 1.0, 0.0], pitch) * turn([1.0, 0.0, 0.0], roll);
        Some(Pose::translation_by(place) * rotation)
    }
}

/// The index of every named element; one without a name, or with the name of another, is a fault.
pub(super) fn names<'a>(
    elements: &[Element<'a, '_>],
    what: &str,
    found: &mut Findings<'_>,
) -> HashMap<&'a str, usize> {
    let mut names = HashMap::new();
    for (index, element) in elements.iter().enumerate() {
        let Some(name) = element.get("name") else { continue };
        if names.contains_key(name) {
            let message = format!("another {what} is called `{}`", shortened(name));
            element.fault_of("name", "same-name", message, "give it a name of its own", found);
        } else {
            names.insert(name, index);
        }
    }
    names
}
