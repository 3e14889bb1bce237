//! `cargo xtask gallery`: every scene of `examples/`, drawn by the command into `docs/gallery/`.

use crate::corpus::build_command;
use crate::steps::{finish, program, root, say, stiction};
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn run() -> Result<(), String> {
    let scenes = scenes(&root().join("examples"))?;
    let gallery = root().join("docs").join("gallery");
    fs::create_dir_all(&gallery).map_err(|fault| format!("{}: {fault}", gallery.display()))?;
    build_command()?;
    scenes.iter().try_for_each(|scene| draw(scene, &gallery))?;
    say(&format!("{} scenes drawn into docs/gallery", scenes.len()));
    Ok(())
}

/// The scenes of a folder, by name; none is an error.
fn scenes(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|fault| format!("{}: {fault}", folder.display()))?;
    let is_scene =
        |path: &PathBuf| path.extension().is_some_and(|ending| ending == "toml" || ending == "json");
    let mut scenes: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_scene).collect();
    scenes.sort();
    if scenes.is_empty() { Err(format!("{}: no scenes here", folder.display())) } else { Ok(scenes) }
}

fn draw(scene: &Path, gallery: &Path) -> Result<(), String> {
    let name = scene.file_stem().unwrap_or_default();
    let picture = gallery.join(name).with_extension("svg");
    let mut command = program(stiction());
    command.arg("check").arg(scene).arg("--picture").arg(&picture).stdout(std::process::Stdio::null());
    finish(&mut command)?;
    match fs::metadata(&picture) {
        Ok(file) if file.len() > 0 => Ok(()),
        _ => Err(format!("{} was not drawn", picture.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_scenes_is_an_error() {
        assert!(scenes(&root().join("xtask").join("src")).unwrap_err().contains("no scenes"));
        assert!(scenes(&root().join("nowhere")).is_err());
    }
}
