//! One vector for each open sign, that refutes every pattern of them at once: a guess in doubles.
//!
//! With rows B of the edges, half of the friction included, the columns `Yⱼ` of `Bᵀ(BBᵀ)⁻¹` have
//! `Yⱼ·Bᵢ = δᵢⱼ`.  So with weights w
//!
//! ```text
//!     z(σ) = Σ wⱼσⱼYⱼ,   σᵢ z(σ)·e = wᵢ Yᵢ·e + Σ_{j≠i} wⱼ σᵢσⱼ Yⱼ·e ≥ t      on every edge e of every
//!                        constraint i                                                                    (1)
//! ```
//!
//! is linear in w where σᵢσⱼ is known, and is bounded from below by `−wⱼ|Yⱼ·e|` where it is not: a linear
//! program with as many unknowns as constraints, whose best t is positive where the guess refutes.  With
//! every sign known it is the whole truth about one pattern; with every sign open it is Beeck's condition for
//! the regularity of an interval matrix.  Where t is not positive, its prices tell the sign whose ignorance
//! costs most.
//!
//! Nothing here is believed: what is proposed is tried in rationals.

use super::cone::Pushes;
use stiction_exact::double::{elimination, inner};
use stiction_exact::matrix::Rows;
use stiction_exact::work;
use stiction_proof::Rational;

/// Edges in doubles, constraint by constraint, scaled by powers of two.
#[derive(Debug, Clone)]
pub(super) struct Doubles {
    /// For each constraint its edge without friction, and what friction adds to it each way.
    edges: Vec<(Vec<f64>, Vec<Vec<f64>>)>,
    /// Powers of two by which the entries of a vector are multiplied.
    units: Vec<i32>,
}

/// What is proposed of a node.
pub(super) enum Proposal {
    /// First what is there whatever the open signs are, then one vector for each of them.
    Refutes(Rows),
    /// The sign to be told apart next.
    Split(usize),
    /// Nothing: the rows depend on each other, or no sign is open.
    Nothing,
}

/// Bits of the entries of a proposed vector.
const BITS: f64 = 24.0;
/// A part of a weight that is believed to be more than rounding.
const ENOUGH: f64 = 1e-9;

impl Doubles {
    pub(super) fn new(pushes: &Pushes) -> Self {
        let doubles = |row: &Vec<Rational>| -> Vec<f64> { row.iter().map(Rational::to_f64).collect() };
        let mut edges: Vec<(Vec<f64>, Vec<Vec<f64>>)> = pushes
            .images
            .iter()
            .map(|parts| (doubles(&parts.bare), parts.rubs.iter().map(doubles).collect()))
            .collect();
        let exponent =
            |most: f64| if most > 0.0 && most.is_finite() { most.log2().floor() as i32 } else { 0 };
        let mut units = vec![0; pushes.rows];
        for (row, unit) in units.iter_mut().enumerate() {
            let most = edges.iter().fold(0.0_f64, |most, (bare, _)| most.max(bare[row].abs()));
            *unit = -exponent(most);
            let factor = f64::from(*unit).exp2();
            for (bare, rubs) in &mut edges {
                bare[row] *= factor;
                rubs.iter_mut().for_each(|rub| rub[row] *= factor);
            }
        }
        for (bare, rubs) in &mut edges {
            let most = bare.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
            let factor = f64::from(-exponent(most)).exp2();
            bare.iter_mut().chain(rubs.iter_mut().flatten()).for_each(|entry| *entry *= factor);
        }
        Self { edges, units }
    }

