//! Placements: that the best closes, that none is better than a bound or none closes at all, and where along straight
//! edges one more contact closes.

use crate::reading::FromJson;
use crate::{Findings, OTHER};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use stiction_proof::place::{AlongProof, PlaceProblem, PlaceProof};
use stiction_proof::{Answer, FrictionUse, PlanarContact, Proof, Rational, Verified};

/// What a report of `place` says besides its head.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlaceKeys {
    /// The best contacts that were found; none where none was.
    pub contacts: Vec<PlacedContact>,
    /// How good they are.
    pub quality: Option<f64>,
    /// That they close, with those that stay.
    pub proof: Option<Proof>,
    /// Other placements, best first.
    pub alternatives: Vec<Alternative>,
    /// What no placement is better than.
    pub bound: Option<f64>,
    /// The proof of that bound.
    pub bound_proof: Option<PlaceProof>,
    /// For one contact, where along the outline it closes.
    #[serde(rename = "where")]
    pub places: Option<Vec<Interval>>,
    /// Why, track by track.
    pub along: Option<Vec<AlongProof>>,
    /// What the proofs speak of.
    pub problem: PlaceProblem,
    /// The fractions behind the numbers.
    pub exact: Exact,
    /// Why something is null.
    pub reasons: BTreeMap<String, String>,
}

/// A new contact, in the form of the scene file, with the edge that it is on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedContact {
    /// Its name.
    pub id: String,
    /// Where it touches.
    pub point: [f64; 2],
    /// Its normal.
    pub normal: [f64; 2],
    /// Its coefficient of friction.
    pub friction: f64,
    /// The number of its edge.
    pub edge: usize,
}

/// Another placement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alternative {
    /// Its contacts.
    pub contacts: Vec<PlacedContact>,
    /// How good it is.
    pub quality: f64,
    /// That it closes.
    pub proof: Proof,
}

/// A part of an edge where one more contact closes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interval {
    /// The number of the edge.
    pub edge: usize,
    /// Where it begins.
    pub from: End<f64>,
    /// Where it ends.
    pub to: End<f64>,
}

/// An end of such a part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End<N> {
    /// Where it touches.
    pub point: [N; 2],
    /// Whether it does not close there itself.
    pub open: bool,
}

/// The fractions behind the numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exact {
    /// The best contacts.
    pub contacts: Vec<PlanarContact>,
    /// Those of the alternatives.
    pub alternatives: Vec<Vec<PlanarContact>>,
    /// The bound.
    pub bound: Option<Rational>,
    /// The ends of the intervals.
    #[serde(rename = "where")]
    pub places: Option<Vec<[End<Rational>; 2]>>,
}

/// A placement that closes.
pub type ClosingPlacement = (Vec<PlanarContact>, Verified<Proof>);

impl PlaceKeys {
    /// The placements, the best first, each with its proof accepted.
    ///
    /// # Errors
    /// A proof is refused, or contacts are where they may not be.
    pub fn check_placements(&self) -> Result<Vec<ClosingPlacement>, String> {
        let best = self.proof.iter().map(|proof| (&self.exact.contacts, proof));
        let others = self.exact.alternatives.iter().zip(self.alternatives.iter().map(|one| &one.proof));
        let mut all = Vec::new();
        for (contacts, proof) in best.chain(others) {
            let told = matches!(proof, Proof::Closed { friction: FrictionUse::Given, without, .. } if without.is_empty());
            if !told {
                return Err(OTHER.to_owned());
            }
            if !self.problem.allows(contacts) {
                return Err("contacts are not where they may be".to_owned());
            }
            let proof = self.problem.with(contacts).check(proof.clone());
            all.push((contacts.clone(), proof.map_err(|refusal| refusal.to_string())?));
        }
        Ok(all)
    }

