//! What happens in space: against strong stability, against the plane, by hand, and by reports that were tampered with.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::leaves::{changed, leaves};
use serde_json::{Value, json};
use stiction::ask::lower::ConeModel;
use stiction_files::{Format, read_scene};
use stiction_report::verify::verify;
use stiction_report::{Options, Question, SceneName, answer};

fn outcomes(scene: &Value, cone: ConeModel) -> Result<Value, String> {
    let text = scene.to_string();
    let read = read_scene(&text, Format::Json, "scene.json").map_err(|faults| format!("{faults:?}"))?;
    let options = Options { cone, ..Options::default() };
    let report = answer(&read.scene, &SceneName::unnamed(), Question::Outcomes, &options)
        .map_err(|error| error.to_string())?
        .to_json();
    let verified = verify(&report);
    assert!(verified.holds(), "{:?}", verified.failed);
    Ok(report)
}

fn moves(solution: &Value) -> bool {
    solution["acceleration"]
        .as_object()
        .unwrap()
        .values()
        .flat_map(|list| list.as_array().unwrap())
        .any(|entry| entry.as_f64() != Some(0.0))
}

#[test]
fn a_rest_is_strong_exactly_when_every_outcome_rests() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/cases/stability_space.json");
    let cases: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let mut compared = [0, 0];
    for case in cases.as_array().unwrap().iter().filter(|case| case["ask"][2] == "inner:4") {
        let bits = |key: &str| case["expect"][key].as_str().unwrap_or_default().as_bytes().to_vec();
        let (weak, strong) = (bits("bits:wrenches.*.weak"), bits("bits:wrenches.*.strong"));
        for (index, wrench) in
            case["files"]["wrenches.json"].as_array().unwrap().iter().enumerate().step_by(3)
        {
            let mut scene = case["scene"].clone();
            scene.as_object_mut().unwrap().remove("gravity");
            let name = scene["bodies"].as_object().unwrap().keys().next().unwrap().clone();
            scene["bodies"][&name]["wrench"] = wrench.clone();
            let Ok(report) = outcomes(&scene, ConeModel::Inner(4)) else { continue };
            let solutions = report["solutions"].as_array().unwrap();
            let (rests, runs) = (solutions.iter().any(|one| !moves(one)), solutions.iter().any(moves));
            assert!(rests || runs, "{}: from rest something happens", case["id"]);
            assert_eq!(rests, weak[index] == b'1', "{} wrench {index}: weak", case["id"]);
            assert_eq!(rests && !runs, strong[index] == b'1', "{} wrench {index}: strong", case["id"]);
            compared[usize::from(rests && !runs)] += 1;
        }
    }
    assert!(compared[0] >= 10 && compared[1] >= 10, "{compared:?}");
}

/// A planar scene as one in space: the part keeps to its plane, and its contacts have their old tangent first.
fn embedded(scene: &Value) -> Value {
    let mut space = scene.clone();
    space["dimension"] = json!(3);
    let raised = |vector: &Value| json!([vector[0], vector[1], 0]);
    if space["gravity"].is_array() {
        space["gravity"] = raised(&space["gravity"]);
    }
    for body in space["bodies"].as_object_mut().unwrap().values_mut() {
        for key in ["twist", "wrench", "acceleration"] {
            if body[key].is_array() {
                body[key] = json!([0, 0, body[key][0], body[key][1], body[key][2], 0]);
            }
        }
        if body["com"].is_array() {
            body["com"] = raised(&body["com"]);
        }
        if !body["inertia"].is_null() {
            body["inertia"] = json!([[1, 0, 0], [0, 1, 0], [0, 0, body["inertia"]]]);
        }
        if body["role"].is_null() || body["role"] == "free" {
            body["freedoms"] = json!(["rz", "x", "y"]);
        }
        body.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    }
    for contact in space["contacts"].as_array_mut().unwrap() {
        let turned = |entry: &Value| match entry {
            Value::Number(number) => json!(-number.as_f64().unwrap()),
            Value::String(text) => json!(text.strip_prefix('-').map_or(format!("-{text}"), str::to_owned)),
            other => other.clone(),
        };
        let normal = contact["normal"].clone();
        contact["tangents"] = json!([[turned(&normal[1]), normal[0], 0], [0, 0, 1]]);
        contact["point"] = raised(&contact["point"]);
        contact["normal"] = raised(&normal);
        contact.as_object_mut().unwrap().remove("vertex");
    }
    // The floor is flat; where it is the only one it can be drawn.
    if let [only] = &space["contacts"].as_array().unwrap()[..] {
        let half = json!({ "point": only["point"], "normal": only["normal"] });
        space["bodies"]["ground"] = json!({ "shape": { "half_space": half } });
    }
    space
}

