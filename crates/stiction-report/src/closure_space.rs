//! The report on closure in space: the same questions as in the plane, about round cones or pyramids.

use crate::answer::{AnswerWithNotes, AskError};
use crate::closure::{Claim, Escape, Inquiry, escape_twist, left_out};
use crate::measures::{Measures, measures};
use crate::radius::Radii;
use crate::report::{Answered, Options};
use crate::timely::ComputedNumbers;
use std::collections::BTreeMap;
use stiction::ask::Threshold;
use stiction::ask::closure::{
    Bounded, ClosureSide, LeastFriction, Origin, RoundedClosing, WithoutEach, essential, least_friction,
    origin,
};
use stiction::ask::lower::{ConeModel, Lowered, one_body};
use stiction::ask::{Refused, Verdict};
use stiction::exact::root::square_root;
use stiction::exact::vector::{cross, default_tangent, dot};
use stiction::scene::{Rounding, Scene};
use stiction::screw::Spatial;
use stiction::work;
use stiction_proof::{
    Answer, FrictionUse, Generator, NonZero, Push, Rational, SpatialContact, SpatialProblem, SpatialProof,
    Vector, Verified,
};

/// A verdict with its proof, which is missing where nothing was proved, and margin.
pub type ClaimInSpace = Claim<SpatialProof, Option<Verified<SpatialProof>>>;

/// Everything that is said about closure in space.
#[derive(Debug, Clone, PartialEq)]
pub struct ClosureInSpace {
    /// Name of the body.
    pub body: String,
    /// Which cone of friction was meant.
    pub cone: ConeModel,
    /// What the proofs are about.
    pub problem: SpatialProblem,
    /// First-order form closure.
    pub form: ClaimInSpace,
    /// How it escapes, if it does.
    pub escape: Option<Escape>,
    /// Force closure.
    pub force: ClaimInSpace,
    /// Of a closed grasp, what becomes of it without each contact.
    pub essential: Option<WithoutEach>,
    /// The least common coefficient of friction that closes.
    pub least_friction: LeastFriction<SpatialContact>,
    /// The numbers of its quality.
    pub measures: Measures<Bounded>,
    /// What proves margins and radii.
    pub radii: Radii,
    /// Why a quantity is missing.
    pub reasons: BTreeMap<String, String>,
}

/// What closure in space has to know of a scene besides what is proved.
pub(crate) struct SpatialFacts {
    pub(crate) body: String,
    pub(crate) cone: ConeModel,
    pub(crate) problem: SpatialProblem,
    pub(crate) rounded: Vec<Rounding>,
}

impl SpatialFacts {
    pub(crate) fn of(scene: &Scene<Spatial>, lowered: &Lowered<Spatial>, cone: ConeModel) -> Self {
        Self {
            body: scene.bodies[lowered.body].name.clone(),
            cone,
            problem: lowered.problem.clone(),
            rounded: lowered.rounded.clone(),
        }
    }
}

/// Everything about closure in space that is proved.
pub(crate) struct SpatialProved {
    pub(crate) form: ClosureSide<SpatialContact>,
    pub(crate) force: ClosureSide<SpatialContact>,
    pub(crate) least_friction: LeastFriction<SpatialContact>,
    pub(crate) radii: Radii,
}

pub(crate) fn spatial_closure_answer(
    scene: &Scene<Spatial>,
    options: &Options,
) -> Result<AnswerWithNotes, AskError> {
    let lowered = one_body(scene, options.cone)?;
    let facts = SpatialFacts::of(scene, &lowered, options.cone);
    let problem = &facts.problem;
    let form = ClosureSide::solved(problem, &FrictionUse::None)?;
    let force = ClosureSide::solved(problem, &FrictionUse::Given)?;
    let least_friction = work::attempt("the least friction", || least_friction(problem))
        .unwrap_or(Ok(Threshold::Undecided))?;
    let force = SpatialContact::or_by(force, problem, &least_friction)?;
    let proved = SpatialProved {
        radii: Radii::solved(problem, &options.length, [form.origin(), force.origin()]),
        form,
        force,
        least_friction,
    };
    let mut answer = told(&facts, proved, options, ComputedNumbers::all())?;
    if answer.force.verdict == Answer::Yes {
        let asked = || essential(problem, &FrictionUse::Given);
        let unknown = || Ok(vec![Verdict::Undecided; problem.contacts.len()]);
        answer.essential = Some(work::attempt("what is essential", asked).unwrap_or_else(|_| unknown())?);
    }
    let warnings = warnings(scene, &lowered, &answer);
    Ok(AnswerWithNotes {
        answered: Answered::ClosureInSpace(Box::new(answer)),
        rounded: lowered.rounded,
        warnings,
    })
}

