//! Integer vectors that point the way of rational ones.

use dashu_int::ops::{BitTest, Gcd, UnsignedAbs};
use dashu_int::{IBig, UBig};
use stiction_proof::{NonZero, Rational};

/// An integer vector `scale · rationals` with `scale > 0`, and that scale.
///
/// ```
/// use stiction_exact::integers::scaled;
/// use stiction_proof::Rational;
/// let (vector, scale) = scaled(&[Rational::new(1, 2), Rational::new(-2, 3)]);
/// assert_eq!((vector, scale.get()), (vec![3.into(), (-4).into()], &Rational::from(6)));
/// ```
pub fn scaled(vector: &[Rational]) -> (Vec<IBig>, NonZero) {
    if let Some(short) = scaled_in_words(vector) {
        return short;
    }
    let multiple = vector.iter().fold(UBig::ONE, |multiple, entry| {
        let denominator = entry.denominator();
        &multiple / (&multiple).gcd(denominator) * denominator
    });
    let whole = |entry: &Rational| entry.numerator() * IBig::from(&multiple / entry.denominator());
    let mut integers: Vec<IBig> = vector.iter().map(whole).collect();
    let common =
        integers.iter().fold(UBig::ZERO, |common, entry| match (common.is_zero(), entry.is_zero()) {
            (_, true) => common,
            (true, false) => entry.unsigned_abs(),
            (false, false) => common.gcd(entry.unsigned_abs()),
        });
    if common > UBig::ONE {
        let common = IBig::from(common.clone());
        integers.iter_mut().for_each(|entry| *entry = &*entry / &common);
    }
    let divisor = if common.is_zero() { UBig::ONE } else { common };
    let scale = NonZero::quotient(&IBig::from(multiple), &IBig::from(divisor));
    (integers, scale)
}

/// The greatest common divisor of two words; of zero and a number the number.
#[inline]
pub fn gcd(mut a: u64, mut b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let shift = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    loop {
        b >>= b.trailing_zeros();
        (a, b) = (a.min(b), a.abs_diff(b));
        if b == 0 {
            return a << shift;
        }
    }
}

/// The same of two double words, which are slow to divide; most are one word.
#[inline]
pub fn gcd_wide(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
            return u128::from(gcd(a, b));
        }
        (a, b) = (b, a % b);
    }
    a
}

/// The product of two rows.
pub fn dot(a: &[IBig], b: &[IBig]) -> IBig {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// `a × b`.
pub fn cross(a: &[IBig; 3], b: &[IBig; 3]) -> [IBig; 3] {
    let minor = |i: usize, j: usize| &a[i] * &b[j] - &a[j] * &b[i];
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

/// `a·(b × c)`.
pub fn determinant(a: &[IBig; 3], b: &[IBig; 3], c: &[IBig; 3]) -> IBig {
    dot(a, &cross(b, c))
}

/// [`scaled`] where every number on the way is a word, as most are.
fn scaled_in_words(vector: &[Rational]) -> Option<(Vec<IBig>, NonZero)> {
    let mut multiple = 1_u64;
    for entry in vector.iter().filter(|entry| *entry.denominator() != UBig::ONE) {
        let denominator = u64::try_from(entry.denominator()).ok()?;
        multiple = (multiple / gcd(multiple, denominator)).checked_mul(denominator)?;
    }
    let mut common = 0;
    let mut words = Vec::with_capacity(vector.len());
    for entry in vector {
        let mut word = i64::try_from(entry.numerator()).ok()?;
        if multiple != 1 {
            let factor = multiple / u64::try_from(entry.denominator()).ok()?;
            word = word.checked_mul(i64::try_from(factor).ok()?)?;
        }
        if common != 1 {
            common = gcd(word.unsigned_abs(), common);
        }
        words.push(word);
    }
    let common = common.max(1);
    let divisor = i64::try_from(common).ok()?;
    let scale = match (multiple, common) {
        (1, 1) => NonZero::one(),
        _ => NonZero::new(Rational::new(i64::try_from(multiple).ok()?, common))?,
    };
    let whole = |word: i64| IBig::from(if divisor == 1 { word } else { word / divisor });
    Some((words.into_iter().map(whole).collect(), scale))
}

/// The shortest integer vector that points the way of a rational one.
pub fn primitive(vector: &[Rational]) -> Vec<IBig> {
    scaled(vector).0
}

/// The integer vector `2^k · doubles`, or `None` if one of them is not finite.
pub fn from_doubles(vector: &[f64]) -> Option<Vec<IBig>> {
    let exact: Option<Vec<Rational>> = vector.iter().map(|&x| Rational::from_f64(x)).collect();
    exact.map(|exact| primitive(&exact))
}

/// Nearby doubles that point the way of an integer vector: the largest entry is scaled into [1/2, 1].
pub fn to_doubles(vector: &[IBig]) -> Vec<f64> {
    let bits = vector.iter().map(|entry| entry.unsigned_abs().bit_len()).max().unwrap_or(0);
    let shift = bits.saturating_sub(1000);
    let rest = (bits - shift) as i32;
    let double = |entry: &IBig| (entry >> shift).to_f64().value() * 2f64.powi(-rest);
    vector.iter().map(double).collect()
}

/// Nearby doubles of length one that point the way of an integer vector; zeros if it is zero.
pub fn unit_doubles(vector: &[IBig]) -> Vec<f64> {
    let doubles = to_doubles(vector);
    let length = doubles.iter().map(|entry| entry * entry).sum::<f64>().sqrt();
    doubles.iter().map(|entry| if length > 0.0 { entry / length } else { 0.0 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of more than a word take the long way, and both agree.
    #[test]
    fn words_and_long_numbers_are_scaled_alike() {
        let parts = [(0, 1), (6, 1), (-9, 4), (15, 14), (-12, 7), (30, 1)];
        let long = Rational::from(IBig::ONE << 90);
        for (a, b) in parts.iter().flat_map(|a| parts.iter().map(move |b| (a, b))) {
            let vector = [Rational::new(a.0, a.1), Rational::new(b.0, b.1), Rational::new(3, 2)];
            let (short, scale) = scaled_in_words(&vector).unwrap();
            let scaled_by = vector.iter().map(|entry| entry * &scale);
            assert!(scaled_by.eq(short.iter().cloned().map(Rational::from)));
            let stretched: Vec<Rational> = vector.iter().map(|entry| entry * &long).collect();
            assert!(scaled_in_words(&stretched).is_none());
            assert_eq!((short, scale.get()), (scaled(&stretched).0, &(&long * &scaled(&stretched).1)));
        }
        assert_eq!(scaled(&[Rational::zero()]), (vec![IBig::ZERO], NonZero::one()));
    }
}
