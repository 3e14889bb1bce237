//! A JSON Schema of the planar scene file, for editors and programs that write scenes.
//!
//! It says what a table may hold; what only a look at the whole scene can tell (a normal of length zero, a body that
//! is not there, an outline that crosses itself) is left to the validator.

use serde_json::{Value, json};

/// The schema of a planar scene, draft 2020-12.
pub fn schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A planar scene of Stiction, format 1",
        "type": "object",
        "required": ["stiction", "dimension"],
        "additionalProperties": false,
        "properties": {
            "stiction": { "const": 1, "description": "Version of the format." },
            "dimension": { "const": 2, "description": "The plane; scenes in space are not read by this version." },
            "title": { "type": "string" },
            "gravity": described(vector(2), "Acceleration of gravity [gx, gy], m/s²; default zero."),
            "bodies": {
                "type": "object",
                "description": "Bodies by name; \"ground\" always exists and is fixed.",
                "propertyNames": { "minLength": 1 },
                "additionalProperties": { "$ref": "#/$defs/body" }
            },
            "contacts": { "type": "array", "items": { "$ref": "#/$defs/contact" } },
            "detect": { "not": {}, "description": "Detection of contacts, not in this version: list them." },
            "jam": not_read(),
            "hybrid": not_read(),
            "robot": not_read(),
            "meter_stick": not_read()
        },
        "$defs": {
            "number": number(),
            "positive": signed_number("exclusiveMinimum"),
            "not_negative": signed_number("minimum"),
            "point": vector(2),
            "ring": { "type": "array", "items": { "$ref": "#/$defs/point" }, "minItems": 3 },
            "body": body(),
            "shape": shape(),
            "disc": disc(),
            "half_plane": half_plane(),
            "step": step(),
            "trajectory": trajectory(),
            "contact": contact(),
            "friction": friction(),
            "curvature": curvature()
        }
    })
}

fn described(mut schema: Value, description: &str) -> Value {
    schema["description"] = json!(description);
    schema
}

fn reference(name: &str, description: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}"), "description": description })
}

fn not_read() -> Value {
    json!({ "type": "object", "description": "A section that this version does not read." })
}

/// A table with exactly these keys.
fn table(properties: Value, required: &[&str]) -> Value {
    json!({ "type": "object", "additionalProperties": false, "properties": properties, "required": required })
}

/// Integer, decimal, or fraction of two of these in a string.
fn number_text() -> Value {
    let decimal = r"[+-]?([0-9_]+\.?[0-9_]*|\.[0-9_]+)([eE][+-]?[0-9]+)?";
    json!({ "type": "string", "pattern": format!(r"^\s*{decimal}(\s*/\s*{decimal})?\s*$") })
}

fn number() -> Value {
    json!({ "anyOf": [{ "type": "number" }, number_text()] })
}

/// The sign of a number in a string is left to the validator.
fn signed_number(bound: &str) -> Value {
    json!({ "anyOf": [{ "type": "number", bound: 0 }, number_text()] })
}

fn vector(length: usize) -> Value {
    json!({ "type": "array", "items": { "$ref": "#/$defs/number" }, "minItems": length, "maxItems": length })
}

fn words(words: &[&str], description: &str) -> Value {
    json!({ "enum": words, "description": description })
}

fn body() -> Value {
    let mut body = table(
        json!({
            "mass": reference("positive", "kg"),
            "com": reference("point", "Centre of mass; default the centroid of the shape, else the origin."),
            "inertia": reference("positive", "About the centre of mass, kg·m²."),
            "mass_matrix": {
                "type": "array", "items": vector(3), "minItems": 3, "maxItems": 3,
                "description": "Instead of mass and inertia: symmetric, positive definite, angular first."
            },
            "density": reference("positive", "kg/m²; with a shape, instead of mass and inertia."),
            "shape": { "$ref": "#/$defs/shape" },
            "pose": described(vector(3), "[x, y, theta]: then shape, com and inertia are in body coordinates."),
            "role": words(&["free", "fixed", "driven"], "Default free."),
            "freedoms": {
                "type": "array", "uniqueItems": true, "items": { "enum": ["theta", "x", "y"] },
                "description": "The motions the body may make; default all."
            },
            "twist": described(vector(3), "Velocity [w, vx, vy] about the centre of mass."),
            "acceleration": described(vector(3), "Of a driven body, [alpha, ax, ay]."),
            "trajectory": { "$ref": "#/$defs/trajectory" },
            "wrench": described(vector(3), "Applied besides gravity, [m, fx, fy] about the centre of mass.")
        }),
        &[],
    );
    body["dependentSchemas"] = json!({
        "mass_matrix": { "not": any_of_keys(&["mass", "inertia", "density"]) },
        "density": { "required": ["shape"], "not": any_of_keys(&["mass", "inertia"]) },
        "trajectory": { "not": any_of_keys(&["acceleration"]) }
    });
    body
}

