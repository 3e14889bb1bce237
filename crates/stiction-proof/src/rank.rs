//! Do rows span their space?
//!
//! Over the residues modulo a prime the rank of a matrix of integers, or of fractions whose denominators the prime does
//! not divide, is never larger than over the fractions: a minor that is not zero modulo the prime is not zero.  So
//! rows that span modulo the prime span, which machine words decide.  Otherwise elimination in fractions does.

use crate::Rational;
use crate::vectors::reduce;
use dashu_int::UBig;
use dashu_int::ops::UnsignedAbs;

/// A Mersenne prime.
const PRIME: u64 = (1 << 61) - 1;

/// The number of dimensions that rows span.
pub(crate) fn rank<const D: usize>(rows: &[[Rational; D]]) -> usize {
    if spans_modulo(rows) {
        return D;
    }
    reduce(&mut rows.to_vec(), D).len()
}

/// Reduces `row` by the rows before it (each with its leading entry) and keeps it if something is left.
pub(crate) fn push_independent<const D: usize>(rows: &mut Vec<[Rational; D]>, mut row: [Rational; D]) {
    for before in rows.iter() {
        let Some(lead) = before.iter().position(|x| !x.is_zero()) else { continue };
        let Some(factor) = row[lead].checked_div(&before[lead]) else { continue };
        for (entry, other) in row.iter_mut().zip(before) {
            *entry -= &(&factor * other);
        }
    }
    if row.iter().any(|x| !x.is_zero()) {
        rows.push(row);
    }
}

/// Whether rows span modulo the prime; a row that has no residue there counts as none.
fn spans_modulo<const D: usize>(rows: &[[Rational; D]]) -> bool {
    // Row `k`, where there is one, begins at column `k` with 1.
    let mut echelon: [Option<[u64; D]>; D] = [None; D];
    let mut found = 0;
    for mut row in rows.iter().filter_map(residues) {
        for column in 0..D {
            if row[column] == 0 {
                continue;
            }
            match &echelon[column] {
                Some(pivot) => {
                    let factor = PRIME - row[column];
                    for k in column..D {
                        row[k] = plus(row[k], times(factor, pivot[k]));
                    }
                }
                None => {
                    let scale = inverse(row[column]);
                    echelon[column] = Some(row.map(|entry| times(entry, scale)));
                    found += 1;
                    break;
                }
            }
        }
        if found == D {
            return true;
        }
    }
    false
}

/// The row modulo the prime, or `None` if the prime divides a denominator.
fn residues<const D: usize>(row: &[Rational; D]) -> Option<[u64; D]> {
    let mut residues = [0; D];
    for (residue, entry) in residues.iter_mut().zip(row) {
        let (above, below) = (modulo(&entry.numerator().unsigned_abs()), modulo(entry.denominator()));
        if below == 0 {
            return None;
        }
        let size = times(above, inverse(below));
        *residue = if entry.is_negative() && size > 0 { PRIME - size } else { size };
    }
    Some(residues)
}

/// A row of any length modulo the prime, or `None` if the prime divides a denominator.
pub(crate) fn residues_of(row: &[Rational]) -> Option<Vec<u64>> {
    row.iter().map(|entry| residues(std::array::from_ref(entry)).map(|[residue]| residue)).collect()
}

/// The rank of rows modulo the prime: at most that of the rows themselves.
pub(crate) fn rank_modulo(rows: impl Iterator<Item = Vec<u64>>) -> usize {
    let mut echelon: Vec<(usize, Vec<u64>)> = Vec::new();
    for mut row in rows {
        for (column, pivot) in &echelon {
            let factor = PRIME - row[*column];
            if factor < PRIME {
                row.iter_mut()
                    .zip(pivot)
                    .for_each(|(entry, pivot)| *entry = plus(*entry, times(factor, *pivot)));
            }
        }
        let Some(column) = row.iter().position(|entry| *entry != 0) else { continue };
        let scale = inverse(row[column]);
        row.iter_mut().for_each(|entry| *entry = times(*entry, scale));
        echelon.push((column, row));
        if echelon.first().is_some_and(|(_, row)| row.len() == echelon.len()) {
            break;
        }
    }
    echelon.len()
}

