//! How much of a further load can be balanced, either way?
//!
//! The loads that stand are convex, so the multiples `a` of a load `u` that can be added to a load `w` are an interval,
//! and where cones have edges its ends are rational:
//!
//! ```text
//!     a is in it          forces that balance w + a·u                                               (1)
//!     a is beyond it      twists V with  a·(u·V) > Σ mostᵢrᵢ − w·V                                    (2)
//! ```
//!
//! An end has both proofs, forces at it and a bound beyond it.

use super::assembly::{Collapse, Reach, Reacher, Searched, power};
use stiction_exact::work::attempt;
use stiction_proof::{AssemblyProof, FrictionUse, NonZero, Rational, Verified};
use stiction_scene::Refused;
use stiction_scene::lower::Assembly;

/// One end of the interval.
#[derive(Debug, Clone, PartialEq)]
pub struct LimitEnd<S: Searched> {
    /// The multiple.
    pub value: Rational,
    /// Forces there.
    pub carried: Verified<AssemblyProof<S::Touch>>,
    /// That nothing beyond it is carried.
    pub beyond: Verified<AssemblyProof<S::Touch>>,
}

/// How far multiples go one way.
#[derive(Debug, Clone, PartialEq)]
pub enum Limit<S: Searched> {
    /// To an end.
    End(LimitEnd<S>),
    /// As far as was looked: to this multiple, by these forces.
    Open(Rational, Verified<AssemblyProof<S::Touch>>),
}

impl<S: Searched> Limit<S> {
    /// The end, if there is one.
    pub fn end(&self) -> Option<&LimitEnd<S>> {
        match self {
            Self::End(end) => Some(end),
            Self::Open(..) => None,
        }
    }

    /// The last multiple that is carried.
    fn value(&self) -> &Rational {
        match self {
            Self::End(end) => &end.value,
            Self::Open(value, _) => value,
        }
    }
}

/// The multiples of a load that can be added.
#[derive(Debug, Clone, PartialEq)]
pub enum Interval<S: Searched> {
    /// From one limit to the other.
    Between {
        /// The lower one.
        least: Limit<S>,
        /// The upper one.
        most: Limit<S>,
    },
    /// None at all: what is left falls both ways, by these collapses.
    None([Verified<AssemblyProof<S::Touch>>; 2]),
    /// Not decided.
    Undecided,
}

/// Multiples up to which an end is looked for; or so many times as large as the loads are without any, where that is
/// more.
const MOST: i64 = 1_000_000;

/// How far an end is looked for.
fn most<S: Searched>(load: &[S::Screw], unit: &[S::Screw]) -> Rational {
    let largest = |wrenches: &[S::Screw]| -> Rational {
        let entries = wrenches.iter().flat_map(|wrench| wrench.as_ref().iter().map(Rational::abs));
        entries.max().unwrap_or_default()
    };
    // Where the further load is none, it is looked for no farther than elsewhere.
    let ratio = largest(load).checked_div(&largest(unit)).unwrap_or_else(Rational::one);
    ratio.max(Rational::one()) * Rational::from(MOST)
}

/// The interval of multiples of `unit` that can be added to the load of an assembly; not decided where the time is up
/// that was given.
pub fn interval<S: Searched>(assembly: &Assembly<S>, unit: &[S::Screw]) -> Result<Interval<S>, Refused> {
    let ask = || both_ends(assembly, unit);
    attempt("interval", ask).unwrap_or(Ok(Interval::Undecided))
}

