//! A solid with flat faces in doubles: its faces, its edges and its corners, with the exact data they come from.
//!
//! Neighbouring polygons of one plane are one face: what a mesh cuts into triangles is put together again.

use super::exact::{cross, difference, from_doubles, to_doubles};
use super::polygon;
use super::sites::Sites;
use crate::detect::broad::Bounds;
use nalgebra::{Vector2, Vector3};
use std::cell::OnceCell;
use std::collections::HashMap;
use stiction_geometry::shape::{Mesh, Point3, Polyhedron};

/// Sine of the angle below which two faces of a polyhedron are one; of a mesh, whose corners were rounded to the
/// single precision of its file.
const ONE_FACE: f64 = 1e-9;
const ONE_MESH_FACE: f64 = 1e-5;

/// Work up to which a solid is tried for being convex: corners times faces.
const MOST_CONVEXITY_TESTS: usize = 20_000_000;

/// A solid with flat faces.
#[derive(Debug, Clone)]
pub struct Flat<'a> {
    pub vertices: Vec<Vector3<f64>>,
    pub faces: Vec<Face>,
    pub edges: Vec<Edge>,
    /// For each corner, the far ends of the edges that leave it.
    pub leaving: Vec<Vec<usize>>,
    pub convex: bool,
    source: Source<'a>,
}

#[derive(Debug, Clone, Copy)]
enum Source<'a> {
    Polyhedron(&'a [Point3]),
    Mesh,
    HalfSpace { point: &'a Point3, normal: &'a Point3 },
}

/// A face: all neighbouring polygons of one plane.
#[derive(Debug, Clone)]
pub struct Face {
    /// Out of the solid.
    pub normal: Vector3<f64>,
    pub offset: f64,
    /// Two axes of the plane, counter-clockwise seen from outside.
    pub axes: [Vector3<f64>; 2],
    /// Convex polygons that make up the face, counter-clockwise seen from outside.
    pub pieces: Vec<Vec<usize>>,
    /// The edges around it, and whether the solid is convex there.
    pub border: Vec<([usize; 2], bool)>,
    /// Three corners that span the plane well.
    triple: [usize; 3],
    /// The normal in rationals, made when first asked for.
    exact: OnceCell<Point3>,
}

/// An edge between two faces.
#[derive(Debug, Clone)]
pub struct Edge {
    pub ends: [usize; 2],
    pub along: Vector3<f64>,
    pub length: f64,
    /// Directions from the edge into its two faces, and how far those reach.
    pub inward: [Vector3<f64>; 2],
    pub reach: [f64; 2],
    pub convex: bool,
}

impl Face {
    /// Height of a point above the plane.
    pub fn height(&self, point: &Vector3<f64>) -> f64 {
        self.normal.dot(point) - self.offset
    }

    /// The plane's coordinates of a point.
    pub fn flat(&self, point: &Vector3<f64>) -> Vector2<f64> {
        Vector2::new(self.axes[0].dot(point), self.axes[1].dot(point))
    }

    /// The point of the plane with these coordinates.
    pub fn raised(&self, place: &Vector2<f64>) -> Vector3<f64> {
        self.axes[0] * place.x + self.axes[1] * place.y + self.normal * self.offset
    }
}

impl<'a> Flat<'a> {
    pub fn of_polyhedron(polyhedron: &'a Polyhedron) -> Self {
        let vertices = polyhedron.vertices.iter().map(to_doubles).collect();
        let known = |face: &&Vec<usize>| face.iter().all(|&i| i < polyhedron.vertices.len());
        let polygons = polyhedron.faces.iter().filter(known).cloned().collect();
        Self::new(vertices, polygons, Source::Polyhedron(&polyhedron.vertices), ONE_FACE)
    }

