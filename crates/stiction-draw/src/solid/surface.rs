//! The surfaces of bodies: faces to be painted, edges to be drawn.

use std::collections::BTreeMap;
use std::f64::consts::{PI, TAU};

use super::camera::Camera;
use super::decimate;
use super::figure::{SolidBody, SolidShape};
use super::vector::Vector3;

/// Sides of what is round, in a picture.
pub(crate) const ROUND: usize = 60;
/// Edges between faces that turn by less are not drawn: of flat faces, of meshes.
const FLAT_EDGE: f64 = 3.0 * PI / 180.0;
const MESH_EDGE: f64 = 30.0 * PI / 180.0;
/// Largest number of comparisons spent on finding out whether a surface is convex.
const PATIENCE: usize = 4_000_000;

/// How finely surfaces are made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fineness {
    /// Sides of what is round.
    pub sides: usize,
    /// Most faces of one body.
    pub most: usize,
}

/// What a surface is made of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    /// Flat faces, which can be hatched.
    Flat,
    /// Many small faces that stand for a curved one.
    Smooth,
    /// A ball, whose silhouette is a circle.
    Ball { centre: Vector3, radius: f64 },
    /// The plate of a half-space; its first face is the surface.
    Plate,
}

/// The surface of one body.
#[derive(Debug, Clone)]
pub(crate) struct Surface {
    /// Index of the body in the panel.
    pub body: usize,
    pub kind: Kind,
    pub vertices: Vec<Vector3>,
    pub faces: Vec<Face>,
    pub edges: Vec<Edge>,
    /// Whether no face of it covers another.
    pub convex: bool,
    /// Whether it has an inside, so that faces turned away are never seen.
    pub closed: bool,
    /// How many triangles it had before it was simplified; 0 when it was not.
    pub simplified: usize,
}

/// A flat face, its rings by their corners.
#[derive(Debug, Clone)]
pub(crate) struct Face {
    pub rings: Vec<Vec<usize>>,
    pub normal: Vector3,
}

/// An edge between one face and, usually, another.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Edge {
    pub ends: [usize; 2],
    pub faces: [Option<usize>; 2],
    /// Whether the surface bends sharply here.
    pub sharp: bool,
}

/// How much light falls on a face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tone {
    Lit,
    Half,
    Shade,
}

impl Tone {
    /// Least cosine between the normal and the light of what is lit, and of what is half lit.
    pub const LIT: f64 = 0.62;
    pub const HALF: f64 = 0.2;

    pub fn of(cosine: f64) -> Tone {
        match cosine {
            _ if cosine > Tone::LIT => Tone::Lit,
            _ if cosine > Tone::HALF => Tone::Half,
            _ => Tone::Shade,
        }
    }
}

/// A piece of a face, in space.
#[derive(Debug, Clone)]
pub(crate) struct Facet {
    pub rings: Vec<Vec<Vector3>>,
    pub normal: Vector3,
    /// The plane is where `normal · p` is this.
    pub offset: f64,
    /// Index of the surface, and of the face in it.
    pub surface: usize,
    pub face: usize,
    pub tone: Tone,
}

impl Surface {
    /// The surface of a body that is not a half-space; `light` tells where the bands of a ball should lie.
    pub fn of(
        body: usize,
        shown: &SolidBody,
        light: Vector3,
        Fineness { sides, most }: Fineness,
    ) -> Option<Surface> {
        let (vertices, rings, kind) = match shown.shape.as_ref()? {
            SolidShape::Faces { vertices, faces } => {
                let rings = faces.iter().map(|face| {
                    let holes = face.holes.iter().filter(|hole| hole.len() >= 3).cloned();
                    std::iter::once(face.outer.clone()).chain(holes).collect()
                });
                (vertices.iter().map(|&vertex| vertex.into()).collect(), rings.collect(), Kind::Flat)
            }
            SolidShape::Mesh { vertices, triangles } => {
                let rings = triangles.iter().map(|corners| vec![corners.map(|c| c as usize).to_vec()]);
                (vertices.iter().map(|&vertex| vertex.into()).collect(), rings.collect(), Kind::Smooth)
            }
            SolidShape::Sphere { center, radius } => ball((*center).into(), *radius, light, sides),
            SolidShape::Cylinder { center, axis, radius, height } => {
                cylinder((*center).into(), Vector3::from(*axis).unit()?, *radius, *height, sides)
            }
            SolidShape::HalfSpace { .. } => return None,
        };
        let given = rings.len();
        if given > most {
            let (vertices, rings) = decimate::simplified(&vertices, &rings, most);
            let surface = Surface::new(body, Kind::Smooth, vertices, rings);
            return Some(Surface { simplified: given, ..surface });
        }
        Some(Surface::new(body, kind, vertices, rings))
    }

