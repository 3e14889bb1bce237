//! Things of the page by the cells of a grid that they touch, so that what is near a place is found without
//! looking at everything.
//!
//! Places outside the area count as places of the cells at its border.  Clamping keeps order, so two things that
//! touch share a cell wherever they are, and what [`Grid::near`] leaves out is not near.

use crate::vector::{Rect, Vector, at};

/// Names of things, cell by cell.
#[derive(Debug)]
pub(crate) struct Grid {
    area: Rect,
    columns: usize,
    rows: usize,
    cells: Vec<Vec<u32>>,
}

impl Grid {
    /// An empty grid of some columns and rows.
    pub fn new(area: Rect, columns: usize, rows: usize) -> Grid {
        let (columns, rows) = (columns.max(1), rows.max(1));
        Grid { area, columns, rows, cells: vec![Vec::new(); columns * rows] }
    }

    /// A grid with cells of about some size, and no more than `most` of them in a direction.
    pub fn of_cells(area: Rect, size: f64, most: usize) -> Grid {
        let count = |length: f64| (length / size).ceil().clamp(1.0, most as f64) as usize;
        Grid::new(area, count(area.width()), count(area.height()))
    }

    /// Puts a thing into every cell that a rectangle touches.
    pub fn put(&mut self, thing: u32, bounds: &Rect) {
        let [columns, rows] = self.touched(bounds);
        for row in rows {
            for column in columns.clone() {
                self.cells[row * self.columns + column].push(thing);
            }
        }
    }

    /// Puts a thing into every cell that a polygon, or a segment of two points, touches.
    pub fn put_polygon(&mut self, thing: u32, ring: &[Vector]) {
        for cell in self.covered(ring) {
            self.cells[cell].push(thing);
        }
    }

    /// The things that may touch a rectangle, each once, in the order of their names.
    pub fn near(&self, bounds: &Rect) -> Vec<u32> {
        let [columns, rows] = self.touched(bounds);
        let cells = rows.flat_map(|row| columns.clone().map(move |column| row * self.columns + column));
        self.gathered(cells)
    }

    /// The things that may touch a polygon or a segment, likewise.
    pub fn near_polygon(&self, ring: &[Vector]) -> Vec<u32> {
        self.gathered(self.covered(ring).into_iter())
    }

    fn gathered(&self, cells: impl Iterator<Item = usize>) -> Vec<u32> {
        let mut found = Vec::new();
        cells.for_each(|cell| found.extend_from_slice(&self.cells[cell]));
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The cells that a polygon touches: in each row from the first to the last that it reaches there.
    fn covered(&self, ring: &[Vector]) -> Vec<usize> {
        let Some(bounds) = Rect::around(ring.iter().copied()) else { return Vec::new() };
        let rows = self.touched(&bounds)[1].clone();
        let first = *rows.start();
        let mut reach = vec![(f64::INFINITY, f64::NEG_INFINITY); rows.count()];
        for (&from, &to) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            let (low, high) = if from.y <= to.y { (from, to) } else { (to, from) };
            let [_, rows] = self.touched(&Rect { min: low, max: high });
            let (start, end) = (*rows.start(), *rows.end());
            for row in rows {
                // The first and the last row have all of the edge that is beyond them.
                let bottom = if row == start { low.y } else { self.below(row).clamp(low.y, high.y) };
                let top = if row == end { high.y } else { self.below(row + 1).clamp(low.y, high.y) };
                for y in [bottom, top] {
                    let part = if high.y > low.y { (y - low.y) / (high.y - low.y) } else { 0.0 };
                    let place = low.x + (high.x - low.x) * part;
                    let ends = if high.y > low.y { [place, place] } else { [low.x, high.x] };
                    for x in ends {
                        let (least, most) = &mut reach[row - first];
                        (*least, *most) = (least.min(x), most.max(x));
                    }
                }
            }
        }
        // A hair more than the edges reach: places on them are rounded.
        let hair = 1e-9 * (bounds.width() + self.area.width());
        let mut cells = Vec::new();
        for (row, (least, most)) in (first..).zip(reach).filter(|(_, (least, most))| least <= most) {
            let around = Rect { min: at(least - hair, 0.0), max: at(most + hair, 0.0) };
            let [columns, _] = self.touched(&around);
            cells.extend(columns.map(|column| row * self.columns + column));
        }
        cells
    }

