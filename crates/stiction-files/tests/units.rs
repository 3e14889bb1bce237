//! Scenes with units: what they mean, what is doubted, and what is offered to be pasted.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use stiction::scene::AnyScene;
use stiction_files::{Format, ReadScene, read_scene};

fn read(text: &str) -> ReadScene {
    read_scene(text, Format::Toml, "scene.toml").unwrap_or_else(|faults| panic!("{faults}"))
}

/// A disc between a finger and the ground, its lengths in some unit.
fn disc(head: &str, length: impl Fn(&str) -> String) -> String {
    format!(
        "stiction = 1\ndimension = 2\n{head}gravity = [0, -9.81]\n[bodies.disc]\ndensity = 100\n\
         pose = [{x}, {zero}, 0.3]\nshape.disc = {{ center = [{zero}, {x}], radius = {x} }}\n\
         [[contacts]]\nid = \"low\"\non = \"disc\"\npoint = [{zero}, {zero}]\nnormal = [0, 1]\nfriction = 0.5\ngap = {x}\n\
         [[loads]]\non = \"disc\"\npoint = [{x}, {x}]\nforce = [3, 4]\n",
        x = length("2"),
        zero = length("0"),
    )
}

#[test]
fn a_scene_in_millimetres_is_the_same_scene_in_metres() {
    let metres = read(&disc("", |length| format!("\"{length}/1000\"")));
    for (head, form) in [("unit = \"mm\"\n", "{}"), ("", "\"{} mm\""), ("unit = \"inch\"\n", "\"{}mm\"")] {
        let other = read(&disc(head, |length| form.replace("{}", length)));
        let (AnyScene::Planar(metres), AnyScene::Planar(other)) = (&metres.scene, &other.scene) else {
            panic!("they are in the plane")
        };
        assert_eq!((&metres.bodies, &metres.contacts), (&other.bodies, &other.contacts), "{head}{form}");
        assert_eq!(metres.loads, other.loads, "{head}{form}");
    }
}

#[test]
fn a_quarter_turn_in_degrees_is_exact_and_others_are_rounded() {
    let turned = |angle: &str| {
        let text = format!(
            "stiction = 1\ndimension = 2\n[bodies.b]\nmass = 1\npose = [0, 0, \"{angle}\"]\n\
             shape.polygon = [[0, 0], [2, 0], [2, 1]]\n"
        );
        let AnyScene::Planar(scene) = read(&text).scene else { panic!("it is in the plane") };
        (scene.bodies[0].com[1].to_f64(), scene.rounded.len())
    };
    let (height, rounded) = turned("90 deg");
    assert_eq!((height, rounded), (4.0 / 3.0, 0));
    assert!(turned("30 deg").1 > 0);
    assert!((turned("-90 deg").0 + 4.0 / 3.0).abs() < 1e-15);
}

#[test]
fn a_shape_a_thousand_times_as_large_as_its_contacts_is_doubted() {
    let scene = |unit: &str, size: f64| {
        format!(
            "stiction = 1\ndimension = 2\n{unit}[bodies.part]\nmass = 1\nshape.polygon = [[0, 0], [{size}, 0], [{size}, {size}], [0, {size}]]\n\
             [[contacts]]\non = \"part\"\npoint = [0.01, 0]\n[[contacts]]\non = \"part\"\npoint = [0.05, 0]\n"
        )
    };
    let doubts = |text: &str| -> Vec<String> {
        let doubts = read(text).warnings.into_iter().filter(|warning| warning.code == "units");
        doubts.map(|warning| warning.message).collect()
    };
    let found = doubts(&scene("", 60.0));
    assert_eq!(found.len(), 1);
    assert!(found[0].contains("84.9 m from end to end") && found[0].contains("0.04 m"), "{found:?}");
    assert!(doubts(&scene("unit = \"mm\"\n", 60.0))[0].contains("84.9 mm"));
    assert!(doubts(&scene("", 0.06)).is_empty());
    assert!(doubts(&scene("", 6.0)).is_empty());
}

#[test]
fn a_stray_point_is_told_in_the_unit_of_the_file_and_in_few_digits() {
    let text = "stiction = 1\ndimension = 2\nunit = \"mm\"\n[bodies.part]\nmass = 1\n\
                shape.disc = { center = [10, 0], radius = 10 }\n[[contacts]]\non = \"part\"\npoint = [3, 7.2]\nnormal = [1, -1]\n";
    let warnings = read(text).warnings;
    let stray = warnings.iter().find(|warning| warning.code == "stray-point").unwrap();
    assert!(stray.message.contains("[3, 7.2] is 0.0419 mm away"), "{}", stray.message);
    let offered = stray.help.rsplit_once(" is ").unwrap().1;
    assert!(offered.len() < 32 && offered.starts_with("[3.029"), "{offered}");
    // What is offered mends it.
    let mended = text.replace("[3, 7.2]", offered);
    assert!(read(&mended).warnings.iter().all(|warning| warning.code != "stray-point"));
}

#[test]
fn a_bare_unit_in_toml_is_told_to_go_into_quotes() {
    let text = "stiction = 1\ndimension = 2\n[bodies.part]\nmass = 1 kg\n";
    let faults = read_scene(text, Format::Toml, "scene.toml").unwrap_err().faults;
    assert!(faults.iter().any(|fault| fault.help.contains("mass = \"1 kg\"")), "{faults:?}");
}
