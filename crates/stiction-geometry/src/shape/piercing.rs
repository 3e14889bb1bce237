//! Does an edge of a polyhedron pass through one of its faces?  Exact.
//!
//! Edges and faces are swept along x, so that only those whose boxes overlap are compared.  An edge that only
//! touches a face is let be: solids may touch themselves.

use super::polyhedron::{Location, Wall};
use super::solid::box_of;
use super::space::{difference, scaled, sum, to_doubles};
use super::surface::edges;
use super::{Point3, Polyhedron};

/// An edge, by its vertices, that passes through a face.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piercing {
    /// The edge.
    pub edge: [usize; 2],
    /// The face.
    pub face: usize,
}

/// An edge or a face with its box.
struct Item {
    bounds: [[f64; 3]; 2],
    what: What,
}

#[derive(Clone, Copy)]
enum What {
    Edge([usize; 2]),
    Face(usize),
}

impl Item {
    fn overlaps(&self, other: &Self) -> bool {
        let ([low, high], [other_low, other_high]) = (self.bounds, other.bounds);
        (0..3).all(|k| low[k] <= other_high[k] && other_low[k] <= high[k])
    }
}

/// The first edges that pass through faces, at most `most`.
pub fn piercings(polyhedron: &Polyhedron, most: usize) -> Vec<Piercing> {
    let mut items = items(polyhedron);
    items.sort_by(|a, b| a.bounds[0][0].total_cmp(&b.bounds[0][0]));
    let walls: Vec<Option<Wall>> =
        (0..polyhedron.faces.len()).map(|face| Wall::new(polyhedron, face)).collect();
    let (mut active, mut found): (Vec<&Item>, Vec<Piercing>) = (Vec::new(), Vec::new());
    for item in &items {
        active.retain(|other| other.bounds[1][0] >= item.bounds[0][0]);
        for other in active.iter().filter(|other| other.overlaps(item)) {
            let (edge, face) = match (item.what, other.what) {
                (What::Edge(edge), What::Face(face)) | (What::Face(face), What::Edge(edge)) => (edge, face),
                _ => continue,
            };
            let own = edge.iter().any(|end| polyhedron.faces[face].contains(end));
            if !own && walls[face].as_ref().is_some_and(|wall| passes(polyhedron, edge, wall)) {
                found.push(Piercing { edge, face });
            }
            if found.len() == most {
                return found;
            }
        }
        active.push(item);
    }
    found
}

fn items(polyhedron: &Polyhedron) -> Vec<Item> {
    let sides = polyhedron.half_edges();
    let ends = edges(&sides).map(|edge| [edge[0].low as usize, edge[0].high as usize]);
    let edge = |ends: [usize; 2]| {
        let corners = ends.iter().filter_map(|&end| polyhedron.vertices.get(end)).map(to_doubles);
        Some(Item { bounds: box_of(corners)?, what: What::Edge(ends) })
    };
    let face = |face: usize| {
        let bounds = box_of(polyhedron.corners(face).map(to_doubles))?;
        Some(Item { bounds, what: What::Face(face) })
    };
    ends.filter_map(edge).chain((0..polyhedron.faces.len()).filter_map(face)).collect()
}

/// Whether the ends lie on different sides of the face and the line between them meets it inside.
fn passes(polyhedron: &Polyhedron, edge: [usize; 2], wall: &Wall) -> bool {
    let [from, to]: [&Point3; 2] = edge.map(|end| &polyhedron.vertices[end]);
    let (below, above) = (wall.height(from), wall.height(to));
    if !(&below * &above).is_negative() {
        return false;
    }
    let Some(t) = below.checked_div(&(&below - &above)) else { return false };
    wall.side(&sum(from, &scaled(&difference(to, from), &t))) == Location::Inside
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::testing::point3 as point;

    #[test]
    fn a_spike_through_the_far_side_is_seen_and_one_that_stops_short_is_not() {
        // A block with a pit from above; the bottom of the pit is one vertex at depth `z`.
        let pit = |z: i64| {
            let corners = |z: i64| [(0, 0), (4, 0), (4, 4), (0, 4)].map(|(x, y)| point(x, y, z));
            let mut vertices: Vec<Point3> = corners(0).into_iter().chain(corners(4)).collect();
            vertices.push(point(2, 2, z));
            let mut faces = vec![vec![3, 2, 1, 0]];
            for k in 0..4 {
                let next = (k + 1) % 4;
                faces.push(vec![k, next, next + 4, k + 4]);
                faces.push(vec![k + 4, next + 4, 8]);
            }
            Polyhedron { vertices, faces }
        };
        assert_eq!(piercings(&pit(1), 9), []);
        assert_eq!(piercings(&pit(0), 9), [], "touching is not passing");
        let through = piercings(&pit(-1), 9);
        assert_eq!(through.len(), 4);
        assert!(through.iter().all(|piercing| piercing.face == 0 && piercing.edge[1] == 8));
        assert_eq!(pit(-1).faults()[0].code, "self-intersection");
        assert_eq!(piercings(&Polyhedron::cuboid(&point(0, 0, 0), &point(2, 2, 2)), 9), []);
    }
}
