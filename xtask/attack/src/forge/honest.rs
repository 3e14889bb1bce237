//! Honest reports, and those of scenes that differ by a number.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Duration;
use stiction::scene::{AnyScene, Axis, Scene, Varied};
use stiction_files::{Limits, ReadScene, read_scene_file};
use stiction_proof::wrenches::Plan;
use stiction_proof::{LcpProblem, Rational};
use stiction_report::verify::Subject;
use stiction_report::work::Allowance;
use stiction_report::{
    ConeModel, Insertion, Options, Question, SceneName, StandExtras, Unknown, answer, lcp_report,
};

/// An honest report with what it is about.
#[derive(Debug)]
pub struct Honest {
    /// Scene and question, in words.
    pub name: String,
    /// What it is about.
    pub about: About,
    /// The hash of its file.
    pub sha256: String,
    /// The report.
    pub report: Value,
    /// Reports of similar scenes, asked in the same way; their headers are those of this scene.
    pub siblings: Vec<Value>,
}

/// What a report is about.
#[derive(Debug)]
pub enum About {
    /// A scene.
    Scene(Box<AnyScene>),
    /// A complementarity problem.
    Lcp(LcpProblem),
}

impl About {
    /// The same for the verifier.
    pub fn subject(&self) -> Subject<'_> {
        match self {
            Self::Scene(scene) => Subject::Scene(scene),
            Self::Lcp(problem) => Subject::Lcp(problem),
        }
    }
}

/// What is asked, and how.
#[derive(Debug)]
pub enum Ask {
    /// A question about a scene.
    Scene {
        /// Its file.
        file: PathBuf,
        /// The question.
        question: Question,
        /// How it is asked, names of a scene still to be filled in.
        options: Box<Options>,
        /// The same in words.
        words: String,
    },
    /// All solutions of a complementarity problem.
    Lcp(&'static str),
}

/// Complementarity problems: with one solution, with several, with none, and with a line of them.
const LCPS: &[&str] = &[
    r#"{ "M": [["1", "4"], ["2", "3"]], "q": ["-1", "-1"] }"#,
    r#"{ "M": [["2", "1"], ["1", "2"]], "q": ["-5", "-6"] }"#,
    r#"{ "M": [["-1", "0"], ["0", "1"]], "q": ["-1", "2"] }"#,
    r#"{ "M": [["1", "1"], ["1", "1"]], "q": ["-1", "-1"] }"#,
    r#"{ "M": [["0", "-1", "2"], ["2", "0", "-2"], ["-1", "1", "0"]], "q": ["-3", "6", "-1"] }"#,
];

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
            asked.push(Ask::Scene {
                file: file.clone(),
                question: *question,
                options: Box::new(options.clone()),
                words: words.clone(),
            });
        }
    }
    asked.extend(LCPS.iter().map(|text| Ask::Lcp(text)));
    asked
}

fn numbers(text: &str) -> Vec<Rational> {
    text.split(',').filter_map(|part| part.parse().ok()).collect()
}

