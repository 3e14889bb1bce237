//! Values of a number and places of a centre of mass: they verify, and are refused where they were touched.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::leaves::{changed, leaves};
use serde_json::{Value, json};
use stiction_files::{Format, ReadScene, read_scene};
use stiction_report::verify::{Against, verify, verify_of};
use stiction_report::{Options, Question, SceneName, StandExtras, Unknown, answer};

fn read(scene: &Value) -> ReadScene {
    read_scene(&scene.to_string(), Format::Json, "scene.json").unwrap()
}

fn ask(scene: &Value, extras: StandExtras) -> Value {
    let options = Options { extras, ..Options::default() };
    let report = answer(&read(scene).scene, &SceneName::unnamed(), Question::Stand, &options).unwrap();
    serde_json::from_str(&serde_json::to_string(&report).unwrap()).unwrap()
}

fn solved(scene: &Value, path: &str, within: Option<[i64; 2]>) -> Value {
    let within = within.map(|ends| ends.map(Into::into));
    ask(
        scene,
        StandExtras { solve: Some(Unknown { path: path.to_owned(), within }), ..StandExtras::default() },
    )
}

/// What may be changed a little and still prove the same; a side that cuts nothing off may be farther out.
const FREE: [&str; 3] = ["/twists", "/forces/", "/sides/"];

fn region(scene: &Value) -> Value {
    ask(scene, StandExtras { region: true, ..StandExtras::default() })
}

/// A block of 2 kg against a wall, held by a clamp.
fn clamped(preload: i64, friction: &str) -> Value {
    let wall = |id: &str, y: i64| json!({ "id": id, "on": "b", "point": [-1, y], "normal": [1, 0], "friction": "1/2" });
    json!({
        "stiction": 1, "dimension": 2, "gravity": [0, -10], "bodies": { "b": { "mass": 2, "com": [0, 0] } },
        "contacts": [
            wall("low", -1), wall("high", 1),
            { "id": "clamp", "on": "b", "point": [1, 0], "normal": [-3, 0], "friction": friction, "preload": preload },
        ],
        "loads": [{ "name": "pull", "on": "b", "point": [0, 0], "force": [0, 0] }],
    })
}

#[test]
fn a_clamp_holds_by_the_friction_of_its_preload() {
    // The wall takes half of the preload, the clamp what its own friction takes: 20 N = N/2 + μN.
    for (friction, least) in [("0", 40.0), ("1/2", 20.0), ("3/10", 25.0)] {
        let report = solved(&clamped(10, friction), "contacts.clamp.preload", None);
        assert_eq!(report["verdict"], "no");
        let ends = &report["solve"]["intervals"][0];
        assert!((ends[0].as_f64().unwrap() - least).abs() < 1e-12, "{ends}");
        assert!(ends[1].is_null());
        assert_eq!(ask(&clamped(least as i64, friction), StandExtras::default())["verdict"], "yes");
        assert_eq!(ask(&clamped(least as i64 - 1, friction), StandExtras::default())["verdict"], "no");
    }
}

#[test]
fn a_load_at_a_point_is_solved_for_between_two_ends() {
    // Friction of 40 N/2 at the wall, weight 20 N: the load may pull 20 N up to 40 N.
    let report = solved(&clamped(80, "0"), "loads.pull.force.1", None);
    assert_eq!(report["solve"]["intervals"], json!([[-20.0, 60.0]]));
    let again = solved(&clamped(80, "0"), "bodies.b.wrench.2", None);
    assert_eq!(again["solve"]["intervals"], report["solve"]["intervals"]);
}

#[test]
fn friction_has_a_threshold_and_geometry_is_asked_between_two_values() {
    let report = solved(&clamped(80, "0"), "contacts.low.friction", None);
    // 50 N and 30 N at the wall, for its friction turns the block: 15 N above, and 5 N are left for the lower one.
    assert_eq!(report["solve"]["intervals"], json!([[0.1, null]]));
    let all = solved(&clamped(40, "0"), "contacts.*.friction", None);
    assert_eq!(all["solve"]["intervals"], json!([[0.25, null]]));
    // The clamp must push between the two contacts of the wall.
    let place = solved(&clamped(80, "0"), "contacts.clamp.point.1", Some([-3, 3]));
    assert_eq!(place["solve"]["kind"], "asked");
    let ends = &place["solve"]["intervals"][0];
    assert!(ends[0].as_f64().unwrap() < 0.0 && ends[1].as_f64().unwrap() > 0.0, "{ends}");
    assert!(place["computed"].as_array().unwrap().contains(&json!("solve.intervals")));
    assert!(verify(&place).holds(), "{:?}", verify(&place).failed);
}

fn table(com: [i64; 3]) -> Value {
    let foot =
        |x: i64, y: i64| json!({ "on": "b", "point": [x, y, 0], "normal": [0, 0, 1], "friction": "1/2" });
    json!({
        "stiction": 1, "dimension": 3, "gravity": [0, 0, -10], "bodies": { "b": { "mass": 1, "com": com } },
        "contacts": [foot(0, 0), foot(2, 0), foot(1, 2)],
    })
}

#[test]
fn on_a_level_floor_the_region_is_the_hull_of_the_feet_wherever_the_weight_is_now() {
    for com in [[1, 1, 1], [9, -4, 3], [0, 0, 1]] {
        let report = region(&table(com));
        let mut vertices: Vec<Vec<f64>> =
            serde_json::from_value(report["region"]["vertices"].clone()).unwrap();
        vertices.sort_by(|a, b| a.partial_cmp(b).unwrap());
        // Round cones are left between corners that stand and half-planes that hold them.
        let mut corners = vertices.iter().flatten().zip([0.0, 0.0, 1.0, 2.0, 2.0, 0.0]);
        assert!(vertices.len() == 3 && corners.all(|(one, meant)| (one - meant).abs() < 1e-8));
        assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
    }
}

#[test]
fn every_number_of_what_is_solved_for_is_proved() {
    let (clamp, feet) = (clamped(80, "1/5"), table([1, 1, 1]));
    let asked = [
        (&clamp, "solve", solved(&clamp, "contacts.clamp.preload", None)),
        (&clamp, "solve", solved(&clamp, "contacts.*.friction", None)),
        (&clamp, "region", region(&clamp)),
        (&feet, "region", region(&feet)),
    ];
    for (scene, key, report) in &asked {
        let read = read(scene);
        let against = Against::scene(&read.scene);
        assert!(verify(report).holds(), "{:?}", verify(report).failed);
        assert!(verify_of(report, &against).holds(), "{:?}", verify_of(report, &against).failed);
        let mut paths = Vec::new();
        leaves(report, "", &mut paths);
        let told = |path: &String| {
            path.starts_with(&format!("/{key}")) && !FREE.iter().any(|free| path.contains(free))
        };
        let (mut count, mut accepted) = (0, Vec::new());
        for path in paths.into_iter().filter(told) {
            let mut forged = report.clone();
            let leaf = forged.pointer_mut(&path).unwrap();
            *leaf = changed(leaf);
            count += 1;
            if verify_of(&forged, &against).holds() {
                accepted.push(path);
            }
        }
        assert!(count > 20 && accepted.is_empty(), "{key}: {accepted:?}");
    }
}
