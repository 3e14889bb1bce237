//! Do the contacts hold the body, whatever is done to it?
//!
//! A contact can push with any force in its friction cone.  The body is in **force closure** when these
//! forces together can resist every wrench; without friction that is **first-order form closure**: exactly
//! one of these holds for the wrenches `Fⱼ` of the cone edges,
//!
//! ```text
//!     yes   some k > 0 has  Σ kⱼFⱼ = 0, and the Fⱼ span                                    (1)
//!     no    some V ≠ 0 has  Fⱼ·V ≥ 0 for every edge                                        (2)
//! ```
//!
//! (1) is a squeeze, (2) an escape, and each is its own proof.  On rational data nothing is left undecided.
//!
//! ```
//! use stiction::ask::closure::closure;
//! use stiction_proof::{FrictionUse, PlanarContact, PlanarProblem, Rational};
//! let whole = |x: i64, y: i64| [Rational::from(x), Rational::from(y)];
//! let finger = |id: &str, x: i64| PlanarContact::new(id, whole(x, 0), whole(-x, 0), Rational::new(1, 2));
//! let grip = PlanarProblem::new(whole(0, 0), vec![finger("left", -1), finger("right", 1)]);
//! assert!(closure(&grip, &FrictionUse::Given).unwrap().is_yes());
//! assert!(!closure(&grip, &FrictionUse::None).unwrap().is_yes());
//! ```
//!
//! References: \[MR 12.1.7\], \[MR 12.2.3\] for (1); Exercises 12.25 and 12.27.
//!
//! How many contacts it takes is \[MR 12.1.7.1\], \[MR Theorem 12.6\]; \[MR Example 12.4\], \[MR Example
//! 12.7\] and two fingers that see each other, \[MR Fig. 12.22\], are special cases.  The test by a program,
//! \[MR (12.14)\], is applied to the edges of the cones.

mod ball;
mod essential;
mod exceptional;
mod gradient;
mod least_friction;
mod load;
pub mod many;
mod minimal;
mod place;
mod quality;
mod second_order;
mod singular;
mod space;
mod three_edges;

pub use ball::{ProvedBall, prove_ball};
pub use essential::{Essential, essential};
pub use exceptional::{Exceptional, ExceptionalKind, exceptional};
pub use gradient::Gradient;
pub use least_friction::{LeastFriction, least_friction, least_friction_gradient};
pub use load::{BODY, Extent, LoadAnswer, Range, Task, load_answer, task};
pub use minimal::{Closing, Few, FewContacts, MOST_REDUCED, MOST_SEARCHED, Minimal, minimal};
pub use place::{Flip, Flips, flips_along, straight_edge};
pub use quality::{
    Measure, Metric, Origin, epsilon_l1, epsilon_l1_gradient, epsilon_linf, epsilon_linf_gradient,
    singular_extremes, volume,
};
pub use second_order::{Doubt, SecondOrder, second_order, stiffness};
pub use space::{
    Bounded, EssentialInSpace, LeastFrictionInSpace, boundary_in_space, closure_in_space,
    closure_in_space_without, epsilon_l1_in_space, epsilon_linf_in_space, essential_in_space,
    least_friction_gradient_in_space, least_friction_in_space, singular_extremes_in_space, volume_in_space,
};

use super::{Decision, Refused, checked};
use crate::contact::{edges, forces};
use crate::linear::{Balance, gordan, stiemke};
use std::collections::HashSet;
use stiction_proof::{FrictionUse, PlanarProblem, Proof, Rational, Verified};

/// Decides closure with the coefficients that `friction` names.
pub fn closure(problem: &PlanarProblem, friction: &FrictionUse) -> Result<Decision, Refused> {
    closure_without(problem, friction, &[])
}

/// Decides closure of the contacts that are not in `without`; an index that no contact has leaves none out.
pub fn closure_without(
    problem: &PlanarProblem,
    friction: &FrictionUse,
    without: &[usize],
) -> Result<Decision, Refused> {
    let ids = || without.iter().filter_map(|&index| Some(problem.contacts.get(index)?.id.clone())).collect();
    match proposed(problem, friction, without) {
        Ok(forces) => {
            let proof = Proof::Closed { friction: friction.clone(), without: ids(), forces };
            Ok(Decision::Yes(checked(problem, proof)?))
        }
        Err(twist) => {
            let proof = Proof::Open { friction: friction.clone(), without: ids(), twist: *twist };
            Ok(Decision::No(checked(problem, proof)?))
        }
    }
}

/// A squeeze, or else an escape, that no checker has seen yet.
pub(crate) fn proposed(
    problem: &PlanarProblem,
    friction: &FrictionUse,
    without: &[usize],
) -> Result<Vec<[Rational; 2]>, Box<[Rational; 3]>> {
    let mut edges = edges(problem, friction);
    let without: HashSet<usize> = without.iter().copied().collect();
    edges.retain(|edge| !without.contains(&edge.contact));
    let wrenches: Vec<[Rational; 3]> = edges.iter().map(|edge| edge.wrench.clone()).collect();
    match stiemke(&wrenches) {
        Balance::Multipliers(multipliers) => Ok(forces(problem, &edges, &multipliers)),
        Balance::Direction(direction) => Err(Box::new(twist(direction))),
    }
}

/// Whether an open grasp is on the boundary: no motion breaks every contact.  The proof says so, or is a
/// motion that does break them all.
pub fn boundary(problem: &PlanarProblem, friction: &FrictionUse) -> Result<Decision, Refused> {
    let edges = edges(problem, friction);
    let wrenches: Vec<[Rational; 3]> = edges.iter().map(|edge| edge.wrench.clone()).collect();
    match gordan(&wrenches) {
        Ok(multipliers) => {
            let forces = forces(problem, &edges, &multipliers);
            Ok(Decision::Yes(checked(problem, Proof::Touching { friction: friction.clone(), forces })?))
        }
        Err(direction) => {
            let proof = Proof::Breaks { friction: friction.clone(), twist: twist(direction) };
            Ok(Decision::No(checked(problem, proof)?))
        }
    }
}

/// A direction of the linear kernel as a twist; it has three entries.
pub(crate) fn twist(direction: Vec<Rational>) -> [Rational; 3] {
    let mut entries = direction.into_iter();
    std::array::from_fn(|_| entries.next().unwrap_or_default())
}

/// The forces of a proof that has some.
pub(crate) fn proof_forces(verified: &Verified) -> &[[Rational; 2]] {
    match verified.proof() {
        Proof::Closed { forces, .. } | Proof::ClosedAbove { forces, .. } | Proof::Touching { forces, .. } => {
            forces
        }
        _ => &[],
    }
}
