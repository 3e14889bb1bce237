//! Does an assembly stand: forces that balance the load, or the motion on which it collapses.
//!
//! Small assemblies whose cones have edges are decided by an exact program.  Others are searched for an interior point in
//! doubles, on either side: forces strictly inside the cones are made exact, a motion that nothing resists strictly is
//! rounded, and either is checked.  Where some forces must vanish, their columns are left out and the search begins again
//! on what remains.  What is on the boundary goes to the exact program if it is not too large; else it is undecided.

use super::columns::Columned;
use super::edges::{EdgeEnd, Edges};
use super::repair::repaired;
use super::search::{Point, Proposal, Searched, Sought, search};
use crate::ask::{Refused, Verdict};
use stiction_proof::{AssemblyProblem, AssemblyProof, FrictionUse, Rational, Touch, Verified};

/// A proof about an assembly.
pub type StandProof<S> = AssemblyProof<<S as super::Standing>::Touch>;
/// The answer with its proof.
pub type Stands<S> = Verdict<StandProof<S>>;

/// Rows up to which the exact program comes first: its fractions are short.
const FEW_ROWS: usize = 12;
/// Rows up to which it is asked last.
const MANY_ROWS: usize = 120;
/// Times that columns are left out.
const ROUNDS: usize = 4;

/// Decides whether the contacts can balance the load.
pub fn stands<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    friction: &FrictionUse,
) -> Result<Stands<S>, Refused> {
    stands_observed::<S>(problem, load, friction, &|_, _| ())
}

/// The same as [`stands`]; the observer hears how many steps of a search are done, and of how many usually.
pub fn stands_observed<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    friction: &FrictionUse,
    observe: &dyn Fn(usize, usize),
) -> Result<Stands<S>, Refused> {
    let edges = Edges::<S>::within(problem, friction, MANY_ROWS);
    if let Some(edges) = edges.as_ref().filter(|edges| edges.rows() <= FEW_ROWS) {
        return by_edges(problem, edges, load, friction);
    }
    let found = seen::<S>(problem, load, friction, true, Some(observe));
    let exact = found
        .as_ref()
        .and_then(Verdict::verified)
        .is_some_and(|proof| !matches!(proof.proof(), AssemblyProof::NearlyRests { .. }));
    match edges.filter(|_| !exact) {
        Some(edges) => by_edges(problem, &edges, load, friction),
        None => Ok(found.unwrap_or(Verdict::Undecided)),
    }
}

pub(super) fn by_edges<S: Columned>(
    problem: &AssemblyProblem<S::Touch>,
    edges: &Edges<'_, S>,
    load: &[S::Screw],
    friction: &FrictionUse,
) -> Result<Stands<S>, Refused> {
    let (friction, load) = (friction.clone(), load.to_vec());
    // Short forces: costs choose among solutions, they decide nothing.
    match edges.least(&load, &[], |_, _| Rational::one()) {
        EdgeEnd::Best { pushes: forces, .. } | EdgeEnd::Unbounded { pushes: forces } => {
            let proof = AssemblyProof::Rests { friction, load, forces };
            problem.check(proof).map(Verdict::Yes).map_err(Refused)
        }
        EdgeEnd::Impossible { twists, resistance } => {
            let proof = AssemblyProof::Falls { friction, load, twists, resistance };
            problem.check(proof).map(Verdict::No).map_err(Refused)
        }
    }
}

/// The verdict by an interior point, if there is one on either side.
pub(super) fn by_search<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    friction: &FrictionUse,
    small: bool,
) -> Option<Stands<S>> {
    seen::<S>(problem, load, friction, small, None)
}

fn seen<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    friction: &FrictionUse,
    small: bool,
    observe: Option<&dyn Fn(usize, usize)>,
) -> Option<Stands<S>> {
    match sides::<S>(problem, load, friction, small, observe)? {
        Ok((point, _)) => {
            let exactly = rests::<S>(problem, load, friction, &point);
            exactly.or_else(|| nearly_rests::<S>(problem, load, friction, &point)).map(Verdict::Yes)
        }
        // Columns that were left out may resist; the checker sees them.
        Err(twists) => falls::<S>(problem, load, friction, &twists).map(Verdict::No),
    }
}

/// Variables that are left out, for each contact.
pub(super) type Dropped = Vec<Vec<bool>>;

/// Forces strictly inside the cones that are left, or twists that nothing resists.
#[allow(clippy::type_complexity)]
pub(super) fn sides<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    friction: &FrictionUse,
    small: bool,
    observe: Option<&dyn Fn(usize, usize)>,
) -> Option<Result<(Point, Dropped), Vec<Vec<f64>>>> {
    let mut dropped: Dropped = vec![Vec::new(); problem.contacts.len()];
    for _ in 0..ROUNDS {
        let sought =
            Sought { dropped: Some(&dropped), small, observe, ..Sought::new(problem, friction, load) };
        match search::<S>(sought) {
            Proposal::Inside(point) => return Some(Ok((point, dropped))),
            Proposal::Collapse(twists) => return Some(Err(twists)),
            Proposal::Between { point, gives, rests } => {
                if !rests || !drop_idle::<S>(problem, friction, &point, &gives, &mut dropped) {
                    return None;
                }
            }
        }
    }
    None
}

