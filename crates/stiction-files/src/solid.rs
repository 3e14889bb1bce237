//! `shape` of a body in space: box, sphere, cylinder, polyhedron, half-space, mesh.

use crate::files::Files;
use crate::findings::Findings;
use crate::keys::{BOX, CYLINDER, HALF_SPACE, POLYHEDRON, SOLID, SPHERE};
use crate::mesh_shape;
use crate::node::At;
use crate::number::{known_keys, list, number, positive, required, shown, vector};
use crate::outline::{descend, with};
use stiction::shape::{Point3, Solid, SolidFault, SolidPlace};
use stiction_proof::Rational;

const POINT: &str = "[x, y, z]";

/// Reads a shape and checks that it bounds a region.
pub(crate) fn read(at: &At<'_>, files: &dyn Files, found: &mut Findings<'_>) -> Option<Solid> {
    known_keys(at, SOLID, found)?;
    let kinds: Vec<&str> = SOLID.iter().copied().filter(|kind| at.get(kind).is_some()).collect();
    let [kind] = kinds[..] else {
        let help = format!("give exactly one of {}", SOLID.join(", "));
        found.fault("shape-kind", at, format!("the shape has {} kinds", kinds.len()), help);
        return None;
    };
    let given = at.get(kind)?;
    let solid = match kind {
        "box" => cuboid(&given, found),
        "sphere" => sphere(&given, found),
        "cylinder" => cylinder(&given, found),
        "polyhedron" => polyhedron(&given, found),
        "half_space" => half_space(&given, found),
        // A mesh is judged as it is taken.
        _ => {
            let solid = mesh_shape::read(&given, files, found)?;
            solid.notes().iter().for_each(|fault| note(&given, fault, true, found));
            return Some(solid);
        }
    }?;
    check(&given, &solid, found).then_some(solid)
}

fn point_or(at: &At<'_>, key: &str, default: [i64; 3], found: &mut Findings<'_>) -> Option<Point3> {
    match at.get(key) {
        None => Some(default.map(Rational::from)),
        Some(point) => vector(&point, POINT, found),
    }
}

fn cuboid(at: &At<'_>, found: &mut Findings<'_>) -> Option<Solid> {
    known_keys(at, BOX, found)?;
    let center = point_or(at, "center", [0; 3], found);
    let given = required(at, "size", "give the lengths of its edges, e.g. size = [1, 1, 1]", found);
    let size: Option<Point3> = given.as_ref().and_then(|size| vector(size, POINT, found));
    let size = size?;
    let faults = Solid::cuboid_faults(&size);
    faults.iter().for_each(|fault| note(at, fault, false, found));
    if !faults.is_empty() {
        return None;
    }
    Some(Solid::cuboid(center?, size))
}

fn radius(at: &At<'_>, found: &mut Findings<'_>) -> Option<Rational> {
    let radius = required(at, "radius", "give the radius, e.g. radius = 1", found)?;
    positive(&radius, "radius", found)
}

fn sphere(at: &At<'_>, found: &mut Findings<'_>) -> Option<Solid> {
    known_keys(at, SPHERE, found)?;
    let (center, radius) = (point_or(at, "center", [0; 3], found), radius(at, found));
    Some(Solid::sphere(center?, radius?))
}

fn cylinder(at: &At<'_>, found: &mut Findings<'_>) -> Option<Solid> {
    known_keys(at, CYLINDER, found)?;
    let (center, axis) = (point_or(at, "center", [0; 3], found), point_or(at, "axis", [0, 0, 1], found));
    let radius = radius(at, found);
    let height = required(at, "height", "give the height along the axis, e.g. height = 1", found)
        .and_then(|height| positive(&height, "height", found));
    Some(Solid::cylinder(center?, axis?, radius?, height?))
}

