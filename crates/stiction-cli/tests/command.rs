//! The command as its users meet it: what it prints, what it writes, how it exits.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

const EXAMPLES: [&str; 7] = ["gripper", "fixture", "escape", "rest", "ladder", "hole", "wheel"];

/// A folder of one's own with a scene in it.
struct Bench(TempDir);

impl Bench {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn with(name: &str, contents: impl AsRef<[u8]>) -> Self {
        let bench = Self::new();
        std::fs::write(bench.path(name), contents).unwrap();
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, words: &[&str]) -> Output {
        command(words).current_dir(self.0.path()).output().unwrap()
    }

    fn files(&self) -> Vec<String> {
        crate::folder::files(self.0.path())
    }
}

/// A text has all these parts.
fn says_all(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
}

fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stiction"));
    command.args(words).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

fn example(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    std::fs::canonicalize(file.with_extension("toml")).unwrap().to_string_lossy().into_owned()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_str(&out(output)).unwrap()
}

fn status(output: &Output) -> i32 {
    output.status.code().unwrap()
}

#[test]
fn the_exit_status_says_whether_the_question_was_answered() {
    let bench = Bench::with("bad.toml", "stiction = 1\ndimension = 2\nbodys = 1\n");
    let gripper = example("gripper");
    let ladder = example("ladder");
    for (expected, words) in [
        (0, vec!["stand", &gripper]),
        (0, vec!["stand", &ladder]),
        (0, vec!["stand", &gripper, "--expect", "yes"]),
        (0, vec!["stand", &ladder, "--expect", "no"]),
        (3, vec!["stand", &gripper, "--expect", "no"]),
        (3, vec!["stand", &ladder, "--expect", "yes"]),
        (3, vec!["contacts", &ladder, "--expect", "yes"]),
        (2, vec!["stand", "bad.toml"]),
        (2, vec!["stand", "bad.toml", "--expect", "no"]),
        (2, vec!["stand", "missing.toml"]),
        (2, vec!["stand"]),
        (2, vec!["stand", &gripper, "--length", "0"]),
        (2, vec!["stand", &gripper, "--length", "nan"]),
        (2, vec!["nonsense"]),
        (1, vec!["stand", &gripper, "--picture", "no/such/folder/a.svg"]),
    ] {
        let output = bench.run(&words);
        assert_eq!(status(&output), expected, "{words:?}: {}", err(&output));
    }
}

#[test]
fn a_verdict_that_was_not_expected_is_told_on_standard_error() {
    let (bench, ladder) = (Bench::new(), example("ladder"));
    for (question, told) in [
        ("stand", "expected yes, the verdict is no\n"),
        ("contacts", "expected yes, but `contacts` has no verdict\n"),
    ] {
        let output = bench.run(&[question, &ladder, "--expect", "yes"]);
        assert_eq!(err(&output), told);
    }
}

#[test]
fn json_is_one_object_with_the_keys_of_the_manual() {
    let bench = Bench::new();
    for name in EXAMPLES {
        for question in ["check", "contacts", "closure", "stand"] {
            let output = bench.run(&[question, &example(name), "--json"]);
            if question == "stand" && ["fixture", "escape", "hole"].contains(&name) {
                // Without gravity nothing needs a mass: it stands, and says that nothing pulls.
                assert_eq!(status(&output), 0);
                assert!(out(&output).contains("gravity is zero"));
            }
            let report = json(&output);
            assert_eq!(report["stiction"], env!("CARGO_PKG_VERSION"));
            assert_eq!(report["question"], question);
            assert_eq!(report["scene"]["name"], format!("{name}.toml"));
            assert_eq!(report["scene"]["sha256"].as_str().unwrap().len(), 64);
            let keys: &[&str] = match question {
                "check" => &["answers"],
                "contacts" => &["contacts", "exact"],
                "closure" => &["form", "force", "essential", "quality", "min_friction", "problem", "exact"],
                _ => &["verdict", "strong", "forces", "indeterminacy", "proof", "margins", "first_failure"],
            };
            for key in keys {
                assert!(report.get(key).is_some(), "{question} of {name} lacks {key}");
            }
            assert_eq!(err(&output), "");
        }
    }
    assert_eq!(bench.files(), [""; 0], "JSON writes no picture");
}

