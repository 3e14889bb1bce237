//! `cargo xtask real DIR`: every mesh and assembly below a folder through the command, in a table.
//!
//! A mesh is asked for its contacts: as it is, then with holes filled, then as its convex hull, then as a bare
//! surface; the first way that is answered counts.  An assembly in JSON is asked whether it stands, with friction
//! 0.7.  A JSON file that is no assembly is passed over. Beside it stands what trimesh says of the same file, where
//! Python has it.
//!
//! The command is the built one, or the one that `STICTION` names; the Python is `python3`, or the one that `PYTHON`
//! names.

use crate::steps::{Build, program, say};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The files that are tried.
const KINDS: [&str; 8] = ["stl", "obj", "ply", "off", "gltf", "glb", "3mf", "json"];

/// The ways a mesh is taken, one after the other: what the table calls it, and the flag.
const WAYS: [(&str, &[&str]); 4] =
    [("as is", &[]), ("filled", &["--fill"]), ("hull", &["--hull"]), ("surface", &["--surface"])];

/// Seconds that one question may take.
const TIME: &str = "20";

/// Loads each file of its arguments, and says what it found: a line a file.
const TRIMESH: &str = "\
import sys, trimesh
for name in sys.stdin.read().splitlines():
    try:
        mesh = trimesh.load(name, force='mesh', skip_materials=True)
        faces = len(mesh.faces)
        print('watertight' if faces and mesh.is_watertight else 'open' if faces else 'empty', flush=True)
    except BaseException:
        print('refused', flush=True)
";

/// What became of one file.
struct Row {
    file: PathBuf,
    kind: String,
    /// The way that was answered; none where none was.
    way: Option<&'static str>,
    /// The first fault of the file as it is.
    fault: Option<String>,
    /// Codes of its warnings.
    warnings: Vec<String>,
    verdict: Option<String>,
    time: Duration,
    peer: String,
}

/// Tries every file below a folder.
pub(crate) fn run(folder: &str) -> Result<(), String> {
    let command = command()?;
    let mut files = Vec::new();
    gather(Path::new(folder), &mut files)?;
    files.sort();
    let peers = trimesh(&files);
    let mut rows = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let peer = peers.get(index).cloned().unwrap_or_else(|| "-".into());
        if let Some(row) = tried(&command, file, peer) {
            say(&shown(&row, Path::new(folder)));
            rows.push(row);
        }
    }
    summary(&rows).iter().for_each(|line| say(line));
    Ok(())
}

fn command() -> Result<PathBuf, String> {
    let built = [Build::Release, Build::Tested].map(|build| build.program("stiction"));
    let named = std::env::var_os("STICTION").map(PathBuf::from);
    let found = named.into_iter().chain(built).find(|path| path.is_file());
    found.ok_or_else(|| "build the command first: cargo build --release".into())
}

fn extension(file: &Path) -> String {
    file.extension().unwrap_or_default().to_string_lossy().to_lowercase()
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|fault| format!("{}: {fault}", folder.display()))?;
    for entry in entries.flatten() {
        let path = entry.path();
        // Links are not followed: a folder may lead back to itself.
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_dir() {
            gather(&path, files)?;
        } else if kind.is_file() && KINDS.contains(&extension(&path).as_str()) {
            files.push(path);
        }
    }
    Ok(())
}

