//! Assemblies that COMPAS itself wrote (`assemblies/README.md` says how) are read as it meant them.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use stiction::scene::{AnyScene, Role, Scene};
use stiction::screw::Spatial;
use stiction_files::{Format, Limits, read_scene, read_scene_file};
use stiction_proof::Rational;

fn path(name: &str) -> std::path::PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "assemblies", name].iter().collect()
}

fn assembly(name: &str) -> Scene<Spatial> {
    let read = read_scene_file(&path(name), &Limits::default());
    let read = read.unwrap_or_else(|unread| panic!("{}", unread.render(name, false)));
    let beside_assumptions: Vec<_> = read.warnings.iter().filter(|w| w.code != "assumed").collect();
    assert!(beside_assumptions.is_empty(), "{beside_assumptions:?}");
    let AnyScene::Spatial(scene) = read.scene else { panic!("{name} is not in space") };
    scene
}

fn fixed(scene: &Scene<Spatial>) -> Vec<bool> {
    scene.bodies.iter().map(|body| body.role == Role::Fixed).collect()
}

/// Between which blocks there are contacts, and how many.
fn joints(scene: &Scene<Spatial>) -> Vec<(String, usize)> {
    let mut joints: Vec<(String, usize)> = Vec::new();
    for contact in &scene.contacts {
        let pair = contact.id.rsplit_once('.').unwrap().0;
        match joints.iter_mut().find(|(known, _)| known == pair) {
            Some((_, count)) => *count += 1,
            None => joints.push((pair.into(), 1)),
        }
    }
    joints
}

const WALLS: [&str; 5] = [
    "wall_compas2.json",
    "wall_compas2_minimal.json",
    "wall_compas2_pretty.json",
    "wall_compas1.json",
    "wall_compas1_bare.json",
];

#[test]
fn a_wall_is_the_same_scene_in_every_form_that_compas_writes() {
    let wall = assembly(WALLS[0]);
    assert_eq!(fixed(&wall), [true, true, false]);
    assert_eq!(joints(&wall), [("0/2".to_string(), 4), ("1/2".to_string(), 4)]);
    assert!(wall.contacts.iter().all(|contact| contact.normal == [0.into(), 0.into(), (-1).into()]));
    // 0.2 m by 0.1 m by 0.1 m of density 1, as near as the doubles of the file are.
    let error = wall.bodies[2].mass.clone().unwrap() - Rational::new(1, 500);
    assert!(error.to_f64().abs() < 1e-15, "{error}");
    for other in &WALLS[1..] {
        assert_eq!(assembly(other), wall, "{other}");
    }
}

#[test]
fn objects_of_one_name_in_obj_are_blocks_of_their_own() {
    let wall = assembly("wall_compas2.obj");
    assert_eq!(fixed(&wall), [true, true, false], "the lowest ones carry");
    assert_eq!(joints(&wall), [("Box/Box 3".to_string(), 4), ("Box 2/Box 3".to_string(), 4)]);
    assert_eq!(wall.bodies[2].mass, Some(Rational::new(1, 500)));
}

#[test]
fn each_voussoir_of_an_arch_rests_on_its_neighbours_alone() {
    let arch = assembly("arch_compas2.json");
    assert_eq!(fixed(&arch), [true, false, false, false, false, false, true]);
    let expected: Vec<_> = (0..6).map(|k| (format!("{k}/{}", k + 1), 4)).collect();
    assert_eq!(joints(&arch), expected);
    // The joints of a circular arch point to its centre: the normals turn by equal angles.
    let angles: Vec<f64> = arch
        .contacts
        .iter()
        .step_by(4)
        .map(|contact| f64::atan2(contact.normal[2].to_f64(), contact.normal[0].to_f64()))
        .collect();
    let turns: Vec<f64> = angles.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(turns.iter().all(|turn| (turn - turns[0]).abs() < 1e-9), "{turns:?}");
}

#[test]
fn parts_without_a_mesh_are_refused_with_the_way_out() {
    let unread = read_scene_file(&path("parts_compas2.json"), &Limits::default()).unwrap_err();
    let fault = &unread.faults.faults[0];
    assert_eq!((fault.code, fault.path.as_str()), ("compas", "data.graph.node.0"));
    assert!(fault.help.contains("compas_assembly"), "{}", fault.help);
}

