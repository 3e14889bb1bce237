//! Forces that balance a load, as a program with three or four rows, however many contacts there are.
//!
//! A contact without limit offers its cone edges `Fⱼ`, any multiple of each.  One with a limit `L` offers the
//! triangle of no force and `L·Fⱼ`; all triangles together offer the points of their sum, and a point `z` of that
//! sum is a combination of its corners:
//!
//! ```text
//!     Σ kⱼFⱼ + Σ λ z + w = 0,   Σ λ = 1,   k, λ ≥ 0                                        (1)
//! ```
//!
//! The sum has very many corners, but for given multipliers of the rows the best one is found by choosing the
//! best corner of each triangle, so they are generated one at a time.
//!
//! References: \[DantzigWolfe\].

use crate::contact::{self, Edge, edges};
use crate::linear::generation::{Prices, Screen, doubled, generate};
use crate::linear::{Program, Solution};
use stiction_proof::{FrictionUse, PlanarProblem, Rational};

/// What the contacts of a problem offer.
pub(in crate::ask) struct Balance<'a> {
    problem: &'a PlanarProblem,
    pub(super) edges: Vec<Edge>,
    /// Edges of contacts without limit that may be used.
    pub(super) free: Vec<usize>,
    /// Contacts with a limit.
    pub(super) limited: Vec<Triangle>,
}

/// What a contact with a limit offers: no force, or its limit along an edge.
#[derive(Debug, Clone)]
pub(super) struct Triangle {
    /// The limit.
    pub(super) most: Rational,
    /// Edges that may be used.
    pub(super) edges: Vec<usize>,
    /// Whether no force may be used.
    pub(super) idle: bool,
}

/// How a search for balance ended.
pub(in crate::ask) enum Balanced {
    /// At the least cost.
    Best {
        /// The contact forces.
        forces: Vec<[Rational; 2]>,
        /// On this motion nothing is cheaper.
        twist: [Rational; 3],
        /// The cost.
        cost: Rational,
    },
    /// At no cost that is least; here are some forces.
    Unbounded {
        /// The contact forces.
        forces: Vec<[Rational; 2]>,
    },
    /// There is none: on this motion the load does more work than the contacts take up.
    Impossible {
        /// The motion.
        twist: [Rational; 3],
    },
}

/// Where a column of (1) comes from.
enum Source {
    /// One of the further columns.
    Further,
    /// An edge without limit.
    Edge(usize),
    /// The edges that triangles use, each at its limit.
    Corner(Vec<(usize, usize)>),
}

impl<'a> Balance<'a> {
    pub(in crate::ask) fn new(problem: &'a PlanarProblem, friction: &FrictionUse) -> Self {
        let edges = edges(problem, friction);
        let (mut free, mut limited): (Vec<usize>, Vec<Triangle>) = (Vec::new(), Vec::new());
        let mut last = None;
        for (index, edge) in edges.iter().enumerate() {
            match &problem.contacts[edge.contact].most {
                None => free.push(index),
                // A limit of zero offers nothing.
                Some(most) if most.is_zero() => {}
                Some(_) if last == Some(edge.contact) => {
                    limited.last_mut().iter_mut().for_each(|triangle| triangle.edges.push(index));
                }
                Some(most) => {
                    last = Some(edge.contact);
                    limited.push(Triangle { most: most.clone(), edges: vec![index], idle: true });
                }
            }
        }
        Self { problem, edges, free, limited }
    }

    /// How many contacts there are.
    pub(super) fn contacts(&self) -> usize {
        self.problem.contacts.len()
    }

    /// The contact forces of multiples of the edges.
    pub(super) fn pushes(&self, multipliers: &[Rational]) -> Vec<[Rational; 2]> {
        contact::forces(self.problem, &self.edges, multipliers)
    }

    fn rows(&self) -> usize {
        if self.limited.is_empty() { 3 } else { 4 }
    }

    /// A wrench as a column of (1): with the row of `Σ λ` where there is one.
    fn column(&self, wrench: &[Rational; 3], share: i64) -> Vec<Rational> {
        wrench.iter().cloned().chain([Rational::from(share)]).take(self.rows()).collect()
    }

    /// Balances `load` at the least cost of `further` columns and, if `small`, of the normal forces.
    pub(super) fn least(
        &self,
        load: &[Rational; 3],
        further: &[([Rational; 3], Rational)],
        small: bool,
    ) -> Balanced {
        let further: Vec<_> =
            further.iter().map(|(wrench, cost)| (self.column(wrench, 0), cost.clone())).collect();
        self.least_with(load, further, small)
    }

    /// The same, with whole columns of (1).
    pub(super) fn least_with(
        &self,
        load: &[Rational; 3],
        further: Vec<(Vec<Rational>, Rational)>,
        small: bool,
    ) -> Balanced {
        let cost: Vec<Rational> =
            self.edges.iter().map(|edge| if small { self.length(edge) } else { Rational::zero() }).collect();
        self.least_cost(load, further, cost)
    }

