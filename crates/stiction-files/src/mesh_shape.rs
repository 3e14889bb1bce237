//! `shape.mesh`: a file, and how it is taken.
//!
//! `mesh = "part.stl"` is the region that the file's surface bounds, mended where that is safe (`mesh::mend`).  `mesh
//! = { file, … }` says more: `scale` or `unit`, the distance within which corners are one (`weld`), whether holes are
//! filled (`fill`), and what to do with a surface that bounds no region: its convex hull (`hull`), or the bare
//! surface, of which contacts are found and nothing is weighed (`surface`).

use crate::fault::Fault;
use crate::files::{Beside, Files};
use crate::findings::{Findings, shortened};
use crate::keys::MESH;
use crate::mesh::{Mending, MeshFormat, MeshLimits, hull, joined, mend, read_parts};
use crate::node::{At, Kind};
use crate::number::{known_keys, name, positive, required, wrong_type};
use crate::observer::Work;
use stiction::shape::{Mesh, Solid};

/// Lengths that a unit is called by, m.
pub(crate) const UNITS: [(&str, f64); 7] =
    [("m", 1.0), ("mm", 1e-3), ("cm", 1e-2), ("km", 1e3), ("um", 1e-6), ("inch", 0.0254), ("foot", 0.3048)];

/// Sizes beyond which a part is doubted: a grain of sand, and a house, m.
const GRAIN: f64 = 1e-4;
const HOUSE: f64 = 30.0;

/// How the triangles of a file are taken.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct TriangleOptions {
    /// What a coordinate is multiplied with, m; 1 where it is left out.
    pub scale: Option<f64>,
    /// What may be mended.
    pub mending: Mending,
    /// Whether its convex hull is meant.
    pub hull: bool,
    /// Whether the bare surface is meant.
    pub surface: bool,
}

/// Reads a mesh from a file beside the scene.
pub(crate) fn read(at: &At<'_>, files: &dyn Files, found: &mut Findings<'_>) -> Option<Solid> {
    let Kind::Table(_) = &at.node.kind else {
        let file = name(at, found)?;
        return load(at, &file, &TriangleOptions::default(), files, found);
    };
    known_keys(at, MESH, found)?;
    let taken = taken(at, found);
    let given = required(at, "file", "name the file: mesh = { file = \"part.stl\" }", found)?;
    let file = name(&given, found)?;
    load(at, &file, &taken?, files, found)
}

/// Whether a shape is a bare surface, which encloses nothing.
pub(crate) fn is_surface(shape: Option<&At<'_>>) -> bool {
    shape.is_some_and(|shape| {
        let mesh = shape.get("mesh");
        mesh.is_some_and(|mesh| mesh.get("surface").is_some_and(|flag| flag.node.kind == Kind::Flag(true)))
    })
}

fn taken(at: &At<'_>, found: &mut Findings<'_>) -> Option<TriangleOptions> {
    let scale = match at.get("scale") {
        Some(given) => positive(&given, "scale", found).map(|value| Some(value.to_f64())),
        None => Some(None),
    };
    let weld = match at.get("weld") {
        Some(given) => positive(&given, "weld", found).map(|value| Some(value.to_f64())),
        None => Some(None),
    };
    let unit = match at.get("unit") {
        Some(given) => unit(&given, found).map(Some),
        None => Some(None),
    };
    let flags = ["fill", "hull", "surface"].map(|key| flag(at, key, found));
    if let (Some(Some(_)), Some(given)) = (scale, at.get("unit")) {
        found.fault("conflict", &given, "given together with `scale`", "keep either this or `scale`");
    }
    let [fill, hull, surface] = flags;
    let (fill, hull, surface) = (fill?, hull?, surface?);
    if hull && surface {
        found.fault("conflict", at, "a hull is no bare surface", "keep either `hull` or `surface`");
        return None;
    }
    Some(TriangleOptions {
        scale: scale?.or(unit?),
        mending: Mending { weld: weld?, fill, ..Mending::default() },
        hull,
        surface,
    })
}

