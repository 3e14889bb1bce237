//! How far the load of one body is from the boundary of what can be balanced.
//!
//! The distance is that of the sum norm on `(m / length, f)`: the body stands under every load nearer than
//! that, or under none; 0 on the boundary.  The ball of the sum norm has the corners `±axis`, so that two
//! statements prove a distance `d`:
//!
//! ```text
//!     stands     forces at all corners; beyond d along one of the axes everything falls                      (1)
//!     falls      forces at a load that is d away; and a motion V on which load + s·axis, s > −d, falls, the axis
//!                being the one along which V is fastest: on V no nearer load does less work                   (2)
//! ```

use super::decide::{StandProof, stands};
use super::edges::{Added, EdgeEnd, Edges, Price};
use super::margins::{loaded, most_load, work};
use super::most::Asked;
use super::search::Searched;
use stiction_proof::{AssemblyProblem, AssemblyProof, FrictionUse, Rational, Touch, Verified};
use stiction_scene::Extent;
use stiction_scene::{Refused, Verdict};

/// How far the load of one body is from the boundary.
#[derive(Debug, Clone, PartialEq)]
pub enum Reserve<S: stiction_scene::lower::Standing> {
    /// Stands; the nearest load that does not is this far along an axis, (1).
    Stands(Rational, ReserveProof<S>),
    /// Falls; the nearest load that stands is this far, (2).
    Falls(Rational, ReserveProof<S>),
    /// Every load is balanced: forces for each of the axes that can be added again and again.
    Unlimited(Vec<Verified<StandProof<S>>>),
    /// Not proved: on or very near the boundary of a round cone.
    Undecided,
}

/// Why a reserve is what it is.
#[derive(Debug, Clone, PartialEq)]
pub struct ReserveProof<S: stiction_scene::lower::Standing> {
    /// Forces at the corners of (1), or at the load of (2).
    pub carried: Vec<Verified<StandProof<S>>>,
    /// The half-space along an axis that holds everything that stands.
    pub beyond: Verified<StandProof<S>>,
}

impl<S: stiction_scene::lower::Standing> Reserve<S> {
    /// The distance, negative where it falls.
    pub fn margin(&self) -> Option<Rational> {
        match self {
            Self::Stands(distance, _) => Some(distance.clone()),
            Self::Falls(distance, _) => Some(-distance),
            Self::Unlimited(_) | Self::Undecided => None,
        }
    }
}

/// The unit loads of one body along the axes, both ways; a moment is one newton at `length`.
pub fn axes<S: stiction_scene::lower::Standing>(length: &Rational) -> Vec<Vec<S::Screw>> {
    let unit = |axis: usize, sign: i64| {
        let mut load = S::Screw::default();
        let size = if axis < S::FREEDOMS - S::DIMENSION { length.clone() } else { Rational::one() };
        load.as_mut()[axis] = size * Rational::from(sign);
        vec![load]
    };
    (0..S::FREEDOMS).flat_map(|axis| [unit(axis, 1), unit(axis, -1)]).collect()
}

/// Measures the reserve of one body.  The loads that stand are a convex set, so a program for each corner of
/// the ball decides.
pub fn reserve<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    length: &Rational,
) -> Result<Reserve<S>, Refused> {
    let axes = axes::<S>(length);
    let mut least: Option<(Rational, Verified<StandProof<S>>)> = None;
    let mut unlimited = Vec::new();
    for axis in &axes {
        match most_load::<S>(problem, load, axis)? {
            Extent::Absent => return shortfall::<S>(problem, load, &axes),
            Extent::Between(bracket) if bracket.is_exact() => {
                let (multiple, beyond) = bracket.upper;
                if least.as_ref().is_none_or(|(least, _)| multiple < *least) {
                    least = Some((multiple, beyond));
                }
            }
            Extent::Unlimited(forces) => unlimited.push(forces),
            Extent::Between(_) | Extent::Undecided => return Ok(Reserve::Undecided),
        }
    }
    let Some((distance, beyond)) = least else { return Ok(Reserve::Unlimited(unlimited)) };
    let mut carried = Vec::new();
    for axis in &axes {
        let corner = loaded::<S>(load, axis, &distance);
        match stands::<S>(problem, &corner, &FrictionUse::Given)? {
            Verdict::Yes(forces) => carried.push(forces),
            // No axis gives out before this distance.
            _ => return Ok(Reserve::Undecided),
        }
    }
    Ok(Reserve::Stands(distance, ReserveProof { carried, beyond }))
}

/// The least that must be added, in the sum norm, until the contacts balance the load.
fn shortfall<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    axes: &[Vec<S::Screw>],
) -> Result<Reserve<S>, Refused> {
    let added = |axis| Added { wrenches: axis, taken: &[], cost: Rational::one() };
    let further: Vec<Added<'_, S>> = axes.iter().map(|axis| added(&axis[..])).collect();
    let mut edges = Edges::<S>::new(problem, &FrictionUse::Given);
    // Minus the load itself can always be added, and costs are not negative.
    let EdgeEnd::Best { pushes: forces, twists, resistance, cost } =
        edges.least(load, &further, |_| Price::nothing())
    else {
        return Ok(Reserve::Undecided);
    };
    let reached = balanced_by::<S>(problem, &forces);
    let carried = AssemblyProof::Rests { friction: FrictionUse::Given, load: reached, forces };
    let carried = vec![problem.check(carried).map_err(Refused)?];
    let fastest = axes.iter().max_by_key(|axis| work::<S>(axis, &twists));
    let beyond = fastest.and_then(|axis| {
        let way = [Rational::one()];
        let directions = [&axis[..]];
        let asked = Asked::<S> {
            problem,
            load,
            directions: &directions,
            way: &way,
            further: axis,
            taken: Vec::new(),
        };
        asked.beyond(&twists, Some(resistance))
    });
    Ok(match beyond {
        Some((multiple, beyond)) if multiple == -&cost => {
            Reserve::Falls(cost, ReserveProof { carried, beyond })
        }
        _ => Reserve::Undecided,
    })
}

/// The load that forces on one body balance.
fn balanced_by<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    forces: &[super::edges::Pushed<S>],
) -> Vec<S::Screw> {
    let mut load = problem.no_load();
    let coefficients = problem.coefficients(&FrictionUse::Given);
    for ((contact, coefficients), push) in problem.contacts.iter().zip(&coefficients).zip(forces) {
        let Some(wrench) = contact.touch.wrench(coefficients, push) else { continue };
        for (body, positive) in contact.sides() {
            let about = S::Touch::about(wrench.clone(), &problem.bodies[body].reference);
            for (sum, part) in load[body].as_mut().iter_mut().zip(about.as_ref()) {
                if positive { *sum -= part } else { *sum += part }
            }
        }
    }
    load
}
