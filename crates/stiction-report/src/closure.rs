//! The report on closure: form, force, the fingers that matter, quality, least friction.

use crate::answer::{AskError, Found};
use crate::doubt::displacement;
use crate::report::{Answered, Options};
use std::collections::BTreeMap;
use stiction::ask::closure::{
    Essential, LeastFriction, Metric, Origin, boundary, closure, epsilon_l1, epsilon_linf, essential,
    least_friction,
};
use stiction::ask::lower::{ConeModel, Lowered, inward, length, one_body};
use stiction::ask::{Decision, Refused};
use stiction::scene::Scene;
use stiction::screw::Planar;
use stiction_proof::{Answer, FrictionUse, PlanarProblem, Proof, Rational, Verified};

/// A verdict with its proof and margin.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// The answer.
    pub verdict: Answer,
    /// What proves it; about the rounded problem where the verdict is undecided.
    pub proof: Verified,
    /// Of an open grasp: a motion that breaks every contact, or forces that show it to be on the boundary.
    pub openness: Option<Verified>,
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
    /// First-order form closure.
    pub form: Claim,
    /// How it escapes, if it does.
    pub escape: Option<Escape>,
    /// Force closure.
    pub force: Claim,
    /// The essential contacts of a closed grasp.
    pub essential: Option<Essential>,
    /// The least common coefficient of friction that closes.
    pub least_friction: LeastFriction,
    /// Radius of the largest ball of wrenches, shared force.
    pub epsilon_l1: Option<f64>,
    /// The same, each contact up to its limit.
    pub epsilon_linf: Option<f64>,
    /// Why a quantity is missing.
    pub reasons: BTreeMap<String, String>,
}

pub(crate) fn closure_answer(scene: &Scene<Planar>, options: &Options) -> Result<Found, AskError> {
    let lowered = one_body(scene)?;
    let problem = &lowered.problem;
    let asked = Asked {
        problem,
        metric: Metric { length: options.length.to_f64() },
        // Masses and centres do not enter: closure does not depend on where moments are taken.
        rounded: lowered.rounded.iter().any(|rounding| !rounding.path.starts_with("bodies.")),
    };
    let mut reasons = BTreeMap::new();
    let (form, form_origin) = asked.claim(&FrictionUse::None, "form.margin", &mut reasons)?;
    let (force, origin) = asked.claim(&FrictionUse::Given, "force.margin", &mut reasons)?;
    let given = &FrictionUse::Given;
    let epsilon_l1 =
        noted(epsilon_l1(problem, given, asked.metric, origin), "quality.epsilon_l1", &mut reasons);
    let epsilon_linf =
        noted(epsilon_linf(problem, given, asked.metric, origin), "quality.epsilon_linf", &mut reasons);
    for quantity in ["min_singular", "volume", "isotropy"] {
        reasons.insert(format!("quality.{quantity}"), "not computed by this version".to_owned());
    }
    let least_friction = least_friction(problem)?;
    if matches!(least_friction, LeastFriction::Never(_)) {
        reasons.insert("min_friction.mu".to_owned(), "no coefficient of friction closes".to_owned());
    }
    let answer = ClosureAnswer {
        body: scene.bodies[lowered.body].name.clone(),
        escape: escape(form_origin),
        essential: essential(problem, given)?,
        problem: problem.clone(),
        form,
        force,
        least_friction,
        epsilon_l1,
        epsilon_linf,
        reasons,
    };
    let warnings = warnings(scene, &lowered, &answer, options);
    Ok(Found { answered: Answered::Closure(Box::new(answer)), rounded: lowered.rounded, warnings })
}

struct Asked<'a> {
    problem: &'a PlanarProblem,
    metric: Metric,
    rounded: bool,
}

