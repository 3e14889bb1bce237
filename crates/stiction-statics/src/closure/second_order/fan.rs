//! All directions of a plane, cut where a form changes its sign.
//!
//! A direction is *blocked* where one of the quadratic forms or one of the linear ones is negative.  Their
//! roots cut the circle of directions into cells on which no sign changes, so one fraction in each cell
//! stands for it.  All directions are blocked exactly when for every root some form that is not zero there is
//! negative in the cells on both sides; then it is negative from the one cell's fraction to the other's.
//! That is a fan that a checker can follow with fractions alone, although the roots need not be any.
//!
//! Directions are written `(x, 1)` and `(−x, −1)` for `x` from ∞ down to −∞, counter-clockwise; `x = 0` and
//! `x = ∞` are cuts too, so that neighbouring fractions are always less than half a turn apart.

use super::form::Form;
use super::root::{Root, roots};
use stiction_proof::Rational;

/// A form that is negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Blocker {
    /// One of the quadratic forms.
    Quadratic(usize),
    /// One of the linear forms.
    Linear(usize),
}

/// The cells of the directions, and the forms.
pub(super) struct Fan<'f> {
    quadratic: &'f [Form],
    linear: &'f [[Rational; 2]],
    /// The cuts in ascending order, without ∞.
    cuts: Vec<Root>,
    /// A fraction below, between and above them.
    samples: Vec<Rational>,
}

type Direction = [Rational; 2];

impl<'f> Fan<'f> {
    pub(super) fn new(quadratic: &'f [Form], linear: &'f [[Rational; 2]]) -> Self {
        let mut cuts = vec![Root::Rational(Rational::zero())];
        cuts.extend(quadratic.iter().flat_map(|form| roots(&form.0)));
        cuts.extend(linear.iter().flat_map(|form| roots(&as_quadratic(form))));
        cuts.sort_by(Root::compare);
        cuts.dedup_by(|one, other| one.compare(other).is_eq());
        for index in 1..cuts.len() {
            let (before, after) = cuts.split_at_mut(index);
            before[index - 1].part(&mut after[0]);
        }
        let samples = samples(&cuts);
        Self { quadratic, linear, cuts, samples }
    }

    /// The fan: directions in order, each with what blocks all from there to the next; none if some direction is free.
    pub(super) fn sectors(&self) -> Option<Vec<(Direction, Blocker)>> {
        let half = |sign: i64| (0..self.samples.len()).rev().map(move |cell| (cell, sign));
        let cells: Vec<(usize, i64)> = half(1).chain(half(-1)).collect();
        let next = cells.iter().cycle().skip(1);
        cells
            .iter()
            .zip(next)
            .map(|(&(cell, sign), &(_, next))| {
                let from = direction(&self.samples[cell], sign);
                // The cut between is the one below this cell, or ∞ where the half ends.
                let (cut, to) = match cell.checked_sub(1) {
                    Some(below) => (Some(&self.cuts[below]), direction(&self.samples[below], sign)),
                    None => (None, direction(&self.samples[self.samples.len() - 1], next)),
                };
                Some((from.clone(), self.blocker(&from, &to, cut)?))
            })
            .collect()
    }

    /// A form that is negative on both sides of a cut and at the cut.
    fn blocker(&self, from: &Direction, to: &Direction, cut: Option<&Root>) -> Option<Blocker> {
        let crosses = |form: &[Rational; 3]| match cut {
            Some(root) => !root.is_root_of(form),
            None => !form[0].is_zero(),
        };
        let quadratic = self
            .quadratic
            .iter()
            .position(|form| form.at(from).is_negative() && form.at(to).is_negative() && crosses(&form.0));
        let linear = || {
            self.linear.iter().position(|form| {
                let at_infinity = cut.is_none() && !form[0].is_zero();
                let crosses = at_infinity || cut.is_some_and(|root| !root.is_root_of(&as_quadratic(form)));
                value(form, from).is_negative() && value(form, to).is_negative() && crosses
            })
        };
        quadratic.map(Blocker::Quadratic).or_else(|| linear().map(Blocker::Linear))
    }

