//! Exact rational numbers: the only numbers that proofs are made of.
//!
//! A thin wrapper over [`dashu_ratio::RBig`] that fixes the text form (`-7/3`, `42`) used in reports
//! and refuses what is not a number.  There is no NaN among them, so no comparison can fail silently.

use dashu_int::ops::UnsignedAbs;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};
use std::str::FromStr;

/// A rational number in lowest terms.
///
/// ```
/// use stiction_proof::Rational;
/// let third: Rational = "1/3".parse().unwrap();
/// assert_eq!((&third + &third).to_string(), "2/3");
/// // A decimal means the decimal, not the nearest double.
/// let tenth: Rational = "0.1".parse().unwrap();
/// assert_eq!(tenth, Rational::new(1, 10));
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Rational(RBig);

/// Text that is not a rational number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParseRationalError {
    /// Neither an integer, a decimal nor a fraction.
    NotANumber,
    /// A fraction with denominator zero.
    ZeroDenominator,
    /// More than [`Rational::MAX_DIGITS`] digits, or an exponent beyond as many.
    TooLong,
}

impl fmt::Display for ParseRationalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANumber => f.write_str("not an integer, decimal or fraction"),
            Self::ZeroDenominator => f.write_str("fraction with denominator zero"),
            Self::TooLong => {
                write!(f, "more than {0} digits or an exponent beyond ±{0}", Rational::MAX_DIGITS)
            }
        }
    }
}

impl std::error::Error for ParseRationalError {}

impl Rational {
    /// Most digits and largest exponent that [`Rational::parse_bounded`] takes.
    pub const MAX_DIGITS: usize = 400;

    /// The fraction `numerator / denominator`.
    ///
    /// # Panics
    /// If `denominator` is zero.
    pub fn new(numerator: i64, denominator: u64) -> Self {
        Self(RBig::from_parts(IBig::from(numerator), UBig::from(denominator)))
    }

    /// The fraction of two big integers, or `None` if the denominator is zero.
    pub fn from_parts(numerator: IBig, denominator: IBig) -> Option<Self> {
        let negative = denominator < IBig::ZERO;
        let magnitude = UBig::try_from(if negative { -denominator } else { denominator }).ok()?;
        (magnitude != UBig::ZERO)
            .then(|| Self(RBig::from_parts(if negative { -numerator } else { numerator }, magnitude)))
    }

    /// The fraction of two big integers, of which an invariant of the caller keeps the second one from zero.
    ///
    /// # Panics
    /// If the denominator is zero: an invariant that is broken is no number.
    pub fn quotient(numerator: &IBig, denominator: &IBig) -> Self {
        let numerator = if *denominator < IBig::ZERO { -numerator } else { numerator.clone() };
        Self(RBig::from_parts(numerator, denominator.unsigned_abs()))
    }

    /// The exact value of a double, or `None` for NaN and infinities.
    pub fn from_f64(value: f64) -> Option<Self> {
        RBig::try_from(value).ok().map(Self)
    }

    /// Zero.
    pub fn zero() -> Self {
        Self(RBig::ZERO)
    }

    /// The number 1.
    pub fn one() -> Self {
        Self(RBig::ONE)
    }

    /// The numerator, with the sign.
    pub fn numerator(&self) -> &IBig {
        self.0.numerator()
    }

    /// The denominator, positive.
    pub fn denominator(&self) -> &UBig {
        self.0.denominator()
    }

    /// The nearest double.
    pub fn to_f64(&self) -> f64 {
        match self.small_parts() {
            // Both are doubles, and a quotient of doubles is rounded once, to the nearest.
            Some((numerator, denominator)) if numerator.unsigned_abs() <= WHOLE && denominator <= WHOLE => {
                numerator as f64 / denominator as f64
            }
            _ => self.0.to_f64().value(),
        }
    }

    /// Numerator and denominator, where each is one word: most numbers that people write.
    fn small_parts(&self) -> Option<(i64, u64)> {
        Some((i64::try_from(self.numerator()).ok()?, u64::try_from(self.denominator()).ok()?))
    }

