//! `cargo xtask attack [MINUTES] [SEED]`: the project attacks itself, optimised, for as long as wanted.

use crate::steps::{cargo, finish};

pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let mut attack = cargo(&["run", "--quiet", "--release", "--package", "stiction-attack", "--"]);
    finish(attack.args(arguments))
}
