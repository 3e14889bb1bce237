//! Twists, wrenches and their relatives: one type for every kind of motion and force of a rigid body.
//!
//! Of its two parts, one is *free*: the same about every reference point (the angular part of a motion, the
//! linear part of a force).  The other is *bound* to the point.  With `r` from the old point to the new:
//!
//! ```text
//!     free′ = free        bound′ = bound − r × free                       change of point        (1)
//!     free′ = R free      bound′ = R bound + t × R free                   change of frame        (2)
//!     m · f = free(m)·bound(f) + bound(m)·free(f)                         power                  (3)
//! ```
//!
//! Since r × is skew, (1) and (2) leave (3) unchanged: each is the inverse transpose of its dual.
//!
//! References: \[Featherstone 3\] for (3), \[Featherstone 3.2\] for the transposes, \[MR 12.1.2\] for the wrench
//! (p × f, f) of a push and the velocity v + ω × p of a point.

use super::kind::{self, HasRate, Kind, Side};
use super::{Planar, Pose, Space, Spatial};
use nalgebra::Vector3;
use std::fmt;
use std::iter::Sum;
use std::marker::PhantomData;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};
pub(super) use stiction_exact::double::inner as dot;

/// A motion or force of a rigid body about a reference point, in the axes of a frame.
///
/// Which point and frame is for the caller to know; [`Screw::shifted_to`] and [`Screw::expressed_in`] change
/// them.
///
/// Only like is added to like, and only dual kinds are multiplied:
///
/// ```
/// use stiction_geometry::screw::{Planar, Twist, Wrench};
/// let push = Wrench::<Planar>::push([2.0, 0.0], [0.0, 3.0]);
/// let spin = Twist::planar(1.0, [0.0, 0.0]);
/// assert_eq!((push + push).force(), [0.0, 6.0]);
/// assert_eq!(push.power(&spin), 6.0);
/// assert_eq!(spin.power(&push), 6.0);
/// ```
///
/// A wrench and a twist have no sum:
///
/// ```compile_fail,E0308
/// # use stiction_geometry::screw::{Planar, Twist, Wrench};
/// # let push = Wrench::<Planar>::push([2.0, 0.0], [0.0, 3.0]);
/// # let spin = Twist::planar(1.0, [0.0, 0.0]);
/// let sum = push + spin;
/// ```
///
/// a twist has no product with a twist:
///
/// ```compile_fail,E0308
/// # use stiction_geometry::screw::Twist;
/// # let spin = Twist::planar(1.0, [0.0, 0.0]);
/// let square = spin.power(&spin);
/// ```
///
/// and the plane does not meet space, unless it is put there by [`Screw::in_space`]:
///
/// ```
/// # use stiction_geometry::screw::Twist;
/// # let spin = Twist::planar(1.0, [0.0, 0.0]);
/// let sum = spin.in_space() + Twist::spatial([0.0, 0.0, 1.0], [0.0, 0.0, 0.0]);
/// assert_eq!(sum.angular(), [0.0, 0.0, 2.0]);
/// ```
/// ```compile_fail,E0308
/// # use stiction_geometry::screw::Twist;
/// # let spin = Twist::planar(1.0, [0.0, 0.0]);
/// let sum = spin + Twist::spatial([0.0, 0.0, 1.0], [0.0, 0.0, 0.0]);
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct Screw<K: Kind, S: Space> {
    components: S::Array,
    kind: PhantomData<K>,
}

/// Velocity of a body.
pub type Twist<S> = Screw<kind::Twist, S>;
/// Spatial acceleration of a body; see [`super::ClassicalAcceleration`] for the other one.
pub type Acceleration<S> = Screw<kind::Acceleration, S>;
/// Load on a body.
pub type Wrench<S> = Screw<kind::Wrench, S>;
/// Momentum of a body.
pub type Momentum<S> = Screw<kind::Momentum, S>;

impl<K: Kind> Screw<K, Planar> {
    /// A screw in the plane.
    pub fn planar(angular: f64, linear: [f64; 2]) -> Self {
        Self::new(angular, linear)
    }

    /// The same screw in space: turning about z, moving in x and y.
    pub fn in_space(&self) -> Screw<K, Spatial> {
        let (angular, linear) = self.lifted();
        Screw::new(angular.into(), linear.into())
    }
}

impl<K: Kind> Screw<K, Spatial> {
    /// A screw in space.
    pub fn spatial(angular: [f64; 3], linear: [f64; 3]) -> Self {
        Self::new(angular, linear)
    }
}

impl<K: Kind, S: Space> Screw<K, S> {
    /// The screw with this angular and linear part.
    pub fn new(angular: S::Angular, linear: S::Triple) -> Self {
        Self::from_array(S::join(angular, linear))
    }

