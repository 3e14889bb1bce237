//! Where the files that a scene names come from: beside the scene, carried inside a program, or nowhere.

use crate::findings::shortened;
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

    /// Largest size of a file, bytes; what is packed counts unpacked.
    fn most(&self) -> u64 {
        64 << 20
    }

    /// Why a file of a package, which is named and not needed, is not there; none where nobody said where packages lie.
    fn lacking(&self, _: &str) -> Option<String> {
        None
    }
}

/// The files beside one that another file names: its names are relative to its own folder.
pub(crate) struct Beside<'f> {
    folder: String,
    files: &'f dyn Files,
}

impl<'f> Beside<'f> {
    /// The files beside the one of this name.
    pub(crate) fn new(name: &str, files: &'f dyn Files) -> Self {
        let folder = name.rsplit_once('/').map(|(folder, _)| format!("{folder}/")).unwrap_or_default();
        Self { folder, files }
    }

    fn whole(&self, name: &str) -> String {
        let alone = packaged(name).is_some() || name.starts_with('/');
        if alone { name.to_owned() } else { format!("{}{name}", self.folder) }
    }
}

impl Files for Beside<'_> {
    fn may_be_named(&self, name: &str) -> bool {
        !name.is_empty() && self.files.may_be_named(&self.whole(name))
    }

    fn bytes(&self, name: &str) -> Result<Vec<u8>, String> {
        self.files.bytes(&self.whole(name))
    }

    fn most(&self) -> u64 {
        self.files.most()
    }

    fn lacking(&self, name: &str) -> Option<String> {
        self.files.lacking(&self.whole(name))
    }
}

/// What to do about a file that cannot be read.
pub(crate) const HELP: &str = "check the name, which is relative to the scene file; --root DIR allows files of another folder, --max-size MIB larger ones";

/// What to do about a file that may not be named: of an absolute name the flag that allows its folder.
pub(crate) fn elsewhere(name: &str) -> String {
    let folder = name.rsplit_once('/').filter(|_| name.starts_with('/')).map(|(folder, _)| folder);
    let plain = |folder: &&str| folder.chars().all(|c| c.is_ascii_alphanumeric() || "/._-+".contains(c));
    let folder = folder.filter(|folder| !folder.is_empty()).filter(plain).unwrap_or("DIR");
    format!(
        "name a file in the folder of the scene or below it, with forward slashes, or allow another folder: --root {folder}"
    )
}

/// No files: for scenes that are not in a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoFiles;

impl Files for NoFiles {
    fn bytes(&self, _: &str) -> Result<Vec<u8>, String> {
        Err("this scene is not in a folder that could hold it".into())
    }
}

/// Where files may lie besides the folder of what names them, as the person who asks allows it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reach {
    /// A folder whose files may be named by any path.
    pub root: Option<PathBuf>,
    /// Names of packages and their folders: `package://NAME/…`, and `model://NAME/…` of Gazebo.
    pub packages: Vec<(String, PathBuf)>,
}

/// What names of files in packages begin with.
const SCHEMES: [&str; 2] = ["package://", "model://"];

/// The package that a name names, and the rest of the name.
pub(crate) fn packaged(name: &str) -> Option<(&str, &str)> {
    let rest = SCHEMES.iter().find_map(|scheme| name.strip_prefix(scheme))?;
    Some(rest.split_once('/').unwrap_or((rest, "")))
}

/// The files below a folder, and below others that were allowed, none larger than a limit.
///
/// A link counts where it leads: one that leaves the folders is refused, and so is whatever is no file, like a pipe
/// that would never end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    /// Where the scene lies.
    pub folder: PathBuf,
    /// Where else its files may lie.
    pub reach: Reach,
    /// Largest size of a file, bytes.
    pub size: u64,
}

impl Folder {
    /// The files below a folder alone.
    pub fn new(folder: impl Into<PathBuf>, size: u64) -> Self {
        Self { folder: folder.into(), reach: Reach::default(), size }
    }

    /// The files beside a file and below, and where else they may lie.
    pub fn beside(file: &Path, reach: &Reach, size: u64) -> Self {
        Self { folder: file.parent().unwrap_or(Path::new("")).to_owned(), reach: reach.clone(), size }
    }

    /// The file that a name leads to, after all links, if it is below a folder that is allowed.
    fn find(&self, name: &str) -> Result<PathBuf, String> {
        let told = |error: std::io::Error| error.to_string();
        let root = self.reach.root.as_deref().map(|root| allowed("--root", root)).transpose()?;
        if let Some((package, rest)) = packaged(name) {
            let folder = self.package(package)?;
            let path = folder.join(rest).canonicalize().map_err(told)?;
            if path.starts_with(&folder) || root.is_some_and(|root| path.starts_with(root)) {
                return Ok(path);
            }
            return Err(format!("it leads out of the folder of the package, to {}", path.display()));
        }
        let folder = whole(&self.folder).canonicalize().map_err(told)?;
        let path = folder.join(name).canonicalize().map_err(told)?;
        if [Some(&folder), root.as_ref()].into_iter().flatten().any(|allowed| path.starts_with(allowed)) {
            return Ok(path);
        }
        Err(format!("it leads out of the folder of the scene, to {}", path.display()))
    }

