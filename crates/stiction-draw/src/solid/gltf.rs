//! A scene in space as a binary glTF file, to be turned about in any viewer.
//!
//! One node for each body, under its name, and one for each force: an arrow whose length is to the longest as the force
//! is to the largest. Faces keep their own corners, so that edges stay sharp. A half-space is a plate around the rest.
//! The scene's z points up; glTF's y does, so that a node above all others turns one into the other.
//!
//! References: \[glTF 2.0\].

use super::figure::{SolidPanel, SolidShape};
use super::surface::{Fineness, Surface, circle};
use super::vector::{Vector3, Z};
use crate::figure::ForceKind;
use std::fmt::Write;
use stiction::scene::Role;

/// Sides of what is round.
const SIDES: usize = 48;
/// Triangles of one body.
const MOST: usize = 200_000;
/// The longest arrow, the width of a shaft and the length of a head, in sizes of the scene.
const ARROW: f64 = 0.5;
const SHAFT: f64 = 0.006;
const HEAD: f64 = 0.04;
/// Half the side of the plate of a half-space, in sizes of the scene.
const PLATE: f64 = 1.5;

/// Triangles: three corners each, with the normal of their face.
type Triangles = Vec<([Vector3; 3], Vector3)>;

/// What is written: its name, its material and its triangles.
struct Node {
    name: String,
    material: usize,
    triangles: Triangles,
}

/// Names and colours of materials, in the order in which nodes refer to them.
const MATERIALS: [(&str, [f64; 3]); 6] = [
    ("free", [0.78, 0.84, 0.92]),
    ("fixed", [0.55, 0.57, 0.60]),
    ("driven", [0.86, 0.72, 0.42]),
    ("contact force", [0.75, 0.22, 0.17]),
    ("load", [0.55, 0.25, 0.65]),
    ("weight", [0.25, 0.28, 0.32]),
];

fn material(role: Role) -> usize {
    match role {
        Role::Free => 0,
        Role::Fixed => 1,
        Role::Driven => 2,
    }
}

/// The panel as a binary glTF file; none where there is nothing that has a shape.
pub(crate) fn glb(panel: &SolidPanel) -> Option<Vec<u8>> {
    let mut nodes: Vec<Node> = Vec::new();
    for (index, body) in panel.cast.bodies.iter().enumerate() {
        let fineness = Fineness { sides: SIDES, most: MOST };
        let Some(surface) = Surface::of(index, body, Z, fineness) else { continue };
        let mut triangles = Triangles::new();
        for face in &surface.faces {
            let ring =
                |corners: &Vec<usize>| corners.iter().map(|&corner| surface.vertices[corner]).collect();
            let rings: Vec<Vec<Vector3>> = face.rings.iter().map(ring).collect();
            triangles.extend(filled(&rings, face.normal).into_iter().map(|corners| (corners, face.normal)));
        }
        nodes.push(Node { name: body.name.clone(), material: material(body.role), triangles });
    }
    let corners = || nodes.iter().flat_map(|node| &node.triangles).flat_map(|(corners, _)| corners);
    let (low, high) = corners().fold(([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]), |(low, high), corner| {
        let entries: [f64; 3] = (*corner).into();
        (std::array::from_fn(|k| low[k].min(entries[k])), std::array::from_fn(|k| high[k].max(entries[k])))
    });
    let size = (0..3).map(|k| high[k] - low[k]).fold(0.0, f64::max);
    if !(size > 0.0 && size.is_finite()) {
        return None;
    }
    let middle = Vector3::from(std::array::from_fn(|k| (low[k] + high[k]) / 2.0));
    for body in &panel.cast.bodies {
        if let Some(SolidShape::HalfSpace { point, normal }) = &body.shape
            && let Some(up) = Vector3::from(*normal).unit()
        {
            let triangles = plate(middle, (*point).into(), up, size);
            nodes.push(Node { name: body.name.clone(), material: material(body.role), triangles });
        }
    }
    let length = |vector: &[f64; 3]| Vector3::from(*vector).length();
    let largest = panel.cast.forces.iter().map(|force| length(&force.vector)).fold(0.0, f64::max);
    for (index, force) in panel.cast.forces.iter().enumerate() {
        let Some(along) = Vector3::from(force.vector).unit() else { continue };
        let (material, word) = match force.kind {
            ForceKind::Weight => (5, "weight"),
            ForceKind::Load | ForceKind::Constraint => (4, "load"),
            _ => (3, "contact force"),
        };
        let reach = (ARROW * size * length(&force.vector) / largest).max(1.5 * HEAD * size);
        let name = format!("{word} {}: {} N", index + 1, stiction_report::spoken(length(&force.vector)));
        nodes.push(Node { name, material, triangles: arrow(force.at.into(), along, reach, size) });
    }
    Some(written(&nodes))
}