    /// The text form written into a buffer, where numerator and denominator are one word each.
    fn small_text<'b>(&self, buffer: &'b mut [u8; SMALL_TEXT]) -> Option<&'b str> {
        let (numerator, denominator) = self.small_parts()?;
        let mut start = SMALL_TEXT;
        if denominator != 1 {
            start = digits_before(start, denominator, buffer);
            start -= 1;
            buffer[start] = b'/';
        }
        start = digits_before(start, numerator.unsigned_abs(), buffer);
        if numerator < 0 {
            start -= 1;
            buffer[start] = b'-';
        }
        std::str::from_utf8(&buffer[start..]).ok()
    }

    /// Whether this is zero.
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// Whether this is greater than zero.
    pub fn is_positive(&self) -> bool {
        *self.0.numerator() > IBig::ZERO
    }

    /// Whether this is less than zero.
    pub fn is_negative(&self) -> bool {
        *self.0.numerator() < IBig::ZERO
    }

    /// The absolute value.
    pub fn abs(&self) -> Self {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// The square root, or where it is not rational a number at most 2⁻⁹⁶ of it below; zero of what is negative.
    pub fn square_root(&self) -> Self {
        use dashu_int::ops::{BitTest, SquareRoot};
        let Ok(numerator) = UBig::try_from(self.numerator().clone()) else { return Self::zero() };
        // √(p/q) = √(pq·4ᵏ)/(q·2ᵏ), rounded down; k makes the integer root at least 96 bits long.
        let product = numerator * self.denominator();
        let shift = 96_usize.saturating_sub(product.bit_len() / 2);
        let root = (product << (2 * shift)).sqrt();
        Self(RBig::from_parts(IBig::from(root), self.denominator() << shift))
    }

    /// The power of two with this exponent.
    pub fn power_of_two(exponent: i64) -> Self {
        let power = UBig::ONE << exponent.unsigned_abs() as usize;
        Self(if exponent < 0 { RBig::from_parts(IBig::ONE, power) } else { RBig::from(power) })
    }

    /// The largest whole number that is not above this.
    pub fn floor(&self) -> Self {
        Self(RBig::from(self.0.floor()))
    }

    /// One divided by this, or `None` for zero.
    pub fn recip(&self) -> Option<Self> {
        (!self.is_zero()).then(|| Self(RBig::ONE / &self.0))
    }

    /// This divided by `other`, or `None` if that is zero.
    pub fn checked_div(&self, other: &Self) -> Option<Self> {
        (!other.is_zero()).then(|| Self(&self.0 / &other.0))
    }

    /// The simplest fraction in the closed interval `[lower, upper]`: least denominator, then least
    /// numerator (Stern and Brocot).
    ///
    /// ```
    /// use stiction_proof::Rational;
    /// let simplest = Rational::simplest_between(&Rational::new(31, 100), &Rational::new(35, 100));
    /// assert_eq!(simplest, Rational::new(1, 3));
    /// ```
    pub fn simplest_between(lower: &Self, upper: &Self) -> Self {
        if upper.is_negative() {
            return -Self::simplest_between(&-upper, &-lower);
        }
        if !lower.is_positive() {
            return Self::zero();
        }
        // Continued fraction: common integer parts first, then the reciprocal of what is left.
        let whole = Self(RBig::from(lower.0.floor()));
        if whole == *lower {
            return whole;
        }
        let next = &whole + &Self::one();
        if next <= *upper {
            return next;
        }
        match ((upper - &whole).recip(), (lower - &whole).recip()) {
            (Some(low), Some(high)) => match Self::simplest_between(&low, &high).recip() {
                Some(rest) => &whole + &rest,
                None => next,
            },
            _ => next,
        }
    }

    /// Reads an integer, a decimal with optional exponent, or a fraction of two of these, within
    /// [`Rational::MAX_DIGITS`].
    pub fn parse_bounded(text: &str) -> Result<Self, ParseRationalError> {
        let text = text.trim();
        match text.split_once('/') {
            None => parse_decimal(text),
            Some((numerator, denominator)) => {
                let numerator = parse_decimal(numerator.trim_end())?;
                let denominator = parse_decimal(denominator.trim_start())?;
                numerator.checked_div(&denominator).ok_or(ParseRationalError::ZeroDenominator)
            }
        }
    }
}

/// A number that is not zero: what can be divided by.
///
/// Whether a quotient exists is asked once, where its divisor is made; a division by a `NonZero` has one always, and no
/// zero stands in for a quotient that does not exist.
///
/// ```
/// use stiction_proof::{NonZero, Rational};
/// let half = NonZero::new(Rational::new(1, 2)).unwrap();
/// assert_eq!(&Rational::from(3) / &half, Rational::from(6));
/// assert_eq!(NonZero::new(Rational::zero()), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NonZero(Rational);

impl NonZero {
    /// The number as a divisor, or `None` for zero.
    pub fn new(value: Rational) -> Option<Self> {
        (!value.is_zero()).then_some(Self(value))
    }

