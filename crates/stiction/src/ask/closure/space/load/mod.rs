//! What a load asks of contacts in space.
//!
//! As in the plane, forces bound from one side and motions from the other ((1) of the planar room, with the resistance
//! `rᵢ` of the spatial proofs).  Cones with edges are a linear program in integers, and the ends meet.  Round cones are
//! a second-order cone program that only proposes:
//!
//! ```text
//!     forces    x = (1 − ε)·best + ε·inside, balanced exactly, with the least ε that the checker accepts   (1)
//!     motion    V, made feasible where contacts have no limit: scaled, or moved towards an escape           (2)
//! ```
//!
//! where *inside* is a balance strictly inside every cone and limit.  So each number is a bracket of two proofs, some
//! ε wide; an end that nothing proves is left out.
//!
//! References: \[MR 12.2\]; Exercises 12.21 and 12.26.

mod program;
mod proofs;

use super::round::{Cone, Cones};
use super::squeeze::{forces, forces_against};
use super::{Asked, closure_in_space_without, motion, nothing};
use crate::ask::bracket::{Bracket, End};
use crate::ask::closure::load::{
    Dimensions, Extent, LoadAnswer, Range, Task, above, mirrored, one_newton, one_weight,
};
use crate::ask::{Refused, Verdict};
use crate::exact::root::{Root, square_root};
use crate::exact::vector::dot;
use crate::exact::{elimination, integers};
use program::{Aim, Exact, Proposed};
use proofs::PARTS;
use stiction_proof::{
    Coefficients, FrictionUse, Indeterminacy, Push, Rational, Refusal, SpatialContact, SpatialProblem,
    SpatialProof, Verified,
};

/// A load in space.
pub type SpatialLoad = LoadAnswer<SpatialProof, 6>;

type Wrench = [Rational; 6];

const GIVEN: FrictionUse = FrictionUse::Given;

/// Answers for one load.
///
/// ```
/// use stiction::ask::closure::spatial_load;
/// use stiction_proof::{Answer, Rational, SpatialContact, SpatialProblem};
/// let vector = |x: i64, y: i64, z: i64| [x, y, z].map(Rational::from);
/// let finger = |id: &str, x: i64, y: i64| {
///     SpatialContact::new(id, vector(x, y, 0), vector(-x, -y, 0), Rational::new(3, 5))
/// };
/// let grip = SpatialProblem::new(vector(0, 0, 0), vec![finger("a", 4, 3), finger("b", -4, 3), finger("c", 0, -5)]);
/// let load = spatial_load(&grip, &[0, 0, 0, 0, 0, -3].map(Rational::from)).unwrap();
/// assert_eq!(load.resists.answer(), Answer::Yes);
/// // Friction alone carries the weight: the fingers press with 3 N / μ in all.
/// let internal = load.internal.bracket().unwrap();
/// assert!((internal.upper.0.to_f64() - 5.0).abs() < 1e-6 && internal.lower.0 <= Rational::from(5));
/// ```
pub fn spatial_load(problem: &SpatialProblem, wrench: &Wrench) -> Result<SpatialLoad, Refused> {
    let asked = Loaded::new(problem, wrench);
    let resists = asked.resists()?;
    let balanced = matches!(resists, Verdict::Yes(_));
    let ranges = (0..problem.contacts.len()).map(|index| asked.range(index));
    Ok(SpatialLoad {
        wrench: wrench.clone(),
        internal: if balanced { asked.internal()? } else { Extent::Absent },
        largest: asked.largest(&resists)?,
        ranges: if balanced { ranges.collect::<Result<_, _>>()? } else { Vec::new() },
        indeterminacy: asked.indeterminacy(),
        resists,
    })
}

/// Whether the contacts balance a load.
pub fn balances_in_space(
    problem: &SpatialProblem,
    wrench: &Wrench,
) -> Result<Verdict<SpatialProof>, Refused> {
    Loaded::new(problem, wrench).resists()
}

/// The largest multiple of a wrench that the contacts balance within their limits.
pub fn largest_multiple_in_space(
    problem: &SpatialProblem,
    wrench: &Wrench,
) -> Result<Extent<SpatialProof>, Refused> {
    let asked = Loaded::new(problem, wrench);
    let resists = asked.resists()?;
    asked.largest(&resists)
}

/// Asks for the largest common multiple of several wrenches, each contact pressing with its limit at most, or with 1 N.
pub fn spatial_task(
    problem: &SpatialProblem,
    wrenches: &[Wrench],
) -> Result<Task<SpatialProblem, SpatialProof>, Refused> {
    let mut limited = problem.clone();
    for contact in limited.contacts.iter_mut().filter(|contact| contact.most.is_none()) {
        contact.most = Some(one_newton(normal_length(contact)));
    }
    let each = wrenches
        .iter()
        .map(|wrench| largest_multiple_in_space(&limited, wrench))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(Task { problem: limited, each })
}

