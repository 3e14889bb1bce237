//! A guess in doubles: is a partial choice possible, and if not, which basis shows it?
//!
//! A dictionary writes the slacks of the rows as functions of the unknowns, `s = b + A x`, and exchanges them
//! one for one.  First the sum of what is violated is brought down; then a common part `t` of all strict
//! rows, `s − t ≥ 0`, is raised above zero.  Where one of them ends, the slacks that are not basic are the
//! rows whose multipliers are not zero.

use dashu_int::IBig;
use dashu_int::ops::{BitTest, UnsignedAbs};
use stiction_exact::integers;
use stiction_exact::work;
use stiction_proof::choice::{Allowed, Choices, Condition};

/// What doubles say; to be checked.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Belief {
    /// Something meets every condition.
    Possible,
    /// Nothing does.
    Impossible(Basis),
    /// No end was found.
    Lost,
}

/// From which equations the multipliers follow.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Basis {
    /// Rows that are violated, and whether from above: their multipliers, in doubles, are one or minus one.  None where
    /// strictness fails.
    pub violated: Vec<(usize, bool)>,
    /// Rows whose multipliers are to be found.
    pub tight: Vec<usize>,
    /// Unknowns whose coefficients cancel.
    pub basic: Vec<usize>,
}

/// The rows in doubles, each scaled by a power of two.
pub(super) struct Quick {
    rows: Vec<Vec<f64>>,
    shifts: Vec<usize>,
    unknowns: usize,
    table: Vec<f64>,
    basic: Vec<usize>,
    other: Vec<usize>,
    kind: Vec<Kind>,
    /// Room for a gradient and for a row that is exchanged.
    gradient: Vec<f64>,
    fresh: Vec<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    AtLeast,
    Zero,
}

/// What counts as zero beside numbers of size one.
const SMALL: f64 = 1e-10;
/// The part of a strict row that is believed to be more than nothing.
const ENOUGH: f64 = 1e-9;
/// Steps after which the first column that improves is taken, so that the method does not turn in circles.
const IN_CIRCLES: usize = 60;
/// Marks a slack that left the basis to stay zero.
const HELD: usize = 1 << 63;

impl Quick {
    pub(super) fn new(choices: &Choices) -> Self {
        let bits =
            |row: &Vec<IBig>| row.iter().map(|entry| entry.unsigned_abs().bit_len()).max().unwrap_or(0);
        Self {
            rows: choices.rows().iter().map(|row| integers::to_doubles(row)).collect(),
            shifts: choices.rows().iter().map(bits).collect(),
            unknowns: choices.unknowns(),
            table: Vec::new(),
            basic: Vec::new(),
            other: Vec::new(),
            kind: Vec::new(),
            gradient: Vec::new(),
            fresh: Vec::new(),
        }
    }

    /// For each row, the power of two by which its integers are divided here.
    pub(super) fn shifts(&self) -> &[usize] {
        &self.shifts
    }

    pub(super) fn judge(&mut self, allowed: &Allowed) -> Belief {
        let width = self.lay(allowed);
        let strict = allowed.rows.iter().any(|condition| {
            matches!(condition, Condition::AtLeast { strict: true } | Condition::AtMost { strict: true })
        });
        let most = 200 + 10 * (self.basic.len() + width);
        for step in 0..most {
            if !self.violation(width) {
                return if strict { self.raise(width, most) } else { Belief::Possible };
            }
            let entering = self.entering(step);
            match entering {
                None => return Belief::Impossible(self.basis(true, width)),
                Some(column) => match self.leaving(column, width) {
                    Some(row) => self.pivot(row, column, width),
                    None => return Belief::Lost,
                },
            }
        }
        Belief::Lost
    }

    /// Lays the dictionary out: unknowns that may be positive, then `t`, then the constant.
    fn lay(&mut self, allowed: &Allowed) -> usize {
        let open: Vec<usize> = (0..self.unknowns).filter(|&unknown| allowed.open[unknown]).collect();
        let width = open.len() + 1;
        self.table.clear();
        self.basic.clear();
        self.kind.clear();
        for (index, (row, condition)) in self.rows.iter().zip(&allowed.rows).enumerate() {
            let (sign, strict, kind) = match condition {
                Condition::Free => continue,
                Condition::Zero => (1.0, false, Kind::Zero),
                Condition::AtLeast { strict } => (1.0, *strict, Kind::AtLeast),
                Condition::AtMost { strict } => (-1.0, *strict, Kind::AtLeast),
            };
            self.table.extend(open.iter().map(|&unknown| sign * row[unknown]));
            self.table.push(if strict { -1.0 } else { 0.0 });
            self.table.push(sign * row[self.unknowns]);
            self.basic.push(self.unknowns + 1 + index);
            self.kind.push(kind);
        }
        // Unknowns by their own numbers, `t` after the last, then the slacks.
        self.other = open;
        self.other.push(self.unknowns);
        width
    }

    fn value(&self, row: usize, width: usize) -> f64 {
        self.table[row * (width + 1) + width]
    }

    /// How fast the sum of what is violated falls with each column, into the gradient; whether anything is.
    fn violation(&mut self, width: usize) -> bool {
        let Self { table, basic, kind, gradient, .. } = self;
        gradient.clear();
        for (row, kind) in kind.iter().enumerate().take(basic.len()) {
            let line = &table[row * (width + 1)..(row + 1) * (width + 1)];
            let sign = match kind {
                _ if line[width] < -SMALL => -1.0,
                Kind::Zero if line[width] > SMALL => 1.0,
                _ => continue,
            };
            gradient.resize(width, 0.0);
            for (sum, entry) in gradient.iter_mut().zip(line) {
                *sum += sign * entry;
            }
        }
        !gradient.is_empty()
    }

