//! All solutions of a linear complementarity problem: `z ≥ 0`, `w = Mz + q ≥ 0`, `z·w = 0`.
//!
//! ```text
//!     for each set of indices with wᵢ = 0, and zᵢ = 0 on the others, the solutions are a polyhedron        (1)
//!     all solutions are the union of these; a point that is a piece by itself is isolated                  (2)
//!     the largest of the other pieces are the families                                                     (3)
//! ```
//!
//! A problem whose matrix is a P-matrix has one solution, which [`lemke`] finds; what shows it is a [`Sole`].
//! Otherwise sets of indices are not tried one by one: a partial choice that multipliers refute takes all
//! that belong to it along. Where a row vanishes altogether, `zᵢ = 0` is part of `wᵢ = 0`, and only that is
//! looked at.
//!
//! References: \[CPS\].

mod lemke;

pub use lemke::proposed;
pub use lemke::{Lemke, LemkeEnd, in_doubles, in_fractions, lemke, one_solution};

pub use super::alternatives::Unfinished;
use super::alternatives::{EFFORT, SearchOptions, search_from, solved};
use dashu_int::IBig;
use stiction_exact::integers;
use stiction_exact::work;
use stiction_proof::choice::{Choices, Entry, Family, Objection};
use stiction_proof::{Exclusion, LcpProblem, LcpSolutions, Piece, Rational, Refusal, Sole};
use stiction_scene::Refused;

/// How many solutions there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// There is no solution.
    None,
    /// There is one solution.
    Unique,
    /// Several, each by itself.
    Multiple,
    /// Some of them hang together.
    Continuum,
}

impl Status {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Unique => "unique",
            Self::Multiple => "multiple",
            Self::Continuum => "continuum",
        }
    }

    /// What so many amount to that are all, or all that is known: a family among these is one.
    pub fn known(solutions: usize, families: usize, all: bool) -> Option<Self> {
        Some(Self::of(solutions, families)).filter(|status| all || *status == Self::Continuum)
    }

    /// What so many isolated solutions and families amount to.
    pub fn of(solutions: usize, families: usize) -> Self {
        match (solutions, families) {
            (_, 1..) => Self::Continuum,
            (0, _) => Self::None,
            (1, _) => Self::Unique,
            _ => Self::Multiple,
        }
    }
}

/// Every solution, with the proof that there is no other.
#[derive(Debug, Clone, PartialEq)]
pub struct AllSolutions {
    /// The solutions, with what shows them.
    pub found: LcpSolutions,
    /// Why there may be more solutions, where the search was not finished.
    pub unfinished: Option<Unfinished>,
}

impl AllSolutions {
    /// How many there are; nothing where that is not known.
    pub fn status(&self) -> Option<Status> {
        Status::known(self.found.solutions.len(), self.found.families.len(), self.unfinished.is_none())
    }
}

/// Why not all solutions are known.
#[derive(Debug, Clone, PartialEq)]
pub enum LcpFault {
    /// The matrix is not square, or of another size than the vector.
    Shape,
    /// The checker did not accept the answer: a defect of this library.
    Refused(Refused),
}

/// Dimensions of a family beyond which its corners are not listed.
const MOST_FREEDOMS: usize = 32;

/// Finds all solutions.
///
/// ```
/// use stiction_dynamics::lcp::{Status, all_solutions};
/// use stiction_proof::{LcpProblem, Rational};
/// let row = |entries: [i64; 2]| entries.map(Rational::from).to_vec();
/// let problem = LcpProblem { matrix: vec![row([1, 4]), row([2, 3])], q: row([-1, -1]) };
/// let all = all_solutions(&problem).unwrap();
/// assert_eq!((all.status(), all.found.solutions.len()), (Some(Status::Multiple), 3));
/// ```
pub fn all_solutions(problem: &LcpProblem) -> Result<AllSolutions, LcpFault> {
    solutions(problem, false)
}

/// Finds one solution, and whether it is the only one where a [`Sole`] shows it; all of them where Lemke's
/// method finds none.
///
/// ```
/// use stiction_dynamics::lcp::{Status, one_of_all};
/// use stiction_proof::{LcpProblem, Rational, Sole};
/// let row = |entries: [i64; 2]| entries.map(Rational::from).to_vec();
/// let several = LcpProblem { matrix: vec![row([1, 4]), row([2, 3])], q: row([-1, -1]) };
/// let one = one_of_all(&several).unwrap();
/// assert_eq!((one.status(), one.found.solutions.len()), (None, 1));
/// let minors = LcpProblem { matrix: vec![row([1, 9]), row([0, 1])], q: row([-1, -1]) };
/// assert_eq!(one_of_all(&minors).unwrap().status(), Some(Status::Unique));
/// ```
pub fn one_of_all(problem: &LcpProblem) -> Result<AllSolutions, LcpFault> {
    solutions(problem, true)
}

