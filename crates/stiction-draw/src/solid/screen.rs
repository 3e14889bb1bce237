//! What hides what: for every line, the parts of it that lie behind a face.

use super::camera::Camera;
use super::shade::Shade;
use super::surface::{Facet, Surface};
use super::vector::Vector3;
use crate::grid::Grid;
use crate::vector::{Rect, Vector};

/// Cells of the grid in which faces are looked up, in each direction: fewest, and most.
const CELLS: (f64, f64) = (48.0, 200.0);

/// The faces that are turned to the viewer, across the view.
pub(crate) struct Screen {
    shades: Vec<ScreenFace>,
    grid: Grid,
    camera: Camera,
}

/// A face, and the body that it belongs to.
struct ScreenFace {
    shade: Shade,
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
        let shown = |facet: &Facet| {
            Some(ScreenFace { shade: Shade::new(facet, &camera)?, body: surfaces.get(facet.surface)?.body })
        };
        let shades: Vec<ScreenFace> = facets.iter().filter_map(shown).collect();
        let corners = shades.iter().flat_map(|shown| [shown.shade.bounds.min, shown.shade.bounds.max]);
        let bounds = Rect::around(corners).unwrap_or(Rect::new(0.0, 0.0, 1.0, 1.0)).grown(1e-6);
        let cells = (shades.len() as f64).sqrt().clamp(CELLS.0, CELLS.1) as usize;
        let mut grid = Grid::new(bounds, cells, cells);
        for (index, shown) in (0u32..).zip(&shades) {
            grid.put_polygon(index, shown.shade.outer());
        }
        Screen { shades, grid, camera }
    }

    /// Of faces by their numbers those that may touch a part of the view, but for those of one body.
    fn touching(
        &self,
        found: Vec<u32>,
        area: Rect,
        besides: Option<usize>,
    ) -> impl Iterator<Item = &ScreenFace> {
        let found = found.into_iter().map(|index| &self.shades[index as usize]);
        found.filter(move |shown| Some(shown.body) != besides && shown.shade.touches(&area))
    }

    /// The faces that may be over a place, but for those of one body.
    fn over(&self, flat: Vector, besides: Option<usize>) -> impl Iterator<Item = &ScreenFace> {
        let place = Rect { min: flat, max: flat };
        self.touching(self.grid.near(&place), place, besides)
    }

    /// Whether a point lies behind a face, not counting those of one body.
    pub fn covers(&self, point: Vector3, besides: Option<usize>) -> bool {
        let (flat, depth) = (self.camera.flat(point), self.camera.depth(point));
        self.over(flat, besides).any(|shown| shown.shade.hides(flat, depth))
    }

    /// The body that is seen at a place across the view.
    pub fn front(&self, flat: Vector) -> Option<usize> {
        let over = self.over(flat, None).filter(|shown| shown.shade.holds(flat));
        let nearest = over.max_by(|a, b| a.shade.depth(flat).total_cmp(&b.shade.depth(flat)));
        nearest.map(|shown| shown.body)
    }

    /// The parts of a segment, from 0 to 1, that lie behind a face, not counting those of one body; in order,
    /// without overlaps.
    fn hidden(&self, from: Vector3, to: Vector3, besides: Option<usize>) -> Vec<(f64, f64)> {
        let (a, b) = (self.camera.flat(from), self.camera.flat(to));
        let depths = (self.camera.depth(from), self.camera.depth(to));
        let Some(area) = Rect::around([a, b]) else { return Vec::new() };
        let near = self.touching(self.grid.near_polygon(&[a, b]), area, besides);
        let mut parts: Vec<(f64, f64)> = near.flat_map(|shown| shown.shade.hidden((a, b), depths)).collect();
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
