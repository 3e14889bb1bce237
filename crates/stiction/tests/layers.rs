//! A module uses only modules above it, and the crates reach each other only where they should.

use crate::sources::{files, read};

/// The crates of the library from the ground up, each with its rooms in order: a room may use those before it.  Between
/// crates Cargo sees to it.
const ORDER: [(&str, &[&str]); 10] = [
    (
        "stiction-exact",
        &[
            "work",
            "integers",
            "whole",
            "elimination",
            "sign",
            "double",
            "root",
            "doubt",
            "vector",
            "equations",
            "matrix",
            "linear",
            "hull",
        ],
    ),
    ("stiction-geometry", &["screw", "cone", "shape", "robot"]),
    ("stiction-scene", &["verdict", "bracket", "near", "scene", "contact", "detect", "mode", "lower"]),
    ("stiction-statics", &["stand", "closure"]),
    ("stiction-modes", &["forms", "motions", "labels", "modes", "wrenches", "insert", "slow", "push"]),
    ("stiction-dynamics", &["alternatives", "lcp", "outcomes", "strong", "jam", "simulate"]),
    ("stiction-robot", &["dynamics", "hybrid"]),
    ("stiction-design", &["place", "robust"]),
    ("stiction", &["answer", "prelude"]),
    ("stiction-report", &[]),
];

/// The rooms of a crate.
fn rooms(krate: &str) -> &'static [&'static str] {
    ORDER.iter().find(|(name, _)| *name == krate).map_or(&[], |(_, rooms)| rooms)
}

/// The code of a source file without its line comments.
fn code(source: &str) -> String {
    source.lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n")
}

/// The name a text begins with, or the star of a glob.
fn word(text: &str) -> &str {
    let text = text.trim_start();
    if text.starts_with('*') {
        return "*";
    }
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len());
    &text[..end]
}

/// The first names of a path's tail: of `a::b` it is a, of `{a::b, c}` they are a and c.
fn heads(tail: &str) -> Vec<String> {
    let tail = tail.trim_start();
    let Some(group) = tail.strip_prefix('{') else { return vec![word(tail).to_owned()] };
    let (mut depth, mut heads, mut start) = (1, Vec::new(), 0);
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 || depth == 1 && letter == ',' {
            heads.push(word(&group[start..at]).to_owned());
            start = at + 1;
        }
        if depth == 0 {
            break;
        }
    }
    heads
}

/// The names that follow `root::` in code, whether written out or in a group.
fn names_after(root: &str, code: &str) -> Vec<String> {
    let path = format!("{root}::");
    let starts = code.match_indices(&path).filter(|(at, _)| {
        let before = code[..*at].chars().next_back().unwrap_or(' ');
        !before.is_alphanumeric() && before != '_' && !code[..*at].ends_with("::")
    });
    starts.flat_map(|(at, _)| heads(&code[at + path.len()..])).filter(|name| !name.is_empty()).collect()
}

/// The names at the crate's root that a file reaches by `super::`, given how deep its module lies.
fn names_by_super(depth: usize, code: &str) -> Vec<String> {
    let climbs = "super::".repeat(depth);
    code.match_indices(&climbs)
        .map(|(at, _)| code[at + climbs.len()..].trim_start_matches("super::"))
        .flat_map(heads)
        .collect()
}

/// What a file of a crate uses that does not lie above it.
fn violations(krate: &str, path: &str, source: &str) -> Vec<String> {
    let order = rooms(krate);
    let steps: Vec<&str> = path.split('/').collect();
    let own = steps[0].trim_end_matches(".rs");
    let Some(rank) = order.iter().position(|room| *room == own) else {
        return vec![format!("{path}: `{own}` has no place in the order of {krate}")];
    };
    let code = code(source);
    let depth = steps.len() - usize::from(path.ends_with("/mod.rs"));
    let named = names_after("crate", &code);
    if named.iter().any(|name| name == "*") {
        return vec![format!("{path}: name what is used instead of `crate::*`")];
    }
    let used = named.into_iter().chain(names_by_super(depth, &code));
    let below =
        used.filter(|name| order.iter().position(|room| room == name).is_some_and(|other| other > rank));
    below.map(|name| format!("{path}: `{own}` may not use `{name}`, which is built on it")).collect()
}

/// The crates and rooms that the page on the architecture lists, in its order.
fn stated() -> Vec<(String, Vec<String>)> {
    let page = read("docs/ARCHITECTURE.md");
    let rows = page.lines().skip_while(|line| !line.starts_with("| crate |")).skip(2);
    let quoted = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    rows.take_while(|line| line.starts_with('|'))
        .map(|row| {
            let cells: Vec<&str> = row.split('|').collect();
            (quoted(cells[1]).concat(), quoted(cells[2]))
        })
        .collect()
}

#[test]
fn the_order_is_the_one_that_the_architecture_states() {
    let listed: Vec<(String, Vec<String>)> = ORDER
        .iter()
        .filter(|(_, rooms)| !rooms.is_empty())
        .map(|(name, rooms)| ((*name).to_owned(), rooms.iter().map(|&room| room.to_owned()).collect()))
        .collect();
    assert_eq!(stated(), listed);
    let page = read("docs/ARCHITECTURE.md");
    let links = page.split("](../").skip(1).filter_map(|rest| rest.split(')').next());
    let missing: Vec<&str> = links.filter(|path| !crate::sources::root().join(path).is_file()).collect();
    assert_eq!(missing, Vec::<&str>::new(), "a decision is explained nowhere");
}