    /// From corners and faces; corners at the same place are taken for one.
    pub fn new(body: usize, kind: Kind, vertices: Vec<Vector3>, rings: Vec<Vec<Vec<usize>>>) -> Surface {
        let (vertices, rings) = welded(vertices, rings);
        let face = |rings: Vec<Vec<usize>>| {
            let corners = rings.first()?.iter().map(|&corner| vertices[corner]);
            Some(Face { normal: normal(&corners.collect::<Vec<_>>())?, rings })
        };
        let faces: Vec<Face> = rings.into_iter().filter_map(face).collect();
        let mut surface = Surface {
            body,
            kind,
            vertices,
            faces,
            edges: Vec::new(),
            convex: false,
            closed: false,
            simplified: 0,
        };
        surface.join();
        surface.turn_outwards();
        surface.convex = surface.is_convex();
        surface
    }

    /// Finds the edges, and whether the surface is closed.
    fn join(&mut self) {
        let mut found: BTreeMap<[usize; 2], Vec<usize>> = BTreeMap::new();
        for (index, face) in self.faces.iter().enumerate() {
            for (&from, &to) in
                face.rings.iter().flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)))
            {
                found.entry([from.min(to), from.max(to)]).or_default().push(index);
            }
        }
        let limit = match self.kind {
            Kind::Flat | Kind::Plate => FLAT_EDGE.cos(),
            Kind::Smooth => MESH_EDGE.cos(),
            Kind::Ball { .. } => -2.0,
        };
        self.closed = found.values().all(|faces| faces.len() == 2);
        let edge = |(ends, faces): ([usize; 2], Vec<usize>)| {
            let bend = |pair: &[usize]| self.faces[pair[0]].normal.dot(self.faces[pair[1]].normal);
            let sharp = faces.len() != 2 || bend(&faces) < limit;
            Edge { ends, faces: [faces.first().copied(), faces.get(1).copied()], sharp }
        };
        self.edges = found.into_iter().map(edge).collect();
    }

    /// A closed surface encloses a positive volume when its faces look outwards.
    fn turn_outwards(&mut self) {
        let volume = |face: &Face| {
            let corner = |i: usize| self.vertices[face.rings[0][i]];
            let fan = (1..face.rings[0].len() - 1).map(|i| corner(0).dot(corner(i).cross(corner(i + 1))));
            fan.sum::<f64>()
        };
        if self.closed && self.faces.iter().map(volume).sum::<f64>() < 0.0 {
            for face in &mut self.faces {
                face.normal = -face.normal;
                face.rings.iter_mut().for_each(|ring| ring.reverse());
            }
        }
    }

    fn is_convex(&self) -> bool {
        if matches!(self.kind, Kind::Ball { .. }) {
            return self.closed;
        }
        let behind = |face: &Face| {
            let start = self.vertices[face.rings[0][0]];
            self.vertices.iter().all(|&vertex| (vertex - start).dot(face.normal) < 1e-9)
        };
        let whole = self.closed && self.faces.iter().all(|face| face.rings.len() == 1);
        whole && self.faces.len() * self.vertices.len() <= PATIENCE && self.faces.iter().all(behind)
    }

    /// The faces that are turned to the viewer.
    pub fn facets(&self, camera: &Camera, surface: usize) -> Vec<Facet> {
        if self.is_seen_from_behind(camera) {
            return Vec::new();
        }
        let facet = |(index, face): (usize, &Face)| {
            let slope = face.normal.dot(camera.toward);
            let seen = slope > 1e-7 || (!self.closed && slope < -1e-7);
            let normal = if slope > 0.0 { face.normal } else { -face.normal };
            let place = |ring: &Vec<usize>| ring.iter().map(|&corner| self.vertices[corner]).collect();
            let rings: Vec<Vec<Vector3>> = face.rings.iter().map(place).collect();
            let tone = Tone::of(normal.dot(camera.light()));
            seen.then(|| Facet { offset: normal.dot(rings[0][0]), rings, normal, surface, face: index, tone })
        };
        let facets = self.faces.iter().enumerate().filter_map(facet);
        if self.kind != Kind::Smooth || !self.closed {
            return facets.collect();
        }
        let brightness = self.brightness(camera.light());
        let values = |facet: &Facet| -> Vec<f64> {
            let face = &self.faces[facet.face];
            let own = face.normal.dot(camera.light());
            face.rings[0].iter().map(|&corner| brightness[corner].unwrap_or(own)).collect()
        };
        facets.flat_map(|facet| toned(&facet, &values(&facet))).collect()
    }

    /// The light on each corner, from the mean of the normals around it; `None` beside a sharp edge.
    fn brightness(&self, light: Vector3) -> Vec<Option<f64>> {
        let mut sums = vec![Some(Vector3::default()); self.vertices.len()];
        for face in &self.faces {
            for &corner in face.rings.iter().flatten() {
                sums[corner] = sums[corner].map(|sum| sum + face.normal);
            }
        }
        for edge in self.edges.iter().filter(|edge| edge.sharp) {
            edge.ends.into_iter().for_each(|end| sums[end] = None);
        }
        sums.into_iter().map(|sum| sum?.unit().map(|normal| normal.dot(light))).collect()
    }

    /// A plate that turns its back would hide the whole scene: only its border is drawn then.
    pub fn is_seen_from_behind(&self, camera: &Camera) -> bool {
        let back = |face: &Face| face.normal.dot(camera.toward) < 1e-3;
        self.kind == Kind::Plate && self.faces.first().is_some_and(back)
    }

    /// Whether an edge is drawn: a sharp one, or one where the surface turns away from the viewer.
    pub fn is_outline(&self, edge: &Edge, camera: &Camera) -> bool {
        edge.sharp || self.is_silhouette(edge, camera)
    }

    pub fn is_silhouette(&self, edge: &Edge, camera: &Camera) -> bool {
        // A ball has a rim of its own.
        if matches!(self.kind, Kind::Ball { .. }) {
            return false;
        }
        let front = |face: Option<usize>| face.map(|face| self.faces[face].normal.dot(camera.toward) > 0.0);
        front(edge.faces[0]) != front(edge.faces[1])
    }

    /// Whether no face beside the edge looks at the viewer.
    pub fn is_back(&self, edge: &Edge, camera: &Camera) -> bool {
        let front = |face: &usize| self.faces[*face].normal.dot(camera.toward) > 1e-9;
        self.closed && !edge.faces.iter().flatten().any(front)
    }

    /// The circle in which a ball turns away from the viewer.
    pub fn rim(&self, camera: &Camera) -> Option<Vec<Vector3>> {
        let Kind::Ball { centre, radius } = self.kind else { return None };
        Some(circle(centre, camera.right * radius, camera.up * radius, 96))
    }
}