    /// The screw with these components, angular first.
    pub fn from_array(components: S::Array) -> Self {
        Self { components, kind: PhantomData }
    }

    /// The components, angular first.
    pub fn to_array(&self) -> S::Array {
        self.components
    }

    /// The screw that changes nothing it is added to.
    pub fn zero() -> Self {
        Self::from_array(S::array(|_| 0.0))
    }

    /// The angular part: angular velocity, angular acceleration, moment, or angular momentum.
    pub fn angular(&self) -> S::Angular {
        S::parts(self.components).0
    }

    /// The linear part: velocity, acceleration, force, or linear momentum.
    pub fn linear(&self) -> S::Triple {
        S::parts(self.components).1
    }

    /// The largest component in absolute value; NaN if one of them is.
    pub fn max_abs(&self) -> f64 {
        largest(self.components.as_ref())
    }

    /// Whether every component is a number and not infinite.
    pub fn is_finite(&self) -> bool {
        self.components.as_ref().iter().all(|x| x.is_finite())
    }

    /// The power of a motion and a force, equation (3): the only product of screws.
    pub fn power(&self, dual: &Screw<K::Dual, S>) -> f64 {
        dot(self.components.as_ref(), dual.components.as_ref())
    }

    /// The same screw about another reference point, equation (1).
    ///
    /// `point` is where the new reference point lies, seen from the present one.
    ///
    /// ```
    /// use stiction_geometry::screw::{Planar, Twist, Wrench};
    /// let spin = Twist::planar(2.0, [0.0, 0.0]).shifted_to([1.0, 0.0]);
    /// assert_eq!(spin.linear(), [0.0, 2.0]);
    /// let lift = Wrench::planar(0.0, [0.0, 3.0]).shifted_to([1.0, 0.0]);
    /// assert_eq!(lift.moment(), -3.0);
    /// ```
    pub fn shifted_to(&self, point: S::Triple) -> Self {
        let (free, bound) = self.free_and_bound();
        Self::from_free_and_bound(free, bound - lift::<S>(point).cross(&free))
    }

    /// The screw in the coordinates of the frame in which `pose` is given, having been in those of the frame
    /// that `pose` describes, equation (2).  Or, read as a motion: the screw carried along by `pose`.
    pub fn moved_by(&self, pose: &Pose<S>) -> Self {
        let (free, bound) = self.free_and_bound();
        let (free, bound) = (pose.turn(free), pose.turn(bound));
        Self::from_free_and_bound(free, bound + pose.offset().cross(&free))
    }

    /// The screw in the coordinates of the frame that `pose` describes: undoes [`Screw::moved_by`].
    pub fn expressed_in(&self, pose: &Pose<S>) -> Self {
        self.moved_by(&pose.inverse())
    }

    /// The screw whose free part acts along a line through `point`, and which is zero about that point.
    pub(super) fn through(point: S::Triple, free: Vector3<f64>) -> Self {
        Self::from_free_and_bound(free, lift::<S>(point).cross(&free))
    }

    /// Angular and linear part as vectors of space.
    fn lifted(&self) -> (Vector3<f64>, Vector3<f64>) {
        let (angular, linear) = S::parts(self.components);
        (S::lift_angular(angular).into(), S::lift_linear(linear).into())
    }

    fn free_and_bound(&self) -> (Vector3<f64>, Vector3<f64>) {
        let (angular, linear) = self.lifted();
        K::Side::choose((angular, linear), (linear, angular))
    }

    fn from_free_and_bound(free: Vector3<f64>, bound: Vector3<f64>) -> Self {
        let (angular, linear) = K::Side::choose((free, bound), (bound, free));
        Self::new(S::drop_angular(angular.into()), S::drop_linear(linear.into()))
    }

    fn zip(&self, other: &Self, combine: impl Fn(f64, f64) -> f64) -> Self {
        let (left, right) = (self.components.as_ref(), other.components.as_ref());
        Self::from_array(S::array(|i| combine(left[i], right[i])))
    }
}

impl<S: Space> Twist<S> {
    /// The twist of a body that turns about a fixed point: the twin of [`Wrench::push`].
    ///
    /// ```
    /// use stiction_geometry::screw::{Planar, Twist};
    /// let wheel = Twist::<Planar>::turning_about([0.0, 1.0], -2.0);
    /// assert_eq!(wheel.velocity_at([0.0, 1.0]), [0.0, 0.0]);
    /// assert_eq!(wheel.velocity_at([0.0, 2.0]), [2.0, 0.0]);
    /// ```
    pub fn turning_about(point: S::Triple, angular: S::Angular) -> Self {
        Self::through(point, S::lift_angular(angular).into())
    }

