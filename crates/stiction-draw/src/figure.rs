//! What a picture shows, before anything is drawn.
//!
//! A [`Page`] is a row (or grid) of [`Panel`]s; a panel is one scene with the proof about it: bodies,
//! contacts with their friction cones, forces, and the motion with which a body escapes.  Everything is in
//! plain `f64` world coordinates (metres, newtons, radians; x to the right, y up, counter-clockwise
//! positive), so that nothing here depends on how the numbers were found.
//!
//! Numbers that are not finite are never drawn; the panel says how many things it had to leave out.

use crate::diagram::figure::{ConePanel, GraphPanel, PlotPanel, SpherePanel};
use crate::solid::figure::SolidPanel;
use stiction::scene::Role;

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

/// A scene in the plane or in space, or a diagram: all may stand on one page.
#[derive(Debug, Clone, PartialEq)]
pub enum AnyPanel {
    /// A scene in the plane.
    Planar(Panel),
    /// A scene in space.
    Spatial(SolidPanel),
    /// Cones of twists or wrenches.
    Cones(ConePanel),
    /// Sets of directions on a sphere.
    Sphere(SpherePanel),
    /// Modes or states and what leads from one to another.
    Graph(GraphPanel),
    /// A map of two parameters, or curves.
    Plot(PlotPanel),
}

macro_rules! panels {
    ($($kind:ident($panel:ty)),*) => {$(
        impl From<$panel> for AnyPanel {
            fn from(panel: $panel) -> AnyPanel {
                AnyPanel::$kind(panel)
            }
        }
    )*

        impl AnyPanel {
            /// What is written above it.
            pub fn words(&self) -> &Words {
                match self {
                    $(AnyPanel::$kind(panel) => &panel.words,)*
                }
            }

            /// The same, to be changed.
            pub(crate) fn words_mut(&mut self) -> &mut Words {
                match self {
                    $(AnyPanel::$kind(panel) => &mut panel.words,)*
                }
            }
        }
    };
}

panels!(
    Planar(Panel),
    Spatial(SolidPanel),
    Cones(ConePanel),
    Sphere(SpherePanel),
    Graph(GraphPanel),
    Plot(PlotPanel)
);

/// What is written above a panel.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Words {
    /// Small line above the heading, usually the title of the scene; empty for none.
    pub title: String,
    /// The verdict in a few words: `force closure: yes`.
    pub heading: String,
    /// How the heading is marked: ✓, ✗, ? or not at all, and its colour.
    pub tone: Tone,
    /// Plain sentences under the heading, wrapped to the width of the panel.
    pub lines: Vec<String>,
}

impl Words {
    /// Words with one plain sentence under the heading, or none where it is empty.
    pub fn new(tone: Tone, title: &str, heading: &str, line: &str) -> Words {
        let lines = Some(line).filter(|line| !line.is_empty()).map(str::to_owned).into_iter().collect();
        Words { title: title.to_owned(), heading: heading.to_owned(), tone, lines }
    }

    /// A caption, a line each: the title, the heading, then sentences.
    pub fn caption(tone: Tone, caption: &str) -> Words {
        let mut lines = caption.lines().map(str::to_owned);
        let (title, heading) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
        Words { title, heading, tone, lines: lines.collect() }
    }
}

/// The bodies of a scene, and what touches, pushes and moves them.
#[derive(Debug, Clone, PartialEq)]
pub struct Cast<S = Shape, const D: usize = 2, const F: usize = 3> {
    /// Bodies: in the plane drawn in this order, in space the nearer before what is behind it.
    pub bodies: Vec<Body<S, D>>,
    /// Contacts with their friction cones.
    pub contacts: Vec<Contact<D>>,
    /// Forces on the bodies; the longest arrow belongs to the largest of them.
    pub forces: Vec<Force<D>>,
    /// Motions that the contacts allow; usually none, or one for the body that escapes.
    pub motions: Vec<Motion<D, F>>,
    /// Direction of gravity, drawn as a small arrow in the corner; `None` or zero for none.
    pub gravity: Option<[f64; D]>,
    /// Whether the motions are parts of one, as in a collapse: then their sizes count, and bodies go as far as they
    /// would in the same time.
    pub together: bool,
    /// Whether the motions are also shown moving, in an SVG; a PNG shows their ghosts alone.
    pub animated: bool,
}

impl<S, const D: usize, const F: usize> Default for Cast<S, D, F> {
    fn default() -> Self {
        let (bodies, contacts) = (Vec::new(), Vec::new());
        let (forces, motions) = (Vec::new(), Vec::new());
        Cast { bodies, contacts, forces, motions, gravity: None, together: false, animated: false }
    }
}

