//! Stretches of outlines: drawn thick, with a mark at either end.

use crate::canvas::{Canvas, Stage, label};
use crate::figure::{Panel, Ring, Shape, Stretch};
use crate::palette::Ink;
use crate::parts::legend::Entry;
use crate::parts::shape;
use crate::place::Spot;
use crate::sheet::{Fill, Marks, Path, Step, Stroke};
use crate::vector::{Vector, at};
use crate::view::Reach;

/// Width of a stretch, and radius of the mark at its end, in pixels.
const WIDTH: f64 = 7.0;
const MARK: f64 = 3.6;

fn outline(stretch: &Stretch) -> Shape {
    Shape::Outline(vec![Ring { start: stretch.start, pieces: stretch.pieces.clone() }])
}

/// How far stretches reach.
pub(crate) fn reach(panel: &Panel, reach: &mut Reach) {
    let points = panel.stretches.iter().flat_map(|stretch| shape::sampled(&outline(stretch)).concat());
    points.for_each(|point| reach.point(point, WIDTH + MARK));
}

/// Thick lines over the outlines, then their ends.
pub(crate) fn draw(stage: &Stage, canvas: &mut Canvas) {
    if stage.panel.stretches.is_empty() {
        return;
    }
    canvas.marks.open("stretches");
    for stretch in &stage.panel.stretches {
        let mut path =
            shape::path(&outline(stretch), |point| stage.view.at(point), |length| stage.view.pixels(length));
        path.0.retain(|step| !matches!(step, Step::Close));
        let points = points(stage, stretch);
        if stretch.pieces.is_empty() {
            dot(&mut canvas.marks, points[0], stretch.closed[0]);
        } else {
            canvas.marks.stroke(path, Stroke::new(Ink::Push, WIDTH).faint(0.6));
            mark(&mut canvas.marks, points[0], points.get(1).copied(), stretch.closed[0]);
            let last = points.len() - 1;
            mark(
                &mut canvas.marks,
                points[last],
                points.get(last.wrapping_sub(1)).copied(),
                stretch.closed[1],
            );
        }
        canvas.placer.outline(points);
        canvas.legend.insert(Entry::Stretch);
    }
    canvas.marks.close();
}

/// Points of a stretch on the page; never none.
fn points(stage: &Stage, stretch: &Stretch) -> Vec<Vector> {
    shape::sampled(&outline(stretch)).concat().into_iter().map(|point| stage.view.at(point)).collect()
}

/// The end of a stretch: a bar across, and a dot, full where the end belongs to it.
fn mark(marks: &mut Marks, end: Vector, next: Option<Vector>, closed: bool) {
    if let Some(across) = next.and_then(|next| (next - end).unit()).map(Vector::left) {
        let bar = across * (WIDTH + 1.0);
        marks.stroke(Path::open(&[end - bar, end + bar]), Stroke::new(Ink::Push, 1.8));
    }
    dot(marks, end, closed);
}

fn dot(marks: &mut Marks, centre: Vector, closed: bool) {
    let fill = Fill::Plain(if closed { Ink::Push } else { Ink::Surface });
    marks.shape(Path::circle(centre, MARK), fill, Stroke::new(Ink::Push, 1.6));
}

/// A sample for the legend.
pub(crate) fn sample(marks: &mut Marks, left: Vector, right: Vector) {
    marks.stroke(Path::open(&[left, right]), Stroke::new(Ink::Push, WIDTH - 1.0).faint(0.6));
    dot(marks, left, true);
    dot(marks, right, true);
}

/// Names of stretches, on either side of their middle.
pub(crate) fn label_stretches(stage: &Stage, canvas: &mut Canvas) {
    for stretch in stage.panel.stretches.iter().filter(|stretch| !stretch.label.is_empty()) {
        let points = points(stage, stretch);
        let middle = points.len() / 2;
        let (before, here) = (points[middle.saturating_sub(1)], points[middle]);
        let across = (here - before).unit().map_or(at(0.0, -1.0), Vector::left);
        let anchor = (before + here) * 0.5;
        let spot = |toward| Spot { anchor, clear: WIDTH + 3.0, toward, bias: 0.0 };
        canvas.placer.beside(
            &mut canvas.marks,
            &label(&stretch.label, Ink::Push),
            &[spot(across), spot(-across)],
        );
    }
}
