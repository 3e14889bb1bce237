//! Is a solid a region of space?  Every fault at once, each with its place, measure and remedy.

use super::crossing::crossings;
use super::cuboid::Cuboid;
use super::outline::ring_edges;
use super::piercing::{Piercing, piercings};
use super::polyhedron::Wall;
use super::space::{is_zero, length, shown};
use super::surface::{self, EdgeFaults, HalfEdge, MOST_NAMED, Tally};
use super::{Point3, Polyhedron, Solid};
use std::collections::HashSet;
use stiction_proof::Rational;

/// Where in a solid a fault is.  Everything is counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SolidPlace {
    /// The solid as a whole.
    Whole,
    /// The size of a box along an axis.
    Size(usize),
    /// The radius of a sphere or cylinder.
    Radius,
    /// The height of a cylinder.
    Height,
    /// The axis of a cylinder.
    Axis,
    /// The normal of a half-space.
    Normal,
    /// A vertex of a polyhedron or mesh.
    Vertex(usize),
    /// A face of a polyhedron.
    Face(usize),
    /// A corner of a face.
    Corner {
        /// Which face.
        face: usize,
        /// Which corner of it.
        corner: usize,
    },
    /// The edge between two vertices of a polyhedron or mesh.
    Edge([usize; 2]),
    /// A triangle of a mesh.
    Triangle(usize),
}

/// Why a solid is no region of space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolidFault {
    /// The rule, in kebab-case.
    pub code: &'static str,
    /// Which part of the solid is meant.
    pub place: SolidPlace,
    /// What is wrong, with the measured value.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl SolidFault {
    pub(super) fn new(
        code: &'static str,
        place: SolidPlace,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self { code, place, message: message.into(), help: help.into() }
    }

    /// That of a solid without a surface.
    pub(super) fn without(what: &str, faces: &str) -> Vec<Self> {
        let message = format!("the {what} has no {faces}");
        let help = format!("a {what} has at least 4 {faces}");
        vec![SolidFault::new("too-few-faces", SolidPlace::Whole, message, help)]
    }
}

impl Solid {
    /// Everything that keeps this solid from being a region of space; empty for a good one.
    ///
    /// ```
    /// use stiction_geometry::shape::Solid;
    /// let corner = |x: i64, y: i64, z: i64| [x.into(), y.into(), z.into()];
    /// let corners = vec![corner(0, 0, 0), corner(1, 0, 0), corner(0, 1, 0), corner(0, 0, 1)];
    /// let open = Solid::polyhedron(corners, vec![vec![0, 2, 1], vec![0, 1, 3], vec![1, 2, 3]]);
    /// assert!(open.faults().iter().all(|fault| fault.code == "open-surface"));
    /// ```
    pub fn faults(&self) -> Vec<SolidFault> {
        match self {
            Self::Polyhedron(polyhedron) => polyhedron.faults(),
            Self::Sphere { radius, .. } => radius_fault("sphere", radius).into_iter().collect(),
            Self::Cylinder { axis, radius, height, .. } => cylinder_faults(axis, radius, height),
            Self::HalfSpace { normal, .. } => half_space_fault(normal).into_iter().collect(),
            Self::Mesh(mesh) => mesh.faults(),
        }
    }

    /// What is accepted but probably not meant: triangles of a mesh without area.
    pub fn notes(&self) -> Vec<SolidFault> {
        if let Self::Mesh(mesh) = self { mesh.notes() } else { Vec::new() }
    }

    /// What is wrong with the size of a box, one fault for each axis.
    pub fn cuboid_faults(size: &Point3) -> Vec<SolidFault> {
        let fault = |axis: usize| {
            let message = format!("the box has size {} along {}", size[axis], ["x", "y", "z"][axis]);
            SolidFault::new("size", SolidPlace::Size(axis), message, "a size is greater than zero")
        };
        (0..3).filter(|&axis| !size[axis].is_positive()).map(fault).collect()
    }
}

fn radius_fault(name: &str, radius: &Rational) -> Option<SolidFault> {
    let message = || format!("the {name} has radius {radius}");
    let fault = || SolidFault::new("radius", SolidPlace::Radius, message(), "a radius is greater than zero");
    (!radius.is_positive()).then(fault)
}

