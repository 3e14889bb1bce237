//! One solution of a linear complementarity problem, by Lemke's method with lexicographic ties.
//!
//! With a further unknown `z0` the problem `w = Mz + z0·1 + q` has an obvious solution; from there one of
//! each pair `(zᵢ, wᵢ)` is exchanged after the other, as if the right side were `q + (ε, ε², …)`, so that
//! nothing is met twice.  The method ends with `z0 = 0`, a solution, or on a ray along which it never ends.
//!
//! In doubles an end is a choice of one of each pair and nothing else.  That the choice is right is shown
//! with an error bound: with the basis `B`, an approximate inverse `R` and the approximate solution `x`,
//!
//! ```text
//!     |B⁻¹q − x| ≤ |R(q − Bx)|∞ / (1 − |1 − RB|∞),                                                      (1)
//! ```
//!
//! every rounding of the right side being bounded too \[Higham 3.1\]; entries that exceed it are positive.
//! Where it does not suffice, the same steps are made in fractions.  A ray is always one of fractions.
//!
//! References: \[CPS 4.4\], \[Lemke\].

use stiction_proof::{LcpProblem, Rational};

/// How Lemke's method ended.
#[derive(Debug, Clone, PartialEq)]
pub enum LemkeEnd {
    /// A solution lies within `error` of `z`, entry by entry, zero where `z` is: proved in doubles.
    Near {
        /// The solution, rounded.
        z: Vec<f64>,
        /// How far off it is at most.
        error: f64,
    },
    /// A solution, put back into the problem.
    Exact(Vec<Rational>),
    /// A ray, put back into the problem: both have `z0` last.  It does not show that there is no solution.
    Ray {
        /// Where it begins.
        point: Vec<Rational>,
        /// Its direction.
        ray: Vec<Rational>,
    },
    /// Neither within the number of steps allowed.
    Lost,
}

/// An end, and how many exchanges led there.
#[derive(Debug, Clone, PartialEq)]
pub struct Lemke {
    /// The end.
    pub end: LemkeEnd,
    /// Exchanges in doubles.
    pub steps: usize,
    /// Exchanges in fractions, where doubles did not suffice.
    pub exact_steps: usize,
}

/// One solution, or the ray on which the method ended.
///
/// ```
/// use stiction_dynamics::lcp::{LemkeEnd, one_solution};
/// use stiction_proof::{LcpProblem, Rational};
/// let row = |entries: [i64; 2]| entries.map(Rational::from).to_vec();
/// let problem = LcpProblem { matrix: vec![row([2, 1]), row([1, 2])], q: row([-5, -6]) };
/// let LemkeEnd::Near { z, error } = one_solution(&problem).end else { panic!() };
/// assert!((z[0] - 4.0 / 3.0).abs() <= error + 1e-15 && error < 1e-12);
/// ```
pub fn one_solution(problem: &LcpProblem) -> Lemke {
    match in_doubles(problem) {
        Lemke { end: LemkeEnd::Lost, steps, .. } => {
            let mut exactly = in_fractions(problem);
            exactly.steps = steps;
            exactly
        }
        found => found,
    }
}

/// The same without fractions: lost where doubles do not suffice.
pub fn in_doubles(problem: &LcpProblem) -> Lemke {
    let size = problem.q.len();
    let matrix: Vec<f64> = problem.matrix.iter().flatten().map(Rational::to_f64).collect();
    let q: Vec<f64> = problem.q.iter().map(Rational::to_f64).collect();
    let exact = |(number, double): (&Rational, &f64)| {
        // An integer below 2⁵³ is its double.
        number.denominator().is_one() && double.abs() < 9e15
            || Rational::from_f64(*double).as_ref() == Some(number)
    };
    let rounded =
        !(problem.matrix.iter().flatten().zip(&matrix).all(exact) && problem.q.iter().zip(&q).all(exact));
    lemke(size, &matrix, &q, rounded)
}

/// Lemke's method on doubles: a solution within a proved error, or lost.  `rounded` says that the numbers
/// stand for others that they are nearest to.
pub fn lemke(size: usize, matrix: &[f64], q: &[f64], rounded: bool) -> Lemke {
    if matrix.len() != size * size || q.len() != size || !matrix.iter().chain(q).all(|x| x.is_finite()) {
        return Lemke { end: LemkeEnd::Lost, steps: 0, exact_steps: 0 };
    }
    let mut table = Table::new(size, |row, column| matrix[row * size + column], |row| q[row], |_| true);
    let ended = table.run(most_steps(size));
    let end = match ended {
        LemkeRun::Solved => near(size, matrix, q, rounded, &table),
        _ => LemkeEnd::Lost,
    };
    Lemke { end, steps: table.steps, exact_steps: 0 }
}

