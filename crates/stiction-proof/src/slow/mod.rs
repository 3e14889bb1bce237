//! Slow manipulation in the plane: which contact modes balance the loads while some bodies are driven.
//!
//! Where motion is so slow that inertia does not count, forces balance at every instant and friction opposes
//! slip \[MR 12.32\].  Let `nᵢ(x) = nᵢ·x + aᵢ` and `tᵢ(x) = tᵢ·x + bᵢ` be the velocities at contact i, affine
//! in the twists `x` of the free bodies ([`ModeProblem`]).  By virtual power the same `nᵢ` and `tᵢ` are the
//! wrenches of a force along the normal and along the tangent, so that one set of rows is enough.  A mode
//! gives every contact its edges `eᵢ`:
//!
//! ```text
//!     n    nᵢ + μs·tᵢ and nᵢ − μs·tᵢ        l    nᵢ − μk·tᵢ        r    nᵢ + μk·tᵢ        s, u    none
//! ```
//!
//! A mode that some twist has, which is shown by a [`ModeProof`](crate::ModeProof), balances the loads `w` or
//! does not.  Exactly one of these exists (Farkas), and each is its own proof; the components in which a body
//! has no freedom do not count:
//!
//! ```text
//!     balanced      λ ≥ 0 with Σ λᵢ·eᵢ + w = 0                                                             (1)
//!     unbalanced    V with eᵢ·V ≥ 0 for every edge and w·V > 0                                              (2)
//! ```
//!
//! For (1) times `V` is `Σ λᵢ(eᵢ·V) + w·V`, which is zero by (1) and positive by (2).
//!
//! References: \[MR 12.3\], \[MR 12.32\].

mod stick;

pub use stick::{MeterStick, StickEnd, StickMode, StickPhase, StickReason, StickRun, StickState};

use crate::check::{Refusal, Verified};
use crate::modes::{ModeContact, ModeProblem, ModeRow};
use crate::rational::Rational;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Twists or wrenches of the free bodies, by name.
pub type ByBody = BTreeMap<String, Vec<Rational>>;

/// Coulomb's coefficients of a contact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlowFriction {
    /// While sticking.
    #[serde(rename = "static")]
    pub at_rest: Rational,
    /// While sliding.
    #[serde(rename = "kinetic")]
    pub sliding: Rational,
}

impl SlowFriction {
    /// The edges that a letter leaves to a contact, as multiples of its normal and of its tangent; none for a letter
    /// of no mode.
    pub fn edges(&self, letter: &str) -> Option<Vec<[Rational; 2]>> {
        let Self { at_rest, sliding } = self;
        let edge = |across: Rational| [Rational::one(), across];
        match letter {
            "s" | "u" => Some(Vec::new()),
            "n" => Some(vec![edge(at_rest.clone()), edge(-at_rest.clone())]),
            "l" => Some(vec![edge(-sliding.clone())]),
            "r" => Some(vec![edge(sliding.clone())]),
            _ => None,
        }
    }

    /// Whether neither coefficient is negative, and the sliding one no larger.
    pub(crate) fn is_lawful(&self) -> bool {
        !self.sliding.is_negative() && !(&self.at_rest - &self.sliding).is_negative()
    }
}

/// Free bodies, the velocities at their contacts, friction and loads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlowProblem {
    /// The free bodies and their contacts: velocities, and by virtual power wrenches.
    pub modes: ModeProblem,
    /// The friction of each contact.
    pub friction: Vec<SlowFriction>,
    /// Weight and applied wrench of each free body about its centre of mass.
    pub loads: ByBody,
}

/// A statement about the balance of a mode, and its witness.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "proves", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SlowProof {
    /// **The forces of this mode balance the loads**, equation (1).
    Balanced {
        /// The mode.
        mode: String,
        /// For each contact the multiples of its normal and of its tangent.
        forces: Vec<[Rational; 2]>,
    },
    /// **No forces of this mode do**, equation (2).
    Unbalanced {
        /// The mode.
        mode: String,
        /// A virtual twist of every free body on which the loads do work and no edge takes any.
        twists: ByBody,
    },
}

impl SlowProof {
    /// The mode that it is about.
    pub fn mode(&self) -> &str {
        match self {
            Self::Balanced { mode, .. } | Self::Unbalanced { mode, .. } => mode,
        }
    }
}

impl SlowProblem {
    /// Accepts a proof about a mode of this problem, or says why it is none.
    ///
    /// # Errors
    /// The mode is none of this problem, or the witness does not show what is said.
    pub fn check(&self, proof: SlowProof) -> Result<Verified<SlowProof>, Refusal> {
        self.well_formed()?;
        match &proof {
            SlowProof::Balanced { mode, forces } => self.balanced(mode, forces)?,
            SlowProof::Unbalanced { mode, twists } => self.unbalanced(mode, twists)?,
        }
        Ok(Verified::accepted(proof))
    }

