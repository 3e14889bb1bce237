//! Closure in the plane: every cone is its two edges, so that linear programming in integers decides, (1) or (2) of
//! [`closure`](super).

use super::Closing;
use std::collections::HashSet;
use stiction_exact::linear::{Balance, gordan, stiemke};
use stiction_proof::{FrictionUse, PlanarContact, PlanarProblem, Proof, Rational};
use stiction_scene::contact::{edges, forces};
use stiction_scene::{Decision, Refused, checked};

impl Closing for PlanarContact {
    type Decided = Decision;

    fn closure_without(
        problem: &PlanarProblem,
        friction: &FrictionUse,
        without: &[usize],
    ) -> Result<Decision, Refused> {
        let ids =
            || without.iter().filter_map(|&index| Some(problem.contacts.get(index)?.id.clone())).collect();
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

    fn boundary(problem: &PlanarProblem, friction: &FrictionUse) -> Result<Decision, Refused> {
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
}

/// A squeeze, or else an escape, that no checker has seen yet.
pub fn proposed(
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

/// A direction of the linear kernel as a twist; it has three entries.
pub fn twist(direction: Vec<Rational>) -> [Rational; 3] {
    let mut entries = direction.into_iter();
    std::array::from_fn(|_| entries.next().unwrap_or_default())
}
