//! Boxes of uncertain numbers: that something holds at a scale, that a scene of the box fails, and what it would be
//! worth to know a number exactly.

use crate::reading::FromJson;
use crate::{Findings, OTHER};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use stiction_proof::robust::{About, RobustProblem, RobustProof};
use stiction_proof::{Answer, PlanarContact, Rational, SpatialContact, Touch, Verified};

/// What a report of `robust` says besides its head.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct RobustKeys<T: Touch> {
    /// What is to hold.
    pub about: About,
    /// Up to which multiple of the tolerances it was proved, and from which on refuted.
    pub scale: Scale<f64>,
    /// A scene that fails.
    pub corner: Option<CornerTold>,
    /// What it would be worth to know a number exactly, most important first.
    pub critical: Vec<Critical<T>>,
    /// That it holds.
    pub holds: Option<RobustProof<T>>,
    /// That it fails.
    pub fails: Option<RobustProof<T>>,
    /// What the proofs speak of.
    pub problem: RobustProblem<T>,
    /// The fractions behind the numbers.
    pub exact: Exact,
    /// Why something is null.
    pub reasons: BTreeMap<String, String>,
}

/// Two scales, the one that was proved and the one that was refuted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scale<N> {
    /// It holds with so many times the box.
    pub proved: Option<N>,
    /// It fails with so many times the box.
    pub refuted: Option<N>,
}

/// A scene that fails.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CornerTold {
    /// With so many times the box.
    pub scale: f64,
    /// The numbers of the file that it changes.
    pub changes: Vec<Changed<f64>>,
    /// The report about that scene.
    pub report: Value,
}

/// A number of the file that a scene changes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Changed<N> {
    /// Its path in the file.
    pub path: String,
    /// As the file has it.
    pub from: N,
    /// As the scene has it.
    pub to: N,
}

/// What it would be worth to know a number exactly.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Critical<T: Touch> {
    /// The number.
    pub path: String,
    /// What is proved with it exact.
    pub scale: f64,
    /// The proof.
    pub proof: RobustProof<T>,
}

/// The fractions behind the numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exact {
    /// Of `scale`.
    pub scale: Scale<Rational>,
    /// Of the changes of `corner`.
    pub corner: Option<ExactCorner>,
}

/// The fractions of a scene that fails.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExactCorner {
    /// With so many times the box.
    pub scale: Rational,
    /// Of `changes`.
    pub changes: Vec<Changed<Rational>>,
}

/// A proof that was accepted.
type Accepted<T> = Verified<RobustProof<T>>;

/// Which side a proof must be of, and what is told where it is not.
fn accepted<T: Touch>(
    problem: &RobustProblem<T>,
    proof: Option<RobustProof<T>>,
    holds: bool,
) -> Result<Option<Accepted<T>>, String> {
    let Some(proof) = proof else { return Ok(None) };
    if proof.holds() != holds {
        return Err(OTHER.to_owned());
    }
    problem.check(proof).map(Some).map_err(|refusal| refusal.to_string())
}

impl<T: Touch> RobustKeys<T> {
    /// The proof that it holds.
    ///
    /// # Errors
    /// It is none.
    pub fn check_holds(&self) -> Result<Option<Accepted<T>>, String> {
        accepted(&self.problem, self.holds.clone(), true)
    }

    /// The proof that it fails.
    ///
    /// # Errors
    /// It is none.
    pub fn check_fails(&self) -> Result<Option<Accepted<T>>, String> {
        accepted(&self.problem, self.fails.clone(), false)
    }

    /// The proofs about each number.
    ///
    /// # Errors
    /// One of them is none, or a number is none of the problem's.
    pub fn check_critical(&self) -> Result<Vec<(String, Accepted<T>)>, String> {
        let numbers = self.problem.numbers();
        let mut seen = Vec::new();
        for one in &self.critical {
            let again = seen.iter().any(|(path, _): &(String, _)| *path == one.path);
            if again || !numbers.contains(&one.path) {
                return Err(format!("`{}` is no number that may be off, or is told twice", one.path));
            }
            let exact = self.problem.with_exact(&one.path);
            let proof = accepted(&exact, Some(one.proof.clone()), true)
                .map_err(|why| format!("{}: {why}", one.path))?;
            seen.extend(proof.map(|proof| (one.path.clone(), proof)));
        }
        Ok(seen)
    }
}

/// The verdict about the box itself.
pub fn verdict<T: Touch>(holds: Option<&RobustProof<T>>, fails: Option<&RobustProof<T>>) -> Answer {
    let one = Rational::one();
    if holds.is_some_and(|proof| *proof.scale() >= one) {
        Answer::Yes
    } else if fails.is_some_and(|proof| *proof.scale() <= one) {
        Answer::No
    } else {
        Answer::Undecided
    }
}

/// Checks a report of `robust`.
pub(crate) fn check(report: &Value, found: &mut Findings) {
    let in_space = report["problem"]["gravity"].as_array().is_some_and(|gravity| gravity.len() == 3);
    if in_space { checked::<SpatialContact>(report, found) } else { checked::<PlanarContact>(report, found) }
}

fn checked<T: Touch>(report: &Value, found: &mut Findings) {
    let Some(keys) =
        found.need("the keys of a report of `robust`", RobustKeys::<T>::deserialize_from(report))
    else {
        return;
    };
    let holds = found.claim("holds: at a scale", keys.check_holds()).flatten();
    let fails = found.claim("fails: at a scale", keys.check_fails()).flatten();
    let critical = found.claim("critical: with a number exact", keys.check_critical());
    let (holds, fails) = (holds.as_ref().map(Verified::proof), fails.as_ref().map(Verified::proof));
    let same = |same: bool| same.then_some(()).ok_or_else(|| OTHER.to_owned());
    let told: Result<Answer, String> = Answer::deserialize_from(&report["verdict"]);
    found.note("verdict", same(told == Ok(verdict(holds, fails))));
    let scale = |proof: Option<&RobustProof<T>>| proof.map(|proof| proof.scale().clone());
    let scales = Scale { proved: scale(holds), refuted: scale(fails) };
    found.note("scale", same(keys.exact.scale == scales));
    if let Some(critical) = critical {
        let mut pairs = critical.iter().zip(&keys.critical);
        found.note(
            "critical: scales",
            same(pairs.all(|((_, proof), told)| proof.proof().scale().to_f64() == told.scale)),
        );
    }
}
