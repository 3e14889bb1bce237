//! The picture of a push: the part seen from above, one panel for each motion that some pressure allows, with its rotation centre and
//! the friction of the table under a pressure that allows it.

use crate::figure::{AnyPanel, Cast, Force, ForceKind, Motion, Panel, Tone, Words};
use crate::proof_page::{contacts, doubles};
use stiction::scene::{Role, Scene};
use stiction::screw::Planar;
use stiction_proof::Answer;
use stiction_proof::push::Sense;
use stiction_report::push::{Allowed, PushAnswer};

/// Motions that get a panel of their own.
const MOST_MOTIONS: usize = 6;

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
    let tone = match answer.stable() {
        Some(Answer::Yes) => Tone::Good,
        Some(Answer::No) => Tone::Bad,
        _ => Tone::Plain,
    };
    let com = doubles(&answer.problem.com);
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
    allowed.into_iter().map(panel).collect()
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
