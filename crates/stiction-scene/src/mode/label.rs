//! The seven letters of a planar contact, and modes written with them.

use std::fmt;

/// What a planar contact does: the letters of \[BT 4\], with the names of \[MR 12.1.3\].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label {
    /// `l`: kept, and slides to the left, `vt > 0`.
    Left,
    /// `r`: kept, and slides to the right, `vt < 0`.
    Right,
    /// `n`: kept, and rolls or sticks.
    Sticks,
    /// `a`: a near contact that approaches.
    Approaches,
    /// `s`: separates; a near one does not approach.
    Separates,
    /// `u`: a near contact that does as it likes.
    Unconstrained,
    /// `m`: kept, whatever it does along the tangent.
    Kept,
}

/// Why a text is not a mode of the contacts it is meant for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModeFault {
    /// Which contact, counted from 0; none where the number of letters is wrong.
    pub contact: Option<usize>,
    /// The rule, and what was found.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl fmt::Display for ModeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.message, self.help)
    }
}

impl Label {
    /// All letters, in the order of the manual.
    pub const ALL: [Self; 7] = [
        Self::Left,
        Self::Right,
        Self::Sticks,
        Self::Approaches,
        Self::Separates,
        Self::Unconstrained,
        Self::Kept,
    ];

    /// The letter.
    pub fn letter(self) -> char {
        match self {
            Self::Left => 'l',
            Self::Right => 'r',
            Self::Sticks => 'n',
            Self::Approaches => 'a',
            Self::Separates => 's',
            Self::Unconstrained => 'u',
            Self::Kept => 'm',
        }
    }

    /// The label of a letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|label| label.letter() == letter)
    }

    /// Whether the contact is kept, and so can push.
    pub fn is_kept(self) -> bool {
        matches!(self, Self::Left | Self::Right | Self::Sticks | Self::Kept)
    }

    /// Whether a contact can have this label: a touching one is kept or separates, a near one approaches,
    /// separates or is free.
    pub fn fits(self, touching: bool) -> bool {
        match self {
            Self::Separates => true,
            Self::Approaches | Self::Unconstrained => !touching,
            _ => touching,
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Reads a planar mode: one letter for each contact, `touching` or near, blanks anywhere between them.
///
/// ```
/// use stiction_scene::mode::{Label, parse_mode};
/// assert_eq!(parse_mode("n a", &[true, false]), Ok(vec![Label::Sticks, Label::Approaches]));
/// assert_eq!(parse_mode("an", &[true, false]).unwrap_err().len(), 2);
/// assert!(parse_mode("x", &[true]).unwrap_err()[0].message.contains("not a letter"));
/// ```
///
/// # Errors
/// Every fault at once: letters that are none, too many or too few, letters that the contact's gap does not allow.
pub fn parse_mode(text: &str, touching: &[bool]) -> Result<Vec<Label>, Vec<ModeFault>> {
    let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let mut faults = Vec::new();
    if letters.len() != touching.len() {
        faults.push(ModeFault {
            contact: None,
            message: miscounted(text, letters.len(), "letter", touching.len()),
            help: "give one letter for each contact, in the order of the file".to_owned(),
        });
    }
    let mut labels = Vec::with_capacity(letters.len());
    for (index, &letter) in letters.iter().enumerate() {
        match Label::from_letter(letter) {
            None => faults.push(unknown(index, letter)),
            Some(label) => {
                faults.extend(
                    touching
                        .get(index)
                        .filter(|&&touching| !label.fits(touching))
                        .map(|&touching| unfit(index, label, touching)),
                );
                labels.push(label);
            }
        }
    }
    if faults.is_empty() { Ok(labels) } else { Err(faults) }
}

/// `mode X has 1 letter for 2 contacts`.
pub(super) fn miscounted(text: &str, found: usize, word: &str, contacts: usize) -> String {
    let counted = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    format!("mode `{text}` has {} for {}", counted(found, word), counted(contacts, "contact"))
}

fn unknown(contact: usize, letter: char) -> ModeFault {
    ModeFault {
        contact: Some(contact),
        message: format!("`{letter}` at position {} is not a letter of a mode", contact + 1),
        help:
            "use l (slides left), r (right), n (sticks), m (kept), s (separates), a (approaches), u (near, free)"
                .to_owned(),
    }
}

fn unfit(contact: usize, label: Label, touching: bool) -> ModeFault {
    let (is, help) = if touching {
        ("a touching contact", "use l, r, n, m or s, or give the contact a `gap`")
    } else {
        ("a near contact (its `gap` is greater than zero)", "use s, a or u, or set `gap = 0`")
    };
    ModeFault {
        contact: Some(contact),
        message: format!("`{label}` at position {} does not fit {is}", contact + 1),
        help: help.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_names_one_label_and_back() {
        for label in Label::ALL {
            assert_eq!(Label::from_letter(label.letter()), Some(label));
        }
        assert_eq!(Label::from_letter('B'), None);
    }

    #[test]
    fn all_faults_of_a_mode_are_told_at_once() {
        let faults = parse_mode("xau?", &[true, true, true]).unwrap_err();
        let places: Vec<_> = faults.iter().map(|fault| fault.contact).collect();
        assert_eq!(places, [None, Some(0), Some(1), Some(2), Some(3)]);
    }

    #[test]
    fn only_separation_fits_touching_and_near_contacts_alike() {
        let both: Vec<Label> =
            Label::ALL.into_iter().filter(|label| label.fits(true) && label.fits(false)).collect();
        assert_eq!(both, [Label::Separates]);
    }
}
