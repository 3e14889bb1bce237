//! Square roots, which no decision needs: only units and limits pass through them.

use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use stiction_proof::Rational;

/// A square root, and whether it is exact.
#[derive(Debug, Clone, PartialEq)]
pub struct Root {
    /// The root, or a number at most 2⁻⁹⁶ of it below.
    pub value: Rational,
    /// Whether it is the root itself.
    pub exact: bool,
}

/// The square root of a rational that is not negative.
///
/// ```
/// use stiction::exact::root::square_root;
/// use stiction_proof::Rational;
/// let root = square_root(&Rational::new(9, 16));
/// assert!(root.exact && root.value == Rational::new(3, 4));
/// assert!(!square_root(&Rational::from(2)).exact);
/// ```
pub fn square_root(square: &Rational) -> Root {
    let numerator = UBig::try_from(square.numerator().clone()).unwrap_or(UBig::ZERO);
    let denominator = square.denominator();
    // √(p/q) = √(pq·4ᵏ)/(q·2ᵏ), rounded down; k makes the integer root at least 96 bits long.
    let product = &numerator * denominator;
    let shift = 96_usize.saturating_sub(product.bit_len() / 2);
    let radicand = product << (2 * shift);
    let whole = integer_root(&radicand);
    let exact = &whole * &whole == radicand;
    let value = Rational::from_parts(IBig::from(whole), IBig::from(denominator << shift)).unwrap_or_default();
    Root { value, exact }
}

/// The largest integer whose square is not above `radicand`.
fn integer_root(radicand: &UBig) -> UBig {
    use dashu_int::ops::SquareRoot;
    radicand.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_just_below_and_their_squares_close() {
        for (numerator, denominator) in [(2, 1), (1, 3), (123_456_789, 1000), (1, 1_000_000_007)] {
            let square = Rational::new(numerator, denominator);
            let root = square_root(&square);
            let rest = &square - &(&root.value * &root.value);
            assert!(!root.exact && rest.is_positive());
            assert!((rest.to_f64() / square.to_f64()) < 1e-27);
        }
        assert!(square_root(&Rational::zero()).exact);
    }
}
