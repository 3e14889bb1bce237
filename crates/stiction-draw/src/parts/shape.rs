//! Bodies with an outline: free ones filled lightly, fixed ones hatched, driven ones dotted.

use std::f64::consts::{PI, TAU};

use crate::canvas::{Canvas, LABEL, Stage, detail, label};
use crate::detail::Detail;
use crate::figure::{Body, Panel, Piece, Ring, Shape};
use crate::palette::Ink;
use crate::parts::legend::Entry;
use crate::place::Label;
use crate::sheet::{Fill, LINE, Marks, Path, Step, Stroke, THIN};
use crate::text::Face;
use crate::vector::{Rect, Vector, at};
use crate::view::Reach;
use stiction::scene::Role;

/// Radius of the symbol of the centre of mass, in pixels.
const COM: f64 = 6.0;

/// A piece of a ring, short enough that its direction is plain.
enum Leg {
    Line(Vector),
    Arc { radius: f64, ccw: bool, to: Vector },
}

/// The pieces of a ring, arcs cut so that none turns by more than `most` radians.
fn legs(ring: &Ring, most: f64) -> Vec<Leg> {
    let mut here: Vector = ring.start.into();
    let mut legs = Vec::new();
    for piece in &ring.pieces {
        let end = match *piece {
            Piece::Line { to } => {
                legs.push(Leg::Line(to.into()));
                to
            }
            Piece::Arc { to, center, ccw } => {
                legs.extend(cut(here, to.into(), center.into(), ccw, most));
                to
            }
        };
        here = end.into();
    }
    legs
}

fn cut(from: Vector, to: Vector, centre: Vector, ccw: bool, most: f64) -> Vec<Leg> {
    let (radius, start) = ((from - centre).length(), (from - centre).angle());
    let ahead =
        if ccw { (to - centre).angle() - start } else { start - (to - centre).angle() }.rem_euclid(TAU);
    let whole = ahead < 1e-9 || TAU - ahead < 1e-9;
    let turn = if whole { TAU } else { ahead } * if ccw { 1.0 } else { -1.0 };
    let count = (turn.abs() / most).ceil().clamp(1.0, 400.0) as usize;
    let place = |i: usize| centre + at(radius, 0.0).turned(start + turn * i as f64 / count as f64);
    let end = |i: usize| if i == count { to } else { place(i) };
    (1..=count).map(|i| Leg::Arc { radius, ccw, to: end(i) }).collect()
}

/// A disc as a ring; a half-plane has none.
fn rings(shape: &Shape) -> Vec<Ring> {
    match shape {
        Shape::Outline(rings) => rings.clone(),
        Shape::Disc { center: [x, y], radius } => {
            let start = [x + radius, *y];
            vec![Ring { start, pieces: vec![Piece::Arc { to: start, center: [*x, *y], ccw: true }] }]
        }
        Shape::HalfPlane { .. } => Vec::new(),
    }
}

/// Corners, and points of the arcs close enough to stand for them.
pub(crate) fn sampled(shape: &Shape) -> Vec<Vec<Vector>> {
    let points = |ring: &Ring| {
        let ends = legs(ring, 0.2).into_iter().map(|leg| match leg {
            Leg::Line(to) | Leg::Arc { to, .. } => to,
        });
        std::iter::once(ring.start.into()).chain(ends).collect()
    };
    rings(shape).iter().map(points).collect()
}

/// The outline on the page, after the world has been mapped by a motion and a view.
pub(crate) fn path(shape: &Shape, map: impl Fn(Vector) -> Vector, pixels: impl Fn(f64) -> f64) -> Path {
    let mut path = Path::default();
    for ring in rings(shape) {
        path.0.push(Step::Move(map(ring.start.into())));
        // Two radians are less than a half turn, so that no arc is ambiguous.
        path.0.extend(legs(&ring, 2.0).into_iter().map(|leg| match leg {
            Leg::Line(to) => Step::Line(map(to)),
            Leg::Arc { radius, ccw, to } => {
                Step::Arc { radius: pixels(radius), clockwise: !ccw, to: map(to) }
            }
        }));
        path.0.push(Step::Close);
    }
    path
}

/// The rectangle around a body's outline; `None` without one.
pub(crate) fn bounds(body: &Body) -> Option<Rect> {
    Rect::around(sampled(body.shape.as_ref()?).into_iter().flatten())
}

