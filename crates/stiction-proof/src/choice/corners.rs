//! Whether a set of solutions is what its corners and rays say.
//!
//! The closed set of one choice at every site is a polyhedron without lines, for every unknown is at least zero.  Its corners
//! hang together along edges.  So a list of corners is complete when every edge that leaves one of them ends at another one
//! of the list, or runs along a ray of the list, and the list of rays is complete when no other ray was met.  An edge at a corner is a
//! direction that keeps all equations and all but one dimension's worth of the tight inequalities; trying every such subset
//! of the tight inequalities finds all of them, without any solver.

use super::{Choices, Condition, Objection, Scaled, shortest, value_of, whole};
use crate::Rational;
use dashu_int::IBig;
use serde::{Deserialize, Serialize};

/// A set of solutions as the hull of its corners and rays.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Family {
    /// The corners.
    pub vertices: Vec<Vec<Rational>>,
    /// Directions in which it has no end, up to a factor.
    pub rays: Vec<Vec<Rational>>,
}

/// Subsets of tight inequalities that are tried at most.
const MOST_SUBSETS: usize = 200_000;

impl Choices {
    /// Whether the closed set of a choice is exactly the hull of these corners and rays.
    pub fn spans(&self, partial: &[u32], family: &Family) -> Result<(), Objection> {
        let shape = family.vertices.iter().chain(&family.rays).all(|point| point.len() == self.unknowns);
        if !shape || family.vertices.is_empty() {
            return Err(Objection::Shape);
        }
        let set = Closed::new(self, partial);
        let mut met = vec![false; family.rays.len()];
        let rays: Vec<Vec<IBig>> = family.rays.iter().map(|ray| whole(ray)).collect();
        let mut tries = 0;
        for (index, corner) in family.vertices.iter().enumerate() {
            self.holds(partial, corner, true)?;
            let corner = set.inner(corner);
            let scaled = Scaled::new(&corner);
            let tight: Vec<usize> = (0..set.inequalities.len())
                .filter(|&row| scaled.value(&set.inequalities[row]).is_zero())
                .collect();
            if rank(tight.iter().map(|&row| set.along_kernel[row].clone()).collect()) != set.kernel.len() {
                return Err(Objection::NotACorner(index));
            }
            for direction in set.edges(&tight, &mut tries)? {
                match set.end(&corner, &direction) {
                    Some(end) => {
                        let end = set.outer(&end);
                        family.vertices.contains(&end).then_some(()).ok_or(Objection::Unlisted)?;
                    }
                    None => {
                        let ray = whole(&set.outer(&direction));
                        let listed =
                            rays.iter().position(|listed| *listed == ray).ok_or(Objection::Unlisted)?;
                        met[listed] = true;
                    }
                }
            }
        }
        met.iter().position(|met| !met).map_or(Ok(()), |ray| Err(Objection::Ray(ray)))
    }
}

/// A closed set over the unknowns that may be positive.
struct Closed {
    open: Vec<usize>,
    total: usize,
    size: usize,
    /// Independent directions along which every equation stays as it is.
    kernel: Vec<Vec<IBig>>,
    /// Coefficients and constants of rows that are at least zero, the unknowns among them.
    inequalities: Vec<Vec<IBig>>,
    /// How each of these grows along each direction of the kernel.
    along_kernel: Vec<Vec<IBig>>,
}

impl Closed {
    fn new(choices: &Choices, partial: &[u32]) -> Self {
        let allowed = choices.allowed(partial);
        let total = choices.unknowns;
        let open: Vec<usize> = (0..total).filter(|&unknown| allowed.open[unknown]).collect();
        let size = open.len();
        let inner = |row: &Vec<IBig>| -> Vec<IBig> {
            open.iter().chain([&total]).map(|&column| row[column].clone()).collect()
        };
        let (mut equations, mut inequalities) = (Vec::new(), Vec::new());
        for (row, condition) in choices.rows.iter().zip(&allowed.rows) {
            match condition {
                Condition::Free => {}
                Condition::Zero => equations.push(inner(row)[..size].to_vec()),
                Condition::AtLeast { .. } => inequalities.push(inner(row)),
                Condition::AtMost { .. } => {
                    inequalities.push(inner(row).iter().map(|entry| -entry).collect())
                }
            }
        }
        inequalities.extend(
            (0..size)
                .map(|unknown| (0..=size).map(|column| IBig::from(u8::from(column == unknown))).collect()),
        );
        let kernel = kernel(equations, size);
        let growth = |row: &Vec<IBig>| kernel.iter().map(|direction| along(row, direction)).collect();
        let along_kernel = inequalities.iter().map(growth).collect();
        Self { open, total, size, kernel, inequalities, along_kernel }
    }

    fn inner(&self, point: &[Rational]) -> Vec<Rational> {
        self.open.iter().map(|&unknown| point[unknown].clone()).collect()
    }

    fn outer(&self, point: &[Rational]) -> Vec<Rational> {
        let mut outer = vec![Rational::zero(); self.total];
        self.open.iter().zip(point).for_each(|(&unknown, value)| outer[unknown] = value.clone());
        outer
    }

