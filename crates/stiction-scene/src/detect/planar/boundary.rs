//! An outline in doubles: its lines, its rounds and its convex corners, with the exact data they come from.

use nalgebra::Vector2;
use std::f64::consts::TAU;
use stiction_exact::vector::along;
use stiction_geometry::shape::plane::{
    difference, exact_root, length_squared, reversed, sum, to_doubles, turned_left,
};
use stiction_geometry::shape::{Outline, Piece, Point, Turn};
use stiction_proof::Rational;

/// Sine of the angle below which a joint is no corner.
const SMOOTH: f64 = 1e-9;

/// The boundary of a bounded outline, or of a half-plane as far as it matters; the solid is on the left.
#[derive(Debug, Clone)]
pub struct Boundary<'a> {
    pub lines: Vec<Line<'a>>,
    pub rounds: Vec<Round<'a>>,
    pub corners: Vec<Corner<'a>>,
}

/// What is at the end of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joint {
    /// A corner that points outwards.
    Convex,
    /// A corner that points inwards.
    Concave,
    /// No corner; or the place where a half-plane was cut off.
    Smooth,
}

/// A straight piece.
#[derive(Debug, Clone)]
pub struct Line<'a> {
    pub from: Vector2<f64>,
    pub to: Vector2<f64>,
    pub along: Vector2<f64>,
    pub outward: Vector2<f64>,
    pub length: f64,
    pub joints: [Joint; 2],
    pub exact: ExactLine<'a>,
}

/// Where a line comes from.
#[derive(Debug, Clone, Copy)]
pub enum ExactLine<'a> {
    Edge { from: &'a Point, to: &'a Point },
    HalfPlane { point: &'a Point, normal: &'a Point },
}

/// A piece of a circle, or all of it.
#[derive(Debug, Clone)]
pub struct Round<'a> {
    pub center: Vector2<f64>,
    pub radius: f64,
    /// Angle at which it begins, and angle swept, positive counter-clockwise.
    pub start: f64,
    pub sweep: f64,
    pub convex: bool,
    pub joints: [Joint; 2],
    pub exact_center: &'a Point,
    /// Where it begins and ends; a whole disc does neither.
    pub ends: Option<[&'a Point; 2]>,
    exact: ExactRadius<'a>,
}

#[derive(Debug, Clone, Copy)]
enum ExactRadius<'a> {
    Given(&'a Rational),
    Through(&'a Point),
}

/// A convex corner, with the directions in which the boundary leaves it on both sides and how far it is straight.
#[derive(Debug, Clone)]
pub struct Corner<'a> {
    pub at: Vector2<f64>,
    pub leaving: [Vector2<f64>; 2],
    pub reach: [f64; 2],
    pub exact: &'a Point,
}

impl ExactLine<'_> {
    /// Direction out of the solid.
    pub fn outward(&self) -> Point {
        match self {
            Self::Edge { from, to } => reversed(&turned_left(&difference(to, from))),
            Self::HalfPlane { normal, .. } => (*normal).clone(),
        }
    }

    /// The point of the line nearest to `point`.
    pub fn foot(&self, point: &Point) -> Point {
        let (base, direction) = match self {
            Self::Edge { from, to } => (*from, difference(to, from)),
            Self::HalfPlane { point, normal } => (*point, turned_left(normal)),
        };
        sum(base, &along(&direction, &difference(point, base)))
    }
}

impl<'a> Line<'a> {
    fn new(from: Vector2<f64>, to: Vector2<f64>, exact: ExactLine<'a>) -> Self {
        let length = (to - from).norm();
        let along = (to - from) / length;
        let outward = Vector2::new(along.y, -along.x);
        Self { from, to, along, outward, length, joints: [Joint::Smooth; 2], exact }
    }

    /// How far `point` is along the line, and how far outside.
    pub fn coordinates(&self, point: &Vector2<f64>) -> (f64, f64) {
        let offset = point - self.from;
        (offset.dot(&self.along), offset.dot(&self.outward))
    }
}

