//! `cargo xtask bench TOPIC`: ours and the peers, measured in one go by the optimised `stiction-bench`.
//!
//! The peers are Python packages; they are installed under `target/bench-venv` and nowhere else. The exact cddlib
//! among them is built against the system's cddlib and GMP (on Debian `libcdd-dev` and `libgmp-dev`); where these are
//! missing cddlib comes in doubles alone, and the Parma Polyhedra Library is the only exact peer. Siconos is taken
//! from Debian's packages, where `apt-get` has them.

use crate::python;
use crate::steps::{Build, cargo, finish, program, target};
use std::path::PathBuf;

/// Packages of the package index that are installed together.
type Packages = &'static [&'static str];

/// What the peers of a topic need: of several choices the first that can be installed here.
fn packages(topic: &str) -> Result<&'static [Packages], String> {
    match topic {
        "closure" => Ok(&[&["numpy", "scipy", "highspy"]]),
        // pycddlib has cddlib in doubles and in rationals, pycddlib-standalone in doubles; both are the module `cdd`.
        "cones" => Ok(&[&["pycddlib", "pplpy"], &["pycddlib-standalone", "pplpy"]]),
        "detect" => Ok(&[&["compas_assembly"]]),
        "mesh" => Ok(&[&["numpy", "trimesh"]]),
        "modes" => Ok(&[&["numpy", "scipy"]]),
        "outcomes" => Ok(&[&["numpy", "quantecon"]]),
        "stand" => Ok(&[&["numpy", "scipy", "clarabel"]]),
        "python" => Ok(&[&["numpy", "scipy", "pyarrow", "Klampt", "cvxopt"]]),
        "quality" => Ok(&[&["numpy", "scipy"]]),
        "robot" => Ok(&[&["numpy", "pin"]]),
        "wrench-cones" => Ok(&[&["pycddlib"], &["pycddlib-standalone"]]),
        _ => Err(format!(
            "no bench `{topic}`; there are: closure, cones, detect, draw, hybrid, jam, mesh, modes, outcomes, push, python, quality, robot, simulate, stand, stand-moving, wrench-cones"
        )),
    }
}

pub(crate) fn run(topic: &str) -> Result<(), String> {
    if topic == "python" {
        let mut bench = program(python_with(packages(topic)?)?);
        return finish(
            bench.arg("xtask/bench/python_peers.py").env("PYTHONPATH", python::package(Build::Release)?),
        );
    }
    let mut bench = cargo(&["run", "--quiet", "--release", "--package", "stiction-bench", "--"]);
    bench.arg(topic);
    // Nobody else decides jamming, draws walls, decouples a robot's contact, decides moving bases between instants, or
    // pushes and follows rigid bodies through events and paradoxes.
    if !["jam", "draw", "hybrid", "push", "simulate", "stand-moving"].contains(&topic) {
        bench.arg(python_with(packages(topic)?)?);
    }
    if ["detect", "draw"].contains(&topic) {
        bench.arg(Build::Release.stiction()?);
    }
    if topic == "outcomes"
        && let Some(folder) = siconos()
    {
        let libraries = folder.join("usr/lib/x86_64-linux-gnu");
        let searched =
            [libraries.clone(), libraries.join("openblas-pthread")].map(|path| path.display().to_string());
        bench.arg(folder).env("OPENBLAS_NUM_THREADS", "1").env("LD_LIBRARY_PATH", searched.join(":"));
    }
    finish(&mut bench)
}

/// Siconos' numerics with the libraries that it needs, from the packages of Debian, unpacked under `target` and not
/// installed; none where there are no such packages.
fn siconos() -> Option<PathBuf> {
    const PACKAGES: [&str; 10] = [
        "libsiconos-numerics7",
        "libopenblas0-pthread",
        "libgfortran5",
        "liblapacke",
        "libtmglib3",
        "libcxsparse3",
        "libldl2",
        "libmumps-seq-5.5",
        "libscotch-7.0",
        "libblas3",
    ];
    let folder = target().join("siconos");
    if !folder.join("usr").exists() {
        std::fs::create_dir_all(&folder).ok()?;
        finish(program("apt-get").arg("download").args(PACKAGES).current_dir(&folder)).ok()?;
        let packed = std::fs::read_dir(&folder).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
        for package in packed.filter(|path| path.extension().is_some_and(|end| end == "deb")) {
            finish(program("dpkg-deb").arg("-x").arg(&package).arg(&folder)).ok()?;
        }
    }
    Some(folder)
}

/// A Python of its own that has the packages of one of the choices.
pub(crate) fn python_with(choices: &[Packages]) -> Result<PathBuf, String> {
    let venv = target().join("bench-venv");
    let python = if cfg!(windows) { venv.join("Scripts/python.exe") } else { venv.join("bin/python") };
    if !python.exists() {
        finish(program("python3").args(["-m", "venv"]).arg(&venv))?;
    }
    let install = |packages: &Packages| {
        let mut install = program(&python);
        install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(*packages);
        finish(&mut install)
    };
    let (last, first) = choices.split_last().ok_or("no packages to install")?;
    if !first.iter().any(|packages| install(packages).is_ok()) {
        install(last)?;
    }
    Ok(python)
}
