//! Contacts that were left out because bodies overlap or gape by a little: a no is left open, a yes stands, and the
//! report verifies.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use serde_json::{Value, json};
use stiction_files::{Format, Import, NoFiles, ReadScene, Sources, read_scene_with};
use stiction_proof::{Answer, Rational};
use stiction_report::verify::{Against, Subject, told_to_reader, verify, verify_of};
use stiction_report::{Options, Question, Reading, Report, SceneName, StandExtras, answer};

/// Two cubes, the upper one from this height on, as the groups of an OBJ file.
fn cubes(height: &str) -> String {
    let cube = |name: &str, low: &str, high: &str, first: usize| {
        let corner = |z: &str| ["0 0", "1 0", "1 1", "0 1"].map(|xy| format!("v {xy} {z}\n")).concat();
        let faces = [[4, 3, 2, 1], [5, 6, 7, 8], [1, 2, 6, 5], [2, 3, 7, 6], [3, 4, 8, 7], [4, 1, 5, 8]];
        let face = |face: &[usize; 4]| format!("f {}\n", face.map(|k| (k + first).to_string()).join(" "));
        format!("o {name}\n{}{}{}", corner(low), corner(high), faces.iter().map(face).collect::<String>())
    };
    cube("ground", "0", "1", 0) + &cube("top", height, "2", 8)
}

fn read(text: &str, format: Format, options: &Options) -> ReadScene {
    let import = Import { tolerance: options.reader.tolerance.clone(), ..Import::default() };
    read_scene_with(text, format, "scene", &Sources { files: &NoFiles, import: &import }).unwrap()
}

fn ask(text: &str, format: Format, question: Question, options: &Options) -> (Report, ReadScene) {
    let read = read(text, format, options);
    let name = SceneName { name: "scene".into(), sha256: Some(read.sha256.clone()) };
    (answer(&read.scene, &name, question, options).unwrap(), read)
}

/// Whether a report is accepted alone, and with the scene that it says it is about.
fn verified(report: &Value, text: &str, format: Format) -> bool {
    let told = told_to_reader(report);
    let again = read(text, format, &told);
    let against =
        Against { subject: Subject::Scene(&again.scene), sha256: Some(&again.sha256), warnings: None };
    verify(report).holds() && verify_of(report, &against).holds()
}

#[test]
fn blocks_that_overlap_or_gape_by_a_little_leave_the_verdict_open_until_a_tolerance_takes_them() {
    for (height, what) in [("0.99999", "overlap"), ("1.00001", "gap")] {
        let text = cubes(height);
        let usual = Options::default();
        let (report, _) = ask(&text, Format::Obj, Question::Stand, &usual);
        assert_eq!(report.verdict(), Some(Answer::Undecided), "{report}");
        let json = report.to_json();
        assert_eq!((&json["overlooked"][0]["what"], &json["verdict"]), (&json!(what), &json!("undecided")));
        assert_eq!(json["overlooked"][0]["between"], json!(["top", "ground"]));
        assert!(json["reasons"]["verdict"].is_string(), "{json}");
        assert!(verified(&json, &text, Format::Obj), "{height}");
        let shown = report.to_string();
        assert!(shown.contains("--tolerance 1.1e-5"), "{shown}");
        // A report that hides the doubt, or that is surer than it may be, is refused.
        let mut sure = json.clone();
        sure["verdict"] = json!("no");
        assert!(!verify(&sure).holds());
        let mut hidden = json.clone();
        hidden.as_object_mut().unwrap().remove("overlooked");
        assert!(!verified(&hidden, &text, Format::Obj));
        let wide = Options {
            reader: Reading { tolerance: Some(Rational::new(11, 1_000_000)), ..usual.reader },
            ..usual
        };
        let (report, _) = ask(&text, Format::Obj, Question::Stand, &wide);
        assert_eq!(report.verdict(), Some(Answer::Yes), "{report}");
        let json = report.to_json();
        assert!(json.get("overlooked").is_none() && json["asked"]["tolerance"].is_string(), "{json}");
        assert!(verified(&json, &text, Format::Obj));
    }
}

