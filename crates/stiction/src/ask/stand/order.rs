//! In which order can an assembly be built, so that everything stands after every step?
//!
//! A set of placed bodies stands when contact forces balance what pulls at them.  An order is good if all its beginnings stand; so orders are the paths
//! from nothing to everything in the graph of sets that stand, each step adding one body.
//!
//! ```text
//!     a set stands if and only if each of its groups does, groups being what hangs together by contacts          (1)
//!     holding a body, as if it were ground, lets stand whatever stood before                            (2)
//! ```
//!
//! (1): forces at contacts of different groups do not meet; so verdicts are remembered by group, and a wall has few of them.  Whether a set stands
//! tells nothing of its parts, an arch stands and half of it does not, so taking away greedily is not complete.  The search is: sets that were visited once are not visited
//! again, at most 2ⁿ sets of n bodies, and it ends with an order, with the proof that there is none (all sets that can be reached backwards from the whole were visited),
//! or undecided after [`MOST_SETS`].
//!
//! **Supports.**  A support holds one body from when it is placed until all are; then all supports are taken away, and the whole must stand.  Sets of supports are tried by
//! their number, and by (2) the first number with an order is the fewest.  Beyond [`MOST_SEARCHES`] sets of supports the number is an upper bound: along the file's order each
//! body is held after whose placing the assembly would fall, and then each support is taken back that is not needed.
//!
//! References: \[MR Example 12.11\] for standing; \[Wilson\] for taking apart as building backwards.

use super::assembly::{Searched, stands};
use crate::ask::{Refused, Verdict};
use std::collections::{HashMap, HashSet};
use stiction_proof::{Answer, AssemblyProblem, AssemblyProof, FrictionUse, Verified};

/// Sets of bodies after which a search is left undecided.
pub const MOST_SETS: usize = 20_000;
/// Sets of supports that are tried.
pub const MOST_SEARCHES: usize = 2_000;
/// Bodies that a set can have.
pub const MOST_BODIES: usize = 128;

/// A set of bodies, by position.
type Set = u128;

/// One group of a set, and why it stands or falls.
#[derive(Debug, Clone, PartialEq)]
pub struct Group<S: Searched> {
    /// Its bodies, by position in the assembly, held ones included.
    pub bodies: Vec<usize>,
    /// Those of them that are held.
    pub held: Vec<usize>,
    /// The verdict about those that are not.
    pub verdict: Verdict<AssemblyProof<S::Touch>>,
}

/// One step of an order.
#[derive(Debug, Clone, PartialEq)]
pub struct Step<S: Searched> {
    /// The body that is placed.
    pub body: usize,
    /// Whether all that is placed then stands.
    pub answer: Answer,
    /// Its groups; groups that were there before are told at each step.
    pub groups: Vec<Group<S>>,
}

/// How a search for an order ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Found<S: Searched> {
    /// An order in which every step stands.
    Order(Vec<Step<S>>),
    /// There is none: all sets that can be reached were visited, so many.
    None(usize),
    /// Not decided.
    Undecided,
}

/// The fewest supports that make an order possible.
#[derive(Debug, Clone, PartialEq)]
pub struct Supports<S: Searched> {
    /// The bodies that are held.
    pub held: Vec<usize>,
    /// The order with them; the last step is without any.
    pub order: Vec<Step<S>>,
    /// Whether fewer were shown not to do.
    pub fewest: bool,
}

/// Everything about the order of building.
#[derive(Debug, Clone, PartialEq)]
pub struct Sequence<S: Searched> {
    /// The order that was asked about, step by step.
    pub given: Vec<Step<S>>,
    /// An order in which every step stands.
    pub found: Found<S>,
    /// Supports, where there is no order without; none where the whole does not stand.
    pub supports: Option<Supports<S>>,
    /// All groups that were asked about: by them the search can be made again without asking.
    pub groups: Vec<Group<S>>,
}

/// Decides the order of building.  `given` lists bodies by position; without it the file's order is asked about.
///
/// # Errors
/// A proof that was not accepted, which is a defect of this library.
pub fn sequence<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    given: Option<&[usize]>,
) -> Result<Sequence<S>, Refused> {
    Builder::new(problem, load, true).sequence(given)
}

/// The same from groups that were decided before; what is not among them is undecided.
///
/// # Errors
/// None: nothing is asked.
pub fn sequence_of_groups<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    given: Option<&[usize]>,
    groups: Vec<Group<S>>,
) -> Result<Sequence<S>, Refused> {
    let mut builder = Builder::new(problem, load, false);
    let set = |bodies: &[usize]| {
        bodies.iter().filter(|&&body| body < MOST_BODIES).fold(0, |set, &body| set | one(body))
    };
    builder.known =
        groups.into_iter().map(|group| ((set(&group.bodies), set(&group.held)), group.verdict)).collect();
    builder.sequence(given)
}