    /// Directions of the edges at a corner with these tight inequalities: in the kernel, along all but one dimension's worth of them.
    fn edges(&self, tight: &[usize], tries: &mut usize) -> Result<Vec<Vec<Rational>>, Objection> {
        let freedoms = self.kernel.len();
        if freedoms == 0 {
            return Ok(Vec::new());
        }
        let mut found: Vec<Vec<IBig>> = Vec::new();
        let mut subset: Vec<usize> = (0..freedoms - 1).collect();
        while subset.last().is_none_or(|&last| last < tight.len()) {
            *tries += 1;
            if *tries > MOST_SUBSETS {
                return Err(Objection::Effort);
            }
            let rows = subset.iter().map(|&index| self.along_kernel[tight[index]].clone()).collect();
            if let [line] = &kernel(rows, freedoms)[..] {
                for line in [line.iter().map(|entry| -entry).collect(), line.clone()] {
                    let keeps = |row: &usize| along(&self.along_kernel[*row], &line) >= IBig::ZERO;
                    if tight.iter().all(keeps) && !found.contains(&line) {
                        found.push(line);
                    }
                }
            }
            if !next_subset(&mut subset, tight.len()) {
                break;
            }
        }
        Ok(found.iter().map(|line| self.direction(line)).collect())
    }

    /// A combination of the directions of the kernel.
    fn direction(&self, line: &[IBig]) -> Vec<Rational> {
        let entry = |index: usize| {
            self.kernel.iter().zip(line).map(|(direction, factor)| &direction[index] * factor).sum::<IBig>()
        };
        (0..self.size).map(|index| Rational::from(entry(index))).collect()
    }

    /// Where the set ends along a direction from a corner; `None` if it does not.
    fn end(&self, corner: &[Rational], direction: &[Rational]) -> Option<Vec<Rational>> {
        let step = self.inequalities.iter().filter_map(|row| {
            let rate = value_of(row, direction) - Rational::from(row[self.size].clone());
            let reach = value_of(row, corner).checked_div(&-&rate)?;
            rate.is_negative().then_some(reach)
        });
        let step = step.min()?;
        Some(corner.iter().zip(direction).map(|(point, along)| point + &step * along).collect())
    }
}

fn along(row: &[IBig], direction: &[IBig]) -> IBig {
    row.iter().zip(direction).map(|(a, b)| a * b).sum()
}

/// The next subset of the same size in lexicographic order.
fn next_subset(subset: &mut [usize], count: usize) -> bool {
    let size = subset.len();
    let Some(place) = (0..size).rev().find(|&place| subset[place] + (size - place) < count) else {
        return false;
    };
    subset[place] += 1;
    for later in place + 1..size {
        subset[later] = subset[later - 1] + 1;
    }
    true
}

/// Brings rows to a reduced form without fractions: every pivot is the same number in the end, and each step's division by the pivot before
/// it is exact, since all entries are minors of the rows (Bareiss, as Jordan).  The pivot columns.
fn reduce(rows: &mut Vec<Vec<IBig>>, width: usize) -> Vec<usize> {
    let mut pivots = Vec::new();
    let mut last = IBig::ONE;
    for column in 0..width {
        let step = pivots.len();
        let Some(pivot) = (step..rows.len()).find(|&row| !rows[row][column].is_zero()) else { continue };
        rows.swap(step, pivot);
        let top = std::mem::take(&mut rows[step]);
        let lead = &top[column];
        for (index, row) in rows.iter_mut().enumerate() {
            if index == step {
                continue;
            }
            let factor = row[column].clone();
            for (entry, other) in row.iter_mut().zip(&top) {
                if entry.is_zero() && (factor.is_zero() || other.is_zero()) {
                    continue;
                }
                let crossed = &*entry * lead - &factor * other;
                *entry = if last.is_one() { crossed } else { crossed / &last };
            }
        }
        last = lead.clone();
        rows[step] = top;
        pivots.push(column);
        if pivots.len() == rows.len() {
            break;
        }
    }
    rows.truncate(pivots.len());
    pivots
}

/// How many rows are independent.
pub(crate) fn rank(mut rows: Vec<Vec<IBig>>) -> usize {
    let width = rows.first().map_or(0, Vec::len);
    reduce(&mut rows, width).len()
}

/// Independent directions that all rows leave as they are.
fn kernel(mut rows: Vec<Vec<IBig>>, width: usize) -> Vec<Vec<IBig>> {
    let pivots = reduce(&mut rows, width);
    let lead = rows.first().zip(pivots.first()).map_or(IBig::ONE, |(row, &pivot)| row[pivot].clone());
    let direction = |free: usize| {
        let mut direction = vec![IBig::ZERO; width];
        direction[free] = lead.clone();
        for (row, &pivot) in rows.iter().zip(&pivots) {
            direction[pivot] = -&row[free];
        }
        shortest(direction)
    };
    (0..width).filter(|column| !pivots.contains(column)).map(direction).collect()
}
