//! The report on standing: verdict, forces, margins.

use crate::answer::{AskError, Found};
use crate::assembly::STRONG_LIMITS;
use crate::closure::{physical_forces, unit_twist};
use crate::doubt::displacement;
use crate::report::{Answered, Options};
use std::collections::BTreeMap;
use stiction::ask::lower::{Load, Lowered, load, one_body};
use stiction::ask::stand::{
    ByModes, Dimension, LeastFactor, MostLoad, Reserve, ReserveProof, frictionless, indeterminacy,
    least_factor, most_load, reserve, stands, strong_by_modes,
};
use stiction::ask::{Decision, Refused};
use stiction::scene::{Rounding, Scene};
use stiction::screw::Planar;
use stiction_proof::{Answer, FrictionUse, PlanarProblem, Proof, Rational, Refusal, RestProof, Verified};

/// Everything that is said about standing.
#[derive(Debug, Clone, PartialEq)]
pub struct StandAnswer {
    /// Name of the body.
    pub body: String,
    /// What the proofs are about.
    pub problem: PlanarProblem,
    /// Total external wrench about the centre of mass.
    pub load: [Rational; 3],
    /// The part of it that is weight.
    pub weight: [Rational; 2],
    /// Can the contacts balance it.
    pub verdict: Answer,
    /// The forces, or the collapse.
    pub proof: Verified,
    /// How far the load is from the boundary, in the sum norm; `None` if there is no boundary.
    pub margin: Option<Rational>,
    /// Why it is that far, or why there is no boundary.
    pub margin_proof: MarginProof,
    /// Must it stay; `None` without inertia and on a moving base.
    pub strong: Option<Answer>,
    /// Forces of the normals alone that prove `strong`.
    pub strong_proof: Option<Verified>,
    /// The contact modes that decide `strong` where the normals alone do not.
    pub strong_modes: Option<ByModes>,
    /// Dimension of the set of balancing forces.
    pub indeterminacy: Option<Dimension>,
    /// Least common factor on all coefficients of friction.
    pub friction: Option<LeastFactor>,
    /// Largest horizontal load as a multiple of the weight, the lesser of the two ways.
    pub horizontal: Option<Horizontal>,
    /// Forces that show every horizontal load to be carried, one way and the other.
    pub sideways: Option<[Verified; 2]>,
    /// Why a quantity is missing.
    pub reasons: BTreeMap<String, String>,
}

/// What standing has to know of a scene besides what is proved.
pub(crate) struct StandFacts {
    pub(crate) body: String,
    pub(crate) problem: PlanarProblem,
    pub(crate) load: [Rational; 3],
    pub(crate) weight: [Rational; 2],
    pub(crate) rounded: Vec<Rounding>,
    /// Whether a rounding can change the verdict.
    pub(crate) matters: bool,
    /// Why it is not asked whether the body must stay.
    pub(crate) unasked: Option<&'static str>,
}

impl StandFacts {
    pub(crate) fn of(scene: &Scene<Planar>, lowered: &Lowered, load: &Load) -> Self {
        let rounded: Vec<Rounding> = lowered.rounded.iter().chain(&load.rounded).cloned().collect();
        Self {
            body: scene.bodies[lowered.body].name.clone(),
            problem: lowered.problem.clone(),
            load: load.wrench.clone(),
            weight: weight(scene, lowered),
            matters: rounded.iter().any(|rounding| matters(rounding, scene, lowered, load.rides)),
            rounded,
            unasked: unasked(scene, lowered, load.rides),
        }
    }

    pub(crate) fn is_limited(&self) -> bool {
        self.problem.contacts.iter().any(|contact| contact.most.is_some())
    }

    /// The weight turned by ±90°, horizontal and as large; none without weight.
    pub(crate) fn across(&self) -> Option<[[Rational; 3]; 2]> {
        let [wx, wy] = &self.weight;
        let weighs = !(wx.is_zero() && wy.is_zero());
        weighs.then(|| [[Rational::zero(), -wy, wx.clone()], [Rational::zero(), wy.clone(), -wx]])
    }
}

/// Everything about standing that is proved.
pub(crate) struct StandProved {
    pub(crate) decision: Decision,
    /// Normal forces that balance the load alone, where they do.
    pub(crate) normals: Option<Verified>,
    pub(crate) margin: Reserve,
    pub(crate) indeterminacy: Option<Dimension>,
    pub(crate) friction: LeastFactor,
    pub(crate) across: Across,
}

