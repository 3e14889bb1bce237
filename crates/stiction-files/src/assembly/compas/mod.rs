//! Assemblies of the COMPAS framework, as its packages write them in JSON.
//!
//! Since version 1 an object is `{ "dtype", "data" }` (earlier `"value"`), and each form may also stand without its
//! type.
//!
//! - An assembly (`compas_assembly`, `compas_cra`) has a graph, each node of which has a `block`, a mesh, and each
//!   edge of which may have `interfaces`: polygons in which two blocks touch.  Its own network may stand alone.
//! - Before, it was `{ "assembly": { "vertex" | "node", "edge" }, "blocks": { key: mesh } }`, with `interface_points`
//!   at its edges.
//! - A model (`compas_dem`) has `elements`, each with a mesh as its `shape` or `geometry`, and a graph whose nodes
//!   name them and whose edges have `contacts`; a problem has a model.
//! - A plain list of meshes has blocks and nothing else.

mod interface;
mod mesh;

use super::{Block, Stored};
use crate::findings::{Findings, shortened};
use crate::node::{At, Kind, Node};
use crate::number::number;
use mesh::{MeshOf, block_of};
use std::collections::HashMap;
use stiction_proof::Rational;

/// What a file holds: blocks, and the interfaces that it stores between them.
#[derive(Default)]
pub(crate) struct CompasFile {
    pub blocks: Vec<Block>,
    pub stored: Vec<Stored>,
}

/// How deep a mesh may be wrapped: `{ dtype, value: { datatype, data } }` in lists of lists.
const WRAPPED: usize = 6;

/// Whether a tree is an assembly: by its type, by its tables, or as a list of meshes.
pub(crate) fn is_assembly(root: &Node) -> bool {
    let at = At::root(root);
    let has = |key: &str| at.get(key).is_some();
    if has("stiction") {
        return false;
    }
    let typed = ["dtype", "datatype"].iter().any(|key| {
        at.get(key).is_some_and(|dtype| matches!(&dtype.node.kind, Kind::Text(text) if text.starts_with("compas") || text.ends_with("Assembly")))
    });
    let networked = at.get("node").is_some_and(|nodes| {
        let Kind::Table(entries) = &nodes.node.kind else { return false };
        entries.iter().any(|entry| nodes.entry(entry).get("block").is_some())
    });
    typed || networked || has("blocks") || has("graph") || is_list_of_meshes(&at, WRAPPED)
}

fn is_list_of_meshes(at: &At<'_>, depth: usize) -> bool {
    let Some(mut elements) = at.elements() else { return false };
    elements.next().is_some_and(|first| is_mesh(&first) || depth > 0 && is_list_of_meshes(&first, depth - 1))
}

/// Whether this is a mesh, wrapped or not.
fn is_mesh(at: &At<'_>) -> bool {
    unwrapped(at, WRAPPED, &mut |mesh| mesh.get("vertex").is_some() && mesh.get("face").is_some())
}

/// What the file holds, in its order.
pub(crate) fn read(root: &Node, found: &mut Findings<'_>) -> CompasFile {
    object(&At::root(root), WRAPPED, found)
}

fn object(at: &At<'_>, depth: usize, found: &mut Findings<'_>) -> CompasFile {
    let has = |key: &str| at.get(key).is_some();
    if matches!(at.node.kind, Kind::List(_)) {
        let mut blocks = Vec::new();
        list_of_meshes(at, WRAPPED, &mut blocks, found);
        return CompasFile { blocks, stored: Vec::new() };
    }
    if let Some(blocks) = at.get("blocks") {
        return with_blocks(at, &blocks, found);
    }
    if let Some(elements) = at.get("elements") {
        return model(at, &elements, found);
    }
    if let Some(graph) = at.get("graph") {
        return inside(&graph, |graph| network(graph, found));
    }
    if has("node") {
        return network(at, found);
    }
    if has("vertex") && has("face") {
        let block = block_of("0", at, MeshOf::default(), found);
        return CompasFile { blocks: block.into_iter().collect(), stored: Vec::new() };
    }
    match ["model", "data", "value"].iter().find_map(|key| at.get(key)) {
        Some(held) if depth > 0 => object(&held, depth - 1, found),
        _ => missing(at, "graph", found),
    }
}

