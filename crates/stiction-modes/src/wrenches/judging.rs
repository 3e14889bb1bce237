//! Judges single wrenches: consistent with a mode, or not; whether a part can stay, and whether it must.
//!
//! Every judgement has been put to its checker before it is returned.

use super::{Decided, Judge, Rest, RoundRest, letters, rest, rest_round};
use stiction_exact::work::{attempt_with, note, share};
use stiction_proof::wrenches::{AnyPart, Balance, Consistency, Motionless, Part, StableWrench, System};
use stiction_proof::{Rational, Refusal};
use stiction_scene::mode::{ModeFault, SpatialLabel, parse_mode, parse_spatial_mode};

/// Part of the time that is left in which the cases of a motion are told apart: it chooses what is left open.
const SHARE: f64 = 0.5;

/// A part with what decides about its wrenches.
#[derive(Debug)]
pub struct WrenchJudge<'p> {
    part: &'p AnyPart,
    judge: Judge,
}

impl<'p> WrenchJudge<'p> {
    /// Prepares a part.
    ///
    /// # Errors
    /// A mass matrix that is not positive definite.
    pub fn new(part: &'p AnyPart) -> Result<Self, Refusal> {
        Ok(Self { part, judge: Judge::new(&part.mass()).ok_or(Refusal::Mass)? })
    }

    /// Whether a wrench is consistent with a mode, given by its cases.
    ///
    /// # Errors
    /// Cases that the part cannot have, or a proof that a checker refused.
    pub fn consistency(&self, cases: &[Vec<String>], wrench: &[Rational]) -> Result<Consistency, Refusal> {
        let systems: Vec<System> =
            cases.iter().map(|case| self.part.system(case)).collect::<Result<_, _>>()?;
        let found = self.by_cases(&systems, wrench);
        match found {
            // Silence is no proof and needs no check.
            Consistency::Open => Ok(found),
            proof => proof.check(self.part, cases, wrench).map(|()| proof),
        }
    }

    fn by_cases(&self, systems: &[System], wrench: &[Rational]) -> Consistency {
        let mut separations = Vec::new();
        for (case, system) in systems.iter().enumerate() {
            match self.judge.decide_round(system, wrench) {
                Some(Decided::Consistent(response)) => return Consistency::Consistent { case, response },
                Some(Decided::Excluded(separation)) => separations.push(separation),
                None => {}
            }
        }
        if separations.len() == systems.len() {
            Consistency::Excluded { cases: separations }
        } else {
            Consistency::Open
        }
    }

    /// Whether the part can stay under a wrench, and whether it must.
    ///
    /// # Errors
    /// A part that does not rest, or a proof that a checker refused.
    pub fn stability(&self, wrench: Vec<Rational>) -> Result<StableWrench, Refusal> {
        let system = self.part.rest()?;
        let weak = self.judge.decide_round(&system, &wrench).map(|decided| match decided {
            Decided::Consistent(response) => Balance::Balanced(response),
            Decided::Excluded(separation) => Balance::Excluded(separation),
        });
        let mut found = StableWrench { wrench, weak, strong: None };
        if !matches!(found.weak, Some(Balance::Excluded(_))) {
            // The cases may be very many: they have half of the time, and the other wrenches what is left.
            let motionless = || self.motionless(&found.wrench, &system);
            let strong = attempt_with("whether it must stay", &share(SHARE), motionless);
            found.strong = strong.unwrap_or_else(|stopped| {
                note(stopped);
                Ok(None)
            })?;
        }
        found.check(self.part)?;
        Ok(found)
    }

    /// What can be proved about motion under a wrench.
    fn motionless(&self, wrench: &[Rational], system: &System) -> Result<Option<Motionless>, Refusal> {
        if let AnyPart::Spatial(spatial) = self.part
            && !system.rounds.is_empty()
        {
            return Ok(match rest_round(spatial, &self.judge, wrench)? {
                RoundRest::Stays(still) => Some(Motionless::Stays(still)),
                RoundRest::StaysWithin { fans, still } => Some(Motionless::Within { fans, still }),
                RoundRest::Moves { mode, response } => Some(Motionless::Moves { mode, response }),
                RoundRest::Unknown => None,
            });
        }
        Ok(match rest(self.part, &self.judge, wrench)? {
            Rest::Stays(still) => Some(Motionless::Stays(still)),
            Rest::Moves { mode, response } => Some(Motionless::Moves { mode, response }),
            Rest::Unknown => None,
        })
    }
}

/// The labels of a mode, one for each contact of a part, from the text that a person writes.
///
/// # Errors
/// Everything that stands against the text.
pub fn labels(part: &AnyPart, text: &str) -> Result<Vec<String>, Vec<ModeFault>> {
    match part {
        AnyPart::Planar(part) => {
            let touching: Vec<bool> = part.contacts.iter().map(|contact| !contact.near).collect();
            Ok(letters(&parse_mode(text, &touching)?))
        }
        AnyPart::Spatial(part) => {
            let contacts: Vec<(bool, usize)> =
                part.contacts.iter().map(|contact| (!contact.near, contact.tangents.len())).collect();
            let labels = parse_spatial_mode(text, &contacts)?;
            Ok(labels.iter().map(SpatialLabel::to_string).collect())
        }
    }
}

/// The load of a part in a field of gravity: `M·(0, gravity)` and its own wrench.
pub fn own_load(part: &AnyPart, gravity: &[Rational], wrench: &[Rational]) -> Vec<Rational> {
    let mass = part.mass();
    let turning = mass.len() - gravity.len();
    let pull = |row: &Vec<Rational>| row[turning..].iter().zip(gravity).map(|(m, g)| m * g).sum::<Rational>();
    mass.iter().zip(wrench).map(|(row, own)| pull(row) + own).collect()
}