    /// The number 1.
    pub fn one() -> Self {
        Self(Rational::one())
    }

    /// The fraction of two big integers, which an invariant of the caller keeps from zero.
    ///
    /// # Panics
    /// If one of them is zero: an invariant that is broken is no number.
    pub fn quotient(numerator: &IBig, denominator: &IBig) -> Self {
        assert!(!numerator.is_zero(), "a divisor is not zero");
        Self(Rational::quotient(numerator, denominator))
    }

    /// `1 + x²`, which is at least one.
    pub fn one_plus_square(x: &Rational) -> Self {
        Self(Rational::one() + x * x)
    }

    /// A count, of nothing one: nothing is divided then.
    pub fn count(items: usize) -> Self {
        Self(Rational::from(IBig::from(items.max(1))))
    }

    /// The size of the largest entry, by which entries are measured; one where all are zero, as they stay.
    pub fn largest<'e>(entries: impl IntoIterator<Item = &'e Rational>) -> Self {
        entries.into_iter().map(Rational::abs).max().and_then(Self::new).unwrap_or_else(Self::one)
    }

    /// The number.
    pub fn get(&self) -> &Rational {
        &self.0
    }

    /// One divided by this.
    pub fn recip(&self) -> Rational {
        Rational(RBig::ONE / &self.0.0)
    }
}

impl Div<&NonZero> for &Rational {
    type Output = Rational;
    fn div(self, divisor: &NonZero) -> Rational {
        Rational(&self.0 / &divisor.0.0)
    }
}

impl Div<&NonZero> for Rational {
    type Output = Rational;
    fn div(self, divisor: &NonZero) -> Rational {
        Rational(self.0 / &divisor.0.0)
    }
}

impl Mul<&NonZero> for Rational {
    type Output = Rational;
    fn mul(self, factor: &NonZero) -> Rational {
        self * &factor.0
    }
}

impl Mul<&NonZero> for &Rational {
    type Output = Rational;
    fn mul(self, factor: &NonZero) -> Rational {
        self * &factor.0
    }
}

/// Of factors that are not zero the product is none.
impl Mul<&NonZero> for NonZero {
    type Output = NonZero;
    fn mul(self, factor: &NonZero) -> NonZero {
        NonZero(self.0 * &factor.0)
    }
}

/// Up to this every integer is a double.
const WHOLE: u64 = 1 << 53;

/// Bytes of a sign, a bar and two numbers of at most 20 digits.
const SMALL_TEXT: usize = 42;

/// Writes a number in decimal so that it ends before `end`; where it begins.
fn digits_before(end: usize, mut number: u64, buffer: &mut [u8; SMALL_TEXT]) -> usize {
    let mut start = end;
    loop {
        start -= 1;
        buffer[start] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return start;
        }
    }
}

/// Reads `[+-]digits[.digits][(e|E)[+-]digits]`, with underscores between digits as TOML allows.
fn parse_decimal(text: &str) -> Result<Rational, ParseRationalError> {
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], parse_exponent(&text[at + 1..])?),
        None => (text, 0),
    };
    let (negative, magnitude) = match mantissa.as_bytes().first() {
        Some(b'-') => (true, &mantissa[1..]),
        Some(b'+') => (false, &mantissa[1..]),
        _ => (false, mantissa),
    };
    let (whole, fraction) = magnitude.split_once('.').unwrap_or((magnitude, ""));
    let digits: String = whole.chars().chain(fraction.chars()).filter(|c| *c != '_').collect();
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(ParseRationalError::NotANumber);
    }
    if digits.len() > Rational::MAX_DIGITS {
        return Err(ParseRationalError::TooLong);
    }
    let places = fraction.bytes().filter(|b| b.is_ascii_digit()).count() as i64;
    let value = IBig::from_str(&digits).map_err(|_| ParseRationalError::NotANumber)?;
    let power = exponent - places;
    let scale = UBig::from(10u8).pow(power.unsigned_abs() as usize);
    let value = if negative { -value } else { value };
    Ok(Rational(if power >= 0 {
        RBig::from(value * IBig::from(scale))
    } else {
        RBig::from_parts(value, scale)
    }))
}

/// Reads an exponent within ±[`Rational::MAX_DIGITS`].
fn parse_exponent(text: &str) -> Result<i64, ParseRationalError> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(ParseRationalError::NotANumber);
    }
    let value: i64 = digits.parse().map_err(|_| ParseRationalError::TooLong)?;
    if value > Rational::MAX_DIGITS as i64 {
        return Err(ParseRationalError::TooLong);
    }
    Ok(if text.starts_with('-') { -value } else { value })
}

