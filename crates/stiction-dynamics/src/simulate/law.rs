//! The law of contact in doubles: for each contact a letter, for each choice of letters linear equations, and
//! inequalities that say whether the choice is consistent.
//!
//! With the rates `y = G·f + b` of normal and tangent (accelerations under forces, or velocities after impulses),
//!
//! ```text
//!     s    f = 0,  y_n ≥ 0                                    n    y_n = y_t = 0,  |f_t| ≤ mu_s·f_n
//!     l    y_n = 0,  y_t ≥ 0,  f_t = −mu_k·f_n,  f_n ≥ 0      r    y_n = 0,  y_t ≤ 0,  f_t = +mu_k·f_n,  f_n ≥ 0
//!     m    y_n = 0,  f_t = 0,  f_n ≥ 0                                                                            (1)
//! ```
//!
//! The equations of a choice may leave forces free that move nothing (two feet of a block share the friction);
//! then the choice is consistent if **some** of them satisfy the inequalities, which is a small linear program:
//! the largest `s` with every inequality `≥ s`.  Its sign decides, and its root in time is when the choice
//! ends.

use super::sparse::{Column, Gram, Solved, solve};
use crate::lcp::proposed;

/// What a contact may do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Kind {
    /// Without friction.
    Smooth,
    /// Does not slip now.
    Rest { at_rest: f64, sliding: f64 },
    /// Slips to this side.
    Slip { side: f64, sliding: f64 },
}

/// What a contact does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Letter {
    Separates,
    Sticks,
    Left,
    Right,
    /// Kept without friction.
    Kept,
}

impl Letter {
    pub(super) fn is_kept(self) -> bool {
        self != Self::Separates
    }

    /// Slips by the law: +1 left, −1 right.
    pub(super) fn side(self) -> f64 {
        match self {
            Self::Left => 1.0,
            Self::Right => -1.0,
            _ => 0.0,
        }
    }
}

impl Kind {
    pub(super) fn sliding(self) -> f64 {
        match self {
            Self::Smooth => 0.0,
            Self::Rest { sliding, .. } | Self::Slip { sliding, .. } => sliding,
        }
    }

    /// What it does if it is kept and at rest stays stuck.
    pub(super) fn preferred(self) -> Letter {
        match self {
            Self::Smooth => Letter::Kept,
            Self::Rest { .. } => Letter::Sticks,
            Self::Slip { side, .. } if side > 0.0 => Letter::Left,
            Self::Slip { .. } => Letter::Right,
        }
    }

    /// Whether it may do this.
    pub(super) fn may(self, letter: Letter) -> bool {
        self.letters().contains(&letter)
    }

    /// All that it may do, the preferred first and leaving last.
    pub(super) fn letters(self) -> Vec<Letter> {
        match self {
            Self::Rest { .. } => vec![Letter::Sticks, Letter::Left, Letter::Right, Letter::Separates],
            other => vec![other.preferred(), Letter::Separates],
        }
    }
}

/// The contacts of some bodies that hang together.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Bundle {
    pub kinds: Vec<Kind>,
    /// `G`, in blocks of normal and tangent.
    pub gram: Gram,
    /// `b`.
    pub bias: Vec<f64>,
}

/// A choice of letters with what follows.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Choice {
    pub letters: Vec<Letter>,
    /// Along normal and tangent.
    pub forces: Vec<[f64; 2]>,
    pub rates: Vec<[f64; 2]>,
    /// The least of the inequalities on forces, at their best.
    pub margin: f64,
    /// The least of those on rates.
    pub slack: f64,
}

impl Bundle {
    /// Forces that satisfy the equations of letters, and what may be added to them without moving anything.
    pub(super) fn balance(&self, letters: &[Letter]) -> (Vec<[f64; 2]>, Vec<Vec<[f64; 2]>>) {
        let columns = self.columns(letters);
        let right = columns.iter().map(|column| -self.bias[2 * column.contact + column.row]).collect();
        let Solved { point, free } = solve(&self.gram, &columns, right);
        let spread = |multiples: &[f64]| {
            let mut forces = vec![[0.0; 2]; letters.len()];
            for (column, multiple) in columns.iter().zip(multiples) {
                for axis in 0..2 {
                    forces[column.contact][axis] += column.force[axis] * multiple;
                }
            }
            forces
        };
        (spread(&point), free.iter().map(|one| spread(one)).collect())
    }