/// The questions, each in a few ways: every flag that a report tells under `asked` is among them. Names that only a
/// scene has are written `$body` and `$0`, `$1` for its first contacts; a mode `n*` has as many letters as there are
/// contacts.
fn kinds() -> Vec<(Question, Options, String)> {
    let plain = Options::default;
    let planar = || vec![numbers("0,0,-5"), numbers("1/10,1,0")];
    let spatial = || vec![numbers("0,0,0,0,0,-3"), numbers("0,1/10,0,1,0,0")];
    let axes = |texts: [&str; 2]| texts.into_iter().filter_map(|text| Axis::parse(text).ok()).collect();
    let frictions = || axes(["contacts.*.friction=0.1:1:4", "gravity.0=-3:3:3"]);
    let mode = |text: &str| Options { mode: Some(text.to_owned()), wrenches: planar(), ..plain() };
    let four = || Options { cone: ConeModel::Inner(4), ..plain() };
    let body = || Some("$body".to_owned());
    let words = |list: &[&str]| list.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    let ranges = |list: &[&str]| Some(words(list));
    let unknown = |path: &str| Some(Unknown { path: path.to_owned(), within: None });
    let pushed = |push: &str| Options { body: body(), push: vec![numbers(push)], ..plain() };
    let list = [
        (Question::Check, plain(), ""),
        (Question::Check, four(), "pyramids"),
        (Question::Closure, plain(), ""),
        (Question::Stand, plain(), ""),
        (Question::Closure, Options { wrenches: planar(), ..plain() }, "loads"),
        (Question::Closure, Options { wrenches: spatial(), ..plain() }, "loads in space"),
        (Question::Closure, four(), "pyramids"),
        (Question::Closure, Options { cone: ConeModel::Outer(4), ..plain() }, "outer pyramids"),
        (Question::Closure, Options { length: Rational::new(1, 3), ..plain() }, "length"),
        (Question::Stand, Options { cone: ConeModel::Outer(5), ..plain() }, "outer pyramids"),
        (Question::Stand, Options { length: Rational::new(1, 3), ..plain() }, "length"),
        (
            Question::Stand,
            Options {
                extras: StandExtras {
                    sequence: Some(Vec::new()),
                    accelerate: vec![numbers("1,0")],
                    ranges: Some(Vec::new()),
                    region: true,
                    ..StandExtras::default()
                },
                ..plain()
            },
            "besides",
        ),
        (
            Question::Stand,
            Options {
                extras: StandExtras { solve: unknown("contacts.*.friction"), ..plain().extras },
                ..plain()
            },
            "friction solved for",
        ),
        (
            Question::Stand,
            Options { extras: StandExtras { solve: unknown("gravity.0"), ..plain().extras }, ..plain() },
            "gravity solved for",
        ),
        (
            Question::Stand,
            Options { extras: StandExtras { sequence: Some(Vec::new()), ..plain().extras }, ..plain() },
            "sequence",
        ),
        (
            Question::Stand,
            Options {
                extras: StandExtras { sequence: Some(words(&["$body"])), ..plain().extras },
                ..plain()
            },
            "sequence of one",
        ),
        (
            Question::Stand,
            Options {
                extras: StandExtras {
                    accelerate: vec![numbers("1,0,0"), numbers("0,1,0")],
                    ..plain().extras
                },
                ..plain()
            },
            "bases in space",
        ),
        (Question::Stand, pushed("1,0"), "push"),
        (Question::Stand, pushed("1,0,1/2"), "push in space"),
        (
            Question::Stand,
            Options { extras: StandExtras { ranges: ranges(&[]), ..plain().extras }, ..plain() },
            "ranges",
        ),
        (
            Question::Stand,
            Options { extras: StandExtras { ranges: ranges(&[]), ..four().extras }, ..four() },
            "ranges of pyramids",
        ),
        (
            Question::Stand,
            Options { extras: StandExtras { ranges: ranges(&["$0"]), ..plain().extras }, ..plain() },
            "ranges of one",
        ),
        (Question::Contacts, plain(), ""),
        (Question::Motions, plain(), ""),
        (Question::Motions, Options { tests: vec![numbers("1,0,0")], ..plain() }, "tests"),
        (Question::Motions, Options { tests: vec![numbers("1,0,0,0,0,1")], ..plain() }, "tests in space"),
        (
            Question::Motions,
            Options { twists: vec![numbers("1,2,0"), numbers("1,0,-1")], ..plain() },
            "twists",
        ),
        (
            Question::Labels,
            Options { points: vec![[Rational::one(), Rational::zero()]], ..plain() },
            "points",
        ),
        (Question::Labels, four(), "pyramids"),
        (Question::Labels, Options { mode: Some("l*".to_owned()), ..plain() }, "mode"),
        (Question::Labels, Options { wrenches: planar(), ..plain() }, "wrenches"),
        (Question::Cone, mode("n*"), "kept"),
        (Question::Cone, mode("l*"), "sliding"),
        (Question::Cone, mode("nl"), "nl"),
        (Question::Cone, mode("ns"), "ns"),
        (Question::Cone, Options { least: Some(Rational::new(1, 2)), ..mode("n*") }, "least"),
        (Question::Cone, Options { only: words(&["l*"]), ..mode("n*") }, "only"),
        (Question::Cone, Options { and: words(&["l*"]), body: body(), ..mode("n*") }, "and"),
        (Question::Cone, Options { not: words(&["r*"]), ..mode("n*") }, "not"),
        (Question::Stability, plain(), ""),
        (Question::Stability, Options { wrenches: planar(), ..plain() }, "wrenches"),
        (
            Question::Stability,
            Options {
                insert: Insertion { finger: Rational::new(1, 3), ..plain().insert },
                body: body(),
                ..plain()
            },
            "finger",
        ),
        (Question::Stability, Options { wrenches: spatial(), ..four() }, "wrenches in space"),
        (Question::Insert, Options { wrenches: planar(), ..plain() }, "wrenches"),
        (
            Question::Insert,
            Options {
                insert: Insertion { plan: Plan::Conservative, largest_friction: true, ..plain().insert },
                ..plain()
            },
            "conservative",
        ),
        (
            Question::Insert,
            Options {
                insert: Insertion { finger: Rational::new(1, 4), ..plain().insert },
                body: body(),
                ..plain()
            },
            "finger",
        ),
        (Question::Modes, plain(), ""),
        (Question::Modes, Options { contacts_only: true, ..plain() }, "contacts only"),
        (Question::Modes, Options { explain: words(&["l*", "n*", "s*"]), ..plain() }, "explained"),
        (Question::Outcomes, plain(), ""),
        (Question::Outcomes, four(), "pyramids"),
        (Question::Outcomes, Options { map: frictions(), ..plain() }, "map"),
        (Question::Jam, plain(), ""),
        (Question::Jam, Options { map: frictions(), ..plain() }, "map"),
        (
            Question::Jam,
            Options { boundary: Some(["$0".to_owned(), "$1".to_owned()]), ..plain() },
            "boundary",
        ),
        (
            Question::Jam,
            Options {
                compliance: Some(Rational::from(1000)),
                interference: Some(Rational::new(1, 1000)),
                ..plain()
            },
            "compliance",
        ),
        (Question::Quasistatic, plain(), ""),
        (Question::Push, plain(), ""),
        (Question::Hybrid, plain(), ""),
        (Question::Hybrid, Options { simulate: true, ..plain() }, "simulated"),
    ];
    list.into_iter().map(|(question, options, words)| (question, options, words.to_owned())).collect()
}

