//! From the section `[hybrid]` to the two bodies and their contact, with everything that stands against it.

use super::basis::BasisFault;
use super::decouple::{DecoupleFault, decouple};
use super::semidefinite::{rank_part, semidefinite_rank};
use super::touch::ContactRow;
use stiction_exact::matrix::{dot, kernel, reduced, transposed};
use stiction_proof::{BodyDynamics, Columns, Decoupling, HybridCommand, HybridProblem, Rational, Verified};
use stiction_scene::lower::Misfit;
use stiction_scene::scene::{HybridSection, NoAnswer, Rounding};

/// A robot's contact, lowered.
#[derive(Debug, Clone, PartialEq)]
pub struct Interface {
    /// The two bodies.
    pub problem: HybridProblem,
    /// Columns of T2 that are wanted.
    pub wanted: Option<Columns>,
    /// Names of the robot's body and of the one that it touches.
    pub parties: [String; 2],
    /// The point about which everything is told, where it is known.
    pub point: Option<Vec<Rational>>,
    /// The contacts' wrenches, where contacts give them, in the order of `wanted`.
    pub rows: Vec<ContactRow>,
    /// What was rounded on the way.
    pub rounded: Vec<Rounding>,
    /// How near a robot of joints is to having fewer motions or forces at the contact: the smallest part of a
    /// joint's motion that counts.  None where it is not known.
    pub weakest: Option<f64>,
    /// What was assumed.
    pub warnings: Vec<String>,
}

/// By how much an environment's matrix may miss being positive semidefinite, as a part of its diagonal, and a
/// force basis being reciprocal to the freedoms, as a part of the product of the largest entries: decimals of
/// doubles miss both.
pub const ROUNDED_INPUT: f64 = 1e-9;

/// The interface that is given by matrices.
pub fn by_matrices(section: &HybridSection) -> Result<Interface, Vec<Misfit>> {
    let mut misfits = Vec::new();
    let (Some(robot), Some(environment), Some(freedoms), Some(rate)) =
        (&section.robot, &section.environment, &section.freedoms, &section.freedom_rate)
    else {
        return Err(vec![missing_matrices()]);
    };
    let mut rounded = Vec::new();
    let robot = ranked(robot, section.rank, &mut rounded, &mut misfits);
    environment_fault(environment, "phi_environment", &mut misfits);
    freedom_fault(freedoms, &mut misfits);
    if let Some(basis) = &section.force_basis {
        misfits.extend(force_basis_fault(freedoms, basis));
        if misfits.is_empty()
            && basis.iter().any(|force| freedoms.iter().any(|one| !dot(one, force).is_zero()))
        {
            let why = "what does work on the freedoms, a rounding, is taken away";
            rounded.push(Rounding { path: "hybrid.force_basis".to_owned(), why: why.to_owned() });
        }
    }
    if !misfits.is_empty() {
        return Err(misfits);
    }
    let problem = HybridProblem {
        robot,
        environment: environment.clone(),
        freedoms: freedoms.clone(),
        freedom_rate: rate.clone(),
        command: None,
    };
    let interface = Interface {
        problem,
        wanted: section.force_basis.clone(),
        parties: ["robot".to_owned(), "environment".to_owned()],
        point: None,
        rows: Vec::new(),
        rounded,
        weakest: None,
        warnings: Vec::new(),
    };
    commanded(interface, section)
}

fn missing_matrices() -> Misfit {
    Misfit::new(
        "missing-key",
        &["hybrid"],
        "neither matrices nor a robot's contact are given",
        "give `phi_robot`, `bias_robot`, `phi_environment`, `bias_environment` and `freedom`, or a robot and its contacts",
    )
}

