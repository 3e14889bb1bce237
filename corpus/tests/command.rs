//! The command runner, tried on programs that misbehave in known ways.
#![cfg(unix)]

use serde_json::json;
use std::os::unix::fs::PermissionsExt;
use std::sync::Mutex;
use stiction_corpus::case::Case;
use stiction_corpus::run::{Command, try_case};

/// One at a time: a program that is still open for writing in another thread's child cannot be started.
static TURN: Mutex<()> = Mutex::new(());

/// Asks a program that runs these lines of shell: what is wrong with its answer?
fn ask(lines: &str) -> Vec<String> {
    let _turn = TURN.lock();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("stiction");
    std::fs::write(&program, format!("#!/bin/sh\n{lines}\n")).expect("a program");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("may run");
    let case = json!({"id": "a", "ask": ["stand", "--tolerance", "1/2"], "scene": {"dimension": 2},
                      "files": {"more.json": [1]}, "expect": {"verdict": "yes"}, "source": ""});
    let case: Case = serde_json::from_str(&case.to_string()).expect("a case");
    try_case(&Command::new(&program).expect("a program"), &case)
        .into_iter()
        .map(|failure| failure.why)
        .collect()
}

const REPORT: &str = r#"echo '{"stiction": "0", "question": "stand", "verdict": "yes"}'"#;

#[test]
fn a_good_report_that_verifies_passes() {
    let checks = r#"test "$1" = verify || test "$*" = "stand --tolerance 1/2 scene.json --json" || exit 9
test "$1" = verify && { grep -q yes report.json; exit; }
test "$(ls | tr '\n' ' ')" = "more.json scene.json " || exit 8"#;
    assert_eq!(ask(&format!("{checks}\n{REPORT}")), Vec::<String>::new());
}

#[test]
fn a_report_that_does_not_verify_fails() {
    let why = ask(&format!("test \"$1\" = verify && exit 3\n{REPORT}"));
    assert!(why[0].contains("verify report.json"), "{why:?}");
}

#[test]
fn an_exit_status_other_than_zero_fails_and_is_quoted() {
    let why = ask("echo 'no such question' >&2; exit 2");
    assert!(why[0].contains("2") && why[0].contains("no such question"), "{why:?}");
}

#[test]
fn output_beside_the_report_fails() {
    let why = ask(&format!("{REPORT}\n{REPORT}"));
    assert!(why[0].contains("not one JSON value"), "{why:?}");
}
