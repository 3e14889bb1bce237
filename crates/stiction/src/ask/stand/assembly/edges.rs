//! The edges of the cones of an assembly, where these have edges: columns of an exact program.
//!
//! With multiples `kⱼ ≥ 0` of the edges, slacks `sᵢ ≥ 0` of the limits and `Wⱼ` for the wrench of an edge on all bodies,
//!
//! ```text
//!     Σ kⱼWⱼ = −w   in every freedom,   Σ_{j of i} kⱼ + sᵢ = Lᵢ   where there is a limit     (1)
//! ```
//!
//! is a linear program.  Its multipliers are twists of the bodies and bounds of what limited contacts take up.

use super::Standing;
use super::columns::Columned;
use crate::linear::{Program, Solution, minimise};
use stiction_proof::{AssemblyContact, AssemblyProblem, Coefficients, FrictionUse, Rational, Touch};

/// The program (1) of an assembly.
pub(super) struct Edges<'a, S: Columned> {
    problem: &'a AssemblyProblem<S::Touch>,
    coefficients: Vec<Coefficients>,
    /// For each body and component its row.
    rows: Vec<Vec<Option<usize>>>,
    count: usize,
    /// Columns and the contact each belongs to.
    columns: Vec<Vec<(usize, Rational)>>,
    owners: Vec<usize>,
    /// The limited contacts, each with its row.
    limits: Vec<(usize, usize)>,
}

/// A load that may be added at a cost.
pub(super) struct Added<'a, S: Columned> {
    pub(super) wrenches: &'a [S::Screw],
    /// By how much the limit of each contact shrinks with it; empty where it does not.
    pub(super) taken: &'a [Rational],
    pub(super) cost: Rational,
}

/// How a search over the edges ends.
pub(super) enum EdgeEnd<S: Columned> {
    /// The pushes at the least cost; on these twists nothing is cheaper.
    Best { pushes: Vec<Pushed<S>>, twists: Vec<S::Screw>, resistance: Vec<Rational>, cost: Rational },
    /// Some pushes; the cost has no least.
    Unbounded { pushes: Vec<Pushed<S>> },
    /// None at all: the collapse.
    Impossible { twists: Vec<S::Screw>, resistance: Vec<Rational> },
}

pub(super) type Pushed<S> = <<S as Standing>::Touch as Touch>::Push;

impl<'a, S: Columned> Edges<'a, S> {
    /// The program, if every cone has edges.
    pub(super) fn new(problem: &'a AssemblyProblem<S::Touch>, friction: &FrictionUse) -> Option<Self> {
        let coefficients = problem.coefficients(friction);
        let mut count = 0;
        let rows: Vec<Vec<Option<usize>>> = problem
            .bodies
            .iter()
            .map(|body| {
                let row = |component: usize| {
                    body.is_free(component).then(|| {
                        count += 1;
                        count - 1
                    })
                };
                (0..S::FREEDOMS).map(row).collect()
            })
            .collect();
        let mut edges = Self {
            problem,
            coefficients,
            rows,
            count,
            columns: Vec::new(),
            owners: Vec::new(),
            limits: Vec::new(),
        };
        for (index, contact) in problem.contacts.iter().enumerate() {
            let coefficients = &edges.coefficients[index];
            if S::is_round(&contact.touch, coefficients) {
                return None;
            }
            let wrenches = S::columns(&contact.touch, coefficients);
            if contact.touch.most().is_some() {
                edges.limits.push((index, edges.count));
                edges.count += 1;
            }
            for wrench in wrenches {
                let mut column = edges.felt(contact, &wrench);
                column.extend(edges.limit_row(index).map(|row| (row, Rational::one())));
                edges.columns.push(column);
                edges.owners.push(index);
            }
        }
        Some(edges)
    }

    /// The program, if every cone has edges and it has at most so many rows.
    pub(super) fn within(
        problem: &'a AssemblyProblem<S::Touch>,
        friction: &FrictionUse,
        most: usize,
    ) -> Option<Self> {
        let freedoms: usize = problem
            .bodies
            .iter()
            .map(|body| (0..S::FREEDOMS).filter(|&component| body.is_free(component)).count())
            .sum();
        let limits = problem.contacts.iter().filter(|contact| contact.touch.most().is_some()).count();
        if freedoms + limits > most { None } else { Self::new(problem, friction) }
    }

    fn limit_row(&self, contact: usize) -> Option<usize> {
        self.limits.last().filter(|(limited, _)| *limited == contact).map(|(_, row)| *row)
    }

