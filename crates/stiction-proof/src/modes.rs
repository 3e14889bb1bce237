//! Contact modes: which labels a motion has, and why no motion has others.
//!
//! Let `vᵢ(x)` be the components of the relative velocities at the contacts, affine in the twists `x` of the
//! free bodies.  A mode asks of some of them that they be zero, positive or negative.  Exactly one of these
//! exists (Motzkin's transposition theorem), and each is its own proof:
//!
//! ```text
//!     possible     x whose freedoms are those of the bodies, with the signs that the mode asks for               (1)
//!     impossible   multipliers y of the rows that the mode speaks of, y ≥ 0 where it asks for > 0, y ≤ 0 where it
//!                  asks for < 0, whose sum Σ yᵢ·vᵢ(x) = c does not depend on x, and
//!                  c < 0, or c = 0 and some y of a strict row is not zero                                        (2)
//! ```
//!
//! For in (2) a motion of the mode would make the sum at least zero, and positive if a strict row takes part.
//!
//! The label `?` asks for no more than what the contact's model allows, `≥ 0` along the normal, or rolling:
//! `s??` is impossible if and only if the first contact never separates, and `???` if and only if nothing
//! moves at all and nothing rests.  Among the signs of a contact that is kept, in space, `?` asks for
//! nothing.
//!
//! Module `motion` has the same rows over the composite twist, and says why it has them in another form.
//!
//! References: \[MR 12.1.3\], \[MR 12.1.4\] for modes and composite twists, \[MR 12.1.5\] for contacts that
//! roll, \[Motzkin\].

use crate::check::{Refusal, Verified};
use crate::rational::Rational;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A component of a relative velocity: `Σ parts·twists + constant`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModeRow {
    /// What multiplies the twist of each free body that takes part.
    pub parts: BTreeMap<String, Vec<Rational>>,
    /// What driven bodies contribute.
    pub constant: Rational,
}

/// What the kinematic model of a contact allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContactKind {
    /// Not touching: every motion is allowed.
    Near,
    /// Only penetration is forbidden.
    Slides,
    /// Kept without slip, and without spin where it is soft.
    Rolls,
}

/// The velocities at a contact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModeContact {
    /// Its name.
    pub id: String,
    /// What it allows.
    pub kind: ContactKind,
    /// Along the normal.
    pub normal: ModeRow,
    /// Along the tangents.
    pub tangents: Vec<ModeRow>,
    /// About the normal, where that is forbidden.
    pub spin: Option<ModeRow>,
}

/// A free body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovingBody {
    /// Its name.
    pub name: String,
    /// For each component of its twist, whether it may have it.
    pub freedoms: Vec<bool>,
}

/// Free bodies and the velocities at their contacts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModeProblem {
    /// 2 or 3.
    pub dimension: usize,
    /// The free bodies.
    pub bodies: Vec<MovingBody>,
    /// All contacts, in the order of the scene.
    pub contacts: Vec<ModeContact>,
}

/// The multipliers of one contact's rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowMultipliers {
    /// The contact.
    pub contact: String,
    /// Of the normal row.
    pub normal: Rational,
    /// Of each tangent row.
    pub tangents: Vec<Rational>,
    /// Of the spin.
    pub spin: Rational,
}

/// A statement about a mode, and its witness.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "proves", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ModeProof {
    /// **Some motion has this mode**, equation (1).
    Possible {
        /// The mode.
        mode: String,
        /// The twist of every free body.
        twists: BTreeMap<String, Vec<Rational>>,
    },
    /// **No motion has this mode**, equation (2).
    Impossible {
        /// The mode.
        mode: String,
        /// Contacts that are not named have multipliers zero.
        multipliers: Vec<RowMultipliers>,
    },
}

/// What a mode asks of one row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RowDemand {
    Zero,
    Positive,
    Negative,
    NotNegative,
    Nothing,
}

impl RowDemand {
    fn of(self, velocity: &Rational) -> bool {
        match self {
            Self::Zero => velocity.is_zero(),
            Self::Positive => velocity.is_positive(),
            Self::Negative => velocity.is_negative(),
            Self::NotNegative => !velocity.is_negative(),
            Self::Nothing => true,
        }
    }

    /// Whether a multiplier has the sign that (2) wants.
    fn takes(self, multiplier: &Rational) -> bool {
        match self {
            Self::Zero => true,
            Self::Positive | Self::NotNegative => !multiplier.is_negative(),
            Self::Negative => !multiplier.is_positive(),
            Self::Nothing => multiplier.is_zero(),
        }
    }

