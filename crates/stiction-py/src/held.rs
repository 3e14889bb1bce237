//! Scenes that are held: read once, asked often.

use crate::faults::{About, exception};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;
use stiction_cli::embedded::{HeldScene, Source};
use stiction_files::Format;

/// A scene that was read.
#[pyclass(frozen, module = "stiction._stiction")]
pub(crate) struct Held(pub(crate) Arc<HeldScene>);

#[pymethods]
impl Held {
    /// What the scene is warned of, as JSON.
    fn warnings(&self, py: Python<'_>) -> PyResult<String> {
        let read = py.detach(|| self.0.plain()).map_err(|why| exception(py, About::Scene, &why))?;
        Ok(serde_json::to_string(&read.warnings).unwrap_or_default())
    }

    /// The text that was read, of a file or as it was given.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        let read = py.detach(|| self.0.plain()).map_err(|why| exception(py, About::Scene, &why))?;
        Ok(read.text.clone())
    }
}

/// Reads the scene of a file.
#[pyfunction]
pub(crate) fn held_file(py: Python<'_>, path: PathBuf) -> PyResult<Held> {
    held(py, Source::File(path))
}

/// Reads a scene from its text.
#[pyfunction]
pub(crate) fn held_text(
    py: Python<'_>,
    text: String,
    format: &str,
    name: String,
    folder: PathBuf,
) -> PyResult<Held> {
    let format = match format {
        "toml" => Format::Toml,
        "json" => Format::Json,
        "obj" => Format::Obj,
        _ => {
            return Err(PyValueError::new_err(format!(
                "format {format:?}: give \"toml\", \"json\" or \"obj\""
            )));
        }
    };
    held(py, Source::Text { text, format, name, folder })
}

fn held(py: Python<'_>, source: Source) -> PyResult<Held> {
    let held = HeldScene::new(source);
    py.detach(|| held.plain().map(|_| ())).map_err(|why| exception(py, About::Scene, &why))?;
    Ok(Held(Arc::new(held)))
}

/// A scene in TOML as JSON, its numbers as they were written; none where it is no TOML.
#[pyfunction]
pub(crate) fn as_json(text: &str) -> Option<String> {
    stiction_files::as_json(text)
}
