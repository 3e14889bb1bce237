//! One body: forces that balance a load, as a program with a row for each of its freedoms and perhaps one
//! more, however many contacts there are.
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
//! best corner of each triangle, so they are generated one at a time.  A further load that takes the same share `s` of
//! every limit shrinks all triangles alike, so that it has `s` in the row of `Σ λ`.
//!
//! References: \[DantzigWolfe\].

use stiction_exact::linear::generation::{Prices, Screen, doubled, generate};
use stiction_exact::linear::{Program, Solution};
use stiction_proof::Rational;

/// What the contacts of one body offer.
pub(super) struct Corners {
    /// The wrench of each edge in the freedoms of the body.
    pub(super) wrenches: Vec<Vec<Rational>>,
    /// What each edge costs.
    pub(super) cost: Vec<Rational>,
    /// Edges of contacts without limit.
    pub(super) free: Vec<usize>,
    /// Contacts with a limit that is not zero.
    pub(super) limited: Vec<Triangle>,
}

/// What a contact with a limit offers: no force, or its limit along an edge.
pub(super) struct Triangle {
    /// The limit.
    pub(super) most: Rational,
    /// Its edges.
    pub(super) edges: Vec<usize>,
    /// Whether no force may be used.
    pub(super) idle: bool,
}

/// A load that may be added at a cost: its wrench, the share of every limit that it takes, and what it costs.
pub(super) struct Further {
    pub(super) wrench: Vec<Rational>,
    pub(super) share: Rational,
    pub(super) cost: Rational,
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

/// A corner, its column and its cost.
type Found = (Vec<(usize, usize)>, Vec<Rational>, Rational);

impl Corners {
    /// A wrench as a column of (1): with the row of `Σ λ` where there is one.
    fn column(&self, wrench: &[Rational], share: Rational) -> Vec<Rational> {
        let row = (!self.limited.is_empty()).then_some(share);
        wrench.iter().cloned().chain(row).collect()
    }

    /// Balances `load` at the least cost of `further` loads and of the edges.  The solution has the multiples
    /// of the edges, and multipliers of the freedoms alone.
    pub(super) fn least(&self, load: &[Rational], further: Vec<Further>) -> Solution {
        let rows = load.len();
        let wrenches = self.wrenches.iter().map(Vec::as_slice).collect();
        let screen = Screen::new(wrenches, rows, Some(&self.cost));
        let free: Vec<&[Rational]> = self.free.iter().map(|&edge| &self.wrenches[edge][..]).collect();
        let free_cost: Vec<Rational> = self.free.iter().map(|&edge| self.cost[edge].clone()).collect();
        let free_screen = Screen::new(free, rows, Some(&free_cost));
        let mut sources: Vec<Source> = further.iter().map(|_| Source::Further).collect();
        let added = further.into_iter();
        let (columns, cost) = added.map(|one| (self.column(&one.wrench, one.share), one.cost)).unzip();
        let minus: Vec<Rational> = load.iter().map(|entry| -entry).collect();
        let program = Program { columns, right: self.column(&minus, Rational::one()), cost };
        let end = generate(program, |prices| {
            if let Some(worst) = free_screen.worst(prices) {
                let edge = self.free[worst];
                sources.push(Source::Edge(edge));
                return Some((self.column(&self.wrenches[edge], Rational::zero()), self.cost[edge].clone()));
            }
            let (corner, column, cost) = self.corner(prices, &screen)?;
            sources.push(Source::Corner(corner));
            Some((column, cost))
        });
        let kept = |mut y: Vec<Rational>| {
            y.truncate(rows);
            y
        };
        match end {
            Solution::Best { x, y, cost } => {
                Solution::Best { x: self.multiples(&sources, &x), y: kept(y), cost }
            }
            Solution::Unbounded { x, ray } => Solution::Unbounded { x: self.multiples(&sources, &x), ray },
            Solution::Impossible { y } => Solution::Impossible { y: kept(y) },
        }
    }

    /// What an edge costs less what it is worth at prices of the freedoms.
    pub(super) fn reduced(&self, edge: usize, prices: &[Rational], costs: bool) -> Rational {
        let cost = if costs { self.cost[edge].clone() } else { Rational::zero() };
        self.wrenches[edge].iter().zip(prices).fold(cost, |sum, (entry, price)| sum - &(entry * price))
    }

    /// The corner of the sum of triangles of the least reduced cost, if that is negative.
    fn corner(&self, prices: &Prices, screen: &Screen<'_>) -> Option<Found> {
        if self.limited.is_empty() {
            return None;
        }
        let rows = doubled(prices);
        let mut corner = Vec::new();
        let mut sum = vec![Rational::zero(); prices.rows.len() - 1];
        let mut total = Rational::zero();
        for (index, triangle) in self.limited.iter().enumerate() {
            let least = screen.least(&triangle.edges, prices, &rows);
            let forced = || triangle.edges.iter().copied().min_by_key(|&edge| screen.exact(edge, prices));
            let Some(edge) = least.or_else(|| if triangle.idle { None } else { forced() }) else { continue };
            corner.push((index, edge));
            for (sum, entry) in sum.iter_mut().zip(&self.wrenches[edge]) {
                *sum += &triangle.most * entry;
            }
            total += &triangle.most * &self.cost[edge];
        }
        let column = self.column(&sum, Rational::one());
        let priced = if prices.costs { total.clone() } else { Rational::zero() };
        let reduced = column.iter().zip(&prices.rows).fold(priced, |sum, (entry, row)| sum - &(entry * row));
        reduced.is_negative().then_some((corner, column, total))
    }

    /// The multiples of the edges in a solution.
    fn multiples(&self, sources: &[Source], x: &[Rational]) -> Vec<Rational> {
        let mut multiples = vec![Rational::zero(); self.wrenches.len()];
        for (source, value) in sources.iter().zip(x).filter(|(_, value)| !value.is_zero()) {
            match source {
                Source::Further => {}
                Source::Edge(edge) => multiples[*edge] += value,
                Source::Corner(corner) => {
                    for (triangle, edge) in corner {
                        multiples[*edge] += value * &self.limited[*triangle].most;
                    }
                }
            }
        }
        multiples
    }
}
