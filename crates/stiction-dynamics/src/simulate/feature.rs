//! What an outline can touch with: straight edges, and round pieces, of which a corner is one of radius zero.
//!
//! A round piece has a centre, a radius (negative where the boundary is hollow) and the fan of its outward
//! normals.  So a disc, an arc, a corner and a hollow are one kind of thing, and every touch is of a convex
//! round piece with an edge or with another round piece.

use super::plane::{Vector, along, dot, minus, rotated, turned, wedge, wrapped};
use stiction_geometry::shape::{Outline, Piece, Turn};
use stiction_proof::Rational;

/// A piece of a boundary, about the body's centre of mass as the body stands at the start.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Feature {
    /// A straight edge from a point along a unit direction; the solid is on the left, the outward normal on the
    /// right.
    Flat { from: Vector, direction: Vector, length: f64 },
    /// A round piece; its outward normals point within `half` of `middle`.
    Round { center: Vector, radius: f64, middle: f64, half: f64 },
}

impl Feature {
    /// How far its points are from the centre of mass at most.
    pub(super) fn reach(&self) -> f64 {
        match self {
            Self::Flat { length, .. } if length.is_infinite() => f64::INFINITY,
            Self::Flat { from, direction, length } => {
                let to = along(*from, *length, *direction);
                from[0].hypot(from[1]).max(to[0].hypot(to[1]))
            }
            Self::Round { center, radius, .. } => center[0].hypot(center[1]) + radius.abs(),
        }
    }
}

/// The features of an outline about a point.
pub(super) fn features(outline: &Outline, about: Vector) -> Vec<Feature> {
    let point = |at: &[Rational; 2]| minus(&[at[0].to_f64(), at[1].to_f64()], &about);
    match outline {
        Outline::HalfPlane { point: at, normal } => {
            let normal = [normal[0].to_f64(), normal[1].to_f64()];
            let length = normal[0].hypot(normal[1]);
            let direction = turned(normal).map(|entry| entry / length);
            vec![Feature::Flat { from: point(at), direction, length: f64::INFINITY }]
        }
        Outline::Disc { center, radius } => vec![Feature::Round {
            center: point(center),
            radius: radius.to_f64(),
            middle: 0.0,
            half: std::f64::consts::PI,
        }],
        Outline::Polygon { .. } | Outline::Path { .. } => outline
            .rings()
            .iter()
            .flat_map(|ring| {
                let pieces: Vec<Stretch> = ring.iter().map(|piece| Stretch::new(piece, &point)).collect();
                around(&pieces)
            })
            .collect(),
    }
}

/// A piece in doubles with its directions at both ends.
struct Stretch {
    from: Vector,
    to: Vector,
    begins: Vector,
    ends: Vector,
    /// Centre, signed radius and sweep of an arc.
    arc: Option<(Vector, f64, f64)>,
}

impl Stretch {
    fn new(piece: &Piece, point: &impl Fn(&[Rational; 2]) -> Vector) -> Self {
        let (from, to) = (point(piece.from()), point(piece.to()));
        match piece {
            Piece::Segment { .. } => {
                let step = minus(&to, &from);
                let length = step[0].hypot(step[1]);
                let direction = step.map(|entry| entry / length);
                Self { from, to, begins: direction, ends: direction, arc: None }
            }
            Piece::Arc { center, turn, .. } => {
                let center = point(center);
                let side = if *turn == Turn::Left { 1.0 } else { -1.0 };
                let heading = |at: Vector| {
                    let arm = minus(&at, &center);
                    turned(arm).map(|entry| side * entry / arm[0].hypot(arm[1]))
                };
                let arm = minus(&from, &center);
                let radius = side * arm[0].hypot(arm[1]);
                Self {
                    from,
                    to,
                    begins: heading(from),
                    ends: heading(to),
                    arc: Some((center, radius, piece.sweep())),
                }
            }
        }
    }
}

/// Directions within this angle of each other are one: what rounding does to the directions of an outline is
/// far below, what a person means by a corner far above.
const SMOOTH: f64 = 1e-9;

/// The pieces of a ring and the corners between them.
fn around(pieces: &[Stretch]) -> Vec<Feature> {
    let mut features = Vec::with_capacity(2 * pieces.len());
    for (index, piece) in pieces.iter().enumerate() {
        let before = &pieces[(index + pieces.len() - 1) % pieces.len()];
        let turn = wedge(before.ends, piece.begins).atan2(dot(&before.ends, &piece.begins));
        let straight = turn.abs() < SMOOTH;
        let joins_alike = before.arc.is_some() == piece.arc.is_some();
        if turn > -SMOOTH && !(straight && joins_alike) {
            let first = heading_of_normal(before.ends);
            features.push(Feature::Round {
                center: piece.from,
                radius: 0.0,
                middle: wrapped(first + turn / 2.0),
                half: turn.max(0.0) / 2.0,
            });
        }
        features.push(match piece.arc {
            None => {
                let step = minus(&piece.to, &piece.from);
                Feature::Flat { from: piece.from, direction: piece.begins, length: step[0].hypot(step[1]) }
            }
            Some((center, radius, sweep)) => Feature::Round {
                center,
                radius,
                middle: wrapped(heading_of_normal(rotated(piece.begins, sweep / 2.0))),
                half: sweep.abs() / 2.0,
            },
        });
    }
    features
}

/// The angle of the outward normal where a boundary runs in a direction.
fn heading_of_normal(direction: Vector) -> f64 {
    (-direction[0]).atan2(direction[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rectangle_has_four_edges_and_four_corners_with_quarter_fans() {
        let outline = Outline::rectangle([0.into(), 0.into()], [2.into(), 1.into()]);
        let all = features(&outline, [1.0, 0.5]);
        let corners: Vec<_> = all.iter().filter(|one| matches!(one, Feature::Round { .. })).collect();
        assert_eq!((all.len(), corners.len()), (8, 4));
        let Feature::Round { middle, half, radius, .. } = corners[0] else { panic!() };
        // The lower left corner looks to the lower left.
        assert!((middle + 0.75 * std::f64::consts::PI).abs() < 1e-12, "{middle}");
        assert!((half - std::f64::consts::FRAC_PI_4).abs() < 1e-12 && *radius == 0.0);
    }
}
