//! A pose of space: turn about the origin, then shift.
//!
//! A quaternion `q = [w, x, y, z]` of any length but zero turns a vector by
//!
//! ```text
//!     R = 1 + 2 (w [u] + [u]²) / |q|²,     u = (x, y, z),  [u] v = u × v                          (1)
//! ```
//!
//! No root is taken: rational numbers give a rational matrix, exactly orthogonal with determinant 1, so a
//! polyhedron stays flat-faced and every length what it was.

use super::space::{Matrix3, matrix_product, product, reversed, sum, to_doubles, transposed};
use super::{Mesh, Point3, Polyhedron, Solid, SolidMoments};
use std::array::from_fn;
use stiction_proof::Rational;

/// Where a body's coordinates lie in the world.
#[derive(Debug, Clone, PartialEq)]
pub struct SpatialPose {
    position: Point3,
    quaternion: [Rational; 4],
    rotation: Matrix3,
}

impl SpatialPose {
    /// The pose at `position`, turned by the quaternion `[w, x, y, z]` of any length; `None` if that is zero.
    ///
    /// ```
    /// use stiction_geometry::shape::SpatialPose;
    /// let origin = || [0.into(), 0.into(), 0.into()];
    /// // A quarter turn about z, whose unit quaternion would need a root.
    /// let pose = SpatialPose::new(origin(), [1.into(), 0.into(), 0.into(), 1.into()]).unwrap();
    /// assert_eq!(pose.place(&[1.into(), 0.into(), 0.into()]), [0.into(), 1.into(), 0.into()]);
    /// assert!(SpatialPose::new(origin(), [0, 0, 0, 0].map(Into::into)).is_none());
    /// ```
    pub fn new(position: Point3, quaternion_wxyz: [Rational; 4]) -> Option<Self> {
        let rotation = rotation(&quaternion_wxyz)?;
        Some(Self { position, quaternion: quaternion_wxyz, rotation })
    }

    /// The pose that leaves everything where it is.
    pub fn identity() -> Self {
        let number = |k: i64| Rational::from(k);
        Self {
            position: Point3::default(),
            quaternion: [1, 0, 0, 0].map(number),
            rotation: from_fn(|row| from_fn(|column| number((row == column).into()))),
        }
    }

    /// Shift, after the turn.
    pub fn position(&self) -> &Point3 {
        &self.position
    }

    /// The quaternion as it was given, `[w, x, y, z]`.
    pub fn quaternion_wxyz(&self) -> &[Rational; 4] {
        &self.quaternion
    }

    /// The rows of the rotation matrix, equation (1).
    pub fn rotation(&self) -> &[[Rational; 3]; 3] {
        &self.rotation
    }

    /// A point of the body, in world coordinates.
    pub fn place(&self, point: &Point3) -> Point3 {
        sum(&self.turn(point), &self.position)
    }

    /// A direction of the body, in world axes.
    pub fn turn(&self, direction: &Point3) -> Point3 {
        product(&self.rotation, direction)
    }

    /// An inertia matrix about the centre of mass in body axes, in world axes: R I Rᵀ.
    pub fn turn_inertia(&self, inertia: &[[Rational; 3]; 3]) -> [[Rational; 3]; 3] {
        matrix_product(&matrix_product(&self.rotation, inertia), &transposed(&self.rotation))
    }

    /// The pose that places by `first` and then by this one.
    pub fn after(&self, first: &Self) -> Self {
        Self {
            position: self.place(&first.position),
            quaternion: quaternion_product(&self.quaternion, &first.quaternion),
            rotation: matrix_product(&self.rotation, &first.rotation),
        }
    }

    /// The pose that undoes this one.
    pub fn inverse(&self) -> Self {
        let [w, x, y, z] = &self.quaternion;
        let rotation = transposed(&self.rotation);
        Self {
            position: reversed(&product(&rotation, &self.position)),
            quaternion: [w.clone(), -x, -y, -z],
            rotation,
        }
    }
}

impl Solid {
    /// The same solid where the pose puts it; exact but for meshes, which are turned in doubles.
    pub fn moved(&self, pose: &SpatialPose) -> Self {
        match self {
            Self::Polyhedron(polyhedron) => Self::Polyhedron(polyhedron.moved(pose)),
            Self::Sphere { center, radius } => Self::sphere(pose.place(center), radius.clone()),
            Self::Cylinder { center, axis, radius, height } => {
                Self::cylinder(pose.place(center), pose.turn(axis), radius.clone(), height.clone())
            }
            Self::HalfSpace { point, normal } => Self::half_space(pose.place(point), pose.turn(normal)),
            Self::Mesh(mesh) => Self::Mesh(mesh.moved(pose)),
        }
    }
}

