//! Planar outlines: polygons with holes, discs, paths of segments and arcs, half-planes.

use super::plane::{cross, difference, is_zero, length, to_doubles};
use stiction_proof::Rational;

/// A point of the plane, exact.
pub type Point = [Rational; 2];

/// The sense in which an arc is traversed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// Counter-clockwise.
    Left,
    /// Clockwise.
    Right,
}

/// One piece of a path, from the end of the piece before it.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    /// A straight piece.
    Segment {
        /// Where it begins.
        from: Point,
        /// Where it ends.
        to: Point,
    },
    /// A piece of a circle.
    Arc {
        /// Where it begins.
        from: Point,
        /// Where it ends.
        to: Point,
        /// Centre of the circle; equally far from both ends.
        center: Point,
        /// The way round.
        turn: Turn,
    },
}

/// A closed region of the plane, in world coordinates.
#[derive(Debug, Clone, PartialEq)]
pub enum Outline {
    /// A polygon with holes, each closed by itself; outer ring counter-clockwise, holes clockwise.
    Polygon {
        /// Corners of the outer ring.
        outer: Vec<Point>,
        /// Corners of each hole.
        holes: Vec<Vec<Point>>,
    },
    /// A full disc.
    Disc {
        /// Its centre.
        center: Point,
        /// Its radius, positive.
        radius: Rational,
    },
    /// A closed chain of segments and arcs, counter-clockwise.
    Path {
        /// The pieces, each beginning where the one before ends.
        pieces: Vec<Piece>,
    },
    /// Everything on one side of a line.
    HalfPlane {
        /// A point of the line.
        point: Point,
        /// Normal out of the solid, any length but zero.
        normal: Point,
    },
}

impl Turn {
    /// The other way round.
    pub fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

impl Piece {
    /// Where it begins.
    pub fn from(&self) -> &Point {
        match self {
            Self::Segment { from, .. } | Self::Arc { from, .. } => from,
        }
    }

    /// Where it ends.
    pub fn to(&self) -> &Point {
        match self {
            Self::Segment { to, .. } | Self::Arc { to, .. } => to,
        }
    }

    /// The same piece walked backwards.
    pub fn reversed(&self) -> Self {
        match self.clone() {
            Self::Segment { from, to } => Self::Segment { from: to, to: from },
            Self::Arc { from, to, center, turn } => {
                Self::Arc { from: to, to: from, center, turn: turn.opposite() }
            }
        }
    }

    /// Angle swept by an arc, positive counter-clockwise, a full turn when the ends coincide; 0 for a segment.
    pub fn sweep(&self) -> f64 {
        let Self::Arc { from, to, center, turn } = self else { return 0.0 };
        let (u, w) = (difference(from, center), difference(to, center));
        let angle = cross(&u, &w).to_f64().atan2(super::plane::dot(&u, &w).to_f64());
        match turn {
            Turn::Left if angle > 0.0 => angle,
            Turn::Left => angle + std::f64::consts::TAU,
            Turn::Right if angle < 0.0 => angle,
            Turn::Right => angle - std::f64::consts::TAU,
        }
    }
}

impl Outline {
    /// A polygon with holes, the corners of each ring in either order.
    pub fn polygon(outer: Vec<Point>, holes: Vec<Vec<Point>>) -> Self {
        Self::Polygon { outer, holes }.normalised()
    }

    /// A disc.
    pub fn disc(center: Point, radius: Rational) -> Self {
        Self::Disc { center, radius }
    }

    /// A closed chain of segments and arcs, walked either way.
    pub fn path(pieces: Vec<Piece>) -> Self {
        Self::Path { pieces }.normalised()
    }

    /// Everything on the side of a line that `normal` points away from.
    pub fn half_plane(point: Point, normal: Point) -> Self {
        Self::HalfPlane { point, normal }
    }

    /// An axis-parallel rectangle between two opposite corners.
    pub fn rectangle(low: Point, high: Point) -> Self {
        let ([x0, y0], [x1, y1]) = (low, high);
        let corners = vec![[x0.clone(), y0.clone()], [x1.clone(), y0], [x1, y1.clone()], [x0, y1]];
        Self::polygon(corners, Vec::new())
    }

    /// The same region with its outer ring counter-clockwise and its holes clockwise, so that the solid is
    /// always on the left.
    pub fn normalised(self) -> Self {
        match self {
            Self::Polygon { outer, holes } => Self::Polygon {
                outer: wound(outer, Turn::Left),
                holes: holes.into_iter().map(|hole| wound(hole, Turn::Right)).collect(),
            },
            Self::Path { pieces } if path_area(&pieces) < 0.0 => {
                Self::Path { pieces: pieces.iter().rev().map(Piece::reversed).collect() }
            }
            same => same,
        }
    }

