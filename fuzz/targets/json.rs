//! A scene in JSON: read or refused with rendered faults, never a panic.
#![no_main]
use libfuzzer_sys::fuzz_target;
use stiction_files::{Format, read_scene};

fuzz_target!(|text: &str| {
    if let Err(faults) = read_scene(text, Format::Json, "fuzz.json") {
        assert!(!faults.render("fuzz.json", text, false).is_empty());
    }
});
