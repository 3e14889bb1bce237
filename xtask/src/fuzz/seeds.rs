//! What a fuzz target begins with: the project's own scenes, assemblies and meshes, one a file, small and in the
//! order of their size.

use crate::steps::root;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Writes the seeds of a target, each at most so many bytes (an assembly twice), into a folder that is emptied first.
pub(super) fn write(target: &str, most: usize, folder: &Path) -> Result<(), String> {
    let told = |fault: std::io::Error| format!("{}: {fault}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(told)?;
    }
    fs::create_dir_all(folder).map_err(told)?;
    let seeds = seeds(target, most);
    if seeds.is_empty() {
        return Err(format!("nothing to begin `{target}` with"));
    }
    for (rank, (_, seed)) in seeds.iter().enumerate() {
        fs::write(folder.join(format!("{rank:04}.{target}")), seed).map_err(told)?;
    }
    Ok(())
}

/// The seeds of a target with their lengths, the shortest first, none twice.
fn seeds(target: &str, most: usize) -> BTreeSet<(usize, Vec<u8>)> {
    let all: Vec<Vec<u8>> = match target {
        "toml" => files("examples", "toml"),
        "json" => texts("corpus/cases", "json").iter().flat_map(|cases| scenes(cases)).collect(),
        "compas" => {
            let assemblies = texts("crates/stiction-files/tests/assemblies", "json");
            assemblies.iter().map(|assembly| tight(assembly.as_bytes())).collect()
        }
        "obj" => {
            [files("crates/stiction-files/tests/assemblies", "obj"), vec![TETRAHEDRON_OBJ.into()]].concat()
        }
        "urdf" => [files("corpus/cases/urdf", "urdf"), files("docs/guide/scenes", "urdf")].concat(),
        "stl" => vec![binary_stl(1), binary_stl(4), ascii_stl().into_bytes()],
        "ply" => vec![TETRAHEDRON_PLY.into()],
        "off" => vec![TETRAHEDRON_OFF.into()],
        "gltf" => vec![TETRAHEDRON_GLTF.into()],
        "three_mf" => vec![TETRAHEDRON_3MF.into()],
        "mjcf" => vec![ARM_MJCF.into()],
        "sdf" => vec![ARM_SDF.into()],
        _ => Vec::new(),
    };
    // An assembly of blocks on each other needs its length.
    let most = if target == "compas" { 2 * most } else { most };
    let small = |seed: &Vec<u8>| seed.len() <= most;
    all.into_iter().filter(small).map(|seed| (seed.len(), seed)).collect()
}

/// The files of a folder with this ending.
fn files(folder: &str, ending: &str) -> Vec<Vec<u8>> {
    let Ok(entries) = fs::read_dir(root().join(folder)) else { return Vec::new() };
    let paths = entries.flatten().map(|entry| entry.path());
    let wanted = |path: &PathBuf| path.extension().is_some_and(|own| own == ending);
    paths.filter(wanted).filter_map(|path| fs::read(path).ok()).collect()
}

fn texts(folder: &str, ending: &str) -> Vec<String> {
    files(folder, ending).into_iter().filter_map(|bytes| String::from_utf8(bytes).ok()).collect()
}

/// Every scene in a list of cases, without blanks.
fn scenes(cases: &str) -> Vec<Vec<u8>> {
    let cases = tight(cases.as_bytes());
    let key = b"\"scene\":";
    let begins = cases.windows(key.len()).enumerate().filter(|(_, window)| window == key);
    let after = begins.map(|(at, _)| &cases[at + key.len()..]).filter(|rest| rest.first() == Some(&b'{'));
    after.filter_map(balanced).map(<[u8]>::to_vec).collect()
}

/// The object or list at the beginning of a JSON text.
fn balanced(text: &[u8]) -> Option<&[u8]> {
    let mut depth = 0_usize;
    for (at, byte, quoted) in outside_strings(text) {
        match byte {
            _ if quoted => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(&text[..=at]);
                }
            }
            _ => {}
        }
    }
    None
}

/// A JSON text without the blanks between its words.
fn tight(text: &[u8]) -> Vec<u8> {
    let kept = outside_strings(text).filter(|(_, byte, quoted)| *quoted || !byte.is_ascii_whitespace());
    kept.map(|(_, byte, _)| byte).collect()
}

/// The bytes of a JSON text, their places, and whether they belong to a string.
fn outside_strings(text: &[u8]) -> impl Iterator<Item = (usize, u8, bool)> + '_ {
    let (mut within, mut escaped) = (false, false);
    text.iter().enumerate().map(move |(at, &byte)| {
        let quoted = within;
        match byte {
            _ if escaped => escaped = false,
            b'\\' if within => escaped = true,
            b'"' => within = !within,
            _ => {}
        }
        (at, byte, quoted)
    })
}

