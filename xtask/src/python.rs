//! `cargo xtask python` and `cargo xtask wheel`: the Python package, built and tried.
//!
//! Whatever it needs is installed into an environment of its own under `target`, and nowhere else: `python3` with
//! `venv` is all that is expected.  The tests load what Cargo builds for tests; the wheel is built by maturin, as
//! people get it.

use crate::steps::{Build, cargo, finish, program, root, say, target};
use std::path::{Path, PathBuf};

/// What the tests of the package import, besides NumPy, which the package itself needs.
const NEEDED: &str = "crates/stiction-py/requirements.txt";

/// The environment of the tests.
fn environment() -> PathBuf {
    target().join("python/env")
}

fn of(environment: &Path, name: &str) -> PathBuf {
    environment.join(if cfg!(windows) { "Scripts" } else { "bin" }).join(name)
}

/// The interpreter of the environment of the tests, made and filled where it is not there yet.
pub(crate) fn interpreter() -> Result<PathBuf, String> {
    let (environment, needed) = (environment(), root().join(NEEDED));
    let wanted =
        std::fs::read_to_string(&needed).map_err(|fault| format!("{}: {fault}", needed.display()))?;
    let (python, note) = (of(&environment, "python"), environment.join("installed.txt"));
    if std::fs::read_to_string(&note).is_ok_and(|installed| installed == wanted) && python.is_file() {
        return Ok(python);
    }
    say("installing what the tests of the Python package need");
    finish(program("python3").args(["-m", "venv"]).arg(&environment))?;
    finish(
        program(&python)
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"])
            .arg(&needed),
    )?;
    std::fs::write(&note, wanted).map_err(|fault| fault.to_string())?;
    Ok(python)
}

/// The folder that holds the package, with what Cargo builds of it.
pub(crate) fn package(build: Build) -> Result<PathBuf, String> {
    finish(&mut cargo(&["build", "--quiet", "--profile", build.profile(), "--package", "stiction-py"]))?;
    let told = |fault: std::io::Error| fault.to_string();
    let folder = target().join("python").join(build.profile());
    let package = folder.join("stiction");
    if package.exists() {
        std::fs::remove_dir_all(&package).map_err(told)?;
    }
    std::fs::create_dir_all(&package).map_err(told)?;
    let sources = root().join("crates/stiction-py/python/stiction");
    for entry in std::fs::read_dir(sources).map_err(told)? {
        let path = entry.map_err(told)?.path();
        let kept =
            ["py", "pyi", "typed"].iter().any(|ending| path.extension().is_some_and(|own| own == *ending));
        if let Some(name) = path.file_name().filter(|_| kept) {
            std::fs::copy(&path, package.join(name)).map_err(told)?;
        }
    }
    let (built, loaded) = if cfg!(windows) {
        ("_stiction.dll", "_stiction.pyd")
    } else if cfg!(target_os = "macos") {
        ("lib_stiction.dylib", "_stiction.abi3.so")
    } else {
        ("lib_stiction.so", "_stiction.abi3.so")
    };
    std::fs::copy(build.program(built), package.join(loaded)).map_err(told)?;
    Ok(folder)
}

/// The tests of the package.
pub(crate) fn test() -> Result<(), String> {
    let (python, package, stiction) = (interpreter()?, package(Build::Tested)?, Build::Tested.stiction()?);
    let mut tests = program(python);
    tests.args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider", "crates/stiction-py/tests"]);
    finish(tests.env("PYTHONPATH", package).env("STICTION", stiction).env("PYTHONDONTWRITEBYTECODE", "1"))
}

/// Builds the wheel, installs it into an environment with nothing in it, and asks something of it.
pub(crate) fn wheel() -> Result<(), String> {
    let (python, wheels) = (interpreter()?, target().join("wheels"));
    if wheels.exists() {
        std::fs::remove_dir_all(&wheels).map_err(|fault| fault.to_string())?;
    }
    let mut maturin = program(&python);
    maturin.args([
        "-m",
        "maturin",
        "build",
        "--release",
        "--manifest-path",
        "crates/stiction-py/Cargo.toml",
        "--out",
    ]);
    finish(maturin.arg(&wheels))?;
    let clean = target().join("python/clean");
    if clean.exists() {
        std::fs::remove_dir_all(&clean).map_err(|fault| fault.to_string())?;
    }
    finish(program("python3").args(["-m", "venv"]).arg(&clean))?;
    let own = of(&clean, "python");
    let entries = std::fs::read_dir(&wheels).map_err(|fault| fault.to_string())?;
    let built = entries
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|own| own == "whl"));
    let built = built.ok_or("maturin left no wheel")?;
    finish(
        program(&own).args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).arg(&built),
    )?;
    finish(program(&own).arg("-I").arg("crates/stiction-py/tried.py"))?;
    finish(program(of(&clean, "stiction")).args(["stand", "examples/ladder.toml", "--expect", "no"]))?;
    say(&format!("the wheel is {}", built.display()));
    Ok(())
}
