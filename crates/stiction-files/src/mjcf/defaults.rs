//! Default classes: what an attribute is that an element does not have.

use crate::xml_tree::Tag;
use std::collections::HashMap;

/// The name of the outermost class.
const MAIN: &str = "main";

/// For every class and kind of element its attributes, those of outer classes among them.
#[derive(Debug, Default)]
pub(super) struct Defaults {
    known: HashMap<(String, String), Vec<(String, String)>>,
    /// The class around each.
    outer: HashMap<String, String>,
}

impl Defaults {
    pub(super) fn of(tree: &Tag) -> Self {
        let mut all = Self::default();
        for section in tree.all("default") {
            all.add(section, None);
        }
        all
    }

    fn add(&mut self, section: &Tag, outer: Option<&str>) {
        let class = section.get("class").unwrap_or(MAIN).to_owned();
        if let Some(outer) = outer.filter(|outer| *outer != class) {
            self.outer.insert(class.clone(), outer.to_owned());
        }
        for child in &section.children {
            if child.name == "default" {
                self.add(child, Some(&class));
            } else {
                let entry = self.known.entry((class.clone(), child.name.clone())).or_default();
                entry.extend(child.attributes.iter().cloned());
            }
        }
    }

    /// An attribute of an element in a class: its own, else that of the class, else that of the class around it.
    pub(super) fn attribute<'t>(&'t self, tag: &'t Tag, class: Option<&str>, name: &str) -> Option<&'t str> {
        if let Some(own) = tag.get(name) {
            return Some(own);
        }
        let kind = if tag.name == "freejoint" { "joint" } else { &tag.name };
        let mut class = tag.get("class").or(class).unwrap_or(MAIN).to_owned();
        for _ in 0..=self.outer.len() {
            let given = self.known.get(&(class.clone(), kind.to_owned()));
            // The last of two says it.
            if let Some((_, value)) =
                given.and_then(|given| given.iter().rev().find(|(known, _)| known == name))
            {
                return Some(value);
            }
            match self.outer.get(&class) {
                Some(outer) => class = outer.clone(),
                None if class != MAIN => class = MAIN.to_owned(),
                None => return None,
            }
        }
        None
    }
}