    /// How far letters are from being consistent; nothing where their equations contradict each other.
    pub(super) fn choose(&self, letters: &[Letter]) -> Option<Choice> {
        let choice = self.solved(letters);
        let scale = self.bias.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
        let met = |row: usize| choice.rates[row / 2][row % 2].abs() <= UNMET * scale;
        rows(letters).into_iter().all(met).then_some(choice)
    }

    /// The same, whatever is left over of equations that say something twice.
    pub(super) fn solved(&self, letters: &[Letter]) -> Choice {
        let (forces, free) = self.balance(letters);
        let (margin, forces) = self.best(letters, forces, &free);
        let rates = self.rates(&forces);
        let slack = letters.iter().zip(&self.kinds).zip(&rates).map(|((letter, kind), rate)| match letter {
            Letter::Separates => rate[0],
            Letter::Left | Letter::Right if matches!(kind, Kind::Rest { .. }) => letter.side() * rate[1],
            _ => f64::INFINITY,
        });
        let slack = slack.fold(f64::INFINITY, f64::min);
        Choice { letters: letters.to_vec(), forces, rates, margin, slack }
    }

    fn columns(&self, letters: &[Letter]) -> Vec<Column> {
        let mut columns = Vec::with_capacity(2 * letters.len());
        for (contact, letter) in letters.iter().enumerate().filter(|(_, letter)| letter.is_kept()) {
            let friction = -letter.side() * self.kinds[contact].sliding();
            columns.push(Column { contact, row: 0, force: [1.0, friction] });
            if *letter == Letter::Sticks {
                columns.push(Column { contact, row: 1, force: [0.0, 1.0] });
            }
        }
        columns
    }

    pub(super) fn rates(&self, forces: &[[f64; 2]]) -> Vec<[f64; 2]> {
        let rate = |at: usize| {
            let mut rate = [self.bias[2 * at], self.bias[2 * at + 1]];
            for (other, [nn, nt, tn, tt]) in self.gram.row(at) {
                let [normal, tangent] = forces[*other];
                rate[0] += nn * normal + nt * tangent;
                rate[1] += tn * normal + tt * tangent;
            }
            rate
        };
        (0..self.gram.len()).map(rate).collect()
    }

    /// The forces whose least inequality is largest, among those that move nothing else.
    fn best(
        &self,
        letters: &[Letter],
        forces: Vec<[f64; 2]>,
        free: &[Vec<[f64; 2]>],
    ) -> (f64, Vec<[f64; 2]>) {
        let mut tests: Vec<(usize, [f64; 2])> = Vec::new();
        for (contact, letter) in letters.iter().enumerate().filter(|(_, letter)| letter.is_kept()) {
            match (letter, self.kinds[contact]) {
                (Letter::Sticks, Kind::Rest { at_rest, .. }) => {
                    tests.push((contact, [at_rest, 1.0]));
                    tests.push((contact, [at_rest, -1.0]));
                    tests.push((contact, [1.0, 0.0]));
                }
                _ => tests.push((contact, [1.0, 0.0])),
            }
        }
        let value = |(contact, test): &(usize, [f64; 2]), of: &[[f64; 2]]| {
            test[0] * of[*contact][0] + test[1] * of[*contact][1]
        };
        let start: Vec<f64> = tests.iter().map(|test| value(test, &forces)).collect();
        // Where what was found first will do, nothing better is looked for.
        if free.is_empty() || start.iter().all(|entry| *entry >= 0.0) {
            return (start.into_iter().fold(f64::INFINITY, f64::min), forces);
        }
        let slopes: Vec<Vec<f64>> =
            tests.iter().map(|test| free.iter().map(|one| value(test, one)).collect()).collect();
        let (margin, multiples) = highest(&start, &slopes);
        let mut best = forces;
        for (one, multiple) in free.iter().zip(&multiples) {
            for (sum, part) in best.iter_mut().zip(one) {
                sum[0] += multiple * part[0];
                sum[1] += multiple * part[1];
            }
        }
        (margin, best)
    }

