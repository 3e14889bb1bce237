//! Vectors of the plane in rationals: the few products everything else is made of.

use super::Point;
/// A quarter turn to the left is the inward normal of an edge walked counter-clockwise.
pub use stiction_exact::vector::quarter_turn as turned_left;
pub use stiction_exact::vector::{dot, is_zero, minus as difference, plus as sum, scaled, turn as cross};
use stiction_proof::Rational;

/// `a` turned by half a turn.
pub fn reversed(a: &Point) -> Point {
    [-&a[0], -&a[1]]
}

/// Squared length, which stays rational where the length does not.
pub fn length_squared(a: &Point) -> Rational {
    dot(a, a)
}

/// Whether `a` and `b` point the same way, whatever their lengths.
pub fn same_direction(a: &Point, b: &Point) -> bool {
    cross(a, b).is_zero() && dot(a, b).is_positive()
}

/// Twice the signed area of triangle `a b c`: positive when it is walked counter-clockwise.
pub fn orientation(a: &Point, b: &Point, c: &Point) -> Rational {
    cross(&difference(b, a), &difference(c, a))
}

/// The nearest doubles.
pub fn to_doubles(a: &Point) -> [f64; 2] {
    [a[0].to_f64(), a[1].to_f64()]
}

/// A point from doubles, or `None` if one of them is not finite.
pub fn from_doubles(a: [f64; 2]) -> Option<Point> {
    Some([Rational::from_f64(a[0])?, Rational::from_f64(a[1])?])
}

/// Length in doubles, of a vector that is exact until then.
pub fn length(a: &Point) -> f64 {
    let [x, y] = to_doubles(a);
    x.hypot(y)
}

/// The square root, where it is rational.
pub fn exact_root(square: &Rational) -> Option<Rational> {
    use dashu_int::IBig;
    let numerator = square.numerator().clone().try_into().ok().map(|n: dashu_int::UBig| n.nth_root(2))?;
    let denominator = square.denominator().nth_root(2);
    let root = Rational::from_parts(IBig::from(numerator), IBig::from(denominator))?;
    (&root * &root == *square).then_some(root)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_exact_or_absent() {
        assert_eq!(exact_root(&Rational::new(9, 16)), Some(Rational::new(3, 4)));
        assert_eq!(exact_root(&Rational::zero()), Some(Rational::zero()));
        assert_eq!(exact_root(&Rational::from(2)), None);
        assert_eq!(exact_root(&Rational::from(-4)), None);
    }

    #[test]
    fn doubles_beyond_range_do_not_panic() {
        let huge: Rational = "1e400".parse().unwrap();
        let tiny: Rational = "1e-400".parse().unwrap();
        assert_eq!(huge.to_f64(), f64::INFINITY);
        assert_eq!((-&huge).to_f64(), f64::NEG_INFINITY);
        assert_eq!(tiny.to_f64(), 0.0);
    }
}
