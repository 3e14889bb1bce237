//! The sections of `jam`: systems by matrices, pegs in holes.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::cases::changes;
use stiction::scene::AnyScene;
use stiction_files::{Format, ReadScene, read_scene};
use stiction_proof::{ForceSign, Rational};

const HEAD: &str = "stiction = 1\ndimension = 2\n";
const SYSTEM: &str =
    "[jam]\nmass = [[2, 0], [0, \"1/3\"]]\nconstraints = [[0, 1]]\nfriction = [[-1, 0.5]]\nmu = [0.3]\n";
const PEG: &str = "[peg]\nwidth = 0.02\nhole = 0.0201\nfriction = 0.3\ndepth = 0.01\n";

fn read(section: &str) -> Result<ReadScene, Vec<(&'static str, String)>> {
    let found = read_scene(&format!("{HEAD}{section}"), Format::Toml, "scene.toml");
    found.map_err(|faults| faults.faults.into_iter().map(|fault| (fault.code, fault.path)).collect())
}

#[test]
fn a_jam_section_is_read_as_it_is_written() {
    let more = "force = [1, -2]\ngamma = [0]\nrate = [\"1/7\", 0]\nsigns = [\"-\"]\n";
    let scene = read(&format!("{SYSTEM}{more}")).unwrap();
    assert_eq!(scene.warnings, []);
    let AnyScene::Planar(scene) = scene.scene else { panic!() };
    let jam = scene.jam.unwrap();
    assert_eq!(jam.mass[1][1], Rational::new(1, 3));
    assert_eq!(jam.friction[0], [Rational::from(-1), Rational::new(1, 2)]);
    assert_eq!((jam.mu, jam.signs), (vec![Rational::new(3, 10)], vec![ForceSign::Negative]));
    assert_eq!(jam.rate.unwrap()[0], Rational::new(1, 7));
    assert_eq!((jam.force.unwrap().len(), jam.gamma.unwrap().len()), (2, 1));
    let AnyScene::Planar(bare) = read(SYSTEM).unwrap().scene else { panic!() };
    let bare = bare.jam.unwrap();
    assert_eq!((bare.signs, bare.force, bare.gamma), (vec![ForceSign::Free], None, None));
    let space = format!("stiction = 1\ndimension = 3\n{SYSTEM}");
    let AnyScene::Spatial(scene) = read_scene(&space, Format::Toml, "x").unwrap().scene else { panic!() };
    assert!(scene.jam.is_some());
}

#[test]
fn a_jam_section_with_impossible_values_is_refused() {
    for ([from, to], code, path) in changes(include_str!("cases/jam.txt")) {
        let text = SYSTEM.replace(&from, &to);
        assert_ne!(text, SYSTEM, "{from}");
        assert_eq!(read(&text).unwrap_err(), [(code, path.to_owned())], "{to}");
    }
}

#[test]
fn a_peg_is_read_and_a_peg_that_does_not_fit_is_refused() {
    let AnyScene::Planar(scene) = read(&format!("{PEG}push = [0, 1, -10]\n")).unwrap().scene else {
        panic!()
    };
    let peg = scene.peg.unwrap();
    assert_eq!((peg.hole, peg.turned), (Rational::new(201, 10_000), [Rational::one(), Rational::zero()]));
    assert_eq!(peg.push.unwrap()[2], Rational::from(-10));
    assert!(scene.rounded.is_empty());
    let AnyScene::Planar(leaning) = read(&format!("{PEG}tilt = 0.01\n")).unwrap().scene else { panic!() };
    assert_eq!(leaning.rounded[0].path, "peg.tilt");
    let [cosine, sine] = leaning.peg.unwrap().turned;
    assert!((sine.to_f64() - 0.01_f64.sin()).abs() < 1e-15);
    assert_eq!(&cosine * &cosine + &sine * &sine, Rational::one());
    for (from, to, path) in [
        ("hole = 0.0201", "hole = 0.0199", "peg.hole"),
        ("friction = 0.3", "friction = 0", "peg.friction"),
        ("depth = 0.01", "depth = -1", "peg.depth"),
    ] {
        assert_eq!(read(&PEG.replace(from, to)).unwrap_err(), [("peg", path.to_owned())], "{to}");
    }
}