fn both_ends<S: Searched>(assembly: &Assembly<S>, unit: &[S::Screw]) -> Result<Interval<S>, Refused> {
    let reacher = Reacher::<S>::new(&assembly.problem);
    let mut ends = Ends { assembly, reacher, unit: unit.to_vec() };
    let zero = Rational::zero();
    let (up, down) = (ends.end(&zero, true)?, ends.end(&zero, false)?);
    Ok(match (up, down) {
        (End::At(most), End::At(least)) => Interval::Between { least, most },
        (End::At(most), End::Falls(_)) => match ends.end(most.value(), false)? {
            End::At(least) => Interval::Between { least, most },
            _ => Interval::Undecided,
        },
        (End::Falls(_), End::At(least)) => match ends.end(least.value(), true)? {
            End::At(most) => Interval::Between { least, most },
            _ => Interval::Undecided,
        },
        (End::Falls(up), End::Falls(down)) if ends.rules_out(&up, 1) && ends.rules_out(&down, -1) => {
            Interval::None([up, down])
        }
        // Round cones are asked from where they stand: that may be far from rest.
        (End::Falls(_), End::Falls(_)) => match ends.inside()? {
            Inside::At(value) => match (ends.end(&value, true)?, ends.end(&value, false)?) {
                (End::At(most), End::At(least)) => Interval::Between { least, most },
                _ => Interval::Undecided,
            },
            Inside::Nowhere(falls) => Interval::None([(*falls).clone(), *falls]),
            Inside::Undecided => Interval::Undecided,
        },
        _ => Interval::Undecided,
    })
}

/// Whether some multiple is carried.
enum Inside<S: Searched> {
    /// This one is.
    At(Rational),
    /// None is, on a motion on which no multiple does work.
    Nowhere(Box<Verified<AssemblyProof<S::Touch>>>),
    /// Not found.
    Undecided,
}

/// A motion that rules multiples out: `normal·a ≤ bound` for all that are carried.
struct RulingMotion<S: Searched> {
    collapse: Collapse<S>,
    normal: NonZero,
    bound: Rational,
}

impl<S: Searched> RulingMotion<S> {
    /// The last multiple that is not ruled out.
    fn end(&self) -> Rational {
        &self.bound / &self.normal
    }
}

/// Multiples that are tried before it is left open whether one is carried.
const MOST_TRIED: usize = 100;

enum End<S: Searched> {
    At(Limit<S>),
    Falls(Verified<AssemblyProof<S::Touch>>),
    Undecided,
}

struct Ends<'a, S: Searched> {
    assembly: &'a Assembly<S>,
    reacher: Reacher<'a, S>,
    unit: Vec<S::Screw>,
}

