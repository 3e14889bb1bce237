//! `[place]` and `[tolerance]`: what they mean, and their faults.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use stiction::scene::{AnyScene, Scene, Spread};
use stiction::screw::Planar;
use stiction_files::{Format, read_scene};
use stiction_proof::Rational;
use stiction_proof::place::Aim;

const HEAD: &str = "stiction = 1\ndimension = 2\n";
const PART: &str = "[bodies.part]\nmass = 1\nshape.polygon = [[0, 0], [2, 0], [2, 1], [0, 1]]\n";

fn read(text: &str) -> Scene<Planar> {
    match read_scene(text, Format::Toml, "scene.toml").unwrap_or_else(|faults| panic!("{faults}")).scene {
        AnyScene::Planar(scene) => scene,
        AnyScene::Spatial(_) => panic!("it is in the plane"),
    }
}

fn faults(text: &str) -> String {
    read_scene(text, Format::Toml, "scene.toml").expect_err("it has faults").to_string()
}

#[test]
fn tolerances_are_read_of_the_scene_and_of_one_contact() {
    let text = format!(
        "{HEAD}unit = \"mm\"\n{PART}tolerance = {{ mass = \"5 g\" }}\n[[contacts]]\non = \"part\"\npoint = [1, 0]\n\
         normal = [0, 1]\nfriction = 0.5\ntolerance = {{ friction = 0.1 }}\n[[contacts]]\non = \"part\"\npoint = [1, 1]\n\
         normal = [0, -1]\nfriction = 0.5\n[tolerance]\npoint = 2\nnormal = \"90 deg\"\nfriction = \"10%\"\nmass = \"5%\"\n\
         com = 1\nload = 3\n"
    );
    let scene = read(&text);
    let all = scene.tolerance.clone().unwrap();
    assert_eq!((all.point, all.com), (Some(Rational::new(1, 500)), Some(Rational::new(1, 1000))));
    assert!((all.normal.unwrap().to_f64() - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
    assert_eq!(all.friction, Some(Spread::Part(Rational::new(1, 10))));
    assert_eq!(all.mass, Some(Spread::Part(Rational::new(1, 20))));
    assert_eq!(all.load, Some(Spread::By(Rational::from(3))));
    // A table of its own replaces that of the scene, all of it.
    let first = scene.tolerance_at(&scene.contacts[0]);
    assert_eq!((first.friction, first.point), (Some(Spread::By(Rational::new(1, 10))), None));
    assert!(scene.tolerance_at(&scene.contacts[1]).point.is_some());
    let body = scene.tolerance_of(&scene.bodies[0]);
    assert_eq!((body.mass, body.com), (Some(Spread::By(Rational::new(1, 200))), None));
}

#[test]
fn a_tolerance_of_another_thing_is_a_fault() {
    let contact = "[[contacts]]\non = \"part\"\npoint = [1, 0]\nnormal = [0, 1]\n";
    for (text, word) in [
        (format!("{HEAD}{PART}tolerance = {{ point = 1 }}\n"), "a body has no point"),
        (format!("{HEAD}{PART}{contact}tolerance = {{ mass = 1 }}\n"), "a contact has no mass"),
        (format!("{HEAD}{PART}[tolerance]\nfriction = \"-3%\"\n"), "is no share"),
        (format!("{HEAD}{PART}[tolerance]\npoint = -1\n"), "at least zero"),
        (format!("{HEAD}{PART}[tolerance]\nframe = 1\n"), "unknown key"),
    ] {
        assert!(faults(&text).contains(word), "{word}: {}", faults(&text));
    }
}

#[test]
fn the_section_of_a_placement_is_read_and_its_faults_are_told() {
    let text = format!(
        "{HEAD}unit = \"mm\"\n{PART}[place]\ncontacts = 3\nfriction = 0.3\nmeasure = \"least_friction\"\nedges = [0, 2]\n\
         inset = 5\nspacing = \"2 cm\"\nkeep_out = [{{ disc = {{ center = [0, 0], radius = 1 }} }}]\ninsertable = true\n\
         holds = [[0, 0, -1]]\n"
    );
    let place = read(&text).place.unwrap();
    assert_eq!((place.on, place.contacts, place.measure), (0, 3, Aim::LeastFriction));
    assert_eq!((place.inset, place.spacing), (Rational::new(1, 200), Rational::new(1, 50)));
    assert_eq!(
        (place.edges, place.keep_out.len(), place.insertable, place.holds.len()),
        (Some(vec![0, 2]), 1, true, 1)
    );
    for (section, word) in [
        ("contacts = 40", "40 contacts"),
        ("friction = -1", "at least zero"),
        ("measure = \"best\"", "not known here"),
        ("on = \"other\"", "there is no body"),
        ("edges = [0.5]", "no whole number"),
        ("faces = \"all\"", "a list of numbers"),
    ] {
        let told = faults(&format!("{HEAD}{PART}[place]\n{section}\n"));
        assert!(told.contains(word), "{section}: {told}");
    }
    let bare = faults(&format!("{HEAD}[bodies.part]\nmass = 1\n[place]\ncontacts = 2\n"));
    assert!(bare.contains("has no shape"), "{bare}");
}
