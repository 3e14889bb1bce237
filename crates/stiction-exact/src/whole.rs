//! Whole numbers: machine words as long as everything fits, else integers of any length.
//!
//! What is computed in them is written once for both.  In machine words every step says whether its result still fits;
//! the first that does not ends the attempt, and everything is made again with [`IBig`], which has no such fault.  No
//! result is ever wrong for being too long.

use crate::integers::{gcd, gcd_wide};
use dashu_int::IBig;
use dashu_int::ops::{Gcd, UnsignedAbs};
use std::cmp::Ordering;
use std::convert::Infallible;
use std::fmt::Debug;

/// A number that does not fit a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLong;

/// Entries of rows, and the wider type of their products.
pub trait Whole: Clone + Ord + Debug {
    /// What a product of two rows is.
    type Wide: Clone + Ord;
    /// What happens to a number that does not fit.
    type Fault: Debug;

    /// An integer of any length.
    fn from_big(value: &IBig) -> Result<Self, Self::Fault>;
    /// A word.
    fn from_word(value: i64) -> Result<Self, Self::Fault>;
    /// A number that fits everywhere.
    fn small(value: i8) -> Self;
    /// The integer.
    fn to_big(&self) -> IBig;
    /// The integer, if it is a word.
    fn to_word(&self) -> Option<i64>;
    /// How it compares with zero.
    fn sign(&self) -> Ordering;
    /// The number with the other sign.
    fn opposite(&self) -> Self;
    /// The same number as a product.
    fn widen(&self) -> Self::Wide;
    /// A product as an entry.
    fn narrow(value: Self::Wide) -> Result<Self, Self::Fault>;
    /// How a product compares with zero.
    fn wide_sign(value: &Self::Wide) -> Ordering;
    /// The product with the other sign.
    fn negate(value: &Self::Wide) -> Self::Wide;
    /// `Σ aᵢ·bᵢ`.
    fn sum_of<'a>(pairs: impl Iterator<Item = (&'a Self, &'a Self)>) -> Result<Self::Wide, Self::Fault>
    where
        Self: 'a;
    /// The shortest vector along a sum of vectors of one width.
    fn sum<'a>(width: usize, vectors: impl Iterator<Item = &'a [Self]>) -> Result<Vec<Self>, Self::Fault>
    where
        Self: 'a;
    /// Puts the shortest positive multiple of `p·x − q·y` at the end of `rows`.
    fn combine(
        p: &Self::Wide,
        x: &[Self],
        q: &Self::Wide,
        y: &[Self],
        rows: &mut Vec<Self>,
    ) -> Result<(), Self::Fault>;
    /// `(self·pivot − factor·top) / denominator`, which leaves no remainder.
    fn step(&self, pivot: &Self, factor: &Self, top: &Self, denominator: &Self) -> Result<Self, Self::Fault>;
    /// How `a·b` compares with `c·d`.
    fn compare(ab: [&Self; 2], cd: [&Self; 2]) -> Ordering;
    /// How a sum compares with zero.
    fn sum_sign<'a>(entries: impl Iterator<Item = &'a Self>) -> Ordering
    where
        Self: 'a;
    /// Divides a row by what its entries have in common.
    fn shorten(row: &mut [Self]);

    /// The product of two rows.
    #[inline]
    fn dot(left: &[Self], right: &[Self]) -> Result<Self::Wide, Self::Fault> {
        Self::sum_of(left.iter().zip(right))
    }
}

fn wide(value: &i64) -> i128 {
    i128::from(*value)
}

/// A word that is not the one without an opposite.
fn fitting(value: i128) -> Result<i64, TooLong> {
    i64::try_from(value).ok().filter(|value| *value != i64::MIN).ok_or(TooLong)
}

impl Whole for i64 {
    type Wide = i128;
    type Fault = TooLong;

    fn from_big(value: &IBig) -> Result<Self, TooLong> {
        i64::try_from(value).map_err(|_| TooLong).and_then(Self::from_word)
    }

    fn from_word(value: i64) -> Result<Self, TooLong> {
        if value == i64::MIN { Err(TooLong) } else { Ok(value) }
    }

    fn small(value: i8) -> Self {
        value.into()
    }

    fn to_big(&self) -> IBig {
        IBig::from(*self)
    }

    fn to_word(&self) -> Option<i64> {
        Some(*self)
    }

    fn sign(&self) -> Ordering {
        self.cmp(&0)
    }

    fn opposite(&self) -> Self {
        -self
    }

