//! The interfaces that a file stores at the edges of its graph: polygons in which two blocks touch.
//!
//! `interfaces` of `compas_assembly` and `contacts` of `compas_dem` are lists, `interface` is one of them, each with
//! `points`; before, an edge had `interface_points` itself.  Forces and frames beside them are results of other
//! programs and are not taken.

use super::{inside, table, unknown, wrong};
use crate::assembly::Stored;
use crate::findings::Findings;
use crate::node::{At, Kind};
use crate::number::vector;
use std::collections::HashMap;
use stiction::shape::Point3;

/// Every interface at the edges of a graph, between the blocks of its nodes.
pub(super) fn of_graph(
    graph: &At<'_>,
    places: &HashMap<String, usize>,
    found: &mut Findings<'_>,
) -> Vec<Stored> {
    let mut stored = Vec::new();
    let Some(edges) = graph.get("edge").filter(|edges| edges.node.kind != Kind::Null) else { return stored };
    for (from, ends) in table(&edges, found) {
        for (to, edge) in table(&ends, found) {
            let polygons = of_edge(&edge, found);
            if polygons.is_empty() {
                continue;
            }
            match (places.get(from), places.get(to)) {
                (Some(&from), Some(&to)) if from != to => {
                    let entry = |points| Stored { between: [from.min(to), from.max(to)], points };
                    stored.extend(polygons.into_iter().map(entry));
                }
                (Some(_), None) => unknown(&edge, "node", to, found),
                _ => unknown(&edge, "node", from, found),
            }
        }
    }
    stored
}

/// The polygons of an edge.
fn of_edge(edge: &At<'_>, found: &mut Findings<'_>) -> Vec<Vec<Point3>> {
    let mut polygons = Vec::new();
    let is_there = |at: &At<'_>| at.node.kind != Kind::Null;
    for key in ["interfaces", "contacts"] {
        let Some(list) = edge.get(key).filter(is_there) else { continue };
        let Some(elements) = list.elements() else { return wrong(&list, "a list of interfaces", found) };
        for element in elements {
            polygons.extend(inside(&element, |held| corners(held, "points", found)));
        }
    }
    if let Some(one) = edge.get("interface").filter(is_there) {
        polygons.extend(inside(&one, |held| corners(held, "points", found)));
    }
    polygons.extend(corners(edge, "interface_points", found));
    polygons
}

/// The corners of a polygon, as lists or as points.
fn corners(at: &At<'_>, key: &str, found: &mut Findings<'_>) -> Option<Vec<Point3>> {
    let list = at.get(key).filter(|list| list.node.kind != Kind::Null)?;
    let Some(elements) = list.elements() else { return wrong(&list, "a list of points", found) };
    let read: Vec<Option<Point3>> =
        elements.map(|point| inside(&point, |point| vector(point, "[x, y, z]", found))).collect();
    let corners: Vec<Point3> = read.into_iter().collect::<Option<_>>()?;
    (!corners.is_empty()).then_some(corners)
}
