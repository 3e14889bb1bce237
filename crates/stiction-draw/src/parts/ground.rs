//! Half-planes: a line across the view, hatched on its solid side.

use crate::canvas::{Canvas, Stage, label};
use crate::figure::{Body, Panel, Shape};
use crate::palette::Ink;
use crate::parts::legend::Entry;
use crate::parts::shape::outline_ink;
use crate::place::Spot;
use crate::sheet::{Fill, LINE, Path, Stroke, THIN};
use crate::text::Face;
use crate::vector::{Rect, Vector};
use crate::view::{Reach, direction};
use stiction::scene::Role;

/// Length and distance of the strokes of the hatching, in pixels.
const STROKE: f64 = 11.0;
const STEP: f64 = 9.0;

/// A half-plane on the page.
struct Ground<'a> {
    body: &'a Body,
    /// A point of its line near the middle of the scene.
    foot: Vector,
    /// Out of the solid, on the page.
    normal: Vector,
}

/// Half-planes reach everywhere; they only make sure that their line is seen near the rest of the scene, and
/// the corner in which two of them meet, if it is not far.
pub(crate) fn reach(panel: &Panel, reach: &mut Reach) {
    if let Some(near) = reach.world().map(|world| world.grown(world.diagonal() * 0.3)) {
        let planes: Vec<_> = panel.cast.bodies.iter().filter_map(half_plane).collect();
        for (i, &one) in planes.iter().enumerate() {
            let corners = planes[..i].iter().filter_map(|&other| meeting(one, other));
            corners.filter(|corner| near.contains(*corner)).for_each(|corner| reach.point(corner, 16.0));
        }
    }
    for (point, normal) in panel.cast.bodies.iter().filter_map(half_plane) {
        let middle = reach.world().map_or(point, |world| world.centre());
        let Some(unit) = normal.unit() else { continue };
        let foot = middle - unit * (middle - point).dot(unit);
        let into = direction(-normal).unwrap_or_default() * 30.0;
        reach.span(foot, [Vector::default(), into], 4.0);
    }
}

/// Where two lines meet, each given by a point and a normal.
fn meeting((p, n): (Vector, Vector), (q, m): (Vector, Vector)) -> Option<Vector> {
    let (along, across) = (n.unit()?.left(), m.unit()?);
    let slope = along.dot(across);
    (slope.abs() > 1e-6).then(|| p + along * ((q - p).dot(across) / slope))
}

fn half_plane(body: &Body) -> Option<(Vector, Vector)> {
    match body.shape {
        Some(Shape::HalfPlane { point, normal }) => Some((point.into(), normal.into())),
        _ => None,
    }
}

fn grounds<'a>(stage: &Stage<'a>) -> Vec<Ground<'a>> {
    let ground = |body: &'a Body| {
        let (point, normal) = half_plane(body)?;
        let (on, out) = (stage.view.at(point), direction(normal)?);
        let middle = stage.area.centre();
        Some(Ground { body, foot: middle - out * (middle - on).dot(out), normal: out })
    };
    stage.panel.cast.bodies.iter().filter_map(ground).collect()
}

impl Ground<'_> {
    /// The part of the line that is in view and not inside another half-plane.
    fn visible(&self, others: &[Ground], area: Rect) -> Option<(Vector, Vector)> {
        let along = self.normal.left();
        let far = area.diagonal() * 2.0;
        let (mut low, mut high) = area.clip(self.foot, along, -far, far)?;
        for other in others {
            let (height, slope) = ((self.foot - other.foot).dot(other.normal), along.dot(other.normal));
            if slope.abs() < 1e-9 {
                // Parallel: deeper than the other's surface is inside it.
                if height < -1e-6 && self.normal.dot(other.normal) > 0.0 {
                    return None;
                }
            } else if slope > 0.0 {
                low = low.max(-height / slope);
            } else {
                high = high.min(-height / slope);
            }
        }
        (low < high).then(|| (self.foot + along * low, self.foot + along * high))
    }

    /// The solid side of the area.
    fn solid(&self, area: Rect) -> Vec<Vector> {
        let depth = |point: Vector| (point - self.foot).dot(self.normal);
        let corners = area.corners();
        let mut kept = Vec::new();
        for (i, &here) in corners.iter().enumerate() {
            let next = corners[(i + 1) % 4];
            if depth(here) <= 0.0 {
                kept.push(here);
            }
            if (depth(here) < 0.0) != (depth(next) < 0.0) {
                kept.push(here + (next - here) * (depth(here) / (depth(here) - depth(next))));
            }
        }
        kept
    }
}

/// Solid sides, then lines with their hatching.
pub(crate) fn draw(stage: &Stage, canvas: &mut Canvas) {
    let grounds = grounds(stage);
    canvas.marks.open("ground");
    for ground in &grounds {
        canvas.marks.fill(Path::closed(&ground.solid(stage.area)), Fill::Plain(Ink::Solid));
    }
    for ground in &grounds {
        let Some((from, to)) = ground.visible(&grounds, stage.area) else { continue };
        hatch(canvas, ground, from, to);
        canvas.marks.stroke(Path::open(&[from, to]), Stroke::new(outline_ink(ground.body.role), LINE));
        canvas.placer.outline(vec![from, to]);
        canvas.placer.outline(vec![from - ground.normal * 6.0, to - ground.normal * 6.0]);
        canvas.legend.extend(Entry::role(ground.body.role));
    }
    canvas.marks.close();
}

fn hatch(canvas: &mut Canvas, ground: &Ground, from: Vector, to: Vector) {
    let Some(along) = (to - from).unit() else { return };
    let ink = if ground.body.role == Role::Driven { Ink::Driven } else { Ink::Hatch };
    let slant = (along - ground.normal) * (STROKE / 2f64.sqrt());
    let count = ((to - from).length() / STEP) as usize;
    for i in 0..count {
        let top = from + along * ((i as f64 + 0.5) * STEP);
        canvas.marks.stroke(Path::open(&[top, top + slant]), Stroke::new(ink, THIN));
    }
}

/// Names below the hatching, towards the right.
pub(crate) fn label_grounds(stage: &Stage, canvas: &mut Canvas) {
    let grounds = grounds(stage);
    for ground in grounds.iter().filter(|ground| !ground.body.name.is_empty()) {
        let Some((from, to)) = ground.visible(&grounds, stage.area) else { continue };
        let mut name = label(&ground.body.name, Ink::Muted);
        (name.optional, name.close) = (true, true);
        let (left, right) = if from.x < to.x { (from, to) } else { (to, from) };
        let half = Face::Regular.width(&name.text, name.size) / 2.0;
        let depth =
            STROKE * 0.7 + 4.0 + half * ground.normal.x.abs() + name.size / 2.0 * ground.normal.y.abs();
        let places = [0.85, 0.75, 0.65, 0.9, 0.55, 0.45, 0.35, 0.25, 0.15, 0.1];
        let centres = [0.0, 8.0, 18.0, 28.0]
            .map(|more| places.map(|s| left + (right - left) * s - ground.normal * (depth + more)));
        if !canvas.placer.upon(&mut canvas.marks, &name, &centres.concat()) {
            let anchor = (left + right) * 0.5;
            let spot = Spot { anchor, clear: STROKE + 4.0, toward: -ground.normal, bias: 0.0 };
            canvas.placer.beside(&mut canvas.marks, &name, &[spot]);
        }
    }
}
