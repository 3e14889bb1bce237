//! Beginning: a starter scene, the schema for an editor, completions for a shell.

use crate::args::{Args, New};
use crate::outcome::{Out, Outcome};
use crate::progress::{Progress, reading};
use crate::{file, json};
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::ErrorKind;
use std::path::{Component, Path};
use stiction::shape::SolidFault;
use stiction_files::{MeshLimits, as_json, read_mesh_file_observed, shown_path, starter, starter_of_mesh};

/// Writes the starter scene, as TOML or as the JSON that the name asks for; an existing file is never overwritten.
pub fn new(asked: &New) -> Outcome {
    let text = match &asked.from {
        None => Ok(starter().to_owned()),
        Some(mesh) => scene_of(mesh, asked),
    };
    let text = match text.and_then(|text| as_named(text, asked.file.as_deref())) {
        Ok(text) => text,
        Err(message) => return Outcome::bad_input(&message),
    };
    let Some(file) = &asked.file else { return Outcome::answered(text) };
    let shown = shown_path(file);
    match file::write_new(file, text.as_bytes()) {
        // The file is there, whoever reads of it.
        Ok(()) => {
            let told = format!("wrote {shown}; now try: stiction check {shown}\n");
            Outcome { judged: true, ..Outcome::answered(told) }
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            Outcome::bad_input(&format!("error: {shown} exists already; choose another name"))
        }
        Err(error) => Outcome::failed(&format!("cannot write {shown}: {error}")),
    }
}

/// A scene in TOML in the format that the name of its file asks for.
fn as_named(text: String, file: Option<&Path>) -> Result<String, String> {
    let ending = file.and_then(Path::extension).map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        None | Some("toml") => Ok(text),
        Some("json") => as_json(&text).ok_or_else(|| "error: the scene has no form in JSON".into()),
        Some(_) => {
            let file = file.map(shown_path).unwrap_or_default();
            Err(format!("error: {file}: a scene is named FILE.toml or FILE.json"))
        }
    }
}

/// The scene around a mesh, or why the mesh bounds no solid.
fn scene_of(path: &Path, asked: &New) -> Result<String, String> {
    let progress = Progress::new();
    let limits = MeshLimits::of_size(asked.max_size.saturating_mul(1 << 20));
    let mesh = read_mesh_file_observed(path, &limits, &|work, done, total| {
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
    let name = beside(path, asked.file.as_deref()).ok_or_else(|| {
        let place = shown_path(path);
        format!("error: {place} is not below the scene's folder; write the scene beside the mesh")
    })?;
    starter_of_mesh(&mesh, &name).ok_or_else(|| format!("error: {} encloses nothing", shown_path(path)))
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
    Outcome { out: Out::Data(json::text(&stiction_files::schema())), ..Outcome::default() }
}

/// Completions for a shell.
pub fn completions(shell: Shell) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "stiction", &mut script);
    Outcome { out: Out::Data(String::from_utf8_lossy(&script).into_owned()), ..Outcome::default() }
}
