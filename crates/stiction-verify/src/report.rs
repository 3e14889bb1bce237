//! Reports as data: the head that all of them have, and the keys of a question.
//!
//! ```
//! use stiction_verify::Report;
//! use stiction_verify::lcp::LcpKeys;
//!
//! let text = r#"{
//!     "stiction": "0.2.0", "format": 2, "question": "lcp", "verdict": null,
//!     "scene": { "name": "one.json", "title": null, "sha256": null }, "asked": {},
//!     "problem": { "M": [["1"]], "q": ["-2"] }, "status": "unique", "solutions": [{ "z": [2.0] }], "families": [],
//!     "pieces": [{ "mode": "+", "family": { "vertices": [["2"]], "rays": [] } }], "excluded": [], "reasons": {},
//!     "exact": { "solutions": [{ "z": ["2"] }], "families": [] }, "certificate": "definite",
//!     "computed": [], "rounded": [], "warnings": []
//! }"#;
//! let report: Report<LcpKeys> = serde_json::from_str(text).unwrap();
//! assert_eq!(report.keys.solutions[0].z, [Some(2.0)]);
//! assert_eq!(serde_json::to_value(&report).unwrap(), serde_json::from_str::<serde_json::Value>(text).unwrap());
//! ```

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stiction_proof::{Answer, Rounding};

/// A report: its head, and what its question says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report<K> {
    /// What every report says.
    #[serde(flatten)]
    pub head: Head,
    /// What its question says; any keys as [`Map`].
    #[serde(flatten)]
    pub keys: K,
}

/// What every report says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// Version of the program that wrote it.
    pub stiction: String,
    /// Version of the format.
    pub format: u32,
    /// What was asked.
    pub question: String,
    /// Yes, no or undecided; none where the question is not one of yes or no.
    pub verdict: Option<Answer>,
    /// What was asked about.
    pub scene: About,
    /// The flags that were given, as far as they change the answer.
    pub asked: Map<String, Value>,
    /// Paths of what no proof shows.
    pub computed: Vec<String>,
    /// What passed through a rounding on its way from the file.
    pub rounded: Vec<Rounding>,
    /// What the asker should know.
    pub warnings: Vec<Warning>,
}

/// What a report is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// Name of the file, without folders.
    pub name: String,
    /// What the scene calls itself.
    pub title: Option<String>,
    /// SHA-256 of the file, in hexadecimal; none where there was none.
    pub sha256: Option<String>,
}

/// Something that the asker should know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Warning {
    /// What kind it is.
    pub code: String,
    /// The path in the scene that it is about; empty where there is none.
    pub path: String,
    /// The line of the file.
    pub line: Option<usize>,
    /// The column of that line.
    pub column: Option<usize>,
    /// What is the matter.
    pub message: String,
    /// What to do about it.
    pub help: String,
}
