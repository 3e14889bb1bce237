//! The command on robots: text, JSON, picture, faults and their exit codes.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn robot(words: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Command::new(env!("CARGO_BIN_EXE_stiction")).arg("robot").args(words).current_dir(root).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn an_arm_is_told_drawn_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("arm.svg");
    let told = robot(&["examples/arm.urdf", "--frame", "tool", "--picture", picture.to_str().unwrap()]);
    assert_eq!((told.status.code(), text(&told.stderr)), (Some(0), ""));
    assert!(text(&told.stdout).starts_with("arm at tool: Phi has rank"), "{}", text(&told.stdout));
    let drawn = std::fs::read_to_string(picture).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.contains("frame tool") && drawn.contains(">a4<"));

    let json = robot(&["examples/arm.urdf", "--q=0.3,-0.8,1/5,1.4,0,0.6,0", "--json"]);
    let report = folder.path().join("report.json");
    std::fs::write(&report, &json.stdout).unwrap();
    let verified = Command::new(env!("CARGO_BIN_EXE_stiction")).arg("verify").arg(&report).output().unwrap();
    assert_eq!(verified.status.code(), Some(0), "{}", text(&verified.stdout));
}

#[test]
fn faults_have_a_place_and_exit_with_two() {
    let refused = robot(&["docs/guide/scenes/mistakes.urdf"]);
    assert_eq!(refused.status.code(), Some(2));
    let told = text(&refused.stderr);
    for part in ["joint-type", "unknown-link", "mistakes.urdf:7:", "did you mean `base`", "the mass is -1"] {
        assert!(told.contains(part), "{part} in {told}");
    }
    let json = robot(&["examples/arm.urdf", "--q=1,2", "--frame", "tol", "--json"]);
    assert_eq!(json.status.code(), Some(2));
    let faults: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(faults["faults"][0]["path"], "--q");
    assert_eq!(robot(&["examples/gripper.toml"]).status.code(), Some(2));
    assert_eq!(robot(&["no/such.urdf"]).status.code(), Some(2));
    assert_eq!(robot(&["examples/arm.urdf", "--gravity", "1,2"]).status.code(), Some(2));
}