/// Options with the names of a scene in place of `$body` and `$0`, and modes of its length in place of `n*`.
fn fitted(options: &Options, scene: &AnyScene) -> Option<Options> {
    let (bodies, contacts): (Vec<String>, Vec<String>) = match scene {
        AnyScene::Planar(scene) => (
            scene.free_bodies().map(|(_, body)| body.name.clone()).collect(),
            scene.contacts.iter().map(|contact| contact.id.clone()).collect(),
        ),
        AnyScene::Spatial(scene) => (
            scene.free_bodies().map(|(_, body)| body.name.clone()).collect(),
            scene.contacts.iter().map(|contact| contact.id.clone()).collect(),
        ),
    };
    let named = |word: &String| -> Option<String> {
        if word == "$body" {
            return bodies.first().cloned();
        }
        match word.strip_prefix('$').and_then(|number| number.parse::<usize>().ok()) {
            Some(number) => contacts.get(number).cloned(),
            None => Some(word.strip_suffix('*').map_or(word.clone(), |letter| letter.repeat(contacts.len()))),
        }
    };
    let all = |list: &Vec<String>| list.iter().map(named).collect::<Option<Vec<_>>>();
    let any = |list: &Option<Vec<String>>| -> Option<Option<Vec<String>>> {
        match list {
            None => Some(None),
            Some(list) => all(list).map(Some),
        }
    };
    Some(Options {
        mode: match &options.mode {
            None => None,
            Some(mode) => Some(named(mode)?),
        },
        body: match &options.body {
            None => None,
            Some(body) => Some(named(body)?),
        },
        boundary: match &options.boundary {
            None => None,
            Some([one, two]) => Some([named(one)?, named(two)?]),
        },
        explain: all(&options.explain)?,
        only: all(&options.only)?,
        and: all(&options.and)?,
        not: all(&options.not)?,
        extras: StandExtras {
            sequence: any(&options.extras.sequence)?,
            ranges: any(&options.extras.ranges)?,
            ..options.extras.clone()
        },
        allowance: Allowance::unlimited().lasting(LONGEST),
        ..options.clone()
    })
}

