//! A robot's contact: named directions of motion and of force as arrows, and curves of a run.

use crate::diagram::figure::{Axis, Curve, CurveKind, PlotPanel};
use crate::figure::{AnyPanel, Cast, ForceKind, Tone, Words};
use crate::solid::figure::{SolidBody, SolidForce, SolidPanel, SolidShape};
use stiction::scene::{ENVIRONMENT, ROBOT};
use stiction_proof::{ContactState, Rational};
use stiction_report::hybrid::{Axis as Line, Compared, Sample, twist_axis, wrench_axis};
use stiction_report::hybrid::{HybridAnswer, RunAnswer};

/// The scene with what the contact allows and forbids; then the run.
pub(crate) fn panels(answer: &HybridAnswer, base: SolidPanel, tone: Tone) -> Vec<AnyPanel> {
    let title = base.words.title.clone();
    let heading = format!("motion and force apart: {}", answer.verdict());
    // The names of robots stand for their links; they have no mass of their own to mark.
    let mut bodies: Vec<SolidBody> = base.cast.bodies.clone();
    bodies.retain(|body| body.shape.is_some() || ![ROBOT, ENVIRONMENT].contains(&body.name.as_str()));
    bodies.extend(links(&answer.skeleton));
    let mut panels: Vec<AnyPanel> = vec![
        SolidPanel {
            cast: Cast { bodies, forces: arrows(answer), ..base.cast },
            words: Words { heading, tone, ..base.words },
            ..base
        }
        .into(),
    ];
    if let Some(run) = &answer.run {
        panels.extend(curves(run, &title));
    }
    panels
}

/// Rods between the joints of an arm.
fn links(skeleton: &[[f64; 3]]) -> Vec<SolidBody> {
    let rod = |(index, pair): (usize, &[[f64; 3]])| -> Option<SolidBody> {
        let axis: [f64; 3] = std::array::from_fn(|k| pair[1][k] - pair[0][k]);
        let height = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
        let shape = SolidShape::Cylinder {
            center: std::array::from_fn(|k| 0.5 * (pair[0][k] + pair[1][k])),
            axis,
            radius: if index == 0 { 0.03 } else { 0.02 },
            height,
        };
        (height > 1e-6).then(|| SolidBody { shape: Some(shape), ..SolidBody::default() })
    };
    skeleton.windows(2).enumerate().filter_map(rod).collect()
}

/// Directions of motion and force at the common point, all of one length; the force of the contact on what is
/// touched besides.
fn arrows(answer: &HybridAnswer) -> Vec<SolidForce> {
    let (interface, proof) = (&answer.interface, answer.decoupling.proof());
    if interface.problem.size() != 6 {
        return Vec::new();
    }
    let point = interface.point.clone().unwrap_or_else(|| vec![Rational::zero(); 3]);
    let at: [f64; 3] = std::array::from_fn(|k| point[k].to_f64());
    let contact = match &proof.contact {
        ContactState::Kept { force, .. } => std::array::from_fn(|k| force[k + 3].to_f64()),
        ContactState::Impossible { .. } => [0.0; 3],
    };
    let size = contact.iter().map(|x: &f64| x * x).sum::<f64>().sqrt();
    let length = if size > 0.0 { 0.7 * size } else { 1.0 };
    let arrow = |line: &Line, kind: ForceKind, words: [&str; 2], index: usize| -> Option<SolidForce> {
        let (direction, at, word) = match line {
            Line::Free { direction } => (direction, at, words[0]),
            Line::Line { direction, through, .. } => (direction, *through, words[1]),
            Line::Zero => return None,
        };
        let part = if kind == ForceKind::Freedom && word == words[1] { 0.6 } else { 1.0 };
        let vector = direction.map(|x| part * length * x);
        Some(SolidForce { at, vector, kind, label: Some(format!("{word} {}", index + 1)) })
    };
    let motions = proof.basis.s1.iter().enumerate().filter_map(|(index, twist)| {
        arrow(&twist_axis(twist, &point), ForceKind::Freedom, ["slide", "turn"], index)
    });
    let forces = proof.basis.t2.iter().enumerate().filter_map(|(index, wrench)| {
        arrow(&wrench_axis(wrench, &point), ForceKind::Constraint, ["twist", "push"], index)
    });
    let mut arrows: Vec<SolidForce> = motions.chain(forces).collect();
    if size > 0.0 {
        arrows.push(SolidForce { at, vector: contact, kind: ForceKind::Contact, label: None });
    }
    arrows
}

/// Distance from the path and force over time, of both controllers.
fn curves(run: &RunAnswer, title: &str) -> Vec<AnyPanel> {
    let words = ["decoupled", "operational"];
    let series = |of: &dyn Fn(&Sample) -> f64| -> Vec<Curve> {
        let curve = |(compared, word): (&Compared, &str)| Curve {
            label: word.to_owned(),
            points: compared.run.samples.iter().map(|sample| [sample.time, of(sample)]).collect(),
            kind: CurveKind::Series,
        };
        run.runs.iter().zip(words).map(curve).collect()
    };
    let axis = |label: &str| Axis { label: label.to_owned(), ..Axis::default() };
    let mut force = series(&|sample| sample.force.is);
    force.push(Curve {
        label: "wanted".to_owned(),
        points: run.runs[0].run.samples.iter().map(|sample| [sample.time, sample.force.wanted]).collect(),
        kind: CurveKind::Reference,
    });
    let panel = |heading: &str, y: &str, curves: Vec<Curve>| PlotPanel {
        words: Words {
            title: title.to_owned(),
            heading: heading.to_owned(),
            tone: Tone::Plain,
            ..Words::default()
        },
        x: axis("time (s)"),
        y: axis(y),
        curves,
        ..PlotPanel::default()
    };
    vec![
        panel("distance from the path", "off the path (mm)", series(&|sample| 1e3 * sample.path_error))
            .into(),
        panel("contact force", "force (N)", force).into(),
    ]
}
