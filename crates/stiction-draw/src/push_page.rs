//! The picture of a push: the part seen from above, one panel for each motion that some pressure allows, with its
//! rotation centre and the friction of the table under a pressure that allows it; then, for each of its senses, the
//! centres about which a pusher may turn the part with some pressure, and with every one.

use crate::diagram::figure::{Axis, ClassMap, Curve, CurveKind, PlotPanel};
use crate::figure::{AnyPanel, Cast, Force, ForceKind, Motion, Panel, Tone, Words};
use crate::proof_page::{contacts, doubles};
use stiction::scene::{Role, Scene};
use stiction::screw::Planar;
use stiction::shape::Outline;
use stiction_proof::Answer;
use stiction_proof::push::Sense;
use stiction_report::push::{Allowed, Centre, PushAnswer, centres};

/// Motions that get a panel of their own.
const MOST_MOTIONS: usize = 6;
/// Cells of a map of centres, each way.
const CELLS: usize = 28;
/// How far a map goes beyond the part, in its sizes.
const AROUND: f64 = 0.75;

/// A panel for each motion.
pub(crate) fn push(scene: &Scene<Planar>, answer: &PushAnswer, base: Panel) -> Vec<AnyPanel> {
    let cast = Cast { contacts: contacts(scene, None, &[]), together: true, ..base.cast.clone() };
    let still = Panel { cast, ..base };
    let allowed: Vec<Allowed<'_>> = answer.allowed().take(MOST_MOTIONS).collect();
    if allowed.is_empty() {
        let words =
            Words { heading: "no motion was found".to_owned(), tone: Tone::Neutral, ..still.words.clone() };
        return vec![Panel { words, ..still }.into()];
    }
    let tone = match answer.found.stays() {
        Some(Answer::Yes) => Tone::Good,
        Some(Answer::No) => Tone::Bad,
        _ => Tone::Plain,
    };
    let com = doubles(&answer.found.problem.com);
    let panel = |one: Allowed<'_>| {
        let mut panel = still.clone();
        panel.cast.forces = one.pressure.iter().filter_map(|at| friction(com, &one.twist, at)).collect();
        panel.cast.motions = motions(scene, &one.twist, com);
        let turns = match one.turn {
            Sense::Ccw => "turns counter-clockwise",
            Sense::Cw => "turns clockwise",
            Sense::None => "does not turn",
        };
        panel.words.heading = format!("may: {}, {turns}", one.mode);
        panel.words.tone = tone;
        AnyPanel::from(panel)
    };
    let maps = answer.found.turns().into_iter().filter(|turn| *turn != Sense::None);
    let maps = maps.filter_map(|turn| centre_map(scene, answer, turn, &still.words.title));
    allowed.into_iter().map(panel).chain(maps.map(AnyPanel::from)).collect()
}

/// The centres about which pushers that the part sticks to may turn it, over a grid about the part.
fn centre_map(scene: &Scene<Planar>, answer: &PushAnswer, turn: Sense, title: &str) -> Option<PlotPanel> {
    let (_, part) = scene.free_bodies().next()?;
    let outline = outline(part.shape.as_ref()?);
    let [x, y] = [0, 1].map(|axis| {
        let along = || outline.iter().map(|point| point[axis]);
        let (low, high) = (along().fold(f64::INFINITY, f64::min), along().fold(f64::NEG_INFINITY, f64::max));
        [low - (high - low) * AROUND, high + (high - low) * AROUND]
    });
    let middles = |[low, high]: [f64; 2]| -> Vec<f64> {
        (0..CELLS).map(|cell| low + (high - low) * (cell as f64 + 0.5) / CELLS as f64).collect()
    };
    let grid = centres(&answer.found.problem, turn, &middles(x), &middles(y)).ok()?;
    let class = |centre: &Centre| match centre {
        Centre::No => None,
        Centre::Some => Some(0),
        Centre::Every => Some(1),
    };
    let sense = if turn == Sense::Cw { "clockwise" } else { "counter-clockwise" };
    let axis = |label: &str, range: [f64; 2]| Axis {
        label: label.to_owned(),
        range: Some(range),
        ..Axis::default()
    };
    let part = Curve { label: String::new(), points: outline, kind: CurveKind::Boundary };
    Some(PlotPanel {
        words: Words {
            title: title.to_owned(),
            heading: format!("centres of a {sense} pusher"),
            lines: vec![
                "the part may stay with a pusher that turns about them; computed in doubles".to_owned(),
            ],
            ..Words::default()
        },
        x: axis("x (m)", x),
        y: axis("y (m)", y),
        map: Some(ClassMap {
            x,
            y,
            columns: CELLS,
            cells: grid.iter().flatten().map(class).collect(),
            classes: vec!["some pressure".to_owned(), "every pressure".to_owned()],
        }),
        curves: vec![part],
        ..PlotPanel::default()
    })
}

/// The corners of a part, or points around a disc, closed.
fn outline(shape: &Outline) -> Vec<[f64; 2]> {
    let mut points: Vec<[f64; 2]> = match shape {
        Outline::Polygon { outer, .. } => outer.iter().map(doubles).collect(),
        Outline::Disc { center, radius } => {
            let ([x, y], radius) = (doubles(center), radius.to_f64());
            let around = (0..48).map(|step| (std::f64::consts::TAU * f64::from(step) / 48.0).sin_cos());
            around.map(|(sine, cosine)| [x + radius * cosine, y + radius * sine]).collect()
        }
        Outline::Path { pieces } => pieces.iter().map(|piece| doubles(piece.from())).collect(),
        Outline::HalfPlane { .. } => Vec::new(),
    };
    points.extend(points.first().copied());
    points
}

/// The friction of the table at a place that moves.
fn friction([x, y]: [f64; 2], [w, vx, vy]: &[f64; 3], (at, pressure): &([f64; 2], f64)) -> Option<Force> {
    let velocity = [vx - w * (at[1] - y), vy + w * (at[0] - x)];
    let speed = velocity[0].hypot(velocity[1]);
    (speed > 0.0 && *pressure > 0.0).then(|| Force {
        at: *at,
        vector: velocity.map(|entry| -entry / speed * pressure),
        kind: ForceKind::Contact,
        label: None,
    })
}

/// The motion of the part, and of what is driven.
fn motions(scene: &Scene<Planar>, twist: &[f64; 3], com: [f64; 2]) -> Vec<Motion> {
    let part = scene.free_bodies().map(|(_, body)| (body.name.clone(), *twist, com));
    let driven = scene.bodies.iter().filter(|body| body.role == Role::Driven);
    let driven = driven.map(|body| (body.name.clone(), doubles(&body.driven_motion().0), doubles(&body.com)));
    let moving = part.chain(driven).filter(|(_, twist, _)| twist.iter().any(|entry| *entry != 0.0));
    moving.map(|(body, twist, about)| Motion { body, twist, about }).collect()
}
