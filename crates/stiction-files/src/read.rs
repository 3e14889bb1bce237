//! From a file, or its text, to a validated scene.

use crate::assembly::{self, Import};
use crate::depth::{MAX_DEPTH, too_deep};
use crate::fault::{Fault, Faults, Warning, line_and_column};
use crate::files::{Files, Folder, NoFiles, Reach};
use crate::findings::Findings;
use crate::mesh::MeshFormat;
use crate::observer::Observer;
use crate::{json_nodes, scene, toml_nodes, units};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::Path;
use stiction::scene::{AnyScene, visible};

/// The two formats of a scene file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// TOML, for people.
    Toml,
    /// JSON, for programs; also an assembly as COMPAS writes it.
    Json,
    /// Wavefront OBJ: an assembly whose groups are blocks.
    Obj,
}

impl Format {
    /// The format of a file by its extension, otherwise by how it begins: JSON with `{`, OBJ with a vertex or group.
    pub fn of(path: &Path, text: &str) -> Self {
        match path.extension().and_then(|extension| extension.to_str()).map(str::to_lowercase).as_deref() {
            Some("toml") => Self::Toml,
            Some("json") => Self::Json,
            Some("obj") => Self::Obj,
            _ if text.trim_start().starts_with('{') => Self::Json,
            _ if assembly::is_obj(text) => Self::Obj,
            _ => Self::Toml,
        }
    }
}

/// What a file may demand of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Largest size, bytes.
    pub size: u64,
}

impl Default for Limits {
    /// 64 MiB.
    fn default() -> Self {
        Self { size: 64 << 20 }
    }
}

/// A scene that was read without faults.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadScene {
    /// The scene.
    pub scene: AnyScene,
    /// What is accepted but probably not meant.
    pub warnings: Vec<Warning>,
    /// Name of the file or source.
    pub name: String,
    /// What was read, for faults and warnings to point at.
    pub text: String,
    /// SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
}

/// A file that could not be read: its faults, and its text as far as there is one, to render them with.
#[derive(Debug, Clone, PartialEq)]
pub struct UnreadFile {
    /// What is wrong.
    pub faults: Faults,
    /// The text the faults point into; empty if the file has none.
    pub text: String,
}

impl UnreadFile {
    /// The faults as text with lines and carets, for people.
    pub fn render(&self, name: &str, color: bool) -> String {
        self.faults.render(name, &self.text, color)
    }
}

impl std::fmt::Display for UnreadFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.faults.fmt(f)
    }
}

impl std::error::Error for UnreadFile {}

/// Reads a scene from its text; files that it names cannot be found, see [`read_scene_with`].
///
/// ```
/// use stiction_files::{Format, read_scene};
/// let text = "stiction = 1\ndimension = 2\n[bodies.part]\nmas = 1\n";
/// let faults = read_scene(text, Format::Toml, "part.toml").unwrap_err();
/// assert_eq!((faults.faults[0].code, faults.faults[0].line), ("unknown-key", Some(4)));
/// assert!(faults.faults[0].help.contains("`mass`"));
/// ```
pub fn read_scene(text: &str, format: Format, name: &str) -> Result<ReadScene, Faults> {
    read_scene_with(text, format, name, &Sources { files: &NoFiles, import: &Import::default() })
}

/// What a scene takes from elsewhere.
#[derive(Clone, Copy)]
pub struct Sources<'s> {
    /// The files that it names.
    pub files: &'s dyn Files,
    /// What an assembly does not say of its blocks.
    pub import: &'s Import,
}

/// Reads a scene from its text, and the files that it names from these sources.
pub fn read_scene_with(
    text: &str,
    format: Format,
    name: &str,
    sources: &Sources<'_>,
) -> Result<ReadScene, Faults> {
    read_observed(text, format, name, sources, &|_, _, _| ())
}

fn read_observed(
    text: &str,
    format: Format,
    name: &str,
    sources: &Sources<'_>,
    observer: &Observer<'_>,
) -> Result<ReadScene, Faults> {
    let mut found = Findings::observed(text, observer);
    let scene = parse_and_validate(text, format, sources, &mut found);
    let warnings = found.finish()?;
    match scene {
        Some(scene) => {
            let (name, text, sha256) = (name.into(), text.into(), sha256(text.as_bytes()));
            Ok(ReadScene { scene, warnings, name, text, sha256 })
        }
        None => Err(Faults::one(Fault::of_file("empty", "the file holds no scene".into(), "write a scene"))),
    }
}

