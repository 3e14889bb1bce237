//! The verifier has no solver: Cargo says so.

use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The packages of the workspace that a build of this crate takes in, by Cargo.
fn ours() -> BTreeSet<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let asked = Command::new(cargo)
        .args([
            "tree",
            "--offline",
            "--package",
            "stiction-verify",
            "--edges",
            "normal,build",
            "--prefix",
            "none",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(asked.status.success(), "{}", String::from_utf8_lossy(&asked.stderr));
    let lines = String::from_utf8(asked.stdout).expect("text");
    let names = lines.lines().filter_map(|line| line.split_whitespace().next());
    names.filter(|name| name.starts_with("stiction")).map(str::to_owned).collect()
}

#[test]
fn of_our_crates_it_takes_in_the_proofs_alone() {
    let expected = ["stiction-proof", "stiction-verify"].map(str::to_owned);
    assert_eq!(ours(), BTreeSet::from(expected));
}

/// The sources of a crate, but for a program in it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let each = entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] });
    each.filter(|path| !path.ends_with("src/main.rs")).collect()
}

/// So that it can be built where there are none, such as wasm32.
#[test]
fn what_checks_proofs_starts_no_thread_and_reads_no_file_and_no_clock() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read: Vec<PathBuf> = ["stiction-proof/src", "stiction-verify/src"]
        .iter()
        .flat_map(|one| sources(&crates.join(one)))
        .collect();
    assert!(read.len() > 50, "{} files", read.len());
    let words = ["thread", "fs", "time", "env", "net", "process", "io", "os"];
    for path in read {
        let text = std::fs::read_to_string(&path).unwrap();
        for word in words {
            assert!(!text.contains(&format!("std::{word}::")), "{}: std::{word}", path.display());
            assert!(!text.contains(&format!("std::{word};")), "{}: std::{word}", path.display());
        }
        for word in ["Instant", "SystemTime", "rayon", "println!", "eprintln!", "dbg!"] {
            assert!(!text.contains(word), "{}: {word}", path.display());
        }
    }
}

fn lcp() -> Value {
    json!({
        "question": "lcp", "asked": {}, "problem": { "M": [["1"]], "q": ["-2"] }, "status": "unique",
        "solutions": [{ "z": [2.0] }], "families": [], "certificate": "definite", "excluded": [],
        "pieces": [{ "mode": "+", "family": { "vertices": [["2"]], "rays": [] } }],
        "exact": { "solutions": [{ "z": ["2"] }], "families": [] },
    })
}

fn closure() -> Value {
    let contact = |id: &str, x: &str, n: &str| json!({ "id": id, "point": [x, "0"], "normal": [n, "0"], "friction": "1/2" });
    json!({
        "question": "closure", "asked": {},
        "problem": { "reference": ["0", "0"], "contacts": [contact("left", "-1", "1"), contact("right", "1", "-1")] },
        "force": {
            "verdict": "yes",
            "proof": { "proves": "closed", "friction": "given", "without": [], "forces": [["2", "0"], ["2", "0"]] },
        },
        "form": {
            "verdict": "no",
            "proof": { "proves": "open", "friction": "none", "without": [], "twist": ["0", "0", "1"] },
        },
    })
}