    /// The velocity v + ω × p of the body's point at `point`, seen from the reference point.
    pub fn velocity_at(&self, point: S::Triple) -> S::Triple {
        self.shifted_to(point).linear()
    }

    /// The velocity product: the rate, seen from a frame at rest, of a screw that is carried along by a body
    /// with this twist.
    ///
    /// For motions and forces alike `(ω × free, ω × bound + v × free)`, so that it leaves powers alone:
    /// `(v × m) · h + m · (v × h) = 0`.
    pub fn cross<K: HasRate>(&self, carried: &Screw<K, S>) -> Screw<K::Rate, S> {
        let (turning, moving) = self.lifted();
        let (free, bound) = carried.free_and_bound();
        Screw::from_free_and_bound(turning.cross(&free), turning.cross(&bound) + moving.cross(&free))
    }
}

impl<S: Space> Wrench<S> {
    /// The wrench (p × f, f) of a force at a point, \[MR 12.1.2\].
    pub fn push(point: S::Triple, force: S::Triple) -> Self {
        Self::through(point, lift::<S>(force))
    }

    /// The wrench of a pure moment: the same about every point.
    pub fn couple(moment: S::Angular) -> Self {
        Self::new(moment, S::drop_linear([0.0; 3]))
    }

    /// The moment about the reference point.
    pub fn moment(&self) -> S::Angular {
        self.angular()
    }

    /// The force.
    pub fn force(&self) -> S::Triple {
        self.linear()
    }
}

/// A point or vector as one of space.
pub(super) fn lift<S: Space>(vector: S::Triple) -> Vector3<f64> {
    S::lift_linear(vector).into()
}

/// The largest absolute value; NaN if one of them is, which a fold with `f64::max` would hide.
pub(super) fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |most: f64, x| if most.is_nan() || x.abs() <= most { most } else { x.abs() })
}

impl<K: Kind, S: Space> fmt::Debug for Screw<K, S> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct(K::NAME).field("angular", &self.angular()).field("linear", &self.linear()).finish()
    }
}

impl<K: Kind, S: Space> Default for Screw<K, S> {
    fn default() -> Self {
        Self::zero()
    }
}

impl<K: Kind, S: Space> Add for Screw<K, S> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.zip(&other, |x, y| x + y)
    }
}

impl<K: Kind, S: Space> Sub for Screw<K, S> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.zip(&other, |x, y| x - y)
    }
}

impl<K: Kind, S: Space> AddAssign for Screw<K, S> {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<K: Kind, S: Space> SubAssign for Screw<K, S> {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl<K: Kind, S: Space> Neg for Screw<K, S> {
    type Output = Self;
    fn neg(self) -> Self {
        self * -1.0
    }
}

impl<K: Kind, S: Space> Mul<f64> for Screw<K, S> {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self::from_array(S::array(|i| self.components.as_ref()[i] * factor))
    }
}

impl<K: Kind, S: Space> Mul<Screw<K, S>> for f64 {
    type Output = Screw<K, S>;
    fn mul(self, screw: Screw<K, S>) -> Screw<K, S> {
        screw * self
    }
}

impl<K: Kind, S: Space> Sum for Screw<K, S> {
    fn sum<I: Iterator<Item = Self>>(screws: I) -> Self {
        screws.fold(Self::zero(), Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_push_through_the_reference_point_has_no_moment() {
        assert_eq!(Wrench::<Planar>::push([0.0, 0.0], [3.0, 4.0]).moment(), 0.0);
        assert_eq!(Wrench::<Spatial>::push([2.0, 4.0, 6.0], [1.0, 2.0, 3.0]).moment(), [0.0; 3]);
    }

    #[test]
    fn a_couple_has_the_same_moment_about_every_point() {
        let couple = Wrench::<Spatial>::couple([1.0, -2.0, 3.0]);
        assert_eq!(couple.shifted_to([7.0, 8.0, 9.0]), couple);
    }

    #[test]
    fn nothing_hides_a_nan() {
        assert!(Twist::planar(f64::NAN, [1.0, 0.0]).max_abs().is_nan());
        assert!(Twist::planar(1.0, [0.0, f64::NAN]).max_abs().is_nan());
        assert!(!Twist::planar(1.0, [0.0, f64::INFINITY]).is_finite());
    }

    #[test]
    fn a_debugged_screw_tells_its_kind_and_parts() {
        let text = format!("{:?}", Wrench::planar(1.0, [2.0, 3.0]));
        assert_eq!(text, "Wrench { angular: 1.0, linear: [2.0, 3.0] }");
    }
}
