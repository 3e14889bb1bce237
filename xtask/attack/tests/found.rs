//! Scenes that an attack found once: each is answered, and its report is accepted.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use std::path::Path;
use stiction_files::{Limits, read_scene_file};
use stiction_proof::Rational;
use stiction_report::verify::verify;
use stiction_report::{AskedBesides, Options, Question, SceneName, answer};

/// Whether `stand`, with this acceleration of the base, has a report that is accepted.
fn stands(file: &str, accelerate: &[&str]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/found");
    let scene = read_scene_file(&folder.join(file), &Limits::default()).ok().unwrap().scene;
    let accelerate: Vec<Rational> = accelerate.iter().map(|entry| entry.parse().unwrap()).collect();
    let accelerate = if accelerate.is_empty() { Vec::new() } else { vec![accelerate] };
    let options =
        Options { besides: AskedBesides { accelerate, ..AskedBesides::default() }, ..Options::default() };
    let report = answer(&scene, &SceneName::unnamed(), Question::Stand, &options);
    let report = report.unwrap_or_else(|error| panic!("{file}: {error:?}")).to_json();
    let checked = verify(&report);
    assert!(checked.failed.is_empty(), "{file}: {:?}", checked.failed);
}

#[test]
fn accelerations_of_a_base_that_are_too_small_to_help_are_not_told_to_be_none() {
    stands("accelerate_refused_in_plane.json", &["0.5", "1"]);
    stands("accelerate_refused.json", &["-9.81", "0", "0"]);
}

#[test]
fn normals_of_any_length_are_directions() {
    stands("long_normal_motion.json", &[]);
    stands("long_normal_force.json", &[]);
}