/// A face of a curved surface, cut where its tone changes, given the light on each of its corners.
fn toned(facet: &Facet, values: &[f64]) -> Vec<Facet> {
    let bands = [(Tone::LIT, f64::INFINITY), (Tone::HALF, Tone::LIT), (f64::NEG_INFINITY, Tone::HALF)];
    let tones = [Tone::Lit, Tone::Half, Tone::Shade];
    let ring: Vec<(Vector3, f64)> = facet.rings[0].iter().copied().zip(values.iter().copied()).collect();
    let part = |(tone, (low, high)): (Tone, (f64, f64))| {
        let kept = above(above(ring.clone(), low, 1.0), -high, -1.0);
        let ring: Vec<Vector3> = kept.into_iter().map(|(point, _)| point).collect();
        (ring.len() >= 3).then(|| Facet { rings: vec![ring], tone, ..facet.clone() })
    };
    tones.into_iter().zip(bands).filter_map(part).collect()
}

/// The part of a polygon where its value, times a sign, is at least a limit.
fn above(ring: Vec<(Vector3, f64)>, limit: f64, sign: f64) -> Vec<(Vector3, f64)> {
    let height = |value: f64| value * sign - limit;
    if ring.iter().all(|&(_, value)| height(value) >= 0.0) {
        return ring;
    }
    let mut kept = Vec::new();
    for (&(here, value), &(next, after)) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        let (from, to) = (height(value), height(after));
        if from >= 0.0 {
            kept.push((here, value));
        }
        if (from > 0.0 && to < 0.0) || (from < 0.0 && to > 0.0) {
            let part = from / (from - to);
            kept.push((here + (next - here) * part, value + (after - value) * part));
        }
    }
    kept
}

