//! Partial choices as texts: a label for each site, `?` where everything is open; with spaces between them where labels are longer than a
//! letter.

use super::{Choices, Objection, Partial, Site};

impl Site {
    /// The label of a set of choices.
    fn label(&self, mask: u32) -> Option<&str> {
        if mask == self.all() && self.choices.len() > 1 {
            return Some("?");
        }
        let group = self.groups.iter().find(|(_, group)| *group == mask).map(|(label, _)| &**label);
        group.or_else(|| {
            let single = mask.is_power_of_two().then(|| mask.trailing_zeros() as usize)?;
            self.choices.get(single).map(|choice| &*choice.label)
        })
    }

    /// The choices that a label names.
    fn named(&self, label: &str) -> Option<u32> {
        if label == "?" {
            return Some(self.all());
        }
        let group = self.groups.iter().find(|(name, _)| *name == label).map(|(_, mask)| *mask);
        let single = || self.choices.iter().position(|choice| choice.label == label).map(|index| 1 << index);
        group.or_else(single)
    }
}

impl Choices {
    /// A partial choice as a text.
    pub fn spell(&self, partial: &[u32]) -> String {
        let labels = self.sites.iter().zip(partial).map(|(site, &mask)| site.label(mask).unwrap_or("*"));
        if self.spaced { labels.collect::<Vec<_>>().join(" ") } else { labels.collect() }
    }

    /// The partial choice of a text.
    pub fn read(&self, text: &str) -> Result<Partial, Objection> {
        let wrong = || Objection::Letters(text.chars().take(80).collect());
        let labels: Vec<&str> = if self.spaced {
            text.split(' ').collect()
        } else {
            text.char_indices().map(|(at, letter)| &text[at..at + letter.len_utf8()]).collect()
        };
        if labels.len() != self.sites.len() {
            return Err(wrong());
        }
        let named = self.sites.iter().zip(labels).map(|(site, label)| site.named(label));
        named.collect::<Option<Partial>>().ok_or_else(wrong)
    }
}
