//! Are these all the modes?
//!
//! A mode is a choice at every contact: does it separate or is it kept, and if it is kept, the sign of the
//! slip along each tangent.  Write `?` where nothing is chosen.  A partial mode that is impossible takes
//! every mode that it stands for along.  So a list of modes is complete if
//!
//! ```text
//!     all choices  =  the listed modes  ∪  what impossible partial modes stand for                                 (1)
//! ```
//!
//! since a motion that the contacts allow has exactly one choice at every contact.
//!
//! (1) is seen by choosing one after the other, and stopping where what was chosen is covered already.  Each
//! step that goes on begins some listed mode, or the list is incomplete; so there are at most three steps for
//! each choice of a listed mode.

use crate::check::Refusal;
use crate::modes::{ContactKind, ModeContact, ModeProblem, ModeProof};

/// One choice of a mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ModeChoice {
    /// Nothing is chosen, or there is nothing to choose.
    Any,
    /// The contact separates.
    Separates,
    /// The contact is kept.
    Kept,
    /// No slip along this tangent.
    Still,
    /// Slip along this tangent.
    Along,
    /// Slip against this tangent.
    Against,
}

impl ModeChoice {
    /// Whether a partial mode with this choice stands for one with the other.
    pub fn stands_for(self, other: Self) -> bool {
        self == Self::Any || self == other
    }
}

impl ModeProblem {
    /// Accepts a list of modes as complete, or says which mode is neither listed nor excluded.  Each of
    /// `excluded` must be proved impossible.
    ///
    /// # Errors
    /// A refused proof, or a mode that is missing.
    pub fn check_complete(
        &self,
        contacts_only: bool,
        listed: &[&str],
        excluded: &[ModeProof],
    ) -> Result<(), Refusal> {
        let mut impossible = Vec::new();
        for proof in excluded {
            let proof = self.check(proof.clone())?.into_proof();
            let ModeProof::Impossible { mode, .. } = proof else {
                return Err(Refusal::Mode("a mode that is possible excludes nothing".to_owned()));
            };
            impossible.push(self.choices(&mode)?);
        }
        let listed: Vec<Vec<ModeChoice>> =
            listed.iter().map(|mode| self.choices(mode)).collect::<Result<_, _>>()?;
        let impossible: Vec<&[ModeChoice]> = impossible.iter().map(Vec::as_slice).collect();
        let listed: Vec<&[ModeChoice]> = listed.iter().map(Vec::as_slice).collect();
        let places: Vec<(&ModeContact, bool)> = self
            .contacts
            .iter()
            .flat_map(|contact| (0..=contact.tangents.len()).map(move |row| (contact, row == 0)))
            .collect();
        Cover { problem: self, contacts_only, places: &places }.complete(
            &mut Vec::new(),
            &impossible,
            &listed,
        )
    }

    /// The choices of a mode: of every contact whether it is kept, then the slip along each tangent.
    ///
    /// # Errors
    /// The text is no mode of this problem.
    pub fn choices(&self, mode: &str) -> Result<Vec<ModeChoice>, Refusal> {
        let mut choices = Vec::new();
        for (contact, label) in self.contacts.iter().zip(self.labels(mode)?) {
            let (normal, slips): (_, Vec<ModeChoice>) = match label.as_str() {
                "s" => (ModeChoice::Separates, Vec::new()),
                "u" | "?" => (ModeChoice::Any, Vec::new()),
                "m" => (ModeChoice::Kept, Vec::new()),
                signs => (ModeChoice::Kept, signs.chars().map(slip).collect()),
            };
            choices.push(normal);
            let count = contact.tangents.len();
            if slips.len() > count {
                return Err(Refusal::Mode(format!("`{label}` is no label of contact \"{}\"", contact.id)));
            }
            choices.extend(slips.into_iter().chain(std::iter::repeat(ModeChoice::Any)).take(count));
        }
        Ok(choices)
    }

    /// What can be chosen at a contact whose first choice, whether it is kept, is `kept`; of that first
    /// choice, if there is none.
    pub fn open_choices(
        &self,
        contact: &ModeContact,
        kept: Option<ModeChoice>,
        contacts_only: bool,
    ) -> &'static [ModeChoice] {
        use ModeChoice::{Against, Along, Any, Kept, Separates, Still};
        match (contact.kind, kept) {
            (ContactKind::Near, _) => &[Any],
            (ContactKind::Rolls, None) => &[Kept],
            (ContactKind::Slides, None) => &[Separates, Kept],
            (_, Some(Separates | Any)) => &[Any],
            _ if contacts_only => &[Any],
            (ContactKind::Rolls, _) => &[Still],
            (ContactKind::Slides, _) => &[Still, Along, Against],
        }
    }
}

fn slip(letter: char) -> ModeChoice {
    match letter {
        'l' | '+' => ModeChoice::Along,
        'r' | '-' => ModeChoice::Against,
        '?' => ModeChoice::Any,
        _ => ModeChoice::Still,
    }
}

struct Cover<'a> {
    problem: &'a ModeProblem,
    contacts_only: bool,
    /// Of each choice the contact, and whether it is the contact's first.
    places: &'a [(&'a ModeContact, bool)],
}

