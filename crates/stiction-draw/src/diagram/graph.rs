//! Graphs in layers: modes by inclusion, states of an insertion.
//!
//! Every level is a row, wrapped where it is too wide; edges run between the rows, those that pass over a level
//! through a gap in it.  What has no room is counted: the first levels are those that are asked about.

use std::collections::BTreeMap;

use super::figure::{GraphEdge, GraphPanel, NodeKind};
use super::order::{self, Levels};
use crate::canvas::Canvas;
use crate::palette::Ink;
use crate::panel::Picture;
use crate::sheet::{Fill, Mark, Marks, Path, Stroke, Text};
use crate::text::Face;
use crate::vector::{Rect, Vector, at};

/// Most nodes that are drawn, and most rows.
const MOST: usize = 64;
const ROWS: usize = 10;
/// Most rows of one level when not all nodes can be drawn: the level below is worth seeing too.
const ROWS_OF_LEVEL: usize = 2;
/// With more edges than this they are drawn lightly.
const MANY: usize = 48;
/// Sizes in pixels: letters, height of a node, distances.
const SIZE: f64 = 11.5;
const NODE: f64 = 23.0;
const APART: f64 = 14.0;
/// Distance of rows: at least, and as wanted.
const CLOSE: f64 = 26.0;
const ROOMY: f64 = 50.0;
const INSET: f64 = 16.0;
/// Room for a loop at the right of a node, and its radius.
const LOOP: f64 = 20.0;
const CURL: f64 = 7.5;
/// Widest label of a node, and of a level.
const WIDEST: f64 = 130.0;
const NAME: f64 = 84.0;

/// A graph ready to be laid out.
pub(crate) struct Graph {
    labels: Vec<String>,
    kinds: Vec<NodeKind>,
    edges: Vec<GraphEdge>,
    directed: bool,
    names: BTreeMap<usize, String>,
    /// Nodes by their level, from the top.
    levels: BTreeMap<usize, Vec<usize>>,
    omitted: usize,
}

/// Something in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slot {
    Node(usize),
    /// A gap through which the edge between an upper and a lower node passes.
    Gap([usize; 2]),
    /// How many more there are in the level.
    More(usize),
}

/// One end of an edge at a node: the place that it comes from, the number of the edge, and whether it begins here.
type End = (f64, usize, bool);

/// Where everything stands.
struct Layout {
    /// Bounds of the nodes that are drawn.
    nodes: BTreeMap<usize, Rect>,
    /// Gaps that an edge passes through, from the top.
    gaps: BTreeMap<[usize; 2], Vec<Vector>>,
    /// What is written beside: names of levels, and counts of what is not drawn.
    notes: Vec<(Vector, String)>,
}

