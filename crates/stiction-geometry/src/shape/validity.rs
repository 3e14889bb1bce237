//! Is an outline the boundary of a region?  Every fault at once, each with its place, measure and remedy.

use super::crossing::{PieceIndex, crossings};
use super::holes::{Misplaced, misplaced_holes};
use super::outline::{path_area, twice_area};
use super::plane::{difference, is_zero, length, length_squared};
use super::{Outline, Piece, Point};
use stiction_proof::Rational;

/// How unequal the ends of an arc may be, relative to its radius, before it is a fault.
const ARC_SLACK: f64 = 1e-9;

/// Most corners or pieces of one outline: beyond that the search for self-intersections could take minutes.
const MOST_CORNERS: usize = 20_000;

/// Most self-intersections named for one outline.
const MOST_CROSSINGS: usize = 8;

/// Where in an outline a fault is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShapePlace {
    /// The outline as a whole.
    Whole,
    /// A ring of a polygon: 0 the outer one, k the k-th hole.
    Ring(usize),
    /// A corner of a ring, or the edge that begins there.
    Corner {
        /// Which ring.
        ring: usize,
        /// Which corner of it.
        corner: usize,
    },
    /// A piece of a path.
    Piece(usize),
    /// The radius of a disc.
    Radius,
    /// The normal of a half-plane.
    Normal,
}

/// Why an outline bounds no region.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShapeFault {
    /// The rule, in kebab-case.
    pub code: &'static str,
    /// Which part of the shape is meant.
    pub place: ShapePlace,
    /// What is wrong, with the measured value.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl ShapeFault {
    fn new(code: &'static str, place: ShapePlace, message: String, help: &str) -> Self {
        Self { code, place, message, help: help.into() }
    }
}

impl Outline {
    /// Everything that keeps this outline from bounding a region; empty for a good one.
    ///
    /// ```
    /// use stiction_geometry::shape::Outline;
    /// let corner = |x: i64, y: i64| [x.into(), y.into()];
    /// let bow_tie = Outline::polygon(vec![corner(0, 0), corner(2, 2), corner(2, 0), corner(0, 3)], vec![]);
    /// assert_eq!(bow_tie.faults()[0].code, "self-intersection");
    /// ```
    pub fn faults(&self) -> Vec<ShapeFault> {
        let corners = match self {
            Self::Polygon { outer, holes } => outer.len() + holes.iter().map(Vec::len).sum::<usize>(),
            Self::Path { pieces } => pieces.len(),
            Self::Disc { .. } | Self::HalfPlane { .. } => 0,
        };
        if corners > MOST_CORNERS {
            let message = format!("the outline has {corners} corners");
            let help = "simplify it to at most 20000";
            return vec![ShapeFault::new("too-many-corners", ShapePlace::Whole, message, help)];
        }
        match self {
            Self::Polygon { outer, holes } => polygon_faults(self, outer, holes),
            Self::Disc { radius, .. } => disc_faults(radius),
            Self::Path { pieces } => path_faults(self, pieces),
            Self::HalfPlane { normal, .. } => half_plane_faults(normal),
        }
    }

    /// What is accepted but not exact: arcs whose ends are equally far from the centre only within 1e-9.
    pub fn notes(&self) -> Vec<ShapeFault> {
        match self {
            Self::Path { pieces } => pieces
                .iter()
                .enumerate()
                .filter_map(|(i, p)| unequal_arc(i, p).filter(|(slack, _)| *slack <= ARC_SLACK))
                .map(|(_, note)| note)
                .collect(),
            _ => Vec::new(),
        }
    }
}

fn disc_faults(radius: &Rational) -> Vec<ShapeFault> {
    if radius.is_positive() {
        return Vec::new();
    }
    let message = format!("the disc has radius {radius}");
    vec![ShapeFault::new("radius", ShapePlace::Radius, message, "a radius is greater than zero")]
}

fn half_plane_faults(normal: &Point) -> Vec<ShapeFault> {
    if !is_zero(normal) {
        return Vec::new();
    }
    let message = "the half-plane's normal has length 0".into();
    vec![ShapeFault::new(
        "zero-normal",
        ShapePlace::Normal,
        message,
        "give the direction out of the solid, e.g. [0, 1]",
    )]
}

fn polygon_faults(outline: &Outline, outer: &[Point], holes: &[Vec<Point>]) -> Vec<ShapeFault> {
    let rings: Vec<&[Point]> = std::iter::once(outer).chain(holes.iter().map(Vec::as_slice)).collect();
    let mut faults: Vec<_> =
        rings.iter().enumerate().flat_map(|(index, ring)| ring_faults(index, ring)).collect();
    if !faults.is_empty() {
        return faults;
    }
    let pieces = outline.rings();
    let crossed = crossings(&pieces, outline.size(), MOST_CROSSINGS);
    faults.extend(crossed.iter().map(|pair| corner_crossing(&pieces, pair)));
    if faults.is_empty() {
        let misplaced = misplaced_holes(outer, holes);
        faults.extend(misplaced.into_iter().map(|(hole, how)| misplaced_hole(holes, hole, how)));
    }
    faults
}