/// One scene, its verdict and the proof of the verdict.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Panel {
    /// What is written above it.
    pub words: Words,
    /// The scene.
    pub cast: Cast,
    /// Turns that contacts allow to first order and their curvature blocks.
    pub blocked: Vec<Blocked>,
    /// Regions of the plane with a sign: centres of rotation, or moment labels.
    pub regions: Vec<Region>,
    /// Wrenches as arrows along their lines of action.
    pub lines_of_force: Vec<LineOfForce>,
    /// Graphical sums of two wrenches.
    pub sums: Vec<WrenchSum>,
    /// Vectors from one point to another, as long as they are.
    pub spans: Vec<Span>,
    /// Stretches of outlines, drawn thick: where to push.
    pub stretches: Vec<Stretch>,
    /// Pieces of the line of thrust: through a stone from where one joint presses it to where it presses the other.
    pub thrust: Vec<[[f64; 2]; 2]>,
    /// Points that are in view whatever else is: those of other panels that are to have the same scale.
    pub seen: Vec<[f64; 2]>,
}

impl Panel {
    /// A scene with words above it, and nothing else.
    pub fn of(words: Words, cast: Cast) -> Self {
        Self { words, cast, ..Self::default() }
    }
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

/// A rigid body with a shape of the plane; [`SolidBody`](crate::SolidBody) has one of space.
#[derive(Debug, Clone, PartialEq)]
pub struct Body<S = Shape, const D: usize = 2> {
    /// Written on or beside the body; motions and contacts refer to it.  Empty for no label.
    pub name: String,
    /// What may move it; decides how it is filled.
    pub role: Role,
    /// Where it is; `None` when only its contacts are known.
    pub shape: Option<S>,
    /// Centre of mass, drawn as a quartered circle; `None` for none.
    pub com: Option<[f64; D]>,
}

impl<S, const D: usize> Default for Body<S, D> {
    fn default() -> Self {
        Body { name: String::new(), role: Role::Free, shape: None, com: None }
    }
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
#[derive(Debug, Clone, PartialEq)]
pub struct Contact<const D: usize = 2> {
    /// Written beside it, only its end when it is long; empty for no label.
    pub id: String,
    /// Name of the body that it pushes.
    pub on: String,
    /// Where it touches.
    pub point: [f64; D],
    /// Into the body; any length but zero.
    pub normal: [f64; D],
    /// Static coefficient μ: the cone opens by arctan μ about the normal; 0 draws the bare normal.
    pub friction: f64,
    /// Distance to what it may touch; a positive one is drawn hollow and dashed.
    pub gap: f64,
    /// What stands outside the body.
    pub mark: ContactMark,
    /// Whether the verdict rests on it: ringed.
    pub essential: bool,
    /// What only a contact of space has.
    pub across: Across<D>,
}

/// What a contact of space has across its normal; nothing in the plane.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Across<const D: usize> {
    /// Directions across the normal, drawn as short ticks in a small scene; `None` for none.
    pub tangents: Option<[[f64; D]; 2]>,
    /// Whether it resists spin about its normal: marked by a ring about the normal.
    pub soft: bool,
    /// The [`Patch`](crate::Patch) that it is a corner of; empty for none.
    pub patch: String,
}

impl<const D: usize> Default for Contact<D> {
    fn default() -> Self {
        Contact {
            id: String::new(),
            on: String::new(),
            point: [0.0; D],
            normal: [0.0; D],
            friction: 0.0,
            gap: 0.0,
            mark: ContactMark::Finger,
            essential: false,
            across: Across::default(),
        }
    }
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
pub struct Force<const D: usize = 2> {
    /// Where it acts.
    pub at: [f64; D],
    /// Its components, in newtons.
    pub vector: [f64; D],
    /// What exerts it.
    pub kind: ForceKind,
    /// Written at the head: `None` for the magnitude (`3.1 N`), empty for nothing.
    pub label: Option<String>,
}

/// A vector from one point of the scene to another.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Span {
    /// Where it begins.
    pub from: [f64; 2],
    /// Where it ends.
    pub to: [f64; 2],
    /// Written beside it; empty for nothing.
    pub label: String,
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
    /// A direction in which a contact allows motion.
    Freedom,
    /// A direction in which a contact can push.
    Constraint,
}

/// A motion of a body with `F` freedoms: what escapes, and how.
#[derive(Debug, Clone, PartialEq)]
pub struct Motion<const D: usize = 2, const F: usize = 3> {
    /// Name of the body that moves; contacts `on` it get an arrow of velocity.
    pub body: String,
    /// `[w, vx, vy]` or `[wx, wy, wz, vx, vy, vz]`, angular first; only its direction matters, not its length.
    pub twist: [f64; F],
    /// The point whose velocity is the linear part, usually the centre of mass.
    pub about: [f64; D],
}

/// A convex region of the plane: all that its points and directions span,
///
/// ```text
///     { Σ aᵢ pᵢ + Σ bⱼ dⱼ :  a, b ≥ 0,  Σ aᵢ = 1 }
/// ```
///
/// in any order; points and directions that lie inside do no harm.  A half-plane has one point of its edge and three
/// directions: along the edge, back along it, and inwards.  With less it is a line, a ray, a segment or a point, and
/// drawn as such.  Directions without a point are centres of rotation at infinity, drawn as arrows at the frame.
///
/// A set that runs through infinity is two regions: its part of positive and its part of negative sign.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Region {
    /// What spans it.
    pub vertices: Vec<Vertex>,
    /// Its sign.
    pub sign: Sign,
    /// What the sign means; decides the words of the legend.
    pub meaning: Meaning,
    /// Written into it: `None` for the sign, empty for nothing; letters of a mode read well: `+ slr`.
    pub label: Option<String>,
}

