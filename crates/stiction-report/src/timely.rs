//! Numbers that may be missing because time was up, and how a report that lacks some is made again.

use serde_json::Value;
use stiction::work;

/// Why a number is missing that was not computed to the end.
pub(crate) const NOT_FINISHED: &str = "not finished in the time that was given";
/// Why a number is missing of which neither end was proved.
pub(crate) const NOT_PROVED: &str =
    "not proved: on or very near a boundary, or not finished in the time that was given";

/// Which numbers are computed: all of them for a report that is written, and for one that is read those that it
/// does not say to be unfinished.  What is said to be missing claims nothing.
#[derive(Clone, Copy)]
pub(crate) struct ComputedNumbers<'a>(Option<&'a Value>);

impl<'a> ComputedNumbers<'a> {
    /// All numbers are wanted.
    pub(crate) fn all() -> Self {
        Self(None)
    }

    /// Those that a report may tell.
    pub(crate) fn told_by(report: &'a Value) -> Self {
        Self(Some(report))
    }

    /// Whether a report that was stopped says that this is not finished.
    pub(crate) fn lacks(self, path: &str) -> bool {
        self.0.is_some_and(|report| {
            report["stopped"].is_object() && report["reasons"][path].as_str() == Some(NOT_FINISHED)
        })
    }

    /// A number, unless time is up or the report lacks it.
    pub(crate) fn number<T>(
        self,
        path: &'static str,
        compute: impl FnOnce() -> Result<T, &'static str>,
    ) -> Result<T, &'static str> {
        if self.lacks(path) {
            return Err(NOT_FINISHED);
        }
        work::attempt(path, compute).unwrap_or(Err(NOT_FINISHED))
    }
}
