//! The tables of a scene in the plane.

use super::{described, reference, table, vector, words};
use serde_json::{Value, json};

/// The definitions of the plane, by name.
pub(super) fn definitions() -> Value {
    json!({
        "point_2": vector(2),
        "ring": { "type": "array", "items": { "$ref": "#/$defs/point_2" }, "minItems": 3 },
        "body_2": body(),
        "outline": shape(),
        "disc": disc(),
        "half_plane": half_plane(),
        "step": step(),
        "trajectory_2": trajectory(),
        "contact_2": contact(),
        "curvature": curvature()
    })
}

fn body() -> Value {
    super::body(json!({
        "com": reference("point_2", "Centre of mass; default the centroid of the shape, else the origin."),
        "inertia": reference("positive", "About the centre of mass, kg·m²."),
        "mass_matrix": {
            "type": "array", "items": vector(3), "minItems": 3, "maxItems": 3,
            "description": "Instead of mass and inertia: symmetric, positive definite, angular first."
        },
        "density": reference("positive", "kg/m²; with a shape, instead of mass and inertia."),
        "shape": { "$ref": "#/$defs/outline" },
        "pose": described(vector(3), "[x, y, theta]: then shape, com and inertia are in body coordinates."),
        "freedoms": {
            "type": "array", "uniqueItems": true, "items": { "enum": ["theta", "x", "y"] },
            "description": "The motions the body may make; default all."
        },
        "twist": described(vector(3), "Velocity [w, vx, vy] about the centre of mass."),
        "acceleration": described(vector(3), "Of a driven body, [alpha, ax, ay]."),
        "trajectory": { "$ref": "#/$defs/trajectory_2" },
        "wrench": described(vector(3), "Applied besides gravity, [m, fx, fy] about the centre of mass.")
    }))
}

fn shape() -> Value {
    let mut shape = table(
        json!({
            "polygon": reference("ring", "Corners in either order; closed by itself."),
            "holes": { "type": "array", "items": { "$ref": "#/$defs/ring" } },
            "disc": { "$ref": "#/$defs/disc" },
            "path": {
                "type": "array", "items": { "$ref": "#/$defs/step" }, "minItems": 2,
                "description": "Begins with { at }, goes on with { to } or { to, center, turn }; closed by itself."
            },
            "half_plane": { "$ref": "#/$defs/half_plane" }
        }),
        &[],
    );
    let kinds = ["polygon", "disc", "path", "half_plane"].map(|kind| json!({ "required": [kind] }));
    shape["oneOf"] = json!(kinds);
    shape["dependentRequired"] = json!({ "holes": ["polygon"] });
    shape
}

fn disc() -> Value {
    table(
        json!({
            "center": reference("point_2", "Default the origin."),
            "radius": reference("positive", "m")
        }),
        &["radius"],
    )
}

fn half_plane() -> Value {
    table(
        json!({
            "point": reference("point_2", "A point of the line."),
            "normal": reference("point_2", "Out of the solid; any length but zero.")
        }),
        &["point", "normal"],
    )
}

fn step() -> Value {
    let mut step = table(
        json!({
            "at": reference("point_2", "Where the path begins; first step only."),
            "to": reference("point_2", "Where this step ends."),
            "center": reference("point_2", "Centre of an arc."),
            "turn": words(&["ccw", "cw"], "The way round an arc; default ccw.")
        }),
        &[],
    );
    step["oneOf"] = json!([{ "required": ["at"] }, { "required": ["to"] }]);
    step["dependentRequired"] = json!({ "turn": ["center"], "center": ["to"] });
    step
}

fn trajectory() -> Value {
    let coefficients = json!({ "type": "array", "items": { "$ref": "#/$defs/number" } });
    let of = |what: &str| {
        described(coefficients.clone(), &format!("Coefficients of {what}, lowest power first, the first 0."))
    };
    table(
        json!({
            "x": of("x"), "y": of("y"), "theta": of("theta"),
            "pivot": reference("point_2", "World point at time 0; default the centre of mass."),
            "duration": reference("positive", "s")
        }),
        &["duration"],
    )
}

fn contact() -> Value {
    let mut contact = super::contact(json!({
        "point": reference("point_2", "Where, in world coordinates."),
        "points": {
            "type": "array", "items": { "$ref": "#/$defs/point_2" }, "minItems": 2,
            "description": "Instead of point: the ends of a line contact."
        },
        "normal": reference("point_2", "Into `on`, any length but zero; default from the outline of `on`."),
        "force": described(vector(2), "Force-controlled: [fn, ft], within the friction cone."),
        "curvature": { "$ref": "#/$defs/curvature" },
        "vertex": words(&["on", "against"], "Which body touches with a vertex."),
        "tangents": { "type": "array", "description": "Of contacts in space; not read in the plane." }
    }));
    contact["not"] = json!({ "required": ["curvature", "vertex"] });
    contact
}

fn curvature() -> Value {
    let one = json!({ "anyOf": [{ "$ref": "#/$defs/number" }, { "const": "inf" }] });
    let described = |what: &str| described(one.clone(), what);
    table(
        json!({ "on": described("Convex positive, \"inf\" for a vertex."), "against": described("Likewise.") }),
        &["on", "against"],
    )
}
