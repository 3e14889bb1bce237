//! Cutting a polygon into triangles: a fan where it is convex, ear by ear where it is not.
//!
//! An ear is a convex corner whose triangle holds no other corner; every simple polygon has two (Meisters, 1975).
//! Looking for them takes n³ steps at worst, so all polygons of a file share one budget.

/// Steps left for looking for ears: a second or so, and far more than honest files need.
pub(super) struct Ears {
    budget: u64,
}

impl Default for Ears {
    fn default() -> Self {
        Self { budget: 300_000_000 }
    }
}

type Flat = [f64; 2];

/// Adds the triangles of a polygon; false if it has no ear left or the budget is spent.
pub(super) fn triangulate(
    vertices: &[[f64; 3]],
    corners: &[u32],
    ears: &mut Ears,
    triangles: &mut Vec<[u32; 3]>,
) -> bool {
    if corners.len() == 3 {
        triangles.extend(<[u32; 3]>::try_from(corners));
        return true;
    }
    let flat = flattened(vertices, corners);
    if is_convex(&flat) {
        triangles.extend(corners[1..].windows(2).map(|pair| [corners[0], pair[0], pair[1]]));
        return true;
    }
    let mut left: Vec<usize> = (0..corners.len()).collect();
    while left.len() > 3 {
        let Some(ear) = (0..left.len()).find(|&k| ears.is_ear(&flat, &left, k)) else { return false };
        triangles.push(around(&left, ear).map(|k| corners[k]));
        left.remove(ear);
    }
    triangles.push([left[0], left[1], left[2]].map(|k| corners[k]));
    true
}

/// The polygon seen along the axis nearest to its normal, counter-clockwise.
fn flattened(vertices: &[[f64; 3]], corners: &[u32]) -> Vec<Flat> {
    let place = |k: usize| vertices[corners[k % corners.len()] as usize];
    let origin = place(0);
    let mut normal = [0.0; 3];
    for k in 0..corners.len() {
        let (a, b) = (place(k), place(k + 1));
        for (axis, sum) in normal.iter_mut().enumerate() {
            let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
            *sum += (a[i] - origin[i]) * (b[j] - origin[j]) - (a[j] - origin[j]) * (b[i] - origin[i]);
        }
    }
    let larger = |best: usize, axis: usize| if normal[axis].abs() > normal[best].abs() { axis } else { best };
    let axis = (1..3).fold(0, larger);
    let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
    let (i, j) = if normal[axis] < 0.0 { (j, i) } else { (i, j) };
    (0..corners.len()).map(|k| [place(k)[i] - origin[i], place(k)[j] - origin[j]]).collect()
}

/// Twice the signed area of a triangle.
fn turn(a: Flat, b: Flat, c: Flat) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Whether every triangle of the fan from the first corner, and every corner, turns left.
fn is_convex(flat: &[Flat]) -> bool {
    let n = flat.len();
    let corners = (0..n).all(|k| turn(flat[k], flat[(k + 1) % n], flat[(k + 2) % n]) >= 0.0);
    corners && flat[1..].windows(2).all(|pair| turn(flat[0], pair[0], pair[1]) >= 0.0)
}

fn around(left: &[usize], k: usize) -> [usize; 3] {
    let n = left.len();
    [left[(k + n - 1) % n], left[k], left[(k + 1) % n]]
}

impl Ears {
    fn is_ear(&mut self, flat: &[Flat], left: &[usize], k: usize) -> bool {
        if self.budget < left.len() as u64 {
            return false;
        }
        let ear = around(left, k);
        let [a, b, c] = ear.map(|k| flat[k]);
        if turn(a, b, c) <= 0.0 {
            self.budget -= 1;
            // A corner on a straight line, or a spike, can go where nothing is cut off.
            return turn(a, b, c) == 0.0 && left.len() > 3 && is_between(a, b, c);
        }
        self.budget -= left.len() as u64;
        let within = |p: Flat| turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0;
        let apart = |p: Flat| p != a && p != b && p != c;
        !left.iter().any(|&other| !ear.contains(&other) && within(flat[other]) && apart(flat[other]))
    }
}

/// Whether the middle one of three points in line lies between the others.
fn is_between(a: Flat, b: Flat, c: Flat) -> bool {
    (b[0] - a[0]) * (b[0] - c[0]) + (b[1] - a[1]) * (b[1] - c[1]) <= 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(ring: &[Flat]) -> f64 {
        let n = ring.len();
        (0..n).map(|k| turn([0.0; 2], ring[k], ring[(k + 1) % n])).sum()
    }

    fn cut(ring: &[Flat]) -> Option<Vec<[u32; 3]>> {
        // In a tilted plane, so that no axis is special.
        let vertices: Vec<[f64; 3]> = ring.iter().map(|[x, y]| [*x, *y, x + 2.0 * y]).collect();
        let corners: Vec<u32> = (0..ring.len() as u32).collect();
        let mut triangles = Vec::new();
        triangulate(&vertices, &corners, &mut Ears::default(), &mut triangles).then_some(triangles)
    }

    #[test]
    fn polygons_are_cut_without_overlap() {
        let rings: [&[Flat]; 5] = [
            &[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]],
            &[[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [2.0, 2.0], [2.0, 4.0], [0.0, 4.0]],
            &[[0.0, 4.0], [0.0, 0.0], [1.0, 3.0], [2.0, 0.0], [3.0, 3.0], [4.0, 0.0], [4.0, 4.0]],
            &[[2.0, 1.0], [4.0, 0.0], [2.0, 4.0], [0.0, 0.0]],
            &[[0.0, 0.0], [2.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 1.0], [0.0, 4.0]],
        ];
        for ring in rings {
            for shift in 0..ring.len() {
                let mut ring = ring.to_vec();
                ring.rotate_left(shift);
                let triangles = cut(&ring).unwrap();
                assert_eq!(triangles.len(), ring.len() - 2);
                let parts: Vec<f64> = triangles.iter().map(|t| area(&t.map(|k| ring[k as usize]))).collect();
                assert!(parts.iter().all(|part| *part >= 0.0), "{ring:?}: {parts:?}");
                assert_eq!(parts.iter().sum::<f64>(), area(&ring), "{ring:?}");
            }
        }
    }

    #[test]
    fn clockwise_polygons_stay_clockwise() {
        let ring = [[0.0, 4.0], [2.0, 4.0], [2.0, 2.0], [4.0, 2.0], [4.0, 0.0], [0.0, 0.0]];
        let triangles = cut(&ring).unwrap();
        let total: f64 = triangles.iter().map(|t| area(&t.map(|k| ring[k as usize]))).sum();
        assert_eq!(total, area(&ring));
        assert!(total < 0.0);
    }

    #[test]
    fn a_large_comb_is_refused_or_cut_in_bounded_time() {
        let tooth = |k: u32| [f64::from(k), if k.is_multiple_of(2) { 0.0 } else { 1e3 + f64::from(k % 97) }];
        let mut ring: Vec<Flat> = (0..20_001).map(tooth).collect();
        ring.extend([[20_000.0, -1.0], [0.0, -1.0]]);
        ring.reverse();
        let mut ears = Ears { budget: 1_000_000 };
        let vertices: Vec<[f64; 3]> = ring.iter().map(|[x, y]| [*x, *y, 0.0]).collect();
        let corners: Vec<u32> = (0..ring.len() as u32).collect();
        assert!(!triangulate(&vertices, &corners, &mut ears, &mut Vec::new()));
    }
}