fn cylinder_faults(axis: &Point3, radius: &Rational, height: &Rational) -> Vec<SolidFault> {
    let mut faults: Vec<_> = radius_fault("cylinder", radius).into_iter().collect();
    if !height.is_positive() {
        let message = format!("the cylinder has height {height}");
        faults.push(SolidFault::new("height", SolidPlace::Height, message, "a height is greater than zero"));
    }
    if is_zero(axis) {
        let help = "give the direction of the axis, e.g. [0, 0, 1]";
        faults.push(SolidFault::new("zero-axis", SolidPlace::Axis, "the cylinder's axis has length 0", help));
    }
    faults
}

fn half_space_fault(normal: &Point3) -> Option<SolidFault> {
    is_zero(normal).then(|| {
        let help = "give the direction out of the solid, e.g. [0, 0, 1]";
        SolidFault::new("zero-normal", SolidPlace::Normal, "the half-space's normal has length 0", help)
    })
}

impl Polyhedron {
    /// Everything that keeps it from being a region of space; empty for a good one.  Exact.
    pub fn faults(&self) -> Vec<SolidFault> {
        if Cuboid::of(self).is_some() { Vec::new() } else { self.faults_of_surface() }
    }

    /// The same without knowing that a box is good.
    pub(super) fn faults_of_surface(&self) -> Vec<SolidFault> {
        if self.faces.is_empty() {
            return SolidFault::without("polyhedron", "faces");
        }
        let mut faults: Vec<_> = (0..self.faces.len()).flat_map(|face| self.corner_faults(face)).collect();
        if faults.is_empty() {
            faults.extend((0..self.faces.len()).flat_map(|face| self.plane_faults(face)));
            faults.extend(self.edge_faults());
        }
        if faults.is_empty() {
            faults.extend(self.volume_fault());
            faults.extend(piercings(self, MOST_NAMED).iter().map(|piercing| self.piercing_fault(piercing)));
        }
        faults
    }

    fn piercing_fault(&self, piercing: &Piercing) -> SolidFault {
        let [from, to] = piercing.edge.map(|end| self.shown(end));
        let message = format!("the edge from {from} to {to} passes through face {}", piercing.face + 1);
        let help = "the surface of a solid does not pass through itself";
        SolidFault::new("self-intersection", SolidPlace::Edge(piercing.edge), message, help)
    }

    /// A face by itself: enough corners, all of them there, none twice.
    fn corner_faults(&self, face: usize) -> Vec<SolidFault> {
        let corners = &self.faces[face];
        if corners.len() < 3 {
            let message = format!("face {} has {} corner(s)", face + 1, corners.len());
            let help = "a face has at least 3 corners";
            return vec![SolidFault::new("too-few-corners", SolidPlace::Face(face), message, help)];
        }
        let mut seen = HashSet::new();
        (0..corners.len()).filter_map(|corner| self.corner_fault(face, corner, &mut seen)).collect()
    }

