//! Reports on motions and labels: their keys, and that whatever is changed in them is refused.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::leaves::{changed, leaves};
use serde_json::{Value, json};
use stiction_files::{Format, read_scene};
use stiction_proof::Rational;
use stiction_report::verify::verify;
use stiction_report::{AskError, Options, Question, SceneName, answer};

fn asked(text: &str, question: Question, options: &Options) -> Result<Value, AskError> {
    let read = read_scene(text, Format::Toml, "scene.toml").unwrap_or_else(|faults| panic!("{faults}"));
    answer(&read.scene, &SceneName::unnamed(), question, options).map(|report| {
        assert!(!report.to_string().is_empty());
        report.to_json()
    })
}

fn exact(entries: &[i64]) -> Vec<Rational> {
    entries.iter().copied().map(Rational::from).collect()
}

const TABLE: &str = include_str!("../../../examples/table_finger.toml");

const DRIVEN: &str = r#"
stiction = 1
dimension = 2
[bodies.part]
[bodies.finger]
role = "driven"
twist = [0, 0, 1]
[[contacts]]
on = "part"
against = "finger"
point = [0, -1]
normal = [0, 1]
[[contacts]]
on = "part"
point = [1, 0]
normal = [-1, 0]
[[contacts]]
on = "part"
point = [1, 0]
normal = [-2, 0]
"#;