struct Builder<'a, S: Searched> {
    problem: &'a AssemblyProblem<S::Touch>,
    load: &'a [S::Screw],
    /// Whether groups that are not known are asked about.
    asks: bool,
    count: usize,
    /// For each body, the bodies that it touches.
    touched: Vec<Set>,
    /// Verdicts about groups: the bodies, and those of them that are held.
    known: HashMap<(Set, Set), Verdict<AssemblyProof<S::Touch>>>,
}

fn members(set: Set) -> impl Iterator<Item = usize> {
    (0..MOST_BODIES).filter(move |body| set >> body & 1 == 1)
}

fn one(body: usize) -> Set {
    1 << body
}

impl<'a, S: Searched> Builder<'a, S> {
    fn new(problem: &'a AssemblyProblem<S::Touch>, load: &'a [S::Screw], asks: bool) -> Self {
        let count = problem.bodies.len().min(MOST_BODIES);
        let mut touched = vec![0; count];
        for contact in &problem.contacts {
            if let (Some(on), Some(against)) = (contact.on, contact.against)
                && on < count
                && against < count
            {
                touched[on] |= one(against);
                touched[against] |= one(on);
            }
        }
        Self { problem, load, asks, count, touched, known: HashMap::new() }
    }

    fn sequence(mut self, given: Option<&[usize]>) -> Result<Sequence<S>, Refused> {
        let file: Vec<usize> = (0..self.count).collect();
        let order = given.unwrap_or(&file);
        let given = self.steps(order, 0)?;
        let complete = order.len() == self.count;
        let found = if complete && given.iter().all(|step| step.answer == Answer::Yes) {
            Found::Order(given.clone())
        } else {
            self.search(0)?
        };
        let supports = match &found {
            Found::None(_) if self.answer(self.whole(), 0)? == Answer::Yes => {
                let order = if complete { order } else { &file };
                Some(self.supports(order)?)
            }
            _ => None,
        };
        let mut known: Vec<(_, Verdict<_>)> = self.known.into_iter().collect();
        known.sort_by_key(|(group, _)| *group);
        let group = |((bodies, held), verdict)| Group {
            bodies: members(bodies).collect(),
            held: members(held).collect(),
            verdict,
        };
        Ok(Sequence { given, found, supports, groups: known.into_iter().map(group).collect() })
    }

    fn whole(&self) -> Set {
        if self.count == MOST_BODIES { Set::MAX } else { (1 << self.count) - 1 }
    }

    /// The groups of the bodies of a set that are not held, each with the held ones that it touches.
    fn groups(&self, set: Set, held: Set) -> Vec<(Set, Set)> {
        let mut left = set & !held;
        let mut groups = Vec::new();
        while left != 0 {
            let mut group = one(left.trailing_zeros() as usize);
            loop {
                let near = members(group & !held).fold(group, |near, body| near | self.touched[body]) & set;
                if near == group {
                    break;
                }
                group = near;
            }
            left &= !group;
            groups.push((group, group & held));
        }
        groups
    }

    fn verdict(&mut self, (group, held): (Set, Set)) -> Result<&Verdict<AssemblyProof<S::Touch>>, Refused> {
        if self.asks && !self.known.contains_key(&(group, held)) {
            let flags = |set: Set| (0..self.count).map(|body| set >> body & 1 == 1).collect::<Vec<_>>();
            let (part, bodies) = self.problem.part(&flags(group), &flags(held));
            let load: Vec<S::Screw> = bodies.iter().map(|&body| self.load[body].clone()).collect();
            let verdict = stands::<S>(&part, &load, &FrictionUse::Given)?;
            self.known.insert((group, held), verdict);
        }
        Ok(self.known.get(&(group, held)).unwrap_or(const { &Verdict::Undecided }))
    }

    fn answer(&mut self, set: Set, held: Set) -> Result<Answer, Refused> {
        let mut all = Answer::Yes;
        for group in self.groups(set, held & set) {
            match self.verdict(group)?.answer() {
                Answer::No => return Ok(Answer::No),
                Answer::Undecided => all = Answer::Undecided,
                Answer::Yes => {}
            }
        }
        Ok(all)
    }

    /// The steps of an order; with supports, the last step is without any.
    fn steps(&mut self, order: &[usize], held: Set) -> Result<Vec<Step<S>>, Refused> {
        let mut set = 0;
        let mut steps = Vec::with_capacity(order.len());
        for &body in order {
            set |= one(body);
            let held = if set == self.whole() { 0 } else { held & set };
            let mut groups = Vec::new();
            for (group, held) in self.groups(set, held) {
                let verdict = self.verdict((group, held))?.clone();
                groups.push(Group {
                    bodies: members(group).collect(),
                    held: members(held).collect(),
                    verdict,
                });
            }
            let answer = self.answer(set, held)?;
            steps.push(Step { body, answer, groups });
        }
        Ok(steps)
    }