/// What an object holds, whatever its version calls it.
fn inside<T>(at: &At<'_>, then: impl FnOnce(&At<'_>) -> T) -> T {
    match at.get("data").or_else(|| at.get("value")) {
        Some(held) => then(&held),
        None => then(at),
    }
}

/// The mesh in its wrappings.
fn unwrapped<T>(at: &At<'_>, depth: usize, then: &mut dyn FnMut(&At<'_>) -> T) -> T {
    match at.get("data").or_else(|| at.get("value")) {
        Some(held) if depth > 0 && at.get("vertex").is_none() => unwrapped(&held, depth - 1, then),
        _ => then(at),
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

fn list_of_meshes(at: &At<'_>, depth: usize, blocks: &mut Vec<Block>, found: &mut Findings<'_>) {
    let Some(elements) = at.elements() else { return wrong(at, "a list of meshes", found) };
    for element in elements {
        if matches!(element.node.kind, Kind::List(_)) && depth > 0 {
            list_of_meshes(&element, depth - 1, blocks, found);
        } else {
            let name = blocks.len().to_string();
            let read = &mut |mesh: &At<'_>| block_of(&name, mesh, MeshOf::default(), found);
            blocks.extend(unwrapped(&element, WRAPPED, read));
        }
    }
}

/// A graph whose nodes have blocks.
fn network(graph: &At<'_>, found: &mut Findings<'_>) -> CompasFile {
    let Some(nodes) = graph.get("node") else { return missing(graph, "node", found) };
    let defaults = graph.get("default_node_attributes").or_else(|| graph.get("dna"));
    let supported = defaults.is_some_and(|defaults| flag(&defaults, "is_support", found) == Some(true));
    let mut blocks = Vec::new();
    let mut places = HashMap::new();
    for (key, node) in table(&nodes, found) {
        match node.get("block") {
            None => without_mesh(&node, found),
            Some(block) => {
                let is_support = flag(&node, "is_support", found).unwrap_or(supported);
                places.insert(key.to_owned(), blocks.len());
                let of = MeshOf { is_support, ..MeshOf::default() };
                blocks.extend(unwrapped(&block, WRAPPED, &mut |mesh| block_of(key, mesh, of.clone(), found)));
            }
        }
    }
    let stored = interface::of_graph(graph, &places, found);
    CompasFile { blocks, stored }
}

/// Blocks by their keys, beside the graph of the assembly; or a list of them.
fn with_blocks(at: &At<'_>, blocks: &At<'_>, found: &mut Findings<'_>) -> CompasFile {
    if matches!(blocks.node.kind, Kind::List(_)) {
        let mut read = Vec::new();
        list_of_meshes(blocks, WRAPPED, &mut read, found);
        return CompasFile { blocks: read, stored: Vec::new() };
    }
    let assembly = at.get("assembly");
    let nodes =
        assembly.as_ref().and_then(|assembly| assembly.get("vertex").or_else(|| assembly.get("node")));
    let nodes = nodes.as_ref().map(|nodes| table(nodes, found)).unwrap_or_default();
    let supports: HashMap<&str, bool> =
        nodes.iter().filter_map(|(key, node)| Some((*key, flag(node, "is_support", found)?))).collect();
    let is_support = |key: &str| supports.get(key).copied().unwrap_or(false);
    let mut places = HashMap::new();
    let mut read = Vec::new();
    for (key, mesh) in table(blocks, found) {
        places.insert(key.to_owned(), read.len());
        let of = MeshOf { is_support: is_support(key), ..MeshOf::default() };
        read.extend(unwrapped(&mesh, WRAPPED, &mut |mesh| block_of(key, mesh, of.clone(), found)));
    }
    let stored = assembly.map(|assembly| interface::of_graph(&assembly, &places, found)).unwrap_or_default();
    CompasFile { blocks: read, stored }
}

/// A model: elements by their ids, and a graph whose nodes name them.
fn model(at: &At<'_>, elements: &At<'_>, found: &mut Findings<'_>) -> CompasFile {
    let densities = densities(at, found);
    let names = node_names(at, found);
    let mut blocks = Vec::new();
    let mut places = HashMap::new();
    let listed: Vec<(String, At<'_>)> = match elements.elements() {
        Some(list) => list.map(|element| (text(&element, "guid").unwrap_or_default(), element)).collect(),
        None => table(elements, found).into_iter().map(|(key, element)| (key.to_owned(), element)).collect(),
    };
    for (guid, element) in &listed {
        let name = names.get(guid).cloned().unwrap_or_else(|| blocks.len().to_string());
        places.insert(name.clone(), blocks.len());
        blocks.extend(inside(element, |held| block_of_element(&name, held, &densities, found)));
    }
    let stored =
        at.get("graph").map(|graph| inside(&graph, |graph| interface::of_graph(graph, &places, found)));
    CompasFile { blocks, stored: stored.unwrap_or_default() }
}

fn block_of_element(
    name: &str,
    held: &At<'_>,
    densities: &HashMap<String, Rational>,
    found: &mut Findings<'_>,
) -> Option<Block> {
    let Some(mesh) = held.get("shape").or_else(|| held.get("geometry")) else {
        without_mesh(held, found);
        return None;
    };
    let is_support = flag(held, "is_support", found).unwrap_or(false);
    let density = text(held, "material").and_then(|material| densities.get(&material).cloned());
    let turned = held.get("transformation").filter(|given| given.node.kind != Kind::Null);
    let of = MeshOf { is_support, density, matrix: turned.and_then(|given| mesh::matrix(&given, found)) };
    unwrapped(&mesh, WRAPPED, &mut |mesh| block_of(name, mesh, of.clone(), found))
}

/// The densities of a model's materials, by their ids.
fn densities(at: &At<'_>, found: &mut Findings<'_>) -> HashMap<String, Rational> {
    let Some(materials) = at.get("materials") else { return HashMap::new() };
    let Kind::Table(entries) = &materials.node.kind else { return HashMap::new() };
    let mut densities = HashMap::new();
    for entry in entries {
        let density = inside(&materials.entry(entry), |held| {
            held.get("density")
                .filter(|given| given.node.kind != Kind::Null)
                .and_then(|given| number(&given, found))
        });
        if let Some(density) = density.filter(Rational::is_positive) {
            densities.insert(entry.key.clone(), density);
        }
    }
    densities
}

/// The key of the node that names each element.
fn node_names(at: &At<'_>, found: &mut Findings<'_>) -> HashMap<String, String> {
    let Some(graph) = at.get("graph") else { return HashMap::new() };
    inside(&graph, |graph| {
        let Some(nodes) = graph.get("node") else { return HashMap::new() };
        let named = table(&nodes, found);
        named.iter().filter_map(|(key, node)| Some((text(node, "element")?, (*key).to_owned()))).collect()
    })
}

/// The text under a key, where it is one.
fn text(at: &At<'_>, key: &str) -> Option<String> {
    match &at.get(key)?.node.kind {
        Kind::Text(text) => Some(text.clone()),
        _ => None,
    }
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

/// A fault of a key that names nothing in the file.
fn unknown(at: &At<'_>, what: &str, key: &str, found: &mut Findings<'_>) {
    let message = format!("there is no {what} {}", shortened(key));
    found.fault("compas", at, message, "write the assembly again with compas.json_dump");
}