    fn is_strict(self) -> bool {
        matches!(self, Self::Positive | Self::Negative)
    }
}

/// What a mode asks of a contact.
struct ContactDemand {
    normal: RowDemand,
    tangents: Vec<RowDemand>,
}

impl ModeProblem {
    /// Accepts a proof about a mode of this problem, or says why it is none.
    ///
    /// # Errors
    /// The mode is none of this problem, or the witness does not show what is said.
    pub fn check(&self, proof: ModeProof) -> Result<Verified<ModeProof>, Refusal> {
        self.well_formed()?;
        match &proof {
            ModeProof::Possible { mode, twists } => self.possible(mode, twists)?,
            ModeProof::Impossible { mode, multipliers } => self.impossible(mode, multipliers)?,
        }
        Ok(Verified::accepted(proof))
    }

    /// Components of a twist.
    pub(crate) fn components(&self) -> usize {
        if self.dimension == 2 { 3 } else { 6 }
    }

    fn rows(&self) -> impl Iterator<Item = (&ModeContact, &ModeRow)> {
        self.contacts.iter().flat_map(|contact| {
            let rows = [&contact.normal].into_iter().chain(&contact.tangents).chain(&contact.spin);
            rows.map(move |row| (contact, row))
        })
    }

    pub(crate) fn well_formed(&self) -> Result<(), Refusal> {
        let components = self.components();
        let bad = |what: &str| Refusal::Mode(format!("the problem is malformed: {what}"));
        if !matches!(self.dimension, 2 | 3) {
            return Err(bad("its dimension is not 2 or 3"));
        }
        if self.bodies.iter().any(|body| body.freedoms.len() != components) {
            return Err(bad("a body has not as many freedoms as a twist has components"));
        }
        let known: BTreeMap<&str, ()> = self.bodies.iter().map(|body| (body.name.as_str(), ())).collect();
        let ids: BTreeMap<&str, ()> = self.contacts.iter().map(|contact| (contact.id.as_str(), ())).collect();
        if known.len() != self.bodies.len() || ids.len() != self.contacts.len() {
            return Err(bad("a name is used twice"));
        }
        // Letters of the plane speak of one tangent, and a row of signs of at least two directions.
        let tangents = |contact: &ModeContact| match self.dimension {
            // Of a near contact nothing is asked.
            _ if contact.kind == ContactKind::Near => true,
            2 => contact.tangents.len() == 1 && contact.spin.is_none(),
            _ => contact.tangents.len() >= 2,
        };
        if !self.contacts.iter().all(tangents) {
            return Err(bad("a contact has another number of tangents"));
        }
        for (contact, row) in self.rows() {
            let fits = |(name, part): (&String, &Vec<Rational>)| {
                known.contains_key(name.as_str()) && part.len() == components
            };
            if !row.parts.iter().all(fits) {
                return Err(bad(&format!("a row of contact \"{}\"", contact.id)));
            }
        }
        Ok(())
    }

    /// The labels of a mode, one for each contact.
    pub(crate) fn labels(&self, mode: &str) -> Result<Vec<String>, Refusal> {
        let letters = self.dimension == 2 || mode.chars().all(|letter| "msu? ".contains(letter));
        let labels: Vec<String> = if letters {
            mode.chars().filter(|letter| !letter.is_whitespace()).map(String::from).collect()
        } else {
            mode.split_whitespace().map(str::to_owned).collect()
        };
        if labels.len() != self.contacts.len() {
            let message =
                format!("`{mode}` has {} labels for {} contacts", labels.len(), self.contacts.len());
            return Err(Refusal::Mode(message));
        }
        Ok(labels)
    }

    /// What a mode asks of every contact.
    fn asked(&self, mode: &str) -> Result<Vec<ContactDemand>, Refusal> {
        let labels = self.labels(mode)?;
        let read = |(contact, label): (&ModeContact, &String)| {
            self.asked_of(contact, label)
                .ok_or_else(|| Refusal::Mode(format!("`{label}` is no label of contact \"{}\"", contact.id)))
        };
        self.contacts.iter().zip(&labels).map(read).collect()
    }

