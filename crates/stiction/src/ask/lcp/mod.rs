//! All solutions of a linear complementarity problem: `z ≥ 0`, `w = Mz + q ≥ 0`, `z·w = 0`.
//!
//! ```text
//!     for each set of indices with wᵢ = 0, and zᵢ = 0 on the others, the solutions are a polyhedron        (1)
//!     all solutions are the union of these; a point that is a piece by itself is isolated                  (2)
//!     the largest of the other pieces are the families                                                     (3)
//! ```
//!
//! A problem whose matrix is positive definite has one solution, which [`lemke`] finds.  Otherwise sets of indices are not tried one by one: a partial choice that multipliers refute takes all that belong to it along.
//! Where a row vanishes altogether, `zᵢ = 0` is part of `wᵢ = 0`, and only that is looked at.
//!
//! References: \[CPS\].

mod lemke;

pub(in crate::ask) use lemke::proposed;
pub use lemke::{Lemke, LemkeEnd, in_fractions, lemke, one_solution};

use super::Refused;
pub use super::alternatives::Unfinished;
use super::alternatives::{Asked, EFFORT, search_from, solved};
use crate::exact::integers;
use crate::work;
use dashu_int::IBig;
use stiction_proof::choice::{Choices, Family, Objection};
use stiction_proof::{Exclusion, LcpProblem, Piece, Rational, Refusal};

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
    let choices = problem.choices().map_err(|_| LcpFault::Shape)?;
    let refused = |objection: Objection| LcpFault::Refused(Refused(Refusal::Choice(objection)));
    let (mut pieces, excluded, mut unfinished) = match only_one(problem, &choices) {
        Some(piece) => (vec![piece], Vec::new(), None),
        None => searched(problem, &choices),
    };
    let checked = match unfinished {
        None => problem.answers(&pieces, &excluded),
        Some(_) => problem.knows(&pieces, &excluded).map(|_| ()),
    };
    checked.map_err(refused)?;
    let parted = work::attempt("families", || choices.parted(&pieces));
    let (solutions, families) = match parted {
        Ok(parted) => parted.map_err(refused)?,
        Err(stopped) => {
            unfinished = unfinished.or(Some(Unfinished::Stopped(stopped)));
            pieces.clear();
            choices.parted(&[]).map_err(refused)?
        }
    };
    Ok(AllSolutions { solutions, families, pieces, excluded, unfinished })
}

/// The solution of a problem whose matrix is definite, which is the only one.
fn only_one(problem: &LcpProblem, choices: &Choices) -> Option<Piece> {
    if !problem.is_definite() {
        return None;
    }
    let z = match one_solution(problem).end {
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
