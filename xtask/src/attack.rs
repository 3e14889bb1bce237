//! `cargo xtask attack [MINUTES] [SEED] [ATTACK…]`: the project attacks itself, optimised, for as long as wanted.

use crate::steps::{Build, cargo, finish};

pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    // The command that is attacked stands beside the program that attacks it.
    Build::Release.stiction()?;
    let mut attack = cargo(&["run", "--quiet", "--release", "--package", "stiction-attack", "--"]);
    finish(attack.args(arguments))
}
