//! Assemblies on moving bases: from the scene to proofs for all instants and 201 of them listed. No peer decides
//! that; samples of a program are what others do.

use crate::measure::median;
use std::io::Write;
use std::time::Instant;
use stiction::ask::lower::ConeModel;
use stiction::ask::stand::moving::{follow, riding, samples};
use stiction::scene::AnyScene;
use stiction::screw::Planar;
use stiction_files::{Format, read_scene};
use stiction_proof::Answer;

const ROUNDS: usize = 15;
const INSTANTS: usize = 201;

/// The example's arch with another motion.
fn arch(trajectory: &str) -> String {
    let example = include_str!("../../../examples/arch_on_tray.toml");
    let line = example.lines().find(|line| line.starts_with("trajectory")).unwrap_or_default();
    example.replace(line, trajectory)
}

/// Median time in milliseconds and the verdict.
fn measured(text: &str) -> Result<(f64, Answer), String> {
    let read = read_scene(text, Format::Toml, "arch.toml")
        .map_err(|faults| faults.render("arch.toml", text, false))?;
    let AnyScene::Planar(scene) = read.scene else { return Err("the arch is planar".to_owned()) };
    let (mut times, mut answer) = (Vec::new(), Answer::Undecided);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let riding = riding(&scene, ConeModel::Round).map_err(|misfits| format!("{misfits:?}"))?;
        let found = follow::<Planar>(&riding.problem).map_err(|refused| refused.to_string())?;
        let listed = samples::<Planar>(&riding.problem, &found, INSTANTS);
        times.push(start.elapsed().as_secs_f64() * 1e3);
        if listed.len() != INSTANTS {
            return Err("instants are missing".to_owned());
        }
        answer = found.answer;
    }
    Ok((median(times), answer))
}

/// Prints the figures of moving bases.
pub(crate) fn run(out: &mut dyn Write) -> Result<(), String> {
    let cases = [
        ("moving-arch-201", "trajectory = { x = [0, 0, 0, \"1/6\"], duration = 3 }"),
        ("moving-arch-201-stays", "trajectory = { x = [0, 0, 0, 0.5, -0.375, 0.075], duration = 2 }"),
        (
            "moving-arch-201-turning",
            "trajectory = { x = [0, 0, 0.1], theta = [0, 0.02, 0.03], duration = 2 }",
        ),
    ];
    let write =
        |out: &mut dyn Write, line: String| writeln!(out, "{line}").map_err(|error| error.to_string());
    let mut figures = Vec::new();
    for (name, trajectory) in cases {
        let (time, answer) = measured(&arch(trajectory))?;
        write(out, format!("{name:<28} {answer:<10} {time:8.3} ms"))?;
        figures.push(format!("figure stand {name} {time:.3} ms"));
    }
    figures.into_iter().try_for_each(|line| write(out, line))
}
