//! A mesh in OBJ, with groups: read or refused, never a panic.
#![no_main]
use libfuzzer_sys::fuzz_target;
use stiction_files::{read_obj, read_obj_groups};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(mesh) = read_obj(bytes) {
        assert!(mesh.triangles.iter().flatten().all(|&corner| (corner as usize) < mesh.vertices.len()));
    }
    let _ = read_obj_groups(bytes);
});
