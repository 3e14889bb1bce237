//! Square roots, which no decision needs: only units and limits pass through them.

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
/// use stiction_exact::root::square_root;
/// use stiction_proof::Rational;
/// let root = square_root(&Rational::new(9, 16));
/// assert!(root.exact && root.value == Rational::new(3, 4));
/// assert!(!square_root(&Rational::from(2)).exact);
/// ```
pub fn square_root(square: &Rational) -> Root {
    let value = square.square_root();
    let exact = &value * &value == *square;
    Root { value, exact }
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
