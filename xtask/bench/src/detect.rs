//! Contacts of a wall: of ten thousand blocks by the command, from the file to the printed list; of a hundred blocks by
//! the library beside the interfaces of compas_assembly.

use crate::measure::median;
use crate::peers::Script;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;
use stiction::detect::{Settings, detect};
use stiction::scene::{AnyScene, Scene};
use stiction::screw::Spatial;
use stiction_files::{Format, read_scene};

/// Courses and blocks in each: of the large wall, and of the one that the peer is given.
const LARGE: usize = 100;
const SMALL: usize = 10;
const ROUNDS: usize = 3;
const PEER: &str = "compas_assembly";

/// Prints a table of the small wall, its ratio, and a figure for each way to ask for the large one.
pub(crate) fn run(stiction: &Path, python: &Path, out: &mut dyn Write) -> Result<(), String> {
    let (ours, peer) = beside_peer(python)?;
    let small = format!("wall-space-{}", SMALL * SMALL);
    let figures = commands(stiction)?;
    let written = |fault: std::io::Error| fault.to_string();
    writeln!(out, "{ROUNDS} rounds in turns, medians").map_err(written)?;
    writeln!(out, "{:22} {:16} {:>10}", "case", "who", "s").map_err(written)?;
    for (who, seconds) in [("stiction", ours), (PEER, peer)] {
        writeln!(out, "{small:22} {who:16} {seconds:10.6}").map_err(written)?;
    }
    writeln!(out, "ratio detect {small} {:.1}", peer / ours).map_err(written)?;
    for (name, seconds) in figures {
        writeln!(out, "figure detect {name} {seconds:.3} s").map_err(written)?;
    }
    Ok(())
}

/// Seconds to find the joints of the small wall: ours and the peer's, which must find as many.
fn beside_peer(python: &Path) -> Result<(f64, f64), String> {
    let scene = scene_of(&space_wall(SMALL, ""))?;
    let boxes: Vec<Value> = blocks(SMALL).map(|block| box_of(block).1).collect();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("detect_peers.py");
    let mut script = Script::start(python, &script, &json!({ "wall": boxes }))?;
    let (mut ours, mut peer) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let found = detect(&scene, &Settings::default());
        ours.push(start.elapsed().as_secs_f64());
        let answer = script.ask(PEER, "wall")?;
        peer.push(answer["seconds"].as_f64().ok_or("the peer tells no time")?);
        let both = (found.contacts.len(), answer["count"].as_u64());
        if both != (4 * joints(SMALL), Some(joints(SMALL) as u64)) {
            return Err(format!("contacts and interfaces are {both:?}, of {} joints", joints(SMALL)));
        }
    }
    Ok((median(ours), median(peer)))
}

fn scene_of(text: &str) -> Result<Scene<Spatial>, String> {
    match read_scene(text, Format::Toml, "wall").map_err(|faults| faults.to_string())?.scene {
        AnyScene::Spatial(scene) => Ok(scene),
        AnyScene::Planar(_) => Err("the wall is flat".into()),
    }
}

/// Medians of the command on the large walls, as text and as JSON.
fn commands(stiction: &Path) -> Result<Vec<(String, f64)>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let detect = "[detect]\nfriction = 0.6\n";
    // On the ground stands one course.
    let patches = joints(LARGE) + LARGE;
    let walls = [
        ("plane", plane_wall(LARGE, detect), 2 * patches),
        ("space", space_wall(LARGE, detect), 4 * patches),
    ];
    let mut figures = Vec::new();
    for (name, text, contacts) in walls {
        let file = folder.path().join(format!("{name}.toml"));
        std::fs::write(&file, text).map_err(|error| error.to_string())?;
        check_count(stiction, &file, contacts)?;
        for (suffix, flag) in [("", None), ("-json", Some("--json"))] {
            let times: Result<Vec<f64>, String> = (0..ROUNDS).map(|_| timed(stiction, &file, flag)).collect();
            figures.push((format!("wall-{name}-{}{suffix}", LARGE * LARGE), median(times?)));
        }
    }
    Ok(figures)
}

fn asked(stiction: &Path, file: &Path) -> Command {
    let mut command = Command::new(stiction);
    command.arg("contacts").arg(file).stdin(Stdio::null());
    command
}

