//! The tiles of hatched, dotted and tinted areas: one description, written as SVG and painted as pixels.

use crate::palette::Ink;
use crate::sheet::{Fill, Hatch, Pattern};

/// A square that is repeated without end, turned as a whole.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Tile {
    /// Side of the square, in pixels.
    pub side: f64,
    /// Degrees, clockwise on the page.
    pub turn: f64,
    /// What the square is filled with first.
    pub ground: Ink,
    /// How much of it covers what lies below.
    pub ground_opacity: f64,
    /// Lines from `[x, y]` to `[x, y]`.
    pub lines: &'static [[f64; 4]],
    /// Width of the lines.
    pub width: f64,
    /// How much of the lines covers the ground.
    pub opacity: f64,
    /// Middles of dots.
    pub dots: &'static [[f64; 2]],
    /// Colour of lines and dots.
    pub ink: Ink,
}

/// Radius of the dots of a tile.
pub(crate) const DOT: f64 = 1.1;

/// A body that never moves.
pub(crate) const HATCHED: Tile = Tile {
    side: 7.0,
    turn: 45.0,
    ground: Ink::Solid,
    ground_opacity: 1.0,
    lines: &[[0.0, 0.0, 0.0, 7.0]],
    width: 2.0,
    opacity: 1.0,
    dots: &[],
    ink: Ink::Hatch,
};

/// A body whose motion is given.
pub(crate) const DOTTED: Tile =
    Tile { side: 8.0, turn: 0.0, lines: &[], dots: &[[2.0, 2.0], [6.0, 6.0]], ink: Ink::Driven, ..HATCHED };

impl Tile {
    /// The tile of a fill; what is of one colour has none.
    pub fn of(fill: Fill) -> Option<Tile> {
        match fill {
            Fill::None | Fill::Plain(_) | Fill::Faint(..) => None,
            Fill::Hatched => Some(HATCHED),
            Fill::Dotted => Some(DOTTED),
            Fill::Patterned(pattern) => Some(Tile::tinted(pattern)),
        }
    }

    /// A tint with its hatch.
    pub fn tinted(Pattern { ink, hatch }: Pattern) -> Tile {
        const UPRIGHT: [f64; 4] = [4.0, 0.0, 4.0, 8.0];
        const LEVEL: [f64; 4] = [0.0, 4.0, 8.0, 4.0];
        // A line of almost no length has round ends: a dot.
        const POINT: [f64; 4] = [4.0, 4.0, 4.01, 4.0];
        let (turn, lines): (f64, &'static [[f64; 4]]) = match hatch {
            Hatch::Clear => (0.0, &[]),
            Hatch::Rising => (45.0, &[UPRIGHT]),
            Hatch::Falling => (-45.0, &[UPRIGHT]),
            Hatch::Crossed => (45.0, &[UPRIGHT, LEVEL]),
            Hatch::Level => (0.0, &[LEVEL]),
            Hatch::Upright => (0.0, &[UPRIGHT]),
            Hatch::Dots => (45.0, &[POINT]),
        };
        let width = if hatch == Hatch::Dots { 2.2 } else { 1.1 };
        let (ground, ground_opacity, opacity) = (ink, 0.16, 0.6);
        Tile { side: 8.0, turn, ground, ground_opacity, lines, width, opacity, dots: &[], ink }
    }
}