const TETRAHEDRON_OBJ: &str =
    "o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf -4 -1 -2\n";

const TETRAHEDRON_PLY: &str = "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n";

const TETRAHEDRON_OFF: &str = "OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n";

const TETRAHEDRON_GLTF: &str = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"translation":[0,0,1],"rotation":[0,0,0,1]}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},{"bufferView":1,"componentType":5123,"count":12,"type":"SCALAR"}],"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":24}],"buffers":[{"byteLength":72,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAACAAEAAAABAAMAAQACAAMAAgAAAAMA"}]}"#;

const TETRAHEDRON_3MF: &str = r#"<model unit="centimeter"><resources><object id="1"><mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/><vertex x="0" y="0" z="1"/></vertices><triangles><triangle v1="0" v2="2" v3="1"/><triangle v1="0" v2="1" v3="3"/><triangle v1="1" v2="2" v3="3"/><triangle v1="2" v2="0" v3="3"/></triangles></mesh></object><object id="2"><components><component objectid="1" transform="1 0 0 0 1 0 0 0 1 0 0 5"/></components></object></resources><build><item objectid="2"/></build></model>"#;

const ARM_MJCF: &str = r#"<mujoco model="arm"><compiler angle="radian"/><default><geom density="500"/></default><worldbody><body name="upper" pos="0 0 1" euler="0.1 0 0"><joint name="a" axis="0 1 0" range="-1 1"/><geom type="box" size="0.1 0.2 0.3"/><body name="lower" pos="0.5 0 0"><joint name="b" type="slide" axis="1 0 0"/><inertial pos="0.1 0 0" mass="1" diaginertia="0.1 0.1 0.1"/></body></body></worldbody><equality><joint joint1="b" joint2="a" polycoef="0 2 0 0 0"/></equality></mujoco>"#;

const ARM_SDF: &str = r#"<sdf version="1.7"><model name="arm"><link name="base"/><link name="upper"><pose>0 0 1 0.1 0 0</pose><inertial><pose>0.1 0 0 0 0 0</pose><mass>1</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial></link><joint name="a" type="revolute"><parent>base</parent><child>upper</child><axis><xyz>0 1 0</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis></joint></model></sdf>"#;

/// The faces of a tetrahedron.
const TETRAHEDRON: [[[f32; 3]; 3]; 4] = [
    [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]],
    [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    [[0.0, 1.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
];

/// So many faces of a tetrahedron as binary STL.
fn binary_stl(faces: usize) -> Vec<u8> {
    let mut bytes = vec![0; 80];
    bytes.extend((faces as u32).to_le_bytes());
    for face in &TETRAHEDRON[..faces] {
        bytes.extend([0; 12]);
        bytes.extend(face.iter().flatten().flat_map(|x| x.to_le_bytes()));
        bytes.extend([0; 2]);
    }
    bytes
}

fn ascii_stl() -> String {
    let vertex = |[x, y, z]: &[f32; 3]| format!("vertex {x} {y} {z}\n");
    let facet = |face: &[[f32; 3]; 3]| {
        let corners: String = face.iter().map(vertex).collect();
        format!("facet normal 0 0 0\nouter loop\n{corners}endloop\nendfacet\n")
    };
    format!("solid t\n{}endsolid t\n", TETRAHEDRON.iter().map(facet).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenes_are_taken_out_of_lists_of_cases() {
        let cases =
            r#"[{"id": "a\"{", "scene": {"title": "} \" {", "b": [1, {}]}}, {"scene": { }}, {"scene": 3}]"#;
        assert_eq!(scenes(cases), [br#"{"title":"} \" {","b":[1,{}]}"#.to_vec(), b"{}".to_vec()]);
        assert_eq!(balanced(b"{[}"), None);
    }

    #[test]
    fn every_target_begins_with_small_seeds_the_smallest_first() {
        for (target, least) in [("toml", 8), ("json", 100), ("stl", 3), ("obj", 2), ("compas", 4)]
            .into_iter()
            .chain(["ply", "off", "gltf", "three_mf", "mjcf", "sdf"].map(|target| (target, 1)))
        {
            let seeds = seeds(target, 2048);
            assert!(seeds.len() >= least, "{target}: {}", seeds.len());
            assert!(seeds.iter().all(|(length, seed)| *length == seed.len() && *length <= 4096), "{target}");
            assert!(seeds.iter().map(|(length, _)| length).is_sorted());
        }
    }
}
