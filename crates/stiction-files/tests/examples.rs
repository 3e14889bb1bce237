//! The examples a newcomer opens first, the starter and the corpus read without faults.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use std::path::{Path, PathBuf};
use stiction::scene::{AnyScene, Scene};
use stiction::screw::Planar;
use stiction_files::{Format, Limits, ReadScene, read_scene, read_scene_file, starter};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn planar(read: ReadScene) -> Scene<Planar> {
    match read.scene {
        AnyScene::Planar(scene) => scene,
        other => panic!("not planar: {other:?}"),
    }
}

fn read_example(name: &str) -> ReadScene {
    let path = root().join("examples").join(name);
    match read_scene_file(&path, &Limits::default()) {
        Ok(read) => {
            assert_eq!(read.warnings, [], "{name} reads with warnings");
            assert_eq!(read.sha256.len(), 64);
            read
        }
        Err(unread) => panic!("{}", unread.render(name, false)),
    }
}

fn example(name: &str) -> Scene<Planar> {
    planar(read_example(name))
}

#[test]
fn every_example_reads_without_faults_or_warnings() {
    let mut count = 0;
    for entry in std::fs::read_dir(root().join("examples")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".toml") || name.ends_with(".json") {
            // A system under constraints is given by matrices, a peg and a stick on fingers by their measures.
            let asks = match read_example(&name).scene {
                AnyScene::Planar(scene) => {
                    let measures = scene.jam.is_some() || scene.peg.is_some() || scene.meter_stick.is_some();
                    measures || scene.place.is_some() || !scene.contacts.is_empty()
                }
                AnyScene::Spatial(scene) => {
                    !scene.contacts.is_empty() || scene.jam.is_some() || scene.hybrid.is_some()
                }
            };
            assert!(asks, "{name} has nothing to ask about");
            count += 1;
        }
    }
    assert!(count >= 10, "only {count} examples");
}

#[test]
fn the_starter_reads_without_faults_or_warnings() {
    let read = read_scene(starter(), Format::Toml, "starter").unwrap();
    assert_eq!(read.warnings, []);
    assert_eq!(planar(read).contacts.len(), 2);
}

#[test]
fn normals_left_out_come_from_the_outline() {
    let normal =
        |scene: &Scene<Planar>, id: &str| scene.contact(id).unwrap().normal.clone().map(|x| x.to_f64());
    assert_eq!(normal(&example("gripper.toml"), "right finger"), [-1.0, 0.0]);
    assert_eq!(normal(&example("wheel.toml"), "step"), [-1.0, 0.0]);
    let triangle = example("escape.toml");
    assert_eq!(normal(&triangle, "left"), [1.0, -0.75]);
    assert_eq!(normal(&triangle, "right"), [-1.0, -0.75]);
}

#[test]
fn a_line_contact_becomes_its_ends() {
    let scene = example("rest.toml");
    let ids: Vec<_> = scene.contacts.iter().map(|contact| contact.id.as_str()).collect();
    assert_eq!(ids, ["base.1", "base.2"]);
    assert_eq!(scene.bodies[1].mass, Some(200.into()));
}

#[test]
fn every_scene_of_the_corpus_is_read() {
    let mut count = [0, 0];
    for entry in std::fs::read_dir(root().join("corpus/cases")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let cases: serde_json::Value =
            serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        for case in cases.as_array().unwrap().iter().filter(|case| case["scene"].is_object()) {
            let (scene, id) = (&case["scene"], case["id"].as_str().unwrap());
            let text = scene.to_string();
            let read = read_scene(&text, Format::Json, id);
            let read = read.unwrap_or_else(|faults| panic!("{id}\n{}", faults.render(id, &text, false)));
            let bodies = scene.get("bodies").map_or(0, |bodies| bodies.as_object().unwrap().len());
            let found = match &read.scene {
                AnyScene::Planar(scene) => scene.bodies.len(),
                AnyScene::Spatial(scene) => scene.bodies.len(),
            };
            assert_eq!(found, bodies, "{id}");
            count[usize::from(matches!(read.scene, AnyScene::Spatial(_)))] += 1;
        }
    }
    assert!(count[0] > 500 && count[1] > 250, "only {count:?} scenes");
}