#[test]
fn a_link_of_the_architecture_names_the_crate_that_it_leads_to() {
    let page = read("docs/ARCHITECTURE.md");
    let links = page.split('[').skip(1).filter_map(|rest| rest.split_once(")")?.0.split_once("](../crates/"));
    let told: Vec<(&str, &str)> = links
        .filter_map(|(label, path)| Some((label.split_once(" · ")?.0, path.split('/').next()?)))
        .collect();
    assert!(told.len() > 30, "only {} decisions", told.len());
    let wrong: Vec<&(&str, &str)> = told.iter().filter(|(label, path)| label != path).collect();
    assert_eq!(wrong, Vec::<&(&str, &str)>::new());
}

#[test]
fn a_room_of_the_library_uses_only_rooms_above_it() {
    for (krate, _) in ORDER.iter().filter(|(_, rooms)| !rooms.is_empty()) {
        let folder = format!("crates/{krate}/src");
        let sources = files(&folder, &[".rs"]);
        assert!(!sources.is_empty(), "{folder} is empty");
        let found: Vec<String> = sources
            .iter()
            .filter(|path| !path.ends_with("src/lib.rs"))
            .flat_map(|path| violations(krate, &path[folder.len() + 1..], &read(path)))
            .collect();
        assert_eq!(found, Vec::<String>::new());
    }
}

#[test]
fn a_crate_of_the_library_is_built_on_those_above_it() {
    let place = |name: &str| ORDER.iter().position(|(krate, _)| *krate == name);
    for (krate, _) in ORDER {
        let used = dependencies(&read(&format!("crates/{krate}/Cargo.toml")));
        let wrong: Vec<&String> =
            used.iter().filter(|name| place(name) >= Some(place(krate).unwrap_or(0))).collect();
        assert_eq!(wrong, Vec::<&String>::new(), "{krate}");
    }
}

#[test]
fn a_planted_violation_is_found_however_it_is_written() {
    let refused = |source: &str| violations("stiction-scene", "contact/faces.rs", source).len();
    assert_eq!(refused("use crate::lower::Lowered;"), 1);
    assert_eq!(refused("use crate::{near::near, lower::{Ride, one_body}, detect};"), 2);
    assert_eq!(refused("use crate::{\n    near,\n    lower::{\n        self,\n    },\n};"), 1);
    assert_eq!(refused("fn f(scene: &crate::lower::Lowered) {}"), 1);
    assert_eq!(refused("use crate::*;"), 1);
    assert_eq!(refused("use super::super::lower;"), 1);
    let at = |path: &str, source: &str| violations("stiction-scene", path, source).len();
    assert_eq!(at("contact/mod.rs", "use super::lower;"), 1);
    assert_eq!(at("contact.rs", "use super::{near, lower};"), 1);
    assert_eq!(at("helpers/mod.rs", ""), 1);
}

#[test]
fn what_lies_above_or_beside_is_allowed() {
    let at = |path: &str, source: &str| violations("stiction-scene", path, source);
    let allowed = |source: &str| assert_eq!(at("contact/mod.rs", source), Vec::<String>::new());
    allowed("use crate::{near::near, scene, bracket::{Bracket, lower}};");
    allowed("use crate::contact::Friction; use self::lower::x;");
    allowed("/// See [`crate::lower::one_body`].\n// crate::lower");
    allowed("use other_crate::lower; use a::crate_like::lower;");
    assert_eq!(at("lower/ride.rs", "use super::assembly; use crate::detect;"), Vec::<String>::new());
}

/// The names under `[dependencies]` of a manifest.
fn dependencies(manifest: &str) -> Vec<String> {
    let lines = manifest.lines().map(str::trim).skip_while(|line| *line != "[dependencies]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('[')).filter(|line| !line.starts_with('#'));
    let name = |line: &str| line.split(['.', '=', ' ']).next().unwrap_or("").to_owned();
    lines.map(name).filter(|name| !name.is_empty()).collect()
}

#[test]
fn dependencies_are_read_from_their_own_section() {
    let manifest = "[package]\nname = \"a\"\n[dependencies]\n# why\nb.workspace = true\nc = \"1\"\n\n[dev-dependencies]\nd = \"1\"";
    assert_eq!(dependencies(manifest), ["b", "c"]);
}

#[test]
fn the_checkers_share_no_code_with_a_solver() {
    let allowed = ["dashu-int", "dashu-ratio", "serde"];
    let used = dependencies(&read("crates/stiction-proof/Cargo.toml"));
    let more: Vec<&String> = used.iter().filter(|name| !allowed.contains(&name.as_str())).collect();
    assert_eq!(more, Vec::<&String>::new());
}

/// The files below a folder whose code names `krate::name` for one of the names.
fn users_of(folder: &str, krate: &str, names: &[&str]) -> Vec<String> {
    let uses = |path: &String| {
        let code = code(&read(path));
        let renamed = code.contains(&format!("use {krate} as "));
        renamed || names_after(krate, &code).iter().any(|name| names.contains(&name.as_str()))
    };
    files(folder, &[".rs"]).into_iter().filter(uses).collect()
}

#[test]
fn command_corpus_and_drawings_ask_only_through_the_report() {
    for folder in ["crates/stiction-cli/src", "crates/stiction-draw/src", "corpus/src"] {
        assert!(!files(folder, &[".rs"]).is_empty(), "{folder} is empty");
        assert_eq!(users_of(folder, "stiction", &["ask", "linear", "*"]), Vec::<String>::new());
    }
}

#[test]
fn drawings_read_no_files() {
    let manifest = read("crates/stiction-draw/Cargo.toml");
    assert!(!dependencies(&manifest).contains(&"stiction-files".to_owned()));
    let readers: Vec<String> = files("crates/stiction-draw/src", &[".rs"])
        .into_iter()
        .filter(|path| code(&read(path)).contains("stiction_files"))
        .collect();
    assert_eq!(readers, Vec::<String>::new());
}
