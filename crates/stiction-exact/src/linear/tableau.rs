//! The exact simplex: integers over a common denominator, beginning at any basis.
//!
//! The rows are `(T | E | h)/d` with `T = E·A` and `h = E·b` for the problem `A x = b, x ≥ 0`; `E` records
//! the row operations, so that multipliers of rows can be read off.  One pivot on `p = T[r][s]` is
//!
//! ```text
//!     T[i][j] ← (T[i][j]·p − T[i][s]·T[r][j]) / d   (i ≠ r),   d ← p                       (1)
//! ```
//!
//! and every division is exact: the entries are determinants of the original matrix \[Edmonds\].  A row
//! without a basic column belongs to an artificial one, whose sign is ours to choose.  Bland's rule makes the method
//! end \[Bland\].  In machine words the method is tried first: the first number that does not fit ends the attempt.
//!
//! **An integer tableau.** The exact simplex keeps integers over one common denominator. Each pivot's
//! division is exact, since the entries are determinants of the input (Edmonds), so numbers grow no more than
//! they must; Bland's rule makes it end.

use crate::whole::Whole;
use crate::work;
use dashu_int::IBig;

/// The integers of the method, and who is basic where.
pub(super) struct Tableau<T> {
    /// Rows of `T`, then of `E`, then `h`: length columns + rows + 1.
    rows: Vec<Vec<T>>,
    /// The basic column of each row; `None` while artificial.
    basis: Vec<Option<usize>>,
    /// The common denominator, positive.
    denominator: T,
    columns: usize,
}

/// How a phase ended.
pub(super) enum End {
    /// Nothing more to gain.
    Best,
    /// The objective falls without end along this column.
    Unbounded(usize),
}

impl<T: Whole> Tableau<T> {
    /// The tableau of `A x = b` given by columns, at the artificial basis.
    pub(super) fn new(columns: &[Vec<IBig>], right: &[IBig]) -> Result<Self, T::Fault> {
        let size = right.len();
        let (zero, one) = (T::from_big(&IBig::ZERO)?, T::from_big(&IBig::ONE)?);
        let mut rows = Vec::with_capacity(size);
        for row in 0..size {
            let mut entries = Vec::with_capacity(columns.len() + size + 1);
            for column in columns {
                entries.push(T::from_big(&column[row])?);
            }
            entries.extend((0..size).map(|other| if other == row { one.clone() } else { zero.clone() }));
            entries.push(T::from_big(&right[row])?);
            rows.push(entries);
        }
        let mut tableau = Self { rows, basis: vec![None; size], denominator: one, columns: columns.len() };
        tableau.face_artificials();
        Ok(tableau)
    }

    /// Adds a column, wherever the method stands: in terms of the present basis it is `E·a`.
    pub(super) fn push(&mut self, column: &[T]) -> Result<(), T::Fault> {
        let size = self.rows.len();
        for row in &mut self.rows {
            let operations = &row[self.columns..self.columns + size];
            let entry = T::narrow(T::dot(operations, column)?)?;
            row.insert(self.columns, entry);
        }
        self.columns += 1;
        Ok(())
    }

    /// Goes to the basis of `columns` as far as they are independent.  Rows that become negative are given
    /// back to an artificial column, so that phase one goes on from there.
    pub(super) fn start_at(&mut self, columns: &[usize]) -> Result<(), T::Fault> {
        for &column in columns {
            let open = |row: &usize| self.basis[*row].is_none() && self.rows[*row][column].sign().is_ne();
            if let Some(row) = (0..self.rows.len()).find(open) {
                self.pivot(row, column)?;
            }
        }
        for row in 0..self.rows.len() {
            if self.right(row).sign().is_lt() {
                self.basis[row] = None;
            }
        }
        self.face_artificials();
        Ok(())
    }

    /// Makes the right-hand side of artificial rows non-negative.
    fn face_artificials(&mut self) {
        for row in 0..self.rows.len() {
            if self.basis[row].is_none() && self.right(row).sign().is_lt() {
                self.negate(row);
            }
        }
    }

    fn negate(&mut self, row: usize) {
        self.rows[row].iter_mut().for_each(|entry| *entry = entry.opposite());
    }

    fn right(&self, row: usize) -> &T {
        &self.rows[row][self.columns + self.rows.len()]
    }

    /// Equation (1).
    fn pivot(&mut self, row: usize, column: usize) -> Result<(), T::Fault> {
        work::spend(self.rows.len() * self.rows[row].len());
        if self.rows[row][column].sign().is_lt() {
            self.negate(row);
        }
        let pivot_row = std::mem::take(&mut self.rows[row]);
        let pivot = pivot_row[column].clone();
        let same = pivot == self.denominator;
        for (index, other) in self.rows.iter_mut().enumerate() {
            let is_same = same && index != row && other[column].sign().is_eq();
            if index == row || is_same {
                continue;
            }
            let factor = other[column].clone();
            for (entry, top) in other.iter_mut().zip(&pivot_row) {
                *entry = entry.step(&pivot, &factor, top, &self.denominator)?;
            }
        }
        self.rows[row] = pivot_row;
        self.denominator = pivot;
        self.basis[row] = Some(column);
        Ok(())
    }