/// A closed ring of points: from `centre + first` towards `centre + second` and around.
pub(crate) fn circle(centre: Vector3, first: Vector3, second: Vector3, count: usize) -> Vec<Vector3> {
    let place = |i: usize| {
        let (sin, cos) = (TAU * i as f64 / count as f64).sin_cos();
        centre + first * cos + second * sin
    };
    (0..=count).map(|i| place(i % count)).collect()
}

/// Newell's normal of a polygon that need not be convex; `None` when it has no area.
pub(crate) fn normal(corners: &[Vector3]) -> Option<Vector3> {
    let (first, rest) = corners.split_first()?;
    let crosses = rest.windows(2).map(|pair| (pair[0] - *first).cross(pair[1] - *first));
    crosses.fold(Vector3::default(), |sum, next| sum + next).unit()
}

type Mesh = (Vec<Vector3>, Vec<Vec<Vec<usize>>>, Kind);

/// A ball in bands about the light, so that tones end in circles.
fn ball(centre: Vector3, radius: f64, light: Vector3, sides: usize) -> Mesh {
    let bands = sides / 5 * 2;
    let [first, second] = light.across();
    let ring = |band: usize| {
        let (sin, cos) = (PI * band as f64 / bands as f64).sin_cos();
        let places =
            circle(centre + light * (radius * cos), first * (radius * sin), second * (radius * sin), sides);
        places.into_iter().take(sides)
    };
    let mut vertices = vec![centre + light * radius];
    (1..bands).for_each(|band| vertices.extend(ring(band)));
    vertices.push(centre - light * radius);
    let last = vertices.len() - 1;
    let at = |band: usize, i: usize| match band {
        0 => 0,
        _ if band == bands => last,
        _ => 1 + (band - 1) * sides + i % sides,
    };
    let quad = |band: usize, i: usize| {
        vec![vec![at(band, i), at(band + 1, i), at(band + 1, i + 1), at(band, i + 1)]]
    };
    let faces = (0..bands)
        .flat_map(|band| (0..sides).map(move |i| (band, i)))
        .map(|(band, i)| quad(band, i))
        .collect();
    (vertices, faces, Kind::Ball { centre, radius })
}