    fn widen(&self) -> i128 {
        wide(self)
    }

    fn narrow(value: i128) -> Result<Self, TooLong> {
        fitting(value)
    }

    #[inline]
    fn wide_sign(value: &i128) -> Ordering {
        value.cmp(&0)
    }

    fn negate(value: &i128) -> i128 {
        -*value // A sum of products of words never is the one number without an opposite: see `sum_of`.
    }

    #[inline]
    fn sum_of<'a>(pairs: impl Iterator<Item = (&'a Self, &'a Self)>) -> Result<i128, TooLong> {
        let mut sum: i128 = 0;
        for (a, b) in pairs {
            sum = sum.checked_add(wide(a) * wide(b)).ok_or(TooLong)?;
        }
        if sum == i128::MIN { Err(TooLong) } else { Ok(sum) }
    }

    fn sum<'a>(width: usize, vectors: impl Iterator<Item = &'a [Self]>) -> Result<Vec<Self>, TooLong> {
        // No list is so long that words fill a double word.
        let mut total = vec![0_i128; width];
        for vector in vectors {
            total.iter_mut().zip(vector).for_each(|(total, entry)| *total += wide(entry));
        }
        let mut sum = Vec::with_capacity(width);
        shortened(total.into_iter().map(Some), &mut sum)?;
        Ok(sum)
    }

    fn combine(p: &i128, x: &[Self], q: &i128, y: &[Self], rows: &mut Vec<Self>) -> Result<(), TooLong> {
        let common = gcd_wide(p.unsigned_abs(), q.unsigned_abs()).max(1) as i128;
        let (p, q) = (p / common, q / common);
        let (Ok(p), Ok(q)) = (i64::try_from(p), i64::try_from(q)) else {
            let entry = |(x, y): (&i64, &i64)| p.checked_mul(wide(x))?.checked_sub(q.checked_mul(wide(y))?);
            return shortened(x.iter().zip(y).map(entry), rows);
        };
        let start = rows.len();
        let entry = |(x, y): (&i64, &i64)| (wide(&p) * wide(x)).checked_sub(wide(&q) * wide(y));
        // Nearly always the entries fit as they are; else their common divisor is taken out first.
        for pair in x.iter().zip(y) {
            match i64::try_from(entry(pair).ok_or(TooLong)?) {
                Ok(value) if value != i64::MIN => rows.push(value),
                _ => {
                    rows.truncate(start);
                    return shortened(x.iter().zip(y).map(entry), rows);
                }
            }
        }
        Self::shorten(&mut rows[start..]);
        Ok(())
    }

    fn step(&self, pivot: &Self, factor: &Self, top: &Self, denominator: &Self) -> Result<Self, TooLong> {
        // No word is the one without an opposite, so that both products are at most 2¹²⁶.
        let (grown, taken) = (wide(self) * wide(pivot), wide(factor) * wide(top));
        let value = grown.checked_sub(taken).ok_or(TooLong)?;
        match i64::try_from(value) {
            Ok(value) => fitting((value / denominator).into()),
            Err(_) => fitting(value / wide(denominator)),
        }
    }

    fn compare(ab: [&Self; 2], cd: [&Self; 2]) -> Ordering {
        (wide(ab[0]) * wide(ab[1])).cmp(&(wide(cd[0]) * wide(cd[1])))
    }

    fn sum_sign<'a>(entries: impl Iterator<Item = &'a Self>) -> Ordering {
        entries.map(wide).sum::<i128>().cmp(&0)
    }

    fn shorten(row: &mut [Self]) {
        let mut common = 0;
        for entry in row.iter() {
            common = gcd(common, entry.unsigned_abs());
            if common == 1 {
                return;
            }
        }
        let common = common.max(1) as i64;
        row.iter_mut().for_each(|entry| *entry /= common);
    }
}

/// Entries that may be too long for a word, divided by what they have in common.
fn shortened(entries: impl Iterator<Item = Option<i128>>, rows: &mut Vec<i64>) -> Result<(), TooLong> {
    let entries: Vec<i128> = entries.collect::<Option<_>>().ok_or(TooLong)?;
    let mut common = 0;
    for entry in &entries {
        common = gcd_wide(common, entry.unsigned_abs());
        if common == 1 {
            break;
        }
    }
    let common = i128::try_from(common.max(1)).map_err(|_| TooLong)?;
    for entry in entries {
        rows.push(fitting(if common == 1 { entry } else { entry / common })?);
    }
    Ok(())
}