/// Where Lemke's method ended on doubles, by nothing but its last basis: for each index whether `z`, instead
/// of `w`, is basic, with the number of exchanges.  `covered` says where `z0` stands; `q` must not be
/// negative elsewhere.  `None` without a solution, and nothing is proved.
pub fn proposed(
    size: usize,
    matrix: &[f64],
    q: &[f64],
    covered: impl Fn(usize) -> bool,
) -> Option<(Vec<bool>, usize)> {
    let mut table = Table::new(size, |row, column| matrix[row * size + column], |row| q[row], covered);
    let LemkeRun::Solved = table.run(most_steps(size)) else { return None };
    Some(((size..2 * size).map(|z| matches!(table.places[z], Place::Row(_))).collect(), table.steps))
}

/// Lemke's method in fractions: a solution or a ray, put back into the problem.
pub fn in_fractions(problem: &LcpProblem) -> Lemke {
    let size = problem.q.len();
    let entry = |row: usize, column: usize| problem.matrix[row][column].clone();
    let mut table = Table::new(size, entry, |row| problem.q[row].clone(), |_| true);
    let end = match table.run(most_steps(size)) {
        LemkeRun::Solved => {
            let z = table.unknowns(size);
            problem.is_solved_by(&z).map_or(LemkeEnd::Lost, |()| LemkeEnd::Exact(z))
        }
        LemkeRun::Ray(entering) => {
            let Place::Column(column) = table.places[entering] else {
                return Lemke { end: LemkeEnd::Lost, steps: 0, exact_steps: table.steps };
            };
            let point = table.unknowns(size + 1);
            let mut ray = vec![Rational::zero(); size + 1];
            if entering >= size {
                ray[entering - size] = Rational::one();
            }
            for (row, &variable) in table.basis.iter().enumerate().filter(|(_, variable)| **variable >= size)
            {
                ray[variable - size] = -table.at(row, column).clone();
            }
            problem.is_ray(&point, &ray).map_or(LemkeEnd::Lost, |()| LemkeEnd::Ray { point, ray })
        }
        LemkeRun::Lost => LemkeEnd::Lost,
    };
    Lemke { end, steps: 0, exact_steps: table.steps }
}

/// Exchanges after which the method is given up.
fn most_steps(size: usize) -> usize {
    100 + 50 * size
}

/// The two kinds of number that the method is run with.
trait Entry: Clone {
    fn zero() -> Self;
    fn one() -> Self;
    fn minus(&self) -> Self;
    fn is_above(&self) -> bool;
    fn is_nothing(&self) -> bool;
    /// A quotient by a pivot, which is not zero.
    fn over(&self, pivot: &Self) -> Self;
    /// `self − factor·other`.
    fn less(&mut self, factor: &Self, other: &Self);
    fn order(&self, other: &Self) -> std::cmp::Ordering;
}

/// What counts as zero in doubles, where rows are of size one; it chooses, and decides nothing.
const SMALL: f64 = 1e-11;

impl Entry for f64 {
    fn zero() -> Self {
        0.0
    }
    fn one() -> Self {
        1.0
    }
    fn minus(&self) -> Self {
        -self
    }
    fn is_above(&self) -> bool {
        *self > SMALL
    }
    fn is_nothing(&self) -> bool {
        *self == 0.0
    }
    fn over(&self, other: &Self) -> Self {
        self / other
    }
    #[inline(always)]
    fn less(&mut self, factor: &Self, other: &Self) {
        *self -= factor * other;
    }
    fn order(&self, other: &Self) -> std::cmp::Ordering {
        if (self - other).abs() <= SMALL * (1.0 + self.abs()) {
            std::cmp::Ordering::Equal
        } else {
            self.total_cmp(other)
        }
    }
}

impl Entry for Rational {
    fn zero() -> Self {
        Rational::zero()
    }
    fn one() -> Self {
        Rational::one()
    }
    fn minus(&self) -> Self {
        -self
    }
    fn is_above(&self) -> bool {
        self.is_positive()
    }
    fn is_nothing(&self) -> bool {
        self.is_zero()
    }
    fn over(&self, other: &Self) -> Self {
        self / other
    }
    fn less(&mut self, factor: &Self, other: &Self) {
        if !factor.is_zero() && !other.is_zero() {
            *self -= &(factor * other);
        }
    }
    fn order(&self, other: &Self) -> std::cmp::Ordering {
        self.cmp(other)
    }
}