impl FromStr for Rational {
    type Err = ParseRationalError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse_bounded(text)
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let padded = f.width().is_some() || f.precision().is_some() || f.sign_plus() || f.alternate();
        match self.small_text(&mut [0; SMALL_TEXT]) {
            Some(text) if !padded => f.write_str(text),
            _ => self.0.fmt(f),
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<i64> for Rational {
    fn from(value: i64) -> Self {
        Self(RBig::from(value))
    }
}

impl From<IBig> for Rational {
    fn from(value: IBig) -> Self {
        Self(RBig::from(value))
    }
}

/// In reports a rational is the string `"p/q"` or `"p"`.
impl Serialize for Rational {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.small_text(&mut [0; SMALL_TEXT]) {
            Some(text) => serializer.serialize_str(text),
            None => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Rational {
    /// Reads the text form.  Unlike scene files, proofs may carry numbers of any length.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (numerator, denominator) = text.split_once('/').unwrap_or((&text, "1"));
        let whole = |part: &str| {
            IBig::from_str(part).map_err(|_| serde::de::Error::custom(format!("`{part}` is not an integer")))
        };
        Self::from_parts(whole(numerator)?, whole(denominator)?)
            .ok_or_else(|| serde::de::Error::custom(format!("`{text}` divides by zero")))
    }
}

/// `a·b`, `a + b` and `a − b` where nothing has to be cancelled: of zero, of one in products, and of whole numbers.
mod plain {
    use super::{IBig, RBig};

    fn wholes<'a>(a: &'a RBig, b: &'a RBig) -> Option<(&'a IBig, &'a IBig)> {
        (a.denominator().is_one() && b.denominator().is_one()).then(|| (a.numerator(), b.numerator()))
    }

    pub(super) fn mul(a: &RBig, b: &RBig) -> Option<RBig> {
        if a.is_zero() || b.is_zero() {
            return Some(RBig::ZERO);
        }
        if a.is_one() {
            return Some(b.clone());
        }
        if b.is_one() {
            return Some(a.clone());
        }
        wholes(a, b).map(|(a, b)| RBig::from(a * b))
    }

    pub(super) fn add(a: &RBig, b: &RBig) -> Option<RBig> {
        if a.is_zero() {
            return Some(b.clone());
        }
        if b.is_zero() {
            return Some(a.clone());
        }
        wholes(a, b).map(|(a, b)| RBig::from(a + b))
    }

    pub(super) fn sub(a: &RBig, b: &RBig) -> Option<RBig> {
        if b.is_zero() {
            return Some(a.clone());
        }
        if a.is_zero() {
            return Some(-b);
        }
        wholes(a, b).map(|(a, b)| RBig::from(a - b))
    }

    /// Division has no such cases that are worth asking for.
    pub(super) fn div(_: &RBig, _: &RBig) -> Option<RBig> {
        None
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident) => {
        impl $trait<&Rational> for &Rational {
            type Output = Rational;
            fn $method(self, other: &Rational) -> Rational {
                Rational(plain::$method(&self.0, &other.0).unwrap_or_else(|| (&self.0).$method(&other.0)))
            }
        }
        impl $trait<Rational> for Rational {
            type Output = Rational;
            fn $method(self, other: Rational) -> Rational {
                Rational(plain::$method(&self.0, &other.0).unwrap_or_else(|| self.0.$method(other.0)))
            }
        }
        impl $trait<&Rational> for Rational {
            type Output = Rational;
            fn $method(self, other: &Rational) -> Rational {
                Rational(plain::$method(&self.0, &other.0).unwrap_or_else(|| self.0.$method(&other.0)))
            }
        }
        impl $trait<Rational> for &Rational {
            type Output = Rational;
            fn $method(self, other: Rational) -> Rational {
                Rational(plain::$method(&self.0, &other.0).unwrap_or_else(|| (&self.0).$method(other.0)))
            }
        }
    };
}
operator!(Add, add);
operator!(Sub, sub);
operator!(Mul, mul);
operator!(Div, div);

impl AddAssign<&Rational> for Rational {
    fn add_assign(&mut self, other: &Rational) {
        self.0 = plain::add(&self.0, &other.0).unwrap_or_else(|| &self.0 + &other.0);
    }
}

impl AddAssign for Rational {
    fn add_assign(&mut self, other: Rational) {
        self.0 = plain::add(&self.0, &other.0).unwrap_or_else(|| &self.0 + &other.0);
    }
}

impl SubAssign<&Rational> for Rational {
    fn sub_assign(&mut self, other: &Rational) {
        self.0 = plain::sub(&self.0, &other.0).unwrap_or_else(|| &self.0 - &other.0);
    }
}

impl Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        Rational(-&self.0)
    }
}

