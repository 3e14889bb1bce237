//! Reports of contact modes: their keys, their faults, and that no number of them can be changed unnoticed.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::leaves::{changed, leaves};
use serde_json::{Value, json};
use stiction::scene::{AnyScene, Body, Contact, Party, Role, Scene};
use stiction::screw::Planar;
use stiction_report::verify::verify;
use stiction_report::{Answered, AskError, Options, Question, Report, SceneName, answer};

fn block() -> Scene<Planar> {
    Scene::new()
        .with_body(Body::new("block").with_com([0, 1]))
        .with_contact(Contact::planar(Party::Body(0), [-1, 0], [0, 1]).with_id("left"))
        .with_contact(Contact::planar(Party::Body(0), [1, 0], [0, 1]).with_id("right"))
}

fn asked(scene: Scene<Planar>, explain: &[&str], contacts_only: bool) -> Result<Report, AskError> {
    let explain = explain.iter().map(|&mode| mode.to_owned()).collect();
    let options = Options { explain, contacts_only, ..Options::default() };
    answer(&AnyScene::Planar(scene), &SceneName::unnamed(), Question::Modes, &options)
}

#[test]
fn modes_have_the_keys_of_the_manual_and_rest_among_them() {
    let report = asked(block(), &[], false).unwrap().to_json();
    assert_eq!((&report["question"], &report["count"]), (&json!("modes"), &json!(10)));
    assert_eq!(report["modes"][0], json!({ "mode": "nn", "twists": { "block": [0.0, 0.0, 0.0] } }));
    assert_eq!(report["exact"]["modes"][0]["twists"]["block"], json!(["0", "0", "0"]));
    assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
    let kept = asked(block(), &[], true).unwrap().to_json();
    let letters: Vec<&str> =
        kept["modes"].as_array().unwrap().iter().map(|mode| mode["mode"].as_str().unwrap()).collect();
    assert_eq!(letters, ["mm", "ms", "sm", "ss"]);
    assert!(verify(&kept).holds());
}

#[test]
fn an_absent_mode_is_refuted_and_a_present_one_is_shown() {
    let report = asked(block(), &["lr", "ns", "mm"], false).unwrap();
    let text = report.to_string();
    assert!(text.contains("lr is impossible: "), "{text}");
    assert!(text.contains("ns is possible: "), "{text}");
    let json = report.to_json();
    assert_eq!(json["explained"][0]["possible"], false);
    assert_eq!(json["explained"][0]["proof"]["proves"], "impossible");
    assert!(verify(&json).holds(), "{:?}", verify(&json).failed);
    // A mode that is proved impossible and listed, or possible and not listed, is a contradiction.
    let mut tampered = json.clone();
    tampered["modes"].as_array_mut().unwrap().pop();
    tampered["exact"]["modes"].as_array_mut().unwrap().pop();
    tampered["count"] = json!(9);
    assert!(!verify(&tampered).holds(), "one of them is missing");
    let mut tampered = json.clone();
    tampered["explained"][1]["possible"] = json!(false);
    assert!(!verify(&tampered).holds());
}

/// A list without its last mode, whose count is right.
fn shortened(report: &Value) -> Value {
    let mut short = report.clone();
    short["modes"].as_array_mut().unwrap().pop();
    short["exact"]["modes"].as_array_mut().unwrap().pop();
    short["count"] = json!(short["modes"].as_array().unwrap().len());
    short
}

#[test]
fn a_list_that_is_not_complete_is_refused_whatever_is_said_to_be_excluded() {
    for only in [false, true] {
        let report = asked(block(), &[], only).unwrap().to_json();
        let found = verify(&report);
        assert!(found.verified.iter().any(|path| path.contains("no other modes")), "{found}");
        assert_eq!(report["computed"], json!([]), "nothing is left that no proof shows");
        let short = shortened(&report);
        assert!(!verify(&short).holds());
        // That there are too many modes to show it is no way out.
        let mut unproved = short.clone();
        unproved["excluded"] = json!(null);
        unproved["reasons"] = json!({ "excluded": "too many modes to show that there are no others" });
        unproved["computed"] = json!(["count"]);
        assert!(!verify(&unproved).holds());
        // Nor is a mode that is possible.
        let last = report["modes"].as_array().unwrap().last().unwrap()["mode"].clone();
        let mut lie = short.clone();
        lie["excluded"].as_array_mut().unwrap().push(
            json!({ "proves": "impossible", "mode": last, "multipliers": [{ "contact": "left", "normal": "1", "tangents": ["0"], "spin": "0" }] }),
        );
        assert!(!verify(&lie).holds());
        // Of what is excluded every entry is needed, or harmless.
        for index in 0..report["excluded"].as_array().unwrap().len() {
            let mut fewer = report.clone();
            let removed = fewer["excluded"].as_array_mut().unwrap().remove(index);
            let mode = removed["mode"].as_str().unwrap();
            assert!(!verify(&fewer).holds(), "nothing else excludes {mode}");
        }
    }
}