    /// The statement about all placements.
    ///
    /// # Errors
    /// It is refused.
    pub fn check_bound(&self) -> Result<Option<Verified<PlaceProof>>, String> {
        let Some(proof) = self.bound_proof.clone() else { return Ok(None) };
        self.problem.check(proof).map(Some).map_err(|refusal| refusal.to_string())
    }

    /// Where one more contact closes, track by track.
    ///
    /// # Errors
    /// It is not shown.
    pub fn check_along(&self) -> Result<Option<Vec<Verified<AlongProof>>>, String> {
        let Some(proofs) = &self.along else { return Ok(None) };
        if proofs.len() != self.problem.tracks.len() {
            return Err("not every track is told of".to_owned());
        }
        let mut all = Vec::new();
        for (track, proof) in proofs.iter().enumerate() {
            let (AlongProof::Between { track: of, .. } | AlongProof::Nowhere { track: of, .. }) = proof;
            if *of != track {
                return Err(OTHER.to_owned());
            }
            all.push(self.problem.check_along(proof.clone()).map_err(|refusal| refusal.to_string())?);
        }
        Ok(Some(all))
    }
}

/// The intervals that proofs show, in fractions.
pub fn intervals(problem: &PlaceProblem, along: &[AlongProof]) -> Vec<(usize, [End<Rational>; 2])> {
    let of = |proof: &AlongProof| match proof {
        AlongProof::Between { track, ends, .. } => {
            let on = &problem.tracks[*track];
            let end = |end: &stiction_proof::place::EndProof| End {
                point: on.place(&end.part).0,
                open: end.twist.is_some(),
            };
            Some((on.edge, [end(&ends[0]), end(&ends[1])]))
        }
        AlongProof::Nowhere { .. } => None,
    };
    along.iter().filter_map(of).collect()
}

/// Whether a statement says that no placement closes with the given friction.
pub fn is_never(bound: Option<&PlaceProof>, along: Option<&[AlongProof]>) -> bool {
    let never = matches!(
        bound,
        Some(PlaceProof::TooFew { .. } | PlaceProof::Never { friction: FrictionUse::Given, .. })
    );
    never || along.is_some_and(|all| all.iter().all(|one| matches!(one, AlongProof::Nowhere { .. })))
}

/// The bound that a statement gives.
pub fn bound_of(proof: &PlaceProof) -> Option<&Rational> {
    match proof {
        PlaceProof::AtMost { bound, .. } => Some(bound),
        PlaceProof::Never { friction: FrictionUse::Common(mu), .. } => Some(mu),
        _ => None,
    }
}

/// Checks a report of `place`.
pub(crate) fn check(report: &Value, found: &mut Findings) {
    let Some(keys) = found.need("the keys of a report of `place`", PlaceKeys::deserialize_from(report))
    else {
        return;
    };
    let Some(placements) = found.claim("contacts and alternatives: they close", keys.check_placements())
    else {
        return;
    };
    let Some(bound) = found.claim("bound: over all placements", keys.check_bound()) else { return };
    let Some(along) = found.claim("where: along every edge", keys.check_along()) else { return };
    let along: Option<Vec<AlongProof>> = along.map(|all| all.into_iter().map(Verified::into_proof).collect());
    let bound = bound.as_ref().map(Verified::proof);
    let same = |same: bool| same.then_some(()).ok_or_else(|| OTHER.to_owned());
    let verdict = match (placements.is_empty(), is_never(bound, along.as_deref())) {
        (false, _) => Answer::Yes,
        (true, true) => Answer::No,
        (true, false) => Answer::Undecided,
    };
    let told: Result<Answer, String> = Answer::deserialize_from(&report["verdict"]);
    found.note("verdict", same(told == Ok(verdict)));
    found.note("bound", same(keys.exact.bound.as_ref() == bound.and_then(bound_of)));
    let ends =
        along.map(|along| intervals(&keys.problem, &along).into_iter().map(|(_, ends)| ends).collect());
    found.note("where", same(keys.exact.places == ends));
}