    /// The edges of a contact in a mode, as multiples of its normal and of its tangent; none for a letter
    /// that it cannot have.
    pub fn edges(&self, contact: usize, letter: &str) -> Option<Vec<[Rational; 2]>> {
        self.friction.get(contact)?.edges(letter)
    }

    fn well_formed(&self) -> Result<(), Refusal> {
        let bad = |what: &str| Refusal::Mode(format!("the problem is malformed: {what}"));
        self.modes.well_formed()?;
        if self.modes.dimension != 2 {
            return Err(bad("it is not in the plane"));
        }
        if self.friction.len() != self.modes.contacts.len() {
            return Err(bad("there is not a friction for each contact"));
        }
        if !self.friction.iter().all(SlowFriction::is_lawful) {
            return Err(bad("a coefficient is negative, or larger while sliding"));
        }
        self.one_for_each(&self.loads).map_err(|_| bad("there is not a load for each body"))
    }

    /// Whether there is a vector of three for each body and for no other.
    fn one_for_each(&self, vectors: &ByBody) -> Result<(), Refusal> {
        let has =
            |name: &String| vectors.get(name).is_some_and(|vector| vector.len() == self.modes.components());
        let all = self.modes.bodies.iter().all(|body| has(&body.name));
        (all && vectors.len() == self.modes.bodies.len()).then_some(()).ok_or(Refusal::Shape)
    }

    /// Equation (1).
    fn balanced(&self, mode: &str, forces: &[[Rational; 2]]) -> Result<(), Refusal> {
        let labels = self.modes.labels(mode)?;
        if forces.len() != labels.len() {
            return Err(Refusal::Length { contacts: labels.len(), forces: forces.len() });
        }
        let mut rest = self.loads.clone();
        for (index, (contact, label)) in self.modes.contacts.iter().zip(&labels).enumerate() {
            let force = &forces[index];
            self.inside(index, label, force)?;
            for (row, multiple) in parts(contact).zip(force) {
                for (name, part) in &row.parts {
                    let sum = rest.get_mut(name).ok_or(Refusal::Shape)?;
                    sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += &(multiple * part));
                }
            }
        }
        for body in &self.modes.bodies {
            let rest = rest.get(&body.name).ok_or(Refusal::Shape)?;
            if rest.iter().zip(&body.freedoms).any(|(entry, free)| *free && !entry.is_zero()) {
                return Err(Refusal::UnbalancedBody { body: body.name.clone(), rest: rest.clone() });
            }
        }
        Ok(())
    }

    /// Whether a force is a sum of the edges that a letter leaves to the contact.
    fn inside(&self, index: usize, label: &str, [along, across]: &[Rational; 2]) -> Result<(), Refusal> {
        let SlowFriction { at_rest, sliding } = &self.friction[index];
        let inside = match label {
            "s" | "u" => along.is_zero() && across.is_zero(),
            "n" => !(at_rest * along - across.abs()).is_negative(),
            "l" => (across + sliding * along).is_zero(),
            "r" => (across - sliding * along).is_zero(),
            _ => return Err(Refusal::Label(self.modes.contacts[index].id.clone())),
        };
        let held = inside && !along.is_negative();
        held.then_some(()).ok_or_else(|| Refusal::Cone(self.modes.contacts[index].id.clone()))
    }

    /// Equation (2).
    fn unbalanced(&self, mode: &str, twists: &ByBody) -> Result<(), Refusal> {
        self.one_for_each(twists)?;
        for body in &self.modes.bodies {
            let twist = &twists[&body.name];
            if twist.iter().zip(&body.freedoms).any(|(entry, free)| !free && !entry.is_zero()) {
                return Err(Refusal::Freedom(body.name.clone()));
            }
        }
        for (index, label) in self.modes.labels(mode)?.iter().enumerate() {
            let contact = &self.modes.contacts[index];
            let edges = self.edges(index, label).ok_or_else(|| Refusal::Label(contact.id.clone()))?;
            let velocities: Vec<Rational> = parts(contact).map(|row| power(&row.parts, twists)).collect();
            for edge in edges {
                let taken: Rational = edge.iter().zip(&velocities).map(|(a, b)| a * b).sum();
                if taken.is_negative() {
                    return Err(Refusal::Resists(contact.id.clone()));
                }
            }
        }
        power(&self.loads, twists).is_positive().then_some(()).ok_or(Refusal::NoWork)
    }
}

