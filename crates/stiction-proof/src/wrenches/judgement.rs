//! What is proved of one wrench: whether it is consistent with a mode, whether a part can stay under it, whether it
//! must \[BT 8.1\].

use super::{AnyPart, Bounded, Fan, Part, Response, Separation, Still};
use crate::{Rational, Refusal};
use serde::{Deserialize, Serialize};

/// Why a wrench is consistent with a mode, or not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Consistency {
    /// An acceleration and forces, in one of the mode's cases.
    Consistent {
        /// Which case.
        case: usize,
        /// Acceleration and forces.
        response: Response,
    },
    /// A separation from every case.
    Excluded {
        /// One for each case.
        cases: Vec<Separation>,
    },
    /// Neither was proved: on the boundary of round cones, or very near to it.
    Open,
}

impl Consistency {
    /// Whether it shows what it says of a wrench and the cases of a mode.
    ///
    /// # Errors
    ///
    /// If it does not.
    pub fn check(&self, part: &AnyPart, cases: &[Vec<String>], wrench: &[Rational]) -> Result<(), Refusal> {
        match self {
            Self::Consistent { case, response } => {
                let case = cases.get(*case).ok_or(Refusal::Shape)?;
                part.system(case)?.admits(wrench, response)
            }
            Self::Excluded { cases: separations } if separations.len() == cases.len() => cases
                .iter()
                .zip(separations)
                .try_for_each(|(case, separation)| part.system(case)?.excludes(wrench, separation)),
            Self::Excluded { .. } => Err(Refusal::Shape),
            // Nothing is said, which only round cones are an excuse for.
            Self::Open => {
                let round =
                    |case: &Vec<String>| part.system(case).is_ok_and(|system| !system.rounds.is_empty());
                cases.iter().any(round).then_some(()).ok_or(Refusal::NotReached)
            }
        }
    }
}

/// Why contact forces balance a wrench, or why none do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Balance {
    /// Multiples of the static edges.
    Balanced(Response),
    /// A separation.
    Excluded(Separation),
}

/// Why a part must stay under a wrench, or what else can happen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Motionless {
    /// Every case is contradicted.
    Stays(Still),
    /// Every case is contradicted though sliding forces of round cones are known only within fans of edges.
    Within {
        /// The directions about each contact.
        fans: Vec<Fan>,
        /// The cases.
        still: Still,
    },
    /// A mode with an acceleration other than zero.
    Moves {
        /// One label a contact.
        mode: Vec<String>,
        /// Acceleration and forces.
        response: Response,
    },
}

/// A wrench on a part at rest, judged.
#[derive(Debug, Clone, PartialEq)]
pub struct StableWrench {
    /// The total external wrench.
    pub wrench: Vec<Rational>,
    /// Can it stay; without round cones always known.
    pub weak: Option<Balance>,
    /// Must it stay; what moves, or that nothing does.  Not asked where nothing balances the wrench.
    pub strong: Option<Motionless>,
}

impl StableWrench {
    /// Checks both proofs.
    ///
    /// # Errors
    /// What does not hold.
    pub fn check(&self, part: &AnyPart) -> Result<(), Refusal> {
        let wrench = &self.wrench;
        let system = part.rest()?;
        match &self.weak {
            Some(Balance::Balanced(response)) => system.admits(wrench, response)?,
            Some(Balance::Excluded(separation)) => system.excludes(wrench, separation)?,
            None => {}
        }
        match &self.strong {
            Some(Motionless::Stays(still)) => still.check(part, wrench),
            Some(Motionless::Within { fans, still }) => match part {
                AnyPart::Spatial(part) => still.check(&Bounded::new(part, fans)?, wrench),
                AnyPart::Planar(_) => Err(Refusal::Shape),
            },
            Some(Motionless::Moves { mode, response }) => {
                if response.acceleration.iter().all(Rational::is_zero) {
                    return Err(Refusal::NoMotion);
                }
                // A label that stands for any other is none.
                if mode.iter().any(|label| label == "?") {
                    return Err(Refusal::Shape);
                }
                part.system(mode)?.admits(wrench, response)
            }
            None => Ok(()),
        }
    }

    /// Can it stay; `None` where nothing is proved.
    pub fn is_weak(&self) -> Option<bool> {
        self.weak.as_ref().map(|balance| matches!(balance, Balance::Balanced(_)))
    }

    /// Must it stay; `None` where nothing is proved.
    pub fn is_strong(&self) -> Option<bool> {
        match (self.is_weak(), &self.strong) {
            (Some(false), _) | (_, Some(Motionless::Moves { .. })) => Some(false),
            (Some(true), Some(Motionless::Stays(_) | Motionless::Within { .. })) => Some(true),
            _ => None,
        }
    }
}
