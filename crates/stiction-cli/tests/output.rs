//! What is written, and where: a full disk, pictures that fail, files that are read and written at once, names with
//! everything in them, standard input, and what a scene may read.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

const DISC: &str = "stiction = 1\ndimension = 2\ngravity = [0, -10]\n\
    [bodies.disc]\nmass = 1\ninertia = 1\nshape.disc = { radius = 1 }\n\
    [[contacts]]\non = \"disc\"\npoint = [0, -1]\nfriction = 0.5\n";

/// A tetrahedron, ASCII STL.
fn tetrahedron() -> String {
    let corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]];
    let mut text = "solid t\n".to_owned();
    for face in [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]] {
        text += "facet normal 0 0 0\nouter loop\n";
        for corner in face {
            let [x, y, z]: [i32; 3] = corners[corner];
            text += &format!("vertex {x} {y} {z}\n");
        }
        text += "endloop\nendfacet\n";
    }
    text + "endsolid\n"
}

fn with_mesh(name: &str) -> String {
    format!(
        "stiction = 1\ndimension = 3\n[bodies.part]\ndensity = 1\nshape.mesh = {name:?}\n\
         [[contacts]]\non = \"part\"\npoint = [0.1, 0.1, 0]\nnormal = [0, 0, 1]\n"
    )
}

struct Bench(TempDir);

impl Bench {
    fn with(files: &[(&str, &str)]) -> Self {
        let bench = Self(tempfile::tempdir().unwrap());
        for (name, contents) in files {
            std::fs::write(bench.path(name), contents).unwrap();
        }
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stiction"));
        command.args(words).current_dir(self.0.path()).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
        command
    }

    fn run(&self, words: &[&str]) -> Said {
        said(self.command(words).output().unwrap())
    }