fn solutions(problem: &LcpProblem, one: bool) -> Result<AllSolutions, LcpFault> {
    let choices = problem.choices().map_err(|_| LcpFault::Shape)?;
    let refused = |objection: Objection| LcpFault::Refused(Refused(Refusal::Choice(objection)));
    let by = |method: fn(&LcpProblem) -> Lemke| {
        work::attempt("lemke", || first(problem, &choices, method)).ok().flatten()
    };
    // What is found in doubles is known whatever takes its time afterwards.
    let quick = by(in_doubles);
    let sole = work::attempt("minors", || sole(problem)).ok().flatten();
    let first = quick.or_else(|| sole.as_ref().and_then(|_| by(in_fractions)));
    let (mut pieces, excluded, mut unfinished) = match first {
        Some(piece) if sole.is_some() => (vec![piece], Vec::new(), None),
        Some(piece) if one => (vec![piece], Vec::new(), Some(Unfinished::One)),
        first => {
            // Many problems without a solution are refuted at once, where Lemke's method in fractions goes
            // far to end on a ray. What is found is still to be checked.
            let half = work::share(0.5);
            let allowance = if one { half.of_steps(SEARCHED_FIRST) } else { half };
            let found = work::attempt_with("search", &allowance, || searched(problem, &choices));
            let nothing = |stopped| (Vec::new(), Vec::new(), Some(Unfinished::Stopped(stopped)));
            let (mut pieces, excluded, mut unfinished) = found.unwrap_or_else(nothing);
            if pieces.is_empty() && unfinished.is_some() {
                pieces.extend(first.or_else(|| if one { by(in_fractions) } else { None }));
                if one && !pieces.is_empty() {
                    unfinished = Some(Unfinished::One);
                }
            }
            (pieces, excluded, unfinished)
        }
    };
    let sole = sole.filter(|_| unfinished.is_none() && pieces.len() == 1 && excluded.is_empty());
    match (&sole, &pieces[..]) {
        (Some(sole), [piece]) => problem.answers_alone(piece, sole).map_err(refused)?,
        _ => {
            let (covered, why) = told(problem, &mut pieces, &excluded).map_err(refused)?;
            unfinished = unfinished.or(why);
            if unfinished.is_none() {
                match choices.covered(&covered) {
                    // Nothing that is told is wrong; that it is all takes too long to see.
                    Err(Objection::Effort) => unfinished = Some(Unfinished::TooMany(covered.len())),
                    end => end.map_err(refused)?,
                }
            }
        }
    }
    let (solutions, families) = choices.parted(&pieces).map_err(refused)?;
    let found = LcpSolutions { solutions, families, pieces, excluded, sole };
    Ok(AllSolutions { found, unfinished })
}

/// Leaves the pieces that were checked: what they and what is excluded say everything about, and why there may be
/// others.
fn told(
    problem: &LcpProblem,
    pieces: &mut Vec<Piece>,
    excluded: &[Exclusion],
) -> Result<(Vec<Entry>, Option<Unfinished>), Objection> {
    let mut seen = 0;
    let going = |corners: usize| going(problem, &mut seen, corners);
    let (known, covered) = problem.knows_while(pieces, excluded, going)?;
    let all = known == pieces.len();
    pieces.truncate(known);
    // What was not stopped has more edges than the checker looks at.
    let why = || work::stopped().map_or(Unfinished::TooWide(MOST_FREEDOMS), Unfinished::Stopped);
    Ok((covered, (!all).then(why)))
}

/// Whether another piece with so many corners may be checked: while there is time, and of a few even when it is up.
fn going(problem: &LcpProblem, seen: &mut usize, corners: usize) -> bool {
    *seen += 1;
    // A corner is an elimination.
    let steps = corners.saturating_mul(problem.q.len().saturating_pow(3));
    work::counted(steps).is_ok() || *seen <= MOST_AFTERWARDS
}

/// Steps that a search may take before one solution is sought in fractions.
const SEARCHED_FIRST: u64 = 1_000_000_000;

/// Pieces that are told of a search when its time is up.
const MOST_AFTERWARDS: usize = 100;

/// What shows that there is one solution at most, if anything does.
fn sole(problem: &LcpProblem) -> Option<Sole> {
    let proposed = || dominance(&problem.matrix).map(|scale| Sole::Dominant { scale });
    let scaled = || symmetry(&problem.matrix).map(|scale| Sole::Scaled { scale });
    let candidates: [&dyn Fn() -> Option<Sole>; 4] =
        [&|| Some(Sole::Definite), &proposed, &scaled, &|| Some(Sole::Minors)];
    candidates.iter().find_map(|candidate| candidate().filter(|sole| sole.holds(problem)))
}

