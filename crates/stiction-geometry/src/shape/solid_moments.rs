//! What a solid encloses: volume, centroid and inertia, by the divergence theorem.
//!
//! With the surface cut into triangles `a b c`, counter-clockwise seen from outside, `s = a + b + c` and
//! `d = a · (b × c)`, each triangle and the origin span a tetrahedron of signed volume d/6, and
//!
//! ```text
//!     V = ⅙ Σ d,   V·p̄ = 1/24 Σ d s,   C = ∫ p pᵀ dV = 1/120 Σ d (a aᵀ + b bᵀ + c cᵀ + s sᵀ)      (1)
//!     I = tr(C) 1 − C                                     inertia for unit density                (2)
//! ```
//!
//! all rational for a polyhedron.  A face that is not convex may be cut into a fan all the same: what the fan
//! covers too much it takes away again.  About the centroid C loses V p̄ p̄ᵀ.

use super::cuboid::Cuboid;
use super::space::{Matrix3, determinant, difference, from_doubles, length_squared, scaled, sum};
use super::{Mesh, Point3, Polyhedron, Solid};
use std::array::from_fn;
use std::f64::consts::PI;
use stiction_proof::Rational;

/// Volume, centroid and inertia of a solid of density 1.
#[derive(Debug, Clone, PartialEq)]
pub struct SolidMoments {
    /// Volume, m³.
    pub volume: Rational,
    /// Centroid.
    pub centroid: Point3,
    /// Inertia matrix about the centroid for density 1, m⁵: times a density it is that of the body.
    pub inertia: [[Rational; 3]; 3],
    /// Whether volume and inertia passed through π or doubles.
    pub rounded: bool,
    /// Whether the centroid did too.
    pub centroid_rounded: bool,
}

impl Solid {
    /// Volume, centroid and inertia; `None` for a half-space, for a solid without volume, and for a mesh
    /// whose moments are beyond the doubles.
    ///
    /// ```
    /// use stiction_geometry::shape::Solid;
    /// # use stiction_proof::Rational;
    /// let brick = Solid::cuboid([0.into(), 0.into(), 0.into()], [4.into(), 2.into(), 1.into()]);
    /// let moments = brick.moments().unwrap();
    /// assert_eq!(moments.inertia[2][2], Rational::new(8 * (16 + 4), 12)); // V (a² + b²) / 12
    /// assert!(!moments.rounded);
    /// ```
    pub fn moments(&self) -> Option<SolidMoments> {
        match self {
            Self::Polyhedron(polyhedron) => polyhedron.moments(),
            Self::Sphere { center, radius } => sphere_moments(center, radius),
            Self::Cylinder { center, axis, radius, height } => cylinder_moments(center, axis, radius, height),
            Self::HalfSpace { .. } => None,
            Self::Mesh(mesh) => mesh.moments(),
        }
    }
}

impl Polyhedron {
    /// Volume, centroid and inertia, exact; `None` without volume.
    pub fn moments(&self) -> Option<SolidMoments> {
        match Cuboid::of(self) {
            Some(cuboid) => Some(cuboid.moments()),
            None => self.moments_of_surface(),
        }
    }

    /// The sums of equation (1) over the triangles of every face.
    pub(super) fn moments_of_surface(&self) -> Option<SolidMoments> {
        let origin = (0..self.faces.len()).find_map(|face| self.corners(face).next())?;
        let mut sums = Sums::default();
        for face in 0..self.faces.len() {
            let near: Vec<Point3> = self.corners(face).map(|corner| difference(corner, origin)).collect();
            let Some((first, rest)) = near.split_first() else { continue };
            for pair in rest.windows(2) {
                sums.add(first, &pair[0], &pair[1]);
            }
        }
        sums.moments(origin)
    }
}

/// The sums of equation (1), before their factors.
#[derive(Default)]
struct Sums {
    volume: Rational,
    first: Point3,
    second: Matrix3,
}

impl Sums {
    fn add(&mut self, a: &Point3, b: &Point3, c: &Point3) {
        let d = determinant(a, b, c);
        if d.is_zero() {
            return;
        }
        let s = sum(&sum(a, b), c);
        for row in 0..3 {
            for column in row..3 {
                let squares: Rational = [a, b, c, &s].iter().map(|p| &p[row] * &p[column]).sum();
                self.second[row][column] += &d * squares;
            }
        }
        self.first = sum(&self.first, &scaled(&s, &d));
        self.volume += d;
    }

