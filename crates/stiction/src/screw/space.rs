//! The two worlds, plane and space, as types: what belongs to one never meets the other.

use std::fmt::Debug;
use stiction_proof::Rational;

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Planar {}
    impl Sealed for super::Spatial {}
}

/// The plane: x-y seen from +z, counter-clockwise positive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Planar;

/// Space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spatial;

/// The plane or space.  Sealed: there is no third.
pub trait Space: sealed::Sealed + Debug + Clone + Copy + PartialEq + Eq + 'static {
    /// Number of coordinates of a point: 2 or 3.
    const DIMENSION: usize;
    /// Freedoms of a rigid body, and length of a twist or wrench: 3 or 6.
    const FREEDOMS: usize;
    /// Components of a twist or wrench in doubles, angular first.
    type Array: AsRef<[f64]> + AsMut<[f64]> + Debug + Clone + Copy + PartialEq;
    /// Coordinates of a point or vector in doubles.
    type Triple: AsRef<[f64]> + AsMut<[f64]> + Debug + Clone + Copy + PartialEq;
    /// Exact coordinates of a point or vector.
    type Vector: AsRef<[Rational]> + AsMut<[Rational]> + Debug + Clone + PartialEq + Default;
    /// Exact components of a twist or wrench, angular first.
    type Screw: AsRef<[Rational]> + AsMut<[Rational]> + Debug + Clone + PartialEq + Default;
}

impl Space for Planar {
    const DIMENSION: usize = 2;
    const FREEDOMS: usize = 3;
    type Array = [f64; 3];
    type Triple = [f64; 2];
    type Vector = [Rational; 2];
    type Screw = [Rational; 3];
}

impl Space for Spatial {
    const DIMENSION: usize = 3;
    const FREEDOMS: usize = 6;
    type Array = [f64; 6];
    type Triple = [f64; 3];
    type Vector = [Rational; 3];
    type Screw = [Rational; 6];
}
