//! Partial choices as texts: a letter for each site, `?` where everything is open.

use super::{Choices, Objection, Partial, Site};

impl Site {
    /// The letter of a set of choices.
    fn letter(&self, mask: u32) -> Option<char> {
        if mask == self.all() && self.choices.len() > 1 {
            return Some('?');
        }
        let group = self.groups.iter().find(|(_, group)| *group == mask).map(|(letter, _)| *letter);
        group.or_else(|| {
            let single = mask.is_power_of_two().then(|| mask.trailing_zeros() as usize)?;
            self.choices.get(single).map(|choice| choice.letter)
        })
    }

    /// The choices that a letter names.
    fn named(&self, letter: char) -> Option<u32> {
        if letter == '?' {
            return Some(self.all());
        }
        let group = self.groups.iter().find(|(name, _)| *name == letter).map(|(_, mask)| *mask);
        let single =
            || self.choices.iter().position(|choice| choice.letter == letter).map(|index| 1 << index);
        group.or_else(single)
    }
}

impl Choices {
    /// A partial choice as a text.
    pub fn spell(&self, partial: &[u32]) -> String {
        self.sites.iter().zip(partial).map(|(site, &mask)| site.letter(mask).unwrap_or('*')).collect()
    }

    /// The partial choice of a text.
    pub fn read(&self, text: &str) -> Result<Partial, Objection> {
        let wrong = || Objection::Letters(text.chars().take(80).collect());
        let letters: Vec<char> = text.chars().collect();
        if letters.len() != self.sites.len() {
            return Err(wrong());
        }
        let named = self.sites.iter().zip(letters).map(|(site, letter)| site.named(letter));
        named.collect::<Option<Partial>>().ok_or_else(wrong)
    }
}
