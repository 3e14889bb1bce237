//! Ranges of contact forces: they verify, survive JSON, and are refused where they were touched.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::leaves::{changed, leaves};
use serde_json::Value;
use std::sync::{Arc, Mutex};
use stiction_files::{Limits, read_scene_file};
use stiction_report::verify::verify;
use stiction_report::{AskError, Observer, Options, Question, Report, SceneName, StandExtras, Task, answer};

fn asked(example: &str, options: &Options) -> Result<Report, AskError> {
    let file = format!("{}/../../examples/{example}.toml", env!("CARGO_MANIFEST_DIR"));
    let read = read_scene_file(file.as_ref(), &Limits::default()).unwrap();
    answer(&read.scene, &SceneName::unnamed(), Question::Stand, options)
}

fn ranges(contacts: &[&str]) -> Options {
    Options {
        extras: StandExtras {
            ranges: Some(contacts.iter().map(|&id| id.to_owned()).collect()),
            ..StandExtras::default()
        },
        ..Options::default()
    }
}

fn report(example: &str, contacts: &[&str]) -> Value {
    let report = asked(example, &ranges(contacts)).unwrap();
    serde_json::from_str(&serde_json::to_string(&report).unwrap()).unwrap()
}

#[test]
fn the_feet_of_a_ladder_that_rests_have_ranges_that_verify() {
    // A crate on a slope: one body, in the plane.
    let report = report("rest", &[]);
    let found = verify(&report);
    assert!(found.holds(), "{:?}", found.failed);
    for contact in ["base.1", "base.2"] {
        let range = &report["ranges"]["contacts"][contact];
        let (least, most) = (range["normal"][0].as_f64().unwrap(), range["normal"][1].as_f64().unwrap());
        let force = report["forces"][contact][0].as_f64().unwrap();
        assert!(0.0 <= least && least <= force + 1e-9 && force <= most + 1e-9, "{least} {force} {most}");
        assert_eq!(range["ends"]["normal"][0]["state"], "bounded");
    }
}

#[test]
fn every_number_of_a_range_is_proved() {
    let report = report("arch", &["left/keystone.1"]);
    assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
    let told = &report["ranges"]["contacts"];
    assert_eq!(told.as_object().unwrap().len(), 1);
    let mut paths = Vec::new();
    leaves(&report, "", &mut paths);
    paths.retain(|path| {
        path.starts_with("/ranges/contacts") && !path.contains("/twists") && !path.contains("/forces/")
    });
    assert!(paths.len() > 20);
    for path in paths {
        let mut tampered = report.clone();
        let leaf = tampered.pointer_mut(&path).unwrap();
        *leaf = changed(leaf);
        assert!(!verify(&tampered).holds(), "{path}");
    }
}

#[test]
fn round_cones_in_space_have_ranges_too_and_somebody_hears_how_far_it_is() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ears = Arc::clone(&heard);
    let mut options = ranges(&["left/lintel.1", "left/ground.2"]);
    options.observer = Observer::new(move |task, done, total| ears.lock().unwrap().push((task, done, total)));
    let report = asked("trilithon", &options).unwrap().to_json();
    assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
    let range = &report["ranges"]["contacts"]["left/lintel.1"];
    let (least, most) = (range["normal"][0].as_f64().unwrap(), range["normal"][1].as_f64().unwrap());
    let force = report["forces"]["left/lintel.1"][0].as_f64().unwrap();
    assert!(least > -1e-3 && least < force && force < most);
    assert_eq!(range["across"].as_array().unwrap().len(), 2);
    let heard = heard.lock().unwrap();
    let done = |task: Task| {
        heard.iter().filter(|(one, _, _)| *one == task).map(|(_, done, total)| (*done, *total)).next_back()
    };
    assert_eq!(done(Task::Ranges), Some((2, 2)));
    assert!(done(Task::Standing).is_some() && done(Task::Margins) == Some((4, 4)));
}

#[test]
fn a_contact_that_is_not_there_is_a_fault_with_a_remedy() {
    let Err(AskError::Misfits(misfits)) = asked("arch", &ranges(&["nowhere", "neither"])) else { panic!() };
    assert_eq!(misfits.len(), 2);
    assert!(misfits[0].message.contains("nowhere") && misfits[0].help.contains("left/keystone.1"));
    let closure = Options {
        extras: StandExtras { ranges: Some(Vec::new()), ..StandExtras::default() },
        ..Options::default()
    };
    let file = format!("{}/../../examples/arch.toml", env!("CARGO_MANIFEST_DIR"));
    let read = read_scene_file(file.as_ref(), &Limits::default()).unwrap();
    assert!(answer(&read.scene, &SceneName::unnamed(), Question::Modes, &closure).is_err());
}

#[test]
fn ranges_of_what_falls_are_null_because_it_falls() {
    let report = asked("ladder", &ranges(&["floor"])).unwrap();
    let (json, text) = (report.to_json(), report.to_string());
    assert_eq!(json["verdict"], "no");
    assert!(json["ranges"]["contacts"]["floor"]["normal"][0].is_null());
    for path in ["normal.0", "normal.1", "across.0.0", "across.0.1"] {
        let path = format!("ranges.contacts.floor.{path}");
        assert_eq!(json["reasons"][&path], "falls: no forces balance the load", "{path}");
    }
    assert!(text.contains("no forces balance the load, so that there are none to tell"), "{text}");
    assert!(verify(&json).holds(), "{:?}", verify(&json).failed);
}

#[test]
fn a_force_without_end_is_null_because_contacts_press_against_each_other() {
    let report = asked("fixture", &ranges(&["below"])).unwrap().to_json();
    let reason = report["reasons"]["ranges.contacts.below.normal.1"].as_str().unwrap();
    assert!(reason.starts_with("without end"), "{reason}");
}