/// More than all products that fall below the normal doubles can add up to.
const TINY: f64 = 1e-290;

enum LemkeRun {
    Solved,
    Ray(usize),
    Lost,
}

/// Rows `w − Mz − z0·d = q`, each solved for one variable: the columns of the others, then the right side.
///
/// Variables are `w` from 0, `z` from `size`, then `z0`.  The columns of `w` are the inverse of the basis;
/// those of basic variables are columns of the identity and are not stored.
struct Table<E> {
    size: usize,
    width: usize,
    entries: Vec<E>,
    /// The basic variable of each row.
    basis: Vec<usize>,
    /// Where each variable is.
    places: Vec<Place>,
    steps: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Row(usize),
    Column(usize),
}

impl<E: Entry> Table<E> {
    /// The table of a problem; `covered` says in which rows `z0` stands, and the right side of the others
    /// must not be negative.
    fn new(
        size: usize,
        matrix: impl Fn(usize, usize) -> E,
        q: impl Fn(usize) -> E,
        covered: impl Fn(usize) -> bool,
    ) -> Self {
        let width = size + 2;
        let mut entries = Vec::with_capacity(size * width);
        for row in 0..size {
            entries.extend((0..size).map(|column| matrix(row, column).minus()));
            entries.push(if covered(row) { E::one().minus() } else { E::zero() });
            entries.push(q(row));
        }
        let places = (0..size).map(Place::Row).chain((0..=size).map(Place::Column)).collect();
        Self { size, width, entries, basis: (0..size).collect(), places, steps: 0 }
    }

    fn at(&self, row: usize, column: usize) -> &E {
        &self.entries[row * self.width + column]
    }

    fn right(&self, row: usize) -> &E {
        self.at(row, self.width - 1)
    }

    /// The entry of `w` number `index` in a row: of the inverse of the basis.
    fn inverse(&self, row: usize, index: usize) -> E {
        match self.places[index] {
            Place::Column(column) => self.at(row, column).clone(),
            Place::Row(other) if other == row => E::one(),
            Place::Row(_) => E::zero(),
        }
    }

    fn run(&mut self, most: usize) -> LemkeRun {
        let artificial = 2 * self.size;
        let below = |row: &usize| self.right(*row).minus().is_above();
        if !(0..self.size).any(|row| below(&row)) {
            return LemkeRun::Solved;
        }
        // The lexicographically least of the rows with `z0` lets it in; all others stay above it.
        let covered = (0..self.size).filter(|&row| !self.at(row, self.size).is_nothing());
        let first = covered.min_by(|&a, &b| self.right(a).order(self.right(b)).then(b.cmp(&a)));
        let Some(first) = first else { return LemkeRun::Lost };
        let mut entering = self.exchange(first, artificial);
        while self.steps < most {
            let Place::Column(column) = self.places[entering] else { return LemkeRun::Lost };
            let Some(row) = self.leaving(column) else { return LemkeRun::Ray(entering) };
            let done = self.basis[row] == artificial;
            entering = self.exchange(row, entering);
            if done {
                return LemkeRun::Solved;
            }
        }
        LemkeRun::Lost
    }

    /// The row that is met first: `z0` where it is among them, else the lexicographically first.
    fn leaving(&self, column: usize) -> Option<usize> {
        let mut best: Option<usize> = None;
        for row in (0..self.size).filter(|&row| self.at(row, column).is_above()) {
            best = Some(match best {
                None => row,
                Some(other) => self.first(row, other, column),
            });
        }
        best
    }

    fn first(&self, a: usize, b: usize, column: usize) -> usize {
        let (over_a, over_b) = (self.at(a, column), self.at(b, column));
        let mut order = self.right(a).over(over_a).order(&self.right(b).over(over_b));
        let artificial = 2 * self.size;
        if order.is_eq() && (self.basis[a] == artificial || self.basis[b] == artificial) {
            return if self.basis[a] == artificial { a } else { b };
        }
        for index in 0..self.size {
            if order.is_ne() {
                break;
            }
            order = self.inverse(a, index).over(over_a).order(&self.inverse(b, index).over(over_b));
        }
        if order.is_gt() { b } else { a }
    }

