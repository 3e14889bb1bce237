//! The largest multiple of a further load that one group of bodies stands.
//!
//! Interior points at the beginning and at the end tell it between two proofs; where these are far apart, and where
//! something is on a boundary, an exact program goes on from what they found.

use super::decide::{StandProof, falls, resistance, rests, rounded_twists, stands};
use super::edges::{self, Added, EdgeEnd, Edges, Price};
use super::margins::{Most, loaded, opened, short, spared, work};
use super::search::{Point, Proposal, Searched, Sought, search};
use std::borrow::Cow;
use std::cell::Cell;
use stiction_exact::work::{Allowance, within};
use stiction_proof::{AssemblyProblem, AssemblyProof, FrictionUse, Rational, Touch};
use stiction_scene::Extent;
use stiction_scene::bracket::{Bracket, End};
use stiction_scene::{Refused, Verdict};

/// Rows up to which the exact program alone is asked for a margin.
pub(super) const FEW_ROWS: usize = 12;
/// Rows up to which it is asked where doubles leave much open.
const MORE_ROWS: usize = 600;
/// Programs that are asked, at most, where cones are round.
const FEW_ROUNDS: usize = 6;
/// Steps that exact programs may take to make a measure sharp, about a tenth of a second, and of few bodies whose
/// cones have few edges about a second: then the bracket that doubles led to is told.  On round cones more steps find
/// ever more edges and sharpen little, and among hundreds of edges of pyramids, whose entries are long fractions, they
/// seldom reach the end.
pub(super) const EXACT_STEPS: u64 = 2_000_000;
const EXACT_STEPS_OF_FEW: u64 = 20_000_000;

/// Steps of a measure of an assembly.
pub(super) fn exact_steps<S: Searched>(problem: &AssemblyProblem<S::Touch>) -> u64 {
    if is_sharp::<S>(problem) && !edges::is_round::<S>(problem, &FrictionUse::Given) {
        EXACT_STEPS_OF_FEW
    } else {
        EXACT_STEPS
    }
}

/// Whether a bracket is narrowed until a person may read its fractions: of few rows and few edges.
fn is_sharp<S: Searched>(problem: &AssemblyProblem<S::Touch>) -> bool {
    let edges = || edges::count::<S>(problem, &FrictionUse::Given);
    edges::size::<S>(problem) <= SHARP_ROWS && edges() <= SHARP_EDGES
}

/// Relative width from which on a bracket is narrowed by the exact program: of few rows, whose fractions a person may
/// read, and of more, where that takes as long as everything else together.
const WIDTH: f64 = 1e-10;
const WIDER: f64 = 1e-8;
/// Rows up to which it is the smaller one.
const SHARP_ROWS: usize = 60;
/// Edges of pyramids up to which it is.
const SHARP_EDGES: usize = 256;
/// Part of the largest force, for each contact whose rounding is carried, that forces must be inside their
/// cones to be tried.
const ROOM: f64 = 1e-13;
/// Parts of the forces at the beginning that are mixed into those at the end, one after the other.
pub(super) const MIXTURES: [f64; 6] = [1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-4];

/// What is asked of one group and load again and again: forces strictly inside the cones, and a motion that
/// opens every contact, where there is one: where no contacts press against each other without a load.  A
/// little of it makes a motion on the boundary strict.
#[derive(Debug, Clone)]
pub(super) struct Begin {
    pub(super) begin: Proposal,
    pub(super) motion: Option<Vec<Vec<f64>>>,
    /// How often the exact program was asked.
    pub(super) exactly: Cell<u32>,
}

impl Begin {
    /// Steps of the next exact program: of many directions the first ones are made sharp, and all together take no more
    /// than five times as long as one.
    fn steps<S: Searched>(&self, problem: &AssemblyProblem<S::Touch>) -> u64 {
        let before = self.exactly.replace(self.exactly.get().saturating_add(1));
        exact_steps::<S>(problem) >> (before / 2).min(5)
    }
}

/// A multiple of a further load that is asked of one group.
pub(super) struct Asked<'a, S: Searched> {
    pub(super) problem: &'a AssemblyProblem<S::Touch>,
    pub(super) load: &'a [S::Screw],
    pub(super) directions: &'a [&'a [S::Screw]],
    pub(super) way: &'a [Rational],
    pub(super) further: &'a [S::Screw],
    /// By how much the limit of each contact shrinks with the multiple; empty where it does not.
    pub(super) taken: Vec<Rational>,
}