fn unit(at: &At<'_>, found: &mut Findings<'_>) -> Option<f64> {
    let word = name(at, found)?;
    let known = UNITS.iter().find(|(unit, _)| *unit == word).map(|(_, length)| *length);
    if known.is_none() {
        let words: Vec<&str> = UNITS.iter().map(|(unit, _)| *unit).collect();
        let help = format!("one of {}, or scale = 0.001", words.join(", "));
        found.fault("unit", at, format!("\"{}\" is no unit of length that is known", shortened(&word)), help);
    }
    known
}

fn flag(at: &At<'_>, key: &str, found: &mut Findings<'_>) -> Option<bool> {
    let Some(given) = at.get(key) else { return Some(false) };
    match given.node.kind {
        Kind::Flag(flag) => Some(flag),
        _ => {
            wrong_type(&given, "true or false", found);
            None
        }
    }
}

fn load(
    at: &At<'_>,
    file: &str,
    taken: &TriangleOptions,
    files: &dyn Files,
    found: &mut Findings<'_>,
) -> Option<Solid> {
    if !files.may_be_named(file) {
        let help = crate::files::elsewhere(file);
        let message = format!("\"{}\" leaves the folder of the scene", shortened(file));
        found.fault("mesh-path", at, message, help);
        return None;
    }
    let bytes = match files.bytes(file) {
        Ok(bytes) => bytes,
        Err(why) => {
            let message = format!("cannot read \"{}\": {why}", shortened(file));
            found.fault("mesh-file", at, message, crate::files::HELP);
            return None;
        }
    };
    let Some(format) = MeshFormat::of(file.as_ref()) else {
        let message = format!("\"{}\" is of no kind that is read", shortened(file));
        found.fault("mesh-format", at, message, crate::mesh::FORMATS);
        return None;
    };
    // Bare numbers count in the unit of the scene; these formats have a unit of their own.
    let bare = !matches!(format, MeshFormat::ThreeMf | MeshFormat::Gltf);
    let unit = found.unit.as_ref().filter(|_| bare).map(|unit| unit.metres.get().to_f64());
    let taken = &TriangleOptions { scale: taken.scale.or(unit), ..*taken };
    let observer = |work: Work, done: usize, total: usize| found.observe(work, done, total);
    let beside = Beside::new(file, files);
    let outside = |name: &str| match beside.may_be_named(name) {
        true => beside.bytes(name),
        false => Err("it leaves the folder of the scene".into()),
    };
    // How large a file may be was asked when it was read.
    let limits = MeshLimits::of_read(bytes.len(), files.most());
    match read_parts(&bytes, format, &limits, &outside, &observer) {
        Ok(parts) => {
            let mut warn = |code, message: String, help: String| found.warn(code, at, message, help);
            let mesh = joined(parts);
            match solid(mesh.clone(), taken, &mut warn) {
                Ok(solid) => Some(solid),
                Err(faults) => {
                    let offers: Vec<String> = remedies(&mesh, taken)
                        .iter()
                        .map(|remedy| remedy.pasted(at, file, found.unit.is_some()))
                        .collect();
                    for fault in faults {
                        let help = with_offers(&fault.help, &offers);
                        found.fault(fault.code, at, format!("{}: {}", shortened(file), fault.message), help);
                    }
                    None
                }
            }
        }
        Err(faults) => {
            faults.faults.iter().for_each(|fault| carry(at, file, fault, found));
            None
        }
    }
}

/// A way to take a mesh that bounds no region, of which it was tried that it leads to a shape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Remedy {
    /// Corners within this distance are one, m.
    Weld(f64),
    /// Holes are filled.
    Fill,
    /// Its convex hull.
    Hull,
    /// The bare surface.
    Surface,
}

/// Parts of the size that are tried as distances within which corners are one.
const WELDS: [f64; 5] = [1e-7, 1e-6, 1e-5, 1e-4, 1e-3];

/// Most triangles of a mesh with which distances are tried: each is a mesh made anew.
const TRIED: usize = 200_000;