/// Exact forces near a point.
pub(super) fn rests<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    friction: &FrictionUse,
    point: &Point,
) -> Option<Verified<StandProof<S>>> {
    let forces = repaired::<S>(problem, friction, load, &point.variables)?;
    let proof = AssemblyProof::Rests { friction: friction.clone(), load: load.to_vec(), forces };
    problem.check(proof).ok()
}

/// Part of the largest load that a balance which is not exact may leave.
const RESIDUAL: f64 = 1e-9;

/// Forces strictly inside the cones that leave next to nothing of the load, where no tree of patches makes them exact.
fn nearly_rests<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    friction: &FrictionUse,
    point: &Point,
) -> Option<Verified<StandProof<S>>> {
    let (forces, residual) = super::repair::rounded::<S>(problem, friction, load, &point.variables)?;
    let sizes = load.iter().flat_map(|load| load.as_ref().iter().map(|entry| entry.to_f64().abs()));
    let most = sizes.fold(0.0, f64::max);
    let proof = AssemblyProof::NearlyRests {
        friction: friction.clone(),
        load: load.to_vec(),
        forces,
        length: Rational::one(),
        residual: residual.clone(),
    };
    problem.check(proof).ok().filter(|_| residual.to_f64() <= RESIDUAL * most)
}

/// An exact collapse near twists in doubles.
pub(super) fn falls<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    friction: &FrictionUse,
    twists: &[Vec<f64>],
) -> Option<Verified<StandProof<S>>> {
    let twists = rounded_twists::<S>(twists)?;
    let resistance = resistance::<S>(problem, friction, &twists);
    let proof = AssemblyProof::Falls { friction: friction.clone(), load: load.to_vec(), twists, resistance };
    problem.check(proof).ok()
}

/// Bits of a rounded twist, relative to the largest.
const TWIST_BITS: i32 = 46;

/// Twists with few bits.
pub(super) fn rounded_twists<S: Columned>(twists: &[Vec<f64>]) -> Option<Vec<S::Screw>> {
    let most = twists.iter().flatten().fold(0.0_f64, |most, x| most.max(x.abs()));
    if !(most.is_finite() && most > 0.0) {
        return None;
    }
    let unit = f64::from(most.log2().floor() as i32 - TWIST_BITS).exp2();
    // The largest becomes about one: nothing depends on the scale of a motion.
    let mut rounded = Vec::with_capacity(twists.len());
    for twist in twists {
        let mut screw = S::Screw::default();
        for (entry, x) in screw.as_mut().iter_mut().zip(twist) {
            *entry = Rational::from_f64((x / unit).round() * f64::from(-TWIST_BITS).exp2())?;
        }
        rounded.push(screw);
    }
    Some(rounded)
}

/// What limited contacts take up on twists, rounded up; empty where there are no limits.
pub(super) fn resistance<S: Columned>(
    problem: &AssemblyProblem<S::Touch>,
    friction: &FrictionUse,
    twists: &[S::Screw],
) -> Vec<Rational> {
    if problem.contacts.iter().all(|contact| contact.touch.most().is_none()) {
        return Vec::new();
    }
    let coefficients = problem.coefficients(friction);
    let one = |(contact, coefficients): (&stiction_proof::AssemblyContact<S::Touch>, _)| {
        if contact.touch.most().is_none() {
            return Rational::zero();
        }
        let relative = problem.relative(contact, twists);
        let exact = contact.touch.resistance(coefficients, &relative);
        let taken = exact.unwrap_or_else(|| S::taken(&contact.touch, coefficients, &relative));
        if taken.is_positive() { taken } else { Rational::zero() }
    };
    problem.contacts.iter().zip(&coefficients).map(one).collect()
}

/// Leaves out variables that must vanish: much smaller than how far their contacts give way.  False if there are none.
fn drop_idle<S: Columned>(
    problem: &AssemblyProblem<S::Touch>,
    friction: &FrictionUse,
    point: &Point,
    gives: &[Vec<f64>],
    dropped: &mut [Vec<bool>],
) -> bool {
    let coefficients = problem.coefficients(friction);
    let mut any = false;
    for (index, contact) in problem.contacts.iter().enumerate() {
        let (x, z) = (&point.variables[index], &gives[index]);
        let idle = |x: f64, z: f64| z > 1e3 * x.abs();
        let round = S::is_round(&contact.touch, &coefficients[index]);
        let kept = |k: usize| !dropped[index].get(k).copied().unwrap_or(false);
        let own: Vec<bool> = if round {
            vec![!kept(0) || idle(x[0], z[0] - z[1..].iter().map(|z| z * z).sum::<f64>().sqrt()); x.len()]
        } else {
            (0..x.len()).map(|k| !kept(k) || idle(x[k], z[k])).collect()
        };
        any |= own.iter().enumerate().any(|(k, &drop)| drop && kept(k));
        dropped[index] = own;
    }
    any
}