/// What is carried across gravity.
pub(crate) enum Across {
    /// There is no weight.
    Weightless,
    /// Not even nothing.
    Falls,
    /// Any amount both ways, by forces that can be added again and again.
    Unlimited([Verified; 2]),
    /// So much.
    Most(Horizontal),
}

pub(crate) fn stand_answer(scene: &Scene<Planar>, options: &Options) -> Result<Found, AskError> {
    let lowered = one_body(scene)?;
    let load = load(scene, &lowered)?;
    let facts = StandFacts::of(scene, &lowered, &load);
    let problem = &facts.problem;
    let smooth = frictionless(problem, &facts.load)?;
    let proved = StandProved {
        decision: match simple_forces(problem, &facts.load, &smooth) {
            Some(forces) => Decision::Yes(forces),
            None => stands(problem, &facts.load, &FrictionUse::Given)?,
        },
        normals: smooth.is_yes().then(|| smooth.verified().clone()),
        margin: reserve(problem, &facts.load, &options.length)?,
        indeterminacy: indeterminacy(problem, &facts.load)?,
        friction: least_factor(problem, &facts.load)?,
        across: carried_across(&facts)?,
    };
    let answer = told(&facts, proved, options, || strong_by_modes(scene));
    let warnings = warnings(scene, &answer.load);
    Ok(Found { answered: Answered::Stand(Box::new(answer)), rounded: facts.rounded, warnings })
}

/// What is told of standing: a function of what is known of the scene and of what is proved.  Contact modes are asked where nothing else
/// says whether the body must stay.
pub(crate) fn told(
    facts: &StandFacts,
    proved: StandProved,
    options: &Options,
    by_modes: impl FnOnce() -> Option<ByModes>,
) -> StandAnswer {
    let mut reasons = BTreeMap::new();
    let mut because = |key: &str, reason: &str| reasons.insert(key.to_owned(), reason.to_owned());
    let (margin, margin_proof) = match proved.margin {
        Reserve::Stands(distance, proof) => (Some(distance), MarginProof::Between(proof)),
        Reserve::Falls(distance, proof) => (Some(-distance), MarginProof::Between(proof)),
        Reserve::Unlimited(forces) => {
            because("margin", UNLIMITED);
            (None, MarginProof::Unlimited(forces))
        }
    };
    let verdict = if facts.matters {
        cautious(&proved.decision, margin.as_ref(), &facts.problem, &facts.load, options)
    } else {
        proved.decision.answer()
    };
    let (strong, strong_proof, strong_modes) =
        strong(facts, proved.normals, verdict, by_modes, &mut |reason| {
            because("strong", reason);
        });
    if matches!(proved.friction, LeastFactor::Never(_)) {
        because("margins.friction", "falls even with half a million million times its friction");
    }
    let missing = match &proved.across {
        Across::Weightless => Some("needs gravity and mass: it is a multiple of the weight"),
        Across::Falls => Some("falls without any further load"),
        Across::Unlimited(_) => Some("unbounded: every horizontal load is carried"),
        Across::Most(_) => None,
    };
    if let Some(reason) = missing {
        because("margins.load", reason);
        because("margins.tilt", reason);
    }
    let (horizontal, sideways) = match proved.across {
        Across::Most(horizontal) => (Some(horizontal), None),
        Across::Unlimited(forces) => (None, Some(forces)),
        Across::Weightless | Across::Falls => (None, None),
    };
    StandAnswer {
        body: facts.body.clone(),
        indeterminacy: proved.indeterminacy,
        friction: Some(proved.friction),
        weight: facts.weight.clone(),
        horizontal,
        sideways,
        problem: facts.problem.clone(),
        proof: proved.decision.verified().clone(),
        load: facts.load.clone(),
        verdict,
        margin,
        margin_proof,
        strong,
        strong_proof,
        strong_modes,
        reasons,
    }
}

const UNLIMITED: &str = "unbounded: the contacts balance every load";

/// Where normal forces alone balance the load, those are the forces that a person expects to see.
fn simple_forces(problem: &PlanarProblem, load: &[Rational; 3], smooth: &Decision) -> Option<Verified> {
    let Proof::Rests { forces, .. } = smooth.verified().proof() else { return None };
    let (friction, load, forces) = (FrictionUse::Given, load.clone(), forces.clone());
    problem.check(Proof::Rests { friction, load, forces }).ok()
}