    /// How many choices there are.
    pub(super) fn count(&self) -> usize {
        self.kinds.iter().fold(1usize, |count, kind| count.saturating_mul(kind.letters().len()))
    }

    /// Every choice of letters, the preferred first.
    pub(super) fn every(&self) -> impl Iterator<Item = Vec<Letter>> + use<'_> {
        let lists: Vec<Vec<Letter>> = self.kinds.iter().map(|kind| kind.letters()).collect();
        (0..self.count()).map(move |index| {
            let mut rest = index;
            let mut letters: Vec<Letter> = Vec::with_capacity(lists.len());
            for list in lists.iter().rev() {
                letters.push(list[rest % list.len()]);
                rest /= list.len();
            }
            letters.reverse();
            letters
        })
    }

    /// Letters by Lemke's method: one choice, where there are too many to try.
    pub(super) fn by_lemke(&self) -> Option<Vec<Letter>> {
        // For a contact at rest: f_n, the tangential force to either side, and the slip; else f_n alone.
        let mut starts = Vec::with_capacity(self.kinds.len());
        let mut total = 0;
        for kind in &self.kinds {
            starts.push(total);
            total += if matches!(kind, Kind::Rest { .. }) { 4 } else { 1 };
        }
        let mut matrix = vec![0.0; total * total];
        let mut q = vec![0.0; total];
        for (i, kind) in self.kinds.iter().enumerate() {
            let signs: &[(usize, f64)] = if matches!(kind, Kind::Rest { .. }) {
                &[(0, 1.0), (1, 1.0), (1, -1.0)]
            } else {
                &[(0, 1.0)]
            };
            for (offset, (axis, sign)) in signs.iter().enumerate() {
                let row = starts[i] + offset;
                q[row] = sign * self.bias[2 * i + axis];
                for &(j, block) in self.gram.row(i) {
                    let other = &self.kinds[j];
                    let at = |axis_j: usize| sign * block[2 * axis + axis_j];
                    let column = starts[j];
                    match other {
                        Kind::Rest { .. } => {
                            matrix[row * total + column] = at(0);
                            matrix[row * total + column + 1] = at(1);
                            matrix[row * total + column + 2] = -at(1);
                        }
                        _ => {
                            let side = other.preferred().side();
                            matrix[row * total + column] = at(0) - side * other.sliding() * at(1);
                        }
                    }
                }
                if offset > 0 {
                    matrix[row * total + starts[i] + 3] = 1.0;
                }
            }
            if let Kind::Rest { at_rest, .. } = kind {
                let row = starts[i] + 3;
                matrix[row * total + starts[i]] = *at_rest;
                matrix[row * total + starts[i] + 1] = -1.0;
                matrix[row * total + starts[i] + 2] = -1.0;
            }
        }
        let (basic, _) = proposed(total, &matrix, &q, |_| true)?;
        let letter = |(kind, &start): (&Kind, &usize)| match kind {
            _ if !basic[start] => Letter::Separates,
            Kind::Rest { .. } if basic[start + 3] && basic[start + 1] => Letter::Right,
            Kind::Rest { .. } if basic[start + 3] && basic[start + 2] => Letter::Left,
            other => other.preferred(),
        };
        Some(self.kinds.iter().zip(&starts).map(letter).collect())
    }
}

/// Equations that are left over must hold to this part of the loads: what the letters demand twice is demanded
/// consistently up to the rounding of positions.
const UNMET: f64 = 1e-6;

/// The equations of letters: the normal rows of what is kept, and the tangential ones of what sticks.
fn rows(letters: &[Letter]) -> Vec<usize> {
    let kept = letters.iter().enumerate().filter(|(_, letter)| letter.is_kept());
    kept.flat_map(|(at, letter)| {
        let tangent = (*letter == Letter::Sticks).then_some(2 * at + 1);
        std::iter::once(2 * at).chain(tangent)
    })
    .collect()
}