/// A scale under which a matrix may be dominant: the solution `d` of `mᵢᵢ·dᵢ − Σ |mᵢⱼ|·dⱼ = mᵢᵢ` in doubles,
/// by Gauss and Seidel, whose steps grow without end where there is none.
fn dominance(matrix: &[Vec<Rational>]) -> Option<Vec<Rational>> {
    let rows: Vec<Vec<f64>> =
        matrix.iter().map(|row| row.iter().map(|entry| entry.abs().to_f64()).collect()).collect();
    let mut scale = vec![1.0; rows.len()];
    for _ in 0..MOST_SWEEPS {
        let mut change: f64 = 0.0;
        for (at, row) in rows.iter().enumerate() {
            let others = row.iter().zip(&scale).enumerate().filter(|(column, _)| *column != at);
            let next = 1.0 + others.map(|(_, (entry, scale))| entry * scale).sum::<f64>() / row[at];
            change = change.max((next - scale[at]).abs() / next);
            scale[at] = next;
        }
        if !change.is_finite() || scale.iter().any(|scale| *scale > MOST_SCALE) {
            return None;
        }
        if change < SETTLED {
            break;
        }
    }
    scale.into_iter().map(|scale| Rational::from_f64((scale * STEPS).round() / STEPS)).collect()
}

/// Factors of the rows under which a matrix may be symmetric, `xᵢ·mᵢⱼ = xⱼ·mⱼᵢ`, from one row to the next
/// that it reaches; none where a pair of entries has different signs, or nothing is to be scaled.
fn symmetry(matrix: &[Vec<Rational>]) -> Option<Vec<Rational>> {
    let rows: Vec<Vec<f64>> = matrix.iter().map(|row| row.iter().map(Rational::to_f64).collect()).collect();
    let mut scale: Vec<Option<f64>> = vec![None; rows.len()];
    for start in 0..rows.len() {
        let mut open = Vec::new();
        if scale[start].is_none() {
            scale[start] = Some(1.0);
            open.push((start, 1.0));
        }
        while let Some((at, factor)) = open.pop() {
            for (next, entry) in rows[at].iter().enumerate() {
                let back = rows[next][at];
                if scale[next].is_some() || *entry == 0.0 && back == 0.0 {
                    continue;
                }
                let found = factor * entry / back;
                if !(found.is_normal() && found > 0.0) {
                    return None;
                }
                scale[next] = Some(found);
                open.push((next, found));
            }
        }
    }
    let scale: Vec<f64> = scale.into_iter().flatten().collect();
    let even = scale.iter().all(|scale| (scale - 1.0).abs() < SETTLED);
    if even { None } else { scale.into_iter().map(Rational::from_f64).collect() }
}

// These choose a scale and decide nothing: it is checked in fractions.
const MOST_SWEEPS: usize = 1000;
const MOST_SCALE: f64 = 1e12;
const SETTLED: f64 = 1e-3;
const STEPS: f64 = 1024.0;

/// A solution by Lemke's method, if it ends on one.
fn first(problem: &LcpProblem, choices: &Choices, method: impl Fn(&LcpProblem) -> Lemke) -> Option<Piece> {
    let z = match method(problem).end {
        LemkeEnd::Exact(z) => z,
        LemkeEnd::Near { z, .. } => exactly(problem, &z)?,
        LemkeEnd::Ray { .. } | LemkeEnd::Lost => return None,
    };
    let mode: Vec<u32> = z.iter().map(|z| if z.is_zero() { 1 } else { 2 }).collect();
    let family = Family { vertices: vec![z], rays: Vec::new() };
    let piece = Piece { mode: choices.spell(&mode), family };
    problem.knows(std::slice::from_ref(&piece), &[]).is_ok().then_some(piece)
}

/// The solution near one in doubles: `w = 0` where it is not zero.
fn exactly(problem: &LcpProblem, near: &[f64]) -> Option<Vec<Rational>> {
    let basic: Vec<usize> = (0..near.len()).filter(|&index| near[index] != 0.0).collect();
    let equation = |&row: &usize| {
        let entries = basic.iter().map(|&column| problem.matrix[row][column].clone());
        integers::primitive(&entries.chain([problem.q[row].clone()]).collect::<Vec<_>>())
    };
    let values = solved(basic.iter().map(equation).collect(), basic.len())?;
    let mut z = vec![Rational::zero(); near.len()];
    basic.iter().zip(values).for_each(|(&index, value)| z[index] = value);
    problem.is_solved_by(&z).is_ok().then_some(z)
}

