//! Why there are no other modes than the listed ones: partial modes that are impossible, and stand for all the others.
//!
//! One choice is made after the other: is a contact kept, and how does it slip along each tangent.  Choices
//! that begin no listed mode and are not covered yet are refuted by one program, with nothing asked of what
//! comes after; its refutation needs few rows, so whatever it does not need is taken back to `?`, and it
//! covers many other choices. Then (1) of `stiction_proof`'s `modes_complete` holds by construction, and its
//! checker has the last word.

use super::Mode;
use super::explain::refuted;
use std::collections::HashSet;
use stiction_proof::{ContactKind, ModeChoice, ModeContact, ModeProblem, ModeProof, Refusal, RowMultipliers};

/// Modes of a list that is shown to be complete, at most: each of their choices is looked up among all refutations.
const MOST_MODES: usize = 1000;
/// Refutations, at most: each is an exact program, and some lines of a report.
const MOST_REFUTED: usize = 500;

/// Impossible modes that stand for everything that is not listed; none where there are too many.
///
/// ```
/// use stiction_modes::modes::{complete, mode_problem, modes};
/// use stiction_scene::scene::{Body, Contact, Party, Scene};
/// use stiction_geometry::screw::Planar;
///
/// let feet = Scene::<Planar>::new()
///     .with_body(Body::new("block"))
///     .with_contact(Contact::planar(Party::Body(0), [-1, 0], [0, 1]))
///     .with_contact(Contact::planar(Party::Body(0), [1, 0], [0, 1]));
/// let mut listed: Vec<_> = modes(&feet, false, 100).unwrap().iter().collect();
/// assert!(complete(&mode_problem(&feet), false, &listed).unwrap().is_some());
/// listed.pop();
/// assert!(complete(&mode_problem(&feet), false, &listed).is_err());
/// ```
///
/// # Errors
/// Some mode is possible and not listed.
pub fn complete(
    problem: &ModeProblem,
    contacts_only: bool,
    listed: &[Mode],
) -> Result<Option<Vec<ModeProof>>, Refusal> {
    if listed.len() > MOST_MODES {
        return Ok(None);
    }
    let choices = |mode: &Mode| problem.choices(&mode.text);
    let modes: Vec<Vec<ModeChoice>> = listed.iter().map(choices).collect::<Result<_, _>>()?;
    let begun: HashSet<&[ModeChoice]> =
        modes.iter().flat_map(|mode| (0..=mode.len()).map(move |end| &mode[..end])).collect();
    let mut search = Search {
        problem,
        contacts_only,
        begun: &begun,
        length: problem.contacts.iter().map(|contact| 1 + contact.tangents.len()).sum(),
        impossible: Vec::new(),
        proofs: Vec::new(),
    };
    match search.below(&mut Vec::new(), 0, None) {
        Ok(()) => {}
        Err(Stopped::TooMany) => return Ok(None),
        Err(Stopped::Missing(mode)) => {
            return Err(Refusal::Mode(format!("some mode like `{mode}` is possible and not listed")));
        }
    }
    let texts: Vec<&str> = listed.iter().map(|mode| mode.text.as_str()).collect();
    problem.check_complete(contacts_only, &texts, &search.proofs)?;
    Ok(Some(search.proofs))
}

/// Why a search ends before its end.
enum Stopped {
    TooMany,
    /// What was chosen begins no listed mode, and is possible.
    Missing(String),
}

struct Search<'a> {
    problem: &'a ModeProblem,
    contacts_only: bool,
    begun: &'a HashSet<&'a [ModeChoice]>,
    length: usize,
    impossible: Vec<Vec<ModeChoice>>,
    proofs: Vec<ModeProof>,
}

