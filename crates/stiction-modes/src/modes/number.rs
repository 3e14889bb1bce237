//! The two kinds of integers in which modes are found: machine words that notice when they are too short, and
//! integers of any length.

use dashu_int::IBig;
use dashu_int::ops::{Gcd, UnsignedAbs};
use std::fmt::Debug;
use stiction_exact::Sign;
use stiction_exact::integers::gcd_wide as gcd;

/// Entries of rows and rays.
pub(super) trait Number: Clone + Debug {
    /// A product of a row and a ray.
    type Value: Clone;

    /// The integer, if it fits.
    fn of(value: &IBig) -> Option<Self>;

    /// The word, if it fits.
    fn of_word(value: i64) -> Option<Self>;

    /// The integer.
    fn big(&self) -> IBig;

    /// The integer, if it is a word.
    fn word(&self) -> Option<i64>;

    /// `row·ray`.
    fn dot(row: &[Self], ray: &[Self]) -> Self::Value;

    /// The sign of a product.
    fn sign(value: &Self::Value) -> Sign;

    /// The shortest vector along `|q_value|·p + |p_value|·q`, appended; `None` if it does not fit.
    fn meet(
        p: &[Self],
        p_value: &Self::Value,
        q: &[Self],
        q_value: &Self::Value,
        out: &mut Vec<Self>,
    ) -> Option<()>;

    /// The shortest vector along the sum of vectors; `None` if it does not fit.
    fn sum<'a>(width: usize, vectors: impl Iterator<Item = &'a [Self]>) -> Option<Vec<Self>>
    where
        Self: 'a;

    /// The opposite vector.
    fn opposite(vector: &[Self]) -> Vec<Self>;
}

/// Entries stay below 2⁶⁰, so that a sum of up to 2⁷ products of two stays below 2¹²⁷.
const LONGEST: u128 = 1 << 60;

/// More entries than this are not added up in one word.
pub(super) const WIDEST: usize = 100;

/// Divides by the common divisor and appends what then fits.
fn shorten(entries: &[i128], out: &mut Vec<i64>) -> Option<()> {
    let mut common = 0;
    for entry in entries {
        common = gcd(entry.unsigned_abs(), common);
        if common == 1 {
            break;
        }
    }
    let common = common.max(1) as i128;
    for &entry in entries {
        let entry = if common == 1 { entry } else { entry / common };
        if entry.unsigned_abs() >= LONGEST {
            return None;
        }
        out.push(entry as i64);
    }
    Some(())
}

impl Number for i64 {
    type Value = i128;

    fn of(value: &IBig) -> Option<Self> {
        Self::try_from(value).ok().filter(|value| u128::from(value.unsigned_abs()) < LONGEST)
    }

    fn of_word(value: i64) -> Option<Self> {
        Some(value).filter(|value| u128::from(value.unsigned_abs()) < LONGEST)
    }

    fn big(&self) -> IBig {
        IBig::from(*self)
    }

    fn word(&self) -> Option<i64> {
        Some(*self)
    }

    fn dot(row: &[Self], ray: &[Self]) -> i128 {
        row.iter().zip(ray).map(|(&a, &b)| i128::from(a) * i128::from(b)).sum()
    }

    fn sign(value: &i128) -> Sign {
        match value.signum() {
            1 => Sign::Positive,
            0 => Sign::Zero,
            _ => Sign::Negative,
        }
    }

    fn meet(p: &[Self], p_value: &i128, q: &[Self], q_value: &i128, out: &mut Vec<Self>) -> Option<()> {
        let (a, b) = (q_value.unsigned_abs(), p_value.unsigned_abs());
        let common = gcd(a, b).max(1);
        let (a, b) = (i128::try_from(a / common).ok()?, i128::try_from(b / common).ok()?);
        let mut entries = [0i128; WIDEST];
        let entries = entries.get_mut(..p.len())?;
        for ((entry, &p), &q) in entries.iter_mut().zip(p).zip(q) {
            *entry = a.checked_mul(i128::from(p))?.checked_add(b.checked_mul(i128::from(q))?)?;
        }
        shorten(entries, out)
    }