/// The remedies that work, beside what is said of the mesh already.
pub(crate) fn remedies(mesh: &Mesh, taken: &TriangleOptions) -> Vec<Remedy> {
    // What was doubled is not told twice.
    let works = |taken: TriangleOptions| solid(mesh.clone(), &taken, &mut |_, _, _| ()).is_ok();
    let plain = TriangleOptions { hull: false, surface: false, ..*taken };
    let mending = |mending: Mending| TriangleOptions { mending, ..plain };
    let mut found = Vec::new();
    if !taken.surface && !taken.hull && mesh.triangles.len() <= TRIED {
        let size = mesh.size() * taken.scale.unwrap_or(1.0);
        // A power of ten is easily read.
        let above = |length: f64| format!("1e{}", length.log10().ceil()).parse().unwrap_or(0.0);
        let lengths: [f64; 5] = WELDS.map(|part| above(part * size));
        let mut welds = lengths.into_iter().filter(|length| length.is_finite() && *length > 0.0);
        let weld = welds.find(|length| works(mending(Mending { weld: Some(*length), ..taken.mending })));
        found.extend(weld.map(Remedy::Weld));
        if works(mending(Mending { fill: true, ..taken.mending })) {
            found.push(Remedy::Fill);
        }
    }
    if !taken.hull && works(TriangleOptions { hull: true, ..plain }) {
        found.push(Remedy::Hull);
    }
    if !taken.surface && works(TriangleOptions { surface: true, ..plain }) {
        found.push(Remedy::Surface);
    }
    found
}

/// A help with ways to go on behind it.
pub(crate) fn with_offers(help: &str, offers: &[String]) -> String {
    std::iter::once(help).chain(offers.iter().map(String::as_str)).collect::<Vec<_>>().join("; or ")
}

impl Remedy {
    fn words(self) -> &'static str {
        match self {
            Self::Weld(_) => "make corners one that nearly are",
            Self::Fill => "fill its holes",
            Self::Hull => "take its convex hull",
            Self::Surface => "the bare surface, with mass, inertia and com of the body given",
        }
    }

    /// Its key in the table of a mesh, with the value.
    fn key(self) -> (&'static str, String) {
        match self {
            Self::Weld(length) => ("weld", format!("{length:?}")),
            Self::Fill => ("fill", "true".to_owned()),
            Self::Hull => ("hull", "true".to_owned()),
            Self::Surface => ("surface", "true".to_owned()),
        }
    }

    /// The flag of the command for it.
    pub fn flag(self) -> String {
        let flag = match self {
            Self::Weld(length) => format!("--weld {length:?}"),
            _ => format!("--{}", self.key().0),
        };
        format!("{}: {flag}", self.words())
    }

    /// What to write in a scene, to be pasted: with all that was said of the mesh already.
    fn pasted(self, at: &At<'_>, file: &str, in_unit: bool) -> String {
        let (own, mut value) = self.key();
        if in_unit && let Self::Weld(_) = self {
            value = format!("\"{value} m\"");
        }
        let mut keys = format!("file = {}", serde_json::Value::from(file));
        if let Kind::Table(entries) = &at.node.kind {
            let left = |key: &str| matches!(key, "file" | "hull" | "surface") || key == own;
            for entry in entries.iter().filter(|entry| !left(&entry.key)) {
                let value = match &entry.value.kind {
                    Kind::Number(text) => text.clone(),
                    Kind::Text(text) => serde_json::Value::from(text.as_str()).to_string(),
                    Kind::Flag(flag) => flag.to_string(),
                    _ => continue,
                };
                keys.push_str(&format!(", {} = {value}", entry.key));
            }
        }
        format!("{}: shape.mesh = {{ {keys}, {own} = {value} }}", self.words())
    }
}

