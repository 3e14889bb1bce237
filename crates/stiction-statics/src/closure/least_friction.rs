//! The least friction that closes: an infimum over one common coefficient.
//!
//! Wider cones resist more, so there is a number μ* such that the contacts close for every μ > μ* and for
//! none below.  Each proof of closure gives more than was asked: a squeeze with forces `(aᵢ, bᵢ)` closes
//! for every `μ > max |bᵢ|/aᵢ`, an escape stays one for every `μ ≤ min (n·uᵢ)/|t·uᵢ|`.
//!
//! ```text
//!     lower = min (n·uᵢ)/|t·uᵢ|   ≤   μ*   ≤   upper = max |bᵢ|/aᵢ                          (1)
//! ```
//!
//! So bisection jumps instead of creeping, and both ends of the bracket carry a proof.  At last the
//! simplest fraction of the bracket is tried: where μ* is rational the ends usually meet in it.
//!
//! References: \[MR 12.2.3.2\]; Exercises 12.18 and 12.20.

use super::gradient::{Gradient, Gripped, threshold_gradient};
use super::many::quick_closure;
use super::three_edges::{self, Near};
use super::{Closing, closure, proposed, twist};
use dashu_int::IBig;
use dashu_int::ops::BitTest;
use stiction_exact::linear::{Balance, Program, Solution, minimise, stiemke};
use stiction_exact::{elimination, integers};
use stiction_proof::quick::{QuickContact, QuickProof};
use stiction_proof::{FrictionUse, PlanarContact, PlanarProblem, Problem, Proof, Rational};
use stiction_scene::bracket::{
    Bracket, End, Probe, Threshold, rounded_down, rounded_up, threshold_in_doubles,
};
use stiction_scene::contact;
use stiction_scene::{Decision, Refused, checked};

/// The least coefficient that closes, an infimum: not closed up to the lower end, closed above the upper one.  In the
/// plane it is never undecided.
pub type LeastFriction<T = PlanarContact> = Threshold<Proof<T>>;

/// Contacts of the plane or of space, of which the least friction is asked.
pub trait Thresholding: Closing {
    /// See [`least_friction`].
    fn least_friction(problem: &Problem<Self>) -> Result<LeastFriction<Self>, Refused>;
    /// See [`least_friction_gradient`].
    fn least_friction_gradient(
        problem: &Problem<Self>,
        lower: &Proof<Self>,
        upper: &Proof<Self>,
    ) -> Vec<Gradient>;
}

/// Finds the least common coefficient that closes.
pub fn least_friction<T: Thresholding>(problem: &Problem<T>) -> Result<LeastFriction<T>, Refused> {
    T::least_friction(problem)
}

/// How the least friction changes with each contact, from the proofs at the ends of its bracket; empty where there are
/// pyramids, or no friction slides.
pub fn least_friction_gradient<T: Thresholding>(
    problem: &Problem<T>,
    lower: &Proof<T>,
    upper: &Proof<T>,
) -> Vec<Gradient> {
    T::least_friction_gradient(problem, lower, upper)
}

impl Thresholding for PlanarContact {
    fn least_friction(problem: &PlanarProblem) -> Result<LeastFriction, Refused> {
        if let Some(bracket) = at_once(problem)? {
            return Ok(Threshold::Between(bracket));
        }
        let forces = match unlimited(problem) {
            Ok(forces) => forces,
            Err(twist) => {
                return checked(problem, Proof::NeverClosed { twist: *twist }).map(Threshold::Never);
            }
        };
        let zero = Rational::zero();
        let escape = match closure(problem, &FrictionUse::Common(zero.clone()))? {
            Decision::Yes(squeeze) => return Ok(Threshold::None(squeeze)),
            Decision::No(escape) => match escape.into_proof() {
                Proof::Open { twist, .. } => twist,
                _ => Default::default(),
            },
        };
        let upper = match closed_above(problem, &zero)? {
            Some(end) => end,
            None => closed_with(problem, forces)?,
        };
        let bracket = Bracket::new(open_with(problem, &zero, escape)?, upper);
        met(problem, bracket.narrow(|mu| probe(problem, mu))?).map(Threshold::Between)
    }

