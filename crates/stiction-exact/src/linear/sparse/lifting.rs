//! Exact solutions of sparse equations, digit by digit.
//!
//! With a factor of `B` modulo a prime p, the solution of `B x = b` is written in base p \[Dixon\]:
//!
//! ```text
//!     r₀ = b,   xₖ = B⁻¹rₖ mod p,   rₖ₊₁ = (rₖ − B xₖ)/p,   x ≡ Σ xₖpᵏ                        (1)
//! ```
//!
//! Each digit costs two products with a sparse matrix, and the residuals stay short.  Numerators over a
//! common denominator are read off as soon as there are digits enough (continued fractions, \[Wang\]), and
//! put back: what does not fit needs more digits, so that no bound of the solution has to be known before.

use super::factor::{Dependent, Factor, Sparse};
use super::field::Residue;
use crate::work;
use dashu_int::ops::{BitTest, DivRem, UnsignedAbs};
use dashu_int::{IBig, UBig};

/// The residue between 0 and a prime below 2⁶³.
fn residue(value: &IBig, prime: u64) -> u64 {
    (value % prime as i64).rem_euclid(prime as i64) as u64
}

/// Integers over one positive denominator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fractions {
    pub(super) numerators: Vec<IBig>,
    pub(super) denominator: IBig,
}

/// A square matrix of integers that can be divided by.
pub(super) struct Lifting<'a> {
    columns: Vec<&'a [(usize, IBig)]>,
    digits: Box<dyn Digits>,
}

/// A factor modulo some prime.
trait Digits {
    fn prime(&self) -> u64;
    fn digit(&self, right: &[u64], transposed: bool) -> Vec<u64>;
}

struct Modular<const P: u64>(Factor<Residue<P>>);

impl<const P: u64> Modular<P> {
    fn factored(columns: &[&[(usize, IBig)]]) -> Result<Box<dyn Digits>, Dependent> {
        let residues = |column: &&[(usize, IBig)]| -> Sparse<Residue<P>> {
            column.iter().map(|(row, entry)| (*row, Residue::new(residue(entry, P)))).collect()
        };
        let columns: Vec<Sparse<Residue<P>>> = columns.iter().map(residues).collect();
        Ok(Box::new(Self(Factor::new(&columns)?)))
    }
}

impl<const P: u64> Digits for Modular<P> {
    fn prime(&self) -> u64 {
        P
    }

    fn digit(&self, right: &[u64], transposed: bool) -> Vec<u64> {
        let mut right: Vec<Residue<P>> = right.iter().map(|&entry| Residue::new(entry)).collect();
        let x = if transposed { self.0.solve_transposed(&mut right) } else { self.0.solve(&mut right) };
        x.into_iter().map(Residue::value).collect()
    }
}

/// The primes that are tried, one after the other: 2⁶¹ − 1, and the largest below 2⁶² and 2⁶⁰.
const PRIMES: [u64; 3] = [(1 << 61) - 1, (1 << 62) - 57, (1 << 60) - 93];

impl<'a> Lifting<'a> {
    /// The matrix of these columns.  Columns that depend on each other modulo all primes are named.
    pub(super) fn new(columns: Vec<&'a [(usize, IBig)]>) -> Result<Self, Dependent> {
        let factored = Modular::<{ PRIMES[0] }>::factored(&columns)
            .or_else(|_| Modular::<{ PRIMES[1] }>::factored(&columns))
            .or_else(|_| Modular::<{ PRIMES[2] }>::factored(&columns));
        Ok(Self { digits: factored?, columns })
    }

    /// `x` with `B x = right`, an entry a column.
    pub(super) fn solve(&self, right: &[IBig]) -> Fractions {
        self.lifted(right, false)
    }

    /// `y` with `Bᵀy = right`, an entry a row.
    pub(super) fn solve_transposed(&self, right: &[IBig]) -> Fractions {
        self.lifted(right, true)
    }

    /// Equation (1) until the solution is known.
    fn lifted(&self, right: &[IBig], transposed: bool) -> Fractions {
        let prime = self.digits.prime();
        let (mut rest, mut expansion) = (right.to_vec(), Expansion::new(prime, right.len()));
        let mut enough = 2;
        loop {
            while expansion.places() < enough {
                work::spend(4 * right.len());
                let residues: Vec<u64> = rest.iter().map(|entry| residue(entry, prime)).collect();
                let digit = self.digits.digit(&residues, transposed);
                self.take(&mut rest, &digit, transposed);
                rest.iter_mut().for_each(|entry| *entry = std::mem::take(entry) / prime);
                expansion.push(digit);
            }
            if let Some(found) = expansion.fractions().filter(|found| self.fits(found, right, transposed)) {
                return found;
            }
            enough *= 2;
        }
    }

    /// `rest − B·digit`.
    fn take(&self, rest: &mut [IBig], digit: &[u64], transposed: bool) {
        for (place, column) in self.columns.iter().enumerate() {
            if transposed {
                for (row, entry) in *column {
                    rest[place] -= entry * digit[*row];
                }
            } else if digit[place] != 0 {
                for (row, entry) in *column {
                    rest[*row] -= entry * digit[place];
                }
            }
        }
    }

