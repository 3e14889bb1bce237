//! Forgeries of what is not a number: which answers a check has, names, headers, flags, and what only the
//! scene can say.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::asked::{BLOCKS, STACK, example, scene, vectors};
use serde_json::{Map, Value, json};
use stiction::scene::AnyScene;
use stiction_files::{Import, Limits, read_scene_file_observed};
use stiction_proof::Rational;
use stiction_report::verify::{
    Against, Subject, Verification, read_report, told_to_reader, verify, verify_of,
};
use stiction_report::{ConeModel, Options, Question, Reading, SceneName, answer};

const HASH: &str = "6f1ed002ab5595859014ebf0951522d9cb0d8bdb6ac1d3d3a3b1b2a0f2a7b0c1";

/// A report on a scene that was read from a file.
fn report(scene: &AnyScene, question: Question, options: &Options) -> Value {
    let name = SceneName { name: "scene.toml".to_owned(), sha256: Some(HASH.to_owned()) };
    answer(scene, &name, question, options).unwrap_or_else(|error| panic!("{question}: {error}")).to_json()
}

fn found(report: &Value, scene: &AnyScene) -> Verification {
    verify_of(report, &Against { subject: Subject::Scene(scene), sha256: Some(HASH), warnings: None })
}

/// Asks, and expects that the report is accepted as it is.
fn honest(scene: &AnyScene, question: Question, options: &Options) -> Value {
    let report = report(scene, question, options);
    let found = found(&report, scene);
    assert!(found.holds(), "{question}: {found}");
    report
}

/// A verdict that a list of answers gives to a check.
fn verdict_of(answers: &[Value]) -> Value {
    let last = answers.last().map_or(Value::Null, Clone::clone);
    if last["question"] == "closure" { last["force"]["verdict"].clone() } else { last["verdict"].clone() }
}

#[test]
fn a_check_has_the_answers_that_the_scene_demands_in_their_order() {
    for name in ["arch", "gripper", "rest", "ladder", "painleve", "peg_in_hole"] {
        let scene = example(name);
        let report = honest(&scene, Question::Check, &Options::default());
        let answers = report["answers"].as_array().unwrap().clone();
        let mut lists = vec![vec![]];
        for index in 0..answers.len() {
            let mut fewer = answers.clone();
            let one = fewer.remove(index);
            lists.push(fewer.clone());
            lists.push([answers.clone(), vec![one.clone()]].concat());
            lists.push([vec![one.clone()], fewer.clone()].concat());
            lists.push([fewer, vec![one]].concat());
        }
        for list in lists.into_iter().filter(|list| *list != answers) {
            let mut changed = report.clone();
            changed["verdict"] = verdict_of(&list);
            changed["answers"] = Value::Array(list);
            let asked: Vec<&Value> =
                changed["answers"].as_array().unwrap().iter().map(|one| &one["question"]).collect();
            assert!(!found(&changed, &scene).holds(), "{name}: {asked:?}");
        }
        // Another verdict with the same answers, and an answer of another question in the place of one.
        let other = if report["verdict"] == "yes" { "no" } else { "yes" };
        for without in [false, true] {
            let mut changed = report.clone();
            changed["verdict"] = json!(other);
            let found = if without { verify(&changed) } else { found(&changed, &scene) };
            assert!(!found.holds(), "{name}");
        }
    }
}

#[test]
fn without_the_scene_it_is_said_that_a_check_may_have_other_answers() {
    let report = honest(&example("gripper"), Question::Check, &Options::default());
    let found = verify(&report);
    assert!(found.holds(), "{found}");
    assert!(found.unchecked.iter().any(|path| path.starts_with("answers: all that it demands")), "{found}");
    // The order of questions and that none is asked twice are known without it.
    let answers = report["answers"].as_array().unwrap();
    let mut twice = report.clone();
    twice["answers"] = json!([answers.clone(), vec![answers.last().unwrap().clone()]].concat());
    assert!(!verify(&twice).holds());
    let mut turned = report.clone();
    turned["answers"] = answers.iter().rev().cloned().collect();
    turned["verdict"] = verdict_of(turned["answers"].as_array().unwrap());
    assert!(answers.len() > 1 && !verify(&turned).holds());
}

