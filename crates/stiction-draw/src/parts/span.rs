//! Vectors from one point of the scene to another, as long as they are.

use crate::canvas::{Canvas, Stage, label};
use crate::figure::Panel;
use crate::palette::Ink;
use crate::parts::force::spots;
use crate::parts::legend::Entry;
use crate::sheet::LINE;
use crate::view::Reach;

/// How far they reach.
pub(crate) fn reach(panel: &Panel, reach: &mut Reach) {
    for span in &panel.spans {
        reach.point(span.from.into(), 3.0);
        reach.point(span.to.into(), 3.0);
    }
}

/// The arrows.
pub(crate) fn draw(stage: &Stage, canvas: &mut Canvas) {
    if stage.panel.spans.is_empty() {
        return;
    }
    canvas.marks.open("spans");
    for span in &stage.panel.spans {
        let [from, to] = [span.from, span.to].map(|point| stage.view.at(point.into()));
        canvas.marks.arrow(from, to, Ink::Muted, LINE);
        canvas.placer.line(from, to);
        canvas.legend.insert(Entry::Span);
    }
    canvas.marks.close();
}

/// Their names.
pub(crate) fn label_spans(stage: &Stage, canvas: &mut Canvas) {
    for span in stage.panel.spans.iter().filter(|span| !span.label.is_empty()) {
        let [from, to] = [span.from, span.to].map(|point| stage.view.at(point.into()));
        // Beside the middle: the ends belong to the contact and to the centre.
        let half = (to - from) * 0.5;
        canvas.placer.beside(&mut canvas.marks, &label(span.label.clone(), Ink::Muted), &spots(from, half));
    }
}
