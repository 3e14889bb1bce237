//! Honest reports, and those of scenes that differ by a number.

use serde_json::Value;
use std::path::{Path, PathBuf};
use stiction::scene::{AnyScene, Axis, Scene, Varied};
use stiction_files::{Limits, ReadScene, read_scene_file};
use stiction_proof::Rational;
use stiction_report::{ConeModel, Options, Question, SceneName, answer};

/// An honest report with what it is about.
#[derive(Debug)]
pub struct Honest {
    /// Scene and question, in words.
    pub name: String,
    /// The scene.
    pub scene: AnyScene,
    /// The hash of its file.
    pub sha256: String,
    /// The report.
    pub report: Value,
    /// Reports of similar scenes, asked in the same way; their headers are those of this scene.
    pub siblings: Vec<Value>,
}

/// A scene, a question and how it is asked.
#[derive(Debug)]
pub struct Ask {
    file: PathBuf,
    question: Question,
    options: Options,
    words: String,
}

/// What is asked: the questions go round the scenes, so that any few of them are of many kinds.
pub fn asks() -> Vec<Ask> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files: Vec<PathBuf> = ["examples", "docs/guide/scenes", "xtask/attack/scenes"]
        .iter()
        .filter_map(|folder| std::fs::read_dir(root.join(folder)).ok())
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    let kinds = kinds();
    let mut asked = Vec::new();
    for round in 0..files.len() {
        for (index, (question, options, words)) in kinds.iter().enumerate() {
            let file = &files[(round + index) % files.len()];
            asked.push(Ask {
                file: file.clone(),
                question: *question,
                options: options.clone(),
                words: words.clone(),
            });
        }
    }
    asked
}

fn numbers(text: &str) -> Vec<Rational> {
    text.split(',').filter_map(|part| part.parse().ok()).collect()
}

/// The questions, each in a few ways.
fn kinds() -> Vec<(Question, Options, String)> {
    let plain = Options::default;
    let planar = || vec![numbers("0,0,-5"), numbers("1/10,1,0")];
    let spatial = || vec![numbers("0,0,0,0,0,-3"), numbers("0,1/10,0,1,0,0")];
    let axis = |text: &str| Axis::parse(text).ok();
    let frictions =
        || vec!["contacts.*.friction=0.1:1:4", "gravity.0=-3:3:3"].into_iter().filter_map(axis).collect();
    let mode = |text: &str| Options { mode: Some(text.to_owned()), wrenches: planar(), ..plain() };
    let four = || Options { cone: ConeModel::Inner(4), ..plain() };
    let list = [
        (Question::Check, plain(), ""),
        (Question::Closure, plain(), ""),
        (Question::Stand, plain(), ""),
        (Question::Closure, Options { wrenches: planar(), ..plain() }, "loads"),
        (Question::Closure, Options { wrenches: spatial(), ..plain() }, "loads in space"),
        (Question::Closure, four(), "pyramids"),
        (Question::Closure, Options { length: Rational::new(1, 3), ..plain() }, "length"),
        (Question::Stand, Options { cone: ConeModel::Outer(5), ..plain() }, "outer pyramids"),
        (Question::Stand, Options { length: Rational::new(1, 3), ..plain() }, "length"),
        (
            Question::Stand,
            Options {
                sequence: Some(Vec::new()),
                accelerate: vec![numbers("1,0")],
                ranges: Some(Vec::new()),
                ..plain()
            },
            "besides",
        ),
        (Question::Stand, Options { ranges: Some(Vec::new()), ..plain() }, "ranges"),
        (Question::Contacts, plain(), ""),
        (Question::Motions, plain(), ""),
        (Question::Motions, Options { tests: vec![numbers("1,0,0")], ..plain() }, "tests"),
        (
            Question::Labels,
            Options { points: vec![[Rational::one(), Rational::zero()]], ..plain() },
            "points",
        ),
        (Question::Labels, four(), "pyramids"),
        (Question::Cone, mode("n"), "n"),
        (Question::Cone, mode("nn"), "nn"),
        (Question::Cone, mode("nl"), "nl"),
        (Question::Cone, mode("ns"), "ns"),
        (Question::Stability, plain(), ""),
        (Question::Stability, Options { wrenches: planar(), ..plain() }, "wrenches"),
        (Question::Insert, Options { wrenches: planar(), ..plain() }, "wrenches"),
        (Question::Modes, plain(), ""),
        (Question::Modes, Options { contacts_only: true, ..plain() }, "contacts only"),
        (Question::Outcomes, plain(), ""),
        (Question::Outcomes, four(), "pyramids"),
        (Question::Outcomes, Options { map: frictions(), ..plain() }, "map"),
        (Question::Jam, plain(), ""),
        (Question::Jam, Options { map: frictions(), ..plain() }, "map"),
        (Question::Jam, Options { boundary: Some(["1".to_owned(), "2".to_owned()]), ..plain() }, "boundary"),
        (Question::Hybrid, plain(), ""),
    ];
    list.into_iter().map(|(question, options, words)| (question, options, words.to_owned())).collect()
}

