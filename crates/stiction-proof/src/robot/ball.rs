//! Numbers, vectors and rotations in doubles, with a bound on how far they are from what they stand for.
//!
//! Every value is a *ball*: a midpoint in doubles and a radius, in Euclid's norm for vectors and in the
//! spectral norm for rotations.  A true rotation keeps lengths, so that
//!
//! ```text
//!     |R v − R̃ ṽ| ≤ rad(v) + rad(R) |ṽ| + rounding,     ‖R S − R̃ S̃‖ ≤ rad(R) + rad(S) + rad(R) rad(S) + rounding
//! ```
//!
//! and radii grow in a chain of joints by sums, where intervals would grow by products.  With u = 2⁻⁵³ the roundings
//! of the midpoints are bounded by
//!
//! ```text
//!     a + b, a b, 1/a, √a     u |result|
//!     v · w, v × w            4 u |v| |w|        three products and two sums a component
//!     R̃ ṽ                     6 u (1 + rad) |ṽ|  since ‖R̃‖_F ≤ √3 (1 + rad)
//!     R̃ S̃                     10 u (1 + rad)²    since ‖R̃‖_F ‖S̃‖_F ≤ 3 (1 + rad)²
//! ```
//!
//! Radii are sums and products of fewer than 60 numbers that are not negative, each rounded by u at most; [`up`] adds
//! 64 u of the result and what underflow can hide.

/// Half a unit in the last place of 1.
const U: f64 = f64::EPSILON / 2.0;

/// At least the exact value of a radius that was computed in doubles.
fn up(radius: f64) -> f64 {
    radius * (1.0 + 64.0 * U) + 1e-290
}

/// A number within `rad` of `mid`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Ball {
    pub(crate) mid: f64,
    pub(crate) rad: f64,
}

impl Ball {
    pub(crate) const ZERO: Self = Self { mid: 0.0, rad: 0.0 };

    pub(crate) fn exactly(mid: f64) -> Self {
        Self { mid, rad: 0.0 }
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        let mid = self.mid + other.mid;
        Self { mid, rad: up(self.rad + other.rad + U * mid.abs()) }
    }

    pub(crate) fn minus(self, other: Self) -> Self {
        self.plus(Self { mid: -other.mid, rad: other.rad })
    }

    pub(crate) fn times(self, other: Self) -> Self {
        let mid = self.mid * other.mid;
        let rad = self.mid.abs() * other.rad + other.mid.abs() * self.rad + self.rad * other.rad;
        Self { mid, rad: up(rad + U * mid.abs()) }
    }

    /// Exact for powers of two.
    pub(crate) fn scaled(self, power: f64) -> Self {
        Self { mid: self.mid * power, rad: up(self.rad * power.abs()) }
    }

    /// Surely positive.
    pub(crate) fn is_positive(self) -> bool {
        self.mid > self.rad
    }

    /// 1/x, of a number that is surely positive.
    pub(crate) fn reciprocal(self) -> Self {
        let mid = 1.0 / self.mid;
        let least = (self.mid - self.rad) * (1.0 - 8.0 * U);
        Self { mid, rad: up(self.rad / (self.mid * least) + U * mid) }
    }

    /// √x, of a number that is surely positive: |√x − √m| ≤ r/√m.
    pub(crate) fn root(self) -> Self {
        let mid = self.mid.sqrt();
        Self { mid, rad: up(self.rad / mid + U * mid) }
    }

    /// At least |x − value| for every x of the ball.
    pub(crate) fn farthest_from(self, value: f64) -> f64 {
        up((self.mid - value).abs() + self.rad)
    }

    pub(crate) fn magnitude(self) -> f64 {
        up(self.mid.abs() + self.rad)
    }
}

/// A vector within `rad` of `mid`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct BallVector {
    pub(crate) mid: [f64; 3],
    pub(crate) rad: f64,
}

/// At least the root of a sum of squares, but for a few roundings.  Squares of entries below 1e-140 may
/// underflow, to less than they are or to nothing; nine of them have a root below 3e-140, which is added
/// where there is an entry.
fn size(entries: &[f64]) -> f64 {
    let hidden = if entries.iter().all(|x| *x == 0.0) { 0.0 } else { 3e-140 };
    entries.iter().map(|x| x * x).sum::<f64>().sqrt() + hidden
}

/// The length of a vector.
fn length(vector: [f64; 3]) -> f64 {
    size(&vector)
}

impl BallVector {
    pub(crate) const ZERO: Self = Self::exactly([0.0; 3]);

    pub(crate) const fn exactly(mid: [f64; 3]) -> Self {
        Self { mid, rad: 0.0 }
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        let mid = std::array::from_fn(|i| self.mid[i] + other.mid[i]);
        Self { mid, rad: up(self.rad + other.rad + U * length(mid)) }
    }

    pub(crate) fn minus(self, other: Self) -> Self {
        self.plus(Self { mid: other.mid.map(|x| -x), rad: other.rad })
    }

    pub(crate) fn times(self, factor: Ball) -> Self {
        let mid = self.mid.map(|x| x * factor.mid);
        let rad = factor.mid.abs() * self.rad + factor.rad * (length(self.mid) + self.rad);
        Self { mid, rad: up(rad + U * length(mid)) }
    }

    pub(crate) fn dot(self, other: Self) -> Ball {
        let ([a, b, c], [x, y, z]) = (self.mid, other.mid);
        Ball { mid: a * x + b * y + c * z, rad: self.bilinear(other) }
    }