/// What is known of the largest multiple: forces below it, a half-space above it.
struct Ends<S: Searched> {
    lower: Option<End<StandProof<S>>>,
    upper: Option<End<StandProof<S>>>,
}

impl<S: Searched> Ends<S> {
    fn width(&self) -> f64 {
        match (&self.lower, &self.upper) {
            (Some(lower), Some(upper)) => (&upper.0 - &lower.0).to_f64() / upper.0.to_f64().max(1.0),
            _ => f64::INFINITY,
        }
    }

    /// The better ends of both.
    fn joined(self, other: Self) -> Self {
        let better = |one: Option<End<StandProof<S>>>, other: Option<End<StandProof<S>>>, more: bool| match (
            one, other,
        ) {
            (Some(one), Some(other)) => Some(if (one.0 > other.0) == more { one } else { other }),
            (one, other) => one.or(other),
        };
        Self { lower: better(self.lower, other.lower, true), upper: better(self.upper, other.upper, false) }
    }

    fn most(self) -> Most<S> {
        match (self.lower, self.upper) {
            (Some(lower), Some(upper)) => Extent::Between(Bracket::new(lower, upper)),
            _ => Extent::Undecided,
        }
    }
}

/// What a search told.
enum Told<S: Searched> {
    /// All that there is to say.
    All(Most<S>),
    /// Ends, and forces and motion in doubles near them.
    Some(Ends<S>, Option<Point>),
}

