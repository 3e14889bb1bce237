//! What a picture shows, before anything is drawn.
//!
//! A [`Page`] is a row (or grid) of [`Panel`]s; a panel is one scene with the proof about it: bodies,
//! contacts with their friction cones, forces, and the motion with which a body escapes.  Everything is in
//! plain `f64` world coordinates (metres, newtons, radians; x to the right, y up, counter-clockwise
//! positive), so that nothing here depends on how the numbers were found.
//!
//! Numbers that are not finite are never drawn; the panel says how many things it had to leave out.

use crate::solid::figure::SolidPanel;

/// A whole picture: a title, panels side by side, and a line at the bottom.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Page {
    /// Large line on top; empty for none.
    pub title: String,
    /// The scenes, drawn in a row of up to three; four make a square, more a grid of three columns.
    pub panels: Vec<AnyPanel>,
    /// Small line at the bottom; empty for none.
    pub footer: String,
}

/// A scene in the plane or in space: both may stand on one page.
#[derive(Debug, Clone, PartialEq)]
pub enum AnyPanel {
    /// A scene in the plane.
    Planar(Panel),
    /// A scene in space.
    Spatial(SolidPanel),
}

impl From<Panel> for AnyPanel {
    fn from(panel: Panel) -> AnyPanel {
        AnyPanel::Planar(panel)
    }
}

impl From<SolidPanel> for AnyPanel {
    fn from(panel: SolidPanel) -> AnyPanel {
        AnyPanel::Spatial(panel)
    }
}

/// One scene, its verdict and the proof of the verdict.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Panel {
    /// Small line above the heading, usually the title of the scene; empty for none.
    pub title: String,
    /// The verdict in a few words: `force closure: yes`.
    pub heading: String,
    /// How the heading is marked: ✓, ✗, ? or not at all, and its colour.
    pub tone: Tone,
    /// Plain sentences under the heading, wrapped to the width of the panel.
    pub lines: Vec<String>,
    /// Bodies, drawn in this order.
    pub bodies: Vec<Body>,
    /// Contacts with their friction cones.
    pub contacts: Vec<Contact>,
    /// Forces on the bodies; the longest arrow belongs to the largest of them.
    pub forces: Vec<Force>,
    /// Motions that the contacts allow; usually none, or one for the body that escapes.
    pub motions: Vec<Motion>,
    /// Turns that contacts allow to first order and their curvature blocks.
    pub blocked: Vec<Blocked>,
    /// Direction of gravity, drawn as a small arrow in the corner; `None` or zero for none.
    pub gravity: Option<[f64; 2]>,
}

/// How a verdict is marked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Tone {
    /// It holds: a tick.
    Good,
    /// It does not: a cross.
    Bad,
    /// Undecided: a question mark.
    Neutral,
    /// No verdict at all: no mark.
    #[default]
    Plain,
}

/// A rigid body.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Body {
    /// Written on or beside the body; motions and contacts refer to it.  Empty for no label.
    pub name: String,
    /// What may move it; decides how it is filled.
    pub role: Role,
    /// Where it is; `None` when only its contacts are known.
    pub shape: Option<Shape>,
    /// Centre of mass, drawn as a quartered circle; `None` for none.
    pub com: Option<[f64; 2]>,
}

/// What may move a body.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Role {
    /// Moved by forces: filled lightly.
    #[default]
    Free,
    /// Never moves: hatched.
    Fixed,
    /// Its motion is given, whatever the forces: dotted.
    Driven,
}

/// A region of the plane.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// Closed rings of segments and arcs; what an odd number of rings surrounds is solid.
    Outline(Vec<Ring>),
    /// A disc.
    Disc {
        /// Its centre.
        center: [f64; 2],
        /// Its radius, positive.
        radius: f64,
    },
    /// Everything on one side of a line.
    HalfPlane {
        /// A point of the line.
        point: [f64; 2],
        /// Out of the solid; any length but zero.
        normal: [f64; 2],
    },
}

/// A closed curve; it returns to its start by a segment if its last piece does not.
#[derive(Debug, Clone, PartialEq)]
pub struct Ring {
    /// Where the first piece begins.
    pub start: [f64; 2],
    /// Each piece begins where the one before it ends.
    pub pieces: Vec<Piece>,
}

/// A piece of a ring.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Piece {
    /// A straight segment.
    Line {
        /// Its end.
        to: [f64; 2],
    },
    /// An arc of a circle; a full circle when it ends where it begins.
    Arc {
        /// Its end.
        to: [f64; 2],
        /// Centre of the circle.
        center: [f64; 2],
        /// Whether it is run through counter-clockwise.
        ccw: bool,
    },
}

impl Shape {
    /// A polygon; closed by itself, in either order.
    pub fn polygon(points: &[[f64; 2]]) -> Shape {
        Shape::Outline(Ring::polygon(points).into_iter().collect())
    }
}

impl Ring {
    /// A ring of straight segments; `None` without points.
    pub fn polygon(points: &[[f64; 2]]) -> Option<Ring> {
        let (&start, rest) = points.split_first()?;
        Some(Ring { start, pieces: rest.iter().map(|&to| Piece::Line { to }).collect() })
    }
}

/// A contact, as seen from the body that it pushes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Contact {
    /// Written beside it, only its end when it is long; empty for no label.
    pub id: String,
    /// Name of the body that it pushes.
    pub on: String,
    /// Where it touches.
    pub point: [f64; 2],
    /// Into the body; any length but zero.
    pub normal: [f64; 2],
    /// Static coefficient μ: the cone opens by arctan μ to either side; 0 draws the bare normal.
    pub friction: f64,
    /// Distance to what it may touch; a positive one is drawn hollow and dashed.
    pub gap: f64,
    /// What stands outside the body.
    pub mark: ContactMark,
    /// Whether the verdict rests on it: ringed.
    pub essential: bool,
}

/// What is drawn outside the body at a contact.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ContactMark {
    /// A fingertip: for a contact against something that has no shape of its own.
    #[default]
    Finger,
    /// A dot alone: for a contact against another body that is drawn.
    Dot,
}

/// A force on a body, drawn from where it acts.
#[derive(Debug, Clone, PartialEq)]
pub struct Force {
    /// Where it acts.
    pub at: [f64; 2],
    /// Its components, in newtons.
    pub vector: [f64; 2],
    /// What exerts it.
    pub kind: ForceKind,
    /// Written at the head: `None` for the magnitude (`3.1 N`), empty for nothing.
    pub label: Option<String>,
}

/// A turn that is blocked by curvature, or all turns about the points of a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Blocked {
    /// The centre of rotation, or a point of the line.
    pub centre: [f64; 2],
    /// Direction of the line, if it is one.
    pub along: Option<[f64; 2]>,
}

/// What exerts a force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ForceKind {
    /// A contact, in a proof of closure: all of them cancel.
    Squeeze,
    /// A contact, in balance with the loads.
    Contact,
    /// Gravity.
    Weight,
    /// Anything else from outside.
    Load,
}

/// A motion of a body: what escapes, and how.
#[derive(Debug, Clone, PartialEq)]
pub struct Motion {
    /// Name of the body that moves; contacts `on` it get an arrow of velocity.
    pub body: String,
    /// `[w, vx, vy]`, angular first; only its direction matters, not its length.
    pub twist: [f64; 3],
    /// The point whose velocity is `(vx, vy)`, usually the centre of mass.
    pub about: [f64; 2],
}
