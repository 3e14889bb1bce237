//! What is asked of numbers of a scene: in which units, for which values, over which maps.

use crate::running::{examples, run};
use serde_json::Value;

/// The report of a question, which `verify` accepts with its scene and without.
fn verified(scene: &str, question: &str, flags: &[&str]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let words = [&[question, scene, "--json"], flags].concat();
    let (status, out, err) = run(&examples(), &words);
    assert_eq!(status, 0, "{words:?}: {err}");
    let file = folder.path().join("report.json");
    std::fs::write(&file, &out).unwrap();
    let file = file.to_str().unwrap();
    for more in [&[][..], &["--scene", scene]] {
        let (status, out, err) = run(&examples(), &[&["verify", file], more].concat());
        assert_eq!(status, 0, "{words:?}: {out}{err}");
    }
    serde_json::from_str(&out).unwrap()
}

/// Whether a report that was changed is refused.
fn is_refused(scene: &str, report: &Value) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("forged.json");
    std::fs::write(&file, report.to_string()).unwrap();
    run(&examples(), &["verify", file.to_str().unwrap(), "--scene", scene]).0 != 0
}

#[test]
fn values_of_flags_count_as_the_scene_does_or_in_their_own_unit() {
    let of = |within: &str| {
        let flags =
            ["stand", "tasks/fixture.toml", "--case", "roughing", "--solve", "contacts.clamp.point.0"];
        let (status, out, err) = run(&examples(), &[&flags[..], &["--within", within, "--json"]].concat());
        assert_eq!(status, 0, "{err}");
        serde_json::from_str::<Value>(&out).unwrap()
    };
    let bare = of("20:100");
    assert_eq!(bare["asked"]["within"], serde_json::json!(["1/50", "1/10"]));
    for same in ["20mm:100mm", "20:100mm", "2cm:10cm", "0.02m:0.1 m"] {
        assert_eq!(of(same)["solve"], bare["solve"], "{same}");
    }
    let told = |words: &[&str]| run(&examples(), words);
    let (status, _, err) =
        told(&["stand", "tasks/fixture.toml", "--solve", "contacts.clamp.point.0", "--within", "2cm:90mm"]);
    assert!(status == 2 && err.contains("give both in one unit"), "{err}");
    let (status, _, err) =
        told(&["stand", "tasks/fixture.toml", "--solve", "contacts.clamp.point.0", "--within", "2N:3N"]);
    assert!(status == 2 && err.contains("`contacts.clamp.point.0` is a length"), "{err}");
    // A dowel 1 to 8 mm deep; a map all of whose cells are faults says why.
    let axes = ["--map", "peg.friction=0.1:0.9:3", "--map", "peg.depth=1:8:3"];
    let (status, out, err) = told(&[&["jam", "tasks/dowel.toml"], &axes[..]].concat());
    assert!(status == 0 && !out.contains("9 fault"), "{out}{err}");
    let (_, out, _) = told(&["stand", "clamp.toml", "--solve", "contacts.clamp.preload"]);
    assert!(out.contains("stands    with contacts.clamp.preload of at least 45.2 N"), "{out}");
    let flags = ["--map", "contacts.*.friction=-2:-1:2", "--map", "bodies.part.wrench.1=0:1:2"];
    let (status, _, err) = told(&[&["stand", "clamp.toml"], &flags[..]].concat());
    assert!(status == 2 && err.contains("no cell of the map fits the question"), "{err}");
}

