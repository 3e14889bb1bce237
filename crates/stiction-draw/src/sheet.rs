//! The picture as a list of marks on a page, in pixels, with inks instead of colours.
//!
//! Light and dark pictures differ only in what [`Ink`] looks like, so their geometry agrees by construction.

use crate::palette::Ink;
use crate::text::Face;
use crate::vector::{Rect, Vector, at};

/// Everything to be drawn, in order.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    pub width: f64,
    pub height: f64,
    pub title: String,
    pub description: String,
    pub marks: Vec<Mark>,
    pub thinned: usize,
}

/// One thing on the page.
#[derive(Debug, Clone)]
pub(crate) enum Mark {
    Path {
        path: Path,
        fill: Fill,
        stroke: Option<Stroke>,
    },
    Text(Text),
    /// Begins a group that shows only what lies within the rectangle, if one is given.
    Open {
        class: &'static str,
        clip: Option<Rect>,
    },
    Close,
    /// Begins a group that swings between its place and another, for ever; what stands still sees its place.
    Swing(Swing),
    /// Begins a group that is seen for a moment only: one of `count` + 1 pictures, run through there and back.
    Frame {
        number: usize,
        count: usize,
    },
}

/// A small motion on the page, there and back.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Swing {
    /// Clockwise about a point, in degrees.
    Turn { about: Vector, degrees: f64 },
    /// By a vector.
    Shift(Vector),
}

/// A line of text, from its left end.
#[derive(Debug, Clone)]
pub(crate) struct Text {
    pub text: String,
    pub face: Face,
    pub size: f64,
    pub ink: Ink,
    /// Left end of the baseline.
    pub at: Vector,
    /// Whether an outline in the colour of the surface keeps it readable over lines.
    pub halo: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Fill {
    None,
    Plain(Ink),
    Faint(Ink, f64),
    /// Diagonal lines: a body that never moves.
    Hatched,
    /// Dots: a body whose motion is given.
    Dotted,
    /// A tint of an ink with a hatch of the same, so that areas differ without their colours too.
    Patterned(Pattern),
}

/// A tint and a hatch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pattern {
    pub ink: Ink,
    pub hatch: Hatch,
}

/// The lines over a tint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Hatch {
    Clear,
    Rising,
    Falling,
    Crossed,
    Level,
    Upright,
    Dots,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Stroke {
    pub ink: Ink,
    pub width: f64,
    pub dashed: bool,
    pub opacity: f64,
}

/// Width of outlines and other main lines.
pub(crate) const LINE: f64 = 1.6;
/// Width of auxiliary lines.
pub(crate) const THIN: f64 = 1.0;

impl Stroke {
    pub fn new(ink: Ink, width: f64) -> Stroke {
        Stroke { ink, width, dashed: false, opacity: 1.0 }
    }

    pub fn dashed(self, dashed: bool) -> Stroke {
        Stroke { dashed, ..self }
    }

    pub fn faint(self, opacity: f64) -> Stroke {
        Stroke { opacity, ..self }
    }
}

/// A curve of segments and circular arcs on the page.
#[derive(Debug, Clone, Default)]
pub(crate) struct Path(pub Vec<Step>);

#[derive(Debug, Clone, Copy)]
pub(crate) enum Step {
    Move(Vector),
    Line(Vector),
    /// An arc of less than a half turn; `clockwise` as seen on the page.
    Arc {
        radius: f64,
        clockwise: bool,
        to: Vector,
    },
    Close,
}

impl Path {
    pub fn open(points: &[Vector]) -> Path {
        let steps = points.iter().enumerate();
        Path(steps.map(|(i, &p)| if i == 0 { Step::Move(p) } else { Step::Line(p) }).collect())
    }

    pub fn closed(points: &[Vector]) -> Path {
        let mut path = Path::open(points);
        path.0.push(Step::Close);
        path
    }