    pub fn of_mesh(mesh: &Mesh) -> Flat<'static> {
        let (vertices, place) = welded(&mesh.vertices);
        let corner = |&i: &u32| place.get(i as usize).copied();
        let polygons = mesh.triangles.iter().filter_map(|t| t.iter().map(corner).collect()).collect();
        Flat::new(vertices, polygons, Source::Mesh, ONE_MESH_FACE)
    }

    /// The plane of a half-space beside a box that is `size` across around `middle`: one face without edges.
    pub fn of_half_space(point: &'a Point3, normal: &'a Point3, middle: Vector3<f64>, size: f64) -> Self {
        let outward = to_doubles(normal).normalize();
        let axes = axes_across(&outward);
        let foot = middle - outward * outward.dot(&(middle - to_doubles(point)));
        let corner = |x: f64, y: f64| foot + (axes[0] * x + axes[1] * y) * (2.0 * size);
        let vertices = vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
        let offset = outward.dot(&foot);
        let face = Face {
            normal: outward,
            offset,
            axes,
            pieces: vec![vec![0, 1, 2, 3]],
            border: Vec::new(),
            triple: [0, 1, 2],
            exact: OnceCell::new(),
        };
        Self {
            vertices,
            faces: vec![face],
            edges: Vec::new(),
            leaving: Vec::new(),
            convex: true,
            source: Source::HalfSpace { point, normal },
        }
    }

    /// Whether this is the plane of a half-space.
    pub fn is_half_space(&self) -> bool {
        matches!(self.source, Source::HalfSpace { .. })
    }

    /// A corner, exactly; a corner of a mesh is the double that its file gives.
    pub fn exact_vertex(&self, index: usize) -> Point3 {
        match self.source {
            Source::Polyhedron(vertices) => vertices[index].clone(),
            Source::Mesh | Source::HalfSpace { .. } => from_doubles(&self.vertices[index]),
        }
    }

    /// The normal out of a face, of any length, and whether it is rounded.
    pub fn exact_normal(&self, face: &Face) -> (Point3, bool) {
        match self.source {
            Source::HalfSpace { normal, .. } => (normal.clone(), false),
            Source::Mesh => (from_doubles(&face.normal), true),
            Source::Polyhedron(vertices) => {
                let [a, b, c] = face.triple.map(|i| &vertices[i]);
                let exact = face.exact.get_or_init(|| cross(&difference(b, a), &difference(c, a)));
                (exact.clone(), false)
            }
        }
    }

    /// A point of the plane of a face, exactly.
    pub fn exact_base(&self, face: &Face) -> Point3 {
        match self.source {
            Source::HalfSpace { point, .. } => point.clone(),
            _ => self.exact_vertex(face.triple[0]),
        }
    }

    /// The faces that may touch something.
    pub fn faces_near(&self, sites: &Sites) -> Vec<&Face> {
        let near = |face: &&Face| sites.reaches(face.pieces.iter().flatten().map(|&i| self.vertices[i]));
        self.faces.iter().filter(near).collect()
    }

    /// The convex edges that may touch something.
    pub fn edges_near(&self, sites: &Sites) -> Vec<&Edge> {
        let near = |edge: &&Edge| edge.convex && sites.reaches(edge.ends.iter().map(|&i| self.vertices[i]));
        self.edges.iter().filter(near).collect()
    }

    /// The corners that may touch something.
    pub fn corners_near(&self, sites: &Sites) -> Vec<usize> {
        let near =
            |&i: &usize| !self.leaving[i].is_empty() && sites.reaches(std::iter::once(self.vertices[i]));
        (0..self.leaving.len()).filter(near).collect()
    }

    /// The box around it.
    pub fn bounds(&self) -> Bounds {
        let low = |k: usize| self.vertices.iter().map(|v| v[k]).fold(f64::INFINITY, f64::min);
        let high = |k: usize| self.vertices.iter().map(|v| v[k]).fold(f64::NEG_INFINITY, f64::max);
        [[low(0), low(1), low(2)], [high(0), high(1), high(2)]]
    }

    fn new(
        vertices: Vec<Vector3<f64>>,
        polygons: Vec<Vec<usize>>,
        source: Source<'a>,
        one_face: f64,
    ) -> Self {
        let mut surface = Surface::new(&vertices, polygons);
        surface.turn_outwards();
        let links = surface.links(one_face);
        let faces = surface.faces(&links);
        let edges: Vec<Edge> =
            links.iter().filter(|link| !link.flat).map(|link| surface.edge(link)).collect();
        let mut leaving = vec![Vec::new(); vertices.len()];
        for &[a, b] in edges.iter().map(|edge| &edge.ends) {
            leaving[a].push(b);
            leaving[b].push(a);
        }
        let mut flat = Self { vertices, faces, edges, leaving, convex: false, source };
        flat.convex = flat.is_convex();
        flat
    }

    /// Whether no corner lies above a face; not tried on large solids, which are then taken as not convex.
    fn is_convex(&self) -> bool {
        let [low, high] = self.bounds().map(Vector3::from);
        let slack = ONE_FACE * (high - low).norm();
        let below = |face: &Face| self.vertices.iter().all(|vertex| face.height(vertex) <= slack);
        self.vertices.len() * self.faces.len() <= MOST_CONVEXITY_TESTS && self.faces.iter().all(below)
    }
}