impl Neg for Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        Rational(-self.0)
    }
}

impl Sum for Rational {
    fn sum<I: Iterator<Item = Rational>>(terms: I) -> Rational {
        terms.fold(Rational::zero(), |total, term| total + term)
    }
}

/// Whole numbers, for tests.
#[cfg(test)]
pub(crate) fn rationals(entries: &[i64]) -> Vec<Rational> {
    entries.iter().map(|&entry| Rational::from(entry)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Rational, ParseRationalError> {
        text.parse()
    }

    #[test]
    fn decimals_and_fractions_mean_what_they_say() {
        assert_eq!(parse("0.3").unwrap(), Rational::new(3, 10));
        assert_eq!(parse("-1.25e-2").unwrap(), Rational::new(-1, 80));
        assert_eq!(parse("8169/75881").unwrap(), Rational::new(8169, 75881));
        assert_eq!(parse("1_000.5e+1").unwrap(), Rational::from(10005));
        assert_eq!(parse(" -4/6 ").unwrap().to_string(), "-2/3");
    }

    #[test]
    fn what_is_not_a_number_is_refused() {
        for text in ["", ".", "-", "1e", "nan", "inf", "1/2/3", "0x10", "1.2.3", "٣", "1 2", "e5", "--1"] {
            assert_eq!(parse(text), Err(ParseRationalError::NotANumber), "{text:?}");
        }
        assert_eq!(parse("1/0"), Err(ParseRationalError::ZeroDenominator));
        assert_eq!(parse("1/0.0"), Err(ParseRationalError::ZeroDenominator));
    }

    #[test]
    fn digits_and_exponents_are_bounded() {
        assert!(parse(&"9".repeat(400)).is_ok());
        assert_eq!(parse(&"9".repeat(401)), Err(ParseRationalError::TooLong));
        assert!(parse("1e400").is_ok());
        assert_eq!(parse("1e401"), Err(ParseRationalError::TooLong));
        assert_eq!(parse("1e-999999999999999999999999"), Err(ParseRationalError::TooLong));
    }

    #[test]
    fn doubles_are_taken_exactly_and_nan_never() {
        assert_eq!(Rational::from_f64(0.5), Some(Rational::new(1, 2)));
        assert_ne!(Rational::from_f64(0.1), Some(Rational::new(1, 10)));
        assert_eq!(Rational::from_f64(f64::NAN), None);
        assert_eq!(Rational::from_f64(f64::INFINITY), None);
        assert_eq!(Rational::from_f64(5e-324).unwrap().to_f64(), 5e-324);
    }

    #[test]
    fn a_small_number_has_the_text_and_the_double_of_a_large_one() {
        let ends = [0, 1, -1, 9, 10, -10, (1 << 53) - 1, -(1 << 53), (1 << 53) + 1, i64::MAX, i64::MIN];
        let denominators = [1, 2, 3, 7, 10, 1000, (1 << 53) - 1, 1 << 53, (1 << 53) + 1, u64::MAX];
        for (numerator, denominator) in ends.iter().flat_map(|n| denominators.map(|d| (*n, d))) {
            let number = Rational::new(numerator, denominator);
            assert_eq!(number.to_string(), number.0.to_string());
            assert_eq!(number.to_f64().to_bits(), number.0.to_f64().value().to_bits(), "{number}");
            assert_eq!(format!("{number:>60}|{number:+}"), format!("{0:>60}|{0:+}", number.0));
            let json = serde_json::to_string(&number).unwrap();
            assert_eq!(json, format!("\"{number}\""));
            assert_eq!(serde_json::from_str::<Rational>(&json).unwrap(), number);
        }
    }

    #[test]
    fn the_simplest_fraction_lies_between() {
        let simplest = |a, b| Rational::simplest_between(&a, &b);
        assert_eq!(simplest(Rational::new(-1, 3), Rational::new(1, 7)), Rational::zero());
        assert_eq!(simplest(Rational::new(-5, 7), Rational::new(-2, 3)), Rational::new(-2, 3));
        assert_eq!(simplest(Rational::new(5, 2), Rational::new(7, 2)), Rational::from(3));
        let pi = Rational::simplest_between(&Rational::new(31415, 10000), &Rational::new(31416, 10000));
        assert_eq!(pi, Rational::new(333, 106));
    }
}
