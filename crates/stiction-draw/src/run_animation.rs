//! A motion in time as a moving picture: every outline as it moves, in one SVG that any browser plays.

use crate::animation::{Fit, Frames, begun, ended, moving_line};
use crate::palette::{Ink, Theme};
use crate::simulate_page::{carried, turned};
use stiction::scene::{Body, Role};
use stiction::screw::Planar;
use stiction::shape::{Outline, Piece};
use stiction_proof::Rational;
use stiction_report::simulate::Place;
use stiction_report::simulate::SimulateAnswer;

/// Two ends of a line.
type Segment = ([f64; 2], [f64; 2]);

/// Corners that stand for a full turn of an arc.
const CORNERS: usize = 40;

/// A run as an SVG that plays again and again, in its own time.
pub fn run_animation(answer: &SimulateAnswer, title: &str, theme: Theme) -> String {
    let run = &answer.run;
    let times: Vec<f64> = run.frames.iter().map(|frame| frame.time).collect();
    let places = |body: &Body<Planar>| -> Vec<Place> {
        let at = run.bodies.iter().position(|name| *name == body.name);
        let still = Place { com: doubles(&body.com), angle: 0.0, twist: [0.0; 3] };
        run.frames
            .iter()
            .map(|frame| at.and_then(|at| frame.places.get(at)).copied().unwrap_or(still))
            .collect()
    };
    let mut bounded: Vec<(&Body<Planar>, Frames)> = Vec::new();
    let mut lines: Vec<(&Body<Planar>, Vec<Segment>)> = Vec::new();
    for body in &answer.bodies {
        let start = doubles(&body.com);
        match &body.shape {
            None => {}
            Some(Outline::HalfPlane { point, normal }) => {
                let edge = |place: Place| {
                    let [x, y] = turned(doubles(normal), place.angle);
                    (carried(&place, start, doubles(point)), [-y, x])
                };
                lines.push((body, places(body).into_iter().map(edge).collect()));
            }
            Some(outline) => {
                let corners = corners(outline);
                let frame = |place: Place| {
                    corners.iter().map(|corner| flip(carried(&place, start, *corner))).collect()
                };
                bounded.push((body, places(body).into_iter().map(frame).collect()));
            }
        }
    }
    let all: Vec<[f64; 2]> =
        bounded.iter().flat_map(|(_, frames)| frames.iter().flatten()).copied().collect();
    let fit = Fit::new(&all);
    let mut svg = begun(title, theme);
    let reach = all.iter().flatten().fold(1.0_f64, |most, entry| most.max(entry.abs())) * 4.0;
    for (body, edges) in lines {
        let ends = |(point, [x, y]): ([f64; 2], [f64; 2])| {
            let length = x.hypot(y).max(f64::MIN_POSITIVE);
            [-1.0, 1.0]
                .map(|side| {
                    flip([point[0] + side * reach * x / length, point[1] + side * reach * y / length])
                })
                .to_vec()
        };
        let frames: Frames = edges.into_iter().map(ends).collect();
        moving_line(&mut svg, &frames, &times, &fit, (Ink::Outline.colour(theme), 2.0, "none", &body.name));
    }
    for (body, frames) in bounded {
        let colour = if body.role == Role::Free { Ink::Motion } else { Ink::Outline };
        let drawn = (colour.colour(theme), 1.8, Ink::Body.colour(theme), body.name.as_str());
        moving_line(&mut svg, &frames, &times, &fit, drawn);
    }
    ended(&mut svg, title, theme);
    svg
}

fn doubles(point: &[Rational; 2]) -> [f64; 2] {
    point.each_ref().map(Rational::to_f64)
}

/// Pictures count downwards.
fn flip([x, y]: [f64; 2]) -> [f64; 2] {
    [x, -y]
}

/// The outer ring of an outline as corners, closed; of a disc with a spoke, so that its turning is seen.
fn corners(outline: &Outline) -> Vec<[f64; 2]> {
    match outline {
        Outline::HalfPlane { .. } => Vec::new(),
        Outline::Disc { center, radius } => {
            let ([x, y], radius) = (doubles(center), radius.to_f64());
            let around = (0..=CORNERS).map(|step| {
                let (sine, cosine) = (std::f64::consts::TAU * step as f64 / CORNERS as f64).sin_cos();
                [x + radius * cosine, y + radius * sine]
            });
            around.chain([[x, y]]).collect()
        }
        Outline::Polygon { .. } | Outline::Path { .. } => {
            let rings = outline.rings();
            let pieces = rings.first().map(Vec::as_slice).unwrap_or_default();
            let first = pieces.first().map(|piece| doubles(piece.from()));
            pieces.iter().flat_map(along).chain(first).collect()
        }
    }
}

/// The points of a piece, its end left out.
fn along(piece: &Piece) -> Vec<[f64; 2]> {
    let from = doubles(piece.from());
    let Piece::Arc { center, .. } = piece else { return vec![from] };
    let (center, sweep) = (doubles(center), piece.sweep());
    let steps = (CORNERS as f64 * sweep.abs() / std::f64::consts::TAU).ceil().max(1.0) as usize;
    let arm = [from[0] - center[0], from[1] - center[1]];
    let point = |step: usize| {
        let [x, y] = turned(arm, sweep * step as f64 / steps as f64);
        [center[0] + x, center[1] + y]
    };
    (0..steps).map(point).collect()
}