#[test]
fn a_key_that_is_given_twice_has_no_meaning() {
    let report = honest(&example("gripper"), Question::Check, &Options::default());
    let text = report.to_string();
    assert_eq!(read_report(&text).unwrap(), report);
    for key in ["verdict", "question", "answers", "friction", "proof", "sha256", "exact", "id"] {
        let quoted = format!("\"{key}\":");
        let mut from = 0;
        let mut places = 0;
        while let Some(at) = text[from..].find(&quoted).map(|at| at + from) {
            let twice = format!("{}{quoted}\"yes\",{}", &text[..at], &text[at..]);
            assert!(read_report(&twice).unwrap_err().contains("twice"), "{key}");
            from = at + quoted.len();
            places += 1;
        }
        assert!(places > 0, "{key}");
    }
}

/// The same JSON with a word in the place of another, among keys and texts.
fn renamed(value: &Value, from: &str, to: &str) -> Value {
    let word = |text: &str| if text == from { to.to_owned() } else { text.to_owned() };
    match value {
        Value::String(text) => Value::String(word(text)),
        Value::Array(list) => list.iter().map(|entry| renamed(entry, from, to)).collect(),
        Value::Object(entries) => {
            let entry = |(key, value): (&String, &Value)| (word(key), renamed(value, from, to));
            Value::Object(entries.iter().map(entry).collect::<Map<_, _>>())
        }
        other => other.clone(),
    }
}

fn names(scene: &AnyScene) -> Vec<String> {
    match scene {
        AnyScene::Planar(scene) => {
            let bodies = scene.free_bodies().map(|(_, body)| body.name.clone());
            bodies.chain(scene.contacts.iter().map(|contact| contact.id.clone())).collect()
        }
        AnyScene::Spatial(scene) => {
            let bodies = scene.free_bodies().map(|(_, body)| body.name.clone());
            bodies.chain(scene.contacts.iter().map(|contact| contact.id.clone())).collect()
        }
    }
}

#[test]
fn bodies_and_contacts_have_the_names_of_the_scene() {
    let plain = Options::default();
    let mode = Options { mode: Some("na".to_owned()), ..Options::default() };
    for (name, question, options) in [
        ("gripper", Question::Contacts, &plain),
        ("gripper", Question::Closure, &plain),
        ("gripper", Question::Modes, &plain),
        ("gripper", Question::Motions, &plain),
        ("gripper", Question::Labels, &plain),
        ("gripper", Question::Check, &plain),
        ("arch", Question::Stand, &plain),
        ("rest", Question::Stand, &plain),
        ("disc_on_fixels", Question::Cone, &mode),
        ("disc_on_fixels", Question::Stability, &plain),
        ("seating", Question::Insert, &plain),
        ("painleve", Question::Outcomes, &plain),
        ("two_walls", Question::Jam, &plain),
        ("tray", Question::Stand, &plain),
        ("wiping_matrices", Question::Hybrid, &plain),
        ("tripod_grasp", Question::Closure, &plain),
    ] {
        let scene = example(name);
        let report = honest(&scene, question, options);
        for from in names(&scene) {
            let changed = renamed(&report, &from, "somebody else");
            if changed != report {
                assert!(
                    !found(&changed, &scene).holds(),
                    "{question} of {name} with another name than {from}"
                );
            }
        }
    }
}

#[test]
fn a_report_has_hash_and_title_of_its_scene() {
    let titled = format!("title = \"two bricks\"\n{}", STACK.trim_start());
    let titled = scene(&titled);
    for question in [Question::Stand, Question::Check, Question::Contacts, Question::Modes] {
        let report = honest(&titled, question, &Options::default());
        assert_eq!(report["scene"]["title"], "two bricks");
        for (key, value) in [
            ("title", json!("three bricks")),
            ("title", json!(null)),
            ("sha256", json!(HASH.replace('6', "7"))),
            ("sha256", json!(null)),
        ] {
            let mut changed = report.clone();
            changed["scene"][key] = value.clone();
            for answer in changed["answers"].as_array_mut().into_iter().flatten() {
                answer["scene"][key] = value.clone();
            }
            assert!(!found(&changed, &titled).holds(), "{question} {key} {value}");
        }
    }
}

