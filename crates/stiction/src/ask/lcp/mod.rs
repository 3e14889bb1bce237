//! All solutions of a linear complementarity problem: `z ≥ 0`, `w = Mz + q ≥ 0`, `z·w = 0`.
//!
//! ```text
//!     for each set of indices with wᵢ = 0, and zᵢ = 0 on the others, the solutions are a polyhedron        (1)
//!     all solutions are the union of these; a point that is a piece by itself is isolated                  (2)
//!     the largest of the other pieces are the families                                                     (3)
//! ```
//!
//! Sets of indices are not tried one by one: a partial choice that multipliers refute takes all that belong to it along.
//! [`lemke`] finds one solution, quickly.
//!
//! References: \[CPS\].

mod lemke;

pub(in crate::ask) use lemke::proposed;
pub use lemke::{Lemke, LemkeEnd, in_fractions, lemke, one_solution};

use super::Refused;
use super::alternatives::{EFFORT, TooMany, search};
use stiction_proof::choice::{Family, Objection};
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
}

impl AllSolutions {
    /// How many there are.
    pub fn status(&self) -> Status {
        Status::of(self.solutions.len(), self.families.len())
    }
}

/// Why not all solutions are known.
#[derive(Debug, Clone, PartialEq)]
pub enum LcpFault {
    /// The matrix is not square, or of another size than the vector.
    Shape,
    /// The search went beyond its effort.
    TooMany(usize),
    /// A piece has too many dimensions for its corners to be listed.
    TooWide(String),
    /// The checker did not accept the answer: a defect of this library.
    Refused(Refused),
}

/// Dimensions of a family beyond which its corners are not listed.
const MOST_FREEDOMS: usize = 10;

/// Finds all solutions.
///
/// ```
/// use stiction::ask::lcp::{Status, all_solutions};
/// use stiction_proof::{LcpProblem, Rational};
/// let row = |entries: [i64; 2]| entries.map(Rational::from).to_vec();
/// let problem = LcpProblem { matrix: vec![row([1, 4]), row([2, 3])], q: row([-1, -1]) };
/// let all = all_solutions(&problem).unwrap();
/// assert_eq!((all.status(), all.solutions.len()), (Status::Multiple, 3));
/// ```
pub fn all_solutions(problem: &LcpProblem) -> Result<AllSolutions, LcpFault> {
    let choices = problem.choices().map_err(|_| LcpFault::Shape)?;
    let found =
        search(&choices, EFFORT, MOST_FREEDOMS).map_err(|TooMany(effort)| LcpFault::TooMany(effort))?;
    let mut pieces = Vec::with_capacity(found.complete.len());
    for complete in found.complete {
        let mode = choices.spell(&complete.choice);
        let family = complete.family.ok_or_else(|| LcpFault::TooWide(mode.clone()))?;
        pieces.push(Piece { mode, family });
    }
    let excluded: Vec<Exclusion> = found
        .refuted
        .into_iter()
        .map(|(partial, multipliers)| Exclusion {
            mode: choices.spell(&partial),
            multipliers: multipliers.into_iter().map(Rational::from).collect(),
        })
        .collect();
    let refused = |objection: Objection| LcpFault::Refused(Refused(Refusal::Choice(objection)));
    problem.answers(&pieces, &excluded).map_err(refused)?;
    let (solutions, families) = choices.parted(&pieces).map_err(refused)?;
    Ok(AllSolutions { solutions, families, pieces, excluded })
}
