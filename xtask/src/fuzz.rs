//! `cargo xtask fuzz TARGET [RUNS]`: libFuzzer on a loader, beginning with the scenes and meshes of the project.
//!
//! Needs a nightly compiler; cargo-fuzz is installed under `target/tools`.

use crate::steps::{cargo, finish, program, root, target};
use std::fs;
use std::path::{Path, PathBuf};

/// The loaders and the endings of the files they begin with.
const TARGETS: [(&str, &[&str]); 5] =
    [("toml", &["toml"]), ("json", &["json"]), ("stl", &["stl"]), ("obj", &["obj"]), ("compas", &["json"])];
/// Seeds larger than this slow the search down.
const LARGEST_SEED: u64 = 1 << 16;

/// Runs one loader so many times.
pub(crate) fn run(name: &str, runs: &str) -> Result<(), String> {
    let (name, endings) = TARGETS.iter().find(|(known, _)| *known == name).ok_or_else(|| {
        let known: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
        format!("there is no fuzz target `{name}`; there are {}", known.join(", "))
    })?;
    let runs: u64 = runs.parse().map_err(|_| format!("`{runs}` is not a number of runs"))?;
    let fuzzer = installed()?;
    let found = target().join("fuzz").join(name);
    fs::create_dir_all(&found).map_err(|fault| format!("{}: {fault}", found.display()))?;
    seeds(endings, &found)?;
    finish(
        program(fuzzer)
            .args(["run", "--fuzz-dir", "fuzz", "--target-dir"])
            .arg(target().join("fuzz-build"))
            .arg(name)
            .arg(&found)
            .args(["--", &format!("-runs={runs}"), "-max_len=65536", "-timeout=10", "-rss_limit_mb=4096"])
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

/// Copies the project's own files of these endings to begin with.
fn seeds(endings: &[&str], folder: &Path) -> Result<(), String> {
    for from in ["examples", "examples/meshes", "corpus/cases", "crates/stiction-files/tests/assemblies"] {
        let Ok(entries) = fs::read_dir(root().join(from)) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            let ending = path.extension().map(|ending| ending.to_string_lossy().into_owned());
            let small = fs::metadata(&path).is_ok_and(|file| file.is_file() && file.len() <= LARGEST_SEED);
            if let (Some(name), true) =
                (path.file_name(), small && ending.is_some_and(|e| endings.contains(&e.as_str())))
            {
                fs::copy(&path, folder.join(name)).map_err(|fault| format!("{}: {fault}", path.display()))?;
            }
        }
    }
    Ok(())
}
