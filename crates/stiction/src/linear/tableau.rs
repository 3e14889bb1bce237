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
//! end \[Bland\].

use dashu_int::IBig;

/// The integers of the method, and who is basic where.
pub(super) struct Tableau {
    /// Rows of `T`, then of `E`, then `h`: length columns + rows + 1.
    rows: Vec<Vec<IBig>>,
    /// The basic column of each row; `None` while artificial.
    basis: Vec<Option<usize>>,
    /// The common denominator, positive.
    denominator: IBig,
    columns: usize,
}

/// How a phase ended.
pub(super) enum End {
    /// Nothing more to gain.
    Best,
    /// The objective falls without end along this column.
    Unbounded(usize),
}

impl Tableau {
    /// The tableau of `A x = b` given by columns, at the artificial basis.
    pub(super) fn new(columns: &[Vec<IBig>], right: &[IBig]) -> Self {
        let size = right.len();
        let rows = (0..size)
            .map(|row| {
                let unit = (0..size).map(|other| IBig::from(u8::from(other == row)));
                columns
                    .iter()
                    .map(|column| column[row].clone())
                    .chain(unit)
                    .chain([right[row].clone()])
                    .collect()
            })
            .collect();
        let mut tableau =
            Self { rows, basis: vec![None; size], denominator: IBig::ONE, columns: columns.len() };
        tableau.face_artificials();
        tableau
    }

    /// Adds a column, wherever the method stands: in terms of the present basis it is `E·a`.
    pub(super) fn push(&mut self, column: &[IBig]) {
        let size = self.rows.len();
        for row in &mut self.rows {
            let operations = &row[self.columns..self.columns + size];
            let entry: IBig = operations.iter().zip(column).map(|(operation, entry)| operation * entry).sum();
            row.insert(self.columns, entry);
        }
        self.columns += 1;
    }

    /// Goes to the basis of `columns` as far as they are independent.  Rows that become negative are given
    /// back to an artificial column, so that phase one goes on from there.
    pub(super) fn start_at(&mut self, columns: &[usize]) {
        for &column in columns {
            let open = |row: &usize| self.basis[*row].is_none() && !self.rows[*row][column].is_zero();
            if let Some(row) = (0..self.rows.len()).find(open) {
                self.pivot(row, column);
            }
        }
        for row in 0..self.rows.len() {
            if *self.right(row) < IBig::ZERO {
                self.basis[row] = None;
            }
        }
        self.face_artificials();
    }

    /// Makes the right-hand side of artificial rows non-negative.
    fn face_artificials(&mut self) {
        for row in 0..self.rows.len() {
            if self.basis[row].is_none() && *self.right(row) < IBig::ZERO {
                self.negate(row);
            }
        }
    }

    fn negate(&mut self, row: usize) {
        self.rows[row].iter_mut().for_each(|entry| *entry = -&*entry);
    }

    fn right(&self, row: usize) -> &IBig {
        &self.rows[row][self.columns + self.rows.len()]
    }

    /// Equation (1).
    fn pivot(&mut self, row: usize, column: usize) {
        if self.rows[row][column] < IBig::ZERO {
            self.negate(row);
        }
        let pivot_row = std::mem::take(&mut self.rows[row]);
        let pivot = pivot_row[column].clone();
        for (index, other) in self.rows.iter_mut().enumerate() {
            if index == row {
                continue;
            }
            let factor = other[column].clone();
            for (entry, top) in other.iter_mut().zip(&pivot_row) {
                let mut grown = &*entry * &pivot;
                if !factor.is_zero() && !top.is_zero() {
                    grown -= &factor * top;
                }
                *entry = grown / &self.denominator;
            }
        }
        self.rows[row] = pivot_row;
        self.denominator = pivot;
        self.basis[row] = Some(column);
    }