    fn moments(self, origin: &Point3) -> Option<SolidMoments> {
        let volume = self.volume * Rational::new(1, 6);
        let centroid = scaled(&self.first, &(Rational::from(24) * &volume).recip()?);
        let entry = |row: usize, column: usize| {
            let (i, j) = (row.min(column), row.max(column));
            &self.second[i][j] * Rational::new(1, 120) - &volume * &centroid[i] * &centroid[j]
        };
        let inertia = inertia(&from_fn(|row| from_fn(|column| entry(row, column))));
        let centroid = sum(origin, &centroid);
        Some(SolidMoments { volume, centroid, inertia, rounded: false, centroid_rounded: false })
    }
}

/// Equation (2).
fn inertia(second: &Matrix3) -> Matrix3 {
    let trace = &second[0][0] + &second[1][1] + &second[2][2];
    from_fn(|row| {
        from_fn(|column| if row == column { &trace - &second[row][row] } else { -&second[row][column] })
    })
}

fn sphere_moments(center: &Point3, radius: &Rational) -> Option<SolidMoments> {
    let r = radius.to_f64();
    let volume = Rational::from_f64(4.0 / 3.0 * PI * r * r * r)?;
    // ∫ x² = V r² / 5, the same along every axis.
    let along = &volume * radius * radius * Rational::new(1, 5);
    let second =
        from_fn(|row| from_fn(|column| if row == column { along.clone() } else { Rational::zero() }));
    Some(round_moments(volume, center, &second))
}

fn cylinder_moments(
    center: &Point3,
    axis: &Point3,
    radius: &Rational,
    height: &Rational,
) -> Option<SolidMoments> {
    let r = radius.to_f64();
    let volume = Rational::from_f64(PI * r * r * height.to_f64())?;
    // ∫ x² = V r² / 4 across the axis and V h² / 12 along it.
    let across = &volume * radius * radius * Rational::new(1, 4);
    let along = &volume * height * height * Rational::new(1, 12);
    let excess = (along - &across).checked_div(&length_squared(axis))?;
    let second = from_fn(|row| {
        from_fn(|column| {
            let leaning = &excess * &axis[row] * &axis[column];
            if row == column { leaning + &across } else { leaning }
        })
    });
    Some(round_moments(volume, center, &second))
}

/// Moments in which only π was rounded: the centroid is the centre.
fn round_moments(volume: Rational, center: &Point3, second: &Matrix3) -> SolidMoments {
    SolidMoments {
        volume,
        centroid: center.clone(),
        inertia: inertia(second),
        rounded: true,
        centroid_rounded: false,
    }
}

/// Below this many triangles doubles are added one after the other.
const PAIRWISE_LEAF: usize = 64;

/// Where xx, xy, xz, yy, yz, zz lie among six numbers.
const PACKED: [[usize; 3]; 3] = [[0, 1, 2], [1, 3, 4], [2, 4, 5]];

impl Mesh {
    /// Volume, centroid and inertia in doubles, about the middle of the mesh so that a far-away part loses no
    /// digits; `None` without volume or beyond the doubles.
    pub fn moments(&self) -> Option<SolidMoments> {
        let [low, high] = self.bounds()?;
        let origin: [f64; 3] = from_fn(|k| low[k] / 2.0 + high[k] / 2.0);
        let sums = self.sums(&self.triangles, origin);
        let volume = sums.volume / 6.0;
        let centroid = sums.first.map(|x| x / (24.0 * volume));
        let entry = |row: usize, column: usize| {
            let shifted = volume * centroid[row] * centroid[column];
            Rational::from_f64(sums.second[PACKED[row][column]] / 120.0 - shifted)
        };
        let row = |i: usize| Some([entry(i, 0)?, entry(i, 1)?, entry(i, 2)?]);
        Some(SolidMoments {
            volume: Rational::from_f64(volume).filter(|v| !v.is_zero())?,
            centroid: sum(&from_doubles(origin)?, &from_doubles(centroid)?),
            inertia: inertia(&[row(0)?, row(1)?, row(2)?]),
            rounded: true,
            centroid_rounded: true,
        })
    }

    /// Signed volume in doubles; positive for a closed surface that looks outward.
    pub fn signed_volume(&self) -> f64 {
        let Some([low, high]) = self.bounds() else { return 0.0 };
        self.sums(&self.triangles, from_fn(|k| low[k] / 2.0 + high[k] / 2.0)).volume / 6.0
    }

