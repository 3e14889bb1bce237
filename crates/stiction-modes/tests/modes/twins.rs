//! The enumeration against brute force: every sequence of labels decided by an exact linear program of its own.

use crate::modes::scenes::{Cast, listed, planar_scene, sorted, spatial_scene};
use stiction_geometry::shape::Geometry;
use stiction_modes::modes::explain;
use stiction_proof::ModeProof;
use stiction_scene::scene::{ContactModel, Scene};

/// All sequences of labels that the contacts could have.
fn all<S: Geometry>(scene: &Scene<S>, contacts_only: bool) -> Vec<String> {
    let slips = |count: u32| -> Vec<String> {
        let word = |mut at: usize| {
            let letter = |_| {
                let sign = ["0", "+", "-"][at % 3];
                at /= 3;
                sign
            };
            (0..count).map(letter).collect::<String>()
        };
        (0..3usize.pow(count)).map(word).collect()
    };
    let planar = S::DIMENSION == 2;
    let gap = if planar || contacts_only { "" } else { " " };
    let mut words = vec![String::new()];
    for contact in &scene.contacts {
        let rolls = contact.model != ContactModel::Frictionless;
        let labels: Vec<String> = match () {
            () if !contact.is_touching() => vec!["u".to_owned()],
            () if contacts_only && rolls => vec!["m".to_owned()],
            () if contacts_only => ["m", "s"].map(str::to_owned).to_vec(),
            () if planar && rolls => vec!["n".to_owned()],
            () if planar => ["s", "n", "l", "r"].map(str::to_owned).to_vec(),
            () if rolls => vec!["00".to_owned()],
            () => slips(2).into_iter().chain(["s".to_owned()]).collect(),
        };
        let joined = |word: &String| -> Vec<String> {
            let start = if word.is_empty() { String::new() } else { format!("{word}{gap}") };
            labels.iter().map(|label| format!("{start}{label}")).collect()
        };
        words = words.iter().flat_map(joined).collect();
    }
    words
}

fn brute<S: Geometry>(scene: &Scene<S>, contacts_only: bool) -> Vec<String> {
    let is_possible = |mode: &String| {
        matches!(explain(scene, mode, contacts_only).unwrap().proof(), ModeProof::Possible { .. })
    };
    all(scene, contacts_only).into_iter().filter(is_possible).collect()
}

fn trials(default: u64) -> u64 {
    std::env::var("STICTION_TRIALS").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// How many modes there are, the same by programs one by one.
fn counted<S: Geometry>(scene: &Scene<S>, contacts_only: bool, seed: u64) -> usize {
    let found = sorted(listed(scene, contacts_only));
    assert_eq!(found, sorted(brute(scene, contacts_only)), "seed {seed}");
    found.len()
}

#[test]
fn planar_modes_are_those_that_programs_find_one_by_one() {
    let modes = |seed: u64| {
        let scene = planar_scene(seed, 1 + seed as usize % 4, Cast::ALL[seed as usize % 3]);
        counted(&scene, false, seed) + counted(&scene, true, seed)
    };
    let total: usize = (0..trials(90)).map(modes).sum();
    assert!(total > 500, "{total} modes are too few to tell");
}

#[test]
fn spatial_modes_are_those_that_programs_find_one_by_one() {
    let modes = |seed: u64| {
        let cast = Cast::ALL[seed as usize / 3 % 3];
        counted(&spatial_scene(seed, 1 + seed as usize % 3, cast), false, seed)
    };
    let total: usize = (0..trials(18)).map(modes).sum();
    assert!(total > 500, "{total} modes are too few to tell");
}

#[test]
fn sets_of_kept_contacts_in_space_are_those_that_programs_find() {
    for seed in 0..trials(40) {
        let scene = spatial_scene(1000 + seed, 1 + seed as usize % 7, Cast::ALL[seed as usize % 3]);
        counted(&scene, true, seed);
    }
}