#[test]
fn what_stands_without_an_overlooked_pair_stands() {
    // A third cube beside the upper one, in it by a little, on the ground as well.
    let text = cubes("1") + &cubes("1").replace("o ground", "o beside").replace("o top", "o above");
    let moved: String = text
        .lines()
        .enumerate()
        .map(|(index, line)| match line.strip_prefix("v ") {
            Some(rest) if index > 29 => {
                let (x, yz) = rest.split_once(' ').unwrap();
                let x: f64 = x.parse().unwrap();
                format!("v {} {yz}\n", x + 0.99999)
            }
            _ if line.starts_with("f ") && index > 29 => {
                let corners = line[2..].split(' ').map(|k| (k.parse::<usize>().unwrap() + 16).to_string());
                format!("f {}\n", corners.collect::<Vec<_>>().join(" "))
            }
            _ => format!("{line}\n"),
        })
        .collect();
    let (report, read) = ask(&moved, Format::Obj, Question::Stand, &Options::default());
    let stiction::scene::AnyScene::Spatial(scene) = &read.scene else { panic!() };
    assert!(!scene.overlooked.is_empty());
    assert_eq!(report.verdict(), Some(Answer::Undecided), "`beside` is free and on nothing: {report}");
    let import = Options {
        reader: Reading { supports: vec!["ground".into(), "beside".into()], ..Reading::default() },
        ..Options::default()
    };
    let sources = Import { supports: import.reader.supports.clone(), ..Import::default() };
    let read = read_scene_with(&moved, Format::Obj, "scene", &Sources { files: &NoFiles, import: &sources })
        .unwrap();
    let report = answer(&read.scene, &SceneName::unnamed(), Question::Stand, &import).unwrap();
    assert_eq!(report.verdict(), Some(Answer::Yes), "{report}");
    assert!(!report.to_string().contains("--tolerance"), "{report}");
}

#[test]
fn a_block_far_above_a_wide_ground_touches_nothing_and_falls() {
    let text = "stiction = 1\ndimension = 2\ngravity = [0, -10]\n\
        [bodies.ground]\nshape.polygon = [[-1000, -1], [1000, -1], [1000, 0], [-1000, 0]]\n\
        [bodies.b]\ndensity = 1\nshape.polygon = [[0, 0.0015], [1, 0.0015], [1, 1.0015], [0, 1.0015]]\n\
        [detect]\nfriction = 0.5\n";
    let (report, _) = ask(text, Format::Toml, Question::Stand, &Options::default());
    assert_eq!(report.verdict(), Some(Answer::No), "{report}");
    let near = text.replace("0.0015", "0.00001").replace("1.0015", "1.00001");
    for question in [Question::Stand, Question::Closure, Question::Check] {
        let (report, _) = ask(&near, Format::Toml, question, &Options::default());
        assert_eq!(report.verdict(), Some(Answer::Undecided), "{report}");
        assert!(verified(&report.to_json(), &near, Format::Toml), "{question}");
    }
}

#[test]
fn orders_and_measures_that_may_rest_on_a_contact_that_was_left_out_are_not_told() {
    let text = cubes("1.00001");
    let push = Options {
        body: Some("top".to_owned()),
        push: vec![[1, 0, 0].map(Rational::from).to_vec()],
        ..Options::default()
    };
    let accelerate = Options {
        extras: StandExtras {
            accelerate: vec![[1, 0, 0].map(Rational::from).to_vec()],
            ..StandExtras::default()
        },
        ..Options::default()
    };
    for options in [push, accelerate] {
        let scene = read(&text, Format::Obj, &options).scene;
        let told = answer(&scene, &SceneName::unnamed(), Question::Stand, &options).unwrap_err();
        assert!(format!("{told:?}").contains("1.1e-5"), "{told:?}");
        let taken = Options {
            reader: Reading { tolerance: Some(Rational::new(11, 1_000_000)), ..options.reader },
            ..options
        };
        let scene = read(&text, Format::Obj, &taken).scene;
        assert!(answer(&scene, &SceneName::unnamed(), Question::Stand, &taken).is_ok());
    }
}

