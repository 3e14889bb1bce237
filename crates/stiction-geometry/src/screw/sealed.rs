//! The two worlds, the two spaces and the four kinds of screws are all that there are.

use super::kind::{Acceleration, Force, Momentum, Motion, Twist, Wrench};
use super::space::{Planar, Spatial};

/// Nothing outside of this crate implements it.
pub trait Sealed {}

macro_rules! sealed {
    ($($one:ty),*) => {
        $(impl Sealed for $one {})*
    };
}

sealed!(Planar, Spatial, Motion, Force, Twist, Acceleration, Wrench, Momentum);
