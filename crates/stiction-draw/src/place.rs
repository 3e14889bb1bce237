//! Where labels go: beside what they name, on nothing else.
//!
//! A label has a few places to stand; each costs something for every line or mark it would cover and for its
//! distance, and the cheapest is taken.  Two labels never overlap: a label without a free place is left out
//! and counted.  Prices only add up, so a place is given up as soon as it is no cheaper than the best so far.

use crate::grid::Grid;
use crate::palette::Ink;
use crate::sheet::{Mark, Marks, Path, Stroke, THIN, Text};
use crate::text::Face;
use crate::vector::{Rect, Vector, at};

/// Price of covering a mark, an arrow or the edge of a cone.
const HARD: f64 = 100.0;
/// Price of covering an outline.
const SOFT: f64 = 9.0;
/// Price of crowding another label, or standing where one would take it for another arrow's.
const NEAR: f64 = 3.0;
/// Price of a line that leads from the label to what it names.
const LEADER: f64 = 14.0;

/// Bias beyond which a place is too far from what it names to go without a leader.
const STRAY: f64 = 6.0;

/// Pixels from the head of another's arrow within which a label would be taken for that arrow's.
const MISLEADING: f64 = 16.0;

/// Labels without a place after which no others are tried: the drawing is full.
const GIVE_UP: usize = 2000;

/// Pixels across a cell in which marks are looked up, and most cells in a direction.
const CELL: f64 = 12.0;
const CELLS: usize = 256;

/// A label that looks for a place.
#[derive(Debug, Clone)]
pub(crate) struct Label {
    pub text: String,
    pub face: Face,
    pub size: f64,
    pub ink: Ink,
    /// Left out rather than put on top of something.
    pub optional: bool,
    /// Left out rather than put far from what it names: in a crowd, leaders would be worse than no labels.
    pub close: bool,
}

/// Something to stand beside.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spot {
    pub anchor: Vector,
    /// Least distance of the label.
    pub clear: f64,
    /// The side that it should be on.
    pub toward: Vector,
    /// How much worse than other spots.
    pub bias: f64,
}

/// What is already on a drawing, and the labels placed so far.
#[derive(Debug)]
pub(crate) struct Placer {
    area: Rect,
    labels: CellIndex<Rect>,
    lines: CellIndex<(Vector, Vector)>,
    /// Segments, each with the number of its outline.
    outlines: CellIndex<(usize, Vector, Vector)>,
    outlined: usize,
    discs: CellIndex<(Vector, f64)>,
    heads: CellIndex<Vector>,
    pub thinned: usize,
}

/// Things of one kind, and the cells that they are in.
#[derive(Debug)]
struct CellIndex<T> {
    things: Vec<T>,
    grid: Grid,
}

impl<T> CellIndex<T> {
    fn new(area: Rect) -> CellIndex<T> {
        CellIndex { things: Vec::new(), grid: Grid::of_cells(area, CELL, CELLS) }
    }

    fn put(&mut self, thing: T, bounds: &Rect) {
        self.grid.put(self.things.len() as u32, bounds);
        self.things.push(thing);
    }

    fn put_segment(&mut self, thing: T, from: Vector, to: Vector) {
        self.grid.put_polygon(self.things.len() as u32, &[from, to]);
        self.things.push(thing);
    }

    /// What may touch a rectangle, in the order in which it came.
    fn near(&self, bounds: &Rect) -> impl Iterator<Item = &T> + use<'_, T> {
        self.grid.near(bounds).into_iter().map(|index| &self.things[index as usize])
    }
}

/// A place for a label.
#[derive(Debug, Clone, Copy)]
struct Place {
    anchor: Vector,
    bounds: Rect,
    bias: f64,
    leader: Option<(Vector, Vector)>,
}

impl Placer {
    pub fn new(area: Rect) -> Placer {
        Placer {
            area,
            labels: CellIndex::new(area),
            lines: CellIndex::new(area),
            outlines: CellIndex::new(area),
            outlined: 0,
            discs: CellIndex::new(area),
            heads: CellIndex::new(area),
            thinned: 0,
        }
    }

