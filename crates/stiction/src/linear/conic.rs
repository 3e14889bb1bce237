//! Second-order cone programs: what the interior-point solver believes.
//!
//! ```text
//!     minimise c·x   such that   b − A x ∈ K,     K a product of {0}, half-lines and second-order cones
//! ```
//!
//! Its numbers are proposals, good to about ten digits; whoever relies on them repairs and checks them in rationals.

use clarabel::algebra::CscMatrix;
use clarabel::solver::{DefaultSettings, DefaultSolver, IPSolver, SupportedConeT};

/// One factor of the cone `K`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Factor {
    /// This many zeros: equations.
    Zero(usize),
    /// This many non-negative entries.
    NonNegative(usize),
    /// `(h, z)` with `h ≥ |z|`, this many entries in all.
    SecondOrder(usize),
}

/// A program, column by column.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ConicProgram {
    /// For each unknown its entries as `(row, value)`, by ascending row.
    pub columns: Vec<Vec<(usize, f64)>>,
    /// `b`, one entry a row.
    pub right: Vec<f64>,
    /// `c`, one entry an unknown.
    pub cost: Vec<f64>,
    /// The factors of `K`, in the order of the rows.
    pub cone: Vec<Factor>,
}

/// A proposal.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// The unknowns.
    pub x: Vec<f64>,
    /// The multipliers of the rows: `c + Aᵀz = 0`, `z` in the dual cone.
    pub z: Vec<f64>,
}

/// Solves; `None` if the solver cannot begin or its numbers are not finite.
///
/// ```
/// use stiction::linear::conic::{ConicProgram, Factor, propose};
/// // The largest x with |(x, 3)| ≤ 5.
/// let columns = vec![vec![(1, -1.0)]];
/// let program =
///     ConicProgram { columns, right: vec![5.0, 0.0, 3.0], cost: vec![-1.0], cone: vec![Factor::SecondOrder(3)] };
/// assert!((propose(&program).unwrap().x[0] - 4.0).abs() < 1e-8);
/// ```
pub fn propose(program: &ConicProgram) -> Option<Proposal> {
    let (rows, unknowns) = (program.right.len(), program.columns.len());
    let matrix = compressed(rows, &program.columns);
    let factor = |factor: &Factor| match *factor {
        Factor::Zero(count) => SupportedConeT::ZeroConeT(count),
        Factor::NonNegative(count) => SupportedConeT::NonnegativeConeT(count),
        Factor::SecondOrder(count) => SupportedConeT::SecondOrderConeT(count),
    };
    let cone: Vec<SupportedConeT<f64>> = program.cone.iter().map(factor).collect();
    let quadratic = CscMatrix::zeros((unknowns, unknowns));
    let settings = settings();
    let mut solver =
        DefaultSolver::new(&quadratic, &program.cost, &matrix, &program.right, &cone, settings).ok()?;
    solver.solve();
    let (x, z) = (solver.solution.x.clone(), solver.solution.z.clone());
    x.iter().chain(&z).all(|entry| entry.is_finite()).then_some(Proposal { x, z })
}

/// As sharp as doubles allow: what is proposed near a boundary must be good enough to be repaired.
fn settings() -> DefaultSettings<f64> {
    DefaultSettings {
        verbose: false,
        tol_gap_abs: 1e-13,
        tol_gap_rel: 1e-13,
        tol_feas: 1e-13,
        ..DefaultSettings::default()
    }
}

fn compressed(rows: usize, columns: &[Vec<(usize, f64)>]) -> CscMatrix<f64> {
    let (mut starts, mut places, mut values) = (vec![0], Vec::new(), Vec::new());
    for column in columns {
        for &(row, value) in column.iter().filter(|(_, value)| *value != 0.0) {
            places.push(row);
            values.push(value);
        }
        starts.push(places.len());
    }
    CscMatrix::new(rows, columns.len(), starts, places, values)
}
