//! The tables of a scene in space.

use super::{described, reference, table, vector};
use serde_json::{Value, json};

/// The definitions of space, by name.
pub(super) fn definitions() -> Value {
    json!({
        "point_3": vector(3),
        "body_3": body(),
        "solid": shape(),
        "mesh": mesh(),
        "box": size_box(),
        "sphere": sphere(),
        "cylinder": cylinder(),
        "polyhedron": polyhedron(),
        "half_space": half_space(),
        "pose": pose(),
        "trajectory_3": trajectory(),
        "contact_3": contact()
    })
}

fn matrix(size: usize, description: &str) -> Value {
    json!({
        "type": "array", "items": vector(size), "minItems": size, "maxItems": size, "description": description
    })
}

fn body() -> Value {
    super::body(json!({
        "com": reference("point_3", "Centre of mass; default the centroid of the shape, else the origin."),
        "inertia": matrix(3, "About the centre of mass, kg·m²: symmetric, positive definite."),
        "mass_matrix": matrix(6, "Instead of mass and inertia: symmetric, positive definite, angular first."),
        "density": reference("positive", "kg/m³; with a shape, instead of mass and inertia."),
        "shape": { "$ref": "#/$defs/solid" },
        "pose": { "$ref": "#/$defs/pose" },
        "freedoms": {
            "type": "array", "uniqueItems": true, "items": { "enum": ["rx", "ry", "rz", "x", "y", "z"] },
            "description": "The motions the body may make; default all."
        },
        "twist": described(vector(6), "Velocity [wx, wy, wz, vx, vy, vz] about the centre of mass."),
        "acceleration": described(vector(6), "Of a driven body, angular first."),
        "trajectory": { "$ref": "#/$defs/trajectory_3" },
        "wrench": described(vector(6), "Applied besides gravity, [mx, my, mz, fx, fy, fz] about the centre of mass.")
    }))
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

fn sphere() -> Value {
    table(
        json!({ "center": reference("point_3", "Default the origin."), "radius": reference("positive", "m") }),
        &["radius"],
    )
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

fn half_space() -> Value {
    table(
        json!({
            "point": reference("point_3", "A point of the plane."),
            "normal": reference("point_3", "Out of the solid; any length but zero.")
        }),
        &["point", "normal"],
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

fn trajectory() -> Value {
    let coefficients = json!({ "type": "array", "items": { "$ref": "#/$defs/number" } });
    let of = |what: &str| {
        described(coefficients.clone(), &format!("Coefficients of {what}, lowest power first, the first 0."))
    };
    table(
        json!({
            "x": of("x"), "y": of("y"), "z": of("z"),
            "roll": of("the turn about x"), "pitch": of("the turn about y"), "yaw": of("the turn about z"),
            "pivot": reference("point_3", "World point at time 0; default the centre of mass."),
            "duration": reference("positive", "s")
        }),
        &["duration"],
    )
}

fn contact() -> Value {
    let force = json!({
        "type": "array", "items": { "$ref": "#/$defs/number" }, "minItems": 3, "maxItems": 4,
        "description": "Force-controlled: [fn, ft1, ft2] within the friction cone, of a soft contact also torsion."
    });
    super::contact(json!({
        "point": reference("point_3", "Where, in world coordinates."),
        "points": {
            "type": "array", "items": { "$ref": "#/$defs/point_3" }, "minItems": 2,
            "description": "Instead of point: the ends of a line contact or the corners of a flat patch."
        },
        "normal": reference("point_3", "Into `on`, any length but zero; default from the surface of `on`."),
        "force": force,
        "curvature": { "not": {}, "description": "Of contacts in the plane." },
        "vertex": { "not": {}, "description": "Of contacts in the plane." },
        "tangents": {
            "type": "array", "items": { "$ref": "#/$defs/point_3" }, "minItems": 2,
            "description": "Directions across the normal, the first two orthogonal."
        }
    }))
}