#[test]
fn all_motions_of_a_free_body_separate_or_not_at_every_contact_that_is_near() {
    let mut near = block();
    near.contacts[0].gap = 1.into();
    let report = asked(near, &[], false).unwrap().to_json();
    assert!(verify(&report).holds(), "{}", verify(&report));
    assert!(!verify(&shortened(&report)).holds());
}

#[test]
fn every_fault_of_an_asked_mode_is_told_with_its_remedy() {
    let faults = |scene: Scene<Planar>, explain: &[&str], contacts_only: bool| match asked(
        scene,
        explain,
        contacts_only,
    ) {
        Err(AskError::Misfits(misfits)) => misfits,
        other => panic!("{other:?}"),
    };
    let found = faults(block(), &["lx", "n", "nu", "lrs"], false);
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(found.iter().all(|fault| fault.code == "mode" && !fault.help.is_empty()));
    assert_eq!(faults(block(), &["ls"], true).len(), 1);
    let mut near = block();
    near.contacts[0].gap = 1.into();
    assert_eq!(faults(near.clone(), &["an", "sn"], false).len(), 2);
    assert!(asked(near, &["un"], false).is_ok());
    let scene = AnyScene::Planar(block());
    let options = Options { contacts_only: true, ..Options::default() };
    assert!(answer(&scene, &SceneName::unnamed(), Question::Closure, &options).is_err());
}

#[test]
fn more_modes_than_allowed_are_a_fault_that_says_how_many() {
    let options = Options { most: 9, ..Options::default() };
    let refused =
        answer(&AnyScene::Planar(block()), &SceneName::unnamed(), Question::Modes, &options).unwrap_err();
    let text = refused.to_string();
    assert!(text.contains("more than the 9") && text.contains("--most"), "{text}");
}

#[test]
fn modes_that_would_fill_the_memory_are_refused_before_they_are_listed_unless_they_are_asked_for() {
    // Feet that know nothing of each other: four modes each, and twists of all of them for every mode.
    let feet = |count: usize| {
        (0..count).fold(Scene::new(), |scene: Scene<Planar>, foot| {
            let at = [i64::try_from(foot).unwrap(), 0];
            scene.with_body(Body::new(format!("foot {foot}"))).with_contact(Contact::planar(
                Party::Body(foot),
                at,
                [0, 1],
            ))
        })
    };
    let asked = |count: usize, options: &Options| {
        answer(&AnyScene::Planar(feet(count)), &SceneName::unnamed(), Question::Modes, options)
    };
    let text = asked(9, &Options::default()).unwrap_err().to_string();
    assert!(
        text.contains("262144 modes") && text.contains("kB of memory") && text.contains("--most"),
        "{text}"
    );
    let few = asked(4, &Options::default()).unwrap();
    let Answered::Modes(few) = &few.answered else { panic!("{:?}", few.answered) };
    assert_eq!(few.modes.len(), 256);
}

#[test]
fn a_report_exposes_modes_and_motions_for_drawing() {
    let report = asked(block(), &[], false).unwrap();
    let Answered::Modes(answer) = &report.answered else { panic!("{:?}", report.answered) };
    assert_eq!(answer.modes.len(), 10);
    let edges = stiction::ask::modes::mode_graph(&answer.modes);
    assert_eq!(edges.len(), 16);
    assert_eq!(report.verdict(), None);
    assert_eq!(report.summary(), ["every contact can separate"]);
}

#[test]
fn what_no_motion_allows_is_said() {
    let mut finger = Body::<Planar>::new("finger").with_role(Role::Driven);
    finger.twist = [0, 0, -1].map(Into::into);
    let mut scene = block().with_body(finger);
    scene.bodies[0].freedoms.fill(false);
    scene.contacts[0].against = Party::Body(1);
    scene.contacts[0].normal = [0, -1].map(Into::into);
    let report = asked(scene, &[], false).unwrap();
    assert_eq!(report.to_json()["count"], 0);
    assert!(report.to_string().contains("no motion is possible"), "{report}");
}

#[test]
fn a_report_of_modes_that_was_changed_anywhere_is_refused() {
    let mut driven = block().with_body({
        let mut finger = Body::<Planar>::new("finger").with_role(Role::Driven);
        finger.twist = [0, 1, 0].map(Into::into);
        finger
    });
    driven.contacts[1].against = Party::Body(1);
    for report in [
        asked(block(), &["lr", "ns"], false).unwrap().to_json(),
        asked(block(), &["ms"], true).unwrap().to_json(),
        asked(driven, &["nn"], false).unwrap().to_json(),
    ] {
        assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
        let mut paths = Vec::new();
        leaves(&report, "", &mut paths);
        let free = ["/stiction", "/scene", "/reasons", "/rounded", "/warnings", "/title"];
        for path in paths.iter().filter(|path| !free.iter().any(|free| path.starts_with(free))) {
            let mut tampered = report.clone();
            let leaf = tampered.pointer_mut(path).unwrap();
            *leaf = changed(leaf);
            // Another problem may have the same motions, and another motion the mode that is explained.
            if !path.starts_with("/problem/") && !path.contains("/proof/twists/") {
                assert!(!verify(&tampered).holds(), "{path} was changed unnoticed");
            }
        }
    }
}
