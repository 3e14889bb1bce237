//! Turns that curvature blocks: a centre of rotation with a bar across it, or a line of such centres.

use crate::canvas::{Canvas, Stage};
use crate::figure::{Blocked, Panel};
use crate::palette::Ink;
use crate::parts::legend::Entry;
use crate::parts::motion::turning;
use crate::parts::shape;
use crate::sheet::{LINE, Marks, Path, Stroke};
use crate::vector::{Rect, Vector, at};
use crate::view::Reach;

/// Radius of the curved arrow, in pixels.
const CURL: f64 = 14.0;
/// A centre further from the scene than this, in sizes of the scene, is left out.
const FAR: f64 = 0.95;

/// Half the length of a line of centres, in sizes of the scene.
const BEYOND: f64 = 0.4;

/// How far the centres reach that are near enough to be shown.
pub(crate) fn reach(panel: &Panel, reach: &mut Reach) {
    for blocked in shown(panel) {
        reach.point(blocked.centre.into(), CURL + 6.0);
        ends(panel, blocked).into_iter().flatten().for_each(|end| reach.point(end, 3.0));
    }
}

/// The blocked turns whose centre lies near the scene.
fn shown(panel: &Panel) -> impl Iterator<Item = &Blocked> {
    let bounds = bounds(panel);
    panel.blocked.iter().filter(move |blocked| {
        bounds.is_some_and(|bounds| {
            (Vector::from(blocked.centre) - bounds.centre()).length() <= bounds.diagonal() * FAR
        })
    })
}

/// The rectangle around contacts and bodies.
fn bounds(panel: &Panel) -> Option<Rect> {
    let outlines =
        panel.cast.bodies.iter().filter_map(|body| body.shape.as_ref()).flat_map(shape::sampled).flatten();
    let contacts = panel.cast.contacts.iter().map(|contact| Vector::from(contact.point));
    Rect::around(outlines.chain(contacts))
}

/// The ends of a line of centres: a little beyond the scene.
fn ends(panel: &Panel, blocked: &Blocked) -> Option<[Vector; 2]> {
    let along = Vector::from(blocked.along?).unit()?;
    let reach = along * (bounds(panel)?.diagonal() * BEYOND);
    let centre = Vector::from(blocked.centre);
    Some([centre - reach, centre + reach])
}

/// Lines of centres, below the forces along them.
pub(crate) fn draw_lines(stage: &Stage, canvas: &mut Canvas) {
    for blocked in shown(stage.panel) {
        let Some(ends) = ends(stage.panel, blocked) else { continue };
        let ends = ends.map(|end| stage.view.at(end));
        canvas.marks.stroke(Path::open(&ends), Stroke::new(Ink::Motion, 1.2).dashed(true));
        canvas.legend.insert(Entry::BlockedLine);
    }
}

/// Centres with their bars, above the contacts.
pub(crate) fn draw(stage: &Stage, canvas: &mut Canvas) {
    if stage.panel.blocked.is_empty() {
        return;
    }
    canvas.marks.open("blocked");
    for blocked in shown(stage.panel) {
        let centre = stage.view.at(blocked.centre.into());
        barred(&mut canvas.marks, centre, CURL);
        canvas.placer.disc(centre, CURL + 3.0);
        canvas.legend.insert(Entry::BlockedTurn);
    }
    canvas.marks.close();
}

/// A centre of rotation with a bar across it.
pub(crate) fn barred(marks: &mut Marks, centre: Vector, radius: f64) {
    turning(marks, centre, radius, true);
    let slant = at(radius + 3.0, radius + 3.0) * 0.8;
    marks.stroke(Path::open(&[centre - slant, centre + slant]), Stroke::new(Ink::Force, LINE + 0.8));
}
