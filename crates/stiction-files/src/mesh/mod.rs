//! Mesh files: STL, OBJ, PLY, OFF, glTF and 3MF.
//!
//! Reading gives a [`Mesh`] with equal corners made one; whether it bounds a solid is asked of the mesh, by
//! [`Mesh::faults`].  Nothing is allocated on the word of a file alone: counts are checked against its length.

mod archive;
mod ear;
mod gltf;
mod hull;
mod mend;
mod obj;
mod off;
mod parting;
mod ply;
mod polygons;
mod stl;
mod three_mf;

pub use hull::hull;
pub use mend::{Mended, Mending, mend};

use crate::fault::{Fault, Faults};
use crate::findings::Tally;
use crate::observer::{Observer, Work};
use std::borrow::Cow;
use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::Path;
use stiction::shape::Mesh;

/// What a mesh file may demand of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MeshLimits {
    /// Largest size, bytes.
    pub size: u64,
    /// Most triangles; there may be three times as many vertices.
    pub triangles: usize,
    /// Most groups of an OBJ file.
    pub groups: usize,
}

impl Default for MeshLimits {
    /// 64 MiB, 16 million triangles, 4096 groups.
    fn default() -> Self {
        Self { size: 64 << 20, triangles: 16_000_000, groups: 4096 }
    }
}

impl MeshLimits {
    /// Files up to this size; more triangles than usual only where that is larger than usual.
    pub fn of_size(size: u64) -> Self {
        let usual = Self::default();
        let larger = usize::try_from(size / usual.size.max(1)).unwrap_or(usize::MAX).max(1);
        Self { size, triangles: usual.triangles.saturating_mul(larger), ..usual }
    }

    /// The limits of a file of so many bytes, of which it was asked before whether they are too many.
    pub(crate) fn of_read(length: usize, most: u64) -> Self {
        let length = length as u64;
        Self { size: most.max(length), ..Self::of_size(length) }
    }
}

/// The formats of mesh files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MeshFormat {
    /// STL, binary or ASCII: loose triangles.
    Stl,
    /// Wavefront OBJ: shared vertices, polygons, named groups.
    Obj,
    /// PLY, ASCII or binary.
    Ply,
    /// OFF.
    Off,
    /// glTF 2.0, as JSON or binary.
    Gltf,
    /// 3MF.
    ThreeMf,
}

/// What to do with a file of no known kind.
pub(crate) const FORMATS: &str = "export the mesh as STL, OBJ, PLY, OFF, GLB, glTF or 3MF";

/// The bytes of a file that another one names, by that name, or why there are none.
pub(crate) type Outside<'o> = dyn Fn(&str) -> Result<Vec<u8>, String> + 'o;

impl MeshFormat {
    /// The format of a file by its extension, in either case; `None` for another one.
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_lowercase().as_str() {
            "stl" => Some(Self::Stl),
            "obj" => Some(Self::Obj),
            "ply" => Some(Self::Ply),
            "off" => Some(Self::Off),
            "gltf" | "glb" => Some(Self::Gltf),
            "3mf" => Some(Self::ThreeMf),
            _ => None,
        }
    }
}

/// Reads a mesh from the bytes of a file; the groups of an OBJ file become one.
pub fn read_mesh(bytes: &[u8], format: MeshFormat, limits: &MeshLimits) -> Result<Mesh, Faults> {
    read_mesh_observed(bytes, format, limits, &|_, _, _| ())
}

/// The same as [`read_mesh`]; the observer is told how many bytes are read, and of how many.
pub fn read_mesh_observed(
    bytes: &[u8],
    format: MeshFormat,
    limits: &MeshLimits,
    observer: &Observer<'_>,
) -> Result<Mesh, Faults> {
    let alone = |_: &str| Err("what a mesh names is read beside a scene alone".to_owned());
    if format == MeshFormat::Obj {
        // Groups may share corners, and are one here.
        check_size(bytes.len() as u64, limits)?;
        let own = without_mark(bytes);
        let bytes = &*own;
        let tell = |done: usize| observer(Work::Mesh, done, bytes.len());
        let mesh = obj::read(bytes, limits, &tell)?.into_one();
        tell(bytes.len());
        return Ok(mesh);
    }
    read_parts(bytes, format, limits, &alone, observer).map(joined)
}