    fn least_friction_gradient(problem: &PlanarProblem, lower: &Proof, upper: &Proof) -> Vec<Gradient> {
        let (Proof::OpenUpTo { twist, .. }, Proof::ClosedAbove { mu, forces }) = (lower, upper) else {
            return Vec::new();
        };
        let [turn, vx, vy] = twist.each_ref().map(Rational::to_f64);
        let contacts = problem.contacts.iter().zip(forces).zip(problem.sharing());
        let gripped = |((contact, [along, across]), shares): ((&PlanarContact, &[Rational; 2]), bool)| {
            let arm = |axis: usize| (&contact.point[axis] - &problem.reference[axis]).to_f64();
            let [_, fx, fy] = problem.wrench(contact, along, across).map(|entry| entry.to_f64());
            let [nx, ny] = super::quality::unit_normal(contact);
            Gripped {
                point: [arm(0), arm(1), 0.0],
                normal: [nx, ny, 0.0],
                force: [fx, fy, 0.0],
                moment: [0.0; 3],
                friction: if shares { mu.to_f64() } else { 0.0 },
                turn: [0.0, 0.0, turn],
                slide: [vx, vy, 0.0],
            }
        };
        threshold_gradient(&contacts.map(gripped).collect::<Vec<_>>())
    }
}

/// Bits of a denominator up to which a fraction is taken to be meant.
const MEANT: usize = 20;

/// The bracket whose ends meet in its simplest fraction, if that is the threshold.
fn met(problem: &PlanarProblem, mut bracket: Bracket) -> Result<Bracket, Refused> {
    let simplest = bracket.simplest();
    // Between ends that are 1e-14 apart there is always a fraction of about 23 bits; one that is meant is shorter.
    if simplest.denominator().bit_len() > MEANT {
        return Ok(bracket);
    }
    if let Probe::Lower(end) = probe(problem, &simplest)? {
        bracket.place(Probe::Lower(end));
        if let Some(end) = closed_above(problem, &simplest)? {
            bracket.place(Probe::Upper(end));
        }
    }
    Ok(bracket)
}

/// A narrow bracket where doubles know a coefficient that is too small and one that is large enough: they come close in
/// microseconds, and the edges that decide there, or else two exact probes, make the ends.
fn at_once(problem: &PlanarProblem) -> Result<Option<Bracket>, Refused> {
    let sharing = problem.sharing();
    let contacts = in_doubles(problem);
    let Some(([low, high], twist)) = narrowed(&contacts, &sharing) else { return Ok(None) };
    let near = Near { contacts: &contacts, sharing: &sharing, mu: 0.5 * (low + high), twist };
    if let Some(bracket) = three_edges::bracket(problem, &near) {
        return bracket.narrow(|mu| probe(problem, mu)).map(Some);
    }
    // The normals were rounded to unit length: a few roundings to either side are safe.
    let aside = 1e-15 * high.max(1.0);
    let (Some(low), Some(high)) = (Rational::from_f64(low - aside), Rational::from_f64(high + aside)) else {
        return Ok(None);
    };
    let (Probe::Lower(lower), Probe::Upper(upper)) = (probe(problem, &low)?, probe(problem, &high)?) else {
        return Ok(None);
    };
    let bracket = Bracket::new(lower, upper).narrow(|mu| probe(problem, mu))?;
    met(problem, bracket).map(Some)
}

/// The contacts with unit normals, without friction.
fn in_doubles(problem: &PlanarProblem) -> Vec<QuickContact> {
    let quick = |contact: &PlanarContact| QuickContact {
        point: std::array::from_fn(|k| (&contact.point[k] - &problem.reference[k]).to_f64()),
        normal: super::quality::unit_normal(contact),
        friction: 0.0,
    };
    problem.contacts.iter().map(quick).collect()
}