    /// A wrench at a contact as entries of the rows of both bodies.
    fn felt(&self, contact: &AssemblyContact<S::Touch>, wrench: &S::Screw) -> Vec<(usize, Rational)> {
        let mut column = Vec::new();
        for (body, positive) in contact.sides() {
            let about = S::Touch::about(wrench.clone(), &self.problem.bodies[body].reference);
            for (entry, row) in about.as_ref().iter().zip(&self.rows[body]) {
                if let Some(row) = row.filter(|_| !entry.is_zero()) {
                    column.push((row, if positive { entry.clone() } else { -entry }));
                }
            }
        }
        column
    }

    /// Rows of the program.
    pub(super) fn rows(&self) -> usize {
        self.count
    }

    /// The entries of a load in the rows.
    pub(super) fn entries(&self, load: &[S::Screw]) -> Vec<Rational> {
        let mut right = vec![Rational::zero(); self.count];
        for (load, rows) in load.iter().zip(&self.rows) {
            for (entry, row) in load.as_ref().iter().zip(rows) {
                if let Some(row) = row {
                    right[*row] = entry.clone();
                }
            }
        }
        right
    }

    /// Balances `load` at the least cost of `further` loads and of `cost` for each contact's multiple of each of its edges.
    pub(super) fn least(
        &self,
        load: &[S::Screw],
        further: &[Added<'_, S>],
        cost: impl Fn(usize, usize) -> Rational,
    ) -> EdgeEnd<S> {
        let dense = |column: &[(usize, Rational)]| {
            let mut full = vec![Rational::zero(); self.count];
            column.iter().for_each(|(row, entry)| full[*row] = entry.clone());
            full
        };
        let mut columns: Vec<Vec<Rational>> = self.columns.iter().map(|column| dense(column)).collect();
        let mut place = 0;
        let mut costs: Vec<Rational> = Vec::with_capacity(columns.len());
        for (index, &contact) in self.owners.iter().enumerate() {
            place = if index > 0 && self.owners[index - 1] == contact { place + 1 } else { 0 };
            costs.push(cost(contact, place));
        }
        let mut right: Vec<Rational> = self.entries(load).into_iter().map(|entry| -entry).collect();
        for (contact, row) in &self.limits {
            columns.push(dense(&[(*row, Rational::one())]));
            costs.push(Rational::zero());
            right[*row] = self.problem.contacts[*contact].touch.most().cloned().unwrap_or_default();
        }
        for added in further {
            let mut column = self.entries(added.wrenches);
            for (contact, row) in &self.limits {
                column[*row] = added.taken.get(*contact).cloned().unwrap_or_default();
            }
            columns.push(column);
            costs.push(added.cost.clone());
        }
        match minimise(&Program { columns, right, cost: costs }) {
            Solution::Best { x, y, cost } => {
                let minus: Vec<Rational> = y.iter().map(|entry| -entry).collect();
                let (twists, resistance) = self.motion(&minus);
                EdgeEnd::Best { pushes: self.pushes(&x), twists, resistance, cost }
            }
            Solution::Unbounded { x, .. } => EdgeEnd::Unbounded { pushes: self.pushes(&x) },
            Solution::Impossible { y } => {
                let (twists, resistance) = self.motion(&y);
                EdgeEnd::Impossible { twists, resistance }
            }
        }
    }

    fn pushes(&self, x: &[Rational]) -> Vec<Pushed<S>> {
        let mut multiples: Vec<Vec<Rational>> = vec![Vec::new(); self.problem.contacts.len()];
        for (&owner, value) in self.owners.iter().zip(x) {
            multiples[owner].push(value.clone());
        }
        let cones = self.problem.contacts.iter().zip(&self.coefficients).zip(&multiples);
        cones
            .map(|((contact, coefficients), multiples)| S::push(&contact.touch, coefficients, multiples))
            .collect()
    }

    /// Multipliers of the rows as twists, and what limited contacts take up on them.
    fn motion(&self, y: &[Rational]) -> (Vec<S::Screw>, Vec<Rational>) {
        let twist = |rows: &Vec<Option<usize>>| {
            let mut twist = S::Screw::default();
            for (entry, row) in twist.as_mut().iter_mut().zip(rows) {
                *entry = row.map(|row| y[row].clone()).unwrap_or_default();
            }
            twist
        };
        let twists: Vec<S::Screw> = self.rows.iter().map(twist).collect();
        let mut resistance = Vec::new();
        if !self.limits.is_empty() {
            resistance = vec![Rational::zero(); self.problem.contacts.len()];
            for (contact, row) in &self.limits {
                resistance[*contact] = if y[*row].is_positive() { y[*row].clone() } else { Rational::zero() };
            }
        }
        (twists, resistance)
    }
}
