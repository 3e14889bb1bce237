//! Whether a mode is consistent with a wrench, by one exact program, with a response or a separation.
//!
//! With `a = M⁻¹(g + Gλ)` every demand is a row over `λ`, and with `t` the least of what is demanded strictly,
//!
//! ```text
//!     largest t ≤ 1   with   Bᵢ(g + Gλ) + cᵢ − sᵢ − t·[strict] = 0,   λ, s, t ≥ 0,   Bᵢ = rowᵢ·M⁻¹                 (1)
//! ```
//!
//! Where `t > 0`, λ is a response; else the multipliers of the rows are the weights of a separation, and its
//! normal is their sum `M⁻¹ Σ pᵢ rowᵢ`.
//!
//! Rows, edges and the wrench are taken as the shortest integers that point their way, and `M⁻¹` as a
//! multiple in integers: the program is then one in short integers, and multiples and weights are scaled
//! back.
//!
//! The system is \[BT (6)\], \[BT (7)\] and \[BT (8)\], in the form \[BT (9)\].

use dashu_int::IBig;
use stiction_exact::linear::{Program, Solution, minimise};
use stiction_exact::vector::dot;
use stiction_exact::{equations, integers};
use stiction_proof::wrenches::{Response, Sense, Separation, System};
use stiction_proof::{NonZero, Rational, Refusal};

/// A mode and a wrench, decided.
#[derive(Debug, Clone, PartialEq)]
pub enum Decided {
    /// An acceleration and forces.
    Consistent(Response),
    /// A normal that separates the wrench from the mode's set.
    Excluded(Separation),
}

impl Decided {
    /// Lets the checker see it.
    ///
    /// # Errors
    /// What the checker says.
    pub fn check(&self, system: &System, wrench: &[Rational]) -> Result<(), Refusal> {
        match self {
            Self::Consistent(response) => system.admits(wrench, response),
            Self::Excluded(separation) => system.excludes(wrench, separation),
        }
    }
}

/// Decides modes of one part.
#[derive(Debug, Clone)]
pub struct Judge {
    /// The rows of `M⁻¹`.
    inverse: Vec<Vec<Rational>>,
    /// A positive multiple of `M⁻¹` in integers, one row after the other.
    whole: Vec<IBig>,
    /// That multiple.
    scale: NonZero,
}

fn whole_dot(a: &[IBig], b: &[IBig]) -> IBig {
    a.iter().zip(b).filter(|(a, b)| !a.is_zero() && !b.is_zero()).map(|(a, b)| a * b).sum()
}

fn scaled_by(value: &Rational, scale: &NonZero) -> Rational {
    if value.is_zero() { Rational::zero() } else { value * scale }
}

impl Judge {
    /// A judge of parts with this mass matrix; none if it is singular.
    pub fn new(mass: &[Vec<Rational>]) -> Option<Self> {
        let size = mass.len();
        // The matrix is symmetric: its rows are its columns.
        let unit =
            |at: usize| (0..size).map(|i| Rational::from(i64::from(i == at))).collect::<Vec<Rational>>();
        let inverse: Option<Vec<Vec<Rational>>> =
            (0..size).map(|at| equations::combination(mass, &unit(at))).collect();
        let inverse = inverse?;
        let (whole, scale) = integers::scaled(&inverse.concat());
        Some(Self { inverse, whole, scale })
    }

    /// The acceleration that a wrench gives: `M⁻¹ g`.
    pub fn acceleration(&self, wrench: &[Rational]) -> Vec<Rational> {
        self.inverse.iter().map(|row| dot(row, wrench)).collect()
    }