/// Two coefficients close together, the threshold between them: as far as certified verdicts in doubles reach; and an
/// escape at the lower one.
fn narrowed(contacts: &[QuickContact], sharing: &[bool]) -> Option<([f64; 2], [f64; 3])> {
    let mut contacts = contacts.to_vec();
    let mut escape = [0.0; 3];
    let closes = |mu: f64| {
        for (contact, &shares) in contacts.iter_mut().zip(sharing) {
            contact.friction = if shares { mu } else { 0.0 };
        }
        quick_closure(&contacts).map(|proof| match proof {
            QuickProof::Closed(_) => true,
            QuickProof::Open(twist) => {
                escape = twist;
                false
            }
        })
    };
    let ends = threshold_in_doubles(0.0, closes)?;
    Some((ends, escape))
}

/// Asks for closure at `mu` and returns the end of the bracket that the proof gives, (1).
fn probe(problem: &PlanarProblem, mu: &Rational) -> Result<Probe, Refused> {
    // What is checked is the statement about the bracket's end, which says more than closure at `mu`.
    match proposed(problem, &FrictionUse::Common(mu.clone()), &[]) {
        Ok(forces) => closed_with(problem, forces).map(Probe::Upper),
        Err(twist) => open_with(problem, mu, *twist).map(Probe::Lower),
    }
}

/// Forces as a proof for everything above what they need.
fn closed_with(problem: &PlanarProblem, forces: Vec<[Rational; 2]>) -> Result<End, Refused> {
    let mu = rounded_up(&needed(problem, &forces));
    let proof = Proof::ClosedAbove { mu: mu.clone(), forces };
    Ok((mu, checked(problem, proof)?))
}

/// An escape at `mu` as a proof for everything up to what it allows, which is at least `mu`.
fn open_with(problem: &PlanarProblem, mu: &Rational, twist: [Rational; 3]) -> Result<End, Refused> {
    let reach = allowed(problem, &twist).map_or_else(Rational::zero, |mu| rounded_down(&mu));
    let mu = reach.max(mu.clone());
    let proof = Proof::OpenUpTo { mu: mu.clone(), twist };
    Ok((mu, checked(problem, proof)?))
}

/// Forces that cancel when friction is unlimited, or a motion that even then nothing resists.
fn unlimited(problem: &PlanarProblem) -> Result<Vec<[Rational; 2]>, Box<[Rational; 3]>> {
    // One edge of a cone with μ = 1 and its mirror give the tangent: t = (e₊ − e₋)/2 up to scale.
    let mut columns: Vec<[Rational; 3]> = Vec::new();
    let mut parts: Vec<(usize, [i64; 2])> = Vec::new();
    let mut edges = contact::edges(problem, &FrictionUse::Common(Rational::one())).into_iter().peekable();
    while let Some(edge) = edges.next() {
        let Some(mirror) = edges.next_if(|next| next.contact == edge.contact) else {
            columns.push(edge.wrench);
            parts.push((edge.contact, [1, 0]));
            continue;
        };
        let combined = |sign: i64| {
            std::array::from_fn(|i| &edge.wrench[i] + &(Rational::from(sign) * &mirror.wrench[i]))
        };
        let tangent: [Rational; 3] = combined(-1);
        columns.extend([combined(1), tangent.clone().map(|x| -x), tangent]);
        parts.extend([(edge.contact, [2, 0]), (edge.contact, [0, -2]), (edge.contact, [0, 2])]);
    }
    match stiemke(&columns) {
        Balance::Direction(direction) => Err(Box::new(twist(direction))),
        Balance::Multipliers(multipliers) => {
            let mut forces = vec![[Rational::zero(), Rational::zero()]; problem.contacts.len()];
            for ((contact, part), multiplier) in parts.iter().zip(&multipliers) {
                for (entry, unit) in forces[*contact].iter_mut().zip(part) {
                    *entry += multiplier * &Rational::from(*unit);
                }
            }
            Ok(forces)
        }
    }
}

