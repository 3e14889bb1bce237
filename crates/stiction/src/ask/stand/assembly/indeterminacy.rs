//! Equations and unknowns, and in how many ways forces can change without losing balance.
//!
//! The forces that balance a load, strictly inside the cones that they may use, can change by whatever the equations leave:
//! as many dimensions as there are unknowns, less the rank of the equations.  Where a tree of patches of full rank reaches
//! every body, the equations are independent.

use super::columns::Columned;
use super::decide::{Dropped, sides};
use super::repair::is_carried;
use super::search::Searched;
use crate::exact::{elimination, integers};
use stiction_proof::{AssemblyProblem, FrictionUse, Rational, Touch};

/// How many equations and unknowns the balance of an assembly has \[MR 12.24\].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// One for each freedom of each body.
    pub equations: usize,
    /// Components of the contact forces.
    pub unknowns: usize,
}

/// Counts them.
pub fn counts<S: Columned>(problem: &AssemblyProblem<S::Touch>) -> Counts {
    let free =
        |body: &stiction_proof::AssemblyBody<S::Touch>| (0..S::FREEDOMS).filter(|&k| body.is_free(k)).count();
    let coefficients = problem.coefficients(&FrictionUse::Given);
    let unknown = |coefficients: &stiction_proof::Coefficients| {
        let across = if coefficients.friction.is_positive() { S::DIMENSION - 1 } else { 0 };
        1 + across + usize::from(coefficients.torsion.is_positive())
    };
    Counts {
        equations: problem.bodies.iter().map(free).sum(),
        unknowns: coefficients.iter().map(unknown).sum(),
    }
}

/// Equations up to which a rank is computed exactly.
const MOST_EQUATIONS: usize = 120;

/// Dimension of the set of contact forces that balance the load, if it was found.
pub fn indeterminacy<S: Searched>(problem: &AssemblyProblem<S::Touch>, load: &[S::Screw]) -> Option<usize> {
    let friction = FrictionUse::Given;
    let (point, dropped) = sides::<S>(problem, load, &friction, false, None)?.ok()?;
    let kept = kept_columns::<S>(problem, &dropped);
    let unknowns = kept.len();
    if is_carried::<S>(problem, &friction, &point.variables) {
        return unknowns.checked_sub(counts::<S>(problem).equations);
    }
    let equations = counts::<S>(problem).equations;
    (equations <= MOST_EQUATIONS).then(|| unknowns - elimination::rank(kept))
}

/// Independent directions of the forces that are used, as columns of the equations.
fn kept_columns<S: Columned>(
    problem: &AssemblyProblem<S::Touch>,
    dropped: &Dropped,
) -> Vec<Vec<dashu_int::IBig>> {
    let coefficients = problem.coefficients(&FrictionUse::Given);
    let mut kept = Vec::new();
    for (index, contact) in problem.contacts.iter().enumerate() {
        let is_kept = |k: &usize| !dropped[index].get(*k).copied().unwrap_or(false);
        let columns = S::columns(&contact.touch, &coefficients[index]);
        // Variables of a round cone are left out together.
        let used: Vec<&S::Screw> =
            columns.iter().enumerate().filter(|(k, _)| is_kept(k)).map(|(_, column)| column).collect();
        let mut own: Vec<Vec<dashu_int::IBig>> = Vec::new();
        for column in used {
            let mut full = vec![Rational::zero(); problem.bodies.len() * S::FREEDOMS];
            for (body, positive) in contact.sides() {
                let about = S::Touch::about(column.clone(), &problem.bodies[body].reference);
                for (k, entry) in about.as_ref().iter().enumerate() {
                    if problem.bodies[body].is_free(k) {
                        full[body * S::FREEDOMS + k] = if positive { entry.clone() } else { -entry };
                    }
                }
            }
            own.push(integers::primitive(&full));
        }
        // Edges of a pyramid are more than the dimensions of its forces.
        if own.len() > S::DIMENSION + 1 {
            let mut few: Vec<Vec<dashu_int::IBig>> = Vec::new();
            for column in own {
                let mut more = few.clone();
                more.push(column.clone());
                if elimination::rank(more) > few.len() {
                    few.push(column);
                }
            }
            own = few;
        }
        kept.extend(own);
    }
    kept
}
