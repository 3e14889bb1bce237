//! Is a mesh the surface of a region?  Doubles, and fast: a million triangles are looked at in passing.

use super::mesh_shells;
use super::solid_validity::{edge_tally, shared_edges};
use super::space::shown_doubles;
use super::surface::{self, HalfEdge};
use super::{Mesh, SolidFault, SolidPlace};
use nalgebra::{Matrix3, Vector3};
use std::collections::HashMap;

/// Largest coordinate: fifth powers of it, and sums of them, stay within the doubles.
const FARTHEST: f64 = 1e50;

/// Part of the mesh's size below which the volume of a closed mesh is rounding.
const FLAT: f64 = 1e-14;

/// Part of the largest second moment that the rounding of a million sums stays well below.
const ROUNDING: f64 = 1e-9;

/// Part of the mesh's size within which two different vertices were probably meant to be one.
const NEAR: f64 = 1e-6;

impl Mesh {
    /// Everything that keeps it from bounding a region; empty for a good one.
    pub fn faults(&self) -> Vec<SolidFault> {
        if self.triangles.is_empty() {
            return SolidFault::without("mesh", "triangles");
        }
        let mut faults: Vec<_> = self.index_fault().into_iter().chain(self.coordinate_fault()).collect();
        if !faults.is_empty() {
            return faults;
        }
        let sides = surface::half_edges(self.triangles.iter());
        faults.extend(self.edge_faults(&sides));
        if faults.is_empty() {
            faults.extend(self.volume_fault());
        }
        if faults.is_empty() {
            faults.extend(mesh_shells::faults(self, &sides));
        }
        if faults.is_empty() {
            faults.extend(self.inertia_fault());
        }
        faults
    }

    /// What is accepted but probably not meant: triangles without area.
    pub fn notes(&self) -> Vec<SolidFault> {
        self.degenerate_note().into_iter().collect()
    }

    fn index_fault(&self) -> Option<SolidFault> {
        let beyond = |triangle: &&[u32; 3]| triangle.iter().any(|&k| k as usize >= self.vertices.len());
        let place = self.triangles.iter().position(|triangle| beyond(&triangle))?;
        let count = self.triangles.iter().filter(beyond).count();
        let message = format!(
            "{count} triangle(s) have corners beyond the {} vertices, first triangle {}: {:?}",
            self.vertices.len(),
            place + 1,
            self.triangles[place]
        );
        let help = "vertices are counted from 0";
        Some(SolidFault::new("vertex-index", SolidPlace::Triangle(place), message, help))
    }

    fn coordinate_fault(&self) -> Option<SolidFault> {
        let bad = |vertex: &&[f64; 3]| !vertex.iter().all(|x| x.abs() <= FARTHEST);
        let place = self.vertices.iter().position(|vertex| bad(&vertex))?;
        let count = self.vertices.iter().filter(bad).count();
        let at = shown_doubles(self.vertices[place]);
        let message = format!("{count} vertices are not numbers, or beyond {FARTHEST:e}; first {at}");
        let help = "export the mesh again, in metres";
        Some(SolidFault::new("not-finite", SolidPlace::Vertex(place), message, help))
    }

    fn edge_faults(&self, sides: &[HalfEdge]) -> Vec<SolidFault> {
        let found = surface::edge_faults(sides);
        let edge =
            |side: &HalfEdge| format!("the edge from {} to {}", self.shown(side.low), self.shown(side.high));
        let open_help = if found.open.count > 0 { self.open_help(sides) } else { String::new() };
        let mut faults = edge_tally("open-surface", &found.open, |side| {
            (format!("{} belongs to triangle {} alone", edge(side), side.face + 1), open_help.clone())
        });
        let helps = [
            "an edge joins two triangles: remove doubled faces, or export each solid by itself",
            "make the normals consistent in the program that made the mesh",
        ];
        faults.extend(shared_edges(&found, "triangles", edge, helps));
        faults
    }