#[test]
fn a_planar_scene_does_in_space_what_it_does_in_the_plane() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/cases/outcomes.json");
    let cases: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let mut compared = 0;
    for case in cases.as_array().unwrap() {
        let scene = &case["scene"];
        if scene["contacts"].as_array().is_some_and(|list| list.len() > 3) {
            continue;
        }
        let Ok(plane) = outcomes(scene, ConeModel::Round) else { continue };
        let Ok(space) = outcomes(&embedded(scene), ConeModel::Inner(4)) else { continue };
        let told = |report: &Value| -> Vec<(String, Vec<String>)> {
            let mut found: Vec<(String, Vec<String>)> = Vec::new();
            for (index, solution) in report["exact"]["solutions"].as_array().unwrap().iter().enumerate() {
                let mode = report["solutions"][index]["mode"].as_str().unwrap();
                let letters = mode.chars().map(|letter| match letter {
                    's' => "s",
                    'u' => "u",
                    'n' => "00",
                    'l' => "+0",
                    _ => "-0",
                });
                let mode = if report["problem"]["bodies"][0]["com"].as_array().unwrap().len() == 2 {
                    letters.collect::<Vec<_>>().join(" ")
                } else {
                    mode.to_owned()
                };
                let unique = report["solutions"][index]["acceleration_unique"] == true;
                let components = |list: &Value| -> Vec<String> {
                    let list = list.as_array().unwrap();
                    let kept: Vec<usize> = if list.len() == 6 { vec![2, 3, 4] } else { vec![0, 1, 2] };
                    kept.iter()
                        .map(|&k| if unique { list[k].to_string() } else { "family".to_owned() })
                        .collect()
                };
                let accelerations =
                    solution["acceleration"].as_object().unwrap().values().flat_map(components);
                found.push((mode, accelerations.collect()));
            }
            found.sort();
            found
        };
        assert_eq!(told(&plane), told(&space), "{}", case["id"]);
        assert_eq!(plane["outcome"], space["outcome"], "{}", case["id"]);
        compared += 1;
    }
    assert!(compared >= 40, "only {compared} cases could be compared");
}

/// A box of one kilogram on a table, one of its lower corners at each contact.
fn sliding_box(twist: [&str; 6], friction: &str) -> Value {
    let corner = |x: i64, y: i64| json!({ "on": "box", "point": [x, y, 0], "normal": [0, 0, 1], "friction": friction, "tangents": [[1, 0, 0], [0, 1, 0]] });
    json!({
        "stiction": 1, "dimension": 3, "gravity": [0, 0, -10],
        "bodies": {
            "ground": { "shape": { "half_space": { "point": [0, 0, 0], "normal": [0, 0, 1] } } },
            "box": { "mass": 1, "inertia": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "com": [0, 0, 1], "twist": twist,
                     "shape": { "box": { "center": [0, 0, 1], "size": [2, 2, 2] } } }
        },
        "contacts": [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]
    })
}

#[test]
fn a_box_that_slides_is_slowed_by_its_friction_against_the_slip() {
    // 3, 4, 5: the direction of slip is rational, and the cone stays round.
    let report = outcomes(&sliding_box(["0", "0", "0", "3", "4", "0"], "1/2"), ConeModel::Round).unwrap();
    assert_eq!(report["outcome"], "unique");
    assert_eq!(report["solutions"][0]["mode"], "++ ++ ++ ++");
    assert_eq!(
        report["exact"]["solutions"][0]["acceleration"]["box"],
        json!(["0", "0", "0", "-3", "-4", "0"])
    );
    // Four feet share the weight in many ways.
    assert_eq!(report["solutions"][0]["force_unique"], false);
    // A pyramid with edges along the axes takes its own edge, here along y.
    let report = outcomes(&sliding_box(["0", "0", "0", "3", "4", "0"], "1/2"), ConeModel::Inner(4)).unwrap();
    assert_eq!(
        report["exact"]["solutions"][0]["acceleration"]["box"],
        json!(["0", "0", "0", "0", "-5", "0"])
    );
}

