//! Forces in space: arrows from where they act, the largest of a scene with the full length.

use super::figure::SolidForce;
use super::scene::Scene;
use super::stage::Stage;
use super::vector::Vector3;
use crate::canvas::{Canvas, Sizes, label};
use crate::detail::Detail;
use crate::palette::Ink;
use crate::parts::force::{SHORTEST, ink, shaft, spots};
use crate::parts::legend::Entry;
use crate::text::quantity;
use crate::vector::{Rect, at};
use crate::view::Reach;

/// The direction of a force, and its length in pixels when seen across.
fn arrow(force: &SolidForce, sizes: &Sizes) -> Option<(Vector3, f64)> {
    let shortest = SHORTEST.min(0.5 * sizes.arrow);
    let length = (Vector3::from(force.vector).length() / sizes.largest * sizes.arrow).max(shortest);
    Some((Vector3::from(force.vector).unit()?, length))
}

/// Forces of a scene that is not drawn in outline alone.
fn drawn(scene: &Scene) -> &[SolidForce] {
    if scene.detail == Detail::Outline { &[] } else { &scene.panel.cast.forces }
}

fn written(force: &SolidForce) -> String {
    let magnitude = || quantity(Vector3::from(force.vector).length(), "N");
    force.label.clone().unwrap_or_else(magnitude)
}

/// How far forces reach: their arrows, and the label at the place it would like best.
pub(crate) fn reach(scene: &Scene, sizes: &Sizes, reach: &mut Reach) {
    for force in drawn(scene) {
        let Some((along, length)) = arrow(force, sizes) else { continue };
        let tip = scene.camera.step(along) * length;
        let best = spots(at(0.0, 0.0), tip)[0].nearest(&label(written(force), Ink::Text));
        let near = Rect::centred(tip, 2.0 * sizes.words, 2.0 * sizes.words);
        let places = [at(0.0, 0.0), tip, near.clamp(best.min), near.clamp(best.max)];
        reach.span(scene.camera.flat(force.at.into()), places, 6.0);
    }
}

/// The arrows.
pub(crate) fn draw(stage: &Stage, canvas: &mut Canvas) {
    canvas.marks.open("forces");
    for force in drawn(stage.scene) {
        let Some((along, length)) = arrow(force, &stage.sizes) else { continue };
        let from = Vector3::from(force.at);
        let width = shaft(stage.panel().cast.forces.len(), length / stage.sizes.arrow);
        stage.arrow(canvas, from, along, length, ink(force.kind), width);
        canvas.placer.head(stage.page(from + along * stage.units(length)));
        canvas.legend.insert(Entry::Force(force.kind));
    }
    canvas.marks.close();
}

/// Magnitudes at the heads of the arrows.
pub(crate) fn label_forces(stage: &Stage, canvas: &mut Canvas) {
    for force in drawn(stage.scene) {
        let text = written(force);
        let shown = arrow(force, &stage.sizes).filter(|_| !text.is_empty());
        let Some((along, length)) = shown else { continue };
        let mut magnitude = label(text, ink(force.kind));
        let crowd = stage.panel().cast.forces.len() > 20;
        (magnitude.optional, magnitude.close) = (crowd, crowd);
        let tip = stage.scene.camera.step(along) * length;
        canvas.placer.beside(&mut canvas.marks, &magnitude, &spots(stage.page(force.at.into()), tip));
    }
}
