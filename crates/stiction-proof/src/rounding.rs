//! What is not exactly what was meant.

use serde::{Deserialize, Serialize};

/// A quantity that is not exactly what the file says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rounding {
    /// Path of the quantity in the scene, e.g. `bodies.part.com`.
    pub path: String,
    /// Why: e.g. `turned by 0.3 rad`.
    pub why: String,
}