/// Every value that a leaf is exchanged for is refused, with the scene.
fn leaves_are_of_the_scene(report: &Value, scene: &AnyScene, pointer: &str) {
    let told = report.pointer(pointer).unwrap_or_else(|| panic!("{pointer} is not there"));
    let others = match told {
        Value::Array(list) => {
            let with = |index: usize, entry: Value| {
                let mut other = list.clone();
                other[index] = entry;
                Value::Array(other)
            };
            let exact = list.iter().any(Value::is_string);
            let mut others: Vec<Value> = (0..list.len())
                .map(|index| with(index, if exact { json!("17/3") } else { json!(17.25) }))
                .collect();
            others.extend([Value::Array(list.iter().skip(1).cloned().collect()), json!(null)]);
            others
        }
        Value::Null => vec![json!("n"), json!("world")],
        _ => vec![json!("something else"), json!(null), json!("1/7")],
    };
    for other in others {
        let mut changed = report.clone();
        *changed.pointer_mut(pointer).unwrap() = other.clone();
        assert!(!found(&changed, scene).holds(), "{pointer} as {other}");
    }
}

#[test]
fn what_only_the_scene_says_is_what_it_says() {
    let disc = example("disc_on_fixels");
    let stability = honest(&disc, Question::Stability, &Options::default());
    leaves_are_of_the_scene(&stability, &disc, "/own_load");
    let wiping = example("wiping_matrices");
    let hybrid = honest(&wiping, Question::Hybrid, &Options::default());
    for pointer in ["/environment", "/body"] {
        leaves_are_of_the_scene(&hybrid, &wiping, pointer);
    }
    let gripper = example("gripper");
    let contacts = honest(&gripper, Question::Contacts, &Options::default());
    for pointer in [
        "/contacts/0/on",
        "/contacts/0/against",
        "/contacts/0/id",
        "/contacts/0/point",
        "/exact/contacts/0/point",
    ] {
        leaves_are_of_the_scene(&contacts, &gripper, pointer);
    }
    let count = names(&gripper).len() - 1;
    for mode in [None, Some("n".repeat(count))] {
        let labels = honest(&gripper, Question::Labels, &Options { mode, ..Options::default() });
        leaves_are_of_the_scene(&labels, &gripper, "/problem/mode");
    }
}

#[test]
fn the_length_that_margins_are_measured_with_is_the_one_that_was_asked_for() {
    let third = Options { length: Rational::new(1, 3), ..Options::default() };
    for (name, question) in
        [("gripper", Question::Closure), ("tripod_grasp", Question::Closure), ("rest", Question::Stand)]
    {
        let scene = example(name);
        let report = honest(&scene, question, &third);
        assert_eq!(report["asked"]["length"], "1/3");
        for other in [json!("1/2"), json!(null), json!("0"), json!("-1/3")] {
            for without in [false, true] {
                let mut changed = report.clone();
                changed["asked"]["length"] = other.clone();
                let found = if without { verify(&changed) } else { found(&changed, &scene) };
                assert!(!found.holds(), "{question} of {name} with length {other}");
            }
        }
        let mut changed = report.clone();
        changed["asked"].as_object_mut().unwrap().remove("length");
        assert!(!found(&changed, &scene).holds(), "{question} of {name} without length");
    }
}