/// All pieces, by a search.
fn searched(problem: &LcpProblem, choices: &Choices) -> (Vec<Piece>, Vec<Exclusion>, Option<Unfinished>) {
    let idle: Vec<bool> = (0..problem.q.len()).map(|index| problem.is_idle(index)).collect();
    let start = idle.iter().map(|idle| if *idle { 2 } else { 3 }).collect();
    let asked = SearchOptions { law: None, effort: EFFORT, most_freedoms: MOST_FREEDOMS };
    let (found, mut unfinished) = search_from(choices, start, asked);
    let mut pieces = Vec::with_capacity(found.complete.len());
    for complete in found.complete {
        let mode = choices.spell(&complete.choice);
        match complete.family {
            Some(family) => pieces.push(Piece { mode, family }),
            None => unfinished = unfinished.or(Some(Unfinished::TooWide(MOST_FREEDOMS))),
        }
    }
    let refuted = found.refuted.into_iter().map(|(mut partial, mut multipliers)| {
        // What is refuted with wᵢ = 0 and zᵢ ≥ 0 is refuted with zᵢ = 0; a row that vanishes adds nothing.
        for index in (0..idle.len()).filter(|&index| idle[index]) {
            (partial[index], multipliers[index]) = (3, IBig::ZERO);
        }
        Exclusion {
            mode: choices.spell(&partial),
            multipliers: multipliers.into_iter().map(Rational::from).collect(),
        }
    });
    (pieces, refuted.collect(), unfinished)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(size: usize, entry: impl Fn(usize, usize) -> i64, q: impl Fn(usize) -> i64) -> LcpProblem {
        let row = |i: usize| (0..size).map(|j| Rational::from(entry(i, j))).collect();
        LcpProblem {
            matrix: (0..size).map(row).collect(),
            q: (0..size).map(|i| Rational::from(q(i))).collect(),
        }
    }

    #[test]
    fn a_definite_matrix_of_many_rows_has_one_solution_with_its_certificate() {
        let entry =
            |i: usize, j: usize| if i == j { 500 } else { ((i * j) % 7) as i64 - 3 + ((i + j) % 5) as i64 };
        let large = problem(120, entry, |i| (i % 11) as i64 - 5);
        let all = all_solutions(&large).unwrap();
        assert_eq!((all.status(), all.found.sole), (Some(Status::Unique), Some(Sole::Definite)));
    }

    #[test]
    fn a_matrix_of_ones_has_one_simplex_of_solutions_that_is_all_of_them() {
        let all = all_solutions(&problem(11, |_, _| 1, |_| -1)).unwrap();
        assert_eq!(
            (all.status(), all.found.families.len(), all.unfinished),
            (Some(Status::Continuum), 1, None)
        );
        assert_eq!((all.found.families[0].vertices.len(), all.found.pieces.len()), (11, (1 << 11) - 1));
    }

    #[test]
    fn a_cone_with_more_edges_than_are_checked_is_left_open_and_no_defect() {
        // The first unknowns are free to be anything that makes the last slacks at least zero: a cone with many faces
        // at its tip.
        let entry = |i: usize, j: usize| {
            if i >= 12 && j < 12 { ((7 * i * i + 5 * i * j + 3 * j * j * j) % 7) as i64 - 2 } else { 0 }
        };
        let all = all_solutions(&problem(24, entry, |_| 0)).unwrap();
        assert_eq!(all.unfinished, Some(Unfinished::TooWide(MOST_FREEDOMS)));
    }

    #[test]
    fn rows_that_are_scaled_are_seen_through() {
        // Ones and twos on the diagonal, rows and columns multiplied: neither definite nor dominant.
        let weight = |i: usize| [1, 40, 7, 300][i % 4];
        let entry = |i: usize, j: usize| weight(i) * weight(j + 1) * if i == j { 2 } else { 1 };
        let all = one_of_all(&problem(16, entry, |i| (i % 3) as i64 - 1)).unwrap();
        assert_eq!(all.status(), Some(Status::Unique));
        assert!(matches!(all.found.sole, Some(Sole::Scaled { .. })), "{:?}", all.found.sole);
    }

    #[test]
    fn what_doubles_find_is_known_when_no_step_is_left_for_a_search() {
        // Several solutions each, so that nothing shows that there is one.
        let entry = |i: usize, j: usize| match (i / 2 == j / 2, i % 2, i == j) {
            (true, 0, true) => 1,
            (true, 0, false) => 4,
            (true, _, true) => 3,
            (true, ..) => 2,
            _ => 0,
        };
        let several = problem(16, entry, |_| -1);
        let allowance = work::Allowance::unlimited().of_steps(100_000);
        let all = work::within(&allowance, || all_solutions(&several)).unwrap().unwrap();
        assert!(all.unfinished.is_some() && !all.found.solutions.is_empty(), "{:?}", all.unfinished);
    }
}
