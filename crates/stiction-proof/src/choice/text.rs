//! Partial choices as texts: a label for each site, `?` where everything is open; with spaces between them
//! where labels are longer than a letter.  Several choices that have no label together are written `[sn]`,
//! with spaces `[s|00]`.

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

    /// The label of a set of choices that has none of its own: all of theirs.
    fn labels(&self, mask: u32, between: &str) -> String {
        let chosen = self.choices.iter().enumerate().filter(|(index, _)| mask >> index & 1 == 1);
        let labels: Vec<&str> = chosen.map(|(_, choice)| &*choice.label).collect();
        format!("[{}]", labels.join(between))
    }

    /// The choices that a label names.
    fn named(&self, label: &str) -> Option<u32> {
        if label == "?" {
            return Some(self.all());
        }
        if let Some(list) = label.strip_prefix('[').and_then(|list| list.strip_suffix(']')) {
            let labels: Vec<&str> =
                if list.contains('|') { list.split('|').collect() } else { letters(list).collect() };
            let one = |label: &str| self.choices.iter().position(|choice| choice.label == label);
            let mask = labels.into_iter().try_fold(0, |mask, label| Some(mask | 1 << one(label)?));
            return mask.filter(|mask| *mask != 0);
        }
        let group = self.groups.iter().find(|(name, _)| *name == label).map(|(_, mask)| *mask);
        let single = || self.choices.iter().position(|choice| choice.label == label).map(|index| 1 << index);
        group.or_else(single)
    }
}

impl Choices {
    /// A partial choice as a text.
    pub fn spell(&self, partial: &[u32]) -> String {
        let between = if self.spaced { "|" } else { "" };
        let label = |(site, &mask): (&Site, &u32)| {
            site.label(mask).map_or_else(|| site.labels(mask, between), str::to_owned)
        };
        let labels: Vec<String> = self.sites.iter().zip(partial).map(label).collect();
        labels.join(if self.spaced { " " } else { "" })
    }

    /// The partial choice of a text.
    pub fn read(&self, text: &str) -> Result<Partial, Objection> {
        let wrong = || Objection::Letters(text.chars().take(80).collect());
        let labels: Vec<&str> = if self.spaced { text.split(' ').collect() } else { bracketed(text) };
        if labels.len() != self.sites.len() {
            return Err(wrong());
        }
        let named = self.sites.iter().zip(labels).map(|(site, label)| site.named(label));
        named.collect::<Option<Partial>>().ok_or_else(wrong)
    }
}

fn letters(text: &str) -> impl Iterator<Item = &str> {
    text.char_indices().map(|(at, letter)| &text[at..at + letter.len_utf8()])
}

/// The letters of a text, and what stands in brackets as one.
fn bracketed(text: &str) -> Vec<&str> {
    let mut labels = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let closed = rest.find(']').filter(|_| first == '[').map(|end| end + 1);
        let (label, further) = rest.split_at(closed.unwrap_or(first.len_utf8()));
        labels.push(label);
        rest = further;
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::Choice;

    fn choices(labels: &[&'static str]) -> Choices {
        let choice = |label: &&'static str| Choice { label: (*label).into(), signs: vec![], open: vec![] };
        let site = Site { choices: labels.iter().map(choice).collect(), groups: vec![("m".into(), 0b1110)] };
        Choices::new(0, &[], vec![site; 3]).unwrap()
    }

    #[test]
    fn every_set_of_choices_is_read_as_it_is_spelled() {
        for labels in [["s", "n", "l", "r"], ["s", "00", "+-", "+-:e2-3"]] {
            let choices = choices(&labels);
            for mask in 1..16 {
                let partial = vec![mask, 0b1111, 0b0001];
                assert_eq!(choices.read(&choices.spell(&partial)), Ok(partial));
            }
        }
        assert_eq!(choices(&["s", "n", "l", "r"]).spell(&[0b0011, 0b1110, 0b1000]), "[sn]mr");
        assert_eq!(choices(&["s", "00", "+", "-"]).spell(&[0b0011, 0b1110, 0b1111]), "[s|00] m ?");
        for wrong in ["[]nn", "[snn", "[sx]nn", "nn", "nnnn", "]nn", "[s[n]n"] {
            assert!(choices(&["s", "n", "l", "r"]).read(wrong).is_err(), "{wrong}");
        }
    }
}
