//! How hard must contacts press: the least of `Σ weightsᵢ·aᵢ` over all forces `aᵢ·n + …` that balance the loads.
//!
//! By duality it is the largest of
//!
//! ```text
//!     w·V − Σ Lᵢ·max(0, rᵢ(V) − weightsᵢ)                                                    (1)
//! ```
//!
//! over the motions `V` with `rᵢ ≤ weightsᵢ` where there is no limit `Lᵢ`, `rᵢ` being what a contact takes up
//! on `V` for one normal: forces on one side and a motion on the other, and where they meet both are proofs.

use super::decide::StandProof;
use super::edges::{EdgeEnd, Edges, Price, Pushed};
use super::margins::work;
use super::search::Searched;
use stiction_proof::{AssemblyProblem, AssemblyProof, FrictionUse, Rational, Touch, Verified};
use stiction_scene::Refused;
use stiction_scene::bracket::Bracket;

/// The least weighted sum between two proofs: a motion by (1) at the lower end, forces at the upper one with
/// what `weigh` makes of them.  None where there is no least, or where round cones hide it.
pub fn least_weighted<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    weights: &[Rational],
    weigh: impl Fn(&[Pushed<S>]) -> Option<Rational>,
) -> Result<Option<Bracket<StandProof<S>>>, Refused> {
    let price = |contact: usize| Price::of_normal(weights[contact].clone());
    let EdgeEnd::Best { pushes: forces, twists, resistance, .. } =
        Edges::<S>::new(problem, &FrictionUse::Given).least(load, &[], price)
    else {
        return Ok(None);
    };
    let limits = problem.contacts.iter().zip(&resistance);
    let absorbed: Rational = limits.filter_map(|(contact, taken)| Some(contact.touch.most()? * taken)).sum();
    let bound = work::<S>(load, &twists) - absorbed;
    let (load, friction, weights) = (load.to_vec(), FrictionUse::Given, weights.to_vec());
    let Some(value) = weigh(&forces) else { return Ok(None) };
    let upper = AssemblyProof::Rests { friction: friction.clone(), load: load.clone(), forces };
    let at_least =
        AssemblyProof::AtLeast { friction, load, weights, bound: bound.clone(), twists, resistance };
    let lower = (bound, problem.check(at_least).map_err(Refused)?);
    Ok(Some(Bracket::new(lower, (value, problem.check(upper).map_err(Refused)?))))
}

/// Forces of contacts without limit that balance nothing, this contact pressing.
pub fn pressed<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    contact: usize,
) -> Result<Option<Verified<StandProof<S>>>, Refused> {
    let mut capped = idle_limited(problem);
    if problem.contacts[contact].touch.most().is_some() {
        return Ok(None);
    }
    capped.contacts[contact].touch.set_most(Some(Rational::one()));
    let nothing = problem.no_load();
    let price = |of: usize| Price::of_normal(Rational::from(if of == contact { -1 } else { 0 }));
    match Edges::<S>::new(&capped, &FrictionUse::Given).least(&nothing, &[], price) {
        EdgeEnd::Best { pushes: forces, cost, .. } | EdgeEnd::Between(Some((forces, cost)))
            if cost.is_negative() =>
        {
            let proof = AssemblyProof::Rests { friction: FrictionUse::Given, load: nothing, forces };
            problem.check(proof).map(Some).map_err(Refused)
        }
        _ => Ok(None),
    }
}

/// The problem in which contacts with a limit do nothing.
pub fn idle_limited<T: Touch>(problem: &AssemblyProblem<T>) -> AssemblyProblem<T> {
    let mut idle = problem.clone();
    for contact in idle.contacts.iter_mut().filter(|contact| contact.touch.most().is_some()) {
        contact.touch.set_most(Some(Rational::zero()));
    }
    idle
}