    /// Phase one: true if the artificial part vanishes.
    pub(super) fn make_feasible(&mut self) -> Result<bool, T::Fault> {
        loop {
            let unmet = |row: &usize| self.basis[*row].is_none() && self.right(*row).sign().is_ne();
            if !(0..self.rows.len()).any(|row| unmet(&row)) {
                return Ok(true);
            }
            let gain = |column: usize| T::sum_sign(self.artificial_rows().map(|row| &row[column]));
            let Some(entering) = (0..self.columns).find(|&column| gain(column).is_gt()) else {
                return Ok(false);
            };
            match self.leaving(entering) {
                Some(row) => self.pivot(row, entering)?,
                // The gain is positive, so some artificial row has a positive entry and bounds the step.
                None => return Ok(false),
            }
        }
    }

    /// Phase two: minimises `cost · x` from a feasible basis.
    pub(super) fn improve(&mut self, cost: &[T]) -> Result<End, T::Fault> {
        loop {
            let Some(entering) = self.cheaper(cost)? else { return Ok(End::Best) };
            // An artificial row is at zero and must stay there: it leaves first, whatever the sign.
            let stuck = |row: &usize| self.basis[*row].is_none() && self.rows[*row][entering].sign().is_ne();
            match (0..self.rows.len()).find(stuck).or_else(|| self.leaving(entering)) {
                Some(row) => self.pivot(row, entering)?,
                None => return Ok(End::Unbounded(entering)),
            }
        }
    }

    /// The first column whose reduced cost `d·cⱼ − Σ c_B·T[·][j]` is negative.
    fn cheaper(&self, cost: &[T]) -> Result<Option<usize>, T::Fault> {
        let priced =
            self.rows.iter().zip(&self.basis).filter_map(|(row, basic)| Some((row, &cost[(*basic)?])));
        let priced: Vec<(&Vec<T>, &T)> = priced.filter(|(_, cost)| cost.sign().is_ne()).collect();
        for (column, own) in cost.iter().enumerate() {
            let spent = T::sum_of(priced.iter().map(|(row, cost)| (*cost, &row[column])))?;
            if T::sum_of([(own, &self.denominator)].into_iter())? < spent {
                return Ok(Some(column));
            }
        }
        Ok(None)
    }

    /// The row that reaches zero first; ties go to artificial rows, then to the lowest column (Bland).
    fn leaving(&self, entering: usize) -> Option<usize> {
        let candidates = (0..self.rows.len()).filter(|&row| self.rows[row][entering].sign().is_gt());
        candidates.min_by(|&a, &b| {
            let (one, other) = (&self.rows[a][entering], &self.rows[b][entering]);
            T::compare([self.right(a), other], [self.right(b), one])
                .then_with(|| self.basis[a].cmp(&self.basis[b]))
        })
    }

    fn artificial_rows(&self) -> impl Iterator<Item = &Vec<T>> {
        self.rows.iter().zip(&self.basis).filter(|(_, basic)| basic.is_none()).map(|(row, _)| row)
    }

    /// The basic columns and their values, over [`Tableau::denominator`].
    pub(super) fn values(&self) -> impl Iterator<Item = (usize, IBig)> {
        self.basis.iter().enumerate().filter_map(|(row, basic)| Some(((*basic)?, self.right(row).to_big())))
    }

    /// Change of each basic column, over the denominator, when `entering` grows by one.
    pub(super) fn ray(&self, entering: usize) -> impl Iterator<Item = (usize, IBig)> {
        let change = move |row: usize| self.rows[row][entering].opposite().to_big();
        self.basis.iter().enumerate().filter_map(move |(row, basic)| Some(((*basic)?, change(row))))
    }

    /// The common denominator.
    pub(super) fn denominator(&self) -> IBig {
        self.denominator.to_big()
    }

    /// After a failed phase one: `y` with `y·Aⱼ ≥ 0` for every column and `y·b < 0`.
    pub(super) fn infeasibility(&self) -> Vec<IBig> {
        self.multipliers(self.artificial_rows().map(|row| (row, IBig::NEG_ONE)))
    }

    /// After phase two: `d·y` with `y·Aⱼ ≤ cⱼ` and `y·b` the least cost.
    pub(super) fn prices(&self, cost: &[T]) -> Vec<IBig> {
        let basic = self.rows.iter().zip(&self.basis);
        let priced = basic.filter_map(|(row, basic)| Some((row, &cost[(*basic)?])));
        self.multipliers(
            priced.filter(|(_, cost)| cost.sign().is_ne()).map(|(row, cost)| (row, cost.to_big())),
        )
    }

    fn multipliers<'a>(&self, weighted: impl Iterator<Item = (&'a Vec<T>, IBig)>) -> Vec<IBig>
    where
        T: 'a,
    {
        let mut sum = vec![IBig::ZERO; self.rows.len()];
        for (row, weight) in weighted {
            for (entry, operation) in sum.iter_mut().zip(&row[self.columns..]) {
                *entry += operation.to_big() * &weight;
            }
        }
        sum
    }
}