    /// Decides whether a system without round cones has a solution under a wrench.
    pub fn decide(&self, system: &System, wrench: &[Rational]) -> Decided {
        let count = system.demands.len();
        let (wrench_whole, wrench_scale) = integers::scaled(wrench);
        let edges: Vec<(Vec<IBig>, NonZero)> =
            system.edges.iter().map(|edge| integers::scaled(edge)).collect();
        let rows: Vec<(Vec<IBig>, NonZero)> =
            system.demands.iter().map(|demand| integers::scaled(&demand.row)).collect();
        let pulled: Vec<Vec<IBig>> = rows.iter().map(|(row, _)| self.pulled(row)).collect();
        let mut columns: Vec<Vec<Rational>> = edges
            .iter()
            .map(|(edge, _)| {
                let entries = pulled.iter().map(|row| Rational::from(whole_dot(row, edge)));
                entries.chain([Rational::zero()]).collect()
            })
            .collect();
        let unit = |at: usize, value: i64| {
            (0..=count).map(|i| Rational::from(if i == at { value } else { 0 })).collect::<Vec<_>>()
        };
        let unequal = (0..count).filter(|&at| system.demands[at].sense != Sense::Zero);
        columns.extend(unequal.map(|at| unit(at, -1)));
        let is_strict = |at: usize| system.demands.get(at).is_some_and(|one| one.sense == Sense::Positive);
        let strict =
            (0..=count).map(|at| Rational::from(if at == count { 1 } else { -i64::from(is_strict(at)) }));
        let time = columns.len();
        columns.push(strict.collect());
        columns.push(unit(count, 1));
        let height = |at: usize| {
            let height = Rational::from(whole_dot(&pulled[at], &wrench_whole));
            let constant = &system.demands[at].constant;
            if constant.is_zero() {
                return height;
            }
            height + constant * &self.scale * &rows[at].1 * &wrench_scale
        };
        let right = (0..count).map(|at| -height(at)).chain([Rational::one()]).collect();
        let mut cost = vec![Rational::zero(); columns.len()];
        cost[time] = Rational::from(-1);
        let weights = |y: &[Rational]| {
            y[..count].iter().zip(&rows).map(|(y, (_, scale))| scaled_by(y, scale)).collect::<Vec<_>>()
        };
        match minimise(&Program { columns, right, cost }) {
            // `t ≤ 1` bounds the program.
            Solution::Best { x, .. } | Solution::Unbounded { x, .. } if x[time].is_positive() => {
                let multiple =
                    |(x, (_, scale)): (&Rational, &(Vec<IBig>, NonZero))| scaled_by(x, scale) / &wrench_scale;
                let multiples: Vec<Rational> = x.iter().zip(&edges).map(multiple).collect();
                Decided::Consistent(self.response(system, wrench, &multiples))
            }
            Solution::Best { y, .. } | Solution::Unbounded { ray: y, .. } => {
                Decided::Excluded(self.separation(system, weights(&y)))
            }
            Solution::Impossible { y } => {
                let weights = weights(&y).iter().map(|entry| -entry).collect();
                Decided::Excluded(self.separation(system, weights))
            }
        }
    }

    /// `row·M⁻¹`, times the scale.
    fn pulled(&self, row: &[IBig]) -> Vec<IBig> {
        // The matrix is symmetric.
        self.whole.chunks_exact(self.inverse.len().max(1)).map(|line| whole_dot(line, row)).collect()
    }

    fn response(&self, system: &System, wrench: &[Rational], multiples: &[Rational]) -> Response {
        let mut total = wrench.to_vec();
        for (edge, multiple) in system.edges.iter().zip(multiples).filter(|(_, x)| !x.is_zero()) {
            total.iter_mut().zip(edge).for_each(|(sum, entry)| *sum += &(multiple * entry));
        }
        Response {
            acceleration: self.acceleration(&total),
            multiples: multiples.to_vec(),
            forces: Vec::new(),
        }
    }

    fn separation(&self, system: &System, weights: Vec<Rational>) -> Separation {
        let mut sum = vec![Rational::zero(); self.inverse.len()];
        for (demand, weight) in system.demands.iter().zip(&weights).filter(|(_, x)| !x.is_zero()) {
            sum.iter_mut().zip(&demand.row).for_each(|(sum, entry)| *sum += &(weight * entry));
        }
        Separation { normal: self.acceleration(&sum), weights }
    }
}
