//! The kinds of screw, and which of them may be multiplied.
//!
//! Rigid-body mechanics is a *dual system* ⟨M, F, ·⟩: motions, forces, and a product that takes one of each.
//! The products `m · m` and `f · f` are not defined.  Four kinds of vector live in it, in two dual pairs
//! whose product is a power in watts:
//!
//! ```text
//!     motions M           forces F        product
//!     twist               wrench          v · f    power of the wrench
//!     acceleration        momentum        a · h    rate of the kinetic energy ½ v · h of a body with momentum h
//! ```
//!
//! References: \[Featherstone 3\] for the dual system, \[Featherstone 3.4\] for spatial accelerations.

use super::sealed::Sealed;
use std::fmt::Debug;

/// The space M of motions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Motion;

/// The space F of forces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Force;

/// One of the two spaces of a dual system.
pub trait Side: Sealed + Debug + Copy + PartialEq + 'static {
    /// The other one.
    type Dual: Side<Dual = Self>;
    /// Whether it is the space of motions.
    const IS_MOTION: bool;
    /// The first of the two for motions, the second for forces.
    fn choose<T>(motion: T, force: T) -> T;
}

impl Side for Motion {
    type Dual = Force;
    const IS_MOTION: bool = true;
    fn choose<T>(motion: T, _: T) -> T {
        motion
    }
}

impl Side for Force {
    type Dual = Motion;
    const IS_MOTION: bool = false;
    fn choose<T>(_: T, force: T) -> T {
        force
    }
}

/// Kind of a velocity of a body: angular velocity, and velocity of the point at the reference point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Twist;

/// Kind of a spatial acceleration: the rate of a twist about a reference point that stays where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Acceleration;

/// Kind of a load on a body: moment about the reference point, and force.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wrench;

/// Kind of a momentum: angular momentum about the reference point, and linear momentum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Momentum;

/// What a screw stands for.
pub trait Kind: Sealed + Debug + Copy + PartialEq + 'static {
    /// Whether it is a motion or a force.
    type Side: Side;
    /// The kind it may be multiplied with, to give a power.
    type Dual: Kind<Dual = Self, Side = <Self::Side as Side>::Dual>;
    /// What it is called.
    const NAME: &'static str;
}

/// A kind whose rate of change has a name: [`Twist`] and [`Momentum`].
pub trait HasRate: Kind {
    /// The kind of the rate.
    type Rate: Kind<Side = Self::Side>;
}

/// Each kind with its side and the kind that it is multiplied with.
macro_rules! kinds {
    ($($kind:ident: $side:ty, $dual:ty;)*) => {
        $(impl Kind for $kind {
            type Side = $side;
            type Dual = $dual;
            const NAME: &'static str = stringify!($kind);
        })*
    };
}

kinds! {
    Twist: Motion, Wrench;
    Acceleration: Motion, Momentum;
    Wrench: Force, Twist;
    Momentum: Force, Acceleration;
}

impl HasRate for Twist {
    type Rate = Acceleration;
}

impl HasRate for Momentum {
    type Rate = Wrench;
}
