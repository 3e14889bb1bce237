//! A mesh in OBJ, with groups, and an assembly of them: read or refused, never a panic.
#![no_main]
use libfuzzer_sys::fuzz_target;
use stiction_files::{Format, read_obj, read_obj_groups, read_scene};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(mesh) = read_obj(bytes) {
        assert!(mesh.triangles.iter().flatten().all(|&corner| (corner as usize) < mesh.vertices.len()));
    }
    let _ = read_obj_groups(bytes);
    let text = String::from_utf8_lossy(bytes);
    let read = read_scene(&text, Format::Obj, "assembly.obj");
    // Rendering takes four times as long as reading: now and then is often enough.
    if let (Err(faults), true) = (read, bytes.len().is_multiple_of(16)) {
        assert!(!faults.render("assembly.obj", &text, false).is_empty());
    }
});
