//! The report on closure: form, force, the fingers that matter, quality, least friction.

use crate::answer::{AnswerWithNotes, AskError};
use crate::form::by_curvature;
use crate::measures::{Measures, Radius, margin, measures};
use crate::radius::Radii;
use crate::report::{Answered, Options};
use crate::timely::ComputedNumbers;
use std::collections::BTreeMap;
use stiction::ask::Refused;
use stiction::ask::Threshold;
use stiction::ask::closure::{
    ClosureSide, Essential, Exceptional, ExceptionalKind, LeastFriction, Measuring, Metric, Origin,
    SecondOrder, essential, exceptional, is_meant_by_margin, is_rounded, least_friction, second_order,
};
use stiction::ask::lower::Standing;
use stiction::ask::lower::{ConeModel, Lowered, length, one_body};
use stiction::ask::wrenches::rings;
use stiction::scene::{Rounding, Scene};
use stiction::screw::Planar;
use stiction::shape::Piece;
use stiction_proof::{
    Answer, FrictionUse, NonZero, PlanarContact, PlanarProblem, Problem, Proof, Rational, Touch, Verified,
};

/// A verdict with its proof and margin.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim<P = Proof, H = Verified<P>> {
    /// The answer.
    pub verdict: Answer,
    /// What proves it; about the rounded problem where rounding leaves the verdict undecided.
    pub proof: H,
    /// Of an open grasp: a motion that breaks every contact, or forces that show it to be on the boundary.
    pub openness: Option<Verified<P>>,
    /// Signed distance to the boundary: the l1 quality of the same contacts.
    pub margin: Option<f64>,
}

/// How a body escapes at first order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Escape {
    /// Some motion breaks every contact: no higher order can close this.
    Breaking,
    /// Every motion keeps some contacts rolling or sliding: a higher order could still close it.
    Rolling,
}

/// Everything that is said about closure.
#[derive(Debug, Clone, PartialEq)]
pub struct ClosureAnswer {
    /// Name of the body.
    pub body: String,
    /// What the proofs are about.
    pub problem: PlanarProblem,
    /// Form closure, of first order or by curvature.
    pub form: Claim,
    /// What curvature adds to first order.
    pub curvature: ByCurvature,
    /// How it escapes, if it does.
    pub escape: Option<Escape>,
    /// Force closure.
    pub force: Claim,
    /// The essential contacts of a closed grasp.
    pub essential: Option<Essential>,
    /// The least common coefficient of friction that closes.
    pub least_friction: LeastFriction,
    /// The numbers of its quality.
    pub measures: Measures,
    /// What proves margins and radii.
    pub radii: Radii,
    /// The outline of the body, ring by ring, where it has one.
    pub outline: Option<Vec<Vec<Piece>>>,
    /// Why a quantity is missing.
    pub reasons: BTreeMap<String, String>,
}

/// What is said of form closure besides first order.
#[derive(Debug, Clone, PartialEq)]
pub struct ByCurvature {
    /// What second order says, where it was asked.
    pub second_order: Option<SecondOrder>,
    /// Why first order leaves it open, where second order proves the verdict.
    pub first_order: Option<Verified>,
    /// A motion that keeps every contact although they press against each other, or whatever they do.
    pub exceptional: Option<Exceptional>,
}

/// The pieces of an outline, ring by ring.
pub(crate) type Rings = Vec<Vec<Piece>>;

/// What closure has to know of a scene besides what is proved.
pub(crate) struct ClosureFacts {
    pub(crate) body: String,
    pub(crate) problem: PlanarProblem,
    pub(crate) rounded: Vec<Rounding>,
    pub(crate) outline: Option<Rings>,
}

impl ClosureFacts {
    pub(crate) fn of(scene: &Scene<Planar>, lowered: &Lowered<Planar>) -> Self {
        let body = &scene.bodies[lowered.body];
        Self {
            body: body.name.clone(),
            problem: lowered.problem.clone(),
            rounded: lowered.rounded.clone(),
            outline: body.shape.as_ref().map(rings),
        }
    }

    /// Whether second order is asked.
    pub(crate) fn asks_curvature(&self, form: &ClosureSide) -> bool {
        form.origin() == Some(Origin::Boundary) && !is_rounded(&self.rounded)
    }
}

/// Everything about closure that is proved.
pub(crate) struct ClosureProved {
    pub(crate) form: ClosureSide,
    /// What curvature says, where it is asked.
    pub(crate) second_order: Option<SecondOrder>,
    pub(crate) force: ClosureSide,
    pub(crate) essential: Option<Essential>,
    pub(crate) least_friction: LeastFriction,
    pub(crate) radii: Radii,
}

