//! How far the solutions of one mode are determined: motion, forces, both or neither.
//!
//! The solutions of a mode are a polyhedron `E x = e`, `x ≥ 0` in the multiples of the edges, but for rows that hold
//! strictly. With a solution that is positive wherever any is, the others lie in all directions of the kernel of `E`
//! over those multiples:
//!
//! ```text
//!     the most of the multiples that are zero so far is positive: half way there fewer are zero           (1)
//!     it is zero: its prices y have y·E ≥ 0, positive on all of them, and y·e = 0, so they are always zero (2)
//!     then motion or forces are determined when they do not change along the kernel                       (3)
//! ```
//!
//! A direction of the kernel along which they change gives another solution. Where the bodies are known to rest, two
//! contacts between the same bodies often have one by themselves.

use dashu_int::IBig;
use stiction_exact::linear::{Program, Solution, minimise};
use stiction_exact::{elimination, integers};
use stiction_proof::choice::{Choices, Entry};
use stiction_proof::{ContactLaw, Equations, OutcomeRows, OutcomeSolution, Rational};

/// What shows how far a mode is determined.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Determinacy {
    /// Another solution.
    pub(super) other: Option<Vec<Rational>>,
    /// Multipliers of the equations that show which multiples are zero.
    pub(super) fixed: Option<Vec<Rational>>,
}

/// Finds out how far a mode with a solution is determined.
pub(super) fn shown<P: ContactLaw<A, F>, const A: usize, const F: usize>(
    problem: &P,
    laid: &OutcomeRows<A, F>,
    mode: &[u32],
    point: &[Rational],
    excluded: &[Entry],
) -> Option<Determinacy> {
    let equations = laid.equations(mode, excluded);
    let all_rest =
        (0..laid.unforced.len()).all(|body| !problem.is_free_body(body) || equations.resting.contains(&body));
    let seen = ModeColumns { laid, mode, equations };
    if all_rest && let Some(other) = seen.between_two(problem, point) {
        return Some(Determinacy { other: Some(other), fixed: None });
    }
    seen.shown(point)
}

struct ModeColumns<'l, const A: usize, const F: usize> {
    laid: &'l OutcomeRows<A, F>,
    mode: &'l [u32],
    equations: Equations,
}