/// Whether a rounding can change the verdict.  On a base at rest other bodies and inertias do not enter, and the mass
/// only scales the load, which nothing notices where nothing else pulls and no contact has a limit.
fn matters(rounding: &Rounding, scene: &Scene<Planar>, lowered: &Lowered, rides: bool) -> bool {
    let body = &scene.bodies[lowered.body];
    let only_weight = body.wrench.iter().all(Rational::is_zero)
        && scene.contacts.iter().all(|contact| contact.force.is_none() && contact.limit.is_none());
    let scales = only_weight && rounding.path.ends_with(".mass");
    let elsewhere = rounding.path.ends_with(".inertia")
        || rounding.path.ends_with(".com") && !names_body(&rounding.path, &body.name);
    rides || !(scales || elsewhere)
}

/// Whether the path `bodies.NAME.key` is of this body; a name that must be quoted counts as any body.
fn names_body(path: &str, name: &str) -> bool {
    let named = path.strip_prefix("bodies.").and_then(|rest| rest.rsplit_once('.')).map(|(named, _)| named);
    named.is_none_or(|named| named == name || named.starts_with('"'))
}

/// A verdict about rounded data counts only away from the boundary, further than rounding can move it: the
/// forces that balance times what each unit moves, and the load's own rounding.
fn cautious(
    decision: &Decision,
    margin: Option<&Rational>,
    problem: &PlanarProblem,
    load: &[Rational; 3],
    options: &Options,
) -> Answer {
    let sum = |entries: &[f64]| entries.iter().map(|entry| entry.abs()).sum::<f64>();
    let load = sum(&[load[0].to_f64() / options.length.to_f64(), load[1].to_f64(), load[2].to_f64()]);
    let forces = match decision.verified().proof() {
        Proof::Rests { forces, .. } => physical_forces(problem, forces).iter().map(|force| sum(force)).sum(),
        // At the nearest load that stands the forces are about as large as the load.
        _ => load,
    };
    let moved = (forces + load) * displacement(problem, options.length.to_f64());
    match margin {
        Some(margin) if margin.to_f64().abs() <= moved => Answer::Undecided,
        _ => decision.answer(),
    }
}

type Strong = (Option<Answer>, Option<Verified>, Option<ByModes>);

/// Why it is not asked whether the body must stay.
fn unasked(scene: &Scene<Planar>, lowered: &Lowered, rides: bool) -> Option<&'static str> {
    let body = &scene.bodies[lowered.body];
    match (&body.mass_matrix, &body.mass, &body.inertia) {
        _ if rides => Some(UNASKED[0]),
        (Some(_), ..) | (_, Some(_), Some(_)) => None,
        (_, Some(_), None) => Some(UNASKED[1]),
        (_, None, _) => Some(UNASKED[2]),
    }
}

/// The reasons why it is not asked.
pub(crate) const UNASKED: [&str; 3] = [
    "asked of bodies on a fixed base",
    "needs the inertia: give `inertia`, or `density` instead of `mass`",
    "needs mass and inertia",
];

/// Must it stay: no if it cannot, yes if the normals alone balance the load, else what the contact modes say.
fn strong(
    facts: &StandFacts,
    normals: Option<Verified>,
    verdict: Answer,
    by_modes: impl FnOnce() -> Option<ByModes>,
    because: &mut dyn FnMut(&str),
) -> Strong {
    if let Some(reason) = facts.unasked {
        because(reason);
        return (None, None, None);
    }
    let limited = facts.is_limited();
    match (verdict, normals) {
        (Answer::No, _) => (Some(Answer::No), None, None),
        (Answer::Yes, Some(normals)) if !limited => (Some(Answer::Yes), Some(normals), None),
        (Answer::Undecided, _) => {
            because("as long as it is undecided whether it stands");
            (Some(Answer::Undecided), None, None)
        }
        _ if limited => {
            because(STRONG_LIMITS);
            (Some(Answer::Undecided), None, None)
        }
        _ => match by_modes() {
            Some(modes) => {
                let stays = !matches!(modes.proof.proof(), RestProof::Moves(_));
                (Some(if stays { Answer::Yes } else { Answer::No }), None, Some(modes))
            }
            None => {
                because(MANY_MODES);
                (Some(Answer::Undecided), None, None)
            }
        },
    }
}