impl Graph {
    pub fn new(panel: &GraphPanel) -> Graph {
        let sound = |edge: &&GraphEdge| edge.from < panel.nodes.len() && edge.to < panel.nodes.len();
        let mut marked: BTreeMap<(usize, usize), bool> = BTreeMap::new();
        for edge in panel.edges.iter().filter(sound) {
            *marked.entry((edge.from, edge.to)).or_default() |= edge.marked;
        }
        let edges = marked.into_iter().map(|((from, to), marked)| GraphEdge { from, to, marked }).collect();
        let mut levels: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, node) in panel.nodes.iter().enumerate() {
            levels.entry(node.level).or_default().push(index);
        }
        let named = panel.levels.iter().enumerate().filter(|(_, name)| !name.trim().is_empty());
        Graph {
            labels: panel
                .nodes
                .iter()
                .map(|node| Face::Regular.shortened(&node.label, SIZE, WIDEST))
                .collect(),
            kinds: panel.nodes.iter().map(|node| node.kind).collect(),
            directed: panel.directed,
            names: named.map(|(i, name)| (i, Face::Regular.shortened(name, SIZE, NAME))).collect(),
            levels,
            omitted: panel.edges.len() - panel.edges.iter().filter(sound).count(),
            edges,
        }
    }

    fn loops(&self, node: usize) -> bool {
        self.edges.iter().any(|edge| edge.from == node && edge.to == node)
    }

    /// Width of a node without its loop.
    fn width(&self, node: usize) -> f64 {
        (Face::Regular.width(&self.labels[node], SIZE) + 16.0).max(NODE + 6.0)
    }

    /// Width of what stands in a row.
    fn taken(&self, slot: Slot) -> f64 {
        match slot {
            Slot::Node(node) => self.width(node) + if self.loops(node) { LOOP } else { 0.0 },
            Slot::Gap(_) => 0.0,
            Slot::More(count) => Face::Regular.width(&more(count), SIZE),
        }
    }

    /// Room on the left for the names of levels.
    fn margin(&self) -> f64 {
        let widest = self.names.values().map(|name| Face::Regular.width(name, SIZE)).fold(0.0, f64::max);
        if widest > 0.0 { widest + 14.0 } else { 0.0 }
    }

    /// The rows with their levels, and how many nodes of further levels found no room.
    fn rows(&self, width: f64) -> (Vec<(usize, Vec<Slot>)>, usize) {
        let room = (width - 2.0 * INSET - self.margin()).max(60.0);
        let taken = |node: usize| self.taken(Slot::Node(node)) + APART;
        let mut kept: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let deep = if self.labels.len() > MOST { ROWS_OF_LEVEL } else { ROWS };
        let (mut shown, mut lines) = (0, 0);
        let (mut rest, mut below) = (BTreeMap::new(), 0);
        for (&level, nodes) in &self.levels {
            let fits = MOST.saturating_sub(shown).min(nodes.len());
            let count = Face::Regular.width(&more(nodes.len()), SIZE);
            if lines >= ROWS || fits == 0 {
                below += nodes.len();
                continue;
            }
            // Rows that the level would need.
            let mut here = 0.0;
            let mut needed = 1;
            let mut fitted = 0;
            for (i, &node) in nodes[..fits].iter().enumerate() {
                // The count of those without room stands at the end of the last row.
                let last = lines + needed >= ROWS || needed >= deep;
                let reserved = if last && i + 1 < nodes.len() { count + APART } else { 0.0 };
                if here > 0.0 && here + taken(node) + reserved > room {
                    if last {
                        break;
                    }
                    (here, needed) = (0.0, needed + 1);
                }
                here += taken(node);
                fitted += 1;
            }
            (shown, lines) = (shown + fitted, (lines + needed.min(deep)).min(ROWS));
            kept.insert(level, nodes[..fitted].to_vec());
            if fitted < nodes.len() {
                rest.insert(level, nodes.len() - fitted);
            }
        }
        (self.arranged(&kept, &rest, room), below)
    }

    /// Orders the nodes that are kept, with gaps for edges that pass over a level where all rows have room for them.
    fn arranged(
        &self,
        kept: &BTreeMap<usize, Vec<usize>>,
        more: &BTreeMap<usize, usize>,
        room: f64,
    ) -> Vec<(usize, Vec<Slot>)> {
        let levels: Vec<usize> = kept.keys().copied().collect();
        let row_of = |node: usize| kept.values().position(|nodes| nodes.contains(&node));
        let mut slots: Levels = kept.values().cloned().collect();
        let (mut edges, mut passing): (Vec<[usize; 2]>, usize) = (Vec::new(), self.labels.len());
        let mut long: Vec<[usize; 2]> = Vec::new();
        // For each gap, the edge that it is for.
        let mut through: Vec<[usize; 2]> = Vec::new();
        for edge in self.edges.iter().filter(|edge| edge.from != edge.to) {
            let (Some(from), Some(to)) = (row_of(edge.from), row_of(edge.to)) else { continue };
            let ([upper, lower], [high, low]) = if from <= to {
                ([edge.from, edge.to], [from, to])
            } else {
                ([edge.to, edge.from], [to, from])
            };
            if low <= high + 1 {
                edges.push([upper, lower]);
                continue;
            }
            if long.contains(&[upper, lower]) {
                continue;
            }
            long.push([upper, lower]);
            let mut above = upper;
            for slot in &mut slots[high + 1..low] {
                slot.push(passing);
                through.push([upper, lower]);
                edges.push([above, passing]);
                (above, passing) = (passing, passing + 1);
            }
            edges.push([above, lower]);
        }
        let ordered = order::ordered(slots, &edges);
        let slot = |id: usize| match id.checked_sub(self.labels.len()) {
            Some(gap) => Slot::Gap(through[gap]),
            None => Slot::Node(id),
        };
        let wide = |slot: &Slot| self.taken(*slot) + APART;
        let mut rows: Vec<(usize, Vec<Slot>)> = Vec::new();
        for (level, ids) in levels.into_iter().zip(ordered) {
            let slots: Vec<Slot> =
                ids.into_iter().map(slot).chain(more.get(&level).map(|&count| Slot::More(count))).collect();
            let whole: f64 = slots.iter().map(wide).sum();
            if whole <= room {
                rows.push((level, slots));
                continue;
            }
            // Too wide: without gaps, in as many rows as it needs.
            let (mut row, mut here) = (Vec::new(), 0.0);
            for slot in slots.into_iter().filter(|slot| !matches!(slot, Slot::Gap(_))) {
                if here > 0.0 && here + wide(&slot) > room {
                    rows.push((level, std::mem::take(&mut row)));
                    here = 0.0;
                }
                here += wide(&slot);
                row.push(slot);
            }
            rows.push((level, row));
        }
        rows
    }

    fn laid_out(&self, area: Rect) -> Layout {
        let (rows, below) = self.rows(area.width());
        let left = area.min.x + INSET + self.margin();
        let room = area.max.x - INSET - left;
        let foot = if below > 0 { 20.0 } else { 0.0 };
        let lowest = area.height() - 2.0 * INSET - foot - NODE;
        let count = rows.len().saturating_sub(1).max(1) as f64;
        let step = (lowest / count).min(NODE + ROOMY + 20.0);
        let top =
            area.min.y + INSET + (lowest - step * (rows.len().saturating_sub(1)) as f64) / 2.0 + NODE / 2.0;
        let mut layout = Layout { nodes: BTreeMap::new(), gaps: BTreeMap::new(), notes: Vec::new() };
        for (i, (level, slots)) in rows.iter().enumerate() {
            let y = top + step * i as f64;
            let wide = |slot: &Slot| self.taken(*slot);
            let whole: f64 = slots.iter().map(wide).sum();
            // Air between them: as wanted, less where there is none, more where there is plenty.
            let gaps = slots.len() as f64;
            let air = ((room - whole) / gaps.max(1.0)).clamp(4.0, 46.0);
            let mut x = left + (room - whole - air * (gaps - 1.0)).max(0.0) / 2.0;
            for slot in slots {
                match *slot {
                    Slot::Node(node) => {
                        layout.nodes.insert(node, Rect::new(x, y - NODE / 2.0, self.width(node), NODE));
                    }
                    Slot::Gap(edge) => layout.gaps.entry(edge).or_default().push(at(x, y)),
                    Slot::More(count) => layout.notes.push((at(x, y + SIZE * 0.36), more(count))),
                }
                x += wide(slot) + air;
            }
            let first = i == 0 || rows[i - 1].0 != *level;
            if let Some(name) = self.names.get(level).filter(|_| first) {
                layout.notes.push((at(area.min.x + INSET, y + SIZE * 0.36), name.clone()));
            }
        }
        if below > 0 {
            let note = format!("and {below} more below");
            let half = Face::Regular.width(&note, SIZE) / 2.0;
            layout.notes.push((at(left + room / 2.0 - half, area.max.y - 12.0), note));
        }
        layout
    }
}

