//! Reports of outcomes: the referee on logs that MuJoCo wrote, `corpus/external/mujoco`, and limits.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use serde_json::Value;
use std::path::Path;
use stiction_files::{Limits, read_log_file, read_scene_file};
use stiction_report::verify::verify;
use stiction_report::{Options, Question, SceneName, answer};

fn judged(scene: &str, log: &str) -> Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = read_scene_file(&root.join(scene), &Limits::default()).unwrap();
    let log = read_log_file(&root.join("corpus/external/mujoco").join(log), &Limits::default()).unwrap();
    let options = Options { log: Some(log), ..Options::default() };
    answer(&read.scene, &SceneName::unnamed(), Question::Outcomes, &options).unwrap().to_json()
}

fn worst(record: &Value, law: &str) -> f64 {
    record[law].as_object().unwrap().values().map(|by| by.as_f64().unwrap()).fold(0.0, f64::max)
}

#[test]
fn contacts_that_give_settle_near_the_rigid_rest_the_nearer_the_stiffer() {
    let report = judged("corpus/external/mujoco/pushed_box.toml", "pushed_box.json");
    let log = report["log"].as_array().unwrap();
    assert_eq!((report["outcome"].as_str(), log.len()), (Some("unique"), 4));
    // At the first instant the springs are not pressed: the box sinks in, and its friction lets it creep.
    assert!(worst(&log[0], "contact") > 0.1 && worst(&log[2], "contact") < 1e-3, "{log:#?}");
    assert_eq!(log[0]["lawful"], false);
    // Two seconds later it rests; what is left is a lever arm that sank by a fraction of a millimetre.
    assert!(worst(&log[1], "newton") < 1e-3 && worst(&log[1], "coulomb") < 1e-9);
    assert_eq!(log[3]["lawful"], true);
    assert!(log.iter().all(|record| record["nearest"].as_f64().unwrap() < 1.0));
}

#[test]
fn an_engine_reports_success_where_nothing_is_possible_and_breaks_coulomb_s_law() {
    let report = judged("examples/painleve.toml", "painleve.json");
    assert_eq!(report["outcome"], "inconsistent");
    for record in report["log"].as_array().unwrap() {
        assert_eq!((&record["possible"], &record["lawful"]), (&Value::Bool(false), &Value::Bool(false)));
        // Newton's law it keeps; the foot slides, and its friction is far from the kinetic edge.
        assert!(worst(record, "newton") < 1e-9 && worst(record, "coulomb") > 20.0, "{record:#}");
    }
    let report = judged("corpus/external/mujoco/lifted_rod.toml", "lifted_rod.json");
    assert_eq!(report["outcome"], "ambiguous");
    assert!(report["log"].as_array().unwrap().iter().all(|record| record["lawful"] == false));
}

#[test]
fn a_judgement_that_was_changed_is_refused() {
    let report = judged("corpus/external/mujoco/pushed_box.toml", "pushed_box.json");
    assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
    for pointer in [
        "/log/0/newton/box",
        "/log/0/worst",
        "/log/1/coulomb/left",
        "/log/2/nearest",
        "/log/3/reported/forces/right/0",
    ] {
        let text = report.pointer(pointer).unwrap().is_string();
        crate::leaves::refused(&report, pointer, if text { "77".into() } else { 0.123.into() });
    }
    let mut tampered = report.clone();
    tampered["log"][3]["lawful"] = false.into();
    assert!(!verify(&tampered).holds());
}

#[test]
fn a_force_beyond_a_limit_is_told_and_changes_nothing() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join("corpus/external/mujoco/pushed_box.toml")).unwrap();
    let ask = |text: &str| {
        let read = stiction_files::read_scene(text, stiction_files::Format::Toml, "scene.toml").unwrap();
        answer(&read.scene, &SceneName::unnamed(), Question::Outcomes, &Options::default()).unwrap().to_json()
    };
    let (free, limited) = (ask(&text), ask(&text.replace("id = \"right\"", "id = \"right\"\nlimit = 10")));
    assert_eq!(free["solutions"], limited["solutions"]);
    let told = limited["warnings"].to_string();
    assert!(told.contains("\\\"right\\\" pushes with") && told.contains("limit of 10 N"), "{told}");
}