const SPACE: &str = r#"
stiction = 1
dimension = 3
[bodies.part]
[[contacts]]
on = "part"
points = [[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]
normal = [0, 0, 1]
friction = "1/2"
[[contacts]]
on = "part"
point = [0, 0, 1]
normal = [1, 0, 0]
model = "soft"
"#;

const RUBBING: &str = r#"
stiction = 1
dimension = 2
[bodies.stick]
com = ["1/2", 0]
[[contacts]]
on = "stick"
point = ["1/10", 0]
normal = [0, 1]
friction = { static = "2/5", kinetic = "1/4" }
[[contacts]]
on = "stick"
point = ["3/5", 0]
normal = [0, 1]
friction = "2/5"
"#;

fn reports() -> Vec<(&'static str, Value)> {
    let plain = Options::default();
    let tests = Options { tests: vec![exact(&[1, 0, 0]), exact(&[0, 1, 0])], ..Options::default() };
    let twists = Options {
        twists: vec![exact(&[1, 2, 0]), exact(&[-1, 0, -1]), exact(&[0, 4, -2])],
        ..Options::default()
    };
    let points = Options {
        points: vec![[Rational::zero(), Rational::one()]],
        mode: Some("nr".to_owned()),
        ..Options::default()
    };
    let pyramid = Options { cone: "inner:4".parse().unwrap(), ..Options::default() };
    let wrenches = Options {
        wrenches: vec![exact(&[1, 1, 0]), exact(&[1, -1, 1]), exact(&[1, -1, -1])],
        ..Options::default()
    };
    let squeezed = DRIVEN.replace("normal = [-2, 0]", "normal = [0, -1]");
    let ask = |text: &str, question, options| asked(text, question, options).unwrap();
    vec![
        ("table", ask(TABLE, Question::Motions, &tests)),
        ("twists", ask(TABLE, Question::Motions, &twists)),
        ("driven", ask(DRIVEN, Question::Motions, &plain)),
        (
            "empty",
            ask(
                &squeezed
                    .replace("twist = [0, 0, 1]", "twist = [0, 0, 1]\ncom = [0, 0]")
                    .replace("point = [1, 0]\nnormal = [0, -1]", "point = [0, 1]\nnormal = [0, -1]"),
                Question::Motions,
                &plain,
            ),
        ),
        ("space", ask(SPACE, Question::Motions, &plain)),
        ("mode", ask(RUBBING, Question::Labels, &points)),
        ("stick", ask(RUBBING, Question::Labels, &plain)),
        ("pyramid", ask(SPACE, Question::Labels, &pyramid)),
        ("wrenches", ask(TABLE, Question::Labels, &wrenches)),
    ]
}

/// Words that claim nothing, and names that the problem alone has.
const FREE: &[&str] = &[
    "/stiction",
    "/scene",
    "/reasons",
    "/rounded",
    "/warnings",
    "/body",
    "/problem/mode",
    "/problem/edges/",
    "/problem/outlines",
    "/asked/cone",
];

/// Reports without centres or labels: no claim rests on where moments are taken about.
const UNSEEN: &[&str] = &["driven", "empty", "space", "pyramid"];

#[test]
fn every_report_is_verified_and_every_change_of_it_refused() {
    let mut unnoticed = Vec::new();
    for (name, report) in reports() {
        let verification = verify(&report);
        assert!(verification.holds(), "{name}: {:?}", verification.failed);
        let mut paths = Vec::new();
        leaves(&report, "", &mut paths);
        for path in paths {
            let mut tampered = report.clone();
            let leaf = tampered.pointer_mut(&path).unwrap();
            *leaf = changed(leaf);
            let free = FREE.iter().any(|free| path.starts_with(free)) && !path.contains("/wrench/")
                || path.ends_with("/id");
            // Another slip has the same letters, and another problem may be empty for the same reason.
            let other_empty = name == "empty" && path.starts_with("/problem/contacts/");
            let still_true = other_empty
                || path.contains("/tangents/")
                || path.contains("/spin/")
                || path.contains("/reference") && UNSEEN.contains(&name);
            if verify(&tampered).holds() && !free && !still_true {
                unnoticed.push(format!("{name}: {path}"));
            }
        }
    }
    assert!(unnoticed.is_empty(), "{unnoticed:#?}");
}

#[test]
fn the_keys_of_the_manual_are_there() {
    let all = reports();
    for (name, report) in &all[..5] {
        for key in [
            "vertices",
            "rays",
            "lines",
            "normals",
            "offsets",
            "equalities",
            "equality_offsets",
            "redundant",
            "regions",
            "empty",
        ] {
            assert!(report.get(key).is_some(), "{name}: {key}");
        }
    }
    for (name, report) in &all[5..] {
        for key in ["rays", "lines", "normals", "equalities", "plus", "minus", "points"] {
            assert!(report.get(key).is_some(), "{name}: {key}");
        }
    }
    let by_name = |wanted: &str| &all.iter().find(|(name, _)| *name == wanted).unwrap().1;
    assert_eq!(by_name("empty")["empty"], true);
    assert_eq!(by_name("driven")["redundant"], json!(["3"]));
    assert_eq!(by_name("twists")["redundant"], json!(["3"]));
    assert_eq!(by_name("mode")["points"][0]["label"], "none");
    assert_eq!(by_name("pyramid")["plus"], Value::Null);
    assert!(by_name("pyramid")["reasons"]["plus"].is_string());
    assert_eq!(by_name("wrenches")["minus"], json!([]));
    // The soft contact leaves the turn about z alone.
    assert_eq!(by_name("space")["freedoms"], json!({ "both_ways": 1, "dimension": 1 }));
}

#[test]
fn flags_that_do_not_fit_are_faults_with_a_remedy() {
    let misfit = |text: &str, question, options: &Options| match asked(text, question, options) {
        Err(AskError::Misfits(misfits)) => misfits[0].code,
        other => panic!("{other:?}"),
    };
    let point = Options { points: vec![[Rational::zero(), Rational::zero()]], ..Options::default() };
    let twist = Options { twists: vec![exact(&[1, 0])], ..Options::default() };
    assert_eq!(misfit(TABLE, Question::Closure, &point), "conflict");
    assert_eq!(
        misfit(TABLE, Question::Stand, &Options { twists: vec![exact(&[1, 0, 0])], ..Options::default() }),
        "conflict"
    );
    assert_eq!(misfit(TABLE, Question::Motions, &twist), "length");
    assert_eq!(misfit(SPACE, Question::Labels, &point), "dimension");
    assert_eq!(misfit(SPACE, Question::Labels, &Options::default()), "round-cone");
    assert_eq!(
        misfit(TABLE, Question::Labels, &Options { mode: Some("n".to_owned()), ..Options::default() }),
        "mode"
    );
    assert_eq!(
        misfit(
            "stiction = 1\ndimension = 2\n[bodies.wall]\nrole = \"fixed\"\n",
            Question::Motions,
            &Options::default()
        ),
        "no-free-body"
    );
}

#[test]
fn a_check_of_an_open_part_says_how_it_moves_and_in_how_many_modes() {
    let plain = Options::default();
    let notes = |text: &str| asked(text, Question::Check, &plain).unwrap()["warnings"].clone();
    let count = asked(TABLE, Question::Modes, &plain).unwrap()["count"].clone();
    let open = notes(TABLE);
    let told = open[0]["message"].as_str().unwrap();
    assert!(
        told.starts_with("friction aside it can move: 3 dimensions, none of them both ways, rays ["),
        "{told}"
    );
    assert!(told.contains(&format!("; contact modes: {count}; ")), "{told}");
    // What rolls at one place and stands on four points turns about an axis across the roll at most.
    assert!(notes(SPACE)[0]["message"].as_str().unwrap().contains("contact modes: "), "{:?}", notes(SPACE));
    // Where something pulls at the part, standing is the question.
    let loaded = TABLE.replacen("[bodies.part]", "[bodies.part]\nwrench = [0, 0, -1]", 1);
    assert_ne!(loaded, TABLE);
    assert_eq!(notes(&loaded), json!([]));
}

/// A part on a belt that runs to the right.
const BELT: &str = r#"
stiction = 1
dimension = 2
bodies.part.com = [0, 1]
bodies.belt = { role = "driven", twist = [0, 1, 0] }
contacts = [
    { on = "part", against = "belt", point = [-1, 0], normal = [0, 1] },
    { on = "part", against = "belt", point = [1, 0], normal = [0, 1] },
]
"#;

#[test]
fn a_part_on_a_belt_has_centres_but_no_letters_and_the_report_says_why() {
    let report = asked(BELT, Question::Motions, &Options::default()).unwrap();
    assert!(report["centres"].is_object() && report["regions"].is_null());
    assert!(
        report["reasons"]["regions"].as_str().unwrap().contains("slides by itself"),
        "{}",
        report["reasons"]
    );
    assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
    let modes = asked(BELT, Question::Modes, &Options::default()).unwrap();
    // It may stand still, which slides left on the belt, or go with it.
    assert_eq!(modes["count"], json!(10));
}

/// What guides a body is no contact: its labels are those of the same body without a guide, and a note says so.
#[test]
fn labels_of_a_guided_body_are_those_of_its_contacts() {
    let guided = TABLE.replacen("[bodies.part]", "[bodies.part]\nfreedoms = [\"x\"]", 1);
    assert_ne!(guided, TABLE);
    let [free, held] = [TABLE, &guided]
        .map(|text| asked(text, Question::Labels, &Options::default()).unwrap_or_else(|_| panic!("labels")));
    assert_eq!((&free["rays"], &free["plus"]), (&held["rays"], &held["plus"]));
    assert_eq!(free["warnings"], json!([]));
    assert!(held["warnings"][0]["message"].as_str().unwrap().contains("guided"));
    assert!(verify(&held).holds(), "{:?}", verify(&held).failed);
}