/// Forces on or inside the cones of coefficient `mu` that close for every larger one, if there are any: they
/// cancel, and the contacts that press span the wrenches.
///
/// The span grows by one program at a time: the next solution presses, as hard as it can, some contact that the
/// span does not have yet.  If none can be pressed, no solution spans.
fn closed_above(problem: &PlanarProblem, mu: &Rational) -> Result<Option<End>, Refused> {
    let edges = contact::edges(problem, &FrictionUse::Common(mu.clone()));
    // Balance, and one row that keeps the sum of the multipliers at 1.
    let columns: Vec<Vec<Rational>> =
        edges.iter().map(|edge| edge.wrench.iter().cloned().chain([Rational::one()]).collect()).collect();
    let right = [0, 0, 0, 1].map(Rational::from).to_vec();
    let (sharing, mut span) = (problem.sharing(), Span::default());
    let mut forces = vec![[Rational::zero(), Rational::zero()]; problem.contacts.len()];
    while span.rank() < 3 {
        let lacking: Vec<bool> = problem
            .contacts
            .iter()
            .zip(&sharing)
            .map(|(contact, &shares)| reach(problem, contact, shares).iter().any(|wrench| span.lacks(wrench)))
            .collect();
        let cost = edges.iter().map(|edge| Rational::from(-i64::from(lacking[edge.contact]))).collect();
        match minimise(&Program { columns: columns.clone(), right: right.clone(), cost }) {
            Solution::Best { x, cost, .. } if cost.is_negative() => {
                for (total, part) in forces.iter_mut().zip(contact::forces(problem, &edges, &x)) {
                    total.iter_mut().zip(part).for_each(|(total, part)| *total += part);
                }
            }
            _ => return Ok(None),
        }
        let contacts = problem.contacts.iter().zip(&sharing).zip(&forces);
        for ((contact, &shares), _) in contacts.filter(|(_, [along, _])| along.is_positive()) {
            reach(problem, contact, shares).iter().for_each(|wrench| span.add(wrench));
        }
    }
    let proof = Proof::ClosedAbove { mu: mu.clone(), forces };
    Ok(Some((mu.clone(), checked(problem, proof)?)))
}

/// The wrenches of a contact's normal and, where it shares the friction, tangent.
fn reach(problem: &PlanarProblem, contact: &PlanarContact, shares: bool) -> Vec<[Rational; 3]> {
    let (zero, one) = (Rational::zero(), Rational::one());
    let mut wrenches = vec![problem.wrench(contact, &one, &zero)];
    if shares {
        wrenches.push(problem.wrench(contact, &zero, &one));
    }
    wrenches
}

/// Independent wrenches.
#[derive(Default)]
struct Span(Vec<Vec<IBig>>);

impl Span {
    fn rank(&self) -> usize {
        self.0.len()
    }

    fn lacks(&self, wrench: &[Rational; 3]) -> bool {
        let mut rows = self.0.clone();
        rows.push(integers::primitive(wrench));
        elimination::rank(rows) > self.rank()
    }

    fn add(&mut self, wrench: &[Rational; 3]) {
        if self.lacks(wrench) {
            self.0.push(integers::primitive(wrench));
        }
    }
}

/// The least coefficient for which forces are in their cones.
fn needed(problem: &PlanarProblem, forces: &[[Rational; 2]]) -> Rational {
    let shared = problem.sharing().into_iter().zip(forces).filter(|(shares, _)| *shares);
    shared.filter_map(|(_, [along, across])| across.abs().checked_div(along)).max().unwrap_or_default()
}

/// The largest coefficient for which a motion is an escape, `None` if there is no limit.
fn allowed(problem: &PlanarProblem, twist: &[Rational; 3]) -> Option<Rational> {
    let shared = problem.contacts.iter().zip(problem.sharing()).filter(|(_, shares)| *shares);
    let ratio = |(contact, _)| {
        let [normal, tangent] = problem.velocity(contact, twist);
        normal.checked_div(&tangent.abs())
    };
    shared.filter_map(ratio).min()
}