    fn asked_of(&self, contact: &ModeContact, label: &str) -> Option<ContactDemand> {
        let nothing = || vec![RowDemand::Nothing; contact.tangents.len()];
        let kept = |tangents: Vec<RowDemand>| Some(ContactDemand { normal: RowDemand::Zero, tangents });
        match (contact.kind, label) {
            (ContactKind::Near, "u" | "?") => {
                Some(ContactDemand { normal: RowDemand::Nothing, tangents: nothing() })
            }
            (ContactKind::Near, _) => None,
            (ContactKind::Rolls, _) => {
                let rolling =
                    if self.dimension == 2 { "n".to_owned() } else { "0".repeat(contact.tangents.len()) };
                let still = vec![RowDemand::Zero; contact.tangents.len()];
                if label == "m" || label == "?" || label == rolling { kept(still) } else { None }
            }
            (_, "s") => Some(ContactDemand { normal: RowDemand::Positive, tangents: nothing() }),
            (_, "m") => kept(nothing()),
            (_, "?") => Some(ContactDemand { normal: RowDemand::NotNegative, tangents: nothing() }),
            (_, letter) if self.dimension == 2 => {
                let slip = match letter {
                    "l" => RowDemand::Positive,
                    "r" => RowDemand::Negative,
                    "n" => RowDemand::Zero,
                    _ => return None,
                };
                kept(vec![slip; contact.tangents.len()])
            }
            (_, signs) => {
                let sign = |letter| match letter {
                    '+' => Some(RowDemand::Positive),
                    '-' => Some(RowDemand::Negative),
                    '0' => Some(RowDemand::Zero),
                    '?' => Some(RowDemand::Nothing),
                    _ => None,
                };
                let signs = signs.chars().map(sign).collect::<Option<Vec<_>>>()?;
                if signs.len() == contact.tangents.len() { kept(signs) } else { None }
            }
        }
    }

    /// What a mode asks of the velocities, as rows over `(t, x)` with the driven motion `t` times as fast; strict
    /// ones closed.
    pub(crate) fn closed_rows(&self, mode: &str) -> Result<Vec<crate::ConeRow>, Refusal> {
        let mut rows = Vec::new();
        for (contact, asked) in self.contacts.iter().zip(self.asked(mode)?) {
            let tangents = asked.tangents.iter().copied().zip(&contact.tangents);
            for (asked, row) in std::iter::once((asked.normal, &contact.normal)).chain(tangents) {
                let entries = self.bodies.iter().flat_map(|body| match row.parts.get(&body.name) {
                    Some(part) => part.clone(),
                    None => vec![Rational::zero(); self.components()],
                });
                let entries = std::iter::once(row.constant.clone()).chain(entries);
                let (row, equality) = match asked {
                    RowDemand::Nothing => continue,
                    RowDemand::Negative => (entries.map(|entry| -entry).collect(), false),
                    RowDemand::Zero => (entries.collect(), true),
                    RowDemand::Positive | RowDemand::NotNegative => (entries.collect(), false),
                };
                rows.push(crate::ConeRow { row, equality });
            }
        }
        Ok(rows)
    }

    /// Equation (1).
    fn possible(&self, mode: &str, twists: &BTreeMap<String, Vec<Rational>>) -> Result<(), Refusal> {
        if twists.len() != self.bodies.len() {
            return Err(Refusal::Mode(format!("{} twists for {} bodies", twists.len(), self.bodies.len())));
        }
        for body in &self.bodies {
            let twist = twists.get(&body.name).filter(|twist| twist.len() == self.components());
            let within = |twist: &Vec<Rational>| {
                twist.iter().zip(&body.freedoms).all(|(entry, free)| *free || entry.is_zero())
            };
            if !twist.is_some_and(within) {
                return Err(Refusal::Mode(format!(
                    "\"{}\" has no twist, or one that it may not have",
                    body.name
                )));
            }
        }
        let velocity = |row: &ModeRow| -> Rational {
            let power = |(name, part): (&String, &Vec<Rational>)| -> Rational {
                twists
                    .get(name)
                    .into_iter()
                    .flat_map(|twist| part.iter().zip(twist))
                    .map(|(a, b)| a * b)
                    .sum()
            };
            row.parts.iter().map(power).sum::<Rational>() + &row.constant
        };
        for (contact, asked) in self.contacts.iter().zip(self.asked(mode)?) {
            let normal = velocity(&contact.normal);
            let rolls = || {
                let still = |row: &ModeRow| velocity(row).is_zero();
                normal.is_zero() && contact.tangents.iter().chain(&contact.spin).all(still)
            };
            let allowed = match contact.kind {
                ContactKind::Near => true,
                ContactKind::Slides => !normal.is_negative(),
                ContactKind::Rolls => rolls(),
            };
            if !allowed {
                return Err(Refusal::Resists(contact.id.clone()));
            }
            let slips =
                asked.tangents.iter().zip(&contact.tangents).all(|(asked, row)| asked.of(&velocity(row)));
            if !asked.normal.of(&normal) || !slips {
                return Err(Refusal::Mode(format!(
                    "the motion does otherwise at contact \"{}\"",
                    contact.id
                )));
            }
        }
        Ok(())
    }

