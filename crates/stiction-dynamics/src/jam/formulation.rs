//! The equations of motion in the three common forms, and how their determinants hang together.
//!
//! ```text
//!     [M  −Φ̄ᵀ; Φ  0] (q̈, λ) = (τ − h, Γ)                                                  (11)
//!     q̈ = A q̈ᵢ + b,   A = [I; −Φ_d⁻¹Φᵢ],   b = [0; Φ_d⁻¹Γ]                                (13)
//!     [MA  −Φ̄ᵀ] (q̈ᵢ, λ) = τ − h − Mb                                                      (15)
//!     [TMA] q̈ᵢ = T(τ − h − Mb),     T Φ̄ᵀ = 0                                              (17)
//!     [S Φ̄ᵀ] λ = −S(τ − h − Mb),    S M A = 0                                             (19)
//! ```
//!
//! `det (11) = det M · det(Φ M⁻¹ Φ̄ᵀ)`, and `det (15)` and `det (19)` vanish with it; `det (17)` vanishes at
//! jamming and not at wedging, where T is not unique.  A is chosen with the last coordinates that can be
//! dependent, as the paper does.
//!
//! References: \[DY 11\], \[DY 12\], \[DY 15\], \[DY 16\], \[DY 17\], \[DY 18\], \[DY 19\].  Differs from the
//! paper where Φ loses rank: its dependent rows are left out first.
//!
//! (11) is \[DY 4\] and \[DY 8\] with the constraints beside them; (13) is \[DY 14\] as well.  That λᵢ grows
//! without bound near a dependence, \[DY 22\] to \[DY 24\], is Cramer's rule on these.  Of the rod they are
//! \[DY 39\], \[DY 40\], \[DY 41\] and \[DY 42\]; between two walls \[DY 51\], \[DY 52\], \[DY 53\] and \[DY
//! 54\].

use stiction_exact::matrix::{Rows, determinant, dot, kernel, product, reduced, solve, times, transposed};
use stiction_proof::{ForceSign, JamProblem, Rational};

/// The matrices of the three forms at one friction vector.
#[derive(Debug, Clone, PartialEq)]
pub struct Formulations {
    /// The constraints that are independent, in order; the others follow from them.
    pub kept: Vec<usize>,
    /// The coordinates taken as independent.
    pub independent: Vec<usize>,
    /// The rows of A, one for each coordinate.
    pub a: Rows,
    /// b, where Γ is known.
    pub b: Option<Vec<Rational>>,
    /// The rows of T.
    pub t: Rows,
    /// The rows of S.
    pub s: Rows,
    /// Determinant of (11) with the rows as they are.
    pub dae: Rational,
    /// Determinant of (15).
    pub embedded: Rational,
    /// Determinant of (17), where Φ̄ has full rank.
    pub reduced: Option<Rational>,
    /// Determinant of (19).
    pub forces: Rational,
}

/// The indices of rows that do not depend on those before them.
pub fn independent_rows(rows: &[Vec<Rational>]) -> Vec<usize> {
    reduced(&transposed(rows)).1
}

impl Formulations {
    /// The three forms at the coefficients `mu`.
    pub fn new(problem: &JamProblem, mu: &[Rational], gamma: Option<&[Rational]>) -> Self {
        let size = problem.coordinates();
        let all: Rows = problem.constraints.iter().map(|one| one.normal.clone()).collect();
        let kept = independent_rows(&all);
        let of = |rows: &Rows| -> Rows { kept.iter().map(|&row| rows[row].clone()).collect() };
        let (normals, loaded) = (of(&all), of(&problem.loaded_rows(mu)));
        // From the last coordinate backwards, those whose columns are independent.
        let backwards: Rows = normals.iter().map(|row| row.iter().rev().cloned().collect()).collect();
        let dependent: Vec<usize> = reduced(&backwards).1.iter().map(|column| size - 1 - column).collect();
        let independent: Vec<usize> = (0..size).filter(|column| !dependent.contains(column)).collect();
        let (a, b) = embedding(
            &normals,
            &independent,
            &dependent,
            size,
            gamma.map(|gamma| kept.iter().map(|&row| gamma[row].clone()).collect::<Vec<_>>()),
        );
        let ma = product(&problem.mass, &a);
        let minus = transposed(&loaded);
        let joined = |row: usize| -> Vec<Rational> {
            let left = ma.get(row).into_iter().flatten().cloned();
            left.chain(minus.get(row).into_iter().flatten().map(|entry| -entry)).collect()
        };
        let s = kernel(&transposed(&ma), size);
        let t = kernel(&loaded, size);
        let tma = product(&t, &ma);
        let square = t.len() == independent.len();
        Self {
            dae: dae(problem, &normals, &loaded),
            embedded: determinant(&(0..size).map(joined).collect::<Rows>()),
            reduced: square.then(|| determinant(&tma)),
            forces: determinant(&product(&s, &minus)),
            kept,
            independent,
            a,
            b,
            t,
            s,
        }
    }
}