/// A block of four kilograms on four feet at (±1, ±1), half a metre below its centre of mass, μ = 1/2 at rest
/// and 2/5 sliding.
fn block(gravity: &str, more: &str) -> stiction::scene::AnyScene {
    let foot = |id: &str, x: i64, y: i64| {
        format!(
            "[[contacts]]\nid = \"{id}\"\non = \"block\"\npoint = [{x}, {y}, 0]\nnormal = [0, 0, 1]\nfriction = {{ static = 0.5, kinetic = 0.4 }}\n"
        )
    };
    let feet = [foot("a", -1, -1), foot("b", 1, -1), foot("c", 1, 1), foot("d", -1, 1)].concat();
    let text = format!(
        "stiction = 1\ndimension = 3\ngravity = {gravity}\n[bodies.block]\nmass = 4\ninertia = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\ncom = [0, 0, 0.5]\n{more}\n{feet}"
    );
    stiction_files::read_scene(&text, stiction_files::Format::Toml, "scene.toml").unwrap().scene
}

fn refereed(scene: &stiction::scene::AnyScene, log: &str, cone: &str, tolerance: Option<[i64; 3]>) -> Value {
    let part = |millionths: i64| stiction_proof::Rational::new(millionths, 1_000_000);
    let log_tolerance = tolerance.map_or_else(stiction_report::Tolerance::default, |[law, speed, depth]| {
        stiction_report::Tolerance { law: part(law), speed: part(speed), depth: part(depth) }
    });
    let log = Some(stiction_files::read_log(log).unwrap());
    let options = Options { log, log_tolerance, cone: cone.parse().unwrap(), ..Options::default() };
    let report = answer(scene, &SceneName::unnamed(), Question::Outcomes, &options).unwrap().to_json();
    let verified = verify(&report);
    assert!(verified.holds(), "{:?}", verified.failed);
    report
}

/// A record in which every foot pushes alike.
fn pushes(acceleration: &str, force: &str) -> String {
    let forces: Vec<String> = ["a", "b", "c", "d"].iter().map(|id| format!("\"{id}\": {force}")).collect();
    format!(
        "{{ \"acceleration\": {{ \"block\": {acceleration} }}, \"forces\": {{ {} }} }}",
        forces.join(", ")
    )
}

#[test]
fn a_block_at_rest_in_space_is_lawful_and_exact_friction_can_hold_it() {
    let scene = block("[0, 0, -10]", "");
    for cone in ["round", "inner:4", "outer:6"] {
        let report = refereed(&scene, &pushes("[0, 0, 0, 0, 0, 0]", "[10, 0, 0]"), cone, None);
        let record = &report["log"][0];
        assert_eq!(
            (&record["lawful"], &record["held"]),
            (&Value::Bool(true), &Value::Bool(true)),
            "{record:#}"
        );
        assert_eq!((record["worst"].as_f64(), record["survives"].as_str()), (Some(0.0), Some("yes")));
        assert_eq!(
            (report["balance"]["verdict"].as_str(), report["balance"]["cone"].as_str()),
            (Some("yes"), Some("round"))
        );
        // Of round cones at rest no modes are listed, so that nothing else is known.
        let known = (report["outcome"].as_str(), record["possible"].as_bool());
        assert_eq!(known, if cone == "round" { (None, None) } else { (Some("unique"), Some(true)) });
    }
}