impl<S: Searched> Ends<'_, S> {
    fn at(&self, value: &Rational) -> Vec<S::Screw> {
        let mut load = self.assembly.load.clone();
        for (sum, part) in load.iter_mut().zip(&self.unit) {
            sum.as_mut().iter_mut().zip(part.as_ref()).for_each(|(sum, part)| *sum += part * value);
        }
        load
    }

    /// Whether a collapse without a further load is one with every multiple of this sign: these do no work against it.
    fn rules_out(&self, collapse: &Verified<AssemblyProof<S::Touch>>, sign: i64) -> bool {
        match collapse.proof() {
            AssemblyProof::Falls { twists, .. } => {
                !(power::<S>(&self.unit, twists) * Rational::from(sign)).is_negative()
            }
            _ => false,
        }
    }

    /// Looks for a multiple that is carried. The collapse of one that is not rules out all on its side of a bound,
    /// (2), and what is left is halved; where nothing is left, the two motions in the proportion in which the further
    /// load does no work on them are one collapse for all.
    fn inside(&mut self) -> Result<Inside<S>, Refused> {
        let (mut least, mut most): (Option<RulingMotion<S>>, Option<RulingMotion<S>>) = (None, None);
        let (mut at, farthest) = (Rational::zero(), most_of::<S>(self));
        for _ in 0..MOST_TRIED {
            if at.abs() > farthest {
                return Ok(Inside::Undecided);
            }
            let load = self.at(&at);
            let collapse = match self.reacher.stands(&load)? {
                Reach::Standing { .. } => return Ok(Inside::At(at)),
                Reach::Undecided => return Ok(Inside::Undecided),
                Reach::Falls(collapse) => collapse,
            };
            let normal = power::<S>(&self.unit, &collapse.twists);
            let bound = &collapse.absorbed - &power::<S>(&self.assembly.load, &collapse.twists);
            let Some(normal) = NonZero::new(normal) else { return self.nowhere(collapse) };
            let side = if normal.get().is_positive() { &mut most } else { &mut least };
            *side = Some(RulingMotion { collapse, normal, bound });
            at = match (&least, &most) {
                (Some(least), Some(most)) if least.end() > most.end() => {
                    return self.nowhere(balanced(least, most));
                }
                (Some(least), Some(most)) => (least.end() + most.end()) * Rational::new(1, 2),
                (Some(least), None) => beyond(&least.end()),
                (None, Some(most)) => -beyond(&-most.end()),
                (None, None) => return Ok(Inside::Undecided),
            };
        }
        Ok(Inside::Undecided)
    }

    fn nowhere(&self, collapse: Collapse<S>) -> Result<Inside<S>, Refused> {
        let Collapse { twists, resistance, .. } = collapse;
        let load = self.assembly.load.clone();
        let proof = AssemblyProof::Falls { friction: FrictionUse::Given, load, twists, resistance };
        Ok(Inside::Nowhere(Box::new(self.assembly.problem.check(proof).map_err(Refused)?)))
    }

    /// How far one can go from a multiple, up or down.
    fn end(&mut self, from: &Rational, up: bool) -> Result<End<S>, Refused> {
        let sign = Rational::from(if up { 1 } else { -1 });
        let mut direction = self.unit.clone();
        direction.iter_mut().flat_map(|part| part.as_mut()).for_each(|entry| *entry = &*entry * &sign);
        let load = self.at(from);
        Ok(match self.reacher.reach(&load, &direction, &most::<S>(&self.assembly.load, &self.unit))? {
            Reach::Undecided => End::Undecided,
            Reach::Falls(Collapse { twists, resistance, .. }) => {
                let load = self.at(from);
                let proof = AssemblyProof::Falls { friction: FrictionUse::Given, load, twists, resistance };
                End::Falls(self.assembly.problem.check(proof).map_err(Refused)?)
            }
            Reach::Standing { step, forces, beyond } => {
                let value = from + &(sign * step);
                let load = self.at(&value);
                let rests = AssemblyProof::Rests { friction: FrictionUse::Given, load, forces };
                let carried = self.assembly.problem.check(rests).map_err(Refused)?;
                let Some(collapse) = beyond else {
                    return Ok(End::At(Limit::Open(value, carried)));
                };
                let normal = power::<S>(&self.unit, &collapse.twists);
                let bound = &collapse.absorbed - &power::<S>(&self.assembly.load, &collapse.twists);
                let Collapse { twists, resistance, .. } = collapse;
                let bounds = AssemblyProof::Bounds {
                    taken: Vec::new(),
                    friction: FrictionUse::Given,
                    load: self.assembly.load.clone(),
                    directions: vec![self.unit.clone()],
                    normal: vec![normal],
                    bound,
                    twists,
                    resistance,
                };
                let beyond = self.assembly.problem.check(bounds).map_err(Refused)?;
                End::At(Limit::End(LimitEnd { value, carried, beyond }))
            }
        })
    }
}

/// A multiple well above one that is the least possible.
fn beyond(least: &Rational) -> Rational {
    least + &least.abs().max(Rational::one())
}

/// How far multiples are looked for.
fn most_of<S: Searched>(ends: &Ends<'_, S>) -> Rational {
    most::<S>(&ends.assembly.load, &ends.unit)
}

/// The sum of two motions on which the further load does no work: what contacts take up of it is no more than the sum
/// of what they take up of each.
fn balanced<S: Searched>(least: &RulingMotion<S>, most: &RulingMotion<S>) -> Collapse<S> {
    let (first, second) = (most.normal.get().clone(), -least.normal.get());
    let mut sum = least.collapse.clone();
    let mix = |one: &mut Rational, other: &Rational| *one = &*one * &first + other * &second;
    for (one, other) in sum.twists.iter_mut().zip(&most.collapse.twists) {
        one.as_mut().iter_mut().zip(other.as_ref()).for_each(|(one, other)| mix(one, other));
    }
    let limited = sum.resistance.len().max(most.collapse.resistance.len());
    let mut others = most.collapse.resistance.clone();
    sum.resistance.resize(limited, Rational::zero());
    others.resize(limited, Rational::zero());
    sum.resistance.iter_mut().zip(&others).for_each(|(one, other)| mix(one, other));
    mix(&mut sum.absorbed, &most.collapse.absorbed);
    sum
}
