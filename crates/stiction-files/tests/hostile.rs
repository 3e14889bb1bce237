//! No input makes the reader panic, hang or take a broken file for a scene.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use proptest::prelude::*;
use stiction_files::{Format, read_scene, starter};

fn examples() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let texts = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut texts: Vec<_> = texts
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect();
    texts.push(starter().into());
    assert!(texts.len() > 6);
    texts
}

fn to_json(text: &str) -> String {
    serde_json::to_string_pretty(&toml::from_str::<serde_json::Value>(text).unwrap()).unwrap()
}

/// Reads a text that may be anything; a fault that is found can also be shown.
fn survives(text: &str, format: Format) -> bool {
    match read_scene(text, format, "hostile") {
        Ok(_) => true,
        Err(faults) => {
            assert!(!faults.faults.is_empty());
            assert!(!faults.render("hostile", text, false).is_empty());
            serde_json::to_string(&faults).unwrap();
            false
        }
    }
}

#[test]
fn every_prefix_of_every_example_is_survived() {
    for text in examples() {
        let json = to_json(&text);
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            survives(&text[..end], Format::Toml);
        }
        for end in (0..json.len()).filter(|end| json.is_char_boundary(*end)) {
            assert!(!survives(&json[..end], Format::Json), "a cut-off JSON text is no scene");
        }
    }
}

#[test]
fn deep_nesting_is_refused_without_recursion() {
    for opening in ["[", "{\"a\":", "[{\"a\":", "\"", "{"] {
        assert!(!survives(&opening.repeat(200_000), Format::Json));
    }
    for opening in ["a = [", "[", "a.", "a = {b = ", "'", "[[", "\"\"\"", "a = {a.a."] {
        assert!(!survives(&opening.repeat(200_000), Format::Toml));
    }
    let header = format!("[{}a]\n{}a = 1\n", "a.".repeat(60), "b.".repeat(60));
    assert!(!survives(&header, Format::Toml));
}

#[test]
fn huge_numbers_are_refused_or_exact() {
    let with = |mass: &str| format!("stiction = 1\ndimension = 2\n[bodies.part]\nmass = {mass}\n");
    assert!(survives(&with("1e400"), Format::Toml));
    assert!(!survives(&with("1e401"), Format::Toml));
    assert!(!survives(&with("1e99999999999999999999"), Format::Toml));
    assert!(!survives(&with(&"9".repeat(100_000)), Format::Toml));
    assert!(!survives(&with(&format!("\"1/{}\"", "9".repeat(500))), Format::Toml));
}

#[test]
fn coordinates_beyond_the_doubles_are_survived() {
    let far = |x: &str| {
        format!(
            "stiction = 1\ndimension = 2\n[bodies.part]\ndensity = 1\nshape.path = [{{ at = [0, 0] }}, {{ to = [{x}, 0] }}, \
             {{ to = [0, 0], center = [\"{x}/2\", 0] }}]\n[bodies.disc]\ndensity = {x}\nshape.disc.radius = {x}\n\
             [bodies.brick]\nshape.polygon = [[0, 0], [{x}, 0], [{x}, {x}]]\npose = [{x}, 0, 1]\n[[contacts]]\non = \"part\"\npoint = [{x}, {x}]\n\
             [[contacts]]\non = \"disc\"\npoint = [0, {x}]\n[[contacts]]\non = \"brick\"\npoint = [{x}, 1]\n"
        )
    };
    for x in ["1e300", "1e400", "1e-300", "1e-400"] {
        survives(&far(x), Format::Toml);
    }
}

#[test]
fn many_contacts_are_read_in_passing() {
    let contact = "[[contacts]]\non = \"part\"\npoint = [1, 0]\nfriction = 0.5\n";
    let body = "[bodies.part]\nshape.polygon = [[0, 0], [2, 0], [2, 1], [0, 1]]\n";
    let text = format!("stiction = 1\ndimension = 2\n{body}{}", contact.repeat(2000));
    assert!(survives(&text, Format::Toml));
}

/// Pieces from which nearly meaningful files are made.
fn fragment() -> impl Strategy<Value = String> {
    let words = [
        "stiction",
        "dimension",
        "bodies",
        "contacts",
        "part",
        "shape",
        "polygon",
        "disc",
        "path",
        "radius",
        "point",
        "normal",
        "on",
        "friction",
        "=",
        "[",
        "]",
        "{",
        "}",
        ",",
        ".",
        "\n",
        "\"",
        "'",
        "[[",
        "]]",
        "1",
        "-2",
        "0.5",
        "1e400",
        "nan",
        "inf",
        "\"1/3\"",
        "true",
        "#",
        ":",
        "null",
        "ü",
        "\u{0}",
        "\t",
        "\r\n",
        "1979-05-27",
    ];
    prop::collection::vec(prop::sample::select(words.to_vec()), 0..60).prop_map(|parts| parts.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_text_is_survived(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        survives(&text, Format::Toml);
        survives(&text, Format::Json);
    }

    #[test]
    fn random_fragments_are_survived(text in fragment()) {
        survives(&text, Format::Toml);
        survives(&text, Format::Json);
    }

    #[test]
    fn damaged_examples_are_survived(which in 0usize..7, at in any::<prop::sample::Index>(), with in fragment()) {
        let text = examples().swap_remove(which);
        let mut cut = at.index(text.len());
        while !text.is_char_boundary(cut) { cut -= 1 }
        survives(&format!("{}{with}{}", &text[..cut], &text[cut..]), Format::Toml);
        let mut json = to_json(&text);
        let mut cut = at.index(json.len());
        while !json.is_char_boundary(cut) { cut -= 1 }
        json.insert_str(cut, &with);
        survives(&json, Format::Json);
    }
}