    /// The inverse that (1) starts from, at a scale.
    pub(super) fn middle(&self, scale: f64) -> Option<Middle<'_>> {
        let rows: Vec<Vec<f64>> = self
            .edges
            .iter()
            .map(|(bare, rubs)| match &rubs[..] {
                [rub] => sum(bare, 0.5 * scale, rub),
                _ => bare.clone(),
            })
            .collect();
        let gram: Vec<Vec<f64>> =
            rows.iter().map(|row| rows.iter().map(|other| inner(row, other)).collect()).collect();
        let inverse = inverted(gram)?;
        let column = |weights: &Vec<f64>| -> Vec<f64> {
            let entry = |k: usize| rows.iter().zip(weights).map(|(row, weight)| row[k] * weight).sum();
            (0..self.units.len()).map(entry).collect()
        };
        let columns: Vec<Vec<f64>> = inverse.iter().map(column).collect();
        let works = self
            .edges
            .iter()
            .map(|(bare, rubs)| {
                let full = rubs.iter().map(|rub| sum(bare, scale, rub));
                let along = |edge: Vec<f64>| columns.iter().map(|column| inner(column, &edge)).collect();
                std::iter::once(bare.clone()).chain(full).map(along).collect()
            })
            .collect();
        Some(Middle { doubles: self, columns, works })
    }

    /// A pattern of signs that is likely to lock at a scale: where the determinant of the images, which is
    /// linear in every coefficient, changes its sign along an edge of the box, the singular vector there.
    /// Walks from corner to corner as the determinant falls.
    pub(super) fn likely(&self, scale: f64, start: usize) -> Option<Vec<bool>> {
        let size = self.edges.len();
        if self.units.len() != size || self.edges.iter().any(|(_, rubs)| rubs.len() > 1) {
            return None;
        }
        let column = |one: usize, full: bool| -> Vec<f64> {
            let (bare, rubs) = &self.edges[one];
            match (&rubs[..], full) {
                ([rub], true) => sum(bare, scale, rub),
                _ => bare.clone(),
            }
        };
        let mut full: Vec<bool> = (0..size).map(|one| start >> (one % 60) & 1 == 1).collect();
        for _ in 0..4 * size {
            work::spend(size * size);
            // Rows of this matrix are the images; its inverse from the right solves Σ λᵢ imageᵢ = change.
            let corner: Vec<Vec<f64>> = (0..size).map(|one| column(one, full[one])).collect();
            let inverse = inverted(corner)?;
            let solved = |row: &[f64]| -> Vec<f64> {
                (0..size)
                    .map(|k| row.iter().zip(&inverse).map(|(entry, line)| entry * line[k]).sum())
                    .collect()
            };
            let mut best: Option<(f64, usize)> = None;
            for one in (0..size).filter(|&one| !self.edges[one].1.is_empty()) {
                let changed = column(one, !full[one]);
                let ratio = solved(&changed)[one];
                if ratio <= 0.0 {
                    let change: Vec<f64> =
                        changed.iter().zip(column(one, full[one])).map(|(new, old)| new - old).collect();
                    return Some(solved(&change).iter().map(|&entry| entry < 0.0).collect());
                }
                if best.is_none_or(|(least, _)| ratio < least) {
                    best = Some((ratio, one));
                }
            }
            match best {
                Some((ratio, one)) if ratio < 1.0 - ENOUGH => full[one] = !full[one],
                _ => return None,
            }
        }
        None
    }
}

/// (1) at one scale.
pub(super) struct Middle<'a> {
    doubles: &'a Doubles,
    /// The `Yⱼ`.
    columns: Vec<Vec<f64>>,
    /// `Yⱼ·e` for each edge of each constraint.
    works: Vec<Vec<Vec<f64>>>,
}

impl Middle<'_> {
    /// What (1) says of a node: `Some(negative)` where a sign is known.
    pub(super) fn propose(&self, signs: &[Option<bool>]) -> Proposal {
        let size = signs.len();
        let mut rows = Vec::new();
        let mut owners = Vec::new();
        for (one, edges) in self.works.iter().enumerate() {
            for works in edges {
                let entry = |other: usize| match (signs[one], signs[other]) {
                    _ if one == other => works[one],
                    (Some(a), Some(b)) => {
                        if a == b {
                            works[other]
                        } else {
                            -works[other]
                        }
                    }
                    _ => -works[other].abs(),
                };
                rows.push((0..size).map(entry).collect::<Vec<f64>>());
                owners.push(one);
            }
        }
        work::spend(rows.len() * size);
        let Some(best) = best_weights(&rows, signs) else { return Proposal::Nothing };
        if best.least > ENOUGH
            && let Some(vectors) = self.vectors(signs, &best.weights)
        {
            return Proposal::Refutes(vectors);
        }
        let mut cost = vec![0.0; size];
        for ((row, &owner), price) in rows.iter().zip(&owners).zip(&best.prices) {
            for other in (0..size).filter(|&other| other != owner) {
                let part = price * (row[other] * best.weights[other]).abs();
                [owner, other]
                    .into_iter()
                    .filter(|&one| signs[one].is_none())
                    .for_each(|one| cost[one] += part);
            }
        }
        let open = (0..size).filter(|&one| signs[one].is_none());
        open.max_by(|&a, &b| cost[a].total_cmp(&cost[b])).map_or(Proposal::Nothing, Proposal::Split)
    }

    fn vectors(&self, signs: &[Option<bool>], weights: &[f64]) -> Option<Rows> {
        let size = self.doubles.units.len();
        let mut steady = vec![0.0; size];
        let mut vectors = Vec::new();
        for ((column, sign), weight) in self.columns.iter().zip(signs).zip(weights) {
            match sign {
                None => vectors.push(column.iter().map(|entry| entry * weight).collect::<Vec<f64>>()),
                Some(negative) => {
                    let weight = if *negative { -weight } else { *weight };
                    steady.iter_mut().zip(column).for_each(|(sum, entry)| *sum += weight * entry);
                }
            }
        }
        vectors.insert(0, steady);
        let most = vectors.iter().flatten().fold(0.0_f64, |most, entry| most.max(entry.abs()));
        if !(most.is_finite() && most > 0.0) {
            return None;
        }
        let unit = (most.log2().floor() - BITS).exp2();
        // A multiple of the vectors refutes as much: integers, but for the units of the rows.
        let least = self.doubles.units.iter().copied().min().unwrap_or(0);
        let short = |(entry, &power): (&f64, &i32)| {
            let whole = Rational::from_f64((entry / unit).round())?;
            Some(whole * Rational::from_f64(f64::from(power - least).exp2())?)
        };
        vectors.iter().map(|vector| vector.iter().zip(&self.doubles.units).map(short).collect()).collect()
    }
}

