//! Attacks of the project on itself.  Called by `cargo xtask attack [MINUTES]`.
//!
//! An attack looks for a defect of a certain kind until its time is up, and tells what it tried and what it found. A
//! new one is a file that implements [`Attack`] and a line in [`all`].

pub mod command;
mod dice;
pub mod forge;
pub mod piles;

pub use dice::Dice;

use std::time::Instant;

/// An attack.
pub trait Attack {
    /// The word for it.
    fn name(&self) -> &'static str;

    /// Attacks until an instant, or until so many attempts were made; the same seed makes the same attempts.
    fn run(&self, until: Instant, attempts: usize, seed: u64) -> Outcome;
}

/// What came of an attack.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outcome {
    /// How many attempts were made.
    pub attempts: usize,
    /// Figures besides, each with what it counts.
    pub figures: Vec<(String, usize)>,
    /// Defects, each in words that let it be repeated.
    pub defects: Vec<String>,
}

/// All attacks.
pub fn all() -> Vec<Box<dyn Attack>> {
    let mut all: Vec<Box<dyn Attack>> = vec![Box::new(piles::Piles), Box::new(forge::Forger::default())];
    if let Some(commands) = command::Commands::beside() {
        all.push(Box::new(commands));
    }
    all
}
