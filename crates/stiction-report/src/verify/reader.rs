//! What reports on closure in the plane and in space say in the same places.

use super::reading::{FromJson, at};
use serde_json::Value;
use stiction::ask::Bracket;
use stiction_proof::{FrictionUse, Problem, Proof, Touch, Verified};

/// Why a proof proves nothing here.
pub(super) const OTHER: &str = "the proof is of another statement";

/// A proof about closure that was accepted.
type Shown<T> = Verified<Proof<T>>;

/// A report about one body.
pub(super) struct Reader<'a, T: Touch> {
    pub(super) report: &'a Value,
    pub(super) problem: &'a Problem<T>,
}

impl<T: Touch> Reader<'_, T> {
    pub(super) fn at(&self, path: &str) -> &Value {
        at(self.report, path)
    }

    /// The proof at a path, accepted by the checker.
    pub(super) fn accepted(&self, path: &str) -> Result<Shown<T>, String> {
        let proof = Proof::deserialize_from(self.at(path)).map_err(|why| format!("{path}: {why}"))?;
        self.problem.check(proof).map_err(|refusal| format!("{path}: {refusal}"))
    }

    /// The same where there may be none.
    pub(super) fn accepted_if_any(&self, path: &str) -> Result<Option<Shown<T>>, String> {
        if self.at(path).is_null() { Ok(None) } else { self.accepted(path).map(Some) }
    }

    /// Whether a proof shows that all contacts close, or that they do not.
    pub(super) fn closes(proof: &Proof<T>, friction: &FrictionUse) -> Result<bool, String> {
        match proof {
            Proof::Closed { friction: used, without, .. } if used == friction && without.is_empty() => {
                Ok(true)
            }
            Proof::Open { friction: used, without, .. } if used == friction && without.is_empty() => {
                Ok(false)
            }
            _ => Err(OTHER.to_owned()),
        }
    }

    /// Which proofs of the least friction there are: that none closes, that no friction does, of the ends of a bracket.
    pub(super) fn friction_kinds(&self) -> [bool; 3] {
        let told = self.at("min_friction");
        ["never", "frictionless", "lower"].map(|key| told.get(key).is_some())
    }

    /// That no friction closes.
    pub(super) fn never_closes(&self) -> Result<Shown<T>, String> {
        let never = self.accepted("min_friction.never")?;
        if matches!(never.proof(), Proof::NeverClosed { .. }) { Ok(never) } else { Err(OTHER.to_owned()) }
    }

    /// That contacts close without friction.
    pub(super) fn closes_smoothly(&self) -> Result<Shown<T>, String> {
        let squeeze = self.accepted("min_friction.frictionless")?;
        match squeeze.proof() {
            Proof::Closed { friction: FrictionUse::Common(zero), without, .. }
                if zero.is_zero() && without.is_empty() =>
            {
                Ok(squeeze)
            }
            _ => Err(OTHER.to_owned()),
        }
    }

    /// The ends of the least friction; none where the proofs are of something else.
    pub(super) fn ends(&self) -> Result<Option<Bracket<Proof<T>>>, String> {
        let (lower, upper) = (self.accepted("min_friction.lower")?, self.accepted("min_friction.upper")?);
        let (Proof::OpenUpTo { mu: least, .. }, Proof::ClosedAbove { mu: most, .. }) =
            (lower.proof(), upper.proof())
        else {
            return Ok(None);
        };
        Ok(Some(Bracket { lower: (least.clone(), lower), upper: (most.clone(), upper) }))
    }

    /// The place of a contact.
    pub(super) fn place(&self, id: &str) -> Result<usize, String> {
        let place = self.problem.contacts.iter().position(|contact| contact.id() == id);
        place.ok_or_else(|| format!("\"{id}\" is no contact"))
    }

    /// The contacts of a list, each with the proof that the others close, or that they do not.
    pub(super) fn without_each(&self, path: &str, closed: bool) -> Result<Vec<(usize, Shown<T>)>, String> {
        let count = self.at(path).as_array().ok_or_else(|| format!("{path} is no list"))?.len();
        let one = |at: usize| {
            let id = String::deserialize_from(self.at(&format!("{path}.{at}.contact")))?;
            let place = self.place(&id);
            let proof = self.accepted(&format!("{path}.{at}.proof"))?;
            let (shown, without) = match proof.proof() {
                Proof::Closed { friction: FrictionUse::Given, without, .. } => (true, without),
                Proof::Open { friction: FrictionUse::Given, without, .. } => (false, without),
                _ => return Err(OTHER.to_owned()),
            };
            if shown != closed || *without != [id.clone()] {
                return Err(format!("{path}: nothing proves it of \"{id}\""));
            }
            Ok((place?, proof))
        };
        (0..count).map(one).collect()
    }
}
