//! How far a direction may be added to a load before an assembly falls.
//!
//! Where cones have edges one exact program tells, and its multipliers are the collapse beyond.  Otherwise each collapse bounds the
//! step, `s ≤ (Σ mostᵢrᵢ − w·V)/(d·V)`, and the bound is asked next: the loads that stand are convex, so the bounds come down to
//! the step from above.

use super::decide::stands;
use super::edges::{Added, EdgeEnd, Edges};
use super::search::Searched;
use crate::ask::{Refused, Verdict};
use stiction_proof::{AssemblyProblem, AssemblyProof, FrictionUse, Rational, Touch};

/// A motion on which an assembly collapses, and what its contacts take up.
#[derive(Debug, Clone, PartialEq)]
pub struct Collapse<S: Searched> {
    /// A twist of each body.
    pub twists: Vec<S::Screw>,
    /// For each contact a bound of what it takes up for one normal; empty where nothing is limited.
    pub resistance: Vec<Rational>,
    /// The most that all contacts together take up.
    pub absorbed: Rational,
}

/// How far a step went.
#[derive(Debug, Clone, PartialEq)]
pub enum Reach<S: Searched> {
    /// To this multiple of the direction, where these forces balance; beyond it the collapse, unless it went as far as was asked.
    Standing {
        /// The multiple.
        step: Rational,
        /// What each contact does there.
        forces: Vec<Pushed<S>>,
        /// The collapse beyond.
        beyond: Option<Collapse<S>>,
    },
    /// Nothing along the direction stands, on this collapse.
    Falls(Collapse<S>),
    /// Not even the load itself was decided.
    Undecided,
}

/// Asks how far loads reach, again and again, of one assembly.
pub struct Reacher<'a, S: Searched> {
    problem: &'a AssemblyProblem<S::Touch>,
    edges: Option<Edges<'a, S>>,
}

/// Rows up to which the exact program is asked.
const FEW_ROWS: usize = 60;

/// What a contact does.
type Pushed<S> = <<S as super::Standing>::Touch as Touch>::Push;

/// The part of a bound that is left out where cones are round: a value a little inside stands at once, and whoever needs more begins again from nearer.
const NEAR: f64 = 1.0 / 256.0;

/// Bounds that are followed before the last step that stood is taken.
const MOST_BOUNDS: usize = 40;

/// The friction that is meant.
const GIVEN: FrictionUse = FrictionUse::Given;

impl<'a, S: Searched> Reacher<'a, S> {
    /// For an assembly.
    pub fn new(problem: &'a AssemblyProblem<S::Touch>) -> Self {
        let edges = Edges::<S>::within(problem, &GIVEN, FEW_ROWS);
        Self { problem, edges }
    }

    /// Balances a load, or finds its collapse.
    pub fn stands(&self, load: &[S::Screw]) -> Result<Reach<S>, Refused> {
        let still = |forces| Reach::Standing { step: Rational::zero(), forces, beyond: None };
        if let Some(edges) = &self.edges {
            return Ok(match edges.least(load, &[], |_, _| Rational::one()) {
                EdgeEnd::Best { pushes, .. } | EdgeEnd::Unbounded { pushes } => still(pushes),
                EdgeEnd::Impossible { twists, resistance } => Reach::Falls(self.collapse(twists, resistance)),
            });
        }
        Ok(match stands::<S>(self.problem, load, &GIVEN)? {
            Verdict::Yes(proof) => match proof.into_proof() {
                AssemblyProof::Rests { forces, .. } => still(forces),
                _ => Reach::Undecided,
            },
            Verdict::No(proof) => match proof.into_proof() {
                AssemblyProof::Falls { twists, resistance, .. } => {
                    Reach::Falls(self.collapse(twists, resistance))
                }
                _ => Reach::Undecided,
            },
            Verdict::Undecided => Reach::Undecided,
        })
    }

