//! What is known of the values of the course that stand: some that do, and half-spaces outside of which none does.
//!
//! Both serve every instant and every pace, since the set does not change with time.

use super::pace::Paced;
use crate::stand::assembly::{Collapse, Reach, Reacher, Searched, power};
use stiction_proof::Rational;
use stiction_proof::moving::{MovingProblem, Rides, Standing};
use stiction_scene::Refused;

/// A half-space outside of which nothing stands: `normal·p ≤ absorbed`.
#[derive(Debug, Clone)]
pub(super) struct Row<S: Searched> {
    pub(super) collapse: Collapse<S>,
    normal: Vec<f64>,
    absorbed: f64,
}

impl<S: Searched> Row<S> {
    /// How far a value is outside, relative to its size; not positive inside.
    pub(super) fn excess(&self, value: &[f64]) -> f64 {
        let terms = || self.normal.iter().zip(value).map(|(a, b)| a * b);
        let size = terms().map(f64::abs).sum::<f64>() + self.absorbed.abs();
        if size > 0.0 { (terms().sum::<f64>() - self.absorbed) / size } else { 0.0 }
    }
}

/// What asking about a value told.
pub(super) enum ValueEnd {
    /// It stands, or the last one on the way to it that does; its place in the pool and the part of the way.
    Stands(usize, f64),
    /// Nothing on the way stands, or not the end: the row, by its place.
    Falls(usize),
    /// Neither was proved.
    Undecided,
}

/// The pool.
pub(super) struct Pool<'a, S: Searched + Paced>
where
    S::Touch: Rides,
{
    pub(super) problem: &'a MovingProblem<S::Touch>,
    reacher: Reacher<'a, S>,
    loads: Vec<Vec<S::Screw>>,
    pub(super) standing: Vec<Standing<S::Touch>>,
    pub(super) rows: Vec<Row<S>>,
    /// Questions that were asked.
    pub(super) asked: usize,
}

impl<'a, S: Searched + Paced> Pool<'a, S>
where
    S::Touch: Rides,
{
    pub(super) fn new(problem: &'a MovingProblem<S::Touch>) -> Self {
        let reacher = Reacher::new(&problem.assembly);
        Self { problem, reacher, loads: problem.loads(), standing: Vec::new(), rows: Vec::new(), asked: 0 }
    }

    /// Active components of the course.
    pub(super) fn dimension(&self) -> usize {
        self.loads.len()
    }

    /// Asks about one value.
    pub(super) fn ask(&mut self, value: &[Rational]) -> Result<ValueEnd, Refused> {
        self.asked += 1;
        let load = self.problem.load_at(&self.loads, value);
        let told = self.reacher.stands(&load)?;
        Ok(self.keep(told, value.to_vec(), &[]))
    }

    /// Goes from a value that stands towards another, at most to it.
    pub(super) fn go(&mut self, from: &[Rational], to: &[Rational]) -> Result<ValueEnd, Refused> {
        self.asked += 1;
        let way: Vec<Rational> = to.iter().zip(from).map(|(to, from)| to - from).collect();
        let (load, direction) =
            (self.problem.load_at(&self.loads, from), self.problem.load_at(&self.loads, &way));
        let told = self.reacher.reach(&load, &direction, &Rational::one())?;
        Ok(self.keep(told, from.to_vec(), &way))
    }

    fn keep(&mut self, told: Reach<S>, from: Vec<Rational>, way: &[Rational]) -> ValueEnd {
        match told {
            Reach::Undecided => ValueEnd::Undecided,
            Reach::Falls(collapse) => ValueEnd::Falls(self.keep_row(collapse)),
            Reach::Standing { step, forces, beyond } => {
                if let Some(collapse) = beyond {
                    self.keep_row(collapse);
                }
                let mut at = from;
                at.iter_mut().zip(way).for_each(|(entry, way)| *entry += way * &step);
                self.standing.push(Standing { at, forces });
                ValueEnd::Stands(self.standing.len() - 1, step.to_f64())
            }
        }
    }

    fn keep_row(&mut self, collapse: Collapse<S>) -> usize {
        let normal = self.loads.iter().map(|load| power::<S>(load, &collapse.twists).to_f64()).collect();
        let absorbed = collapse.absorbed.to_f64();
        self.rows.push(Row { collapse, normal, absorbed });
        self.rows.len() - 1
    }

    /// The row that a value violates most, and by how much; none if it is inside of all.
    pub(super) fn violated(&self, value: &[f64]) -> Option<(usize, f64)> {
        let excess = self.rows.iter().map(|row| row.excess(value)).enumerate();
        excess.filter(|(_, excess)| *excess > ROUNDING).max_by(|a, b| a.1.total_cmp(&b.1))
    }
}

/// Excesses below this may be rounding; rows only guide, and what is said of an instant is proved exactly.
pub(super) const ROUNDING: f64 = 1e-13;
