//! The pictures of slow manipulation: every mode that balances with its motion and forces, and the stick on
//! two fingers over time.

use crate::diagram::figure::{Axis, Curve, CurveKind, PlotPanel, PlotPoint};
use crate::figure::{AnyPanel, Cast, Force, ForceKind, Motion, Panel, Tone, Words};
use crate::map_panel::plot;
use crate::proof_page::{contacts, doubles, unit};
use stiction::scene::Scene;
use stiction::screw::Planar;
use stiction_proof::Rational;
use stiction_proof::slow::StickState;
use stiction_report::modes::Mode;
use stiction_report::slow::SlowAnswer;
use stiction_report::slow::StickInTime;

/// Modes that get a panel of their own.
const MOST_MODES: usize = 6;

/// The plot of a stick, or a panel for each mode that balances.
pub(crate) fn slow(scene: &Scene<Planar>, answer: &SlowAnswer, base: Panel) -> Vec<AnyPanel> {
    if let Some(stick) = &answer.found.stick {
        return vec![over_time(stick, base.words).into()];
    }
    let still = Panel {
        cast: Cast {
            contacts: contacts(scene, None, &[]),
            together: true,
            gravity: Some(doubles(&scene.gravity)),
            ..base.cast.clone()
        },
        ..base
    };
    if let Some(map) = &answer.map {
        return vec![plot(map, "what slides and what tips", &still.words.title).into()];
    }
    let balanced: Vec<_> = answer.balanced().take(MOST_MODES).collect();
    if balanced.is_empty() {
        let words = Words { heading: "no mode balances".to_owned(), tone: Tone::Bad, ..still.words.clone() };
        return vec![Panel { words, ..still }.into()];
    }
    let panel = |(mode, forces): (&Mode, Vec<[f64; 2]>)| {
        let mut panel = still.clone();
        panel.cast.forces = arrows(scene, &forces);
        panel.cast.motions = motions(scene, mode);
        panel.words.heading = format!("balances: {}", mode.text);
        panel.words.tone = Tone::Good;
        AnyPanel::from(panel)
    };
    balanced.into_iter().map(panel).collect()
}

fn arrows(scene: &Scene<Planar>, forces: &[[f64; 2]]) -> Vec<Force> {
    let arrow = |(contact, [along, across]): (&stiction::scene::Contact<Planar>, &[f64; 2])| {
        let [x, y] = unit(doubles(&contact.normal));
        Force {
            at: doubles(&contact.point),
            vector: [along * x - across * y, along * y + across * x],
            kind: ForceKind::Contact,
            label: None,
        }
    };
    scene.contacts.iter().zip(forces).map(arrow).filter(|force| force.vector != [0.0, 0.0]).collect()
}

/// The motion of the mode, and of what is driven.
fn motions(scene: &Scene<Planar>, mode: &Mode) -> Vec<Motion> {
    let free = scene.free_bodies().zip(&mode.twists).map(|((_, body), twist)| (body, twist.clone()));
    let driven = scene.bodies.iter().filter(|body| body.role == stiction::scene::Role::Driven);
    let driven = driven.map(|body| (body, body.driven_motion().0.to_vec()));
    free.chain(driven)
        .filter_map(|(body, twist)| {
            let twist = <[Rational; 3]>::try_from(twist).ok()?;
            let moves = twist.iter().any(|entry| !entry.is_zero());
            let (name, about) = (body.name.clone(), doubles(&body.com));
            moves.then(|| Motion { body: name, twist: doubles(&twist), about })
        })
        .collect()
}

/// Fingers and centre over time \[MR Exercise 12.29\], with a point where a phase begins.
fn over_time(StickInTime { run, .. }: &StickInTime, words: Words) -> PlotPanel {
    let run = run.proof();
    let begins = run.phases.iter().map(|phase| (&phase.t, &phase.state));
    let instants: Vec<_> = begins.chain([(&run.end.t, &run.end.state)]).collect();
    let curve = |label: &str, of: fn(&StickState) -> &Rational| Curve {
        label: label.to_owned(),
        points: instants.iter().map(|(t, state)| [t.to_f64(), of(state).to_f64()]).collect(),
        kind: CurveKind::Series,
    };
    // The first phases are named; later ones crowd.
    let named = run.phases.iter().take(4).map(|phase| PlotPoint {
        at: [phase.t.to_f64(), phase.state.com.to_f64()],
        label: phase.mode.to_string(),
    });
    let axis = |label: &str| Axis { label: label.to_owned(), ..Axis::default() };
    PlotPanel {
        words: Words { heading: "a stick on two fingers".to_owned(), ..words },
        x: axis("time (s)"),
        y: axis("along the stick's line (m)"),
        curves: vec![
            curve("left finger", |state| &state.left),
            curve("right finger", |state| &state.right),
            curve("centre of mass", |state| &state.com),
        ],
        points: named.collect(),
        ..PlotPanel::default()
    }
}
