//! `cargo xtask real-robots DIR`: every robot below a folder through `stiction robot`, beside Pinocchio.
//!
//! Pinocchio is installed under `target/` and nowhere else; without it the robots are loaded, and nothing is compared.

use crate::bench::python_with;
use crate::steps::{Build, complain, finish, program};
use std::path::PathBuf;

/// Loads what lies below the folder; with `--refused` each refusal and each difference is listed.
pub(crate) fn run(folder: &str, flags: &[&str]) -> Result<(), String> {
    let stiction = Build::Release.stiction()?;
    let python = python_with(&[&["pin"]]).unwrap_or_else(|fault| {
        complain(&format!("nothing is compared: {fault}"));
        PathBuf::from("python3")
    });
    // As the person typed it, not as seen from the root.
    let folder = std::path::absolute(folder).map_err(|fault| fault.to_string())?;
    finish(program(python).arg("xtask/real_robots.py").arg(stiction).arg(folder).args(flags))
}