    /// The column along which the objective falls fastest; slacks that must stay zero never enter.
    fn entering(&self, step: usize) -> Option<usize> {
        let falls = self
            .gradient
            .iter()
            .enumerate()
            .filter(|(column, rate)| **rate < -SMALL && self.other[*column] & HELD == 0);
        if step > IN_CIRCLES {
            return falls.map(|(column, _)| column).min_by_key(|&column| self.other[column]);
        }
        falls.min_by(|a, b| a.1.total_cmp(b.1)).map(|(column, _)| column)
    }

    /// The row that is met first.
    fn leaving(&self, column: usize, width: usize) -> Option<usize> {
        let mut best: Option<(usize, f64, f64)> = None;
        for row in 0..self.basic.len() {
            let rate = self.table[row * (width + 1) + column];
            if rate.abs() < SMALL {
                continue;
            }
            let value = self.value(row, width);
            let reach = match self.kind[row] {
                Kind::Zero if value.abs() <= SMALL => 0.0,
                Kind::Zero if value * rate < 0.0 => -value / rate,
                Kind::AtLeast if value >= -SMALL && rate < 0.0 => value.max(0.0) / -rate,
                Kind::AtLeast if value < -SMALL && rate > 0.0 => -value / rate,
                _ => continue,
            };
            let nearer = best.is_none_or(|(_, least, size)| {
                reach < least - SMALL || reach < least + SMALL && rate.abs() > size
            });
            if nearer {
                best = Some((row, reach, rate.abs()));
            }
        }
        best.map(|(row, ..)| row)
    }

    fn pivot(&mut self, row: usize, column: usize, width: usize) {
        work::spend(self.table.len() / 16);
        let stride = width + 1;
        let pivot = self.table[row * stride + column];
        // y = b + … + p·x  becomes  x = (y − b − …)/p.
        let fresh = &mut self.fresh;
        fresh.clear();
        fresh.extend(self.table[row * stride..(row + 1) * stride].iter().map(|entry| -entry / pivot));
        fresh[column] = 1.0 / pivot;
        for other in (0..self.basic.len()).filter(|&other| other != row) {
            let line = &mut self.table[other * stride..(other + 1) * stride];
            let factor = line[column];
            if factor == 0.0 {
                continue;
            }
            line[column] = 0.0;
            for (entry, fresh) in line.iter_mut().zip(&*fresh) {
                *entry += factor * fresh;
            }
        }
        self.table[row * stride..(row + 1) * stride].copy_from_slice(fresh);
        let leaves = std::mem::replace(&mut self.basic[row], self.other[column]);
        // A slack that must be zero is zero from now on; its column stays, for the multipliers.
        let fixed = if self.kind[row] == Kind::Zero { HELD } else { 0 };
        self.kind[row] = Kind::AtLeast;
        self.other[column] = leaves | fixed;
    }

    /// Raises `t`.
    fn raise(&mut self, width: usize, most: usize) -> Belief {
        for step in 0..most {
            let Some(row) = self.basic.iter().position(|&variable| variable == self.unknowns) else {
                // `t` is not basic yet: it enters.
                let Some(column) = self.other.iter().position(|&variable| variable == self.unknowns) else {
                    return Belief::Lost;
                };
                match self.leaving(column, width) {
                    Some(row) => self.pivot(row, column, width),
                    None => return Belief::Possible,
                }
                continue;
            };
            if self.value(row, width) > ENOUGH {
                return Belief::Possible;
            }
            self.gradient.clear();
            self.gradient.extend(self.table[row * (width + 1)..][..width].iter().map(|rate| -rate));
            match self.entering(step) {
                None => return Belief::Impossible(self.basis(false, width)),
                Some(column) => match self.leaving(column, width) {
                    Some(row) => self.pivot(row, column, width),
                    None => return Belief::Possible,
                },
            }
        }
        Belief::Lost
    }

    /// The unknowns of what was judged last, and the values of all rows there.
    pub(super) fn point(&self) -> (Vec<f64>, Vec<f64>) {
        let width = self.other.len();
        let mut unknowns = vec![0.0; self.unknowns];
        for (row, &variable) in self.basic.iter().enumerate() {
            if let Some(unknown) = unknowns.get_mut(variable) {
                *unknown = self.value(row, width).max(0.0);
            }
        }
        let value =
            |row: &Vec<f64>| row.iter().zip(&unknowns).map(|(a, x)| a * x).sum::<f64>() + row[self.unknowns];
        let rows = self.rows.iter().map(value).collect();
        (unknowns, rows)
    }

    /// The basis of what was judged last.
    pub(super) fn last_basis(&self) -> Basis {
        self.basis(false, self.other.len())
    }

    fn basis(&self, violated: bool, width: usize) -> Basis {
        let slack = |variable: usize| (variable & !HELD).checked_sub(self.unknowns + 1);
        let broken = |row: &usize| {
            let value = self.value(*row, width);
            value < -SMALL || self.kind[*row] == Kind::Zero && value > SMALL
        };
        let rows = (0..self.basic.len()).filter(|row| violated && broken(row));
        Basis {
            violated: rows
                .filter_map(|row| Some((slack(self.basic[row])?, self.value(row, width) > 0.0)))
                .collect(),
            tight: self.other.iter().filter_map(|&variable| slack(variable)).collect(),
            basic: self.basic.iter().copied().filter(|&variable| variable < self.unknowns).collect(),
        }
    }
}