    /// Equation (2).
    fn impossible(&self, mode: &str, multipliers: &[RowMultipliers]) -> Result<(), Refusal> {
        let asked = self.asked(mode)?;
        let mut rest: BTreeMap<&str, Vec<Rational>> = BTreeMap::new();
        let (mut constant, mut strict) = (Rational::zero(), false);
        let mut seen: BTreeMap<&str, ()> = BTreeMap::new();
        for given in multipliers {
            let wrong =
                || Refusal::Mode(format!("the multipliers of contact \"{}\" prove nothing", given.contact));
            let index =
                self.contacts.iter().position(|contact| contact.id == given.contact).ok_or_else(wrong)?;
            let (contact, asked) = (&self.contacts[index], &asked[index]);
            if seen.insert(&contact.id, ()).is_some() || given.tangents.len() != contact.tangents.len() {
                return Err(wrong());
            }
            let rolls = contact.kind == ContactKind::Rolls;
            let spin = if rolls && contact.spin.is_some() { RowDemand::Zero } else { RowDemand::Nothing };
            let tangents = asked.tangents.iter().zip(&given.tangents).zip(&contact.tangents);
            let tangents = tangents.map(|((asked, given), row)| (*asked, given, Some(row)));
            let rows = [
                (asked.normal, &given.normal, Some(&contact.normal)),
                (spin, &given.spin, contact.spin.as_ref()),
            ];
            for (asked, multiplier, row) in rows.into_iter().chain(tangents) {
                if !asked.takes(multiplier) {
                    return Err(wrong());
                }
                strict |= asked.is_strict() && !multiplier.is_zero();
                let Some(row) = row else { continue };
                constant += &(multiplier * &row.constant);
                for (name, part) in &row.parts {
                    let sum = rest.entry(name).or_insert_with(|| vec![Rational::zero(); part.len()]);
                    sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += &(multiplier * part));
                }
            }
        }
        for body in &self.bodies {
            let Some(sum) = rest.get(body.name.as_str()) else { continue };
            let cancels = sum.iter().zip(&body.freedoms).all(|(entry, free)| !free || entry.is_zero());
            if !cancels {
                return Err(Refusal::Mode(format!("the rows do not cancel for body \"{}\"", body.name)));
            }
        }
        if constant.is_negative() || constant.is_zero() && strict {
            return Ok(());
        }
        Err(Refusal::Mode("the sum of the rows contradicts nothing".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(parts: [i64; 3], constant: i64) -> ModeRow {
        let part = parts.map(Rational::from).to_vec();
        ModeRow { parts: [("part".to_owned(), part)].into(), constant: constant.into() }
    }

    /// A block on two feet at x = ±1, its centre one above.
    fn block() -> ModeProblem {
        let foot = |id: &str, x: i64| ModeContact {
            id: id.to_owned(),
            kind: ContactKind::Slides,
            normal: row([x, 0, 1], 0),
            tangents: vec![row([-1, -1, 0], 0)],
            spin: None,
        };
        ModeProblem {
            dimension: 2,
            bodies: vec![MovingBody { name: "part".to_owned(), freedoms: vec![true; 3] }],
            contacts: vec![foot("left", -1), foot("right", 1)],
        }
    }

    fn possible(mode: &str, twist: [i64; 3]) -> ModeProof {
        let twists = [("part".to_owned(), twist.map(Rational::from).to_vec())].into();
        ModeProof::Possible { mode: mode.to_owned(), twists }
    }

    fn impossible(mode: &str, multipliers: [(&str, [i64; 2]); 2]) -> ModeProof {
        let one = |(contact, [normal, tangent]): (&str, [i64; 2])| RowMultipliers {
            contact: contact.to_owned(),
            normal: normal.into(),
            tangents: vec![tangent.into()],
            spin: Rational::zero(),
        };
        ModeProof::Impossible { mode: mode.to_owned(), multipliers: multipliers.map(one).to_vec() }
    }

    #[test]
    fn a_block_slides_to_the_left_on_both_feet_and_on_no_other_letters() {
        assert!(block().check(possible("ll", [0, -1, 0])).is_ok());
        assert!(block().check(possible("m m", [0, -1, 0])).is_ok());
        for mode in ["lr", "ln", "ls", "nn", "rr", "l", "lll", "la", "lu"] {
            assert!(block().check(possible(mode, [0, -1, 0])).is_err(), "{mode}");
        }
        assert!(block().check(possible("ll", [0, -1, -1])).is_err());
    }

    #[test]
    fn the_feet_of_a_block_do_not_slide_apart() {
        // vt(left) − vt(right) = 0, and the mode asks for > 0.
        assert!(block().check(impossible("lr", [("left", [0, 1]), ("right", [0, -1])])).is_ok());
        assert!(block().check(impossible("lr", [("left", [0, -1]), ("right", [0, 1])])).is_err());
        assert!(block().check(impossible("ll", [("left", [0, 1]), ("right", [0, -1])])).is_err());
        assert!(block().check(impossible("nn", [("left", [0, 1]), ("right", [0, -1])])).is_err());
        assert!(block().check(impossible("lr", [("left", [0, 1]), ("left", [0, -1])])).is_err());
        assert!(block().check(impossible("lr", [("left", [0, 1]), ("right", [0, -2])])).is_err());
        assert!(block().check(impossible("lr", [("left", [0, 0]), ("right", [0, 0])])).is_err());
    }

    #[test]
    fn a_frozen_freedom_carries_what_is_left_of_a_sum() {
        let mut problem = block();
        let tips = impossible("ns", [("left", [-1, 0]), ("right", [1, 0])]);
        assert!(problem.check(tips.clone()).is_err());
        problem.bodies[0].freedoms[0] = false;
        assert!(problem.check(tips).is_ok());
        assert!(problem.check(possible("ns", [1, -1, 1])).is_err());
    }

    #[test]
    fn a_driven_contact_contradicts_by_its_constant() {
        let mut problem = block();
        // The ground under the right foot comes up: both feet cannot be kept unless the block turns.
        problem.contacts[1].normal.constant = Rational::from(-1);
        problem.bodies[0].freedoms[0] = false;
        let kept = impossible("mm", [("left", [-1, 0]), ("right", [1, 0])]);
        assert!(problem.check(kept).is_ok());
        let other = impossible("mm", [("left", [1, 0]), ("right", [-1, 0])]);
        assert!(problem.check(other).is_err());
    }

    #[test]
    fn a_contact_that_rolls_has_no_other_label_and_resists_every_slip() {
        let mut problem = block();
        problem.contacts[0].kind = ContactKind::Rolls;
        assert!(problem.check(possible("nl", [0, -1, 0])).is_err());
        assert!(problem.check(possible("ns", [1, -1, 1])).is_ok());
        assert!(problem.check(possible("ms", [1, -1, 1])).is_ok());
        assert!(problem.check(possible("sn", [0, 0, 1])).is_err());
    }

    #[test]
    fn a_contact_that_others_hold_down_never_separates() {
        let mut problem = block();
        // A third contact presses from above at x = 0: its normal is minus half the sum of the feet's.
        problem.contacts.push(ModeContact {
            id: "lid".to_owned(),
            kind: ContactKind::Slides,
            normal: row([0, 0, -1], 0),
            tangents: vec![row([1, 1, 0], 0)],
            spin: None,
        });
        let proof = |mode: &str, normals: [i64; 3]| {
            let one = |(contact, normal): (&str, i64)| RowMultipliers {
                contact: contact.to_owned(),
                normal: normal.into(),
                tangents: vec![Rational::zero()],
                spin: Rational::zero(),
            };
            let multipliers = ["left", "right", "lid"].into_iter().zip(normals).map(one).collect();
            ModeProof::Impossible { mode: mode.to_owned(), multipliers }
        };
        for mode in ["s??", "?s?", "??s"] {
            assert!(problem.check(proof(mode, [1, 1, 2])).is_ok(), "{mode}");
            assert!(problem.check(proof(mode, [1, 1, 1])).is_err(), "{mode}");
            assert!(problem.check(proof(mode, [-1, -1, -2])).is_err(), "{mode}");
        }
        // Nothing contradicts a block that rests.
        assert!(problem.check(proof("???", [1, 1, 2])).is_err());
        assert!(problem.check(possible("???", [0, -1, 0])).is_ok());
        problem.contacts[2].normal.constant = Rational::from(-1);
        assert!(problem.check(proof("???", [1, 1, 2])).is_ok());
    }

    #[test]
    fn a_malformed_problem_proves_nothing() {
        let mut problem = block();
        problem.contacts[1].id = "left".to_owned();
        assert!(problem.check(possible("nn", [0, 0, 0])).is_err());
        let mut problem = block();
        problem.bodies[0].freedoms.pop();
        assert!(problem.check(possible("nn", [0, 0, 0])).is_err());
        let mut problem = block();
        problem.dimension = 4;
        assert!(problem.check(possible("nn", [0, 0, 0])).is_err());
    }
}
