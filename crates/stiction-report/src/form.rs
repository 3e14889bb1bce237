//! Form closure by curvature, and grasps that no pins without friction close.

use crate::closure::{Claim, ClosureAnswer, Escape, Rings, physical_forces, proportions, unit_twist};
use crate::number::spoken;
use crate::text::motion_words;
use std::collections::BTreeMap;
use stiction::ask::closure::{Doubt, Metric, SecondOrder, stiffness};
use stiction::shape::Piece;
use stiction_proof::{Answer, Bound, PlanarProblem, Proof, Rational, Verified};

/// Why no contacts without friction like these close: a motion that keeps every one of them, to and fro.
#[derive(Debug, Clone, PartialEq)]
pub struct Exceptional {
    /// What is special.
    pub kind: ExceptionalKind,
    /// The motion `[w, vx, vy]` about the reference, its largest entry 1.
    pub motion: [Rational; 3],
}

/// What is special about the normals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExceptionalKind {
    /// The body is a disc: the normals meet in its centre wherever it is touched.
    Disc,
    /// The normals meet in one point.
    Concurrent,
    /// The normals are parallel.
    Parallel,
    /// The normals are all on one line.
    Collinear,
}

impl ExceptionalKind {
    /// The word for it in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Disc => "disc",
            Self::Concurrent => "concurrent",
            Self::Parallel => "parallel",
            Self::Collinear => "collinear",
        }
    }
}

/// Lets second order decide what it can of a claim that first order leaves on the boundary.  The first-order proof comes back where
/// another took its place.
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

/// A motion that keeps every contact both ways, if there is one; a turn rather than a translation.
pub(crate) fn exceptional(outline: Option<&Rings>, problem: &PlanarProblem) -> Option<Exceptional> {
    let pushes: Vec<[Rational; 3]> = problem
        .contacts
        .iter()
        .map(|contact| problem.wrench(contact, &Rational::one(), &Rational::zero()))
        .collect();
    let first = pushes.first()?;
    if let Some(motion) = turn_of_disc(outline, problem).filter(|motion| keeps_all(problem, motion)) {
        return Some(Exceptional { kind: ExceptionalKind::Disc, motion: unit(motion) });
    }
    let crossed = pushes.iter().map(|push| cross(first, push)).find(|line| !is_zero(line));
    let Some(motion) = crossed else {
        // All on one line: turn about a point of it.
        let point = &problem.contacts.first()?.point;
        let motion = unit(turn_about(problem, point));
        return Some(Exceptional { kind: ExceptionalKind::Collinear, motion });
    };
    let kind = if motion[0].is_zero() { ExceptionalKind::Parallel } else { ExceptionalKind::Concurrent };
    keeps_all(problem, &motion).then(|| Exceptional { kind, motion: unit(motion) })
}

fn unit(motion: [Rational; 3]) -> [Rational; 3] {
    let largest = motion.iter().map(Rational::abs).max().unwrap_or_default();
    motion.map(|entry| entry.checked_div(&largest).unwrap_or_default())
}

/// Whether a motion keeps every contact.
pub(crate) fn keeps_all(problem: &PlanarProblem, motion: &[Rational; 3]) -> bool {
    !is_zero(motion) && problem.contacts.iter().all(|contact| problem.velocity(contact, motion)[0].is_zero())
}

/// The turn of a disc about its centre: its outline is one arc that ends where it begins.
fn turn_of_disc(outline: Option<&Rings>, problem: &PlanarProblem) -> Option<[Rational; 3]> {
    let [ring] = &outline?[..] else { return None };
    match &ring[..] {
        [Piece::Arc { from, to, center, .. }] if from == to => Some(turn_about(problem, center)),
        _ => None,
    }
}

fn turn_about(problem: &PlanarProblem, [x, y]: &[Rational; 2]) -> [Rational; 3] {
    [Rational::one(), y - &problem.reference[1], &problem.reference[0] - x]
}

fn is_zero(screw: &[Rational; 3]) -> bool {
    screw.iter().all(Rational::is_zero)
}

fn cross(a: &[Rational; 3], b: &[Rational; 3]) -> [Rational; 3] {
    let minor = |i: usize, j: usize| &a[i] * &b[j] - &a[j] * &b[i];
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

/// What is said of form closure where second order has a say.
pub(crate) fn words(answer: &ClosureAnswer) -> String {
    match &answer.second_order {
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
    let disc = answer.exceptional.as_ref().is_some_and(|found| found.kind == ExceptionalKind::Disc);
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
