//! Many points in boxes within boxes: the farthest along a direction without looking at most of them.
//!
//! No point of a box is farther along a direction than the corner of the box that is farthest, and in doubles
//! neither: products and sums that are taken in the same order round monotonically.  A box whose corner is not
//! beyond the best point so far is passed over, and what is found is the very point that [`Points`] finds, the
//! first of those that are equally far.

use super::support::{Farthest, Points, Support};
use crate::double::dot;

/// The convex hull of a long list of points.
#[derive(Debug, Clone)]
pub struct Tree<'a, const D: usize> {
    points: &'a [[f64; D]],
    /// Places of the points, box by box.
    order: Vec<usize>,
    boxes: Vec<Boxed<D>>,
}

#[derive(Debug, Clone)]
struct Boxed<const D: usize> {
    low: [f64; D],
    high: [f64; D],
    /// Its points, as a range of the order.
    points: std::ops::Range<usize>,
    /// The two boxes that share them, unless they are few.
    halves: Option<[usize; 2]>,
}

/// Points of a box that is not halved.
const FEW: usize = 8;

impl<'a, const D: usize> Tree<'a, D> {
    /// Puts points into boxes; none where one is not finite.
    pub fn new(points: &'a [[f64; D]]) -> Option<Self> {
        if points.is_empty() || points.iter().flatten().any(|entry| !entry.is_finite()) {
            return None;
        }
        let mut tree = Self { points, order: (0..points.len()).collect(), boxes: Vec::new() };
        let mut waiting = vec![tree.boxed(0..points.len())];
        while let Some(place) = waiting.pop() {
            let range = tree.boxes[place].points.clone();
            if range.len() <= FEW {
                continue;
            }
            let axis = tree.boxes[place].widest();
            let middle = range.len() / 2;
            tree.order[range.clone()]
                .select_nth_unstable_by(middle, |a, b| points[*a][axis].total_cmp(&points[*b][axis]));
            let middle = range.start + middle;
            let halves = [tree.boxed(range.start..middle), tree.boxed(middle..range.end)];
            tree.boxes[place].halves = Some(halves);
            waiting.extend(halves);
        }
        Some(tree)
    }

    /// Adds the box around some points; its place.
    fn boxed(&mut self, points: std::ops::Range<usize>) -> usize {
        let (mut low, mut high) = ([f64::INFINITY; D], [f64::NEG_INFINITY; D]);
        for &place in &self.order[points.clone()] {
            for k in 0..D {
                low[k] = low[k].min(self.points[place][k]);
                high[k] = high[k].max(self.points[place][k]);
            }
        }
        self.boxes.push(Boxed { low, high, points, halves: None });
        self.boxes.len() - 1
    }
}

impl<const D: usize> Boxed<D> {
    fn widest(&self) -> usize {
        let width = |axis: &usize| self.high[*axis] - self.low[*axis];
        (0..D).max_by(|a, b| width(a).total_cmp(&width(b))).unwrap_or(0)
    }

    /// How far its farthest corner is.
    fn height(&self, direction: &[f64; D]) -> f64 {
        let corner = std::array::from_fn(|k| if direction[k] >= 0.0 { self.high[k] } else { self.low[k] });
        dot(&corner, direction)
    }
}

impl<const D: usize> Support<D> for Tree<'_, D> {
    fn farthest(&self, direction: &[f64; D]) -> Farthest<D> {
        let (mut best, mut height) = (usize::MAX, f64::NEG_INFINITY);
        let mut waiting = vec![(f64::INFINITY, 0)];
        while let Some((bound, place)) = waiting.pop() {
            if bound < height {
                continue;
            }
            if let Some(halves) = self.boxes[place].halves {
                let mut halves = halves.map(|half| (self.boxes[half].height(direction), half));
                // The farther one is looked at first.
                halves.sort_by(|a, b| a.0.total_cmp(&b.0));
                waiting.extend(halves);
                continue;
            }
            for &index in &self.order[self.boxes[place].points.clone()] {
                let along = dot(&self.points[index], direction);
                if along.is_nan() {
                    return Points(self.points).farthest(direction);
                }
                if along > height || along == height && index < best {
                    (best, height) = (index, along);
                }
            }
        }
        match self.points.get(best) {
            Some(point) => Farthest { point: *point, index: Some(best) },
            None => Points(self.points).farthest(direction),
        }
    }

    fn steps(&self) -> usize {
        64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_pass_over_no_point_that_is_farthest() {
        let mut state = 3_u64;
        // Coarse coordinates: many points are equally far.
        let mut coordinate = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (((state >> 33) % 101) as f64 / 8.0 - 6.25).powi(3)
        };
        for count in [1_usize, 7, 9, 200, 3000] {
            let points: Vec<[f64; 3]> = (0..count).map(|_| std::array::from_fn(|_| coordinate())).collect();
            let tree = Tree::new(&points).unwrap();
            for _ in 0..300 {
                let direction = std::array::from_fn(|_| coordinate());
                assert_eq!(tree.farthest(&direction), Points(&points).farthest(&direction));
            }
        }
    }
}