impl ClosureProved {
    fn solved(facts: &ClosureFacts, length: &Rational) -> Result<Self, Refused> {
        let problem = &facts.problem;
        let form = ClosureSide::solved(problem, &FrictionUse::None)?;
        let force = ClosureSide::solved(problem, &FrictionUse::Given)?;
        Ok(Self {
            second_order: if facts.asks_curvature(&form) { second_order(problem)? } else { None },
            radii: Radii::solved(problem, length, [form.origin(), force.origin()]),
            form,
            force,
            essential: essential(problem, &FrictionUse::Given)?,
            least_friction: least_friction(problem)?,
        })
    }
}

pub(crate) fn closure_answer(scene: &Scene<Planar>, options: &Options) -> Result<AnswerWithNotes, AskError> {
    let lowered = one_body(scene, options.cone)?;
    let facts = ClosureFacts::of(scene, &lowered);
    let proved = ClosureProved::solved(&facts, &options.length)?;
    let answer = told(&facts, proved, options, ComputedNumbers::all());
    let warnings = warnings(scene, &lowered, &answer, options);
    Ok(AnswerWithNotes { answered: Answered::Closure(Box::new(answer)), rounded: lowered.rounded, warnings })
}

/// What is told of closure: a function of what is known of the scene and of what is proved.
pub(crate) fn told(
    facts: &ClosureFacts,
    proved: ClosureProved,
    options: &Options,
    timely: ComputedNumbers<'_>,
) -> ClosureAnswer {
    let problem = &facts.problem;
    let asked = Inquiry { problem, length: &options.length, rounded: &facts.rounded, timely };
    let metric = Metric { length: options.length.to_f64() };
    let mut reasons = BTreeMap::new();
    let (form_origin, origin) = (proved.form.origin(), proved.force.origin());
    let mut form = asked.claim(&FrictionUse::None, proved.form, "form.margin", &mut reasons);
    let second_order = proved.second_order;
    let first_order =
        second_order.as_ref().and_then(|found| by_curvature(problem, metric, found, &mut form, &mut reasons));
    let immobile = matches!(second_order, Some(SecondOrder::Immobile(_)));
    let given = &FrictionUse::Given;
    let force = asked.claim(given, proved.force, "force.margin", &mut reasons);
    let measures = measures(problem, &options.length, origin, timely);
    measures.explain("quality", &mut reasons);
    proved.radii.explain(&mut reasons);
    if matches!(proved.least_friction, Threshold::Never(_)) {
        reasons.insert("min_friction.mu".to_owned(), "no coefficient of friction closes".to_owned());
    }
    ClosureAnswer {
        body: facts.body.clone(),
        escape: form_origin.and_then(escape).filter(|_| !immobile),
        curvature: ByCurvature {
            exceptional: exceptional(facts.outline.as_ref(), problem)
                .filter(|found| form_origin == Some(Origin::Boundary) || found.kind == ExceptionalKind::Disc),
            second_order,
            first_order,
        },
        essential: proved.essential,
        problem: problem.clone(),
        form,
        force,
        least_friction: proved.least_friction,
        measures,
        radii: proved.radii,
        outline: facts.outline.clone(),
        reasons,
    }
}

/// What is asked of one body's contacts, besides what is proved.
pub(crate) struct Inquiry<'a, T: Touch = PlanarContact> {
    pub(crate) problem: &'a Problem<T>,
    pub(crate) length: &'a Rational,
    pub(crate) rounded: &'a [Rounding],
    pub(crate) timely: ComputedNumbers<'a>,
}

impl<T: Measuring<Radius: Radius>> Inquiry<'_, T> {
    /// The margin of a claim, or none and why.
    pub(crate) fn margin(
        &self,
        path: &'static str,
        friction: &FrictionUse,
        origin: Option<Origin>,
        reasons: &mut BTreeMap<String, String>,
    ) -> Option<f64> {
        match self.timely.number(path, || margin(self.problem, friction, self.length, origin)) {
            Ok((margin, _)) => Some(margin.value()),
            Err(reason) => {
                reasons.insert(path.to_owned(), reason.to_owned());
                None
            }
        }
    }
}

impl Inquiry<'_> {
    fn claim(
        &self,
        friction: &FrictionUse,
        found: ClosureSide,
        path: &'static str,
        reasons: &mut BTreeMap<String, String>,
    ) -> Claim {
        let margin = self.margin(path, friction, found.origin(), reasons);
        let is_meant = is_meant_by_margin(self.problem, self.rounded, margin, self.length.to_f64());
        let verdict = if is_meant { found.decision.answer() } else { Answer::Undecided };
        Claim { verdict, proof: found.decision.verified().clone(), openness: found.openness, margin }
    }
}