impl Whole for IBig {
    type Wide = IBig;
    type Fault = Infallible;

    fn from_big(value: &IBig) -> Result<Self, Infallible> {
        Ok(value.clone())
    }

    fn from_word(value: i64) -> Result<Self, Infallible> {
        Ok(value.into())
    }

    fn small(value: i8) -> Self {
        value.into()
    }

    fn to_big(&self) -> IBig {
        self.clone()
    }

    fn to_word(&self) -> Option<i64> {
        i64::try_from(self).ok()
    }

    fn sign(&self) -> Ordering {
        self.cmp(&IBig::ZERO)
    }

    fn opposite(&self) -> Self {
        -self
    }

    fn widen(&self) -> IBig {
        self.clone()
    }

    fn narrow(value: IBig) -> Result<Self, Infallible> {
        Ok(value)
    }

    fn wide_sign(value: &IBig) -> Ordering {
        value.cmp(&IBig::ZERO)
    }

    fn negate(value: &IBig) -> IBig {
        -value
    }

    fn sum_of<'a>(pairs: impl Iterator<Item = (&'a Self, &'a Self)>) -> Result<IBig, Infallible> {
        Ok(pairs.map(|(a, b)| a * b).sum())
    }

    fn sum<'a>(width: usize, vectors: impl Iterator<Item = &'a [Self]>) -> Result<Vec<Self>, Infallible> {
        let mut total = vec![Self::ZERO; width];
        for vector in vectors {
            total.iter_mut().zip(vector).for_each(|(total, entry)| *total += entry);
        }
        Self::shorten(&mut total);
        Ok(total)
    }

    fn combine(p: &IBig, x: &[Self], q: &IBig, y: &[Self], rows: &mut Vec<Self>) -> Result<(), Infallible> {
        let start = rows.len();
        rows.extend(x.iter().zip(y).map(|(x, y)| p * x - q * y));
        Self::shorten(&mut rows[start..]);
        Ok(())
    }

    fn step(&self, pivot: &Self, factor: &Self, top: &Self, denominator: &Self) -> Result<Self, Infallible> {
        let mut grown = self * pivot;
        if !factor.is_zero() && !top.is_zero() {
            grown -= factor * top;
        }
        Ok(grown / denominator)
    }

    fn compare(ab: [&Self; 2], cd: [&Self; 2]) -> Ordering {
        (ab[0] * ab[1]).cmp(&(cd[0] * cd[1]))
    }

    fn sum_sign<'a>(entries: impl Iterator<Item = &'a Self>) -> Ordering {
        entries.sum::<IBig>().cmp(&IBig::ZERO)
    }

    fn shorten(row: &mut [IBig]) {
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
            let Ok(()) = IBig::combine(&p.into(), &big(&x), &q.into(), &big(&y), &mut integers);
            match i64::combine(&p.into(), &x, &q.into(), &y, &mut words) {
                Ok(()) => assert_eq!(big(&words), integers),
                Err(TooLong) => assert!(integers.iter().any(|entry| i64::from_big(entry).is_err())),
            }
        }
        assert_eq!(i64::dot(&[i64::MIN; 3], &[i64::MIN; 3]), Err(TooLong));
        assert_eq!(i64::from_big(&(IBig::ONE << 63)), Err(TooLong));
    }

    #[test]
    fn factors_longer_than_a_word_combine_short_rows_as_long_as_the_result_fits() {
        let (p, q) = (3_i128 << 70, -(5_i128 << 70));
        let mut words = Vec::new();
        i64::combine(&(p + 1), &[0, 1], &(p + 1), &[0, 2], &mut words).unwrap();
        i64::combine(&p, &[1, 2], &q, &[3, 4], &mut words).unwrap();
        assert_eq!(words, [0, -1, 9, 13]);
        assert_eq!(i64::combine(&(1 << 70), &[1, 0], &1, &[0, 1], &mut words), Err(TooLong));
        assert_eq!(i64::sum(2, [&[i64::MAX, 4][..], &[i64::MAX, 2]].into_iter()), Ok(vec![i64::MAX, 3]));
    }

    #[test]
    fn common_divisors_of_words() {
        for (a, b, common) in [(0, 0, 0), (0, 7, 7), (12, 18, 6), (1 << 40, 3 << 38, 1 << 38), (17, 4, 1)] {
            assert_eq!((gcd(a, b), gcd_wide(a.into(), b.into())), (common, common.into()));
        }
        assert_eq!(gcd_wide(3 << 100, 5 << 90), 1 << 90);
    }
}
