//! Asking through the library: a thin adapter around one function from a case to its report.

use crate::case::Case;
use crate::run::Runner;
use serde_json::Value;

/// Asks through a function of the library.
#[derive(Debug)]
pub struct Library<F>(F);

impl<F: Fn(&Case) -> Result<Value, String>> Library<F> {
    /// A runner that answers with this function.
    pub fn new(answer: F) -> Library<F> {
        Library(answer)
    }
}

impl<F: Fn(&Case) -> Result<Value, String>> Runner for Library<F> {
    fn name(&self) -> &'static str {
        "library"
    }

    fn answer(&self, case: &Case) -> Result<Value, String> {
        (self.0)(case)
    }
}

/// Reads the case's scene and answers its question, both by the library.
pub fn answer(_case: &Case) -> Result<Value, String> {
    Err("the library answers no question yet".into())
}