/// The parts of a mesh file with their names: groups of OBJ, nodes of glTF, items of 3MF, else the whole without a
/// name.
pub(crate) fn read_parts(
    bytes: &[u8],
    format: MeshFormat,
    limits: &MeshLimits,
    outside: &Outside<'_>,
    observer: &Observer<'_>,
) -> Result<Vec<(String, Mesh)>, Faults> {
    check_size(bytes.len() as u64, limits)?;
    let own = without_mark(bytes);
    let bytes = &*own;
    let total = bytes.len();
    let tell = |done: usize| observer(Work::Mesh, done, total);
    let whole = |mesh: Mesh| vec![(String::new(), mesh)];
    let parts = match format {
        MeshFormat::Stl => whole(stl::read(bytes, limits, &tell)?),
        MeshFormat::Ply => whole(ply::read(bytes, limits, &tell)?),
        MeshFormat::Off => whole(off::read(bytes, limits, &tell)?),
        MeshFormat::Obj => obj::read(bytes, limits, &tell)?.into_groups(),
        MeshFormat::Gltf => gltf::read(bytes, limits, outside)?,
        MeshFormat::ThreeMf => three_mf::read(bytes, limits)?,
    };
    tell(total);
    Ok(parts)
}

/// Parts as one mesh, equal corners made one.
pub(crate) fn joined(parts: Vec<(String, Mesh)>) -> Mesh {
    let mut parts = parts.into_iter().map(|(_, mesh)| mesh);
    let first = parts.next().unwrap_or_default();
    let mut more = parts.peekable();
    if more.peek().is_none() {
        return first;
    }
    let mut all = first;
    for part in more {
        let base = all.vertices.len() as u32;
        all.vertices.extend(part.vertices);
        all.triangles.extend(part.triangles.iter().map(|triangle| triangle.map(|k| k + base)));
    }
    all.welded()
}

/// What to do with a file that holds no mesh, by its name.
fn other_file(path: &Path) -> Option<String> {
    let name = path.display();
    match path.extension()?.to_str()?.to_lowercase().as_str() {
        "urdf" | "sdf" | "xml" | "mjcf" | "xacro" => Some(format!("it is a robot: stiction robot {name}")),
        "toml" | "json" => Some(format!("it is a scene: stiction check {name}")),
        _ => None,
    }
}

/// Lines or triangles between two words to the observer.
const STRIDE: usize = 1 << 14;

/// Reads a mesh file by its extension.
pub fn read_mesh_file(path: &Path, limits: &MeshLimits) -> Result<Mesh, Faults> {
    read_mesh_file_observed(path, limits, &|_, _, _| ())
}