/// A ring by itself: enough corners, none repeated in a row, an area.
fn ring_faults(index: usize, ring: &[Point]) -> Vec<ShapeFault> {
    if ring.len() < 3 {
        let message = format!("{} has {} corner(s)", ring_name(index), ring.len());
        return vec![ShapeFault::new(
            "too-few-corners",
            ShapePlace::Ring(index),
            message,
            "a polygon has at least 3 corners",
        )];
    }
    let mut faults: Vec<_> =
        (0..ring.len()).filter_map(|corner| repeated_corner(index, ring, corner)).collect();
    if faults.is_empty() && twice_area(ring).is_zero() {
        let message = format!("{} has area 0", ring_name(index));
        faults.push(ShapeFault::new(
            "zero-area",
            ShapePlace::Ring(index),
            message,
            "give corners that enclose a region",
        ));
    }
    faults
}

fn repeated_corner(index: usize, ring: &[Point], corner: usize) -> Option<ShapeFault> {
    let before = if corner == 0 { ring.len() - 1 } else { corner - 1 };
    (ring[corner] == ring[before]).then(|| {
        let (at, help) = if corner == 0 {
            (before, "a polygon closes by itself: leave out the last corner")
        } else {
            (corner, "leave out the second of the two")
        };
        let message =
            format!("corner {} of {} repeats its neighbour {}", at + 1, ring_name(index), shown(&ring[at]));
        ShapeFault::new("repeated-corner", ShapePlace::Corner { ring: index, corner: at }, message, help)
    })
}

fn corner_crossing(pieces: &[Vec<Piece>], [a, b]: &[PieceIndex; 2]) -> ShapeFault {
    let edge = |p: &PieceIndex| {
        let piece = &pieces[p.ring][p.piece];
        format!(
            "edge {} of {} from {} to {}",
            p.piece + 1,
            ring_name(p.ring),
            shown(piece.from()),
            shown(piece.to())
        )
    };
    let place = ShapePlace::Corner { ring: b.ring, corner: b.piece };
    let message = format!("{} meets {}", edge(b), edge(a));
    let help = "list the corners in order round the region; rings must not touch themselves or each other";
    ShapeFault::new("self-intersection", place, message, help)
}

/// A hole outside the outer ring or inside another hole.
fn misplaced_hole(holes: &[Vec<Point>], hole: usize, how: Misplaced) -> ShapeFault {
    let fault = |code, message, help| ShapeFault::new(code, ShapePlace::Ring(hole + 1), message, help);
    match how {
        Misplaced::Outside => {
            let corner = holes[hole].first().map(shown).unwrap_or_default();
            let message = format!("{} lies outside the polygon: its corner {corner}", ring_name(hole + 1));
            fault(
                "hole-outside",
                message,
                "a hole lies inside the outer ring; a second part is a second body",
            )
        }
        Misplaced::Within(other) => {
            let message = format!("{} lies inside {}", ring_name(hole + 1), ring_name(other + 1));
            fault("holes-overlap", message, "nothing is left to cut there: leave out the inner hole")
        }
    }
}

fn path_faults(outline: &Outline, pieces: &[Piece]) -> Vec<ShapeFault> {
    if pieces.len() < 2 && !pieces.iter().any(|p| matches!(p, Piece::Arc { from, to, .. } if from == to)) {
        let message = format!("the path has {} piece(s)", pieces.len());
        return vec![ShapeFault::new(
            "too-few-corners",
            ShapePlace::Whole,
            message,
            "a path goes round a region: give more pieces",
        )];
    }
    let mut faults: Vec<_> = (0..pieces.len()).flat_map(|index| piece_faults(pieces, index)).collect();
    if faults.is_empty() {
        let rings = [pieces.to_vec()];
        let crossed = crossings(&rings, outline.size(), MOST_CROSSINGS);
        faults.extend(crossed.iter().map(|[a, b]| piece_crossing(a.piece, b.piece)));
    }
    if faults.is_empty() && path_area(pieces).abs() <= 1e-14 * outline.size().powi(2) {
        let message = "the path encloses area 0".into();
        faults.push(ShapeFault::new(
            "zero-area",
            ShapePlace::Whole,
            message,
            "give pieces that enclose a region",
        ));
    }
    faults
}