    /// Searches backwards from the whole: what may be taken away last was placed last.
    fn search(&mut self, held: Set) -> Result<Found<S>, Refused> {
        match self.answer(self.whole(), 0)? {
            Answer::Yes => {}
            Answer::No => return Ok(Found::None(1)),
            Answer::Undecided => return Ok(Found::Undecided),
        }
        let (mut seen, mut doubtful) = (HashSet::from([self.whole()]), false);
        // Sets to visit, each with the order in which bodies were taken away.
        let mut open: Vec<(Set, Vec<usize>)> = vec![(self.whole(), Vec::new())];
        while let Some((set, taken)) = open.pop() {
            if set == 0 {
                let order: Vec<usize> = taken.into_iter().rev().collect();
                return Ok(Found::Order(self.steps(&order, held)?));
            }
            // The last of the file is taken away first, so that orders follow the file where they can.
            for body in members(set) {
                let rest = set & !one(body);
                if !seen.insert(rest) {
                    continue;
                }
                match self.answer(rest, held & rest)? {
                    Answer::Yes => {
                        let mut taken = taken.clone();
                        taken.push(body);
                        open.push((rest, taken));
                    }
                    Answer::Undecided => doubtful = true,
                    Answer::No => {}
                }
            }
            if seen.len() > MOST_SETS {
                return Ok(Found::Undecided);
            }
        }
        Ok(if doubtful { Found::Undecided } else { Found::None(seen.len()) })
    }

    /// The fewest supports; the whole stands, and without supports there is no order.
    fn supports(&mut self, order: &[usize]) -> Result<Supports<S>, Refused> {
        let (mut tried, mut fewest) = (0, true);
        let upper = self.upper(order)?;
        for number in 1..upper.count_ones() as usize {
            for held in combinations(self.count, number) {
                tried += 1;
                if tried > MOST_SEARCHES {
                    let order = self.steps(order, upper)?;
                    return Ok(Supports { held: members(upper).collect(), order, fewest: false });
                }
                match self.search(held)? {
                    Found::Order(order) => {
                        return Ok(Supports { held: members(held).collect(), order, fewest });
                    }
                    Found::Undecided => fewest = false,
                    Found::None(_) => {}
                }
            }
        }
        let order = self.steps(order, upper)?;
        Ok(Supports { held: members(upper).collect(), order, fewest })
    }

    /// Supports that make a given order possible, none of which can be taken back alone.
    fn upper(&mut self, order: &[usize]) -> Result<Set, Refused> {
        let (mut set, mut held) = (0, 0);
        for &body in order {
            set |= one(body);
            if set != self.whole() && self.answer(set, held)? != Answer::Yes {
                held |= one(body);
            }
        }
        for &body in order {
            let fewer = held & !one(body);
            if fewer != held && self.is_possible(order, fewer)? {
                held = fewer;
            }
        }
        Ok(held)
    }

    fn is_possible(&mut self, order: &[usize], held: Set) -> Result<bool, Refused> {
        let mut set = 0;
        for &body in order {
            set |= one(body);
            let held = if set == self.whole() { 0 } else { held & set };
            if self.answer(set, held)? != Answer::Yes {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// All sets of so many bodies, in the order of their numbers.
fn combinations(count: usize, number: usize) -> impl Iterator<Item = Set> {
    let mut chosen: Option<Vec<usize>> = (number <= count).then(|| (0..number).collect());
    std::iter::from_fn(move || {
        let current = chosen.clone()?;
        let next = (0..number).rev().find(|&at| current[at] < count - number + at);
        chosen = next.map(|at| {
            let first = current[at] + 1;
            current[..at].iter().copied().chain((0..number - at).map(|step| first + step)).collect()
        });
        Some(current.iter().fold(0, |set, &body| set | one(body)))
    })
}

/// The proof of a group, if it was decided.
impl<S: Searched> Group<S> {
    /// The proof, if there is one.
    pub fn proof(&self) -> Option<&Verified<AssemblyProof<S::Touch>>> {
        self.verdict.verified()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_all_sets_of_a_size() {
        assert_eq!(combinations(4, 2).collect::<Vec<_>>(), [0b0011, 0b0101, 0b1001, 0b0110, 0b1010, 0b1100]);
        assert_eq!(combinations(3, 0).collect::<Vec<_>>(), [0]);
        assert_eq!(combinations(2, 3).count(), 0);
        assert_eq!(combinations(10, 4).count(), 210);
    }
}
