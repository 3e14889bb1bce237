//! A JSON Schema of the scene file, for editors and programs that write scenes.
//!
//! It says what a table may hold; what only a look at the whole scene can tell (a normal of length zero, a body that
//! is not there, an outline that crosses itself) is left to the validator.

mod plane;
mod space;
#[cfg(test)]
mod tests;

use crate::world::World;
use serde_json::{Value, json};

/// The schema of a scene in the plane or in space, draft 2020-12.
pub fn schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A scene of Stiction, format 1",
        "type": "object",
        "required": ["stiction", "dimension"],
        "additionalProperties": false,
        "properties": {
            "stiction": { "const": 1, "description": "Version of the format." },
            "dimension": { "enum": [2, 3], "description": "The plane or space." },
            "unit": {
                "enum": ["m", "mm", "cm", "km", "um", "inch", "foot"],
                "description": "What bare lengths count in; default metres. All else is in SI units."
            },
            "title": { "type": "string" },
            "gravity": { "description": "Acceleration of gravity, m/s²; default zero." },
            "bodies": {
                "type": "object",
                "description": "Bodies by name; \"ground\" always exists and is fixed.",
                "propertyNames": { "minLength": 1 }
            },
            "contacts": { "type": "array" },
            "detect": { "$ref": "#/$defs/detect" },
            "loads": { "type": "array" },
            "jam": { "$ref": "#/$defs/jam" },
            "peg": { "$ref": "#/$defs/peg" },
            "hybrid": { "$ref": "#/$defs/hybrid" },
            "robot": { "$ref": "#/$defs/robot" },
            "meter_stick": { "$ref": "#/$defs/meter_stick" },
            "place": { "$ref": "#/$defs/place" },
            "tolerance": reference("tolerance", "How far numbers may be off.")
        },
        "if": { "properties": { "dimension": { "const": 3 } }, "required": ["dimension"] },
        "then": world(3),
        "else": world(2),
        "$defs": definitions()
    })
}

/// What the dimension decides.
fn world(dimension: usize) -> Value {
    let of = |name: &str| json!({ "$ref": format!("#/$defs/{name}_{dimension}") });
    json!({
        "properties": {
            "gravity": vector(dimension),
            "bodies": { "additionalProperties": of("body") },
            "contacts": { "items": of("contact") },
            "loads": { "items": load(dimension) }
        }
    })
}

/// A load where it acts.
fn load(dimension: usize) -> Value {
    let moment = if dimension == 2 { json!({ "$ref": "#/$defs/number" }) } else { vector(3) };
    let of = |mut schema: Value, words: &str| {
        schema["description"] = json!(words);
        schema
    };
    json!({
        "type": "object",
        "description": "A force at a point of a body, and a moment.",
        "properties": {
            "name": { "type": "string", "description": "Default: its place in the list, from 1." },
            "on": { "type": "string", "description": "The body." },
            "point": of(vector(dimension), "Where, in world coordinates; default the centre of mass."),
            "force": of(vector(dimension), "N."),
            "moment": of(moment, "N·m, besides that of the force."),
            "case": { "type": "string", "minLength": 1, "description": "Loads of one case act together; without one it always acts." },
        },
        "required": ["on"],
        "anyOf": [{ "required": ["force"] }, { "required": ["moment"] }],
        "additionalProperties": false,
    })
}

fn definitions() -> Value {
    let mut definitions = json!({
        "number": number(),
        "positive": signed_number("exclusiveMinimum"),
        "not_negative": signed_number("minimum"),
        "friction": friction(),
        "detect": detect(),
        "detect_pair": detect_pair(),
        "hybrid": hybrid(),
        "jam": jam(),
        "meter_stick": meter_stick(),
        "peg": peg(),
        "place": place(),
        "robot": robot(),
        "tolerance": tolerance()
    });
    for more in [plane::definitions(), space::definitions()] {
        extend(&mut definitions, more);
    }
    definitions
}

fn extend(table: &mut Value, more: Value) {
    if let (Value::Object(table), Value::Object(more)) = (table, more) {
        table.extend(more);
    }
}

fn described(mut schema: Value, description: &str) -> Value {
    schema["description"] = json!(description);
    schema
}

fn reference(name: &str, description: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}"), "description": description })
}

