//! The line of thrust: through each stone from where one joint presses it to where it presses the other.

use crate::canvas::{Canvas, Stage};
use crate::palette::Ink;
use crate::parts::legend::Entry;
use crate::sheet::{Path, Stroke};

/// Width of the line, in pixels.
pub(crate) const WIDTH: f64 = 1.8;

/// The pieces, below the forces.
pub(crate) fn draw(stage: &Stage, canvas: &mut Canvas) {
    if stage.panel.thrust.is_empty() {
        return;
    }
    canvas.marks.open("thrust");
    for piece in &stage.panel.thrust {
        let [from, to] = piece.map(|point| stage.view.at(point.into()));
        canvas.marks.stroke(Path::open(&[from, to]), Stroke::new(Ink::Push, WIDTH).dashed(true));
        canvas.placer.outline(vec![from, to]);
        canvas.legend.insert(Entry::Thrust);
    }
    canvas.marks.close();
}