    /// The folder of a package.
    fn package(&self, name: &str) -> Result<PathBuf, String> {
        let known = self.reach.packages.iter().find(|(known, _)| known == name);
        let Some((_, folder)) = known else {
            let name = shortened(name);
            return Err(format!(
                "where the package \"{name}\" lies is not said: --package {name}=DIR says it"
            ));
        };
        allowed(&format!("--package {}", shortened(name)), folder)
    }
}

/// The current folder by a name that can be looked up.
fn whole(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// A folder that a flag names.
fn allowed(flag: &str, folder: &Path) -> Result<PathBuf, String> {
    whole(folder).canonicalize().map_err(|error| format!("{flag} names {}: {error}", folder.display()))
}

impl Files for Folder {
    fn may_be_named(&self, name: &str) -> bool {
        // Where a root or a package is given, what counts is where the name leads.
        stays_below(name) || packaged(name).is_some() || (self.reach.root.is_some() && !name.is_empty())
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

    fn most(&self) -> u64 {
        self.size
    }

    fn lacking(&self, name: &str) -> Option<String> {
        if self.reach.packages.is_empty() || packaged(name).is_none() {
            return None;
        }
        self.find(name).err()
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
    let drive = name.as_bytes().get(1) == Some(&b':') && name.as_bytes()[0].is_ascii_alphabetic();
    !name.is_empty() && !drive && !name.contains('\\') && Path::new(name).components().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_absolute_name_is_told_the_flag_that_allows_its_folder() {
        assert!(elsewhere("/parts/bolts/m3.stl").ends_with("--root /parts/bolts"));
        for name in ["../m3.stl", "/m3.stl", "/with a space/m3.stl", "C:/m3.stl"] {
            assert!(elsewhere(name).ends_with("--root DIR"), "{name}");
        }
    }

    #[test]
    fn names_stay_below_the_scene() {
        for good in ["part.stl", "meshes/part.stl", "./part.obj", "a b/ü.stl", "part:2.stl", "12:30/a.stl"] {
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
            reach: Reach { root: root.map(Path::to_owned), packages: Vec::new() },
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
    fn a_package_is_where_it_was_said_to_be_and_its_files_stay_in_it() {
        use std::os::unix::fs::symlink;
        let place = tempfile::tempdir().unwrap();
        let (scene, arm) = (place.path().join("scene"), place.path().join("arm_description"));
        std::fs::create_dir(&scene).unwrap();
        std::fs::create_dir_all(arm.join("meshes")).unwrap();
        std::fs::write(arm.join("meshes/link.stl"), "link").unwrap();
        std::fs::write(place.path().join("secret.stl"), "secret").unwrap();
        symlink("../../secret.stl", arm.join("meshes/out.stl")).unwrap();
        let packages = |known: &[(&str, &Path)]| Folder {
            folder: scene.clone(),
            reach: Reach {
                root: None,
                packages: known.iter().map(|(name, at)| ((*name).to_owned(), at.to_path_buf())).collect(),
            },
            size: 1 << 20,
        };
        let known = packages(&[("arm", &arm)]);
        for name in ["package://arm/meshes/link.stl", "model://arm/meshes/link.stl"] {
            assert!(known.may_be_named(name));
            assert_eq!(known.bytes(name).unwrap(), b"link");
        }
        for name in ["package://arm/../secret.stl", "package://arm/meshes/out.stl"] {
            assert!(known.bytes(name).unwrap_err().contains("leads out of the folder of the package"));
        }
        let outside = place.path().join("secret.stl");
        let absolute = format!("package://arm/{}", outside.display());
        assert!(known.bytes(&absolute).is_err());
        let missing = packages(&[]).bytes("package://arm/meshes/link.stl").unwrap_err();
        assert!(missing.contains("--package arm=DIR"), "{missing}");
        let wrong = packages(&[("arm", &place.path().join("none"))]).bytes("package://arm/meshes/link.stl");
        assert!(wrong.unwrap_err().starts_with("--package arm names "));
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_not_waited_for() {
        let place = tempfile::tempdir().unwrap();
        let made = std::process::Command::new("mkfifo").arg(place.path().join("pipe.stl")).status();
        let reach = Reach { root: Some("/dev".into()), packages: Vec::new() };
        let files = Folder { folder: place.path().to_owned(), reach, size: 1 << 20 };
        if made.is_ok_and(|status| status.success()) {
            assert_eq!(files.bytes("pipe.stl").unwrap_err(), "it is not a regular file");
        }
        assert_eq!(files.bytes("/dev/zero").unwrap_err(), "it is not a regular file");
    }
}
