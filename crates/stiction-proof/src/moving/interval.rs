//! Intervals of rationals: what a number that is not rational lies between.
//!
//! ```text
//!     [a, b] + [c, d] = [a + c, b + d],   [a, b]·[c, d] = [least, largest of ac, ad, bc, bd]            (1)
//! ```
//!
//! Where both ends are one number the result is exact and stays so.  Other ends are rounded outwards to
//! [`BITS`] binary digits, so that numbers do not grow.  Sine and cosine come from their series, whose terms
//! beyond `|x| ≤ 1` alternate and shrink, so that the error is at most the first term that is left out; an
//! angle is halved until it is so small and doubled again by `sin 2x = 2·sin x·cos x`,
//! `cos 2x = 1 − 2·sin² x`.

use crate::rational::Rational;
use dashu_int::{IBig, UBig};
use std::ops::{Add, Mul, Neg, Sub};

/// Binary digits that are kept of an end that is not exact.
const BITS: usize = 128;

/// A closed interval of rationals.
#[derive(Debug, Clone, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub lower: Rational,
    /// Its upper end, not below the lower one.
    pub upper: Rational,
}

impl From<Rational> for Interval {
    fn from(value: Rational) -> Self {
        Self { lower: value.clone(), upper: value }
    }
}

impl From<i64> for Interval {
    fn from(value: i64) -> Self {
        Rational::from(value).into()
    }
}

impl Interval {
    /// Zero.
    pub fn zero() -> Self {
        Self::from(0)
    }

    /// From minus a number to the number; it must not be negative.
    pub fn about_zero(radius: &Rational) -> Self {
        Self { lower: -radius, upper: radius.clone() }
    }

    /// Whether it is one number.
    pub fn is_exact(&self) -> bool {
        self.lower == self.upper
    }

    /// Whether it is zero alone.
    pub fn is_zero(&self) -> bool {
        self.lower.is_zero() && self.upper.is_zero()
    }

    /// The largest absolute value.
    pub fn magnitude(&self) -> Rational {
        self.lower.abs().max(self.upper.abs())
    }

    /// The smallest interval that holds both.
    pub fn hull(&self, other: &Self) -> Self {
        Self {
            lower: self.lower.clone().min(other.lower.clone()),
            upper: self.upper.clone().max(other.upper.clone()),
        }
    }

    /// Times a rational.
    pub fn times(&self, factor: &Rational) -> Self {
        let (one, other) = (&self.lower * factor, &self.upper * factor);
        if factor.is_negative() { Self::short(other, one) } else { Self::short(one, other) }
    }

    /// An interval whose ends are rounded outwards, unless it is one number.
    fn short(lower: Rational, upper: Rational) -> Self {
        if lower == upper {
            return Self { lower, upper };
        }
        Self { lower: rounded_down(&lower), upper: -rounded_down(&-upper) }
    }

    /// The same with both ends rounded outwards.
    fn rounded(self) -> Self {
        Self { lower: rounded_down(&self.lower), upper: -rounded_down(&-self.upper) }
    }

    /// Sine and cosine of a rational angle.
    ///
    /// ```
    /// use stiction_proof::moving::Interval;
    /// use stiction_proof::Rational;
    /// let (sine, cosine) = Interval::sine_and_cosine(&Rational::new(11, 10));
    /// let near = |interval: &Interval, value: f64| (interval.lower.to_f64() - value).abs() < 1e-15;
    /// assert!(near(&sine, 1.1f64.sin()) && near(&cosine, 1.1f64.cos()));
    /// assert!((&sine.upper - &sine.lower).to_f64() < 1e-28);
    /// ```
    pub fn sine_and_cosine(angle: &Rational) -> (Self, Self) {
        if angle.is_zero() {
            return (Self::zero(), Self::from(1));
        }
        let (mut small, mut doublings) = (angle.clone(), 0usize);
        let half = Rational::new(1, 2);
        while small.abs() > half {
            small = small * &half;
            doublings += 1;
        }
        let small = Self::from(small).rounded();
        let (mut sine, mut cosine) = (series(&small, 1), series(&small, 0));
        for _ in 0..doublings {
            let square = sine.square();
            (sine, cosine) = ((&sine * &cosine).times(&2.into()), &Self::from(1) - &square.times(&2.into()));
        }
        (sine.within_one(), cosine.within_one())
    }

    /// The squares of its numbers.
    pub fn square(&self) -> Self {
        let (low, high) = (&self.lower * &self.lower, &self.upper * &self.upper);
        let through_zero = self.lower.is_negative() && self.upper.is_positive();
        let least = if through_zero { Rational::zero() } else { low.clone().min(high.clone()) };
        Self::short(least, low.max(high))
    }

    fn within_one(self) -> Self {
        let one = Rational::one();
        Self { lower: self.lower.max(-&one), upper: self.upper.min(one) }
    }
}

