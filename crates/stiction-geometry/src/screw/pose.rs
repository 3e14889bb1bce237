//! Where a frame or body is: a rotation and a translation.
//!
//! ```text
//!     p_A = R p_B + t            a point, from the coordinates of B to those of A                (1)
//!     (R, t)(S, u) = (R S, R u + t)         (R, t)⁻¹ = (R⁻¹, −R⁻¹ t)                             (2)
//! ```
//!
//! The rotation is a unit quaternion, about z in the plane; it is made unit again after every product, so that
//! long chains stay rotations.
//!
//! References: \[MR 12.1.2\] for points in a space frame.

use super::screw::lift;
use super::{Planar, Space, Spatial};
use nalgebra::{Matrix3, Quaternion, Rotation3, UnitQuaternion, Vector3};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Mul;

/// How far a given rotation matrix may be from orthonormal, in any entry of RᵀR − 1.
///
/// Ten digits, as people write them into files, leave about 1e-10.  A larger bound would take a scaling for a
/// rotation; a smaller one would refuse what was printed and read again.
pub const ROTATION_TOLERANCE: f64 = 1e-9;

/// A frame seen from another: its rotation and the place of its origin.
#[derive(Clone, Copy, PartialEq)]
pub struct Pose<S: Space> {
    rotation: UnitQuaternion<f64>,
    translation: Vector3<f64>,
    space: PhantomData<S>,
}

/// Why numbers do not describe a rotation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RotationFault {
    /// A quaternion or axis must have a length that is finite and not zero.
    Length {
        /// The length it has.
        length: f64,
    },
    /// A rotation matrix must be orthonormal.
    NotOrthonormal {
        /// The largest entry of RᵀR − 1.
        excess: f64,
    },
    /// A rotation matrix must not mirror.
    Mirrors {
        /// Its determinant.
        determinant: f64,
    },
}

impl fmt::Display for RotationFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { length } => {
                write!(
                    out,
                    "rotation: axis or quaternion has length {length}; give a direction, e.g. [1, 0, 0]"
                )
            }
            Self::NotOrthonormal { excess } => write!(
                out,
                "rotation: RᵀR differs from 1 by {excess:e}, more than {ROTATION_TOLERANCE:e}; \
                 give rows of unit length at right angles"
            ),
            Self::Mirrors { determinant } => {
                write!(
                    out,
                    "rotation: determinant is {determinant}, a mirror; exchange two rows or change signs"
                )
            }
        }
    }
}

impl std::error::Error for RotationFault {}

impl Pose<Planar> {
    /// A frame turned counter-clockwise by `angle` with its origin at `translation`.
    pub fn planar(angle: f64, translation: [f64; 2]) -> Self {
        Self::from_parts(
            UnitQuaternion::from_axis_angle(&Vector3::z_axis(), angle),
            lift::<Planar>(translation),
        )
    }

    /// The angle of the rotation, from −π to π, counter-clockwise.
    pub fn angle(&self) -> f64 {
        let angle = 2.0 * self.rotation.k.atan2(self.rotation.w);
        angle.sin().atan2(angle.cos())
    }

    /// The same pose in space: turned about z.
    pub fn in_space(&self) -> Pose<Spatial> {
        Pose::from_parts(self.rotation, self.translation)
    }
}

impl Pose<Spatial> {
    /// A frame turned by the quaternion `[w, x, y, z]`, of any length but zero, with its origin at
    /// `translation`.
    pub fn from_quaternion([w, x, y, z]: [f64; 4], translation: [f64; 3]) -> Result<Self, RotationFault> {
        let quaternion = Quaternion::new(w, x, y, z);
        usable_length(quaternion.norm())?;
        Ok(Self::from_parts(UnitQuaternion::new_normalize(quaternion), translation.into()))
    }

    /// A frame turned by `angle` about `axis`, of any length but zero, with its origin at `translation`.
    pub fn from_axis_angle(axis: [f64; 3], angle: f64, translation: [f64; 3]) -> Result<Self, RotationFault> {
        let axis = Vector3::from(axis);
        let length = usable_length(axis.norm())?;
        let half = angle / 2.0;
        let [x, y, z] = (axis * (half.sin() / length)).into();
        Self::from_quaternion([half.cos(), x, y, z], translation)
    }

    /// A frame whose axes are the columns of the matrix with these `rows`, with its origin at `translation`.
    pub fn from_matrix(rows: [[f64; 3]; 3], translation: [f64; 3]) -> Result<Self, RotationFault> {
        let matrix = Matrix3::from_fn(|row, column| rows[row][column]);
        let excess = (matrix.transpose() * matrix - Matrix3::identity()).abs().max();
        let determinant = matrix.determinant();
        // Written so that NaN is refused.
        if !(matrix.iter().all(|x| x.is_finite()) && excess <= ROTATION_TOLERANCE) {
            return Err(RotationFault::NotOrthonormal { excess });
        }
        if determinant <= 0.0 {
            return Err(RotationFault::Mirrors { determinant });
        }
        let rotation = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(matrix));
        Ok(Self::from_parts(renormalized(rotation), translation.into()))
    }

    /// The rotation as a unit quaternion `[w, x, y, z]`.
    pub fn quaternion(&self) -> [f64; 4] {
        let q = self.rotation;
        [q.w, q.i, q.j, q.k]
    }

    /// The rotation as the rows of a matrix.
    pub fn matrix(&self) -> [[f64; 3]; 3] {
        let matrix = self.rotation.to_rotation_matrix();
        std::array::from_fn(|row| std::array::from_fn(|column| matrix[(row, column)]))
    }
}

