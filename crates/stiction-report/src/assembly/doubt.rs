//! Whether rounding may change the verdict about an assembly.
//!
//! Bodies that contacts do not join stand or fall by themselves, and each part is in doubt by its own loads: a large
//! block within its rounding is so beside a pebble that has more to spare than the pebble needs.  A verdict holds
//! where
//!
//! ```text
//!     every part is further inside its cones than rounding matters to it, or nothing of it was rounded       (1)
//!     some part is so much outside of them                                                                   (2)
//! ```

use super::PushFormat;
use serde_json::{Value, json};
use stiction::ask::Extent;
use stiction::ask::stand::assembly::{Most, Part, Searched, StandProof, Stands};
use stiction::ask::{Bracket, Verdict};
use stiction::exact::doubt::{balance_radius, is_decided_between};
use stiction::scene::Rounding;
use stiction_proof::{Answer, AssemblyProblem, AssemblyProof, FrictionUse, Rational, Touch, Verified};

/// A depth between two proofs, and with how much contacts were allowed to pull.
pub(crate) type Depth<S> = (Bracket<StandProof<S>>, Rational);

/// A depth between two proofs, or forces that show that it has no end.
pub(crate) type Depths<S> = (Option<Depth<S>>, Option<Verified<StandProof<S>>>);

/// An assembly, what pulls at it, and its depth.
type Measured<'a, S> = (
    &'a AssemblyProblem<<S as stiction::ask::lower::Standing>::Touch>,
    &'a [<S as stiction::screw::Space>::Screw],
    &'a Depth<S>,
);

/// How far inside its cones the forces of a part can be.
#[derive(Debug, Clone, PartialEq)]
pub struct PartDepth<S: Searched> {
    /// The part.
    pub part: Part<S>,
    /// Its depth.
    pub depth: Option<Depth<S>>,
    /// Forces that show that it has no end.
    pub unlimited: Option<Verified<StandProof<S>>>,
}

impl<S: PushFormat> PartDepth<S> {
    pub(crate) fn new(part: Part<S>, most: Most<S>, pull: Rational) -> Self {
        let (depth, unlimited) = match most {
            Extent::Between(bracket) => (Some((bracket, pull)), None),
            // Only of what stands without a pull do these forces show that it does.
            Extent::Unlimited(forces) => (None, Some(forces).filter(|_| pull.is_zero())),
            Extent::Absent | Extent::Undecided => (None, None),
        };
        Self { part, depth, unlimited }
    }

    /// An entry of `margin_parts`.
    pub(crate) fn to_json(&self) -> Value {
        let bodies: Vec<&str> = self.part.problem.bodies.iter().map(|body| body.name.as_str()).collect();
        let mut entry = json!({ "bodies": bodies });
        if let Some((bracket, pull)) = &self.depth {
            entry["pull"] = json!(pull);
            entry["ends"] = json!([&bracket.lower.0 - pull, &bracket.upper.0 - pull]);
            entry["lower"] = json!(bracket.lower.1.proof());
            entry["upper"] = json!(bracket.upper.1.proof());
        }
        if let Some(forces) = &self.unlimited {
            entry["unlimited"] = json!(forces.proof());
        }
        entry
    }

    /// Whether it stands, if rounding cannot change that.
    fn stands(&self, whole: &AssemblyProblem<S::Touch>, rounded: &[Rounding]) -> Option<bool> {
        let Part { contacts, problem, load, .. } = &self.part;
        let touched = rounded.iter().any(|rounding| may_touch(rounding, whole, problem, contacts));
        let Some(depth) = &self.depth else { return self.unlimited.is_some().then_some(true) };
        let [lower, upper] = ends(depth);
        match touched {
            true if !is_clear::<S>(problem, load, depth) => None,
            _ if !lower.is_negative() => Some(true),
            _ if upper.is_negative() => Some(false),
            _ => None,
        }
    }
}

fn ends<P>((bracket, pull): &(Bracket<P>, Rational)) -> [Rational; 2] {
    [&bracket.lower.0 - pull, &bracket.upper.0 - pull]
}

/// Whether a rounding can change a verdict: inertias do not enter.
fn matters(rounding: &Rounding) -> bool {
    !rounding.path.ends_with(".inertia")
}

/// Whether some rounding can change the verdict.
pub(crate) fn matters_somewhere(rounded: &[Rounding]) -> bool {
    rounded.iter().any(matters)
}