    /// Phase one: true if the artificial part vanishes.
    pub(super) fn make_feasible(&mut self) -> bool {
        loop {
            let unmet = |row: &usize| self.basis[*row].is_none() && !self.right(*row).is_zero();
            if !(0..self.rows.len()).any(|row| unmet(&row)) {
                return true;
            }
            let gain = |column: usize| -> IBig { self.artificial_rows().map(|row| &row[column]).sum() };
            let Some(entering) = (0..self.columns).find(|&column| gain(column) > IBig::ZERO) else {
                return false;
            };
            match self.leaving(entering) {
                Some(row) => self.pivot(row, entering),
                // The gain is positive, so some artificial row has a positive entry and bounds the step.
                None => return false,
            }
        }
    }

    /// Phase two: minimises `cost · x` from a feasible basis.
    pub(super) fn improve(&mut self, cost: &[IBig]) -> End {
        loop {
            let reduced = |column: usize| self.reduced_cost(cost, column);
            let Some(entering) = (0..self.columns).find(|&column| reduced(column) < IBig::ZERO) else {
                return End::Best;
            };
            // An artificial row is at zero and must stay there: it leaves first, whatever the sign.
            let stuck = |row: &usize| self.basis[*row].is_none() && !self.rows[*row][entering].is_zero();
            match (0..self.rows.len()).find(stuck).or_else(|| self.leaving(entering)) {
                Some(row) => self.pivot(row, entering),
                None => return End::Unbounded(entering),
            }
        }
    }

    /// `d·cⱼ − Σ c_B·T[·][j]`.
    fn reduced_cost(&self, cost: &[IBig], column: usize) -> IBig {
        let priced = self.rows.iter().zip(&self.basis).filter_map(|(row, basic)| Some((row, (*basic)?)));
        priced.fold(&cost[column] * &self.denominator, |sum, (row, basic)| sum - &cost[basic] * &row[column])
    }

    /// The row that reaches zero first; ties go to artificial rows, then to the lowest column (Bland).
    fn leaving(&self, entering: usize) -> Option<usize> {
        let candidates = (0..self.rows.len()).filter(|&row| self.rows[row][entering] > IBig::ZERO);
        candidates.min_by(|&a, &b| {
            let cross = self.right(a) * &self.rows[b][entering];
            cross
                .cmp(&(self.right(b) * &self.rows[a][entering]))
                .then_with(|| self.basis[a].cmp(&self.basis[b]))
        })
    }

    fn artificial_rows(&self) -> impl Iterator<Item = &Vec<IBig>> {
        self.rows.iter().zip(&self.basis).filter(|(_, basic)| basic.is_none()).map(|(row, _)| row)
    }

    /// The basic columns and their values, over [`Tableau::denominator`].
    pub(super) fn values(&self) -> impl Iterator<Item = (usize, &IBig)> {
        self.basis.iter().enumerate().filter_map(|(row, basic)| Some(((*basic)?, self.right(row))))
    }

    /// Change of each basic column, over the denominator, when `entering` grows by one.
    pub(super) fn ray(&self, entering: usize) -> impl Iterator<Item = (usize, IBig)> {
        self.basis
            .iter()
            .enumerate()
            .filter_map(move |(row, basic)| Some(((*basic)?, -&self.rows[row][entering])))
    }

    /// The common denominator.
    pub(super) fn denominator(&self) -> &IBig {
        &self.denominator
    }

    /// After a failed phase one: `y` with `y·Aⱼ ≥ 0` for every column and `y·b < 0`.
    pub(super) fn infeasibility(&self) -> Vec<IBig> {
        self.multipliers(self.artificial_rows().map(|row| (row, IBig::NEG_ONE)))
    }

    /// After phase two: `d·y` with `y·Aⱼ ≤ cⱼ` and `y·b` the least cost.
    pub(super) fn prices(&self, cost: &[IBig]) -> Vec<IBig> {
        let basic = self.rows.iter().zip(&self.basis);
        self.multipliers(basic.filter_map(|(row, basic)| Some((row, cost[(*basic)?].clone()))))
    }

    fn multipliers<'a>(&self, weighted: impl Iterator<Item = (&'a Vec<IBig>, IBig)>) -> Vec<IBig> {
        let mut sum = vec![IBig::ZERO; self.rows.len()];
        for (row, weight) in weighted {
            for (entry, operation) in sum.iter_mut().zip(&row[self.columns..]) {
                *entry += operation * &weight;
            }
        }
        sum
    }
}
