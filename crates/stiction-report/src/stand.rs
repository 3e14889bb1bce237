//! The report on standing: verdict, forces, margins.

use crate::answer::{AskError, Found};
use crate::assembly::STRONG_LIMITS;
use crate::closure::{physical_forces, unit_twist};
use crate::doubt::displacement;
use crate::report::{Answered, Options};
use std::collections::BTreeMap;
use stiction::ask::lower::{Lowered, load, one_body};
use stiction::ask::stand::{
    ByModes, LeastFactor, MostLoad, Reserve, ReserveProof, frictionless, indeterminacy, least_factor,
    most_load, reserve, stands, strong_by_modes,
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
    /// Why it is that far.
    pub margin_proof: Option<ReserveProof>,
    /// Must it stay; `None` without inertia and on a moving base.
    pub strong: Option<Answer>,
    /// Forces of the normals alone that prove `strong`.
    pub strong_proof: Option<Verified>,
    /// The contact modes that decide `strong` where the normals alone do not.
    pub strong_modes: Option<ByModes>,
    /// Dimension of the set of balancing forces.
    pub indeterminacy: Option<usize>,
    /// Least common factor on all coefficients of friction.
    pub friction: Option<LeastFactor>,
    /// Largest horizontal load as a multiple of the weight, the lesser of the two ways.
    pub horizontal: Option<Horizontal>,
    /// Why a quantity is missing.
    pub reasons: BTreeMap<String, String>,
}

pub(crate) fn stand_answer(scene: &Scene<Planar>, options: &Options) -> Result<Found, AskError> {
    let lowered = one_body(scene)?;
    let load = load(scene, &lowered)?;
    let problem = &lowered.problem;
    let smooth = frictionless(problem, &load.wrench)?;
    let decision = match simple_forces(problem, &load.wrench, &smooth) {
        Some(forces) => Decision::Yes(forces),
        None => stands(problem, &load.wrench, &FrictionUse::Given)?,
    };
    let mut reasons = BTreeMap::new();
    let margin = match reserve(problem, &load.wrench, &options.length)? {
        Reserve::Stands(distance, proof) => Some((distance, proof)),
        Reserve::Falls(distance, proof) => Some((-distance, proof)),
        Reserve::Unlimited => {
            reasons.insert("margin".to_owned(), "unbounded: the contacts balance every load".to_owned());
            None
        }
    };
    let mut rounded = lowered.rounded.clone();
    rounded.extend(load.rounded.clone());
    let (margin, margin_proof) = margin.unzip();
    let verdict = if rounded.iter().any(|rounding| matters(rounding, scene, &lowered, load.rides)) {
        cautious(&decision, margin.as_ref(), problem, &load.wrench, options)
    } else {
        decision.answer()
    };
    let (strong, strong_proof, strong_modes) =
        strong(scene, &lowered, &smooth, load.rides, verdict, &mut reasons);
    let answer = StandAnswer {
        body: scene.bodies[lowered.body].name.clone(),
        indeterminacy: indeterminacy(problem, &load.wrench),
        friction: friction(problem, &load.wrench, &mut reasons)?,
        weight: weight(scene, &lowered),
        horizontal: horizontal(scene, &lowered, &load.wrench, &mut reasons)?,
        problem: problem.clone(),
        proof: decision.verified().clone(),
        load: load.wrench,
        verdict,
        margin,
        margin_proof,
        strong,
        strong_proof,
        strong_modes,
        reasons,
    };
    let warnings = warnings(scene, &answer);
    Ok(Found { answered: Answered::Stand(Box::new(answer)), rounded, warnings })
}

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