/// The same as [`read_mesh_file`]; the observer is told how many bytes are read, and of how many.
pub fn read_mesh_file_observed(
    path: &Path,
    limits: &MeshLimits,
    observer: &Observer<'_>,
) -> Result<Mesh, Faults> {
    let Some(format) = MeshFormat::of(path) else {
        let message = format!("{} is of no kind that is read", path.display());
        return Err(whole("mesh-format", message, &other_file(path).unwrap_or(FORMATS.to_owned())));
    };
    let unreadable = |error: std::io::Error| {
        whole("unreadable", format!("{}: {error}", path.display()), "give the path of a mesh file")
    };
    let file = File::open(path).map_err(unreadable)?;
    let length = file.metadata().map_err(unreadable)?.len();
    check_size(length, limits)?;
    let mut bytes = Vec::new();
    // One byte more than allowed: a pipe, or a file that grows, may be longer than it says.
    file.take(limits.size.saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
    read_mesh_observed(&bytes, format, limits, observer)
}

/// Reads an STL file, binary or ASCII.
///
/// ```
/// let cut_short = b"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 zero";
/// let faults = stiction_files::read_stl(cut_short).unwrap_err();
/// assert_eq!((faults.faults[0].code, faults.faults[0].line), ("number", Some(5)));
/// ```
pub fn read_stl(bytes: &[u8]) -> Result<Mesh, Faults> {
    read_mesh(bytes, MeshFormat::Stl, &MeshLimits::default())
}

/// Reads an OBJ file, all its groups as one mesh.
pub fn read_obj(bytes: &[u8]) -> Result<Mesh, Faults> {
    read_mesh(bytes, MeshFormat::Obj, &MeshLimits::default())
}

/// Reads an OBJ file, each group or object with its name, in the order in which they begin.
///
/// ```
/// let two = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\no a\nf 1 2 3\no b\nf -1 -2 -3\n";
/// let groups = stiction_files::read_obj_groups(two).unwrap();
/// assert_eq!(groups.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
/// ```
pub fn read_obj_groups(bytes: &[u8]) -> Result<Vec<(String, Mesh)>, Faults> {
    let limits = MeshLimits::default();
    check_size(bytes.len() as u64, &limits)?;
    obj::read(bytes, &limits, &|_| ()).map(obj::ObjFile::into_groups)
}

fn check_size(size: u64, limits: &MeshLimits) -> Result<(), Faults> {
    if size <= limits.size {
        return Ok(());
    }
    let message = format!("the mesh file has {size} bytes, more than the limit of {}", limits.size);
    Err(whole("too-large", message, "simplify the mesh, or raise the limit"))
}

/// A fault of the file as a whole, alone.
fn whole(code: &'static str, message: String, help: &str) -> Faults {
    Faults::one(Fault::of_file(code, message, help))
}

/// The faults of a text, each on its line.
#[derive(Debug, Default)]
struct LineFaults(Tally);

impl LineFaults {
    fn add(&mut self, code: &'static str, at: &Token<'_>, message: String, help: &str) {
        let (line, column, span) = (Some(at.line), Some(at.column), at.span.clone());
        let (path, help) = (String::new(), help.into());
        self.0.add(|| Fault { code, path, line, column, message, help, span });
    }

    /// What was read, unless there were faults.
    fn unless<T>(self, read: T) -> Result<T, Faults> {
        let faults = self.0.into_sorted("faults");
        if faults.is_empty() { Ok(read) } else { Err(Faults { faults, warnings: Vec::new() }) }
    }
}

/// A word of a text file and where it stands.
#[derive(Debug, Clone)]
struct Token<'t> {
    bytes: &'t [u8],
    line: usize,
    column: usize,
    span: Range<usize>,
}

impl Token<'_> {
    fn is(&self, word: &str) -> bool {
        self.bytes.eq_ignore_ascii_case(word.as_bytes())
    }

    /// The word for a message, cut where it is long.
    fn shown(&self) -> String {
        crate::findings::shortened(&String::from_utf8_lossy(&self.bytes[..self.bytes.len().min(256)]))
    }

    /// The word as a finite number.
    fn number(&self) -> Option<f64> {
        // `inf` and `nan` parse too, and are no coordinates.
        std::str::from_utf8(self.bytes).ok()?.parse().ok().filter(|x: &f64| x.is_finite())
    }
}

/// The words of a line, which begins at byte `start`.
fn words(line: &[u8], number: usize, start: usize) -> impl Iterator<Item = Token<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += line[at..].iter().position(|byte| !byte.is_ascii_whitespace())?;
        let length = line[at..].iter().position(u8::is_ascii_whitespace).unwrap_or(line.len() - at);
        let (from, span) = (at, start + at..start + at + length);
        at += length;
        Some(Token { bytes: &line[from..at], line: number, column: from + 1, span })
    })
}

/// The bytes with blanks in place of a mark of their order, which says nothing: every byte keeps its place.
fn without_mark(bytes: &[u8]) -> Cow<'_, [u8]> {
    const MARK: &[u8] = "\u{feff}".as_bytes();
    if !bytes.starts_with(MARK) {
        return Cow::Borrowed(bytes);
    }
    let mut own = bytes.to_vec();
    own[..MARK.len()].fill(b' ');
    Cow::Owned(own)
}

/// The lines of a text with their numbers, from 1, and where they begin; of old ones that end with a carriage return
/// alone too.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, usize, &[u8])> {
    let mut start = 0;
    let end = if bytes.contains(&b'\n') { b'\n' } else { b'\r' };
    bytes.split(move |byte| *byte == end).enumerate().map(move |(index, line)| {
        let here = start;
        start += line.len() + 1;
        (index + 1, here, line)
    })
}