#[test]
fn what_happens_and_what_locks_is_left_open_beside_a_contact_that_was_left_out() {
    let ground = "shape.polygon = [[-10, -1], [10, -1], [10, 0], [-10, 0]]";
    let head = format!(
        "stiction = 1\ndimension = 2\ngravity = [0, -10]\n[bodies.ground]\nrole = \"fixed\"\n{ground}\n"
    );
    let detect = "[detect]\nfriction = 0.5\n";
    // A block that hangs a little above the ground falls, if it does not touch; one that touches rests.
    let above = |by: &str| {
        let shape = format!("[[0, {by}], [1, {by}], [1, 1], [0, 1]]");
        format!("{head}[bodies.b]\ndensity = 1\nshape.polygon = {shape}\n{detect}")
    };
    let (report, _) = ask(&above("0"), Format::Toml, Question::Outcomes, &Options::default());
    assert_eq!(report.verdict(), Some(Answer::Yes), "{report}");
    let (text, usual) = (above("0.00001"), Options::default());
    let (report, _) = ask(&text, Format::Toml, Question::Outcomes, &usual);
    let json = report.to_json();
    assert_eq!((report.verdict(), &json["outcome"]), (Some(Answer::Undecided), &json!("unique")), "{report}");
    assert!(
        json["reasons"]["verdict"].is_string() && report.to_string().contains("something else may happen")
    );
    assert!(verified(&json, &text, Format::Toml));
    for forged in ["yes", "no"] {
        let mut sure = json.clone();
        sure["verdict"] = json!(forged);
        assert!(!verify(&sure).holds());
    }
    let mut hidden = json.clone();
    hidden.as_object_mut().unwrap().remove("overlooked");
    assert!(!verified(&hidden, &text, Format::Toml));
    // A block that slides on the ground, beside a wall that it nearly touches.
    let slides = |wall: &str| {
        let block = "[bodies.b]\ndensity = 1\ntwist = [0, 0.5, 0]\nshape.polygon = [[0, 0], [1, 0], [1, 1], [0, 1]]\n";
        let corners = format!("[[{wall}, 0.5], [{wall}, 3], [-2, 3], [-2, 0.5]]");
        format!("{head}{block}[bodies.wall]\nrole = \"fixed\"\nshape.polygon = {corners}\n{detect}")
    };
    let (report, _) = ask(&slides("-1"), Format::Toml, Question::Jam, &usual);
    assert_eq!(report.verdict(), Some(Answer::No), "{report}");
    let text = slides("-0.00001");
    let (report, _) = ask(&text, Format::Toml, Question::Jam, &usual);
    let json = report.to_json();
    assert_eq!(report.verdict(), Some(Answer::Undecided), "{report}");
    assert!(json["reasons"]["verdict"].is_string() && report.to_string().contains("--tolerance"), "{report}");
    assert!(verified(&json, &text, Format::Toml));
    let mut sure = json.clone();
    sure["verdict"] = json!("no");
    assert!(!verify(&sure).holds());
}

/// Two cards that lean against each other, ridge to ridge, on the ground.
fn cards(dimension: usize) -> String {
    let card = |name: &str, side: i64| match dimension {
        2 => format!(
            "[bodies.{name}]\ndensity = 1\nshape.polygon = [[{side}, 0], [{}, 0], [0, 1]]\n",
            0.8 * side as f64
        ),
        _ => {
            let (far, near) = (side, 0.8 * side as f64);
            let ends = [0, 1].map(|y| format!("[{far}, {y}, 0], [{near}, {y}, 0], [0, {y}, 1]")).join(", ");
            let faces = "[[0, 1, 2], [5, 4, 3], [0, 3, 4, 1], [1, 4, 5, 2], [2, 5, 3, 0]]";
            format!(
                "[bodies.{name}]\ndensity = 1\nshape.polyhedron = {{ vertices = [{ends}], faces = {faces} }}\n"
            )
        }
    };
    let (gravity, ground) = match dimension {
        2 => ("[0, -9.81]", "half_plane = { point = [0, 0], normal = [0, 1] }"),
        _ => ("[0, 0, -9.81]", "half_space = { point = [0, 0, 0], normal = [0, 0, 1] }"),
    };
    format!(
        "stiction = 1\ndimension = {dimension}\ngravity = {gravity}\n{}{}[bodies.ground]\nshape.{ground}\n[detect]\nfriction = 2\n",
        card("left", -1),
        card("right", 1)
    )
}