/// Must it stay: no if it cannot, yes if the normals alone balance the load, else what the contact modes say.
fn strong(
    scene: &Scene<Planar>,
    lowered: &Lowered,
    smooth: &Decision,
    rides: bool,
    verdict: Answer,
    reasons: &mut BTreeMap<String, String>,
) -> Strong {
    let body = &scene.bodies[lowered.body];
    let mut because = |reason: &str| reasons.insert("strong".to_owned(), reason.to_owned());
    let missing = match (&body.mass_matrix, &body.mass, &body.inertia) {
        _ if rides => Some("asked of bodies on a fixed base"),
        (Some(_), ..) | (_, Some(_), Some(_)) => None,
        (_, Some(_), None) => Some("needs the inertia: give `inertia`, or `density` instead of `mass`"),
        (_, None, _) => Some("needs mass and inertia"),
    };
    if let Some(reason) = missing {
        because(reason);
        return (None, None, None);
    }
    let limited = lowered.problem.contacts.iter().any(|contact| contact.most.is_some());
    match (verdict, smooth) {
        (Answer::No, _) => (Some(Answer::No), None, None),
        (Answer::Yes, Decision::Yes(normals)) if !limited => (Some(Answer::Yes), Some(normals.clone()), None),
        (Answer::Undecided, _) => {
            because("as long as it is undecided whether it stands");
            (Some(Answer::Undecided), None, None)
        }
        _ if limited => {
            because(STRONG_LIMITS);
            (Some(Answer::Undecided), None, None)
        }
        _ => match strong_by_modes(scene) {
            Some(modes) => {
                let stays = matches!(modes.proof.proof(), RestProof::Stays(_));
                (Some(if stays { Answer::Yes } else { Answer::No }), None, Some(modes))
            }
            None => {
                because("it rests on friction, and has too many contact modes to look at");
                (Some(Answer::Undecided), None, None)
            }
        },
    }
}

fn friction(
    problem: &PlanarProblem,
    load: &[Rational; 3],
    reasons: &mut BTreeMap<String, String>,
) -> Result<Option<LeastFactor>, Refused> {
    let factor = least_factor(problem, load)?;
    if matches!(factor, LeastFactor::Never(_)) {
        reasons.insert(
            "margins.friction".to_owned(),
            "falls even with half a million million times its friction".to_owned(),
        );
    }
    Ok(Some(factor))
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

fn horizontal(
    scene: &Scene<Planar>,
    lowered: &Lowered,
    load: &[Rational; 3],
    reasons: &mut BTreeMap<String, String>,
) -> Result<Option<Horizontal>, Refused> {
    let mut missing = |reason: &str| {
        for key in ["margins.load", "margins.tilt"] {
            reasons.insert(key.to_owned(), reason.to_owned());
        }
    };
    let [wx, wy] = weight(scene, lowered);
    if wx.is_zero() && wy.is_zero() {
        missing("needs gravity and mass: it is a multiple of the weight");
        return Ok(None);
    }
    // The weight turned by ±90°: horizontal, and as large.
    let ways = [[Rational::zero(), -&wy, wx.clone()], [Rational::zero(), wy, -wx]];
    let mut least: Option<(Rational, usize, Verified, Verified)> = None;
    for (way, across) in ways.iter().enumerate() {
        match most_load(&lowered.problem, load, across)? {
            MostLoad::Falls => {
                missing("falls without any further load");
                return Ok(None);
            }
            MostLoad::Multiple { multiple, carried, beyond }
                if least.as_ref().is_none_or(|(least, ..)| multiple < *least) =>
            {
                least = Some((multiple, way, carried, beyond));
            }
            _ => {}
        }
    }
    let Some((multiple, way, carried, beyond)) = least else {
        missing("unbounded: every horizontal load is carried");
        return Ok(None);
    };
    let other = std::array::from_fn(|row| &load[row] + &(&multiple * &ways[1 - way][row]));
    match stands(&lowered.problem, &other, &FrictionUse::Given)? {
        Decision::Yes(back) => Ok(Some(Horizontal { multiple, carried, back, beyond })),
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

fn warnings(scene: &Scene<Planar>, answer: &StandAnswer) -> Vec<String> {
    let mut warnings = Vec::new();
    if scene.gravity.iter().all(Rational::is_zero) {
        warnings.push(
            "gravity is zero: only applied loads are balanced; set e.g. `gravity = [0, -9.81]`".to_owned(),
        );
    }
    if answer.load.iter().all(Rational::is_zero) {
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
