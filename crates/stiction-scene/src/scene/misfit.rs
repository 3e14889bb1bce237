//! What stands against a scene, or against asking a question of it.

use crate::Refused;
use std::fmt;

/// Why a scene does not fit a question: the question's fault, not the scene's.  Or why what was drafted is no scene.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit {
    /// Kind of fault, a fixed word.
    pub code: &'static str,
    /// Keys on the way to the quantity concerned; a contact goes by its id: `["contacts", "left", "force"]`.
    pub path: Vec<String>,
    /// The rule, and what was found.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl Misfit {
    /// A misfit at a path.
    pub fn new(
        code: &'static str,
        path: &[&str],
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        let path = path.iter().map(|&key| key.to_owned()).collect();
        Self { code, path, message: message.into(), help: help.into() }
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = format!("{}: {}; {}", self.path.join("."), self.message, self.help);
        f.write_str(&super::visible(&line))
    }
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq)]
pub enum NoAnswer {
    /// The scene does not fit the question: everything that stands against it.
    Misfits(Vec<Misfit>),
    /// A checker refused a proof: a defect of Stiction.
    Defect(Refused),
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Misfits(misfits) => {
                let lines: Vec<String> = misfits.iter().map(ToString::to_string).collect();
                f.write_str(&lines.join("\n"))
            }
            Self::Defect(refused) => refused.fmt(f),
        }
    }
}

impl std::error::Error for NoAnswer {}

impl From<Vec<Misfit>> for NoAnswer {
    fn from(misfits: Vec<Misfit>) -> Self {
        Self::Misfits(misfits)
    }
}

impl From<Refused> for NoAnswer {
    fn from(refused: Refused) -> Self {
        Self::Defect(refused)
    }
}