    /// A corner that does not exist, or whose place the face has already passed.
    fn corner_fault<'p>(
        &'p self,
        face: usize,
        corner: usize,
        seen: &mut HashSet<&'p Point3>,
    ) -> Option<SolidFault> {
        let (vertex, place) = (self.faces[face][corner], SolidPlace::Corner { face, corner });
        let name = format!("corner {} of face {}", corner + 1, face + 1);
        let Some(here) = self.vertices.get(vertex) else {
            let message = format!("{name} is vertex {vertex} of {}", self.vertices.len());
            let help = format!("vertices are counted from 0 to {}", self.vertices.len().saturating_sub(1));
            return Some(SolidFault::new("vertex-index", place, message, help));
        };
        (!seen.insert(here)).then(|| {
            let message = format!("{name} repeats {}, a corner it already has", shown(here));
            let help = "a face closes by itself and passes each corner once; cut a face with a hole in two";
            SolidFault::new("repeated-corner", place, message, help)
        })
    }

    /// A face by itself: flat, with an area, not crossing itself.
    fn plane_faults(&self, face: usize) -> Option<SolidFault> {
        let place = SolidPlace::Face(face);
        let Some(wall) = Wall::new(self, face) else {
            let message = format!("face {} has area 0", face + 1);
            return Some(SolidFault::new(
                "zero-area",
                place,
                message,
                "leave it out, or list its corners in order round it",
            ));
        };
        if let Some(off) = self.corners(face).map(|corner| wall.height(corner)).find(|h| !h.is_zero()) {
            let distance = off.to_f64().abs() / length(&wall.normal);
            let message = format!("face {} is not flat: a corner is {distance:e} off its plane", face + 1);
            let help = "move the corner, or cut the face into triangles";
            return Some(SolidFault::new("non-planar-face", place, message, help));
        }
        let pieces = [ring_edges(&wall.ring)];
        let crossed = crossings(&pieces, 1.0, 1);
        crossed.first().map(|[a, b]| {
            let message = format!("side {} of face {} meets its side {}", b.piece + 1, face + 1, a.piece + 1);
            let help = "list the corners of a face in order round it";
            SolidFault::new("self-intersection", place, message, help)
        })
    }

    fn edge_faults(&self) -> Vec<SolidFault> {
        let found = surface::edge_faults(&self.half_edges());
        let edge = |side: &HalfEdge| {
            let ends = [side.low as usize, side.high as usize];
            format!("edge {}–{} from {} to {}", ends[0], ends[1], self.shown(ends[0]), self.shown(ends[1]))
        };
        let mut faults = edge_tally("open-surface", &found.open, |side| {
            let help = match self.twin(side) {
                Some([a, b]) => format!("vertices {a} and {b} are the same point: use one of them"),
                None => "the faces of a solid close: add the face beyond this edge".into(),
            };
            (format!("{} belongs to face {} alone", edge(side), side.face + 1), help)
        });
        let helps = [
            "an edge joins two faces; give solids that touch there vertices of their own",
            "list the corners of every face counter-clockwise seen from outside",
        ];
        faults.extend(shared_edges(&found, "faces", edge, helps));
        faults
    }

    /// Another vertex at the same place as an end of an open edge.
    fn twin(&self, side: &HalfEdge) -> Option<[usize; 2]> {
        [side.low as usize, side.high as usize].into_iter().find_map(|end| {
            let same = |other: &usize| *other != end && self.vertices[*other] == self.vertices[end];
            (0..self.vertices.len()).find(same).map(|other| [end, other])
        })
    }

    fn volume_fault(&self) -> Option<SolidFault> {
        let volume = self.six_volumes(&(0..self.faces.len()).collect::<Vec<_>>()) * Rational::new(1, 6);
        if volume.is_zero() {
            let help = "give faces that enclose a region";
            return Some(SolidFault::new("zero-volume", SolidPlace::Whole, "the solid has volume 0", help));
        }
        volume.is_negative().then(|| {
            let message = format!("the solid is inside out: its volume is {}", volume.to_f64());
            let help = "list the corners of every face counter-clockwise seen from outside";
            SolidFault::new("inside-out", SolidPlace::Whole, message, help)
        })
    }

    fn shown(&self, vertex: usize) -> String {
        self.vertices.get(vertex).map(shown).unwrap_or_default()
    }
}

/// The edges of which more is wrong than that they are open: crowded ones, and those that clash, each with its help.
pub(super) fn shared_edges(
    found: &EdgeFaults,
    faces: &str,
    edge: impl Fn(&HalfEdge) -> String,
    [crowded, clashing]: [&str; 2],
) -> Vec<SolidFault> {
    let mut faults = edge_tally("crowded-edge", &found.crowded, |side| {
        (format!("{} belongs to more than two {faces}", edge(side)), crowded.into())
    });
    faults.extend(edge_tally("inconsistent-faces", &found.clashing, |side| {
        (format!("{} is walked the same way by both its {faces}", edge(side)), clashing.into())
    }));
    faults
}

