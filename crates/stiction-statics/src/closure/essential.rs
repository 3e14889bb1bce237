//! Which contacts may be removed?
//!
//! A contact is *essential* when the others alone do not close.  Closure needs few contacts: three
//! independent edges `B` and the at most three edges `C` with `−Σ B ∈ pos(C)` positively span by themselves,
//! so at most six contacts can be essential, however many there are, and every other one is
//! removable by one common proof.
//!
//! References: \[MR 12.1.7.1\]; Exercise 12.5.

use super::minimal::{MOST_SEARCHED, pushing};
use super::{Closing, closure, closure_without};
use stiction_exact::linear::farkas;
use stiction_exact::{elimination, integers};
use stiction_proof::{FrictionUse, PlanarContact, PlanarProblem, Problem, Proof, Rational, Verified};
use stiction_scene::contact::{Edge, edges};
use stiction_scene::{Decision, Refused, checked};

/// The essential contacts of a closed grasp, by index, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct Essential {
    /// Each essential contact with the escape that opens when it is taken away.
    pub essential: Vec<(usize, Verified)>,
    /// Contacts that press in `core` and may be removed, each with a squeeze of the others.
    pub removable: Vec<(usize, Verified)>,
    /// A squeeze by few contacts: every contact that is idle in it may be removed, all of them at once.
    pub core: Verified,
}

/// Contacts that can be taken away from a grasp.
pub trait Removing: Closing {
    /// What becomes of the grasp without each of them.
    type Essential;

    /// Takes contacts away, see [`essential`].
    fn essential(problem: &Problem<Self>, friction: &FrictionUse) -> Result<Self::Essential, Refused>;

    /// Contacts with which the search for few begins.
    fn likely(problem: &Problem<Self>) -> Result<Vec<usize>, Refused> {
        Ok((0..problem.contacts.len()).collect())
    }
}

/// Finds the essential contacts: in the plane of a grasp that is closed, in space by taking away each in turn.
pub fn essential<T: Removing>(problem: &Problem<T>, friction: &FrictionUse) -> Result<T::Essential, Refused> {
    T::essential(problem, friction)
}

impl Removing for PlanarContact {
    /// None where the grasp is not closed.
    type Essential = Option<Essential>;

    fn essential(problem: &PlanarProblem, friction: &FrictionUse) -> Result<Option<Essential>, Refused> {
        let Some(core) = core(problem, friction)? else { return Ok(None) };
        let (mut essential, mut removable) = (Vec::new(), Vec::new());
        let pressing: Vec<usize> = (0..problem.contacts.len()).filter(|&i| presses(&core, i)).collect();
        for contact in pressing {
            match closure_without(problem, friction, &[contact])? {
                Decision::Yes(squeeze) => removable.push((contact, squeeze)),
                Decision::No(escape) => essential.push((contact, escape)),
            }
        }
        Ok(Some(Essential { essential, removable, core }))
    }

    /// Few contacts of a large grasp press in its core.
    fn likely(problem: &PlanarProblem) -> Result<Vec<usize>, Refused> {
        Ok(match essential(problem, &FrictionUse::Given)? {
            Some(found) if problem.contacts.len() > MOST_SEARCHED => pushing(found.core.proof()),
            _ => (0..problem.contacts.len()).collect(),
        })
    }
}

fn presses(squeeze: &Verified, contact: usize) -> bool {
    let forces = squeeze.proof().forces();
    forces.and_then(|forces| forces.get(contact)).is_some_and(|[along, _]| along.is_positive())
}

/// A squeeze with at most six contacts.
fn core(problem: &PlanarProblem, friction: &FrictionUse) -> Result<Option<Verified>, Refused> {
    let edges = edges(problem, friction);
    let Some(basis) = independent(&edges) else { return Ok(None) };
    let target: Vec<Rational> = (0..3)
        .map(|row| -basis.iter().map(|&edge| edges[edge].wrench[row].clone()).sum::<Rational>())
        .collect();
    let columns: Vec<Vec<Rational>> = edges.iter().map(|edge| edge.wrench.to_vec()).collect();
    let Ok(mut multipliers) = farkas(&columns, &target, &[]) else { return Ok(None) };
    basis.iter().for_each(|&edge| multipliers[edge] += Rational::one());
    // A contact that presses along one edge only is on its cone's boundary; closing needs the inside, so all
    // contacts that press get both edges: decide again among them.
    let mut used: Vec<usize> = edges
        .iter()
        .zip(&multipliers)
        .filter(|(_, k)| k.is_positive())
        .map(|(edge, _)| edge.contact)
        .collect();
    used.dedup();
    // A common coefficient means something else among few contacts than among all: each keeps its own.
    let coefficients = problem.coefficients(friction);
    let touch = |&contact: &usize| PlanarContact {
        friction: coefficients[contact].friction.clone(),
        ..problem.contacts[contact].clone()
    };
    let few = PlanarProblem::new(problem.reference.clone(), used.iter().map(touch).collect());
    let Decision::Yes(squeeze) = closure(&few, &FrictionUse::Given)? else { return Ok(None) };
    let mut forces = vec![[Rational::zero(), Rational::zero()]; problem.contacts.len()];
    for (&contact, force) in used.iter().zip(squeeze.proof().forces().into_iter().flatten()) {
        forces[contact] = force.clone();
    }
    checked(problem, Proof::Closed { friction: friction.clone(), without: vec![], forces }).map(Some)
}

/// Three independent edges, the first that there are.
fn independent(edges: &[Edge]) -> Option<[usize; 3]> {
    let mut chosen = Vec::new();
    let mut rows = Vec::new();
    for (index, edge) in edges.iter().enumerate() {
        rows.push(integers::primitive(&edge.wrench));
        if elimination::rank(rows.clone()) == rows.len() {
            chosen.push(index);
        } else {
            rows.pop();
        }
        if let [a, b, c] = chosen[..] {
            return Some([a, b, c]);
        }
    }
    None
}