/// Weights with the largest least row, and prices of the rows.
struct WeighedRows {
    weights: Vec<f64>,
    least: f64,
    prices: Vec<f64>,
}

/// Maximises `t ≤ row·w` over weights of at most one, that are not negative where a sign is open: a
/// dictionary in `u = 1 − w` and `t − t₀`, which is possible from the start.
fn best_weights(rows: &[Vec<f64>], signs: &[Option<bool>]) -> Option<WeighedRows> {
    let size = signs.len();
    let sums: Vec<f64> = rows.iter().map(|row| row.iter().sum()).collect();
    let start = sums.iter().copied().fold(f64::INFINITY, f64::min);
    if !start.is_finite() {
        return None;
    }
    // Slack of row i: sumᵢ − t₀ − row·u − s; then the upper ends of u.  The last column is the constant.
    let width = size + 2;
    let mut table: Vec<Vec<f64>> = Vec::with_capacity(rows.len() + size + 1);
    for (row, sum) in rows.iter().zip(&sums) {
        let mut line: Vec<f64> = row.iter().map(|entry| -entry).collect();
        line.extend([-1.0, sum - start]);
        table.push(line);
    }
    for (one, sign) in signs.iter().enumerate() {
        let mut line = vec![0.0; width];
        line[one] = -1.0;
        line[width - 1] = if sign.is_some() { 2.0 } else { 1.0 };
        table.push(line);
    }
    let mut goal = vec![0.0; width];
    goal[size] = 1.0;
    table.push(goal);
    let count = rows.len() + size;
    let mut basic: Vec<usize> = (size + 1..size + 1 + count).collect();
    let mut other: Vec<usize> = (0..=size).collect();
    for step in 0..20 * (count + size) {
        work::spend(width);
        let goal = &table[count];
        let gains = (0..=size).filter(|&column| goal[column] > 1e-11);
        let entering = if step < 4 * count {
            gains.max_by(|&a, &b| goal[a].total_cmp(&goal[b]))
        } else {
            gains.min_by_key(|&column| other[column])
        };
        let Some(entering) = entering else { break };
        let leaving = (0..count)
            .filter(|&line| table[line][entering] < -1e-11)
            .map(|line| (table[line][width - 1].max(0.0) / -table[line][entering], line))
            .min_by(|a, b| a.0.total_cmp(&b.0).then(basic[a.1].cmp(&basic[b.1])));
        let (_, leaving) = leaving?;
        pivot(&mut table, leaving, entering);
        std::mem::swap(&mut basic[leaving], &mut other[entering]);
    }
    let mut values = vec![0.0; size + 1 + count];
    basic.iter().zip(&table).for_each(|(&name, line)| values[name] = line[width - 1]);
    let mut prices = vec![0.0; size + 1 + count];
    other.iter().zip(&table[count]).for_each(|(&name, gain)| prices[name] = -gain);
    let weights: Vec<f64> = values[..size].iter().map(|u| 1.0 - u).collect();
    let least = rows.iter().map(|row| inner(row, &weights)).fold(f64::INFINITY, f64::min);
    Some(WeighedRows { weights, least, prices: prices[size + 1..size + 1 + rows.len()].to_vec() })
}

/// Exchanges the slack of a line for the variable of a column.
fn pivot(table: &mut [Vec<f64>], line: usize, column: usize) {
    let mut lead = std::mem::take(&mut table[line]);
    let factor = -1.0 / lead[column];
    lead[column] = -1.0;
    lead.iter_mut().for_each(|entry| *entry *= factor);
    for other in table.iter_mut().filter(|other| !other.is_empty()) {
        let multiple = std::mem::replace(&mut other[column], 0.0);
        if multiple != 0.0 {
            other.iter_mut().zip(&lead).for_each(|(entry, lead)| *entry += multiple * lead);
        }
    }
    table[line] = lead;
}

fn sum(a: &[f64], factor: f64, b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a + factor * b).collect()
}

/// The inverse of a square matrix, by rows; none where it is close to singular.
fn inverted(mut rows: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = rows.len();
    for (index, row) in rows.iter_mut().enumerate() {
        row.extend((0..size).map(|k| if k == index { 1.0 } else { 0.0 }));
    }
    let most = rows.iter().flatten().fold(0.0_f64, |most, entry| most.max(entry.abs()));
    elimination::solve(&mut rows, size, 1e-13 * most)
        .then(|| rows.into_iter().map(|mut row| row.split_off(size)).collect())
}
