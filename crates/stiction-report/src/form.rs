//! Form closure by curvature, and grasps that no pins without friction close.

use crate::closure::{Claim, ClosureAnswer, Escape, physical_forces, proportions, unit_twist};
use crate::number::spoken;
use crate::text::motion_words;
use std::collections::BTreeMap;
use stiction::ask::closure::{Doubt, ExceptionalKind, Metric, SecondOrder, stiffness};
use stiction_proof::{Answer, Bound, PlanarProblem, Proof, Rational, Verified};

/// Lets second order decide what it can of a claim that first order leaves on the boundary.  The first-order
/// proof comes back where another took its place.
pub(crate) fn by_curvature(
    problem: &PlanarProblem,
    metric: Metric,
    found: &SecondOrder,
    form: &mut Claim,
    reasons: &mut BTreeMap<String, String>,
) -> Option<Verified> {
    let (verdict, proof, margin) = match found {
        SecondOrder::Immobile(proof) => (Answer::Yes, proof, stiffness(problem, metric, Bound::Upper)),
        SecondOrder::Mobile(proof) => (Answer::No, proof, stiffness(problem, metric, Bound::Lower)),
        SecondOrder::Glides(proof) => (Answer::No, proof, Ok(0.0)),
        SecondOrder::Undecided(Doubt::Unknown(contacts)) => {
            let ids: Vec<String> =
                contacts.iter().map(|&index| format!("\"{}\"", problem.contacts[index].id)).collect();
            let why = format!("the curvature is not known at {}", ids.join(", "));
            reasons.insert("form.second_order".to_owned(), why);
            return None;
        }
        SecondOrder::Undecided(_) => {
            form.verdict = Answer::Undecided;
            return None;
        }
    };
    form.verdict = verdict;
    let margin = margin.and_then(|margin| match margin.is_finite() {
        true => Ok(margin),
        false => Err("beyond the range of doubles"),
    });
    form.margin = margin.map_err(|why| reasons.insert("form.margin".to_owned(), why.to_owned())).ok();
    Some(std::mem::replace(&mut form.proof, proof.clone()))
}

/// The word for what second order says, if it was asked and could say something.
pub(crate) fn word(second_order: Option<&SecondOrder>) -> Option<&'static str> {
    match second_order? {
        SecondOrder::Immobile(_) => Some("immobile"),
        SecondOrder::Mobile(_) => Some("mobile"),
        SecondOrder::Glides(_) => Some("glides"),
        SecondOrder::Undecided(Doubt::Unknown(_)) => None,
        SecondOrder::Undecided(_) => Some("undecided"),
    }
}

/// What is said of form closure where second order has a say.
pub(crate) fn words(answer: &ClosureAnswer) -> String {
    match &answer.curvature.second_order {
        Some(SecondOrder::Immobile(_)) => "closed without friction, by curvature (second order)",
        Some(SecondOrder::Mobile(_)) => "no: without friction curvature lets it move away from its contacts",
        Some(SecondOrder::Glides(_)) => "no: without friction it moves along its contacts, which stay as they are",
        Some(SecondOrder::Undecided(Doubt::Effort)) => {
            "undecided: too many opposed contacts for second order in this version"
        }
        Some(SecondOrder::Undecided(_)) => {
            "undecided: without friction it can roll or slide along its contacts; curvature neither holds nor frees it"
        }
        None => "undecided: without friction it can roll or slide along its contacts, as far as rounded data tell",
    }
    .to_owned()
}

/// What is special about a body that no contacts without friction hold.
pub(crate) fn special_line(answer: &ClosureAnswer) -> Option<String> {
    let disc = answer.curvature.exceptional.as_ref().is_some_and(|found| found.kind == ExceptionalKind::Disc);
    // A disc that some motion breaks away from all its contacts needs no more words.
    (disc && answer.escape == Some(Escape::Rolling))
        .then(|| "a disc: without friction it turns about its centre, wherever it is touched".to_owned())
}

