//! Closure in the plane and in space.

use crate::reading::{FromJson, at, distinct, in_space};
use crate::{Findings, OTHER};
use serde::de::DeserializeOwned;
use serde_json::Value;
use stiction_proof::{
    FrictionUse, PlanarContact, PlanarProblem, Problem, Proof, Rational, SpatialContact, SpatialProblem,
    Touch, Verified,
};

/// A proof about closure that was accepted.
pub type AcceptedProof<T> = Verified<Proof<T>>;

/// The two ends of a coefficient, each with its proof.
pub type Ends<T> = [(Rational, AcceptedProof<T>); 2];

/// Checks a report of `closure`.
pub(crate) fn check(report: &Value, found: &mut Findings) {
    if in_space(at(report, "problem.reference")) {
        check_of::<SpatialContact>(SpatialProblem::deserialize_from(&report["problem"]), report, found);
    } else {
        check_of::<PlanarContact>(PlanarProblem::deserialize_from(&report["problem"]), report, found);
    }
}

fn check_of<T: Touch>(problem: Result<Problem<T>, String>, report: &Value, found: &mut Findings)
where
    Proof<T>: DeserializeOwned,
{
    let named = problem.and_then(|problem| {
        distinct(problem.contacts.iter().map(Touch::id))?;
        Ok(problem)
    });
    let Some(problem) = found.need("problem", named) else { return };
    let reader = Reader { report, problem: &problem };
    for (claim, friction) in [("form", FrictionUse::None), ("force", FrictionUse::Given)] {
        if let Some(closed) = found.claim(&format!("{claim}.proof"), reader.decided(claim, &friction)) {
            found.verdict(&format!("{claim}.verdict"), reader.at(&format!("{claim}.verdict")), closed);
        }
    }
    if reader.friction_kinds() != [false; 3] {
        found.claim("min_friction", reader.least_friction());
    }
    for (key, closed) in [("essential_proofs", false), ("removable.proofs", true)] {
        if !reader.at(key).is_null() {
            found.claim(key, reader.without_each(key, closed));
        }
    }
    if !reader.at("removable.core").is_null() {
        let core = reader.accepted("removable.core");
        let squeezes = |core: AcceptedProof<T>| match core.proof() {
            Proof::Closed { friction: FrictionUse::Given, .. } => Ok(()),
            _ => Err(OTHER.to_owned()),
        };
        found.note("removable.core", core.and_then(squeezes));
    }
}

/// A report about one body.
#[derive(Debug)]
pub struct Reader<'a, T: Touch> {
    /// The report.
    pub report: &'a Value,
    /// Its problem.
    pub problem: &'a Problem<T>,
}

impl<T: Touch> Reader<'_, T>
where
    Proof<T>: DeserializeOwned,
{
    /// What stands at a dotted path.
    pub fn at(&self, path: &str) -> &Value {
        at(self.report, path)
    }

    /// The proof at a path, accepted by the checker.
    pub fn accepted(&self, path: &str) -> Result<AcceptedProof<T>, String> {
        let proof = Proof::deserialize_from(self.at(path)).map_err(|why| format!("{path}: {why}"))?;
        self.problem.check(proof).map_err(|refusal| format!("{path}: {refusal}"))
    }

    /// The same where there may be none.
    pub fn accepted_if_any(&self, path: &str) -> Result<Option<AcceptedProof<T>>, String> {
        if self.at(path).is_null() { Ok(None) } else { self.accepted(path).map(Some) }
    }

    /// Whether a proof shows that all contacts close, or that they do not.
    pub fn closes(proof: &Proof<T>, friction: &FrictionUse) -> Result<bool, String> {
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
    pub fn friction_kinds(&self) -> [bool; 3] {
        let told = self.at("min_friction");
        ["never", "frictionless", "lower"].map(|key| told.get(key).is_some())
    }

    /// That no friction closes.
    pub fn never_closes(&self) -> Result<AcceptedProof<T>, String> {
        let never = self.accepted("min_friction.never")?;
        if matches!(never.proof(), Proof::NeverClosed { .. }) { Ok(never) } else { Err(OTHER.to_owned()) }
    }

    /// That contacts close without friction.
    pub fn closes_smoothly(&self) -> Result<AcceptedProof<T>, String> {
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
    pub fn ends(&self) -> Result<Option<Ends<T>>, String> {
        let (lower, upper) = (self.accepted("min_friction.lower")?, self.accepted("min_friction.upper")?);
        let (Proof::OpenUpTo { mu: least, .. }, Proof::ClosedAbove { mu: most, .. }) =
            (lower.proof(), upper.proof())
        else {
            return Ok(None);
        };
        Ok(Some([(least.clone(), lower), (most.clone(), upper)]))
    }

    /// Whether the contacts close with this friction, by the proof of a claim; none where nothing is proved.
    fn decided(&self, claim: &str, friction: &FrictionUse) -> Result<Option<bool>, String> {
        let Some(proof) = self.accepted_if_any(&format!("{claim}.proof"))? else { return Ok(None) };
        let by_curvature = match proof.proof() {
            Proof::Immobile { .. } => Some(true),
            Proof::Mobile { .. } | Proof::Glides { .. } => Some(false),
            _ => None,
        };
        let first = match by_curvature {
            // What curvature says is asked of first-order openness without friction alone.
            Some(_) if *friction != FrictionUse::None => return Err(OTHER.to_owned()),
            Some(_) => self.accepted(&format!("{claim}.first_order"))?,
            None => proof,
        };
        let closed = Self::closes(first.proof(), friction)?;
        let openness = self.accepted_if_any(&format!("{claim}.openness"))?;
        match openness.as_ref().map(Verified::proof) {
            None => {}
            Some(Proof::Breaks { friction: used, .. } | Proof::Touching { friction: used, .. })
                if used == friction && !closed => {}
            Some(_) => return Err("the proof of openness is of another statement".to_owned()),
        }
        match (by_curvature, openness.as_ref().map(Verified::proof)) {
            (None, _) | (Some(_), Some(Proof::Touching { .. })) => Ok(Some(by_curvature.unwrap_or(closed))),
            (Some(_), _) => Err("second order is asked on the boundary".to_owned()),
        }
    }

    /// That the least friction is proved in one of three ways.
    fn least_friction(&self) -> Result<(), String> {
        match self.friction_kinds() {
            [true, false, false] => self.never_closes().map(|_| ()),
            [false, true, false] => self.closes_smoothly().map(|_| ()),
            [false, false, true] => {
                let ends = self.ends()?.filter(|[lower, upper]| lower.0 <= upper.0);
                ends.map(|_| ()).ok_or_else(|| "the proofs are not of the ends of a bracket".to_owned())
            }
            _ => Err("there are proofs of different kinds".to_owned()),
        }
    }

    /// The place of a contact.
    pub fn place(&self, id: &str) -> Result<usize, String> {
        let place = self.problem.contacts.iter().position(|contact| contact.id() == id);
        place.ok_or_else(|| format!("\"{id}\" is no contact"))
    }

    /// The contacts of a list, each with the proof that the others close, or that they do not.
    pub fn without_each(&self, path: &str, closed: bool) -> Result<Vec<(usize, AcceptedProof<T>)>, String> {
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
