//! `cargo xtask attack [MINUTES] [SEED] [ATTACK…]`: the project attacks itself, optimised, for as long as wanted.

use crate::steps::{cargo, finish};

pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    // The command that is attacked stands beside the program that attacks it.
    finish(&mut cargo(&["build", "--quiet", "--release", "--package", "stiction-cli"]))?;
    let mut attack = cargo(&["run", "--quiet", "--release", "--package", "stiction-attack", "--"]);
    finish(attack.args(arguments))
}
