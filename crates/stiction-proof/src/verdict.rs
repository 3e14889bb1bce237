//! Yes, no or undecided: with proofs in the library, as a word in reports.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The answer to a question, and what makes it evident.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict<Y, N> {
    /// Yes, by this proof.
    Yes(Y),
    /// No, by this proof.
    No(N),
    /// Too close to the boundary of a rounded or round model to say.
    Undecided {
        /// How close: the distance to the boundary that was computed.
        margin: f64,
    },
}

impl<Y, N> Verdict<Y, N> {
    /// The answer without its proof.
    pub fn answer(&self) -> Answer {
        match self {
            Self::Yes(_) => Answer::Yes,
            Self::No(_) => Answer::No,
            Self::Undecided { .. } => Answer::Undecided,
        }
    }

    /// Whether the answer is yes.
    pub fn is_yes(&self) -> bool {
        matches!(self, Self::Yes(_))
    }
}

/// The word for a verdict in reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// Proved to be so.
    Yes,
    /// Proved not to be so.
    No,
    /// Neither proved.
    Undecided,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Undecided => "undecided",
        })
    }
}