/// A table with exactly these keys.
fn table(properties: Value, required: &[&str]) -> Value {
    json!({ "type": "object", "additionalProperties": false, "properties": properties, "required": required })
}

/// Integer, decimal, or fraction of two of these in a string.
fn number_text() -> Value {
    let decimal = r"[+-]?([0-9_]+\.?[0-9_]*|\.[0-9_]+)([eE][+-]?[0-9]+)?";
    let unit = r"(\s*(1/)?[A-Za-zµ°][A-Za-z0-9µ°·/^ ²³]*)?";
    json!({ "type": "string", "pattern": format!(r"^\s*{decimal}(\s*/\s*{decimal})?{unit}\s*$") })
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

fn any_of_keys(keys: &[&str]) -> Value {
    json!({ "anyOf": keys.iter().map(|key| json!({ "required": [key] })).collect::<Vec<_>>() })
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

/// Rows of equally many numbers, as many as in a row.
fn matrix(size: usize, description: &str) -> Value {
    json!({
        "type": "array", "items": vector(size), "minItems": size, "maxItems": size, "description": description
    })
}

/// What is written of a body in one of the worlds alone.
struct OwnBody<'w> {
    point: &'w str,
    inertia: Value,
    density: &'w str,
    shape: &'w str,
    pose: Value,
    acceleration: &'w str,
    trajectory: &'w str,
}

/// A body: what both worlds share, and what is one world's own.
fn body<S: World>(own: OwnBody<'_>) -> Value {
    let freedoms: Vec<&str> = S::FREEDOM_WORDS.iter().map(|(word, _)| *word).collect();
    let size = freedoms.len();
    let of = |name: &str| json!({ "$ref": format!("#/$defs/{name}") });
    let mut body = table(
        json!({
            "mass": reference("positive", "kg"),
            "role": words(&["free", "fixed", "driven"], "Default free."),
            "com": reference(own.point, "Centre of mass; default the centroid of the shape, else the origin."),
            "inertia": own.inertia,
            "mass_matrix": matrix(size, "Instead of mass and inertia: symmetric, positive definite, angular first."),
            "density": reference("positive", own.density),
            "shape": of(own.shape),
            "pose": own.pose,
            "freedoms": {
                "type": "array", "uniqueItems": true, "items": { "enum": freedoms },
                "description": "The motions the body may make; default all."
            },
            "twist": described(vector(size), &format!("Velocity {} about the centre of mass.", S::TWIST)),
            "acceleration": described(vector(size), own.acceleration),
            "trajectory": of(own.trajectory),
            "wrench": described(vector(size), &format!("Applied besides gravity, {} about the centre of mass.", S::WRENCH)),
            "support": {
                "anyOf": [{ "enum": ["shape"] }, { "type": "array", "minItems": 1, "items": of(own.point) }],
                "description": "Where it presses on a table that is seen from above: \"shape\", anywhere under it (the default), or points."
            },
            "pressure": {
                "type": "array", "items": { "$ref": "#/$defs/number" },
                "description": "How hard it presses at each point of `support`; centred at the centre of mass."
            },
            "tolerance": reference("tolerance", "How far its own numbers may be off, instead of `[tolerance]`.")
        }),
        &[],
    );
    body["dependentSchemas"] = json!({
        "mass_matrix": { "not": any_of_keys(&["mass", "inertia", "density"]) },
        "density": { "required": ["shape"], "not": any_of_keys(&["mass", "inertia"]) },
        "trajectory": { "not": any_of_keys(&["acceleration"]) },
        "pressure": { "required": ["support"] }
    });
    body
}

/// A disc or a ball.
fn ball(point: &str) -> Value {
    table(
        json!({ "center": reference(point, "Default the origin."), "radius": reference("positive", "m") }),
        &["radius"],
    )
}

/// What lies on one side of a line or of a plane.
fn half(point: &str, boundary: &str) -> Value {
    table(
        json!({
            "point": reference(point, &format!("A point of the {boundary}.")),
            "normal": reference(point, "Out of the solid; any length but zero.")
        }),
        &["point", "normal"],
    )
}

/// A trajectory with these polynomials, each with what it is of.
fn trajectory(point: &str, polynomials: &[(&str, &str)]) -> Value {
    let coefficients = |what: &str| {
        let description = format!("Coefficients of {what}, lowest power first, the first 0.");
        json!({ "type": "array", "items": { "$ref": "#/$defs/number" }, "description": description })
    };
    let mut properties = json!({});
    for (key, what) in polynomials {
        properties[*key] = coefficients(what);
    }
    properties["pivot"] = reference(point, "World point at time 0; default the centre of mass.");
    properties["duration"] = reference("positive", "s");
    table(properties, &["duration"])
}

/// A contact: what both worlds share, and what `own` adds; `patch` says what several points may be besides a line.
fn contact<S: World>(point: &str, patch: &str, own: Value) -> Value {
    let mut properties = json!({
        "id": { "type": "string", "minLength": 1, "description": "Default \"1\", \"2\", ... by position." },
        "on": { "type": "string", "minLength": 1, "description": "The body the normal points into." },
        "against": { "type": "string", "minLength": 1, "description": "The other body; default \"ground\"." },
        "friction": { "$ref": "#/$defs/friction" },
        "gap": reference("not_negative", "Distance still to go, m; default 0."),
        "model": words(&["frictionless", "point", "soft"], "Kinematic model; default frictionless."),
        "soft": reference("not_negative", "Torsional coefficient, m."),
        "limit": reference("not_negative", "Largest normal force, N."),
        "preload": reference("not_negative", "Normal force that is given while friction reacts, N."),
        "stiffness": reference("positive", "Of the spring behind a preload, N/m."),
        "approach": reference("number", "How far `on` has moved into that spring, m; default 0."),
        "point": reference(point, "Where, in world coordinates."),
        "points": {
            "type": "array", "items": { "$ref": format!("#/$defs/{point}") }, "minItems": 2,
            "description": format!("Instead of point: the ends of a line contact{patch}.")
        },
        "normal": reference(point, &format!("Into `on`, any length but zero; default from the {} of `on`.", S::BOUNDARY)),
        "tolerance": reference("tolerance", "How far its own numbers may be off, instead of `[tolerance]`.")
    });
    extend(&mut properties, own);
    let mut contact = table(properties, &["on"]);
    contact["oneOf"] = json!([{ "required": ["point"] }, { "required": ["points"] }]);
    contact
}

fn detect() -> Value {
    let detect = table(
        json!({
            "tolerance": reference("positive", "A gap or overlap below it is touching, m; default 1e-6 of the smaller of two bodies."),
            "friction": { "$ref": "#/$defs/friction" },
            "restitution": restitution(),
            "pairs": { "type": "array", "items": { "$ref": "#/$defs/detect_pair" } }
        }),
        &[],
    );
    described(detect, "Finds contacts between touching shapes.")
}

fn detect_pair() -> Value {
    let names = json!({ "type": "array", "items": { "type": "string", "minLength": 1 }, "minItems": 2, "maxItems": 2 });
    table(
        json!({
            "between": described(names, "Two bodies, in either order."),
            "friction": { "$ref": "#/$defs/friction" },
            "restitution": restitution()
        }),
        &["between"],
    )
}

fn restitution() -> Value {
    reference(
        "not_negative",
        "The part of the normal speed that comes back at an impact, from 0 to 1; `simulate` asks for it.",
    )
}

/// Sizes are left to the validator: n coordinates, m constraints.
fn jam() -> Value {
    let row = || json!({ "type": "array", "items": { "$ref": "#/$defs/number" } });
    let matrix = |what: &str| json!({ "type": "array", "items": row(), "minItems": 1, "description": what });
    let signs = json!({ "type": "array", "items": { "enum": ["+", "-", "free"] } });
    let mu = json!({ "type": "array", "items": { "$ref": "#/$defs/not_negative" } });
    let section = table(
        json!({
            "mass": matrix("The mass matrix M, n rows of n."),
            "constraints": matrix("The constraints' Jacobian, m rows of n."),
            "friction": matrix("Its friction for coefficients of one, m rows of n."),
            "mu": described(mu, "The coefficients."),
            "force": described(row(), "Applied less velocity forces, n numbers."),
            "gamma": described(row(), "What the constraints' accelerations must be, m numbers."),
            "rate": described(row(), "Velocities of the coordinates, n numbers."),
            "signs": described(signs, "Which sign each constraint's force may have; default free.")
        }),
        &["mass", "constraints", "friction", "mu"],
    );
    described(section, "A system under constraints with friction, by its matrices.")
}

fn peg() -> Value {
    let section = table(
        json!({
            "width": reference("positive", "Of the peg, m."),
            "hole": reference("positive", "Width of the hole, m."),
            "friction": reference("positive", "Coulomb's coefficient."),
            "depth": reference("not_negative", "How deep the peg is, m."),
            "tilt": reference("number", "By how much it leans, rad; default 0."),
            "push": described(vector(3), "[m, fx, fy] about the middle of the tip, y up out of the hole.")
        }),
        &["width", "hole", "friction", "depth"],
    );
    described(section, "A peg that is pushed slowly into a hole.")
}

/// What holds of both worlds; shapes and the lengths of wrenches are left to the validator.
fn place() -> Value {
    let whole = json!({ "type": "integer", "minimum": 0 });
    let numbers = |what: &str| json!({ "type": "array", "items": whole, "description": what });
    let wrench =
        json!({ "type": "array", "items": { "$ref": "#/$defs/number" }, "minItems": 3, "maxItems": 6 });
    let section = table(
        json!({
            "on": json!({ "type": "string", "description": "The body; default the only free one." }),
            "contacts": json!({ "type": "integer", "minimum": 1, "maximum": crate::place::MOST_PLACED, "description": "How many are still to be placed; contacts of the scene stay. Default 1." }),
            "friction": reference("not_negative", "Coulomb's coefficient of the new ones; default 0."),
            "measure": words(&["epsilon_l1", "epsilon_linf", "least_friction", "margin"], "What is to be as good as possible; default epsilon_l1."),
            "edges": numbers("Edges of the outline that may be touched, counted from 0: edge i runs from vertex i to i + 1. Default all."),
            "faces": numbers("Faces of the solid that may be touched, counted from 0. Default all."),
            "inset": reference("not_negative", "Distance to keep from corners, m; default 0."),
            "keep_out": json!({ "type": "array", "items": { "type": "object" }, "description": "Shapes, in world coordinates, inside of which no contact point may lie." }),
            "spacing": reference("not_negative", "Least distance between contacts, m; default 0."),
            "insertable": json!({ "type": "boolean", "description": "Whether some wrench must seat the part against all its contacts." }),
            "holds": json!({ "type": "array", "items": wrench, "description": "Total wrenches under which the part must be strongly stable." })
        }),
        &[],
    );
    described(section, "Contacts that are to be placed.")
}

/// How far numbers may be off.
fn tolerance() -> Value {
    let percent = json!({ "type": "string", "pattern": r"^\s*\+?([0-9_]+\.?[0-9_]*|\.[0-9_]+)\s*%\s*$" });
    let spread =
        |words: &str| json!({ "anyOf": [{ "$ref": "#/$defs/not_negative" }, percent], "description": words });
    let section = table(
        json!({
            "point": reference("not_negative", "Each contact point anywhere in a square or cube of this half width along its own axes, m."),
            "normal": reference("not_negative", "Largest turn of a normal, rad."),
            "friction": spread("Of each coefficient: a number, or a part of it as in \"10%\"."),
            "mass": spread("Of each mass: kg, or a part of it as in \"5%\"."),
            "com": reference("not_negative", "Each centre of mass anywhere in a square or cube of this half width, m."),
            "load": spread("Of each component of each load and each body's wrench: a number, or a part of it.")
        }),
        &[],
    );
    described(section, "How far numbers may be off; what is left out is exact.")
}

fn meter_stick() -> Value {
    let section = table(
        json!({
            "left": reference("number", "Where the finger is that stays, m."),
            "right": reference("number", "Where the finger is that comes closer, m; greater than `left`."),
            "com": reference("number", "Where the stick's centre of mass is, m."),
            "speed": reference("positive", "With which the fingers come together, m/s."),
            "friction": reference("friction", "Of both fingers; the static coefficient is above zero.")
        }),
        &["left", "right", "com", "speed", "friction"],
    );
    described(section, "A stick on two fingers that are brought together slowly.")
}

/// Sizes are left to the validator: n dimensions, k freedoms.
fn hybrid() -> Value {
    let row = || json!({ "type": "array", "items": { "$ref": "#/$defs/number" } });
    let matrix = |what: &str| json!({ "type": "array", "items": row(), "minItems": 3, "description": what });
    let name = |what: &str| json!({ "type": "string", "minLength": 1, "description": what });
    let either = |what: &str| json!({ "type": "array", "items": { "anyOf": [{ "$ref": "#/$defs/number" }, row()] }, "description": what });
    let wrist = table(
        json!({ "stiffness": either("The diagonal, or a matrix, angular first."), "damping": either("Likewise.") }),
        &[],
    );
    let force = table(
        json!({
            "mean": reference("positive", "N; default 10."),
            "amplitude": reference("not_negative", "N, below the mean; default 0."),
            "period": reference("positive", "s; default 2."),
            "shape": words(&["sine", "square"], "Default sine.")
        }),
        &[],
    );
    let path = table(
        json!({ "radius": reference("not_negative", "m; default 0.05."), "period": reference("positive", "s; default 4.") }),
        &[],
    );
    let gains = table(
        json!({
            "position": reference("not_negative", "1/s²; default 100."),
            "velocity": reference("not_negative", "1/s; default 20."),
            "force": reference("not_negative", "1/s; default 5.")
        }),
        &[],
    );
    let run = table(
        json!({
            "duration": reference("positive", "s; default 10."),
            "rate": reference("positive", "Control steps a second; default 1000."),
            "path": described(path, "A circle in the plane of contact."),
            "force": described(force, "The wanted contact force."),
            "support": described(wrist.clone(), "Springs that hold the body that is touched: six numbers each."),
            "gains": described(gains, "Of the controllers."),
            "sensor": reference("not_negative", "Time constant of the force sensor, s; default 0.")
        }),
        &[],
    );
    let bend = || json!({ "anyOf": [{ "$ref": "#/$defs/number" }, { "const": "inf" }] });
    let curvature = table(json!({ "robot": bend(), "environment": bend() }), &["robot", "environment"]);
    let section = table(
        json!({
            "phi_robot": matrix("Inverse inertia of the robot's body, symmetric."),
            "bias_robot": described(row(), "Its spatial acceleration without own and contact force."),
            "phi_environment": matrix("Inverse inertia of the body that it touches."),
            "bias_environment": described(row(), "Its spatial acceleration without the contact force."),
            "freedom": matrix("Relative motions that the contact allows: a column each."),
            "freedom_rate": described(row(), "What their change adds to the relative acceleration; default zero."),
            "force_basis": matrix("Contact forces in which the force is given: a column each."),
            "um": described(row(), "Commanded accelerations along the freedoms."),
            "uf": described(row(), "Commanded forces along the force basis."),
            "rank": json!({ "type": "integer", "minimum": 0, "maximum": 6, "description": "Freedoms of the robot, where phi_robot is rounded." }),
            "robot": name("The robot's body; default \"robot\"."),
            "environment": json!({ "anyOf": [name("The body that it touches."), { "$ref": "#/$defs/robot" }], "description": "What it touches: a body, by default that of the contacts, or another robot." }),
            "curvature": described(curvature, "Of the robot's surface and of the environment's, 1/m; \"inf\" for a tip; default a tip on a flat."),
            "point": described(row(), "Point about which everything is given; default: the first contact's."),
            "wrist": described(wrist, "Spring and damper between the arm and the robot's body."),
            "simulate": described(run, "A run in time.")
        }),
        &[],
    );
    described(section, "A robot's contact, by matrices or by the bodies that touch.")
}

fn robot() -> Value {
    let row =
        |what: &str| json!({ "type": "array", "items": { "$ref": "#/$defs/number" }, "description": what });
    let section = table(
        json!({
            "urdf": json!({ "type": "string", "minLength": 1, "description": "File beside the scene." }),
            "frame": json!({ "type": "string", "minLength": 1, "description": "The link whose body touches." }),
            "q": row("Positions of the joints, in the order of the file; default zero."),
            "v": row("Velocities; default zero."),
            "tau": row("Torques besides the command; default zero."),
            "base": { "$ref": "#/$defs/pose" }
        }),
        &["urdf", "frame"],
    );
    described(
        section,
        "A robot; contacts call the body of its frame \"robot\", or \"environment\" where it is what is touched.",
    )
}
