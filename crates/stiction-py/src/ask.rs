//! Questions, and what comes back.

use crate::faults::{About, exception};
use crate::held::Held;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::collections::HashMap;
use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread;
use stiction_cli::embedded::{self, Answer, Asked, Asker, Of};

/// Words that were understood: a loop over scenes asks with the same ones.
static UNDERSTOOD: LazyLock<Mutex<HashMap<Vec<String>, Asked>>> = LazyLock::new(Mutex::default);

/// How many of them are kept.
const KEPT: usize = 256;

/// An answer.
#[pyclass(frozen, module = "stiction._stiction")]
pub(crate) struct Told(Answer);

#[pymethods]
impl Told {
    #[getter]
    fn question(&self) -> &'static str {
        self.0.report.question.word()
    }

    #[getter]
    fn verdict(&self) -> Option<String> {
        self.0.report.verdict().map(|verdict| verdict.to_string())
    }

    /// The report as the command prints it.
    fn text(&self) -> String {
        self.0.to_text()
    }

    /// The report as the command writes it with `--json`.
    fn json(&self, py: Python<'_>) -> String {
        py.detach(|| self.0.to_json())
    }

    /// Its picture.
    fn svg(&self, py: Python<'_>, dark: bool) -> Option<String> {
        py.detach(|| self.0.svg(dark))
    }

    /// Its picture in pixels.
    fn png(&self, py: Python<'_>, dark: bool) -> PyResult<Option<Vec<u8>>> {
        py.detach(|| self.0.png(dark)).map_err(PyValueError::new_err)
    }
}

fn understood(words: Vec<String>) -> Result<Asked, embedded::NoAnswer> {
    let known = || UNDERSTOOD.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(asked) = known().get(&words) {
        return Ok(asked.clone());
    }
    let asked = Asked::understood(&words)?;
    let mut known = known();
    if known.len() >= KEPT {
        known.clear();
    }
    known.insert(words, asked.clone());
    Ok(asked)
}

/// Asks a question of a scene, of a text, or of the file that the words name.
#[pyfunction]
#[pyo3(signature = (words, scene=None, text=None))]
pub(crate) fn ask(
    py: Python<'_>,
    words: Vec<String>,
    scene: Option<PyRef<'_, Held>>,
    text: Option<String>,
) -> PyResult<Told> {
    let of = match (scene, text) {
        (Some(scene), _) => Of::Scene(Arc::clone(&scene.0)),
        (None, Some(text)) => Of::Text(text),
        (None, None) => Of::File,
    };
    let asked = understood(words).map_err(|why| exception(py, About::Question, &why))?;
    let raised: Arc<Mutex<Option<PyErr>>> = Arc::default();
    let asker = interruptible(&raised);
    let answer = py.detach(|| asked.answer(&of, asker));
    // What a signal's handler raised goes before whatever became of the question.
    if let Some(raised) = raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(raised);
    }
    answer.map(Told).map_err(|why| exception(py, About::Question, &why))
}

/// An asker that gives up when a signal comes, such as that of Ctrl-C; only the thread that asks can hear of it.
fn interruptible(raised: &Arc<Mutex<Option<PyErr>>>) -> Asker {
    let (cancelled, own) = (Arc::new(AtomicBool::new(false)), thread::current().id());
    let (stop, kept) = (Arc::clone(&cancelled), Arc::clone(raised));
    let breath = move || {
        if thread::current().id() != own {
            return;
        }
        if let Err(error) = Python::attach(|py| py.check_signals()) {
            stop.store(true, Ordering::Relaxed);
            *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        }
    };
    Asker { cancelled, breath: Box::new(breath) }
}

/// Checks a report again, by itself or against its scene; the result as the command writes it with `--json`.
#[pyfunction]
#[pyo3(signature = (report, scene=None))]
pub(crate) fn verify(py: Python<'_>, report: &str, scene: Option<PyRef<'_, Held>>) -> PyResult<String> {
    let read = match scene {
        Some(scene) => {
            let held = Arc::clone(&scene.0);
            Some(py.detach(|| held.plain()).map_err(|why| exception(py, About::Scene, &why))?)
        }
        None => None,
    };
    let found = py.detach(|| embedded::checked(report, read.as_deref())).map_err(PyValueError::new_err)?;
    Ok(found.to_json().to_string())
}

/// The words of all questions, each with what it says of itself.
#[pyfunction]
pub(crate) fn questions() -> Vec<(&'static str, String)> {
    embedded::questions()
}

/// The flags of a question: name, kind (`switch`, `value`, `maybe`, `many`), and what each says of itself.
#[pyfunction]
pub(crate) fn flags(question: &str) -> Vec<(String, &'static str, String)> {
    embedded::flags(question)
}

/// Runs the command with these words, and ends the program with its status.
#[pyfunction]
pub(crate) fn run(words: Vec<OsString>) {
    stiction_cli::run(words)
}
