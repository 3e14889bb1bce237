//! Forces: arrows from where they act, the largest of a scene with the full length.

use crate::canvas::{Canvas, LABEL, Sizes, Stage, detail, label};
use crate::detail::Detail;
use crate::figure::{Force, ForceKind, Panel};
use crate::palette::Ink;
use crate::parts::legend::Entry;
use crate::place::Spot;
use crate::sheet::{Fill, Mark, Path, Stroke, Text};
use crate::text::{Face, quantity};
use crate::vector::{Rect, Vector, at};
use crate::view::{Reach, direction};

/// Width of the shafts, in pixels.
pub(crate) const SHAFT: f64 = 2.4;
/// Forces from which on their shafts are as thick as they are large.
const CROWD: usize = 12;

/// Width of the shaft of a force that is this part of the largest, among so many.
pub(crate) fn shaft(count: usize, part: f64) -> f64 {
    if count > CROWD { 0.8 + 2.0 * SHAFT * part.min(1.0) } else { SHAFT }
}

/// A force that is not zero is at least this long, so that it is seen.
pub(crate) const SHORTEST: f64 = 9.0;

/// The tip of a force relative to where it acts, on the page.
fn arrow(force: &Force, sizes: &Sizes) -> Option<Vector> {
    let shortest = SHORTEST.min(0.5 * sizes.arrow);
    let length = (Vector::from(force.vector).length() / sizes.largest * sizes.arrow).max(shortest);
    Some(direction(force.vector.into())? * length)
}

/// Forces of a scene that is not drawn in outline alone.
fn drawn(panel: &Panel) -> &[Force] {
    if detail(panel) == Detail::Outline { &[] } else { &panel.cast.forces }
}

fn written(force: &Force) -> String {
    let magnitude = || quantity(Vector::from(force.vector).length(), "N");
    force.label.clone().unwrap_or_else(magnitude)
}

pub(crate) fn ink(kind: ForceKind) -> Ink {
    match kind {
        ForceKind::Squeeze | ForceKind::Contact => Ink::Force,
        ForceKind::Weight => Ink::Outline,
        ForceKind::Load | ForceKind::Constraint => Ink::Load,
        ForceKind::Freedom => Ink::Motion,
    }
}

/// How far forces reach: their arrows, and the label at the place it would like best.
pub(crate) fn reach(panel: &Panel, sizes: &Sizes, reach: &mut Reach) {
    for force in drawn(panel) {
        let Some(tip) = arrow(force, sizes) else { continue };
        let best = spots(at(0.0, 0.0), tip)[0].nearest(&label(written(force), Ink::Text));
        let near = Rect::centred(tip, 2.0 * sizes.words, 2.0 * sizes.words);
        reach.span(force.at.into(), [at(0.0, 0.0), tip, near.clamp(best.min), near.clamp(best.max)], 3.0);
    }
}

/// The arrows.
pub(crate) fn draw(stage: &Stage, canvas: &mut Canvas) {
    canvas.marks.open("forces");
    for force in drawn(stage.panel) {
        let Some(tip) = arrow(force, &stage.sizes) else { continue };
        let from = stage.view.at(force.at.into());
        let width = shaft(stage.panel.cast.forces.len(), tip.length() / stage.sizes.arrow);
        canvas.marks.arrow(from, from + tip, ink(force.kind), width);
        canvas.placer.line(from, from + tip);
        canvas.placer.head(from + tip);
        canvas.legend.insert(Entry::Force(force.kind));
    }
    canvas.marks.close();
}

/// Magnitudes at the heads of the arrows.
pub(crate) fn label_forces(stage: &Stage, canvas: &mut Canvas) {
    for force in drawn(stage.panel) {
        let text = written(force);
        let Some(tip) = arrow(force, &stage.sizes).filter(|_| !text.is_empty()) else {
            continue;
        };
        let mut magnitude = label(text, ink(force.kind));
        let crowd = stage.panel.cast.forces.len() > 20;
        (magnitude.optional, magnitude.close) = (crowd, crowd);
        let tail = stage.view.at(force.at.into());
        canvas.placer.beside(&mut canvas.marks, &magnitude, &spots(tail, tip));
    }
}

/// Beside the head end of the shaft, rather above or on the right; else at the tip.
pub(crate) fn spots(tail: Vector, tip: Vector) -> [Spot; 6] {
    let along = tip.unit().unwrap_or_default();
    let side = if along.left().dot(at(0.5, -1.0)) > 0.0 { along.left() } else { -along.left() };
    let (head, shaft) = (tail + tip, tail + tip - along * (tip.length() * 0.3).min(16.0));
    let spot = |anchor, toward: Vector, bias| Spot {
        anchor,
        clear: 6.0,
        toward: toward * (1.0 / toward.length()),
        bias,
    };
    [
        spot(shaft, side, 0.0),
        spot(head, side + along, 0.3),
        spot(head, along - side, 0.6),
        spot(shaft, -side, 0.8),
        spot(tail + tip * 0.5, side, 1.0),
        spot(tail + tip * 0.5, -side, 1.6),
    ]
}

/// The direction of gravity in the lower right corner.
pub(crate) fn draw_gravity(stage: &Stage, canvas: &mut Canvas) {
    let Some(down) = stage.panel.cast.gravity.and_then(|gravity| direction(gravity.into())) else { return };
    gravity_mark(canvas, stage.area, down);
}

/// An arrow and a `g` in the lower right corner of a drawing.
pub(crate) fn gravity_mark(canvas: &mut Canvas, area: Rect, down: Vector) {
    let centre = area.max - at(34.0, 16.0);
    let background = Rect::centred(centre + at(7.0, 0.0), 44.0, 26.0);
    canvas.marks.fill(Path::rounded(background, 6.0), Fill::Faint(Ink::Surface, 0.85));
    canvas
        .marks
        .stroke(Path::open(&[centre - down * 9.0, centre + down * 4.0]), Stroke::new(Ink::Muted, 1.6));
    canvas.marks.head(centre + down * 10.0, down, 8.0, Ink::Muted);
    let text = Text {
        text: "g".into(),
        face: Face::Regular,
        size: LABEL,
        ink: Ink::Muted,
        at: centre + at(14.0, 4.0),
        halo: false,
    };
    canvas.marks.0.push(Mark::Text(text));
}
