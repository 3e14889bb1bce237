//! Is every hole of a polygon inside its outer ring, and outside of the other holes?
//!
//! Rings that do not meet are each inside or outside of another as any one corner is.  A ray from the corner
//! towards +x crosses few edges: those whose bounds in doubles, rounded outwards, are beside it are looked at
//! exactly, and the others cost a comparison.  Of other holes only those whose bounds hold the corner are
//! looked at.

use super::nearest::{crosses_ray, lies_on_segment};
use super::outline::ring_edges;
use super::plane::to_doubles;
use super::{Piece, Point};

/// What is wrong with a hole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Misplaced {
    /// It is not inside the outer ring.
    Outside,
    /// It is inside another hole.
    Within(usize),
}

/// The holes that are misplaced; the rings are known not to meet.
pub(super) fn misplaced_holes(outer: &[Point], holes: &[Vec<Point>]) -> Vec<(usize, Misplaced)> {
    let outer = Ring::new(outer);
    let rings: Vec<Ring> = holes.iter().map(|hole| Ring::new(hole)).collect();
    let fault = |(hole, ring): (usize, &Vec<Point>)| {
        let corner = ring.first()?;
        if !outer.contains(corner) {
            return Some((hole, Misplaced::Outside));
        }
        let others = rings.iter().enumerate().filter(|(other, _)| *other != hole);
        let mut within = others.filter(|(_, other)| other.contains(corner));
        within.next().map(|(other, _)| (hole, Misplaced::Within(other)))
    };
    holes.iter().enumerate().filter_map(fault).collect()
}

/// A double that is not more, and one that is not less, than an entry of a point.
fn around(point: &Point) -> [[f64; 2]; 2] {
    let near = to_doubles(point);
    [near.map(f64::next_down), near.map(f64::next_up)]
}

struct Ring {
    edges: Vec<(Bounds, Piece)>,
    bounds: Bounds,
}

#[derive(Clone, Copy)]
struct Bounds {
    low: [f64; 2],
    high: [f64; 2],
}

impl Bounds {
    fn of<'p>(points: impl Iterator<Item = &'p Point>) -> Self {
        let mut bounds = Self { low: [f64::INFINITY; 2], high: [f64::NEG_INFINITY; 2] };
        for point in points {
            let [low, high] = around(point);
            for axis in 0..2 {
                bounds.low[axis] = bounds.low[axis].min(low[axis]);
                bounds.high[axis] = bounds.high[axis].max(high[axis]);
            }
        }
        bounds
    }

    /// Whether a ray towards +x may meet it.
    fn is_beside(&self, [low, high]: &[[f64; 2]; 2]) -> bool {
        self.low[1] <= high[1] && low[1] <= self.high[1] && low[0] <= self.high[0]
    }
}

impl Ring {
    fn new(corners: &[Point]) -> Self {
        let bounded = |edge: Piece| (Bounds::of([edge.from(), edge.to()].into_iter()), edge);
        let edges = ring_edges(corners).into_iter().map(bounded).collect();
        Self { edges, bounds: Bounds::of(corners.iter()) }
    }

    /// The edges that a ray from a point towards +x may meet.
    fn beside(&self, point: &Point) -> impl Iterator<Item = &Piece> {
        let place = around(point);
        // To the left of the ring the ray meets it twice or not at all.
        let may = self.bounds.is_beside(&place) && self.bounds.low[0] <= place[1][0];
        self.edges.iter().filter(move |(bounds, _)| may && bounds.is_beside(&place)).map(|(_, edge)| edge)
    }

    /// Whether a point is in the closed region.
    fn contains(&self, point: &Point) -> bool {
        let mut inside = false;
        for edge in self.beside(point) {
            if lies_on_segment(edge, point) {
                return true;
            }
            inside ^= crosses_ray(edge, point);
        }
        inside
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle(x: i64, y: i64) -> Vec<Point> {
        [(x, y), (x + 1, y), (x + 1, y + 1)].map(|(x, y)| [x.into(), y.into()]).to_vec()
    }

    fn rectangle(right: i64, top: i64) -> Vec<Point> {
        [(0, 0), (right, 0), (right, top), (0, top)].map(|(x, y)| [x.into(), y.into()]).to_vec()
    }

    #[test]
    fn of_a_thousand_holes_in_a_row_a_few_edges_each_are_looked_at_exactly() {
        let holes: Vec<Vec<Point>> = (0..1000).map(|at| triangle(2 * at + 1, 1)).collect();
        let outer = rectangle(3000, 3);
        assert_eq!(misplaced_holes(&outer, &holes), []);
        let rings: Vec<Ring> = holes.iter().chain([&outer]).map(|ring| Ring::new(ring)).collect();
        let looked = |corner: &Point| rings.iter().map(|ring| ring.beside(corner).count()).sum::<usize>();
        let total: usize = holes.iter().map(|hole| looked(&hole[0])).sum();
        assert!(total <= 10 * holes.len(), "{total}");
    }

    #[test]
    fn holes_outside_and_inside_of_others_are_named() {
        let large =
            [(1, 1), (10, 1), (10, 10), (1, 10)].map(|(x, y): (i64, i64)| [x.into(), y.into()]).to_vec();
        let holes = vec![large, triangle(3, 3), triangle(40, 1)];
        let found = misplaced_holes(&rectangle(20, 20), &holes);
        assert_eq!(found, [(1, Misplaced::Within(0)), (2, Misplaced::Outside)]);
    }
}
