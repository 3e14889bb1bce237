//! How far a direction may be added to a load before an assembly falls.
//!
//! Where cones have edges one exact program tells, and its multipliers are the collapse beyond.  Otherwise
//! the step comes between two proofs that are close to each other.

use super::decide::stands;
use super::edges::{self, Added, EdgeEnd, Edges, Price};
use super::margins::{normals, opening};
use super::most::{Asked, Begin};
use super::search::{Searched, Sought, search};
use std::cell::Cell;
use stiction_proof::{AssemblyProblem, AssemblyProof, FrictionUse, Rational, Touch};
use stiction_scene::Extent;
use stiction_scene::bracket::Bracket;
use stiction_scene::{Refused, Verdict};

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
    /// To this multiple of the direction, where these forces balance; beyond it the collapse, unless it went
    /// as far as was asked.
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
    /// Where cones have edges: the program that ends at the step itself, asked again and again from where it ended.
    edges: Option<Edges<'a, S>>,
    /// Where they are round: a motion that opens every contact, if there is one.
    motion: Option<Option<Vec<Vec<f64>>>>,
}

/// Rows up to which the exact program is asked.
const MANY_ROWS: usize = 3000;

/// What a contact does.
type Pushed<S> = <<S as stiction_scene::lower::Standing>::Touch as Touch>::Push;

/// The friction that is meant.
const GIVEN: FrictionUse = FrictionUse::Given;

impl<'a, S: Searched> Reacher<'a, S> {
    /// For an assembly.
    pub fn new(problem: &'a AssemblyProblem<S::Touch>) -> Self {
        let few = edges::size::<S>(problem) <= MANY_ROWS && !edges::is_round::<S>(problem, &GIVEN);
        Self { problem, edges: few.then(|| Edges::new(problem, &GIVEN)), motion: None }
    }

    /// Balances a load, or finds its collapse.
    pub fn stands(&mut self, load: &[S::Screw]) -> Result<Reach<S>, Refused> {
        let still = |forces| Reach::Standing { step: Rational::zero(), forces, beyond: None };
        if let Some(edges) = &mut self.edges {
            return Ok(match edges.least(load, &[], |_| Price::nothing()) {
                EdgeEnd::Best { pushes, .. } | EdgeEnd::Unbounded { pushes } => still(pushes),
                EdgeEnd::Impossible { twists, resistance } => Reach::Falls(self.collapse(twists, resistance)),
                EdgeEnd::Between(_) => Reach::Undecided,
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
        &mut self,
        load: &[S::Screw],
        direction: &[S::Screw],
        most: &Rational,
    ) -> Result<Reach<S>, Refused> {
        let Some(edges) = &mut self.edges else { return self.by_ends(load, direction, most) };
        let further = [Added { wrenches: direction, taken: &[], cost: Rational::from(-1) }];
        match edges.least(load, &further, |_| Price::nothing()) {
            EdgeEnd::Between(_) => Ok(Reach::Undecided),
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

    /// By the ends of the multiples that stand, which are between two proofs.
    fn by_ends(
        &mut self,
        load: &[S::Screw],
        direction: &[S::Screw],
        most: &Rational,
    ) -> Result<Reach<S>, Refused> {
        let motion = self.motion.get_or_insert_with(|| {
            let normals = normals::<S>(self.problem);
            opening::<S>(self.problem, &GIVEN, &normals)
        });
        let begin = Begin {
            begin: search::<S>(Sought::new(self.problem, &GIVEN, load)),
            motion: motion.clone(),
            exactly: Cell::new(0),
        };
        let way = [Rational::one()];
        let asked = Asked::<S> {
            problem: self.problem,
            load,
            directions: &[direction],
            way: &way,
            further: direction,
            taken: Vec::new(),
        };
        match asked.most(Some(&begin))? {
            Extent::Between(bracket) if bracket.lower.0 < *most => {
                let Bracket { lower: (step, rests), upper: (_, bounds), .. } = bracket;
                let (AssemblyProof::Rests { forces, .. }, AssemblyProof::Bounds { twists, resistance, .. }) =
                    (rests.into_proof(), bounds.into_proof())
                else {
                    return Ok(Reach::Undecided);
                };
                Ok(Reach::Standing { step, forces, beyond: Some(self.collapse(twists, resistance)) })
            }
            Extent::Absent => self.stands(load),
            Extent::Between(_) | Extent::Unlimited(_) => {
                Ok(match self.stands(&stepped::<S>(load, direction, most))? {
                    Reach::Standing { forces, beyond, .. } => {
                        Reach::Standing { step: most.clone(), forces, beyond }
                    }
                    other => other,
                })
            }
            Extent::Undecided => Ok(Reach::Undecided),
        }
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
pub fn power<S: Searched>(load: &[S::Screw], twists: &[S::Screw]) -> Rational {
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
