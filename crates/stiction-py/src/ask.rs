//! Questions, and what comes back.

use crate::faults::{About, exception};
use crate::held::Held;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use stiction_cli::embedded::{self, Answer, Asked, Of};

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
    interruptible(py, move |cancelled| asked.answer(&of, cancelled))?
        .map(Told)
        .map_err(|why| exception(py, About::Question, &why))
}

/// What a worker is given to do.
type Job = Box<dyn FnOnce() + Send>;

/// A worker, and the process that it is of: one that was forked has none of the threads of its parent.
struct Worker {
    jobs: Sender<Job>,
    process: u32,
}

/// Workers that wait for something to do: handing a question over takes less than beginning a thread.
static IDLE: Mutex<Vec<Worker>> = Mutex::new(Vec::new());

/// Room for what calls itself, as deep as on the thread of the program.
const STACK: usize = 64 << 20;

/// How often signals are heard.
const LOOK: Duration = Duration::from_millis(50);

/// How long work may take to hear that nobody wants it any more; then it is left to end by itself.
const PATIENCE: Duration = Duration::from_secs(2);

/// Has a worker do something, and hears signals meanwhile, such as that of Ctrl-C: whatever the worker does, only the
/// thread that Python was called on can.
fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(Arc<AtomicBool>) -> T + Send + 'static,
) -> PyResult<T> {
    let cancelled = Arc::new(AtomicBool::new(false));
    let wanted = Arc::clone(&cancelled);
    let (told, heard) = channel();
    let heard = Mutex::new(heard);
    let listen = |time| heard.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(time);
    let worker = begun(Box::new(move || {
        // Where nobody listens any more, nobody is told.
        let _ = told.send(work(wanted));
    }))?;
    let lost = || PyRuntimeError::new_err("the work ended without an answer; this is a defect of stiction");
    loop {
        match py.detach(|| listen(LOOK)) {
            Ok(answer) => {
                IDLE.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
                return Ok(answer);
            }
            Err(RecvTimeoutError::Disconnected) => return Err(lost()),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(raised) = py.check_signals() {
            cancelled.store(true, Ordering::Relaxed);
            let _ = py.detach(|| listen(PATIENCE));
            return Err(raised);
        }
    }
}

/// Gives a job to a worker that waits, or to a new one.
fn begun(job: Job) -> PyResult<Worker> {
    let process = std::process::id();
    let idle = {
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        idle.retain(|worker| worker.process == process);
        idle.pop()
    };
    if let Some(worker) = idle {
        return match worker.jobs.send(job) {
            Ok(()) => Ok(worker),
            Err(returned) => begun(returned.0),
        };
    }
    let (sender, jobs) = channel::<Job>();
    let serve = move || jobs.into_iter().for_each(|job| job());
    let made = thread::Builder::new().name("stiction".into()).stack_size(STACK).spawn(serve);
    made.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    sender.send(job).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    Ok(Worker { jobs: sender, process })
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
