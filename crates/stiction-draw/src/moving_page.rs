//! From a report on a moving base to its panels: the scene with the collapse, if there is one, and the
//! reserve over time.

use crate::diagram::figure::{Axis, Curve, CurveKind, PlotPanel, PlotPoint};
use crate::figure::{AnyPanel, Cast, Motion, Panel, Words};
use crate::proof_page::{contacts, tone};
use crate::solid::figure::SolidPanel;
use stiction::scene::Scene;
use stiction::screw::{Planar, Spatial};
use stiction_proof::Rational;
use stiction_proof::moving::Rides;
use stiction_report::moving::{Moves, MovingAnswer};

/// The planar scene and the plot.
pub(crate) fn planar(scene: &Scene<Planar>, answer: &MovingAnswer<Planar>, base: Panel) -> Vec<AnyPanel> {
    let gravity = [scene.gravity[0].to_f64(), scene.gravity[1].to_f64()];
    let cast = Cast { contacts: contacts(scene, None, &[]), gravity: Some(gravity), ..base.cast };
    let plot = plot(answer, base.words.title.clone());
    let panel = Panel { cast: moved(cast, answer), words: said(base.words, answer), ..base };
    vec![panel.into(), plot.into()]
}

/// The scene in space and the plot.
pub(crate) fn spatial(answer: &MovingAnswer<Spatial>, base: SolidPanel) -> Vec<AnyPanel> {
    let plot = plot(answer, base.words.title.clone());
    let panel = SolidPanel { cast: moved(base.cast, answer), words: said(base.words, answer), ..base };
    vec![panel.into(), plot.into()]
}

/// A scene with the collapse, if there is one.
fn moved<S: Moves, B, const D: usize, const F: usize>(
    cast: Cast<B, D, F>,
    answer: &MovingAnswer<S>,
) -> Cast<B, D, F>
where
    S::Touch: Rides,
{
    let motions = moves(answer).into_iter().filter_map(|(body, about, twist)| {
        Some(Motion { body, twist: twist.try_into().ok()?, about: about.try_into().ok()? })
    });
    let (motions, animated) = (motions.collect(), answer.found.collapse.is_some());
    Cast { motions, together: true, animated, ..cast }
}

fn said<S: Moves>(words: Words, answer: &MovingAnswer<S>) -> Words
where
    S::Touch: Rides,
{
    Words { heading: answer.kept(), tone: tone(answer.verdict()), ..words }
}

/// Each body that moves on the collapse, with the point about which its twist is.
fn moves<S: Moves>(answer: &MovingAnswer<S>) -> Vec<(String, Vec<f64>, Vec<f64>)>
where
    S::Touch: Rides,
{
    let Some(collapse) = &answer.found.collapse else { return Vec::new() };
    let doubles = |vector: &[Rational]| vector.iter().map(Rational::to_f64).collect::<Vec<f64>>();
    let bodies = answer.problem.assembly.bodies.iter().zip(&collapse.twists);
    let moving = bodies.filter(|(_, twist)| twist.as_ref().iter().any(|entry| !entry.is_zero()));
    moving
        .map(|(body, twist)| (body.name.clone(), doubles(body.reference.as_ref()), doubles(twist.as_ref())))
        .collect()
}

/// The reserve over time: 1 as at the beginning, 0 at the boundary.
fn plot<S: Moves>(answer: &MovingAnswer<S>, title: String) -> PlotPanel
where
    S::Touch: Rides,
{
    let samples = answer.samples();
    let points: Vec<[f64; 2]> = samples.iter().filter_map(|one| Some([one.time, one.reserve?])).collect();
    let end = answer.problem.motion.duration.to_f64();
    let boundary = Curve {
        label: "falls below".to_owned(),
        points: vec![[0.0, 0.0], [end, 0.0]],
        kind: CurveKind::Reference,
    };
    let reserve = Curve { label: "reserve".to_owned(), points, kind: CurveKind::Series };
    let failure = answer.found.first_failure().map(|first| PlotPoint {
        at: [first.to_f64(), 0.0],
        label: match answer.manner() {
            Some((_, manner)) => {
                let also =
                    answer.also().map(|(_, other)| format!(" and {}", other.word())).unwrap_or_default();
                format!("{}{also} at {:.4} s", manner.word(), first.to_f64())
            }
            None => format!("{:.4} s", first.to_f64()),
        },
    });
    PlotPanel {
        words: Words {
            title,
            heading: "reserve over time".to_owned(),
            tone: tone(answer.verdict()),
            lines: Vec::new(),
        },
        x: Axis { label: "time (s)".to_owned(), range: Some([0.0, end]), logarithmic: false },
        y: Axis { label: "reserve (1 at time 0)".to_owned(), ..Axis::default() },
        curves: vec![reserve, boundary],
        points: failure.into_iter().collect(),
        ..PlotPanel::default()
    }
}
