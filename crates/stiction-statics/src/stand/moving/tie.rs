//! Does it fail in two manners at once?
//!
//! ```text
//!     falls with far more friction           on a motion V on which nothing needs to slide: it tips or lifts
//!                                            with the given friction too                                 (1)
//!     falls where no body may turn           on a motion V without turns, on which contacts slide or part          (2)
//! ```
//!
//! A motion of (1) or of (2) is a collapse of the assembly as it is: less friction takes up less, and a body
//! that may turn need not.  So where the instant that is proved to fail on one motion fails on another one in
//! another manner, both are proved, and both are named.

use super::manner::{Manner, manner};
use crate::stand::assembly::{Collapse, Searched, stands};
use stiction_proof::{AssemblyProblem, AssemblyProof, FrictionUse, Rational, Touch};
use stiction_scene::{Refused, Verdict};

/// By how much friction is multiplied for (1).
const ROUGH: i64 = 1024;

/// A collapse under a load in another manner than the first, if one is found.
pub(super) fn otherwise<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    first: &Collapse<S>,
) -> Result<Option<Collapse<S>>, Refused> {
    let Some((_, named)) = manner::<S>(problem, first) else { return Ok(None) };
    let found = if named == Manner::Slides {
        stands::<S>(problem, load, &FrictionUse::Scaled(Rational::from(ROUGH)))?
    } else {
        stands::<S>(&without_turns::<S>(problem), load, &FrictionUse::Given)?
    };
    let Verdict::No(proof) = found else { return Ok(None) };
    let AssemblyProof::Falls { twists, resistance, .. } = proof.into_proof() else { return Ok(None) };
    let limits = problem.contacts.iter().map(|contact| contact.touch.most());
    let absorbed = limits.zip(&resistance).filter_map(|(most, resisted)| Some(most? * resisted)).sum();
    let other = Collapse { twists, resistance, absorbed };
    let differs = manner::<S>(problem, &other).is_some_and(|(_, other)| other != named);
    Ok(differs.then_some(other))
}

/// The same assembly, in which no body turns.
fn without_turns<S: Searched>(problem: &AssemblyProblem<S::Touch>) -> AssemblyProblem<S::Touch> {
    let mut held = problem.clone();
    for body in &mut held.bodies {
        let turns = S::FREEDOMS - S::DIMENSION;
        let freedom = |component: usize| component >= turns && body.is_free(component);
        body.freedoms = Some((0..S::FREEDOMS).map(freedom).collect());
    }
    held
}
