//! Linear complementarity: all solutions, and why there is no other.

use crate::Findings;
use crate::reading::FromJson;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use stiction_proof::choice::{Family, Objection};
use stiction_proof::{Exclusion, LcpProblem, LcpSolutions, Piece, Rational, Sole};

/// What a report of `lcp` says besides its head.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LcpKeys {
    /// What the proofs speak of.
    pub problem: LcpProblem,
    /// `none`, `unique`, `multiple` or `continuum`; none where that is not known.
    pub status: Option<String>,
    /// Isolated solutions.
    pub solutions: Vec<Point<Option<f64>>>,
    /// Families of solutions.
    pub families: Vec<Hull>,
    /// The pieces that are not empty.
    pub pieces: Vec<Piece>,
    /// What shows that the other pieces are.
    pub excluded: Vec<Exclusion>,
    /// Why something is null.
    #[serde(default)]
    pub reasons: BTreeMap<String, String>,
    /// The same in fractions.
    pub exact: ExactSolutions,
    /// What of the matrix shows that the solution is the only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Sole>,
    /// Why there may be more solutions than are listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unfinished: Option<String>,
}

/// A solution.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point<T> {
    /// Its entries.
    pub z: Vec<T>,
}

/// A family in doubles; null where one is beyond their range.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hull {
    /// The corners.
    pub vertices: Vec<Vec<Option<f64>>>,
    /// Directions in which it has no end.
    pub rays: Vec<Vec<Option<f64>>>,
}

/// Solutions in fractions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExactSolutions {
    /// Isolated ones.
    pub solutions: Vec<Point<Rational>>,
    /// Those that hang together.
    pub families: Vec<Family>,
}

/// Checks a report of `lcp`.
pub(crate) fn check(report: &Value, found: &mut Findings) {
    let Some(keys) = found.need("the keys of a report of `lcp`", LcpKeys::deserialize_from(report)) else {
        return;
    };
    let Some(all) = found.claim("solutions", keys.proved(&keys.problem)) else { return };
    let status = match (all.families.len(), all.solutions.len()) {
        (0, 0) => "none",
        (0, 1) => "unique",
        (0, _) => "multiple",
        _ => "continuum",
    };
    if keys.unfinished.is_none() {
        let same = keys.status.as_deref() == Some(status);
        found.note("status", same.then_some(()).ok_or_else(|| format!("{status} is proved")));
    } else {
        found.unchecked.push("status: the search was not finished".to_owned());
    }
    let points: Vec<Vec<Rational>> = keys.exact.solutions.into_iter().map(|point| point.z).collect();
    found.note("exact.solutions", equal(&points, &all.solutions));
    found.note("exact.families", equal(&keys.exact.families, &all.families));
}

fn equal<T: PartialEq>(told: &[T], proved: &[T]) -> Result<(), String> {
    (told == proved).then_some(()).ok_or_else(|| "they are not what is proved".to_owned())
}

impl LcpKeys {
    /// The solutions that the pieces show, and that nothing else has any unless the search was not finished.
    ///
    /// # Errors
    ///
    /// If something is not proved.
    pub fn proved(&self, problem: &LcpProblem) -> Result<LcpSolutions, String> {
        let (pieces, excluded) = (self.pieces.clone(), self.excluded.clone());
        let (sole, finished) = (self.certificate.clone(), self.unfinished.is_none());
        let told = |objection: Objection| objection.to_string();
        match (&sole, &pieces[..], finished) {
            (Some(sole), [piece], true) if excluded.is_empty() => {
                problem
                    .answers_alone(piece, sole)
                    .map_err(|_| "there may be more than one solution".to_owned())?;
            }
            (Some(_), ..) => return Err("a certificate that there is one solution goes with one".to_owned()),
            (None, _, true) => problem.answers(&pieces, &excluded).map_err(told)?,
            (None, _, false) => problem.knows(&pieces, &excluded).map(|_| ()).map_err(told)?,
        }
        let choices = problem.choices().map_err(told)?;
        let (solutions, families) = choices.parted(&pieces).map_err(told)?;
        for z in solutions.iter().chain(families.iter().flat_map(|family| &family.vertices)) {
            problem.is_solved_by(z).map_err(told)?;
        }
        Ok(LcpSolutions { solutions, families, pieces, excluded, sole })
    }
}
