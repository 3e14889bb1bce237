//! Where the files that a scene names come from: beside the scene, carried inside a program, or nowhere.

use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

/// The bytes of the files that a scene names.
///
/// Names are relative to the scene and stay below its folder, so that a scene from elsewhere cannot read what
/// it was not given: absolute names and `..` never reach [`Files::bytes`].
pub trait Files {
    /// The bytes of the file of this name, or why there are none.
    fn bytes(&self, name: &str) -> Result<Vec<u8>, String>;
}

/// No files: for scenes that are not in a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoFiles;

impl Files for NoFiles {
    fn bytes(&self, _: &str) -> Result<Vec<u8>, String> {
        Err("this scene is not in a folder that could hold it".into())
    }
}

/// The files below a folder, none larger than a limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    /// Where the scene lies.
    pub folder: PathBuf,
    /// Largest size of a file, bytes.
    pub size: u64,
}

impl Files for Folder {
    fn bytes(&self, name: &str) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        let file = File::open(self.folder.join(name)).map_err(|error| error.to_string())?;
        file.take(self.size.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        if bytes.len() as u64 > self.size {
            return Err(format!("it is larger than {} bytes", self.size));
        }
        Ok(bytes)
    }
}

/// Files carried inside a program, by name.
#[derive(Debug, Clone, Copy)]
pub struct Carried<'f>(pub &'f [(&'f str, &'f [u8])]);

impl Files for Carried<'_> {
    fn bytes(&self, name: &str) -> Result<Vec<u8>, String> {
        let file = self.0.iter().find(|(known, _)| *known == name);
        file.map(|(_, bytes)| bytes.to_vec()).ok_or_else(|| "no such file is carried here".into())
    }
}

/// Whether a name stays below the folder of the scene.
pub(crate) fn stays_below(name: &str) -> bool {
    let plain = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    // A backslash or a drive means another folder on some machines: files should mean the same on all.
    !name.is_empty() && !name.contains(['\\', ':']) && Path::new(name).components().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_below_the_scene() {
        for good in ["part.stl", "meshes/part.stl", "./part.obj", "a b/ü.stl"] {
            assert!(stays_below(good), "{good}");
        }
        for bad in ["", "/etc/passwd", "../part.stl", "a/../../b", "C:\\part.stl", "a\\b", "C:part.stl"] {
            assert!(!stays_below(bad), "{bad}");
        }
    }
}
