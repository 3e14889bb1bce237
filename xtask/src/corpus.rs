//! `cargo xtask corpus`: the cases of `corpus/`, asked through the library and through the command.

use crate::python;
use crate::steps::{Build, cargo, finish, say};

/// Both ways, unless the flags choose one.
pub(crate) fn run(flags: &[&str]) -> Result<(), String> {
    match flags.iter().position(|flag| *flag == "--through") {
        Some(at) => {
            let way = flags.get(at + 1).copied().unwrap_or_default();
            through(way, &[&flags[..at], flags.get(at + 2..).unwrap_or_default()].concat())
        }
        None => ["library", "command"].iter().try_for_each(|way| {
            say(&format!("through the {way}"));
            through(way, flags)
        }),
    }
}

/// Asks one way, of what the tests are built of.
pub(crate) fn through(way: &str, flags: &[&str]) -> Result<(), String> {
    let mut corpus = cargo(&["run", "--quiet", "--profile", Build::Tested.profile()]);
    corpus.args(["--package", "stiction-corpus", "--bin", "corpus", "--", "--through", way]).args(flags);
    if way == "command" {
        corpus.arg("--command").arg(Build::Tested.stiction()?);
    }
    if way == "python" {
        corpus
            .arg("--command")
            .arg(python::interpreter()?)
            .env("PYTHONPATH", python::package(Build::Tested)?);
    }
    finish(&mut corpus)
}