    fn fed(&self, words: &[&str], text: &str) -> Said {
        let mut command = self.command(words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        said(child.wait_with_output().unwrap())
    }

    fn files(&self) -> Vec<String> {
        crate::folder::files(self.0.path())
    }
}

struct Said {
    status: i32,
    out: String,
    err: String,
}

fn said(output: Output) -> Said {
    Said {
        status: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Whether a text would move the cursor or hide something; ends of lines do not count.
fn is_raw(text: &str) -> bool {
    text.contains(|c: char| c != '\n' && stiction::scene::is_hidden(c))
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_does_not_fit_on_the_disk_is_a_failure() {
    let bench = Bench::with(&[("a.toml", DISC)]);
    for words in
        [&["stand", "a.toml"][..], &["stand", "a.toml", "--json"], &["schema"], &["contacts", "a.toml"]]
    {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = said(bench.command(words).stdout(full).output().unwrap());
        assert_eq!(output.status, 1, "{words:?}");
        assert!(output.err.contains("error: cannot write the answer"), "{}", output.err);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_to_a_closed_standard_output_is_a_failure() {
    let bench = Bench::with(&[("a.toml", DISC)]);
    let stiction = env!("CARGO_BIN_EXE_stiction");
    let run = |how: &str| {
        let line = format!("'{stiction}' stand a.toml {how}");
        said(Command::new("sh").args(["-c", &line]).current_dir(bench.0.path()).output().unwrap())
    };
    for how in [">&-", "--json >&-"] {
        let closed = run(how);
        assert!(
            closed.status == 1 && closed.err.starts_with("error: standard output is closed"),
            "{}",
            closed.err
        );
    }
    // Where nobody wants the answer, or more than the answer is asked for, nothing is lost.
    for how in [">/dev/null", "--json >/dev/null", "--expect yes >&-", "--picture a.svg >&-"] {
        let lost = run(how);
        assert_eq!((lost.status, lost.err.as_str()), (0, ""), "{how}");
    }
    // A reader that has seen enough is no failure.
    assert_eq!((run("| head -1").err, run("| head -1").status), (String::new(), 0));
    // Nor is it one to have nowhere to complain.
    assert_eq!(run("2>&-").status, 0);
    assert_eq!(run("--picture no/such/folder.svg 2>&-").status, 1);
}

#[test]
fn a_picture_that_cannot_be_written_takes_no_answer_along() {
    let bench = Bench::with(&[("a.toml", DISC)]);
    let plain = bench.run(&["stand", "a.toml"]);
    std::fs::create_dir(bench.path("folder.svg")).unwrap();
    for picture in ["no/such/folder.svg", "folder.svg"] {
        let output = bench.run(&["stand", "a.toml", "--picture", picture]);
        assert_eq!((output.status, output.out.as_str()), (1, plain.out.as_str()), "{picture}");
        assert!(output.err.contains("error: cannot write") && output.err.contains(picture), "{}", output.err);
        let output = bench.run(&["stand", "a.toml", "--json", "--picture", picture]);
        assert_eq!(output.status, 1);
        assert!(serde_json::from_str::<serde_json::Value>(&output.out).is_ok());
    }
    assert_eq!(bench.files(), ["a.toml", "folder.svg"]);
    // The failure of the program counts more than an expectation.
    let output = bench.run(&["stand", "a.toml", "--expect", "no", "--picture", "folder.svg"]);
    assert_eq!(output.status, 1);
    assert!(output.err.contains("expected no"));
}

#[test]
fn a_picture_is_written_whole_over_one_that_was_there() {
    let bench = Bench::with(&[("a.toml", DISC), ("a.svg", "an older and, it may be, much longer picture")]);
    let output = bench.run(&["stand", "a.toml", "--picture", "a.svg"]);
    assert!(output.status == 0 && output.out.ends_with("picture: a.svg\n"), "{}", output.out);
    let text = std::fs::read_to_string(bench.path("a.svg")).unwrap();
    assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"));
    assert_eq!(bench.files(), ["a.svg", "a.toml"]);
}

#[test]
fn a_picture_is_not_written_over_what_is_read() {
    let bench = Bench::with(&[("scene.svg", DISC), ("scene.png", DISC), ("w.svg", "[[0, 0, -1]]")]);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("scene.svg", bench.path("link.svg")).unwrap();
        std::fs::hard_link(bench.path("scene.svg"), bench.path("hard.svg")).unwrap();
        for picture in ["link.svg", "hard.svg"] {
            let output = bench.run(&["stand", "scene.svg", "--picture", picture]);
            assert_eq!(output.status, 2, "{picture}");
        }
    }
    let cases: [&[&str]; 4] = [
        &["stand", "scene.svg", "--picture", "scene.svg"],
        &["stand", "scene.svg", "--picture", "./scene.svg"],
        // `check` draws into the scene's name with `.png`.
        &["check", "scene.png"],
        &["closure", "scene.svg", "--wrenches", "w.svg", "--picture", "w.svg"],
    ];
    for words in cases {
        let output = bench.run(words);
        assert_eq!((output.status, output.out.as_str()), (2, ""), "{words:?}");
        assert!(output.err.contains("would be written over"), "{}", output.err);
    }
    assert_eq!(std::fs::read_to_string(bench.path("scene.svg")).unwrap(), DISC);
    assert_eq!(std::fs::read_to_string(bench.path("scene.png")).unwrap(), DISC);
}

#[test]
fn a_scene_and_a_report_may_come_from_standard_input() {
    let bench = Bench::with(&[("a.toml", DISC), ("t.stl", &tetrahedron())]);
    assert_eq!(bench.fed(&["stand", "-"], DISC).out, bench.run(&["stand", "a.toml"]).out);
    let report = bench.fed(&["closure", "-", "--json"], DISC).out;
    let verified = bench.fed(&["verify", "-"], &report);
    assert!(verified.status == 0 && verified.out.contains(", 0 refused"), "{}", verified.out);
    // Files are beside the user then, and so is the picture.
    assert_eq!(bench.fed(&["contacts", "-"], &with_mesh("t.stl")).status, 0);
    assert!(bench.fed(&["check", "-"], DISC).out.ends_with("picture: scene.png\n"));
    // Faults point into what was read.
    let bad = bench.fed(&["stand", "-"], &DISC.replace("radius", "radios"));
    assert!(
        bad.status == 2 && bad.err.contains("standard input:7") && bad.err.contains("radios"),
        "{}",
        bad.err
    );
}

#[test]
fn a_new_scene_is_in_the_format_of_its_name() {
    let bench = Bench::with(&[("t.stl", &tetrahedron())]);
    for name in ["a.toml", "a.json", "plain"] {
        assert_eq!(bench.run(&["new", name]).status, 0, "{name}");
        let checked = bench.run(&["check", name, "--no-picture"]);
        assert_eq!((checked.status, checked.err.as_str()), (0, ""), "{name}");
    }
    assert_eq!(bench.run(&["new", "part.json", "--from", "t.stl"]).status, 0);
    let json = std::fs::read_to_string(bench.path("part.json")).unwrap();
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&json).unwrap()["bodies"]["part"]["shape"]["mesh"],
        "t.stl"
    );
    assert_eq!(bench.run(&["contacts", "part.json"]).status, 0);
    for name in ["a.obj", "a.svg", "a.yaml"] {
        assert_eq!(bench.run(&["new", name]).status, 2, "{name}");
        assert!(!bench.path(name).exists());
    }
    let kept = std::fs::read_to_string(bench.path("a.json")).unwrap();
    assert_eq!(bench.run(&["new", "a.json"]).status, 2);
    assert_eq!(std::fs::read_to_string(bench.path("a.json")).unwrap(), kept);
}

/// A name with every character that is not seen, and some that break strings.
fn hostile_name() -> String {
    let every = (0..=0x10_ffff).filter_map(char::from_u32).filter(|c| stiction::scene::is_hidden(*c));
    let tricks = "\u{1b}[2J\u{1b}]0;title\u{7}\u{9b}31m\nverified  all\r\n\"\"\"\\ # ' = [x]";
    format!("{tricks}{}", every.collect::<String>())
}

#[test]
fn whatever_a_body_is_called_the_terminal_gets_text_and_the_contacts_stay_toml() {
    let name = hostile_name();
    let scene = serde_json::json!({
        "stiction": 1, "dimension": 2, "gravity": [0, -10], "title": name,
        "bodies": { &name: { "mass": 1, "inertia": 1, "shape": { "disc": { "radius": 1 } },
                             "pose": [0, 0, 0.5] } },
        "contacts": [
            { "id": name, "on": name, "point": [0, -1], "friction": 0.5 },
            { "on": name, "points": [[1, 0], [0.5, 0.1]], "normal": [-1, 0], "id": format!("{name}2") },
        ],
    });
    let bench = Bench::with(&[("a.json", &scene.to_string())]);
    for question in
        ["check", "contacts", "closure", "stand", "motions", "modes", "labels", "stability", "outcomes"]
    {
        let output = bench.run(&[question, "a.json", "--no-picture"]);
        assert!(!is_raw(&output.out) && !is_raw(&output.err), "{question}: {:?}", output.out);
        assert!(!output.out.lines().any(|line| line.starts_with("verified  all")), "{question}");
        let output = bench.run(&[question, "a.json", "--no-picture", "--json"]);
        assert!(!is_raw(&output.out), "{question}");
        serde_json::from_str::<serde_json::Value>(&output.out).unwrap();
    }
    let printed = bench.run(&["contacts", "a.json"]).out;
    let mut quoted = String::new();
    stiction::scene::push_quoted(&mut quoted, &name);
    let again = format!("stiction = 1\ndimension = 2\n[bodies.{quoted}]\n{printed}");
    std::fs::write(bench.path("again.toml"), again).unwrap();
    let read = bench.run(&["contacts", "again.toml", "--json"]);
    assert_eq!(read.status, 0, "{}", read.out);
    let read: serde_json::Value = serde_json::from_str(&read.out).unwrap();
    assert_eq!(
        (&read["contacts"][0]["id"], &read["contacts"][0]["on"]),
        (&name.as_str().into(), &name.as_str().into())
    );
    // A report that names it so, and a picture of it.
    let report = bench.run(&["closure", "a.json", "--json"]).out;
    std::fs::write(bench.path("report.json"), report.replace("closure", "\\u001b[2K\\nverified  all"))
        .unwrap();
    let refused = bench.run(&["verify", "report.json"]);
    assert!(
        refused.status == 1 && !is_raw(&refused.out) && refused.out.lines().count() == 2,
        "{:?}",
        refused.out
    );
    let drawn = bench.run(&["closure", "a.json", "--picture", "a.png"]);
    assert_eq!(drawn.status, 0, "{}", drawn.err);
}

#[test]
fn faults_of_a_file_with_any_name_are_text() {
    let name = hostile_name();
    let scene =
        serde_json::json!({ "stiction": 1, "dimension": 2, "bodies": { &name: { "mas": name } }, &name: 1 });
    let bench = Bench::with(&[("a.json", &scene.to_string())]);
    let output = bench.run(&["stand", "a.json"]);
    assert!(output.status == 2 && !is_raw(&output.err), "{:?}", output.err);
    let output = bench.run(&["stand", "a.json", "--json"]);
    assert!(output.status == 2 && !is_raw(&output.out));
    serde_json::from_str::<serde_json::Value>(&output.out).unwrap();
}

#[cfg(unix)]
#[test]
fn names_of_files_are_text_too() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let bench = Bench::with(&[]);
    let name = OsStr::from_bytes(b"a\x1b[2J\nerror: forged\xc2\x9b\xff.toml");
    let ask = |words: &[&str], last: &OsStr| {
        let output = bench.command(words).arg(last).output().unwrap();
        said(output)
    };
    for words in [&["stand"][..], &["verify"], &["lcp"], &["robot"], &["new", "x.toml", "--from"]] {
        let output = ask(words, name);
        assert_eq!(output.status, 2, "{words:?}: {}", output.err);
        assert!(
            !is_raw(&output.err) && !output.err.lines().any(|line| line.starts_with("error: forged")),
            "{words:?}"
        );
    }
    std::fs::write(bench.path("").join(name), DISC).unwrap();
    let output = ask(&["check"], name);
    assert!(output.status == 0 && !is_raw(&output.out), "{:?}", output.out);
}

#[cfg(unix)]
#[test]
fn a_mesh_is_read_from_the_folder_of_the_scene_and_from_no_pipe() {
    let outside = Bench::with(&[("t.stl", &tetrahedron())]);
    let bench = Bench::with(&[("own.stl", &tetrahedron())]);
    std::os::unix::fs::symlink(outside.path("t.stl"), bench.path("out.stl")).unwrap();
    std::os::unix::fs::symlink("own.stl", bench.path("again.stl")).unwrap();
    let away = outside.path("t.stl").to_string_lossy().into_owned();
    for (file, mesh) in [("own", "own.stl"), ("again", "again.stl"), ("out", "out.stl"), ("away", &away)] {
        std::fs::write(bench.path(&format!("{file}.toml")), with_mesh(mesh)).unwrap();
    }
    assert_eq!(
        (bench.run(&["contacts", "own.toml"]).status, bench.run(&["contacts", "again.toml"]).status),
        (0, 0)
    );
    let refused = bench.run(&["contacts", "out.toml"]);
    assert!(refused.status == 2 && refused.err.contains("leads out of the folder"), "{}", refused.err);
    assert!(refused.err.contains("--root"), "{}", refused.err);
    assert_eq!(bench.run(&["contacts", "away.toml"]).status, 2);
    let root = outside.path("").to_string_lossy().into_owned();
    for file in ["own.toml", "out.toml", "away.toml"] {
        let read = bench.run(&["contacts", file, "--root", &root]);
        assert_eq!(read.status, 0, "{file}: {}", read.err);
    }
    let made = Command::new("mkfifo").arg(bench.path("pipe.stl")).status();
    if made.is_ok_and(|status| status.success()) {
        std::fs::write(bench.path("pipe.toml"), with_mesh("pipe.stl")).unwrap();
        let refused = bench.run(&["contacts", "pipe.toml"]);
        assert!(refused.status == 2 && refused.err.contains("not a regular file"), "{}", refused.err);
    }
}

#[test]
fn the_largest_size_counts_for_what_a_scene_names() {
    let padded = tetrahedron() + &" \n".repeat(600_000);
    let bench = Bench::with(&[("t.stl", &padded), ("a.toml", &with_mesh("t.stl"))]);
    assert_eq!(bench.run(&["contacts", "a.toml"]).status, 0);
    let refused = bench.run(&["contacts", "a.toml", "--max-size", "1"]);
    assert!(refused.status == 2 && refused.err.contains("more than the limit of 1048576"), "{}", refused.err);
    assert_eq!(bench.run(&["new", "b.toml", "--from", "t.stl", "--max-size", "1"]).status, 2);
}

#[test]
fn folders_and_files_that_may_not_be_read_are_bad_input() {
    let bench = Bench::with(&[("a.toml", DISC)]);
    let folder = bench.0.path().join("empty");
    std::fs::create_dir(&folder).unwrap();
    let folder = folder.to_string_lossy().into_owned();
    for words in [&["stand", &folder][..], &["verify", &folder], &["robot", &folder], &["stand", "none.toml"]]
    {
        let output = bench.run(words);
        assert!(output.status == 2 && output.err.contains("cannot read"), "{words:?}: {}", output.err);
    }
    assert!(Path::new(&folder).exists());
}

#[test]
fn a_check_answers_what_it_can_and_leaves_with_success() {
    // A drawer that slides between two runners: how they bend is not known, which jamming does not need.
    let runner = |x: f64, y: f64, way: i32| {
        format!("[[contacts]]\non = \"drawer\"\npoint = [{x}, {y}]\nnormal = [{way}, 0]\nfriction = 0.35\n")
    };
    let moving =
        "stiction = 1\ndimension = 2\n[bodies.drawer]\nmass = 3\ninertia = 0.1\ntwist = [0, 0, -0.1]\n"
            .to_owned()
            + &runner(-0.25, -0.1, 1)
            + &runner(0.25, 0.1, -1);
    let bench = Bench::with(&[("a.toml", &moving)]);
    let output = bench.run(&["check", "a.toml", "--no-picture"]);
    assert!(output.status == 0 && output.err.is_empty(), "{}", output.err);
    assert!(
        output.out.contains("outcomes: not answered\n  because   contacts.1.curvature: "),
        "{}",
        output.out
    );
    let report = bench.run(&["check", "a.toml", "--json"]);
    std::fs::write(bench.path("report.json"), report.out).unwrap();
    let verified = bench.run(&["verify", "report.json", "--scene", "a.toml"]);
    assert!(verified.status == 0 && verified.out.contains("unanswered: of the scene"), "{}", verified.out);
    // Who asks for that question alone is told what stands against it.
    assert_eq!(bench.run(&["outcomes", "a.toml"]).status, 2);
}

#[test]
fn a_mesh_of_a_package_is_read_where_the_person_says_it_lies() {
    let package = Bench::with(&[("t.stl", &tetrahedron())]);
    let bench = Bench::with(&[("a.toml", &with_mesh("package://parts/t.stl"))]);
    let refused = bench.run(&["contacts", "a.toml"]);
    assert!(refused.status == 2 && refused.err.contains("--package parts=DIR"), "{}", refused.err);
    let folder = format!("parts={}", package.path("").display());
    let read = bench.run(&["contacts", "a.toml", "--package", &folder, "--json"]);
    assert_eq!(read.status, 0, "{}", read.err);
    std::fs::write(bench.path("r.json"), &read.out).unwrap();
    let verified = bench.run(&["verify", "r.json", "--scene", "a.toml", "--package", &folder]);
    assert_eq!(verified.status, 0, "{}{}", verified.out, verified.err);
    assert_eq!(bench.run(&["contacts", "a.toml", "--package", "parts"]).status, 2);
}

#[cfg(unix)]
#[test]
fn a_robot_of_a_package_is_read_and_a_link_out_of_it_is_not() {
    let urdf = "<robot name=\"r\"><link name=\"base\"/></robot>";
    let (package, away) = (Bench::with(&[("arm.urdf", urdf)]), Bench::with(&[("arm.urdf", urdf)]));
    std::os::unix::fs::symlink(away.path("arm.urdf"), package.path("out.urdf")).unwrap();
    let scene = |name: &str| {
        format!("stiction = 1\ndimension = 3\n[robot]\nurdf = \"package://arm/{name}\"\nframe = \"base\"\n")
    };
    let bench = Bench::with(&[("in.toml", &scene("arm.urdf")), ("out.toml", &scene("out.urdf"))]);
    let folder = format!("arm={}", package.path("").display());
    let read = bench.run(&["contacts", "in.toml", "--package", &folder]);
    assert!(!read.err.contains("robot-file"), "{}", read.err);
    let refused = bench.run(&["contacts", "out.toml", "--package", &folder]);
    assert!(
        refused.status == 2 && refused.err.contains("leads out of the folder of the package"),
        "{}",
        refused.err
    );
    assert!(bench.run(&["contacts", "in.toml"]).err.contains("--package arm=DIR"));
}

#[test]
fn a_scene_may_be_begun_around_a_mesh_that_lies_elsewhere() {
    let away = Bench::with(&[("t.stl", &tetrahedron())]);
    let bench = Bench::with(&[("own.stl", &tetrahedron())]);
    let own = bench.path("own.stl").to_string_lossy().into_owned();
    assert_eq!(bench.run(&["new", "own.toml", "--from", &own]).status, 0);
    assert!(std::fs::read_to_string(bench.path("own.toml")).unwrap().contains("shape.mesh = \"own.stl\""));
    let mesh = away.path("t.stl").to_string_lossy().into_owned();
    let written = bench.run(&["new", "away.toml", "--from", &mesh]);
    assert!(written.status == 0 && written.out.contains("--root "), "{}{}", written.out, written.err);
    let root = written.out.trim().rsplit_once("--root ").unwrap().1.to_owned();
    assert_eq!(bench.run(&["contacts", "away.toml"]).status, 2);
    let read = bench.run(&["contacts", "away.toml", "--root", &root]);
    assert_eq!(read.status, 0, "{}", read.err);
}

#[test]
fn a_file_of_another_kind_is_told_with_the_command_that_takes_it() {
    let urdf = "<?xml version=\"1.0\"?>\n<robot name=\"r\"><link name=\"base\"/></robot>";
    let bench = Bench::with(&[("r.urdf", urdf), ("t.stl", &tetrahedron()), ("a.toml", DISC)]);
    for (words, said) in [
        (&["stand", "t.stl"][..], "stiction new part.toml --from t.stl"),
        (&["stand", "r.urdf"], "stiction robot r.urdf"),
        (&["robot", "t.stl"], "stiction new scene.toml --from t.stl"),
        (&["robot", "a.toml"], "stiction check a.toml"),
        (&["new", "x.toml", "--from", "r.urdf"], "stiction robot r.urdf"),
        (&["new", "x.toml", "--from", "a.toml"], "stiction check a.toml"),
    ] {
        let output = bench.run(words);
        assert!(output.status == 2 && output.err.contains(said), "{words:?}: {}", output.err);
        assert_eq!(output.err.matches("error").count(), 1, "{words:?}: {}", output.err);
    }
}

#[test]
fn blocks_with_commas_and_colons_in_their_names_can_be_supports() {
    let cube = |name: &str, z: i32, first: usize| {
        let corner = |k: usize| format!("v {} {} {}\n", k & 1, k >> 1 & 1, z + (k as i32 >> 2));
        let faces = [[1, 3, 4, 2], [5, 6, 8, 7], [1, 2, 6, 5], [3, 7, 8, 4], [1, 5, 7, 3], [2, 4, 8, 6]];
        let face = |face: &[usize; 4]| {
            let corners: Vec<String> = face.iter().map(|k| (k + first).to_string()).collect();
            format!("f {}\n", corners.join(" "))
        };
        format!(
            "o {name}\n{}{}",
            (0..8).map(corner).collect::<String>(),
            faces.iter().map(face).collect::<String>()
        )
    };
    let bench = Bench::with(&[("w.obj", &(cube("base,left", 0, 0) + &cube("top:1", 1, 8)))]);
    for (supports, status) in [("\"base,left\"", 0), ("top:1", 0), ("base,left", 2)] {
        let output = bench.run(&["contacts", "w.obj", "--supports", supports]);
        assert_eq!(output.status, status, "{supports}: {}", output.err);
    }
    let refused = bench.run(&["contacts", "w.obj", "--supports", "base,left"]).err;
    assert!(refused.contains("a name with commas stands in quotes"), "{refused}");
}

#[test]
fn warnings_have_one_shape_in_every_report() {
    // Without gravity `stand` remarks something; the stray point is a warning of the file.
    let scene = "stiction = 1\ndimension = 2\n[bodies.part]\nmass = 1\nshape.disc = { radius = 1 }\n[[contacts]]\non = \"part\"\npoint = [0, -1.001]\nnormal = [0, 1]\n";
    let bench = Bench::with(&[("a.toml", scene), ("b.toml", &scene.replace("mass = 1", "mas = 1"))]);
    let json = |words: &[&str]| serde_json::from_str::<serde_json::Value>(&bench.run(words).out).unwrap();
    let report = json(&["stand", "a.toml", "--json"]);
    let faults = json(&["stand", "b.toml", "--json"]);
    let keys = ["code", "path", "line", "column", "message", "help"];
    for list in [&report["warnings"], &report["scene_warnings"], &faults["warnings"]] {
        let list = list.as_array().unwrap();
        assert!(!list.is_empty(), "{report} {faults}");
        for warning in list {
            let found: Vec<&String> = warning.as_object().unwrap().keys().collect();
            assert!(
                found.len() == keys.len() && keys.iter().all(|key| warning.get(key).is_some()),
                "{warning}"
            );
        }
    }
}
