//! A robot in SDF: read or refused with rendered faults, never a panic.
#![no_main]
use libfuzzer_sys::fuzz_target;
use stiction_files::read_urdf;

fuzz_target!(|text: &str| {
    // Rendering takes longer than reading: now and then is often enough.
    if let (Err(faults), true) = (read_urdf(text), text.len().is_multiple_of(16)) {
        assert!(!faults.render("fuzz.sdf", text, false).is_empty());
    }
});