fn more(count: usize) -> String {
    format!("and {count} more")
}

impl Picture for Graph {
    fn wanted(&self, width: f64, tallest: f64) -> f64 {
        let (rows, below) = self.rows(width);
        let count = rows.len().max(1) as f64;
        let foot = if below > 0 { 20.0 } else { 0.0 };
        let height = |gap: f64| count * NODE + (count - 1.0) * gap + 2.0 * INSET + foot;
        height(ROOMY).min(tallest).max(height(CLOSE)).max(width * 0.3)
    }

    fn labels(&self, area: Rect) -> Rect {
        area.grown(-4.0)
    }

    fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    fn omitted(&self) -> usize {
        self.omitted
    }

    fn draw(&self, canvas: &mut Canvas, area: Rect) {
        let layout = self.laid_out(area);
        self.draw_edges(&mut canvas.marks, &layout);
        self.draw_nodes(&mut canvas.marks, &layout);
        canvas.marks.open("notes");
        for (place, text) in &layout.notes {
            let (text, face, size) = (text.clone(), Face::Regular, SIZE);
            canvas.marks.0.push(Mark::Text(Text {
                text,
                face,
                size,
                ink: Ink::Muted,
                at: *place,
                halo: true,
            }));
        }
        canvas.marks.close();
    }
}