impl<const A: usize, const F: usize> ModeColumns<'_, A, F> {
    fn choices(&self) -> &Choices {
        &self.laid.choices
    }

    /// The equations as rows in integers, each by whom it is: rows of contacts that say no more than that bodies rest
    /// are left out.
    fn rows(&self) -> Vec<(usize, Vec<IBig>)> {
        let count = self.choices().rows().len();
        let parts = self.equations.parts.iter();
        let parts = parts.map(|&part| (count + part, integers::primitive(&self.laid.acceleration_row(part))));
        let resting = |edge: usize| {
            let touched = &self.laid.responses[edge];
            !touched.is_empty() && touched.iter().all(|(body, _)| self.equations.resting.contains(body))
        };
        let of_resting = |row: &usize| {
            let entries = &self.choices().rows()[*row];
            (0..self.laid.edges.len()).filter(|&edge| !entries[edge].is_zero()).all(resting)
                && !self.equations.resting.is_empty()
        };
        let rows = self.equations.rows.iter().filter(|row| !of_resting(row));
        rows.map(|&row| (row, self.choices().rows()[row].clone())).chain(parts).collect()
    }

    /// Another solution by the contacts between two bodies alone, where all bodies rest.
    fn between_two<P: ContactLaw<A, F>>(&self, problem: &P, point: &[Rational]) -> Option<Vec<Rational>> {
        let mut pairs: Vec<([Option<usize>; 2], Vec<usize>)> = Vec::new();
        for edge in (0..point.len()).filter(|&edge| point[edge].is_positive()) {
            let mut pair = problem.parties(self.laid.edges[edge].contact);
            pair.sort_unstable();
            match pairs.iter_mut().find(|(other, _)| *other == pair) {
                Some((_, edges)) => edges.push(edge),
                None => pairs.push((pair, vec![edge])),
            }
        }
        for (pair, edges) in pairs.iter().filter(|(_, edges)| edges.len() > 1) {
            let touched = pair.iter().flatten().filter(|body| problem.is_free_body(**body));
            let parts = touched.flat_map(|body| A * body..A * (body + 1));
            let rows = parts.map(|part| {
                let row = self.laid.acceleration_row(part);
                integers::primitive(&edges.iter().map(|&edge| row[edge].clone()).collect::<Vec<_>>())
            });
            for direction in elimination::kernel(rows.collect(), edges.len()) {
                if let Some(other) = self.beyond(point, edges, &direction, false) {
                    return Some(other);
                }
            }
        }
        None
    }

    /// The general way: (1) until (2), then (3).
    fn shown(&self, first: &[Rational]) -> Option<Determinacy> {
        let rows = self.rows();
        let mut point = first.to_vec();
        let fixed = loop {
            match self.more(&rows, &point)? {
                More::Point(further) => {
                    let half = Rational::new(1, 2);
                    point = point.iter().zip(&further).map(|(a, b)| (a + b) * &half).collect();
                }
                More::None(fixed) => break fixed,
            }
        };
        let loose: Vec<usize> = (0..point.len()).filter(|&edge| point[edge].is_positive()).collect();
        let inner = |row: &[IBig]| -> Vec<IBig> { loose.iter().map(|&edge| row[edge].clone()).collect() };
        let matrix: Vec<Vec<IBig>> = rows.iter().map(|(_, row)| inner(row)).collect();
        let directions: Vec<Vec<IBig>> = elimination::kernel(matrix, loose.len()).collect();
        let along = |moving: bool| {
            directions.iter().find_map(|direction| self.beyond(&point, &loose, direction, moving))
        };
        let other = along(true).or_else(|| along(false));
        // Where that happens to have the forces of the first solution, the middle has not.
        let forces = |point: &[Rational]| self.laid.solution(point).forces;
        let other = other.map(|other| if forces(&other) == forces(first) { point.clone() } else { other });
        Some(Determinacy { other, fixed })
    }

    /// The point a little further along a direction, if it has other forces there; or, where that is asked, another
    /// motion.
    fn beyond(
        &self,
        point: &[Rational],
        edges: &[usize],
        direction: &[IBig],
        moving: bool,
    ) -> Option<Vec<Rational>> {
        let mut change = vec![Rational::zero(); point.len()];
        edges.iter().zip(direction).for_each(|(&edge, entry)| change[edge] = Rational::from(entry.clone()));
        let OutcomeSolution { accelerations, forces } = self.laid.change(&change);
        let changes = if moving {
            accelerations.iter().flatten().any(|entry| !entry.is_zero())
        } else {
            forces.iter().flatten().any(|entry| !entry.is_zero())
        };
        if !changes {
            return None;
        }
        let falling = point.iter().zip(&change).filter(|(_, change)| change.is_negative());
        let most = falling.filter_map(|(x, change)| x.checked_div(&-change)).min();
        let mut step = most.map_or_else(Rational::one, |most| most * Rational::new(1, 2));
        for _ in 0..HALVINGS {
            let other: Vec<Rational> =
                point.iter().zip(&change).map(|(x, change)| x + &step * change).collect();
            if self.choices().holds(self.mode, &other, false).is_ok() {
                return Some(other);
            }
            step = step * Rational::new(1, 2);
        }
        None
    }

    /// A solution in which more multiples are positive, or why there is none: (1) or (2).
    fn more(&self, rows: &[(usize, Vec<IBig>)], point: &[Rational]) -> Option<More> {
        let open: Vec<usize> = (0..point.len()).filter(|&edge| self.equations.open[edge]).collect();
        if open.iter().all(|&edge| point[edge].is_positive()) {
            return Some(More::None(None));
        }
        let whole = |entry: &IBig| Rational::from(entry.clone());
        let program = Program {
            columns: open
                .iter()
                .map(|&edge| rows.iter().map(|(_, row)| whole(&row[edge])).collect())
                .collect(),
            right: rows.iter().map(|(_, row)| -whole(&row[point.len()])).collect(),
            cost: open.iter().map(|&edge| Rational::from(-i64::from(point[edge].is_zero()))).collect(),
        };
        let outer = |inner: &[Rational]| {
            let mut all = vec![Rational::zero(); point.len()];
            open.iter().zip(inner).for_each(|(&edge, value)| all[edge] = value.clone());
            all
        };
        match minimise(&program) {
            Solution::Best { x, cost, .. } if cost.is_negative() => Some(More::Point(outer(&x))),
            Solution::Unbounded { x, ray } => {
                Some(More::Point(outer(&x.iter().zip(&ray).map(|(x, ray)| x + ray).collect::<Vec<_>>())))
            }
            Solution::Best { y, .. } => Some(More::None(Some(self.spelled(rows, &y)))),
            Solution::Impossible { .. } => None,
        }
    }

    /// Prices of the equations as multipliers of all rows and accelerations.
    fn spelled(&self, rows: &[(usize, Vec<IBig>)], prices: &[Rational]) -> Vec<Rational> {
        let count = self.choices().rows().len();
        let mut all = vec![Rational::zero(); count + A * self.laid.unforced.len()];
        for ((place, row), price) in rows.iter().zip(prices) {
            // The accelerations are meant as they are, and were scaled to integers.
            let factor = match place.checked_sub(count) {
                None => Rational::one(),
                Some(part) => factor(row, &self.laid.acceleration_row(part)),
            };
            all[*place] = -(price * &factor);
        }
        let shortest = integers::primitive(&all);
        shortest.into_iter().map(Rational::from).collect()
    }
}

/// What there is to more positive multiples.
enum More {
    Point(Vec<Rational>),
    None(Option<Vec<Rational>>),
}

/// How often a step is halved until strict rows hold; they hold for small ones.
const HALVINGS: usize = 200;

/// By how much integers are larger than the row that they stand for.
fn factor(whole: &[IBig], row: &[Rational]) -> Rational {
    let pair = whole.iter().zip(row).find(|(whole, _)| !whole.is_zero());
    pair.and_then(|(whole, entry)| Rational::from(whole.clone()).checked_div(entry))
        .unwrap_or_else(Rational::one)
}
