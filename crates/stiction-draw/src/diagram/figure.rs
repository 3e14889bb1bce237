//! What diagrams show, before anything is drawn: cones, directions, graphs, maps and curves.
//!
//! Like the scenes, in plain `f64`; numbers that are not finite are left out, and the panel says how many things
//! that cost.

use crate::figure::Words;

/// Polyhedral cones of twists or wrenches of the plane, cut off by a box around the origin.
///
/// ```
/// use stiction_draw::{ConePanel, Page, PolyhedralCone, Theme, svg};
/// let rays = vec![[0.0, -1.0, 0.0], [1.0, 0.7, 1.0], [-1.0, -0.7, 1.0]];
/// let cone = PolyhedralCone { rays, label: "feasible twists".into(), ..PolyhedralCone::default() };
/// let panel = ConePanel { axes: ["ω", "vx", "vy"].map(Into::into), cones: vec![cone], ..ConePanel::default() };
/// let text = svg(&Page { panels: vec![panel.into()], ..Page::default() }, Theme::Light);
/// assert!(text.contains("feasible twists") && text.contains("ω"));
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ConePanel {
    /// What is written above it.
    pub words: Words,
    /// Names of the axes: `ω, vx, vy` or `m, fx, fy`.
    pub axes: [String; 3],
    /// The cones; those of one label and tint share an entry of the legend.
    pub cones: Vec<PolyhedralCone>,
    /// Single directions, drawn as arrows.
    pub directions: Vec<Direction>,
    /// Towards the viewer; `None` for a choice that shows the cones well.
    pub view: Option<[f64; 3]>,
}

/// A cone, by what spans it: `{ Σ aᵢ rᵢ + Σ bⱼ lⱼ : a ≥ 0 }`.
///
/// Redundant rays do no harm.  Without any ray or line it is the origin alone; flat cones, half-spaces and the whole
/// space are cones too.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PolyhedralCone {
    /// Rays; any length but zero.
    pub rays: Vec<[f64; 3]>,
    /// Lines; any length but zero.
    pub lines: Vec<[f64; 3]>,
    /// Its entry of the legend; empty for none.
    pub label: String,
    /// Number of its colour, beginning anew after six.
    pub tint: u8,
}

/// A direction in a space of twists or wrenches.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Direction {
    /// Any length but zero.
    pub vector: [f64; 3],
    /// Written beside it; empty for nothing.
    pub label: String,
}

/// Sets of directions: each cone as a part of the unit sphere, in two discs of equal area.
///
/// The left disc has the directions whose first component is positive, the right one the others; the second
/// component points to the right and the third upwards in both, so that a point of one rim is the same point of the
/// other.  Areas are true (Lambert's projection), so that what looks large is large.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SpherePanel {
    /// What is written above it.
    pub words: Words,
    /// Names of the axes: `m, fx, fy`.
    pub axes: [String; 3],
    /// The sets; several cones of one label and tint are one set.
    pub cones: Vec<PolyhedralCone>,
    /// Single directions, drawn as dots.
    pub directions: Vec<Direction>,
}

/// A graph in layers: modes by inclusion, or the states of an insertion.
///
/// ```
/// use stiction_draw::{GraphEdge, GraphNode, GraphPanel, NodeKind, Page, layout};
/// let state = |label: &str, level, kind| GraphNode { label: label.into(), level, kind };
/// let nodes = vec![state("none", 0, NodeKind::Plain), state("1", 1, NodeKind::Plain), state("12", 2, NodeKind::Goal)];
/// let edges = [[0, 1], [1, 2], [1, 1]].map(|[from, to]| GraphEdge { from, to, marked: from == to });
/// let panel = GraphPanel { nodes, edges: edges.to_vec(), directed: true, ..GraphPanel::default() };
/// let page = Page { panels: vec![panel.into()], ..Page::default() };
/// assert_eq!(layout(&page).texts.len(), 3);
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GraphPanel {
    /// What is written above it.
    pub words: Words,
    /// The nodes; of a large graph the first levels are drawn, and the others counted.
    pub nodes: Vec<GraphNode>,
    /// What leads from one node to another; from a node to itself is a loop.
    pub edges: Vec<GraphEdge>,
    /// Whether edges have arrows.
    pub directed: bool,
    /// Names of the levels from the top, such as `dimension 2`; fewer or none is fine.
    pub levels: Vec<String>,
}