/// A face by triangles: ears are cut off its outer ring, which holes are joined to by a seam.
fn filled(rings: &[Vec<Vector3>], normal: Vector3) -> Vec<[Vector3; 3]> {
    let [first, second] = normal.across();
    let flat = |point: Vector3| [point.dot(first), point.dot(second)];
    let area = |ring: &[Vector3]| -> f64 {
        let next = ring.iter().cycle().skip(1);
        ring.iter().zip(next).map(|(&a, &b)| (flat(a)[0] * flat(b)[1] - flat(b)[0] * flat(a)[1]) / 2.0).sum()
    };
    let Some((outer, holes)) = rings.split_first() else { return Vec::new() };
    let mut ring = outer.clone();
    let sign = if area(&ring) < 0.0 { -1.0 } else { 1.0 };
    for hole in holes {
        let mut hole = hole.clone();
        if area(&hole) * sign > 0.0 {
            hole.reverse();
        }
        let pairs = (0..ring.len()).flat_map(|i| (0..hole.len()).map(move |j| (i, j)));
        let apart = |&(i, j): &(usize, usize)| (ring[i] - hole[j]).length();
        let Some((i, j)) = pairs.min_by(|a, b| apart(a).total_cmp(&apart(b))) else { continue };
        let around = hole[j..].iter().chain(&hole[..=j]).copied();
        let seam: Vec<Vector3> = around.chain([ring[i]]).collect();
        ring.splice(i + 1..i + 1, seam);
    }
    let turn = |a: Vector3, b: Vector3, c: Vector3| {
        let ([ax, ay], [bx, by], [cx, cy]) = (flat(a), flat(b), flat(c));
        sign * ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
    };
    let mut cut = Vec::new();
    while ring.len() > 3 {
        let count = ring.len();
        let ear = (0..count).find(|&at| {
            let (a, b, c) = (ring[(at + count - 1) % count], ring[at], ring[(at + 1) % count]);
            let inside = |p: &Vector3| {
                ![a, b, c].contains(p)
                    && turn(a, b, *p) >= 0.0
                    && turn(b, c, *p) >= 0.0
                    && turn(c, a, *p) >= 0.0
            };
            turn(a, b, c) > 0.0 && !ring.iter().any(inside)
        });
        // What has no ear is flat, or not simple; the rest is cut all the same.
        let at = ear.unwrap_or(0);
        cut.push([ring[(at + count - 1) % count], ring[at], ring[(at + 1) % count]]);
        ring.remove(at);
    }
    if let [a, b, c] = ring[..] {
        cut.push([a, b, c]);
    }
    if sign < 0.0 { cut.into_iter().map(|[a, b, c]| [a, c, b]).collect() } else { cut }
}

/// The plate of a half-space around the foot of the scene's middle.
fn plate(middle: Vector3, point: Vector3, up: Vector3, size: f64) -> Triangles {
    let foot = middle - up * (middle - point).dot(up);
    let [first, second] = up.across();
    let corner = |a: f64, b: f64| foot + first * (a * PLATE * size) + second * (b * PLATE * size);
    let corners = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    filled(&[corners.to_vec()], up).into_iter().map(|corners| (corners, up)).collect()
}