impl Round<'_> {
    /// Whether it passes the ray from its centre along `direction`, or misses it by no more than `reach`.
    pub fn covers(&self, direction: &Vector2<f64>, reach: f64) -> bool {
        let slack = reach / self.radius;
        let turned = direction.y.atan2(direction.x) - self.start;
        let ahead = (turned * self.sweep.signum()).rem_euclid(TAU);
        ahead <= self.sweep.abs() + slack || ahead >= TAU - slack
    }

    /// Whether it goes all the way round.
    pub fn is_whole(&self) -> bool {
        self.sweep.abs() >= TAU * (1.0 - SMOOTH)
    }

    /// The angle at which it begins when walked counter-clockwise.
    pub fn least_angle(&self) -> f64 {
        if self.sweep < 0.0 { self.start + self.sweep } else { self.start }
    }

    /// The point at a part of its length, from 0 to 1.
    pub fn at(&self, part: f64) -> Vector2<f64> {
        let angle = self.start + part * self.sweep;
        self.center + self.radius * Vector2::new(angle.cos(), angle.sin())
    }

    /// The radius, and whether it passed through a root.
    pub fn exact_radius(&self) -> (Rational, bool) {
        let ExactRadius::Through(point) = self.exact else {
            let ExactRadius::Given(radius) = self.exact else { return Default::default() };
            return (radius.clone(), false);
        };
        match exact_root(&length_squared(&difference(point, self.exact_center))) {
            Some(radius) => (radius, false),
            None => (Rational::from_f64(self.radius).unwrap_or_default(), true),
        }
    }

    /// Direction of the way at one of its ends.
    fn tangent(&self, part: f64) -> Vector2<f64> {
        let radial = (self.at(part) - self.center) / self.radius;
        Vector2::new(-radial.y, radial.x) * self.sweep.signum()
    }
}

impl<'a> Boundary<'a> {
    /// The boundary of a bounded outline; empty for a half-plane.
    pub fn of(outline: &'a Outline) -> Self {
        let mut boundary = Self { lines: Vec::new(), rounds: Vec::new(), corners: Vec::new() };
        match outline {
            Outline::Polygon { outer, holes } => {
                for ring in std::iter::once(outer).chain(holes) {
                    boundary.add_ring(ring_pieces(ring));
                }
            }
            Outline::Path { pieces } => boundary.add_ring(pieces.iter().filter_map(path_piece).collect()),
            Outline::Disc { center, radius } => boundary.rounds.push(Round {
                center: to_doubles(center).into(),
                radius: radius.to_f64(),
                start: 0.0,
                sweep: TAU,
                convex: true,
                joints: [Joint::Smooth; 2],
                exact_center: center,
                ends: None,
                exact: ExactRadius::Given(radius),
            }),
            Outline::HalfPlane { .. } => {}
        }
        boundary
    }

    /// The line of a half-plane beside a box that is `size` across around `middle`.
    pub fn of_half_plane(point: &'a Point, normal: &'a Point, middle: Vector2<f64>, size: f64) -> Self {
        let outward = Vector2::from(to_doubles(normal)).normalize();
        let along = Vector2::new(-outward.y, outward.x);
        let height = (middle - Vector2::from(to_doubles(point))).dot(&outward);
        let foot = middle - height * outward;
        let exact = ExactLine::HalfPlane { point, normal };
        let line = Line::new(foot - 2.0 * size * along, foot + 2.0 * size * along, exact);
        // The box cannot come near the ends, and the direction is better kept than computed from them.
        Self { lines: vec![Line { along, outward, ..line }], rounds: Vec::new(), corners: Vec::new() }
    }

    fn add_ring(&mut self, mut pieces: Vec<Curve<'a>>) {
        pieces.retain(|piece| piece.length() > 0.0);
        for index in 0..pieces.len() {
            let next = (index + 1) % pieces.len();
            let (arriving, leaving) = (pieces[index].tangent(1.0), pieces[next].tangent(0.0));
            let joint = joint(&arriving, &leaving);
            pieces[index].set_joint(1, joint);
            pieces[next].set_joint(0, joint);
            if joint == Joint::Convex {
                let (exact, at) = pieces[next].begin();
                let reach = [pieces[index].straight(), pieces[next].straight()];
                self.corners.push(Corner { at, leaving: [-arriving, leaving], reach, exact });
            }
        }
        for piece in pieces {
            match piece {
                Curve::Line(line) => self.lines.push(line),
                Curve::Round(round, _) => self.rounds.push(round),
            }
        }
    }
}