    /// A line that labels should not cross.
    pub fn line(&mut self, from: Vector, to: Vector) {
        self.lines.put_segment((from, to), from, to);
    }

    /// A curve that labels may cross if they must; it counts once, however finely it is cut.
    pub fn outline(&mut self, points: Vec<Vector>) {
        for ends in points.windows(2) {
            self.outlines.put_segment((self.outlined, ends[0], ends[1]), ends[0], ends[1]);
        }
        self.outlined += 1;
    }

    /// The head of an arrow, which only its own label should be near.
    pub fn head(&mut self, tip: Vector) {
        self.disc(tip, 4.0);
        self.heads.put(tip, &Rect { min: tip, max: tip });
    }

    /// A mark that labels should not cover.
    pub fn disc(&mut self, centre: Vector, radius: f64) {
        self.discs.put((centre, radius), &Rect { min: centre, max: centre }.grown(radius));
    }

    /// Keeps a place free of labels.
    pub fn keep(&mut self, place: Rect) {
        self.labels.put(place, &place);
    }

    /// Whether no mark, no arrow and no label is at a point.
    pub fn is_clear(&self, point: Vector) -> bool {
        let near = Rect::centred(point, 8.0, 8.0);
        let marked = |disc: &(Vector, f64)| (disc.0 - point).length() < disc.1 + 3.0;
        !self.stands_in(&near)
            && !self.discs.near(&near.grown(12.0)).any(marked)
            && !self.lines.near(&near).any(|line| near.meets(line.0, line.1))
    }

    /// Whether some label stands in a place.
    pub fn stands_in(&self, place: &Rect) -> bool {
        self.labels.near(place).any(|label| label.overlaps(place))
    }

    /// Writes a label beside one of some spots.
    pub fn beside(&mut self, marks: &mut Marks, label: &Label, spots: &[Spot]) {
        if self.thinned >= GIVE_UP {
            self.thinned += 1;
            return;
        }
        let places = spots.iter().flat_map(|spot| spot.places(label.extent()));
        let calm = places.filter(|place| !label.close || place.bias < STRAY).collect();
        self.settle(marks, label, calm);
    }

    /// Writes a label centred on one of some points, the earlier the better.
    pub fn upon(&mut self, marks: &mut Marks, label: &Label, centres: &[Vector]) -> bool {
        let (width, height) = label.extent();
        let place = |(i, &centre): (usize, &Vector)| {
            let bounds = Rect::centred(centre, width, height);
            Place { anchor: centre, bounds, bias: i as f64 * 0.05, leader: None }
        };
        let places = centres.iter().enumerate().map(place).collect();
        self.settled(marks, label, places, HARD)
    }

    /// Writes a label centred on one of some points, the earlier the better, with a line that joins it to what it
    /// names.
    pub fn led(&mut self, marks: &mut Marks, label: &Label, from: Vector, centres: &[Vector]) {
        let (width, height) = label.extent();
        let place = |(i, &centre): (usize, &Vector)| {
            let bounds = Rect::centred(centre, width, height);
            let leader = Some((from, bounds.clamp(from)));
            Place { anchor: from, bounds, bias: i as f64 * 0.05, leader }
        };
        let places = centres.iter().enumerate().map(place).collect();
        self.settle(marks, label, places);
    }

    /// Takes the cheapest place, or counts the label that has none.
    fn settle(&mut self, marks: &mut Marks, label: &Label, places: Vec<Place>) {
        let limit = if label.optional { HARD } else { f64::INFINITY };
        let stands = self.settled(marks, label, places, limit);
        self.thinned += usize::from(!stands);
    }

    /// Takes the cheapest place below a price; the first of equals.
    fn settled(&mut self, marks: &mut Marks, label: &Label, places: Vec<Place>, limit: f64) -> bool {
        let mut best: (f64, Option<Place>) = (limit, None);
        for place in places {
            if let Some(cost) = self.cost_below(&place, best.0) {
                best = (cost, Some(place));
            }
        }
        let Some(place) = best.1 else { return false };
        self.keep(place.bounds);
        if let Some((from, to)) = place.leader {
            marks.stroke(Path::open(&[from, to]), Stroke::new(Ink::Muted, THIN).faint(0.7));
            self.outline(vec![from, to]);
        }
        marks.0.push(Mark::Text(label.written(place.bounds)));
        true
    }

