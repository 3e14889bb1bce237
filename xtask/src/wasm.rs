//! The verifier without a solver where there are no threads, no files and no clocks: does it build for wasm32?

use crate::steps::{cargo, finish, program, say};
use std::path::Path;
use std::process::Stdio;

const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the library as far as types go; says so and goes on where the standard library of the target is not installed.
pub(crate) fn check() -> Result<(), String> {
    if !is_installed() {
        say(&format!("{TARGET} is not installed here: the verifier was not built for it"));
        return Ok(());
    }
    finish(&mut cargo(&["check", "--quiet", "--package", "stiction-verify", "--lib", "--target", TARGET]))
}

/// Whether the compiler has a standard library for the target.
fn is_installed() -> bool {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut asked = program(compiler);
    asked.args(["--print", "target-libdir", "--target", TARGET]).stderr(Stdio::null());
    let told = asked.output().map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    told.is_ok_and(|folder| !folder.is_empty() && Path::new(&folder).exists())
}