/// How far the bodies reach.
pub(crate) fn reach(panel: &Panel, reach: &mut Reach) {
    for body in &panel.cast.bodies {
        let points = body.shape.iter().flat_map(sampled).flatten();
        points.for_each(|point| reach.point(point, 8.0));
        body.com.iter().for_each(|&com| reach.point(com.into(), COM + 2.0));
    }
}

/// Outlines and fillings.
pub(crate) fn draw(stage: &Stage, canvas: &mut Canvas) {
    canvas.marks.open("bodies");
    for body in &stage.panel.cast.bodies {
        let Some(shape) = body.shape.as_ref().filter(|shape| !matches!(shape, Shape::HalfPlane { .. }))
        else {
            continue;
        };
        let outline = path(shape, |point| stage.view.at(point), |length| stage.view.pixels(length));
        canvas.marks.shape(outline, filling(body.role), Stroke::new(outline_ink(body.role), LINE));
        canvas.legend.extend(Entry::role(body.role));
        for ring in sampled(shape) {
            avoid(stage, canvas, &ring);
        }
    }
    canvas.marks.close();
}

/// Labels had better not cross a closed ring.
pub(crate) fn avoid(stage: &Stage, canvas: &mut Canvas, ring: &[Vector]) {
    let closed = ring.iter().chain(ring.first());
    canvas.placer.outline(closed.map(|&point| stage.view.at(point)).collect());
}

pub(crate) fn filling(role: Role) -> Fill {
    match role {
        Role::Free => Fill::Plain(Ink::Body),
        Role::Fixed => Fill::Hatched,
        Role::Driven => Fill::Dotted,
    }
}

pub(crate) fn outline_ink(role: Role) -> Ink {
    if role == Role::Driven { Ink::Driven } else { Ink::Outline }
}

/// Centres of mass, above everything else.
pub(crate) fn draw_centres(stage: &Stage, canvas: &mut Canvas) {
    if detail(stage.panel) > Detail::Full {
        return;
    }
    canvas.marks.open("centres");
    for com in stage.panel.cast.bodies.iter().filter_map(|body| body.com) {
        let centre = stage.view.at(com.into());
        quartered(&mut canvas.marks, centre, COM);
        canvas.placer.disc(centre, COM + 2.0);
        canvas.legend.insert(Entry::CentreOfMass);
    }
    canvas.marks.close();
}

/// The quartered circle of a centre of mass.
pub(crate) fn quartered(marks: &mut Marks, centre: Vector, radius: f64) {
    let stroke = Stroke::new(Ink::Text, THIN);
    marks.shape(Path::circle(centre, radius), Fill::Plain(Ink::Surface), stroke);
    for from in [-PI / 2.0, PI / 2.0] {
        marks.fill(Path::sector(centre, radius, from, PI / 2.0), Fill::Plain(Ink::Text));
    }
}

/// Names: inside the body where they fit, else beside it.
pub(crate) fn label_bodies<'p>(stage: &Stage<'p>, canvas: &mut Canvas) -> Vec<(Label, &'p Body)> {
    let mut outside = Vec::new();
    let outline = detail(stage.panel) == Detail::Outline;
    for body in stage.panel.cast.bodies.iter().filter(|body| !body.name.is_empty()) {
        let (Some(shape), Some(bounds)) = (&body.shape, bounds(body)) else { continue };
        if outline && body.role == Role::Free {
            canvas.placer.thinned += 1;
            continue;
        }
        let mut name = label(&body.name, outline_ink(body.role));
        let crowd = stage.panel.cast.bodies.len() > 12;
        (name.optional, name.close) = (crowd, crowd);
        // In smaller type rather than outside.
        let written = SIZES.iter().any(|size| {
            let name = Label { size: LABEL * size, ..name.clone() };
            let inside = room(stage, shape, bounds, (Face::Regular.width(&name.text, name.size), name.size));
            canvas.placer.upon(&mut canvas.marks, &name, &inside)
        });
        if !written {
            outside.push((name, body));
        }
    }
    outside
}

/// Sizes of the type of a name within its body, as parts of that of labels.
const SIZES: [f64; 3] = [1.0, 0.86, 0.74];

