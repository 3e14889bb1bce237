//! What hides what: for every line, the parts of it that lie behind a face.

use super::camera::Camera;
use super::surface::{Facet, Surface};
use super::vector::Vector3;
use crate::vector::{Rect, Vector};

/// A point is hidden by what is nearer by more than this part of the scene.
const FLUSH: f64 = 2e-4;
/// Cells of the grid, in each direction, in which faces are looked up.
const CELLS: usize = 48;

/// The faces that are turned to the viewer, across the view.
pub(crate) struct Screen {
    shades: Vec<Shade>,
    bounds: Rect,
    cells: Vec<Vec<u32>>,
    camera: Camera,
}

/// A face across the view, its distance a linear function.
struct Shade {
    rings: Vec<Vec<Vector>>,
    bounds: Rect,
    slope: Vector,
    start: f64,
    body: usize,
}

/// A stretch of a line.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    pub points: Vec<Vector3>,
    pub hidden: bool,
}

impl Screen {
    pub fn new(facets: &[Facet], surfaces: &[Surface], camera: Camera) -> Screen {
        let shades: Vec<Shade> =
            facets.iter().filter_map(|facet| Shade::new(facet, surfaces, &camera)).collect();
        let corners = shades.iter().flat_map(|shade| [shade.bounds.min, shade.bounds.max]);
        let bounds = Rect::around(corners).unwrap_or(Rect::new(0.0, 0.0, 1.0, 1.0)).grown(1e-6);
        let mut screen = Screen { shades, bounds, cells: vec![Vec::new(); CELLS * CELLS], camera };
        for (index, shade) in (0u32..).zip(&screen.shades) {
            for cell in screen.covered(&shade.bounds) {
                screen.cells[cell].push(index);
            }
        }
        screen
    }

    /// The cells that a rectangle touches.
    fn covered(&self, area: &Rect) -> Vec<usize> {
        let cell = |value: f64, low: f64, size: f64| {
            ((value - low) / size * CELLS as f64).floor().clamp(0.0, CELLS as f64 - 1.0) as usize
        };
        let (origin, width, height) = (self.bounds.min, self.bounds.width(), self.bounds.height());
        let columns = cell(area.min.x, origin.x, width)..=cell(area.max.x, origin.x, width);
        let rows = cell(area.min.y, origin.y, height)..=cell(area.max.y, origin.y, height);
        rows.flat_map(|row| columns.clone().map(move |column| row * CELLS + column)).collect()
    }

    fn near(&self, area: &Rect) -> Vec<&Shade> {
        let mut found: Vec<u32> =
            self.covered(area).into_iter().flat_map(|cell| self.cells[cell].iter().copied()).collect();
        found.sort_unstable();
        found.dedup();
        let touches = |shade: &&Shade| {
            let (a, b) = (&shade.bounds, area);
            a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y
        };
        found.into_iter().map(|index| &self.shades[index as usize]).filter(touches).collect()
    }

    /// Whether a point lies behind a face, not counting those of one body.
    pub fn covers(&self, point: Vector3, besides: Option<usize>) -> bool {
        let (flat, depth) = (self.camera.flat(point), self.camera.depth(point));
        let hides = |shade: &&Shade| {
            Some(shade.body) != besides && shade.depth(flat) > depth + FLUSH && shade.holds(flat)
        };
        self.near(&Rect { min: flat, max: flat }).iter().any(hides)
    }

    /// The body that is seen at a place across the view.
    pub fn front(&self, flat: Vector) -> Option<usize> {
        let mut near = self.near(&Rect { min: flat, max: flat });
        near.retain(|shade| shade.holds(flat));
        near.into_iter().max_by(|a, b| a.depth(flat).total_cmp(&b.depth(flat))).map(|shade| shade.body)
    }

    /// The parts of a segment, from 0 to 1, that lie behind a face, not counting those of one body; in order,
    /// without overlaps.
    fn hidden(&self, from: Vector3, to: Vector3, besides: Option<usize>) -> Vec<(f64, f64)> {
        let (a, b) = (self.camera.flat(from), self.camera.flat(to));
        let depths = (self.camera.depth(from), self.camera.depth(to));
        let Some(area) = Rect::around([a, b]) else { return Vec::new() };
        let near = self.near(&area).into_iter().filter(|shade| Some(shade.body) != besides);
        let mut parts: Vec<(f64, f64)> = near.flat_map(|shade| shade.hidden((a, b), depths)).collect();
        parts.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut joined: Vec<(f64, f64)> = Vec::new();
        for (low, high) in parts {
            match joined.last_mut() {
                Some(last) if low <= last.1 + 1e-4 => last.1 = last.1.max(high),
                _ => joined.push((low, high)),
            }
        }
        joined
    }

    /// A line of many points, in stretches that are all seen or all hidden.
    pub fn runs(&self, points: &[Vector3]) -> Vec<Run> {
        self.runs_besides(points, None)
    }

    /// The same for a line that one body cannot hide.
    pub fn runs_besides(&self, points: &[Vector3], besides: Option<usize>) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for pair in points.windows(2) {
            let place = |part: f64| pair[0] + (pair[1] - pair[0]) * part;
            let mut here = 0.0;
            for (low, high) in self.hidden(pair[0], pair[1], besides) {
                extend(&mut runs, false, place(here), place(low), here < low);
                extend(&mut runs, true, place(low), place(high), true);
                here = high;
            }
            extend(&mut runs, false, place(here), pair[1], here < 1.0);
        }
        runs
    }
}

/// Adds a segment to the last stretch, if it is of its kind.
fn extend(runs: &mut Vec<Run>, hidden: bool, from: Vector3, to: Vector3, wanted: bool) {
    match runs.last_mut() {
        _ if !wanted => {}
        Some(run) if run.hidden == hidden => run.points.push(to),
        _ => runs.push(Run { points: vec![from, to], hidden }),
    }
}

impl Shade {
    fn new(facet: &Facet, surfaces: &[Surface], camera: &Camera) -> Option<Shade> {
        let steep = facet.normal.dot(camera.toward);
        let flat = |ring: &Vec<Vector3>| ring.iter().map(|&point| camera.flat(point)).collect::<Vec<_>>();
        let rings: Vec<Vec<Vector>> = facet.rings.iter().map(flat).collect();
        let slope = camera.flat(facet.normal) * (-1.0 / steep);
        Some(Shade {
            bounds: Rect::around(rings.iter().flatten().copied())?,
            rings,
            slope,
            start: facet.offset / steep,
            body: surfaces.get(facet.surface)?.body,
        })
    }

    fn depth(&self, flat: Vector) -> f64 {
        self.start + self.slope.dot(flat)
    }

    fn holds(&self, flat: Vector) -> bool {
        crate::parts::shape::surrounded(&self.rings, flat)
    }

    /// Where a segment is inside the rings and behind the plane.
    fn hidden(&self, (a, b): (Vector, Vector), depths: (f64, f64)) -> Vec<(f64, f64)> {
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
    fn crossings(&self, a: Vector, b: Vector) -> Vec<f64> {
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
}