impl Asked<'_> {
    fn claim(
        &self,
        friction: &FrictionUse,
        path: &str,
        reasons: &mut BTreeMap<String, String>,
    ) -> Result<(Claim, Origin), Refused> {
        let decision = closure(self.problem, friction)?;
        let (origin, openness) = match &decision {
            Decision::Yes(_) => (Origin::Inside, None),
            Decision::No(_) => match boundary(self.problem, friction)? {
                Decision::Yes(forces) => (Origin::Boundary, Some(forces)),
                Decision::No(twist) => (Origin::Outside, Some(twist)),
            },
        };
        let margin = noted(epsilon_l1(self.problem, friction, self.metric, origin), path, reasons);
        let moved = displacement(self.problem, self.metric.length);
        let doubtful = self.rounded && margin.is_some_and(|margin| margin.abs() <= moved);
        let verdict = if doubtful { Answer::Undecided } else { decision.answer() };
        Ok((Claim { verdict, proof: decision.verified().clone(), openness, margin }, origin))
    }
}

fn escape(origin: Origin) -> Option<Escape> {
    match origin {
        Origin::Inside => None,
        Origin::Boundary => Some(Escape::Rolling),
        Origin::Outside => Some(Escape::Breaking),
    }
}

/// Keeps a number, or the reason why there is none.
fn noted(
    measure: Result<f64, &'static str>,
    path: &str,
    reasons: &mut BTreeMap<String, String>,
) -> Option<f64> {
    measure.map_err(|reason| reasons.insert(path.to_owned(), reason.to_owned())).ok()
}

fn warnings(
    scene: &Scene<Planar>,
    lowered: &Lowered,
    answer: &ClosureAnswer,
    options: &Options,
) -> Vec<String> {
    let controlled = scene.contacts.iter().filter(|contact| {
        contact.force.is_some() && contact.gap.is_zero() && inward(contact, lowered.body).is_some()
    });
    let mut warnings: Vec<String> = controlled.map(|contact| left_out(&contact.id)).collect();
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
pub(crate) fn left_out(id: &str) -> String {
    format!(
        "\"{id}\" is force-controlled: it pushes as told and resists nothing, so closure is that of the others"
    )
}

impl ClosureAnswer {
    /// The squeeze of the proof, as normal and tangential force at each contact, scaled so that the largest
    /// normal force is 1; `None` when open.
    pub fn squeeze(&self) -> Option<Vec<[f64; 2]>> {
        let Proof::Closed { forces, .. } = self.force.proof.proof() else { return None };
        Some(proportions(physical_forces(&self.problem, forces)))
    }

    /// The least coefficient, as `(lower, upper)`.
    pub fn friction_bracket(&self) -> Option<(Rational, Rational)> {
        match &self.least_friction {
            LeastFriction::Between(bracket) => Some((bracket.lower.0.clone(), bracket.upper.0.clone())),
            LeastFriction::None(_) => Some((Rational::zero(), Rational::zero())),
            LeastFriction::Never(_) => None,
        }
    }

    /// The escaping motion `[w, vx, vy]` of an open grasp.
    pub fn escape_twist(&self) -> Option<[f64; 3]> {
        let breaking = self.force.openness.as_ref().map(Verified::proof);
        match (breaking, self.force.proof.proof()) {
            (Some(Proof::Breaks { twist, .. }), _) | (_, Proof::Open { twist, .. }) => {
                Some(unit_twist(twist))
            }
            _ => None,
        }
    }
}

/// Forces `[a, b]` along and across normals of any length, as newtons.
pub(crate) fn physical_forces(problem: &PlanarProblem, forces: &[[Rational; 2]]) -> Vec<[f64; 2]> {
    let physical = |(contact, force): (&stiction_proof::PlanarContact, &[Rational; 2])| {
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
pub(crate) fn unit_twist(twist: &[Rational; 3]) -> [f64; 3] {
    let largest = twist.iter().map(Rational::abs).max().unwrap_or_default();
    std::array::from_fn(|index| twist[index].checked_div(&largest).unwrap_or_default().to_f64())
}
