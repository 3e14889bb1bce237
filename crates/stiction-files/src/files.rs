//! Where the files that a scene names come from: beside the scene, carried inside a program, or nowhere.

use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

/// The bytes of the files that a scene names.
///
/// Names are relative to the scene and stay below its folder, so that a scene from elsewhere cannot read what
/// it was not given.
pub trait Files {
    /// Whether a scene may name this file at all; others never reach [`Files::bytes`].
    fn may_be_named(&self, name: &str) -> bool {
        stays_below(name)
    }

    /// The bytes of the file of this name, or why there are none.
    fn bytes(&self, name: &str) -> Result<Vec<u8>, String>;
}

/// What to do about a file that cannot be read.
pub(crate) const HELP: &str = "check the name, which is relative to the scene file; --root DIR allows files of another folder, --max-size MIB larger ones";

/// No files: for scenes that are not in a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoFiles;

impl Files for NoFiles {
    fn bytes(&self, _: &str) -> Result<Vec<u8>, String> {
        Err("this scene is not in a folder that could hold it".into())
    }
}

/// The files below a folder, and below another one that was allowed, none larger than a limit.
///
/// A link counts where it leads: one that leaves the folders is refused, and so is whatever is no file, like a pipe
/// that would never end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    /// Where the scene lies.
    pub folder: PathBuf,
    /// Another folder whose files the scene may name, by any path.
    pub root: Option<PathBuf>,
    /// Largest size of a file, bytes.
    pub size: u64,
}

impl Folder {
    /// The files below a folder alone.
    pub fn new(folder: impl Into<PathBuf>, size: u64) -> Self {
        Self { folder: folder.into(), root: None, size }
    }

    /// The file that a name leads to, after all links, if it is below a folder that is allowed.
    fn find(&self, name: &str) -> Result<PathBuf, String> {
        let told = |error: std::io::Error| error.to_string();
        let folder = whole(&self.folder).canonicalize().map_err(told)?;
        let path = folder.join(name).canonicalize().map_err(told)?;
        let root = self.root.as_deref().map(|root| whole(root).canonicalize().map_err(told)).transpose()?;
        if [Some(&folder), root.as_ref()].into_iter().flatten().any(|allowed| path.starts_with(allowed)) {
            return Ok(path);
        }
        Err(format!("it leads out of the folder of the scene, to {}", path.display()))
    }
}

/// The current folder by a name that can be looked up.
fn whole(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

impl Files for Folder {
    fn may_be_named(&self, name: &str) -> bool {
        // Where a root is given, what counts is where the name leads.
        stays_below(name) || (self.root.is_some() && !name.is_empty())
    }

    fn bytes(&self, name: &str) -> Result<Vec<u8>, String> {
        let told = |error: std::io::Error| error.to_string();
        let path = self.find(name)?;
        // Asked before it is opened: to open a pipe waits for somebody who writes.
        let kind = path.metadata().map_err(told)?;
        if !kind.is_file() {
            return Err(if kind.is_dir() { "it is a folder" } else { "it is not a regular file" }.into());
        }
        if kind.len() > self.size {
            return Err(format!("its {} bytes are more than the limit of {}", kind.len(), self.size));
        }
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(told)?;
        file.take(self.size.saturating_add(1)).read_to_end(&mut bytes).map_err(told)?;
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
fn stays_below(name: &str) -> bool {
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

    #[cfg(unix)]
    #[test]
    fn a_link_counts_where_it_leads_and_a_root_allows_more() {
        use std::os::unix::fs::symlink;
        let place = tempfile::tempdir().unwrap();
        let (scene, other) = (place.path().join("scene"), place.path().join("other"));
        for folder in [&scene, &other] {
            std::fs::create_dir(folder).unwrap();
        }
        std::fs::write(scene.join("own.stl"), "own").unwrap();
        std::fs::write(other.join("part.stl"), "part").unwrap();
        symlink("own.stl", scene.join("again.stl")).unwrap();
        symlink("../other/part.stl", scene.join("out.stl")).unwrap();
        symlink("../other", scene.join("folder")).unwrap();
        symlink("loop.stl", scene.join("loop.stl")).unwrap();
        let files = |root: Option<&Path>| Folder {
            folder: scene.clone(),
            root: root.map(Path::to_owned),
            size: 1 << 20,
        };
        let kept = files(None);
        assert_eq!(
            (kept.bytes("own.stl").unwrap(), kept.bytes("again.stl").unwrap()),
            (b"own".into(), b"own".into())
        );
        for name in ["out.stl", "folder/part.stl"] {
            assert!(kept.bytes(name).unwrap_err().contains("leads out of the folder"), "{name}");
        }
        assert!(kept.bytes("folder").is_err() && kept.bytes("loop.stl").is_err());
        assert!(!kept.may_be_named("../other/part.stl"));
        let wider = files(Some(place.path()));
        for name in
            ["out.stl", "folder/part.stl", "../other/part.stl", other.join("part.stl").to_str().unwrap()]
        {
            assert!(wider.may_be_named(name));
            assert_eq!(wider.bytes(name).unwrap(), b"part", "{name}");
        }
        assert!(wider.bytes("/etc/passwd").is_err());
        assert!(wider.bytes("folder").unwrap_err().contains("a folder"));
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_not_waited_for() {
        let place = tempfile::tempdir().unwrap();
        let made = std::process::Command::new("mkfifo").arg(place.path().join("pipe.stl")).status();
        let files = Folder { folder: place.path().to_owned(), root: Some("/dev".into()), size: 1 << 20 };
        if made.is_ok_and(|status| status.success()) {
            assert_eq!(files.bytes("pipe.stl").unwrap_err(), "it is not a regular file");
        }
        assert_eq!(files.bytes("/dev/zero").unwrap_err(), "it is not a regular file");
    }
}
