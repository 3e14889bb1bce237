//! The fewest supports that make an order possible, and what is known of them when time is over.
//!
//! Sets of bodies that cannot be built between the others, [`super`] (4), are collected: first the pairs of
//! touching bodies of which neither stands before the other, then, from bodies that hit all of these and
//! still do not do, what is left, made smaller as long as it cannot be built.  The first supports that do are
//! the fewest.  Supports that do are known early: where nothing more stands, one more body is held.

use super::super::assembly::Searched;
use super::Supports;
use super::hitting::hitting;
use super::known::{Builder, Halt, Set, members, one};
use super::search::Way;
use stiction_proof::Answer;
use stiction_scene::Refused;

/// Sets that cannot be built, found one after the other, at most.
const MOST_SETS: usize = 200;

/// Supports that do, with an order of all bodies.
struct Upper {
    held: Set,
    order: Vec<usize>,
}

/// Time that is over is no failure: the rest is not known.
fn unless_over<T>(found: Result<T, Halt>) -> Result<Option<T>, Refused> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Halt::Over) => Ok(None),
        Err(Halt::Refused(refused)) => Err(refused),
    }
}

impl<S: Searched> Builder<'_, S> {
    /// Pairs of bodies that touch, of which neither stands before the other, with everything else held.
    pub(super) fn pairs_that_need_a_support(&mut self, cores: &mut Vec<Set>) -> Result<(), Halt> {
        for first in 0..self.count {
            for second in members(self.touched[first]).filter(|&second| second > first) {
                let without = |body: usize| self.whole() & !one(body);
                let (without_second, without_first) = (without(second), without(first));
                if self.alone(first, without_second)? == Answer::No
                    && self.alone(second, without_first)? == Answer::No
                {
                    cores.push(one(first) | one(second));
                }
            }
        }
        Ok(())
    }

    /// Supports of a whole that stands; `some` where it is known that it needs any.
    pub(super) fn supports(&mut self, mut cores: Vec<Set>, some: bool) -> Result<Supports<S>, Refused> {
        let mut at_least = usize::from(some);
        let mut upper: Option<Upper> = None;
        if cores.is_empty() && some {
            // Without any there is no order: some body is held.
            let core = self.smaller(self.whole());
            cores.extend(unless_over(core)?);
        }
        for _ in 0..MOST_SETS {
            let (held, needed) = hitting(&cores);
            at_least = at_least.max(needed);
            if upper.as_ref().is_some_and(|upper| upper.held.count_ones() as usize <= at_least) {
                break;
            }
            match unless_over(self.way(held))? {
                Some(Way::Order(order)) => {
                    let order = members(held).chain(order).collect();
                    upper = Some(Upper { held, order });
                    break;
                }
                Some(Way::None(_)) => {
                    if upper.is_none() {
                        upper = Some(self.greedy(held)?);
                    }
                    match unless_over(self.smaller(self.whole() & !held))? {
                        Some(core) => cores.push(core),
                        None => break,
                    }
                }
                Some(Way::Undecided) | None => break,
            }
        }
        let upper = match upper {
            Some(upper) => upper,
            None => self.greedy(hitting(&cores).0)?,
        };
        self.told(&upper, at_least)
    }

    /// A set that cannot be built between the others, without bodies that do not matter.
    fn smaller(&mut self, mut set: Set) -> Result<Set, Halt> {
        for body in members(set) {
            let fewer = set & !one(body);
            if fewer != 0 && matches!(self.way(self.whole() & !fewer)?, Way::None(_)) {
                set = fewer;
            }
        }
        Ok(set)
    }

    /// Supports and an order whatever happens: where nothing more stands one more body is held, the one with
    /// most to carry.
    fn greedy(&mut self, held: Set) -> Result<Upper, Refused> {
        let mut upper = match self.placed(held, true)? {
            Some(upper) => upper,
            // Not reached: with more and more held all are placed.
            None => Upper { held: self.whole(), order: (0..self.count).collect() },
        };
        for body in members(upper.held & !held) {
            if let Some(fewer) = self.placed(upper.held & !one(body), false)? {
                upper = fewer;
            }
        }
        Ok(upper)
    }

    /// Places what stands, one after the other; with `more` held where nothing does, else none.
    fn placed(&mut self, mut held: Set, more: bool) -> Result<Option<Upper>, Refused> {
        let mut order: Vec<usize> = members(held).collect();
        let mut set = held;
        while set != self.whole() {
            let mut next = None;
            for body in members(self.whole() & !set) {
                match unless_over(self.stands_with(set | one(body), body, held))? {
                    Some(Answer::Yes) => {
                        next = Some(body);
                        break;
                    }
                    Some(_) => {}
                    None if more => {
                        // What is left is held, before everything else.
                        let left = self.whole() & !set;
                        order.splice(0..0, members(left));
                        return Ok(Some(Upper { held: held | left, order }));
                    }
                    None => return Ok(None),
                }
            }
            let body = match next {
                Some(body) => body,
                None if more => {
                    let left = self.whole() & !set;
                    let near = |body: &usize| (self.touched[*body] & left).count_ones();
                    // The first of those that touch most; there is one, since not all are placed.
                    let most = members(left).map(|body| near(&body)).max();
                    let Some(body) = members(left).find(|body| Some(near(body)) == most) else { break };
                    held |= one(body);
                    body
                }
                None => return Ok(None),
            };
            set |= one(body);
            order.push(body);
        }
        Ok(Some(Upper { held, order }))
    }

    /// Whether a set stands to which a body was added.
    fn stands_with(&mut self, set: Set, body: usize, held: Set) -> Result<Answer, Halt> {
        if set == self.whole() {
            return Ok(Answer::Yes);
        }
        match self.alone(body, set)? {
            Answer::No => Ok(Answer::No),
            _ => self.answer(set, held),
        }
    }

    /// The order step by step, held bodies no earlier than something leans on them where that stands as well.
    fn told(&mut self, upper: &Upper, at_least: usize) -> Result<Supports<S>, Refused> {
        let held: Vec<usize> = members(upper.held).collect();
        let later = self.steps(&self.late(upper), upper.held)?;
        let order = if later.iter().all(|step| step.answer == Answer::Yes) {
            later
        } else {
            self.steps(&upper.order, upper.held)?
        };
        Ok(Supports { held, order, at_least })
    }

    fn late(&self, upper: &Upper) -> Vec<usize> {
        let mut order: Vec<usize> = Vec::with_capacity(upper.order.len());
        let mut waiting = upper.held;
        for &body in upper.order.iter().filter(|&&body| upper.held & one(body) == 0) {
            order.extend(members(self.touched[body] & waiting));
            waiting &= !self.touched[body];
            order.push(body);
        }
        order.extend(members(waiting));
        order
    }
}
