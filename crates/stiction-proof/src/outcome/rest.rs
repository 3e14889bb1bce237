//! Must bodies at rest stay, or is there another way on?
//!
//! ```text
//!     stays   all modes are known, and in each of them every solution leaves the bodies unaccelerated    (1)
//!     moves   some mode has a solution with an acceleration                                               (2)
//!     apart   no choice of slips and touches has a solution with an acceleration                          (3)
//! ```
//!
//! For (3) a contact that separates is told apart by how it slips, too: the sign of `at` is one question at
//! every contact, and whether it is kept is another, so that six choices say what four letters say,
//!
//! ```text
//!     sl  sn  sr      an > 0, no force         at > 0,  at = 0,  at < 0                                   (4)
//!      l   n   r      an = 0, as ever
//! ```
//!
//! and a partial choice `[sl|l]` has friction along one edge alone, whether it is kept or not.  By the law of
//! a group at rest, `g·A > 0` in every solution that moves it ([`Group`]), whatever the choice: so of partial
//! choices that this row refutes nothing is excepted, and where these leave no choice out, nothing moves.
//! Both ends of a joint have one `at`; of two that would slip differently the two rows are the refutation.
//! Contacts between two others are left out, since every motion has forces without theirs.

use super::ContactLaw;
use super::{Group, Motion, OutcomeProblem, OutcomeRows, Outcomes, SolvedMode};
use crate::Rational;
use crate::check::Refusal;
use crate::choice::{Choice, Choices, Entry, Objection, Signs, Site};
use crate::lcp::Exclusion;
use serde::{Deserialize, Serialize};

/// What is claimed about bodies at rest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum RestProof {
    /// **They must stay**, equation (1).
    Stays(Outcomes),
    /// **They need not stay**, equation (2).
    Moves(SolvedMode),
    /// **They must stay**, equation (3): for each group of bodies that contacts join, partial choices of (4)
    /// that are refuted.
    Apart(Vec<Vec<Exclusion>>),
}

/// The choices of (4) at a contact at rest; a contact with other choices keeps them.
fn told_apart(site: &Site) -> Site {
    let [separates, sticks, left, right] = &site.choices[..] else { return site.clone() };
    let (Some(&(normal, _)), Some(&(tangent, _))) = (separates.signs.first(), left.signs.get(1)) else {
        return site.clone();
    };
    let slips = |label: &'static str, sign: Signs| Choice {
        label: label.into(),
        signs: vec![(normal, Signs::POSITIVE), (tangent, sign)],
        open: vec![],
    };
    let apart = [slips("sl", Signs::POSITIVE), slips("sn", Signs::ZERO), slips("sr", Signs::NEGATIVE)];
    let kept = [sticks, left, right].map(Clone::clone);
    Site {
        choices: apart.into_iter().chain(kept).collect(),
        groups: vec![("s".into(), 0b00_0111), ("m".into(), 0b11_1000)],
    }
}

impl OutcomeRows {
    /// The choices of (4) at all contacts, with the laws, which except none of them.
    pub fn told_apart(&self) -> Result<Choices, Objection> {
        self.choices.told_otherwise(self.choices.sites().iter().map(told_apart).collect())
    }

    /// A group without the contacts that lie between two others.
    pub fn leading(&self, group: &Group) -> Group {
        let contacts = group.contacts.iter().copied().filter(|&contact| self.between[contact].is_none());
        Group { contacts: contacts.collect(), ..group.clone() }
    }
}

impl OutcomeProblem {
    /// Accepts a proof about bodies at rest, or says why it is none.
    pub fn check_rest(&self, proof: RestProof) -> Result<crate::Verified<RestProof>, Refusal> {
        self.rest_is_so(&proof).map_err(Refusal::Choice)?;
        Ok(crate::Verified::accepted(proof))
    }

    fn rest_is_so(&self, proof: &RestProof) -> Result<(), Objection> {
        let at_rest = self.bodies.iter().all(|body| {
            let still = matches!(&body.motion, Motion::Given { acceleration } if acceleration.iter().all(Rational::is_zero));
            body.twist.iter().all(Rational::is_zero) && (still || matches!(body.motion, Motion::Free { .. }))
        });
        at_rest.then_some(()).ok_or(Objection::Shape)?;
        let laid = self.laid()?;
        let still = |point: &[Rational]| {
            let solution = laid.solution(point);
            solution.accelerations.iter().flatten().all(Rational::is_zero)
        };
        match proof {
            RestProof::Stays(outcomes) => {
                let determined = self.answers(&laid, outcomes)?;
                for (index, (held, determined)) in outcomes.held.iter().zip(determined).enumerate() {
                    let stays = still(&held.point) && determined.acceleration;
                    stays.then_some(()).ok_or(Objection::Value(index))?;
                }
                Ok(())
            }
            RestProof::Apart(groups) => {
                let one_each = groups.len() == laid.groups.len();
                one_each.then_some(()).ok_or(Objection::Shape)?;
                let mut parts = laid.groups.iter().zip(groups);
                parts.try_for_each(|(group, refuted)| self.part(&laid.leading(group)).is_refuted(refuted))
            }
            RestProof::Moves(held) => {
                held.accepted(&laid.choices)?;
                let points = [Some(&held.point), held.other.as_ref()].into_iter().flatten();
                let corners = held.family.iter().flat_map(|family| &family.vertices);
                let mut moving = points.chain(corners).filter(|point| !still(point));
                let point = moving.next().ok_or(Objection::NoContradiction)?;
                // A corner may lie on a face that is open; the mode's own point with it does not.
                let middle: Vec<Rational> =
                    point.iter().zip(&held.point).map(|(a, b)| (a + b) * Rational::new(1, 2)).collect();
                self.is_solved_by(&held.mode, &laid.solution(&middle))?;
                (!still(&middle)).then_some(()).ok_or(Objection::NoContradiction)
            }
        }
    }
    /// Whether these refutations leave no way for the one group of a problem at rest to move, (3).
    fn is_refuted(&self, refuted: &[Exclusion]) -> Result<(), Objection> {
        let laid = self.laid()?;
        let [Group { law: Some(_), .. }] = &laid.groups[..] else { return Err(Objection::Shape) };
        let choices = laid.told_apart()?;
        let entries: Vec<Entry> =
            refuted.iter().map(|one| one.accepted(&choices)).collect::<Result<_, _>>()?;
        choices.covered(&entries)
    }
}
