//! Surfaces with too many faces for a picture, made coarser: corners that share a cell of a grid become one.

use std::collections::{BTreeMap, BTreeSet};

use super::vector::{Bounds, Vector3};

/// At most about `most` triangles with nearly the same shape.
pub(crate) fn simplified(
    vertices: &[Vector3],
    faces: &[Vec<Vec<usize>>],
    most: usize,
) -> (Vec<Vector3>, Vec<Vec<Vec<usize>>>) {
    let triangles: Vec<[usize; 3]> =
        faces.iter().filter_map(|rings| rings.first()).flat_map(|ring| fan(ring)).collect();
    let Some(bounds) = Bounds::around(vertices.iter().copied()) else { return (Vec::new(), Vec::new()) };
    // A closed surface of cells has about twice as many triangles as it has cells, and 3 k² to 6 k² cells.
    let mut cells = ((most as f64 / 4.0).sqrt() * 2.0).max(4.0);
    loop {
        let (corners, kept) = clustered(vertices, &triangles, &bounds, cells);
        if kept.len() <= most || cells < 4.0 {
            return (corners, kept.into_iter().take(most).map(|triangle| vec![triangle.to_vec()]).collect());
        }
        cells *= 0.85;
    }
}

fn fan(ring: &[usize]) -> Vec<[usize; 3]> {
    ring.windows(2).skip(1).map(|pair| [ring[0], pair[0], pair[1]]).collect()
}

/// Each cell of the grid keeps the mean of its corners; triangles that collapse, and twins, are dropped.
fn clustered(
    vertices: &[Vector3],
    triangles: &[[usize; 3]],
    bounds: &Bounds,
    cells: f64,
) -> (Vec<Vector3>, Vec<[usize; 3]>) {
    let step = (bounds.max - bounds.min).largest() / cells;
    let cell = |v: Vector3| {
        let from = v - bounds.min;
        [from.x, from.y, from.z].map(|entry| (entry / step).floor() as i64)
    };
    let mut sums: BTreeMap<[i64; 3], (usize, Vector3, f64)> = BTreeMap::new();
    let mut names = Vec::with_capacity(vertices.len());
    for &vertex in vertices {
        let next = sums.len();
        let sum = sums.entry(cell(vertex)).or_insert((next, Vector3::default(), 0.0));
        (sum.1, sum.2) = (sum.1 + vertex, sum.2 + 1.0);
        names.push(sum.0);
    }
    let mut corners = vec![Vector3::default(); sums.len()];
    sums.into_values().for_each(|(name, sum, count)| corners[name] = sum * (1.0 / count));
    let mut seen = BTreeSet::new();
    let mut kept = Vec::new();
    for triangle in triangles.iter().map(|triangle| triangle.map(|corner| names[corner])) {
        let [a, b, c] = triangle;
        let mut key = triangle;
        key.sort_unstable();
        if a != b && b != c && c != a && seen.insert(key) {
            kept.push(triangle);
        }
    }
    (corners, kept)
}

#[cfg(test)]
mod tests {
    use super::super::vector::in_space;
    use super::*;

    #[test]
    fn a_fine_ball_becomes_coarse_and_stays_a_ball() {
        let (rows, columns) = (200, 400);
        let at = |i: usize, j: usize| {
            let (a, b) = (
                i as f64 / rows as f64 * std::f64::consts::PI,
                j as f64 / columns as f64 * std::f64::consts::TAU,
            );
            in_space(a.sin() * b.cos(), a.sin() * b.sin(), a.cos())
        };
        let vertices: Vec<Vector3> = (0..=rows).flat_map(|i| (0..columns).map(move |j| at(i, j))).collect();
        let index = |i: usize, j: usize| i * columns + j % columns;
        let quads: Vec<Vec<Vec<usize>>> = (0..rows)
            .flat_map(|i| {
                (0..columns).map(move |j| {
                    vec![vec![index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1)]]
                })
            })
            .collect();
        let (corners, faces) = simplified(&vertices, &quads, 3000);
        assert!(faces.len() <= 3000 && faces.len() > 1000, "{}", faces.len());
        assert!(corners.iter().all(|corner| (corner.length() - 1.0).abs() < 0.05));
    }
}
