//! `motions` and `labels` on the command line: their flags, and reports that verify.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Output};

fn run(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_stiction")).args(words).current_dir(folder).output().unwrap()
}

fn example(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    std::fs::canonicalize(file).unwrap().to_string_lossy().into_owned()
}

/// The report of a question, verified by the command.
fn verified(words: &[&str]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("twists.json"), r#"[[1, 2, 0], ["-1/2", 0, -0.5]]"#).unwrap();
    let output = run(folder.path(), &[words, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    std::fs::write(folder.path().join("report.json"), &output.stdout).unwrap();
    assert_eq!(run(folder.path(), &["verify", "report.json"]).status.code(), Some(0));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn motions_are_tried_and_replaced_by_twists() {
    let table = example("table_finger.toml");
    let tried = verified(&["motions", &table, "--test-twist", "-1,0,1", "--test-twist", "0,-1,0"]);
    assert_eq!(tried["tests"][0]["feasible"], true);
    assert_eq!(tried["tests"][1]["contacts"]["finger"]["relation"], "penetrating");
    let spanned = verified(&["motions", &table, "--twists", "twists.json"]);
    assert_eq!(spanned["centres"]["plus"], json!([[[0.0, 2.0], { "direction": [1.0, 2.0] }]]));
    assert_eq!(spanned["redundant"], json!([]));
}

#[test]
fn labels_take_modes_points_and_wrenches() {
    let rest = example("rest.toml");
    let both = verified(&["labels", &rest, "--point", "-5,0", "--point", "1/2,0.3"]);
    assert_eq!(both["points"].as_array().unwrap().len(), 2);
    assert_eq!(verified(&["labels", &rest, "--mode", "ss"])["rays"], json!([]));
    let one = verified(&["labels", &rest, "--wrench", "0,0,1", "--point", "9,0"]);
    assert_eq!(one["points"][0]["label"], "-");
    let box_on_table = example("box_on_table.toml");
    assert_eq!(verified(&["labels", &box_on_table, "--cone", "inner:4"])["plus"], Value::Null);
}

#[test]
fn a_flag_of_another_question_or_a_list_of_another_length_is_bad_input() {
    let folder = tempfile::tempdir().unwrap();
    let table = example("table_finger.toml");
    for words in [
        &["motions", "--wrench", "1,0,0"][..],
        &["motions", "--twist", "1,0"],
        &["motions", "--point", "1,0"],
        &["labels", "--point", "1,0,0"],
        &["labels", "--mode", "x"],
        &["labels", "--mode", "nnn", "--wrench", "0,0,1"],
        &["closure", "--twist", "1,0,0"],
    ] {
        let output = run(folder.path(), &[&[words[0], &table], &words[1..]].concat());
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(!output.stderr.is_empty(), "{words:?}");
    }
}
