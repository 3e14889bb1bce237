//! Assemblies of blocks from other programs, as scenes in space.
//!
//! What such a file does not say is assumed, and every assumption is a warning that says how to change it.

mod compas;
mod obj;
mod stored;

use crate::detect::{self, Section};
use crate::findings::{Findings, listed, near_word, shortened};
use crate::mesh::{MeshFormat, MeshLimits, hull, read_parts};
use crate::mesh_shape::{self, Remedy, TriangleOptions, Unsound, remedies, with_offers};
use crate::node::Node;
use crate::observer::Work;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use stiction::detect::Settings;
use stiction::scene::{Body, Friction, GROUND, Role, Scene};
use stiction::screw::Spatial;
use stiction::shape::{Mesh, Point3, Solid};
use stiction_proof::Rational;

pub(crate) use obj::is_obj;
pub(crate) use stored::Stored;

/// How far above the lowest point a block may stand and still be a support, as a part of the assembly's size.
const LOWEST: f64 = 1e-6;

/// Most faces of a block that is kept in fractions; a mesh of more is kept in doubles, as it is in a scene.
const EXACT: usize = 500;

/// What the blocks of an assembly are made of, where its file does not say.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Import {
    /// Density of every block, kg/m³; 1 if left out.
    pub density: Option<Rational>,
    /// Friction of every joint; 0 if left out.
    pub friction: Option<Rational>,
    /// What counts as touching, m: of an assembly, and of a scene with `[detect]` in place of what it says.
    pub tolerance: Option<Rational>,
    /// The names of the blocks that are fixed, in place of what the file says; empty for the file's own.
    pub supports: Vec<String>,
    /// How the meshes of blocks are taken.
    pub taken: TriangleOptions,
}

/// A block as it stands in a file.
pub(crate) struct Block {
    pub name: String,
    /// Whether it carries the others, where the file says so.
    pub is_support: bool,
    /// What it is made of, where the file says so, kg/m³.
    pub density: Option<Rational>,
    pub vertices: Vec<Point3>,
    pub faces: Vec<Vec<usize>>,
    /// Where it is written.
    pub path: String,
    pub span: Range<usize>,
}

/// Whether a JSON tree is an assembly and not a scene.
pub(crate) fn is_compas(root: &Node) -> bool {
    compas::is_assembly(root)
}

/// The scene of a COMPAS assembly.
pub(crate) fn read_compas(root: &Node, import: &Import, found: &mut Findings<'_>) -> Scene<Spatial> {
    let compas::CompasFile { blocks, stored } = compas::read(root, found);
    assembled(blocks, stored, import, found)
}

/// The scene of an OBJ file, each of its groups a block.
pub(crate) fn read_obj(text: &str, import: &Import, found: &mut Findings<'_>) -> Scene<Spatial> {
    assembled(obj::blocks(text, found), Vec::new(), import, found)
}

fn assembled(
    blocks: Vec<Block>,
    stored: Vec<Stored>,
    import: &Import,
    found: &mut Findings<'_>,
) -> Scene<Spatial> {
    let mut scene = Scene::new();
    if blocks.is_empty() && !found.has_faults() {
        let help = "an assembly has blocks with vertices and faces";
        found.fault("empty", (String::new(), 0..0), "no blocks in the file", help);
    }
    scene.gravity = [0.into(), 0.into(), Rational::new(-981, 100)];
    let mut blocks = with_own_names(blocks);
    let shapes: Vec<Option<(Solid, bool)>> =
        blocks.iter().map(|block| solid(block, is_named(block, import), &import.taken, found)).collect();
    if found.has_faults() {
        return scene;
    }
    let (shapes, bare): (Vec<Solid>, Vec<bool>) = shapes.into_iter().flatten().unzip();
    doubt_sizes(&blocks, &shapes, import.taken.scale.is_some(), found);
    let Some(supports) = supports(&blocks, &shapes, &import.supports, found) else { return scene };
    free_ground(&mut blocks, &supports, found);
    warn_assumed(import, &blocks, found);
    for (((block, shape), fixed), bare) in blocks.into_iter().zip(shapes).zip(supports).zip(bare) {
        let density = import.density.clone().or(block.density).unwrap_or_else(Rational::one);
        scene.bodies.push(body(block.name, shape, fixed, (!bare).then_some(&density)));
    }
    let friction = Friction::new(import.friction.clone().unwrap_or_default());
    let settled = stored::add(&mut scene, stored, &friction, import.tolerance.as_ref(), found);
    detect::direct(&mut scene.contacts, found);
    let whole = Section { path: String::new(), span: 0..0 };
    let tolerance = import.tolerance.clone();
    detect::find(
        &mut scene,
        &Settings { friction, tolerance, settled, ..Settings::default() },
        &whole,
        found,
    );
    scene
}

