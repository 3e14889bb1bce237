//! Scenes that an attack found once: each is answered, and its report is accepted.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use std::path::Path;
use stiction_files::{Limits, read_scene_file};
use stiction_proof::Rational;
use stiction_report::verify::verify;
use stiction_report::{ConeModel, Options, Question, SceneName, StandExtras, answer};

/// Whether `stand`, with this acceleration of the base, has a report that is accepted.
fn stands(file: &str, accelerate: &[&str]) {
    let accelerate: Vec<Rational> = accelerate.iter().map(|entry| entry.parse().unwrap()).collect();
    let accelerate = if accelerate.is_empty() { Vec::new() } else { vec![accelerate] };
    let options =
        Options { extras: StandExtras { accelerate, ..StandExtras::default() }, ..Options::default() };
    accepted(file, &options);
}

/// The report of `stand`, which is accepted.
fn accepted(file: &str, options: &Options) -> serde_json::Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/found");
    let scene = read_scene_file(&folder.join(file), &Limits::default()).ok().unwrap().scene;
    let report = answer(&scene, &SceneName::unnamed(), Question::Stand, options);
    let report = report.unwrap_or_else(|error| panic!("{file}: {error:?}")).to_json();
    let checked = verify(&report);
    assert!(checked.failed.is_empty(), "{file}: {:?}", checked.failed);
    report
}

/// As with pyramids of four edges.
fn pyramids() -> Options {
    Options { cone: ConeModel::Inner(4), ..Options::default() }
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

#[test]
fn the_least_friction_of_few_bodies_is_sharp_whatever_their_sizes() {
    let sharp = |file: &str, options: &Options| {
        let report = accepted(file, options);
        let end = |place: usize| report["brackets"]["friction"][place].as_f64().unwrap();
        assert!(end(1) - end(0) <= 1e-9 && end(1) <= 1.0, "{file}: {} to {}", end(0), end(1));
    };
    sharp("friction_of_mixed_sizes.json", &Options::default());
    sharp("friction_of_mixed_sizes_in_space.json", &pyramids());
}

#[test]
fn a_pile_on_the_boundary_carries_nothing_sideways() {
    for (file, options) in
        [("nothing_to_spare.json", Options::default()), ("nothing_to_spare_in_space.json", pyramids())]
    {
        let report = accepted(file, &options);
        assert_eq!(report["margins"]["load"].as_f64().map(f64::to_bits), Some(0), "{file}");
    }
}
