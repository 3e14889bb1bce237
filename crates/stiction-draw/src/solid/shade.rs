//! A face across the view: where it lies there, and how near it is.

use super::camera::Camera;
use super::surface::Facet;
use super::vector::Vector3;
use crate::parts::shape::surrounded;
use crate::vector::{Rect, Vector};

/// A point is hidden by what is nearer by more than this part of the scene.
const FLUSH: f64 = 2e-4;
/// Scenes are one unit across: faces that are less apart than this lie in one plane.
const TOGETHER: f64 = 1e-7;
/// A strip that is narrower than this is not seen: a fiftieth of a pixel on a page of a thousand.
const THIN: f64 = 2e-5;

/// A face across the view, its nearness a linear function.
pub(super) struct Shade {
    rings: Vec<Vec<Vector>>,
    pub bounds: Rect,
    slope: Vector,
    start: f64,
    /// Whether it has one ring, and that is convex, counter-clockwise.
    convex: bool,
}

/// Which of two faces has to be painted later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Over {
    /// Neither: they do not overlap, or lie in one plane.
    Neither,
    First,
    Second,
    /// Each covers some of the other, or may do so.
    Both,
}

impl Shade {
    pub fn new(facet: &Facet, camera: &Camera) -> Option<Shade> {
        let steep = facet.normal.dot(camera.toward);
        let flat = |ring: &Vec<Vector3>| ring.iter().map(|&point| camera.flat(point)).collect::<Vec<_>>();
        let mut rings: Vec<Vec<Vector>> = facet.rings.iter().map(flat).collect();
        let slope = camera.flat(facet.normal) * (-1.0 / steep);
        let bounds = Rect::around(rings.iter().flatten().copied())?;
        if rings[0].len() >= 3 && area(&rings[0]) < 0.0 {
            rings[0].reverse();
        }
        let convex = rings.len() == 1 && is_convex(&rings[0]);
        Some(Shade { rings, bounds, slope, start: facet.offset / steep, convex })
    }

    /// The ring that holds all others.
    pub fn outer(&self) -> &[Vector] {
        &self.rings[0]
    }

    /// How near the plane of the face is at a place across the view.
    pub fn depth(&self, flat: Vector) -> f64 {
        self.start + self.slope.dot(flat)
    }

    pub fn holds(&self, flat: Vector) -> bool {
        surrounded(&self.rings, flat)
    }

    /// Whether a point across the view, this near, lies behind the face.
    pub fn hides(&self, flat: Vector, depth: f64) -> bool {
        self.depth(flat) > depth + FLUSH && self.holds(flat)
    }

    pub fn touches(&self, area: &Rect) -> bool {
        let (a, b) = (&self.bounds, area);
        a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y
    }

    /// Where a segment is inside the rings and behind the plane, as parts of its way.
    pub fn hidden(&self, (a, b): (Vector, Vector), depths: (f64, f64)) -> Vec<(f64, f64)> {
        let above = (self.depth(a) - depths.0 - FLUSH, self.depth(b) - depths.1 - FLUSH);
        if above.0 <= 0.0 && above.1 <= 0.0 {
            return Vec::new();
        }
        // Linear along the segment: behind the plane from, or up to, the zero.
        let zero = above.0 / (above.0 - above.1);
        let (first, last) = match (above.0 > 0.0, above.1 > 0.0) {
            (true, true) => (0.0, 1.0),
            (true, false) => (0.0, zero),
            _ => (zero, 1.0),
        };
        let crossings = self.crossings(a, b);
        let inside = crossings.chunks_exact(2).map(|pair| (pair[0].max(first), pair[1].min(last)));
        inside.filter(|(low, high)| high - low > 1e-6).collect()
    }