#[test]
fn reports_that_were_asked_with_flags_are_accepted_with_their_scene() {
    let with = |cone: ConeModel| Options { cone, ..Options::default() };
    let blocks = scene(BLOCKS);
    let grasp = example("tripod_grasp");
    for cone in [ConeModel::Round, ConeModel::Inner(8), ConeModel::Outer(8)] {
        honest(&blocks, Question::Stand, &with(cone));
        honest(&blocks, Question::Check, &with(cone));
        honest(&grasp, Question::Closure, &with(cone));
        honest(&grasp, Question::Check, &with(cone));
    }
    let wrenches = Options {
        wrenches: vectors(&[[0, 0, -5], [1, 2, 3]]),
        length: Rational::new(1, 3),
        ..Options::default()
    };
    honest(&example("gripper"), Question::Closure, &wrenches);
    honest(&example("disc_on_fixels"), Question::Stability, &Options { length: Rational::one(), ..wrenches });
    let only = Options { contacts_only: true, explain: vec!["ms".to_owned()], ..Options::default() };
    honest(&example("ladder"), Question::Modes, &only);
}

#[test]
fn friction_and_density_of_an_assembly_are_those_that_its_reader_was_told() {
    let file = format!("{}/../../corpus/external/compas/wall.json", env!("CARGO_MANIFEST_DIR"));
    let read = |friction: Option<Rational>, density: Option<Rational>| {
        let import = Import { density, friction, ..Import::default() };
        read_scene_file_observed(file.as_ref(), &Limits::default(), &import, &|_, _, _| ()).unwrap().scene
    };
    let (friction, density) = (Rational::new(3, 5), Rational::from(1800));
    let options = Options {
        reader: Reading {
            joint_friction: Some(friction.clone()),
            density: Some(density.clone()),
            ..Reading::default()
        },
        ..Options::default()
    };
    let report = honest(&read(Some(friction.clone()), Some(density.clone())), Question::Contacts, &options);
    let Reading { joint_friction: told, density: heavy, .. } = told_to_reader(&report).reader;
    assert_eq!((&told, &heavy), (&Some(friction), &Some(density)));
    let again = read(told.clone(), heavy.clone());
    assert!(found(&report, &again).holds(), "a sound report is accepted");
    assert!(!found(&report, &read(Some(Rational::new(1, 2)), heavy)).holds(), "another friction");
    // Who changes what the reader was told makes it read another scene.
    let mut changed = report.clone();
    changed["asked"]["friction"] = json!("1/2");
    let Reading { joint_friction: other, density: heavy, .. } = told_to_reader(&changed).reader;
    assert!(!found(&changed, &read(other, heavy)).holds());
}

#[test]
fn a_mode_that_is_listed_twice_is_counted_once() {
    let rest = example("rest");
    let report = honest(&rest, Question::Outcomes, &Options::default());
    assert_eq!(report["outcome"], "unique");
    let mut twice = report.clone();
    for list in ["held", "solutions"] {
        let one = twice[list][0].clone();
        twice[list].as_array_mut().unwrap().push(one);
    }
    let exact = twice["exact"]["solutions"][0].clone();
    if let Some(list) = twice["exact"]["solutions"].as_array_mut() {
        list.push(exact);
    }
    twice["outcome"] = json!("ambiguous");
    twice["verdict"] = json!("no");
    let refusals = found(&twice, &rest).failed;
    assert!(refusals.iter().any(|(_, refusal)| refusal.contains("twice")), "{refusals:?}");

    let gripper = example("gripper");
    let report = honest(&gripper, Question::Modes, &Options::default());
    let listed = report["modes"].as_array().unwrap();
    let at = listed.iter().position(|mode| mode["mode"] == "nl").unwrap();
    let mut twice = report.clone();
    let mut spaced = listed[at].clone();
    spaced["mode"] = json!("n l");
    twice["modes"].as_array_mut().unwrap().push(spaced);
    let exact = report["exact"]["modes"][at].clone();
    twice["exact"]["modes"].as_array_mut().unwrap().push(exact);
    twice["count"] = json!(listed.len() + 1);
    let refusals = found(&twice, &gripper).failed;
    assert!(refusals.iter().any(|(_, refusal)| refusal.contains("twice")), "{refusals:?}");
}