impl Graph {
    fn draw_nodes(&self, marks: &mut Marks, layout: &Layout) {
        marks.open("nodes");
        for (&node, &bounds) in &layout.nodes {
            let kind = self.kinds[node];
            let (ink, fill) = match kind {
                NodeKind::Plain => (Ink::Outline, Fill::Plain(Ink::Paper)),
                NodeKind::Goal => (Ink::Force, Fill::Plain(Ink::Paper)),
                NodeKind::Marked => (Ink::Motion, Fill::Plain(Ink::Paper)),
                NodeKind::Faint => (Ink::Muted, Fill::Plain(Ink::Surface)),
            };
            let pen = Stroke::new(ink, if kind == NodeKind::Plain { 1.2 } else { 1.6 });
            marks.shape(Path::rounded(bounds, 7.0), fill, pen.dashed(kind == NodeKind::Faint));
            match kind {
                NodeKind::Goal => marks.shape(
                    Path::rounded(bounds.grown(-2.6), 5.0),
                    Fill::Faint(ink, 0.12),
                    Stroke { width: 1.0, ..pen },
                ),
                NodeKind::Marked => {
                    marks.fill(Path::rounded(bounds.grown(-1.0), 6.0), Fill::Faint(ink, 0.16))
                }
                _ => {}
            }
            let text = self.labels[node].clone();
            let width = Face::Regular.width(&text, SIZE);
            let corner = bounds.centre() + at(-width / 2.0, SIZE * 0.36);
            let ink = if kind == NodeKind::Faint { Ink::Muted } else { Ink::Text };
            marks.0.push(Mark::Text(Text {
                text,
                face: Face::Regular,
                size: SIZE,
                ink,
                at: corner,
                halo: false,
            }));
        }
        marks.close();
    }

    fn draw_edges(&self, marks: &mut Marks, layout: &Layout) {
        marks.open("graph-edges");
        let ports = self.ports(layout);
        let drawn =
            |marked: bool| self.edges.iter().enumerate().filter(move |(_, edge)| edge.marked == marked);
        // Those that are spoken of lie on top.
        for (index, edge) in drawn(false).chain(drawn(true)) {
            let (Some(&from), Some(&to)) = (layout.nodes.get(&edge.from), layout.nodes.get(&edge.to)) else {
                continue;
            };
            let plain = if self.edges.len() > MANY {
                Stroke::new(Ink::Hatch, 1.0).faint(0.55)
            } else {
                Stroke::new(Ink::Hatch, 1.2)
            };
            let pen = if edge.marked { Stroke::new(Ink::Motion, 2.2) } else { plain };
            if edge.from == edge.to {
                draw_loop(marks, from, pen, self.directed);
                continue;
            }
            let (Some(&start), Some(&end)) = (ports.get(&(index, true)), ports.get(&(index, false))) else {
                continue;
            };
            let level = (from.centre().y - to.centre().y).abs() < 1.0;
            let mut through = layout.gaps.get(&[edge.from, edge.to]).cloned().unwrap_or_default();
            if through.is_empty() {
                through = layout
                    .gaps
                    .get(&[edge.to, edge.from])
                    .map(|gaps| gaps.iter().rev().copied().collect())
                    .unwrap_or_default();
            }
            let knots: Vec<Vector> = [start].into_iter().chain(through).chain([end]).collect();
            let curve = if level { below(start, end) } else { smooth(&knots) };
            draw_curve(marks, curve, pen, self.directed);
        }
        marks.close();
    }