    /// Where the line through two points crosses the rings, in order along it.
    pub fn crossings(&self, a: Vector, b: Vector) -> Vec<f64> {
        let along = b - a;
        let length = along.dot(along).max(1e-30);
        let side = |point: Vector| along.left().dot(point - a);
        let mut found = Vec::new();
        for ring in &self.rings {
            for (&here, &next) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                let (from, to) = (side(here), side(next));
                if (from > 0.0) != (to > 0.0) {
                    let meeting = here + (next - here) * (from / (from - to));
                    found.push((meeting - a).dot(along) / length);
                }
            }
        }
        found.sort_by(f64::total_cmp);
        found
    }

    /// Which of two faces covers the other.
    pub fn over(&self, other: &Shade) -> Over {
        if !self.convex || !other.convex {
            return self.over_by_planes(other);
        }
        let common = other.edges().fold(self.rings[0].clone(), |kept, (from, to)| {
            let inwards = (to - from).left();
            cut(kept, |point| inwards.dot(point - from))
        });
        let nearer = |point: Vector| self.depth(point) - other.depth(point);
        if is_thin(&common) || common.iter().all(|&point| nearer(point).abs() <= TOGETHER) {
            return Over::Neither;
        }
        let is_over = |part: Vec<Vector>| !is_thin(&part);
        let first = is_over(cut(common.clone(), |point| nearer(point) - TOGETHER));
        let second = is_over(cut(common, |point| -nearer(point) - TOGETHER));
        Over::of(first, second)
    }

    /// Of any faces: what lies on one side of the other's plane cannot cover it from there.
    fn over_by_planes(&self, other: &Shade) -> Over {
        if !self.touches(&other.bounds) {
            return Over::Neither;
        }
        let nearer = |one: &Shade, than: &Shade| {
            one.rings
                .iter()
                .flatten()
                .map(|&point| one.depth(point) - than.depth(point))
                .collect::<Vec<f64>>()
        };
        let (mine, theirs) = (nearer(self, other), nearer(other, self));
        let never = |heights: &[f64]| heights.iter().all(|&height| height <= TOGETHER);
        let always = |heights: &[f64]| heights.iter().all(|&height| height >= -TOGETHER);
        match () {
            () if never(&mine) && never(&theirs) => Over::Neither,
            () if never(&theirs) || always(&mine) => Over::First,
            () if never(&mine) || always(&theirs) => Over::Second,
            () => Over::Both,
        }
    }

    fn edges(&self) -> impl Iterator<Item = (Vector, Vector)> {
        let ring = &self.rings[0];
        ring.iter().copied().zip(ring.iter().copied().cycle().skip(1))
    }
}

impl Over {
    fn of(first: bool, second: bool) -> Over {
        match (first, second) {
            (false, false) => Over::Neither,
            (true, false) => Over::First,
            (false, true) => Over::Second,
            (true, true) => Over::Both,
        }
    }
}

fn area(ring: &[Vector]) -> f64 {
    let from = ring[0];
    let fan = ring.windows(2).skip(1);
    0.5 * fan.map(|pair| (pair[0] - from).left().dot(pair[1] - from)).sum::<f64>()
}

fn is_thin(ring: &[Vector]) -> bool {
    let Some(bounds) = Rect::around(ring.iter().copied()).filter(|_| ring.len() >= 3) else { return true };
    area(ring).abs() <= THIN * bounds.diagonal()
}

/// Whether a counter-clockwise ring turns left everywhere, up to rounding, and once around.
fn is_convex(ring: &[Vector]) -> bool {
    let around = || ring.iter().cycle();
    let corners = around().zip(around().skip(1)).zip(around().skip(2)).take(ring.len());
    let turns = |((&a, &b), &c): ((&Vector, &Vector), &Vector)| (b - a).left().dot(c - b) >= -1e-12;
    let mut corners = corners.collect::<Vec<_>>().into_iter();
    // Edges of a convex ring go up once and down once.
    let rises = ring.iter().zip(ring.iter().cycle().skip(1)).map(|(a, b)| (b.y, b.x) > (a.y, a.x));
    let rises: Vec<bool> = rises.collect();
    let changes = rises.iter().zip(rises.iter().cycle().skip(1)).filter(|(a, b)| a != b).count();
    ring.len() >= 3 && corners.all(turns) && changes == 2
}

/// The part of a polygon where a linear function is not negative.
fn cut(ring: Vec<Vector>, height: impl Fn(Vector) -> f64) -> Vec<Vector> {
    let heights: Vec<f64> = ring.iter().map(|&point| height(point)).collect();
    if heights.iter().all(|&height| height >= 0.0) {
        return ring;
    }
    let mut kept = Vec::with_capacity(ring.len() + 2);
    for (i, (&here, &from)) in ring.iter().zip(&heights).enumerate() {
        let next = (i + 1) % ring.len();
        let (there, to) = (ring[next], heights[next]);
        if from >= 0.0 {
            kept.push(here);
        }
        if (from > 0.0 && to < 0.0) || (from < 0.0 && to > 0.0) {
            kept.push(here + (there - here) * (from / (from - to)));
        }
    }
    kept
}