    /// What to do about open edges: cracks between vertices that almost meet have another remedy than holes.
    fn open_help(&self, sides: &[HalfEdge]) -> String {
        let alone = surface::edges(sides).filter(|edge| edge.len() == 1).map(|edge| edge[0]);
        let mut rim: Vec<u32> = alone.flat_map(|side| [side.low, side.high]).collect();
        rim.sort_unstable();
        rim.dedup();
        match self.near_pairs(rim.into_iter()) {
            (0, _) => {
                "the triangles of a solid close: fill the hole in the program that made the mesh".into()
            }
            (count, distance) => format!(
                "{count} of these corners lie within {distance:e} of another: merge vertices by distance"
            ),
        }
    }

    /// How many of some vertices lie close to another of them, and what counts as close.
    ///
    /// Cells of that size are compared with their neighbours, by one vertex each: O(n), whatever the mesh.
    fn near_pairs(&self, vertices: impl Iterator<Item = u32>) -> (usize, f64) {
        let reach = NEAR * self.size();
        let mut cells: HashMap<[i64; 3], [f64; 3]> = HashMap::new();
        let mut count = 0;
        for vertex in vertices.filter_map(|k| self.vertices.get(k as usize)) {
            let cell = vertex.map(|x| (x / reach).floor() as i64);
            let close = |cell| cells.get(&cell).is_some_and(|other| is_near(vertex, other, reach));
            count += usize::from(neighbours(cell).any(close));
            cells.entry(cell).or_insert(*vertex);
        }
        (count, reach)
    }

    fn degenerate_note(&self) -> Option<SolidFault> {
        let flat =
            |triangle: &&[u32; 3]| self.normal(triangle).is_some_and(|normal| normal == Vector3::zeros());
        let place = self.triangles.iter().position(|triangle| flat(&triangle))?;
        let count = self.triangles.iter().filter(flat).count();
        let message = format!("{count} triangle(s) have no area, first triangle {}", place + 1);
        let help = "they enclose nothing and give no normal; clean the mesh if they are many";
        Some(SolidFault::new("degenerate-triangle", SolidPlace::Triangle(place), message, help))
    }

    fn volume_fault(&self) -> Option<SolidFault> {
        let volume = self.signed_volume();
        if volume.is_nan() || volume.abs() <= FLAT * self.size().powi(3) {
            let message = format!("the mesh has volume {volume:e}");
            let help = "give a mesh that encloses a region";
            return Some(SolidFault::new("zero-volume", SolidPlace::Whole, message, help));
        }
        (volume < 0.0).then(|| {
            let message = format!("the mesh is inside out: its volume is {volume}");
            let help = "turn its normals over in the program that made the mesh";
            SolidFault::new("inside-out", SolidPlace::Whole, message, help)
        })
    }

    /// A single shell may pass through itself, which is not looked for.  Where it then encloses much of a
    /// region with the wrong sign its moments are those of no body: `∫ r rᵀ` is not positive, by more than
    /// the rounding of its sums.
    fn inertia_fault(&self) -> Option<SolidFault> {
        let moments = self.moments()?;
        let inertia = Matrix3::from_fn(|row, column| moments.inertia[row][column].to_f64());
        let second = Matrix3::identity() * (inertia.trace() / 2.0) - inertia;
        let least = second.symmetric_eigenvalues().min();
        (least < -ROUNDING * second.trace().abs()).then(|| {
            let message = format!("a second moment of the mesh is {least:e}, which no body has");
            let help = "its surface passes through itself: join its parts in the program that made the mesh";
            SolidFault::new("self-intersection", SolidPlace::Whole, message, help)
        })
    }

    fn shown(&self, vertex: u32) -> String {
        self.vertices.get(vertex as usize).map(|at| shown_doubles(*at)).unwrap_or_default()
    }

    /// Twice the vector area of a triangle, outward; `None` if a corner does not exist.
    pub(super) fn normal(&self, triangle: &[u32; 3]) -> Option<Vector3<f64>> {
        let [a, b, c] = self.corners(triangle)?.map(Vector3::from);
        Some((b - a).cross(&(c - a)))
    }
}

