//! Vectors and matrices of three doubles, written out so that the loops over bodies are straight lines of arithmetic.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A vector of space.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Vector(pub(super) [f64; 3]);

impl Vector {
    pub(super) const ZERO: Self = Self([0.0; 3]);

    #[inline(always)]
    pub(super) fn dot(self, Self([x, y, z]): Self) -> f64 {
        let Self([a, b, c]) = self;
        a * x + b * y + c * z
    }

    #[inline(always)]
    pub(super) fn cross(self, Self([x, y, z]): Self) -> Self {
        let Self([a, b, c]) = self;
        Self([b * z - c * y, c * x - a * z, a * y - b * x])
    }
}

impl Add for Vector {
    type Output = Self;
    #[inline(always)]
    fn add(self, Self([x, y, z]): Self) -> Self {
        let Self([a, b, c]) = self;
        Self([a + x, b + y, c + z])
    }
}

impl Sub for Vector {
    type Output = Self;
    #[inline(always)]
    fn sub(self, Self([x, y, z]): Self) -> Self {
        let Self([a, b, c]) = self;
        Self([a - x, b - y, c - z])
    }
}

impl AddAssign for Vector {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Vector {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Neg for Vector {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.0.map(|x| -x))
    }
}

impl Mul<f64> for Vector {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: f64) -> Self {
        Self(self.0.map(|x| x * factor))
    }
}

/// A matrix of three rows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Matrix(pub(super) [[f64; 3]; 3]);

impl Matrix {
    pub(super) const ZERO: Self = Self([[0.0; 3]; 3]);
    pub(super) const UNIT: Self = Self([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);

    #[inline(always)]
    pub(super) fn times(&self, Vector([x, y, z]): Vector) -> Vector {
        Vector(self.0.map(|[a, b, c]| a * x + b * y + c * z))
    }

    /// The transpose times a vector.
    #[inline(always)]
    pub(super) fn transposed_times(&self, Vector([x, y, z]): Vector) -> Vector {
        let [r, s, t] = self.0;
        Vector([
            r[0] * x + s[0] * y + t[0] * z,
            r[1] * x + s[1] * y + t[1] * z,
            r[2] * x + s[2] * y + t[2] * z,
        ])
    }

    #[inline(always)]
    pub(super) fn compose(&self, inner: &Self) -> Self {
        let [x, y, z] = inner.0;
        Self(self.0.map(|[a, b, c]| {
            [a * x[0] + b * y[0] + c * z[0], a * x[1] + b * y[1] + c * z[1], a * x[2] + b * y[2] + c * z[2]]
        }))
    }

    #[inline(always)]
    pub(super) fn column(&self, index: usize) -> Vector {
        Vector([self.0[0][index], self.0[1][index], self.0[2][index]])
    }

    /// This rotation after a turn about z.
    #[inline(always)]
    pub(super) fn turned_about_z(&self, sine: f64, cosine: f64) -> Self {
        Self(self.0.map(|[a, b, c]| [a * cosine + b * sine, b * cosine - a * sine, c]))
    }

    #[inline(always)]
    pub(super) fn transposed(&self) -> Self {
        let [r, s, t] = self.0;
        Self([[r[0], s[0], t[0]], [r[1], s[1], t[1]], [r[2], s[2], t[2]]])
    }
}

/// A symmetric matrix: xx, yy, zz, xy, xz, yz.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Symmetric(pub(super) [f64; 6]);

impl Symmetric {
    pub(super) const ZERO: Self = Self([0.0; 6]);

    pub(super) fn from_rows(rows: &[[f64; 3]; 3]) -> Self {
        let mean = |row: usize, column: usize| 0.5 * (rows[row][column] + rows[column][row]);
        Self([rows[0][0], rows[1][1], rows[2][2], mean(0, 1), mean(0, 2), mean(1, 2)])
    }

    #[inline(always)]
    pub(super) fn rows(&self) -> [[f64; 3]; 3] {
        let [xx, yy, zz, xy, xz, yz] = self.0;
        [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
    }

    #[inline(always)]
    pub(super) fn times(&self, Vector([x, y, z]): Vector) -> Vector {
        let [xx, yy, zz, xy, xz, yz] = self.0;
        Vector([xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z])
    }

    /// R S Rᵀ.
    #[inline(always)]
    pub(super) fn turned_by(&self, rotation: &Matrix) -> Self {
        let [r, s, t] = rotation.0.map(Vector);
        let [u, v, w] = [r, s, t].map(|row| self.times(row));
        Self([u.dot(r), v.dot(s), w.dot(t), u.dot(s), u.dot(t), v.dot(t)])
    }

    /// The inertia m (c·c 1 − c cᵀ) of a mass at c.
    #[inline(always)]
    pub(super) fn of_point_mass(mass: f64, Vector([x, y, z]): Vector) -> Self {
        let [mx, my, mz] = [mass * x, mass * y, mass * z];
        Self([my * y + mz * z, mx * x + mz * z, mx * x + my * y, -mx * y, -mx * z, -my * z])
    }

    #[inline(always)]
    pub(super) fn plus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }
}
