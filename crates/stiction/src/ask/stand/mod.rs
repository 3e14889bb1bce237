//! Can the contacts balance what pulls at the body?
//!
//! With the wrenches `Fⱼ` of the cone edges, the load `w` and the limits `Lᵢ` on how hard contact i can push,
//! exactly one of these holds (Farkas):
//!
//! ```text
//!     stands   some k ≥ 0 has  Σ kⱼFⱼ + w = 0,  Σ_{j of i} kⱼ ≤ Lᵢ                          (1)
//!     falls    some V has  w·V > Σᵢ Lᵢ·max(0, −min_{j of i} Fⱼ·V),
//!              and Fⱼ·V ≥ 0 where there is no limit                                        (2)
//! ```
//!
//! (1) is weak stability: forces that balance exist.  Whether the body *must* stay is another question;
//! one sufficient condition is decided here too ([`frictionless`]).
//!
//! References: \[MR 12.3\], \[BT 7\] for weak and strong.

mod accelerate;
pub mod assembly;
pub(super) mod balance;
mod indeterminacy;
pub mod moving;
pub mod order;
mod strong;

pub use accelerate::{AccelerationEnd, AccelerationLimit, Accelerations, accelerations, direction_load};
pub use indeterminacy::{Dimension, indeterminacy};
pub use strong::{ByModes, strong_by_modes};

use super::bracket::{Bracket, Side};
use super::{Decision, Refused, checked};
use balance::{Balance, Balanced};
use stiction_proof::{FrictionUse, PlanarProblem, Proof, Rational, Refusal, Verified};

/// Decides (1) against (2) with the coefficients that `friction` names.
///
/// ```
/// use stiction::ask::stand::stands;
/// use stiction_proof::{FrictionUse, PlanarContact, PlanarProblem, Rational};
/// let whole = |x: i64, y: i64| [Rational::from(x), Rational::from(y)];
/// let foot = |id: &str, x: i64| PlanarContact::new(id, whole(x, -1), whole(0, 1), Rational::zero());
/// let table = PlanarProblem::new(whole(0, 0), vec![foot("left", -1), foot("right", 1)]);
/// let weight = [0, 0, -10].map(Rational::from);
/// assert!(stands(&table, &weight, &FrictionUse::Given).unwrap().is_yes());
/// let push = [0, 1, -10].map(Rational::from);
/// assert!(!stands(&table, &push, &FrictionUse::Given).unwrap().is_yes());
/// ```
pub fn stands(
    problem: &PlanarProblem,
    load: &[Rational; 3],
    friction: &FrictionUse,
) -> Result<Decision, Refused> {
    let balance = Balance::new(problem, friction);
    let (friction, load) = (friction.clone(), load.clone());
    match balance.least(&load, &[], true) {
        Balanced::Best { forces, .. } | Balanced::Unbounded { forces } => {
            Ok(Decision::Yes(checked(problem, Proof::Rests { friction, load, forces })?))
        }
        Balanced::Impossible { twist } => {
            // Falling straight along the force is what a person expects, where nothing is in the way.
            let straight = [Rational::zero(), load[1].clone(), load[2].clone()];
            let falls = |twist| Proof::Falls {
                friction: friction.clone(),
                load: load.clone(),
                twist,
                resistance: Vec::new(),
            };
            let proved = problem.check(falls(straight));
            Ok(Decision::No(proved.or_else(|_| checked(problem, falls(twist)))?))
        }
    }
}

/// Whether normal forces alone, within no limit, balance the load.  Then a body at rest must stay, whatever
/// the friction: a moving solution from rest has `w·a = a·Ma + (friction's loss) > 0`, while the balance
/// makes `w·a = −Σ kⱼ(n·u̇)ⱼ ≤ 0`.
pub fn frictionless(problem: &PlanarProblem, load: &[Rational; 3]) -> Result<Decision, Refused> {
    stands(problem, load, &FrictionUse::None)
}

/// The largest multiple of a direction that can be added to a load.
#[derive(Debug, Clone, PartialEq)]
pub enum MostLoad {
    /// This much, with the forces that carry it and the motion on which anything more collapses.
    Multiple {
        /// The multiple.
        multiple: Rational,
        /// Forces at that load.
        carried: Verified,
        /// Nothing beyond it is carried.
        beyond: Verified,
    },
    /// Any amount: these forces carry one of the direction with contacts that have no limit, and can be added again and again.
    Unlimited(Verified),
    /// No multiple at all, the load itself neither.
    Falls,
}

