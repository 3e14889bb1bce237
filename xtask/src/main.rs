//! `cargo xtask TASK`: everything one does with the project besides writing it.

mod attack;
mod bench;
mod corpus;
mod figures;
mod fuzz;
mod gallery;
mod licences;
mod python;
mod readme;
mod real;
mod real_robots;
mod second;
mod steps;
mod test;
mod transcripts;
mod wasm;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask TASK

  test              format, lints, documents, tests, corpus, README, transcripts; stops at the first failure
  corpus [FLAGS]    the corpus through the library and the command; FLAGS narrow it (--topic, --id, --through, also
                    python)
  bench TOPIC       ours and its peers side by side; closure, cones, detect, draw, hybrid, jam, mesh, modes, outcomes,
                    push, python, quality, robot, simulate, stand, stand-moving, wrench-cones
  attack [MINUTES]  piles against an oracle and forged reports, for so many minutes (10)
  fuzz TARGET [N]   libFuzzer on a loader, N runs (toml, json, stl, obj, compas); needs a nightly compiler
  gallery           every example scene drawn into docs/gallery
  licences          the licences of everything that is built, against a list; nothing is downloaded
  python            the Python package: built, its tests, types and notebooks, in an environment under target
  real DIR          every mesh and assembly below a folder through the command, in a table, beside trimesh
  real-robots DIR   every robot below a folder through the command, beside Pinocchio; --refused lists what was refused
  sbom              the bill of materials of the command (CycloneDX)
  second [N [SEED]] the second checker (Python) against our own: all reports of the corpus, N forgeries (10000)
  transcripts       the transcripts of README and guide against the command; UPDATE=1 rewrites them
  wheel             the wheel of the Python package, installed and tried in a clean environment
  wasm              the verifier without a solver for wasm32, where that target is installed
";

fn run(arguments: &[&str]) -> Result<(), String> {
    match arguments {
        ["test"] => test::run(),
        ["corpus", flags @ ..] => corpus::run(flags),
        ["bench", topic] => bench::run(topic),
        ["attack"] => attack::run(&[]),
        ["attack", minutes @ ..] => attack::run(minutes),
        ["fuzz", target] => fuzz::run(target, "100000"),
        ["fuzz", target, runs] => fuzz::run(target, runs),
        ["gallery"] => gallery::run(),
        ["licences"] => licences::check(),
        ["python"] => python::test(),
        ["wheel"] => python::wheel(),
        ["real", folder] => real::run(folder),
        ["real-robots", folder, flags @ ..] => real_robots::run(folder, flags),
        ["sbom"] => licences::sbom(),
        ["second"] => second::long("10000", "1"),
        ["second", count] => second::long(count, "1"),
        ["second", count, seed] => second::long(count, seed),
        ["transcripts"] => transcripts::check(),
        ["wasm"] => wasm::check(),
        _ => Err(USAGE.into()),
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            steps::complain(&fault);
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_task_shows_the_usage() {
        assert_eq!(run(&["tset"]), Err(USAGE.to_owned()));
        assert_eq!(run(&[]), Err(USAGE.to_owned()));
        assert!(run(&["bench", "nothing"]).unwrap_err().contains("closure"));
    }
}
