//! From two bodies and their contact to what the robot is told and what then happens, with the proof.

use super::basis::{BasisFault, any_solutions, congruent, special_basis};
use stiction_exact::matrix::{dot, kernel_by_size, solve, times};
use stiction_exact::vector::{add, combined, difference, sum};
use stiction_proof::{
    BodyDynamics, Columns, ContactState, Decoupling, HybridCommand, HybridProblem, Rational, SpecialBasis,
    Verified,
};
use stiction_scene::Refused;

/// Why there is no decoupling.
#[derive(Debug, Clone, PartialEq)]
pub enum DecoupleFault {
    /// The special basis does not exist.
    Basis(BasisFault),
    /// The command has not as many accelerations and forces as the basis.
    Command {
        /// How many accelerations, and forces, it must have.
        wanted: [usize; 2],
    },
    /// The inverse inertias together leave a contact force open that a body feels: one of them is not
    /// positive semidefinite.
    Indefinite,
    /// The checker refused what was found.
    Refused(Refused),
}

impl From<BasisFault> for DecoupleFault {
    fn from(fault: BasisFault) -> Self {
        Self::Basis(fault)
    }
}

/// Resolves the dynamics and solves the contact; `T2` is `wanted` where that is given.
pub fn decouple(
    problem: &HybridProblem,
    wanted: Option<&[Vec<Rational>]>,
) -> Result<Verified<Decoupling>, DecoupleFault> {
    let basis = special_basis(&problem.robot.inverse_inertia, &problem.freedoms, wanted)?;
    let command = match &problem.command {
        Some(command) => own_force(&problem.robot, &basis, command)?,
        None => vec![Rational::zero(); problem.size()],
    };
    let contact = contact(problem, &basis, &command).ok_or(DecoupleFault::Indefinite)?;
    problem
        .check(Decoupling { basis, command, contact })
        .map_err(|refusal| DecoupleFault::Refused(Refused(refusal)))
}

/// Equation (3).
fn own_force(
    robot: &BodyDynamics,
    basis: &SpecialBasis,
    command: &HybridCommand,
) -> Result<Vec<Rational>, DecoupleFault> {
    let wanted = [basis.s1.len(), basis.s2.len()];
    if [command.motion.len(), command.force.len()] != wanted {
        return Err(DecoupleFault::Command { wanted });
    }
    let missing = |wrenches: &Columns, aims: Option<&[Rational]>| -> Vec<Rational> {
        let aim = |index: usize| aims.map_or_else(Rational::zero, |aims| aims[index].clone());
        wrenches.iter().enumerate().map(|(index, wrench)| aim(index) - dot(wrench, &robot.bias)).collect()
    };
    let solved = |block: Vec<Vec<Rational>>, right: Vec<Rational>| {
        solve(&block, &[right]).and_then(|mut solved| solved.pop()).ok_or(BasisFault::InverseInertia)
    };
    let first = solved(basis.phi11(robot), missing(&basis.t1, Some(&command.motion)))?;
    let second = solved(basis.phi22(robot), missing(&basis.t2, None))?;
    let mut force = vec![Rational::zero(); robot.bias.len()];
    basis.t1.iter().zip(&first).for_each(|(wrench, factor)| add(&mut force, factor, wrench));
    for ((wrench, own), pushed) in basis.t2.iter().zip(&second).zip(&command.force) {
        add(&mut force, &(own + pushed), wrench);
    }
    Ok(force)
}

/// The contact force by `Cᵀ(Φʳ + Φᵉ)C x = Cᵀ(Φʳfʳ + bʳ − bᵉ − Ṡᶜα)` over the contact forces `C = [T2 T0″]`
/// \[Featherstone (12)\].
fn contact(problem: &HybridProblem, basis: &SpecialBasis, own: &[Rational]) -> Option<ContactState> {
    let (robot, environment) = (&problem.robot, &problem.environment);
    let directions: Columns = basis.t2.iter().chain(basis.unfelt()).cloned().collect();
    let of = |one: &BodyDynamics| congruent(&one.inverse_inertia, &directions, &directions);
    let felt: Vec<Vec<Rational>> = of(robot)
        .into_iter()
        .zip(of(environment))
        .map(|(a, b)| a.iter().zip(&b).map(|(a, b)| a + b).collect())
        .collect();
    let free = sum(&times(&robot.inverse_inertia, own), &robot.bias);
    let apart = difference(&difference(&free, &environment.bias), &problem.freedom_rate);
    let right: Vec<Rational> = directions.iter().map(|wrench| dot(wrench, &apart)).collect();
    let open: Columns = kernel_by_size(&felt, directions.len())
        .iter()
        .map(|factors| combined(&directions, factors, problem.size()))
        .collect();
    let felt_by_none = |wrench: &Vec<Rational>| {
        [robot, environment]
            .iter()
            .all(|one| times(&one.inverse_inertia, wrench).iter().all(Rational::is_zero))
    };
    if !open.iter().all(felt_by_none) {
        return None;
    }
    if let Some(wrench) = open.iter().find(|wrench| !dot(wrench, &apart).is_zero()) {
        return Some(ContactState::Impossible { wrench: wrench.clone() });
    }
    let factors = any_solutions(&felt, &[right], directions.len())?.pop()?;
    let force = combined(&directions, &factors, problem.size());
    let moved = sum(&times(&robot.inverse_inertia, &difference(own, &force)), &robot.bias);
    let yielded = sum(&times(&environment.inverse_inertia, &force), &environment.bias);
    let slips = difference(&difference(&moved, &yielded), &problem.freedom_rate);
    let rows: Vec<Vec<Rational>> = (0..problem.size())
        .map(|row| problem.freedoms.iter().map(|one| one[row].clone()).collect())
        .collect();
    let slip_rate = any_solutions(&rows, &[slips], problem.freedoms.len())?.pop()?;
    Some(ContactState::Kept { force, robot: moved, environment: yielded, slip_rate, undetermined: open })
}
