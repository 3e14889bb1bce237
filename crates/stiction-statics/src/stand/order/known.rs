//! What is known about sets of bodies: verdicts about groups, and what follows from them without asking.

use super::super::assembly::{Columned, Searched, stands};
use super::{Group, Step};
use std::collections::{HashMap, HashSet};
use stiction_exact::work::{self, Allowance, Limit, Stopped};
use stiction_proof::{Answer, AssemblyProblem, AssemblyProof, FrictionUse, Rational, Touch};
use stiction_scene::{Refused, Verdict};

/// Bodies that a set can have.
pub const MOST_BODIES: usize = 128;
/// Steps after which a single group is left undecided, some seconds: others may be decided in that time.
const STEPS_OF_A_GROUP: u64 = 60_000_000;

/// A set of bodies, by position.
pub(super) type Set = u128;
/// A group: its bodies, and those of them that are held.
pub(super) type Key = (Set, Set);

/// The bodies of a set, in the order of the file.
pub(super) fn members(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}

pub(super) fn one(body: usize) -> Set {
    1 << body
}

/// The set of some positions.
pub(super) fn set_of(bodies: &[usize]) -> Set {
    bodies.iter().filter(|&&body| body < MOST_BODIES).fold(0, |set, &body| set | one(body))
}

/// Why a question about a set has no answer.
#[derive(Debug)]
pub(super) enum Halt {
    /// Time is over, or the group is not among those that are known.
    Over,
    /// A checker refused a proof.
    Refused(Refused),
}

/// Equation (3): sets that fall by one motion.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Fall {
    /// All of them move, so none of them is held.
    moving: Set,
    /// What touches them and was not there.
    absent: Set,
}

impl Fall {
    fn is_of(&self, set: Set, held: Set) -> bool {
        self.moving & !(set & !held) == 0 && self.absent & set == 0
    }
}

type Verdicts<S> = Verdict<AssemblyProof<<S as stiction_scene::lower::Standing>::Touch>>;

pub(super) struct Builder<'a, S: Searched> {
    problem: &'a AssemblyProblem<S::Touch>,
    load: &'a [S::Screw],
    /// Whether groups that are not known are asked about.
    asks: bool,
    pub(super) count: usize,
    /// For each body, the bodies that it touches.
    pub(super) touched: Vec<Set>,
    known: HashMap<Key, Verdicts<S>>,
    /// Groups that were looked at, so that what follows from them is drawn once, and in the same order
    /// whenever it is made again.
    looked: HashSet<Key>,
    falls: Vec<Fall>,
}

impl<'a, S: Searched> Builder<'a, S> {
    pub(super) fn new(problem: &'a AssemblyProblem<S::Touch>, load: &'a [S::Screw], asks: bool) -> Self {
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
        let (known, looked, falls) = (HashMap::new(), HashSet::new(), Vec::new());
        Self { problem, load, asks, count, touched, known, looked, falls }
    }

    /// A verdict from before.
    pub(super) fn know(&mut self, group: Key, verdict: Verdicts<S>) {
        self.known.insert(group, verdict);
    }

    /// All verdicts, in the order of their groups.
    pub(super) fn all_known(self) -> Vec<(Key, Verdicts<S>)> {
        let mut known: Vec<_> = self.known.into_iter().collect();
        known.sort_by_key(|(group, _)| *group);
        known
    }

    /// How many groups were looked at.
    pub(super) fn looks(&self) -> usize {
        self.looked.len()
    }

    pub(super) fn whole(&self) -> Set {
        if self.count == MOST_BODIES { Set::MAX } else { (1 << self.count) - 1 }
    }

    /// The groups of the bodies of a set that are not held, each with the held ones that it touches.
    fn groups(&self, set: Set, held: Set) -> Vec<Key> {
        let mut left = set & !held;
        let mut groups = Vec::new();
        while left != 0 {
            let (mut group, mut new) = (0, left & left.wrapping_neg());
            while new != 0 {
                group |= new;
                let near = members(new & !held).fold(0, |near, body| near | self.touched[body]);
                new = near & set & !group;
            }
            left &= !group;
            groups.push((group, group & held));
        }
        groups
    }

    fn verdict(&mut self, group: Key) -> Result<&Verdicts<S>, Halt> {
        if !self.known.contains_key(&group) {
            let verdict = if self.asks { self.asked(group)? } else { return Err(Halt::Over) };
            self.known.insert(group, verdict);
        }
        if self.looked.insert(group) {
            self.falls.extend(self.fall(group));
        }
        Ok(self.known.get(&group).unwrap_or(const { &Verdict::Undecided }))
    }

    /// The part of the assembly that a group is, and the loads on what of it may move.
    fn part(&self, (group, held): Key) -> (AssemblyProblem<S::Touch>, Vec<S::Screw>) {
        let flags = |set: Set| (0..self.count).map(|body| set >> body & 1 == 1).collect::<Vec<_>>();
        let (part, bodies) = self.problem.part(&flags(group), &flags(held));
        let load = bodies.iter().map(|&body| self.load[body].clone()).collect();
        (part, load)
    }

