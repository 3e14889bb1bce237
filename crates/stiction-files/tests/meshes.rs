//! Mesh files: what is written comes back, what is broken is named, and nothing makes the reader panic.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use proptest::prelude::*;
use std::fmt::Write as _;
use stiction::shape::{Mesh, Solid};
use stiction_files::{
    Faults, MeshFormat, MeshLimits, read_mesh, read_mesh_file, read_obj, read_obj_groups, read_stl,
};

/// A box from the origin to (2, 4, 6), as twelve triangles.
fn brick() -> Mesh {
    let place = |k: u32| [f64::from(k >> 2 & 1) * 2.0, f64::from(k >> 1 & 1) * 4.0, f64::from(k & 1) * 6.0];
    let faces: [[u32; 4]; 6] =
        [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];
    Mesh::new(
        (0..8).map(place).collect(),
        faces.iter().flat_map(|f| [[f[0], f[1], f[2]], [f[0], f[2], f[3]]]).collect(),
    )
    .welded()
}

fn binary(mesh: &Mesh, header: &str) -> Vec<u8> {
    let mut bytes = format!("{header:80}").into_bytes();
    bytes.extend((mesh.triangles.len() as u32).to_le_bytes());
    for triangle in &mesh.triangles {
        bytes.extend([0; 12]);
        bytes
            .extend(mesh.corners(triangle).unwrap().iter().flatten().flat_map(|x| (*x as f32).to_le_bytes()));
        bytes.extend([0; 2]);
    }
    bytes
}

fn ascii(mesh: &Mesh) -> String {
    let mut text = String::from("solid a facet of normal life\n");
    for triangle in &mesh.triangles {
        text.push_str(" facet normal 0 nan -0\n  outer loop\n");
        for [x, y, z] in mesh.corners(triangle).unwrap() {
            writeln!(text, "   vertex {x:e} {y} {z}").unwrap();
        }
        text.push_str("  endloop\n endfacet\n");
    }
    text + "endsolid a facet of normal life\n"
}

fn obj(mesh: &Mesh) -> String {
    let mut text = String::from("# a brick\nmtllib none.mtl\n");
    mesh.vertices.iter().for_each(|[x, y, z]| writeln!(text, "v {x} {y} {z} 1.0").unwrap());
    text.push_str("vn 0 0 1\nvt 0 0\ns off\n");
    mesh.triangles
        .iter()
        .for_each(|[a, b, c]| writeln!(text, "f {}//1 {}/1 {}/1/1", a + 1, b + 1, c + 1).unwrap());
    text
}

fn first(faults: Result<Mesh, Faults>) -> (&'static str, Option<usize>, String) {
    let fault = faults.unwrap_err().faults.swap_remove(0);
    (fault.code, fault.line, fault.message)
}

#[test]
fn what_is_written_comes_back() {
    let mesh = brick();
    assert_eq!(mesh.faults(), []);
    assert_eq!(read_stl(&binary(&mesh, "made by a test")).unwrap(), mesh);
    assert_eq!(read_stl(&binary(&mesh, "solid but binary")).unwrap(), mesh);
    assert_eq!(read_stl(ascii(&mesh).as_bytes()).unwrap(), mesh);
    assert_eq!(read_stl(ascii(&mesh).to_uppercase().replace('\n', "\r\n").as_bytes()).unwrap(), mesh);
    assert_eq!(read_obj(obj(&mesh).as_bytes()).unwrap(), mesh);
    assert_eq!(Solid::Mesh(mesh).moments().unwrap().volume, 48.into());
}

#[test]
fn quadrilaterals_backward_indices_and_broken_lines_are_read() {
    let text = "v 0 0 0\nv 0 0 6\nv 0 4 0\nv 0 4 6\nv 2 0 0\nv 2 0 6\nv 2 4 0\nv 2 4 6\n\
                f 1 2 4 3\nf 5 7 8 \\\n 6\nf 1 5 6 2\nf -6 -5 -1 -2\nf 1 3 7 5\nf 2 6 8 4\n";
    let mesh = read_obj(text.as_bytes()).unwrap();
    assert_eq!(mesh.faults(), []);
    assert_eq!(mesh.triangles.len(), 12);
    assert_eq!(mesh.signed_volume(), 48.0);
}