    fn sum<'a>(width: usize, vectors: impl Iterator<Item = &'a [Self]>) -> Option<Vec<Self>> {
        let mut total = [0i128; WIDEST];
        let total = total.get_mut(..width)?;
        for vector in vectors {
            total.iter_mut().zip(vector).for_each(|(total, &entry)| *total += i128::from(entry));
        }
        let mut sum = Vec::with_capacity(width);
        shorten(total, &mut sum)?;
        Some(sum)
    }

    fn opposite(vector: &[Self]) -> Vec<Self> {
        vector.iter().map(|entry| -entry).collect()
    }
}

fn primitive(mut entries: Vec<IBig>) -> Vec<IBig> {
    let mut common = dashu_int::UBig::ZERO;
    for entry in entries.iter().filter(|entry| !entry.is_zero()) {
        let entry = entry.unsigned_abs();
        common = if common.is_zero() { entry } else { common.gcd(entry) };
    }
    if common > dashu_int::UBig::ONE {
        let common = IBig::from(common);
        entries.iter_mut().for_each(|entry| *entry = &*entry / &common);
    }
    entries
}

impl Number for IBig {
    type Value = Self;

    fn of(value: &IBig) -> Option<Self> {
        Some(value.clone())
    }

    fn of_word(value: i64) -> Option<Self> {
        Some(Self::from(value))
    }

    fn big(&self) -> IBig {
        self.clone()
    }

    fn word(&self) -> Option<i64> {
        i64::try_from(self).ok()
    }

    fn dot(row: &[Self], ray: &[Self]) -> Self {
        row.iter().zip(ray).map(|(a, b)| a * b).sum()
    }

    fn sign(value: &Self) -> Sign {
        Sign::of(value)
    }

    fn meet(p: &[Self], p_value: &Self, q: &[Self], q_value: &Self, out: &mut Vec<Self>) -> Option<()> {
        let (a, b) = (IBig::from(q_value.unsigned_abs()), IBig::from(p_value.unsigned_abs()));
        out.extend(primitive(p.iter().zip(q).map(|(p, q)| &a * p + &b * q).collect()));
        Some(())
    }

    fn sum<'a>(width: usize, vectors: impl Iterator<Item = &'a [Self]>) -> Option<Vec<Self>> {
        let mut total = vec![Self::ZERO; width];
        for vector in vectors {
            total.iter_mut().zip(vector).for_each(|(total, entry)| *total += entry);
        }
        Some(primitive(total))
    }

    fn opposite(vector: &[Self]) -> Vec<Self> {
        vector.iter().map(|entry| -entry).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_long_integers_meet_in_the_same_ray() {
        let (p, q) = ([3i64, -5, 7], [-2i64, 11, 4]);
        let row = [6i64, 1, -3];
        let (a, b) = (i64::dot(&row, &p), i64::dot(&row, &q));
        let mut short = Vec::new();
        i64::meet(&p, &a, &q, &b, &mut short).unwrap();
        let long = |v: &[i64]| v.iter().map(|&x| IBig::from(x)).collect::<Vec<_>>();
        let mut other = Vec::new();
        IBig::meet(&long(&p), &a.into(), &long(&q), &b.into(), &mut other).unwrap();
        assert_eq!(long(&short), other);
    }

    #[test]
    fn a_word_that_is_too_short_says_so() {
        let large = [1i64 << 59, 1];
        assert_eq!(i64::meet(&large, &1, &[1, 3], &(1 << 20), &mut Vec::new()), None);
        assert_eq!(i64::of(&(IBig::ONE << 60)), None);
        assert!(i64::of(&(IBig::ONE << 59)).is_some());
        assert_eq!(gcd(1 << 100, 3 << 70), 1 << 70);
    }
}
