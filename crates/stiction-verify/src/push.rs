//! Pushing: every mode with every sense of rotation by its proof, all other modes by impossible ones that stand for
//! them, and that the part stays with its pusher.

use crate::reading::FromJson;
use crate::{Findings, OTHER};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use stiction_proof::push::{Motion, PushProblem, PushProof, Pushing, Sense, modes};
use stiction_proof::{Answer, ModeProof, Verified};

/// What a report of `push` says besides its head.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PushKeys {
    /// The contacts, in the order of the letters of a mode.
    pub contacts: Vec<String>,
    /// Modes that some pressure allows.
    pub modes: Vec<AllowedMode>,
    /// Modes that no pressure allows.
    pub excluded: Vec<OtherMode>,
    /// Modes of which neither was proved.
    pub open: Vec<OtherMode>,
    /// The senses of rotation that some pressure allows.
    pub turns: Vec<Sense>,
    /// Whether the part stays with its pushers under every pressure.
    pub stable: Option<Answer>,
    /// Of a known pressure the part's twist about its centre of mass.
    pub twist: Option<[f64; 3]>,
    /// How far the twist may be from the true one.
    pub twist_within: Option<f64>,
    /// That it stays with its pushers under every pressure.
    pub stays: Option<PushProof>,
    /// Modes that no twist has, which stand for all that are not listed.
    pub impossible: Vec<ModeProof>,
    /// What the proofs speak of.
    pub problem: PushProblem,
    /// Why something is null.
    pub reasons: BTreeMap<String, String>,
}

/// A mode that some pressure allows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AllowedMode {
    /// The mode.
    pub mode: String,
    /// A pressure that allows it.
    pub pressure: Vec<Pressed>,
    /// The part's twist under it.
    pub twist: [f64; 3],
    /// What is proved of it with each sense of rotation.
    pub proof: BySense,
}

/// Another mode.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OtherMode {
    /// The mode.
    pub mode: String,
    /// What is proved of it with each sense of rotation.
    pub proof: BySense,
}

/// Where a part presses on a table, and how hard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pressed {
    /// The point of the world.
    pub point: [f64; 2],
    /// The part of the weight.
    pub pressure: f64,
}

/// A proof for each sense of rotation; none where it is left open.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BySense {
    /// Turning counter-clockwise.
    pub ccw: Option<PushProof>,
    /// Turning clockwise.
    pub cw: Option<PushProof>,
    /// Without turning.
    pub none: Option<PushProof>,
}

impl BySense {
    /// The proof for a sense.
    pub fn of(&self, turn: Sense) -> Option<&PushProof> {
        match turn {
            Sense::Ccw => self.ccw.as_ref(),
            Sense::Cw => self.cw.as_ref(),
            Sense::None => self.none.as_ref(),
        }
    }
}

/// Checks a report of `push`.
pub(crate) fn check(report: &Value, found: &mut Findings) {
    let Some(keys) = found.need("the keys of a report of `push`", PushKeys::deserialize_from(report)) else {
        return;
    };
    let Some(motions) = found.claim("modes and excluded: allowed or not", keys.shown()) else { return };
    found.claim("impossible: there are no other modes", keys.check_impossible(&motions));
    let held = found.claim("stays", keys.check_stays()).flatten();
    let PushKeys { turns, stable, problem, impossible, .. } = keys;
    let pushing = Pushing { problem, motions, impossible, held };
    let same = |same: bool| same.then_some(()).ok_or_else(|| OTHER.to_owned());
    found.note("turns", same(turns == pushing.turns()));
    found.note("stable", same(stable == pushing.stays()));
}

impl PushKeys {
    /// Every listed mode, and whether it is told to be allowed, excluded or neither.
    fn listed(&self) -> impl Iterator<Item = (&str, &BySense, Option<bool>)> {
        let allowed = self.modes.iter().map(|one| (one.mode.as_str(), &one.proof, Some(true)));
        let excluded = self.excluded.iter().map(|one| (one.mode.as_str(), &one.proof, Some(false)));
        let open = self.open.iter().map(|one| (one.mode.as_str(), &one.proof, None));
        allowed.chain(excluded).chain(open)
    }

    /// Every mode with every sense, in the order of the report, each with its proof accepted.
    ///
    /// # Errors
    /// A proof is refused, or shows something else than what is told.
    pub fn shown(&self) -> Result<Vec<Motion>, String> {
        let (mut seen, mut all) = (HashSet::new(), Vec::new());
        for (mode, proofs, told) in self.listed() {
            if !seen.insert(mode) {
                return Err(format!("`{mode}` is listed twice"));
            }
            let one = |turn: Sense| one(&self.problem, mode, turn, proofs.of(turn).cloned());
            let own = Sense::ALL.into_iter().map(one).collect::<Result<Vec<_>, _>>();
            let own = own.map_err(|why| format!("`{mode}`: {why}"))?;
            let proved = own.iter().map(Motion::allowed);
            let allowed = proved.clone().any(|one| one == Some(true));
            let excluded = proved.clone().all(|one| one == Some(false));
            let fits = match told {
                Some(true) => allowed,
                Some(false) => excluded,
                None => !allowed && !excluded,
            };
            if !fits {
                return Err(format!("`{mode}` is proved to be elsewhere"));
            }
            all.extend(own);
        }
        Ok(all)
    }

    /// That the impossible modes stand for everything that is not listed.
    ///
    /// # Errors
    /// They do not.
    pub fn check_impossible(&self, shown: &[Motion]) -> Result<(), String> {
        let complete = self.problem.modes.check_complete(false, &modes(shown), &self.impossible);
        complete.map_err(|refusal| refusal.to_string())
    }

    /// That the pushers hold the part whatever the pressure, where it is said.
    ///
    /// # Errors
    /// It is said and not proved.
    pub fn check_stays(&self) -> Result<Option<Verified<PushProof>>, String> {
        let Some(proof) = self.stays.clone() else { return Ok(None) };
        let proof = self.problem.check(proof).map_err(|refusal| refusal.to_string())?;
        if matches!(proof.proof(), PushProof::Stays { .. }) { Ok(Some(proof)) } else { Err(OTHER.to_owned()) }
    }
}

fn one(problem: &PushProblem, mode: &str, turn: Sense, proof: Option<PushProof>) -> Result<Motion, String> {
    let proof = proof.map(|proof| problem.check(proof).map_err(|refusal| refusal.to_string())).transpose()?;
    let is_meant = |proof: &PushProof| match proof {
        PushProof::Allowed { mode: of, turn: with, .. }
        | PushProof::Excluded { mode: of, turn: with, .. } => of == mode && *with == turn,
        PushProof::Stays { .. } => false,
    };
    if proof.as_ref().is_some_and(|proof| !is_meant(proof.proof())) {
        return Err(OTHER.to_owned());
    }
    Ok(Motion { mode: mode.to_owned(), turn, proof })
}
