//! What stands against a scene, or against asking a question of it.

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