    /// Equation (1) in doubles, added up in pairs: the rounding errors of n triangles grow as log n.
    fn sums(&self, triangles: &[[u32; 3]], origin: [f64; 3]) -> DoubleSums {
        if triangles.len() > PAIRWISE_LEAF {
            let (left, right) = triangles.split_at(triangles.len() / 2);
            return self.sums(left, origin).plus(&self.sums(right, origin));
        }
        let corners = triangles.iter().filter_map(|triangle| self.corners(triangle));
        corners.fold(DoubleSums::default(), |sums, corners| {
            sums.plus(&DoubleSums::of(corners.map(|p| from_fn(|k| p[k] - origin[k]))))
        })
    }
}

/// The sums of equation (1) in doubles, before their factors.
#[derive(Default)]
struct DoubleSums {
    volume: f64,
    first: [f64; 3],
    second: [f64; 6],
}

impl DoubleSums {
    fn of([a, b, c]: [[f64; 3]; 3]) -> Self {
        let minor = |i: usize, j: usize| b[i] * c[j] - b[j] * c[i];
        let d = a[0] * minor(1, 2) + a[1] * minor(2, 0) + a[2] * minor(0, 1);
        let s: [f64; 3] = from_fn(|k| a[k] + b[k] + c[k]);
        let pair = |i: usize, j: usize| d * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + s[i] * s[j]);
        let second = [pair(0, 0), pair(0, 1), pair(0, 2), pair(1, 1), pair(1, 2), pair(2, 2)];
        Self { volume: d, first: s.map(|x| d * x), second }
    }

    fn plus(&self, other: &Self) -> Self {
        Self {
            volume: self.volume + other.volume,
            first: from_fn(|k| self.first[k] + other.first[k]),
            second: from_fn(|k| self.second[k] + other.second[k]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::SpatialPose;
    use crate::shape::space::{length, to_doubles};

    fn point(x: i64, y: i64, z: i64) -> Point3 {
        [x.into(), y.into(), z.into()]
    }

    fn brick(center: Point3, size: Point3) -> SolidMoments {
        Solid::cuboid(center, size).moments().unwrap()
    }

    /// A prism over a ring in the x-y plane, counter-clockwise, from z = 0 to `height`; with an inner ring of
    /// as many corners a tube, its ends cut into quadrilaterals.
    fn prism(outer: &[(i64, i64)], inner: Option<&[(i64, i64)]>, height: i64) -> Solid {
        let n = outer.len();
        let rings = std::iter::once(outer).chain(inner);
        let corners = |z: i64| rings.clone().flatten().map(move |&(x, y)| point(x, y, z));
        let vertices: Vec<Point3> = corners(0).chain(corners(height)).collect();
        let top = vertices.len() / 2;
        let next = |k: usize| (k + 1) % n;
        let mut faces: Vec<Vec<usize>> = (0..n).map(|k| vec![k, next(k), next(k) + top, k + top]).collect();
        if inner.is_some() {
            faces.extend((0..n).map(|k| vec![n + k, n + k + top, n + next(k) + top, n + next(k)]));
            faces.extend((0..n).map(|k| vec![k, n + k, n + next(k), next(k)]));
            faces.extend((0..n).map(|k| vec![k + top, next(k) + top, n + next(k) + top, n + k + top]));
        } else {
            faces.push((0..n).rev().collect());
            faces.push((0..n).map(|k| k + top).collect());
        }
        let solid = Solid::polyhedron(vertices, faces);
        assert_eq!(solid.faults(), []);
        solid
    }

    /// The inertia about another point, by the parallel axis theorem.
    fn about(moments: &SolidMoments, at: &Point3) -> Matrix3 {
        let arm = difference(at, &moments.centroid);
        let mut inertia = moments.inertia.clone();
        for row in 0..3 {
            for column in 0..3 {
                let square = if row == column { length_squared(&arm) } else { Rational::zero() };
                inertia[row][column] += &moments.volume * (square - &arm[row] * &arm[column]);
            }
        }
        inertia
    }

    /// Two bodies as one.
    fn together(a: &SolidMoments, b: &SolidMoments, sign: i64) -> SolidMoments {
        let sign = Rational::from(sign);
        let volume = &a.volume + &sign * &b.volume;
        let first = sum(&scaled(&a.centroid, &a.volume), &scaled(&b.centroid, &(&sign * &b.volume)));
        let centroid = scaled(&first, &volume.recip().unwrap());
        let (left, right) = (about(a, &centroid), about(b, &centroid));
        let inertia = from_fn(|i| from_fn(|j| &left[i][j] + &sign * &right[i][j]));
        SolidMoments { volume, centroid, inertia, ..a.clone() }
    }

    #[test]
    fn a_box_has_its_closed_form_wherever_it_lies() {
        let moments = brick(point(1, -2, 3), point(4, 2, 1));
        assert_eq!((moments.volume, moments.centroid), (8.into(), point(1, -2, 3)));
        let diagonal = [Rational::new(8 * 5, 12), Rational::new(8 * 17, 12), Rational::new(8 * 20, 12)];
        let expected: Matrix3 =
            from_fn(|i| from_fn(|j| if i == j { diagonal[i].clone() } else { Rational::zero() }));
        assert_eq!(moments.inertia, expected);
    }

    #[test]
    fn a_corner_of_a_cube_has_the_moments_of_a_tetrahedron() {
        let corners = vec![point(0, 0, 0), point(1, 0, 0), point(0, 1, 0), point(0, 0, 1)];
        let faces = vec![vec![0, 1, 2], vec![0, 1, 3], vec![1, 2, 3], vec![2, 0, 3]];
        let moments = Solid::polyhedron(corners, faces).moments().unwrap();
        assert_eq!(moments.volume, Rational::new(1, 6));
        assert_eq!(moments.centroid, [0, 1, 2].map(|_| Rational::new(1, 4)));
        // ∫ x² = 1/60 and ∫ x y = 1/120 about the right-angled corner.
        let corner = about(&moments, &point(0, 0, 0));
        assert_eq!((&corner[0][0], &corner[0][1]), (&Rational::new(2, 60), &Rational::new(-1, 120)));
    }

    #[test]
    fn an_l_shaped_prism_is_its_two_boxes() {
        let shape = prism(&[(0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4)], None, 2);
        let parts =
            together(&brick(point(2, 1, 1), point(4, 2, 2)), &brick(point(1, 3, 1), point(2, 2, 2)), 1);
        assert_eq!(shape.moments().unwrap(), parts);
    }

    #[test]
    fn a_box_with_a_hole_through_it_is_a_difference() {
        let square = |half: i64| [(-half, -half), (half, -half), (half, half), (-half, half)];
        let shape = prism(&square(3), Some(&square(1)), 4);
        let whole = brick(point(0, 0, 2), point(6, 6, 4));
        assert_eq!(shape.moments().unwrap(), together(&whole, &brick(point(0, 0, 2), point(2, 2, 4)), -1));
        let Solid::Polyhedron(shape) = shape else { panic!("a prism is a polyhedron") };
        assert!(!shape.contains(&point(0, 0, 1)) && shape.contains(&point(2, 0, 1)));
    }

    #[test]
    fn two_halves_weigh_what_the_whole_does() {
        let halves =
            together(&brick(point(-1, 0, 0), point(2, 3, 5)), &brick(point(1, 0, 0), point(2, 3, 5)), 1);
        assert_eq!(brick(point(0, 0, 0), point(4, 3, 5)), halves);
    }

    #[test]
    fn moments_go_with_the_pose_exactly() {
        let shapes = [
            prism(&[(0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4)], None, 2),
            Solid::sphere(point(1, 2, 3), 2.into()),
            Solid::cylinder(point(1, 2, 3), point(1, 1, 0), 2.into(), 5.into()),
        ];
        let quaternion = ["1/3", "-2", "0.7", "5"].map(|text| text.parse().unwrap());
        let pose = SpatialPose::new(point(100, -7, 3), quaternion).unwrap();
        for shape in shapes {
            assert_eq!(shape.moved(&pose).moments().unwrap(), shape.moments().unwrap().moved(&pose));
            assert_eq!(shape.moved(&pose).faults(), []);
        }
    }

    #[test]
    fn twice_the_size_has_eight_times_the_volume() {
        let ring = [(0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4)];
        let small = prism(&ring, None, 2).moments().unwrap();
        let large = prism(&ring.map(|(x, y)| (2 * x, 2 * y)), None, 4).moments().unwrap();
        assert_eq!(large.volume, small.volume * Rational::from(8));
        assert_eq!(large.inertia[0][1], &small.inertia[0][1] * Rational::from(32));
        assert!(!small.inertia[0][1].is_zero());
    }

    #[test]
    fn round_solids_have_their_closed_forms() {
        let close = |a: &Rational, b: f64| (a.to_f64() - b).abs() <= 1e-14 * b.abs();
        let ball = Solid::sphere(point(1, 2, 3), 2.into()).moments().unwrap();
        assert!(close(&ball.volume, 32.0 * PI / 3.0));
        assert!(close(&ball.inertia[1][1], 32.0 * PI / 3.0 * 0.4 * 4.0));
        assert!(ball.rounded && !ball.centroid_rounded);
        let can = Solid::cylinder(point(0, 0, 0), point(0, 0, -9), 2.into(), 3.into()).moments().unwrap();
        assert!(close(&can.volume, 12.0 * PI));
        assert!(close(&can.inertia[2][2], 12.0 * PI * 2.0)); // m r² / 2
        assert!(close(&can.inertia[0][0], 12.0 * PI * (3.0 * 4.0 + 9.0) / 12.0)); // m (3 r² + h²) / 12
        assert!(can.inertia[0][1].is_zero());
        assert_eq!(Solid::half_space(point(0, 0, 0), point(0, 0, 1)).moments(), None);
    }

    /// A sphere of latitudes and longitudes with 2 n² − 2 n triangles.
    fn ball(n: u32, radius: f64, center: [f64; 3]) -> Mesh {
        let place = |row: u32, column: u32| {
            let (polar, turn) =
                (PI * f64::from(row) / f64::from(n), 2.0 * PI * f64::from(column) / f64::from(n));
            let unit = [polar.sin() * turn.cos(), polar.sin() * turn.sin(), polar.cos()];
            from_fn(|k| center[k] + radius * unit[k])
        };
        let middle = (1..n).flat_map(|row| (0..n).map(move |column| (row, column)));
        let mut vertices: Vec<[f64; 3]> = middle.map(|(row, column)| place(row, column)).collect();
        let (north, south) = (vertices.len() as u32, vertices.len() as u32 + 1);
        vertices.extend([place(0, 0), place(n, 0)]);
        let at = |row: u32, column: u32| (row - 1) * n + column % n;
        let mut triangles = Vec::new();
        for column in 0..n {
            triangles.push([north, at(1, column), at(1, column + 1)]);
            triangles.push([south, at(n - 1, column + 1), at(n - 1, column)]);
            for row in 1..n - 1 {
                let square =
                    [at(row, column), at(row + 1, column), at(row + 1, column + 1), at(row, column + 1)];
                triangles.push([square[0], square[1], square[2]]);
                triangles.push([square[0], square[2], square[3]]);
            }
        }
        Mesh::new(vertices, triangles)
    }

    #[test]
    fn a_fine_mesh_of_a_ball_tends_to_the_ball() {
        let exact = Solid::sphere(point(0, 0, 0), 1.into()).moments().unwrap();
        let mut errors = Vec::new();
        for n in [20, 40, 80] {
            let mesh = ball(n, 1.0, [0.0; 3]);
            assert_eq!(mesh.faults(), []);
            let moments = mesh.moments().unwrap();
            assert!(length(&moments.centroid) < 1e-14);
            errors.push([
                (exact.volume.to_f64() - moments.volume.to_f64()).abs(),
                (exact.inertia[0][0].to_f64() - moments.inertia[0][0].to_f64()).abs(),
            ]);
        }
        // The error falls with the square of the width of a triangle.
        for pair in errors.windows(2) {
            assert!((3.8..4.2).contains(&(pair[0][0] / pair[1][0])), "{errors:?}");
            assert!((3.8..4.2).contains(&(pair[0][1] / pair[1][1])), "{errors:?}");
        }
    }

    #[test]
    fn a_far_mesh_keeps_its_digits_and_agrees_with_the_polyhedron() {
        let near = ball(12, 1.0, [0.0; 3]);
        // 2²⁰ is far enough to lose six digits, were the moments taken about the origin.
        let far = Mesh::new(
            near.vertices.iter().map(|p| p.map(|x| (x * 4096.0).round() / 4096.0 + 1_048_576.0)).collect(),
            near.triangles.clone(),
        );
        let vertices = far.vertices.iter().map(|p| from_doubles(*p).unwrap()).collect();
        let faces = far.triangles.iter().map(|t| t.map(|k| k as usize).to_vec()).collect();
        let exact = Polyhedron { vertices, faces }.moments().unwrap();
        let rounded = far.moments().unwrap();
        let close = |a: &Rational, b: &Rational| (a.to_f64() - b.to_f64()).abs() <= 1e-14;
        assert!(close(&exact.volume, &rounded.volume));
        assert!(length(&difference(&exact.centroid, &rounded.centroid)) < 1e-14);
        for (row, others) in exact.inertia.iter().zip(&rounded.inertia) {
            assert!(row.iter().zip(others).all(|(a, b)| close(a, b)), "{:?}", to_doubles(row));
        }
    }
}
