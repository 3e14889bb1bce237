//! What slides and what tips over two numbers of a scene.  Each cell is decided with proofs that its checker
//! accepted; these are not told, so that the grid counts as computed, and `verify` decides it again from the scene.

use crate::answer::AskError;
use crate::map::{Kind, MapAnswer, cells, misfit, two};
use serde_json::Value;
use stiction::ask::slow::{SlowCell, slow_map};
use stiction::scene::{Axis, Scene};
use stiction::screw::Planar;

impl Kind for SlowCell {
    const ALL: &'static [Self] = &Self::ALL;

    fn word(self) -> &'static str {
        self.word()
    }

    fn letter(self) -> char {
        self.letter()
    }
}

/// The map of a scene; none where none was asked for.
pub(super) fn mapped(scene: &Scene<Planar>, axes: &[Axis]) -> Result<Option<MapAnswer<SlowCell>>, AskError> {
    let Some(axes) = two(axes)? else { return Ok(None) };
    if scene.meter_stick.is_some() {
        return Err(misfit("a `meter_stick` has no map; give the stick as a body with contacts".to_owned()));
    }
    let grid = slow_map(scene, axes).map_err(misfit)?;
    Ok(Some(MapAnswer::new(axes, grid)))
}

/// The map of a report: that of the scene, decided again and compared, or without one as the report has it.
pub(crate) fn read_map(
    axes: &[Axis],
    told: &Value,
    scene: Option<&Scene<Planar>>,
) -> Result<Option<MapAnswer<SlowCell>>, String> {
    if axes.is_empty() {
        return Ok(None);
    }
    let [first, second] = axes else { return Err("a map has two axes".to_owned()) };
    let shown = cells::<SlowCell>(told, [first, second])?;
    if let Some(scene) = scene
        && slow_map(scene, [first, second])? != shown
    {
        return Err("the map is otherwise when it is decided again".to_owned());
    }
    Ok(Some(MapAnswer::new([first, second], shown)))
}