    fn crowding(&self, place: &Place) -> f64 {
        let near = self.labels.near(&place.bounds.grown(12.0));
        let labels = near.filter(|label| label.grown(12.0).overlaps(&place.bounds)).count();
        let heads = self.heads.near(&place.bounds.grown(MISLEADING));
        (labels + heads.filter(|head| place.misleads(**head)).count()) as f64 * NEAR
    }

    /// What a leader runs across: arrows, cones and marks of others.
    fn trespass(&self, place: &Place) -> f64 {
        let Some((from, to)) = place.leader else { return 0.0 };
        let Some(along) = Rect::around([from, to]) else { return 0.0 };
        let path = |point: Vector| {
            let along = (to - from) * (1.0 / (to - from).dot(to - from).max(1.0));
            from + (to - from) * (point - from).dot(along).clamp(0.0, 1.0)
        };
        let discs = self.discs.near(&along);
        let discs = discs.filter(|(centre, radius)| (path(*centre) - *centre).length() < *radius);
        let lines = self.lines.near(&along).filter(|(a, b)| cross((from, to), (*a, *b)));
        (discs.count() + lines.count()) as f64 * HARD / 2.0
    }

    /// Whether a label stands there already, or a leader would run across one.
    fn is_taken(&self, place: &Place) -> bool {
        let crossed = |(from, to): (Vector, Vector)| {
            let along = Rect::around([from, to]);
            along.is_some_and(|along| self.labels.near(&along).any(|label| label.meets(from, to)))
        };
        self.stands_in(&place.bounds) || place.leader.is_some_and(crossed)
    }

    /// The price of a place, if it is less than a limit.
    fn cost_below(&self, place: &Place, limit: f64) -> Option<f64> {
        let bounds = place.bounds;
        let mut cost = place.bias;
        if cost >= limit || !self.area.holds(&bounds) || self.is_taken(place) {
            return None;
        }
        let air = bounds.grown(1.5);
        let covered = |disc: &&(Vector, f64)| (bounds.clamp(disc.0) - disc.0).length() < disc.1;
        let lines = || self.lines.near(&air).filter(|line| air.meets(line.0, line.1)).count() as f64 * HARD;
        let prices: [&dyn Fn() -> f64; 5] = [
            &|| self.discs.near(&bounds).filter(covered).count() as f64 * HARD,
            &lines,
            &|| self.outlines_across(&air) as f64 * SOFT,
            &|| self.trespass(place),
            &|| self.crowding(place),
        ];
        for price in prices {
            cost += price();
            if cost >= limit {
                return None;
            }
        }
        Some(cost)
    }

    /// How many outlines cross a rectangle, each counted once.
    fn outlines_across(&self, air: &Rect) -> usize {
        let crossing = self.outlines.near(air).filter(|(_, from, to)| air.meets(*from, *to));
        let mut numbers: Vec<usize> = crossing.map(|(number, ..)| *number).collect();
        // In order already: outlines are put in one after the other.
        numbers.dedup();
        numbers.len()
    }
}