fn cylinder(centre: Vector3, axis: Vector3, radius: f64, height: f64, sides: usize) -> Mesh {
    let [first, second] = axis.across();
    let end = |side: f64| {
        circle(centre + axis * (side * height / 2.0), first * radius, second * radius, sides)
            .into_iter()
            .take(sides)
    };
    let vertices = end(-1.0).chain(end(1.0)).collect();
    let side = |i: usize| {
        let next = (i + 1) % sides;
        vec![vec![i, next, sides + next, sides + i]]
    };
    let mut faces: Vec<Vec<Vec<usize>>> = (0..sides).map(side).collect();
    faces.push(vec![(0..sides).rev().collect()]);
    faces.push(vec![(sides..2 * sides).collect()]);
    (vertices, faces, Kind::Smooth)
}

/// One index for corners at the same place; faces without an area left are dropped.
fn welded(vertices: Vec<Vector3>, rings: Vec<Vec<Vec<usize>>>) -> (Vec<Vector3>, Vec<Vec<Vec<usize>>>) {
    // The scene is one unit across: what is nearer than this is the same point but for rounding.
    let key = |v: Vector3| [v.x, v.y, v.z].map(|entry| (entry * 1e10).round() as i64);
    let mut places: BTreeMap<[i64; 3], usize> = BTreeMap::new();
    let mut kept = Vec::new();
    let mut place = |vertex: Vector3| {
        *places.entry(key(vertex)).or_insert_with(|| {
            kept.push(vertex);
            kept.len() - 1
        })
    };
    let names: Vec<usize> = vertices.into_iter().map(&mut place).collect();
    let ring = |ring: Vec<usize>| {
        let mut corners: Vec<usize> = ring.into_iter().map(|corner| names[corner]).collect();
        corners.dedup();
        while corners.len() > 1 && corners.first() == corners.last() {
            corners.pop();
        }
        corners
    };
    let face = |face: Vec<Vec<usize>>| {
        let rings: Vec<Vec<usize>> = face.into_iter().map(ring).collect();
        let outer = rings.first().is_some_and(|ring| ring.len() >= 3);
        outer.then(|| rings.into_iter().filter(|ring| ring.len() >= 3).collect::<Vec<_>>())
    };
    let faces = rings.into_iter().filter_map(face).collect();
    (kept, faces)
}

#[cfg(test)]
mod tests {
    use super::super::vector::Z;
    use super::*;

    fn surface(shape: SolidShape) -> Surface {
        let body = SolidBody { shape: Some(shape), ..SolidBody::default() };
        Surface::of(0, &body, Z, Fineness { sides: ROUND, most: 5000 }).unwrap()
    }

    #[test]
    fn boxes_balls_and_cylinders_are_closed_and_convex() {
        let sphere = SolidShape::Sphere { center: [0.1; 3], radius: 0.3 };
        let can = SolidShape::Cylinder { center: [0.0; 3], axis: [1.0, 2.0, 0.0], radius: 0.2, height: 0.5 };
        for shape in [SolidShape::cuboid([0.0; 3], [1.0; 3]), sphere, can] {
            let surface = surface(shape);
            assert!(surface.closed && surface.convex);
        }
    }

    #[test]
    fn an_inside_out_box_is_turned_and_an_l_is_not_convex() {
        let SolidShape::Faces { vertices, mut faces } = SolidShape::cuboid([0.0; 3], [1.0; 3]) else {
            panic!()
        };
        faces.iter_mut().for_each(|face| face.outer.reverse());
        assert!(surface(SolidShape::Faces { vertices, faces }).convex);
        let ell = [[0.0, 0.0], [1.0, 0.0], [1.0, 0.3], [0.3, 0.3], [0.3, 1.0], [0.0, 1.0]];
        let ell = surface(SolidShape::prism(&ell, 0.0, 0.4));
        assert!(ell.closed && !ell.convex);
        assert_eq!(ell.edges.iter().filter(|edge| edge.sharp).count(), 18);
    }

    #[test]
    fn triangles_without_shared_corners_are_joined() {
        let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
        let vertices = faces.iter().flatten().map(|&i: &usize| corners[i]).collect();
        let triangles = (0..4).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let surface = surface(SolidShape::Mesh { vertices, triangles });
        assert!(surface.closed && surface.vertices.len() == 4);
    }
}
