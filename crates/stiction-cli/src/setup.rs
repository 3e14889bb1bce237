//! Beginning: a starter scene, the schema for an editor, completions for a shell.

use crate::args::{Args, New};
use crate::outcome::Outcome;
use crate::progress::{Progress, reading};
use clap::CommandFactory;
use clap_complete::Shell;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Component, Path};
use stiction::shape::SolidFault;
use stiction_files::{MeshLimits, read_mesh_file_observed, starter, starter_of_mesh};

/// Writes the starter scene; an existing file is never overwritten.
pub fn new(asked: &New) -> Outcome {
    let text = match &asked.from {
        None => starter().to_owned(),
        Some(mesh) => match scene_of(mesh, asked.file.as_deref()) {
            Ok(text) => text,
            Err(message) => return Outcome::bad_input(&message),
        },
    };
    let Some(file) = &asked.file else { return Outcome::answered(text) };
    match write_new(file, &text) {
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

fn write_new(file: &Path, text: &str) -> std::io::Result<()> {
    OpenOptions::new().write(true).create_new(true).open(file)?.write_all(text.as_bytes())
}

/// The scene around a mesh, or why the mesh bounds no solid.
fn scene_of(path: &Path, scene: Option<&Path>) -> Result<String, String> {
    let progress = Progress::new();
    let mesh = read_mesh_file_observed(path, &MeshLimits::default(), &|work, done, total| {
        progress.tell(reading(work), done, total);
    });
    progress.clear();
    let mesh = mesh.map_err(|faults| format!("error: {faults}"))?;
    let faults = mesh.faults();
    if !faults.is_empty() {
        let line =
            |fault: &SolidFault| format!("error[{}]: {}\n  help: {}", fault.code, fault.message, fault.help);
        return Err(faults.iter().map(line).collect::<Vec<_>>().join("\n"));
    }
    let name = beside(path, scene).ok_or_else(|| {
        let place = path.display();
        format!("error: {place} is not below the scene's folder; write the scene beside the mesh")
    })?;
    starter_of_mesh(&mesh, &name).ok_or_else(|| format!("error: {} encloses nothing", path.display()))
}

/// The name of a mesh relative to the folder of the scene, with forward slashes.
fn beside(mesh: &Path, scene: Option<&Path>) -> Option<String> {
    let folder = scene.and_then(Path::parent).unwrap_or(Path::new(""));
    let relative = mesh.strip_prefix(folder).ok()?;
    let plain = |part: Component<'_>| match part {
        Component::Normal(name) => Some(name.to_str()?.to_owned()),
        _ => None,
    };
    let parts: Option<Vec<String>> =
        relative.components().filter(|part| *part != Component::CurDir).map(plain).collect();
    Some(parts?.join("/"))
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
