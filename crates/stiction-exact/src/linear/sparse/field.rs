//! The numbers a matrix is factored in: doubles, and residues modulo a prime.

/// Numbers that can be divided.
pub(super) trait Field: Copy {
    /// The neutral element of addition.
    const ZERO: Self;

    /// Whether this counts as nothing.
    fn is_zero(self) -> bool;
    /// `self − a·b`.
    fn less(self, a: Self, b: Self) -> Self;
    /// `self · other`.
    fn times(self, other: Self) -> Self;
    /// `1 / self`.
    fn inverse(self) -> Self;
    /// How good a pivot this is, compared with others of its column: the same for all where nothing is rounded.
    fn size(self) -> f64;
}

/// Entries of a matrix whose entries are about one that are nothing but rounding: sums of a few hundred products cancel
/// to about this.  It chooses pivots, and decides nothing.
const ROUNDING: f64 = 1e-13;

impl Field for f64 {
    const ZERO: Self = 0.0;

    fn is_zero(self) -> bool {
        self.abs() < ROUNDING
    }

    fn less(self, a: Self, b: Self) -> Self {
        self - a * b
    }

    fn times(self, other: Self) -> Self {
        self * other
    }

    fn inverse(self) -> Self {
        1.0 / self
    }

    fn size(self) -> f64 {
        self.abs()
    }
}

/// A residue modulo the prime `P`, which is below 2⁶³.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Residue<const P: u64>(u64);

impl<const P: u64> Residue<P> {
    /// The residue of a number that is below `P`.
    pub(super) fn new(value: u64) -> Self {
        Self(value)
    }

    /// The number between 0 and `P`.
    pub(super) fn value(self) -> u64 {
        self.0
    }

    fn power(self, mut exponent: u64) -> Self {
        let (mut base, mut result) = (self, Self(1));
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = result.times(base);
            }
            base = base.times(base);
            exponent >>= 1;
        }
        result
    }
}

impl<const P: u64> Field for Residue<P> {
    const ZERO: Self = Self(0);

    fn is_zero(self) -> bool {
        self.0 == 0
    }

    fn less(self, a: Self, b: Self) -> Self {
        let product = a.times(b).0;
        Self(if self.0 >= product { self.0 - product } else { self.0 + (P - product) })
    }

    fn times(self, other: Self) -> Self {
        Self((u128::from(self.0) * u128::from(other.0) % u128::from(P)) as u64)
    }

    /// By Fermat, `a^(P − 2)`.
    fn inverse(self) -> Self {
        self.power(P - 2)
    }

    fn size(self) -> f64 {
        1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_residue_times_its_inverse_is_one() {
        const P: u64 = (1 << 61) - 1;
        for value in [1, 2, 3, 12_345_678_901, P - 1] {
            let residue = Residue::<P>::new(value);
            assert_eq!(residue.times(residue.inverse()).value(), 1);
            assert_eq!(Residue::<P>::ZERO.less(residue, Residue::new(1)).value(), P - value);
        }
    }
}