/// The normal row and the tangent row of a contact in the plane.
fn parts(contact: &ModeContact) -> impl Iterator<Item = &ModeRow> {
    std::iter::once(&contact.normal).chain(&contact.tangents)
}

/// The power of wrenches on twists.
fn power(wrenches: &ByBody, twists: &ByBody) -> Rational {
    let of = |(name, wrench): (&String, &Vec<Rational>)| -> Rational {
        let twist = twists.get(name).into_iter().flatten();
        wrench.iter().zip(twist).map(|(a, b)| a * b).sum()
    };
    wrenches.iter().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ContactKind, MovingBody};

    /// A block on a floor, its centre one above it, pulled down and to the right.
    fn block(mu: Rational) -> SlowProblem {
        let row = |numbers: [i64; 3]| ModeRow {
            parts: [("block".to_owned(), numbers.map(Rational::from).to_vec())].into(),
            constant: Rational::zero(),
        };
        let contact = |id: &str, x: i64| ModeContact {
            id: id.to_owned(),
            kind: ContactKind::Slides,
            // At [x, −1] from the centre, with the normal up and the tangent to the left.
            normal: row([x, 0, 1]),
            tangents: vec![row([-1, -1, 0])],
            spin: None,
        };
        let bodies = vec![MovingBody { name: "block".to_owned(), freedoms: vec![true; 3] }];
        SlowProblem {
            modes: ModeProblem { dimension: 2, bodies, contacts: vec![contact("a", -2), contact("b", 2)] },
            friction: vec![SlowFriction { at_rest: mu.clone(), sliding: mu }; 2],
            loads: [("block".to_owned(), [0, 1, -4].map(Rational::from).to_vec())].into(),
        }
    }

    fn forces(numbers: [[i64; 2]; 2], over: u64) -> Vec<[Rational; 2]> {
        numbers.map(|pair| pair.map(|number| Rational::new(number, over))).to_vec()
    }

    #[test]
    fn a_block_is_dragged_where_friction_is_as_large_as_the_pull() {
        let problem = block(Rational::new(1, 4));
        // 7/4 and 9/4 up, a quarter of each to the left.
        let held = forces([[28, 7], [36, 9]], 16);
        let balanced = |mode: &str, forces: &Vec<[Rational; 2]>| {
            problem.check(SlowProof::Balanced { mode: mode.to_owned(), forces: forces.clone() })
        };
        assert!(balanced("rr", &held).is_ok());
        assert!(balanced("nn", &held).is_ok());
        assert_eq!(balanced("ll", &held), Err(Refusal::Cone("a".to_owned())));
        assert_eq!(balanced("sr", &held), Err(Refusal::Cone("a".to_owned())));
        let wrong = forces([[16, 4], [16, 4]], 8);
        assert!(matches!(balanced("rr", &wrong), Err(Refusal::UnbalancedBody { .. })));
        assert!(balanced("r", &held).is_err() && balanced("mm", &held).is_err());
    }

    #[test]
    fn a_virtual_motion_shows_that_a_mode_has_no_forces() {
        let problem = block(Rational::new(1, 5));
        let shown = |mode: &str, twist: [i64; 3]| {
            let twists = [("block".to_owned(), twist.map(Rational::from).to_vec())].into();
            problem.check(SlowProof::Unbalanced { mode: mode.to_owned(), twists })
        };
        // To the right by five and up by one: the edges nᵢ + tᵢ/5 take nothing, the load does 5 − 4.
        assert!(shown("rr", [0, 5, 1]).is_ok() && shown("nn", [0, 5, 1]).is_ok());
        assert_eq!(shown("ss", [0, 0, 1]), Err(Refusal::NoWork));
        assert!(shown("ss", [0, 0, -1]).is_ok());
        assert_eq!(shown("nn", [0, 0, -1]), Err(Refusal::Resists("a".to_owned())));
        // With enough friction nothing shows it.
        let rough = block(Rational::one());
        let twists = [("block".to_owned(), [0, 5, 1].map(Rational::from).to_vec())].into();
        let proof = SlowProof::Unbalanced { mode: "rr".to_owned(), twists };
        assert_eq!(rough.check(proof), Err(Refusal::Resists("a".to_owned())));
    }

    #[test]
    fn a_malformed_problem_proves_nothing() {
        let proof = || SlowProof::Balanced { mode: "nn".to_owned(), forces: forces([[28, 7], [36, 9]], 16) };
        let mut negative = block(Rational::new(-1, 4));
        assert!(negative.check(proof()).is_err());
        negative = block(Rational::one());
        negative.friction.pop();
        assert!(negative.check(proof()).is_err());
        negative = block(Rational::one());
        negative.loads.clear();
        assert!(negative.check(proof()).is_err());
    }
}
