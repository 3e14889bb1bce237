//! Subcommands with flags, sensible and not.

use super::run::SECONDS;
use crate::Dice;
use serde_json::Value;

/// Stands for the scene among arguments.
pub(super) const FILE: &str = "$scene";

/// Questions; those that a scene seldom fits come less often.
const QUESTIONS: &[&str] = &[
    "check",
    "contacts",
    "motions",
    "labels",
    "closure",
    "stand",
    "cone",
    "stability",
    "insert",
    "modes",
    "outcomes",
    "check",
    "motions",
    "closure",
    "stand",
    "stand",
    "stability",
    "modes",
    "outcomes",
    "closure",
    "jam",
    "hybrid",
    "lcp",
    "robot",
    "verify",
];

/// Numbers that are hard to read, to add or to bear.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "1/3",
    "1e300",
    "-1e300",
    "1e-300",
    "NaN",
    "inf",
    "1/0",
    "",
    "0x10",
    "1e999999",
    "٣",
    "0.1",
    "-0",
    "2/-3",
    "123456789012345678901234567890123456789012345678901234567890/7",
];

/// Numbers that anybody might write.
const USUAL: &[&str] = &["0", "1", "-1", "0.5", "-9.81", "1/3", "2"];

/// A number, seldom a hard one.
fn number(dice: &mut Dice) -> &'static str {
    let list = if dice.one_in(6) { NUMBERS } else { USUAL };
    pick(dice, list)
}

/// Whether an argument names something of a scene, or counts its contacts in their order.
pub(super) fn names(word: &str) -> bool {
    let flags = ["--boundary", "--body", "--map", "--mode", "--only", "--and", "--not", "--explain"];
    flags.iter().any(|flag| word.starts_with(flag))
}

/// The arguments of a run.
pub(super) fn arguments(dice: &mut Dice, scene: Option<&Value>) -> Vec<String> {
    let question = pick(dice, QUESTIONS);
    let mut words = vec![question.to_owned(), FILE.to_owned()];
    if !dice.one_in(6) {
        words.push("--json".to_owned());
    }
    if question == "check" && !words.contains(&"--json".to_owned()) {
        words.push("--no-picture".to_owned());
    }
    let contacts = scene.and_then(|scene| scene["contacts"].as_array()).map_or(2, Vec::len);
    let in_space = scene.is_some_and(|scene| scene["dimension"] == 3);
    if question == "cone" {
        words.extend(["--mode".to_owned(), mode(dice, contacts)]);
    }
    for _ in 0..dice.below(3) {
        words.extend(flag(dice, question, contacts, in_space));
    }
    words.extend(["--time".to_owned(), SECONDS.to_string()]);
    words
}

fn pick<'a>(dice: &mut Dice, list: &[&'a str]) -> &'a str {
    dice.pick(list).copied().unwrap_or("")
}

fn mode(dice: &mut Dice, contacts: usize) -> String {
    let count = if dice.one_in(5) { dice.below(9) } else { contacts };
    (0..count.min(64)).map(|_| pick(dice, &["n", "s", "l", "r", "m", "a", "u", "?"])).collect()
}

fn vector(dice: &mut Dice, size: usize) -> String {
    let count = if dice.one_in(8) { [1, 7][dice.below(2)] } else { size };
    (0..count).map(|_| number(dice)).collect::<Vec<_>>().join(",")
}

/// A flag, most of the time one that the question takes.
fn flag(dice: &mut Dice, question: &str, contacts: usize, in_space: bool) -> Vec<String> {
    let own: &[&str] = match question {
        "closure" | "labels" | "insert" => {
            &["--wrench", "--length", "--cone", "--point", "--largest-friction"]
        }
        "stability" => &["--wrench", "--finger", "--body"],
        "stand" => &["--sequence", "--ranges", "--accelerate", "--push", "--body", "--cone"],
        "cone" => &["--least", "--only", "--and", "--not", "--wrench"],
        "modes" => &["--contacts-only", "--explain", "--most"],
        "outcomes" => &["--map", "--cone", "--log"],
        "jam" => &["--map", "--boundary", "--compliance"],
        "motions" => &["--test-twist", "--twist"],
        "hybrid" => &["--simulate"],
        "verify" => &["--scene", "--cone"],
        _ => &["--cone", "--length", "--expect"],
    };
    let flag = if dice.one_in(8) {
        pick(dice, &["--friction", "--density", "--max-size", "--theme", "--é"])
    } else {
        pick(dice, own)
    };
    let value = match flag {
        "--sequence" | "--ranges" | "--contacts-only" | "--simulate" | "--largest-friction" | "--é" => {
            return vec![flag.to_owned()];
        }
        "--wrench" | "--test-twist" | "--twist" => vector(dice, if in_space { 6 } else { 3 }),
        "--accelerate" | "--push" => vector(dice, if in_space { 3 } else { 2 }),
        "--point" => vector(dice, 2),
        "--cone" => {
            pick(dice, &["inner:4", "outer:5", "round", "inner:2", "inner:1000", "outer:-1", "square"])
                .to_owned()
        }
        "--only" | "--and" | "--not" | "--explain" => mode(dice, contacts),
        "--map" => format!(
            "{}={}:{}:{}",
            pick(
                dice,
                &["contacts.*.friction", "gravity.0", "bodies.b.mass", "contacts.c0.point.1", "nowhere"]
            ),
            number(dice),
            number(dice),
            pick(dice, &["2", "3", "0", "1000000", "-1"])
        ),
        "--boundary" => pick(dice, &["c0,c1", "c0", "c0,c0", ",,"]).to_owned(),
        "--body" => pick(dice, &["b", "body", "", "ground"]).to_owned(),
        "--log" | "--scene" => pick(dice, &["missing.json", ".", "/dev/null"]).to_owned(),
        "--expect" => pick(dice, &["yes", "perhaps"]).to_owned(),
        "--theme" => "dark".to_owned(),
        "--most" | "--max-size" => pick(dice, &["0", "1", "3", "-1", "99999999999999999999"]).to_owned(),
        _ => number(dice).to_owned(),
    };
    vec![format!("{flag}={value}")]
}
