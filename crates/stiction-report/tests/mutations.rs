//! A report that was tampered with is refused, wherever it was touched.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::leaves::{changed, leaves};
use serde_json::{Value, json};
use stiction_files::{Limits, read_scene_file};
use stiction_report::verify::verify;
use stiction_report::{Options, Question, SceneName, answer};

fn reports() -> Vec<(String, Value)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    assert!(files.len() >= 7);
    let report = |file: &std::path::PathBuf| {
        let read = read_scene_file(file, &Limits::default()).unwrap();
        let report =
            answer(&read.scene, &SceneName::unnamed(), Question::Check, &Options::default()).unwrap();
        (file.file_stem().unwrap().to_string_lossy().into_owned(), report.to_json())
    };
    let reports: Vec<(String, Value)> = files.iter().map(report).collect();
    // Scenes of several bodies have contacts alone, which claim nothing.
    let claims = |report: &Value| {
        let answers = report["answers"].as_array().unwrap();
        answers.iter().any(|answer| answer["question"] != "contacts")
    };
    let (proved, listed): (Vec<_>, Vec<_>) = reports.into_iter().partition(|(_, report)| claims(report));
    for (name, report) in listed {
        assert!(verify(&report).holds(), "{name}: {:?}", verify(&report).failed);
        let mut tampered = report.clone();
        tampered["answers"][0]["contacts"][0]["point"][0] = 12345.5.into();
        assert!(!verify(&tampered).holds(), "{name}");
    }
    proved
}

/// Leaves that no claim rests on: names, words, and what this version does not compute or prove.
const FREE: &[&str] = &[
    "/stiction",
    "/scene",
    "/body",
    "/reasons",
    "/rounded",
    "/warnings",
    "/title",
    "/indeterminacy",
    "/environment",
    // A name, which is compared with the scene's where there is one.
    "/base",
    "/peg/patches/",
];

/// Leaves of one report that are changed, about.
const MOST_LEAVES: usize = 400;

/// The examples are changed in as many parts, so that cores share them.
const PARTS: usize = 4;

#[test]
fn every_example_of_part_one_is_verified_and_every_change_of_it_refused() {
    every_change_is_refused(0);
}

#[test]
fn every_example_of_part_two_is_verified_and_every_change_of_it_refused() {
    every_change_is_refused(1);
}

#[test]
fn every_example_of_part_three_is_verified_and_every_change_of_it_refused() {
    every_change_is_refused(2);
}

#[test]
fn every_example_of_part_four_is_verified_and_every_change_of_it_refused() {
    every_change_is_refused(3);
}

/// Every example of one part of them is verified, and every change of it refused.
fn every_change_is_refused(part: usize) {
    let mut unnoticed = Vec::new();
    for (name, report) in reports().into_iter().skip(part).step_by(PARTS) {
        assert!(verify(&report).holds(), "{name}: {:?}", verify(&report).failed);
        let mut paths = Vec::new();
        leaves(&report, "", &mut paths);
        // What several bodies touch is listed before whether they stand, and claims nothing.
        let claims = |path: &String| {
            let answer = path.split('/').nth(2).map(|index| format!("/answers/{index}/question"));
            answer.and_then(|at| report.pointer(&at)).is_none_or(|question| question != "contacts")
        };
        paths.retain(claims);
        let mut refused = 0;
        // Assemblies have many thousand leaves; a part of them is enough.
        let step = paths.len() / MOST_LEAVES + 1;
        for path in paths.into_iter().step_by(step) {
            let mut tampered = report.clone();
            let leaf = tampered.pointer_mut(&path).unwrap();
            *leaf = changed(leaf);
            if !verify(&tampered).holds() {
                refused += 1;
                continue;
            }
            // A motion or a multiplier may be changed a little and still prove the same; another problem may
            // have the same proofs, another disc the same places.
            let free = [
                "/twist/",
                "/twists/",
                "/stretches/",
                "/problem/",
                "/multipliers/",
                "/motions/",
                "/chains/",
                "/center/",
                // An affine function that is below a little more is below all the same, and so is a larger cone.
                "/exclusion/",
                // A collapse with more friction is one with less.
                "/friction_never/",
                // Where it has one component, a direction is the same when that is doubled.
                "/apart/direction/",
            ];
            // What vanishes on a cone vanishes on it when it is doubled, and so does what is positive on it.
            let doubled =
                path.contains("/cones/") && (path.contains("/equalities/") || is_only_entry(&report, &path));
            // None of one way is none of another.
            let none = path
                .rsplit_once("/way/")
                .is_some_and(|(ray, _)| report.pointer(&format!("{ray}/multiple")) == Some(&json!("0")));
            let still_true = doubled || none || free.iter().any(|part| path.contains(part));
            if !still_true && !FREE.iter().any(|free| path.contains(free)) {
                unnoticed.push(format!("{name}: {path}"));
            }
        }
        assert!(refused > 15, "{name}: only {refused} changes were refused");
    }
    assert!(unnoticed.is_empty(), "{unnoticed:#?}");
}

/// Whether a leaf is the one entry of its row that is not zero.
fn is_only_entry(report: &Value, path: &str) -> bool {
    let row = path.rsplit_once('/').and_then(|(row, _)| report.pointer(row));
    let entries = row.and_then(Value::as_array).into_iter().flatten();
    entries.filter(|entry| **entry != json!("0")).count() == 1
}

#[test]
fn a_proof_that_is_taken_away_is_missed() {
    for (name, report) in reports() {
        for (index, answer) in report["answers"].as_array().unwrap().iter().enumerate() {
            let question = answer["question"].as_str().unwrap();
            let keys = match question {
                "closure" => vec!["form/proof", "force/proof", "min_friction", "exact"],
                "outcomes" => vec!["held", "excluded", "exact", "solutions"],
                "jam" if answer["jam"].is_null() => vec!["peg/wedge/proof", "exact"],
                "jam" => vec!["jam/proof", "wedge/proof", "exact", "problem"],
                // What several bodies touch is listed before whether they stand, and claims nothing.
                "contacts" => continue,
                "push" => vec!["modes", "excluded", "open", "impossible", "problem"],
                "quasistatic" => vec!["modes", "excluded", "exact", "problem"],
                _ => vec!["proof", "exact", "margins", "proofs", "decoupling"],
            };
            let given = |key: &&str| answer.pointer(&format!("/{key}")).is_some();
            let keys: Vec<&str> = keys.into_iter().filter(given).collect();
            assert!(!keys.is_empty(), "{name}: nothing to take away from `{question}`");
            for key in keys {
                let nothing = json!({ "friction": null, "load": null, "tilt": null });
                if key == "margins" && answer["margins"] == nothing {
                    continue;
                }
                let mut tampered = report.clone();
                let place = format!("/answers/{index}/{key}");
                *tampered.pointer_mut(&place).unwrap() = Value::Null;
                assert!(!verify(&tampered).holds(), "{name}: {place}");
            }
        }
    }
}

#[test]
fn what_is_no_report_is_refused() {
    for value in [json!(null), json!([]), json!({}), json!("yes"), json!({ "question": "check" })] {
        assert!(!verify(&value).holds(), "{value}");
    }
    let hollow = json!({ "question": "check", "verdict": "yes", "answers": [{ "question": "contacts" }] });
    assert!(!verify(&hollow).holds());
}