/// What takes longer than this is not attacked: its report would be one of many that could be.
const LONGEST: Duration = Duration::from_secs(4);

/// Contacts of a scene up to which a question is asked: reports that take long to verify would leave no time for
/// others.
fn most_contacts(question: Question, options: &Options) -> usize {
    match question {
        Question::Modes | Question::Outcomes | Question::Jam | Question::Insert => 5,
        Question::Stand if options.extras.ranges.is_some() => 8,
        Question::Stand if options.extras.sequence.is_some() => 12,
        Question::Stand | Question::Check => 24,
        Question::Contacts => 100,
        _ => 10,
    }
}

/// The honest report, and those of so many similar scenes at most; none where the question cannot be asked, or would
/// take long.
pub fn honest(ask: &Ask, most: usize) -> Option<Honest> {
    let Ask::Scene { file, question, options, words } = ask else { return honest_lcp(ask) };
    let question = *question;
    let ReadScene { scene, sha256, .. } = read_scene_file(file, &Limits::default()).ok()?;
    let contacts = match &scene {
        AnyScene::Planar(scene) => scene.contacts.len(),
        AnyScene::Spatial(scene) => scene.contacts.len(),
    };
    if contacts > most_contacts(question, options) {
        return None;
    }
    let options = &fitted(options, &scene)?;
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let name = SceneName { name: format!("{stem}.toml"), sha256: Some(sha256.clone()) };
    let ask = |scene: &AnyScene| Some(answer(scene, &name, question, options).ok()?.to_json());
    let report = ask(&scene).filter(|report| report["stopped"].is_null())?;
    let siblings = similar(&scene);
    let siblings = siblings.iter().filter_map(ask).filter(|other| *other != report).take(most).collect();
    let words = if words.is_empty() { String::new() } else { format!(" {words}") };
    let name = format!("{stem} {question}{words}");
    Some(Honest { name, about: About::Scene(Box::new(scene)), sha256, report, siblings })
}

/// The honest report on a complementarity problem, and on those with another `q`.
fn honest_lcp(ask: &Ask) -> Option<Honest> {
    let Ask::Lcp(text) = ask else { return None };
    let problem: LcpProblem = serde_json::from_str(text).ok()?;
    let sha256 = stiction_files::sha256(text.as_bytes());
    let name = SceneName { name: "lcp.json".to_owned(), sha256: Some(sha256.clone()) };
    let ask = |problem: &LcpProblem| {
        Some(lcp_report(problem.clone(), name.clone(), &Options::default()).ok()?.to_json())
    };
    let report = ask(&problem)?;
    let changed = |at: usize| {
        let mut other = problem.clone();
        other.q[at] = &other.q[at] + &Rational::from(2);
        ask(&other)
    };
    let siblings = (0..problem.q.len()).filter_map(changed).collect();
    Some(Honest {
        name: format!("lcp of {}", problem.q.len()),
        about: About::Lcp(problem),
        sha256,
        report,
        siblings,
    })
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
