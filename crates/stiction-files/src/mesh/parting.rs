//! Shells that touch along edges, told apart.
//!
//! About an edge at which four or more triangles meet, each triangle has its inside on one side: after it, counted
//! counter-clockwise about the edge, or before it.  Where these alternate, the material lies in wedges, each from a
//! triangle with its inside after it to the next one, and the two triangles of a wedge belong to one shell.  Two that
//! lie on each other, the one closing a wedge and the other opening the next, are taken in that order.  Where they do
//! not alternate nothing is told apart, and the edge stays a fault.

use std::collections::HashMap;
use std::f64::consts::TAU;
use stiction::double::{cross, dot, minus};
use stiction::shape::Mesh;

/// Angle within which triangles lie on each other, rad: corners that were made one are off by 1e-9 of the size at most,
/// and beside shorter triangles than a thousandth of it nothing is told apart that way.
const TOGETHER: f64 = 1e-6;

/// The mesh with a set of corners for each shell, and the number of edges at which shells were told apart; none where
/// there is no such edge.
pub(super) fn parted(mesh: &Mesh) -> Option<(Mesh, usize)> {
    let mut edges: HashMap<[u32; 2], Vec<(usize, bool)>> = HashMap::with_capacity(mesh.triangles.len() * 2);
    for (index, triangle) in mesh.triangles.iter().enumerate() {
        for k in 0..3 {
            let (from, to) = (triangle[k], triangle[(k + 1) % 3]);
            edges.entry([from.min(to), from.max(to)]).or_default().push((index, from < to));
        }
    }
    if edges.values().all(|sides| sides.len() < 4) {
        return None;
    }
    let mut shells = Shells((0..mesh.triangles.len()).collect());
    let mut count = 0;
    for (edge, sides) in &edges {
        match (sides.as_slice(), wedges(mesh, *edge, sides)) {
            (&[(one, _), (other, _)], _) => shells.join(one, other),
            (_, Some(pairs)) => {
                count += 1;
                pairs.into_iter().for_each(|[one, other]| shells.join(one, other));
            }
            _ => {}
        }
    }
    (count > 0).then(|| (shells.apart(mesh), count))
}

/// The pairs of triangles with material between them, about an edge of at least four.
fn wedges(mesh: &Mesh, [low, high]: [u32; 2], sides: &[(usize, bool)]) -> Option<Vec<[usize; 2]>> {
    if sides.len() < 4 || sides.len() % 2 == 1 {
        return None;
    }
    let place = |k: u32| mesh.vertices.get(k as usize).copied();
    let (from, to) = (place(low)?, place(high)?);
    let along = minus(&to, &from);
    let third = |triangle: usize| {
        let corner = mesh.triangles[triangle].into_iter().find(|k| *k != low && *k != high)?;
        Some(minus(&place(corner)?, &from))
    };
    // A triangle that walks from the lesser to the greater corner has its inside before it.
    let first = sides.iter().find(|(_, rising)| !rising)?;
    let across = third(first.0)?;
    let up = cross(&along, &across);
    let square = cross(&up, &along);
    let length = dot(&along, &along).sqrt();
    let mut turns: Vec<(f64, usize, bool)> = Vec::with_capacity(sides.len());
    for &(triangle, rising) in sides {
        let way = third(triangle)?;
        let angle = (dot(&way, &up) * length).atan2(dot(&way, &square)).rem_euclid(TAU);
        // What closes a wedge comes before what opens the next at the same place.
        let key = match rising {
            true if angle < TOGETHER => angle + TAU - TOGETHER,
            true => angle - TOGETHER,
            false if angle > TAU - TOGETHER => angle - TAU,
            false => angle,
        };
        turns.push((key, triangle, rising));
    }
    turns.sort_by(|a, b| a.0.total_cmp(&b.0));
    turns
        .chunks(2)
        .map(|pair| match *pair {
            [(_, one, false), (_, other, true)] => Some([one, other]),
            _ => None,
        })
        .collect()
}

/// For each triangle another one of its shell, or itself.
struct Shells(Vec<usize>);

impl Shells {
    fn root(&mut self, mut at: usize) -> usize {
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one.max(other)] = one.min(other);
    }

    /// The mesh with corners of its own for each shell.
    fn apart(mut self, mesh: &Mesh) -> Mesh {
        let mut known: HashMap<(usize, u32), u32> = HashMap::with_capacity(mesh.vertices.len());
        let mut vertices = Vec::with_capacity(mesh.vertices.len());
        let mut triangles = Vec::with_capacity(mesh.triangles.len());
        for (index, triangle) in mesh.triangles.iter().enumerate() {
            let shell = self.root(index);
            let mut own = |corner: u32| match mesh.vertices.get(corner as usize) {
                Some(vertex) => *known.entry((shell, corner)).or_insert_with(|| {
                    vertices.push(*vertex);
                    (vertices.len() - 1) as u32
                }),
                // A corner that does not exist stays one.
                None => u32::MAX,
            };
            triangles.push(triangle.map(&mut own));
        }
        Mesh::new(vertices, triangles)
    }
}
