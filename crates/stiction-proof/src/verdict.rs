//! Yes, no or undecided, as a word in reports.

use serde::{Deserialize, Serialize};
use std::fmt;

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
