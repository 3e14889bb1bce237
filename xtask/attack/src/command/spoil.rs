//! Example files that are spoilt: letters, lines and bytes changed, cut, doubled.

use crate::Dice;
use std::path::{Path, PathBuf};

/// The bytes of a spoilt file, and the ending of its name.
pub(super) fn spoilt(dice: &mut Dice) -> (Vec<u8>, &'static str) {
    match dice.below(12) {
        0 => return (deep(dice), "json"),
        1 => return ((0..dice.below(400)).map(|_| dice.roll() as u8).collect(), "toml"),
        2 => return (thousands(dice), "json"),
        3 => return (pick(dice, ODD).as_bytes().to_vec(), "json"),
        _ => {}
    }
    let files = examples();
    let Some(file) = dice.pick(&files) else { return (Vec::new(), "toml") };
    let mut bytes = std::fs::read(file).unwrap_or_default();
    for _ in 0..1 + dice.below(3) {
        spoil(&mut bytes, dice);
    }
    (bytes, "toml")
}

const ODD: &[&str] = &[
    "",
    "{}",
    "[]",
    "null",
    r#"{"stiction":1}"#,
    r#"{"stiction":1,"stiction":1,"dimension":2,"bodies":{}}"#,
    r#"{"stiction":1,"dimension":2,"bodies":{"\u0062":{},"b":{}}}"#,
    r#"{"stiction":1,"dimension":2,"bodies":{"b":{"mass":1e999}},"contacts":[]}"#,
    r#"{"stiction":1,"dimension":2,"bodies":{"\ud800":{}}}"#,
    r#"{"M":[[1]],"q":[-1]}"#,
    r#"{"M":[["1",2],[3]],"q":[1,2]}"#,
    r#"{"M":[],"q":[]}"#,
    r#"{"question":"closure"}"#,
    r#"{"question":"check","answers":[{"question":"check","answers":[]}]}"#,
    "<robot name=\"r\"><link name=\"a\"/></robot>",
    "<robot",
    "\u{feff}stiction = 1",
];

fn pick<'a>(dice: &mut Dice, list: &[&'a str]) -> &'a str {
    dice.pick(list).copied().unwrap_or("")
}

fn examples() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["examples", "docs/guide/scenes", "xtask/attack/scenes"].map(|folder| root.join(folder));
    let entries = folders.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten();
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect();
    files.sort();
    files
}

/// Brackets within brackets.
fn deep(dice: &mut Dice) -> Vec<u8> {
    let depth = [10, 1000, 200_000][dice.below(3)];
    let open = pick(dice, &["[", "{\"a\":", "{\"stiction\":1,\"bodies\":{\"b\":{\"shape\":"]);
    open.repeat(depth).into_bytes()
}

/// Thousands of contacts.
fn thousands(dice: &mut Dice) -> Vec<u8> {
    let count = [1000, 5000][dice.below(2)];
    let contact = |index: usize| {
        format!(r#"{{"id":"c{index}","on":"b","point":[{index},0],"normal":[0,1],"friction":0.5}}"#)
    };
    let contacts: Vec<String> = (0..count).map(contact).collect();
    format!(
        r#"{{"stiction":1,"dimension":2,"gravity":[0,-9.81],"bodies":{{"b":{{"mass":1,"com":[1,1]}}}},"contacts":[{}]}}"#,
        contacts.join(",")
    )
    .into_bytes()
}

/// One change.
fn spoil(bytes: &mut Vec<u8>, dice: &mut Dice) {
    if bytes.is_empty() {
        return;
    }
    let at = dice.below(bytes.len());
    match dice.below(9) {
        0 => bytes.truncate(at),
        1 => bytes[at] = dice.roll() as u8,
        2 => {
            bytes.remove(at);
        }
        3 => numbers(bytes, dice),
        4 => line(bytes, dice, true),
        5 => line(bytes, dice, false),
        6 => replaced(bytes, dice, &[("friction", "fiction"), ("= [", "= [["), ("\"", "'"), ("1", "-1")]),
        7 => replaced(
            bytes,
            dice,
            &[("point", "points"), ("normal", "point"), ("on =", "against ="), ("0", "1e-300")],
        ),
        _ => {
            let piece: Vec<u8> = bytes[at..(at + dice.below(60)).min(bytes.len())].to_vec();
            bytes.splice(at..at, piece);
        }
    }
}

/// Another number in place of one.
fn numbers(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let digits: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at].is_ascii_digit()).collect();
    if let Some(&at) = dice.pick(&digits) {
        let other = pick(
            dice,
            &["0", "-7", "1e300", "1e-300", "nan", "inf", "1e400", "\"1/3\"", "99999999999999999999"],
        );
        bytes.splice(at..=at, other.bytes());
    }
}

/// A line that is doubled, or that is missing.
fn line(bytes: &mut Vec<u8>, dice: &mut Dice, doubled: bool) {
    let mut lines: Vec<Vec<u8>> = bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    let at = dice.below(lines.len());
    if doubled {
        let twin = lines[at].clone();
        lines.insert(at, twin);
    } else {
        lines.remove(at);
    }
    *bytes = lines.join(&b'\n');
}

/// The first place of a word after some point takes another one.
fn replaced(bytes: &mut Vec<u8>, dice: &mut Dice, words: &[(&str, &str)]) {
    let Some((before, after)) = dice.pick(words).copied() else { return };
    let from = dice.below(bytes.len());
    let found = bytes[from..].windows(before.len()).position(|window| window == before.as_bytes());
    if let Some(at) = found {
        bytes.splice(from + at..from + at + before.len(), after.bytes());
    }
}
