//! What is known of a pattern of signs before a program is asked.
//!
//! ```text
//!     edges at a scale lie between those at a larger one, so a vector that refutes a scale refutes all smaller ones        (1)
//!     with rows B of the edges, half of the friction included, y = Bᵀ(BBᵀ)⁻¹σ has y·σᵢBᵢ = 1: it refutes where friction
//!     changes no product by more than that, whatever the signs σ                                                           (2)
//! ```
//!
//! With k free signs there are 2ᵏ⁻¹ patterns and one y for each; by (1) and (2) most of them are products of a few numbers and no program.  Both only
//! propose: what they propose is tried on every edge, and a program decides where it fails.  (2) is how the regularity of an interval matrix is seen
//! from its middle.

use super::cone::{Pushes, full};
use super::decide::Locker;
use super::matrix::{Rows, dot, solve};
use crate::work;
use std::cell::{Cell, RefCell};
use stiction_proof::Rational;

/// What earlier questions left.
#[derive(Debug, Clone, Default)]
pub(super) struct Known {
    /// For each pattern the vectors that refuted it last; none where nothing did.
    chains: RefCell<Vec<Rows>>,
    /// The pattern that locked last: at another scale it is likely to.
    critical: Cell<Option<usize>>,
}

impl Known {
    pub(super) fn critical(&self) -> Option<usize> {
        self.critical.get()
    }

    pub(super) fn locked(&self, pattern: usize) {
        self.critical.set(Some(pattern));
    }

    pub(super) fn refuted(&self, pattern: usize, chain: Rows) {
        let mut chains = self.chains.borrow_mut();
        if chains.len() <= pattern {
            chains.resize(pattern + 1, Rows::new());
        }
        chains[pattern] = chain;
    }

    fn last(&self, pattern: usize) -> Rows {
        self.chains.borrow().get(pattern).cloned().unwrap_or_default()
    }
}

/// `Bᵀ(BBᵀ)⁻¹` of (2) by its columns, rounded; none where the rows depend on each other.
pub(super) fn middle(locker: &Locker<'_>, scale: &Rational) -> Option<Rows> {
    let first = locker.patterns.first().filter(|first| !first.images.is_empty())?;
    let half = scale * &Rational::new(1, 2);
    let rows: Rows = first
        .images
        .iter()
        .zip(&first.negative)
        .map(|(parts, &negative)| {
            let row = match &parts.rubs[..] {
                [rub] => full(&parts.bare, &half, rub),
                _ => parts.bare.clone(),
            };
            if negative { row.iter().map(|entry| -entry).collect() } else { row }
        })
        .collect();
    let gram: Rows = rows.iter().map(|row| rows.iter().map(|other| dot(row, other)).collect()).collect();
    let inverse = solve(&gram, &unit_rows(gram.len()))?;
    let short = |value: Rational| Rational::from_f64(value.to_f64());
    let column = |weights: &Vec<Rational>| -> Option<Vec<Rational>> {
        let entry = |k: usize| rows.iter().zip(weights).map(|(row, weight)| &row[k] * weight).sum();
        (0..rows.first()?.len()).map(|k| short(entry(k))).collect()
    };
    inverse.iter().map(column).collect()
}

fn unit_rows(size: usize) -> Rows {
    let unit = |row: usize| (0..size).map(|k| Rational::from(i64::from(k == row))).collect();
    (0..size).map(unit).collect()
}

impl Locker<'_> {
    /// Vectors that refute a pattern at a scale, or below it, without a program.
    pub(super) fn refuted_already(
        &self,
        pattern: usize,
        scale: &Rational,
        middle: Option<&Rows>,
        strictly: bool,
    ) -> Option<Rows> {
        let refutes = |chain: &Rows| self.patterns[pattern].are_refuted(chain, scale, strictly);
        let last = self.known.last(pattern);
        if refutes(&last) {
            return Some(last);
        }
        let guess = vec![short(&weighted(middle?, &self.patterns[pattern].negative))?];
        refutes(&guess).then_some(guess)
    }

    /// The vectors that a program found, or shorter ones near them that refute as much: each is multiplied again and again.
    pub(super) fn shortened(&self, pattern: usize, chain: Rows, scale: &Rational, strictly: bool) -> Rows {
        let shorter: Option<Rows> = chain.iter().map(|direction| short(direction)).collect();
        let refutes = |shorter: &Rows| self.patterns[pattern].are_refuted(shorter, scale, strictly);
        shorter.filter(refutes).unwrap_or(chain)
    }
}

/// Bits of a short vector, relative to its largest entry.
const BITS: i32 = 20;

/// A vector with few bits near another one.
fn short(vector: &[Rational]) -> Option<Vec<Rational>> {
    let entries: Vec<f64> = vector.iter().map(Rational::to_f64).collect();
    let most = entries.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
    if !(most.is_finite() && most > 0.0) {
        return None;
    }
    let unit = f64::from(most.log2().floor() as i32 - BITS).exp2();
    // A multiple of a vector refutes as much: integers.
    entries.into_iter().map(|entry| Rational::from_f64((entry / unit).round())).collect()
}

/// The sum of columns with the signs of a pattern.
fn weighted(columns: &Rows, negative: &[bool]) -> Vec<Rational> {
    let mut sum = vec![Rational::zero(); columns.first().map_or(0, Vec::len)];
    for (column, &negative) in columns.iter().zip(negative) {
        for (sum, entry) in sum.iter_mut().zip(column) {
            *sum = if negative { &*sum - entry } else { &*sum + entry };
        }
    }
    sum
}

impl Pushes {
    fn are_refuted(&self, chain: &Rows, scale: &Rational, strictly: bool) -> bool {
        if strictly { self.are_opposed(chain, scale) } else { self.are_emptied(chain, scale) }
    }

    /// Whether one vector is positive on every edge.
    fn are_opposed(&self, chain: &Rows, scale: &Rational) -> bool {
        let [direction] = &chain[..] else { return false };
        self.images.iter().all(|parts| {
            work::spend(direction.len());
            let bare = dot(direction, &parts.bare);
            let with = |rub: &Vec<Rational>| (&bare + &(scale * &dot(direction, rub))).is_positive();
            bare.is_positive() && parts.rubs.iter().all(with)
        })
    }

    /// Whether vectors, one after the other, leave no constraint that can carry a force below the scale, as [`Pushes::chain`] does.
    fn are_emptied(&self, chain: &Rows, scale: &Rational) -> bool {
        let mut left: Vec<usize> = (0..self.images.len()).collect();
        for direction in chain {
            let mut still = Vec::with_capacity(left.len());
            for &index in &left {
                work::spend(direction.len());
                let parts = &self.images[index];
                let bare = dot(direction, &parts.bare);
                let against = |rub: &Vec<Rational>| (&bare + &(scale * &dot(direction, rub))).is_negative();
                if bare.is_negative() || parts.rubs.iter().any(against) {
                    return false;
                }
                if !bare.is_positive() {
                    still.push(index);
                }
            }
            left = still;
        }
        left.is_empty()
    }
}