/// A mode or a state.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GraphNode {
    /// Written into it.
    pub label: String,
    /// Its level, 0 on top.
    pub level: usize,
    /// How it is drawn.
    pub kind: NodeKind,
}

/// How a node is drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum NodeKind {
    /// Like most.
    #[default]
    Plain,
    /// Where all should end: a double frame.
    Goal,
    /// Something to look at: filled.
    Marked,
    /// Not reached, or not possible: dashed.
    Faint,
}

/// An edge between two nodes, by their places in the list of nodes.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct GraphEdge {
    /// Where it begins.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// Whether it is drawn strongly: an edge of a cycle, or of a path that is spoken of.
    pub marked: bool,
}

/// Two axes with a map of classes, curves, or both.
///
/// ```
/// use stiction_draw::{Axis, ClassMap, Page, PlotPanel, Theme, svg};
/// let axis = |label: &str| Axis { label: label.into(), ..Axis::default() };
/// let map = ClassMap {
///     x: [0.0, 1.5],
///     y: [0.0, 2.0],
///     columns: 2,
///     cells: vec![Some(0), Some(1), Some(0), None],
///     classes: vec!["slides".into(), "jams".into()],
/// };
/// let panel = PlotPanel { x: axis("angle (rad)"), y: axis("friction"), map: Some(map), ..PlotPanel::default() };
/// assert!(svg(&Page { panels: vec![panel.into()], ..Page::default() }, Theme::Light).contains("jams"));
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlotPanel {
    /// What is written above it.
    pub words: Words,
    /// The axis to the right.
    pub x: Axis,
    /// The axis upwards.
    pub y: Axis,
    /// Whether a step along one axis is as long as along the other, as for directions.
    pub equal: bool,
    /// Cells under the curves; `None` for none.
    pub map: Option<ClassMap>,
    /// Curves: boundaries in a map, or quantities over time.
    pub curves: Vec<Curve>,
    /// Single points.
    pub points: Vec<PlotPoint>,
}

/// An axis.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Axis {
    /// Quantity and unit: `friction μ`, `time (s)`.
    pub label: String,
    /// Its ends; `None` for what holds everything.
    pub range: Option<[f64; 2]>,
    /// Whether equal steps are equal factors; only for positive ranges.
    pub logarithmic: bool,
}

/// A rectangle of cells over two parameters, each of one class.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ClassMap {
    /// First and last value along x, at the outer edges of the cells.
    pub x: [f64; 2],
    /// First and last value along y.
    pub y: [f64; 2],
    /// Cells in a row, equally wide along the axis.
    pub columns: usize,
    /// The class of every cell, row by row, the row of the first y first; `None` for a cell that is not known.
    pub cells: Vec<Option<u8>>,
    /// Names of the classes for the legend.
    pub classes: Vec<String>,
}

/// A curve; a point that is not finite interrupts it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Curve {
    /// Its entry of the legend, also written at its end where there is room; empty for none.
    pub label: String,
    /// Its points, joined by segments.
    pub points: Vec<[f64; 2]>,
    /// How it is drawn.
    pub kind: CurveKind,
}

/// How a curve is drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum CurveKind {
    /// In a colour of its own.
    #[default]
    Series,
    /// A boundary between classes: dark.
    Boundary,
    /// A boundary that is only a bound, or a reference: dark and dashed.
    Reference,
}

/// A point in a plot.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlotPoint {
    /// Where it is.
    pub at: [f64; 2],
    /// Written beside it; empty for nothing.
    pub label: String,
}
