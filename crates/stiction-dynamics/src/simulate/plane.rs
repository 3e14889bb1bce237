//! Vectors of the plane in doubles.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
pub(super) use stiction_exact::double::{dot, minus};

/// Maps and sets whose keys are small numbers of our own: nobody chooses them to collide.
pub(super) type Table<K, V> = HashMap<K, V, BuildHasherDefault<Mixed>>;
pub(super) type Set<K> = HashSet<K, BuildHasherDefault<Mixed>>;

/// Numbers multiplied together, as a linear congruence does.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0 ^ value).wrapping_mul(6_364_136_223_846_793_005).rotate_left(23);
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }
}

/// A point or a direction.
pub type Vector = [f64; 2];

/// `a + factor·b`.
pub(super) fn along(a: Vector, factor: f64, b: Vector) -> Vector {
    [a[0] + factor * b[0], a[1] + factor * b[1]]
}

/// A quarter turn counter-clockwise: `w × r` is `w` times this.
pub(super) fn turned(a: Vector) -> Vector {
    [-a[1], a[0]]
}

/// The component of `a × b` out of the plane.
pub(super) fn wedge(a: Vector, b: Vector) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// `a` turned by an angle.
pub(super) fn rotated(a: Vector, angle: f64) -> Vector {
    let (sine, cosine) = angle.sin_cos();
    [cosine * a[0] - sine * a[1], sine * a[0] + cosine * a[1]]
}

/// An angle brought into (−π, π].
pub(super) fn wrapped(angle: f64) -> f64 {
    use std::f64::consts::{PI, TAU};
    let rest = angle.rem_euclid(TAU);
    if rest > PI { rest - TAU } else { rest }
}
