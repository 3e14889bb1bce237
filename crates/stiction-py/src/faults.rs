//! Faults as exceptions of Python, which are defined in Python.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use stiction_cli::embedded::NoAnswer;

/// What the faults are about.
#[derive(Clone, Copy)]
pub(crate) enum About {
    /// The scene by itself.
    Scene,
    /// The question, asked of this scene.
    Question,
}

/// The exception that says why there is no answer.
pub(crate) fn exception(py: Python<'_>, about: About, why: &NoAnswer) -> PyErr {
    let made = |maker: &str, words: Vec<&str>| -> PyResult<PyErr> {
        let errors = py.import("stiction._errors")?;
        Ok(PyErr::from_value(errors.getattr(maker)?.call1((words,))?))
    };
    let made = match (why, about) {
        (NoAnswer::Faults { json, text }, About::Scene) => made("scene_error", vec![json, text]),
        (NoAnswer::Faults { json, text }, About::Question) => made("question_error", vec![json, text]),
        (NoAnswer::Unfinished(told), _) => made("unfinished", vec![told]),
        (NoAnswer::Failed(told), _) => Ok(PyRuntimeError::new_err(told.clone())),
    };
    made.unwrap_or_else(|error| error)
}