#[test]
fn an_l_shaped_face_is_cut_without_overlap() {
    let ring = [(0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4)];
    let mut text = String::new();
    for z in [0, 2] {
        ring.iter().for_each(|(x, y)| writeln!(text, "v {x} {y} {z}").unwrap());
    }
    // The fan from the corner (4, 0) would cover what is not there.
    text.push_str("f 1 6 5 4 3 2\nf 8 9 10 11 12 7\n");
    (0..6).for_each(|k| {
        writeln!(text, "f {} {} {} {}", k + 1, (k + 1) % 6 + 1, (k + 1) % 6 + 7, k + 7).unwrap()
    });
    let mesh = read_obj(text.as_bytes()).unwrap();
    assert_eq!((mesh.faults(), mesh.signed_volume()), (vec![], 24.0));
    let area = |triangle: &[u32; 3]| {
        let [a, b, c] = mesh.corners(triangle).unwrap();
        ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).abs() / 2.0
    };
    assert_eq!(mesh.triangles.iter().map(area).sum::<f64>(), 24.0, "top and bottom, seen from above");
}

#[test]
fn groups_are_kept_apart_and_joined_by_name() {
    let brick = obj(&brick());
    let (vertices, faces) = brick.split_at(brick.find("f ").unwrap());
    let text = format!("{vertices}g empty\no left half\n{faces}g other\nf 1 2 3\ng left half\nf 1 3 2\n");
    let groups = read_obj_groups(text.as_bytes()).unwrap();
    let shown: Vec<_> = groups.iter().map(|(name, mesh)| (name.as_str(), mesh.triangles.len())).collect();
    assert_eq!(shown, [("left half", 13), ("other", 1)]);
    assert_eq!(groups[1].1.vertices.len(), 3, "only the vertices it uses");
}

#[test]
fn faults_name_their_line_or_byte() {
    let good = binary(&brick(), "");
    let (code, _, message) = first(read_stl(&good[..300]));
    assert_eq!(code, "mesh-length");
    assert!(
        message.contains("12 triangles") && message.contains("684") && message.contains("300"),
        "{message}"
    );
    let mut bad = good.clone();
    bad[84 + 50 * 3 + 12..][..4].copy_from_slice(&f32::NAN.to_le_bytes());
    let (code, _, message) = first(read_stl(&bad));
    assert!(code == "not-finite" && message.contains("triangle 4 at byte 234"), "{message}");
    // A count of four thousand million triangles allocates nothing.
    let mut greedy = good;
    greedy[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(first(read_stl(&greedy)).0, "mesh-length");
    let text = ascii(&brick());
    let line = |from: &str, to: &str| {
        let (code, line, _) = first(read_stl(text.replacen(from, to, 1).as_bytes()));
        (code, line.unwrap())
    };
    assert_eq!(line("vertex 0e0 0 0", "vertex 0e0 0 inf"), ("number", 4));
    assert_eq!(line("endloop", "vertex 1 2 3"), ("stl-word", 7));
    assert_eq!(line("endfacet\nendsolid", "endsolid"), ("stl-word", 85));
    assert_eq!(first(read_stl(b"solid x\nfacet normal 0 0 1\n")).0, "stl-word");
    assert_eq!(first(read_stl(b"")).0, "mesh-format");
    let fault = |text: &str| {
        let (code, line, _) = first(read_obj(text.as_bytes()));
        (code, line.unwrap())
    };
    assert_eq!(fault("v 0 0 0\nv 1 x 0\n"), ("number", 2));
    assert_eq!(fault("v 0 0\n"), ("vertex", 1));
    assert_eq!(fault("v 0 0 0\n\nf 1 2 3\n"), ("vertex-index", 3));
    assert_eq!(fault("v 0 0 0\nf 1 1 0\n"), ("vertex-index", 2));
    assert_eq!(fault("v 0 0 0\nf -2 1 1\n"), ("vertex-index", 2));
    assert_eq!(fault("v 0 0 0\nf 1 1\n"), ("too-few-corners", 2));
    let all = read_obj(b"v a 0 0\nv 0 b 0\nf 9 9 9\n").unwrap_err();
    assert_eq!(all.faults.len(), 3, "every fault at once");
}

#[test]
fn limits_are_kept() {
    let small = MeshLimits { size: 1 << 20, triangles: 11, groups: 2 };
    let mesh = brick();
    for bytes in [binary(&mesh, ""), ascii(&mesh).into_bytes()] {
        assert_eq!(first(read_mesh(&bytes, MeshFormat::Stl, &small)).0, "too-large");
    }
    assert_eq!(first(read_mesh(obj(&mesh).as_bytes(), MeshFormat::Obj, &small)).0, "too-large");
    let grouped = "v 0 0 0\ng a\nf 1 1 1\ng b\nf 1 1 1\n";
    assert_eq!(first(read_mesh(grouped.as_bytes(), MeshFormat::Obj, &small)).0, "too-large");
    let tiny = MeshLimits { size: 10, ..MeshLimits::default() };
    assert_eq!(first(read_mesh(&[b' '; 11], MeshFormat::Obj, &tiny)).0, "too-large");
}

#[test]
fn files_are_read_by_their_extension() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("brick.STL"), binary(&brick(), "")).unwrap();
    std::fs::write(path("brick.obj"), obj(&brick())).unwrap();
    let limits = MeshLimits::default();
    assert_eq!(read_mesh_file(&path("brick.STL"), &limits).unwrap(), brick());
    assert_eq!(read_mesh_file(&path("brick.obj"), &limits).unwrap(), brick());
    assert_eq!(first(read_mesh_file(&path("brick.step"), &limits)).0, "mesh-format");
    assert_eq!(first(read_mesh_file(&path("none.stl"), &limits)).0, "unreadable");
    assert_eq!(first(read_mesh_file(folder.path(), &limits)).0, "mesh-format");
    let tiny = MeshLimits { size: 10, ..limits };
    assert_eq!(first(read_mesh_file(&path("brick.STL"), &tiny)).0, "too-large");
}