    /// Directions, among rational cuts and fractions of cells, on which every quadratic form is positive and
    /// no linear one negative.  If there is any such direction at all, there is one of these.
    pub(super) fn open(&self) -> Vec<Direction> {
        let cuts = self.cuts.iter().filter_map(|cut| match cut {
            Root::Rational(value) => Some(value),
            Root::Irrational { .. } => None,
        });
        let finite = cuts.chain(&self.samples).flat_map(|x| [direction(x, 1), direction(x, -1)]);
        let mut found = [1, -1].map(|sign| [Rational::from(sign), Rational::zero()]).to_vec();
        found.extend(finite);
        found.retain(|direction| {
            self.quadratic.iter().all(|form| form.at(direction).is_positive())
                && self.linear.iter().all(|form| !value(form, direction).is_negative())
        });
        found
    }
}

fn direction(x: &Rational, sign: i64) -> Direction {
    let sign = Rational::from(sign);
    [&sign * x, sign]
}

fn value(form: &[Rational; 2], [x, y]: &Direction) -> Rational {
    &form[0] * x + &form[1] * y
}

/// A linear form on `(x, 1)` as a quadratic of `x`.
fn as_quadratic([p, q]: &[Rational; 2]) -> [Rational; 3] {
    [Rational::zero(), p.clone(), q.clone()]
}

/// A simple fraction below, between and above cuts that lie apart.
fn samples(cuts: &[Root]) -> Vec<Rational> {
    let (Some(first), Some(last)) = (cuts.first(), cuts.last()) else { return Vec::new() };
    let between = |pair: &[Root]| {
        let (lower, upper) = (pair[0].bounds()[1], pair[1].bounds()[0]);
        let third = (upper - lower) * Rational::new(1, 3);
        Rational::simplest_between(&(lower + &third), &(upper - &third))
    };
    let beyond = |bound: &Rational, way: i64| {
        let (near, far) = (bound + Rational::from(way), bound + Rational::from(2 * way));
        if way > 0 {
            Rational::simplest_between(&near, &far)
        } else {
            Rational::simplest_between(&far, &near)
        }
    };
    let mut samples = vec![beyond(first.bounds()[0], -1)];
    samples.extend(cuts.windows(2).map(between));
    samples.push(beyond(last.bounds()[1], 1));
    samples
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms(entries: &[[i64; 3]]) -> Vec<Form> {
        entries.iter().map(|entry| Form(entry.map(Rational::from))).collect()
    }

    #[test]
    fn two_opposite_forms_leave_their_irrational_roots_and_nothing_more() {
        // ±(x² − 2y²): together negative everywhere but at x = ±√2·y.
        let opposite = forms(&[[1, 0, -2], [-1, 0, 2]]);
        let fan = Fan::new(&opposite, &[]);
        assert!(fan.sectors().is_none() && fan.open().is_empty());
        // A third that is negative at these roots closes the circle, one that is zero there does not.
        let closed = forms(&[[1, 0, -2], [-1, 0, 2], [-1, 0, 1]]);
        assert!(Fan::new(&closed, &[]).sectors().is_some());
        let again = forms(&[[1, 0, -2], [-1, 0, 2], [-3, 0, 6]]);
        assert!(Fan::new(&again, &[]).sectors().is_none());
    }

    #[test]
    fn linear_forms_forbid_one_side_and_not_their_own_edge() {
        let one_side = [[Rational::one(), Rational::zero()]]; // x ≥ 0 is left
        // −x² + 4xy is negative where x and y differ in sign: y > 0 is free.
        assert!(Fan::new(&forms(&[[-1, 4, 0]]), &one_side).sectors().is_none());
        assert!(!Fan::new(&forms(&[[-1, 4, 0]]), &one_side).open().is_empty());
        // Negative at the edge x = 0 as well, and on the whole half: held.
        assert!(Fan::new(&forms(&[[-1, 0, -1]]), &one_side).sectors().is_some());
        // Zero at the edge: not held, and nothing is open.
        let touching = forms(&[[-1, 0, 0]]);
        assert!(Fan::new(&touching, &one_side).sectors().is_none());
        assert!(Fan::new(&touching, &one_side).open().is_empty());
        // x² − y² is open about the x-axis; a wedge that leaves only the y-axis closes it.
        let hyperbola = forms(&[[1, 0, -1]]);
        let wedge = [[1, 0], [-1, 0]].map(|form: [i64; 2]| form.map(Rational::from));
        assert!(Fan::new(&hyperbola, &wedge).sectors().is_some());
        assert!(!Fan::new(&hyperbola, &one_side).open().is_empty());
    }
}