/// Corners with equal coordinates made one, and where each corner went.
fn welded(corners: &[[f64; 3]]) -> (Vec<Vector3<f64>>, Vec<usize>) {
    let (mut vertices, mut known) = (Vec::new(), HashMap::new());
    let place = corners.iter().map(|corner| {
        let key = corner.map(|x| (x + 0.0).to_bits());
        *known.entry(key).or_insert_with(|| {
            vertices.push(Vector3::from(*corner));
            vertices.len() - 1
        })
    });
    let place = place.collect();
    (vertices, place)
}

/// Two unit vectors across a unit vector, so that `a × b` is that vector.
pub fn axes_across(normal: &Vector3<f64>) -> [Vector3<f64>; 2] {
    let least = normal.iamin();
    let mut axis = Vector3::zeros();
    axis[least] = 1.0;
    let first = normal.cross(&axis).normalize();
    [first, normal.cross(&first)]
}

/// Polygons of a closed surface while their neighbours are being found.
struct Surface<'v> {
    vertices: &'v [Vector3<f64>],
    polygons: Vec<Vec<usize>>,
    normals: Vec<Vector3<f64>>,
}

/// A side of two polygons.
struct Link {
    ends: [usize; 2],
    polygons: [usize; 2],
    flat: bool,
    convex: bool,
}

impl<'v> Surface<'v> {
    fn new(vertices: &'v [Vector3<f64>], mut polygons: Vec<Vec<usize>>) -> Self {
        for polygon in &mut polygons {
            polygon.dedup();
            if polygon.len() > 1 && polygon.first() == polygon.last() {
                polygon.pop();
            }
        }
        polygons.retain(|polygon| area_vector(vertices, polygon).norm() > 0.0);
        let normals = polygons.iter().map(|p| area_vector(vertices, p).normalize()).collect();
        Self { vertices, polygons, normals }
    }

    /// Turns every polygon over if the solid would have a negative volume.
    fn turn_outwards(&mut self) {
        let Some(base) = self.vertices.first() else { return };
        let cone = |polygon: &Vec<usize>| {
            area_vector(self.vertices, polygon).dot(&(self.vertices[polygon[0]] - base))
        };
        if self.polygons.iter().map(cone).sum::<f64>() < 0.0 {
            self.polygons.iter_mut().for_each(|polygon| polygon.reverse());
            self.normals.iter_mut().for_each(|normal| *normal = -*normal);
        }
    }

