//! Does an assembly stand: forces that balance the load, or the motion on which it collapses.
//!
//! Each group of bodies that touch is decided by itself.  A small one goes to an exact program at once.
//! Others are searched for an interior point in doubles, on either side: forces strictly inside the cones are
//! made exact, a motion that nothing resists strictly is rounded, and either is checked.  Where some forces
//! must vanish, their columns are left out and the search begins again on what remains.  What doubles do not
//! settle goes to the exact program, whatever its size: with edges it ends in forces or in a collapse; of
//! round cones only what is within a hair of their boundary is left undecided.
//!
//! It answers \[MR Exercise 12.22\] and \[MR Exercise 12.30\].

use super::columns::Columned;
use super::edges::{self, EdgeEnd, Edges, Price, Pushed};
use super::groups::{self, groups};
use super::repair::Near;
use super::search::{Point, Proposal, Searched, Sought, search};
use stiction_proof::{AssemblyProblem, AssemblyProof, FrictionUse, Rational, Refusal, Touch, Verified};
use stiction_scene::{Refused, Verdict};

/// A proof about an assembly.
pub type StandProof<S> = AssemblyProof<<S as stiction_scene::lower::Standing>::Touch>;
/// The answer with its proof.
pub type Stands<S> = Verdict<StandProof<S>>;

/// Rows up to which the exact program comes first: its fractions are short.
const FEW_ROWS: usize = 12;
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
    if groups::is_one(problem) {
        return one_group::<S>(problem, load, friction, observe);
    }
    let groups = groups::<S>(problem);
    let mut forces: Vec<Option<Pushed<S>>> = vec![None; problem.contacts.len()];
    let mut undecided = false;
    for group in &groups {
        match one_group::<S>(&group.problem, &group.part(load), friction, observe)? {
            Verdict::Undecided => undecided = true,
            Verdict::No(collapse) => {
                let AssemblyProof::Falls { twists, resistance, .. } = collapse.proof() else {
                    return Err(Refused(Refusal::Shape));
                };
                let whole = groups::collapse(problem, group, (friction, load), twists, resistance);
                return problem.check(whole).map(Verdict::No).map_err(Refused);
            }
            Verdict::Yes(balance) => {
                let AssemblyProof::Rests { forces: own, .. } = balance.into_proof() else {
                    return Err(Refused(Refusal::Shape));
                };
                group.contacts.iter().zip(own).for_each(|(&contact, push)| forces[contact] = Some(push));
            }
        }
    }
    if undecided {
        return Ok(Verdict::Undecided);
    }
    // Every contact is of a group.
    let forces: Vec<Pushed<S>> = forces.into_iter().flatten().collect();
    let proof = AssemblyProof::Rests { friction: friction.clone(), load: load.to_vec(), forces };
    problem.check(proof).map(Verdict::Yes).map_err(Refused)
}

/// Decides about bodies that are joined by contacts.
fn one_group<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    friction: &FrictionUse,
    observe: &dyn Fn(usize, usize),
) -> Result<Stands<S>, Refused> {
    let mut hint = None;
    if edges::size::<S>(problem) > FEW_ROWS || edges::is_round::<S>(problem, friction) {
        if let Some(verdict) = by_round::<S>(problem, load, friction, observe) {
            return Ok(verdict);
        }
        match seen::<S>(problem, load, friction, true, Some(observe)) {
            Seen::Decided(verdict) => return Ok(verdict),
            Seen::Near(point) => hint = Some(point),
            Seen::Nothing => {}
        }
    }
    by_edges::<S>(problem, load, friction, hint.as_ref())
}

