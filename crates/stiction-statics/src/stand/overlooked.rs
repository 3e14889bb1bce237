//! What pairs of bodies that may touch leave open of a verdict, although no contact of theirs was taken.
//!
//! More contacts never make a thing fall: forces that balance without them balance with them, at zero.  So a *yes*
//! stands whatever is missing.  A *no* stands where the collapse that proves it moves neither body of any such pair: a
//! force between two bodies that do not move does no work, so that twists which show that the loads cannot be balanced
//! show it beside every contact of these two as well.

use stiction_proof::{AssemblyProblem, AssemblyProof, Rational, Touch};
use stiction_scene::scene::{Doubt, Overlooked};

/// What the pairs of a scene leave open of what is proved of an assembly.
pub fn left_open<T: Touch>(
    overlooked: &[Overlooked],
    problem: &AssemblyProblem<T>,
    proof: Option<&AssemblyProof<T>>,
) -> Option<Doubt> {
    Doubt::of(overlooked.iter().filter(|pair| matters(pair, problem, proof)))
}

/// Whether contacts of a pair could refute a collapse.
fn matters<T: Touch>(
    pair: &Overlooked,
    problem: &AssemblyProblem<T>,
    proof: Option<&AssemblyProof<T>>,
) -> bool {
    let Some(AssemblyProof::Falls { twists, .. }) = proof else { return true };
    let stays = |name: &String| {
        let index = problem.bodies.iter().position(|body| body.name == *name);
        // What is no body of the problem is fixed.
        index.is_none_or(|index| {
            twists.get(index).is_some_and(|twist| twist.as_ref().iter().all(Rational::is_zero))
        })
    };
    let [a, b] = &pair.between;
    a == b || !(stays(a) && stays(b))
}