/// An arrow: a thin prism and a cone.
fn arrow(from: Vector3, along: Vector3, reach: f64, size: f64) -> Triangles {
    const AROUND: usize = 16;
    let [first, second] = along.across();
    let ring = |at: Vector3, radius: f64| circle(at, first * radius, second * radius, AROUND);
    let (neck, tip) = (from + along * (reach - HEAD * size), from + along * reach);
    let (tail, shoulder, brim) =
        (ring(from, SHAFT * size), ring(neck, SHAFT * size), ring(neck, 2.5 * SHAFT * size));
    let mut triangles = Triangles::new();
    let mut put = |a: Vector3, b: Vector3, c: Vector3| {
        if let Some(normal) = (b - a).cross(c - a).unit() {
            triangles.push(([a, b, c], normal));
        }
    };
    for at in 0..AROUND {
        let next = (at + 1) % AROUND;
        put(tail[at], tail[next], shoulder[next]);
        put(tail[at], shoulder[next], shoulder[at]);
        put(brim[at], brim[next], tip);
        put(from, tail[next], tail[at]);
        put(neck, brim[next], brim[at]);
    }
    triangles
}

/// A string of JSON.
fn quoted(text: &str) -> String {
    let mut told = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => told += "\\\"",
            '\\' => told += "\\\\",
            letter if (letter as u32) < 0x20 => {
                let _ = write!(told, "\\u{:04x}", letter as u32);
            }
            letter => told.push(letter),
        }
    }
    told.push('"');
    told
}

