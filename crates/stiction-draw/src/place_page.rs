//! The picture of a placement: the part with the best contacts, where one more closes drawn thick, how good one contact
//! is along the outline, and the next best placement.

use crate::diagram::figure::{Axis, Curve, CurveKind, PlotPanel};
use crate::figure::{AnyPanel, Cast, Panel, Piece, Stretch, Tone, Words};
use crate::proof_page::{contacts, tone};
use stiction::scene::Scene;
use stiction::screw::Planar;
use stiction_proof::Rational;
use stiction_proof::place::AlongProof;
use stiction_report::place::PlaceAnswer;
use stiction_report::place::{Placement, heat, with_contacts};

/// Places along the outline whose value is drawn.
const SAMPLES: usize = 400;

/// The best placement, and what is known of others.
pub(crate) fn place(scene: &Scene<Planar>, answer: &PlaceAnswer, base: Panel) -> Vec<AnyPanel> {
    let drawn = |placement: Option<&Placement>| {
        let placed = placement.map(|one| with_contacts(scene, answer.place.body, &one.contacts));
        Cast { contacts: contacts(placed.as_ref().unwrap_or(scene), None, &[]), ..base.cast.clone() }
    };
    let verdict = answer.answer();
    let first = Panel {
        cast: drawn(answer.best()),
        words: Words { heading: format!("placed: {verdict}"), tone: tone(verdict), ..base.words.clone() },
        stretches: stretches(answer),
        ..Panel::default()
    };
    let mut panels = vec![AnyPanel::from(first)];
    panels.extend(along(answer, &base.words.title).map(AnyPanel::from));
    if let Some(other) = answer.place.found.get(1) {
        let words = Words {
            heading: "the next best".to_owned(),
            lines: vec![format!(
                "{:.3}, where the best has {:.3}",
                other.quality, answer.place.found[0].quality
            )],
            tone: Tone::Plain,
            ..base.words.clone()
        };
        panels.push(Panel { cast: drawn(Some(other)), words, ..Panel::default() }.into());
    }
    panels
}

fn doubles(point: &[Rational; 2]) -> [f64; 2] {
    point.each_ref().map(Rational::to_f64)
}

/// Where one more contact closes.
fn stretches(answer: &PlaceAnswer) -> Vec<Stretch> {
    let problem = &answer.place.problem;
    let one = |proof: &AlongProof| {
        let AlongProof::Between { track, ends, .. } = proof else { return None };
        let place = |part: &Rational| doubles(&problem.tracks[*track].place(part).0);
        Some(Stretch {
            start: place(&ends[0].part),
            pieces: vec![Piece::Line { to: place(&ends[1].part) }],
            closed: [ends[0].twist.is_none(), ends[1].twist.is_none()],
            label: String::new(),
        })
    };
    answer.place.along.iter().flatten().filter_map(|proof| one(proof.proof())).collect()
}

/// How good one contact is along the outline.
fn along(answer: &PlaceAnswer, title: &str) -> Option<PlotPanel> {
    let problem = &answer.place.problem;
    if problem.count != 1 {
        return None;
    }
    let mut way = 0.0;
    let (mut points, mut last) = (Vec::new(), None);
    for (at, value) in heat(problem, SAMPLES) {
        if let Some([x, y]) = last.replace(at) {
            way += (at[0] - x).hypot(at[1] - y);
        }
        points.push([way, value.max(0.0)]);
    }
    let lines = vec!["0 where it does not close; computed in doubles".to_owned()];
    Some(PlotPanel {
        words: Words {
            title: title.to_owned(),
            heading: "how good one more contact is along the outline".to_owned(),
            lines,
            ..Words::default()
        },
        x: Axis { label: "way along the outline (m)".to_owned(), ..Axis::default() },
        y: Axis { label: "measure".to_owned(), ..Axis::default() },
        curves: vec![Curve { label: String::new(), points, kind: CurveKind::Series }],
        ..PlotPanel::default()
    })
}
