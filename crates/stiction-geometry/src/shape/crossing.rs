//! Do two pieces of boundary meet where they must not?
//!
//! Straight pieces are decided exactly.  A pair with an arc is decided in doubles; meetings closer to a common
//! end than [`NEAR_JOINT`] of the pieces' size are taken for that end, since arcs are often tangent there.

use super::nearest::lies_on_segment;
use super::plane::{cross, difference, dot, length, orientation, to_doubles};
use super::{Piece, Point};

/// Part of the outline's size within which a meeting beside a common end is that end.
const NEAR_JOINT: f64 = 1e-6;

/// A piece among the rings of an outline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceIndex {
    /// Which ring; 0 is the outer one.
    pub ring: usize,
    /// Which piece of it.
    pub piece: usize,
}

/// The pairs of pieces that meet other than at their common joint, at most `most` of them.
///
/// Boxes are sorted by their left side, so that far pieces never meet: O(n log n) for ordinary outlines.
pub fn crossings(rings: &[Vec<Piece>], size: f64, most: usize) -> Vec<[PieceIndex; 2]> {
    let mut boxes = boxes_of(rings);
    boxes.sort_by(|a, b| a.low[0].total_cmp(&b.low[0]));
    let mut found = Vec::new();
    for (rank, first) in boxes.iter().enumerate() {
        for second in boxes[rank + 1..].iter().take_while(|other| other.low[0] <= first.high[0]) {
            if first.overlaps_in_y(second) && meet(rings, first.index, second.index, size) {
                let (a, b) = (first.index, second.index);
                found.push(if (a.ring, a.piece) < (b.ring, b.piece) { [a, b] } else { [b, a] });
                if found.len() == most {
                    return found;
                }
            }
        }
    }
    found
}

/// Bounds of a piece in doubles, rounded outwards.
struct Bounds {
    low: [f64; 2],
    high: [f64; 2],
    index: PieceIndex,
}

impl Bounds {
    fn new(piece: &Piece, index: PieceIndex) -> Self {
        let (a, b) = (to_doubles(piece.from()), to_doubles(piece.to()));
        let reach = match piece {
            Piece::Segment { .. } => 0.0,
            // Generous: no point of an arc is farther from its ends than a diameter.
            Piece::Arc { from, center, .. } => 2.0 * length(&difference(from, center)),
        };
        Self {
            low: [0, 1].map(|k: usize| (a[k].min(b[k]) - reach).next_down()),
            high: [0, 1].map(|k: usize| (a[k].max(b[k]) + reach).next_up()),
            index,
        }
    }

    fn overlaps_in_y(&self, other: &Self) -> bool {
        self.low[1] <= other.high[1] && other.low[1] <= self.high[1]
    }
}

fn boxes_of(rings: &[Vec<Piece>]) -> Vec<Bounds> {
    let numbered = |(ring, pieces): (usize, &Vec<Piece>)| {
        let bounds = |(piece, shape): (usize, &Piece)| Bounds::new(shape, PieceIndex { ring, piece });
        pieces.iter().enumerate().map(bounds).collect::<Vec<_>>()
    };
    rings.iter().enumerate().flat_map(numbered).collect()
}

/// Whether two pieces meet anywhere but at a joint that they share as neighbours.
fn meet(rings: &[Vec<Piece>], first: PieceIndex, second: PieceIndex, size: f64) -> bool {
    let (a, b) = (&rings[first.ring][first.piece], &rings[second.ring][second.piece]);
    let count = rings[first.ring].len();
    let follows = |p: PieceIndex, q: PieceIndex| p.ring == q.ring && (p.piece + 1) % count == q.piece;
    let mut shared: Vec<&Point> = Vec::new();
    if follows(first, second) {
        shared.push(a.to());
    }
    if follows(second, first) {
        shared.push(b.to());
    }
    match (a, b) {
        (Piece::Segment { .. }, Piece::Segment { .. }) => segments_meet(a, b, &shared),
        _ => curves_meet(a, b, &shared, size),
    }
}

fn segments_meet(a: &Piece, b: &Piece, shared: &[&Point]) -> bool {
    match shared {
        [] => segments_share_a_point(a, b),
        [joint] => {
            // Neighbours meet again only by folding straight back.
            let away = |piece: &Piece| {
                let other = if piece.from() == *joint { piece.to() } else { piece.from() };
                difference(other, joint)
            };
            let (u, w) = (away(a), away(b));
            cross(&u, &w).is_zero() && dot(&u, &w).is_positive()
        }
        _ => true,
    }
}