    /// Where a row begins.
    fn below(&self, row: usize) -> f64 {
        self.area.min.y + self.area.height() * row as f64 / self.rows as f64
    }

    /// Columns and rows that a rectangle touches.
    fn touched(&self, bounds: &Rect) -> [std::ops::RangeInclusive<usize>; 2] {
        let cell = |value: f64, low: f64, size: f64, count: usize| {
            ((value - low) / size * count as f64).floor().clamp(0.0, count as f64 - 1.0) as usize
        };
        let (low, width, height) = (self.area.min, self.area.width(), self.area.height());
        let column = |x: f64| cell(x, low.x, width, self.columns);
        let row = |y: f64| cell(y, low.y, height, self.rows);
        [column(bounds.min.x)..=column(bounds.max.x), row(bounds.min.y)..=row(bounds.max.y)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = Vector> {
        (-30.0..130.0, -20.0..80.0).prop_map(|(x, y)| at(x, y))
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

        #[test]
        fn whatever_touches_a_rectangle_is_found_near_it(
            things in prop::collection::vec((point(), point()), 0..40),
            (corner, opposite) in (point(), point()),
        ) {
            let mut boxes = Grid::of_cells(Rect::new(0.0, 0.0, 100.0, 60.0), 7.0, 200);
            let mut lines = Grid::of_cells(Rect::new(0.0, 0.0, 100.0, 60.0), 7.0, 200);
            for (name, &(from, to)) in (0u32..).zip(&things) {
                boxes.put(name, &Rect::around([from, to]).unwrap());
                lines.put_polygon(name, &[from, to]);
            }
            let place = Rect::around([corner, opposite]).unwrap();
            let (boxed, lined) = (boxes.near(&place), lines.near(&place));
            let along = boxes.near_polygon(&[corner, opposite]);
            for (name, &(from, to)) in (0u32..).zip(&things) {
                let around = Rect::around([from, to]).unwrap();
                prop_assert!(!around.overlaps(&place) || boxed.contains(&name));
                prop_assert!(!around.meets(corner, opposite) || along.contains(&name));
                prop_assert!(!place.meets(from, to) || lined.contains(&name), "{from:?} to {to:?}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

        #[test]
        fn polygons_that_have_a_point_in_common_are_found_near_each_other(
            (one, other) in (prop::collection::vec(point(), 3..7), prop::collection::vec(point(), 3..7)),
            place in point(),
        ) {
            use crate::parts::shape::surrounded;
            let mut grid = Grid::of_cells(Rect::new(0.0, 0.0, 100.0, 60.0), 5.0, 200);
            grid.put_polygon(7, &one);
            let crossing = |a: &[Vector], b: &[Vector]| a.iter().any(|&p| surrounded(&[b.to_vec()], p));
            let common = surrounded(std::slice::from_ref(&one), place) && surrounded(std::slice::from_ref(&other), place);
            if common || crossing(&one, &other) || crossing(&other, &one) {
                prop_assert_eq!(grid.near_polygon(&other), [7]);
            }
        }
    }

    #[test]
    fn a_long_line_is_in_the_cells_along_it_alone() {
        let mut grid = Grid::new(Rect::new(0.0, 0.0, 100.0, 100.0), 100, 100);
        grid.put_polygon(0, &[at(0.5, 0.5), at(99.5, 99.5)]);
        assert!(grid.cells.iter().filter(|cell| !cell.is_empty()).count() < 400);
        assert!(grid.near(&Rect::new(80.0, 10.0, 5.0, 5.0)).is_empty());
        grid.put_polygon(1, &[at(50.0, -10.0), at(50.0, 300.0)]);
        assert_eq!(grid.near(&Rect::new(49.0, 70.0, 3.0, 1.0)), [1]);
    }
}