/// What is told of closure in space: a function of what is known of the scene and of what is proved. What becomes of
/// a closed grasp without each contact is to be filled in.
pub(crate) fn told(
    facts: &SpatialFacts,
    proved: SpatialProved,
    options: &Options,
    timely: ComputedNumbers<'_>,
) -> Result<ClosureInSpace, Refused> {
    let problem = &facts.problem;
    let asked = Inquiry { problem, length: &options.length, rounded: &facts.rounded, timely };
    let mut reasons = BTreeMap::new();
    let form = asked.claim(("form", "form.margin"), &FrictionUse::None, proved.form, &mut reasons)?;
    let force = asked.claim(("force", "force.margin"), &FrictionUse::Given, proved.force, &mut reasons)?;
    let measures = measures(problem, &options.length, force.origin(), timely);
    measures.explain("quality", &mut reasons);
    explain_friction(&proved.least_friction, &mut reasons);
    proved.radii.explain(&mut reasons);
    Ok(ClosureInSpace {
        body: facts.body.clone(),
        cone: facts.cone,
        problem: problem.clone(),
        escape: form.openness.as_ref().map(escape),
        form,
        force,
        essential: None,
        least_friction: proved.least_friction,
        measures,
        radii: proved.radii,
        reasons,
    })
}

impl Inquiry<'_, SpatialContact> {
    fn claim(
        &self,
        (claim, path): (&str, &'static str),
        friction: &FrictionUse,
        side: ClosureSide<SpatialContact>,
        reasons: &mut BTreeMap<String, String>,
    ) -> Result<ClaimInSpace, Refused> {
        let is_meant = SpatialContact::is_meant(self.problem, friction, &side, self.rounded)?;
        let ClosureSide { decision, openness } = side;
        let proof = decision.verified().cloned();
        let mut found = ClaimInSpace { verdict: decision.answer(), proof, openness, margin: None };
        if found.verdict == Answer::Undecided {
            reasons.insert(format!("{claim}.verdict"), NEITHER.to_owned());
        } else if !is_meant {
            found.verdict = Answer::Undecided;
            reasons.insert(format!("{claim}.verdict"), TOO_CLOSE.to_owned());
        }
        let origin = found.origin();
        found.margin = self.margin(path, friction, origin, reasons);
        Ok(found)
    }
}

const NEITHER: &str =
    "neither a squeeze nor an escape was proved: on or very near the boundary of a round cone";
const TOO_CLOSE: &str = "proved of the rounded numbers, but too close to the boundary for them";

fn escape(openness: &Verified<SpatialProof>) -> Escape {
    match openness.proof() {
        SpatialProof::Touching { .. } => Escape::Rolling,
        _ => Escape::Breaking,
    }
}

fn explain_friction(found: &LeastFriction<SpatialContact>, reasons: &mut BTreeMap<String, String>) {
    let mut say = |key: &str, reason: &str| reasons.insert(format!("min_friction.{key}"), reason.to_owned());
    match found {
        Threshold::Never(_) => {
            say("mu", "no coefficient of friction closes");
        }
        Threshold::Undecided => {
            for key in ["mu", "bracket"] {
                say(key, "undecided: nothing was proved without friction");
            }
        }
        Threshold::Between(bracket) if !stiction::ask::is_narrow(&bracket.lower.0, &bracket.upper.0) => {
            say("mu", "between the ends of the bracket nothing was proved");
        }
        _ => {}
    }
}

/// What is worth knowing besides.
pub(crate) fn warnings(
    scene: &Scene<Spatial>,
    lowered: &Lowered<Spatial>,
    answer: &ClosureInSpace,
) -> Vec<String> {
    let mut warnings = left_out(scene, lowered);
    if answer.problem.contacts.is_empty() {
        warnings.push(format!("nothing holds \"{}\": every motion is free", answer.body));
    }
    if let Some(found) = &answer.essential {
        let open = answer.problem.contacts.iter().zip(found);
        let open: Vec<&str> = open
            .filter(|(_, verdict)| **verdict == Verdict::Undecided)
            .map(|(contact, _)| contact.id.as_str())
            .collect();
        match &open[..] {
            [] => {}
            [id] => warnings.push(format!("whether \"{id}\" is essential was not proved either way")),
            [id, others @ ..] => warnings.push(format!(
                "whether \"{id}\" is essential was not proved either way, nor of {} more",
                others.len()
            )),
        }
    }
    warnings
}

