//! All solutions of a linear complementarity problem: `z ≥ 0`, `w = Mz + q ≥ 0`, `z·w = 0`.
//!
//! ```text
//!     for each set of indices with wᵢ = 0, and zᵢ = 0 on the others, the solutions are a polyhedron        (1)
//!     all solutions are the union of these; a point that is a piece by itself is isolated                  (2)
//!     the largest of the other pieces are the families                                                     (3)
//! ```
//!
//! A problem whose matrix is a P-matrix has one solution, which [`lemke`] finds; what shows it is a [`Sole`].  Otherwise sets of indices are not tried one by one: a partial choice that multipliers refute takes all that belong to it along.
//! Where a row vanishes altogether, `zᵢ = 0` is part of `wᵢ = 0`, and only that is looked at.
//!
//! References: \[CPS\].

mod lemke;

pub(in crate::ask) use lemke::proposed;
pub use lemke::{Lemke, LemkeEnd, in_doubles, in_fractions, lemke, one_solution};

use super::Refused;
pub use super::alternatives::Unfinished;
use super::alternatives::{Asked, EFFORT, search_from, solved};
use crate::exact::integers;
use crate::work;
use dashu_int::IBig;
use stiction_proof::choice::{Choices, Family, Objection};
use stiction_proof::{Exclusion, LcpProblem, Piece, Rational, Refusal, Sole};

/// How many solutions there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// None.
    None,
    /// One.
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
    /// Isolated ones.
    pub solutions: Vec<Vec<Rational>>,
    /// Those that hang together.
    pub families: Vec<Family>,
    /// The pieces (1) that are not empty.
    pub pieces: Vec<Piece>,
    /// What shows that the other pieces are.
    pub excluded: Vec<Exclusion>,
    /// Why there may be more solutions, where the search was not finished.
    pub unfinished: Option<Unfinished>,
    /// What shows that there is one at most, where that is the proof and nothing is excluded.
    pub sole: Option<Sole>,
}

impl AllSolutions {
    /// How many there are; nothing where that is not known.
    pub fn status(&self) -> Option<Status> {
        Status::known(self.solutions.len(), self.families.len(), self.unfinished.is_none())
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
/// use stiction::ask::lcp::{Status, all_solutions};
/// use stiction_proof::{LcpProblem, Rational};
/// let row = |entries: [i64; 2]| entries.map(Rational::from).to_vec();
/// let problem = LcpProblem { matrix: vec![row([1, 4]), row([2, 3])], q: row([-1, -1]) };
/// let all = all_solutions(&problem).unwrap();
/// assert_eq!((all.status(), all.solutions.len()), (Some(Status::Multiple), 3));
/// ```
pub fn all_solutions(problem: &LcpProblem) -> Result<AllSolutions, LcpFault> {
    solutions(problem, false)
}

/// Finds one solution, and whether it is the only one where a [`Sole`] shows it; all of them where Lemke's method finds none.
///
/// ```
/// use stiction::ask::lcp::{Status, one_of_all};
/// use stiction_proof::{LcpProblem, Rational, Sole};
/// let row = |entries: [i64; 2]| entries.map(Rational::from).to_vec();
/// let several = LcpProblem { matrix: vec![row([1, 4]), row([2, 3])], q: row([-1, -1]) };
/// let one = one_of_all(&several).unwrap();
/// assert_eq!((one.status(), one.solutions.len()), (None, 1));
/// let minors = LcpProblem { matrix: vec![row([1, 9]), row([0, 1])], q: row([-1, -1]) };
/// assert_eq!(one_of_all(&minors).unwrap().status(), Some(Status::Unique));
/// ```
pub fn one_of_all(problem: &LcpProblem) -> Result<AllSolutions, LcpFault> {
    solutions(problem, true)
}

fn solutions(problem: &LcpProblem, one: bool) -> Result<AllSolutions, LcpFault> {
    let choices = problem.choices().map_err(|_| LcpFault::Shape)?;
    let refused = |objection: Objection| LcpFault::Refused(Refused(Refusal::Choice(objection)));
    let sole = work::attempt("minors", || sole(problem)).ok().flatten();
    // Of a search a solution in doubles is only the last resort.
    let method = if one || sole.is_some() { one_solution } else { in_doubles };
    let first = work::attempt("lemke", || first(problem, &choices, method)).ok().flatten();
    let (mut pieces, excluded, mut unfinished) = match first {
        Some(piece) if sole.is_some() => (vec![piece], Vec::new(), None),
        Some(piece) if one => (vec![piece], Vec::new(), Some(Unfinished::One)),
        first => {
            let (mut pieces, excluded, unfinished) = searched(problem, &choices);
            if pieces.is_empty() && unfinished.is_some() {
                pieces.extend(first);
            }
            (pieces, excluded, unfinished)
        }
    };
    let sole = sole.filter(|_| unfinished.is_none() && pieces.len() == 1 && excluded.is_empty());
    let checked = match (&sole, &pieces[..], unfinished) {
        (Some(sole), [piece], _) => problem.answers_alone(piece, sole),
        (_, _, None) => problem.answers(&pieces, &excluded),
        _ => problem.knows(&pieces, &excluded).map(|_| ()),
    };
    checked.map_err(refused)?;
    let parted = work::attempt("families", || choices.parted(&pieces));
    let (solutions, families) = match parted {
        Ok(parted) => parted.map_err(refused)?,
        Err(stopped) => {
            // Time is up: what is listed are so many pieces that parting them takes none.
            unfinished = unfinished.or(Some(Unfinished::Stopped(stopped)));
            pieces.truncate(MOST_AFTERWARDS);
            choices.parted(&pieces).map_err(refused)?
        }
    };
    Ok(AllSolutions { solutions, families, pieces, excluded, unfinished, sole })
}

/// Pieces that are told of a search when its time is up.
const MOST_AFTERWARDS: usize = 100;

/// What shows that there is one solution at most, if anything does.
fn sole(problem: &LcpProblem) -> Option<Sole> {
    let proposed = || dominance(&problem.matrix).map(|scale| Sole::Dominant { scale });
    let candidates: [&dyn Fn() -> Option<Sole>; 3] =
        [&|| Some(Sole::Definite), &proposed, &|| Some(Sole::Minors)];
    candidates.iter().find_map(|candidate| candidate().filter(|sole| sole.holds(problem)))
}

/// A scale under which a matrix may be dominant: the solution `d` of `mᵢᵢ·dᵢ − Σ |mᵢⱼ|·dⱼ = mᵢᵢ` in doubles, by Gauss and Seidel, whose steps
/// grow without end where there is none.
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
    let asked = Asked { law: None, effort: EFFORT, most_freedoms: MOST_FREEDOMS };
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
