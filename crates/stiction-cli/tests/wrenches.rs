//! Wrenches on the command line and in files: taken exactly, and refused with a remedy where they are none.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn run(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_stiction")).args(words).current_dir(folder).output().unwrap()
}

fn gripper() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/gripper.toml");
    std::fs::canonicalize(file).unwrap().to_string_lossy().into_owned()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn fractions_decimals_and_files_are_taken_as_they_are_written() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("more.json"), r#"[[0, "-1/7", 0.1], [1e-3, 2, 0]]"#).unwrap();
    let gripper = gripper();
    let output = run(
        folder.path(),
        &["closure", &gripper, "--json", "--wrench", "-1/3, 0.5 ,0", "--wrenches", "more.json"],
    );
    assert_eq!(output.status.code(), Some(0));
    let report = json(&output);
    let wrench = |place: usize| report["exact"]["loads"][place]["wrench"].to_string();
    assert_eq!(wrench(0), r#"["-1/3","1/2","0"]"#);
    assert_eq!(wrench(1), r#"["0","-1/7","1/10"]"#);
    assert_eq!(wrench(2), r#"["1/1000","2","0"]"#);
    assert!(report["task"]["scale"].is_number());
    std::fs::write(folder.path().join("report.json"), &output.stdout).unwrap();
    assert_eq!(run(folder.path(), &["verify", "report.json"]).status.code(), Some(0));
    let text = run(folder.path(), &["closure", &gripper, "--wrench", "0,0,-1"]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.contains("load      [0, 0, -1] resisted"), "{text}");
}

#[test]
fn what_is_no_wrench_is_bad_input_and_says_what_one_is() {
    let folder = tempfile::tempdir().unwrap();
    let gripper = gripper();
    for text in [
        "",
        ",",
        "1,2",
        "1,2,3,4",
        "1,2,3,4,5,6",
        "nan,0,0",
        "0,inf,0",
        "0,0,1/0",
        "a,b,c",
        "1;2;3",
        "[1,2,3]",
        "1e999999999,0,0",
        "0x1,0,0",
        "1,,2",
        "1,2,3,",
    ] {
        let output = run(folder.path(), &["closure", &gripper, "--wrench", text]);
        assert_eq!(output.status.code(), Some(2), "{text}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("m,fx,fy") || said.contains("0,0,-9.81"), "{text}: {said}");
        assert!(output.stdout.is_empty());
    }
    for (text, code) in [
        ("", "syntax"),
        ("[", "syntax"),
        ("{}", "type"),
        ("5", "type"),
        ("[]", "length"),
        ("[1, 2, 3]", "type"),
        ("[[0, 0, true]]", "type"),
        ("[[0, 0, \"nan\"]]", "not-finite"),
        ("[[0, 0, NaN]]", "syntax"),
        ("[[1, 2]]", "length"),
        ("[[]]", "length"),
    ] {
        std::fs::write(folder.path().join("bad.json"), text).unwrap();
        let output = run(folder.path(), &["closure", &gripper, "--json", "--wrenches", "bad.json"]);
        assert_eq!(output.status.code(), Some(2), "{text}");
        let fault = &json(&output)["faults"][0];
        assert_eq!(fault["code"], code, "{text}: {fault}");
        assert!(!fault["help"].as_str().unwrap().is_empty());
    }
    std::fs::write(folder.path().join("deep.json"), "[".repeat(5000)).unwrap();
    for file in ["deep.json", "none.json", "."] {
        let output = run(folder.path(), &["closure", &gripper, "--wrenches", file]);
        assert_eq!(output.status.code(), Some(2), "{file}");
    }
}

#[test]
fn other_questions_take_no_wrenches() {
    let folder = tempfile::tempdir().unwrap();
    for question in ["stand", "check", "contacts"] {
        let output = run(folder.path(), &[question, &gripper(), "--json", "--wrench", "0,0,1"]);
        assert_eq!(output.status.code(), Some(2), "{question}");
        assert_eq!(json(&output)["faults"][0]["code"], "conflict");
    }
}
