//! The convex hull of the corners of a mesh: the least convex body that holds them.
//!
//! Points come in one after the other.  Those facets that a point sees go, and new ones join it to the rim of what it
//! sees [Preparata].  Which side of a facet a point is on is the sign of a determinant, in doubles where its error is
//! bounded, else in fractions; so every corner is on or behind every facet, exactly.  A point in the plane of a facet
//! is behind it: what lies on a face is no corner of the hull.
//!
//! Each facet keeps the points that it sees and no earlier facet does, and takes the farthest of them in first
//! [Barber].

use std::collections::HashMap;
use stiction::shape::Mesh;
use stiction_proof::Rational;

type Point = [f64; 3];

/// Relative error of the determinant of three differences, by the sum of the magnitudes of its products [Shewchuk,
/// orient3d].
const BOUND: f64 = (7.0 + 56.0 * f64::EPSILON) * f64::EPSILON;

/// A facet, its neighbours across the edges from each corner to the next, and the points that it sees.
struct Facet {
    corners: [usize; 3],
    sees: Vec<usize>,
    gone: bool,
}

/// The hull, outside out; `None` where all points lie in a plane.
pub fn hull(mesh: &Mesh) -> Option<Mesh> {
    let points = distinct(mesh);
    let first = simplex(&points)?;
    let mut facets: Vec<Facet> = [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]]
        .map(|k| Facet { corners: k.map(|k| first[k]), sees: Vec::new(), gone: false })
        .into();
    let mut across: HashMap<[usize; 2], usize> = HashMap::new();
    for (index, facet) in facets.iter().enumerate() {
        enter(&mut across, index, &facet.corners);
    }
    let rest: Vec<usize> = (0..points.len()).filter(|k| !first.contains(k)).collect();
    assign(&points, &mut facets, 0..4, rest);
    let mut open: Vec<usize> = (0..4).collect();
    while let Some(index) = open.pop() {
        if facets[index].gone || facets[index].sees.is_empty() {
            continue;
        }
        let apex = farthest(&points, &facets[index]);
        let (seen, rim) = horizon(&points, &facets, &across, index, apex);
        let mut orphans = Vec::new();
        for &k in &seen {
            facets[k].gone = true;
            orphans.append(&mut facets[k].sees);
            let [a, b, c] = facets[k].corners;
            for edge in [[a, b], [b, c], [c, a]] {
                across.remove(&edge);
            }
        }
        orphans.retain(|&point| point != apex);
        let from = facets.len();
        for [a, b] in rim {
            let corners = [a, b, apex];
            enter(&mut across, facets.len(), &corners);
            facets.push(Facet { corners, sees: Vec::new(), gone: false });
        }
        let new = from..facets.len();
        assign(&points, &mut facets, new.clone(), orphans);
        open.extend(new);
    }
    let soup = facets.iter().filter(|facet| !facet.gone).flat_map(|facet| facet.corners.map(|k| points[k]));
    Some(Mesh::from_soup(soup))
}

fn enter(across: &mut HashMap<[usize; 2], usize>, index: usize, [a, b, c]: &[usize; 3]) {
    for edge in [[*a, *b], [*b, *c], [*c, *a]] {
        across.insert(edge, index);
    }
}

/// The corners that triangles use, each once.
fn distinct(mesh: &Mesh) -> Vec<Point> {
    mesh.welded().vertices
}

/// Four points that are not in a plane, the last behind the first three.
fn simplex(points: &[Point]) -> Option<[usize; 4]> {
    let extreme = |axis: usize, sign: f64| {
        (0..points.len()).max_by(|i, j| (sign * points[*i][axis]).total_cmp(&(sign * points[*j][axis])))
    };
    let axis = (0..3).max_by(|i, j| {
        let spread = |k: usize| Some(points[extreme(k, 1.0)?][k] - points[extreme(k, -1.0)?][k]);
        spread(*i).unwrap_or(0.0).total_cmp(&spread(*j).unwrap_or(0.0))
    })?;
    let (a, b) = (extreme(axis, -1.0)?, extreme(axis, 1.0)?);
    let off_line = |k: &usize| {
        let (u, w) = (minus(points[b], points[a]), minus(points[*k], points[a]));
        let cross = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]];
        cross.iter().map(|x| x * x).sum::<f64>()
    };
    let c = (0..points.len()).max_by(|i, j| off_line(i).total_cmp(&off_line(j)))?;
    let height = |k: &usize| volume(points, [a, b, c], *k).0.abs();
    let d = (0..points.len()).max_by(|i, j| height(i).total_cmp(&height(j)))?;
    match side(points, [a, b, c], d) {
        0 => None,
        1 => Some([a, c, b, d]),
        _ => Some([a, b, c, d]),
    }
}

fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// Six times the volume above a facet, and the sum of the magnitudes of its products.
fn volume(points: &[Point], [a, b, c]: [usize; 3], d: usize) -> (f64, f64) {
    let [u, v, w] = [b, c, d].map(|k| minus(points[k], points[a]));
    let pairs = [(u[1] * v[2], u[2] * v[1]), (u[2] * v[0], u[0] * v[2]), (u[0] * v[1], u[1] * v[0])];
    let sum = pairs.iter().zip(w).map(|((p, q), w)| (p - q) * w).sum();
    let size = pairs.iter().zip(w).map(|((p, q), w)| (p.abs() + q.abs()) * w.abs()).sum();
    (sum, size)
}