    /// A rectangle with round corners.
    pub fn rounded(area: Rect, radius: f64) -> Path {
        let [a, b, c, d] = area.corners();
        let (x, y) = (at(radius, 0.0), at(0.0, radius));
        let sides = [(b - x, b + y), (c - y, c - x), (d + x, d - y), (a + y, a + x)];
        let mut path = Path(vec![Step::Move(a + x)]);
        for (line, to) in sides {
            path.0.extend([Step::Line(line), Step::Arc { radius, clockwise: true, to }]);
        }
        path.0.push(Step::Close);
        path
    }

    pub fn circle(centre: Vector, radius: f64) -> Path {
        let mut path = Path(vec![Step::Move(centre + at(radius, 0.0))]);
        path.sweep(centre, radius, 0.0, std::f64::consts::TAU);
        path.0.push(Step::Close);
        path
    }

    /// A slice of a disc between two angles of the page (clockwise positive, as y points down).
    pub fn sector(centre: Vector, radius: f64, from: f64, turn: f64) -> Path {
        let start = centre + at(radius, 0.0).turned(from);
        let mut path = Path::open(&[centre, start]);
        path.sweep(centre, radius, from, turn);
        path.0.push(Step::Close);
        path
    }

    /// The arc alone, without the sides of the sector.
    pub fn arc(centre: Vector, radius: f64, from: f64, turn: f64) -> Path {
        let mut path = Path(vec![Step::Move(centre + at(radius, 0.0).turned(from))]);
        path.sweep(centre, radius, from, turn);
        path
    }

    /// Appends an arc in pieces of at most a third of a turn, so that no flag is ever ambiguous.
    fn sweep(&mut self, centre: Vector, radius: f64, from: f64, turn: f64) {
        let pieces = (turn.abs() / 2.0).ceil().max(1.0);
        for piece in 1..=pieces as usize {
            let to = centre + at(radius, 0.0).turned(from + turn * piece as f64 / pieces);
            self.0.push(Step::Arc { radius, clockwise: turn > 0.0, to });
        }
    }

    pub fn points(&self) -> impl Iterator<Item = Vector> + '_ {
        self.0.iter().filter_map(|step| match *step {
            Step::Move(p) | Step::Line(p) | Step::Arc { to: p, .. } => Some(p),
            Step::Close => None,
        })
    }
}

/// Marks under construction.
#[derive(Debug, Default)]
pub(crate) struct Marks(pub Vec<Mark>);

impl Marks {
    pub fn fill(&mut self, path: Path, fill: Fill) {
        self.0.push(Mark::Path { path, fill, stroke: None });
    }

    pub fn stroke(&mut self, path: Path, stroke: Stroke) {
        self.0.push(Mark::Path { path, fill: Fill::None, stroke: Some(stroke) });
    }

    pub fn shape(&mut self, path: Path, fill: Fill, stroke: Stroke) {
        self.0.push(Mark::Path { path, fill, stroke: Some(stroke) });
    }

    pub fn open(&mut self, class: &'static str) {
        self.0.push(Mark::Open { class, clip: None });
    }

    pub fn close(&mut self) {
        self.0.push(Mark::Close);
    }

    /// A straight arrow with a filled head; what is too short for a shaft is all head.
    pub fn arrow(&mut self, from: Vector, to: Vector, ink: Ink, width: f64) {
        let length = (to - from).length();
        let Some(along) = (to - from).unit() else { return };
        let head = (3.0 * width + 3.0).min(length);
        if length > head {
            self.stroke(Path::open(&[from, to - along * (head * 0.8)]), Stroke::new(ink, width));
        }
        self.head(to, along, head, ink);
    }

    /// The head of an arrow alone, with its tip at `tip`.
    pub fn head(&mut self, tip: Vector, along: Vector, length: f64, ink: Ink) {
        let (base, side) = (tip - along * length, along.left() * (length * 0.4));
        self.fill(Path::closed(&[tip, base + side, base - side]), Fill::Plain(ink));
    }
}

impl Text {
    /// The space that the text takes: its advance by ascent and descent of the letters.
    pub fn bounds(&self) -> Rect {
        let width = self.face.width(&self.text, self.size);
        Rect::new(self.at.x, self.at.y - self.size * 0.76, width, self.size)
    }
}
