//! Beginning: a starter scene, the schema for an editor, completions for a shell.

use crate::args::{New, Schema};
use crate::ask::{meshes, taken};
use crate::outcome::{Out, Outcome};
use crate::progress::{Progress, reading};
use crate::{file, json, usage};
use clap_complete::Shell;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use stiction_files::{
    MeshLimits, Unsound, as_json, read_mesh_file_observed, shown_path, starter, starter_of_mesh,
};
use stiction_report::report_schema;

/// Writes the starter scene, as TOML or as the JSON that the name asks for; an existing file is never overwritten.
pub fn new(asked: &New) -> Outcome {
    let written = match &asked.from {
        None => Ok((starter().to_owned(), None)),
        Some(mesh) => scene_of(mesh, asked),
    };
    let written = written.and_then(|(text, root)| Ok((as_named(text, asked.file.as_deref())?, root)));
    let (text, root) = match written {
        Ok(written) => written,
        Err(message) => return Outcome::bad_input(&message),
    };
    let Some(file) = &asked.file else { return Outcome::answered(text) };
    let shown = shown_path(file);
    match file::write_new(file, text.as_bytes()) {
        // The file is there, whoever reads of it.
        Ok(()) => {
            let root = root.map(|root| format!(" --root {}", shown_path(&root))).unwrap_or_default();
            let told = format!("wrote {shown}; now try: stiction check {shown}{root}\n");
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

/// The scene around a mesh, and the folder of the mesh where that is not the scene's or below it; or why there is none.
fn scene_of(path: &Path, asked: &New) -> Result<(String, Option<PathBuf>), String> {
    let progress = Progress::new();
    let limits = MeshLimits::of_size(asked.max_size.saturating_mul(1 << 20));
    let mesh = read_mesh_file_observed(path, &limits, &|work, done, total| {
        progress.tell(reading(work), done, total);
    });
    progress.clear();
    let mesh = mesh.map_err(|faults| format!("error: {faults}"))?;
    let (name, root) = named(path, asked.file.as_deref())?;
    // As the scene will take it, which tells what was mended.
    let taken = taken(&meshes(&asked.meshes));
    let text = starter_of_mesh(mesh, &name, &taken).map_err(|faults| {
        let line =
            |fault: &Unsound| format!("error[{}]: {}\n  help: {}", fault.code, fault.message, fault.help);
        faults.iter().map(line).collect::<Vec<_>>().join("\n")
    })?;
    Ok((text, root))
}

/// How a scene names a mesh: relative to its folder with forward slashes, after all links; else by the whole path, with
/// the folder that `--root` must allow.
fn named(mesh: &Path, scene: Option<&Path>) -> Result<(String, Option<PathBuf>), String> {
    let told = |path: &Path, error: std::io::Error| format!("error: {}: {error}", shown_path(path));
    let folder = scene.and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let folder = folder.canonicalize().map_err(|error| told(folder, error))?;
    let whole = mesh.canonicalize().map_err(|error| told(mesh, error))?;
    let unwritten = || format!("error: {}: its name is not UTF-8, and cannot be written", shown_path(mesh));
    match whole.strip_prefix(&folder) {
        Ok(relative) => {
            let parts: Option<Vec<&str>> = relative.iter().map(|part| part.to_str()).collect();
            Ok((parts.ok_or_else(unwritten)?.join("/"), None))
        }
        Err(_) => {
            let name = whole.to_str().ok_or_else(unwritten)?.to_owned();
            Ok((name, whole.parent().map(Path::to_owned)))
        }
    }
}

/// The JSON Schema of the scene file, or of the reports of a question.
pub fn schema(asked: &Schema) -> Outcome {
    let schema = asked.report.map_or_else(stiction_files::schema, report_schema);
    Outcome { out: Out::Data(json::text(&schema)), ..Outcome::default() }
}

/// Completions for a shell.
pub fn completions(shell: Shell) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut usage::command(), "stiction", &mut script);
    Outcome { out: Out::Data(String::from_utf8_lossy(&script).into_owned()), ..Outcome::default() }
}
