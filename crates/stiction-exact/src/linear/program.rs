//! Linear programs in rationals: minimise `c·x` such that `A x = b`, `x ≥ 0`.
//!
//! Every end is its own proof:
//!
//! ```text
//!     best         x and y with  A x = b, x ≥ 0,  y·Aⱼ ≤ cⱼ,  c·x = y·b                    (1)
//!     impossible   y with        y·Aⱼ ≥ 0,  y·b < 0                     (Farkas)           (2)
//!     unbounded    a ray r ≥ 0 with  A r = 0,  c·r < 0                                     (3)
//! ```
//!
//! References: \[Farkas\], \[Edmonds\].

use super::generation::{Screen, generate};
use super::tableau::{End, Tableau};
use crate::integers;
use crate::whole::{TooLong, Whole};
use dashu_int::IBig;
use std::convert::Infallible;
use stiction_proof::{NonZero, Rational};

/// A program given by columns.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Program {
    /// The columns `Aⱼ`.
    pub columns: Vec<Vec<Rational>>,
    /// The right-hand side `b`.
    pub right: Vec<Rational>,
    /// The cost `cⱼ` of each column.
    pub cost: Vec<Rational>,
}

/// How a program ends.
#[derive(Debug, Clone, PartialEq)]
pub enum Solution {
    /// Equation (1).
    Best {
        /// The solution.
        x: Vec<Rational>,
        /// The multipliers of the rows.
        y: Vec<Rational>,
        /// The least cost.
        cost: Rational,
    },
    /// Equation (2).
    Impossible {
        /// The multipliers of the rows.
        y: Vec<Rational>,
    },
    /// Equation (3).
    Unbounded {
        /// A solution.
        x: Vec<Rational>,
        /// The ray.
        ray: Vec<Rational>,
    },
}

/// Integer columns and right-hand side, with the scales that were applied.
struct WholeProgram {
    columns: Vec<Vec<IBig>>,
    scales: Vec<NonZero>,
    right: Vec<IBig>,
    right_scale: NonZero,
}

impl WholeProgram {
    fn new(columns: &[Vec<Rational>], right: &[Rational]) -> Self {
        let (columns, scales) = columns.iter().map(|column| integers::scaled(column)).unzip();
        let (right, right_scale) = integers::scaled(right);
        Self { columns, scales, right, right_scale }
    }

    /// `xⱼ` of the program from the value of the scaled column over the tableau's denominator.
    fn value(&self, denominator: &IBig, column: usize, value: &IBig) -> Rational {
        Rational::quotient(value, denominator) * &self.scales[column] / &self.right_scale
    }

    fn solution<T: Whole>(&self, tableau: &Tableau<T>) -> Vec<Rational> {
        let mut x = vec![Rational::zero(); self.columns.len()];
        let denominator = tableau.denominator();
        for (column, value) in tableau.values().filter(|(_, value)| !value.is_zero()) {
            x[column] = self.value(&denominator, column, &value);
        }
        x
    }
}

/// Some `x ≥ 0` with `A x = b`, or the `y` of (2).  `hint` names columns that are believed to be basic.
///
/// ```
/// use stiction_exact::linear::farkas;
/// use stiction_proof::{NonZero, Rational};
/// let column = |a: i64, b: i64| vec![Rational::from(a), Rational::from(b)];
/// let columns = [column(1, 0), column(1, 2)];
/// assert!(farkas(&columns, &column(2, 1), &[]).is_ok());
/// let y = farkas(&columns, &column(-1, 1), &[]).unwrap_err();
/// assert!(!y[0].is_negative() && (&y[1] - &y[0]).is_negative());
/// ```
pub fn farkas(
    columns: &[Vec<Rational>],
    right: &[Rational],
    hint: &[usize],
) -> Result<Vec<Rational>, Vec<Rational>> {
    if is_long(columns.len(), right.len()) {
        return long_farkas(columns, right, hint);
    }
    let scaled = WholeProgram::new(columns, right);
    in_words_or_longer(|| reached::<i64>(&scaled, hint), || reached::<IBig>(&scaled, hint))
}

