//! The robot at its contact as operational space has it, and the variable that the command sets.
//!
//! ```text
//!     Λẍ + μ + p = F,   Λ = Φ⁻¹ = T1Φ11⁻¹T1ᵀ + T2Φ22⁻¹T2ᵀ,   μ + p = −Λb                     (5)
//!     u_f = f2ᶜ + Φ22⁻¹a2ʳ                                                                   (4)
//! ```
//!
//! (5) follows from (2) of the module above where `Φ` has full rank: `Φ = S1Φ11S1ᵀ + S2Φ22S2ᵀ`, and the products of
//! `S` and `T` are one.
//!
//! Reference: \[Featherstone Fig. 3\]; \[Featherstone (14)\] for (4).

use super::basis::congruent;
use stiction_exact::matrix::{Rows, dot, solve};
use stiction_exact::vector::add;
use stiction_proof::{BodyDynamics, Columns, HybridProblem, Rational, SpecialBasis};

/// The robot's equation of motion in operational space, (5).
#[derive(Debug, Clone, PartialEq)]
pub struct Operational {
    /// Λ, by rows; it is symmetric.
    pub inertia: Rows,
    /// μ + p: Coriolis and gravity terms.
    pub bias: Vec<Rational>,
}

fn parts(columns: &[Vec<Rational>], vector: &[Rational]) -> Vec<Rational> {
    columns.iter().map(|column| dot(column, vector)).collect()
}

/// (5); none where the inverse inertia is singular, for then Λ does not exist.
pub fn operational(problem: &HybridProblem, basis: &SpecialBasis) -> Option<Operational> {
    if !basis.s0.is_empty() {
        return None;
    }
    let size = problem.size();
    let unit = |index: usize| (0..size).map(|row| Rational::from(i64::from(row == index))).collect();
    let mut given: Vec<Vec<Rational>> = (0..size).map(unit).collect();
    given.push(problem.robot.bias.clone());
    let mut applied = vec![vec![Rational::zero(); size]; given.len()];
    for (wrenches, block) in
        [(&basis.t1, basis.phi11(&problem.robot)), (&basis.t2, basis.phi22(&problem.robot))]
    {
        let rights: Rows = given.iter().map(|vector| parts(wrenches, vector)).collect();
        for (total, factors) in applied.iter_mut().zip(solve(&block, &rights)?) {
            wrenches.iter().zip(&factors).for_each(|(wrench, factor)| add(total, factor, wrench));
        }
    }
    let bias = applied.pop()?.iter().map(|entry| -entry).collect();
    Some(Operational { inertia: applied, bias })
}

/// `u_f` of (4): what the command sets, whatever the environment does.  None where `Φ22` is singular, which no accepted
/// decoupling has.
pub fn force_variable(
    robot: &BodyDynamics,
    basis: &SpecialBasis,
    force: &[Rational],
    acceleration: &[Rational],
) -> Option<Vec<Rational>> {
    let moved = solve(&basis.phi22(robot), &[parts(&basis.t2, acceleration)])?.pop()?;
    Some(parts(&basis.s2, force).iter().zip(&moved).map(|(force, moved)| force + moved).collect())
}

/// `TᵀΦT` of a body for all wrenches of the basis: its inverse inertia in the coordinates of the robot's.
pub fn in_basis(body: &BodyDynamics, basis: &SpecialBasis) -> Rows {
    let wrenches: Columns = basis.t1.iter().chain(&basis.t2).chain(&basis.t0).cloned().collect();
    congruent(&body.inverse_inertia, &wrenches, &wrenches)
}