    /// Where edges leave and reach their nodes: spread along the lower and the upper side, those to the left first.
    fn ports(&self, layout: &Layout) -> BTreeMap<(usize, bool), Vector> {
        // For each node and side, the edges with the place that they come from.
        let mut sides: BTreeMap<(usize, bool), Vec<End>> = BTreeMap::new();
        for (index, edge) in self.edges.iter().enumerate().filter(|(_, edge)| edge.from != edge.to) {
            let (Some(from), Some(to)) = (layout.nodes.get(&edge.from), layout.nodes.get(&edge.to)) else {
                continue;
            };
            let gaps =
                layout.gaps.get(&[edge.from, edge.to]).or_else(|| layout.gaps.get(&[edge.to, edge.from]));
            let (down, up) = (to.centre().y - from.centre().y, from.centre().y - to.centre().y);
            let toward = |own: &Rect, other: &Rect| {
                let near =
                    gaps.and_then(
                        |gaps| if own.centre().y < other.centre().y { gaps.first() } else { gaps.last() },
                    );
                near.map_or(other.centre().x, |gap| gap.x)
            };
            sides.entry((edge.from, down > -1.0)).or_default().push((toward(from, to), index, true));
            sides.entry((edge.to, up > -1.0)).or_default().push((toward(to, from), index, false));
        }
        let mut ports = BTreeMap::new();
        for ((node, lower), mut ends) in sides {
            let Some(bounds) = layout.nodes.get(&node) else { continue };
            ends.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let apart = ((bounds.width() - 12.0) / ends.len() as f64).min(11.0);
            let first = bounds.centre().x - apart * (ends.len() - 1) as f64 / 2.0;
            let y = if lower { bounds.max.y } else { bounds.min.y };
            for (i, (_, edge, start)) in ends.into_iter().enumerate() {
                ports.insert((edge, start), at(first + apart * i as f64, y));
            }
        }
        ports
    }
}

/// A curve that leaves and arrives upright and passes through all points.
fn smooth(knots: &[Vector]) -> Vec<Vector> {
    const STEPS: usize = 14;
    let mut curve = Vec::new();
    for pair in knots.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let pull = at(0.0, (b.y - a.y) * 0.42);
        for i in 0..=STEPS {
            let t = i as f64 / STEPS as f64;
            let (s, mid) = (1.0 - t, t * (1.0 - t) * 3.0);
            curve.push(a * (s * s * s) + (a + pull) * (mid * s) + (b - pull) * (mid * t) + b * (t * t * t));
        }
    }
    curve.dedup();
    curve
}

/// A curve below two nodes of one row.
fn below(a: Vector, b: Vector) -> Vec<Vector> {
    const STEPS: usize = 20;
    let sag = at(0.0, ((b.x - a.x).abs() * 0.18).clamp(8.0, 13.0));
    let point = |i: usize| {
        let t = i as f64 / STEPS as f64;
        a + (b - a) * t + sag * (4.0 * t * (1.0 - t))
    };
    (0..=STEPS).map(point).collect()
}

fn draw_curve(marks: &mut Marks, mut curve: Vec<Vector>, pen: Stroke, directed: bool) {
    let Some(&tip) = curve.last() else { return };
    if directed {
        // The head takes the place of the end of the line.
        let length = 5.0 + 1.6 * pen.width;
        while curve.len() > 2 && (curve[curve.len() - 1] - tip).length() < length * 0.8 {
            curve.pop();
        }
        if let Some(along) = curve.last().and_then(|&before| (tip - before).unit()) {
            marks.head(tip, along, length, pen.ink);
        }
    }
    marks.stroke(Path::open(&curve), pen);
}

/// A loop at the right side of a node.
fn draw_loop(marks: &mut Marks, bounds: Rect, pen: Stroke, directed: bool) {
    let centre = at(bounds.max.x + CURL * 0.8, bounds.centre().y);
    let (start, turn) = (-2.2, 4.4);
    marks.stroke(Path::arc(centre, CURL, start, turn), pen);
    if directed {
        let end = start + turn + 0.1;
        let along = at(1.0, 0.0).turned(end).left();
        marks.head(
            centre + at(CURL, 0.0).turned(end + 0.1),
            along.turned(-0.35),
            5.0 + 1.2 * pen.width,
            pen.ink,
        );
    }
}