/// Reads bytes that may be anything, and asks the mesh everything.
fn survives(bytes: &[u8]) {
    for format in [MeshFormat::Stl, MeshFormat::Obj] {
        match read_mesh(bytes, format, &MeshLimits::default()) {
            Ok(mesh) => {
                assert!(mesh.triangles.iter().all(|triangle| mesh.corners(triangle).is_some()));
                let solid = Solid::Mesh(mesh);
                let _ = (solid.faults(), solid.notes(), solid.moments(), solid.bounds());
                let _ = solid.nearest(&[1.into(), 2.into(), 3.into()]);
            }
            Err(faults) => {
                assert!(!faults.faults.is_empty());
                let text = String::from_utf8_lossy(bytes);
                assert!(!faults.render("mesh", &text, false).is_empty());
            }
        }
    }
    let _ = read_obj_groups(bytes);
}

fn samples() -> Vec<Vec<u8>> {
    vec![binary(&brick(), "solid"), ascii(&brick()).into_bytes(), obj(&brick()).into_bytes()]
}

#[test]
fn every_prefix_of_a_good_file_is_survived() {
    for sample in samples() {
        (0..sample.len()).step_by(3).for_each(|end| survives(&sample[..end]));
    }
}

proptest! {
    #[test]
    fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        survives(&bytes);
    }

    #[test]
    fn words_of_the_formats_in_any_order_are_survived(
        words in proptest::collection::vec(
            prop::sample::select(vec![
                "solid", "facet", "normal", "outer", "loop", "vertex", "endloop", "endfacet", "endsolid", "v", "f",
                "g", "o", "0", "1", "-1", "2/3", "//", "1e400", "nan", "\n", "\\\n", "#", "ü",
            ]),
            0..120,
        )
    ) {
        survives(words.join(" ").as_bytes());
        survives(format!("solid\n{}", words.join(" ")).as_bytes());
    }

    #[test]
    fn flipped_bits_are_survived(which in 0_usize..3, flips in proptest::collection::vec((any::<prop::sample::Index>(), 0..8), 1..6)) {
        let mut bytes = samples().swap_remove(which);
        for (place, bit) in flips {
            let at = place.index(bytes.len());
            bytes[at] ^= 1_u8 << bit;
        }
        survives(&bytes);
    }
}
