//! The report on a motion in time: its keys, its faults, and that a changed run is refused.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::asked::{in_time, of_text};
use serde_json::{Value, json};
use std::path::Path;
use stiction::work::Allowance;
use stiction_files::{Limits, read_trajectory, read_trajectory_file};
use stiction_proof::Rational;
use stiction_report::simulate::InTime;
use stiction_report::verify::verify;
use stiction_report::{AskError, Options, Question};

const DISC: &str = include_str!("../../../examples/backspin.toml");

fn told() -> Value {
    of_text(DISC, Question::Simulate, &in_time()).unwrap()
}

#[test]
fn simulate_has_the_keys_of_the_manual_and_says_that_it_proves_nothing() {
    let report = told();
    let frames = report["frames"].as_array().unwrap();
    assert_eq!(frames.len(), report["energy"].as_array().unwrap().len());
    assert_eq!(frames.len(), 12, "eleven and one at the event");
    assert_eq!(
        frames[0]["bodies"]["disc"],
        json!({ "com": [0.0, 0.5], "angle": 0.0, "twist": [15.0, 2.0, 0.0] })
    );
    assert_eq!(report["events"][0]["kind"], json!("stick"));
    assert_eq!(report["stopped"], json!({ "t": 2.0, "reason": "until" }));
    assert!(report["residual"].as_f64().unwrap() < 1e-9);
    assert_eq!(report["proof"], Value::Null);
    assert!(report["computed"].as_array().unwrap().contains(&json!("frames")));
}

#[test]
fn a_run_in_time_is_run_again_and_a_changed_one_refused() {
    let report = told();
    assert_eq!(verify(&report).failed, []);
    let mut lost = report.clone();
    lost["energy"][5]["kinetic"] = json!(1.0);
    assert!(!verify(&lost).failed.is_empty());
    let mut late = report;
    late["stopped"]["t"] = json!(3.0);
    assert!(!verify(&late).failed.is_empty());
}

