//! What happens, over two parameters of a scene: a grid of words.
//!
//! Each cell is a scene of its own, decided like any other and accepted by the checker.

use super::{Outcome, lower, outcomes_within};
use crate::scene::{Axis, Scene};
use crate::screw::Planar;
use rayon::prelude::*;
use stiction_proof::Rational;

/// What a scene of the grid does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell {
    /// One acceleration, and something accelerates.
    Unique,
    /// One: nothing accelerates, although something pulls or moves.
    Jammed,
    /// Several.
    Ambiguous,
    /// A family.
    Continuum,
    /// None.
    Inconsistent,
    /// The scene does not fit the question: an impact, a negative mass, more modes than the effort allows.
    Fault,
}

impl Cell {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Jammed => "jammed",
            Self::Ambiguous => "ambiguous",
            Self::Continuum => "continuum",
            Self::Inconsistent => "inconsistent",
            Self::Fault => "fault",
        }
    }

    /// The letter for it in a grid.
    pub fn letter(self) -> char {
        match self {
            Self::Unique => 'u',
            Self::Jammed => 'j',
            Self::Ambiguous => 'a',
            Self::Continuum => 'c',
            Self::Inconsistent => 'i',
            Self::Fault => 'f',
        }
    }
}

/// Partial modes after which a cell is given up.
const CELL_EFFORT: usize = 20_000;

/// The grid: one row for each value of the second axis, one cell for each of the first.
pub fn map(scene: &Scene<Planar>, first: &Axis, second: &Axis) -> Result<Vec<Vec<Cell>>, String> {
    let row = |index: usize| -> Result<Vec<Cell>, String> {
        let mut cells = Vec::new();
        first.along(scene, (second, index), |changed| cells.push(cell(changed)))?;
        Ok(cells)
    };
    (0..second.count).into_par_iter().map(row).collect()
}

fn cell(scene: &Scene<Planar>) -> Cell {
    let negative = scene.contacts.iter().any(|contact| {
        contact.friction.sliding.is_negative() || contact.friction.sliding > contact.friction.at_rest
    });
    let (false, Ok(lowered)) = (negative, lower(scene)) else { return Cell::Fault };
    let Ok(all) = outcomes_within(&lowered.problem, CELL_EFFORT) else { return Cell::Fault };
    match all.outcome {
        Outcome::Ambiguous => Cell::Ambiguous,
        Outcome::Continuum => Cell::Continuum,
        Outcome::Inconsistent => Cell::Inconsistent,
        Outcome::Unique => {
            let free = lowered.problem.free();
            let still = all.happenings.iter().all(|happening| {
                free.iter().all(|&body| happening.solution.accelerations[body].iter().all(Rational::is_zero))
            });
            let pushed = all
                .happenings
                .iter()
                .any(|happening| happening.solution.forces.iter().flatten().any(|force| !force.is_zero()));
            if still && pushed { Cell::Jammed } else { Cell::Unique }
        }
    }
}