    /// Exchanges the variable of a row for one that is not basic; the complement of what leaves enters next.
    fn exchange(&mut self, row: usize, entering: usize) -> usize {
        self.steps += 1;
        let Place::Column(column) = self.places[entering] else { return entering };
        let width = self.width;
        let pivot = self.at(row, column).clone();
        let mut line: Vec<E> = self.entries[row * width..(row + 1) * width].to_vec();
        // The column becomes that of what leaves, which was a column of the identity.
        line[column] = E::one();
        line.iter_mut().filter(|entry| !entry.is_nothing()).for_each(|entry| *entry = entry.over(&pivot));
        for other in (0..self.size).filter(|&other| other != row) {
            let here = &mut self.entries[other * width..(other + 1) * width];
            let factor = std::mem::replace(&mut here[column], E::zero());
            if factor.is_nothing() {
                continue;
            }
            for (entry, top) in here.iter_mut().zip(&line) {
                entry.less(&factor, top);
            }
        }
        self.entries[row * width..(row + 1) * width].clone_from_slice(&line);
        let leaves = std::mem::replace(&mut self.basis[row], entering);
        self.places[leaves] = Place::Column(column);
        self.places[entering] = Place::Row(row);
        if leaves < self.size { leaves + self.size } else { leaves % self.size }
    }

    /// The values of the first `count` of `z` and `z0`.
    fn unknowns(&self, count: usize) -> Vec<E> {
        let mut values = vec![E::zero(); count];
        for (row, &variable) in self.basis.iter().enumerate() {
            if let Some(value) = variable.checked_sub(self.size).and_then(|index| values.get_mut(index)) {
                *value = self.right(row).clone();
            }
        }
        values
    }
}

/// The solution at the table's basis with the bound (1), or lost.
fn near(size: usize, matrix: &[f64], q: &[f64], rounded: bool, table: &Table<f64>) -> LemkeEnd {
    let unit = f64::EPSILON; // twice the unit roundoff: room for the sums of magnitudes, which are rounded themselves
    let count = size as f64 + 8.0;
    let input = if rounded { unit } else { 0.0 };
    // Columns of the basis: a unit vector for `w`, minus a column of `M` for `z`.
    let column = |position: usize, row: usize| match table.basis[position] {
        variable if variable < size => f64::from(u8::from(variable == row)),
        variable => -matrix[row * size + variable - size],
    };
    let mut basis = vec![0.0; size * size];
    for position in 0..size {
        if table.basis[position] == 2 * size {
            return LemkeEnd::Lost;
        }
        for row in 0..size {
            basis[row * size + position] = column(position, row);
        }
    }
    let inverse: Vec<f64> = (0..size * size).map(|entry| table.inverse(entry / size, entry % size)).collect();
    let inverse = |row: usize| &inverse[row * size..(row + 1) * size];
    let x: Vec<f64> = (0..size).map(|row| *table.right(row)).collect();
    // q − Bx, and a bound on what rounding makes of it.
    let mut residual = vec![0.0; size];
    for row in 0..size {
        let line = &basis[row * size..(row + 1) * size];
        let (mut sum, mut magnitude) = (q[row], q[row].abs());
        for (entry, x) in line.iter().zip(&x) {
            sum -= entry * x;
            magnitude += (entry * x).abs();
        }
        residual[row] = sum.abs() + (count * unit + 2.0 * input) * magnitude + TINY;
    }
    let (mut defect, mut correction) = (0.0_f64, 0.0_f64);
    let mut product = vec![0.0; size];
    let mut sizes = vec![0.0; size];
    for row in 0..size {
        product.fill(0.0);
        sizes.fill(0.0);
        for (factor, line) in inverse(row).iter().zip(basis.chunks_exact(size)) {
            if *factor == 0.0 {
                continue;
            }
            for ((product, size), entry) in product.iter_mut().zip(&mut sizes).zip(line) {
                let part = factor * entry;
                *product += part;
                *size += part.abs();
            }
        }
        product[row] -= 1.0;
        let total: f64 = product.iter().map(|entry| entry.abs()).sum();
        let magnitude: f64 = 1.0 + sizes.iter().sum::<f64>();
        defect = defect.max(total + (2.0 * count * unit + input) * magnitude + TINY);
        let moved: f64 = inverse(row).iter().zip(&residual).map(|(a, b)| (a * b).abs()).sum();
        correction = correction.max(moved * (1.0 + count * unit));
    }
    if !(defect < 0.5 && correction.is_finite()) {
        return LemkeEnd::Lost;
    }
    let error = correction / (1.0 - defect) * (1.0 + 8.0 * unit);
    if !x.iter().all(|value| *value > error) {
        return LemkeEnd::Lost;
    }
    LemkeEnd::Near { z: table.unknowns(size), error }
}
