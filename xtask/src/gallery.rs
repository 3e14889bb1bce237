//! `cargo xtask gallery`: every scene of `examples/`, drawn by the command into `docs/gallery/`, and an index.
//!
//! The three scenes of the README are drawn side by side as `three.png`.

use crate::steps::{Build, finish, program, root, say};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// What the README shows: a squeeze, an escape, a part at rest.
const THREE: [&str; 3] = ["gripper", "escape", "rest"];

/// The index up to its first entry.
const HEADING: &str = "\
# Gallery

Every scene of [`examples/`](../../examples), its picture and its verdict. Written by `cargo xtask
gallery`; the words are explained in the [guide](../guide/README.md). Figures of the books and papers are [here](figures/README.md).
";

pub(crate) fn run() -> Result<(), String> {
    let scenes = scenes(&root().join("examples"))?;
    let gallery = root().join("docs").join("gallery");
    fs::create_dir_all(&gallery).map_err(|fault| format!("{}: {fault}", gallery.display()))?;
    Build::Release.stiction()?;
    let entries = scenes.iter().map(|scene| entry(scene, &gallery)).collect::<Result<Vec<_>, _>>()?;
    let index = gallery.join("README.md");
    fs::write(&index, HEADING.to_owned() + &entries.concat())
        .map_err(|fault| format!("{}: {fault}", index.display()))?;
    three(&gallery.join("three.png"))?;
    let tasks = root().join("examples").join("tasks");
    for scene in
        self::scenes(&tasks)?.iter().filter(|scene| scene.extension().is_some_and(|end| end == "toml"))
    {
        drawn(scene, &gallery.join("tasks"))?;
    }
    say(&format!("{} scenes drawn into docs/gallery", scenes.len()));
    crate::figures::run()
}

/// The scenes of a folder, by name; none is an error.
pub(crate) fn scenes(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|fault| format!("{}: {fault}", folder.display()))?;
    let is_scene =
        |path: &PathBuf| path.extension().is_some_and(|ending| ending == "toml" || ending == "json");
    let mut scenes: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_scene).collect();
    scenes.sort();
    if scenes.is_empty() { Err(format!("{}: no scenes here", folder.display())) } else { Ok(scenes) }
}

/// Draws a scene into a folder; what `check` says of it.
fn drawn(scene: &Path, gallery: &Path) -> Result<String, String> {
    let name = scene.file_stem().unwrap_or_default().to_string_lossy();
    fs::create_dir_all(gallery).map_err(|fault| format!("{}: {fault}", gallery.display()))?;
    let mut command = program(Build::Release.program("stiction"));
    command.arg("check").arg(scene.strip_prefix(root()).unwrap_or(scene)).current_dir(root());
    command.arg("--picture").arg(gallery.join(format!("{name}.svg")));
    let answer = command.output().map_err(|fault| format!("{name}: {fault}"))?;
    if !answer.status.success() {
        return Err(format!("{name}: {}", String::from_utf8_lossy(&answer.stderr)));
    }
    Ok(String::from_utf8_lossy(&answer.stdout).into_owned())
}

/// Draws a scene; its entry in the index.
fn entry(scene: &Path, gallery: &Path) -> Result<String, String> {
    let file = scene.file_name().unwrap_or_default().to_string_lossy();
    let name = scene.file_stem().unwrap_or_default().to_string_lossy();
    described(&name, &file, &drawn(scene, gallery)?)
}

/// The entry of a scene: `check` prints its title, then the verdict in one line.
fn described(name: &str, file: &str, answer: &str) -> Result<String, String> {
    let mut lines = answer.lines();
    let (Some(title), Some(verdict)) = (lines.next(), lines.next()) else {
        return Err(format!("{file}: no verdict in the answer `{answer}`"));
    };
    let mut entry = String::new();
    let _ = write!(entry, "\n## {title}\n\n![{title}]({name}.svg)\n\n");
    let _ = write!(entry, "```text\n$ stiction check examples/{file}\n{verdict}\n```\n");
    Ok(entry)
}

/// Draws the scenes of the README side by side.
fn three(picture: &Path) -> Result<(), String> {
    let mut command = program(Build::Release.program("stiction"));
    command.arg("examples").args(THREE).arg("--picture").arg(picture);
    finish(command.stdout(std::process::Stdio::null()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_scenes_is_an_error() {
        assert!(scenes(&root().join("xtask").join("src")).unwrap_err().contains("no scenes"));
        assert!(scenes(&root().join("nowhere")).is_err());
    }

    #[test]
    fn an_entry_shows_picture_command_and_verdict() {
        let answer = "A box\nbox holds: yes\nforce closure: yes\n";
        let entry = described("box", "box.toml", answer).unwrap();
        for part in ["## A box\n", "](box.svg)", "$ stiction check examples/box.toml\n", "\nbox holds: yes\n"]
        {
            assert!(entry.contains(part), "{part} in {entry}");
        }
        assert!(described("box", "box.toml", "A box\n").is_err());
    }
}