#[test]
fn cards_that_lean_ridge_to_ridge_are_left_open_until_their_contact_is_listed() {
    let listed = [
        (2, "point = [0, 1]\nnormal = [-1, 0]"),
        (3, "points = [[0, 0, 1], [0, 1, 1]]\nnormal = [-1, 0, 0]"),
    ];
    for (dimension, contact) in listed {
        let text = cards(dimension);
        let (report, _) = ask(&text, Format::Toml, Question::Stand, &Options::default());
        assert_eq!(report.verdict(), Some(Answer::Undecided), "{report}");
        let json = report.to_json();
        let told = &json["overlooked"][0];
        assert_eq!((&told["what"], &told["between"]), (&json!("no normal"), &json!(["left", "right"])));
        assert!(report.to_string().contains("list their contact"), "{report}");
        assert!(verified(&json, &text, Format::Toml));
        let mut sure = json.clone();
        sure["verdict"] = json!("no");
        assert!(!verify(&sure).holds());
        let text =
            format!("{text}[[contacts]]\non = \"left\"\nagainst = \"right\"\nfriction = 2\n{contact}\n");
        let (report, _) = ask(&text, Format::Toml, Question::Stand, &Options::default());
        assert_eq!(report.verdict(), Some(Answer::Yes), "{report}");
    }
}

#[test]
fn a_collapse_elsewhere_is_proved_beside_a_meeting_without_a_normal() {
    // Two blocks on steps, corner to corner; far from them a block in the air.
    let block = |name: &str, [x, y]: [i64; 2], rest: &str| {
        let (right, top) = (x + 1, y + 1);
        format!(
            "[bodies.{name}]\n{rest}\nshape.polygon = [[{x}, {y}], [{right}, {y}], [{right}, {top}], [{x}, {top}]]\n"
        )
    };
    let text = format!(
        "stiction = 1\ndimension = 2\ngravity = [0, -10]\n{}{}{}{}{}[detect]\nfriction = 0.5\n",
        block("step", [0, 0], "role = \"fixed\""),
        block("low", [1, 0], "density = 1"),
        block("high", [0, 1], "density = 1"),
        block("floor", [1, -1], "role = \"fixed\""),
        block("air", [9, 9], "density = 1"),
    );
    let (report, _) = ask(&text, Format::Toml, Question::Stand, &Options::default());
    let json = report.to_json();
    assert_eq!(json["overlooked"][0]["what"], json!("no normal"), "{report}");
    assert_eq!(report.verdict(), Some(Answer::No), "{report}");
    assert!(verified(&json, &text, Format::Toml));
}

/// Two cubes, the upper one from this height on, with an interface at height 1 as COMPAS stores it.
fn stored(height: f64) -> String {
    let block = |low: f64| {
        let corner = |k: usize| json!({ "x": k & 1, "y": k >> 1 & 1, "z": low + (k >> 2) as f64 });
        let vertex: serde_json::Map<String, Value> = (0..8).map(|k| (k.to_string(), corner(k))).collect();
        let face = json!({ "0": [0, 2, 3, 1], "1": [4, 5, 7, 6], "2": [0, 1, 5, 4], "3": [2, 6, 7, 3], "4": [0, 4, 6, 2], "5": [1, 3, 7, 5] });
        json!({ "dtype": "compas_assembly.datastructures/Block", "data": { "vertex": vertex, "face": face } })
    };
    let node = json!({ "0": { "block": block(0.0), "is_support": true }, "1": { "block": block(height), "is_support": false } });
    let interface = json!({ "data": { "points": [[0, 0, 1], [0, 1, 1], [1, 1, 1], [1, 0, 1]] } });
    let edge = json!({ "0": { "1": { "interfaces": [interface] } } });
    let graph = json!({ "dtype": "compas.datastructures/Graph", "data": { "node": node, "edge": edge } });
    json!({ "dtype": "compas_assembly.datastructures/Assembly", "data": { "graph": graph } }).to_string()
}