impl<S: Searched> Asked<'_, S> {
    /// The largest multiple.
    pub(super) fn most(&self, opening: Option<&Begin>) -> Result<Most<S>, Refused> {
        let rows = edges::size::<S>(self.problem);
        let Some(opening) = opening else {
            return Ok(match self.exactly(None)? {
                Told::All(most) => most,
                Told::Some(ends, _) => ends.most(),
            });
        };
        let (found, near) = match self.by_search(opening)? {
            // Doubles saw no end, and contacts do not carry the further load alone.
            Told::All(Extent::Undecided) => (Ends { lower: None, upper: None }, None),
            Told::All(most) => return Ok(most),
            Told::Some(ends, near) => (ends, near),
        };
        // Forces or motions on the boundary that doubles could not make exact.
        let width = if is_sharp::<S>(self.problem) { WIDTH } else { WIDER };
        if found.width() <= width || rows > MORE_ROWS {
            return Ok(found.most());
        }
        let exact = || self.exactly(near.as_ref());
        let Ok(exact) = within(&Allowance::unlimited().of_steps(opening.steps::<S>(self.problem)), exact)
        else {
            return Ok(found.most());
        };
        Ok(match exact? {
            Told::All(Extent::Absent) if found.lower.is_some() => found.most(),
            Told::All(most) => most,
            Told::Some(ends, _) => ends.joined(found).most(),
        })
    }

    /// By interior points at the beginning and at the end.
    fn by_search(&self, opening: &Begin) -> Result<Told<S>, Refused> {
        let (problem, load, friction) = (self.problem, self.load, FrictionUse::Given);
        let pressing = !self.taken.is_empty();
        let sought =
            || Sought { further: Some(self.further), pressing, ..Sought::new(problem, &friction, load) };
        // On the boundary, or falling; with some of the further load it may be inside.
        let held = || match search::<S>(Sought { gap: f64::INFINITY, ..sought() }) {
            Proposal::Inside(within) => Some(Cow::Owned(within)),
            _ => None,
        };
        let begin = match &opening.begin {
            Proposal::Inside(begin) => Some(Cow::Borrowed(begin)),
            Proposal::Collapse(twists) => {
                let falls = falls::<S>(problem, load, &friction, twists).is_some();
                match held() {
                    Some(within) => Some(within),
                    None if falls => return Ok(Told::All(Extent::Absent)),
                    None => None,
                }
            }
            Proposal::Between { .. } => held(),
        };
        let bounded = |twists: Option<&Vec<Vec<f64>>>| {
            let twists = opened::<S>(problem, &friction, twists?, opening.motion.as_ref(), None);
            self.beyond(&rounded_twists::<S>(&twists)?, None)
        };
        let carried = |end: &Point| begin.as_ref().and_then(|begin| self.carried(begin, end));
        let (ends, near) = match search::<S>(sought()) {
            Proposal::Inside(end) => {
                (Ends { lower: carried(&end), upper: bounded(end.twists.as_ref()) }, end)
            }
            Proposal::Between { point, .. } => {
                let upper = bounded(point.twists.as_ref());
                let stuck = upper.as_ref().is_some_and(|upper| upper.0.to_f64() < 1e-6);
                match begin.as_ref().filter(|begin| begin.multiple == 0.0) {
                    // Nothing more may be added, or anything.
                    Some(begin) if stuck => {
                        let rests = rests::<S>(problem, load, &friction, begin);
                        (Ends { lower: rests.map(|forces| (Rational::zero(), forces)), upper }, point)
                    }
                    Some(_) => return self.unlimited().map(Told::All),
                    None => (Ends { lower: None, upper }, point),
                }
            }
            Proposal::Collapse(_) => return self.unlimited().map(Told::All),
        };
        Ok(Told::Some(ends, Some(near)))
    }

    /// By an exact program, which begins at what doubles found.
    fn exactly(&self, near: Option<&Point>) -> Result<Told<S>, Refused> {
        let added = Added { wrenches: self.further, taken: &self.taken, cost: Rational::from(-1) };
        let mut edges = Edges::<S>::new(self.problem, &FrictionUse::Given);
        if let Some(near) = near {
            edges.lean(&near.variables);
            let twists = near.twists.as_deref().and_then(rounded_twists::<S>);
            twists.iter().for_each(|twists| edges.lean_against(twists));
        }
        edges.take_rounds(FEW_ROUNDS);
        let carried = |forces, cost: Rational| {
            let multiple = -cost;
            let load = loaded::<S>(self.load, self.further, &multiple);
            let proof = AssemblyProof::Rests { friction: FrictionUse::Given, load, forces };
            self.left(&multiple).check(proof).map(|proof| (multiple, proof)).map_err(Refused)
        };
        match edges.least(self.load, &[added], |_| Price::nothing()) {
            EdgeEnd::Between(None) => Ok(Told::Some(Ends { lower: None, upper: None }, None)),
            EdgeEnd::Between(Some((forces, cost))) => {
                Ok(Told::Some(Ends { lower: Some(carried(forces, cost)?), upper: None }, None))
            }
            EdgeEnd::Impossible { .. } => Ok(Told::All(Extent::Absent)),
            EdgeEnd::Unbounded { .. } => self.unlimited().map(Told::All),
            EdgeEnd::Best { pushes, twists, resistance, cost } => {
                let lower = Some(carried(pushes, cost)?);
                Ok(Told::Some(Ends { lower, upper: self.beyond(&twists, Some(resistance)) }, None))
            }
        }
    }

    /// The problem whose limits are left at a multiple.
    pub(super) fn left(&self, multiple: &Rational) -> Cow<'_, AssemblyProblem<S::Touch>> {
        if self.taken.is_empty() { Cow::Borrowed(self.problem) } else { spared::<S>(self.problem, multiple) }
    }

    /// Whether forces are far enough inside the cones to be rounded, as far as doubles tell.
    fn have_room(&self, variables: &[Vec<f64>]) -> bool {
        let most = variables.iter().flatten().fold(0.0_f64, |most, x| most.max(x.abs()));
        let coefficients = self.problem.coefficients(&FrictionUse::Given);
        let cones = self.problem.contacts.iter().zip(&coefficients).zip(variables);
        let mut depths =
            cones.map(|((contact, coefficients), x)| match S::is_round(&contact.touch, coefficients) {
                true => x[0] - x[1..].iter().map(|x| x * x).sum::<f64>().sqrt(),
                false => x.iter().copied().fold(f64::INFINITY, f64::min),
            });
        let room = ROOM * self.problem.contacts.len() as f64 * most;
        depths.all(|depth| depth > room)
    }

    /// Forces just below the end.
    fn carried(&self, begin: &Point, end: &Point) -> Option<End<StandProof<S>>> {
        MIXTURES.iter().find_map(|part| {
            let multiple = short(part * begin.multiple + (1.0 - part) * end.multiple)?;
            let mix = |(begin, end): (&Vec<f64>, &Vec<f64>)| -> Vec<f64> {
                begin.iter().zip(end).map(|(begin, end)| part * begin + (1.0 - part) * end).collect()
            };
            let variables: Vec<Vec<f64>> = begin.variables.iter().zip(&end.variables).map(mix).collect();
            if !self.have_room(&variables) && part < &MIXTURES[MIXTURES.len() - 1] {
                return None;
            }
            let point = Point { variables, multiple: 0.0, twists: None };
            let total = loaded::<S>(self.load, self.further, &multiple);
            let left = self.left(&multiple);
            let rests = rests::<S>(&left, &total, &FrictionUse::Given, &point)?;
            Some((multiple, rests))
        })
    }

    /// Whether any multiple stands: where contacts without limits carry the further load alone, and so any
    /// multiple of it.
    fn unlimited(&self) -> Result<Most<S>, Refused> {
        // Limits that shrink with the multiple are used up some time, whatever is carried.
        if !self.taken.is_empty()
            && self.problem.contacts.iter().any(|contact| contact.touch.most().is_some())
        {
            return Ok(Extent::Undecided);
        }
        let friction = FrictionUse::Given;
        let mut free = self.problem.clone();
        free.contacts.retain(|contact| contact.touch.most().is_none());
        let Verdict::Yes(carried) = stands::<S>(&free, self.further, &friction)? else {
            return Ok(Extent::Undecided);
        };
        let AssemblyProof::Rests { forces, .. } = carried.into_proof() else { return Ok(Extent::Undecided) };
        let (mut forces, coefficients) = (forces.into_iter(), self.problem.coefficients(&friction));
        let mut all = Vec::with_capacity(self.problem.contacts.len());
        for (contact, coefficients) in self.problem.contacts.iter().zip(&coefficients) {
            let idle = || {
                let count = S::columns(&contact.touch, coefficients).len();
                S::push(&contact.touch, coefficients, &vec![Rational::zero(); count])
            };
            all.push(if contact.touch.most().is_some() {
                idle()
            } else {
                forces.next().unwrap_or_else(idle)
            });
        }
        let load = self.further.to_vec();
        let proof = AssemblyProof::Rests { friction: friction.clone(), load, forces: all };
        let forces = self.problem.check(proof).map_err(Refused)?;
        Ok(match stands::<S>(self.problem, self.load, &friction)? {
            Verdict::Yes(_) => Extent::Unlimited(forces),
            Verdict::No(_) => Extent::Absent,
            Verdict::Undecided => Extent::Undecided,
        })
    }

    /// The multiple above which nothing stands, by the half-space that twists show.
    pub(super) fn beyond(
        &self,
        twists: &[S::Screw],
        taken: Option<Vec<Rational>>,
    ) -> Option<End<StandProof<S>>> {
        let resistance = taken.unwrap_or_else(|| resistance::<S>(self.problem, &FrictionUse::Given, twists));
        let contacts = self.problem.contacts.iter().zip(&resistance);
        let taken: Rational =
            contacts.filter_map(|(contact, taken)| Some(contact.touch.most()? * taken)).sum();
        let shrunk: Rational =
            self.taken.iter().zip(&resistance).map(|(taken, resisted)| taken * resisted).sum();
        let normal: Vec<Rational> =
            self.directions.iter().map(|direction| work::<S>(direction, twists) + &shrunk).collect();
        let bound = taken - work::<S>(self.load, twists);
        let rate: Rational = normal.iter().zip(self.way).map(|(normal, way)| normal * way).sum();
        let multiple = bound.checked_div(&rate).filter(|_| rate.is_positive())?;
        let proof = AssemblyProof::Bounds {
            friction: FrictionUse::Given,
            load: self.load.to_vec(),
            directions: self.directions.iter().map(|direction| direction.to_vec()).collect(),
            taken: if self.taken.is_empty() { Vec::new() } else { vec![self.taken.clone()] },
            normal,
            bound,
            twists: twists.to_vec(),
            resistance,
        };
        Some((multiple, self.problem.check(proof).ok()?))
    }
}