/// Contacts of a scene up to which a question is asked: reports that take long to verify would leave no time for others.
fn most_contacts(question: Question, options: &Options) -> usize {
    match question {
        Question::Modes | Question::Outcomes | Question::Jam | Question::Insert => 5,
        Question::Stand if options.ranges.is_some() => 8,
        Question::Stand | Question::Check => 24,
        Question::Contacts => 100,
        _ => 10,
    }
}

/// The honest report, and those of so many similar scenes at most; none where the question cannot be asked, or would take long.
pub fn honest(ask: &Ask, most: usize) -> Option<Honest> {
    let Ask { file, question, options, words } = ask;
    let question = *question;
    let ReadScene { scene, sha256, .. } = read_scene_file(file, &Limits::default()).ok()?;
    let contacts = match &scene {
        AnyScene::Planar(scene) => scene.contacts.len(),
        AnyScene::Spatial(scene) => scene.contacts.len(),
    };
    // Ranges of forces in round cones take minutes.
    let slow = options.ranges.is_some() && matches!(scene, AnyScene::Spatial(_));
    if contacts > most_contacts(question, options) || slow {
        return None;
    }
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let name = SceneName { name: format!("{stem}.toml"), sha256: Some(sha256.clone()) };
    let ask = |scene: &AnyScene| Some(answer(scene, &name, question, options).ok()?.to_json());
    let report = ask(&scene)?;
    let siblings = similar(&scene);
    let siblings = siblings.iter().filter_map(ask).filter(|other| *other != report).take(most).collect();
    let words = if words.is_empty() { String::new() } else { format!(" {words}") };
    Some(Honest { name: format!("{stem} {question}{words}"), scene, sha256, report, siblings })
}

/// Scenes that differ from one by a number.
fn similar(scene: &AnyScene) -> Vec<AnyScene> {
    match scene {
        AnyScene::Planar(scene) => varied(scene).into_iter().map(AnyScene::Planar).collect(),
        AnyScene::Spatial(scene) => varied(scene).into_iter().map(AnyScene::Spatial).collect(),
    }
}

fn varied<S: Varied>(scene: &Scene<S>) -> Vec<Scene<S>> {
    let body = scene.free_bodies().next().map(|(_, body)| body.name.clone()).unwrap_or_default();
    let changes = [
        ("contacts.*.friction".to_owned(), Rational::new(1, 20)),
        ("contacts.*.friction".to_owned(), Rational::new(3, 2)),
        (format!("bodies.{body}.com.0"), Rational::new(7, 5)),
        (format!("bodies.{body}.mass"), Rational::new(1, 2)),
        (format!("bodies.{body}.wrench.1"), Rational::from(3)),
        ("gravity.0".to_owned(), Rational::new(5, 2)),
        ("jam.mu.0".to_owned(), Rational::new(1, 2)),
        ("peg.friction".to_owned(), Rational::new(9, 10)),
    ];
    let change = |(path, value): (String, Rational)| {
        let mut changed = scene.clone();
        Axis::of(&path).set(&mut changed, value).ok().map(|()| changed)
    };
    changes.into_iter().filter_map(change).collect()
}
