//! Assemblies of the COMPAS framework, as its packages write them in JSON.
//!
//! Since version 1 an object is `{ "dtype", "data" }` (earlier `"value"`): an assembly has a graph, each node of
//! which has a `block`, a mesh.  `to_json` of version 1 wrote what it holds without its type.  Before, it was `{ "assembly": { "vertex" }, "blocks": { key: mesh } }`.  A mesh has
//! `vertex: { key: { x, y, z } }` and `face: { key: [vertex keys] }`; what equals a default may be left out.

use super::Block;
use crate::findings::{Findings, shortened};
use crate::node::{At, Kind, Node};
use crate::number::number;
use std::collections::HashMap;
use stiction::shape::Point3;
use stiction_proof::Rational;

/// Whether a tree is an assembly: by its type, by its graph, or by the two tables of the old form.
pub(crate) fn is_assembly(root: &Node) -> bool {
    let at = At::root(root);
    let named = at.get("dtype").is_some_and(|dtype| match &dtype.node.kind {
        Kind::Text(text) => text.ends_with("Assembly"),
        _ => false,
    });
    let has = |key: &str| at.get(key).is_some();
    named || has("assembly") && has("blocks") || has("graph") && !has("stiction")
}

/// The blocks in the order of the file.
pub(crate) fn blocks(root: &Node, found: &mut Findings<'_>) -> Vec<Block> {
    let at = At::root(root);
    match at.get("blocks") {
        Some(blocks) => old_blocks(&at, &blocks, found),
        None => inside(&at, |assembly| match assembly.get("graph") {
            Some(graph) => inside(&graph, |graph| node_blocks(graph, found)),
            None => missing(assembly, "graph", found),
        }),
    }
}

/// What an object holds, whatever its version calls it.
fn inside<T>(at: &At<'_>, then: impl FnOnce(&At<'_>) -> T) -> T {
    match at.get("data").or_else(|| at.get("value")) {
        Some(held) => then(&held),
        None => then(at),
    }
}

fn missing<T: Default>(at: &At<'_>, key: &str, found: &mut Findings<'_>) -> T {
    let message = format!("`{key}` is missing, which an assembly has");
    found.fault("compas", at, message, "write the assembly again with compas.json_dump");
    T::default()
}

/// A value of another kind than the one that stands there.
fn wrong<T: Default>(at: &At<'_>, wanted: &str, found: &mut Findings<'_>) -> T {
    let message = format!("{} where {wanted} is needed", at.node.kind.name());
    found.fault("compas", at, message, "write the assembly again with compas.json_dump");
    T::default()
}

/// The parts of an assembly of the core package are written without their shapes.
fn without_mesh(node: &At<'_>, found: &mut Findings<'_>) {
    let help = "parts are written without their shapes: make the assembly of blocks, with compas_assembly";
    found.fault("compas", node, "`block` is missing: this node has no mesh", help);
}

fn node_blocks(graph: &At<'_>, found: &mut Findings<'_>) -> Vec<Block> {
    let Some(nodes) = graph.get("node") else { return missing(graph, "node", found) };
    let defaults = graph.get("default_node_attributes").or_else(|| graph.get("dna"));
    let supported = defaults.is_some_and(|defaults| flag(&defaults, "is_support", found) == Some(true));
    let mut blocks = Vec::new();
    for (key, node) in table(&nodes, found) {
        match node.get("block") {
            None => without_mesh(&node, found),
            Some(block) => {
                let is_support = flag(&node, "is_support", found).unwrap_or(supported);
                blocks.extend(inside(&block, |mesh| block_of(key, mesh, is_support, found)));
            }
        }
    }
    blocks
}