#[test]
fn a_spinning_box_needs_no_curvature_and_a_rolling_one_a_vertex() {
    let spins = outcomes(&sliding_box(["0", "0", "1", "0", "0", "0"], "1/2"), ConeModel::Round).unwrap();
    let told = spins["solutions"][0]["acceleration"]["box"][2].as_f64().unwrap();
    // Each corner drags with half a quarter of the weight at a distance of √2.
    assert!((told + 5.0 * 2.0_f64.sqrt()).abs() < 1e-9, "{told}");
    let fault = outcomes(&sliding_box(["0", "0", "0", "0", "0", "-1"], "1/2"), ConeModel::Round).unwrap_err();
    assert!(fault.contains("impact"), "{fault}");
    let mut bare = sliding_box(["0", "0", "1", "0", "0", "0"], "1/2");
    bare["bodies"]["ground"].as_object_mut().unwrap().remove("shape");
    bare["bodies"]["box"].as_object_mut().unwrap().remove("shape");
    let fault = outcomes(&bare, ConeModel::Round).unwrap_err();
    assert!(fault.contains("what is flat there is not known"), "{fault}");
    let fault = outcomes(&sliding_box(["0", "0", "0", "0", "0", "0"], "1/2"), ConeModel::Round).unwrap_err();
    assert!(fault.contains("--cone inner:4"), "{fault}");
}

#[test]
fn every_change_of_a_report_on_space_is_refused() {
    let mut scene = sliding_box(["0", "0", "0", "0", "0", "0"], "1/2");
    scene["contacts"].as_array_mut().unwrap().truncate(2);
    scene["bodies"]["box"]["wrench"] = json!([5, 0, 0, 7, 0, 0]);
    let report = outcomes(&scene, ConeModel::Inner(4)).unwrap();
    let mut paths = Vec::new();
    leaves(&report, "", &mut paths);
    let mut unnoticed = Vec::new();
    for path in paths {
        let mut tampered = report.clone();
        let leaf = tampered.pointer_mut(&path).unwrap();
        *leaf = changed(leaf);
        // A multiplier may be changed a little and still prove the same; another problem may have the same proofs.
        let free = [
            "/problem/",
            "/multipliers/",
            "/stiction",
            "/scene",
            "/rounded",
            "/warnings",
            "/title",
            "/reasons",
            "/length",
            "/cone",
            "/tolerance",
        ];
        if verify(&tampered).holds() && !free.iter().any(|part| path.contains(part)) {
            unnoticed.push(path);
        }
    }
    assert!(unnoticed.is_empty(), "{unnoticed:#?}");
}

#[test]
fn a_limit_in_space_is_told_and_changes_nothing() {
    let scene = |limit: Value| {
        let mut ball = json!({ "on": "ball", "point": [0, 0, 0], "normal": [0, 0, 1] });
        if !limit.is_null() {
            ball["limit"] = limit;
        }
        json!({
            "stiction": 1, "dimension": 3, "gravity": [0, 0, -10],
            "bodies": { "ball": { "mass": 2, "com": [0, 0, 1], "inertia": [[1, 0, 0], [0, 1, 0], [0, 0, 1]] } },
            "contacts": [ball]
        })
    };
    let [free, within, beyond] = [Value::Null, json!(20), json!(19)]
        .map(|limit| outcomes(&scene(limit), ConeModel::Inner(4)).unwrap());
    assert!(free["solutions"] == within["solutions"] && free["solutions"] == beyond["solutions"]);
    assert!(!within["warnings"].to_string().contains("limit"));
    assert!(beyond["warnings"].to_string().contains("pushes with 20 N in mode"), "{}", beyond["warnings"]);
}