fn normal_length(contact: &SpatialContact) -> Root {
    square_root(&dot(&contact.normal, &contact.normal))
}

struct Loaded<'a> {
    asked: Asked<'a>,
    wrench: &'a Wrench,
    /// Whether every cone has edges.
    edges: bool,
    cones: Cones,
    /// A balance strictly inside, if one was proposed.
    inside: Option<Vec<f64>>,
    /// Motions that contacts without limit do not resist, in the middle of them.
    escape: Option<Wrench>,
}

impl<'a> Loaded<'a> {
    fn new(problem: &'a SpatialProblem, wrench: &'a Wrench) -> Self {
        Self::without(problem, wrench, &[])
    }

    fn without(problem: &'a SpatialProblem, wrench: &'a Wrench, without: &[usize]) -> Self {
        let asked = Asked::new(problem, &GIVEN, without);
        let cones = Cones::new(&asked);
        let edges = asked.has_edges_only();
        let mut loaded = Self { asked, wrench, edges, cones, inside: None, escape: None };
        if !edges {
            loaded.inside = loaded.propose(1.0, &Aim::Inside).map(|proposed| proposed.x);
            loaded.escape = loaded.middle_escape();
        }
        loaded
    }

    fn problem(&self) -> &'a SpatialProblem {
        self.asked.problem
    }

    fn accepted(&self, proof: SpatialProof) -> Option<Verified<SpatialProof>> {
        self.problem().check(proof).ok()
    }

    fn middle_escape(&self) -> Option<Wrench> {
        let limited: Vec<usize> = (0..self.problem().contacts.len())
            .filter(|&i| self.problem().contacts[i].most.is_some())
            .collect();
        let free = Asked::new(self.problem(), &GIVEN, &limited);
        if free.kept.is_empty() {
            return None;
        }
        let cones = Cones::new(&free);
        let centre = cones.centre()?;
        let largest = centre.y.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
        motion::about_reference(&free, &cones, &centre.y.map(|entry| entry / largest))
    }

    fn resists(&self) -> Result<Verdict<SpatialProof>, Refused> {
        if let Some(forces) = self.balanced() {
            return Ok(Verdict::Yes(forces));
        }
        if self.edges {
            let nothing = vec![Rational::zero(); self.problem().contacts.len()];
            return match self.exact(&nothing, false) {
                Exact::Impossible(twist) => {
                    self.falls(twist).map(Verdict::No).ok_or(Refused(Refusal::NoWork))
                }
                _ => Err(Refused(Refusal::NoForce)),
            };
        }
        let Some(proposed) = self.propose(0.0, &Aim::Multiple) else { return Ok(Verdict::Undecided) };
        let collapse = self.motions(&proposed.y).into_iter().find_map(|twist| self.falls(twist));
        Ok(collapse.map_or(Verdict::Undecided, Verdict::No))
    }

    /// Forces that balance the load, if some are found.
    fn balanced(&self) -> Option<Verified<SpatialProof>> {
        let (one, count) = (Rational::one(), self.problem().contacts.len());
        if self.edges {
            let Exact::Best { forces, .. } = self.exact(&vec![Rational::zero(); count], false) else {
                return None;
            };
            return self.rests(&one, forces);
        }
        if self.wrench.iter().all(Rational::is_zero) {
            return self.rests(&one, vec![nothing(); count]);
        }
        let inside = self.inside.as_ref().and_then(|x| self.repaired(&one, x, None));
        // On a boundary the best forces themselves may balance.
        inside.or_else(|| {
            let best = self.propose(1.0, &Aim::Least(&self.weights_per_newton(None)))?;
            self.repaired(&one, &best.x, None)
        })
    }

    /// Weights for each newton of normal force: all one, or one multiple of one contact's normal.
    fn weights_per_newton(&self, only: Option<(usize, f64)>) -> Vec<f64> {
        let weight = |cone: &Cone| match only {
            None => 1.0,
            Some((index, sign)) if index == cone.contact => {
                sign / above(normal_length(&self.problem().contacts[index])).to_f64()
            }
            Some(_) => 0.0,
        };
        self.cones.cones.iter().map(weight).collect()
    }

    /// The least weighted sum as a bracket of proofs.
    fn least(
        &self,
        weights: &[Rational],
        doubles: &[f64],
        weigh: &dyn Fn(&[Push]) -> Rational,
    ) -> Option<Bracket<SpatialProof>> {
        let valued = |verified: Verified<SpatialProof>| {
            let value = match verified.proof() {
                SpatialProof::Rests { forces, .. } => weigh(forces),
                _ => Rational::zero(),
            };
            (value, verified)
        };
        let one = Rational::one();
        if self.edges {
            let Exact::Best { forces, twist, .. } = self.exact(weights, false) else { return None };
            return Some(Bracket {
                lower: self.at_least(weights, twist)?,
                upper: valued(self.rests(&one, forces)?),
            });
        }
        let nothing = Wrench::default();
        let motions = |proposed: &Proposed| self.motions(&proposed.y).into_iter().chain([nothing.clone()]);
        let proposed = self.propose(1.0, &Aim::Least(doubles))?;
        let lower = motions(&proposed)
            .filter_map(|twist| self.at_least(weights, twist))
            .max_by(|a, b| a.0.cmp(&b.0))?;
        let upper = valued(self.repaired(&one, &proposed.x, self.inside.as_deref())?);
        Some(Bracket { lower, upper })
    }

    fn internal(&self) -> Result<Extent<SpatialProof>, Refused> {
        let lengths: Vec<Root> = self.problem().contacts.iter().map(normal_length).collect();
        let below: Vec<Rational> = lengths.iter().map(|root| root.value.clone()).collect();
        let weigh = |forces: &[Push]| {
            let along = |(contact, push)| along(contact, push);
            let multiples = self.problem().contacts.iter().zip(forces).map(along);
            multiples.zip(&lengths).map(|(along, root)| along * above(root.clone())).sum()
        };
        let bracket = self.least(&below, &self.weights_per_newton(None), &weigh);
        Ok(bracket.map_or(Extent::Undecided, Extent::Between))
    }

    fn largest(&self, resists: &Verdict<SpatialProof>) -> Result<Extent<SpatialProof>, Refused> {
        let problem = self.problem();
        let limited: Vec<usize> =
            (0..problem.contacts.len()).filter(|&i| problem.contacts[i].most.is_some()).collect();
        // Forces without limited contacts can be had in any multiple.
        let free = if limited.is_empty() {
            resists.verified().filter(|_| matches!(resists, Verdict::Yes(_))).cloned()
        } else {
            Self::without(problem, self.wrench, &limited).balanced()
        };
        if let Some(forces) = free {
            return Ok(Extent::Unbounded(forces));
        }
        let zero = Rational::zero();
        let idle = || self.rests(&zero, vec![nothing(); problem.contacts.len()]);
        if self.edges {
            let none = vec![Rational::zero(); problem.contacts.len()];
            let Exact::Best { forces, twist, cost } = self.exact(&none, true) else {
                return Ok(Extent::Undecided);
            };
            let (lower, upper) = (self.rests(&-&cost, forces), self.falls_beyond(twist));
            return Ok(lower.zip(upper).map_or(Extent::Undecided, |(lower, upper)| {
                Extent::Between(Bracket { lower: (-cost, lower), upper })
            }));
        }
        let Some(proposed) = self.propose(0.0, &Aim::Multiple) else { return Ok(Extent::Undecided) };
        let upper = self.motions(&proposed.y).into_iter().filter_map(|twist| self.falls_beyond(twist));
        let Some(upper) = upper.min_by(|a, b| a.0.cmp(&b.0)) else { return Ok(Extent::Undecided) };
        let lower = self.carried(&proposed).or_else(|| Some((zero.clone(), idle()?)));
        Ok(lower.map_or(Extent::Undecided, |lower| Extent::Between(Bracket { lower, upper })))
    }

    /// Forces for nearly the proposed multiple of the load: moved towards those inside for half of it.
    fn carried(&self, proposed: &Proposed) -> Option<End<SpatialProof>> {
        let half = self.propose(0.5 * proposed.value, &Aim::Inside)?;
        PARTS.iter().find_map(|part| {
            let mix = |a: f64, b: f64| (1.0 - part) * a + part * b;
            let x: Vec<f64> = proposed.x.iter().zip(&half.x).map(|(a, b)| mix(*a, *b)).collect();
            let multiple = Rational::from_f64(mix(proposed.value, 0.5 * proposed.value))?;
            if multiple.is_negative() {
                return None;
            }
            let load = self.wrench.clone().map(|entry| entry * &multiple);
            let verified = self.rests(&multiple, forces_against(&self.asked, &self.cones, &x, &load)?)?;
            Some((multiple, verified))
        })
    }

    fn range(&self, index: usize) -> Result<Range<SpatialProof>, Refused> {
        let count = self.problem().contacts.len();
        let weigh = |forces: &[Push]| along(&self.problem().contacts[index], &forces[index]);
        let least = match self.spared(index) {
            Some(bracket) => Some(bracket),
            None => {
                self.least(&one_weight(count, index, 1), &self.weights_per_newton(Some((index, 1.0))), &weigh)
            }
        };
        let greatest = match self.ray(index) {
            Some(ray) => Extent::Unbounded(ray),
            None => {
                let weights = one_weight(count, index, -1);
                let most = self.least(&weights, &self.weights_per_newton(Some((index, -1.0))), &weigh);
                most.map_or(Extent::Undecided, |bracket| Extent::Between(mirrored(bracket)))
            }
        };
        Ok(Range { least: least.map_or(Extent::Undecided, Extent::Between), greatest })
    }

    /// The least normal force of a contact that is not needed: none.
    fn spared(&self, index: usize) -> Option<Bracket<SpatialProof>> {
        if self.edges {
            return None;
        }
        let others = Self::without(self.problem(), self.wrench, &[index]);
        let forces = others.balanced()?;
        let count = self.problem().contacts.len();
        let lower = self.at_least(&one_weight(count, index, 1), Default::default())?;
        Some(Bracket { lower, upper: (Rational::zero(), forces) })
    }

    /// Pushes of contacts without limit that cancel, this one pressing.
    fn ray(&self, index: usize) -> Option<Verified<SpatialProof>> {
        let problem = self.problem();
        if problem.contacts[index].most.is_some() {
            return None;
        }
        let limited: Vec<usize> =
            (0..problem.contacts.len()).filter(|&i| problem.contacts[i].most.is_some()).collect();
        let touching = |forces: &[Push]| {
            let proof = SpatialProof::Touching { friction: GIVEN, forces: forces.to_vec() };
            let presses = along(&problem.contacts[index], forces.get(index)?).is_positive();
            self.accepted(proof).filter(|_| presses)
        };
        if self.edges {
            let nothing = Wrench::default();
            let mut capped = problem.clone();
            capped.contacts[index].most = Some(Rational::one());
            let loaded = Loaded::without(&capped, &nothing, &limited);
            let Exact::Best { forces, .. } =
                loaded.exact(&one_weight(problem.contacts.len(), index, -1), false)
            else {
                return None;
            };
            return touching(&forces);
        }
        let closed = closure_in_space_without(problem, &GIVEN, &limited).ok()?;
        if let Some(SpatialProof::Closed { forces, .. }) = closed.verified().map(Verified::proof) {
            return touching(forces);
        }
        // Not closed, but pushes strictly inside the cones may cancel all the same.
        let free = Asked::new(problem, &GIVEN, &limited);
        let cones = Cones::new(&free);
        let centre = cones.centre()?;
        touching(&forces(&free, &cones, &centre.x)?)
    }

    /// Dimensions of force, less those that balance takes away, where some balance is strictly inside all cones and
    /// limits: then every small change that cancels is allowed.
    fn indeterminacy(&self) -> Option<Dimensions> {
        let forces = self.strictly_inside()?;
        let problem = self.problem();
        let (mut unknowns, mut columns) = (0, Vec::new());
        for (contact, coefficients) in problem.contacts.iter().zip(&self.asked.coefficients) {
            let mut own: Vec<Vec<dashu_int::IBig>> = Vec::new();
            let Coefficients { friction, torsion } = coefficients;
            for direction in contact.directions(friction.is_positive(), torsion.is_positive()) {
                let entries = direction.force.iter().cloned().chain([direction.spin.clone()]);
                own.push(integers::primitive(&entries.collect::<Vec<_>>()));
                columns.push(integers::primitive(&problem.wrench(contact, &direction)));
            }
            unknowns += elimination::rank(own);
        }
        let proof = Indeterminacy {
            load: vec![self.wrench.clone()],
            forces,
            tight: Vec::new(),
            unresisted: Vec::new(),
            dimension: unknowns - elimination::rank(columns),
        };
        problem.as_assembly("body").check_indeterminacy(proof).ok().map(Dimensions::Space)
    }

    /// A balance that is meant to be strictly inside.
    fn strictly_inside(&self) -> Option<Vec<Push>> {
        let x = match &self.inside {
            Some(x) => x.clone(),
            None => self.propose(1.0, &Aim::Inside)?.x,
        };
        forces_against(&self.asked, &self.cones, &x, self.wrench)
    }
}

fn power(wrench: &Wrench, twist: &Wrench) -> Rational {
    wrench.iter().zip(twist).map(|(force, velocity)| force * velocity).sum()
}

/// The multiple of its normal with which a contact pushes.
pub(crate) fn along(contact: &SpatialContact, push: &Push) -> Rational {
    match push {
        Push::Edges { edges } => edges.iter().cloned().sum(),
        Push::Force { force, .. } => dot(force, &contact.normal)
            .checked_div(&dot(&contact.normal, &contact.normal))
            .unwrap_or_default(),
    }
}