/// The robot's dynamics at its rank.
pub(super) fn ranked(
    robot: &BodyDynamics,
    rank: Option<usize>,
    rounded: &mut Vec<Rounding>,
    misfits: &mut Vec<Misfit>,
) -> BodyDynamics {
    let mut robot = robot.clone();
    if let Some(rank) = rank {
        match rank_part(&robot.inverse_inertia, rank) {
            Some(part) => {
                if part != robot.inverse_inertia {
                    let why = format!("taken at rank {rank}");
                    rounded.push(Rounding { path: "hybrid.phi_robot".to_owned(), why });
                }
                robot.inverse_inertia = part;
            }
            None => misfits.push(Misfit::new(
                "rank",
                &["hybrid", "rank"],
                format!("the robot's inverse inertia has no part of rank {rank}"),
                "give the number of freedoms that the robot has at the contact",
            )),
        }
    }
    if let Err(why) = semidefinite_rank(&robot.inverse_inertia) {
        misfits.push(Misfit::new(
            "inverse-inertia",
            &["hybrid", "phi_robot"],
            format!(
                "not positive semidefinite: elimination leaves {} at ({2}, {2}){1}",
                why.left.to_f64(),
                if why.left.is_zero() { " and something beside it" } else { "" },
                why.index + 1
            ),
            "a force never does negative work on what it accelerates; where decimals hide that a robot has fewer freedoms, say how many in `rank`",
        ));
    }
    robot
}

/// Refuses an environment that would accelerate against a force.
pub(super) fn environment_fault(environment: &BodyDynamics, key: &str, misfits: &mut Vec<Misfit>) {
    let mut lenient = environment.inverse_inertia.clone();
    let more = Rational::from_f64(1.0 + ROUNDED_INPUT).unwrap_or_else(Rational::one);
    lenient.iter_mut().enumerate().for_each(|(index, row)| row[index] = &row[index] * &more);
    if let Err(why) = semidefinite_rank(&lenient) {
        let message = format!(
            "not positive semidefinite: elimination leaves {} at ({2}, {2}){1}",
            why.left.to_f64(),
            if why.left.is_zero() { " and something beside it" } else { "" },
            why.index + 1
        );
        let help =
            "a force never does negative work on what it accelerates; a body that does not yield has zeros";
        misfits.push(Misfit::new("inverse-inertia", &["hybrid", key], message, help));
    }
}

pub(super) fn freedom_fault(freedoms: &Columns, misfits: &mut Vec<Misfit>) {
    let kept = reduced(&transposed(freedoms)).1;
    if let Some(column) = (0..freedoms.len()).find(|column| !kept.contains(column)) {
        misfits.push(Misfit::new(
            "freedom",
            &["hybrid", "freedom"],
            format!("column {} follows from those before it", column + 1),
            "give independent columns, one for each motion that the contact allows",
        ));
    }
}

/// A force basis that does work on the freedoms by more than a rounding, or that is no basis.
pub(super) fn force_basis_fault(freedoms: &Columns, basis: &Columns) -> Option<Misfit> {
    let size = basis.first().or(freedoms.first()).map_or(0, Vec::len);
    let worst = basis.iter().enumerate().flat_map(|(force, wrench)| {
        freedoms.iter().enumerate().map(move |(freedom, twist)| {
            let work = dot(wrench, twist).abs().to_f64();
            let sizes = largest(wrench) * largest(twist);
            (if sizes > 0.0 { work / sizes } else { 0.0 }, force, freedom)
        })
    });
    let worst = worst.max_by(|a, b| a.0.total_cmp(&b.0));
    let path = ["hybrid", "force_basis"];
    if let Some((part, force, freedom)) = worst.filter(|(part, ..)| *part > ROUNDED_INPUT) {
        let message = format!(
            "column {} does work on column {} of `freedom`: {part:.1e} of the product of their largest entries",
            force + 1,
            freedom + 1
        );
        let help = "a contact's forces do no work on its freedoms: give a basis of their reciprocal complement, or leave it out";
        return Some(Misfit::new("force-basis", &path, message, help));
    }
    let needed = size - freedoms.len();
    if reduced(&transposed(basis)).1.len() != basis.len() || basis.len() > needed {
        let message = format!("{} columns that are no basis of {needed} dimensions", basis.len());
        let help = format!("give {needed} independent columns, or leave it out");
        return Some(Misfit::new("force-basis", &path, message, help));
    }
    None
}