#[test]
fn interfaces_away_from_their_blocks_leave_a_yes_open() {
    let (report, _) = ask(&stored(1.0), Format::Json, Question::Stand, &Options::default());
    assert_eq!(report.verdict(), Some(Answer::Yes), "{report}");
    for (height, what) in [(11.0, "stray"), (0.9, "stored overlap")] {
        let text = stored(height);
        let (report, _) = ask(&text, Format::Json, Question::Stand, &Options::default());
        let json = report.to_json();
        assert_eq!(report.verdict(), Some(Answer::Undecided), "{report}");
        let pairs = json["overlooked"].as_array().unwrap();
        assert!(pairs.iter().any(|pair| pair["what"] == json!(what)), "{json}");
        assert!(report.to_string().contains("the verdict may be another"), "{report}");
        assert!(verified(&json, &text, Format::Json), "{height}");
        let mut sure = json.clone();
        sure["verdict"] = json!("yes");
        assert!(!verify(&sure).holds());
    }
}

#[test]
fn an_order_of_building_is_told_beside_contacts_that_may_be_missing_as_far_as_it_stands_without_them() {
    let options = Options {
        extras: StandExtras { sequence: Some(Vec::new()), ..StandExtras::default() },
        ..Options::default()
    };
    // Four blocks that meet in one edge line: those across have no normal there, and need none.
    let block = |x: i64, y: i64| {
        let (right, top) = (x + 1, y + 1);
        json!({ "density": 1, "shape": { "polygon": [[x, y], [right, y], [right, top], [x, top]] } })
    };
    let scene = |blocks: Value| {
        let ground = json!({ "shape": { "half_plane": { "point": [0, 0], "normal": [0, 1] } } });
        let mut scene = json!({
            "stiction": 1, "dimension": 2, "gravity": [0, -9.81], "bodies": { "ground": ground },
            "detect": { "friction": 0.5 },
        });
        blocks.as_object().unwrap().iter().for_each(|(name, block)| scene["bodies"][name] = block.clone());
        scene.to_string()
    };
    let wall = scene(json!({ "a": block(0, 0), "b": block(1, 0), "c": block(0, 1), "d": block(1, 1) }));
    let (report, _) = ask(&wall, Format::Json, Question::Stand, &options);
    let json = report.to_json();
    assert_eq!(json["overlooked"][0]["what"], "no normal");
    assert_eq!((&json["verdict"], &json["sequence"]["verdict"]), (&json!("yes"), &json!("yes")), "{json}");
    assert!(verified(&json, &wall, Format::Json));
    // A block in the air that meets another corner to corner: it may stand with a contact there.
    let leaning = scene(json!({ "a": block(0, 0), "b": block(1, 1) }));
    let (report, _) = ask(&leaning, Format::Json, Question::Stand, &options);
    let (json, shown) = (report.to_json(), report.to_string());
    let steps: Vec<&Value> =
        json["sequence"]["steps"].as_array().unwrap().iter().map(|step| &step["verdict"]).collect();
    assert_eq!(steps, [&json!("yes"), &json!("undecided")], "{json}");
    assert_eq!(json["sequence"]["found"]["verdict"], "undecided");
    assert!(shown.contains("it is undecided") && shown.contains("corner to corner"), "{shown}");
    assert!(verified(&json, &leaning, Format::Json));
    let mut sure = json;
    sure["sequence"]["steps"][1]["verdict"] = json!("no");
    assert!(!verify(&sure).holds());
}