const FAULTY: &str = "stiction = 1
dimension = 2
[bodies.part]
mas = 1
[[contacts]]
on = \"part\"
point = [0, 0]
normal = [0, 0]
";

#[test]
fn faults_of_a_file_are_shown_all_at_once_with_carets() {
    let bench = Bench::with("bad.toml", FAULTY);
    let output = bench.run(&["check", "bad.toml"]);
    says_all(
        &err(&output),
        &["bad.toml:4:1", "`mass`", "bad.toml:8:10", "normal = [0, 0]", "^^^^^^", "help: "],
    );
    assert_eq!((status(&output), out(&output).as_str()), (2, ""));
    assert_eq!(bench.files(), ["bad.toml"], "nothing is written");
}

#[test]
fn faults_of_a_file_are_json_with_json() {
    let bench = Bench::with("bad.toml", FAULTY);
    let output = bench.run(&["check", "bad.toml", "--json"]);
    let faults = json(&output);
    assert_eq!(faults["warnings"], serde_json::json!([]));
    assert_eq!(faults["faults"].as_array().unwrap().len(), 2);
    assert_eq!(faults["faults"][0]["line"], 4);
    assert_eq!(faults["faults"][1]["path"], "contacts[0].normal");
    assert_eq!((status(&output), err(&output).as_str()), (2, ""));
}

