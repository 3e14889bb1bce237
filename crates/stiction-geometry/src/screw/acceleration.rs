//! Two accelerations: the spatial one, which behaves like a vector, and the classical one, which is felt.
//!
//! The *spatial* acceleration is the rate of a twist about a point at rest, through which the body streams; the
//! *classical* acceleration follows the body's own point.  They differ by a velocity product:
//!
//! ```text
//!     classical = spatial + (0, ω × v)                                                           (1)
//!     classical about P = classical about O + (0, α × r + ω × (ω × r)),   r = P − O              (2)
//! ```
//!
//! The term ω × (ω × r) makes (2) depend on the velocity, so that classical accelerations are no screws: they
//! have no sum, no power, no [`Screw::shifted_to`](super::Screw::shifted_to) of their own.
//!
//! References: \[Featherstone 3.4\], step 3, for the need to convert.

use super::screw::lift;
use super::{Acceleration, Space, Twist};
use nalgebra::Vector3;

/// Angular acceleration of a body, and ordinary acceleration of its point at the reference point.
///
/// ```
/// use stiction_geometry::screw::{Acceleration, Twist};
/// let (speeding, spin) = (Acceleration::planar(1.0, [0.0, 0.0]), Twist::planar(1.0, [0.0, 0.0]));
/// let sum = speeding + speeding;
/// let felt = speeding.to_classical(&spin);
/// ```
/// ```compile_fail,E0369
/// # use stiction_geometry::screw::{Acceleration, Twist};
/// # let (speeding, spin) = (Acceleration::planar(1.0, [0.0, 0.0]), Twist::planar(1.0, [0.0, 0.0]));
/// let sum = speeding.to_classical(&spin) + speeding.to_classical(&spin);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClassicalAcceleration<S: Space> {
    angular: S::Angular,
    linear: S::Triple,
}

impl<S: Space> Acceleration<S> {
    /// The classical acceleration of a body with this twist about the same point: equation (1).
    pub fn to_classical(&self, twist: &Twist<S>) -> ClassicalAcceleration<S> {
        let linear = lift::<S>(self.linear()) + streaming(twist);
        ClassicalAcceleration::new(self.angular(), S::drop_linear(linear.into()))
    }

    /// The acceleration of the body's point at `point`, seen from the reference point, if the body has this
    /// twist: equations (1) and (2).
    ///
    /// ```
    /// use stiction_geometry::screw::{Acceleration, Twist};
    /// let disc = Twist::planar(3.0, [0.0, 0.0]);
    /// let rim = Acceleration::zero().acceleration_at([2.0, 0.0], &disc);
    /// assert_eq!(rim, [-18.0, 0.0]); // −ω² r, towards the centre
    /// ```
    pub fn acceleration_at(&self, point: S::Triple, twist: &Twist<S>) -> S::Triple {
        self.shifted_to(point).to_classical(&twist.shifted_to(point)).linear()
    }
}

impl<S: Space> ClassicalAcceleration<S> {
    /// The acceleration with this angular and linear part.
    pub fn new(angular: S::Angular, linear: S::Triple) -> Self {
        Self { angular, linear }
    }

    /// The angular acceleration.
    pub fn angular(&self) -> S::Angular {
        self.angular
    }

    /// The acceleration of the body's point at the reference point.
    pub fn linear(&self) -> S::Triple {
        self.linear
    }

    /// The spatial acceleration of a body with this twist about the same point: equation (1) backwards.
    pub fn to_spatial(&self, twist: &Twist<S>) -> Acceleration<S> {
        let linear = lift::<S>(self.linear) - streaming(twist);
        Acceleration::new(self.angular, S::drop_linear(linear.into()))
    }

    /// The classical acceleration about `point`, seen from the present reference point, of a body that turns
    /// with `angular_velocity`: equation (2).
    pub fn shifted_to(&self, point: S::Triple, angular_velocity: S::Angular) -> Self {
        let [speeding, turning, r] =
            [S::lift_angular(self.angular), S::lift_angular(angular_velocity), S::lift_linear(point)]
                .map(Vector3::from);
        let linear = lift::<S>(self.linear) + speeding.cross(&r) + turning.cross(&turning.cross(&r));
        Self::new(self.angular, S::drop_linear(linear.into()))
    }
}

/// ω × v: what the stream of the body through the reference point adds.
fn streaming<S: Space>(twist: &Twist<S>) -> Vector3<f64> {
    Vector3::from(S::lift_angular(twist.angular())).cross(&lift::<S>(twist.linear()))
}
