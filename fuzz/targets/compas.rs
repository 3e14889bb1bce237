//! An assembly in COMPAS JSON, which the reader tells from a scene by its content: read or refused with rendered
//! faults, never a panic.
#![no_main]
use libfuzzer_sys::fuzz_target;
use stiction_files::{Format, read_scene};

fuzz_target!(|text: &str| {
    let read = read_scene(text, Format::Json, "assembly.json");
    // Rendering takes four times as long as reading: now and then is often enough.
    if let (Err(faults), true) = (read, text.len().is_multiple_of(16)) {
        assert!(!faults.render("assembly.json", text, false).is_empty());
    }
});