#[test]
fn a_run_needs_a_time_and_masses_and_lasts_no_longer_than_its_trajectories() {
    let codes = |text: &str, options: &Options| match of_text(text, Question::Simulate, options) {
        Err(AskError::Misfits(misfits)) => misfits.iter().map(|misfit| misfit.code).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(codes(DISC, &Options::default()), ["until"]);
    assert_eq!(codes(&DISC.replace("mass = 1\n", ""), &in_time()), ["missing-mass"]);
    let belt = "[bodies.ground]\nshape.half_plane = { point = [0, 0], normal = [0, 1] }";
    let short = "[bodies.belt]\nrole = \"driven\"\ncom = [0, 0]\ntrajectory = { x = [0, 1], duration = 1 }\nshape.half_plane = { point = [0, 0], normal = [0, 1] }";
    assert_eq!(codes(&DISC.replace(belt, short), &in_time()), ["duration"]);
}

fn shown(text: &str, question: Question, in_time: InTime) -> Value {
    of_text(text, question, &Options { in_time, ..Options::default() }).unwrap()
}

fn until(seconds: i64) -> InTime {
    InTime { until: Some(Rational::from(seconds)), frames: 10, ..InTime::default() }
}

#[test]
fn a_stack_on_a_tray_fails_when_and_how_stand_proves_it() {
    // The tray of the example at 10/9 of its pace.
    let slow = "x = [0, 0, 0, 10, -15, 6], duration = 1";
    let fast = r#"x = [0, 0, 0, "10000/729", "-50000/2187", "200000/19683"], duration = "9/10""#;
    let text = include_str!("../../../examples/tray.toml").replace(slow, fast);
    let proved = of_text(&text, Question::Stand, &Options::default()).unwrap();
    assert_eq!(
        (&proved["failure"]["manner"], &proved["failure"]["contact"]),
        (&json!("tips"), &json!("middle/top.1"))
    );
    let in_time = InTime { until: Some(Rational::new(3, 20)), frames: 10, ..InTime::default() };
    let run = shown(&text, Question::Simulate, in_time);
    // The top lifts one corner, and nothing else happens.
    let [event] = &run["events"].as_array().unwrap()[..] else { panic!("{}", run["events"]) };
    assert_eq!((&event["kind"], &event["between"]), (&json!("leave"), &json!(["middle", "top"])));
    let [t, first] = [&event["t"], &proved["first_failure"]].map(|one| one.as_f64().unwrap());
    assert!((t - first).abs() < 1e-8, "{t} instead of {first}");
}

/// A plate a little away from three pins and turned, pushed by a wrench that `insert` proved.
fn start(numbers: &mut impl FnMut() -> f64) -> String {
    let corners = [[-1.5, -1.0], [1.5, -1.0], [1.5, 1.0], [-0.5, 1.0], [-1.5, 0.0]];
    let [turn, left, up] = [0.01 * (2.0 * numbers() - 1.0), -0.02 * numbers(), 0.02 * numbers()];
    // Clear of every pin, with what turning by so little lifts to second order.
    let up = up + turn.abs() + 2e-4;
    let left = left - 2e-4 - turn.abs() * up - turn * turn;
    let (sine, cosine) = turn.sin_cos();
    let placed = corners.map(|[x, y]| [cosine * x - sine * y + left, sine * x + cosine * y + up]);
    format!(
        "stiction = 1\ndimension = 2\n[bodies.plate]\nmass = 2\ninertia = 1\ncom = [{left}, {up}]\nwrench = [0, 3, -2]\n\
         shape.polygon = {placed:?}\n\
         [bodies.left]\nrole = \"fixed\"\nshape.disc = {{ center = [-1, -1.05], radius = 0.05 }}\n\
         [bodies.right]\nrole = \"fixed\"\nshape.disc = {{ center = [1, -1.05], radius = 0.05 }}\n\
         [bodies.stop]\nrole = \"fixed\"\nshape.disc = {{ center = [1.55, 0], radius = 0.05 }}\n\
         [detect]\nfriction = 0.15\n"
    )
}

#[test]
fn a_wrench_that_insert_proved_seats_a_plate_from_a_thousand_starts() {
    let seating = include_str!("../../../examples/seating.toml");
    let options = Options { wrenches: vec![[0, 3, -2].map(Rational::from).to_vec()], ..Options::default() };
    let proved = of_text(seating, Question::Insert, &options).unwrap();
    assert_eq!(proved["wrenches"][0]["seats"], json!(true));
    let mut state = 11_u64;
    let mut numbers = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / f64::from(1_u32 << 31)
    };
    for _ in 0..1000 {
        let text = start(&mut numbers);
        let run = shown(&text, Question::Simulate, InTime { frames: 1, ..until(5) });
        assert_eq!(run["stopped"]["reason"], json!("rest"), "{text}");
        let last = run["frames"].as_array().unwrap().last().unwrap();
        assert_eq!(last["contacts"].as_array().unwrap().len(), 3, "{text}");
    }
}

fn compared(scene: &str, log: &str, seconds: i64, within: Option<Rational>) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/external/trajectories");
    let text = std::fs::read_to_string(folder.join(scene)).unwrap();
    let compare = read_trajectory_file(&folder.join(log), &Limits::default()).unwrap();
    let report = shown(&text, Question::Simulate, InTime { compare, within, ..until(seconds) });
    assert_eq!(verify(&report).failed, []);
    report["compare"].clone()
}

#[test]
fn trajectories_of_other_programs_leave_the_lawful_one_where_their_contacts_give() {
    let centimetre = || Some(Rational::new(1, 100));
    for (scene, log) in [
        ("sliding_block.toml", "rapier_sliding_block.json"),
        ("sliding_block.toml", "mujoco_sliding_block.json"),
    ] {
        // A millimetre off, by their steps; never a centimetre.
        let near = compared(scene, log, 1, centimetre());
        assert_eq!(near["leaves"], Value::Null, "{log} {near}");
        // The block comes to rest, an event that is located to 1e-10 of the run.
        assert!((near["until"].as_f64().unwrap() - 0.75).abs() <= 1e-10, "{log} {near}");
        let off = compared(scene, log, 1, Some(Rational::new(1, 100_000)));
        assert_eq!(off["leaves"]["body"], json!("block"), "{log}");
    }
    // The first bounce of a step of a sixtieth is early or late by as much.
    let bounced = compared("bouncing_ball.toml", "rapier_bouncing_ball.json", 2, centimetre());
    let left = bounced["leaves"]["t"].as_f64().unwrap();
    assert!((0.4..=0.6).contains(&left), "{bounced}");
}