pub(crate) const MANY_MODES: &str = "it rests on friction, and has too many contact modes to look at";

/// Why a margin is what it is.
#[derive(Debug, Clone, PartialEq)]
pub enum MarginProof {
    /// Forces and a collapse at its end.
    Between(ReserveProof),
    /// There is no end: forces for each axis.
    Unlimited(Vec<Verified>),
}

/// The largest load across gravity, as a multiple of the weight, that stands both ways.
#[derive(Debug, Clone, PartialEq)]
pub struct Horizontal {
    /// The multiple.
    pub multiple: Rational,
    /// Forces at that load, the way that gives out first.
    pub carried: Verified,
    /// Forces at as much the other way.
    pub back: Verified,
    /// Nothing more is carried the first way.
    pub beyond: Verified,
}

fn carried_across(facts: &StandFacts) -> Result<Across, Refused> {
    let Some(ways) = facts.across() else { return Ok(Across::Weightless) };
    let mut least: Option<(Rational, usize, Verified, Verified)> = None;
    let mut unlimited = Vec::new();
    for (way, across) in ways.iter().enumerate() {
        match most_load(&facts.problem, &facts.load, across)? {
            MostLoad::Falls => return Ok(Across::Falls),
            MostLoad::Multiple { multiple, carried, beyond }
                if least.as_ref().is_none_or(|(least, ..)| multiple < *least) =>
            {
                least = Some((multiple, way, carried, beyond));
            }
            MostLoad::Multiple { .. } => {}
            MostLoad::Unlimited(forces) => unlimited.push(forces),
        }
    }
    let Some((multiple, way, carried, beyond)) = least else {
        let both = <[Verified; 2]>::try_from(unlimited);
        return both.map(Across::Unlimited).map_err(|_| Refused(Refusal::NoWork));
    };
    let other = std::array::from_fn(|row| &facts.load[row] + &(&multiple * &ways[1 - way][row]));
    match stands(&facts.problem, &other, &FrictionUse::Given)? {
        Decision::Yes(back) => Ok(Across::Most(Horizontal { multiple, carried, back, beyond })),
        // Not reached: the other way carries at least as much.
        Decision::No(_) => Err(Refused(Refusal::NoWork)),
    }
}

/// The weight of the body.
pub(crate) fn weight(scene: &Scene<Planar>, lowered: &Lowered) -> [Rational; 2] {
    let mass = mass(scene, lowered);
    scene.gravity.each_ref().map(|gravity| &mass * gravity)
}

fn mass(scene: &Scene<Planar>, lowered: &Lowered) -> Rational {
    let body = &scene.bodies[lowered.body];
    let from_matrix = || body.mass_matrix.as_ref().and_then(|matrix| matrix.get(1)?.get(1).cloned());
    body.mass.clone().or_else(from_matrix).unwrap_or_default()
}

/// What is worth knowing besides.
pub(crate) fn warnings(scene: &Scene<Planar>, load: &[Rational; 3]) -> Vec<String> {
    let mut warnings = Vec::new();
    if scene.gravity.iter().all(Rational::is_zero) {
        warnings.push(
            "gravity is zero: only applied loads are balanced; set e.g. `gravity = [0, -9.81]`".to_owned(),
        );
    }
    if load.iter().all(Rational::is_zero) {
        warnings.push("nothing pulls at the body: it stands without any force".to_owned());
    }
    warnings
}

impl StandAnswer {
    /// Normal and tangential force at each contact, if it stands.
    pub fn forces(&self) -> Option<Vec<[f64; 2]>> {
        match self.proof.proof() {
            Proof::Rests { forces, .. } => Some(physical_forces(&self.problem, forces)),
            _ => None,
        }
    }

    /// The collapsing motion `[w, vx, vy]`, if it falls.
    pub fn collapse(&self) -> Option<[f64; 3]> {
        match self.proof.proof() {
            Proof::Falls { twist, .. } => Some(unit_twist(twist)),
            _ => None,
        }
    }

    /// The least factor on friction as `(lower, upper)`.
    pub fn friction_bracket(&self) -> Option<(Rational, Rational)> {
        match self.friction.as_ref()? {
            LeastFactor::Between(bracket) => Some((bracket.lower.0.clone(), bracket.upper.0.clone())),
            LeastFactor::None(_) => Some((Rational::zero(), Rational::zero())),
            LeastFactor::Never(_) => None,
        }
    }
}