/// How far `direction` may be added to `load` before the body falls.
pub fn most_load(
    problem: &PlanarProblem,
    load: &[Rational; 3],
    direction: &[Rational; 3],
) -> Result<MostLoad, Refused> {
    let balance = Balance::new(problem, &FrictionUse::Given);
    match balance.least(load, &[(direction.clone(), Rational::from(-1))], false) {
        Balanced::Impossible { .. } => Ok(MostLoad::Falls),
        Balanced::Unbounded { .. } => carried_without_end(problem, direction).map(MostLoad::Unlimited),
        Balanced::Best { forces, twist, cost } => {
            let multiple = -cost;
            let total: [Rational; 3] = std::array::from_fn(|row| &load[row] + &multiple * &direction[row]);
            let carried = Proof::Rests { friction: FrictionUse::Given, load: total, forces };
            let beyond = Proof::FallsBeyond {
                load: load.clone(),
                direction: direction.clone(),
                multiple: multiple.clone(),
                twist,
                resistance: Vec::new(),
            };
            Ok(MostLoad::Multiple {
                multiple,
                carried: checked(problem, carried)?,
                beyond: checked(problem, beyond)?,
            })
        }
    }
}

/// Forces of contacts without limit that carry a direction of which any multiple is balanced: the balanced loads are a cone and a bounded
/// set together, so what grows in them without end is in the cone.
fn carried_without_end(problem: &PlanarProblem, direction: &[Rational; 3]) -> Result<Verified, Refused> {
    match stands(&idle_limited(problem), direction, &FrictionUse::Given)? {
        Decision::Yes(carried) => checked(problem, carried.into_proof()),
        // Not reached, by the theorem.
        Decision::No(_) => Err(Refused(Refusal::NoWork)),
    }
}

/// The problem in which contacts with a limit do nothing.
pub fn idle_limited(problem: &PlanarProblem) -> PlanarProblem {
    let mut idle = problem.clone();
    idle.contacts.iter_mut().filter(|contact| contact.most.is_some()).for_each(|contact| {
        contact.most = Some(Rational::zero());
    });
    idle
}

/// How far the load is from the boundary of what can be balanced, in the sum norm on `(m/length, f)`:
/// the body stands under every load nearer than that, or under none; 0 on the boundary.
///
/// The ball of the sum norm has the corners `±axis`, so that two statements prove a distance `d`:
///
/// ```text
///     stands     forces at the six corners; beyond d along one of the axes everything falls                  (3)
///     falls      forces at a load that is d away; and a motion V on which load + s·axis, s > −d, falls, the axis
///                being the one along which V is fastest: on V no nearer load does less work                   (4)
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Reserve {
    /// Stands; the nearest load that does not is this far along an axis, (3).
    Stands(Rational, ReserveProof),
    /// Falls; the nearest load that stands is this far, (4).
    Falls(Rational, ReserveProof),
    /// Every load is balanced: forces for each of the six axes that can be added again and again.
    Unlimited(Vec<Verified>),
}

/// Why a reserve is what it is.
#[derive(Debug, Clone, PartialEq)]
pub struct ReserveProof {
    /// Forces at the corners of (3), or at the load of (4).
    pub carried: Vec<Verified>,
    /// The collapse along an axis.
    pub beyond: Verified,
}

/// Measures the reserve.  The sum-norm ball around a load has six corners, and the loads that stand are a convex
/// set, so six programs decide.
pub fn reserve(problem: &PlanarProblem, load: &[Rational; 3], length: &Rational) -> Result<Reserve, Refused> {
    let mut least: Option<(Rational, Verified)> = None;
    let mut unlimited = Vec::new();
    for axis in axes(length) {
        match most_load(problem, load, &axis)? {
            MostLoad::Falls => return shortfall(problem, load, length),
            MostLoad::Multiple { multiple, beyond, .. }
                if least.as_ref().is_none_or(|(least, _)| multiple < *least) =>
            {
                least = Some((multiple, beyond));
            }
            MostLoad::Unlimited(forces) => unlimited.push(forces),
            MostLoad::Multiple { .. } => {}
        }
    }
    let Some((distance, beyond)) = least else { return Ok(Reserve::Unlimited(unlimited)) };
    let mut carried = Vec::new();
    for axis in axes(length) {
        match stands(problem, &added(load, &axis, &distance), &FrictionUse::Given)? {
            Decision::Yes(forces) => carried.push(forces),
            // Not reached: no axis gives out before this distance.
            Decision::No(_) => return Err(Refused(Refusal::NoWork)),
        }
    }
    Ok(Reserve::Stands(distance, ReserveProof { carried, beyond }))
}