/// The largest `s` with `start + slopes·z ≥ s` in every row, and `z`; by the simplex method from `z = 0`, where
/// every row is at least the least of them.
fn highest(start: &[f64], slopes: &[Vec<f64>]) -> (f64, Vec<f64>) {
    let (count, freedoms) = (start.len(), slopes[0].len());
    let least = start.iter().copied().fold(f64::INFINITY, f64::min);
    let scale = start.iter().fold(0.0_f64, |most, entry| most.max(entry.abs())).max(f64::MIN_POSITIVE);
    // Columns: z, −z, s; then the right side.  A last row bounds s, since forces that squeeze may grow without end.
    let width = 2 * freedoms + 2;
    let mut table: Vec<Vec<f64>> = Vec::with_capacity(count + 1);
    for (entry, slope) in start.iter().zip(slopes) {
        let mut row = Vec::with_capacity(width);
        row.extend(slope.iter().map(|part| -part));
        row.extend(slope);
        row.extend([1.0, (entry - least) / scale]);
        table.push(row);
    }
    let mut last = vec![0.0; width];
    (last[width - 2], last[width - 1]) = (1.0, 10.0);
    table.push(last);
    let mut gains: Vec<f64> = vec![0.0; width];
    gains[width - 2] = 1.0;
    // Who is basic in each row: a slack (none) or a column; and who stands in each column.
    let mut basis: Vec<Option<usize>> = vec![None; table.len()];
    let mut standing: Vec<Result<usize, usize>> = (0..width - 1).map(Ok).collect();
    for round in 0..50 * (count + freedoms + 1) {
        let bland = round > 10 * (count + freedoms);
        let gaining = (0..width - 1).filter(|&column| gains[column] > 1e-12);
        let entering =
            if bland { gaining.min() } else { gaining.max_by(|&a, &b| gains[a].total_cmp(&gains[b])) };
        let Some(entering) = entering else { break };
        let ratio = |row: &usize| table[*row][width - 1] / table[*row][entering];
        let leaving = (0..table.len())
            .filter(|&row| table[row][entering] > 1e-11)
            .min_by(|a, b| ratio(a).total_cmp(&ratio(b)));
        let Some(leaving) = leaving else { break };
        let pivot = table[leaving][entering];
        let old = basis[leaving];
        basis[leaving] = standing[entering].ok();
        standing[entering] = old.ok_or(leaving);
        for (column, entry) in table[leaving].iter_mut().enumerate() {
            *entry = if column == entering { 1.0 / pivot } else { *entry / pivot };
        }
        let own = table[leaving].clone();
        let reduce = |entries: &mut Vec<f64>| {
            let factor = entries[entering];
            if factor == 0.0 {
                return;
            }
            for (column, (entry, part)) in entries.iter_mut().zip(&own).enumerate() {
                *entry = if column == entering { -factor * part } else { *entry - factor * part };
            }
        };
        for (row, entries) in table.iter_mut().enumerate() {
            if row != leaving {
                reduce(entries);
            }
        }
        reduce(&mut gains);
    }
    let mut values = vec![0.0; width - 1];
    for (row, basic) in basis.iter().enumerate() {
        if let Some(column) = basic {
            values[*column] = table[row][width - 1] * scale;
        }
    }
    let multiples: Vec<f64> = (0..freedoms).map(|at| values[at] - values[freedoms + at]).collect();
    let reached = start.iter().zip(slopes).map(|(entry, slope)| {
        entry + slope.iter().zip(&multiples).map(|(part, multiple)| part * multiple).sum::<f64>()
    });
    (reached.fold(f64::INFINITY, f64::min), multiples)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_floor_under_two_lines_is_where_they_cross() {
        let (margin, multiples) = highest(&[-1.0, 2.0], &[vec![1.0], vec![-1.0]]);
        assert!((margin - 0.5).abs() < 1e-12 && (multiples[0] - 1.5).abs() < 1e-12, "{margin} {multiples:?}");
    }
}