fn escape(origin: Origin) -> Option<Escape> {
    match origin {
        Origin::Inside => None,
        Origin::Boundary => Some(Escape::Rolling),
        Origin::Outside => Some(Escape::Breaking),
    }
}

/// What is worth knowing besides.
pub(crate) fn warnings(
    scene: &Scene<Planar>,
    lowered: &Lowered<Planar>,
    answer: &ClosureAnswer,
    options: &Options,
) -> Vec<String> {
    let mut warnings = left_out(scene, lowered);
    if answer.problem.contacts.is_empty() {
        let body = &answer.body;
        warnings.push(if warnings.is_empty() {
            format!("nothing touches \"{body}\": every motion is free")
        } else {
            format!("nothing else touches \"{body}\": every motion is free")
        });
    }
    if options.cone != ConeModel::Round {
        warnings
            .push(format!("the cone {} has no effect: in the plane a cone is its two edges", options.cone));
    }
    warnings
}

/// A force-controlled contact adds a fixed wrench: what the others resist is only shifted by it, and the shift of a
/// cone is the whole space exactly when the cone is.
pub(crate) fn left_out<S: Standing>(scene: &Scene<S>, lowered: &Lowered<S>) -> Vec<String> {
    let words = |&index: &usize| {
        let id = &scene.contacts[index].id;
        format!(
            "\"{id}\" is force-controlled: it pushes as told and resists nothing, so closure is that of the others"
        )
    };
    lowered.controlled.iter().map(words).collect()
}

impl ClosureAnswer {
    /// Whether the contacts hold the body: by forces, or by curvature alone.
    pub fn verdict(&self) -> Answer {
        if self.is_held_by_curvature() { Answer::Yes } else { self.force.verdict }
    }

    /// The verdict with what it is of.
    pub fn heading(&self) -> String {
        if self.is_held_by_curvature() {
            return "form closure: yes (second order)".to_owned();
        }
        format!("force closure: {}", self.force.verdict)
    }

    /// Whether curvature alone holds the body.
    pub fn is_held_by_curvature(&self) -> bool {
        matches!(self.curvature.second_order, Some(SecondOrder::Immobile(_)))
            && self.force.verdict != Answer::Yes
    }

    /// The squeeze of the proof, as normal and tangential force at each contact, scaled so that the largest
    /// normal force is 1; `None` when open.
    pub fn squeeze(&self) -> Option<Vec<[f64; 2]>> {
        let Proof::Closed { forces, .. } = self.force.proof.proof() else { return None };
        Some(proportions(physical_forces(&self.problem, forces)))
    }

    /// The escaping motion `[w, vx, vy]` of an open grasp.
    pub fn escape_twist(&self) -> Option<[f64; 3]> {
        escape_twist(self.force.proof.proof(), self.force.openness.as_ref().map(Verified::proof))
    }
}

/// The motion that a picture shows: one that breaks every contact where there is one, scaled so that its largest entry
/// is 1.
pub(crate) fn escape_twist<T: Touch<Screw = [Rational; N]>, const N: usize>(
    proof: &Proof<T>,
    openness: Option<&Proof<T>>,
) -> Option<[f64; N]> {
    match (openness, proof) {
        (Some(Proof::Breaks { twist, .. }), _) | (_, Proof::Open { twist, .. }) => Some(unit_twist(twist)),
        _ => None,
    }
}

/// Forces `[a, b]` along and across normals of any length, as newtons.
pub(crate) fn physical_forces(problem: &PlanarProblem, forces: &[[Rational; 2]]) -> Vec<[f64; 2]> {
    let physical = |(contact, force): (&PlanarContact, &[Rational; 2])| {
        let length = length(&contact.normal).value;
        [(&force[0] * &length).to_f64(), (&force[1] * &length).to_f64()]
    };
    problem.contacts.iter().zip(forces).map(physical).collect()
}

/// Forces scaled so that the largest normal force is 1.
pub(crate) fn proportions(forces: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    let largest = forces.iter().fold(0.0_f64, |largest, [normal, _]| largest.max(*normal));
    forces.into_iter().map(|force| force.map(|part| part / largest)).collect()
}

/// A twist scaled so that its largest entry is 1.
pub(crate) fn unit_twist<const N: usize>(twist: &[Rational; N]) -> [f64; N] {
    let largest = NonZero::largest(twist);
    twist.each_ref().map(|entry| (entry / &largest).to_f64())
}
