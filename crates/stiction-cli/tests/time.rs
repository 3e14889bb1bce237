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

/// The head of a report: the keys that say what it is about.
const HEAD: [&str; 4] = ["stiction", "question", "scene", "asked"];

#[test]
fn a_report_without_an_answer_has_the_head_of_every_report() {
    let words = ["modes", "table_finger.toml", "--json", "--contacts-only"];
    let [full, none] = [&words[..], &[&words[..], &["--time", "1e-9"]].concat()]
        .map(|words| serde_json::from_slice::<Value>(&run(words).stdout).unwrap());
    for key in HEAD.into_iter().filter(|key| *key != "scene") {
        assert_eq!(full[key], none[key], "{key}");
    }
    // A file that was not read to its end has a name, and no title or hash that anybody knows.
    assert_eq!(full["scene"]["name"], none["scene"]["name"]);
    assert_eq!(none["asked"]["contacts_only"], true);
    let folder = tempfile::tempdir().unwrap();
    let problem = folder.path().join("lcp.json");
    std::fs::write(&problem, r#"{ "M": [[1, 2], [2, 1]], "q": [-1, -1] }"#).unwrap();
    let lcp = run(&["lcp", problem.to_str().unwrap(), "--json", "--time", "1e-9"]);
    let told: Value = serde_json::from_slice(&lcp.stdout).unwrap();
    assert!(HEAD.iter().all(|key| !told[key].is_null()), "{told}");
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