    fn asked(&self, group: Key) -> Result<Verdicts<S>, Halt> {
        let (part, load) = self.part(group);
        if let Some(known) = self.with_fewer_held(group, &part, &load) {
            return Ok(known);
        }
        let limit = Allowance::unlimited().of_steps(STEPS_OF_A_GROUP);
        let ask = || stands::<S>(&part, &load, &FrictionUse::Given);
        match work::attempt_with("the order of building", &limit, ask) {
            Ok(verdict) => verdict.map_err(Halt::Refused),
            // This group alone took too long.
            Err(Stopped { why: Limit::Steps(STEPS_OF_A_GROUP), .. }) if work::going().is_ok() => {
                Ok(Verdict::Undecided)
            }
            Err(_) => Err(Halt::Over),
        }
    }

    /// Equation (2): the forces with fewer of the neighbours held and there, and none at the contacts with the others.
    fn with_fewer_held(
        &self,
        (group, held): Key,
        part: &AssemblyProblem<S::Touch>,
        load: &[S::Screw],
    ) -> Option<Verdicts<S>> {
        let free = group & !held;
        let mut tried = members(held).map(|body| held & !one(body)).chain([0]);
        let (before, forces) = tried.find_map(|held| match self.known.get(&(free | held, held)) {
            Some(Verdict::Yes(proof)) => match proof.proof() {
                AssemblyProof::Rests { forces, .. } => Some((held, forces)),
                _ => None,
            },
            _ => None,
        })?;
        let there = |body: Option<usize>, set: Set| body.is_none_or(|body| set & one(body) != 0);
        let moves = |body: Option<usize>| body.is_some_and(|body| free & one(body) != 0);
        let of = |set: Set| {
            let contacts = self.problem.contacts.iter();
            contacts.map(move |contact| {
                (moves(contact.on) || moves(contact.against))
                    && there(contact.on, set)
                    && there(contact.against, set)
            })
        };
        let mut forces = forces.iter();
        let mut all = Vec::with_capacity(part.contacts.len());
        let coefficients = part.coefficients(&FrictionUse::Given);
        for (_, was) in of(group).zip(of(free | before)).filter(|(is, _)| *is) {
            let force = if was { forces.next().cloned() } else { None };
            let (touch, coefficients) = (&part.contacts.get(all.len())?.touch, coefficients.get(all.len())?);
            all.push(force.unwrap_or_else(|| nothing::<S>(touch, coefficients)));
        }
        let proof = AssemblyProof::Rests { friction: FrictionUse::Given, load: load.to_vec(), forces: all };
        part.check(proof).ok().map(Verdict::Yes)
    }

    /// Equation (3) of a group that falls.
    fn fall(&self, (group, held): Key) -> Option<Fall> {
        let AssemblyProof::Falls { twists, .. } = self.known.get(&(group, held))?.verified()?.proof() else {
            return None;
        };
        let moves = |twist: &S::Screw| twist.as_ref().iter().any(|entry| !entry.is_zero());
        let moving = members(group & !held).zip(twists).filter(|(_, twist)| moves(twist));
        let moving = moving.fold(0, |set, (body, _)| set | one(body));
        let near = members(moving).fold(0, |near, body| near | self.touched[body]);
        Some(Fall { moving, absent: near & !group })
    }

    /// Whether a set stands.
    pub(super) fn answer(&mut self, set: Set, held: Set) -> Result<Answer, Halt> {
        let held = held & set;
        if self.falls.iter().any(|fall| fall.is_of(set, held)) {
            return Ok(Answer::No);
        }
        let mut all = Answer::Yes;
        for group in self.groups(set, held) {
            match self.verdict(group)?.answer() {
                Answer::No => return Ok(Answer::No),
                Answer::Undecided => all = Answer::Undecided,
                Answer::Yes => {}
            }
        }
        Ok(all)
    }

    /// Whether a body stands where all that it touches in a set is held: if not it falls in the set, and the
    /// question is a small one.
    pub(super) fn alone(&mut self, body: usize, set: Set) -> Result<Answer, Halt> {
        let near = self.touched[body] & set & !one(body);
        if self.falls.iter().any(|fall| fall.is_of(near | one(body), near)) {
            return Ok(Answer::No);
        }
        Ok(self.verdict((near | one(body), near))?.answer())
    }

    /// The steps of an order; with supports, the last step is without any.
    pub(super) fn steps(&mut self, order: &[usize], held: Set) -> Result<Vec<Step<S>>, Refused> {
        let mut set = 0;
        let mut steps = Vec::with_capacity(order.len());
        for &body in order {
            set |= one(body);
            let held = if set == self.whole() { 0 } else { held & set };
            let (mut groups, mut answer) = (Vec::new(), Answer::Yes);
            for (group, held) in self.groups(set, held) {
                let verdict = match self.verdict((group, held)) {
                    Ok(verdict) => verdict.clone(),
                    Err(Halt::Over) => Verdict::Undecided,
                    Err(Halt::Refused(refused)) => return Err(refused),
                };
                answer = match (answer, verdict.answer()) {
                    (Answer::No, _) | (_, Answer::No) => Answer::No,
                    (Answer::Yes, Answer::Yes) => Answer::Yes,
                    _ => Answer::Undecided,
                };
                let (bodies, held) = (members(group).collect(), members(held).collect());
                groups.push(Group { bodies, held, verdict });
            }
            steps.push(Step { body, answer, groups });
        }
        Ok(steps)
    }
}

/// No push.
fn nothing<S: Columned>(
    touch: &S::Touch,
    coefficients: &stiction_proof::Coefficients,
) -> <S::Touch as Touch>::Push {
    S::push(touch, coefficients, &vec![Rational::zero(); S::columns(touch, coefficients).len()])
}