fn old_blocks(at: &At<'_>, blocks: &At<'_>, found: &mut Findings<'_>) -> Vec<Block> {
    let assembly = at.get("assembly");
    let nodes =
        assembly.as_ref().and_then(|assembly| assembly.get("vertex").or_else(|| assembly.get("node")));
    let nodes = nodes.as_ref().map(|nodes| table(nodes, found)).unwrap_or_default();
    let supports: HashMap<&str, bool> =
        nodes.iter().filter_map(|(key, node)| Some((*key, flag(node, "is_support", found)?))).collect();
    let is_support = |key: &str| supports.get(key).copied().unwrap_or(false);
    let listed = table(blocks, found);
    let read = |(key, mesh): (&str, At<'_>)| block_of(key, &mesh, is_support(key), found);
    listed.into_iter().filter_map(read).collect()
}

fn block_of(key: &str, mesh: &At<'_>, is_support: bool, found: &mut Findings<'_>) -> Option<Block> {
    let Some(vertices) = mesh.get("vertex") else { return missing(mesh, "vertex", found) };
    let Some(faces) = mesh.get("face") else { return missing(mesh, "face", found) };
    let defaults = mesh.get("default_vertex_attributes").or_else(|| mesh.get("dva"));
    let (vertices, faces) = (table(&vertices, found), table(&faces, found));
    let keys: HashMap<&str, usize> = vertices.iter().map(|(key, _)| *key).zip(0..).collect();
    let points: Vec<Option<Point3>> =
        vertices.iter().map(|(_, vertex)| point(vertex, defaults.as_ref(), found)).collect();
    let faces: Vec<Option<Vec<usize>>> = faces.iter().map(|(_, face)| corners(face, &keys, found)).collect();
    Some(Block {
        name: if key.is_empty() { "block".into() } else { key.to_owned() },
        is_support,
        vertices: points.into_iter().collect::<Option<_>>()?,
        faces: faces.into_iter().collect::<Option<_>>()?,
        path: mesh.path.to_string(),
        span: mesh.caret(),
    })
}

/// `{ x, y, z }`; a coordinate that equals its default, 0 where the mesh tells none, may be left out.
fn point(at: &At<'_>, defaults: Option<&At<'_>>, found: &mut Findings<'_>) -> Option<Point3> {
    if !matches!(at.node.kind, Kind::Table(_)) {
        return wrong(at, "a table with x, y and z", found);
    }
    let read = |key: &str, found: &mut Findings<'_>| match at.get(key) {
        Some(value) => number(&value, found),
        None => match defaults.and_then(|defaults| defaults.get(key)) {
            Some(value) => number(&value, found),
            None => Some(Rational::zero()),
        },
    };
    let [x, y, z] = ["x", "y", "z"].map(|key| read(key, found));
    Some([x?, y?, z?])
}

/// The corners of a face: keys of vertices, as numbers or as strings.
fn corners(at: &At<'_>, keys: &HashMap<&str, usize>, found: &mut Findings<'_>) -> Option<Vec<usize>> {
    let Some(elements) = at.elements() else { return wrong(at, "a list of corners", found) };
    let mut face = Vec::new();
    for element in elements {
        let (Kind::Number(key) | Kind::Text(key)) = &element.node.kind else {
            return wrong(&element, "the key of a vertex", found);
        };
        let Some(vertex) = keys.get(key.as_str()) else {
            let message = format!("there is no vertex {}", shortened(key));
            found.fault("face-corner", &element, message, "name vertices of the same block");
            return None;
        };
        face.push(*vertex);
    }
    Some(face)
}

fn flag(at: &At<'_>, key: &str, found: &mut Findings<'_>) -> Option<bool> {
    let given = at.get(key)?;
    match given.node.kind {
        Kind::Flag(flag) => Some(flag),
        // What Python writes for nothing.
        Kind::Null => None,
        _ => wrong(&given, "true or false", found),
    }
}

/// The entries of what should be a table.
fn table<'c>(at: &'c At<'_>, found: &mut Findings<'_>) -> Vec<(&'c str, At<'c>)> {
    let Kind::Table(entries) = &at.node.kind else { return wrong(at, "a table", found) };
    entries.iter().map(|entry| (entry.key.as_str(), at.entry(entry))).collect()
}