fn check_count(stiction: &Path, file: &Path, contacts: usize) -> Result<(), String> {
    let ran = asked(stiction, file).output().map_err(|error| error.to_string())?;
    let printed = String::from_utf8_lossy(&ran.stdout).lines().filter(|line| *line == "[[contacts]]").count();
    match printed == contacts {
        true => Ok(()),
        false => Err(format!("{printed} contacts instead of {contacts} in {}", file.display())),
    }
}

/// Seconds of one `stiction contacts FILE`, printing included.
fn timed(stiction: &Path, file: &Path, flag: Option<&str>) -> Result<f64, String> {
    let start = Instant::now();
    let ran = asked(stiction, file).args(flag).stdout(Stdio::null()).status();
    let seconds = start.elapsed().as_secs_f64();
    match ran.map_err(|error| error.to_string())?.success() {
        true => Ok(seconds),
        false => Err(format!("no contacts of {}", file.display())),
    }
}

/// Pairs of blocks that share a side: in a course, and between courses that are shifted by half a block.
fn joints(size: usize) -> usize {
    size * (size - 1) + (size - 1) * (2 * size - 1)
}

/// Low x and low height of every block of a square of so many, in tenths: blocks are 2 long and 1 high.
fn blocks(size: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..size).flat_map(move |course| (0..size).map(move |block| (2 * block + course % 2, course)))
}

fn tenths(value: usize) -> String {
    format!("{}.{}", value / 10, value % 10)
}

pub(crate) fn plane_wall(size: usize, detect: &str) -> String {
    let mut text = format!("stiction = 1\ndimension = 2\n{detect}");
    text.push_str("[bodies.ground]\nshape.half_plane = { point = [0, 0], normal = [0, 1] }\n");
    for (index, (x, y)) in blocks(size).enumerate() {
        let [west, east, low, high] = [x, x + 2, y, y + 1].map(tenths);
        let corners = format!("[{west}, {low}], [{east}, {low}], [{east}, {high}], [{west}, {high}]");
        let _ = writeln!(text, "[bodies.b{index}]\ndensity = 1800\nshape.polygon = [{corners}]");
    }
    text
}

/// The wall in space, on the ground where its contacts are to be found in the file.
pub(crate) fn space_wall(size: usize, detect: &str) -> String {
    let mut text = format!("stiction = 1\ndimension = 3\n{detect}");
    if !detect.is_empty() {
        text.push_str("[bodies.ground]\nshape.half_space = { point = [0, 0, 0], normal = [0, 0, 1] }\n");
    }
    for (index, block) in blocks(size).enumerate() {
        let _ = writeln!(text, "[bodies.b{index}]\ndensity = 1800\nshape = {{ box = {} }}", box_of(block).0);
    }
    text
}

/// A block as a box of the scene file, and as JSON.
fn box_of((x, z): (usize, usize)) -> (String, Value) {
    let height = format!("{}.{:02}", (10 * z + 5) / 100, (10 * z + 5) % 100);
    let text = format!("{{ center = [{}, 0.05, {height}], size = [0.2, 0.1, 0.1] }}", tenths(x + 1));
    let center = [(x + 1) as f64 / 10.0, 0.05, (10 * z + 5) as f64 / 100.0];
    (text, json!({ "center": center, "size": [0.2, 0.1, 0.1] }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_courses_of_two_have_five_joints_and_each_is_found() {
        assert_eq!(joints(2), 5);
        assert_eq!(blocks(2).collect::<Vec<_>>(), [(0, 0), (2, 0), (1, 1), (3, 1)]);
        assert!(plane_wall(2, "").contains("[0.1, 0.1], [0.3, 0.1], [0.3, 0.2], [0.1, 0.2]"));
        let scene = scene_of(&space_wall(2, "")).unwrap();
        assert_eq!(detect(&scene, &Settings::default()).contacts.len(), 20);
        let standing = scene_of(&space_wall(12, "[detect]\n")).unwrap();
        assert_eq!(standing.contacts.len(), 4 * (joints(12) + 12));
        assert_eq!(box_of((7, 11)).0, "{ center = [0.8, 0.05, 1.15], size = [0.2, 0.1, 0.1] }");
        assert_eq!(box_of((7, 11)).1["center"], json!([0.8, 0.05, 1.15]));
    }
}
