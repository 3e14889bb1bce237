//! Below a spatial drawing: the axes of the world, the scale, gravity.

use super::stage::Stage;
use super::vector::{X, Y, Z};
use crate::canvas::Canvas;
use crate::palette::Ink;
use crate::panel::draw_scale;
use crate::parts::force::gravity_mark;
use crate::sheet::{Fill, Mark, Path, Stroke, Text};
use crate::text::Face;
use crate::vector::{Vector, at};
use crate::view::round_below;

/// Length of the axes, in pixels, and the size of their letters.
const AXIS: f64 = 16.0;
const LETTER: f64 = 10.5;

/// Draws axes, scale and gravity in the strip at the foot of the drawing.
pub(crate) fn draw(stage: &Stage, canvas: &mut Canvas) {
    let corner = at(stage.area.min.x, stage.area.max.y);
    draw_axes(stage, canvas, corner + at(42.0, -30.0));
    let pixels = stage.view.pixels(1.0);
    let metres = round_below(stage.area.width() * 0.2 / pixels * stage.scene.size);
    draw_scale(canvas, corner + at(92.0, -15.0), pixels * (metres / stage.scene.size), metres);
    let down = stage.panel().cast.gravity.map(|gravity| stage.scene.camera.step(gravity.into()));
    if let Some(down) = down.filter(|down| down.length() > 1e-9).and_then(Vector::unit) {
        gravity_mark(canvas, stage.area, down);
    }
}

/// The axes of the world from one point; one that points at the viewer is a ringed dot.
fn draw_axes(stage: &Stage, canvas: &mut Canvas, origin: Vector) {
    canvas.marks.open("axes");
    let pen = Stroke::new(Ink::Muted, 1.3);
    let mut written: Vec<Text> = Vec::new();
    for (axis, name) in [(X, "x"), (Y, "y"), (Z, "z")] {
        let tip = stage.scene.camera.step(axis) * AXIS;
        let letter = if tip.length() > 0.3 * AXIS {
            let along = tip.unit().unwrap_or_default();
            canvas.marks.stroke(Path::open(&[origin, origin + tip - along * 4.0]), pen);
            canvas.marks.head(origin + tip, along, 6.0, Ink::Muted);
            origin + tip + along * 7.0
        } else {
            canvas.marks.shape(Path::circle(origin, 3.2), Fill::Plain(Ink::Surface), pen);
            origin + at(-8.0, 8.0)
        };
        let baseline = letter + at(-Face::Regular.width(name, LETTER) / 2.0, LETTER * 0.3);
        let (text, face, size, ink) = (name.to_owned(), Face::Regular, LETTER, Ink::Muted);
        let text = Text { text, face, size, ink, at: baseline, halo: false };
        if written.iter().all(|other| !other.bounds().overlaps(&text.bounds())) {
            written.push(text);
        }
    }
    canvas.marks.0.extend(written.into_iter().map(Mark::Text));
    canvas.marks.close();
}
