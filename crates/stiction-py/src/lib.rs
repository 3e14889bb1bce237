//! The part of the Python package that is written in Rust: scenes, questions and scores as `stiction._stiction`.
//!
//! Thin: the words of a question go to the command's own parser (`stiction_cli::embedded`), flat arrays to the scoring
//! of many grasps (`stiction_statics::closure::many`).  What Python programmers see is in `python/stiction`.

mod ask;
mod faults;
mod held;
mod score;

use pyo3::prelude::*;

/// Scenes, questions and scores.
#[pymodule]
mod _stiction {
    #[pymodule_export]
    use crate::ask::{Told, ask, flags, questions, run, verify};
    #[pymodule_export]
    use crate::held::{Held, as_json, held_file, held_text};
    #[pymodule_export]
    use crate::score::score;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("version", env!("CARGO_PKG_VERSION"))
    }
}