#[test]
fn a_run_is_lawful_beside_itself_and_a_moved_one_is_not() {
    let report = told();
    let log = read_trajectory(&report.to_string()).unwrap();
    let same = shown(DISC, Question::Simulate, InTime { compare: log.clone(), ..until(2) });
    assert_eq!(same["compare"]["leaves"], Value::Null);
    let mut moved = log;
    moved[5].1.get_mut("disc").unwrap()[0] += 0.01;
    let moved = shown(DISC, Question::Simulate, InTime { compare: moved, ..until(2) });
    assert_eq!(moved["compare"]["leaves"]["t"], report["frames"][5]["t"]);
    // Bodies that nobody knows, and times that are over, are faults.
    let wrong = vec![(3.0, [("ball".to_owned(), [0.0; 3])].into())];
    let options = Options { in_time: InTime { compare: wrong, ..until(2) }, ..Options::default() };
    let Err(AskError::Misfits(misfits)) = of_text(DISC, Question::Simulate, &options) else { panic!() };
    assert_eq!(misfits.iter().map(|misfit| misfit.code).collect::<Vec<_>>(), ["time", "body"]);
}

#[test]
fn a_contact_with_what_has_no_shape_is_a_fault() {
    let painleve = include_str!("../../../examples/painleve.toml");
    let (scene, floor) = painleve.split_once("# What the foot slides on").unwrap();
    let Err(AskError::Misfits(misfits)) = of_text(scene, Question::Simulate, &in_time()) else { panic!() };
    let [fault] = &misfits[..] else { panic!("{misfits:?}") };
    assert_eq!((fault.code, &fault.path[..]), ("no-shape", &["contacts".to_owned(), "foot".to_owned()][..]));
    assert!(fault.message.contains("\"ground\" has no shape"), "{}", fault.message);
    // With a floor the rod stops on it, where Newton and Coulomb contradict each other.
    assert!(floor.contains("half_plane"));
    for text in [painleve, include_str!("../../../examples/leaning_rod.toml")] {
        assert_eq!(shown(text, Question::Simulate, until(1))["stopped"]["reason"], json!("inconsistent"));
    }
}

#[test]
fn a_rod_that_comes_onto_rubber_enters_the_paradox_in_the_middle_of_its_motion() {
    let run = shown(include_str!("../../../examples/erdmann_rod.toml"), Question::Simulate, until(1));
    let stopped = &run["stopped"];
    assert_eq!(stopped["reason"], json!("inconsistent"));
    assert!(
        stopped["t"].as_f64().unwrap() > 0.04 && stopped["compliant"]["twists"]["rod"].is_array(),
        "{stopped}"
    );
    assert!(!run["events"].as_array().unwrap().iter().any(|event| event["kind"] == json!("impact")), "{run}");
}

#[test]
fn a_run_without_time_tells_its_frames_and_is_made_again_as_far() {
    let in_time = InTime { frames: 20_000, ..until(2) };
    let options =
        Options { in_time, allowance: Allowance::unlimited().of_steps(20_000), ..Options::default() };
    let report = of_text(DISC, Question::Simulate, &options).unwrap();
    assert_eq!(report["stopped"]["reason"], json!("time"));
    let (end, frames) = (report["stopped"]["t"].as_f64().unwrap(), report["frames"].as_array().unwrap());
    assert!(end > 0.0 && end < 2.0 && frames.len() > 100, "{end} {}", frames.len());
    assert_eq!(frames.last().unwrap()["t"], report["stopped"]["t"]);
    assert_eq!(verify(&report).failed, []);
}
