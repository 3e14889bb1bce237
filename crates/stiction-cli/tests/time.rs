//! `--time`: what a command does when its time is over.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn run(words: &[&str]) -> Output {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    Command::new(env!("CARGO_BIN_EXE_stiction")).args(words).current_dir(folder).output().unwrap()
}

#[test]
fn a_question_without_time_ends_with_status_one_and_says_so() {
    let output = run(&["stand", "arch.toml", "--time", "1e-9"]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("not finished in 0.000000001 s") && told.contains("--time"), "{told}");
    let output = run(&["modes", "table_finger.toml", "--json", "--time", "1e-9"]);
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["question"], &report["stopped"]["after"]), (&"modes".into(), &1e-9.into()));
}

#[test]
fn a_question_with_time_enough_is_answered_as_without() {
    let [with, without] = [&["stand", "rest.toml", "--time", "1000"][..], &["stand", "rest.toml"]].map(run);
    assert_eq!((with.status.code(), without.status.code()), (Some(0), Some(0)));
    assert_eq!(with.stdout, without.stdout);
}

#[test]
fn a_time_that_is_none_is_refused() {
    for time in ["0", "-1", "nan", "inf", "soon", "1e12"] {
        let output = run(&["stand", "rest.toml", &format!("--time={time}")]);
        assert_eq!(output.status.code(), Some(2), "{time}");
    }
}
