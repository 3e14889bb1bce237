//! The text of every example, word for word: a change of wording is a change of a file in `text`.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use std::path::Path;
use std::process::Command;

fn check(name: &str, question: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(format!("{name}.toml"));
    let output = Command::new(env!("CARGO_BIN_EXE_stiction"))
        .arg(question)
        .arg(file)
        .arg("--no-picture")
        .output()
        .unwrap();
    assert_eq!(output.stderr, b"");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_example_says_what_is_written_of_it() {
    let mut count = 0;
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/text")).unwrap() {
        let path = entry.unwrap().path();
        let words = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let (name, question) = words.split_once('_').unwrap_or((&words, "check"));
        assert_eq!(check(name, question), std::fs::read_to_string(&path).unwrap(), "{words}");
        count += 1;
    }
    assert_eq!(count, 8);
}