/// Exact: the ends of each lie on different sides of the other, or an end lies on the other.
fn segments_share_a_point(a: &Piece, b: &Piece) -> bool {
    let straddles = |line: &Piece, other: &Piece| {
        let side = |p: &Point| orientation(line.from(), line.to(), p);
        let (s, t) = (side(other.from()), side(other.to()));
        (s.is_positive() && t.is_negative()) || (s.is_negative() && t.is_positive())
    };
    (straddles(a, b) && straddles(b, a))
        || [b.from(), b.to()].iter().any(|end| lies_on_segment(a, end))
        || [a.from(), a.to()].iter().any(|end| lies_on_segment(b, end))
}

fn curves_meet(a: &Piece, b: &Piece, shared: &[&Point], size: f64) -> bool {
    let joints: Vec<[f64; 2]> = shared.iter().map(|joint| to_doubles(joint)).collect();
    let apart = |p: [f64; 2], q: &[f64; 2]| (p[0] - q[0]).hypot(p[1] - q[1]) > NEAR_JOINT * size;
    meetings(a, b).into_iter().any(|p| joints.iter().all(|joint| apart(p, joint)))
}

/// Points common to two pieces at least one of which is an arc, in doubles.
fn meetings(a: &Piece, b: &Piece) -> Vec<[f64; 2]> {
    match (a, b) {
        (Piece::Segment { .. }, Piece::Arc { .. }) => segment_with_arc(a, b),
        (Piece::Arc { .. }, Piece::Segment { .. }) => segment_with_arc(b, a),
        _ => arc_with_arc(a, b),
    }
}

fn segment_with_arc(segment: &Piece, arc: &Piece) -> Vec<[f64; 2]> {
    let Some((center, radius)) = circle(arc) else { return Vec::new() };
    let (from, to) = (to_doubles(segment.from()), to_doubles(segment.to()));
    let along = [to[0] - from[0], to[1] - from[1]];
    let start = [from[0] - center[0], from[1] - center[1]];
    // |start + s·along|² = r²
    let square = along[0] * along[0] + along[1] * along[1];
    let half = start[0] * along[0] + start[1] * along[1];
    let rest = start[0] * start[0] + start[1] * start[1] - radius * radius;
    let root = (half * half - square * rest).sqrt();
    let at = |s: f64| [from[0] + s * along[0], from[1] + s * along[1]];
    let roots = [(-half - root) / square, (-half + root) / square];
    let inside = roots.into_iter().filter(|s| (0.0..=1.0).contains(s)).map(at);
    inside.filter(|p| passes(arc, *p)).collect()
}

fn arc_with_arc(a: &Piece, b: &Piece) -> Vec<[f64; 2]> {
    let (Some((p, r)), Some((q, s))) = (circle(a), circle(b)) else { return Vec::new() };
    let across = [q[0] - p[0], q[1] - p[1]];
    let distance = across[0].hypot(across[1]);
    if distance <= 1e-12 * r {
        return if (r - s).abs() <= 1e-9 * r { common_ends(a, b) } else { Vec::new() };
    }
    // Foot of the common chord on the line of centres, and half that chord.
    let reach = (distance * distance + r * r - s * s) / (2.0 * distance);
    let half = (r * r - reach * reach).sqrt();
    let unit = [across[0] / distance, across[1] / distance];
    let at = |h: f64| [p[0] + reach * unit[0] - h * unit[1], p[1] + reach * unit[1] + h * unit[0]];
    let both = [at(half), at(-half)].into_iter().filter(|x| x[0].is_finite());
    both.filter(|x| passes(a, *x) && passes(b, *x)).collect()
}

/// Two arcs of one circle overlap where an end of one lies on the other.
fn common_ends(a: &Piece, b: &Piece) -> Vec<[f64; 2]> {
    let on = |arc: &Piece, end: &Point| passes(arc, to_doubles(end));
    let of_a = [a.from(), a.to()].into_iter().filter(|end| on(b, end));
    let of_b = [b.from(), b.to()].into_iter().filter(|end| on(a, end));
    of_a.chain(of_b).map(to_doubles).collect()
}

/// Whether an arc passes the direction of a point of its circle.
fn passes(arc: &Piece, point: [f64; 2]) -> bool {
    let Some((center, _)) = circle(arc) else { return false };
    super::plane::from_doubles([point[0] - center[0], point[1] - center[1]])
        .is_some_and(|direction| arc.sweeps_over(&direction))
}

fn circle(piece: &Piece) -> Option<([f64; 2], f64)> {
    match piece {
        Piece::Segment { .. } => None,
        Piece::Arc { from, center, .. } => Some((to_doubles(center), length(&difference(from, center)))),
    }
}