#[test]
fn a_damaged_assembly_says_where() {
    let text = std::fs::read_to_string(path(WALLS[0])).unwrap();
    for (from, to, code, place) in [
        ("\"x\": -0.1", "\"x\": NaN", "syntax", ""),
        ("\"x\": -0.1", "\"x\": \"left\"", "number", "data.graph.data.node.0.block.data.vertex.0.x"),
        ("[0, 1, 2, 3]", "[0, 1, 2, 8]", "face-corner", "data.graph.data.node.0.block.data.face.0[3]"),
        ("[0, 1, 2, 3]", "[0, 1, 2]", "open-surface", "data.graph.data.node.0.block.data"),
        ("\"block\": {", "\"stone\": {", "compas", "data.graph.data.node.0"),
    ] {
        let faults = read_scene(&text.replacen(from, to, 1), Format::Json, "wall").expect_err(to);
        let fault = &faults.faults[0];
        assert_eq!((fault.code, fault.path.as_str()), (code, place), "{to}: {faults}");
        assert!(fault.line.is_some() && !fault.help.is_empty());
    }
}

#[test]
fn values_of_another_kind_are_faults_and_never_zero() {
    let text = std::fs::read_to_string(path(WALLS[0])).unwrap();
    let (from, to) = (text.find("\"vertex\": {").unwrap(), text.find("\"face\"").unwrap());
    let vertex = text[from..to].find("\"0\": {").map(|at| from + at + 5).unwrap();
    let end = vertex + text[vertex..].find('}').unwrap() + 1;
    let mesh = "data.graph.data.node.0.block.data";
    for (given, place) in [
        (text[..vertex].to_owned() + "[0, 0, 0]" + &text[end..], format!("{mesh}.vertex.0")),
        (text[..vertex].to_owned() + "\"x\"" + &text[end..], format!("{mesh}.vertex.0")),
        (text[..vertex].to_owned() + "null" + &text[end..], format!("{mesh}.vertex.0")),
        (text[..vertex].to_owned() + "{ \"x\": null }" + &text[end..], format!("{mesh}.vertex.0.x")),
        (text[..vertex].to_owned() + "{ \"x\": [1] }" + &text[end..], format!("{mesh}.vertex.0.x")),
        (text.replacen("[0, 1, 2, 3]", "[0, 1, 2, [3]]", 1), format!("{mesh}.face.0[3]")),
        (text.replacen("[0, 1, 2, 3]", "{}", 1), format!("{mesh}.face.0")),
        (
            text.replacen("\"is_support\": true", "\"is_support\": 1", 1),
            "data.graph.data.node.0.is_support".into(),
        ),
    ] {
        let faults = read_scene(&given, Format::Json, "wall").expect_err(&place);
        assert!(faults.faults.iter().any(|fault| fault.path == place), "{place}: {faults}");
    }
}

#[test]
fn what_a_mesh_leaves_out_has_its_own_default() {
    let text = std::fs::read_to_string(path(WALLS[0])).unwrap();
    let shifted = text.replacen("\"vertex\": {", "\"dva\": { \"w\": 1 }, \"vertex\": {", 1);
    let read = |text: &str| read_scene(text, Format::Json, "wall").unwrap().scene;
    assert_eq!(read(&text), read(&shifted));
}

#[test]
fn thousands_of_blocks_of_one_name_have_names_of_their_own() {
    use std::fmt::Write;
    let mut text = String::new();
    for k in 0..3000 {
        let _ = writeln!(text, "o brick");
        for (x, y, z) in [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)] {
            let _ = writeln!(text, "v {} {y} {z}", 3 * k + x);
        }
        let _ = writeln!(text, "f -4 -2 -3\nf -4 -3 -1\nf -3 -2 -1\nf -2 -4 -1");
    }
    let AnyScene::Spatial(scene) = read_scene(&text, Format::Obj, "bricks").unwrap().scene else { panic!() };
    assert_eq!((scene.bodies[0].name.as_str(), scene.bodies[2999].name.as_str()), ("brick", "brick 3000"));
}

/// A sheet of one face that looks up, and a cube on it; a line of the file goes on after a backslash.
const SHEET: &str = "\u{feff}o ground\nv -2 -2 0\nv 2 -2 0\nv 2 2 0\nv -2 2 0\nf 1 2 \\\n 3 4\n\
    o cube\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\n\
    f 5 7 8 6\nf 9 10 12 11\nf 5 6 10 9\nf 7 11 12 8\nf 5 9 11 7\nf 6 8 12 10\n";

#[test]
fn a_support_that_is_a_flat_sheet_carries_without_bounding_anything() {
    let read = read_scene(SHEET, Format::Obj, "sheet.obj").unwrap();
    assert!(read.warnings.iter().any(|warning| warning.code == "surface"), "{:?}", read.warnings);
    let AnyScene::Spatial(scene) = read.scene else { panic!("not in space") };
    assert_eq!((fixed(&scene), scene.bodies[0].mass.is_none()), (vec![true, false], true));
    assert_eq!(joints(&scene).iter().map(|(_, count)| *count).collect::<Vec<_>>(), [4]);
    // One that is no support is weighed, and must bound something.
    let free = read_scene(&SHEET.replace("ground", "sheet"), Format::Obj, "sheet.obj").unwrap_err();
    assert_eq!(free.faults[0].code, "open-surface");
}