type Feasibility = Result<Vec<Rational>, Vec<Rational>>;

/// [`farkas`] in integers of one kind.
fn reached<T: Whole>(scaled: &WholeProgram, hint: &[usize]) -> Result<Feasibility, T::Fault> {
    let mut tableau = Tableau::<T>::new(&scaled.columns, &scaled.right)?;
    tableau.start_at(hint)?;
    Ok(if tableau.make_feasible()? {
        Ok(scaled.solution(&tableau))
    } else {
        Err(tableau.infeasibility().into_iter().map(Rational::from).collect())
    })
}

/// The end in words, or where a number did not fit in integers of any length: both go the same way.
fn in_words_or_longer<E>(
    words: impl FnOnce() -> Result<E, TooLong>,
    longer: impl FnOnce() -> Result<E, Infallible>,
) -> E {
    words().unwrap_or_else(|TooLong| {
        let Ok(end) = longer();
        end
    })
}

/// Solves a program.
///
/// ```
/// use stiction_exact::linear::{minimise, Program, Solution};
/// use stiction_proof::{NonZero, Rational};
/// let number = |x: i64| Rational::from(x);
/// // Least x + 2y with x + y = 3, x − y + z = 1.
/// let columns = [[1, 1], [1, -1], [0, 1]].map(|c| c.map(number).to_vec()).to_vec();
/// let program = Program { columns, right: vec![number(3), number(1)], cost: [1, 2, 0].map(number).to_vec() };
/// let Solution::Best { cost, .. } = minimise(&program) else { panic!() };
/// assert_eq!(cost, number(4));
/// ```
pub fn minimise(program: &Program) -> Solution {
    if is_long(program.columns.len(), program.right.len()) { long(program, &[]) } else { solve(program) }
}

/// Whether there are so many more columns than rows that it pays to look at few of them.
fn is_long(columns: usize, rows: usize) -> bool {
    columns > 32 + 8 * rows
}

/// [`minimise`] by generation of columns, beginning with those of `first`.
fn long(program: &Program, first: &[usize]) -> Solution {
    let columns = program.columns.iter().map(Vec::as_slice).collect();
    let screen = Screen::new(columns, program.right.len(), Some(&program.cost));
    let pair = |index: usize| (program.columns[index].clone(), program.cost[index].clone());
    let mut chosen = first.to_vec();
    let (columns, cost) = chosen.iter().map(|&index| pair(index)).unzip();
    let end = generate(Program { columns, right: program.right.clone(), cost }, |prices| {
        let worst = screen.worst(prices)?;
        chosen.push(worst);
        Some(pair(worst))
    });
    let spread = |few: Vec<Rational>| {
        let mut all = vec![Rational::zero(); program.columns.len()];
        for (&index, value) in chosen.iter().zip(few) {
            all[index] += value;
        }
        all
    };
    match end {
        Solution::Best { x, y, cost } => Solution::Best { x: spread(x), y, cost },
        Solution::Unbounded { x, ray } => Solution::Unbounded { x: spread(x), ray: spread(ray) },
        impossible => impossible,
    }
}

fn long_farkas(
    columns: &[Vec<Rational>],
    right: &[Rational],
    hint: &[usize],
) -> Result<Vec<Rational>, Vec<Rational>> {
    let cost = vec![Rational::zero(); columns.len()];
    match long(&Program { columns: columns.to_vec(), right: right.to_vec(), cost }, hint) {
        Solution::Best { x, .. } | Solution::Unbounded { x, .. } => Ok(x),
        Solution::Impossible { y } => Err(y),
    }
}

/// Solves a program over all its columns at once.
pub(super) fn solve(program: &Program) -> Solution {
    let scaled = WholeProgram::new(&program.columns, &program.right);
    in_words_or_longer(|| solved::<i64>(program, &scaled), || solved::<IBig>(program, &scaled))
}

fn solved<T: Whole>(program: &Program, scaled: &WholeProgram) -> Result<Solution, T::Fault> {
    end(program, scaled, &mut Tableau::<T>::new(&scaled.columns, &scaled.right)?)
}