fn neighbours([x, y, z]: [i64; 3]) -> impl Iterator<Item = [i64; 3]> {
    let shift = |k: i64, by: i64| k.saturating_add(by - 1);
    (0..27).map(move |k| [shift(x, k % 3), shift(y, k / 3 % 3), shift(z, k / 9)])
}

fn is_near(a: &[f64; 3], b: &[f64; 3], reach: f64) -> bool {
    (Vector3::from(*a) - Vector3::from(*b)).norm() <= reach
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tetrahedron() -> Mesh {
        let vertices = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        Mesh::new(vertices, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
    }

    fn with(change: impl Fn(&mut Mesh)) -> Vec<&'static str> {
        let mut mesh = tetrahedron();
        change(&mut mesh);
        let mut codes: Vec<_> = mesh.faults().iter().map(|fault| fault.code).collect();
        codes.dedup();
        codes
    }

    #[test]
    fn each_damage_to_a_tetrahedron_has_its_name() {
        assert_eq!(with(|_| ()), [""; 0]);
        assert_eq!(with(|mesh| mesh.triangles.clear()), ["too-few-faces"]);
        assert_eq!(with(|mesh| mesh.triangles[0][0] = 4), ["vertex-index"]);
        assert_eq!(with(|mesh| mesh.vertices[2][1] = f64::NAN), ["not-finite"]);
        assert_eq!(with(|mesh| mesh.vertices[2][1] = 1e60), ["not-finite"]);
        assert_eq!(with(|mesh| mesh.triangles.truncate(3)), ["open-surface"]);
        assert_eq!(with(|mesh| mesh.triangles.push([0, 2, 1])), ["crowded-edge"]);
        assert_eq!(with(|mesh| mesh.triangles[0].reverse()), ["inconsistent-faces"]);
        assert_eq!(with(|mesh| *mesh = mesh.turned_over()), ["inside-out"]);
        assert_eq!(with(|mesh| mesh.vertices[3][2] = 0.0), ["zero-volume"]);
    }

    #[test]
    fn open_edges_have_coordinates_and_a_count() {
        let grid: Vec<[u32; 3]> = (0..10).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
        let place = |k: u32| [f64::from(k), f64::from(k * k), f64::from(k % 7)];
        let faults = Mesh::new((0..30).map(place).collect(), grid).faults();
        assert_eq!(faults.len(), 6, "five edges and the rest");
        assert!(faults[0].message.contains("from [0, 0, 0] to [1, 1, 1]"), "{}", faults[0].message);
        assert!(faults[5].message.contains("30 in all"), "{}", faults[5].message);
    }

    #[test]
    fn a_crack_is_told_from_a_hole() {
        let mut torn = tetrahedron();
        torn.vertices.push([1e-9, 0.0, 0.0]);
        torn.triangles[0][0] = 4;
        let faults = torn.faults();
        assert!(faults[0].help.contains("merge vertices"), "{:?}", faults[0]);
        let mut open = tetrahedron();
        open.triangles.pop();
        assert!(open.faults()[0].help.contains("fill the hole"));
    }

    #[test]
    fn triangles_without_area_are_counted_and_accepted() {
        let mut mesh = tetrahedron();
        mesh.vertices.push([0.5, 0.0, 0.0]);
        // A collapsed triangle, and an edge cut in two with a flat triangle between.
        mesh.triangles.push([1, 1, 2]);
        mesh.triangles[1] = [0, 4, 3];
        mesh.triangles.push([4, 1, 3]);
        mesh.triangles.push([0, 1, 4]);
        assert_eq!(mesh.faults(), []);
        let notes = mesh.notes();
        assert_eq!((notes.len(), notes[0].code), (1, "degenerate-triangle"));
        assert!(notes[0].message.starts_with("2 triangle"), "{}", notes[0].message);
    }
}