/// A piece of a ring while its corners are being found, a round one with the exact point where it begins.
enum Curve<'a> {
    Line(Line<'a>),
    Round(Round<'a>, &'a Point),
}

impl<'a> Curve<'a> {
    fn length(&self) -> f64 {
        match self {
            Self::Line(line) => line.length,
            Self::Round(round, _) => round.radius * round.sweep.abs(),
        }
    }

    fn tangent(&self, part: f64) -> Vector2<f64> {
        match self {
            Self::Line(line) => line.along,
            Self::Round(round, _) => round.tangent(part),
        }
    }

    fn set_joint(&mut self, end: usize, joint: Joint) {
        match self {
            Self::Line(line) => line.joints[end] = joint,
            Self::Round(round, _) => round.joints[end] = joint,
        }
    }

    fn begin(&self) -> (&'a Point, Vector2<f64>) {
        match self {
            Self::Line(Line { exact: ExactLine::Edge { from, .. }, from: at, .. }) => (*from, *at),
            Self::Line(Line { exact: ExactLine::HalfPlane { point, .. }, from: at, .. }) => (*point, *at),
            Self::Round(_, from) => (*from, to_doubles(from).into()),
        }
    }

    /// How far it runs straight from its ends; an arc does not.
    fn straight(&self) -> f64 {
        match self {
            Self::Line(line) => line.length,
            Self::Round(..) => f64::INFINITY,
        }
    }
}

fn ring_pieces(ring: &[Point]) -> Vec<Curve<'_>> {
    let doubles: Vec<Vector2<f64>> = ring.iter().map(|point| to_doubles(point).into()).collect();
    let edge = |i: usize| {
        let j = (i + 1) % ring.len();
        Curve::Line(Line::new(doubles[i], doubles[j], ExactLine::Edge { from: &ring[i], to: &ring[j] }))
    };
    (0..ring.len()).map(edge).collect()
}

fn path_piece(piece: &Piece) -> Option<Curve<'_>> {
    match piece {
        Piece::Segment { from, to } => {
            let ends = [from, to].map(|point| Vector2::from(to_doubles(point)));
            Some(Curve::Line(Line::new(ends[0], ends[1], ExactLine::Edge { from, to })))
        }
        Piece::Arc { from, to, center, turn } => {
            let (middle, begin) = (Vector2::from(to_doubles(center)), Vector2::from(to_doubles(from)));
            let radial = begin - middle;
            let round = Round {
                center: middle,
                radius: radial.norm(),
                start: radial.y.atan2(radial.x),
                sweep: piece.sweep(),
                convex: *turn == Turn::Left,
                joints: [Joint::Smooth; 2],
                exact_center: center,
                ends: Some([from, to]),
                exact: ExactRadius::Through(from),
            };
            (round.radius > 0.0).then_some(Curve::Round(round, from))
        }
    }
}

fn joint(arriving: &Vector2<f64>, leaving: &Vector2<f64>) -> Joint {
    let turn = arriving.perp(leaving);
    match turn.abs() <= SMOOTH && arriving.dot(leaving) > 0.0 {
        true => Joint::Smooth,
        false if turn > 0.0 => Joint::Convex,
        false => Joint::Concave,
    }
}

impl Corner<'_> {
    /// Whether the solid beside the corner lies on the side that `normal` points to, or dips below it by no more
    /// than `slack` along its straight edges.
    pub fn stands_on(&self, normal: &Vector2<f64>, slack: f64) -> bool {
        let above = |(leaving, reach): (&Vector2<f64>, f64)| leaving.dot(normal) >= -SMOOTH - slack / reach;
        self.leaving.iter().zip(self.reach).all(above)
    }
}
