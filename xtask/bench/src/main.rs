//! Ours and its peers on the same problems, interleaved in one run. Called by `cargo xtask bench TOPIC`.
//!
//! Prints a table of medians and ends with one line a comparison, `ratio TOPIC CASE X` (the fastest peer's
//! time over ours), and one a figure, `figure TOPIC CASE VALUE UNIT`.

mod closure;
mod cones;
mod detect;
mod draw;
mod grasps;
mod hybrid;
mod jam;
mod least_friction;
mod measure;
mod mesh;
mod modes;
mod motion;
mod moving;
mod outcomes;
mod peers;
mod quality;
mod robot;
mod stand;
mod wrenches;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

fn run(arguments: &[&str]) -> Result<(), String> {
    match arguments {
        ["closure", python] => closure::run(Path::new(python), &mut std::io::stdout().lock()),
        ["cones", python] => cones::run(Path::new(python), &mut std::io::stdout().lock()),
        ["detect", python, stiction] => {
            detect::run(Path::new(stiction), Path::new(python), &mut std::io::stdout().lock())
        }
        ["draw", stiction] => draw::run(Path::new(stiction), &mut std::io::stdout().lock()),
        ["hybrid"] => hybrid::run(&mut std::io::stdout().lock()),
        ["push"] => motion::push(&mut std::io::stdout().lock()),
        ["simulate"] => motion::run(&mut std::io::stdout().lock()),
        ["jam"] => jam::run(&mut std::io::stdout().lock()),
        ["stand-moving"] => moving::run(&mut std::io::stdout().lock()),
        ["least-friction"] => least_friction::run(&mut std::io::stdout().lock()),
        ["quality", python] => quality::run(Path::new(python), &mut std::io::stdout().lock()),
        ["outcomes", python, siconos @ ..] => {
            let siconos = siconos.first().map(Path::new);
            outcomes::run(Path::new(python), siconos, &mut std::io::stdout().lock())
        }
        ["robot", python] => robot::run(Path::new(python), &mut std::io::stdout().lock()),
        ["stand", python] => stand::run(Path::new(python), &mut std::io::stdout().lock())
            .and_then(|()| moving::run(&mut std::io::stdout().lock())),
        ["modes", python] => modes::run(Path::new(python), &mut std::io::stdout().lock()),
        ["wrench-cones", python] => wrenches::run(Path::new(python), &mut std::io::stdout().lock()),
        ["mesh", python] => mesh::run(Path::new(python), &mut std::io::stdout().lock()),
        _ => Err(
            "usage: stiction-bench closure PYTHON | cones PYTHON | draw STICTION | hybrid | jam | stand-moving | least-friction | quality PYTHON | detect PYTHON STICTION | mesh PYTHON | modes PYTHON | outcomes PYTHON [SICONOS] | push | robot PYTHON | simulate | stand PYTHON | wrench-cones PYTHON"
                .into(),
        ),
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            let _ = writeln!(std::io::stderr(), "{fault}");
            ExitCode::FAILURE
        }
    }
}