impl<S: Space> Pose<S> {
    /// The frame itself.
    pub fn identity() -> Self {
        Self::from_parts(UnitQuaternion::identity(), Vector3::zeros())
    }

    /// A frame with the same axes and its origin at `translation`.
    pub fn translation_by(translation: S::Triple) -> Self {
        Self::from_parts(UnitQuaternion::identity(), lift::<S>(translation))
    }

    /// Where the frame's origin lies.
    pub fn translation(&self) -> S::Triple {
        S::drop_linear(self.translation.into())
    }

    /// The rotation alone, about the origin.
    pub fn rotation(&self) -> Self {
        Self::from_parts(self.rotation, Vector3::zeros())
    }

    /// A point of the frame, in the coordinates in which the pose is given: equation (1).
    ///
    /// ```
    /// use stiction_geometry::screw::Pose;
    /// let quarter = Pose::planar(std::f64::consts::FRAC_PI_2, [1.0, 0.0]);
    /// let [x, y] = quarter.point([1.0, 0.0]);
    /// assert!((x - 1.0).abs() < 1e-15 && (y - 1.0).abs() < 1e-15);
    /// ```
    pub fn point(&self, point: S::Triple) -> S::Triple {
        S::drop_linear((self.turn(lift::<S>(point)) + self.translation).into())
    }

    /// A vector of the frame, in the axes in which the pose is given: turned, not moved.
    pub fn vector(&self, vector: S::Triple) -> S::Triple {
        S::drop_linear(self.turn(lift::<S>(vector)).into())
    }

    /// The frame in which the pose is given, seen from the frame it describes: equation (2).
    pub fn inverse(&self) -> Self {
        let back = self.rotation.inverse();
        Self::from_parts(back, -(back * self.translation))
    }

    pub(super) fn turn(&self, vector: Vector3<f64>) -> Vector3<f64> {
        self.rotation * vector
    }

    pub(super) fn offset(&self) -> Vector3<f64> {
        self.translation
    }

    fn from_parts(rotation: UnitQuaternion<f64>, translation: Vector3<f64>) -> Self {
        Self { rotation, translation, space: PhantomData }
    }
}

/// `ab * bc` is `ac`: the frame c, given in b, which is given in a.  Equation (2).
impl<S: Space> Mul for Pose<S> {
    type Output = Self;
    fn mul(self, inner: Self) -> Self {
        let rotation = renormalized(self.rotation * inner.rotation);
        Self::from_parts(rotation, self.turn(inner.translation) + self.translation)
    }
}

impl<S: Space> fmt::Debug for Pose<S> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let q = self.rotation;
        out.debug_struct("Pose")
            .field("quaternion", &[q.w, q.i, q.j, q.k])
            .field("translation", &self.translation())
            .finish()
    }
}

fn renormalized(rotation: UnitQuaternion<f64>) -> UnitQuaternion<f64> {
    UnitQuaternion::new_normalize(rotation.into_inner())
}

fn usable_length(length: f64) -> Result<f64, RotationFault> {
    let usable = length.is_finite() && length > 0.0;
    usable.then_some(length).ok_or(RotationFault::Length { length })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirror_a_stretch_and_a_nan_are_no_rotations() {
        let matrix = |diagonal: [f64; 3]| {
            let row = |i: usize| std::array::from_fn(|j| if i == j { diagonal[i] } else { 0.0 });
            Pose::from_matrix([row(0), row(1), row(2)], [0.0; 3])
        };
        assert_eq!(matrix([1.0, 1.0, -1.0]), Err(RotationFault::Mirrors { determinant: -1.0 }));
        assert_eq!(matrix([2.0, 1.0, 1.0]), Err(RotationFault::NotOrthonormal { excess: 3.0 }));
        assert!(matrix([f64::NAN, 1.0, 1.0]).is_err());
        assert!(matrix([1.0, 1.0, f64::NAN]).is_err());
        assert_eq!(matrix([1.0; 3]), Ok(Pose::identity()));
    }

    #[test]
    fn a_quaternion_may_have_any_length_but_zero() {
        let long = Pose::from_quaternion([0.0, 0.0, 0.0, 7.0], [0.0; 3]).unwrap();
        assert_eq!(long.point([1.0, 2.0, 3.0]), [-1.0, -2.0, 3.0]);
        let none = Pose::from_quaternion([0.0; 4], [0.0; 3]);
        assert_eq!(none, Err(RotationFault::Length { length: 0.0 }));
        let message = none.unwrap_err().to_string();
        assert!(message.contains("length 0"), "{message}");
        assert!(Pose::from_axis_angle([0.0; 3], 1.0, [0.0; 3]).is_err());
        assert!(Pose::from_axis_angle([f64::NAN, 0.0, 1.0], 1.0, [0.0; 3]).is_err());
    }

    #[test]
    fn a_rotation_read_back_from_its_matrix_is_the_same() {
        let pose = Pose::from_axis_angle([1.0, 2.0, 3.0], 0.7, [0.0; 3]).unwrap();
        let again = Pose::from_matrix(pose.matrix(), [0.0; 3]).unwrap();
        // The conversions take a handful of operations on numbers of at most 1.
        let close = |(a, b): (f64, f64)| (a - b).abs() <= 16.0 * f64::EPSILON;
        assert!(pose.quaternion().into_iter().zip(again.quaternion()).all(close));
    }

    #[test]
    fn an_angle_beyond_a_turn_comes_back_within_it() {
        let angle = Pose::planar(1.0 + 4.0 * std::f64::consts::PI, [0.0, 0.0]).angle();
        assert!((angle - 1.0).abs() <= 32.0 * f64::EPSILON, "{angle}");
    }
}
