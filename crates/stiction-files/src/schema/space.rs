//! The tables of a scene in space.

use super::{OwnBody, ball, described, half, matrix, reference, table, trajectory, vector};
use serde_json::{Value, json};
use stiction::screw::Spatial;

/// The definitions of space, by name.
pub(super) fn definitions() -> Value {
    json!({
        "point_3": vector(3),
        "body_3": body(),
        "solid": shape(),
        "mesh": mesh(),
        "box": size_box(),
        "sphere": ball("point_3"),
        "cylinder": cylinder(),
        "polyhedron": polyhedron(),
        "half_space": half("point_3", "plane"),
        "pose": pose(),
        "trajectory_3": trajectory("point_3", &POLYNOMIALS),
        "contact_3": contact()
    })
}

/// The polynomials of a trajectory, each with what it is of.
const POLYNOMIALS: [(&str, &str); 6] = [
    ("x", "x"),
    ("y", "y"),
    ("z", "z"),
    ("roll", "the turn about x"),
    ("pitch", "the turn about y"),
    ("yaw", "the turn about z"),
];

fn body() -> Value {
    super::body::<Spatial>(OwnBody {
        point: "point_3",
        inertia: matrix(3, "About the centre of mass, kg·m²: symmetric, positive definite."),
        density: "kg/m³; with a shape, instead of mass and inertia.",
        shape: "solid",
        pose: json!({ "$ref": "#/$defs/pose" }),
        acceleration: "Of a driven body, angular first.",
        trajectory: "trajectory_3",
    })
}

fn shape() -> Value {
    let mut shape = table(
        json!({
            "box": { "$ref": "#/$defs/box" },
            "sphere": { "$ref": "#/$defs/sphere" },
            "cylinder": { "$ref": "#/$defs/cylinder" },
            "polyhedron": { "$ref": "#/$defs/polyhedron" },
            "half_space": { "$ref": "#/$defs/half_space" },
            "mesh": { "oneOf": [mesh_file(), { "$ref": "#/$defs/mesh" }] }
        }),
        &[],
    );
    shape["minProperties"] = json!(1);
    shape["maxProperties"] = json!(1);
    shape
}

fn mesh_file() -> Value {
    json!({
        "type": "string", "minLength": 1,
        "description": "An STL, OBJ, PLY, OFF, glTF or 3MF file, relative to the scene and not above its folder."
    })
}

fn mesh() -> Value {
    let flag = |description: &str| json!({ "type": "boolean", "description": description });
    let units: Vec<&str> = crate::mesh_shape::UNITS.iter().map(|(unit, _)| *unit).collect();
    table(
        json!({
            "file": mesh_file(),
            "scale": reference("positive", "What coordinates are multiplied with to be metres. Default 1."),
            "unit": { "enum": units, "description": "The unit of the coordinates, instead of `scale`." },
            "weld": reference("positive", "Corners nearer than this are one, m. Default 1e-9 of the size."),
            "fill": flag("Whether holes are filled."),
            "hull": flag("Whether the convex hull is meant."),
            "surface": flag("Whether the bare surface is meant, which encloses nothing.")
        }),
        &["file"],
    )
}

fn size_box() -> Value {
    let size = json!({
        "type": "array", "items": { "$ref": "#/$defs/positive" }, "minItems": 3, "maxItems": 3,
        "description": "Lengths of the edges along x, y, z."
    });
    table(json!({ "center": reference("point_3", "Default the origin."), "size": size }), &["size"])
}

fn cylinder() -> Value {
    table(
        json!({
            "center": reference("point_3", "Half way along the axis; default the origin."),
            "axis": reference("point_3", "Any length but zero; default [0, 0, 1]."),
            "radius": reference("positive", "m"),
            "height": reference("positive", "m, along the axis")
        }),
        &["radius", "height"],
    )
}

fn polyhedron() -> Value {
    let corner = json!({ "type": "integer", "minimum": 0 });
    let face = json!({ "type": "array", "items": corner, "minItems": 3 });
    table(
        json!({
            "vertices": { "type": "array", "items": { "$ref": "#/$defs/point_3" }, "minItems": 4 },
            "faces": {
                "type": "array", "items": face, "minItems": 4,
                "description": "Each face by its corners in order, either way round, counted from 0."
            }
        }),
        &["vertices", "faces"],
    )
}

fn pose() -> Value {
    let pose = table(
        json!({
            "position": reference("point_3", "Where the body's origin lies; default the world's."),
            "quaternion_wxyz": described(vector(4), "How the body is turned; any length but zero.")
        }),
        &[],
    );
    described(pose, "Then shape, com and inertia are in body coordinates.")
}

fn contact() -> Value {
    let own = json!({
        "force": {
            "type": "array", "items": { "$ref": "#/$defs/number" }, "minItems": 3, "maxItems": 4,
            "description": "Force-controlled: [fn, ft1, ft2] within the friction cone, of a soft contact also torsion."
        },
        "curvature": { "not": {}, "description": "Of contacts in the plane." },
        "vertex": { "not": {}, "description": "Of contacts in the plane." },
        "tangents": {
            "type": "array", "items": { "$ref": "#/$defs/point_3" }, "minItems": 2,
            "description": "Directions across the normal, the first two orthogonal."
        }
    });
    super::contact::<Spatial>("point_3", " or the corners of a flat patch", own)
}
