//! Letters of many contacts: from those that were, by exchanging what contradicts them.
//!
//! There are too many choices to try them all. But an event concerns one contact or a few, so that from the letters
//! before it a few exchanges lead to those after it:
//!
//! ```text
//!     kept, and would pull                  separates          sticks, beyond its friction  slides against its force
//!     separates, and would approach         sticks or slides   slides, against its own side    sticks
//! ```
//!
//! All that contradicts is exchanged at once as long as it becomes less; then only the worst; a choice that comes
//! back is left by exchanging the first. What is found is a choice that is consistent; others are not looked for.

use super::law::{Bundle, Choice, Kind, Letter};
use super::plane::Set;

/// What counts as none: a force, and a rate.
#[derive(Debug, Clone, Copy)]
pub(super) struct Small {
    pub force: f64,
    pub rate: f64,
}

/// Exchanges beyond those for each contact after which the search is given up.
const MOST_ROUNDS: usize = 40;

/// What a search ended with.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Found {
    /// The choice that contradicts the law least.
    pub choice: Choice,
    /// Whether it does not contradict it.
    pub consistent: bool,
}

impl Bundle {
    /// Consistent letters near these, if exchanges lead to some, else the best that were seen.
    pub(super) fn near(&self, start: Vec<Letter>, small: Small) -> Found {
        let mut letters = start;
        let mut seen: Set<Vec<Letter>> = Set::default();
        let mut fewest = usize::MAX;
        let mut best: Option<(f64, Choice)> = None;
        for _ in 0..MOST_ROUNDS + 2 * letters.len() {
            let choice = self.solved(&letters);
            let wrong = self.wrong(&choice, small);
            // What is left over of redundant equations is looked at in the end.
            if wrong.is_empty() && self.choose(&letters).is_some() {
                return Found { choice: self.calmed(choice, small), consistent: true };
            }
            let fresh = seen.insert(letters.clone());
            let most = wrong.iter().map(|(_, _, by)| *by).fold(0.0, f64::max);
            if fresh && wrong.len() < fewest {
                fewest = wrong.len();
                wrong.iter().for_each(|(at, letter, _)| letters[*at] = *letter);
            } else {
                let worst = wrong.iter().max_by(|a, b| a.2.total_cmp(&b.2));
                let chosen = if fresh { worst } else { wrong.first() };
                chosen.into_iter().for_each(|(at, letter, _)| letters[*at] = *letter);
                if !fresh && seen.contains(&letters) {
                    wrong.last().into_iter().for_each(|(at, letter, _)| letters[*at] = *letter);
                }
            }
            if best.as_ref().is_none_or(|(least, _)| most < *least) {
                best = Some((most, choice));
            }
            if wrong.is_empty() {
                break;
            }
        }
        let choice = best.map(|(_, choice)| choice).unwrap_or_else(|| self.solved(&letters));
        Found { choice, consistent: false }
    }

    /// A consistent choice with what neither slips nor opens at rest, as far as that is consistent too: letters that
    /// were exchanged on the way and need not have been.
    fn calmed(&self, choice: Choice, small: Small) -> Choice {
        let calm = |at: usize| {
            let [opening, slip] = choice.rates[at];
            match choice.letters[at] {
                Letter::Separates => opening <= small.rate,
                Letter::Left | Letter::Right if matches!(self.kinds[at], Kind::Rest { .. }) => {
                    slip.abs() <= small.rate
                }
                _ => false,
            }
        };
        let restless: Vec<usize> = (0..choice.letters.len()).filter(|&at| calm(at)).collect();
        let consistent = |letters: &[Letter]| {
            let choice = self.choose(letters)?;
            self.wrong(&choice, small).is_empty().then_some(choice)
        };
        let mut best = choice;
        let mut tries: Vec<Vec<usize>> = vec![restless.clone()];
        tries.extend(restless.iter().map(|&at| vec![at]));
        for (round, places) in tries.into_iter().enumerate().filter(|(_, places)| !places.is_empty()) {
            let mut letters = best.letters.clone();
            places.iter().for_each(|&at| letters[at] = self.kinds[at].preferred());
            if let Some(calmer) = consistent(&letters) {
                best = calmer;
                if round == 0 {
                    break;
                }
            }
        }
        best
    }

    /// What contradicts a choice: the contact, the letter that it should have, and by how much of what is small.
    fn wrong(&self, choice: &Choice, small: Small) -> Vec<(usize, Letter, f64)> {
        let largest = choice.forces.iter().flatten().fold(0.0_f64, |most, part| most.max(part.abs()));
        let (force, rate) = (small.force.max(1e-9 * largest), small.rate);
        let mut wrong = Vec::new();
        for (at, (&kind, &letter)) in self.kinds.iter().zip(&choice.letters).enumerate() {
            let [normal, tangent] = choice.forces[at];
            let [opening, slip] = choice.rates[at];
            match letter {
                Letter::Separates if opening < -rate => wrong.push((at, kind.preferred(), -opening / rate)),
                Letter::Separates => {}
                _ if normal < -force => wrong.push((at, Letter::Separates, -normal / force)),
                Letter::Sticks => {
                    let Kind::Rest { at_rest, .. } = kind else { continue };
                    let beyond = tangent.abs() - at_rest * normal;
                    if beyond > force {
                        let letter = if tangent > 0.0 { Letter::Right } else { Letter::Left };
                        wrong.push((at, letter, beyond / force));
                    }
                }
                Letter::Left | Letter::Right if matches!(kind, Kind::Rest { .. }) => {
                    let against = -letter.side() * slip;
                    if against > rate {
                        wrong.push((at, Letter::Sticks, against / rate));
                    }
                }
                _ => {}
            }
        }
        wrong
    }
}