    /// The largest step from nought to `most` along a direction.
    pub fn reach(
        &self,
        load: &[S::Screw],
        direction: &[S::Screw],
        most: &Rational,
    ) -> Result<Reach<S>, Refused> {
        let Some(edges) = &self.edges else { return self.by_bounds(load, direction, most) };
        let further = [Added { wrenches: direction, taken: &[], cost: Rational::from(-1) }];
        match edges.least(load, &further, |_, _| Rational::zero()) {
            EdgeEnd::Best { pushes, twists, resistance, cost } if -&cost <= *most => {
                let beyond = Some(self.collapse(twists, resistance));
                Ok(Reach::Standing { step: -cost, forces: pushes, beyond })
            }
            EdgeEnd::Impossible { twists, resistance } => Ok(Reach::Falls(self.collapse(twists, resistance))),
            EdgeEnd::Best { .. } | EdgeEnd::Unbounded { .. } => {
                Ok(match self.stands(&stepped::<S>(load, direction, most))? {
                    Reach::Standing { forces, beyond, .. } => {
                        Reach::Standing { step: most.clone(), forces, beyond }
                    }
                    other => other,
                })
            }
        }
    }

    fn by_bounds(
        &self,
        load: &[S::Screw],
        direction: &[S::Screw],
        most: &Rational,
    ) -> Result<Reach<S>, Refused> {
        let (mut step, mut beyond) = (most.clone(), None);
        for _ in 0..MOST_BOUNDS {
            match self.stands(&stepped::<S>(load, direction, &step))? {
                Reach::Standing { forces, .. } => return Ok(Reach::Standing { step, forces, beyond }),
                Reach::Falls(collapse) => {
                    let gain = power::<S>(direction, &collapse.twists);
                    let room = &collapse.absorbed - &power::<S>(load, &collapse.twists);
                    let bound =
                        room.checked_div(&gain).filter(|bound| gain.is_positive() && !bound.is_negative());
                    let Some(bound) = bound else { return Ok(Reach::Falls(collapse)) };
                    // Below the bound, in few digits: round cones meet it only in the limit, and each bound takes long.
                    let nearer = bound.to_f64() * (1.0 - NEAR);
                    let next = Rational::from_f64(nearer).unwrap_or_default();
                    step = if next < step { next } else { step * Rational::new(15, 16) };
                    beyond = Some(collapse);
                }
                Reach::Undecided => step = step * Rational::new(15, 16),
            }
        }
        Ok(match self.stands(load)? {
            Reach::Standing { forces, .. } => Reach::Standing { step: Rational::zero(), forces, beyond },
            other => other,
        })
    }

    /// The collapse at which the fastest component is 1: multipliers of a program can be longer than doubles.
    fn collapse(&self, mut twists: Vec<S::Screw>, mut resistance: Vec<Rational>) -> Collapse<S> {
        let entries = twists.iter().flat_map(|twist| twist.as_ref()).map(Rational::abs);
        let unit = entries.reduce(Rational::max).and_then(|fastest| fastest.recip());
        if let Some(unit) = unit {
            let scaled = |entry: &mut Rational| *entry = &*entry * &unit;
            twists.iter_mut().flat_map(|twist| twist.as_mut()).for_each(scaled);
            resistance.iter_mut().for_each(scaled);
        }
        let limits = self.problem.contacts.iter().map(|contact| contact.touch.most());
        let taken = limits.zip(&resistance).filter_map(|(most, resisted)| Some(most? * resisted));
        let absorbed = taken.sum();
        Collapse { twists, resistance, absorbed }
    }
}

/// The work of loads on twists.
pub(crate) fn power<S: Searched>(load: &[S::Screw], twists: &[S::Screw]) -> Rational {
    let pairs = load.iter().zip(twists).flat_map(|(load, twist)| load.as_ref().iter().zip(twist.as_ref()));
    pairs.filter(|(force, velocity)| !force.is_zero() && !velocity.is_zero()).map(|(a, b)| a * b).sum()
}

/// `load + step·direction`.
fn stepped<S: Searched>(load: &[S::Screw], direction: &[S::Screw], step: &Rational) -> Vec<S::Screw> {
    let mut sum = load.to_vec();
    for (sum, part) in sum.iter_mut().zip(direction) {
        for (sum, part) in sum.as_mut().iter_mut().zip(part.as_ref()).filter(|(_, part)| !part.is_zero()) {
            *sum += part * step;
        }
    }
    sum
}