#[test]
fn each_law_in_space_that_is_broken_is_told_by_how_much() {
    let judged = |record: &str, cone: &str, law: &str| {
        let report = refereed(&block("[0, 0, -10]", ""), record, cone, None);
        assert_eq!(report["log"][0]["lawful"], false, "{record}");
        worst(&report["log"][0], law)
    };
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} is not {b}");
    let still = "[0, 0, 0, 0, 0, 0]";
    for cone in ["round", "inner:4"] {
        // Four feet push with 11 N each: 4 N are left over.
        near(judged(&pushes(still, "[11, 0, 0]"), cone, "newton"), 4.0);
        // They pull with 10 N, and the block would have to fall with 20 m/s²: through the floor.
        near(judged(&pushes("[0, 0, 0, 0, 0, -20]", "[-10, 0, 0]"), cone, "pull"), 10.0);
        near(judged(&pushes("[0, 0, 0, 0, 0, -20]", "[-10, 0, 0]"), cone, "contact"), 20.0);
        // It rises with 3 m/s² and is pushed: the lesser of acceleration and force.
        near(judged(&pushes("[0, 0, 0, 0, 0, 3]", "[13, 0, 0]"), cone, "contact"), 3.0);
        // Friction of 7 N along a tangent, where 5 N are lawful.
        near(judged(&pushes("[0, 0, 0, 0, 7, 0]", "[10, 7, 0]"), cone, "ratio"), 1.4);
    }
    // [3, 4] is 5 N long: on the round cone, and 7/5 of the pyramid along the tangents.
    let across = pushes("[0, 0, 0, -4, 3, 0]", "[10, 3, 4]");
    near(judged(&across, "round", "ratio"), 1.0);
    near(judged(&across, "inner:4", "ratio"), 1.4);
    // It pushes along the slip that begins: the acceleration is that of the friction, 0° would be against it.
    near(judged(&across, "round", "angle"), 180.0);
    // At rest and sticking, 7 N are 2 N outside.
    near(judged(&pushes(still, "[10, 7, 0]"), "round", "coulomb"), 2.0);
}

#[test]
fn friction_of_a_block_that_slides_in_space_is_judged_against_its_slip() {
    // It slides along (3, 4) with friction 2/5: 4 N at each foot, which are (−2.4, −3.2), along the tangents y and −x.
    let shape = "twist = [0, 0, 0, 3, 4, 0]\nshape.box = { center = [0, 0, 0.5], size = [2, 2, 1] }";
    let floor = "[bodies.floor]\nrole = \"fixed\"\nshape.box = { center = [0, 0, -1], size = [9, 9, 2] }";
    let stiction::scene::AnyScene::Spatial(mut scene) = block("[0, 0, -10]", &format!("{shape}\n{floor}"))
    else {
        panic!("in space")
    };
    let floor = scene.bodies.iter().position(|body| body.name == "floor").unwrap();
    scene.contacts.iter_mut().for_each(|contact| contact.against = stiction::scene::Party::Body(floor));
    let scene = stiction::scene::AnyScene::Spatial(scene);
    // Friction below the centre of mass turns the block unless the feet push as unequally: forces that balance it.
    let lawful = r#"{ "acceleration": { "block": [0, 0, 0, "-2.4", "-3.2", 0] }, "forces": {
        "a": [7.2, -2.304, 1.728], "b": [9.6, -3.072, 2.304], "c": [12.8, -4.096, 3.072], "d": [10.4, -3.328, 2.496] } }"#;
    let report = refereed(&scene, lawful, "round", None);
    let record = &report["log"][0];
    assert!(
        record["held"] == false && worst(record, "angle") < 1e-5 && worst(record, "coulomb") < 1e-9,
        "{record:#}"
    );
    assert!((worst(record, "ratio") - 1.0).abs() < 1e-9, "{record:#}");
    // The same friction turned by a right angle, (3.2, −2.4) of every 4 N.
    let turned = r#"{ "forces": { "a": [10, "-2.4", "-3.2"] } }"#;
    let record = refereed(&scene, turned, "round", None)["log"][0].clone();
    assert!((worst(&record, "angle") - 90.0).abs() < 1e-5, "{record:#}");
    assert!((worst(&record, "coulomb") - 32f64.sqrt()).abs() < 1e-9, "{record:#}");
}

