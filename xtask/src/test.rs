//! `cargo xtask test`: all that must hold before a change is handed on. Needs the Rust toolchain,
//! and a `python3` with `venv` for the Python package and the second checker.

use crate::steps::{Step, cargo, finish, run_all};
use crate::{corpus, licences, python, readme, second, transcripts, wasm};
use std::process::Stdio;

pub(crate) fn run() -> Result<(), String> {
    let mut steps = vec![
        Step::new("format", || finish(&mut cargo(&["fmt", "--all", "--check"]))),
        Step::new("lints", || {
            finish(&mut cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
        }),
        Step::new("documents", || {
            finish(cargo(&["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"))
        }),
    ];
    steps.push(Step::new("licences", licences::check));
    steps.extend(tests());
    steps.extend([
        Step::new("corpus through the library", || corpus::through("library", &[])),
        Step::new("corpus through the command", || corpus::through("command", &[])),
        Step::new("the Python package", python::test),
        Step::new("corpus through Python", || corpus::through("python", &[])),
        Step::new("the second checker", second::short),
        Step::new("the verifier for wasm32", wasm::check),
        Step::new("commands of the README", readme::check),
        Step::new("transcripts of the documents", transcripts::check),
    ]);
    run_all(&steps)
}

/// With cargo-nextest where it is installed; it leaves out the examples in documents.
fn tests() -> Vec<Step> {
    if !has_nextest() {
        return vec![Step::new("tests", || finish(&mut cargo(&["test", "--workspace"])))];
    }
    vec![
        Step::new("tests", || finish(&mut cargo(&["nextest", "run", "--workspace", "--no-fail-fast"]))),
        Step::new("examples in documents", || finish(&mut cargo(&["test", "--workspace", "--doc"]))),
    ]
}

fn has_nextest() -> bool {
    let mut asked = cargo(&["nextest", "--version"]);
    asked.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}
