//! Planar outlines: polygons with holes, discs, paths of segments and arcs, half-planes.

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
