//! The two worlds, plane and space, as types: what belongs to one never meets the other.
//!
//! The plane is the part of space that turns about z and moves in x and y.  Every cross product of a planar
//! quantity is taken there ([`Space::lift_linear`] and its relatives), so that one formula serves both.

use super::sealed::Sealed;
use std::fmt::Debug;
use stiction_proof::Rational;

/// The plane: x-y seen from +z, counter-clockwise positive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Planar;

/// Space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spatial;

/// The plane or space.  Sealed: there is no third.
///
/// A function that takes `S: Space` works in either world:
///
/// ```
/// use stiction_geometry::screw::{Planar, Space, Spatial};
/// fn freedoms<S: Space>() -> usize { S::FREEDOMS }
/// assert_eq!((freedoms::<Planar>(), freedoms::<Spatial>()), (3, 6));
/// ```
///
/// and there is no third world, for the trait is sealed:
///
/// ```compile_fail,E0277
/// # use stiction_geometry::screw::{Planar, Space};
/// #[derive(Debug, Clone, Copy, PartialEq, Eq)]
/// struct Flatland;
/// impl Space for Flatland {
///     const DIMENSION: usize = 2;
///     const FREEDOMS: usize = 3;
/// #     type Angular = f64;
/// #     type Array = [f64; 3];
/// #     type Triple = [f64; 2];
/// #     type Square = [[f64; 3]; 3];
/// #     type Vector = <Planar as Space>::Vector;
/// #     type Screw = <Planar as Space>::Screw;
/// #     fn array(component: impl FnMut(usize) -> f64) -> [f64; 3] { Planar::array(component) }
/// #     fn square(entry: impl FnMut(usize, usize) -> f64) -> [[f64; 3]; 3] { Planar::square(entry) }
/// #     fn join(angular: f64, linear: [f64; 2]) -> [f64; 3] { Planar::join(angular, linear) }
/// #     fn parts(array: [f64; 3]) -> (f64, [f64; 2]) { Planar::parts(array) }
/// #     fn lift_angular(angular: f64) -> [f64; 3] { Planar::lift_angular(angular) }
/// #     fn lift_linear(linear: [f64; 2]) -> [f64; 3] { Planar::lift_linear(linear) }
/// #     fn drop_angular(vector: [f64; 3]) -> f64 { Planar::drop_angular(vector) }
/// #     fn drop_linear(vector: [f64; 3]) -> [f64; 2] { Planar::drop_linear(vector) }
/// }
/// ```
pub trait Space: Sealed + Debug + Clone + Copy + PartialEq + Eq + 'static {
    /// Number of coordinates of a point: 2 or 3.
    const DIMENSION: usize;
    /// Freedoms of a rigid body, and length of a twist or wrench: 3 or 6.
    const FREEDOMS: usize;
    /// The angular part of a twist or wrench in doubles: a number about +z in the plane, a vector in space.
    type Angular: Debug + Clone + Copy + PartialEq;
    /// Components of a twist or wrench in doubles, angular first.
    type Array: AsRef<[f64]> + AsMut<[f64]> + Debug + Clone + Copy + PartialEq;
    /// Coordinates of a point or vector in doubles.
    type Triple: AsRef<[f64]> + AsMut<[f64]> + Debug + Clone + Copy + PartialEq;
    /// Rows of a matrix with as many rows and columns as a twist has components.
    type Square: AsRef<[Self::Array]> + AsMut<[Self::Array]> + Debug + Clone + Copy + PartialEq;
    /// Exact coordinates of a point or vector.
    type Vector: AsRef<[Rational]> + AsMut<[Rational]> + Debug + Clone + PartialEq + Default + Send + Sync;
    /// Exact components of a twist or wrench, angular first.
    type Screw: AsRef<[Rational]> + AsMut<[Rational]> + Debug + Clone + PartialEq + Default + Send + Sync;

    /// The array with these components, called with 0, 1, …
    fn array(component: impl FnMut(usize) -> f64) -> Self::Array;
    /// The matrix with these entries, called with row and column.
    fn square(entry: impl FnMut(usize, usize) -> f64) -> Self::Square;
    /// Angular and linear part as one array.  With [`Space::parts`], the one place that knows the order.
    fn join(angular: Self::Angular, linear: Self::Triple) -> Self::Array;
    /// The angular and the linear part of an array.
    fn parts(array: Self::Array) -> (Self::Angular, Self::Triple);
    /// An angular part as a vector of space.
    fn lift_angular(angular: Self::Angular) -> [f64; 3];
    /// A point or vector as one of space.
    fn lift_linear(linear: Self::Triple) -> [f64; 3];
    /// The angular part of this world in a vector of space: the inverse of [`Space::lift_angular`].
    fn drop_angular(vector: [f64; 3]) -> Self::Angular;
    /// The point or vector of this world in one of space: the inverse of [`Space::lift_linear`].
    fn drop_linear(vector: [f64; 3]) -> Self::Triple;
}

impl Space for Planar {
    const DIMENSION: usize = 2;
    const FREEDOMS: usize = 3;
    type Angular = f64;
    type Array = [f64; 3];
    type Triple = [f64; 2];
    type Square = [[f64; 3]; 3];
    type Vector = [Rational; 2];
    type Screw = [Rational; 3];

    fn array(component: impl FnMut(usize) -> f64) -> [f64; 3] {
        std::array::from_fn(component)
    }
    fn square(mut entry: impl FnMut(usize, usize) -> f64) -> [[f64; 3]; 3] {
        std::array::from_fn(|row| std::array::from_fn(|column| entry(row, column)))
    }
    fn join(angular: f64, [x, y]: [f64; 2]) -> [f64; 3] {
        [angular, x, y]
    }
    fn parts([angular, x, y]: [f64; 3]) -> (f64, [f64; 2]) {
        (angular, [x, y])
    }
    fn lift_angular(angular: f64) -> [f64; 3] {
        [0.0, 0.0, angular]
    }
    fn lift_linear([x, y]: [f64; 2]) -> [f64; 3] {
        [x, y, 0.0]
    }
    fn drop_angular([_, _, z]: [f64; 3]) -> f64 {
        z
    }
    fn drop_linear([x, y, _]: [f64; 3]) -> [f64; 2] {
        [x, y]
    }
}

impl Space for Spatial {
    const DIMENSION: usize = 3;
    const FREEDOMS: usize = 6;
    type Angular = [f64; 3];
    type Array = [f64; 6];
    type Triple = [f64; 3];
    type Square = [[f64; 6]; 6];
    type Vector = [Rational; 3];
    type Screw = [Rational; 6];

    fn array(component: impl FnMut(usize) -> f64) -> [f64; 6] {
        std::array::from_fn(component)
    }
    fn square(mut entry: impl FnMut(usize, usize) -> f64) -> [[f64; 6]; 6] {
        std::array::from_fn(|row| std::array::from_fn(|column| entry(row, column)))
    }
    fn join([a, b, c]: [f64; 3], [x, y, z]: [f64; 3]) -> [f64; 6] {
        [a, b, c, x, y, z]
    }
    fn parts([a, b, c, x, y, z]: [f64; 6]) -> ([f64; 3], [f64; 3]) {
        ([a, b, c], [x, y, z])
    }
    fn lift_angular(angular: [f64; 3]) -> [f64; 3] {
        angular
    }
    fn lift_linear(linear: [f64; 3]) -> [f64; 3] {
        linear
    }
    fn drop_angular(vector: [f64; 3]) -> [f64; 3] {
        vector
    }
    fn drop_linear(vector: [f64; 3]) -> [f64; 3] {
        vector
    }
}
