//! What a question is answered with: yes or no by a proof that its checker accepted, or neither.
//!
//! Every answer that leaves a room has been accepted by a checker of `stiction-proof`, which shares no code
//! with the solver that found it; [`Refused`] is what a caller sees if it was not, and it is a defect of this
//! library, never an answer.

use std::fmt;
use stiction_proof::{Answer, PlanarProblem, Proof, Refusal, Verified};

/// A proof that its checker did not accept.
#[derive(Debug, Clone, PartialEq)]
pub struct Refused(pub Refusal);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the checker refused the proof that was found: {}; this is a defect of stiction", self.0)
    }
}

impl std::error::Error for Refused {}

/// Yes or no, by a proof that was accepted.  On rational data nothing is left undecided.
#[derive(Debug, Clone, PartialEq)]
pub enum Decision {
    /// It is so.
    Yes(Verified),
    /// It is not so.
    No(Verified),
}

impl Decision {
    /// Whether the answer is yes.
    pub fn is_yes(&self) -> bool {
        matches!(self, Self::Yes(_))
    }

    /// The answer as a word.
    pub fn answer(&self) -> Answer {
        if self.is_yes() { Answer::Yes } else { Answer::No }
    }

    /// The proof.
    pub fn verified(&self) -> &Verified {
        match self {
            Self::Yes(verified) | Self::No(verified) => verified,
        }
    }
}

impl From<Decision> for Verdict<Proof> {
    fn from(decision: Decision) -> Self {
        match decision {
            Decision::Yes(verified) => Self::Yes(verified),
            Decision::No(verified) => Self::No(verified),
        }
    }
}

/// Yes or no by a proof that was accepted, or neither.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict<P> {
    /// It is so.
    Yes(Verified<P>),
    /// It is not so.
    No(Verified<P>),
    /// Neither was proved: on or very near a boundary that is round.
    Undecided,
}

impl<P> Verdict<P> {
    /// The answer as a word.
    pub fn answer(&self) -> Answer {
        match self {
            Self::Yes(_) => Answer::Yes,
            Self::No(_) => Answer::No,
            Self::Undecided => Answer::Undecided,
        }
    }

    /// The proof, if there is one.
    pub fn verified(&self) -> Option<&Verified<P>> {
        match self {
            Self::Yes(verified) | Self::No(verified) => Some(verified),
            Self::Undecided => None,
        }
    }
}

/// Lets the checker see a proof.
pub fn checked(problem: &PlanarProblem, proof: Proof) -> Result<Verified, Refused> {
    problem.check(proof).map_err(Refused)
}
