//! A grid of outcomes over two numbers of a scene, in a report.

use super::AskError;
use crate::map::{Kind, MapAnswer, misfit, two};
use stiction::ask::outcomes::{Cell, map};
use stiction::scene::{Axis, Scene};
use stiction::screw::Planar;

impl Kind for Cell {
    const ALL: &'static [Self] =
        &[Self::Unique, Self::Jammed, Self::Ambiguous, Self::Continuum, Self::Inconsistent, Self::Fault];

    fn word(self) -> &'static str {
        self.word()
    }

    fn letter(self) -> char {
        self.letter()
    }
}

pub(super) fn mapped(scene: &Scene<Planar>, axes: &[Axis]) -> Result<Option<MapAnswer<Cell>>, AskError> {
    let Some([first, second]) = two(axes)? else { return Ok(None) };
    let grid = map(scene, first, second).map_err(misfit)?;
    Ok(Some(MapAnswer::new([first, second], grid)))
}
