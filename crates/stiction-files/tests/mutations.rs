//! Every loader on thousands of damaged files, the same on every run: read or refused with reasons, in passing.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::mutation::{Dice, corpus_scenes, damaged, examples, files};
use std::time::{Duration, Instant};
use stiction_files::{
    Faults, Folder, Format, Import, MeshFormat, MeshLimits, Sources, read_mesh, read_scene_with,
};

/// In a build without optimisation, on a busy machine.
const LONGEST: Duration = Duration::from_secs(2);

fn check_refusal(faults: &Faults, text: &str) {
    assert!(!faults.faults.is_empty());
    assert!(
        faults.faults.iter().all(|fault| !fault.message.is_empty() && !fault.help.is_empty()),
        "{faults}"
    );
    assert!(!faults.render("hostile", text, false).is_empty());
}

/// Reads so many damaged files; the number of those accepted, each of which reads again as the same.
fn storm<T: PartialEq>(seeds: &[Vec<u8>], runs: usize, read: impl Fn(&[u8]) -> Result<T, Faults>) -> usize {
    let mut dice = Dice(seeds.len() as u64);
    let mut accepted = 0;
    for _ in 0..runs {
        let bytes = damaged(seeds, &mut dice);
        let text = String::from_utf8_lossy(&bytes);
        let begin = Instant::now();
        let first = read(&bytes);
        let took = begin.elapsed();
        assert!(took < LONGEST, "{took:?} for\n{text}");
        match &first {
            Ok(found) => {
                accepted += 1;
                assert!(read(&bytes).is_ok_and(|again| again == *found), "read differently again:\n{text}");
            }
            Err(faults) => check_refusal(faults, &text),
        }
    }
    accepted
}

fn scenes(seeds: &[Vec<u8>], runs: usize, format: Format) -> usize {
    let folder = Folder::new(examples(), 1 << 20);
    let sources = Sources { files: &folder, import: &Import::default() };
    storm(seeds, runs, |bytes| read_scene_with(&String::from_utf8_lossy(bytes), format, "hostile", &sources))
}

/// A value of JSON in TOML, on one line.
fn inline(value: &serde_json::Value) -> String {
    let joined = |parts: Vec<String>| parts.join(", ");
    match value {
        serde_json::Value::Array(elements) => format!("[{}]", joined(elements.iter().map(inline).collect())),
        serde_json::Value::Object(entries) => {
            format!(
                "{{ {} }}",
                joined(entries.iter().map(|(key, v)| format!("{key:?} = {}", inline(v))).collect())
            )
        }
        other => other.to_string(),
    }
}

/// The examples, and scenes of the corpus in TOML.
fn toml_seeds() -> Vec<Vec<u8>> {
    let as_toml = |json: Vec<u8>| {
        let scene: serde_json::Map<String, serde_json::Value> = serde_json::from_slice(&json).unwrap();
        let lines = scene.iter().map(|(key, value)| format!("{key} = {}\n", inline(value)));
        lines.collect::<String>().into_bytes()
    };
    let seeds: Vec<_> = files("toml").into_iter().chain(corpus_scenes().into_iter().map(as_toml)).collect();
    assert!(seeds.len() > 20, "{}", seeds.len());
    seeds
}

#[test]
fn damaged_scenes_in_toml_are_read_or_refused_with_reasons() {
    assert!(scenes(&toml_seeds(), 1500, Format::Toml) > 100);
}

#[test]
fn damaged_scenes_in_json_are_read_or_refused_with_reasons() {
    assert!(scenes(&corpus_scenes(), 1500, Format::Json) > 100);
}

#[test]
fn damaged_assemblies_in_json_are_read_or_refused_with_reasons() {
    assert!(scenes(&files("json"), 600, Format::Json) > 30);
}

/// Two cubes, one on the other, as groups.
fn obj_seed() -> Vec<u8> {
    let cube = |name: &str, z: usize, first: usize| {
        let corners = ["0 0", "1 0", "1 1", "0 1"];
        let level = |z: usize| corners.iter().map(|xy| format!("v {xy} {z}\n")).collect::<String>();
        let faces = [[4, 3, 2, 1], [5, 6, 7, 8], [1, 2, 6, 5], [2, 3, 7, 6], [3, 4, 8, 7], [4, 1, 5, 8]];
        let face = |face: &[usize; 4]| format!("f {}\n", face.map(|k| format!("{}//1", k + first)).join(" "));
        format!("{}{}g {name}\n{}", level(z), level(z + 1), faces.iter().map(face).collect::<String>())
    };
    format!("# two cubes\n{}{}", cube("lower", 0, 0), cube("upper", 1, 8)).into_bytes()
}

fn obj_seeds() -> Vec<Vec<u8>> {
    let mut seeds = files("obj");
    assert!(!seeds.is_empty());
    seeds.push(obj_seed());
    seeds
}

#[test]
fn damaged_assemblies_in_obj_are_read_or_refused_with_reasons() {
    assert!(scenes(&obj_seeds(), 600, Format::Obj) > 30);
}

fn meshes(seeds: &[Vec<u8>], runs: usize, format: MeshFormat) -> usize {
    storm(seeds, runs, |bytes| {
        let mesh = read_mesh(bytes, format, &MeshLimits::default())?;
        assert!(mesh.triangles.iter().all(|triangle| mesh.corners(triangle).is_some()));
        Ok(mesh)
    })
}

/// The same mesh as text, so that numbers can be swapped.
fn stl_text() -> Vec<u8> {
    let facet =
        "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0.5\nvertex 0 1e-3 2\nendloop\nendfacet\n";
    format!("solid s\n{}endsolid s\n", facet.repeat(4)).into_bytes()
}

#[test]
fn damaged_meshes_in_stl_are_read_or_refused_with_reasons() {
    let mut seeds = files("stl");
    assert!(!seeds.is_empty());
    seeds.push(stl_text());
    assert!(meshes(&seeds, 1500, MeshFormat::Stl) > 50);
}

#[test]
fn damaged_meshes_in_obj_are_read_or_refused_with_reasons() {
    assert!(meshes(&obj_seeds(), 1500, MeshFormat::Obj) > 50);
}