fn any_of_keys(keys: &[&str]) -> Value {
    json!({ "anyOf": keys.iter().map(|key| json!({ "required": [key] })).collect::<Vec<_>>() })
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
            "center": reference("point", "Default the origin."),
            "radius": reference("positive", "m")
        }),
        &["radius"],
    )
}

fn half_plane() -> Value {
    table(
        json!({
            "point": reference("point", "A point of the line."),
            "normal": reference("point", "Out of the solid; any length but zero.")
        }),
        &["point", "normal"],
    )
}

fn step() -> Value {
    let mut step = table(
        json!({
            "at": reference("point", "Where the path begins; first step only."),
            "to": reference("point", "Where this step ends."),
            "center": reference("point", "Centre of an arc."),
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
            "pivot": reference("point", "World point at time 0; default the centre of mass."),
            "duration": reference("positive", "s")
        }),
        &["duration"],
    )
}

fn contact() -> Value {
    let mut contact = table(
        json!({
            "id": { "type": "string", "minLength": 1, "description": "Default \"1\", \"2\", ... by position." },
            "on": { "type": "string", "minLength": 1, "description": "The body the normal points into." },
            "against": { "type": "string", "minLength": 1, "description": "The other body; default \"ground\"." },
            "point": reference("point", "Where, in world coordinates."),
            "points": {
                "type": "array", "items": { "$ref": "#/$defs/point" }, "minItems": 2,
                "description": "Instead of point: the ends of a line contact."
            },
            "normal": reference("point", "Into `on`, any length but zero; default from the outline of `on`."),
            "friction": { "$ref": "#/$defs/friction" },
            "gap": reference("not_negative", "Distance still to go, m; default 0."),
            "model": words(&["frictionless", "point", "soft"], "Kinematic model; default frictionless."),
            "soft": reference("not_negative", "Torsional coefficient, m."),
            "limit": reference("not_negative", "Largest normal force, N."),
            "force": described(vector(2), "Force-controlled: [fn, ft], within the friction cone."),
            "curvature": { "$ref": "#/$defs/curvature" },
            "vertex": words(&["on", "against"], "Which body touches with a vertex."),
            "tangents": { "type": "array", "description": "Of contacts in space; not read in the plane." }
        }),
        &["on"],
    );
    contact["oneOf"] = json!([{ "required": ["point"] }, { "required": ["points"] }]);
    contact["not"] = json!({ "required": ["curvature", "vertex"] });
    contact
}

fn friction() -> Value {
    let both = table(
        json!({
            "static": reference("not_negative", "While sticking."),
            "kinetic": reference("not_negative", "While sliding; at most the static one.")
        }),
        &["static", "kinetic"],
    );
    json!({ "anyOf": [{ "$ref": "#/$defs/not_negative" }, both], "description": "Coulomb's coefficient; default 0." })
}

