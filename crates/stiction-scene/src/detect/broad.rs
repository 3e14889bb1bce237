//! Which boxes come near each other?  Sweep and prune.

/// A box along the axes, low and high; in the plane the third coordinate is 0.
pub type Bounds = [[f64; 3]; 2];

/// Pairs up to which boxes are compared: a box in a wall or a heap meets a few dozen others.  Thousands that
/// all lie in each other would take the memory of a pair for each two of them.
pub fn most_pairs(boxes: usize) -> usize {
    100_000 + 100 * boxes
}

/// The pairs `i < j` of boxes that meet, in order, or one more than [`most_pairs`] of them; a shape without a
/// box (a half-plane) meets every other.
///
/// Boxes are sorted along the axis on which they spread most, and each is compared with those that begin before
/// it ends: O(n log n + pairs on that axis).
pub fn close_pairs(boxes: &[Option<Bounds>], reach: f64) -> Vec<(usize, usize)> {
    let axis = widest_axis(boxes);
    let mut order: Vec<(usize, Bounds)> =
        boxes.iter().enumerate().filter_map(|(index, bounds)| Some((index, (*bounds)?))).collect();
    order.sort_by(|(_, a), (_, b)| a[0][axis].total_cmp(&b[0][axis]));
    let mut pairs = Vec::new();
    let most = most_pairs(boxes.len());
    for (rank, (i, first)) in order.iter().enumerate() {
        let end = first[1][axis] + reach;
        for (j, second) in order[rank + 1..].iter().take_while(|(_, other)| other[0][axis] <= end) {
            if meet(first, second, reach) {
                pairs.push(((*i).min(*j), (*i).max(*j)));
                if pairs.len() > most {
                    return pairs;
                }
            }
        }
    }
    pairs.extend(endless_pairs(boxes));
    pairs.sort_unstable();
    pairs
}

/// Every pair: the twin of [`close_pairs`] that leaves nothing out.
#[cfg(test)]
pub fn all_pairs(boxes: &[Option<Bounds>], _reach: f64) -> Vec<(usize, usize)> {
    (0..boxes.len()).flat_map(|i| (i + 1..boxes.len()).map(move |j| (i, j))).collect()
}

/// The pairs of which at least one has no box.
fn endless_pairs(boxes: &[Option<Bounds>]) -> Vec<(usize, usize)> {
    let endless = boxes.iter().enumerate().filter(|(_, bounds)| bounds.is_none());
    let with = |(i, _): (usize, &Option<Bounds>)| {
        let partners = (0..boxes.len()).filter(move |&j| boxes[j].is_some() || i < j);
        partners.map(move |j| (i.min(j), i.max(j))).collect::<Vec<_>>()
    };
    endless.flat_map(with).collect()
}

fn meet(a: &Bounds, b: &Bounds, reach: f64) -> bool {
    (0..3).all(|k| a[0][k] <= b[1][k] + reach && b[0][k] <= a[1][k] + reach)
}

fn widest_axis(boxes: &[Option<Bounds>]) -> usize {
    let spread = |axis: usize| {
        let centers = boxes.iter().flatten().map(|bounds| bounds[0][axis] + bounds[1][axis]);
        let (low, high) =
            centers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        high - low
    };
    (0..3).max_by(|a, b| spread(*a).total_cmp(&spread(*b))).unwrap_or(0)
}

/// The largest magnitude of a coordinate.
pub fn magnitude(bounds: &Bounds) -> f64 {
    bounds.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_that_all_lie_in_each_other_are_counted_no_further_than_needed() {
        let boxes = vec![Some([[0.0; 3], [1.0; 3]]); 5000];
        assert_eq!(close_pairs(&boxes, 0.0).len(), most_pairs(5000) + 1);
        let apart: Vec<Option<Bounds>> =
            (0..5000).map(|at| Some([[f64::from(at), 0.0, 0.0], [f64::from(at) + 1.0, 1.0, 1.0]])).collect();
        assert_eq!(close_pairs(&apart, 0.0).len(), 4999);
    }
}
