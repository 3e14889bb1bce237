//! The pictures of a motion in time: the scene at instants of the run, and the energies over time.

use crate::diagram::figure::{Axis, Curve, CurveKind, PlotPanel, PlotPoint};
use crate::figure::{AnyPanel, Body, Panel, Piece, Ring, Shape, Words};
use crate::proof_page::doubles;
use stiction::scene::{Role, Scene};
use stiction::screw::Planar;
use stiction_report::simulate::SimulateAnswer;
use stiction_report::simulate::{Energy, Frame, Place, Reason, Run};
use stiction_report::spoken;

/// Instants between start and end that get a panel of their own.
const MOST_BETWEEN: usize = 3;

/// The scene at the start, at events and at the end, and the energies.
pub(crate) fn simulate(scene: &Scene<Planar>, answer: &SimulateAnswer, base: Panel) -> Vec<AnyPanel> {
    let run = &answer.run;
    let shown = |frame: &Frame, heading: String| {
        let mut panel = base.clone();
        panel.cast.bodies = panel.cast.bodies.iter().map(|body| placed(scene, run, frame, body)).collect();
        panel.cast.gravity = Some(doubles(&scene.gravity));
        panel.words.heading = heading;
        panel
    };
    let mut panels: Vec<Panel> = Vec::new();
    let at = |frame: &Frame| format!("at {} s", spoken(frame.time));
    panels.extend(run.frames.first().map(|first| shown(first, "at the start".to_owned())));
    let between: Vec<&Frame> = run.frames.iter().filter(|frame| is_event(run, frame)).collect();
    let stride = between.len().div_ceil(MOST_BETWEEN).max(1);
    panels.extend(between.iter().step_by(stride).map(|frame| shown(frame, at(frame))));
    panels.extend(run.frames.last().filter(|_| run.frames.len() > 1).map(|last| {
        let end = match run.stopped.reason {
            Reason::Until => "the end",
            Reason::Rest => "at rest",
            Reason::Ambiguous => "several things can happen",
            Reason::Inconsistent => "nothing can happen",
            Reason::Events => "too many events",
            Reason::Time => "known no further",
        };
        let heading = format!("{}: {end}", at(last));
        shown(last, heading)
    }));
    // One view for all instants: how far a body came is seen.
    let seen: Vec<[f64; 2]> = panels.iter().flat_map(outermost).collect();
    panels.iter_mut().for_each(|panel| panel.seen.clone_from(&seen));
    let energies = AnyPanel::from(energies(run, base.words));
    panels.into_iter().map(AnyPanel::from).chain([energies]).collect()
}

/// The corners of a box around all bodies of a panel that have an end.
fn outermost(panel: &Panel) -> Vec<[f64; 2]> {
    let points = panel.cast.bodies.iter().flat_map(|body| match &body.shape {
        Some(Shape::Disc { center: [x, y], radius }) => {
            vec![[x - radius, y - radius], [x + radius, y + radius]]
        }
        Some(Shape::Outline(rings)) => rings
            .iter()
            .flat_map(|ring| {
                let to = ring.pieces.iter().map(|piece| match piece {
                    Piece::Line { to } | Piece::Arc { to, .. } => *to,
                });
                std::iter::once(ring.start).chain(to)
            })
            .collect(),
        _ => body.com.into_iter().collect(),
    });
    points.collect()
}

/// Whether something happens at a frame between the first and the last.
fn is_event(run: &Run, frame: &Frame) -> bool {
    let inside = frame.time > 0.0 && frame.time < run.stopped.time;
    inside && run.events.iter().any(|event| event.time == frame.time)
}

/// A body where a frame has it.
fn placed(scene: &Scene<Planar>, run: &Run, frame: &Frame, body: &Body) -> Body {
    let place = run.bodies.iter().position(|name| *name == body.name).and_then(|at| frame.places.get(at));
    let Some((place, start)) = place.zip(scene.body(&body.name)) else { return body.clone() };
    let start = doubles(&start.com);
    let moved = |point: [f64; 2]| carried(place, start, point);
    let shape = body.shape.as_ref().map(|shape| match shape {
        Shape::Disc { center, radius } => Shape::Disc { center: moved(*center), radius: *radius },
        Shape::HalfPlane { point, normal } => {
            Shape::HalfPlane { point: moved(*point), normal: turned(*normal, place.angle) }
        }
        Shape::Outline(rings) => Shape::Outline(rings.iter().map(|ring| ring_at(ring, &moved)).collect()),
    });
    Body { shape, com: (body.role == Role::Free).then_some(place.com), ..body.clone() }
}

fn ring_at(ring: &Ring, moved: &impl Fn([f64; 2]) -> [f64; 2]) -> Ring {
    let piece = |piece: &Piece| match piece {
        Piece::Line { to } => Piece::Line { to: moved(*to) },
        Piece::Arc { to, center, ccw } => Piece::Arc { to: moved(*to), center: moved(*center), ccw: *ccw },
    };
    Ring { start: moved(ring.start), pieces: ring.pieces.iter().map(piece).collect() }
}

/// Where a point of a body is that began with its centre of mass at `start`.
pub(crate) fn carried(place: &Place, start: [f64; 2], point: [f64; 2]) -> [f64; 2] {
    let [x, y] = turned([point[0] - start[0], point[1] - start[1]], place.angle);
    [place.com[0] + x, place.com[1] + y]
}

pub(crate) fn turned([x, y]: [f64; 2], angle: f64) -> [f64; 2] {
    let (sine, cosine) = angle.sin_cos();
    [cosine * x - sine * y, sine * x + cosine * y]
}

/// The energies over time, with the first events named.
fn energies(run: &Run, words: Words) -> PlotPanel {
    let curve = |label: &str, of: fn(&Energy) -> f64| Curve {
        label: label.to_owned(),
        points: run.frames.iter().map(|frame| [frame.time, of(&frame.energy)]).collect(),
        kind: CurveKind::Series,
    };
    let height =
        |time: f64| run.frames.iter().find(|frame| frame.time == time).map(|frame| frame.energy.kinetic);
    let named = run.events.iter().take(4).filter_map(|event| {
        Some(PlotPoint { at: [event.time, height(event.time)?], label: event.kind.word().to_owned() })
    });
    let axis = |label: &str| Axis { label: label.to_owned(), ..Axis::default() };
    PlotPanel {
        words: Words { heading: "energy over time".to_owned(), lines: Vec::new(), ..words },
        x: axis("time (s)"),
        y: axis("energy (J)"),
        curves: vec![
            curve("kinetic", |energy| energy.kinetic),
            curve("potential", |energy| energy.potential),
            curve("dissipated", |energy| energy.dissipated),
            curve("work put in", |energy| energy.work),
        ],
        points: named.collect(),
        ..PlotPanel::default()
    }
}