/// Whether a rounding may be of a part: it is not where it is of another body that may move, or of another contact.
fn may_touch<T: Touch>(
    rounding: &Rounding,
    whole: &AssemblyProblem<T>,
    part: &AssemblyProblem<T>,
    contacts: &[usize],
) -> bool {
    let is_of = |kind: &str, name: &str| {
        let rest = rounding.path.strip_prefix(kind).and_then(|rest| rest.strip_prefix(name));
        // Names may have dots in them: what could be another's is of everybody.
        let key = rest.and_then(|rest| rest.strip_prefix('.'));
        key.is_some_and(|key| !key.contains('.'))
    };
    let of_body =
        |problem: &AssemblyProblem<T>| problem.bodies.iter().any(|body| is_of("bodies.", &body.name));
    let is_of_contact = |index: usize| is_of("contacts.", whole.contacts[index].touch.id());
    let of_contact = (0..whole.contacts.len()).any(is_of_contact);
    let elsewhere = (of_body(whole) || of_contact)
        && !of_body(part)
        && !contacts.iter().any(|&index| is_of_contact(index));
    matters(rounding) && !elsewhere
}

/// How far rounding moves a depth, (3) of [`stiction::exact::doubt`]: by the forces at its lower end and the
/// motion at its upper one, whose power on one newton along every normal is one.  None where the proofs are
/// others.
fn moved<S: PushFormat>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    (bracket, pull): &Depth<S>,
) -> Option<f64> {
    let AssemblyProof::Rests { forces, friction, .. } = bracket.lower.1.proof() else { return None };
    let AssemblyProof::Bounds { twists, normal, .. } = bracket.upper.1.proof() else { return None };
    let unit = normal.first()?.to_f64().abs();
    let spared = bracket.lower.0.to_f64().abs() + pull.to_f64().abs();
    Some(moved_by::<S>(problem, load, Balance { friction, forces, spared }, (twists, unit)))
}

/// Forces that balance, and how much more than them is on every normal, N.
pub(crate) struct Balance<'a, S: PushFormat> {
    pub(crate) friction: &'a FrictionUse,
    pub(crate) forces: &'a [<S::Touch as Touch>::Push],
    pub(crate) spared: f64,
}

/// (3) of [`stiction::exact::doubt`] at these forces and a motion, for a margin of which one has this power on the
/// motion.
pub(crate) fn moved_by<S: PushFormat>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    Balance { friction, forces, spared }: Balance<'_, S>,
    (twists, unit): (&[S::Screw], f64),
) -> f64 {
    let sum = |entries: &[Rational]| entries.iter().map(|entry| entry.to_f64().abs()).sum::<f64>();
    // The speed at most of a body's point.
    let speed = |body: usize, place: f64| {
        let (turn, slide) = twists[body].as_ref().split_at(S::FREEDOMS - S::DIMENSION);
        (sum(slide) + sum(turn) * (place + sum(problem.bodies[body].reference.as_ref()))) / unit
    };
    let coefficients = problem.coefficients(friction);
    let pushes = problem.contacts.iter().zip(&coefficients).zip(forces).map(|((contact, own), push)| {
        let force: f64 = S::components(&contact.touch, own, push).into_iter().map(f64::abs).sum();
        let place: f64 = S::place(&contact.touch).iter().map(|entry| entry.abs()).sum();
        (force + spared) * contact.sides().map(|(body, _)| speed(body, place)).sum::<f64>()
    });
    let power = |(load, twist): (&S::Screw, &S::Screw)| -> f64 {
        let pairs = load.as_ref().iter().zip(twist.as_ref());
        pairs.map(|(load, twist)| (load.to_f64() * twist.to_f64()).abs()).sum::<f64>() / unit
    };
    balance_radius(pushes, load.iter().zip(twists).map(power))
}

/// Whether a depth is further from zero than rounding moves it.
fn is_clear<S: PushFormat>(problem: &AssemblyProblem<S::Touch>, load: &[S::Screw], depth: &Depth<S>) -> bool {
    let ends = ends(depth).map(|end| end.to_f64());
    moved::<S>(problem, load, depth).is_some_and(|moved| is_decided_between(ends, moved))
}

/// A verdict about rounded data counts only where forces could be further inside their cones than rounding matters, (1)
/// and (2); `whole` is the depth of all parts together.
pub(crate) fn cautious<S: PushFormat>(
    decided: &Stands<S>,
    whole: Option<Measured<'_, S>>,
    parts: &[PartDepth<S>],
    rounded: &[Rounding],
) -> Answer {
    let Some((problem, load, depth)) = whole.filter(|_| matters_somewhere(rounded)) else {
        return decided.answer();
    };
    let stands = match parts {
        [] => is_clear::<S>(problem, load, depth).then_some(matches!(decided, Verdict::Yes(_))),
        parts => {
            let each: Vec<Option<bool>> = parts.iter().map(|part| part.stands(problem, rounded)).collect();
            match each.contains(&Some(false)) {
                true => Some(false),
                false => each.iter().all(Option::is_some).then_some(true),
            }
        }
    };
    let answer = decided.answer();
    match (stands, answer) {
        (Some(true), Answer::Yes) | (Some(false), Answer::No) => answer,
        _ => Answer::Undecided,
    }
}
