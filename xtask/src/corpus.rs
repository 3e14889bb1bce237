//! `cargo xtask corpus`: the cases of `corpus/`, asked through the library and through the command.

use crate::steps::{cargo, finish, say, stiction};

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

/// Asks one way. Optimised: exact arithmetic takes its time otherwise.
pub(crate) fn through(way: &str, flags: &[&str]) -> Result<(), String> {
    let mut corpus =
        cargo(&["run", "--quiet", "--release", "--package", "stiction-corpus", "--bin", "corpus", "--"]);
    corpus.args(["--through", way]).args(flags);
    if way == "command" {
        build_command()?;
        corpus.arg("--command").arg(stiction());
    }
    finish(&mut corpus)
}

/// Builds `stiction` as a user would.
pub(crate) fn build_command() -> Result<(), String> {
    finish(&mut cargo(&["build", "--quiet", "--release", "--package", "stiction-cli"]))
}