/// `load + multiple·direction`.
fn added(load: &[Rational; 3], direction: &[Rational; 3], multiple: &Rational) -> [Rational; 3] {
    std::array::from_fn(|row| &load[row] + &(multiple * &direction[row]))
}

/// The unit loads along the axes, both ways; the moment is one newton at `length`.
pub fn axes(length: &Rational) -> impl Iterator<Item = [Rational; 3]> {
    let unit = |axis: usize, sign: i64| -> [Rational; 3] {
        let size = if axis == 0 { length.clone() } else { Rational::one() };
        std::array::from_fn(|row| if row == axis { &size * &Rational::from(sign) } else { Rational::zero() })
    };
    (0..3)
        .flat_map(|axis| [(axis, 1), (axis, -1)])
        .map(move |(axis, sign)| unit(axis, sign))
        .collect::<Vec<_>>()
        .into_iter()
}

/// The least that must be added, in the sum norm, until the contacts balance the load.
fn shortfall(problem: &PlanarProblem, load: &[Rational; 3], length: &Rational) -> Result<Reserve, Refused> {
    let axes: Vec<_> = axes(length).map(|axis| (axis, Rational::one())).collect();
    match Balance::new(problem, &FrictionUse::Given).least(load, &axes, false) {
        Balanced::Best { forces, twist, cost } => {
            let reached = problem.contacts.iter().zip(&forces).fold(
                <[Rational; 3]>::default(),
                |sum, (contact, force)| {
                    let wrench = problem.wrench(contact, &force[0], &force[1]);
                    std::array::from_fn(|row| &sum[row] - &wrench[row])
                },
            );
            let carried = Proof::Rests { friction: FrictionUse::Given, load: reached, forces };
            let work =
                |axis: &[Rational; 3]| -> Rational { axis.iter().zip(&twist).map(|(a, b)| a * b).sum() };
            let fastest = axes.into_iter().map(|(axis, _)| axis).max_by_key(work).unwrap_or_default();
            let beyond = Proof::FallsBeyond {
                load: load.clone(),
                direction: fastest,
                multiple: -&cost,
                twist,
                resistance: Vec::new(),
            };
            let carried = vec![checked(problem, carried)?];
            Ok(Reserve::Falls(cost, ReserveProof { carried, beyond: checked(problem, beyond)? }))
        }
        // Not reached: minus the load itself can always be added, and costs are not negative.
        _ => Err(Refused(Refusal::NoWork)),
    }
}

/// The least common factor on all coefficients of friction that still stands.
#[derive(Debug, Clone, PartialEq)]
pub enum LeastFactor {
    /// Falls at the lower end, stands at the upper one.
    Between(Bracket),
    /// Stands without friction, by these forces.
    None(Verified),
    /// Falls with every factor that was tried, the largest of them with this proof.
    Never(Verified),
}

/// Doublings of the factor after which it is taken to be no use.
const MOST_DOUBLINGS: usize = 40;

/// Finds the least factor on all coefficients of friction with which the body still stands.
pub fn least_factor(problem: &PlanarProblem, load: &[Rational; 3]) -> Result<LeastFactor, Refused> {
    let probe = |factor: &Rational| match stands(problem, load, &FrictionUse::Scaled(factor.clone()))? {
        Decision::Yes(forces) => Ok(Side::Upper((factor.clone(), forces))),
        Decision::No(collapse) => Ok(Side::Lower((factor.clone(), collapse))),
    };
    let mut lower = match probe(&Rational::zero())? {
        Side::Upper((_, forces)) => return Ok(LeastFactor::None(forces)),
        Side::Lower(end) => end,
    };
    let mut factor = Rational::one();
    for _ in 0..MOST_DOUBLINGS {
        match probe(&factor)? {
            Side::Upper(upper) => {
                let mut bracket = Bracket { lower, upper }.narrow(probe)?;
                let simplest = probe(&bracket.simplest())?;
                bracket.place(simplest);
                return Ok(LeastFactor::Between(bracket));
            }
            Side::Lower(end) => lower = end,
        }
        factor = factor * Rational::from(2);
    }
    Ok(LeastFactor::Never(lower.1))
}
