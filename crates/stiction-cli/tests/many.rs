//! Many scenes at once, and the tasks of the cookbook.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::running::{examples, run};
use serde_json::Value;

/// Two scenes, one that stands and one that is none, in a folder.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(examples().join("rest.toml"), folder.path().join("rest.toml")).unwrap();
    std::fs::copy(examples().join("escape.toml"), folder.path().join("escape.toml")).unwrap();
    std::fs::write(folder.path().join("notes.md"), "no scene").unwrap();
    folder
}

#[test]
fn a_folder_of_scenes_ends_in_a_table_of_verdicts() {
    let folder = folder();
    let (status, out, _) = run(folder.path(), &["closure", "."]);
    assert_eq!(status, 0, "{out}");
    let table: Vec<&str> = out.lines().rev().take(2).collect();
    assert!(table[1].contains("escape.toml") && table[1].contains("  no "), "{out}");
    assert!(table[0].contains("rest.toml") && table[0].contains("  no "), "{out}");
    assert!(out.contains("== ./escape.toml"), "{out}");
    assert_eq!(folder.path().read_dir().unwrap().count(), 3, "nothing was drawn");
}

#[test]
fn with_json_every_scene_is_a_line_and_a_fault_is_one_too() {
    let folder = folder();
    std::fs::write(folder.path().join("bad.toml"), "stiction = 1\ndimension = 4\n").unwrap();
    let (status, out, _) = run(folder.path(), &["stand", "rest.toml", "bad.toml", "--json"]);
    assert_eq!(status, 2);
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!((&lines[0]["verdict"], &lines[0]["scene"]["name"]), (&"yes".into(), &"rest.toml".into()));
    assert!(lines[1]["faults"].as_array().is_some_and(|faults| !faults.is_empty()));
    assert_eq!(lines[1]["scene"]["name"], "bad.toml");
    // The others are answered all the same, and what was expected counts for each.
    let (status, _, err) = run(folder.path(), &["closure", "rest.toml", "escape.toml", "--expect", "yes"]);
    assert_eq!((status, err.matches("expected yes").count()), (3, 2));
    let (status, _, err) = run(folder.path(), &["closure", "rest.toml", "escape.toml", "--picture", "a.svg"]);
    assert!(status == 2 && err.contains("one picture is of one scene"), "{err}");
    let empty = tempfile::tempdir().unwrap();
    let (status, _, err) = run(empty.path(), &["closure", "."]);
    assert!(status == 2 && err.contains("or a folder with files that end in .toml or .json"), "{err}");
    let (status, out, _) = run(empty.path(), &["closure", ".", "--json"]);
    assert!(status == 2 && out.contains("no-file"), "{out}");
}

/// The tasks, each with its command, the status and what it is known to answer.
const TASKS: [(&[&str], i32, &str); 7] = [
    (
        &["stand", "fixture.toml", "--solve", "contacts.clamp.preload"],
        0,
        "in all    stands with contacts.clamp.preload of at least 292 N",
    ),
    (&["closure", "grasp.toml"], 0, "force closure: yes"),
    (&["stand", "wall.toml"], 0, "must stay yes"),
    (&["jam", "dowel.toml"], 0, "push      slides in"),
    (&["hybrid", "wiping.toml"], 0, "motion and force apart: yes"),
    (
        &["check", "slope.toml", "--no-picture"],
        0,
        "crate slides down \"ramp\", accelerating with 0.59 m/s²; it does not hold",
    ),
    (
        &["outcomes", "log.toml", "--log", "log.json"],
        3,
        "1 of 2 records breaks the laws; the worst is off by 0.869 at 0.01 s",
    ),
];

#[test]
fn every_task_of_the_cookbook_is_answered_by_one_command() {
    for (words, status, answer) in TASKS {
        let (found, out, err) = run(&examples().join("tasks"), words);
        assert_eq!(found, status, "{words:?}: {err}");
        assert!(out.contains(answer), "{words:?}: {out}");
    }
}

#[test]
fn the_least_clamp_force_of_the_fixture_holds_it_and_less_does_not() {
    // Roughing pulls the plate off its locators: by moments about the second one, μ = 0.15 everywhere.
    let text = std::fs::read_to_string(examples().join("tasks/fixture.toml")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for (preload, verdict) in [("293", "yes"), ("291", "no")] {
        let scene = text.replace("preload = 250", &format!("preload = {preload}"));
        std::fs::write(folder.path().join("fixture.toml"), scene).unwrap();
        let (_, out, _) = run(folder.path(), &["stand", "fixture.toml", "--json"]);
        let report: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(report["verdict"], verdict, "{preload}");
    }
}