/// 1 where a point is in front of a facet, −1 behind, 0 in its plane: exactly.
fn side(points: &[Point], facet: [usize; 3], point: usize) -> i32 {
    let (value, size) = volume(points, facet, point);
    if value.abs() > BOUND * size {
        return if value > 0.0 { 1 } else { -1 };
    }
    exact_side(points, facet, point)
}

fn exact_side(points: &[Point], [a, b, c]: [usize; 3], d: usize) -> i32 {
    let exact = |k: usize| points[k].map(|x| Rational::from_f64(x).unwrap_or_default());
    let origin = exact(a);
    let [u, v, w] = [b, c, d].map(|k| {
        let at = exact(k);
        [0, 1, 2].map(|i: usize| &at[i] - &origin[i])
    });
    let part = |i: usize, j: usize| &(&u[i] * &v[j]) - &(&u[j] * &v[i]);
    let value: Rational = [part(1, 2), part(2, 0), part(0, 1)].iter().zip(&w).map(|(x, y)| x * y).sum();
    i32::from(value.is_positive()) - i32::from(value.is_negative())
}

/// Gives each point to a facet that sees it; those that none sees are inside.
fn assign(points: &[Point], facets: &mut [Facet], among: std::ops::Range<usize>, list: Vec<usize>) {
    for point in list {
        let seen = among.clone().find(|&k| side(points, facets[k].corners, point) > 0);
        if let Some(seen) = seen {
            facets[seen].sees.push(point);
        }
    }
}

fn farthest(points: &[Point], facet: &Facet) -> usize {
    let height = |k: &usize| volume(points, facet.corners, *k).0;
    let best = facet.sees.iter().copied().max_by(|i, j| height(i).total_cmp(&height(j)));
    // Only facets that see something are asked.
    best.unwrap_or(facet.corners[0])
}

/// The facets that a point sees, from one of them on, and the rim around them.
fn horizon(
    points: &[Point],
    facets: &[Facet],
    across: &HashMap<[usize; 2], usize>,
    start: usize,
    apex: usize,
) -> (Vec<usize>, Vec<[usize; 2]>) {
    let (mut seen, mut rim, mut stack) = (vec![start], Vec::new(), vec![start]);
    let mut known: HashMap<usize, bool> = HashMap::from([(start, true)]);
    while let Some(index) = stack.pop() {
        let [a, b, c] = facets[index].corners;
        for [from, to] in [[a, b], [b, c], [c, a]] {
            let Some(&next) = across.get(&[to, from]) else { continue };
            let visible = match known.get(&next) {
                Some(visible) => *visible,
                None => {
                    let visible = side(points, facets[next].corners, apex) > 0;
                    known.insert(next, visible);
                    if visible {
                        seen.push(next);
                        stack.push(next);
                    }
                    visible
                }
            };
            if !visible {
                rim.push([from, to]);
            }
        }
    }
    (seen, rim)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cloud of points from a small generator, and their hull.
    fn cloud(count: usize, grid: Option<f64>) -> Mesh {
        let mut state = 7u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let x = (state >> 33) as f64 / (1u64 << 31) as f64;
            grid.map_or(x, |cells| (x * cells).round() / cells)
        };
        let vertices: Vec<Point> = (0..count).map(|_| [next(), next(), next()]).collect();
        let triangles = (0..count as u32 / 3).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
        Mesh::new(vertices, triangles)
    }

    #[test]
    fn every_point_is_behind_every_facet_exactly_and_the_hull_is_a_solid() {
        for (count, grid) in [(12, None), (300, None), (300, Some(4.0)), (600, Some(2.0)), (3000, None)] {
            let mesh = cloud(count, grid);
            let hull = hull(&mesh).unwrap();
            assert_eq!(hull.faults(), [], "{count} {grid:?}");
            let points: Vec<Point> = hull.vertices.iter().chain(&mesh.vertices).copied().collect();
            for triangle in &hull.triangles {
                let facet = triangle.map(|k| k as usize);
                assert!(
                    (0..points.len()).all(|k| exact_or_quick(&points, facet, k) <= 0),
                    "{count} {grid:?}"
                );
            }
        }
    }

    fn exact_or_quick(points: &[Point], facet: [usize; 3], point: usize) -> i32 {
        side(points, facet, point)
    }

    #[test]
    fn quick_signs_are_the_exact_ones() {
        let points = cloud(60, Some(3.0)).vertices;
        for k in 0..57 {
            let facet = [k, k + 1, k + 2];
            assert_eq!(side(&points, facet, k + 3), exact_side(&points, facet, k + 3));
        }
    }

    #[test]
    fn what_lies_in_a_plane_has_no_hull() {
        let mut flat = cloud(30, None);
        flat.vertices.iter_mut().for_each(|vertex| vertex[2] = 0.5);
        assert_eq!(hull(&flat), None);
    }
}
