//! The mesh of a block: `vertex: { key: { x, y, z } }` and `face: { key: [vertex keys] }`; what equals a default may
//! be left out.

use super::{flag, missing, table, wrong};
use crate::assembly::Block;
use crate::findings::{Findings, shortened};
use crate::node::{At, Kind};
use crate::number::{number, vector};
use std::collections::HashMap;
use stiction::shape::Point3;
use stiction_proof::Rational;

/// What is said of a block beside its mesh.
#[derive(Debug, Clone, Default)]
pub(super) struct MeshOf {
    pub is_support: bool,
    pub density: Option<Rational>,
    /// Where its mesh is put, by rows.
    pub matrix: Option<[[Rational; 4]; 3]>,
}

pub(super) fn block_of(key: &str, mesh: &At<'_>, of: MeshOf, found: &mut Findings<'_>) -> Option<Block> {
    let Some(vertices) = mesh.get("vertex") else { return missing(mesh, "vertex", found) };
    let Some(faces) = mesh.get("face") else { return missing(mesh, "face", found) };
    let defaults = mesh.get("default_vertex_attributes").or_else(|| mesh.get("dva"));
    let said = mesh.get("attributes").and_then(|attributes| flag(&attributes, "is_support", found));
    let (vertices, faces) = (table(&vertices, found), table(&faces, found));
    let keys: HashMap<&str, usize> = vertices.iter().map(|(key, _)| *key).zip(0..).collect();
    let points: Vec<Option<Point3>> =
        vertices.iter().map(|(_, vertex)| point(vertex, defaults.as_ref(), found)).collect();
    let faces: Vec<Option<Vec<usize>>> = faces.iter().map(|(_, face)| corners(face, &keys, found)).collect();
    let points = points.into_iter().collect::<Option<Vec<_>>>()?;
    Some(Block {
        name: if key.is_empty() { "block".into() } else { key.to_owned() },
        is_support: of.is_support || said == Some(true),
        density: of.density,
        vertices: match &of.matrix {
            Some(matrix) => points.iter().map(|point| moved(matrix, point)).collect(),
            None => points,
        },
        faces: faces.into_iter().collect::<Option<_>>()?,
        path: mesh.path.to_string(),
        span: mesh.caret(),
    })
}

fn moved(matrix: &[[Rational; 4]; 3], point: &Point3) -> Point3 {
    matrix.each_ref().map(|row| {
        let turned: Rational = row[..3].iter().zip(point).map(|(entry, x)| entry * x).sum();
        &turned + &row[3]
    })
}

/// The rows of `{ dtype, data: { matrix } }`.
pub(super) fn matrix(at: &At<'_>, found: &mut Findings<'_>) -> Option<[[Rational; 4]; 3]> {
    super::inside(at, |held| {
        let Some(given) = held.get("matrix") else { return missing(held, "matrix", found) };
        let Some(rows) = given.elements() else { return wrong(&given, "a matrix by rows", found) };
        let rows: Vec<Option<[Rational; 4]>> =
            rows.take(3).map(|row| vector(&row, "[a, b, c, d]", found)).collect();
        let rows: Option<Vec<[Rational; 4]>> = rows.into_iter().collect();
        rows.and_then(|rows| rows.try_into().ok())
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