impl Cover<'_> {
    /// (1) below what was chosen; `impossible` are the modes that may stand for it, `listed` those that begin so.
    fn complete(
        &self,
        chosen: &mut Vec<ModeChoice>,
        impossible: &[&[ModeChoice]],
        listed: &[&[ModeChoice]],
    ) -> Result<(), Refusal> {
        let at = chosen.len();
        if impossible.iter().any(|mode| mode[at..].iter().all(|choice| *choice == ModeChoice::Any)) {
            return Ok(());
        }
        if listed.is_empty() {
            let at = self.places.get(at.saturating_sub(1)).map_or("", |(contact, _)| &contact.id);
            return Err(Refusal::Mode(format!(
                "modes with {chosen:?} up to contact \"{at}\" are neither listed nor excluded"
            )));
        }
        let Some((contact, first)) = self.places.get(at) else { return Ok(()) };
        let kept = if *first { None } else { self.kept(chosen) };
        for &choice in self.problem.open_choices(contact, kept, self.contacts_only) {
            let impossible: Vec<_> =
                impossible.iter().filter(|mode| mode[at].stands_for(choice)).copied().collect();
            let listed: Vec<_> = listed.iter().filter(|mode| mode[at] == choice).copied().collect();
            chosen.push(choice);
            self.complete(chosen, &impossible, &listed)?;
            chosen.pop();
        }
        Ok(())
    }

    /// The first choice at the contact that the next choice belongs to.
    fn kept(&self, chosen: &[ModeChoice]) -> Option<ModeChoice> {
        let first = (0..chosen.len()).rev().find(|&at| self.places[at].1)?;
        Some(chosen[first])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modes::{ModeRow, MovingBody, RowMultipliers};
    use crate::rational::Rational;

    fn row(parts: [i64; 6]) -> ModeRow {
        let part = parts.map(Rational::from).to_vec();
        ModeRow { parts: [("part".to_owned(), part)].into(), constant: Rational::zero() }
    }

    /// A point of a body that only translates, on a plane: three velocities, each of any sign but the first.
    fn point() -> ModeProblem {
        let contact = ModeContact {
            id: "foot".to_owned(),
            kind: ContactKind::Slides,
            normal: row([0, 0, 0, 0, 0, 1]),
            tangents: vec![row([0, 0, 0, 1, 0, 0]), row([0, 0, 0, 0, 1, 0])],
            spin: None,
        };
        let freedoms = vec![false, false, false, true, true, true];
        let bodies = vec![MovingBody { name: "part".to_owned(), freedoms }];
        ModeProblem { dimension: 3, bodies, contacts: vec![contact] }
    }

    const ALL: [&str; 10] = ["s", "00", "0+", "0-", "+0", "++", "+-", "-0", "-+", "--"];

    #[test]
    fn a_point_on_a_plane_separates_or_slips_in_nine_ways_and_no_fewer() {
        assert!(point().check_complete(false, &ALL, &[]).is_ok());
        for missing in 0..ALL.len() {
            let listed: Vec<&str> = (0..ALL.len()).filter(|&at| at != missing).map(|at| ALL[at]).collect();
            assert!(point().check_complete(false, &listed, &[]).is_err(), "{}", ALL[missing]);
        }
        assert!(point().check_complete(true, &["s", "m"], &[]).is_ok());
        assert!(point().check_complete(true, &["s"], &[]).is_err());
    }

    /// The point cannot move along its first tangent.
    fn guided() -> (ModeProblem, impl Fn(&str, i64) -> ModeProof) {
        let mut problem = point();
        problem.bodies[0].freedoms[3] = false;
        let impossible = |mode: &str, along: i64| ModeProof::Impossible {
            mode: mode.to_owned(),
            multipliers: vec![RowMultipliers {
                contact: "foot".to_owned(),
                normal: Rational::zero(),
                tangents: vec![along.into(), Rational::zero()],
                spin: Rational::zero(),
            }],
        };
        (problem, impossible)
    }

    #[test]
    fn an_impossible_slip_excludes_every_slip_across_it() {
        let (problem, impossible) = guided();
        let listed = ["s", "00", "0+", "0-"];
        let excluded = [impossible("+?", 1), impossible("-?", -1)];
        assert!(problem.check_complete(false, &listed, &excluded).is_ok());
        // One side says nothing of the other, and what has a sign across it nothing of the other signs.
        assert!(problem.check_complete(false, &listed, &excluded[..1]).is_err());
        assert!(
            problem.check_complete(false, &listed, &[impossible("++", 1), impossible("-?", -1)]).is_err()
        );
    }

    #[test]
    fn what_is_not_proved_excludes_nothing() {
        let (problem, impossible) = guided();
        let listed = ["s", "00", "0+", "0-"];
        let right = impossible("-?", -1);
        for wrong in [
            impossible("+?", -1),
            impossible("+?", 0),
            impossible("m", 1),
            impossible("?", 1),
            impossible("??", 1),
        ] {
            assert!(problem.check_complete(false, &listed, &[wrong, right.clone()]).is_err());
        }
        let twists = [("part".to_owned(), vec![Rational::zero(); 6])].into();
        let possible = ModeProof::Possible { mode: "00".to_owned(), twists };
        assert!(problem.check_complete(false, &ALL, &[possible]).is_err());
        // A slip that is impossible does not exclude that the contact is kept.
        assert!(problem.check_complete(true, &["s"], &[impossible("+?", 1)]).is_err());
    }
}