/// Names that have no room inside of their bodies: beside all bodies, each joined to its own by a line, after all else
/// that is written.
pub(crate) fn label_beside(stage: &Stage, canvas: &mut Canvas, outside: &[(Label, &Body)]) {
    let rings_of = |body: &Body| -> Vec<Vec<Vector>> {
        let rings = body.shape.iter().flat_map(sampled);
        rings.map(|ring| ring.into_iter().map(|point| stage.view.at(point)).collect()).collect()
    };
    let all: Vec<Vec<Vec<Vector>>> = stage.panel.cast.bodies.iter().map(rings_of).collect();
    for (name, body) in outside {
        let (Some(shape), Some(bounds)) = (&body.shape, bounds(body)) else { continue };
        // Where the line begins: a place within the body, its lower middle as far as that is one.
        let inside = room(stage, shape, bounds, (0.0, 0.0));
        let clear = inside.iter().find(|point| canvas.placer.is_clear(**point)).or(inside.first());
        let Some(from) = clear.copied() else { continue };
        let (width, height) = name.extent();
        let free = |centre: &Vector| {
            let text = Rect::centred(*centre, width, height);
            let points = text.corners().into_iter().chain([*centre]);
            points.into_iter().all(|point| !all.iter().any(|rings| surrounded(rings, point)))
        };
        let around = (2..24).flat_map(|ring| (0..24).map(move |step| (ring, step)));
        let places: Vec<Vector> = around
            .map(|(ring, step)| from + at(f64::from(ring) * 10.0, 0.0).turned(f64::from(step) * TAU / 24.0))
            .filter(free)
            .collect();
        canvas.placer.led(&mut canvas.marks, name, from, &places);
    }
}

/// Places for a text within an outline, those near the middle first, and rather low than high.
fn room(stage: &Stage, shape: &Shape, bounds: Rect, (width, height): (f64, f64)) -> Vec<Vector> {
    const STEPS: usize = 16;
    let rings: Vec<Vec<Vector>> =
        sampled(shape).iter().map(|ring| ring.iter().map(|&point| stage.view.at(point)).collect()).collect();
    let Some(page) = Rect::around([stage.view.at(bounds.min), stage.view.at(bounds.max)]) else {
        return Vec::new();
    };
    let step = at(page.width() / STEPS as f64, page.height() / STEPS as f64);
    let grid = (0..=STEPS).flat_map(|i| (0..=STEPS).map(move |j| at(i as f64 * step.x, j as f64 * step.y)));
    let fits = |centre: &Vector| {
        let text = Rect::centred(*centre, width + 6.0, height + 3.0);
        text.corners().into_iter().all(|corner| surrounded(&rings, corner))
    };
    let mut places: Vec<Vector> = grid.map(|offset| page.min + offset).filter(fits).collect();
    let wanted = page.centre() + at(0.0, LABEL * 1.6);
    places.sort_by(|a, b| (*a - wanted).length().total_cmp(&(*b - wanted).length()));
    places
}

/// Whether an odd number of rings surrounds the point.
pub(crate) fn surrounded(rings: &[Vec<Vector>], point: Vector) -> bool {
    let crossing = |ring: &Vec<Vector>| {
        let ends = ring.iter().zip(ring.iter().cycle().skip(1));
        ends.filter(|(a, b)| {
            (a.y > point.y) != (b.y > point.y) && point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
        })
        .count()
    };
    rings.iter().map(crossing).sum::<usize>() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arc_that_returns_to_its_start_is_a_whole_circle() {
        let disc = Shape::Disc { center: [3.0, 4.0], radius: 2.0 };
        let points = sampled(&disc).concat();
        let bounds = Rect::around(points.iter().copied()).unwrap();
        assert!((bounds.min - at(1.0, 2.0)).length() < 0.02 && (bounds.max - at(5.0, 6.0)).length() < 0.02);
        assert!(points.iter().all(|point| ((*point - at(3.0, 4.0)).length() - 2.0).abs() < 1e-12));
    }

    #[test]
    fn a_half_turn_runs_the_way_it_says() {
        let half = |ccw| {
            let pieces = vec![Piece::Arc { to: [-1.0, 0.0], center: [0.0, 0.0], ccw }];
            let points = sampled(&Shape::Outline(vec![Ring { start: [1.0, 0.0], pieces }])).concat();
            points[points.len() / 2].y
        };
        assert!(half(true) > 0.9 && half(false) < -0.9);
    }

    #[test]
    fn a_hole_is_not_inside() {
        let square = |half: f64| vec![at(-half, -half), at(half, -half), at(half, half), at(-half, half)];
        let rings = [square(2.0), square(1.0)];
        assert!(surrounded(&rings, at(1.5, 0.1)) && !surrounded(&rings, at(0.5, 0.1)));
    }
}