    /// Whether fractions solve the equations.
    fn fits(&self, found: &Fractions, right: &[IBig], transposed: bool) -> bool {
        let mut left: Vec<IBig> = right.iter().map(|entry| entry * &found.denominator).collect();
        for (place, column) in self.columns.iter().enumerate() {
            for (row, entry) in *column {
                let (to, from) = if transposed { (place, *row) } else { (*row, place) };
                if !found.numerators[from].is_zero() {
                    left[to] -= entry * &found.numerators[from];
                }
            }
        }
        left.iter().all(IBig::is_zero)
    }
}

/// Digits in base p.
struct Expansion {
    prime: UBig,
    /// Values of the digits that were gathered, and p to the power of their number.
    values: Vec<UBig>,
    modulus: UBig,
    /// Digits that were not gathered yet.
    fresh: Vec<Vec<u64>>,
    gathered: usize,
}

impl Expansion {
    fn new(prime: u64, count: usize) -> Self {
        let values = vec![UBig::ZERO; count];
        Self { prime: prime.into(), values, modulus: UBig::ONE, fresh: Vec::new(), gathered: 0 }
    }

    fn places(&self) -> usize {
        self.gathered + self.fresh.len()
    }

    fn push(&mut self, digit: Vec<u64>) {
        self.fresh.push(digit);
    }

    fn gather(&mut self) {
        for (place, value) in self.values.iter_mut().enumerate() {
            let fresh = self.fresh.iter().rev();
            let high = fresh.fold(UBig::ZERO, |sum, digits| sum * &self.prime + digits[place]);
            *value += high * &self.modulus;
        }
        self.modulus *= self.prime.pow(self.fresh.len());
        self.gathered += self.fresh.len();
        self.fresh.clear();
    }

    /// Numerators over a common denominator with these digits, if there are short ones.
    fn fractions(&mut self) -> Option<Fractions> {
        self.gather();
        let half = &self.modulus >> 1;
        // Numerator times denominator below half the modulus makes them the only ones.
        let most = UBig::ONE << ((self.modulus.bit_len() - 2) / 2);
        let mut denominator = UBig::ONE;
        let mut numerators: Vec<IBig> = Vec::with_capacity(self.values.len());
        for value in &self.values {
            let scaled = (value * &denominator) % &self.modulus;
            let near =
                if scaled > half { -IBig::from(&self.modulus - &scaled) } else { IBig::from(scaled.clone()) };
            if near.clone().unsigned_abs() <= most {
                numerators.push(near);
                continue;
            }
            let (numerator, factor) = fraction(&self.modulus, scaled, &most)?;
            denominator *= &factor;
            if denominator > most {
                return None;
            }
            let factor = IBig::from(factor);
            numerators.iter_mut().for_each(|other| *other *= &factor);
            numerators.push(numerator);
        }
        Some(Fractions { numerators, denominator: denominator.into() })
    }
}

/// The fraction of numbers of at most `most` that is `value` modulo `modulus`, by Euclid's algorithm, if there is one.
fn fraction(modulus: &UBig, value: UBig, most: &UBig) -> Option<(IBig, UBig)> {
    let (mut high, mut low) = (IBig::from(modulus.clone()), IBig::from(value));
    let (mut before, mut now) = (IBig::ZERO, IBig::ONE);
    let most = IBig::from(most.clone());
    while low > most {
        let (quotient, rest) = high.div_rem(&low);
        let next = before - &quotient * &now;
        (before, now) = (now, next);
        (high, low) = (low, rest);
    }
    let (numerator, denominator) = if now < IBig::ZERO { (-low, -now) } else { (low, now) };
    (!denominator.is_zero() && denominator <= most)
        .then(|| UBig::try_from(denominator).ok())
        .flatten()
        .map(|denominator| (numerator, denominator))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(columns: &[&[(usize, i64)]]) -> Vec<Vec<(usize, IBig)>> {
        let column = |column: &&[(usize, i64)]| {
            column.iter().map(|&(row, entry)| (row, IBig::from(entry))).collect::<Vec<_>>()
        };
        columns.iter().map(column).collect()
    }

    #[test]
    fn long_solutions_are_found_digit_by_digit() {
        // Hilbert's matrix times its common denominator: its inverse has long entries.
        let size = 12_usize;
        let common: i64 = 5_354_228_880; // lcm(1..=24)
        let columns: Vec<Vec<(usize, IBig)>> = (0..size)
            .map(|c| (0..size).map(|r| (r, IBig::from(common / (1 + c + r) as i64))).collect())
            .collect();
        let lifting = Lifting::new(columns.iter().map(Vec::as_slice).collect()).ok().unwrap();
        let right: Vec<IBig> = (0..size).map(|row| IBig::from(row * row) - IBig::from(7)).collect();
        for transposed in [false, true] {
            let found = lifting.lifted(&right, transposed);
            assert!(lifting.fits(&found, &right, transposed));
            assert!(found.denominator > IBig::ZERO);
        }
    }

    #[test]
    fn negative_and_fractional_solutions_are_told_apart() {
        let columns = whole(&[&[(0, 3)], &[(0, 1), (1, -7)]]);
        let lifting = Lifting::new(columns.iter().map(Vec::as_slice).collect()).ok().unwrap();
        let found = lifting.solve(&[IBig::from(1), IBig::from(2)]);
        // −7y = 2, 3x + y = 1.
        let [x, y] = &found.numerators[..] else { panic!() };
        assert_eq!(y * IBig::from(-7), IBig::from(2) * &found.denominator);
        assert_eq!(x * IBig::from(3) + y, found.denominator);
    }
}
