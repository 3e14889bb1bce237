//! Which faces are seen at all: the nearest one at each of many places across the view.
//!
//! The places lie in rows, cut into square tiles.  Faces come from the front to the back; a tile remembers how far
//! its farthest place is once all of them are covered, and a face that is farther there is passed over without
//! looking at the places (Greene, Kass and Miller, *Hierarchical Z-buffer visibility*, 1993, with one level).  So a
//! thousand plates behind each other cost a thousand tiles' looks, not a thousand fillings.
//!
//! A face that is narrower than the distance of two places, half a pixel of the page, may be missed.

use super::camera::Camera;
use super::shade::Shade;
use super::surface::Facet;
use crate::vector::{Rect, Vector, at};
use std::ops::Range;

/// Places along the longer side of the view, and along the sides of a tile.
const PLACES: usize = 1408;
const TILE: usize = 16;

/// The nearest face at each place.
struct Samples {
    origin: Vector,
    step: f64,
    columns: usize,
    rows: usize,
    depth: Vec<f64>,
    nearest: Vec<u32>,
    /// Tile by tile, how far the farthest of its places is; infinitely far while one is uncovered.
    farthest: Vec<f64>,
}

/// For each face whether it is the nearest one somewhere.
pub(super) fn seen(facets: &[Facet], camera: &Camera) -> Vec<bool> {
    let shades: Vec<Option<Shade>> = facets.iter().map(|facet| Shade::new(facet, camera)).collect();
    let corners = shades.iter().flatten().flat_map(|shade| [shade.bounds.min, shade.bounds.max]);
    let Some(bounds) = Rect::around(corners) else { return vec![true; facets.len()] };
    let mut samples = Samples::new(bounds);
    let nearest = |facet: &Facet| {
        let depths = facet.rings.iter().flatten().map(|&point| camera.depth(point));
        depths.fold(f64::NEG_INFINITY, f64::max)
    };
    let mut order: Vec<(f64, usize)> = facets.iter().map(nearest).zip(0..).collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (near, index) in order {
        if let Some(shade) = &shades[index] {
            samples.fill(index as u32, shade, near);
        }
    }
    let mut seen = vec![false; facets.len()];
    for &index in samples.nearest.iter().filter(|&&index| index != u32::MAX) {
        seen[index as usize] = true;
    }
    seen
}

impl Samples {
    fn new(bounds: Rect) -> Samples {
        let step = (bounds.width().max(bounds.height()) / PLACES as f64).max(1e-12);
        let tiles = |length: f64| ((length / step).ceil() as usize).div_ceil(TILE).max(1);
        let (across, down) = (tiles(bounds.width()), tiles(bounds.height()));
        let (columns, rows) = (across * TILE, down * TILE);
        Samples {
            origin: bounds.min,
            step,
            columns,
            rows,
            depth: vec![f64::NEG_INFINITY; columns * rows],
            nearest: vec![u32::MAX; columns * rows],
            farthest: vec![f64::NEG_INFINITY; across * down],
        }
    }

    /// Half a step within the bounds, so that no place lies on them.
    fn place(&self, column: usize, row: usize) -> Vector {
        self.origin + at(column as f64 + 0.5, row as f64 + 0.5) * self.step
    }

    /// The first place at or beyond a coordinate, and no more than there are.
    fn first(&self, value: f64, low: f64, count: usize) -> usize {
        ((value - low) / self.step - 0.5).ceil().clamp(0.0, count as f64) as usize
    }

    /// Puts a face in, whose nearest point is this near.
    fn fill(&mut self, index: u32, shade: &Shade, near: f64) {
        let bounds = shade.bounds;
        let rows = self.first(bounds.min.y, self.origin.y, self.rows)
            ..self.first(bounds.max.y, self.origin.y, self.rows);
        for down in rows.start / TILE..rows.end.div_ceil(TILE) {
            let band = rows.start.max(down * TILE)..rows.end.min((down + 1) * TILE);
            let runs: Vec<(usize, Range<usize>)> =
                band.flat_map(|row| self.runs(shade, row).map(move |run| (row, run))).collect();
            let Some(first) = runs.iter().map(|(_, run)| run.start).min() else { continue };
            let last = runs.iter().map(|(_, run)| run.end).max().unwrap_or(first);
            for across in first / TILE..last.div_ceil(TILE) {
                let tile = down * (self.columns / TILE) + across;
                let columns = across * TILE..(across + 1) * TILE;
                if self.nearest_in(shade, &columns, down).min(near) <= self.farthest[tile] {
                    continue;
                }
                let mut any = false;
                for (row, run) in &runs {
                    let within = run.start.max(columns.start)..run.end.min(columns.end);
                    any |= self.fill_run(index, shade, *row, within);
                }
                if any {
                    self.farthest[tile] = self.farthest_of(across, down);
                }
            }
        }
    }