    /// Balances `load` at the least `Σ weightsᵢ·aᵢ`, one weight for each contact.
    pub(in crate::ask) fn least_weighted(&self, load: &[Rational; 3], weights: &[Rational]) -> Balanced {
        let cost = self.edges.iter().map(|edge| weights[edge.contact].clone()).collect();
        self.least_cost(load, Vec::new(), cost)
    }

    /// The same, with a cost for each edge.
    fn least_cost(
        &self,
        load: &[Rational; 3],
        further: Vec<(Vec<Rational>, Rational)>,
        cost: Vec<Rational>,
    ) -> Balanced {
        let wrenches = self.edges.iter().map(|edge| &edge.wrench[..]).collect();
        let screen = Screen::new(wrenches, 3, Some(&cost));
        let free: Vec<&[Rational]> = self.free.iter().map(|&edge| &self.edges[edge].wrench[..]).collect();
        let free_cost: Vec<Rational> = self.free.iter().map(|&edge| cost[edge].clone()).collect();
        let free_screen = Screen::new(free, 3, Some(&free_cost));
        let mut sources: Vec<Source> = further.iter().map(|_| Source::Further).collect();
        let (columns, costs) = further.into_iter().unzip();
        let minus = load.clone().map(|entry| -entry);
        let program = Program { columns, right: self.column(&minus, 1), cost: costs };
        let end = generate(program, |prices| {
            if let Some(worst) = free_screen.worst(prices) {
                let edge = self.free[worst];
                sources.push(Source::Edge(edge));
                return Some((self.column(&self.edges[edge].wrench, 0), cost[edge].clone()));
            }
            let (corner, column, cost) = self.corner(prices, &screen, &cost)?;
            sources.push(Source::Corner(corner));
            Some((column, cost))
        });
        match end {
            Solution::Best { x, y, cost } => {
                let twist = std::array::from_fn(|row| -&y[row]);
                Balanced::Best { forces: self.forces(&sources, &x), twist, cost }
            }
            Solution::Unbounded { x, .. } => Balanced::Unbounded { forces: self.forces(&sources, &x) },
            Solution::Impossible { y } => {
                Balanced::Impossible { twist: std::array::from_fn(|row| y[row].clone()) }
            }
        }
    }

    /// The corner of the sum of triangles of the least reduced cost, if that is negative.
    #[allow(clippy::type_complexity)]
    fn corner(
        &self,
        prices: &Prices,
        screen: &Screen<'_>,
        cost: &[Rational],
    ) -> Option<(Vec<(usize, usize)>, Vec<Rational>, Rational)> {
        if self.limited.is_empty() {
            return None;
        }
        let rows = doubled(prices);
        let mut corner = Vec::new();
        let mut sum: [Rational; 3] = Default::default();
        let mut total = Rational::zero();
        for (index, triangle) in self.limited.iter().enumerate() {
            let least = screen.least(&triangle.edges, prices, &rows);
            let forced = || triangle.edges.iter().copied().min_by_key(|&edge| screen.exact(edge, prices));
            let Some(edge) = least.or_else(|| if triangle.idle { None } else { forced() }) else { continue };
            corner.push((index, edge));
            for (sum, entry) in sum.iter_mut().zip(&self.edges[edge].wrench) {
                *sum += &triangle.most * entry;
            }
            total += &triangle.most * &cost[edge];
        }
        let column = self.column(&sum, 1);
        let priced = if prices.costs { total.clone() } else { Rational::zero() };
        let reduced = column.iter().zip(&prices.rows).fold(priced, |sum, (entry, row)| sum - &(entry * row));
        reduced.is_negative().then_some((corner, column, total))
    }

    fn forces(&self, sources: &[Source], x: &[Rational]) -> Vec<[Rational; 2]> {
        let mut multipliers = vec![Rational::zero(); self.edges.len()];
        for (source, value) in sources.iter().zip(x).filter(|(_, value)| !value.is_zero()) {
            match source {
                Source::Further => {}
                Source::Edge(edge) => multipliers[*edge] += value,
                Source::Corner(corner) => {
                    for (triangle, edge) in corner {
                        multipliers[*edge] += value * &self.limited[*triangle].most;
                    }
                }
            }
        }
        self.pushes(&multipliers)
    }

    /// The length of the contact's normal, nearly: costs choose among solutions, they decide nothing.
    fn length(&self, edge: &Edge) -> Rational {
        let [nx, ny] = &self.problem.contacts[edge.contact].normal;
        let length = nx.to_f64().hypot(ny.to_f64());
        Rational::from_f64(length).filter(Rational::is_positive).unwrap_or_else(Rational::one)
    }
}
