//! Slides, tips, both or neither: what a slow push does, over two numbers of a scene.
//!
//! Every mode that some twist has is decided in every cell, and its proof is seen by the checker.  A mode **tips**
//! where a contact separates, and **slides** where none does.
//!
//! References: \[MR Exercise 12.23\].

use super::{balance, driven_now, slow_problem};
use crate::modes::modes;
use stiction_exact::work;
use stiction_geometry::screw::Planar;
use stiction_proof::slow::SlowProof;
use stiction_scene::scene::{Axis, Scene};

/// What the modes that balance do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlowCell {
    /// Every one of them keeps all contacts.
    Slides,
    /// Every one of them loses a contact.
    Tips,
    /// Some keep all contacts, some do not.
    Both,
    /// None balances: what happens is not slow.
    Neither,
    /// The scene does not fit the question, or has too many modes.
    Fault,
}

impl SlowCell {
    /// All kinds of cells, in the order in which they are told.
    pub const ALL: [Self; 5] = [Self::Slides, Self::Tips, Self::Both, Self::Neither, Self::Fault];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Slides => "slides",
            Self::Tips => "tips",
            Self::Both => "both",
            Self::Neither => "neither",
            Self::Fault => "fault",
        }
    }

    /// The letter for it in a grid.
    pub fn letter(self) -> char {
        match self {
            Self::Slides => 's',
            Self::Tips => 't',
            Self::Both => 'b',
            Self::Neither => 'n',
            Self::Fault => 'f',
        }
    }
}

/// Modes beyond which a cell is given up.
const CELL_MODES: usize = 2000;

/// What a scene does.
pub fn slow_cell(scene: &Scene<Planar>) -> SlowCell {
    let moving = driven_now(scene);
    let (Ok(problem), Ok(found)) = (slow_problem(&moving), modes(&moving, false, CELL_MODES)) else {
        return SlowCell::Fault;
    };
    let (mut slides, mut tips) = (false, false);
    for mode in found.iter() {
        match balance(&problem, &mode).map(|proof| matches!(proof.proof(), SlowProof::Balanced { .. })) {
            Ok(false) => {}
            Ok(true) if mode.text.contains('s') => tips = true,
            Ok(true) => slides = true,
            Err(_) => return SlowCell::Fault,
        }
    }
    match (slides, tips) {
        (true, true) => SlowCell::Both,
        (true, false) => SlowCell::Slides,
        (false, true) => SlowCell::Tips,
        (false, false) => SlowCell::Neither,
    }
}

/// The grid: one row for each value of the second axis, one cell for each of the first.
///
/// # Errors
/// An axis names no number of the scene.
pub fn slow_map(scene: &Scene<Planar>, axes: [&Axis; 2]) -> Result<Vec<Vec<SlowCell>>, String> {
    let [first, second] = axes;
    let row = |index: usize| -> Result<Vec<SlowCell>, String> {
        let mut cells = Vec::with_capacity(first.count);
        first.along(scene, (second, index), |changed| {
            work::spend(1);
            cells.push(slow_cell(changed));
        })?;
        Ok(cells)
    };
    (0..second.count).map(row).collect()
}