fn parse_and_validate(
    text: &str,
    format: Format,
    sources: &Sources<'_>,
    found: &mut Findings<'_>,
) -> Option<AnyScene> {
    if format == Format::Obj {
        return Some(AnyScene::Spatial(assembly::read_obj(text, sources.import, found)));
    }
    if let Some(span) = too_deep(text, format) {
        note_depth(span, found);
        return None;
    }
    let mut root = match format {
        Format::Toml => toml_nodes::parse(text, found),
        Format::Json | Format::Obj => json_nodes::parse(text, found),
    }?;
    if assembly::is_compas(&root) {
        return Some(AnyScene::Spatial(assembly::read_compas(&root, sources.import, found)));
    }
    found.unit = units::to_si(&mut root, found);
    Some(scene::read(&root, sources, found))
}

/// Notes that a text nests too deep.
pub(crate) fn note_depth(span: Range<usize>, found: &mut Findings<'_>) {
    let message = format!("nested deeper than {MAX_DEPTH} levels");
    found.fault(
        "too-deep",
        (String::new(), span),
        message,
        "no scene needs that: look for an unclosed bracket",
    );
}

/// Reads a scene from a file, its format by its name; the files that it names lie below its folder.
pub fn read_scene_file(path: &Path, limits: &Limits) -> Result<ReadScene, UnreadFile> {
    read_scene_file_with(path, limits, &Import::default())
}

/// Reads a scene or an assembly from a file, as [`read_scene_file`] does.
pub fn read_scene_file_with(path: &Path, limits: &Limits, import: &Import) -> Result<ReadScene, UnreadFile> {
    read_scene_file_observed(path, limits, import, &|_, _, _| ())
}

/// Reads a scene or an assembly from a file, as [`read_scene_file`] does; the observer is told how far the reading
/// of meshes and the search for contacts have come.
pub fn read_scene_file_observed(
    path: &Path,
    limits: &Limits,
    import: &Import,
    observer: &Observer<'_>,
) -> Result<ReadScene, UnreadFile> {
    read_scene_file_within(path, limits, &Reach::default(), import, observer)
}

/// The same as [`read_scene_file_observed`]; the scene may also name files that lie elsewhere.
pub fn read_scene_file_within(
    path: &Path,
    limits: &Limits,
    reach: &Reach,
    import: &Import,
    observer: &Observer<'_>,
) -> Result<ReadScene, UnreadFile> {
    let name = shown_path(path);
    if let Some(format) = MeshFormat::of(path).filter(|format| *format != MeshFormat::Obj) {
        return read_mesh_scene(path, format, limits, reach, import, observer);
    }
    let text = read_text(path, limits)?;
    let format = Format::of(path, &text);
    if text.trim_start_matches('\u{feff}').trim_start().starts_with('<') {
        // No scene begins so in any of its formats.
        let message = format!("{name} is XML: a robot, not a scene");
        let help = format!(
            "ask about the robot: stiction robot {name}; a scene names it: [robot] urdf = \"…\", frame = \"…\""
        );
        return Err(UnreadFile { faults: Faults::one(Fault::of_file("not-a-scene", message, &help)), text });
    }
    let files = Folder::beside(path, reach, limits.size);
    let sources = Sources { files: &files, import };
    read_observed(&text, format, &name, &sources, observer).map_err(|faults| UnreadFile { faults, text })
}

/// A mesh file by itself: its parts are the blocks of an assembly.
fn read_mesh_scene(
    path: &Path,
    format: MeshFormat,
    limits: &Limits,
    reach: &Reach,
    import: &Import,
    observer: &Observer<'_>,
) -> Result<ReadScene, UnreadFile> {
    let bytes = read_bytes(path, limits)?;
    let files = Folder::beside(path, reach, limits.size);
    let sources = Sources { files: &files, import };
    let mut found = Findings::observed("", observer);
    let scene = assembly::read_mesh_file(&bytes, format, &sources, &mut found);
    let unread = |faults| UnreadFile { faults, text: String::new() };
    let warnings = found.finish().map_err(unread)?;
    let (name, text, sha256) = (shown_path(path), String::new(), sha256(&bytes));
    Ok(ReadScene { scene: AnyScene::Spatial(scene), warnings, name, text, sha256 })
}

