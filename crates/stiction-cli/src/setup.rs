//! Beginning: a starter scene, the schema for an editor, completions for a shell.

use crate::args::{Args, New};
use crate::outcome::Outcome;
use clap::CommandFactory;
use clap_complete::Shell;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;
use stiction_files::starter;

/// Writes the starter scene; an existing file is never overwritten.
pub fn new(asked: &New) -> Outcome {
    let Some(file) = &asked.file else { return Outcome::answered(starter().to_owned()) };
    match write_new(file) {
        Ok(()) => {
            let file = file.display();
            Outcome::answered(format!("wrote {file}; now try: stiction check {file}\n"))
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            Outcome::bad_input(&format!("error: {} exists already; choose another name", file.display()))
        }
        Err(error) => Outcome::failed(&format!("cannot write {}: {error}", file.display())),
    }
}

fn write_new(file: &Path) -> std::io::Result<()> {
    OpenOptions::new().write(true).create_new(true).open(file)?.write_all(starter().as_bytes())
}

/// The JSON Schema of the scene file.
pub fn schema() -> Outcome {
    Outcome::answered(format!("{:#}\n", stiction_files::schema()))
}

/// Completions for a shell.
pub fn completions(shell: Shell) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "stiction", &mut script);
    Outcome::answered(String::from_utf8_lossy(&script).into_owned())
}