/// The two chunks of the file: JSON, and the corners and normals in floats.
fn written(nodes: &[Node]) -> Vec<u8> {
    let mut binary: Vec<u8> = Vec::new();
    let (mut views, mut accessors, mut meshes, mut listed) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for node in nodes.iter().filter(|node| !node.triangles.is_empty()) {
        let corners: Vec<[f32; 3]> = node
            .triangles
            .iter()
            .flat_map(|(corners, _)| corners.map(|corner| <[f64; 3]>::from(corner).map(|entry| entry as f32)))
            .collect();
        let normals: Vec<[f32; 3]> = node
            .triangles
            .iter()
            .flat_map(|(_, normal)| [<[f64; 3]>::from(*normal).map(|entry| entry as f32); 3])
            .collect();
        let bounds = |pick: fn(f32, f32) -> f32, start: f32| -> String {
            let of = |k: usize| corners.iter().map(|corner| corner[k]).fold(start, pick);
            format!("[{},{},{}]", of(0), of(1), of(2))
        };
        let (least, most) = (bounds(f32::min, f32::INFINITY), bounds(f32::max, f32::NEG_INFINITY));
        for (entries, limits) in
            [(&corners, format!(",\"min\":{least},\"max\":{most}")), (&normals, String::new())]
        {
            let begin = binary.len();
            entries.iter().flatten().for_each(|entry| binary.extend(entry.to_le_bytes()));
            views.push(format!(
                "{{\"buffer\":0,\"byteOffset\":{begin},\"byteLength\":{}}}",
                binary.len() - begin
            ));
            accessors.push(format!(
                "{{\"bufferView\":{},\"componentType\":5126,\"count\":{},\"type\":\"VEC3\"{limits}}}",
                views.len() - 1,
                entries.len()
            ));
        }
        let (place, name) = (accessors.len(), quoted(&node.name));
        meshes.push(format!(
            "{{\"name\":{name},\"primitives\":[{{\"attributes\":{{\"POSITION\":{},\"NORMAL\":{}}},\"material\":{}}}]}}",
            place - 2,
            place - 1,
            node.material
        ));
        listed.push(format!("{{\"name\":{name},\"mesh\":{}}}", meshes.len() - 1));
    }
    let children: Vec<String> = (0..listed.len()).map(|index| index.to_string()).collect();
    // A quarter turn about x: z up becomes y up.
    let root = format!(
        "{{\"name\":\"scene\",\"rotation\":[-0.7071067811865476,0,0,0.7071067811865476],\"children\":[{}]}}",
        children.join(",")
    );
    let top = listed.len();
    listed.push(root);
    let paint = MATERIALS.iter().map(|(name, [r, g, b])| {
        format!(
            "{{\"name\":\"{name}\",\"doubleSided\":true,\"pbrMetallicRoughness\":{{\"baseColorFactor\":[{r},{g},{b},1],\"metallicFactor\":0,\"roughnessFactor\":0.9}}}}"
        )
    });
    let mut json = format!(
        "{{\"asset\":{{\"version\":\"2.0\",\"generator\":\"stiction {}\"}},\"scene\":0,\"scenes\":[{{\"nodes\":[{top}]}}],\"nodes\":[{}],\"meshes\":[{}],\"materials\":[{}],\"accessors\":[{}],\"bufferViews\":[{}],\"buffers\":[{{\"byteLength\":{}}}]}}",
        env!("CARGO_PKG_VERSION"),
        listed.join(","),
        meshes.join(","),
        paint.collect::<Vec<_>>().join(","),
        accessors.join(","),
        views.join(","),
        binary.len()
    )
    .into_bytes();
    // Chunks end on multiples of four bytes; floats do by themselves.
    while json.len() % 4 != 0 {
        json.push(b' ');
    }
    let total = 12 + 8 + json.len() + 8 + binary.len();
    let mut file = Vec::with_capacity(total);
    file.extend(b"glTF");
    file.extend(2u32.to_le_bytes());
    file.extend((total as u32).to_le_bytes());
    file.extend((json.len() as u32).to_le_bytes());
    file.extend(b"JSON");
    file.extend(&json);
    file.extend((binary.len() as u32).to_le_bytes());
    file.extend(b"BIN\0");
    file.extend(&binary);
    file
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::{Body, Cast, Force};

    fn area(triangles: &[[Vector3; 3]]) -> f64 {
        triangles.iter().map(|[a, b, c]| (*b - *a).cross(*c - *a).length() / 2.0).sum()
    }

    fn flat(points: &[[f64; 2]]) -> Vec<Vector3> {
        points.iter().map(|&[x, y]| Vector3::from([x, y, 0.0])).collect()
    }

    #[test]
    fn a_face_with_a_notch_and_a_hole_is_filled_without_gap_or_overlap() {
        let notched = flat(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 1.0], [0.0, 4.0]]);
        assert!((area(&filled(&[notched], Z)) - 10.0).abs() < 1e-9);
        let square = |half: f64| flat(&[[-half, -half], [half, -half], [half, half], [-half, half]]);
        assert!((area(&filled(&[square(2.0), square(1.0)], Z)) - 12.0).abs() < 1e-9);
    }

    #[test]
    fn a_box_and_a_force_are_two_nodes_and_lengths_add_up() {
        let body = Body {
            name: "a \"box\"".to_owned(),
            shape: Some(SolidShape::cuboid([0.0; 3], [1.0, 2.0, 3.0])),
            ..Body::default()
        };
        let vector = [0.0, 0.0, 5.0];
        let force = Force { at: [0.0; 3], vector, kind: ForceKind::Contact, label: None };
        let cast = Cast { bodies: vec![body], forces: vec![force], ..Cast::default() };
        let file = glb(&SolidPanel { cast, ..SolidPanel::default() }).unwrap();
        let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!((&file[..4], word(4), word(8)), (&b"glTF"[..], 2, file.len()));
        let json = word(12);
        assert_eq!((json % 4, 20 + json + 8 + word(20 + json)), (0, file.len()));
        let text = std::str::from_utf8(&file[20..20 + json]).unwrap();
        assert!(text.contains("\"name\":\"a \\\"box\\\"\"") && text.contains("contact force 1: 5 N"));
        // Twelve triangles of a box.
        assert!(text.contains("\"count\":36"));
        assert!(glb(&SolidPanel::default()).is_none());
    }
}
