//! `cargo xtask fuzz TARGET [RUNS]`: libFuzzer on a loader, beginning with the scenes and meshes of the project.
//!
//! It begins with small scenes, one a file, the smallest first: an input is tried again in thousands of variations, and
//! each takes the longer the larger it is.  The lists of cases in `corpus/` are taken apart for that.  Seeds are
//! made anew in `target/fuzz-seeds/TARGET`; what the fuzzer finds worth keeping is in `target/fuzz/TARGET`.
//!
//! Needs a nightly compiler; cargo-fuzz is installed under `target/tools`.

mod seeds;

use crate::steps::{cargo, finish, program, target};
use std::fs;
use std::path::PathBuf;

/// The loaders.
const TARGETS: [&str; 12] =
    ["toml", "json", "stl", "obj", "compas", "urdf", "ply", "off", "gltf", "three_mf", "mjcf", "sdf"];

/// Longest input; seeds are at most half as long.
const LONGEST: usize = 4096;

/// Runs one loader so many times.
pub(crate) fn run(name: &str, runs: &str) -> Result<(), String> {
    if !TARGETS.contains(&name) {
        return Err(format!("there is no fuzz target `{name}`; there are {}", TARGETS.join(", ")));
    }
    let runs: u64 = runs.parse().map_err(|_| format!("`{runs}` is not a number of runs"))?;
    let fuzzer = installed()?;
    let (found, seeds) = (target().join("fuzz").join(name), target().join("fuzz-seeds").join(name));
    fs::create_dir_all(&found).map_err(|fault| format!("{}: {fault}", found.display()))?;
    seeds::write(name, LONGEST / 2, &seeds)?;
    finish(
        program(fuzzer)
            .args(["run", "--fuzz-dir", "fuzz", "--target-dir"])
            .arg(target().join("fuzz-build"))
            .arg(name)
            .args([&found, &seeds])
            .args(["--", &format!("-runs={runs}"), &format!("-max_len={LONGEST}")])
            .args(["-timeout=10", "-rss_limit_mb=4096"])
            .env("RUSTUP_TOOLCHAIN", "nightly"),
    )
}

/// The cargo-fuzz of this project, installed at first use.
fn installed() -> Result<PathBuf, String> {
    let tools = target().join("tools");
    let fuzzer = tools.join("bin").join(format!("cargo-fuzz{}", std::env::consts::EXE_SUFFIX));
    if !fuzzer.is_file() {
        finish(cargo(&["install", "cargo-fuzz", "--root"]).arg(&tools))?;
    }
    Ok(fuzzer)
}
