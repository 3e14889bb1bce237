//! Assemblies of blocks from other programs, as scenes in space.
//!
//! What such a file does not say is assumed, and every assumption is a warning that says how to change it.

mod compas;
mod obj;

use crate::detect::{self, Section};
use crate::findings::{Findings, shortened};
use crate::node::Node;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use stiction::detect::Settings;
use stiction::scene::{Body, Friction, GROUND, Role, Scene};
use stiction::screw::Spatial;
use stiction::shape::{Mesh, Point3, Solid};
use stiction_proof::Rational;

pub(crate) use obj::is_obj;

/// How far above the lowest point a block may stand and still be a support, as a part of the assembly's size.
const LOWEST: f64 = 1e-6;

/// What the blocks of an assembly are made of, where its file does not say.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Import {
    /// Density of every block, kg/m³; 1 if left out.
    pub density: Option<Rational>,
    /// Friction of every joint; 0 if left out.
    pub friction: Option<Rational>,
}

/// A block as it stands in a file.
pub(crate) struct Block {
    pub name: String,
    /// Whether it carries the others, where the file says so.
    pub is_support: bool,
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
    assembled(compas::blocks(root, found), import, found)
}

/// The scene of an OBJ file, each of its groups a block.
pub(crate) fn read_obj(text: &str, import: &Import, found: &mut Findings<'_>) -> Scene<Spatial> {
    assembled(obj::blocks(text, found), import, found)
}

fn assembled(blocks: Vec<Block>, import: &Import, found: &mut Findings<'_>) -> Scene<Spatial> {
    let mut scene = Scene::new();
    if blocks.is_empty() && !found.has_faults() {
        let help = "an assembly has blocks with vertices and faces";
        found.fault_in("empty", String::new(), 0..0, "no blocks in the file", help);
    }
    scene.gravity = [0.into(), 0.into(), Rational::new(-981, 100)];
    let blocks = with_own_names(blocks);
    let shapes: Vec<Option<Solid>> = blocks.iter().map(|block| solid(block, found)).collect();
    if found.has_faults() {
        return scene;
    }
    let shapes: Vec<Solid> = shapes.into_iter().flatten().collect();
    let supports = supports(&blocks, &shapes, found);
    let density = import.density.clone().unwrap_or_else(Rational::one);
    for ((block, shape), fixed) in blocks.into_iter().zip(shapes).zip(supports) {
        scene.bodies.push(body(block.name, shape, fixed, &density));
    }
    warn_assumed(import, found);
    let friction = Friction::new(import.friction.clone().unwrap_or_default());
    let whole = Section { path: String::new(), span: 0..0 };
    detect::find(&mut scene, &Settings { friction, ..Settings::default() }, &whole, found);
    scene
}

fn body(name: String, shape: Solid, fixed: bool, density: &Rational) -> Body<Spatial> {
    let mut body = Body::new(name);
    body.role = if fixed || body.name == GROUND { Role::Fixed } else { Role::Free };
    if let Some(moments) = shape.moments() {
        body.mass = Some(density * &moments.volume);
        body.inertia = Some(moments.inertia.map(|row| row.map(|entry| density * &entry)));
        body.com = moments.centroid;
    }
    body.shape = Some(shape);
    body
}

/// The solid of a block: exact where its faces are flat, otherwise cut into triangles.
fn solid(block: &Block, found: &mut Findings<'_>) -> Option<Solid> {
    let (vertices, faces) = welded(&block.vertices, &block.faces);
    let exact = Solid::polyhedron(vertices, faces);
    let faults = exact.faults();
    if faults.is_empty() {
        return Some(exact);
    }
    let bent_only = faults.iter().all(|fault| fault.code == "non-planar-face");
    let (solid, faults) = match (&exact, bent_only) {
        (Solid::Polyhedron(bent), true) => {
            let mesh = Solid::Mesh(triangles(&bent.vertices, &bent.faces)?);
            let faults = mesh.faults();
            (mesh, faults)
        }
        _ => (exact, faults),
    };
    for fault in &faults {
        let message = format!("block \"{}\": {}", shortened(&block.name), fault.message);
        found.fault_in(fault.code, block.path.clone(), block.span.clone(), message, &fault.help);
    }
    faults.is_empty().then_some(solid)
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

/// Which blocks are fixed: those the file flags, otherwise the lowest ones.
fn supports(blocks: &[Block], shapes: &[Solid], found: &mut Findings<'_>) -> Vec<bool> {
    let flagged: Vec<bool> = blocks.iter().map(|block| block.is_support).collect();
    if flagged.contains(&true) {
        return flagged;
    }
    let bounds: Vec<[[f64; 3]; 2]> = shapes.iter().map(|shape| shape.bounds().unwrap_or_default()).collect();
    let lowest = bounds.iter().map(|[low, _]| low[2]).fold(f64::INFINITY, f64::min);
    let size = bounds.iter().flatten().flatten().map(|x| x.abs()).fold(0.0, f64::max);
    let fixed: Vec<bool> = bounds.iter().map(|[low, _]| low[2] <= lowest + LOWEST * size).collect();
    let count = fixed.iter().filter(|fixed| **fixed).count();
    let message = format!("no block is flagged as a support: the {count} lowest one(s) are taken as fixed");
    let help = "flag supports with is_support in COMPAS, or name a group \"ground\" in OBJ";
    found.warn_in("assumed", String::new(), 0..0, message, help);
    fixed
}

fn warn_assumed(import: &Import, found: &mut Findings<'_>) {
    let mut warn = |message: &str, help: &str| found.warn_in("assumed", String::new(), 0..0, message, help);
    if import.density.is_none() {
        warn("the density of every block is taken as 1 kg/m³", "give it: --density 2000");
    }
    if import.friction.is_none() {
        warn("the joints are taken as frictionless", "give their friction: --friction 0.6");
    }
    warn("z is taken as up, with gravity [0, 0, -9.81]", "turn the assembly in the program that made it");
}