/// A and b of (13).
fn embedding(
    normals: &[Vec<Rational>],
    independent: &[usize],
    dependent: &[usize],
    size: usize,
    gamma: Option<Vec<Rational>>,
) -> (Rows, Option<Vec<Rational>>) {
    let columns = |chosen: &[usize]| -> Rows {
        normals.iter().map(|row| chosen.iter().map(|&column| row[column].clone()).collect()).collect()
    };
    let of_dependent = columns(dependent);
    let rights = transposed(&columns(independent));
    let solved = solve(&of_dependent, &rights).unwrap_or_default();
    let mut a = vec![vec![Rational::zero(); independent.len()]; size];
    for (place, &coordinate) in independent.iter().enumerate() {
        a[coordinate][place] = Rational::one();
        for (row, &coordinate) in dependent.iter().enumerate() {
            a[coordinate][place] = -&solved[place][row];
        }
    }
    let b = gamma.map(|gamma| {
        let solved = solve(&of_dependent, &[gamma]).and_then(|mut solved| solved.pop()).unwrap_or_default();
        let mut b = vec![Rational::zero(); size];
        dependent.iter().zip(solved).for_each(|(&coordinate, value)| b[coordinate] = value);
        b
    });
    (a, b)
}

/// The matrix of (11).
fn dae_rows(problem: &JamProblem, normals: &[Vec<Rational>], loaded: &[Vec<Rational>]) -> Rows {
    let above =
        problem.mass.iter().enumerate().map(|(row, mass)| {
            mass.iter().cloned().chain(loaded.iter().map(|loaded| -&loaded[row])).collect()
        });
    let below = normals
        .iter()
        .map(|row| row.iter().cloned().chain(std::iter::repeat_n(Rational::zero(), loaded.len())).collect());
    above.chain(below).collect()
}

fn dae(problem: &JamProblem, normals: &[Vec<Rational>], loaded: &[Vec<Rational>]) -> Rational {
    determinant(&dae_rows(problem, normals, loaded))
}

/// Accelerations and forces by (11).
#[derive(Debug, Clone, PartialEq)]
pub struct Motion {
    /// q̈.
    pub acceleration: Vec<Rational>,
    /// λ, zero at constraints that depend on others.
    pub forces: Vec<Rational>,
}

impl Motion {
    /// Whether every force has a sign that its constraint allows.
    pub fn is_consistent(&self, problem: &JamProblem) -> bool {
        self.forces.iter().zip(&problem.constraints).all(|(force, one)| match one.sign {
            ForceSign::Positive => !force.is_negative(),
            ForceSign::Negative => !force.is_positive(),
            ForceSign::Free => true,
        })
    }
}

/// Solves (11) at the coefficients `mu`; none where it is singular.
pub fn motion(
    problem: &JamProblem,
    mu: &[Rational],
    force: &[Rational],
    gamma: &[Rational],
) -> Option<Motion> {
    let all: Rows = problem.constraints.iter().map(|one| one.normal.clone()).collect();
    let kept = independent_rows(&all);
    let loaded = problem.loaded_rows(mu);
    let of = |rows: &Rows| -> Rows { kept.iter().map(|&row| rows[row].clone()).collect() };
    let matrix = dae_rows(problem, &of(&all), &of(&loaded));
    let right: Vec<Rational> =
        force.iter().cloned().chain(kept.iter().map(|&row| gamma[row].clone())).collect();
    let mut solved = solve(&matrix, &[right])?.pop()?;
    let some = solved.split_off(problem.coordinates());
    let mut forces = vec![Rational::zero(); problem.constraints.len()];
    kept.iter().zip(some).for_each(|(&row, force)| forces[row] = force);
    Some(Motion { acceleration: solved, forces })
}

/// Whether the load makes the forces of a jam infinite: whether `τ − h − Mb` is out of reach of (15) at `mu`,
/// where only a perturbation would \[DY 25\], \[DY 26\].
pub fn is_excited(problem: &JamProblem, mu: &[Rational], force: &[Rational], gamma: &[Rational]) -> bool {
    let forms = Formulations::new(problem, mu, Some(gamma));
    let b = forms.b.unwrap_or_default();
    let rest: Vec<Rational> =
        force.iter().zip(times(&problem.mass, &b)).map(|(force, inertial)| force - &inertial).collect();
    let ma = transposed(&product(&problem.mass, &forms.a));
    let reachable: Rows =
        ma.into_iter().chain(forms.kept.iter().map(|&row| problem.loaded_rows(mu)[row].clone())).collect();
    kernel(&reachable, problem.coordinates()).iter().any(|left| !dot(left, &rest).is_zero())
}
