//! A mesh in STL, binary or text: read or refused, never a panic.
#![no_main]
use libfuzzer_sys::fuzz_target;
use stiction_files::read_stl;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(mesh) = read_stl(bytes) {
        assert!(mesh.triangles.iter().flatten().all(|&corner| (corner as usize) < mesh.vertices.len()));
    }
});