/// A point, or a direction in which a region has no end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Vertex {
    /// A point of the plane.
    At([f64; 2]),
    /// A direction; any length but zero.
    Direction([f64; 2]),
}

/// The sign of a region.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sign {
    /// Counter-clockwise turns, or moments that are never negative.
    #[default]
    Plus,
    /// Clockwise turns, or moments that are never positive.
    Minus,
    /// Turns or moments of either sense.
    Both,
}

/// What the sign of a region says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meaning {
    /// The body may turn about these points, in the sense of the sign.
    #[default]
    Centre,
    /// About these points every wrench has a moment of the sign, or none.
    Moment,
}

impl Region {
    /// The centres of rotation of a cone of twists `[w, vx, vy]` given by its rays, about the origin of the scene:
    /// the part of positive and the part of negative sign, if there are any, and the translations.
    ///
    /// A twist with w ≠ 0 turns about `(−vy, vx)/w`.  The sum of a turn of either sense that does not turn is a
    /// direction in which both parts have no end; \[MR 12.1.6\].
    ///
    /// ```
    /// use stiction_draw::{Region, Sign, Vertex};
    /// // Turns to the left about (1, 0), to the right about (−1, 0), and all between, through infinity.
    /// let regions = Region::centres(&[[1.0, 0.0, -1.0], [-1.0, 0.0, -1.0]]);
    /// assert_eq!(regions.len(), 2);
    /// assert_eq!(regions[0].vertices, [Vertex::At([1.0, 0.0]), Vertex::Direction([2.0, 0.0])]);
    /// assert_eq!(regions[1].sign, Sign::Minus);
    /// ```
    pub fn centres(rays: &[[f64; 3]]) -> Vec<Region> {
        let turning = |sense: f64| rays.iter().filter(move |ray| ray[0] * sense > 0.0);
        let mut ahead: Vec<[f64; 2]> = Vec::new();
        for [w, x, y] in turning(1.0) {
            ahead.extend(turning(-1.0).map(|[back, u, v]| [w * -v + back * y, w * u - back * x]));
        }
        let still = rays.iter().filter(|ray| ray[0] == 0.0);
        ahead.extend(still.map(|[_, x, y]| [-y, *x]));
        ahead.retain(|direction| *direction != [0.0; 2]);
        let part = |sense: f64, sign: Sign| {
            let points = turning(sense).map(|[w, x, y]| Vertex::At([-y / w, x / w]));
            let mut vertices: Vec<Vertex> = points.collect();
            let some = !vertices.is_empty();
            vertices.extend(ahead.iter().map(|[x, y]| Vertex::Direction([sense * x, sense * y])));
            some.then_some(Region { vertices, sign, ..Region::default() })
        };
        let mut regions: Vec<Region> =
            [part(1.0, Sign::Plus), part(-1.0, Sign::Minus)].into_iter().flatten().collect();
        if regions.is_empty() && !ahead.is_empty() {
            let vertices = ahead.into_iter().map(Vertex::Direction).collect();
            regions.push(Region { vertices, sign: Sign::Both, ..Region::default() });
        }
        regions
    }
}

/// A wrench on its line of action; one without force is drawn as a curved arrow.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LineOfForce {
    /// `[m, fx, fy]` about the origin of the scene.
    pub wrench: [f64; 3],
    /// Where its arrow begins: the point of the line nearest to this one; `None` for near the middle of the scene.
    pub near: Option<[f64; 2]>,
    /// Written beside its head; empty for nothing.
    pub label: String,
    /// Whether the line has a `+` on its left, where its moments are positive, and a `−` on its right.
    pub signs: bool,
}

/// Two wrenches slid along their lines to where these meet, and their sum by the parallelogram, \[MR 12.2.1\].
///
/// Parallel lines never meet: then the sum stands alone, on its own line or as a curved arrow.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WrenchSum {
    /// The two wrenches.
    pub terms: [LineOfForce; 2],
    /// Written at the sum; empty for nothing.
    pub label: String,
}

/// A stretch of an outline, drawn thick and with marks at its ends.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Stretch {
    /// Where it begins.
    pub start: [f64; 2],
    /// Its pieces, each from where the one before ends; none for a single point.
    pub pieces: Vec<Piece>,
    /// Whether its first and its last point belong to it: full or hollow marks.
    pub closed: [bool; 2],
    /// Written beside it; empty for nothing.
    pub label: String,
}
