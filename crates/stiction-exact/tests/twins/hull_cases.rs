//! The margins of grasps in space that the corpus states, by the polytope that grows in six dimensions.

use serde_json::Value;
use stiction_exact::hull::{Effort, Origin, Points, Workspace};
use stiction_proof::Rational;

type Vector = [f64; 3];

fn vector(value: &Value) -> Vector {
    let number = |value: &Value| {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        text.parse::<Rational>().unwrap().to_f64()
    };
    std::array::from_fn(|k| number(&value[k]))
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn unit(a: &Vector) -> Vector {
    let length = a.iter().map(|x| x * x).sum::<f64>().sqrt();
    a.map(|x| x / length)
}

/// The wrenches of a case's contacts with unit normal part: pyramids of `sides` edges, or normals alone.
fn wrenches(case: &Value, sides: usize) -> Vec<[f64; 6]> {
    let com = vector(&case["scene"]["bodies"]["part"]["com"]);
    let mut wrenches = Vec::new();
    for contact in case["scene"]["contacts"].as_array().unwrap() {
        let (point, normal) = (vector(&contact["point"]), unit(&vector(&contact["normal"])));
        let friction = contact.get("friction").map_or(0.0, |mu| vector(&serde_json::json!([mu, 0, 0]))[0]);
        let tangents = if friction > 0.0 {
            [0, 1].map(|k| unit(&vector(&contact["tangents"][k])))
        } else {
            [[0.0; 3]; 2]
        };
        for side in 0..if friction > 0.0 { sides } else { 1 } {
            let (sine, cosine) = (std::f64::consts::TAU * side as f64 / sides as f64).sin_cos();
            let force: Vector = std::array::from_fn(|k| {
                normal[k] + friction * (cosine * tangents[0][k] + sine * tangents[1][k])
            });
            let arm: Vector = std::array::from_fn(|k| point[k] - com[k]);
            let moment = cross(&arm, &force);
            wrenches.push([moment[0], moment[1], moment[2], force[0], force[1], force[2]]);
        }
    }
    wrenches
}

#[test]
fn grasps_in_space_have_the_margins_that_the_corpus_states() {
    let (mut open, mut closed) = (0, 0);
    let mut workspace = Workspace::new();
    for topic in ["closure_spatial", "closure_pyramid"] {
        let path = format!("{}/../../corpus/cases/{topic}.json", env!("CARGO_MANIFEST_DIR"));
        let cases: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        for case in &cases {
            let Some(expected) = case["expect"].get("quality.epsilon_l1").and_then(Value::as_f64) else {
                continue;
            };
            let flag = case["ask"][2].as_str().unwrap_or("inner:1");
            let points = wrenches(case, flag.trim_start_matches("inner:").parse().unwrap());
            let origin = if expected > 0.0 { Origin::Inside } else { Origin::Outside };
            let found = workspace.distance(&Points(&points), origin, Effort::default()).unwrap();
            assert!((found.value - expected).abs() < 1e-9, "{}: {found:?} {expected}", case["id"]);
            assert!(found.upper - found.lower < 1e-12, "{}: {found:?}", case["id"]);
            *(if expected > 0.0 { &mut closed } else { &mut open }) += 1;
        }
    }
    assert!(open > 10 && closed > 40, "{open} open, {closed} closed");
}