#[test]
fn what_an_engine_holds_beyond_the_friction_exact_friction_cannot_hold() {
    // As steep as 3/5, where 1/2 holds; the forces are those that would do it.
    let scene = block("[6, 0, -10]", "");
    for cone in ["round", "inner:4"] {
        let report = refereed(&scene, &pushes("[0, 0, 0, 0, 0, 0]", "[10, 0, 6]"), cone, None);
        let record = &report["log"][0];
        assert_eq!(
            (&record["held"], &record["survives"], &record["lawful"]),
            (&true.into(), &"no".into(), &false.into())
        );
        assert!((worst(record, "ratio") - 1.2).abs() < 1e-9, "{record:#}");
        for pointer in ["/balance/verdict", "/log/0/survives"] {
            let mut forged = report.clone();
            *forged.pointer_mut(pointer).unwrap() = "yes".into();
            assert!(!verify(&forged).holds(), "{pointer}");
        }
        let mut forged = report.clone();
        forged["balance"]["proof"]["falls"]["twists"][0][3] = "-1".into();
        assert!(!verify(&forged).holds());
    }
}

#[test]
fn a_stated_tolerance_lets_contacts_give_and_bodies_creep() {
    let scene = block("[0, 0, -10]", "");
    let state = r#"{ "velocity": { "block": [0, 0, 0, 2e-3, 0, 0] }, "gap": { "a": -3e-4 }, "#;
    let soft = pushes("[0, 0, 0, 0, 0, 1e-4]", "[10, 0, 0]").replacen('{', state, 1);
    let lawful = |tolerance| {
        let record = refereed(&scene, &soft, "round", tolerance)["log"][0].clone();
        assert!(
            (worst(&record, "drift") - 2e-3).abs() < 1e-12 && (worst(&record, "depth") - 3e-4).abs() < 1e-12
        );
        (record["lawful"].as_bool().unwrap(), record["held"].as_bool().unwrap())
    };
    assert_eq!(lawful(None), (false, false));
    assert_eq!(lawful(Some([1000, 2100, 310])), (true, true));
    assert_eq!(lawful(Some([1000, 2100, 290])), (false, true));
    assert_eq!(lawful(Some([1000, 1900, 310])), (false, false));
    assert_eq!(lawful(Some([10, 2100, 310])), (false, false));
}

#[test]
fn elliptic_cones_of_an_engine_hold_a_box_in_space_and_pyramidal_ones_let_it_slide() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/external/mujoco");
    let scene = read_scene_file(&root.join("slope.toml"), &Limits::default()).unwrap().scene;
    let log = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    // Newtons and m/s² to a ten-thousandth, a creep of a hundredth of a millimetre in a second, a depth of a
    // micrometre.
    let soft = Some([100, 10, 1]);
    let report = refereed(&scene, &log("slope_elliptic.json"), "round", soft);
    let (first, settled) = (&report["log"][0], &report["log"][1]);
    assert!(worst(first, "contact") > 1e-3 && first["held"] == false, "{first:#}");
    assert_eq!(
        (&settled["lawful"], &settled["held"], &settled["survives"]),
        (&true.into(), &true.into(), &"yes".into())
    );
    assert!(worst(settled, "drift") > 5e-6, "it creeps: {settled:#}");
    // Beside a pyramid of its own making the engine slides, and 0.4 of friction would be enough for a round cone.
    let pyramid = refereed(&scene, &log("slope_pyramidal.json"), "inner:4", None);
    let first = &pyramid["log"][0];
    assert!(first["held"] == false && worst(first, "ratio") < 1.0 + 1e-9, "{first:#}");
    // Two edges tie along the diagonal, and its forces lie between them: what is broken is that springs let
    // the box rise.
    assert!(worst(first, "coulomb") < 1e-3 && worst(first, "contact") > 0.1, "{first:#}");
    assert_eq!(pyramid["outcome"], "unique");
    assert_eq!(pyramid["solutions"][0]["mode"].as_str().map(|mode| mode.contains('0')), Some(false));
    // With exact friction there is a balance, so that it need not slide.
    let held = refereed(&scene, r#"{ "acceleration": { "box": [0, 0, 0, 0, 0, 0] } }"#, "round", None);
    assert_eq!(held["balance"]["verdict"], "yes");
}