impl Search<'_> {
    /// Refutes everything below a choice that begins no listed mode.  The next choice is at `contact`, of
    /// which `start` is the place of the first, if it was made.
    fn below(
        &mut self,
        chosen: &mut Vec<ModeChoice>,
        contact: usize,
        start: Option<usize>,
    ) -> Result<(), Stopped> {
        if !self.begun.contains(&chosen[..]) {
            return if self.is_covered(chosen) { Ok(()) } else { self.refute(chosen) };
        }
        let Some(of) = self.problem.contacts.get(contact) else { return Ok(()) };
        let first = start.unwrap_or(chosen.len());
        let last = chosen.len() == first + of.tangents.len();
        let kept = start.map(|start| chosen[start]);
        for &choice in self.problem.open_choices(of, kept, self.contacts_only) {
            chosen.push(choice);
            let next = if last { (contact + 1, None) } else { (contact, Some(first)) };
            self.below(chosen, next.0, next.1)?;
            chosen.pop();
        }
        Ok(())
    }

    fn is_covered(&self, chosen: &[ModeChoice]) -> bool {
        self.impossible.iter().any(|mode| {
            let (begin, rest) = mode.split_at(chosen.len());
            begin.iter().zip(chosen).all(|(one, other)| one.stands_for(*other))
                && rest.iter().all(|choice| *choice == ModeChoice::Any)
        })
    }

    /// Refutes a choice, and whatever more its refutation stands for.
    fn refute(&mut self, chosen: &[ModeChoice]) -> Result<(), Stopped> {
        if self.proofs.len() >= MOST_REFUTED {
            return Err(Stopped::TooMany);
        }
        let mut mode = chosen.to_vec();
        mode.resize(self.length, ModeChoice::Any);
        let multipliers =
            refuted(self.problem, &self.labels(&mode)).ok_or_else(|| Stopped::Missing(self.text(&mode)))?;
        let mode = self.widened(mode, &multipliers);
        self.proofs.push(ModeProof::Impossible { mode: self.text(&mode), multipliers });
        self.impossible.push(mode);
        Ok(())
    }

    /// A mode without the choices that its refutation does not need.
    fn widened(&self, mut mode: Vec<ModeChoice>, multipliers: &[RowMultipliers]) -> Vec<ModeChoice> {
        let mut start = 0;
        for contact in &self.problem.contacts {
            let given = multipliers.iter().find(|given| given.contact == contact.id);
            let slips = start + 1..start + 1 + contact.tangents.len();
            for (index, at) in slips.clone().enumerate() {
                if given.is_none_or(|given| given.tangents[index].is_zero()) {
                    mode[at] = ModeChoice::Any;
                }
            }
            if mode[slips.clone()].iter().all(|slip| *slip == ModeChoice::Any) {
                let before = std::mem::replace(&mut mode[start], ModeChoice::Any);
                // A row that is used may be needed as it was: for its sign, or since it alone is strict.
                let used = given.is_some_and(|given| !given.normal.is_zero());
                if used && !self.holds(&mode, multipliers) {
                    mode[start] = before;
                }
            }
            start = slips.end;
        }
        mode
    }

    fn holds(&self, mode: &[ModeChoice], multipliers: &[RowMultipliers]) -> bool {
        let proof = ModeProof::Impossible { mode: self.text(mode), multipliers: multipliers.to_vec() };
        self.problem.check(proof).is_ok()
    }

    fn labels(&self, mode: &[ModeChoice]) -> Vec<String> {
        let mut rest = mode;
        let mut label = |contact: &ModeContact| {
            let (own, others) = rest.split_at(1 + contact.tangents.len());
            rest = others;
            self.label(contact, own)
        };
        self.problem.contacts.iter().map(&mut label).collect()
    }

    fn label(&self, contact: &ModeContact, own: &[ModeChoice]) -> String {
        let plane = self.problem.dimension == 2;
        let letter = |slip: &ModeChoice| match slip {
            ModeChoice::Along => {
                if plane {
                    'l'
                } else {
                    '+'
                }
            }
            ModeChoice::Against => {
                if plane {
                    'r'
                } else {
                    '-'
                }
            }
            ModeChoice::Still => {
                if plane {
                    'n'
                } else {
                    '0'
                }
            }
            _ => '?',
        };
        match own {
            _ if contact.kind == ContactKind::Near => "u".to_owned(),
            [ModeChoice::Separates, ..] => "s".to_owned(),
            [ModeChoice::Kept, slips @ ..] if slips.iter().any(|slip| *slip != ModeChoice::Any) => {
                // A contact that rolls has one label, whatever was chosen of it.
                if contact.kind == ContactKind::Rolls {
                    "m".to_owned()
                } else {
                    slips.iter().map(letter).collect()
                }
            }
            [ModeChoice::Kept, ..] => "m".to_owned(),
            _ => "?".to_owned(),
        }
    }

    fn text(&self, mode: &[ModeChoice]) -> String {
        self.labels(mode).join(if self.problem.dimension == 2 { "" } else { " " })
    }
}