/// The size of the largest entry.
pub(super) fn largest(vector: &[Rational]) -> f64 {
    vector.iter().fold(0.0, |most: f64, entry| most.max(entry.abs().to_f64()))
}

/// The interface with the command of a section; one of the two that is left out is zero.
pub(super) fn commanded(mut interface: Interface, section: &HybridSection) -> Result<Interface, Vec<Misfit>> {
    if section.motion.is_none() && section.force.is_none() {
        return Ok(interface);
    }
    let sizes = sizes(&interface)?;
    let mut misfits = Vec::new();
    let mut part = |given: &Option<Vec<Rational>>, key: &str, wanted: usize, what: &str| {
        let Some(given) = given else { return vec![Rational::zero(); wanted] };
        if given.len() != wanted {
            let message = format!("{} numbers, where the robot has {wanted} {what}", given.len());
            misfits.push(Misfit::new("command", &["hybrid", key], message, format!("give {wanted} numbers")));
        }
        given.clone()
    };
    let motion = part(&section.motion, "um", sizes[0], "motions that the contact allows");
    let force = part(&section.force, "uf", sizes[1], "forces of the contact that it feels");
    if !misfits.is_empty() {
        return Err(misfits);
    }
    interface.problem.command = Some(HybridCommand { motion, force });
    Ok(interface)
}

/// How many accelerations and forces a command has: `dim S1` and `dim S2`.
fn sizes(interface: &Interface) -> Result<[usize; 2], Vec<Misfit>> {
    let problem = &interface.problem;
    let unfelt = kernel(&problem.robot.inverse_inertia, problem.size());
    let reaching: Columns =
        unfelt.iter().map(|wrench| problem.freedoms.iter().map(|one| dot(wrench, one)).collect()).collect();
    let motions = problem.freedoms.len() - reduced(&reaching).1.len();
    Ok([motions, problem.size() - unfelt.len() - motions])
}

impl Interface {
    /// Resolves the dynamics, with the proof.
    pub fn resolve(&self) -> Result<Verified<Decoupling>, NoAnswer> {
        let misfit = |code, path: &[&str], message: String, help: &str| {
            Err(NoAnswer::Misfits(vec![Misfit::new(code, path, message, help.to_owned())]))
        };
        match decouple(&self.problem, self.wanted.as_deref()) {
            Ok(found) => Ok(found),
            Err(DecoupleFault::Refused(refused)) => Err(NoAnswer::Defect(refused)),
            Err(DecoupleFault::Basis(BasisFault::ForceBasis { needed, found })) => misfit(
                "force-basis",
                &["hybrid", "force_basis"],
                format!(
                    "{found} columns that the robot feels independently of each other, where {needed} are needed"
                ),
                "give a basis of the contact's forces, or leave it out",
            ),
            Err(DecoupleFault::Basis(BasisFault::Freedoms)) => misfit(
                "freedom",
                &["hybrid", "freedom"],
                "the columns depend on each other".to_owned(),
                "give independent columns",
            ),
            Err(DecoupleFault::Command { wanted }) => misfit(
                "command",
                &["hybrid", "um"],
                format!("the command has not {} accelerations and {} forces", wanted[0], wanted[1]),
                "give as many",
            ),
            Err(DecoupleFault::Basis(BasisFault::InverseInertia) | DecoupleFault::Indefinite) => misfit(
                "inverse-inertia",
                &["hybrid", "phi_environment"],
                "the inverse inertias of the two bodies cancel".to_owned(),
                "make both symmetric and positive semidefinite",
            ),
        }
    }
}