/// A disc on a floor.
fn disc() -> Value {
    let contact =
        json!({ "id": "1", "point": ["0", "-1"], "normal": ["0", "1"], "friction": ["1/2", "1/2"] });
    let mass = json!([["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]]);
    json!({ "reference": ["0", "0"], "mass": mass, "contacts": [contact] })
}

/// It stays under its weight and leaves with what lifts it.
fn stability() -> Value {
    let stays = json!({
        "weak": true, "weak_proof": { "balanced": { "acceleration": ["0", "0", "0"], "multiples": ["1/2", "1/2"] } },
        "strong": true,
        "strong_proof": { "stays": { "separated": { "normal": ["0", "0", "0"], "weights": ["1", "1"] } } },
    });
    let leaves = json!({
        "weak": false,
        "weak_proof": { "excluded": { "normal": ["1", "1", "-1"], "weights": ["1", "1", "-1"] } }, "strong": false,
    });
    json!({
        "question": "stability", "asked": {}, "problem": disc(), "verdict": "no", "wrenches": [stays, leaves],
        "exact": { "wrenches": [["0", "0", "-1"], ["0", "0", "1"]] },
    })
}

/// Its weight seats it, and what lifts it keeps it away.
fn insert() -> Value {
    let step = |state: &str, mode: &str| json!({ "state": state, "mode": mode });
    let none = |state: &str| json!({ "step": step(state, "s"), "separation": { "normal": ["0", "0", "1"], "weights": ["1"] } });
    let moves = |state: &str, mode: &str, up: &str| json!({ "step": step(state, mode), "response": { "acceleration": ["0", "0", up], "multiples": [] } });
    let seats = json!({
        "seats": true,
        "proof": { "seats": { "ranks": [0, 1], "impossible": [none("0"), none("1")], "possible": [moves("0", "a", "-1")] } },
    });
    let wanders = json!({ "seats": false, "proof": { "wanders": { "circle": [moves("1", "s", "1")] } } });
    json!({
        "question": "insert", "asked": {}, "problem": disc(), "plan": "complete", "wrenches": [seats, wanders],
        "exact": { "wrenches": [["0", "0", "-1"], ["0", "0", "1"]] },
    })
}

#[test]
fn what_keeps_a_part_and_what_seats_it_is_as_proved() {
    for (path, value) in [
        ("/wrenches/0/strong", json!(false)),
        ("/wrenches/0/weak", json!(null)),
        ("/wrenches/0/strong_proof", json!(null)),
        ("/wrenches/0/weak_proof/balanced/multiples/0", json!("1/4")),
        ("/wrenches/1/weak_proof/excluded/normal/2", json!("1")),
        ("/exact/wrenches/0/2", json!("1")),
        ("/verdict", json!("yes")),
        ("/problem/mass/0/0", json!("0")),
    ] {
        let mut forged = stability();
        *forged.pointer_mut(path).unwrap() = value;
        assert!(!stiction_verify::verify(&forged).holds(), "{path}");
    }
    for (path, value) in [
        ("/wrenches/0/seats", json!(false)),
        ("/wrenches/0/proof/seats/impossible", json!([])),
        ("/wrenches/1/proof/wanders/circle", json!([])),
        ("/exact/wrenches/0/2", json!("1")),
        ("/plan", json!("hopeful")),
    ] {
        let mut forged = insert();
        *forged.pointer_mut(path).unwrap() = value;
        assert!(!stiction_verify::verify(&forged).holds(), "{path}");
    }
}

#[test]
fn what_is_proved_is_accepted_and_what_is_not_is_refused() {
    for honest in [lcp(), closure(), stability(), insert()] {
        let found = stiction_verify::verify(&honest);
        assert!(found.holds(), "{found}");
    }
    for (path, value) in [
        ("/status", json!("none")),
        ("/exact/solutions/0/z/0", json!("3")),
        ("/pieces/0/family/vertices/0/0", json!("3")),
        ("/pieces", json!([])),
        ("/problem/q/0", json!("2")),
    ] {
        let mut forged = lcp();
        *forged.pointer_mut(path).unwrap() = value;
        assert!(!stiction_verify::verify(&forged).holds(), "{path}");
    }
    for (path, value) in [
        ("/force/verdict", json!("no")),
        ("/form/verdict", json!("yes")),
        ("/force/proof/forces/0/0", json!("1")),
        ("/force/proof", json!(null)),
        ("/form/proof/twist/1", json!("1")),
        ("/problem/contacts/1/id", json!("left")),
    ] {
        let mut forged = closure();
        *forged.pointer_mut(path).unwrap() = value;
        assert!(!stiction_verify::verify(&forged).holds(), "{path}");
    }
}

#[test]
fn a_check_is_checked_answer_by_answer_and_never_deeper() {
    let check = |answers: &[Value]| json!({ "question": "check", "answers": answers });
    assert!(stiction_verify::verify(&check(&[lcp(), closure()])).holds());
    let mut forged = lcp();
    forged["status"] = json!("none");
    let found = stiction_verify::verify(&check(&[closure(), forged]));
    assert_eq!(found.refused[0].0, "answers.1.status");
    assert!(!stiction_verify::verify(&check(&[check(&[lcp()])])).holds());
    assert!(!stiction_verify::verify(&check(&[])).holds());
}

#[test]
fn garbage_is_refused_and_never_a_panic() {
    for question in [
        "closure",
        "stand",
        "lcp",
        "modes",
        "outcomes",
        "cone",
        "jam",
        "stability",
        "insert",
        "check",
        "labels",
        "",
    ] {
        for value in
            [json!(null), json!(1), json!([]), json!({}), json!({ "system": {} }), json!({ "moving": {} })]
        {
            let report = json!({ "question": question, "problem": value, "answers": value, "exact": value, "jam": value });
            assert!(!stiction_verify::verify(&report).holds(), "{report}");
        }
    }
    assert!(!stiction_verify::verify(&json!([])).holds());
}