    /// The rings of its boundary as pieces, solid on the left; none for a disc or a half-plane, whose
    /// boundary is one curve without ends.
    pub fn rings(&self) -> Vec<Vec<Piece>> {
        match self {
            Self::Polygon { outer, holes } => {
                std::iter::once(outer).chain(holes).map(|ring| ring_edges(ring)).collect()
            }
            Self::Path { pieces } => vec![pieces.clone()],
            Self::Disc { .. } | Self::HalfPlane { .. } => Vec::new(),
        }
    }

    /// Lowest and highest coordinates, in doubles; `None` for a half-plane, which has no bounds.
    pub fn bounds(&self) -> Option<[[f64; 2]; 2]> {
        match self {
            Self::HalfPlane { .. } => None,
            Self::Disc { center, radius } => {
                let ([x, y], r) = (to_doubles(center), radius.to_f64());
                Some([[x - r, y - r], [x + r, y + r]])
            }
            Self::Polygon { outer, .. } => Some(box_of(outer.iter().map(to_doubles))),
            Self::Path { pieces } => Some(box_of(pieces.iter().flat_map(extreme_points))),
        }
    }

    /// Diagonal of the bounds: the length against which a distance counts as small.  1 for a half-plane.
    pub fn size(&self) -> f64 {
        match self.bounds() {
            Some([low, high]) => (high[0] - low[0]).hypot(high[1] - low[1]),
            None => 1.0,
        }
    }
}

/// The edges of a ring of corners, closed by itself.
pub(super) fn ring_edges(ring: &[Point]) -> Vec<Piece> {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(from, to)| Piece::Segment { from: from.clone(), to: to.clone() }).collect()
}

/// Twice the signed area of a ring of corners (the shoelace formula).
pub(super) fn twice_area(ring: &[Point]) -> Rational {
    ring.iter().zip(ring.iter().cycle().skip(1)).map(|(a, b)| cross(a, b)).sum()
}

/// The ring in the given sense, its first corner kept first.
fn wound(mut ring: Vec<Point>, turn: Turn) -> Vec<Point> {
    let area = twice_area(&ring);
    let wrong = if turn == Turn::Left { area.is_negative() } else { area.is_positive() };
    if wrong && !ring.is_empty() {
        ring[1..].reverse();
    }
    ring
}

/// Signed area of a chain of pieces, in doubles: chords, then what the arcs add.
pub(super) fn path_area(pieces: &[Piece]) -> f64 {
    let chords: Vec<Point> = pieces.iter().map(|piece| piece.from().clone()).collect();
    let bulge = |piece: &Piece| match piece {
        Piece::Segment { .. } => 0.0,
        Piece::Arc { from, center, .. } => {
            let sweep = piece.sweep();
            length(&difference(from, center)).powi(2) * (sweep - sweep.sin()) / 2.0
        }
    };
    twice_area(&chords).to_f64() / 2.0 + pieces.iter().map(bulge).sum::<f64>()
}

/// The ends of a piece and the points of an arc where it is highest, lowest, leftmost or rightmost.
fn extreme_points(piece: &Piece) -> Vec<[f64; 2]> {
    let mut points = vec![to_doubles(piece.from()), to_doubles(piece.to())];
    if let Piece::Arc { from, center, .. } = piece {
        let ([x, y], r) = (to_doubles(center), length(&difference(from, center)));
        for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
            if piece.sweeps_over(&[Rational::from(dx), Rational::from(dy)]) {
                points.push([x + r * dx as f64, y + r * dy as f64]);
            }
        }
    }
    points
}

impl Piece {
    /// Whether an arc passes the ray from its centre along `direction`; exact.
    pub(super) fn sweeps_over(&self, direction: &Point) -> bool {
        let Self::Arc { from, to, center, turn } = self else { return false };
        let (mut first, mut last) = (difference(from, center), difference(to, center));
        if *turn == Turn::Right {
            std::mem::swap(&mut first, &mut last);
        }
        if is_zero(direction) || first == last {
            return first == last;
        }
        let after_first = !cross(&first, direction).is_negative();
        let before_last = !cross(direction, &last).is_negative();
        let opening = cross(&first, &last);
        if opening.is_positive() || opening.is_zero() {
            // At most half a turn (the ends differ, so aligned ends are opposite).
            after_first && before_last
        } else {
            // More than half a turn: everything but the open remainder.
            after_first || before_last
        }
    }
}

fn box_of(points: impl Iterator<Item = [f64; 2]>) -> [[f64; 2]; 2] {
    let empty = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
    points
        .fold(empty, |[low, high], [x, y]| [[low[0].min(x), low[1].min(y)], [high[0].max(x), high[1].max(y)]])
}