/// Whether two segments cross.
fn cross((a, b): (Vector, Vector), (c, d): (Vector, Vector)) -> bool {
    let side = |p: Vector, q: Vector, r: Vector| (q - p).left().dot(r - p);
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

impl Place {
    /// Whether the head of an arrow is near, but not the one that the label belongs to.
    fn misleads(&self, head: Vector) -> bool {
        let (near, foreign) =
            ((self.bounds.clamp(head) - head).length() < MISLEADING, (self.anchor - head).length() > 20.0);
        near && foreign
    }
}

impl Spot {
    /// The place it would like best.
    pub fn nearest(&self, label: &Label) -> Rect {
        self.place(label.extent(), self.toward, 0.0)
    }

    /// The place in some direction, at some distance beyond the least.
    fn place(&self, (width, height): (f64, f64), away: Vector, distance: f64) -> Rect {
        let support = away.x.abs() * width / 2.0 + away.y.abs() * height / 2.0;
        Rect::centred(self.anchor + away * (self.clear + distance + support), width, height)
    }

    /// Places all around, the further from the wanted side and the more distant the worse.
    fn places(&self, extent: (f64, f64)) -> Vec<Place> {
        let mut places = Vec::new();
        for step in 0..16 {
            // 0, +1, −1, +2, … sixteenths of a turn away from the direction wanted.
            let sixteenths = f64::from((step + 1) / 2) * if step % 2 == 0 { -1.0 } else { 1.0 };
            let away = self.toward.turned(sixteenths * std::f64::consts::TAU / 16.0);
            for distance in [0.0, 5.0, 12.0, 22.0, 36.0, 56.0, 84.0, 120.0] {
                let bounds = self.place(extent, away, distance);
                let far = distance > 15.0;
                let leader =
                    far.then(|| (self.anchor + away * (self.clear * 0.6), bounds.clamp(self.anchor)));
                let bias = self.bias + sixteenths.abs() + distance * 0.15 + if far { LEADER } else { 0.0 };
                places.push(Place { anchor: self.anchor, bounds, bias, leader });
            }
        }
        places
    }
}

impl Label {
    /// Width and height with a little air, in pixels.
    pub fn extent(&self) -> (f64, f64) {
        (self.face.width(&self.text, self.size) + 4.0, self.size + 3.0)
    }

    fn written(&self, bounds: Rect) -> Text {
        let (text, face, size, ink) = (self.text.clone(), self.face, self.size, self.ink);
        // The air on the left, and the ascent below the top.
        Text { text, face, size, ink, at: bounds.min + at(2.0, 1.5 + size * 0.76), halo: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(text: &str) -> Label {
        Label {
            text: text.into(),
            face: Face::Regular,
            size: 12.0,
            ink: Ink::Text,
            optional: false,
            close: false,
        }
    }

    fn spot(anchor: Vector, toward: Vector) -> Spot {
        Spot { anchor, clear: 8.0, toward, bias: 0.0 }
    }

    fn texts(marks: &Marks) -> Vec<Rect> {
        let text = |mark: &Mark| if let Mark::Text(text) = mark { Some(text.bounds()) } else { None };
        marks.0.iter().filter_map(text).collect()
    }

    #[test]
    fn a_lone_label_stands_where_it_wants() {
        let (mut placer, mut marks) = (Placer::new(Rect::new(0.0, 0.0, 200.0, 200.0)), Marks::default());
        placer.beside(&mut marks, &label("A"), &[spot(at(100.0, 100.0), at(1.0, 0.0))]);
        let bounds = texts(&marks)[0];
        assert!(bounds.min.x >= 108.0 && (bounds.centre().y - 100.0).abs() < 1.0, "{bounds:?}");
    }

    #[test]
    fn labels_of_one_point_never_overlap_and_the_surplus_is_counted() {
        let (mut placer, mut marks) = (Placer::new(Rect::new(0.0, 0.0, 250.0, 250.0)), Marks::default());
        for i in 0..300 {
            placer.beside(
                &mut marks,
                &label(&format!("contact {i}")),
                &[spot(at(125.0, 125.0), at(0.0, 1.0))],
            );
        }
        let texts = texts(&marks);
        assert_eq!(texts.len() + placer.thinned, 300);
        assert!(texts.len() > 5 && placer.thinned > 100);
        for (i, a) in texts.iter().enumerate() {
            assert!(texts[..i].iter().all(|b| !a.overlaps(b)));
        }
    }

    #[test]
    fn a_label_avoids_the_shaft_of_an_arrow() {
        let (mut placer, mut marks) = (Placer::new(Rect::new(0.0, 0.0, 200.0, 200.0)), Marks::default());
        placer.line(at(100.0, 100.0), at(200.0, 100.0));
        placer.beside(&mut marks, &label("3.1 N"), &[spot(at(100.0, 100.0), at(1.0, 0.0))]);
        assert!(!texts(&marks)[0].meets(at(100.0, 100.0), at(200.0, 100.0)));
    }
}