/// What trimesh says of each file, in order; nothing where it is not there.
fn trimesh(files: &[PathBuf]) -> Vec<String> {
    use std::io::Write;
    use std::process::Stdio;
    let python = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    let mut started = program(python);
    started.args(["-c", TRIMESH]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let Ok(mut child) = started.spawn() else { return Vec::new() };
    let names: Vec<String> = files
        .iter()
        .map(|file| std::path::absolute(file).unwrap_or_else(|_| file.clone()).to_string_lossy().into_owned())
        .collect();
    if let Some(mut input) = child.stdin.take() {
        let _ = input.write_all(names.join("\n").as_bytes());
    }
    let Ok(output) = child.wait_with_output() else { return Vec::new() };
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

fn tried(command: &Path, file: &Path, peer: String) -> Option<Row> {
    let kind = extension(file);
    let start = Instant::now();
    let mut row = Row {
        file: file.to_owned(),
        kind: kind.clone(),
        way: None,
        fault: None,
        warnings: Vec::new(),
        verdict: None,
        time: Duration::ZERO,
        peer,
    };
    let question: &[&str] = if kind == "json" { &["stand", "--friction", "0.7"] } else { &["contacts"] };
    for (way, flags) in WAYS {
        let path = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        let mut asked = program(command);
        asked.args(question).arg(path).args(["--json", "--time", TIME]).args(flags);
        let output = asked.output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let codes = |key: &str| after(&text, key).map(codes).unwrap_or_default();
        let late = output.status.code() == Some(1);
        let verdict = after(&text, "\"verdict\":").map(|rest| {
            rest.trim_start().chars().take_while(|c| *c != ',').filter(|c| c.is_alphabetic()).collect()
        });
        // What is known when time is up counts; other ways are for what is no solid, not for what takes long.
        if output.status.code() == Some(0) || late && verdict.is_some() {
            row.way = Some(way);
            row.warnings = codes("\"scene_warnings\"");
            row.verdict = verdict;
            break;
        }
        let fault = match output.status.code() {
            Some(2) => codes("\"faults\"").into_iter().next().unwrap_or_else(|| "status 2".into()),
            Some(other) => format!("status {other}"),
            None => "killed".into(),
        };
        // A JSON file of something else is none of ours.
        if kind == "json"
            && matches!(fault.as_str(), "missing" | "unknown-key" | "missing-key" | "wrong-type" | "type")
        {
            return None;
        }
        row.fault.get_or_insert(fault);
        if late {
            break;
        }
    }
    row.time = start.elapsed();
    Some(row)
}

fn after<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    text.find(key).map(|at| &text[at + key.len()..])
}

/// The codes in a list of faults or warnings, each once.
fn codes(list: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for part in list.split("\"code\":").skip(1) {
        let code: String =
            part.trim_start().trim_start_matches('"').chars().take_while(|c| *c != '"').collect();
        if !found.contains(&code) {
            found.push(code);
        }
    }
    found
}

/// The codes that change what is asked about; the others only remark.
fn changes(row: &Row) -> Vec<&str> {
    row.warnings
        .iter()
        .map(String::as_str)
        .filter(|code| !matches!(*code, "assumed" | "no-contacts"))
        .collect()
}

fn shown(row: &Row, folder: &Path) -> String {
    let name = row.file.strip_prefix(folder).unwrap_or(&row.file).display();
    let way = row.way.unwrap_or("REFUSED");
    let fault = row.fault.as_deref().unwrap_or("");
    let verdict = row.verdict.as_deref().unwrap_or("");
    let (changes, peer) = (changes(row).join(","), &row.peer);
    format!(
        "{way:<8} {fault:<20} {verdict:<10} {peer:<10} {:>6.1} s  {name}  {changes}",
        row.time.as_secs_f64()
    )
}

/// Counts by kind, then how many of what trimesh loads is usable.
fn summary(rows: &[Row]) -> Vec<String> {
    let mut kinds: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        kinds.entry(&row.kind).or_default().push(row);
    }
    let mut lines = vec![format!(
        "\n{:<6} {:>6} {:>6} {:>7} {:>6} {:>8} {:>8}",
        "kind", "files", "as is", "filled", "hull", "surface", "refused"
    )];
    for (kind, rows) in &kinds {
        let count = |way: Option<&str>| rows.iter().filter(|row| row.way == way).count();
        let [as_is, filled, hull, surface] = WAYS.map(|(way, _)| count(Some(way)));
        lines.push(format!(
            "{kind:<6} {:>6} {as_is:>6} {filled:>7} {hull:>6} {surface:>8} {:>8}",
            rows.len(),
            count(None)
        ));
    }
    let loaded: Vec<&Row> = rows
        .iter()
        .filter(|row| row.kind != "json" && matches!(row.peer.as_str(), "watertight" | "open"))
        .collect();
    if !loaded.is_empty() {
        let usable = loaded.iter().filter(|row| row.way.is_some()).count();
        let solid = loaded.iter().filter(|row| matches!(row.way, Some("as is" | "filled"))).count();
        let part = |count: usize| 100.0 * count as f64 / loaded.len() as f64;
        lines.push(format!(
            "\nof {} meshes that trimesh loads, {usable} ({:.1} %) are usable with one command, {solid} ({:.1} %) of them as the solids that they are",
            loaded.len(),
            part(usable),
            part(solid)
        ));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_once_each_from_the_json_of_the_command() {
        let text =
            r#"{"faults": [{"code": "open-surface", "line": 1}, {"code": "open-surface"}, {"code":"size"}]}"#;
        assert_eq!(
            after(text, "\"faults\"").map(codes),
            Some(vec!["open-surface".to_owned(), "size".to_owned()])
        );
    }

    #[test]
    fn the_summary_counts_by_kind_and_against_trimesh() {
        let row = |way, peer: &str| Row {
            file: "a.stl".into(),
            kind: "stl".into(),
            way,
            fault: None,
            warnings: Vec::new(),
            verdict: None,
            time: Duration::ZERO,
            peer: peer.into(),
        };
        let lines = summary(&[
            row(Some("as is"), "watertight"),
            row(Some("hull"), "open"),
            row(None, "open"),
            row(None, "refused"),
        ]);
        assert!(lines[1].split_whitespace().eq(["stl", "4", "1", "0", "1", "0", "2"]), "{lines:?}");
        assert!(lines[2].contains("of 3 meshes that trimesh loads, 2 (66.7 %)"), "{lines:?}");
    }
}