/// Tells of the first block that is larger than a house or smaller than a grain, and of how many more there are.
fn doubt_sizes(blocks: &[Block], shapes: &[Solid], said: bool, found: &mut Findings<'_>) {
    let mut told: Vec<(&'static str, String, String)> = Vec::new();
    for (block, shape) in blocks.iter().zip(shapes) {
        let mut warn = |code, message: String, help| {
            told.push((code, format!("block \"{}\": {message}", shortened(&block.name)), help));
        };
        mesh_shape::doubt_size(shape.size(), said, &mut warn);
    }
    let more = told.len().saturating_sub(1);
    if let Some((code, message, help)) = told.into_iter().next() {
        let more = if more == 0 { String::new() } else { format!("; and {more} more such blocks") };
        found.warn(code, (String::new(), 0..0), message + &more, help);
    }
}

/// A block as a body; one that encloses nothing has no density.
fn body(name: String, shape: Solid, fixed: bool, density: Option<&Rational>) -> Body<Spatial> {
    let mut body = Body::new(name);
    body.role = if fixed || body.name == GROUND { Role::Fixed } else { Role::Free };
    if let (Some(density), Some(moments)) = (density, shape.moments()) {
        body.mass = Some(density * &moments.volume);
        body.inertia = Some(moments.inertia.map(|row| row.map(|entry| density * &entry)));
        body.com = moments.centroid;
    }
    body.shape = Some(shape);
    body
}

/// Whether a block is said to be a support, by the asker or else by the file.
fn is_named(block: &Block, import: &Import) -> bool {
    if import.supports.is_empty() { block.is_support } else { import.supports.contains(&block.name) }
}

/// The solid of a block, and whether it is a bare surface: exact where its faces are flat and nothing is to be mended,
/// otherwise cut into triangles.  A support carries and is not weighed, so that a flat sheet is one.
fn solid(
    block: &Block,
    support: bool,
    taken: &TriangleOptions,
    found: &mut Findings<'_>,
) -> Option<(Solid, bool)> {
    let (vertices, faces) = welded(&block.vertices, &block.faces);
    if *taken == TriangleOptions::default() && faces.len() <= EXACT {
        let exact = Solid::polyhedron(vertices.clone(), faces.clone());
        if exact.faults().is_empty() {
            return Some((exact, false));
        }
    }
    let mesh = triangles(&vertices, &faces)?;
    let name = shortened(&block.name);
    let (path, span) = (&block.path, &block.span);
    let mut told: Vec<(&'static str, String, String)> = Vec::new();
    let mut bare = taken.surface;
    let mut solid =
        mesh_shape::solid(mesh.clone(), taken, &mut |code, message, help| told.push((code, message, help)));
    let whole = mesh.clone();
    let open = |faults: &Vec<Unsound>| faults.iter().all(|fault| fault.code == "open-surface");
    if support && solid.as_ref().is_err_and(open) && hull(&mesh).is_none() {
        bare = true;
        told.clear();
        let taken = TriangleOptions { surface: true, hull: false, ..*taken };
        solid = mesh_shape::solid(mesh, &taken, &mut |code, message, help| told.push((code, message, help)));
    }
    // The sizes of all blocks are told together.
    for (code, message, help) in told.into_iter().filter(|(code, ..)| *code != "size") {
        found.warn(code, (path.clone(), span.clone()), format!("block \"{name}\": {message}"), help);
    }
    match solid {
        Ok(solid) => Some((solid, bare)),
        Err(faults) => {
            let offers: Vec<String> = remedies(&whole, taken).into_iter().map(Remedy::flag).collect();
            for fault in faults {
                let message = format!("block \"{name}\": {}", fault.message);
                let help = with_offers(&fault.help, &offers);
                found.fault(fault.code, (path.clone(), span.clone()), message, help);
            }
            None
        }
    }
}

/// The scene of a mesh file, each of its parts a block.
pub(crate) fn read_mesh_file(
    bytes: &[u8],
    format: MeshFormat,
    sources: &crate::read::Sources<'_>,
    found: &mut Findings<'_>,
) -> Scene<Spatial> {
    let limits = MeshLimits::of_read(bytes.len(), sources.files.most());
    let outside = |name: &str| match sources.files.may_be_named(name) {
        true => sources.files.bytes(name),
        false => Err("it leaves the folder of the file".into()),
    };
    let observer = |work: Work, done: usize, total: usize| found.observe(work, done, total);
    match read_parts(bytes, format, &limits, &outside, &observer) {
        Ok(parts) => {
            let up = format == MeshFormat::Gltf;
            if up {
                let help = "turn the assembly in the program that made it if another way is up";
                found.warn("assumed", (String::new(), 0..0), "y is up in glTF: it is turned to be z", help);
            }
            let blocks = parts.into_iter().map(|(name, mesh)| block_of_mesh(name, &mesh, up)).collect();
            assembled(blocks, Vec::new(), sources.import, found)
        }
        Err(faults) => {
            for fault in faults.faults {
                let line = fault.line.map(|line| format!("line {line}: ")).unwrap_or_default();
                found.fault(fault.code, (fault.path, 0..0), format!("{line}{}", fault.message), fault.help);
            }
            Scene::new()
        }
    }
}

fn block_of_mesh(name: String, mesh: &Mesh, y_up: bool) -> Block {
    let exact = |[x, y, z]: [f64; 3]| {
        let place = if y_up { [x, -z, y] } else { [x, y, z] };
        place.map(|x| Rational::from_f64(x).unwrap_or_default())
    };
    let name = if name.is_empty() { "block".to_owned() } else { name };
    Block {
        is_support: name == GROUND,
        density: None,
        vertices: mesh.vertices.iter().map(|vertex| exact(*vertex)).collect(),
        faces: mesh.triangles.iter().map(|triangle| triangle.map(|k| k as usize).to_vec()).collect(),
        path: format!("parts.{}", crate::node::quoted_key(&name)),
        span: 0..0,
        name,
    }
}

/// Vertices at one place become one.
fn welded(vertices: &[Point3], faces: &[Vec<usize>]) -> (Vec<Point3>, Vec<Vec<usize>>) {
    let mut known: HashMap<&Point3, usize> = HashMap::new();
    let mut kept = Vec::new();
    let index: Vec<usize> = vertices
        .iter()
        .map(|vertex| {
            *known.entry(vertex).or_insert_with(|| {
                kept.push(vertex.clone());
                kept.len() - 1
            })
        })
        .collect();
    let faces = faces.iter().map(|face| face.iter().filter_map(|&k| index.get(k).copied()).collect());
    (kept, faces.collect())
}

/// Each face as a fan of triangles.
fn triangles(vertices: &[Point3], faces: &[Vec<usize>]) -> Option<Mesh> {
    let corners = vertices.iter().map(|vertex| [0, 1, 2].map(|k: usize| vertex[k].to_f64())).collect();
    let mut fans = Vec::new();
    for face in faces {
        let face: Vec<u32> = face.iter().map(|&k| u32::try_from(k).ok()).collect::<Option<_>>()?;
        let (first, rest) = face.split_first()?;
        fans.extend(rest.windows(2).map(|pair| [*first, pair[0], pair[1]]));
    }
    Some(Mesh::new(corners, fans))
}

/// Names made unique: the second `brick` is `brick 2`.
fn with_own_names(mut blocks: Vec<Block>) -> Vec<Block> {
    let mut taken: HashSet<String> = HashSet::new();
    // How many have asked for a name: thousands of blocks may be called alike.
    let mut asked: HashMap<String, usize> = HashMap::new();
    for block in &mut blocks {
        let name = block.name.clone();
        let count = asked.entry(name.clone()).or_insert(1);
        while !taken.insert(block.name.clone()) {
            *count += 1;
            block.name = format!("{name} {count}");
        }
    }
    blocks
}

/// A name as `--supports` takes it: with commas, quotes or blanks at its ends it stands in quotes.
fn quoted_where_needed(name: &str) -> String {
    let plain = !name.contains([',', '"', '\'', ' ']);
    if plain { name.to_owned() } else { format!("'\"{}\"'", name.replace('"', "\"\"")) }
}

/// Blocks that a warning names.
const MOST_NAMED: usize = 8;
/// Supports that are written out to be pasted.
const MOST_OFFERED: usize = 40;

/// Which blocks are fixed: those that the asker names, else those that the file flags, else the lowest ones.
fn supports(
    blocks: &[Block],
    shapes: &[Solid],
    named: &[String],
    found: &mut Findings<'_>,
) -> Option<Vec<bool>> {
    if !named.is_empty() {
        let unknown: Vec<&String> =
            named.iter().filter(|name| blocks.iter().all(|block| block.name != **name)).collect();
        for name in &unknown {
            let names = || blocks.iter().map(|block| block.name.as_str());
            let message = format!("there is no block \"{}\" to be a support", shortened(name));
            let help = match near_word(name, names()) {
                Some(near) => format!("did you mean \"{}\"? ", shortened(near)),
                None => listed("the blocks are", names()) + "; ",
            };
            let help = help + "a name with commas stands in quotes: --supports '\"a,b\",c'";
            found.fault("unknown-body", (String::new(), 0..0), message, help);
        }
        return unknown.is_empty().then(|| blocks.iter().map(|block| named.contains(&block.name)).collect());
    }
    let flagged: Vec<bool> = blocks.iter().map(|block| block.is_support).collect();
    if flagged.contains(&true) {
        return Some(flagged);
    }
    let bounds: Vec<[[f64; 3]; 2]> = shapes.iter().map(|shape| shape.bounds().unwrap_or_default()).collect();
    let lowest = bounds.iter().map(|[low, _]| low[2]).fold(f64::INFINITY, f64::min);
    let size = bounds.iter().flatten().flatten().map(|x| x.abs()).fold(0.0, f64::max);
    let fixed: Vec<bool> = bounds.iter().map(|[low, _]| low[2] <= lowest + LOWEST * size).collect();
    let names: Vec<&str> = blocks
        .iter()
        .zip(&fixed)
        .filter(|(_, fixed)| **fixed)
        .map(|(block, _)| block.name.as_str())
        .collect();
    let listed: Vec<String> =
        names.iter().take(MOST_NAMED).map(|name| format!("\"{}\"", shortened(name))).collect();
    let (count, dots) = (names.len(), if names.len() > MOST_NAMED { ", …" } else { "" });
    let lowest = if count == 1 { "the lowest one is".into() } else { format!("the {count} lowest are") };
    let message =
        format!("no block is flagged as a support: {lowest} taken as fixed: {}{dots}", listed.join(", "));
    let help = format!(
        "name the fixed ones: --supports {}",
        names.iter().take(MOST_OFFERED).map(|name| quoted_where_needed(name)).collect::<Vec<_>>().join(",")
    );
    found.warn("assumed", (String::new(), 0..0), message, help);
    Some(fixed)
}

/// The ground is fixed whatever is asked.  So a block of that name that is no support has another name.
fn free_ground(blocks: &mut [Block], supports: &[bool], found: &mut Findings<'_>) {
    let freed = blocks.iter().zip(supports).position(|(block, fixed)| block.name == GROUND && !fixed);
    let Some(index) = freed else { return };
    let taken: HashSet<&str> = blocks.iter().map(|block| block.name.as_str()).collect();
    // One of so many names is not taken.
    let name = (2..).map(|count| format!("{GROUND} {count}")).find(|name| !taken.contains(name.as_str()));
    let Some(name) = name else { return };
    let message =
        format!("the block \"{GROUND}\" is no support, and is called \"{name}\": the ground itself is fixed");
    let help = format!("name it among the fixed ones to keep it fixed: --supports {GROUND},…");
    found.warn("assumed", (blocks[index].path.clone(), blocks[index].span.clone()), message, help);
    blocks[index].name = name;
}

fn warn_assumed(import: &Import, blocks: &[Block], found: &mut Findings<'_>) {
    let mut warn = |message: &str, help: &str| found.warn("assumed", (String::new(), 0..0), message, help);
    let unsaid = blocks.iter().filter(|block| block.density.is_none()).count();
    if import.density.is_none() && unsaid > 0 {
        let whose = if unsaid == blocks.len() { "every block".into() } else { format!("{unsaid} blocks") };
        warn(&format!("the density of {whose} is taken as 1 kg/m³"), "give it: --density 2000");
    }
    if import.friction.is_none() {
        warn("the joints are taken as frictionless", "give their friction: --friction 0.6");
    }
    warn("z is taken as up, with gravity [0, 0, -9.81]", "turn the assembly in the program that made it");
}
