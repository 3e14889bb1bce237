//! Whoever watches a long work hears counts that rise and end at the total, and changes nothing.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use std::cell::RefCell;
use std::fmt::Write;
use stiction::shape::Mesh;
use stiction_files::{
    Import, Limits, MeshFormat, MeshLimits, Work, read_mesh, read_mesh_observed, read_scene_file,
    read_scene_file_observed,
};

/// What an observer heard.
type Heard = Vec<(Work, usize, usize)>;

/// Checks one work: more than begin and end, rising, one total, the end at it.
fn rises_to_its_total(heard: &[(Work, usize, usize)], work: Work, total: Option<usize>) {
    let (_, end, of) = heard[heard.len() - 1];
    assert!(heard.len() > 2, "{heard:?}");
    assert!(heard.iter().all(|told| told.0 == work && told.2 == of));
    assert!(heard.is_sorted_by_key(|told| told.1) && heard[0].1 < end);
    assert_eq!((end, of), (of, total.unwrap_or(of)));
}

/// A plate of so many triangles, seen from above alone: reading does not ask whether it bounds a solid.
fn plate(triangles: u32) -> Vec<[[f32; 3]; 3]> {
    let x = |k: u32| (k / 2) as f32;
    let of = |k: u32| {
        if k.is_multiple_of(2) {
            [[x(k), 0.0, 0.0], [x(k) + 1.0, 0.0, 0.0], [x(k), 1.0, 0.0]]
        } else {
            [[x(k) + 1.0, 0.0, 0.0], [x(k) + 1.0, 1.0, 0.0], [x(k), 1.0, 0.0]]
        }
    };
    (0..triangles).map(of).collect()
}

fn binary_stl(triangles: &[[[f32; 3]; 3]]) -> Vec<u8> {
    let mut bytes = vec![0; 80];
    bytes.extend((triangles.len() as u32).to_le_bytes());
    for triangle in triangles {
        bytes.extend([0; 12]);
        bytes.extend(triangle.iter().flatten().flat_map(|x| x.to_le_bytes()));
        bytes.extend([0; 2]);
    }
    bytes
}

fn text_stl(triangles: &[[[f32; 3]; 3]]) -> Vec<u8> {
    let mut text = String::from("solid plate\n");
    for triangle in triangles {
        text.push_str("facet normal 0 0 1\nouter loop\n");
        for [x, y, z] in triangle {
            let _ = writeln!(text, "vertex {x} {y} {z}");
        }
        text.push_str("endloop\nendfacet\n");
    }
    text.push_str("endsolid\n");
    text.into_bytes()
}

fn obj(triangles: &[[[f32; 3]; 3]]) -> Vec<u8> {
    let mut text = String::new();
    for triangle in triangles {
        for [x, y, z] in triangle {
            let _ = writeln!(text, "v {x} {y} {z}");
        }
        text.push_str("f -3 -2 -1\n");
    }
    text.into_bytes()
}

#[test]
fn reading_a_mesh_is_told_in_bytes() {
    let triangles = plate(40_000);
    let files = [
        (binary_stl(&triangles), MeshFormat::Stl),
        (text_stl(&triangles), MeshFormat::Stl),
        (obj(&triangles), MeshFormat::Obj),
    ];
    let meshes = files.map(|(bytes, format)| {
        let heard = RefCell::new(Heard::new());
        let limits = MeshLimits::default();
        let observer = |work, done, total| heard.borrow_mut().push((work, done, total));
        let mesh = read_mesh_observed(&bytes, format, &limits, &observer).unwrap();
        assert_eq!(mesh, read_mesh(&bytes, format, &limits).unwrap());
        rises_to_its_total(&heard.into_inner(), Work::Mesh, Some(bytes.len()));
        mesh
    });
    let count = |mesh: &Mesh| (mesh.vertices.len(), mesh.triangles.len());
    assert!(meshes.iter().all(|mesh| count(mesh) == (40_002, 40_000)));
}

#[test]
fn finding_contacts_is_told_in_pairs() {
    let mut scene = String::from("stiction = 1\ndimension = 2\n[detect]\n");
    for index in 0..400 {
        let _ = writeln!(
            scene,
            "[bodies.b{index}]\nshape.polygon = [[{index}, 0], [{0}, 0], [{0}, 1], [{index}, 1]]",
            index + 1
        );
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("row.toml");
    std::fs::write(&file, scene).unwrap();
    let heard = RefCell::new(Heard::new());
    let observer = |work, done, total| heard.borrow_mut().push((work, done, total));
    let (limits, import) = (Limits::default(), Import::default());
    let read = read_scene_file_observed(&file, &limits, &import, &observer).unwrap();
    assert_eq!(read, read_scene_file(&file, &limits).unwrap());
    rises_to_its_total(&heard.into_inner(), Work::Contacts, Some(399));
}
