//! Can some bodies be built between others that are held?
//!
//! From the held ones alone bodies are placed, and from the whole they are taken away, by turns.  Each way
//! sees a set once.  Where a set is seen both ways there is an order; where one way has nowhere left to go
//! there is none.  An arch has no second step backwards, and a vault, of which many a stone can be taken out,
//! no third one forwards; so the shorter way ends it.

use super::super::assembly::Searched;
use super::known::{Builder, Halt, Set, members, one};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use stiction_proof::Answer;

/// Steps from set to set after which a search is left undecided.
pub const MOST_STEPS: usize = 100_000;
/// Steps one way before the other has its turn, where no group has to be asked about.
const TURN: usize = 64;

/// How the bodies can be built.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Way {
    /// In this order, after what is held.
    Order(Vec<usize>),
    /// Not at all; so many sets were seen.
    None(usize),
    /// Not decided.
    Undecided,
}

/// One way through the sets.
struct Walk {
    forwards: bool,
    /// Sets that stand, each with the body by which it was reached.
    seen: HashMap<Set, Option<usize>>,
    /// The path that is being followed, each set with the bodies that were not tried.
    path: Vec<(Set, Set)>,
    doubtful: bool,
}

impl Walk {
    fn new(forwards: bool, start: Set, bodies: Set) -> Self {
        Self { forwards, seen: HashMap::from([(start, None)]), path: vec![(start, bodies)], doubtful: false }
    }

    /// The next step to try: the set, and the body by which it differs.
    fn next(&mut self) -> Option<(Set, usize)> {
        loop {
            let (set, left) = self.path.last_mut()?;
            if *left == 0 {
                self.path.pop();
                continue;
            }
            // The first of the file is placed first, and the last taken away, so that orders follow the file
            // where they can.
            let body = match self.forwards {
                true => left.trailing_zeros(),
                false => Set::BITS - 1 - left.leading_zeros(),
            } as usize;
            *left &= !one(body);
            return Some((*set ^ one(body), body));
        }
    }

    /// The bodies by which a set was reached, the last first.
    fn way(&self, mut set: Set) -> Vec<usize> {
        let mut bodies = Vec::new();
        while let Some(Some(body)) = self.seen.get(&set) {
            bodies.push(*body);
            set ^= one(*body);
        }
        bodies
    }
}

impl<S: Searched> Builder<'_, S> {
    /// Searches an order of what is not held.  The whole stands without supports.
    pub(super) fn way(&mut self, held: Set) -> Result<Way, Halt> {
        let free = self.whole() & !held;
        let mut walks = [Walk::new(true, held, free), Walk::new(false, self.whole(), free)];
        if free == 0 {
            return Ok(Way::Order(Vec::new()));
        }
        let mut fallen: HashMap<Set, Answer> = HashMap::new();
        let mut steps = 0;
        let mut ended = [false; 2];
        loop {
            for at in 0..2 {
                let looks = self.looks();
                for _ in 0..TURN {
                    if ended[at] || self.looks() > looks {
                        break;
                    }
                    steps += 1;
                    let Some((set, body)) = walks[at].next() else {
                        if !walks[at].doubtful {
                            return Ok(Way::None(walks[0].seen.len() + walks[1].seen.len() + fallen.len()));
                        }
                        ended[at] = true;
                        break;
                    };
                    if walks[at].seen.contains_key(&set) {
                        continue;
                    }
                    let stands = match fallen.entry(set) {
                        Entry::Occupied(known) => *known.get(),
                        Entry::Vacant(_) => self.step(set, body, held)?,
                    };
                    if stands != Answer::Yes {
                        walks[at].doubtful |= stands == Answer::Undecided;
                        fallen.insert(set, stands);
                        continue;
                    }
                    walks[at].seen.insert(set, Some(body));
                    if walks[1 - at].seen.contains_key(&set) {
                        let mut order = walks[0].way(set);
                        order.reverse();
                        order.extend(walks[1].way(set));
                        return Ok(Way::Order(order));
                    }
                    let left = if walks[at].forwards { free & !set } else { free & set };
                    walks[at].path.push((set, left));
                }
            }
            if ended == [true; 2] || steps > MOST_STEPS {
                return Ok(Way::Undecided);
            }
        }
    }

    /// Whether a set stands that differs from one that does by a body: the small questions first.
    fn step(&mut self, set: Set, body: usize, held: Set) -> Result<Answer, Halt> {
        let placed = set & one(body) != 0;
        let near = if placed { one(body) } else { self.touched[body] & set & !held };
        if set != self.whole() {
            for body in members(near) {
                if self.alone(body, set)? == Answer::No {
                    return Ok(Answer::No);
                }
            }
        }
        self.answer(set, if set == self.whole() { 0 } else { held })
    }
}