/// `Σ (−1)ᵏ x^(2k + first) / (2k + first)!` for `|x| < 1`: sine for `first = 1`, cosine for 0.
fn series(angle: &Interval, first: u64) -> Interval {
    let small = Rational::power_of_two(-(BITS as i64));
    let square = angle.square();
    let mut term = if first == 1 { angle.clone() } else { Interval::from(1) };
    let (mut sum, mut power) = (Interval::zero(), first);
    while term.magnitude() > small {
        sum = &sum + &term;
        term = (&term * &square).times(&Rational::new(-1, (power + 1) * (power + 2))).rounded();
        power += 2;
    }
    (&sum + &Interval::about_zero(&term.magnitude())).rounded()
}

/// The largest number with [`BITS`] binary digits that is not above this one.
fn rounded_down(value: &Rational) -> Rational {
    if value.is_zero() {
        return Rational::zero();
    }
    let (numerator, denominator) = (value.numerator(), value.denominator());
    let (above, below) = (bits(numerator), bits(&IBig::from(denominator.clone())));
    if above <= BITS && below <= BITS {
        return value.clone();
    }
    // 2^shift times the value has about BITS digits before the point.
    let shift = BITS as i64 + below as i64 - above as i64;
    let denominator = IBig::from(denominator.clone());
    let (scaled, by) = if shift >= 0 {
        (numerator << shift.unsigned_abs() as usize, denominator)
    } else {
        (numerator.clone(), denominator << shift.unsigned_abs() as usize)
    };
    let floor = floored(&scaled, &by);
    let power = IBig::from(UBig::ONE << shift.unsigned_abs() as usize);
    let exact =
        if shift >= 0 { Rational::from_parts(floor, power) } else { Some(Rational::from(floor * power)) };
    exact.unwrap_or_else(|| value.clone())
}

fn bits(number: &IBig) -> usize {
    use dashu_int::ops::BitTest;
    let magnitude = if *number < IBig::ZERO { -number } else { number.clone() };
    magnitude.bit_len()
}

fn floored(numerator: &IBig, denominator: &IBig) -> IBig {
    use dashu_int::ops::DivRemEuclid;
    numerator.div_rem_euclid(denominator).0
}

impl Add for &Interval {
    type Output = Interval;
    fn add(self, other: &Interval) -> Interval {
        Interval::short(&self.lower + &other.lower, &self.upper + &other.upper)
    }
}

impl Sub for &Interval {
    type Output = Interval;
    fn sub(self, other: &Interval) -> Interval {
        Interval::short(&self.lower - &other.upper, &self.upper - &other.lower)
    }
}

impl Neg for &Interval {
    type Output = Interval;
    fn neg(self) -> Interval {
        Interval { lower: -&self.upper, upper: -&self.lower }
    }
}

impl Mul for &Interval {
    type Output = Interval;
    fn mul(self, other: &Interval) -> Interval {
        if self.is_exact() {
            return other.times(&self.lower);
        }
        if other.is_exact() {
            return self.times(&other.lower);
        }
        let products = [
            &self.lower * &other.lower,
            &self.lower * &other.upper,
            &self.upper * &other.lower,
            &self.upper * &other.upper,
        ];
        let [first, ..] = products.clone();
        let lower = products.iter().fold(first.clone(), |least, one| least.min(one.clone()));
        let upper = products.into_iter().fold(first, Rational::max);
        Interval::short(lower, upper)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_outwards_and_tight() {
        for (numerator, denominator) in [(1, 3), (-1, 3), (22, 7), (-7, 1 << 40), (i64::MAX, 3)] {
            let tiny = Rational::from_parts(IBig::ONE, IBig::from(UBig::ONE << 300)).unwrap();
            let value = Rational::new(numerator, denominator) + &tiny;
            let below = rounded_down(&value);
            assert!(below <= value);
            assert!((&value - &below).to_f64() <= value.to_f64().abs() * 2f64.powi(-126));
        }
    }

    #[test]
    fn sines_hold_their_value_and_pythagoras() {
        for step in -40..=40i64 {
            let angle = Rational::new(step * 37, 50);
            let (sine, cosine) = Interval::sine_and_cosine(&angle);
            let value = angle.to_f64();
            assert!((sine.lower.to_f64() - value.sin()).abs() < 1e-14, "{step}");
            assert!((cosine.upper.to_f64() - value.cos()).abs() < 1e-14, "{step}");
            let one = &sine.square() + &cosine.square();
            assert!(one.lower <= Rational::one() && Rational::one() <= one.upper);
            assert!((&one.upper - &one.lower).to_f64() < 1e-25, "{step}");
        }
    }

    #[test]
    fn exact_numbers_stay_exact() {
        let third = Interval::from(Rational::new(1, 3));
        assert!((&(&third * &third) - &third).is_exact());
        assert_eq!((&third * &Interval::zero()), Interval::zero());
    }

    #[test]
    fn products_hold_all_products() {
        let wide = Interval { lower: Rational::from(-2), upper: Rational::from(3) };
        let other = Interval { lower: Rational::from(-5), upper: Rational::from(1) };
        assert_eq!(&wide * &other, Interval { lower: Rational::from(-15), upper: Rational::from(10) });
        assert_eq!(wide.square(), Interval { lower: Rational::zero(), upper: Rational::from(9) });
    }
}