/// The verdict by round cones inside of pyramids, which have three variables where those have one for every
/// edge: their forces are the pyramids', and a collapse that they do not resist is tried on the pyramids.
/// What is between is left open.
fn by_round<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    friction: &FrictionUse,
    observe: &dyn Fn(usize, usize),
) -> Option<Stands<S>> {
    let coefficients = problem.coefficients(friction);
    let cones = problem.contacts.iter().zip(&coefficients);
    // Nothing is copied where the first cone is round, or of the plane.
    let touches = cones.map(|(contact, own)| S::inscribed(&contact.touch, own));
    let touches: Vec<S::Touch> = touches.collect::<Option<_>>()?;
    let mut inside = problem.clone();
    inside.contacts.iter_mut().zip(touches).for_each(|(contact, touch)| contact.touch = touch);
    let proof = match seen::<S>(&inside, load, &FrictionUse::Given, true, Some(observe)) {
        Seen::Decided(Verdict::Yes(proof) | Verdict::No(proof)) => proof.into_proof(),
        _ => return None,
    };
    match proof {
        AssemblyProof::Rests { load, forces, .. } => {
            let cones = problem.contacts.iter().zip(&coefficients).zip(&forces);
            let edges = cones.map(|((contact, own), push)| S::over_edges(&contact.touch, own, push));
            let proof = AssemblyProof::Rests {
                friction: friction.clone(),
                load,
                forces: edges.collect::<Option<_>>()?,
            };
            problem.check(proof).ok().map(Verdict::Yes)
        }
        AssemblyProof::Falls { load, twists, .. } => {
            let resistance = resistance::<S>(problem, friction, &twists);
            let proof = AssemblyProof::Falls { friction: friction.clone(), load, twists, resistance };
            problem.check(proof).ok().map(Verdict::No)
        }
        _ => None,
    }
}

/// The verdict by an exact program, which ends in either.
fn by_edges<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    friction: &FrictionUse,
    hint: Option<&Point>,
) -> Result<Stands<S>, Refused> {
    let mut edges = Edges::<S>::new(problem, friction);
    if let Some(point) = hint {
        edges.lean(&point.variables);
    }
    let (friction, load) = (friction.clone(), load.to_vec());
    // Short forces: costs choose among solutions, they decide nothing; of round cones they would ask for more edges.
    let round = edges::is_round::<S>(problem, &friction);
    let price = |contact| if round { Price::nothing() } else { Price::weight(problem, contact) };
    match edges.least(&load, &[], price) {
        EdgeEnd::Best { pushes: forces, .. }
        | EdgeEnd::Unbounded { pushes: forces }
        | EdgeEnd::Between(Some((forces, _))) => {
            let proof = AssemblyProof::Rests { friction, load, forces };
            problem.check(proof).map(Verdict::Yes).map_err(Refused)
        }
        EdgeEnd::Impossible { twists, resistance } => {
            if let Some(collapse) = falls_straight::<S>(problem, &load, &friction) {
                return Ok(Verdict::No(collapse));
            }
            let proof = AssemblyProof::Falls { friction, load, twists, resistance };
            problem.check(proof).map(Verdict::No).map_err(Refused)
        }
        EdgeEnd::Between(None) => Ok(by_edges_around::<S>(problem, &load, &friction)),
    }
}

/// One body that falls straight along the force: what a person expects, where nothing is in the way.
fn falls_straight<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    friction: &FrictionUse,
) -> Option<Verified<StandProof<S>>> {
    if !edges::is_alone(problem) {
        return None;
    }
    let mut twists = load.to_vec();
    let turns = S::FREEDOMS - S::DIMENSION;
    let turning = twists.iter_mut().flat_map(|twist| twist.as_mut()[..turns].iter_mut());
    turning.for_each(|entry| *entry = Rational::zero());
    let resistance = resistance::<S>(problem, friction, &twists);
    let (friction, load) = (friction.clone(), load.to_vec());
    problem.check(AssemblyProof::Falls { friction, load, twists, resistance }).ok()
}

/// The collapse that pyramids around the round cones do not resist, if there is one: where the sizes of a
/// scene differ so much that edges of the cones themselves are not told apart, such a collapse may be far
/// from their boundary.
fn by_edges_around<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    friction: &FrictionUse,
) -> Stands<S> {
    let mut around = problem.clone();
    for contact in &mut around.contacts {
        match S::in_pyramid(&contact.touch) {
            Some(touch) => contact.touch = touch,
            None => return Verdict::Undecided,
        }
    }
    let mut edges = Edges::<S>::new(&around, friction);
    let EdgeEnd::Impossible { twists, resistance } = edges.least(load, &[], |_| Price::nothing()) else {
        return Verdict::Undecided;
    };
    let (friction, load) = (friction.clone(), load.to_vec());
    let proof = AssemblyProof::Falls { friction, load, twists, resistance };
    problem.check(proof).map_or(Verdict::Undecided, Verdict::No)
}