/// What curvature does to the motions that first order leaves.
pub(crate) fn curvature_line(answer: &ClosureAnswer) -> Option<String> {
    let moves = |twist: &[Rational; 3]| motion_words(&unit_twist(twist), &answer.problem);
    match answer.form.proof.proof() {
        Proof::Immobile { fan, .. } => {
            let what = match &fan[..] {
                [one, _] if !one.twist[0].is_zero() => {
                    format!("blocks every turn about {}", centre_words(&one.twist, &answer.problem))
                }
                [one, _] => format!("blocks sliding along {}", along_words(&one.twist)),
                _ => "blocks sliding across the line of the normals and every turn about a point of it"
                    .to_owned(),
            };
            let stiff = answer.form.margin.filter(|margin| margin.is_finite());
            let stiff = stiff.map(|margin| format!("; at least {} N/m per 1 N of squeeze", spoken(margin)));
            Some(what + &stiff.unwrap_or_default())
        }
        // Where friction does not hold it either, this is its escape.
        Proof::Mobile { twist, .. } | Proof::Glides { twist } if answer.force.verdict == Answer::Yes => {
            Some(format!("does not hold it: without friction it {}", moves(twist)))
        }
        _ => None,
    }
}

impl ClosureAnswer {
    /// The motion to show of a body that is not held: one that curvature does not block, where that is known.
    pub fn shown_escape(&self) -> Option<[f64; 3]> {
        let shown = self.verdict() != Answer::Yes;
        match self.form.proof.proof() {
            Proof::Mobile { twist, .. } | Proof::Glides { twist } => Some(unit_twist(twist)),
            _ => self.escape_twist(),
        }
        .filter(|_| shown)
    }

    /// The forces of the equilibria by which curvature holds the body, added up, in proportion.
    pub fn held_by(&self) -> Option<Vec<[f64; 2]>> {
        let Proof::Immobile { equilibria, .. } = self.form.proof.proof() else { return None };
        let along = |index: usize| equilibria.iter().map(|one| one[index].clone()).sum();
        let forces: Vec<[Rational; 2]> =
            (0..self.problem.contacts.len()).map(|index| [along(index), Rational::zero()]).collect();
        Some(proportions(physical_forces(&self.problem, &forces)))
    }

    /// The turns that curvature alone blocks: their centre, and the direction of the line of centres if they are many.
    pub fn blocked(&self) -> Option<([f64; 2], Option<[f64; 2]>)> {
        let Proof::Immobile { fan, equilibria } = self.form.proof.proof() else { return None };
        if let [one, _] = &fan[..] {
            let [w, vx, vy] = unit_twist(&one.twist);
            let [rx, ry] = self.problem.reference.each_ref().map(Rational::to_f64);
            return (w != 0.0).then(|| ([rx - vy / w, ry + vx / w], None));
        }
        let pressing = |index: &usize| equilibria.iter().any(|one| one[*index].is_positive());
        let pressing: Vec<_> = (0..self.problem.contacts.len())
            .filter(pressing)
            .map(|index| &self.problem.contacts[index])
            .collect();
        let middle = [0, 1].map(|axis| {
            pressing.iter().map(|contact| contact.point[axis].to_f64()).sum::<f64>() / pressing.len() as f64
        });
        Some((middle, Some(pressing.first()?.normal.each_ref().map(Rational::to_f64))))
    }
}

fn centre_words(twist: &[Rational; 3], problem: &PlanarProblem) -> String {
    let [w, vx, vy] = unit_twist(twist);
    let [rx, ry] = problem.reference.each_ref().map(Rational::to_f64);
    format!("[{}, {}]", spoken(rx - vy / w), spoken(ry + vx / w))
}

fn along_words(twist: &[Rational; 3]) -> String {
    let [_, vx, vy] = unit_twist(twist);
    let size = vx.hypot(vy);
    format!("[{}, {}]", spoken(vx / size), spoken(vy / size))
}