/// A vector by its entries that are not zero, in the order of their places.
pub(crate) type Sparse = Vec<(usize, Rational)>;

/// The rank of sparse vectors modulo the prime: at most that of the vectors themselves; a vector that has no
/// residue there counts as none.
pub(crate) fn sparse_rank_modulo(vectors: &[Sparse], dimension: usize) -> usize {
    let mut pivots: Vec<Option<Vec<(usize, u64)>>> = vec![None; dimension];
    let mut found = 0;
    for vector in vectors {
        let residue = |(place, entry): &(usize, Rational)| {
            residues(std::array::from_ref(entry)).map(|[residue]| (*place, residue))
        };
        let Some(vector) = vector.iter().map(residue).collect::<Option<Vec<_>>>() else { continue };
        let mut rest: Vec<(usize, u64)> = vector.into_iter().filter(|(_, entry)| *entry != 0).collect();
        while let Some(&(lead, value)) = rest.first() {
            let Some(pivot) = &pivots[lead] else {
                let scale = inverse(value);
                rest.iter_mut().for_each(|(_, entry)| *entry = times(*entry, scale));
                pivots[lead] = Some(rest);
                found += 1;
                break;
            };
            rest = combined(&rest, pivot, PRIME - value);
        }
        if found == dimension {
            break;
        }
    }
    found
}

/// `one + factor·other`, without what cancels.
fn combined(one: &[(usize, u64)], other: &[(usize, u64)], factor: u64) -> Vec<(usize, u64)> {
    let (mut at, mut sum) = (0, Vec::with_capacity(one.len() + other.len()));
    for &(place, entry) in one {
        while at < other.len() && other[at].0 < place {
            sum.push((other[at].0, times(factor, other[at].1)));
            at += 1;
        }
        let more = other.get(at).filter(|(other, _)| *other == place);
        at += usize::from(more.is_some());
        let total = more.map_or(entry, |(_, other)| plus(entry, times(factor, *other)));
        if total != 0 {
            sum.push((place, total));
        }
    }
    sum.extend(other[at..].iter().map(|(place, entry)| (*place, times(factor, *entry))));
    sum
}

/// The rank of sparse vectors, in fractions.
pub(crate) fn sparse_rank(vectors: &[Sparse], dimension: usize) -> usize {
    let mut pivots: Vec<Option<Sparse>> = vec![None; dimension];
    let mut found = 0;
    for vector in vectors {
        let mut rest: Sparse = vector.iter().filter(|(_, entry)| !entry.is_zero()).cloned().collect();
        while let Some((lead, value)) = rest.first().cloned() {
            // Pivots begin with one; no entry that is kept is zero.
            let Some(pivot) = &pivots[lead] else {
                let Some(inverse) = value.recip() else { break };
                rest.iter_mut().for_each(|(_, entry)| *entry = &*entry * &inverse);
                pivots[lead] = Some(rest);
                found += 1;
                break;
            };
            let mut sum: std::collections::BTreeMap<usize, Rational> = rest.into_iter().collect();
            for (place, entry) in pivot {
                *sum.entry(*place).or_default() -= &(&value * entry);
            }
            rest = sum.into_iter().filter(|(_, entry)| !entry.is_zero()).collect();
        }
    }
    found
}

fn modulo(value: &UBig) -> u64 {
    value % PRIME
}

fn plus(a: u64, b: u64) -> u64 {
    // Both are below the prime, so their sum is below 2⁶².
    let sum = a + b;
    if sum >= PRIME { sum - PRIME } else { sum }
}