    /// The sides of the polygons, two by two; a side without a partner is its own.
    fn links(&self, one_face: f64) -> Vec<Link> {
        let count = self.polygons.iter().map(Vec::len).sum();
        let mut sides: HashMap<(usize, usize), usize> = HashMap::with_capacity(count);
        for (index, polygon) in self.polygons.iter().enumerate() {
            sides.extend(sides_of(polygon).map(|side| (side, index)));
        }
        let mut links = Vec::new();
        for (index, polygon) in self.polygons.iter().enumerate() {
            for (a, b) in sides_of(polygon) {
                let other = sides.get(&(b, a)).copied();
                if other.is_none_or(|_| a < b) {
                    links.push(self.link([a, b], [index, other.unwrap_or(index)], one_face));
                }
            }
        }
        links
    }

    fn link(&self, ends: [usize; 2], polygons: [usize; 2], one_face: f64) -> Link {
        let [own, other] = polygons.map(|index| self.normals[index]);
        let along = self.vertices[ends[1]] - self.vertices[ends[0]];
        let turn = own.cross(&other).dot(&along.normalize());
        let flat = polygons[0] != polygons[1] && turn.abs() <= one_face && own.dot(&other) > 0.0;
        Link { ends, polygons, flat, convex: turn > 0.0 || polygons[0] == polygons[1] }
    }

    fn edge(&self, link: &Link) -> Edge {
        let [a, b] = link.ends.map(|end| self.vertices[end]);
        let length = (b - a).norm();
        let along = (b - a) / length;
        let [own, other] = link.polygons.map(|index| self.normals[index]);
        let inward = [
            own.cross(&along),
            if link.polygons[0] == link.polygons[1] { own.cross(&along) } else { -other.cross(&along) },
        ];
        let reach = [0, 1].map(|k: usize| {
            let far = |&i: &usize| inward[k].dot(&(self.vertices[i] - a));
            self.polygons[link.polygons[k]].iter().map(far).fold(0.0, f64::max)
        });
        Edge { ends: link.ends, along, length, inward, reach, convex: link.convex }
    }

    /// Polygons joined over flat sides.
    fn faces(&self, links: &[Link]) -> Vec<Face> {
        let mut root: Vec<usize> = (0..self.polygons.len()).collect();
        for link in links.iter().filter(|link| link.flat) {
            let [a, b] = link.polygons.map(|index| find(&mut root, index));
            root[a.max(b)] = a.min(b);
        }
        let mut groups: Vec<(Vec<usize>, Vec<&Link>)> = Vec::new();
        // The first polygon of a group is its root: later ones find the group there.
        let mut place = vec![0; self.polygons.len()];
        for index in 0..self.polygons.len() {
            let first = find(&mut root, index);
            if first == index {
                place[index] = groups.len();
                groups.push((Vec::new(), Vec::new()));
            }
            groups[place[first]].0.push(index);
        }
        for link in links.iter().filter(|link| !link.flat) {
            let [own, other] = link.polygons.map(|index| place[find(&mut root, index)]);
            groups[own].1.push(link);
            if other != own {
                groups[other].1.push(link);
            }
        }
        groups.iter().map(|(polygons, border)| self.face(polygons, border)).collect()
    }

    fn face(&self, polygons: &[usize], border: &[&Link]) -> Face {
        let areas = polygons.iter().map(|&index| area_vector(self.vertices, &self.polygons[index]));
        let normal = areas.sum::<Vector3<f64>>().normalize();
        let axes = axes_across(&normal);
        let flat = |i: usize| Vector2::new(axes[0].dot(&self.vertices[i]), axes[1].dot(&self.vertices[i]));
        let pieces = self.pieces(polygons, border, flat);
        let corners: Vec<usize> = polygons.iter().flat_map(|&index| self.polygons[index].clone()).collect();
        let offset =
            corners.iter().map(|&i| normal.dot(&self.vertices[i])).sum::<f64>() / corners.len() as f64;
        let border = border.iter().map(|link| (link.ends, link.convex)).collect();
        let triple = self.triple(&self.polygons[polygons[0]]);
        Face { normal, offset, axes, pieces, border, triple, exact: OnceCell::new() }
    }

