//! Asking through the Python package: a few interpreters that answer case after case.

use crate::case::{Case, Content};
use crate::run::Runner;
use serde_json::{Map, Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// Asks interpreters that run `corpus.py` of the package.
#[derive(Debug)]
pub struct Python {
    interpreter: PathBuf,
    script: PathBuf,
    idle: Mutex<Vec<Interpreter>>,
}

/// One of them, and the pipes to it.
#[derive(Debug)]
struct Interpreter {
    child: Child,
    asked: ChildStdin,
    told: BufReader<ChildStdout>,
}

impl Python {
    /// Runs this interpreter with this script, as often as there are cases to answer at once.
    pub fn new(interpreter: &Path, script: &Path) -> Self {
        Self { interpreter: interpreter.to_owned(), script: script.to_owned(), idle: Mutex::default() }
    }

    fn begin(&self) -> Result<Interpreter, String> {
        let mut command = Command::new(&self.interpreter);
        command.arg(&self.script).stdin(Stdio::piped()).stdout(Stdio::piped());
        let told = |fault: std::io::Error| format!("{}: {fault}", self.interpreter.display());
        let mut child = command.spawn().map_err(told)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (asked, told) = pipes.ok_or("the interpreter has no pipes")?;
        Ok(Interpreter { child, asked, told: BufReader::new(told) })
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Interpreter>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Runner for Python {
    fn name(&self) -> &'static str {
        "python"
    }

    fn answer(&self, case: &Case) -> Result<Value, String> {
        let waiting = self.idle().pop();
        let mut interpreter = waiting.map_or_else(|| self.begin(), Ok)?;
        let told = interpreter.ask(case)?;
        self.idle().push(interpreter);
        match (told.get("report"), told.get("error")) {
            (Some(report), _) => Ok(report.clone()),
            (None, Some(error)) => Err(error.as_str().unwrap_or_default().to_owned()),
            (None, None) => Err("the interpreter says nothing".to_owned()),
        }
    }
}

impl Interpreter {
    fn ask(&mut self, case: &Case) -> Result<Value, String> {
        let mut files = Map::new();
        for (name, content) in case.layout().into_iter().filter(|(name, _)| name != "scene.json") {
            let text = match content {
                Content::Text(text) => text,
                Content::Copy(path) => std::fs::read_to_string(&path).map_err(|fault| fault.to_string())?,
            };
            files.insert(name, text.into());
        }
        let scene = case.scene.as_ref().map(|scene| scene.get());
        let line = json!({ "ask": case.ask, "scene": scene, "files": files }).to_string() + "\n";
        self.asked.write_all(line.as_bytes()).map_err(|fault| fault.to_string())?;
        let mut told = String::new();
        self.told.read_line(&mut told).map_err(|fault| fault.to_string())?;
        serde_json::from_str(&told)
            .map_err(|fault| format!("the interpreter said `{}`: {fault}", told.trim()))
    }
}

impl Drop for Interpreter {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
