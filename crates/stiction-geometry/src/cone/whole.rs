//! Whole numbers in which cones are converted: machine words as long as everything fits, else of any length.
//!
//! A conversion is written once for both.  In machine words every step says whether its result still fits; the
//! first that does not ends the attempt, and the conversion is made again with [`IBig`].  No result is ever
//! wrong for being too long.

use dashu_int::IBig;
use dashu_int::ops::{Gcd, UnsignedAbs};
use std::cmp::Ordering;
pub(super) use stiction_exact::integers::gcd as gcd_words;
use stiction_exact::integers::gcd_wide as gcd;

/// Entries of rows, and the wider type of their products.
pub(super) trait Whole: Clone + Ord {
    /// What a product of two rows is.
    type Wide: Clone;

    /// An integer of any length, if it fits.
    fn from_big(value: &IBig) -> Option<Self>;
    fn to_big(&self) -> IBig;
    fn small(value: i8) -> Self;
    fn sign(&self) -> Ordering;
    fn widen(&self) -> Self::Wide;
    fn wide_sign(value: &Self::Wide) -> Ordering;
    fn negate(value: &Self::Wide) -> Self::Wide;
    /// The product of two rows.
    fn dot(left: &[Self], right: &[Self]) -> Option<Self::Wide>;
    /// Puts the shortest positive multiple of `p·x − q·y` at the end of `rows`, if `p` and `q` are not both zero.
    fn combine(p: &Self::Wide, x: &[Self], q: &Self::Wide, y: &[Self], rows: &mut Vec<Self>) -> Option<()>;
}

impl Whole for i64 {
    type Wide = i128;

    fn from_big(value: &IBig) -> Option<Self> {
        i64::try_from(value).ok().filter(|value| *value != i64::MIN)
    }

    fn to_big(&self) -> IBig {
        IBig::from(*self)
    }

    fn small(value: i8) -> Self {
        value.into()
    }

    fn sign(&self) -> Ordering {
        self.cmp(&0)
    }

    fn widen(&self) -> i128 {
        (*self).into()
    }

    fn wide_sign(value: &i128) -> Ordering {
        value.cmp(&0)
    }

    fn negate(value: &i128) -> i128 {
        -*value // A sum of products of words never is the one number without an opposite: see `dot`.
    }

    fn dot(left: &[Self], right: &[Self]) -> Option<i128> {
        let mut sum: i128 = 0;
        for (a, b) in left.iter().zip(right) {
            sum = sum.checked_add(i128::from(*a) * i128::from(*b))?;
        }
        (sum != i128::MIN).then_some(sum)
    }

    fn combine(p: &i128, x: &[Self], q: &i128, y: &[Self], rows: &mut Vec<Self>) -> Option<()> {
        let common = gcd(p.unsigned_abs(), q.unsigned_abs()) as i128;
        let (p, q) = (i64::try_from(p / common).ok()?, i64::try_from(q / common).ok()?);
        let start = rows.len();
        let entry = |(x, y): (&i64, &i64)| {
            (i128::from(p) * i128::from(*x)).checked_sub(i128::from(q) * i128::from(*y))
        };
        // Nearly always the entries fit as they are; else their common divisor is taken out first.
        for pair in x.iter().zip(y) {
            match i64::try_from(entry(pair)?) {
                Ok(value) if value != i64::MIN => rows.push(value),
                _ => {
                    rows.truncate(start);
                    return combine_long(x.iter().zip(y).map(entry), rows);
                }
            }
        }
        let mut common = 0;
        for value in &rows[start..] {
            common = gcd_words(common, value.unsigned_abs());
            if common == 1 {
                return Some(());
            }
        }
        let common = common.max(1) as i64;
        rows[start..].iter_mut().for_each(|value| *value /= common);
        Some(())
    }
}

/// Entries too long for a word, divided by what they have in common.
fn combine_long(entries: impl Iterator<Item = Option<i128>>, rows: &mut Vec<i64>) -> Option<()> {
    let entries: Vec<i128> = entries.collect::<Option<_>>()?;
    let common = entries.iter().fold(0, |common, entry| gcd(common, entry.unsigned_abs())) as i128;
    for entry in entries {
        rows.push(i64::try_from(entry / common).ok().filter(|value| *value != i64::MIN)?);
    }
    Some(())
}

impl Whole for IBig {
    type Wide = IBig;

    fn from_big(value: &IBig) -> Option<Self> {
        Some(value.clone())
    }

    fn to_big(&self) -> IBig {
        self.clone()
    }

    fn small(value: i8) -> Self {
        value.into()
    }

    fn sign(&self) -> Ordering {
        self.cmp(&IBig::ZERO)
    }

    fn widen(&self) -> IBig {
        self.clone()
    }

    fn wide_sign(value: &IBig) -> Ordering {
        value.cmp(&IBig::ZERO)
    }

    fn negate(value: &IBig) -> IBig {
        -value
    }

    fn dot(left: &[Self], right: &[Self]) -> Option<IBig> {
        Some(left.iter().zip(right).map(|(a, b)| a * b).sum())
    }

    fn combine(p: &IBig, x: &[Self], q: &IBig, y: &[Self], rows: &mut Vec<Self>) -> Option<()> {
        let start = rows.len();
        rows.extend(x.iter().zip(y).map(|(x, y)| p * x - q * y));
        shorten(&mut rows[start..]);
        Some(())
    }
}

/// Divides a row by what its entries have in common.
pub(super) fn shorten(row: &mut [IBig]) {
    let mut common = IBig::ZERO;
    for entry in row.iter().filter(|entry| !entry.is_zero()) {
        common = if common.is_zero() { entry.unsigned_abs().into() } else { (&common).gcd(entry).into() };
        if common.is_one() {
            return;
        }
    }
    if !common.is_zero() {
        row.iter_mut().for_each(|entry| *entry = &*entry / &common);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_integers_of_any_length_combine_alike_and_words_say_when_they_are_full() {
        let big = |row: &[i64]| row.iter().map(|&x| IBig::from(x)).collect::<Vec<_>>();
        let long = i64::MAX - 1;
        for (p, x, q, y) in [
            (6, [4, -2, 0], 9, [2, 8, 2]),
            (long, [long, 3, 1], long, [long, 1, -1]),
            (1, [long, 1, 0], -1, [long, 1, 1]),
        ] {
            let (mut words, mut integers) = (Vec::new(), Vec::new());
            IBig::combine(&p.into(), &big(&x), &q.into(), &big(&y), &mut integers).unwrap();
            match i64::combine(&p.into(), &x, &q.into(), &y, &mut words) {
                Some(()) => assert_eq!(big(&words), integers),
                None => assert!(integers.iter().any(|entry| i64::from_big(entry).is_none())),
            }
        }
        assert_eq!(i64::dot(&[i64::MIN; 3], &[i64::MIN; 3]), None);
    }

    #[test]
    fn common_divisors_of_words() {
        for (a, b, common) in [(0, 0, 0), (0, 7, 7), (12, 18, 6), (1 << 40, 3 << 38, 1 << 38), (17, 4, 1)] {
            assert_eq!((gcd_words(a, b), gcd(a.into(), b.into())), (common, common.into()));
        }
        assert_eq!(gcd(3 << 100, 5 << 90), 1 << 90);
    }
}
