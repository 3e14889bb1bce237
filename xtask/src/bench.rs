//! `cargo xtask bench TOPIC`: ours and the peers, measured in one go by the optimised `stiction-bench`.
//!
//! The peers are Python packages; they are installed under `target/bench-venv` and nowhere else.

use crate::corpus::build_command;
use crate::steps::{cargo, finish, program, stiction, target};
use std::path::PathBuf;

/// What the peers of a topic need from the package index.
fn packages(topic: &str) -> Result<&'static [&'static str], String> {
    match topic {
        "closure" => Ok(&["numpy", "scipy", "highspy"]),
        // Wheels: pycddlib-standalone brings cddlib along, pplpy the exact one.
        "cones" => Ok(&["pycddlib-standalone", "pplpy"]),
        "detect" => Ok(&["compas_assembly"]),
        "mesh" => Ok(&["numpy", "trimesh"]),
        "quality" => Ok(&["numpy", "scipy"]),
        _ => Err(format!("no bench `{topic}`; there are: closure, cones, jam, quality, detect, mesh")),
    }
}

pub(crate) fn run(topic: &str) -> Result<(), String> {
    let mut bench = cargo(&["run", "--quiet", "--release", "--package", "stiction-bench", "--"]);
    bench.arg(topic);
    // Nobody else decides jamming.
    if topic != "jam" {
        bench.arg(python_with(packages(topic)?)?);
    }
    if topic == "detect" {
        build_command()?;
        bench.arg(stiction());
    }
    finish(&mut bench)
}

/// A Python of its own that has the packages.
fn python_with(packages: &[&str]) -> Result<PathBuf, String> {
    let venv = target().join("bench-venv");
    let python = if cfg!(windows) { venv.join("Scripts/python.exe") } else { venv.join("bin/python") };
    if !python.exists() {
        finish(program("python3").args(["-m", "venv"]).arg(&venv))?;
    }
    let mut install = program(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(packages);
    finish(&mut install)?;
    Ok(python)
}