impl Polyhedron {
    /// The same polyhedron where the pose puts it; exact.
    pub fn moved(&self, pose: &SpatialPose) -> Self {
        let vertices = self.vertices.iter().map(|vertex| pose.place(vertex)).collect();
        Self { vertices, faces: self.faces.clone() }
    }
}

impl Mesh {
    /// The same mesh where the pose puts it, in doubles.
    pub fn moved(&self, pose: &SpatialPose) -> Self {
        let rows = pose.rotation.each_ref().map(to_doubles);
        let shift = to_doubles(&pose.position);
        let place =
            |p: &[f64; 3]| from_fn(|k| rows[k][0] * p[0] + rows[k][1] * p[1] + rows[k][2] * p[2] + shift[k]);
        Self { vertices: self.vertices.iter().map(place).collect(), triangles: self.triangles.clone() }
    }
}

impl SolidMoments {
    /// The moments of the same solid where the pose puts it; exact.
    pub fn moved(&self, pose: &SpatialPose) -> Self {
        Self {
            volume: self.volume.clone(),
            centroid: pose.place(&self.centroid),
            inertia: pose.turn_inertia(&self.inertia),
            ..*self
        }
    }
}

/// Equation (1); `None` for the zero quaternion.
fn rotation([w, x, y, z]: &[Rational; 4]) -> Option<Matrix3> {
    let whole = w * w + x * x + y * y + z * z;
    let twice = Rational::from(2).checked_div(&whole)?;
    let one = Rational::one;
    // [u]² has xy off the diagonal and −(y² + z²) on it.
    Some([
        [one() - &twice * (y * y + z * z), &twice * (x * y - w * z), &twice * (x * z + w * y)],
        [&twice * (x * y + w * z), one() - &twice * (x * x + z * z), &twice * (y * z - w * x)],
        [&twice * (x * z - w * y), &twice * (y * z + w * x), one() - &twice * (x * x + y * y)],
    ])
}

/// Hamilton's product.
fn quaternion_product([a, b, c, d]: &[Rational; 4], [w, x, y, z]: &[Rational; 4]) -> [Rational; 4] {
    [
        a * w - b * x - c * y - d * z,
        a * x + b * w + c * z - d * y,
        a * y - b * z + c * w + d * x,
        a * z + b * y - c * x + d * w,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::space::determinant;
    use proptest::prelude::*;

    fn number() -> impl Strategy<Value = Rational> {
        (-40_i64..40, 1_u64..12).prop_map(|(p, q)| Rational::new(p, q))
    }

    fn point() -> impl Strategy<Value = Point3> {
        [number(), number(), number()]
    }

    fn pose() -> impl Strategy<Value = SpatialPose> {
        (point(), [number(), number(), number(), number()])
            .prop_filter_map("zero quaternion", |(position, quaternion)| {
                SpatialPose::new(position, quaternion)
            })
    }

    proptest! {
        #[test]
        fn a_rotation_is_exactly_orthogonal_and_right_handed(pose in pose()) {
            let rows = pose.rotation();
            prop_assert_eq!(matrix_product(rows, &transposed(rows)), SpatialPose::identity().rotation);
            prop_assert_eq!(determinant(&rows[0], &rows[1], &rows[2]), Rational::one());
        }

        #[test]
        fn one_pose_after_another_is_a_pose(a in pose(), b in pose(), p in point()) {
            let both = a.after(&b);
            prop_assert_eq!(both.place(&p), a.place(&b.place(&p)));
            let again = SpatialPose::new(both.position().clone(), both.quaternion_wxyz().clone()).unwrap();
            prop_assert_eq!(again.rotation(), both.rotation());
            prop_assert_eq!(a.inverse().place(&a.place(&p)), p);
        }

        #[test]
        fn the_length_of_a_quaternion_does_not_matter(a in pose(), factor in 1_i64..9, p in point()) {
            let longer = a.quaternion_wxyz().each_ref().map(|x| x * Rational::from(-factor));
            let same = SpatialPose::new(a.position().clone(), longer).unwrap();
            prop_assert_eq!(same.place(&p), a.place(&p));
        }
    }
}