/// The verdict by an interior point, if there is one on either side.
pub(super) fn by_search<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    friction: &FrictionUse,
    small: bool,
) -> Option<Stands<S>> {
    match seen::<S>(problem, load, friction, small, None) {
        Seen::Decided(verdict) => Some(verdict),
        _ => None,
    }
}

/// What a search in doubles led to.
enum Seen<S: Searched> {
    /// A verdict with its proof.
    Decided(Stands<S>),
    /// Forces that could not be made exact.
    Near(Point),
    /// Neither forces nor a collapse were found.
    Nothing,
}

fn seen<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    friction: &FrictionUse,
    small: bool,
    observe: Option<&dyn Fn(usize, usize)>,
) -> Seen<S> {
    match sides::<S>(problem, load, friction, small, observe) {
        Side::Inside { point, .. } => match rests::<S>(problem, load, friction, &point) {
            Some(balance) => Seen::Decided(Verdict::Yes(balance)),
            None => Seen::Near(point),
        },
        // Columns that were left out may resist; the checker sees them.
        Side::Collapse(twists) => match falls::<S>(problem, load, friction, &twists) {
            Some(collapse) => Seen::Decided(Verdict::No(collapse)),
            None => Seen::Nothing,
        },
        Side::Between(point) => Seen::Near(point),
    }
}

/// Variables that are left out, for each contact.
pub(super) type Dropped = Vec<Vec<bool>>;

/// The sides of the boundary, as far as doubles tell.
pub(super) enum Side {
    /// Forces strictly inside the cones that are left, and where some are left out the motion on which that was seen.
    Inside { point: Point, dropped: Dropped, moved: Option<Vec<Vec<f64>>> },
    /// Twists that nothing resists.
    Collapse(Vec<Vec<f64>>),
    /// Neither; forces that are near.
    Between(Point),
}

/// Seeks forces strictly inside the cones, leaving out those that must vanish, or twists that nothing resists.
pub(super) fn sides<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    friction: &FrictionUse,
    small: bool,
    observe: Option<&dyn Fn(usize, usize)>,
) -> Side {
    let mut dropped: Dropped = vec![Vec::new(); problem.contacts.len()];
    let mut last: Option<Point> = None;
    for _ in 0..ROUNDS {
        let sought =
            Sought { dropped: Some(&dropped), small, observe, ..Sought::new(problem, friction, load) };
        match search::<S>(sought) {
            Proposal::Inside(point) => {
                let moved = last.and_then(|last| last.twists);
                return Side::Inside { point, dropped, moved };
            }
            Proposal::Collapse(twists) => return Side::Collapse(twists),
            Proposal::Between { point, gives, rests } => {
                let fewer = rests && drop_idle::<S>(problem, friction, &point, &gives, &mut dropped);
                last = Some(point);
                if !fewer {
                    break;
                }
            }
        }
    }
    let none = || Point { variables: Vec::new(), multiple: 0.0, twists: None };
    Side::Between(last.unwrap_or_else(none))
}

/// Exact forces near a point: carried along a tree of patches or, where patches cannot carry every wrench, by
/// as many columns as there are equations.
pub(super) fn rests<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    friction: &FrictionUse,
    point: &Point,
) -> Option<Verified<StandProof<S>>> {
    let proof = |forces| AssemblyProof::Rests { friction: friction.clone(), load: load.to_vec(), forces };
    let near = Near::<S> { problem, friction, load, variables: &point.variables };
    match near.repaired().map(|forces| problem.check(proof(forces))) {
        Some(Ok(balance)) => Some(balance),
        // Forces that left their cones have too little room for what is rounded.
        Some(Err(Refusal::Cone(_) | Refusal::Limit(_))) => None,
        _ => {
            let forces = near.balanced()?;
            problem.check(proof(forces)).ok()
        }
    }
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