impl ClaimInSpace {
    /// Where the proofs put the zero wrench in the hull of the contacts' wrenches; `None` where they do not say.
    pub(crate) fn origin(&self) -> Option<Origin> {
        origin(self.proof.as_ref().map(Verified::proof), self.openness.as_ref().map(Verified::proof))
    }
}

impl ClosureInSpace {
    /// The squeeze of the proof, scaled so that the largest normal force is 1; `None` when open.
    pub fn squeeze(&self) -> Option<Vec<PushInSpace>> {
        squeeze(&self.problem, self.force.proof.as_ref()?.proof())
    }

    /// The escaping motion `[wx, wy, wz, vx, vy, vz]` of an open grasp.
    pub fn escape_twist(&self) -> Option<[f64; 6]> {
        let proof = self.force.proof.as_ref()?.proof();
        escape_twist(proof, self.force.openness.as_ref().map(Verified::proof))
    }

    /// Ids of the contacts that are proved essential.
    pub fn essential_ids(&self) -> Vec<&str> {
        let found = self.essential.iter().flatten().zip(&self.problem.contacts);
        found
            .filter(|(verdict, _)| matches!(verdict, Verdict::No(_)))
            .map(|(_, contact)| contact.id.as_str())
            .collect()
    }
}

/// What a contact does in a squeeze.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PushInSpace {
    /// Along the normal into the body, then along the two default tangents.
    pub along: [f64; 3],
    /// Moment about the normal; zero unless the contact is soft.
    pub moment: f64,
    /// The force in world axes.
    pub force: [f64; 3],
}

/// The pushes of a squeeze, scaled so that the largest normal force is 1; `None` of another proof.
pub(crate) fn squeeze(problem: &SpatialProblem, proof: &SpatialProof) -> Option<Vec<PushInSpace>> {
    let SpatialProof::Closed { friction, forces, .. } = proof else { return None };
    let coefficients = problem.coefficients(friction);
    let totals: Vec<Generator> = problem
        .contacts
        .iter()
        .zip(&coefficients)
        .zip(forces)
        .map(|((contact, coefficients), push)| total(contact, push, &contact.edges(coefficients)))
        .collect();
    let normal = |(contact, push): (&SpatialContact, &Generator)| {
        (dot(&push.force, &contact.normal), dot(&contact.normal, &contact.normal))
    };
    // The largest normal force: its square is rational.
    let square = |pair: (&SpatialContact, &Generator)| {
        let (along, length) = normal(pair);
        (&along * &along).checked_div(&length)
    };
    let largest = problem.contacts.iter().zip(&totals).filter_map(square).max()?;
    let unit = NonZero::new(square_root(&largest).value)?;
    let scaled = |value: &Rational| value / &unit;
    problem
        .contacts
        .iter()
        .zip(&totals)
        .map(|(contact, push)| {
            let force: Vector = push.force.each_ref().map(scaled);
            let part = |direction: &Vector| over_length(&dot(&force, direction), direction);
            let first = default_tangent(&contact.normal);
            let second = cross(&contact.normal, &first);
            let length = square_root(&dot(&contact.normal, &contact.normal)).value;
            Some(PushInSpace {
                along: [part(&contact.normal)?, part(&first)?, part(&second)?],
                moment: (scaled(&push.spin) * length).to_f64(),
                force: force.each_ref().map(Rational::to_f64),
            })
        })
        .collect()
}

fn over_length(value: &Rational, direction: &Vector) -> Option<f64> {
    let length = square_root(&dot(direction, direction)).value;
    value.checked_div(&length).map(|part| part.to_f64())
}

/// The force and moment of a push.
pub(crate) fn total(contact: &SpatialContact, push: &Push, edges: &[Generator]) -> Generator {
    match push {
        Push::Force { force, spin } => Generator { force: force.clone(), spin: spin.clone() },
        Push::Edges { edges: multiples } => {
            let sum = |part: &dyn Fn(&Generator) -> Rational| {
                edges.iter().zip(multiples).map(|(edge, multiple)| part(edge) * multiple).sum::<Rational>()
            };
            debug_assert!(contact.across.is_some());
            Generator {
                force: std::array::from_fn(|axis| sum(&|edge| edge.force[axis].clone())),
                spin: sum(&|edge| edge.spin.clone()),
            }
        }
    }
}