fn times(a: u64, b: u64) -> u64 {
    // 2⁶¹ is 1 modulo the prime: the high bits are added to the low ones.  Both parts are below 2⁶¹, and
    // their sum is not twice the prime, as a and b are below the prime.
    let product = u128::from(a) * u128::from(b);
    let (high, low) = ((product >> 61) as u64, product as u64 & PRIME);
    let sum = high + low;
    if sum >= PRIME { sum - PRIME } else { sum }
}

/// By Fermat: `a^(p − 2)`.
fn inverse(value: u64) -> u64 {
    if value == 1 {
        return 1;
    }
    let (mut power, mut exponent, mut result) = (value, PRIME - 2, 1);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, power);
        }
        power = times(power, power);
        exponent >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact_rank<const D: usize>(rows: &[[Rational; D]]) -> usize {
        let mut independent = Vec::new();
        rows.iter().for_each(|row| push_independent(&mut independent, row.clone()));
        independent.len()
    }

    #[test]
    fn residues_and_fractions_find_the_same_rank() {
        let mut state = 7_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            Rational::new((state >> 60) as i64 - 8, 1 + (state >> 33) % 5)
        };
        let mut seen = [0; 5];
        for round in 0..600 {
            let count = 1 + round % 6;
            let mut rows: Vec<[Rational; 4]> = (0..count).map(|_| std::array::from_fn(|_| next())).collect();
            if round % 3 == 0 {
                let doubled = rows[0].clone().map(|entry| entry * Rational::new(2, 3));
                rows.push(doubled);
                rows.iter_mut().for_each(|row| row[3] = &row[0] + &row[1]);
            }
            assert_eq!(rank(&rows), exact_rank(&rows));
            seen[rank(&rows)] += 1;
        }
        assert!(seen[1..].iter().all(|&count| count > 20), "{seen:?}");
    }

    #[test]
    fn what_vanishes_modulo_the_prime_is_decided_in_fractions() {
        let (prime, one) = (Rational::from(PRIME as i64), Rational::one);
        let over = one().checked_div(&prime).unwrap();
        let rows = [[prime.clone(), Rational::zero()], [Rational::zero(), one()]];
        assert!(!spans_modulo(&rows));
        assert_eq!(rank(&rows), 2);
        let rows = [[over, Rational::zero()], [Rational::zero(), one()]];
        assert!(!spans_modulo(&rows));
        assert_eq!(rank(&rows), 2);
        assert_eq!(rank::<3>(&[]), 0);
    }

    #[test]
    fn sparse_vectors_have_the_rank_of_their_dense_twins() {
        let mut state = 11_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 33
        };
        for round in 0..400 {
            let count = 1 + round % 7;
            let vector = |next: &mut dyn FnMut() -> u64| -> [Rational; 5] {
                std::array::from_fn(|_| match next() % 3 {
                    0 => Rational::new(next() as i64 % 7 - 3, 1 + next() % 3),
                    _ => Rational::zero(),
                })
            };
            let dense: Vec<[Rational; 5]> = (0..count).map(|_| vector(&mut next)).collect();
            let sparse: Vec<Sparse> = dense
                .iter()
                .map(|row| row.iter().cloned().enumerate().filter(|(_, entry)| !entry.is_zero()).collect())
                .collect();
            assert_eq!(sparse_rank(&sparse, 5), rank(&dense));
            assert_eq!(sparse_rank_modulo(&sparse, 5), rank(&dense));
        }
    }

    #[test]
    fn an_inverse_times_its_number_is_one() {
        for value in [1, 2, 3, 1 << 40, PRIME - 1, 123_456_789_123] {
            assert_eq!(times(value, inverse(value)), 1);
            for other in [0, 1, 2, PRIME - 2, PRIME - 1, 1 << 60, 987_654_321_987_654_321] {
                let (plain, prime) = (u128::from(value), u128::from(PRIME));
                assert_eq!(u128::from(times(value, other)), plain * u128::from(other) % prime);
                assert_eq!(u128::from(plus(value, other)), (plain + u128::from(other)) % prime);
            }
        }
    }
}
