//! The schema knows what the validator knows, and judges small scenes alike.

use super::schema;
use crate::keys;
use crate::{Format, read_scene, starter};
use serde_json::Value;
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
        ("/$defs/body_2/properties", keys::BODY),
        ("/$defs/body_3/properties", keys::BODY),
        ("/$defs/outline/properties", keys::OUTLINE),
        ("/$defs/solid/properties", keys::SOLID),
        ("/$defs/box/properties", keys::BOX),
        ("/$defs/mesh/properties", keys::MESH),
        ("/$defs/sphere/properties", keys::SPHERE),
        ("/$defs/cylinder/properties", keys::CYLINDER),
        ("/$defs/polyhedron/properties", keys::POLYHEDRON),
        ("/$defs/half_space/properties", keys::HALF_SPACE),
        ("/$defs/pose/properties", keys::POSE),
        ("/$defs/detect/properties", keys::DETECT),
        ("/$defs/detect_pair/properties", keys::DETECT_PAIR),
        ("/$defs/disc/properties", keys::DISC),
        ("/$defs/half_plane/properties", keys::HALF_PLANE),
        ("/$defs/step/properties", keys::STEP),
        ("/$defs/trajectory_2/properties", keys::TRAJECTORY_2),
        ("/$defs/trajectory_3/properties", keys::TRAJECTORY_3),
        ("/$defs/contact_2/properties", keys::CONTACT),
        ("/$defs/contact_3/properties", keys::CONTACT),
        ("/$defs/friction/anyOf/1/properties", keys::FRICTION),
        ("/$defs/curvature/properties", keys::CURVATURE),
        ("/$defs/robot/properties", keys::ROBOT_SECTION),
        ("/$defs/hybrid/properties/curvature/properties", keys::HYBRID_CURVATURE),
        ("/$defs/hybrid/properties", keys::HYBRID),
        ("/$defs/hybrid/properties/wrist/properties", keys::WRIST),
        ("/$defs/hybrid/properties/simulate/properties", keys::RUN),
        ("/$defs/hybrid/properties/simulate/properties/path/properties", keys::RUN_PATH),
        ("/$defs/hybrid/properties/simulate/properties/force/properties", keys::RUN_FORCE),
        ("/$defs/hybrid/properties/simulate/properties/gains/properties", keys::RUN_GAINS),
        ("/$defs/jam/properties", keys::JAM),
        ("/$defs/peg/properties", keys::PEG),
        ("/$defs/place/properties", keys::PLACE),
        ("/$defs/meter_stick/properties", keys::METER_STICK),
        ("/$defs/tolerance/properties", keys::TOLERANCE),
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
        scene("role = \"driven\"\ntrajectory = { x = [0, 1], duration = 2 }", "points = [[0, 0], [1, 0]]"),
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
        scene("", "point = [0, 0]\n[detect]\ntolerance = 0"),
        scene("", "point = [0, 0]\n[[detect.pairs]]\nbetween = [\"part\"]\nfriction = 1"),
        scene("", "point = [0, 0]").replace("stiction = 1", "stiction = 2"),
        scene("", "point = [0, 0]").replace("dimension = 2", "dimension = 3"),
        scene("", "point = [0, 0]").replace("dimension = 2", "dimension = 4"),
        scene("", "point = [0, 0]").replace("dimension = 2", ""),
    ];
    judge_alike(&good, &bad);
}

/// A minimal scene in space with one more line for its body and one for its contact.
fn scene_in_space(body: &str, contact: &str) -> String {
    format!(
        "stiction = 1\ndimension = 3\ngravity = [0, 0, -9.81]\n[bodies.part]\n{body}\n[[contacts]]\non = \"part\"\nnormal = [0, 0, 1]\n{contact}\n"
    )
}

#[test]
fn schema_and_validator_agree_on_small_scenes_in_space() {
    let scene = scene_in_space;
    let at = "point = [0, 0, 0]";
    let good = [
        scene("", at),
        scene("density = 2\nshape.box = { size = [1, 1, 2] }", "point = [0, 0, -1]"),
        scene("mass = 1\ninertia = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]", at),
        scene(
            "pose = { position = [1, 2, 3], quaternion_wxyz = [1, 0, 0, 1] }\nfreedoms = [\"rx\", \"z\"]",
            at,
        ),
        scene(
            "shape.cylinder = { radius = 1, height = 2, axis = [0, 1, 1] }",
            "point = [0, 0, 1]\nfriction = 1",
        ),
        scene("role = \"driven\"\ntrajectory = { yaw = [0, 1], duration = 1 }", at),
        scene("", "points = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]\nsoft = 0.1"),
        scene("", &format!("{at}\ntangents = [[1, 0, 0], [0, 1, 0]]\nforce = [1, 0, 0]")),
        scene("twist = [0, 0, 0, 1, 0, 0]\nwrench = [0, 0, 0, 0, 0, 1]", at),
    ];
    let bad = [
        scene("", "point = [0, 0]"),
        scene("com = [0, 0]", at),
        scene("inertia = 1", at),
        scene("mass_matrix = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]", at),
        scene("shape.polygon = [[0, 0], [1, 0], [1, 1]]", at),
        scene("shape.box = { size = [1, 1, 0] }", at),
        scene("shape = { box = { size = [1, 1, 1] }, sphere = { radius = 1 } }", at),
        scene("shape.cylinder = { radius = 1 }", at),
        scene("shape.mesh = \"\"", at),
        scene("pose = [0, 0, 0]", at),
        scene("pose = { quaternion = [1, 0, 0, 0] }", at),
        scene("freedoms = [\"theta\"]", at),
        scene("twist = [0, 1, 0]", at),
        scene("", &format!("{at}\nvertex = \"on\"")),
        scene("", &format!("{at}\ncurvature = {{ on = 1, against = 0 }}")),
        scene("", &format!("{at}\ntangents = [[1, 0, 0]]")),
        scene("", &format!("{at}\nforce = [1, 0]")),
        scene("role = \"driven\"\ntrajectory = { theta = [0, 1], duration = 1 }", at),
    ];
    judge_alike(&good, &bad);
}

fn judge_alike(good: &[String], bad: &[String]) {
    for (text, expected) in good.iter().map(|t| (t, true)).chain(bad.iter().map(|t| (t, false))) {
        assert_eq!(is_valid(&from_toml(text)), expected, "schema:\n{text}");
        assert_eq!(read_scene(text, Format::Toml, "small").is_ok(), expected, "validator:\n{text}");
    }
}
