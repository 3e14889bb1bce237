//! The order of nodes within the levels of a graph, so that few edges cross.
//!
//! Each level is sorted by the mean place of its neighbours in the level before, down and up again a few times; the
//! order with the fewest crossings is kept.  (Sugiyama, Tagawa and Toda, *Methods for visual understanding of
//! hierarchical system structures*, 1981.)

/// Sweeps down and up.
const SWEEPS: usize = 12;
/// With more edges than this no order makes the picture clear.
const TANGLE: usize = 1500;

/// Levels of nodes, by their numbers.
pub(crate) type Levels = Vec<Vec<usize>>;

/// The levels in a better order; an edge joins two nodes of any levels.
pub(crate) fn ordered(mut levels: Levels, edges: &[[usize; 2]]) -> Levels {
    if edges.len() > TANGLE {
        return levels;
    }
    let mut best = (crossings(&levels, edges), levels.clone());
    for sweep in 0..SWEEPS {
        let downwards = sweep % 2 == 0;
        let count = levels.len();
        for step in 1..count {
            let (level, from) = if downwards { (step, step - 1) } else { (count - 1 - step, count - step) };
            sort(&mut levels, level, from, edges);
        }
        let crossed = crossings(&levels, edges);
        if crossed < best.0 {
            best = (crossed, levels.clone());
        }
    }
    best.1
}

/// Places from 0 to 1 within a level.
fn places(level: &[usize]) -> impl Fn(usize) -> Option<f64> + '_ {
    let width = level.len() as f64;
    move |node| level.iter().position(|other| *other == node).map(|i| (i as f64 + 0.5) / width)
}

fn sort(levels: &mut Levels, level: usize, from: usize, edges: &[[usize; 2]]) {
    let mut keyed: Vec<(f64, usize)> = means(&levels[level], &levels[from], edges);
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
    levels[level] = keyed.into_iter().map(|(_, node)| node).collect();
}

/// The nodes of a level with the mean places of their neighbours in another.
fn means(level: &[usize], from: &[usize], edges: &[[usize; 2]]) -> Vec<(f64, usize)> {
    let (place, own) = (places(from), places(level));
    let mean = |node: usize| {
        let ends = edges.iter().filter_map(|&[a, b]| match node {
            _ if a == node => place(b),
            _ if b == node => place(a),
            _ => None,
        });
        let (sum, count) = ends.fold((0.0, 0.0), |(sum, count), end| (sum + end, count + 1.0));
        // Nodes without neighbours there stay where they are.
        if count > 0.0 { sum / count } else { own(node).unwrap_or(0.5) }
    };
    level.iter().map(|&node| (mean(node), node)).collect()
}

/// How many pairs of edges between the same two neighbouring levels cross.
fn crossings(levels: &Levels, edges: &[[usize; 2]]) -> usize {
    let mut total = 0;
    for pair in levels.windows(2) {
        let (upper, lower) = (places(&pair[0]), places(&pair[1]));
        let ends: Vec<(f64, f64)> = edges
            .iter()
            .filter_map(|&[a, b]| Some((upper(a)?, lower(b)?)).or_else(|| Some((upper(b)?, lower(a)?))))
            .collect();
        for (i, one) in ends.iter().enumerate() {
            total += ends[..i].iter().filter(|other| (one.0 - other.0) * (one.1 - other.1) < 0.0).count();
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cube_of_subsets_is_drawn_with_its_least_crossings_and_a_ladder_with_none() {
        let ladder = vec![vec![0, 1, 2, 3], vec![7, 6, 5, 4]];
        let rungs: Vec<[usize; 2]> = (0..4).map(|i| [i, i + 4]).collect();
        assert_eq!(crossings(&ladder, &rungs), 6);
        assert_eq!(crossings(&ordered(ladder, &rungs), &rungs), 0);
        // 0 | 1 2 3 | 4 5 6 | 7: the middle of the cube has six edges in a ring.
        let cube = vec![vec![0], vec![1, 2, 3], vec![6, 4, 5], vec![7]];
        let edges = [[1, 4], [2, 4], [1, 5], [3, 5], [2, 6], [3, 6]];
        assert!(crossings(&ordered(cube, &edges), &edges) <= 2);
    }
}