#[test]
fn a_spring_holds_where_it_is_driven_in_as_far_as_its_stiffness_asks() {
    // 100 N pull, 40 N are there, 20 N/mm: 3 mm.
    let report = verified("spring_clamp.toml", "stand", &["--solve", "contacts.clamp.approach"]);
    assert_eq!((&report["verdict"], &report["solve"]["kind"]), (&"no".into(), &"loads".into()));
    assert_eq!(report["solve"]["exact"]["intervals"], serde_json::json!([["3/1000", null]]));
    let (_, out, _) = run(&examples(), &["stand", "spring_clamp.toml", "--solve", "contacts.clamp.approach"]);
    assert!(out.contains("with contacts.clamp.approach of at least 0.003 m"), "{out}");
    let text = std::fs::read_to_string(examples().join("spring_clamp.toml")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for (approach, verdict) in [("0.0029", "no"), ("\"3.1 mm\"", "yes")] {
        let spring = format!("stiffness = \"20 N/mm\"\napproach = {approach}");
        let scene = text.replace("stiffness = \"20 N/mm\"", &spring);
        std::fs::write(folder.path().join("scene.toml"), scene).unwrap();
        let (_, out, err) = run(folder.path(), &["stand", "scene.toml"]);
        assert!(out.contains(&format!("stands: {verdict}")), "{approach}: {out}{err}");
    }
}

#[test]
fn the_friction_with_which_a_gripper_closes_has_proofs_at_both_ends() {
    let report = verified("gripper.toml", "closure", &["--solve", "contacts.*.friction"]);
    let (solve, least) = (&report["solve"], report["min_friction"]["mu"].as_f64().unwrap());
    assert!((solve["intervals"][0][0].as_f64().unwrap() - least).abs() < 1e-9, "{solve}");
    assert_eq!((&solve["intervals"][0][1], solve["proofs"].as_array().unwrap().len()), (&Value::Null, 2));
    let mut forged = report.clone();
    forged["solve"]["proofs"][1]["value"] = "1/100".into();
    assert!(is_refused("gripper.toml", &forged));
    forged = report.clone();
    forged["solve"]["intervals"][0][0] = 0.into();
    assert!(is_refused("gripper.toml", &forged));
    let report = verified("three_fingers.toml", "closure", &["--solve", "contacts.*.friction"]);
    assert_eq!(report["solve"]["kind"], "friction");
    // A finger that is moved sideways lets go.
    let flags = ["--solve", "contacts.left finger.point.1", "--within", "-1:1"];
    let (status, out, err) = run(&examples(), &[&["closure", "gripper.toml"], &flags[..]].concat());
    assert!(status == 0 && out.contains("closes    "), "{out}{err}");
}

#[test]
fn a_map_of_what_stands_is_what_each_of_its_scenes_says() {
    let axes = ["--map", "contacts.*.friction=0.1:0.5:3", "--map", "bodies.keystone.mass=1000:9000:2"];
    let report = verified("arch.toml", "stand", &axes);
    // It slips below 1/3; under a lighter keystone a little later.
    assert_eq!(report["map"]["rows"], serde_json::json!(["nss", "nns"]));
    let mut forged = report.clone();
    forged["map"]["rows"][0] = "nns".into();
    assert!(is_refused("arch.toml", &forged));
    let axes = ["--map", "contacts.*.friction=0.1:0.9:3", "--map", "gravity.1=-10:-1:2"];
    assert!(verified("gripper.toml", "closure", &axes)["map"]["rows"][0].is_string());
    let axes = ["--map", "contacts.*.friction=0.1:0.9:2", "--map", "bodies.box.wrench.3=0:200:2"];
    let report = verified("box_on_table.toml", "stand", &axes);
    assert_eq!(report["map"]["rows"], serde_json::json!(["ss", "nn"]));
}

#[test]
fn a_scene_in_space_is_written_to_be_turned_about() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("box.glb");
    let words = ["stand", "box_on_table.toml", "--picture", file.to_str().unwrap()];
    let (status, _, err) = run(&examples(), &words);
    assert_eq!(status, 0, "{err}");
    assert_eq!(&std::fs::read(&file).unwrap()[..4], b"glTF");
    let plane = folder.path().join("plane.glb");
    let words = ["stand", "rest.toml", "--picture", plane.to_str().unwrap()];
    let (status, _, err) = run(&examples(), &words);
    assert!(status != 0 && err.contains("glTF is written of scenes in space"), "{err}");
}

#[test]
fn grasps_of_many_scenes_are_ranked() {
    let (_, out, _) = run(&examples(), &["closure", "escape.toml", "gripper.toml", "by_curvature.toml"]);
    let table: Vec<&str> = out.lines().rev().take(3).collect();
    assert!(table[2].starts_with("gripper.toml") && table[2].contains("resists "), "{out}");
}

#[test]
fn what_touches_nothing_is_told_what_is_near() {
    let folder = tempfile::tempdir().unwrap();
    let block = |name: &str, low: f64| {
        format!(
            "[bodies.{name}]\ndensity = 1000\nshape.polygon = [[0, {low}], [1, {low}], [1, {high}], [0, {high}]]\n",
            high = low + 1.0
        )
    };
    let scene = format!(
        "stiction = 1\ndimension = 2\ngravity = [0, -9.81]\n{}{}[bodies.ground]\nshape.half_plane = {{ point = [0, 0], normal = [0, 1] }}\n[detect]\nfriction = 0.5\n",
        block("a", 0.0),
        block("b", 1.001)
    );
    std::fs::write(folder.path().join("gap.toml"), scene).unwrap();
    let (_, out, _) = run(folder.path(), &["stand", "gap.toml"]);
    assert!(out.contains("\"b\" touches nothing; nearest is \"a\", 1 mm away"), "{out}");
    assert!(out.contains("then      b falls freely"), "{out}");
}

#[test]
fn a_contact_of_the_robot_without_a_point_is_at_its_tool() {
    let folder = tempfile::tempdir().unwrap();
    let tasks = examples().join("tasks");
    std::fs::copy(tasks.join("arm.urdf"), folder.path().join("arm.urdf")).unwrap();
    let text = std::fs::read_to_string(tasks.join("wiping.toml")).unwrap();
    for point in ["", "point = \"tool\"\n"] {
        let scene = text.replace("point = [0.435508, 0.116837, 0.301142]\n", point);
        assert_ne!(scene, text);
        std::fs::write(folder.path().join("wiping.toml"), scene).unwrap();
        let (status, out, err) = run(folder.path(), &["hybrid", "wiping.toml", "--json"]);
        assert_eq!(status, 0, "{err}");
        let report: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(report["verdict"], "yes");
        let place = report["point"].as_array().unwrap();
        let off = |(at, wanted): (&Value, f64)| (at.as_f64().unwrap() - wanted).abs();
        assert!(
            place.iter().zip([0.435_508, 0.116_837, 0.301_142]).map(off).all(|off| off < 1e-5),
            "{place:?}"
        );
    }
    let scene = "stiction = 1\ndimension = 3\n[bodies.b]\nmass = 1\n[[contacts]]\non = \"b\"\npoint = \"tool\"\nnormal = [0, 0, 1]\n";
    std::fs::write(folder.path().join("none.toml"), scene).unwrap();
    let (status, _, err) = run(folder.path(), &["check", "none.toml", "--no-picture"]);
    assert!(status == 2 && err.contains("there is no tool of a robot here"), "{err}");
}
