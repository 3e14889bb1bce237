//! `cargo xtask second [N]`: the second checker, in Python, against the command's own verification.
//!
//! Over all reports of the corpus and N forgeries (10 000), with how often both accept, both refuse, and only one of
//! them refuses. A difference is a failure unless the one that accepts says that it did not check what was forged.

use crate::steps::{Build, cargo, finish, program, say, target};
use std::process::Stdio;

const PYTHON: &str = "python3";

/// A sample of the corpus and about a hundred forgeries; says so and goes on where there is no Python.
pub(crate) fn short() -> Result<(), String> {
    if !has_python() {
        say("there is no python3 here: the second checker was not run");
        return Ok(());
    }
    let stiction = Build::Tested.stiction()?;
    finish(program(PYTHON).arg("verify/test_check.py").env("STICTION", stiction))
}

/// All reports of the corpus and so many forgeries.
pub(crate) fn long(count: &str, seed: &str) -> Result<(), String> {
    let _: (u32, u64) =
        count.parse().ok().zip(seed.parse().ok()).ok_or("usage: cargo xtask second [N [SEED]]")?;
    let stiction = Build::Release.stiction()?;
    finish(&mut cargo(&["build", "--quiet", "--release", "--package", "stiction-attack"]))?;
    let file = target().join("forgeries.jsonl");
    finish(program(Build::Release.program("stiction-attack")).args(["forgeries", count, seed]).arg(&file))?;
    finish(program(PYTHON).args(["verify/agree.py", "--reports"]).arg(&file).env("STICTION", stiction))
}

fn has_python() -> bool {
    let mut asked = program(PYTHON);
    asked.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    asked.status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_that_is_no_number_shows_the_usage() {
        assert!(long("many", "1").unwrap_err().contains("usage"));
        assert!(long("1", "seed").unwrap_err().contains("usage"));
    }
}
