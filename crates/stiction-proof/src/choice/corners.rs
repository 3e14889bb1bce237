//! Whether a set of solutions is what its corners and rays say.
//!
//! The closed set of one choice at every site is a polyhedron without lines, for every unknown is at least
//! zero.  Its corners hang together along edges.  So a list of corners is complete when every edge that
//! leaves one of them ends at another one of the list, or runs along a ray of the list, and the list of rays
//! is complete when no other ray was met.  An edge at a corner is a direction that keeps all equations and
//! all but one dimension's worth of the tight inequalities; trying every such subset of the tight
//! inequalities finds all of them, without any solver.

use super::{Choices, Condition, Objection, WholePoint, shortest, whole};
use crate::Rational;
use dashu_int::IBig;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

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
        if !shape || partial.len() != self.sites.len() || family.vertices.is_empty() {
            return Err(Objection::Shape);
        }
        let set = ClosedSet::new(self, partial);
        let mut met = vec![false; family.rays.len()];
        let rays: Vec<Vec<IBig>> = family.rays.iter().map(|ray| whole(ray)).collect();
        let corners =
            family.vertices.iter().map(|corner| set.corner(corner)).collect::<Result<Vec<_>, _>>()?;
        let mut tries = 0;
        for (index, corner) in corners.iter().enumerate() {
            let tight = set.tight(corner);
            for line in set.edges(&tight, &mut tries)?.ok_or(Objection::NotACorner(index))? {
                match set.first_met(corner, &line) {
                    Some(step) => {
                        let ends = |other: &Corner| set.is_end(corner, &line, &step, other);
                        corners.iter().any(ends).then_some(()).ok_or(Objection::Unlisted)?;
                    }
                    None => {
                        let ray = set.outer(set.direction(&line));
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
struct ClosedSet {
    open: Vec<usize>,
    total: usize,
    size: usize,
    /// Rows that vanish, and rows that are at least zero, each with its number: coefficients and constant.
    equations: Vec<(usize, Vec<IBig>)>,
    inequalities: Vec<(usize, Vec<IBig>)>,
    /// Independent directions along which every equation stays as it is.
    kernel: Vec<Vec<IBig>>,
    /// How each inequality, then each unknown, grows along each direction of the kernel.
    along_kernel: Vec<Vec<IBig>>,
    /// For each of these a number that it has in common with all that grow the same way; none for what stays as it is
    /// wherever the equations hold.
    ways: Vec<Option<usize>>,
}

/// A point of the set over its denominator.
struct Corner {
    point: WholePoint,
    /// The inequalities, then the unknowns, all times the denominator.
    values: Vec<IBig>,
}

impl ClosedSet {
    fn new(choices: &Choices, partial: &[u32]) -> Self {
        let allowed = choices.allowed(partial);
        let total = choices.unknowns;
        let open: Vec<usize> = (0..total).filter(|&unknown| allowed.open[unknown]).collect();
        let size = open.len();
        let inner = |row: &Vec<IBig>| -> Vec<IBig> {
            open.iter().chain([&total]).map(|&column| row[column].clone()).collect()
        };
        let (mut equations, mut inequalities) = (Vec::new(), Vec::new());
        for (index, (row, condition)) in choices.rows.iter().zip(&allowed.rows).enumerate() {
            match condition {
                Condition::Free => {}
                Condition::Zero => equations.push((index, inner(row))),
                Condition::AtLeast { .. } => inequalities.push((index, inner(row))),
                Condition::AtMost { .. } => {
                    inequalities.push((index, inner(row).into_iter().map(|entry| -entry).collect()));
                }
            }
        }
        let kernel = kernel(equations.iter().map(|(_, row)| row[..size].to_vec()).collect(), size);
        let of_rows = inequalities
            .iter()
            .map(|(_, row)| kernel.iter().map(|direction| along(row, direction)).collect::<Vec<IBig>>());
        let of_unknowns =
            (0..size).map(|unknown| kernel.iter().map(|direction| direction[unknown].clone()).collect());
        let along_kernel: Vec<Vec<IBig>> = of_rows.chain(of_unknowns).collect();
        let mut known: HashMap<Vec<IBig>, usize> = HashMap::new();
        let mut way = |row: &Vec<IBig>| {
            let next = known.len();
            let moves = row.iter().any(|rate| !rate.is_zero());
            moves.then(|| *known.entry(shortest(row.clone())).or_insert(next))
        };
        let ways = along_kernel.iter().map(&mut way).collect();
        Self { open, total, size, equations, inequalities, kernel, along_kernel, ways }
    }

    /// The inequalities that are tight at a corner, one of those that say the same there, and none that no direction
    /// of the kernel moves: what is left allows the same directions.
    fn tight(&self, corner: &Corner) -> Vec<usize> {
        let mut seen = vec![false; self.ways.len()];
        let is_new = |&row: &usize| {
            let way = self.ways[row].filter(|_| corner.values[row].is_zero());
            way.is_some_and(|way| !std::mem::replace(&mut seen[way], true))
        };
        (0..corner.values.len()).filter(is_new).collect()
    }

    /// A listed point with the values of its conditions, which must hold.
    fn corner(&self, point: &[Rational]) -> Result<Corner, Objection> {
        let mut open = self.open.iter().peekable();
        for (unknown, value) in point.iter().enumerate() {
            let is_open = open.next_if(|&&open| open == unknown).is_some();
            if value.is_negative() || value.is_positive() && !is_open {
                return Err(Objection::Value(unknown));
            }
        }
        let scaled = WholePoint::of(self.open.iter().map(|&unknown| &point[unknown]));
        for (index, row) in &self.equations {
            scaled.value(row).is_zero().then_some(()).ok_or(Objection::Row(*index))?;
        }
        let mut values = Vec::with_capacity(self.along_kernel.len());
        for (index, row) in &self.inequalities {
            let value = scaled.value(row);
            (value >= IBig::ZERO).then_some(()).ok_or(Objection::Row(*index))?;
            values.push(value);
        }
        values.extend(scaled.numerators().iter().cloned());
        Ok(Corner { point: scaled, values })
    }

    /// A direction over all unknowns, as the shortest integers.
    fn outer(&self, direction: Vec<IBig>) -> Vec<IBig> {
        let mut outer = vec![IBig::ZERO; self.total];
        self.open.iter().zip(direction).for_each(|(&unknown, value)| outer[unknown] = value);
        shortest(outer)
    }

    /// Edges at a point with these tight inequalities, as combinations of the kernel; `None` if it is no corner.
    fn edges(&self, tight: &[usize], tries: &mut usize) -> Result<Option<Vec<Vec<IBig>>>, Objection> {
        let freedoms = self.kernel.len();
        if tight.len() == freedoms {
            return Ok(self.simple_edges(tight));
        }
        let spanned = rank(tight.iter().map(|&row| self.along_kernel[row].clone()).collect());
        if spanned == freedoms { self.crowded_edges(tight, tries).map(Some) } else { Ok(None) }
    }

    /// Where no more inequalities are tight than there are dimensions, along each edge all but one of them
    /// stay tight: the columns of the inverse.
    fn simple_edges(&self, tight: &[usize]) -> Option<Vec<Vec<IBig>>> {
        let size = tight.len();
        let unit = |place: usize| (0..size).map(move |other| IBig::from(u8::from(other == place)));
        let mut rows: Vec<Vec<IBig>> = tight
            .iter()
            .enumerate()
            .map(|(place, &row)| self.along_kernel[row].iter().cloned().chain(unit(place)).collect())
            .collect();
        if reduce(&mut rows, size).len() < size {
            return None;
        }
        // Every pivot is the same number, by which the inverse is multiplied.
        let turned = rows.first().is_some_and(|row| row[0] < IBig::ZERO);
        let edge = |column: usize| {
            rows.iter()
                .map(|row| if turned { -&row[size + column] } else { row[size + column].clone() })
                .collect()
        };
        Some((0..size).map(edge).collect())
    }

    /// Along an edge all but one dimension's worth of the tight inequalities stay tight: every such subset is tried.
    fn crowded_edges(&self, tight: &[usize], tries: &mut usize) -> Result<Vec<Vec<IBig>>, Objection> {
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
                // The line keeps the tight inequalities one way, the other way, both ways or neither.
                let (mut forth, mut back) = (true, true);
                for &row in tight {
                    let rate = along(&self.along_kernel[row], line);
                    (forth, back) = (forth && rate >= IBig::ZERO, back && rate <= IBig::ZERO);
                }
                let ways = [(back, true), (forth, false)].into_iter().filter(|(keeps, _)| *keeps);
                for (_, turned) in ways {
                    let line: Vec<IBig> =
                        line.iter().map(|entry| if turned { -entry } else { entry.clone() }).collect();
                    if !found.contains(&line) {
                        found.push(line);
                    }
                }
            }
            if !next_subset(&mut subset, tight.len()) {
                break;
            }
        }
        Ok(found)
    }

    /// A combination of the directions of the kernel.
    fn direction(&self, line: &[IBig]) -> Vec<IBig> {
        let entry = |index: usize| {
            self.kernel.iter().zip(line).map(|(direction, factor)| &direction[index] * factor).sum::<IBig>()
        };
        (0..self.size).map(entry).collect()
    }

    /// The inequality that is met first from a corner along a line: its value there, and how fast it falls;
    /// `None` if none is.
    fn first_met<'c>(&self, corner: &'c Corner, line: &[IBig]) -> Option<(&'c IBig, IBig)> {
        let mut first: Option<(&IBig, IBig)> = None;
        for (value, rates) in corner.values.iter().zip(&self.along_kernel) {
            let falls = -along(rates, line);
            if falls <= IBig::ZERO {
                continue;
            }
            let nearer = first.as_ref().is_none_or(|(least, by)| value * by < *least * &falls);
            if nearer {
                first = Some((value, falls));
            }
        }
        first
    }

    /// Whether the way from a corner along a line ends at another one: `x + (v/f)·d`, all over common denominators.
    fn is_end(&self, corner: &Corner, line: &[IBig], (value, falls): &(&IBig, IBig), other: &Corner) -> bool {
        let (here, there) = (corner.point.denominator(), other.point.denominator());
        let whole = here * falls;
        let pairs = corner.point.numerators().iter().zip(other.point.numerators()).enumerate();
        pairs.into_iter().all(|(unknown, (x, y))| {
            let moves = along(&self.along_kernel[self.inequalities.len() + unknown], line);
            (x * falls + *value * moves) * there == y * &whole
        })
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

/// Brings rows to a reduced form without fractions: every pivot is the same number in the end, and each
/// step's division by the pivot before it is exact, since all entries are minors of the rows (Bareiss, as
/// Jordan).  The pivot columns.
fn reduce(rows: &mut Vec<Vec<IBig>>, width: usize) -> Vec<usize> {
    let count = rows.len();
    let pivots = reduce_by(rows, count, width);
    rows.truncate(pivots.len());
    pivots
}

/// The same with pivots among the first `count` rows alone.
fn reduce_by(rows: &mut [Vec<IBig>], count: usize, width: usize) -> Vec<usize> {
    let mut pivots = Vec::new();
    let mut last = IBig::ONE;
    for column in 0..width {
        let step = pivots.len();
        let Some(pivot) = (step..count).find(|&row| !rows[row][column].is_zero()) else { continue };
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
        if pivots.len() == count {
            break;
        }
    }
    pivots
}

/// Whether each of these rows is a combination of the others.
pub(crate) fn are_combinations(rows: Vec<Vec<IBig>>, mut of: Vec<Vec<IBig>>) -> bool {
    let (count, width) = (of.len(), rows.first().map_or(0, Vec::len));
    of.extend(rows);
    reduce_by(&mut of, count, width);
    of[count..].iter().flatten().all(IBig::is_zero)
}

/// How many rows are independent.
fn rank(mut rows: Vec<Vec<IBig>>) -> usize {
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