const WEIGHTLESS: &str = "stiction = 1
dimension = 2
gravity = [0, -9.81]
[bodies.\"my part\"]
com = [0, 0]
[[contacts]]
on = \"my part\"
point = [0, 0]
normal = [0, 1]
[[contacts]]
id = \"arm\"
on = \"my part\"
point = [0, 1]
normal = [0, -1]
force = [1, 0]
";

#[test]
fn faults_of_a_question_have_a_place_too() {
    let bench = Bench::with("scene.toml", WEIGHTLESS);
    let output = bench.run(&["stand", "scene.toml"]);
    let text = err(&output);
    says_all(
        &text,
        &["missing-mass", "scene.toml:4:9", "bodies.\"my part\".mass", "^^^", "help: give `mass`"],
    );
    assert_eq!(status(&output), 2);
    let fault = json(&bench.run(&["stand", "scene.toml", "--json"]))["faults"][0].clone();
    assert_eq!(fault["code"], "missing-mass");
    assert_eq!((fault["path"].as_str(), fault["line"].as_u64()), (Some("bodies.\"my part\".mass"), Some(4)));
    assert!(fault["column"].is_u64() && fault["help"].is_string() && fault["message"].is_string());
}

#[test]
fn a_force_controlled_contact_is_left_out_of_closure_with_a_note() {
    let bench = Bench::with("scene.toml", WEIGHTLESS);
    let output = bench.run(&["closure", "scene.toml"]);
    assert!(out(&output).contains("note      \"arm\" is force-controlled"), "{}", out(&output));
    assert_eq!(status(&output), 0);
}

#[test]
fn the_cone_of_friction_is_chosen_in_space() {
    let bench = Bench::new();
    let tripod = example("tripod_grasp");
    for (cone, verdict, exit) in [("round", "yes", 0), ("inner:3", "no", 3), ("outer:3", "yes", 0)] {
        let output = bench.run(&["closure", &tripod, "--cone", cone, "--json", "--expect", "yes"]);
        let report = json(&output);
        assert_eq!(
            (report["cone"].as_str(), report["force"]["verdict"].as_str()),
            (Some(cone), Some(verdict))
        );
        assert_eq!(status(&output), exit, "{cone}");
    }
    for (wrong, told) in [("inner:2", "from 3 to 1000"), ("square", "round, inner:K or outer:K")] {
        let output = bench.run(&["closure", &tripod, "--cone", wrong]);
        assert!(err(&output).contains(told) && status(&output) == 2, "{}", err(&output));
    }
}

#[test]
fn scenes_with_none_or_several_free_bodies_are_refused_by_name() {
    let head = "stiction = 1\ndimension = 2\n";
    let bench = Bench::with("two.toml", format!("{head}[bodies.a]\n[bodies.b]\n"));
    let output = bench.run(&["closure", "two.toml"]);
    assert!(err(&output).contains("has 2: a, b") && status(&output) == 2, "{}", err(&output));
    let bench = Bench::with("none.toml", format!("{head}[bodies.a]\nrole = \"fixed\"\n"));
    let output = bench.run(&["closure", "none.toml"]);
    assert!(err(&output).contains("there is none") && status(&output) == 2, "{}", err(&output));
}

#[test]
fn pictures_come_in_two_formats() {
    let bench = Bench::new();
    let gripper = example("gripper");
    let output = bench.run(&["closure", &gripper, "--picture", "a.svg"]);
    assert!(out(&output).ends_with("picture: a.svg\n"));
    let svg = std::fs::read_to_string(bench.path("a.svg")).unwrap();
    assert!(svg.starts_with("<svg") || svg.starts_with("<?xml"));
    assert_eq!(svg.matches("<svg").count(), svg.matches("</svg>").count());
    bench.run(&["closure", &gripper, "--picture", "b.PNG", "--theme", "dark"]);
    assert!(std::fs::read(bench.path("b.PNG")).unwrap().starts_with(b"\x89PNG\r\n\x1a\n"));
    for name in ["c.jpg", "c"] {
        let output = bench.run(&["closure", &gripper, "--picture", name]);
        assert_eq!(status(&output), 2);
        assert!(err(&output).contains("FILE.svg or FILE.png"), "{}", err(&output));
    }
    assert_eq!(bench.files(), ["a.svg", "b.PNG"]);
}

#[test]
fn names_from_a_scene_cannot_break_out_of_a_picture_or_a_terminal() {
    let scene = "stiction = 1
dimension = 2
title = \"a \\u001B[31m<script>alert(1)</script> & \\\"quoted\\\"\\nsecond line\"
[bodies.\"<b>&\\u0007\"]
shape.disc = { radius = 1 }
[[contacts]]
id = \"</text>\\u202E\"
on = \"<b>&\\u0007\"
point = [1, 0]
";
    let bench = Bench::with("odd.toml", scene);
    let output = bench.run(&["check", "odd.toml", "--picture", "odd.svg"]);
    assert_eq!(status(&output), 0, "{}", err(&output));
    let text = out(&output);
    assert!(!text.contains('\u{1b}') && !text.contains('\u{7}') && !text.contains('\u{202e}'), "{text:?}");
    let svg = std::fs::read_to_string(bench.path("odd.svg")).unwrap();
    assert!(!svg.contains("<script>") && !svg.contains('\u{1b}') && !svg.contains('\u{7}'));
}

#[test]
fn check_leaves_a_picture_beside_the_user() {
    let bench = Bench::new();
    let rest = example("rest");
    assert!(out(&bench.run(&["check", &rest])).ends_with("picture: rest.png\n"));
    assert_eq!(bench.files(), ["rest.png"]);
    let bench = Bench::new();
    bench.run(&["check", &rest, "--no-picture"]);
    bench.run(&["check", &rest, "--json"]);
    bench.run(&["closure", &rest]);
    assert_eq!(bench.files(), [""; 0]);
}

#[test]
fn contacts_that_stand_for_one_area_are_listed_together() {
    let scene = "stiction = 1\ndimension = 3\n[bodies.can]\nshape.cylinder = { center = [0, 0, 1], radius = 1, height = 2 }\n\
        [bodies.log]\nshape.cylinder = { center = [0, 5, 1], axis = [1, 0, 0], radius = 1, height = 2 }\n\
        [bodies.ground]\nshape.half_space = { point = [0, 0, 0], normal = [0, 0, 1] }\n[detect]\n";
    let bench = Bench::with("scene.toml", scene);
    let text = out(&bench.run(&["contacts", "scene.toml"]));
    for line in [
        "# area \"can/ground:1\": \"can/ground.1\", ",
        "# line \"log/ground:1\": \"log/ground.1\", \"log/ground.2\"",
    ] {
        assert!(text.contains(line), "{line} is missing in\n{text}");
    }
    let report = json(&bench.run(&["contacts", "scene.toml", "--json"]));
    let sizes: Vec<usize> = report["patches"]
        .as_array()
        .unwrap()
        .iter()
        .map(|patch| patch["contacts"].as_array().unwrap().len())
        .collect();
    assert_eq!(sizes, [8, 2]);
}

#[test]
fn a_scene_without_gravity_is_doubted_by_stand() {
    let scene = "stiction = 1\ndimension = 2\n[bodies.part]\nmass = 1\n[[contacts]]\non = \"part\"\npoint = [0, 0]\nnormal = [0, 1]\n";
    let bench = Bench::with("scene.toml", scene);
    let report = json(&bench.run(&["stand", "scene.toml", "--json"]));
    let warnings = report["warnings"].to_string();
    assert!(warnings.contains("gravity"), "{report}");
}

#[test]
fn contacts_are_printed_to_be_pasted_back() {
    let odd = "stiction = 1
dimension = 2
title = \"odd\"
[bodies.\"a \\\"b\\\"\\u0001\"]
[bodies.wall]
role = \"fixed\"
[[contacts]]
id = \"x\\\\y\"
on = \"a \\\"b\\\"\\u0001\"
against = \"wall\"
points = [[0, 0], [\"1/3\", -0.0]]
normal = [\"1/7\", 123456789012345678]
friction = { static = 0.5, kinetic = 0.25 }
limit = 3
force = [1, 0.5]
curvature = { on = \"inf\", against = 0 }
[[contacts]]
on = \"wall\"
against = \"a \\\"b\\\"\\u0001\"
point = [1e-300, 1e300]
normal = [0, 1]
gap = 0.001
model = \"soft\"
soft = 0.1
";
    let mut scenes: Vec<String> =
        EXAMPLES.iter().map(|name| std::fs::read_to_string(example(name)).unwrap()).collect();
    scenes.push(odd.to_owned());
    for scene in scenes {
        let bench = Bench::with("first.toml", &scene);
        let first = bench.run(&["contacts", "first.toml"]);
        assert_eq!(status(&first), 0, "{}", err(&first));
        let head = &scene[..scene.find("[[contacts]]").unwrap()];
        std::fs::write(bench.path("second.toml"), format!("{head}\n{}", out(&first))).unwrap();
        let second = bench.run(&["contacts", "second.toml"]);
        // Comments and patches say which contacts belong together, and are not read back.
        let entries = |output: &Output| -> Vec<String> {
            out(output).lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
        };
        assert_eq!(entries(&first), entries(&second), "{}", err(&second));
        let exact = |file: &str| json(&bench.run(&["contacts", file, "--json"]))["exact"]["contacts"].clone();
        assert_eq!(exact("first.toml"), exact("second.toml"));
    }
}

#[test]
fn every_report_of_every_example_is_verified() {
    let bench = Bench::new();
    for name in EXAMPLES {
        for question in ["check", "closure", "stand"] {
            std::fs::write(bench.path("r.json"), bench.run(&[question, &example(name), "--json"]).stdout)
                .unwrap();
            let output = bench.run(&["verify", "r.json"]);
            assert_eq!(status(&output), 0, "{question} of {name}: {}", out(&output));
            assert!(out(&output).ends_with(" 0 refused\n"), "{}", out(&output));
            let output = bench.run(&["verify", "r.json", "--scene", &example(name)]);
            assert_eq!(status(&output), 0, "{question} of {name}: {}", out(&output));
        }
    }
}

#[test]
fn a_report_about_another_scene_is_refused() {
    let bench = Bench::new();
    std::fs::write(bench.path("r.json"), bench.run(&["check", &example("ladder"), "--json"]).stdout).unwrap();
    let output = bench.run(&["verify", "r.json", "--scene", &example("gripper")]);
    assert_eq!(status(&output), 1, "{}", out(&output));
    assert!(out(&output).contains("exact.load: of the scene"), "{}", out(&output));
    let output = bench.run(&["verify", "r.json", "--scene", "missing.toml"]);
    assert_eq!(status(&output), 2, "{}", err(&output));
    // The cone is asked of scenes alone.
    assert_eq!(status(&bench.run(&["verify", "r.json", "--cone", "inner:8"])), 2);
}

#[test]
fn a_changed_report_is_refused() {
    let bench = Bench::new();
    let report = out(&bench.run(&["check", &example("rest"), "--json"]));
    for (from, to) in [
        ("\"verdict\": \"yes\"", "\"verdict\": \"no\""),
        ("\"question\": \"stand\"", "\"question\": \"closure\""),
        ("\"rests\": {", "\"falls\": {"),
    ] {
        assert!(report.contains(from), "{from}");
        std::fs::write(bench.path("r.json"), report.replacen(from, to, 1)).unwrap();
        let output = bench.run(&["verify", "r.json"]);
        assert_eq!(status(&output), 1, "{from}");
        assert!(out(&output).contains("REFUSED"), "{}", out(&output));
        let found = json(&bench.run(&["verify", "r.json", "--json"]));
        assert!(!found["failed"].as_array().unwrap().is_empty());
    }
}

#[test]
fn what_is_not_a_report_is_bad_input_or_refused() {
    let bench = Bench::new();
    let report = out(&bench.run(&["check", &example("rest"), "--json"]));
    let nested = "[".repeat(100_000);
    for (text, expected) in
        [("", 2), ("no JSON", 2), (&report[..report.len() / 2], 2), (&nested, 2), ("{}", 1), ("[]", 1)]
    {
        std::fs::write(bench.path("r.json"), text).unwrap();
        let output = bench.run(&["verify", "r.json"]);
        assert_eq!(status(&output), expected, "{}", out(&output));
    }
    assert_eq!(status(&bench.run(&["verify", "missing.json"])), 2);
    assert_eq!(status(&bench.run(&["verify", "."])), 2);
}

#[test]
fn new_never_overwrites() {
    let bench = Bench::new();
    let output = bench.run(&["new", "grasp.toml"]);
    assert_eq!(status(&output), 0);
    assert!(out(&output).contains("stiction check grasp.toml"));
    assert_eq!(status(&bench.run(&["check", "grasp.toml", "--no-picture", "--expect", "yes"])), 0);
    std::fs::write(bench.path("grasp.toml"), "mine").unwrap();
    let output = bench.run(&["new", "grasp.toml"]);
    assert_eq!(status(&output), 2);
    assert_eq!(std::fs::read_to_string(bench.path("grasp.toml")).unwrap(), "mine");
    assert!(out(&bench.run(&["new"])).contains("stiction = 1"));
}

#[test]
fn examples_are_listed_printed_and_drawn() {
    let bench = Bench::new();
    let listed = out(&bench.run(&["examples"]));
    for name in EXAMPLES {
        assert!(listed.contains(name));
        assert_eq!(out(&bench.run(&["examples", name])), std::fs::read_to_string(example(name)).unwrap());
    }
    bench.run(&["examples", "gripper", "rest", "--picture", "two.svg"]);
    assert!(std::fs::read_to_string(bench.path("two.svg")).unwrap().contains("</svg>"));
    let output = bench.run(&["examples", "griper"]);
    assert_eq!(status(&output), 2);
    assert!(err(&output).contains("gripper"));
}

#[test]
fn the_schema_is_json_and_completions_are_scripts() {
    let bench = Bench::new();
    assert!(json(&bench.run(&["schema"]))["$schema"].is_string());
    for shell in ["bash", "zsh", "fish"] {
        let output = bench.run(&["completions", shell]);
        assert_eq!(status(&output), 0);
        assert!(out(&output).contains("closure") && out(&output).contains("picture"), "{shell}");
    }
}

#[test]
fn the_help_of_every_command_has_an_example() {
    let bench = Bench::new();
    for word in
        ["check", "contacts", "closure", "stand", "jam", "verify", "schema", "new", "examples", "completions"]
    {
        let output = bench.run(&[word, "--help"]);
        assert_eq!(status(&output), 0);
        assert!(
            out(&output).contains("Example") && out(&output).contains(&format!("stiction {word}")),
            "{word}"
        );
    }
    assert!(out(&bench.run(&["--help"])).contains("Example"));
    assert!(out(&bench.run(&["--version"])).starts_with("stiction "));
}

#[test]
fn colour_is_for_terminals_unless_it_is_demanded() {
    let bench = Bench::with("bad.toml", FAULTY);
    assert!(!err(&bench.run(&["check", "bad.toml"])).contains('\u{1b}'));
    assert!(!err(&bench.run(&["check", "bad.toml", "--color", "never"])).contains('\u{1b}'));
    assert!(err(&bench.run(&["check", "bad.toml", "--color", "always"])).contains('\u{1b}'));
}

#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    let mut child = command(&["check", &example("gripper"), "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((err(&output).as_str(), status(&output)), ("", 0));
}

#[test]
fn files_that_are_no_scenes_are_refused() {
    let bench = Bench::with("binary.toml", b"stiction = 1\n\xff\xfe\n");
    std::fs::write(bench.path("empty.toml"), "").unwrap();
    std::fs::write(bench.path("empty.json"), "").unwrap();
    std::fs::write(bench.path("deep.json"), "[".repeat(1_000_000)).unwrap();
    std::fs::write(bench.path("deep.toml"), format!("a = {}", "[".repeat(1_000_000))).unwrap();
    std::fs::create_dir(bench.path("folder.toml")).unwrap();
    std::fs::File::create(bench.path("large.toml")).unwrap().set_len(100 << 20).unwrap();
    for (name, code) in [
        ("binary.toml", "not-utf8"),
        ("empty.toml", "missing-key"),
        ("empty.json", "syntax"),
        ("deep.json", "too-deep"),
        ("deep.toml", "too-deep"),
        ("folder.toml", "no-file"),
        ("large.toml", "too-large"),
        ("missing.toml", "no-file"),
    ] {
        let output = bench.run(&["check", name, "--json"]);
        assert_eq!(status(&output), 2, "{name}");
        let codes = json(&output)["faults"].to_string();
        assert!(codes.contains(&format!("\"{code}\"")), "{name}: {codes}");
        assert!(bench.run(&["check", name]).stderr.len() < 10_000, "{name}");
    }
    // A limit that overflows is no limit.
    let most = u64::MAX.to_string();
    assert_eq!(status(&bench.run(&["check", &example("rest"), "--no-picture", "--max-size", &most])), 0);
}

/// Long enough for a bar in any build: the blocks of a long row touch two by two.
fn long_row() -> String {
    let mut scene = String::from("stiction = 1\ndimension = 3\n[detect]\n");
    for index in 0..1000 {
        scene +=
            &format!("[bodies.b{index}]\nshape.box = {{ center = [{index}, 0, 0], size = [1, 1, 1] }}\n");
    }
    scene
}

#[test]
fn no_bar_is_drawn_where_standard_error_is_no_terminal() {
    let bench = Bench::with("row.toml", long_row());
    for words in [&["contacts", "row.toml"][..], &["contacts", "row.toml", "--json"]] {
        let ran = bench.run(words);
        assert_eq!(ran.status.code(), Some(0));
        assert!(ran.stdout.len() > 100_000);
        assert_eq!(String::from_utf8(ran.stderr).unwrap(), "");
    }
}
