//! Every case of the corpus, built without the file reader.

use super::scenes::{Any, cuboid, number};
use serde_json::Value;
use stiction_geometry::screw::{Planar, Spatial};
use stiction_geometry::shape::{Geometry, Outline, Point3, Polyhedron, Solid};
use stiction_proof::Rational;
use stiction_scene::detect::{Detectable, PairFriction, Settings, detect};
use stiction_scene::scene::{Body, Contact, Friction, Role, Scene};

#[test]
fn the_cases_of_the_corpus_are_found() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/cases/contacts_detect.json");
    let cases: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(cases.len(), 23);
    for case in &cases {
        match scene(&case["scene"]) {
            Any::Plane(scene) => compare(case, &scene),
            Any::Space(scene) => compare(case, &scene),
        }
    }
}

fn compare<S: Detectable>(case: &Value, scene: &Scene<S>) {
    let found = detect(scene, &settings(&case["scene"]["detect"], scene));
    let expected = case["expect"]["contacts:contacts"].as_array().unwrap();
    let tolerance = case["tolerance"].as_f64().unwrap();
    assert_eq!(found.contacts.len(), expected.len(), "{}: {:#?}", case["id"], found.contacts);
    for one in expected {
        let matches = found.contacts.iter().filter(|contact| same(one, contact, scene, tolerance)).count();
        assert_eq!(matches, 1, "{}: {one} among {:#?}", case["id"], found.contacts);
    }
}

fn same<S: Geometry>(expected: &Value, got: &Contact<S>, scene: &Scene<S>, tolerance: f64) -> bool {
    let names = |a: &str, b: &str| expected["on"] == a && expected["against"] == b;
    let (on, against) = (scene.party_name(got.on), scene.party_name(got.against));
    let sign = if names(on, against) { 1.0 } else { -1.0 };
    let doubles = |v: &S::Vector| v.as_ref().iter().map(Rational::to_f64).collect::<Vec<_>>();
    let listed = |key: &str| expected[key].as_array().unwrap().iter().map(|x| x.as_f64().unwrap());
    let normal = doubles(&got.normal);
    let length = normal.iter().map(|x| x * x).sum::<f64>().sqrt();
    (names(on, against) || names(against, on))
        && listed("point")
            .zip(doubles(&got.point))
            .all(|(x, y)| (x - y).abs() <= tolerance * x.abs().max(1.0))
        && listed("normal").zip(normal).all(|(x, y)| (x - sign * y / length).abs() <= tolerance)
        && (got.friction.at_rest.to_f64() - expected["friction"].as_f64().unwrap()).abs() <= tolerance
}

fn settings<S: Geometry>(value: &Value, scene: &Scene<S>) -> Settings {
    let pair = |pair: &Value| PairFriction {
        between: [0, 1].map(|k| scene.party(pair["between"][k].as_str().unwrap()).unwrap()),
        friction: Friction::new(scalar(&pair["friction"])),
    };
    Settings {
        tolerance: Some(scalar(&value["tolerance"])),
        friction: Friction::new(scalar(&value["friction"])),
        pairs: value["pairs"].as_array().map(|pairs| pairs.iter().map(pair).collect()).unwrap_or_default(),
        ..Settings::default()
    }
}

fn scene(value: &Value) -> Any {
    let bodies = value["bodies"].as_object().unwrap();
    if value["dimension"] == 2 {
        let bodies = bodies.iter().map(|(name, body)| shaped(name, body, outline(&body["shape"]))).collect();
        return Any::Plane(Scene { bodies, ..Scene::<Planar>::new() });
    }
    let bodies = bodies.iter().map(|(name, body)| shaped(name, body, solid(body))).collect();
    Any::Space(Scene { bodies, ..Scene::<Spatial>::new() })
}

fn shaped<S: Geometry>(name: &str, body: &Value, shape: S::Shape) -> Body<S> {
    let role = if body["role"] == "fixed" { Role::Fixed } else { Role::Free };
    Body { shape: Some(shape), ..Body::new(name).with_role(role) }
}

fn outline(shape: &Value) -> Outline {
    if let Some(corners) = shape["polygon"].as_array() {
        return Outline::polygon(corners.iter().map(vector).collect(), Vec::new());
    }
    if let Some(disc) = shape.get("disc") {
        return Outline::disc(vector(&disc["center"]), scalar(&disc["radius"]));
    }
    Outline::half_plane(vector(&shape["half_plane"]["point"]), vector(&shape["half_plane"]["normal"]))
}

fn solid(body: &Value) -> Solid {
    let shape = &body["shape"];
    if let Some(space) = shape.get("half_space") {
        return Solid::HalfSpace { point: vector(&space["point"]), normal: vector(&space["normal"]) };
    }
    let solid = cuboid(&vector(&shape["box"]["center"]), &vector(&shape["box"]["size"]));
    match (body.get("pose"), solid) {
        (Some(pose), Solid::Polyhedron(polyhedron)) => Solid::Polyhedron(placed(polyhedron, pose)),
        (_, solid) => solid,
    }
}

/// A polyhedron turned about z by a quaternion `[w, 0, 0, z]`, the only kind in the cases, and moved.
fn placed(polyhedron: Polyhedron, pose: &Value) -> Polyhedron {
    let [w, x, y, z]: [Rational; 4] = vector(&pose["quaternion_wxyz"]);
    assert!(x.is_zero() && y.is_zero());
    let position: Point3 = vector(&pose["position"]);
    let square = &w * &w + &z * &z;
    let (cosine, sine) = ((&w * &w - &z * &z) / &square, (&w * &z + &w * &z) / &square);
    let place = |[x, y, z]: &Point3| -> Point3 {
        [&cosine * x - &sine * y + &position[0], &sine * x + &cosine * y + &position[1], z + &position[2]]
    };
    Polyhedron { vertices: polyhedron.vertices.iter().map(place).collect(), ..polyhedron }
}

fn scalar(value: &Value) -> Rational {
    number(&value.as_str().map_or_else(|| value.to_string(), str::to_owned))
}

fn vector<const N: usize>(value: &Value) -> [Rational; N] {
    std::array::from_fn(|k| scalar(&value[k]))
}
