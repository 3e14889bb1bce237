//! A mesh in PLY: read or refused, never a panic, and no corner that does not exist.
#![no_main]
use libfuzzer_sys::fuzz_target;
use stiction_files::{MeshFormat, MeshLimits, read_mesh};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(mesh) = read_mesh(bytes, MeshFormat::Ply, &MeshLimits::default()) {
        assert!(mesh.triangles.iter().flatten().all(|&corner| (corner as usize) < mesh.vertices.len()));
    }
});