/// The first edges of a tally as faults, and the number of the others.
pub(super) fn edge_tally(
    code: &'static str,
    tally: &Tally,
    tell: impl Fn(&HalfEdge) -> (String, String),
) -> Vec<SolidFault> {
    let one = |side: &HalfEdge| {
        let (message, help) = tell(side);
        SolidFault::new(code, SolidPlace::Edge([side.low as usize, side.high as usize]), message, help)
    };
    let mut faults: Vec<_> = tally.first.iter().map(one).collect();
    let beyond = tally.count - tally.first.len();
    if beyond > 0 {
        let message = format!("and {beyond} more such edges, {} in all", tally.count);
        faults.push(SolidFault::new(code, SolidPlace::Whole, message, "correct those above first"));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: i64, y: i64, z: i64) -> Point3 {
        [x.into(), y.into(), z.into()]
    }

    fn cube() -> Polyhedron {
        Polyhedron::cuboid(&point(0, 0, 0), &point(2, 2, 2))
    }

    fn codes(polyhedron: &Polyhedron) -> Vec<&'static str> {
        let mut codes: Vec<_> = polyhedron.faults().iter().map(|fault| fault.code).collect();
        codes.dedup();
        codes
    }

    fn with(change: impl Fn(&mut Polyhedron)) -> Vec<&'static str> {
        let mut cube = cube();
        change(&mut cube);
        codes(&cube)
    }

    #[test]
    fn each_damage_to_a_cube_has_its_name() {
        assert_eq!(with(|_| ()), [""; 0]);
        assert_eq!(with(|cube| cube.faces.clear()), ["too-few-faces"]);
        assert_eq!(with(|cube| cube.faces[1][2] = 8), ["vertex-index"]);
        assert_eq!(with(|cube| cube.faces[1].truncate(2)), ["too-few-corners"]);
        assert_eq!(with(|cube| cube.faces[1][2] = cube.faces[1][0]), ["repeated-corner"]);
        assert_eq!(with(|cube| cube.faces[1].push(4)), ["repeated-corner"]);
        assert_eq!(with(|cube| cube.faces[1].swap(0, 1))[0], "zero-area", "a bow tie of two equal halves");
        let lopsided = |cube: &mut Polyhedron| {
            cube.vertices[7][1] = 2.into();
            cube.faces[1].swap(0, 1);
        };
        assert!(with(lopsided).contains(&"self-intersection"));
        assert_eq!(with(|cube| cube.faces[2].reverse()), ["inconsistent-faces"]);
        assert_eq!(with(|cube| cube.faces.iter_mut().for_each(|face| face.reverse())), ["inside-out"]);
        assert_eq!(with(|cube| cube.faces.truncate(5)), ["open-surface"]);
        assert_eq!(with(|cube| cube.faces.push(cube.faces[0].clone())), ["crowded-edge"]);
    }

    #[test]
    fn a_corner_off_its_plane_by_one_part_in_a_googol_is_seen() {
        let tiny: Rational = "1e-100".parse().unwrap();
        let mut bent = cube();
        bent.vertices[7][0] += tiny;
        assert_eq!(codes(&bent), ["non-planar-face"]);
        assert_eq!(bent.faults().len(), 1, "the corner stays in the two planes along x");
        assert!(bent.faults()[0].message.contains("e-101"), "{}", bent.faults()[0].message);
    }

    #[test]
    fn open_edges_are_named_by_their_corners() {
        let mut open = cube();
        open.faces.truncate(5);
        let faults = open.faults();
        assert_eq!(faults.len(), 4);
        assert_eq!(faults[0].place, SolidPlace::Edge([1, 3]));
        assert!(faults[0].message.contains("from [-1, -1, 1] to [-1, 1, 1]"), "{}", faults[0].message);
    }

    #[test]
    fn doubled_vertices_are_told_to_be_one() {
        let mut torn = cube();
        torn.vertices.push(torn.vertices[0].clone());
        torn.faces[0][0] = 8;
        assert!(torn.faults().iter().any(|fault| fault.help.contains("same point")), "{:?}", torn.faults());
    }

    #[test]
    fn a_flat_solid_has_no_volume() {
        let corners = vec![point(0, 0, 0), point(1, 0, 0), point(1, 1, 0), point(0, 1, 0)];
        let flat = Polyhedron {
            vertices: corners,
            faces: vec![vec![0, 1, 2], vec![2, 3, 0], vec![1, 0, 3], vec![3, 2, 1]],
        };
        assert_eq!(codes(&flat), ["zero-volume"]);
    }

    #[test]
    fn numbers_of_round_solids_are_positive() {
        let origin = || point(0, 0, 0);
        let codes = |solid: Solid| solid.faults().iter().map(|fault| fault.code).collect::<Vec<_>>();
        assert_eq!(codes(Solid::sphere(origin(), 0.into())), ["radius"]);
        assert_eq!(
            codes(Solid::cylinder(origin(), origin(), (-1).into(), 0.into())),
            ["radius", "height", "zero-axis"]
        );
        assert_eq!(codes(Solid::half_space(origin(), origin())), ["zero-normal"]);
        assert_eq!(Solid::cuboid_faults(&point(1, 0, -2)).len(), 2);
        assert!(!Solid::cuboid(origin(), point(1, 1, -2)).faults().is_empty());
    }
}
