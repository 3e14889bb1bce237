//! Writing a file whole or not at all, and which paths lead to one file.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Names that are tried for the new file before giving up.
const TRIES: u32 = 1000;

/// Writes a file: into a new one beside it, which then takes its name.  Whatever goes wrong, the name stands for what
/// was there before, or for all of the new contents.
///
/// Where the name is that of a device or a pipe, which cannot be replaced, the bytes are written to it.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(io::Error::new(ErrorKind::IsADirectory, "it is a folder")),
        Ok(there) if !there.is_file() => OpenOptions::new().write(true).open(path)?.write_all(bytes),
        // What a link leads to is replaced, not the link.
        Ok(there) => replace(&fs::canonicalize(path)?, bytes, Some(there.permissions())),
        Err(error) if error.kind() == ErrorKind::NotFound => replace(path, bytes, None),
        Err(error) => Err(error),
    }
}

fn replace(path: &Path, bytes: &[u8], permissions: Option<fs::Permissions>) -> io::Result<()> {
    // A file that may not be written is not replaced either, though its folder would let us.
    match &permissions {
        Some(permissions) if permissions.readonly() => return Err(ErrorKind::PermissionDenied.into()),
        Some(_) => drop(OpenOptions::new().write(true).open(path)?),
        None => {}
    }
    let (mut file, beside) = create_beside(path)?;
    let written = file
        .write_all(bytes)
        .and_then(|()| file.sync_all())
        .and_then(|()| permissions.map_or(Ok(()), |permissions| file.set_permissions(permissions)))
        .and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // Nothing is left behind; that the rest cannot be removed either is no further news.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// A new file in the same folder, with a short name of its own: that of the file may be as long as names can be.
fn create_beside(path: &Path) -> io::Result<(File, PathBuf)> {
    let process = std::process::id();
    for attempt in 0..TRIES {
        let beside = path.with_file_name(format!(".stiction-{process}-{attempt}.part"));
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            Ok(file) => return Ok((file, beside)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Writes a file that must not be there yet; where that fails, none is left.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    if written.is_err() {
        let _ = fs::remove_file(path);
    }
    written
}

/// Whether two paths lead to one file, by links of either kind too.
pub fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other || is_linked(&one, &other),
        _ => false,
    }
}

#[cfg(unix)]
fn is_linked(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(one), Ok(other)) => (one.dev(), one.ino()) == (other.dev(), other.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_linked(_: &Path, _: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_as_a_whole_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.svg");
        for contents in ["one", "two and more", ""] {
            write(&file, contents.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), contents);
            assert_eq!(names(folder.path()), ["a.svg"]);
        }
        let long = folder.path().join(format!("{}.svg", "x".repeat(250)));
        write(&long, b"long").unwrap();
        assert_eq!(fs::read(&long).unwrap(), b"long");
    }

    #[test]
    fn what_cannot_be_written_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write(folder.path(), b"x").is_err());
        assert!(write(&folder.path().join("no/such/a.svg"), b"x").is_err());
        let kept = folder.path().join("kept.svg");
        fs::write(&kept, "kept").unwrap();
        let mut permissions = fs::metadata(&kept).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&kept, permissions).unwrap();
        assert!(write(&kept, b"new").is_err());
        assert_eq!(
            (fs::read(&kept).unwrap(), names(folder.path())),
            (b"kept".to_vec(), vec!["kept.svg".into()])
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links_and_modes_stay_modes() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("a.svg"), folder.path().join("link.svg"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("a.svg", &link).unwrap();
        write(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(is_same(&link, &file) && !is_same(&file, &folder.path().join("none")));
        fs::hard_link(&file, folder.path().join("hard.svg")).unwrap();
        assert!(is_same(&file, &folder.path().join("hard.svg")));
        assert!(write(Path::new("/dev/full"), b"x").is_err() && write(Path::new("/dev/null"), b"x").is_ok());
    }
}