/// A count with its noun.
fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Why a mesh bounds no region.
#[derive(Debug, Clone, PartialEq)]
pub struct Unsound {
    /// A word for programs.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

/// The solid of a mesh as it is to be taken; every change of it is told.
pub(crate) fn solid(
    mesh: Mesh,
    taken: &TriangleOptions,
    warn: &mut dyn FnMut(&'static str, String, String),
) -> Result<Solid, Vec<Unsound>> {
    let mesh = scaled(mesh, taken.scale.unwrap_or(1.0));
    // A bare surface may be a sheet with two sides, and a hull that of such sheets: their pairs do not cancel.
    let sheets = taken.surface || taken.hull;
    let (mesh, mended) = mend(&mesh, &Mending { sheets, ..taken.mending });
    if let Some(words) = mended.words() {
        warn("mended", words, "fix the mesh in the program that made it to be without this".into());
    }
    doubt_size(mesh.size(), taken.scale.is_some(), warn);
    if taken.hull {
        let Some(hull) = hull(&mesh) else {
            let (message, help) = match mesh.triangles.is_empty() {
                true => ("the mesh has no triangles, and so no hull", "give a mesh with triangles"),
                false => ("all its corners lie in a plane: it has no hull", "give a mesh that is not flat"),
            };
            let (message, help) = (message.to_owned(), help.to_owned());
            return Err(vec![Unsound { code: "zero-volume", message, help }]);
        };
        let (before, after) = (mesh.triangles.len(), hull.triangles.len());
        let after = counted(after, "triangle");
        let message = format!("the convex hull of {after} stands for a mesh of {before}");
        warn("hull", message, "leave out `hull` to take the mesh itself".into());
        return checked(hull);
    }
    if taken.surface {
        if mesh.triangles.is_empty() || mesh.vertices.iter().flatten().any(|x| x.is_nan() || x.abs() > 1e50) {
            return checked(mesh);
        }
        let count = counted(mesh.triangles.len(), "triangle");
        let message = format!("the surface of {count} is taken as it is: it encloses nothing");
        warn(
            "surface",
            message,
            "contacts of it are found; whether something is inside of it is not known".into(),
        );
        return Ok(Solid::Mesh(mesh));
    }
    checked(mesh)
}

fn checked(mesh: Mesh) -> Result<Solid, Vec<Unsound>> {
    let faults = mesh.faults();
    if faults.is_empty() {
        return Ok(Solid::Mesh(mesh));
    }
    Err(faults
        .into_iter()
        .map(|fault| Unsound { code: fault.code, message: fault.message, help: fault.help })
        .collect())
}

fn scaled(mesh: Mesh, scale: f64) -> Mesh {
    if scale == 1.0 {
        return mesh;
    }
    Mesh::new(mesh.vertices.iter().map(|vertex| vertex.map(|x| scale * x)).collect(), mesh.triangles)
}

/// A part larger than a house or smaller than a grain is probably in another unit.
pub(crate) fn doubt_size(size: f64, said: bool, warn: &mut dyn FnMut(&'static str, String, String)) {
    if said || size == 0.0 || (GRAIN..HOUSE).contains(&size) {
        return;
    }
    let (like, unit) = if size >= HOUSE { ("a house", "mm") } else { ("a grain of sand", "km") };
    let larger = if size >= HOUSE { "larger" } else { "smaller" };
    // Three digits, as a person writes them.
    let short = format!("{size:.2e}").parse().unwrap_or(size);
    let told = if (1e-4..1e6).contains(&short) { format!("{short}") } else { format!("{short:e}") };
    let message = format!("the part is {told} m from end to end, {larger} than {like}: is it in metres?");
    let help = if size >= HOUSE {
        format!(
            "say its unit: mesh = {{ file = \"…\", unit = \"{unit}\" }}, unit = \"{unit}\" at the top where all lengths are so, or --unit {unit}"
        )
    } else {
        "say its unit with `scale` in the table of the mesh, or --scale; scale = 1 settles it".to_owned()
    };
    warn("size", message, help);
}

/// A fault of a mesh file, at the key that names the file.
fn carry(at: &At<'_>, file: &str, fault: &Fault, found: &mut Findings<'_>) {
    let line = fault.line.map(|line| format!(":{line}")).unwrap_or_default();
    found.fault(fault.code, at, format!("{}{line}: {}", shortened(file), fault.message), &fault.help);
}
