//! A body alone, whose cones have edges: how far its load is from the boundary, and what rounding of a scene
//! can do to that.
//!
//! A few quantities pass through a root, a sine or π and are rounded once ([`displacement`]).  What forces of
//! total size `k` can balance moves by `k` times what a unit edge moves, so a verdict counts where the load
//! is further than that from the boundary.

use super::PushFormat;
use crate::timely::NOT_PROVED;
use stiction::ask::Verdict;
use stiction::ask::closure::displacement;
use stiction::ask::lower::Assembly;
use stiction::ask::stand::assembly::{Reserve, Stands};
use stiction::exact::doubt::Rounded;
use stiction::scene::{Rounding, Scene};
use stiction_proof::{
    Answer, AssemblyBody, AssemblyProblem, AssemblyProof, FrictionUse, Rational, Touch, Verified,
};

/// Whether an assembly is one body with all its freedoms and with edges: then its reserve is measured.
pub(crate) fn is_alone<S: PushFormat>(problem: &AssemblyProblem<S::Touch>) -> bool {
    S::Touch::ALWAYS_EDGES && matches!(&problem.bodies[..], [body] if body.freedoms.is_none())
}

/// Where normal forces alone balance the load, those are the forces that a person expects to see.
pub(super) fn plain_forces<S: PushFormat>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    smooth: &Stands<S>,
) -> Option<Stands<S>> {
    let AssemblyProof::Rests { forces, .. } = smooth.verified()?.proof() else { return None };
    let (friction, load, forces) = (FrictionUse::Given, load.to_vec(), forces.clone());
    problem.check(AssemblyProof::Rests { friction, load, forces }).ok().map(Verdict::Yes)
}

/// Why a reserve has no number.
pub(crate) fn reserve_reason<S: PushFormat>(reserve: &Reserve<S>) -> Option<&'static str> {
    match reserve {
        Reserve::Stands(..) | Reserve::Falls(..) => None,
        Reserve::Unlimited(_) => Some("unbounded: the contacts balance every load"),
        Reserve::Undecided => Some(NOT_PROVED),
    }
}

/// Whether a rounding can change the verdict.  On a base at rest other bodies and inertias do not enter, and the mass
/// only scales the load, which nothing notices where nothing else pulls and no contact has a limit.
pub(crate) fn matters<S: PushFormat>(rounding: &Rounding, scene: &Scene<S>, lowered: &Assembly<S>) -> bool {
    let Some(body) = lowered.bodies.first().map(|&body| &scene.bodies[body]) else { return true };
    let only_weight = body.wrench.as_ref().iter().all(Rational::is_zero)
        && scene.contacts.iter().all(|contact| contact.force.is_none() && contact.limit.is_none());
    let scales = only_weight && rounding.path.ends_with(".mass");
    let elsewhere = rounding.path.ends_with(".inertia")
        || rounding.path.ends_with(".com") && !names_body(&rounding.path, &body.name);
    lowered.rides || !(scales || elsewhere)
}

/// Whether the path `bodies.NAME.key` is of this body; a name that must be quoted counts as any body.
fn names_body(path: &str, name: &str) -> bool {
    let named = path.strip_prefix("bodies.").and_then(|rest| rest.rsplit_once('.')).map(|(named, _)| named);
    named.is_none_or(|named| named == name || named.starts_with('"'))
}

/// A verdict about rounded data counts only away from the boundary, further than rounding can move it: the
/// forces that balance times what each unit moves, and the load's own rounding.
pub(crate) fn cautious_alone<S: PushFormat>(
    decided: &Stands<S>,
    reserve: &Reserve<S>,
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    length: &Rational,
) -> Answer {
    let length = length.to_f64();
    let size = |load: &S::Screw| -> f64 {
        let (turn, push) = load.as_ref().split_at(S::FREEDOMS - S::DIMENSION);
        let sum = |entries: &[Rational]| entries.iter().map(|entry| entry.to_f64().abs()).sum::<f64>();
        sum(turn) / length + sum(push)
    };
    let load: f64 = load.iter().map(size).sum();
    let forces = match decided.verified().map(Verified::proof) {
        Some(AssemblyProof::Rests { forces, friction, .. }) => {
            let coefficients = problem.coefficients(friction);
            let cones = problem.contacts.iter().zip(&coefficients).zip(forces);
            let parts = cones.flat_map(|((contact, own), push)| S::components(&contact.touch, own, push));
            parts.map(f64::abs).sum()
        }
        // At the nearest load that stands the forces are about as large as the load.
        _ => load,
    };
    let touches = problem.contacts.iter().map(|contact| &contact.touch);
    let moved = |body: &AssemblyBody<S::Touch>| displacement::<S::Touch>(touches, &body.reference, length);
    let moved = (forces + load) * problem.bodies.first().map_or(0.0, moved);
    match reserve.margin() {
        Some(margin) if !(Rounded { value: margin.to_f64(), radius: moved }).is_decided() => {
            Answer::Undecided
        }
        _ => decided.answer(),
    }
}