fn piece_faults(pieces: &[Piece], index: usize) -> Vec<ShapeFault> {
    let (piece, next) = (&pieces[index], &pieces[(index + 1) % pieces.len()]);
    let place = ShapePlace::Piece(index);
    let mut faults = Vec::new();
    if piece.to() != next.from() {
        let message = format!("the path ends at {} and began at {}", shown(piece.to()), shown(next.from()));
        faults.push(ShapeFault::new("path-open", place, message, "end the path where it began"));
    }
    match piece {
        Piece::Segment { from, to } if from == to => {
            let message = format!("the piece from {} has length 0", shown(from));
            faults.push(ShapeFault::new(
                "repeated-corner",
                place,
                message,
                "leave it out; a path closes by itself",
            ));
        }
        Piece::Arc { from, center, .. } if from == center => {
            let message = format!("the arc's centre {} is its beginning", shown(center));
            faults.push(ShapeFault::new("arc-radius", place, message, "give the centre of the circle"));
        }
        _ => faults.extend(
            unequal_arc(index, piece).filter(|(slack, _)| *slack > ARC_SLACK).map(|(_, fault)| fault),
        ),
    }
    faults
}

/// An arc whose ends are not equally far from its centre, and by how much of its radius.
fn unequal_arc(index: usize, piece: &Piece) -> Option<(f64, ShapeFault)> {
    let Piece::Arc { from, to, center, .. } = piece else { return None };
    let (first, last) = (difference(from, center), difference(to, center));
    if length_squared(&first) == length_squared(&last) {
        return None;
    }
    let (r, s) = (length(&first), length(&last));
    let message = format!("the arc begins {r} from its centre and ends {s} from it");
    let help = "both ends of an arc are equally far from its centre";
    Some(((r - s).abs() / r, ShapeFault::new("arc-radius", ShapePlace::Piece(index), message, help)))
}

fn piece_crossing(a: usize, b: usize) -> ShapeFault {
    let message = format!("piece {} of the path meets piece {}", b + 1, a + 1);
    ShapeFault::new("self-intersection", ShapePlace::Piece(b), message, "a path must not touch itself")
}

fn ring_name(index: usize) -> String {
    if index == 0 { "the outer ring".into() } else { format!("hole {index}") }
}