/// A program that may get more columns and goes on from where it ended.
pub(super) struct Growing {
    program: Program,
    scaled: WholeProgram,
    tableau: Tableau<IBig>,
}

impl Growing {
    pub(super) fn new(program: Program) -> Self {
        let scaled = WholeProgram::new(&program.columns, &program.right);
        let Ok(tableau) = Tableau::new(&scaled.columns, &scaled.right);
        Self { program, scaled, tableau }
    }

    /// One more column.
    pub(super) fn push(&mut self, column: Vec<Rational>, cost: Rational) {
        let (whole, scale) = integers::scaled(&column);
        let Ok(()) = self.tableau.push(&whole);
        self.scaled.columns.push(whole);
        self.scaled.scales.push(scale);
        self.program.columns.push(column);
        self.program.cost.push(cost);
    }

    /// The end over the columns that there are.
    pub(super) fn solve(&mut self) -> Solution {
        let Ok(end) = end(&self.program, &self.scaled, &mut self.tableau);
        end
    }
}

/// The end from where a tableau stands.
fn end<T: Whole>(
    program: &Program,
    scaled: &WholeProgram,
    tableau: &mut Tableau<T>,
) -> Result<Solution, T::Fault> {
    let costs: Vec<Rational> = program
        .cost
        .iter()
        .zip(&scaled.scales)
        .map(|(cost, scale)| if cost.is_zero() { Rational::zero() } else { cost * scale })
        .collect();
    let (cost, cost_scale) = integers::scaled(&costs);
    let cost: Vec<T> = cost.iter().map(T::from_big).collect::<Result<_, _>>()?;
    if !tableau.make_feasible()? {
        let y = tableau.infeasibility().into_iter().map(Rational::from).collect();
        return Ok(Solution::Impossible { y });
    }
    let end = tableau.improve(&cost)?;
    let x = scaled.solution(tableau);
    let denominator = tableau.denominator();
    Ok(match end {
        End::Best => {
            let price = |entry: IBig| Rational::quotient(&entry, &denominator) / &cost_scale;
            let y = tableau.prices(&cost).into_iter().map(price).collect();
            let spent = x.iter().zip(&program.cost).filter(|(x, _)| !x.is_zero());
            let cost = spent.map(|(x, cost)| x * cost).sum();
            Solution::Best { x, y, cost }
        }
        End::Unbounded(entering) => {
            let mut ray = vec![Rational::zero(); program.columns.len()];
            ray[entering] = scaled.scales[entering].get().clone();
            for (column, change) in tableau.ray(entering) {
                ray[column] = Rational::quotient(&change, &denominator) * &scaled.scales[column];
            }
            Solution::Unbounded { x, ray }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(entries: &[i64]) -> Vec<Rational> {
        entries.iter().map(|&x| Rational::from(x)).collect()
    }

    fn product(columns: &[Vec<Rational>], x: &[Rational], rows: usize) -> Vec<Rational> {
        let entry = |row: usize| columns.iter().zip(x).map(|(column, x)| &column[row] * x).sum();
        (0..rows).map(entry).collect()
    }

    fn dot(a: &[Rational], b: &[Rational]) -> Rational {
        a.iter().zip(b).map(|(a, b)| a * b).sum()
    }

    /// A small deterministic generator of integers in -4..=4, many of them equal: degenerate on purpose.
    fn random_program(seed: u64, rows: usize, columns: usize) -> Program {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            Rational::new((state % 9) as i64 - 4, 1 + (state >> 40) % 3)
        };
        Program {
            columns: (0..columns).map(|_| (0..rows).map(|_| next()).collect()).collect(),
            right: (0..rows).map(|_| next()).collect(),
            cost: (0..columns).map(|_| next()).collect(),
        }
    }

    #[test]
    fn every_end_proves_itself() {
        let mut seen = [0; 3];
        for seed in 0..600 {
            let rows = 1 + seed as usize % 4;
            let program = random_program(seed, rows, 1 + seed as usize % 7);
            match minimise(&program) {
                Solution::Best { x, y, cost } => {
                    seen[0] += 1;
                    assert_eq!(product(&program.columns, &x, rows), program.right);
                    assert!(x.iter().all(|x| !x.is_negative()));
                    assert!(program.columns.iter().zip(&program.cost).all(|(a, c)| dot(&y, a) <= *c));
                    assert_eq!(dot(&y, &program.right), cost);
                }
                Solution::Impossible { y } => {
                    seen[1] += 1;
                    assert!(program.columns.iter().all(|column| !dot(&y, column).is_negative()));
                    assert!(dot(&y, &program.right).is_negative());
                }
                Solution::Unbounded { x, ray } => {
                    seen[2] += 1;
                    assert_eq!(product(&program.columns, &x, rows), program.right);
                    assert!(product(&program.columns, &ray, rows).iter().all(Rational::is_zero));
                    assert!(ray.iter().chain(&x).all(|entry| !entry.is_negative()));
                    assert!(dot(&program.cost, &ray).is_negative());
                }
            }
        }
        assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
    }

    #[test]
    fn any_hint_leads_to_the_same_answer() {
        for seed in 0..300 {
            let rows = 1 + seed as usize % 4;
            let program = random_program(seed, rows, 6);
            let plain = farkas(&program.columns, &program.right, &[]).is_ok();
            for hint in [vec![0, 1, 2], vec![5, 3, 1, 0], vec![2, 2, 2], vec![4]] {
                let hinted = farkas(&program.columns, &program.right, &hint);
                assert_eq!(hinted.is_ok(), plain);
                match hinted {
                    Ok(x) => {
                        assert_eq!(product(&program.columns, &x, rows), program.right);
                        assert!(x.iter().all(|x| !x.is_negative()));
                    }
                    Err(y) => {
                        assert!(program.columns.iter().all(|column| !dot(&y, column).is_negative()));
                        assert!(dot(&y, &program.right).is_negative());
                    }
                }
            }
        }
    }

    #[test]
    fn very_many_columns_end_like_few() {
        let mut seen = [0; 3];
        for seed in 0..200 {
            let program = random_program(seed, 3, 80);
            // A cost that keeps some of them bounded, and columns on one side that make some impossible.
            let one_sided = seed % 2 == 0;
            let columns: Vec<Vec<Rational>> = program
                .columns
                .iter()
                .map(|column| {
                    let first = if one_sided { column[0].abs() } else { column[0].clone() };
                    vec![first, column[1].clone(), column[2].clone()]
                })
                .collect();
            let cost: Vec<Rational> = if seed % 3 == 0 {
                program.cost.clone()
            } else {
                program.cost.iter().map(|cost| cost.abs() + Rational::one()).collect()
            };
            let program = Program { columns, cost, ..program };
            match (minimise(&program), solve(&program)) {
                (Solution::Best { x, y, cost }, Solution::Best { cost: plain, .. }) => {
                    seen[0] += 1;
                    assert_eq!(cost, plain);
                    assert_eq!(product(&program.columns, &x, 3), program.right);
                    assert!(program.columns.iter().zip(&program.cost).all(|(a, c)| dot(&y, a) <= *c));
                }
                (Solution::Impossible { y }, Solution::Impossible { .. }) => {
                    seen[1] += 1;
                    assert!(program.columns.iter().all(|column| !dot(&y, column).is_negative()));
                    assert!(dot(&y, &program.right).is_negative());
                }
                (Solution::Unbounded { ray, .. }, Solution::Unbounded { .. }) => {
                    seen[2] += 1;
                    assert!(product(&program.columns, &ray, 3).iter().all(Rational::is_zero));
                    assert!(dot(&program.cost, &ray).is_negative());
                }
                (one, other) => panic!("{one:?} against {other:?}"),
            }
        }
        assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
    }

    #[test]
    fn empty_programs_end_too() {
        assert_eq!(farkas(&[], &numbers(&[0, 0]), &[]), Ok(vec![]));
        let y = farkas(&[], &numbers(&[0, -3]), &[]).unwrap_err();
        assert!(dot(&y, &numbers(&[0, -3])).is_negative());
        let free = Program { columns: vec![vec![]], right: vec![], cost: numbers(&[1]) };
        assert!(matches!(minimise(&free), Solution::Best { .. }));
    }
}