    /// Convex pieces of a face: its outline where that is one convex ring, otherwise joined triangles.
    fn pieces(
        &self,
        polygons: &[usize],
        border: &[&Link],
        flat: impl Fn(usize) -> Vector2<f64>,
    ) -> Vec<Vec<usize>> {
        let at = |ring: &[usize]| ring.iter().map(|&i| flat(i)).collect::<Vec<_>>();
        let outline = match polygons {
            [only] => Some(self.polygons[*only].clone()),
            several => self.outline(several, border),
        };
        if let Some(ring) = outline.filter(|ring| polygon::is_convex(&at(ring))) {
            return vec![polygon::real_corners(&at(&ring)).into_iter().map(|i| ring[i]).collect()];
        }
        let triangles = polygons.iter().flat_map(|&index| {
            let ring = &self.polygons[index];
            let cut = polygon::triangles(&at(ring));
            cut.into_iter()
                .map(|triangle| triangle.into_iter().map(|i| ring[i]).collect())
                .collect::<Vec<Vec<usize>>>()
        });
        polygon::joined(triangles.collect(), flat)
    }

    /// The border as one ring, or `None` if there are several or it passes a corner twice.
    fn outline(&self, polygons: &[usize], border: &[&Link]) -> Option<Vec<usize>> {
        let own = |link: &&&Link| polygons.contains(&link.polygons[0]);
        let forwards = border.iter().filter(own).map(|link| (link.ends[0], link.ends[1]));
        let backwards = border.iter().filter(|link| !own(link)).map(|link| (link.ends[1], link.ends[0]));
        let next: HashMap<usize, usize> = forwards.chain(backwards).collect();
        let start = *next.keys().min()?;
        let mut ring = vec![start];
        while let Some(&corner) =
            ring.last().and_then(|last| next.get(last)).filter(|corner| **corner != start)
        {
            if ring.len() > next.len() {
                return None;
            }
            ring.push(corner);
        }
        (ring.len() == border.len()).then_some(ring)
    }

    /// Three corners of a polygon that enclose a large triangle, as it is walked.
    fn triple(&self, polygon: &[usize]) -> [usize; 3] {
        let a = polygon[0];
        let area = |b: usize, c: usize| {
            let [a, b, c] = [a, b, c].map(|i| self.vertices[i]);
            (b - a).cross(&(c - a))
        };
        let normal = area_vector(self.vertices, polygon);
        // A few dozen corners are enough of a polygon with thousands.
        let stride = polygon.len() / 32 + 1;
        let some = |from: usize| (from..polygon.len()).step_by(stride);
        let pairs = some(1).flat_map(|i| some(i + 1).map(move |j| (i, j)));
        let best = pairs
            .map(|(i, j)| (polygon[i], polygon[j]))
            .max_by(|x, y| area(x.0, x.1).dot(&normal).total_cmp(&area(y.0, y.1).dot(&normal)));
        best.map_or([a; 3], |(b, c)| [a, b, c])
    }
}

fn sides_of(polygon: &[usize]) -> impl Iterator<Item = (usize, usize)> + '_ {
    polygon.iter().zip(polygon.iter().cycle().skip(1)).map(|(a, b)| (*a, *b))
}

/// Twice the area of a polygon along its normal.
fn area_vector(vertices: &[Vector3<f64>], polygon: &[usize]) -> Vector3<f64> {
    let Some(&base) = polygon.first() else { return Vector3::zeros() };
    let from_base = |i: usize| vertices[i] - vertices[base];
    polygon.windows(2).map(|pair| from_base(pair[0]).cross(&from_base(pair[1]))).sum()
}

fn find(root: &mut [usize], mut index: usize) -> usize {
    while root[index] != index {
        root[index] = root[root[index]];
        index = root[index];
    }
    index
}
