//! The tables of a scene in the plane.

use super::{OwnBody, ball, described, half, reference, table, trajectory, vector, words};
use serde_json::{Value, json};
use stiction::screw::Planar;

/// The definitions of the plane, by name.
pub(super) fn definitions() -> Value {
    json!({
        "point_2": vector(2),
        "ring": { "type": "array", "items": { "$ref": "#/$defs/point_2" }, "minItems": 3 },
        "body_2": body(),
        "outline": shape(),
        "disc": ball("point_2"),
        "half_plane": half("point_2", "line"),
        "step": step(),
        "trajectory_2": trajectory("point_2", &[("x", "x"), ("y", "y"), ("theta", "theta")]),
        "contact_2": contact(),
        "curvature": curvature()
    })
}

fn body() -> Value {
    super::body::<Planar>(OwnBody {
        point: "point_2",
        inertia: reference("positive", "About the centre of mass, kg·m²."),
        density: "kg/m²; with a shape, instead of mass and inertia.",
        shape: "outline",
        pose: described(vector(3), "[x, y, theta]: then shape, com and inertia are in body coordinates."),
        acceleration: "Of a driven body, [alpha, ax, ay].",
        trajectory: "trajectory_2",
    })
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

fn contact() -> Value {
    let own = json!({
        "force": described(vector(2), "Force-controlled: [fn, ft], within the friction cone."),
        "curvature": { "$ref": "#/$defs/curvature" },
        "vertex": words(&["on", "against"], "Which body touches with a vertex."),
        "tangents": { "type": "array", "description": "Of contacts in space; not read in the plane." }
    });
    let mut contact = super::contact::<Planar>("point_2", "", own);
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