    pub(crate) fn cross(self, other: Self) -> Self {
        let ([a, b, c], [x, y, z]) = (self.mid, other.mid);
        Self { mid: [b * z - c * y, c * x - a * z, a * y - b * x], rad: self.bilinear(other) }
    }

    /// The radius of a product that is at most |v| |w|.
    fn bilinear(self, other: Self) -> f64 {
        let (own, its) = (length(self.mid), length(other.mid));
        up(own * other.rad + its * self.rad + self.rad * other.rad + 4.0 * U * own * its)
    }

    pub(crate) fn component(self, index: usize) -> Ball {
        Ball { mid: self.mid[index], rad: self.rad }
    }

    /// The vector of length one along this one, if it surely has a direction.
    pub(crate) fn direction(self) -> Option<Self> {
        let square = self.dot(self);
        square.is_positive().then(|| self.times(square.root().reciprocal()))
    }

    /// A symmetric matrix of exact numbers times the vector; its Frobenius norm bounds what it does.
    pub(crate) fn under(self, rows: &[[f64; 3]; 3]) -> Self {
        let size = size(rows.as_flattened());
        let mid = rows.map(|[a, b, c]| a * self.mid[0] + b * self.mid[1] + c * self.mid[2]);
        Self { mid, rad: up(size * self.rad + 4.0 * U * size * length(self.mid)) }
    }
}

/// A rotation within `rad` of `mid`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct BallRotation {
    mid: [[f64; 3]; 3],
    rad: f64,
}

impl BallRotation {
    pub(crate) const UNIT: Self = Self { mid: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], rad: 0.0 };

    /// The rotation of a quaternion of any usable length.
    ///
    /// With s = 2 / |q|² every entry is s times at most |q|² in sum, rounded eight times, or one less that: 17 u an
    /// entry, 51 u in Frobenius' norm.
    pub(crate) fn of_quaternion([w, x, y, z]: [f64; 4]) -> Option<Self> {
        let square = w * w + x * x + y * y + z * z;
        if !(square.is_finite() && (1e-200..1e200).contains(&square)) {
            return None;
        }
        if [x, y, z] == [0.0; 3] {
            return Some(Self::UNIT);
        }
        let s = 2.0 / square;
        let mid = [
            [1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
            [s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x)],
            [s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y)],
        ];
        Some(Self { mid, rad: 54.0 * U })
    }

    /// The turn about a unit vector: cos 1 + sin u× + (1 − cos) u uᵀ.
    ///
    /// It changes by at most |Δ cos| + |Δ sin| + 5 |Δu| + 2 |Δu|²; its entries are at most 2 in sum and rounded six
    /// times.
    pub(crate) fn about(axis: BallVector, [sine, cosine]: [Ball; 2]) -> Self {
        let ([x, y, z], s, c) = (axis.mid, sine.mid, cosine.mid);
        let one = 1.0 - c;
        let mid = [
            [c + one * x * x, one * x * y - s * z, one * x * z + s * y],
            [one * x * y + s * z, c + one * y * y, one * y * z - s * x],
            [one * x * z - s * y, one * y * z + s * x, c + one * z * z],
        ];
        let moved = sine.rad + cosine.rad + 5.0 * axis.rad + 2.0 * axis.rad * axis.rad;
        Self { mid, rad: up(moved + 40.0 * U) }
    }

    pub(crate) fn then(&self, inner: &Self) -> Self {
        let mid = self.mid.map(|[a, b, c]| {
            std::array::from_fn(|k| a * inner.mid[0][k] + b * inner.mid[1][k] + c * inner.mid[2][k])
        });
        let both = (1.0 + self.rad) * (1.0 + inner.rad);
        Self { mid, rad: up(self.rad + inner.rad + self.rad * inner.rad + 10.0 * U * both) }
    }

    pub(crate) fn turn(&self, vector: BallVector) -> BallVector {
        let [x, y, z] = vector.mid;
        self.turned(vector, self.mid.map(|[a, b, c]| a * x + b * y + c * z))
    }

    /// The inverse rotation of a vector.
    pub(crate) fn turn_back(&self, vector: BallVector) -> BallVector {
        let ([x, y, z], [r, s, t]) = (vector.mid, self.mid);
        self.turned(vector, std::array::from_fn(|k| r[k] * x + s[k] * y + t[k] * z))
    }

    fn turned(&self, vector: BallVector, mid: [f64; 3]) -> BallVector {
        let size = length(vector.mid);
        BallVector { mid, rad: up(vector.rad + self.rad * size + 6.0 * U * (1.0 + self.rad) * size) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_whose_squares_underflow_still_has_a_length() {
        let tiny = BallVector::exactly([1e-170; 3]);
        let wide = Ball { mid: 0.0, rad: 1e200 };
        // Some number of the ball times the vector is 1.7e30 long.
        assert!(tiny.times(wide).rad >= 1.7e30);
        assert!(tiny.cross(BallVector { mid: [0.0; 3], rad: 1e200 }).rad >= 1.7e30);
        assert!(BallVector { mid: [0.0; 3], rad: 1e200 }.under(&[[1e-170; 3]; 3]).rad >= 3e30);
        assert_eq!(BallVector::ZERO.times(Ball::exactly(1.0)).rad, 1e-290);
    }
}