/// A point as a person would write it.
fn shown(point: &Point) -> String {
    format!("[{}, {}]", point[0].to_f64(), point[1].to_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Turn;
    use crate::shape::testing::{point, ring};

    fn codes(outline: &Outline) -> Vec<&'static str> {
        outline.faults().iter().map(|fault| fault.code).collect()
    }

    fn square(low: i64, high: i64) -> Vec<Point> {
        ring(&[(low, low), (high, low), (high, high), (low, high)])
    }

    #[test]
    fn good_outlines_have_no_faults() {
        let raw = |outer, holes| Outline::Polygon { outer, holes };
        assert_eq!(codes(&raw(square(0, 4), vec![])), [""; 0]);
        assert_eq!(codes(&raw(square(0, 9), vec![square(1, 2), square(3, 4)])), [""; 0]);
        assert_eq!(codes(&raw(ring(&[(0, 0), (1, 0), (2, 0), (2, 1)]), vec![])), [""; 0]);
    }

    #[test]
    fn degenerate_rings_are_named() {
        let polygon = |corners: &[(i64, i64)]| Outline::Polygon { outer: ring(corners), holes: vec![] };
        assert_eq!(codes(&polygon(&[(0, 0), (1, 1)])), ["too-few-corners"]);
        assert_eq!(codes(&polygon(&[(0, 0), (1, 0), (1, 1), (0, 0)])), ["repeated-corner"]);
        assert_eq!(codes(&polygon(&[(0, 0), (1, 0), (1, 0), (1, 1)])), ["repeated-corner"]);
        assert_eq!(codes(&polygon(&[(0, 0), (1, 1), (2, 2)])), ["zero-area"]);
        assert_eq!(codes(&polygon(&[(0, 0), (2, 2), (2, 0), (0, 3)])), ["self-intersection"]);
        // Folded straight back, and touching itself in one point.
        assert!(codes(&polygon(&[(0, 0), (4, 0), (2, 0), (2, 2)])).contains(&"self-intersection"));
        let pinched = codes(&polygon(&[(0, 0), (2, 1), (4, 0), (4, 2), (2, 1), (0, 2)]));
        assert!(!pinched.is_empty() && pinched.iter().all(|code| *code == "self-intersection"));
    }

    #[test]
    fn holes_lie_inside_and_apart() {
        let with = |holes| Outline::Polygon { outer: square(0, 9), holes };
        assert_eq!(codes(&with(vec![square(10, 12)])), ["hole-outside"]);
        assert_eq!(codes(&with(vec![square(1, 5), square(2, 3)])), ["holes-overlap"]);
        assert!(codes(&with(vec![square(1, 5), square(4, 7)])).contains(&"self-intersection"));
        assert!(codes(&with(vec![square(8, 11)])).contains(&"self-intersection"));
    }

    #[test]
    fn a_near_miss_of_one_part_in_a_googol_is_no_crossing() {
        let tiny: Rational = "1e-100".parse().unwrap();
        let mut corners = ring(&[(0, 0), (4, 0), (4, 2), (2, 0), (0, 2)]);
        corners[3][1] = tiny.clone();
        assert_eq!(codes(&Outline::Polygon { outer: corners.clone(), holes: vec![] }), [""; 0]);
        corners[3][1] = -tiny;
        assert!(!codes(&Outline::Polygon { outer: corners, holes: vec![] }).is_empty());
    }

    fn arc(from: Point, to: Point, center: Point, turn: Turn) -> Piece {
        Piece::Arc { from, to, center, turn }
    }

    #[test]
    fn paths_are_joined_closed_and_simple() {
        let line = |from: Point, to: Point| Piece::Segment { from, to };
        let base = line(point(-1, 0), point(1, 0));
        let half = |turn| arc(point(1, 0), point(-1, 0), point(0, 0), turn);
        assert_eq!(codes(&Outline::Path { pieces: vec![base.clone(), half(Turn::Left)] }), [""; 0]);
        let open = Outline::Path { pieces: vec![base.clone(), line(point(1, 0), point(0, 5))] };
        assert!(codes(&open).contains(&"path-open"));
        let lopsided = arc(point(1, 0), point(-1, 0), [Rational::new(1, 10), 0.into()], Turn::Left);
        assert_eq!(codes(&Outline::Path { pieces: vec![base, lopsided] }), ["arc-radius"]);
        // A lens walked there and back along the same arc.
        let there_and_back = vec![half(Turn::Left), half(Turn::Left).reversed()];
        assert!(!codes(&Outline::Path { pieces: there_and_back }).is_empty());
    }

    #[test]
    fn a_rounded_rectangle_with_tangent_arcs_is_simple() {
        let line =
            |a: (i64, i64), b: (i64, i64)| Piece::Segment { from: point(a.0, a.1), to: point(b.0, b.1) };
        let round = |a: (i64, i64), b: (i64, i64), c: (i64, i64)| {
            arc(point(a.0, a.1), point(b.0, b.1), point(c.0, c.1), Turn::Left)
        };
        let pieces = vec![
            line((1, 0), (5, 0)),
            round((5, 0), (6, 1), (5, 1)),
            line((6, 1), (6, 3)),
            round((6, 3), (5, 4), (5, 3)),
            line((5, 4), (1, 4)),
            round((1, 4), (0, 3), (1, 3)),
            line((0, 3), (0, 1)),
            round((0, 1), (1, 0), (1, 1)),
        ];
        assert_eq!(codes(&Outline::Path { pieces: pieces.clone() }), [""; 0]);
        // The bottom replaced by an arc the long way round, over the top.
        let mut knotted = pieces;
        knotted[0] = arc(point(1, 0), point(5, 0), point(3, 2), Turn::Right);
        assert!(codes(&Outline::Path { pieces: knotted }).contains(&"self-intersection"));
    }

    #[test]
    fn nearly_equal_arc_ends_are_a_note() {
        let to = ["-1.0000000001", "0"].map(|text| text.parse().unwrap());
        let pieces = vec![
            Piece::Segment { from: to.clone(), to: point(1, 0) },
            arc(point(1, 0), to, point(0, 0), Turn::Left),
        ];
        let outline = Outline::Path { pieces };
        assert_eq!((codes(&outline).len(), outline.notes().len()), (0, 1));
    }

    #[test]
    fn too_many_corners_are_refused_at_once() {
        let zigzag = |k: i64| [k.into(), (k % 2).into()];
        let outer: Vec<Point> = (0..20_001).map(zigzag).collect();
        assert_eq!(codes(&Outline::Polygon { outer, holes: vec![] }), ["too-many-corners"]);
    }

    #[test]
    fn thousands_of_corners_are_checked_in_passing() {
        let wheel = |k: i64| {
            let angle = k as f64 * std::f64::consts::TAU / 4000.0;
            [Rational::from_f64(angle.cos()).unwrap(), Rational::from_f64(angle.sin()).unwrap()]
        };
        let mut corners: Vec<Point> = (0..4000).map(wheel).collect();
        assert_eq!(codes(&Outline::Polygon { outer: corners.clone(), holes: vec![] }), [""; 0]);
        corners.swap(1000, 3000);
        assert!(!codes(&Outline::Polygon { outer: corners, holes: vec![] }).is_empty());
    }
}
