//! Where labels go: beside what they name, on nothing else.
//!
//! A label has a few places to stand; each costs something for every line or mark it would cover and for its
//! distance, and the cheapest is taken.  Two labels never overlap: a label without a free place is left out
//! and counted.

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

/// Labels without a place after which no others are tried: the drawing is full, and each try looks at every mark.
const GIVE_UP: usize = 2000;

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
    labels: Vec<Rect>,
    lines: Vec<(Vector, Vector)>,
    outlines: Vec<Vec<Vector>>,
    discs: Vec<(Vector, f64)>,
    heads: Vec<Vector>,
    pub thinned: usize,
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
            labels: Vec::new(),
            lines: Vec::new(),
            outlines: Vec::new(),
            discs: Vec::new(),
            heads: Vec::new(),
            thinned: 0,
        }
    }

    /// A line that labels should not cross.
    pub fn line(&mut self, from: Vector, to: Vector) {
        self.lines.push((from, to));
    }

    /// A curve that labels may cross if they must; it counts once, however finely it is cut.
    pub fn outline(&mut self, points: Vec<Vector>) {
        self.outlines.push(points);
    }

    /// The head of an arrow, which only its own label should be near.
    pub fn head(&mut self, tip: Vector) {
        self.disc(tip, 4.0);
        self.heads.push(tip);
    }

    /// A mark that labels should not cover.
    pub fn disc(&mut self, centre: Vector, radius: f64) {
        self.discs.push((centre, radius));
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
        let free = |place: &Place| self.cost(place) < HARD;
        let places: Vec<_> = centres.iter().enumerate().map(place).filter(free).collect();
        !places.is_empty() && self.settle(marks, label, places)
    }

    /// Takes the cheapest place; the first of equals.
    fn settle(&mut self, marks: &mut Marks, label: &Label, places: Vec<Place>) -> bool {
        let limit = if label.optional { HARD } else { f64::INFINITY };
        let priced = places.into_iter().map(|place| (self.cost(&place), place));
        let Some((_, place)) = priced.filter(|(cost, _)| *cost < limit).min_by(|a, b| a.0.total_cmp(&b.0))
        else {
            self.thinned += 1;
            return false;
        };
        self.labels.push(place.bounds);
        if let Some((from, to)) = place.leader {
            marks.stroke(Path::open(&[from, to]), Stroke::new(Ink::Muted, THIN).faint(0.7));
            self.outline(vec![from, to]);
        }
        marks.0.push(Mark::Text(label.written(place.bounds)));
        true
    }

    fn crowding(&self, place: &Place) -> f64 {
        let labels = self.labels.iter().filter(|label| label.grown(12.0).overlaps(&place.bounds)).count();
        let heads = self.heads.iter().filter(|head| place.misleads(**head)).count();
        (labels + heads) as f64 * NEAR
    }

    /// What a leader runs across: arrows, cones and marks of others.
    fn trespass(&self, place: &Place) -> f64 {
        let Some((from, to)) = place.leader else { return 0.0 };
        let path = |point: Vector| {
            let along = (to - from) * (1.0 / (to - from).dot(to - from).max(1.0));
            from + (to - from) * (point - from).dot(along).clamp(0.0, 1.0)
        };
        let discs = self.discs.iter().filter(|(centre, radius)| (path(*centre) - *centre).length() < *radius);
        let lines = self.lines.iter().filter(|(a, b)| cross((from, to), (*a, *b)));
        (discs.count() + lines.count()) as f64 * HARD / 2.0
    }

    fn cost(&self, place: &Place) -> f64 {
        let bounds = place.bounds;
        let crossed = |label: &Rect| place.leader.is_some_and(|(from, to)| label.meets(from, to));
        if !self.area.holds(&bounds)
            || self.labels.iter().any(|label| label.overlaps(&bounds) || crossed(label))
        {
            return f64::INFINITY;
        }
        let covered = |disc: &&(Vector, f64)| (bounds.clamp(disc.0) - disc.0).length() < disc.1;
        let discs = self.discs.iter().filter(covered).count() as f64 * HARD;
        let air = bounds.grown(1.5);
        let lines = self.lines.iter().filter(|line| air.meets(line.0, line.1)).count() as f64 * HARD;
        let crosses = |points: &&Vec<Vector>| points.windows(2).any(|ends| air.meets(ends[0], ends[1]));
        let outlines = self.outlines.iter().filter(crosses).count() as f64 * SOFT;
        place.bias + discs + lines + outlines + self.trespass(place) + self.crowding(place)
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
            ((self.bounds.clamp(head) - head).length() < 16.0, (self.anchor - head).length() > 20.0);
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
    fn extent(&self) -> (f64, f64) {
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