/// Whether a path stands for standard input: `-`, as usual.  A file of that name is `./-`.
pub fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A path for people: nothing hidden in it, and standard input by its name.
pub fn shown_path(path: &Path) -> String {
    match is_standard_input(path) {
        true => "standard input".into(),
        false => visible(&path.to_string_lossy()).into_owned(),
    }
}

/// The text of a file, or of standard input, within the limits, or why there is none.
pub fn read_text(path: &Path, limits: &Limits) -> Result<String, UnreadFile> {
    let bytes = read_bytes(path, limits)?;
    String::from_utf8(bytes).map_err(|error| not_utf8(error.as_bytes(), error.utf8_error().valid_up_to()))
}

/// The bytes of a file, or of standard input, within the limits, or why there are none.
fn read_bytes(path: &Path, limits: &Limits) -> Result<Vec<u8>, UnreadFile> {
    let unread = |code, message: String, help: &str| UnreadFile {
        faults: Faults::one(Fault::of_file(code, message, help)),
        text: String::new(),
    };
    let most = limits.size.saturating_add(1);
    let mut bytes = Vec::new();
    let read = match is_standard_input(path) {
        true => std::io::stdin().lock().take(most).read_to_end(&mut bytes),
        false => File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes)),
    };
    if let Err(error) = read {
        let message = format!("cannot read {}: {error}", shown_path(path));
        let help = match path.is_dir() {
            true => "name a file, or a folder with files that end in .toml or .json",
            false => "check the name of the file",
        };
        return Err(unread("no-file", message, help));
    }
    if bytes.len() as u64 > limits.size {
        let message = format!("{} is larger than {} bytes", shown_path(path), limits.size);
        return Err(unread("too-large", message, "raise the limit, --max-size MIB, if it is meant"));
    }
    Ok(bytes)
}

/// The fault of a file that is not text, after the text it begins with.
fn not_utf8(bytes: &[u8], valid: usize) -> UnreadFile {
    let text = String::from_utf8_lossy(&bytes[..valid]).into_owned();
    let (line, column) = line_and_column(&text, text.len());
    let byte = bytes.get(valid).copied().unwrap_or_default();
    let mut fault = Fault::of_file(
        "not-utf8",
        format!("byte {valid}, 0x{byte:02x}, is not UTF-8"),
        "save the file as UTF-8 text",
    );
    (fault.line, fault.column, fault.span) = (Some(line), Some(column), valid..valid);
    UnreadFile { faults: Faults::one(fault), text }
}

/// SHA-256 of bytes, in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn toml_and_json_of_a_scene_read_equal() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
        let mut texts: Vec<String> = files.map(|path| std::fs::read_to_string(path).unwrap()).collect();
        assert!(texts.len() >= 6);
        texts.push(crate::starter().into());
        // One that warns: an inverted normal, a stray point, a table walked by dotted keys.
        texts.push(
            crate::starter().replace("normal = [1, 0]", "normal = [-1, 0]").replace("[0.03, 0]", "[0.3, 0]"),
        );
        for text in texts {
            let json = crate::as_json(&text).unwrap();
            let files = Folder::new(folder, 1 << 20);
            let sources = Sources { files: &files, import: &Import::default() };
            let toml = read_scene_with(&text, Format::Toml, "scene", &sources).unwrap();
            let json = read_scene_with(&json, Format::Json, "scene", &sources).unwrap();
            assert_eq!(toml.scene, json.scene);
            let said = |warnings: &[Warning]| {
                warnings.iter().map(|w| (w.code, w.path.clone(), w.message.clone())).collect::<Vec<_>>()
            };
            assert_eq!(said(&toml.warnings), said(&json.warnings));
        }
    }

    #[test]
    fn the_hash_is_of_the_bytes() {
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