fn half_space(at: &At<'_>, found: &mut Findings<'_>) -> Option<Solid> {
    known_keys(at, HALF_SPACE, found)?;
    let point = required(at, "point", "give a point of the plane, e.g. [0, 0, 0]", found)
        .and_then(|point| vector::<Point3>(&point, POINT, found));
    let normal = required(at, "normal", "give the direction out of the solid, e.g. [0, 0, 1]", found)
        .and_then(|normal| vector::<Point3>(&normal, POINT, found));
    Some(Solid::half_space(point?, normal?))
}

fn polyhedron(at: &At<'_>, found: &mut Findings<'_>) -> Option<Solid> {
    known_keys(at, POLYHEDRON, found)?;
    let vertices = required(at, "vertices", "list the corners: vertices = [[x, y, z], …]", found)
        .and_then(|vertices| corners(&vertices, found));
    let count = vertices.as_ref().map(Vec::len);
    let faces = required(at, "faces", "list the corners of each face, counted from 0: [[0, 1, 2], …]", found)
        .and_then(|faces| face_list(&faces, count, found));
    Some(Solid::polyhedron(vertices?, faces?))
}

fn corners(at: &At<'_>, found: &mut Findings<'_>) -> Option<Vec<Point3>> {
    let read: Vec<Option<Point3>> =
        list(at, "a list of corners", found)?.map(|corner| vector(&corner, POINT, found)).collect();
    read.into_iter().collect()
}

fn face_list(at: &At<'_>, count: Option<usize>, found: &mut Findings<'_>) -> Option<Vec<Vec<usize>>> {
    let read: Vec<Option<Vec<usize>>> =
        list(at, "a list of faces", found)?.map(|one| face(&one, count, found)).collect();
    read.into_iter().collect()
}

fn face(at: &At<'_>, count: Option<usize>, found: &mut Findings<'_>) -> Option<Vec<usize>> {
    let read: Vec<Option<usize>> =
        list(at, "a list of corners, counted from 0", found)?.map(|one| index(&one, count, found)).collect();
    read.into_iter().collect()
}

/// A whole number that counts a corner, from 0.
fn index(at: &At<'_>, count: Option<usize>, found: &mut Findings<'_>) -> Option<usize> {
    let value = number(at, found)?;
    let whole = value.to_string().parse::<usize>().ok();
    let inside = whole.filter(|index| count.is_none_or(|count| *index < count));
    if inside.is_none() {
        let message = format!("there is no corner {}", shown(&value));
        let last = count.map_or("the last".into(), |count| count.saturating_sub(1).to_string());
        found.fault("face-corner", at, message, format!("corners are counted from 0 to {last}"));
    }
    inside
}

/// Notes every fault of the solid where it was written.
fn check(at: &At<'_>, solid: &Solid, found: &mut Findings<'_>) -> bool {
    let faults = solid.faults();
    faults.iter().for_each(|fault| note(at, fault, false, found));
    solid.notes().iter().for_each(|fault| note(at, fault, true, found));
    faults.is_empty()
}

fn note(at: &At<'_>, fault: &SolidFault, warning: bool, found: &mut Findings<'_>) {
    let mut tell = |place: &At<'_>| match warning {
        false => found.fault(fault.code, place, &fault.message, &fault.help),
        true => found.warn(fault.code, place, &fault.message, &fault.help),
    };
    let mut steps = |key: &str, path: &[usize]| with(at, key, |list| descend(list, path, &mut tell));
    match fault.place {
        SolidPlace::Whole | SolidPlace::Triangle(_) => steps("", &[]),
        SolidPlace::Size(axis) => steps("size", &[axis]),
        SolidPlace::Radius => steps("radius", &[]),
        SolidPlace::Height => steps("height", &[]),
        SolidPlace::Axis => steps("axis", &[]),
        SolidPlace::Normal => steps("normal", &[]),
        SolidPlace::Vertex(vertex) => steps("vertices", &[vertex]),
        SolidPlace::Face(face) => steps("faces", &[face]),
        SolidPlace::Corner { face, corner } => steps("faces", &[face, corner]),
        SolidPlace::Edge(_) => steps("faces", &[]),
    }
}
