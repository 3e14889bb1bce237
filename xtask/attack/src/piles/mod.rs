//! Piles of blocks against a linear program of its own: does it stand?
//!
//! Blocks lie on each other with centres above, on or a hair beyond edges, on slopes that friction holds exactly or
//! not, a micrometre beside a kilometre and a gram beside a thousand tonnes. Every verdict is compared with a program
//! in fractions that shares nothing with the solver but its fractions, and with the verdict about a twin: turned,
//! renamed, reordered, in other units. In the plane and with pyramids `undecided` is a defect as well. Round cones
//! lie between two pyramids: what the inner one carries must not fall, and what the outer one does not carry must not
//! stand. What a pile spares, the largest push and the least friction, is asked where cones have edges.

mod measures;
mod oracle;
mod pile;

use crate::{Attack, Dice, Outcome};
use oracle::carries;
use pile::{Cone, Pile};
use std::collections::BTreeMap;
use std::time::Instant;
use stiction_proof::Answer;

/// Asks about piles.
#[derive(Debug, Clone, Copy, Default)]
pub struct Piles;

/// Defects that are told.
const MOST_TOLD: usize = 40;

impl Attack for Piles {
    fn name(&self) -> &'static str {
        "piles"
    }

    fn run(&self, until: Instant, attempts: usize, seed: u64) -> Outcome {
        let mut outcome = Outcome::default();
        let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
        let mut dice = Dice::new(seed);
        while outcome.attempts < attempts && Instant::now() < until {
            outcome.attempts += 1;
            let seed = dice.roll();
            let (kind, defect) = attempt(seed);
            *kinds.entry(kind).or_default() += 1;
            outcome.defects.extend(defect.filter(|_| outcome.defects.len() < MOST_TOLD));
        }
        outcome.figures = kinds.into_iter().collect();
        outcome
    }
}

/// One pile and its twin: what was said, and what is wrong with it.
fn attempt(seed: u64) -> (String, Option<String>) {
    let mut dice = Dice::new(seed);
    let pile = Pile::drawn(&mut dice);
    let word = pile.cone.word();
    let told = match pile.stands() {
        Ok(told) => told,
        Err(why) => return (format!("{word}: refused"), Some(format!("piles seed {seed}: {why}"))),
    };
    let defect = disagreement(&pile, told).or_else(|| {
        let twin = pile.twin(&mut dice);
        match twin.stands() {
            Ok(other) if other == told || pile.cone == Cone::Round => disagreement(&twin, other),
            Ok(other) => Some(format!("{told}, and {other} of its twin")),
            Err(why) => Some(format!("its twin is refused: {why}")),
        }
    });
    let defect = defect.or_else(|| measures::defect(&pile, told, &mut dice));
    (format!("{word}: {told}"), defect.map(|why| format!("piles seed {seed}, {word}: {why}")))
}

/// How a verdict differs from what programs say.
fn disagreement(pile: &Pile, told: Answer) -> Option<String> {
    let wrong = |right: Answer| Some(format!("{told} instead of {right}"));
    if pile.cone != Cone::Round {
        let right = if carries(pile, &pile.edges()) { Answer::Yes } else { Answer::No };
        return if told == right { None } else { wrong(right) };
    }
    match told {
        Answer::Yes if !carries(pile, &pile.outer_edges()) => wrong(Answer::No),
        Answer::No if carries(pile, &pile.edges()) => wrong(Answer::Yes),
        _ => None,
    }
}