    /// The places of a row that a face covers.
    fn runs(&self, shade: &Shade, row: usize) -> impl Iterator<Item = Range<usize>> + use<> {
        let (from, to) = (self.place(0, row), self.place(self.columns, row));
        let column = |part: f64| self.first(from.x + part * (to.x - from.x), self.origin.x, self.columns);
        let crossings = shade.crossings(from, to);
        let runs: Vec<Range<usize>> =
            crossings.chunks_exact(2).map(|ends| column(ends[0])..column(ends[1])).collect();
        runs.into_iter().filter(|run| !run.is_empty())
    }

    /// How near the plane of a face is at most within a tile.
    fn nearest_in(&self, shade: &Shade, columns: &Range<usize>, down: usize) -> f64 {
        let rows = [down * TILE, (down + 1) * TILE - 1];
        let corners = rows.map(|row| [columns.start, columns.end - 1].map(|column| self.place(column, row)));
        corners.into_iter().flatten().map(|corner| shade.depth(corner)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Puts a face at some places of a row; whether it is the nearest at one of them.
    fn fill_run(&mut self, index: u32, shade: &Shade, row: usize, columns: Range<usize>) -> bool {
        let mut any = false;
        for column in columns {
            let (place, depth) = (row * self.columns + column, shade.depth(self.place(column, row)));
            if depth > self.depth[place] {
                (self.depth[place], self.nearest[place]) = (depth, index);
                any = true;
            }
        }
        any
    }

    fn farthest_of(&self, across: usize, down: usize) -> f64 {
        let rows = down * TILE..(down + 1) * TILE;
        let start = |row: usize| row * self.columns + across * TILE;
        let places = rows.flat_map(|row| &self.depth[start(row)..start(row) + TILE]);
        places.copied().fold(f64::INFINITY, f64::min)
    }
}

#[cfg(test)]
mod tests {
    use super::super::figure::{SolidBody, SolidShape};
    use super::super::surface::{Fineness, Surface};
    use super::super::vector::Z;
    use super::*;

    fn faces(shapes: &[SolidShape], camera: &Camera) -> Vec<Facet> {
        let fineness = Fineness { sides: 12, most: 5000 };
        let body = |shape: &SolidShape| SolidBody { shape: Some(shape.clone()), ..SolidBody::default() };
        let surface = |(i, shape): (usize, &SolidShape)| {
            let surface = Surface::of(i, &body(shape), Z, fineness)?;
            Some(surface.facets(camera, i))
        };
        shapes.iter().enumerate().filter_map(surface).flatten().collect()
    }

    #[test]
    fn of_a_stack_of_plates_the_uppermost_top_and_all_sides_are_seen() {
        let plate = |k: u32| {
            let low = f64::from(k) * 0.02;
            SolidShape::cuboid([-0.5, -0.5, low], [0.5, 0.5, low + 0.02])
        };
        let camera = Camera::from_above(Z, 0.7, 0.5).unwrap();
        let facets = faces(&(0..40).map(plate).collect::<Vec<_>>(), &camera);
        let seen = seen(&facets, &camera);
        let is_top = |facet: &Facet| facet.normal.z > 0.5;
        let tops = facets.iter().zip(&seen).filter(|(facet, seen)| is_top(facet) && **seen).count();
        let sides = facets.iter().zip(&seen).filter(|(facet, seen)| !is_top(facet) && **seen).count();
        assert_eq!((facets.len(), tops, sides), (120, 1, 80));
    }

    #[test]
    fn what_is_behind_a_wall_is_not_seen_and_what_stands_out_is() {
        let wall = SolidShape::cuboid([-0.5, -0.1, 0.0], [0.5, 0.0, 0.6]);
        let behind = SolidShape::cuboid([-0.2, 0.2, 0.0], [0.2, 0.3, 0.1]);
        let above = SolidShape::cuboid([-0.2, 0.2, 0.0], [0.2, 0.3, 0.9]);
        let camera = Camera::from_above(Z, -std::f64::consts::FRAC_PI_2, 0.3).unwrap();
        for (shape, expected) in [(behind, false), (above, true)] {
            let facets = faces(&[wall.clone(), shape], &camera);
            let seen = seen(&facets, &camera);
            let other = facets.iter().zip(&seen).filter(|(facet, _)| facet.surface == 1);
            assert_eq!(other.into_iter().any(|(_, seen)| *seen), expected);
        }
    }
}