fn curvature() -> Value {
    let one = json!({ "anyOf": [{ "$ref": "#/$defs/number" }, { "const": "inf" }] });
    let described = |what: &str| described(one.clone(), what);
    table(
        json!({ "on": described("Convex positive, \"inf\" for a vertex."), "against": described("Likewise.") }),
        &["on", "against"],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys;
    use crate::{Format, read_scene, starter};
    use std::collections::BTreeSet;

    fn keys_at(pointer: &str) -> BTreeSet<String> {
        let schema = schema();
        let properties = schema.pointer(pointer).and_then(Value::as_object);
        properties.unwrap_or_else(|| panic!("{pointer} is no table")).keys().cloned().collect()
    }

    #[test]
    fn schema_and_validator_know_the_same_keys() {
        let tables = [
            ("/properties", keys::TOP),
            ("/$defs/body/properties", keys::BODY),
            ("/$defs/shape/properties", keys::SHAPE),
            ("/$defs/disc/properties", keys::DISC),
            ("/$defs/half_plane/properties", keys::HALF_PLANE),
            ("/$defs/step/properties", keys::STEP),
            ("/$defs/trajectory/properties", keys::TRAJECTORY),
            ("/$defs/contact/properties", keys::CONTACT),
            ("/$defs/friction/anyOf/1/properties", keys::FRICTION),
            ("/$defs/curvature/properties", keys::CURVATURE),
        ];
        for (pointer, known) in tables {
            assert_eq!(keys_at(pointer), known.iter().map(|key| key.to_string()).collect(), "{pointer}");
        }
    }

    fn is_valid(scene: &Value) -> bool {
        jsonschema::validator_for(&schema()).unwrap().is_valid(scene)
    }

    fn from_toml(text: &str) -> Value {
        toml::from_str(text).unwrap()
    }

    #[test]
    fn the_schema_is_a_schema() {
        assert!(jsonschema::meta::is_valid(&schema()));
    }

    #[test]
    fn the_examples_and_the_starter_fit_the_schema() {
        assert!(is_valid(&from_toml(starter())));
        let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
        let mut count = 0;
        for entry in std::fs::read_dir(examples).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "toml") {
                let text = std::fs::read_to_string(&path).unwrap();
                assert!(is_valid(&from_toml(&text)), "{}", path.display());
                count += 1;
            }
        }
        assert!(count > 0);
    }

    /// A minimal scene with one more line for its body and one for its contact.
    fn scene(body: &str, contact: &str) -> String {
        format!(
            "stiction = 1\ndimension = 2\n[bodies.part]\n{body}\n[[contacts]]\non = \"part\"\nnormal = [0, 1]\n{contact}\n"
        )
    }

    #[test]
    fn schema_and_validator_agree_on_small_scenes() {
        let good = [
            scene("", "point = [0, 0]"),
            scene("mass = \"1/3\"\ncom = [0.5, 1e-3]", "point = [\"-1/2\", 0]\nfriction = 0.2"),
            scene("density = 1\nshape.disc.radius = 2", "point = [0, -2]\nvertex = \"on\""),
            scene(
                "role = \"driven\"\ntrajectory = { x = [0, 1], duration = 2 }",
                "points = [[0, 0], [1, 0]]",
            ),
            scene(
                "mass_matrix = [[1, 0, 0], [0, 2, 0], [0, 0, 2]]",
                "point = [0, 0]\ncurvature = { on = \"inf\", against = 0 }",
            ),
            scene(
                "pose = [0, 0, 0.1]\nfreedoms = [\"x\"]",
                "point = [0, 0]\nfriction = { static = 1, kinetic = 0.5 }",
            ),
        ];
        let bad = [
            scene("mas = 1", "point = [0, 0]"),
            scene("mass = -1", "point = [0, 0]"),
            scene("mass = \"one\"", "point = [0, 0]"),
            scene("mass = true", "point = [0, 0]"),
            scene("density = 1", "point = [0, 0]"),
            scene("mass = 1\nmass_matrix = [[1, 0, 0], [0, 2, 0], [0, 0, 2]]", "point = [0, 0]"),
            scene("shape.disc = { center = [0, 0] }", "point = [0, 0]"),
            scene("shape.polygon = [[0, 0], [1, 1]]", "point = [0, 0]"),
            scene("shape = {}", "point = [0, 0]"),
            scene("role = \"fix\"", "point = [0, 0]"),
            scene("freedoms = [\"z\"]", "point = [0, 0]"),
            scene("", ""),
            scene("", "point = [0, 0, 0]"),
            scene("", "point = [0, 0]\npoints = [[0, 0], [1, 0]]"),
            scene("", "point = [0, 0]\nfriction = { static = 1 }"),
            scene("", "point = [0, 0]\ngap = -1"),
            scene("", "point = [0, 0]\nvertex = \"both\""),
            scene("", "point = [0, 0]\nid = \"\""),
            scene("", "point = [0, 0]\n[detect]\ntolerance = 1"),
            scene("", "point = [0, 0]").replace("stiction = 1", "stiction = 2"),
            scene("", "point = [0, 0]").replace("dimension = 2", "dimension = 3"),
            scene("", "point = [0, 0]").replace("dimension = 2", ""),
        ];
        for (text, expected) in good.iter().map(|t| (t, true)).chain(bad.iter().map(|t| (t, false))) {
            assert_eq!(is_valid(&from_toml(text)), expected, "schema:\n{text}");
            assert_eq!(read_scene(text, Format::Toml, "small").is_ok(), expected, "validator:\n{text}");
        }
    }
}
